"""Fitting a value: the same for the same seed, no unit lost for good, only what is kept is looked at."""

from __future__ import annotations

import numpy
from training.fit import Round, _Course, fit_value, fresh_net, rectified
from training.self_play import play_some

from printkit.games.find import make_game
from printkit.lab.youscout.nets import nets_bytes, nets_for
from printkit.lab.youscout.tables import kernel_rules, rules_of

ONE = make_game("youscout", {"terminals": "1"})


def test_a_value_is_fitted_anew_the_same_for_the_same_seed():
    rounds = (Round(0, 600, 1, 0.5, 1.0, 1.0, 1, 3e-3, 256), Round(0, 300, 3, 1.0, 0.3, 0.95, 1, 2e-3, 256))
    first, again, other = (
        nets_bytes(fit_value(ONE, rounds, seed, workers=workers))
        for seed, workers in ((1, 1), (1, 2), (2, 1))
    )
    assert first == again != other


def test_what_each_round_has_fitted_can_be_kept():
    rounds = tuple(Round(0, 100, 1, 1.0, 1.0, 1.0, 1, 3e-3, 256) for _ in range(2))
    kept = []
    last = fit_value(ONE, rounds, keep=lambda nets: kept.append(nets_bytes(nets)))
    assert len(kept) == 2
    assert kept[0] != kept[1] == nets_bytes(last)


def test_units_that_no_table_wakes_get_another_try_and_the_net_says_the_same():
    luck = numpy.random.Generator(numpy.random.Philox(1))
    net = fresh_net(20, luck)
    net.third[:] = luck.normal(0, 1, len(net.third))
    net.shift[3:9] = -1e3
    rows = luck.normal(0, 1, (500, 20)).astype(numpy.float32)
    worth = numpy.full(500, 0.5, numpy.float32)
    course = _Course(net, numpy.random.Philox(2))
    course._begin(rows)
    before = course.miss(rows, worth)
    seen = (rows - course._mean) / course._spread
    course._revive(seen)
    assert abs(course.miss(rows, worth) - before) < 1e-6
    first, second, shift, third, _ = course._parts
    hidden, _ = rectified(seen @ first)
    awake = (hidden @ second + shift > 0).mean(0)[3:9]
    assert awake.min() > 0.1
    assert (third[3:9] == 0).all()
    assert (third[9:] == net.third[9:]).all()


def test_one_draw_ahead_needs_a_look_only_at_the_tables_that_are_kept():
    rules, nets = kernel_rules(rules_of(ONE)), nets_for(ONE)
    plan = (0, 20_000, 16_000)
    few = play_some(rules, nets, 3, range(20), plan, 0.0)
    # So little of later surprises changes nothing, but makes it look at every table.
    all_of_them = play_some(rules, nets, 3, range(20), plan, 1e-300)
    assert 100 < len(few[1]) < 600
    for one, other in zip(few, all_of_them, strict=True):
        assert (one == other).all()
