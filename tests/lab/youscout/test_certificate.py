"""Bounds on optimal play: exact where all is known, valid for any policy, the same on any machine."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import permutations
from math import sqrt
from time import sleep

import numpy
import pytest

from printkit.errors import InputError
from printkit.games.core import CHANCE
from printkit.games.find import make_game
from printkit.games.youscout.seeded_deal import card_index
from printkit.lab.youscout import certificate
from printkit.lab.youscout.advisor import Advisor
from printkit.lab.youscout.certificate import (
    MICRO,
    RELAXED,
    Boards,
    Question,
    bound,
    bound_boards,
    bounds_of,
    certify,
)
from printkit.lab.youscout.nets import (
    fitted_file,
    nets_bytes,
    nets_for,
    policy_bytes,
    policy_file,
    policy_for,
    read_nets,
    read_policy,
)
from printkit.lab.youscout.policy import no_policy
from printkit.lab.youscout.relaxation import CEILING, MOST_GAIN, make_bound_workspace
from printkit.lab.youscout.simulation import Task, board_codes, simulate
from printkit.lab.youscout.tables import ALL_MINORS, ANY_PLACE, kernel_rules, rules_of
from printkit.lab.youscout.value import constant_nets

BOARD = ("2r", "5", "9", "12", "16r", "20")
FIVE = ("Sw3", "Sw9", "Co6", "Cu5", "Wa8")
EIGHT = ("Sw3", "Sw9", "Co2", "Co10", "Cu5", "Cu11", "Wa4", "Wa12")
TWELVE = ("Sw3", "Sw9", "Sw13", "Co10", "Cu5", "Cu11", "Wa1", "Wa4", "Wa6", "Wa9", "Wa12", "Wa14")


def game_of(terminals=1, **options):
    return make_game("youscout", {"terminals": str(terminals), **options})


def boards_of(question, count):
    return certify(question, enough=lambda done: len(done.gains) >= count)


def small(game, deck, start, **more):
    cards = sum(1 << card_index(card) for card in deck)
    return Question(game, board=BOARD, start=start, deck=cards, **more)


def exact(game, deck, start, memory=1 << 16):
    """The win probability of optimal play, and the book with that of every table on the way."""
    advisor = Advisor(game, memory=memory)
    odds = advisor.odds(BOARD, start, deck, "best")
    return odds, advisor._book


def mean(numbers):
    """The mean, as a rate."""
    return float(numpy.mean(numbers)) / MICRO


def spread(numbers):
    """The standard deviation."""
    return float(numpy.std(numbers)) / MICRO


def perverse(nets):
    """A value with the sign reversed."""
    return nets._replace(third=-nets.third, last=-nets.last)


@pytest.mark.parametrize(
    ("deck", "terminals", "memory"), [(TWELVE, 1, 1 << 22), (EIGHT, 1, 1 << 16), (FIVE, 2, 1 << 18)]
)
def test_strong_duality_with_the_exact_value_both_bounds_are_exact(deck, terminals, memory):
    """The exact value leaves nothing to gain on any deck; rollouts agree, the more of them the closer."""
    game = game_of(terminals)
    for start in (2, 5):
        odds, book = exact(game, deck, start, memory)
        question = small(game, deck, start, nets=constant_nets(0.35), known=book.memory)
        believed = boards_of(replace(question, rollouts=0), 8)
        assert set(believed.gains) == {0}
        off = 4 * spread(believed.played) / sqrt(len(believed.played))
        found = bounds_of(believed)
        assert found.upper == found.lower == pytest.approx(odds, abs=off + 3e-6)
        few, many = (boards_of(replace(question, rollouts=games), 24) for games in (32, 2048))
        assert min(many.gains) >= 0
        assert mean(many.gains) < max(0.4 * mean(few.gains), 1e-6)
        assert mean(many.gains) < 0.01


@pytest.mark.parametrize("start", [2, 5])
@pytest.mark.parametrize(
    ("deck", "game_id"), [(EIGHT, "youscout"), (TWELVE, "youscout"), (EIGHT, "youscout-simplified")]
)
def test_weak_duality_with_another_policy_best_play_still_lies_between(deck, game_id, start):
    game = make_game(game_id, ["terminals=1"])
    odds, _ = exact(game, deck, start, 1 << 22)
    for nets in (constant_nets(0.4), nets_for(game), perverse(nets_for(game))):
        boards = boards_of(small(game, deck, start, nets=nets, rollouts=64), 200)
        found = bounds_of(boards)
        assert found.upper >= odds - 4 * (spread(boards.gains) + spread(boards.played)) / sqrt(200)
        assert found.lower <= odds + 4 * spread(boards.played) / sqrt(len(boards.played))


def test_a_better_policy_proves_more():
    game = game_of(1)
    good, plain, bad = (
        bound(small(game, EIGHT, 2, nets=nets), 100)
        for nets in (nets_for(game), constant_nets(0.35), perverse(nets_for(game)))
    )
    assert good.lower > plain.lower > bad.lower + 0.01
    assert good.upper - good.lower < 0.5 * (plain.upper - plain.lower)
    assert plain.upper - plain.lower < 0.5 * (bad.upper - bad.lower)


def gain_with_open_minors(game, start, deck):
    """The gain over always moving when the order of the minors is known but not the terminal's place; a plain sum.

    Each answer that stays is credited with what it brings a player who always moves from then on.
    """

    @cache
    def odds(table):
        if table.to_move() != CHANCE:
            return odds(table.apply("move"))
        ended = table.apply(f"draw {table.terminal}").outcome().scores[0]
        minors = [card for card in table.talon if card != table.terminal]
        return (ended + sum(odds(table.apply(f"draw {card}")) for card in minors)) / (len(minors) + 1)

    def gain(table, order):
        if table.to_move() != CHANCE:
            moved, stayed = table.apply("move"), table.apply("stay")
            return max(gain(moved, order), odds(stayed) - odds(moved) + gain(stayed, order))
        if not order:
            return 0.0
        return len(order) / (len(order) + 1) * gain(table.apply(f"draw {order[0]}"), order[1:])

    table = replace(game.start, board=BOARD).apply(f"place {start}")
    table = replace(table, talon=tuple(sorted((*deck, table.terminal))))
    orders = list(permutations(deck))
    return sum(gain(table, order) for order in orders) / len(orders)


@pytest.mark.parametrize("start", [2, 3, 5])
def test_the_gain_is_that_of_a_player_who_knows_the_order_and_pays_for_it(start):
    game = game_of(1)
    expected = gain_with_open_minors(game, start, FIVE)
    boards = boards_of(small(game, FIVE, start, nets=constant_nets(0.5), rollouts=1 << 12), 400)
    off = mean(boards.gains) - expected
    assert -4 * spread(boards.gains) / sqrt(400) < off < 4 * spread(boards.gains) / sqrt(400) + 0.005


def test_sandwich_random_below_policy_below_what_is_gained_on_it_below_clairvoyant():
    game = game_of(1)
    found = bound(Question(game, seed=3, rollouts=256), 12)
    assert simulate(Task(game, "random", "best"), 2000).rate < found.lower < found.upper
    assert found.upper < simulate(Task(game, "clairvoyant", "best"), 2000).rate


def test_the_row_is_the_same_whoever_counts_and_however_often_one_stops():
    question = Question(game_of(1), seed=9, rollouts=64)
    once = boards_of(question, 8)
    halves = certify(question, boards_of(question, 4), enough=lambda done: len(done.gains) >= 8)
    two = certify(question, workers=2, enough=lambda done: len(done.gains) >= 8)
    assert once == halves
    assert once.gains == two.gains[:8]
    assert once.played == two.played[: len(once.played)]


@pytest.mark.parametrize(("rollouts", "played"), [(64, 2), (4096, 4)])
def test_the_policy_plays_on_more_boards_where_each_bound_takes_longer(rollouts, played):
    question = small(game_of(1), FIVE, 3, nets=constant_nets(0.5), rollouts=rollouts)
    found = boards_of(question, 4)
    assert (len(found.gains), len(found.played)) == (4, 4 * played)


def test_an_interrupt_leaves_a_beginning_of_the_row():
    question = Question(game_of(1), seed=9, rollouts=64)

    def interrupt(boards):
        raise KeyboardInterrupt

    left = certify(question, enough=lambda done: False, keep=interrupt)
    assert left.gains == boards_of(question, 4).gains


def test_a_stop_ends_a_search_in_its_middle():
    """By a value that finds all tables alike one deck takes many seconds."""
    rules, nets = kernel_rules(rules_of(game_of(3))), constant_nets(0.35)
    bound_work = make_bound_workspace(rules, nets, no_policy())
    spec = numpy.array([ALL_MINORS, ANY_PLACE, 1, 1 << 16, 64, 1 << 60])
    seed, board = numpy.uint64(5), board_codes(())
    bound_boards(rules, nets, bound_work, RELAXED, spec, seed, 0, board, numpy.zeros(0))
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(
            bound_boards, rules, nets, bound_work, RELAXED, spec, seed, 0, board, numpy.zeros(8)
        )
        while bound_work.looks[0] < 1_000_000 and not found.done():
            sleep(0.01)
        bound_work.stop[0] = 1
        assert found.result(timeout=60) == 0


@pytest.mark.parametrize("more", [{"rollouts": 256}, {"decks": 4}])
def test_more_games_and_more_decks_lower_the_upper_bound(more):
    question = Question(game_of(1), seed=2, rollouts=16)
    assert mean(boards_of(replace(question, **more), 16).gains) < mean(boards_of(question, 16).gains) - 0.002


def test_who_gains_too_much_counts_at_the_ceiling():
    """A policy that is far off: a line may gain more than the intervals allow for."""
    game = game_of(3)
    boards = boards_of(Question(game, nets=perverse(nets_for(game)), rollouts=2), 8)
    high = [each for each in boards.gains if each > MOST_GAIN * MICRO]
    assert set(high) == {int(CEILING * MICRO)}
    assert bounds_of(boards).most == 1.0


@pytest.mark.parametrize("terminals", [1, 2])
def test_a_deck_that_takes_too_long_counts_at_the_ceiling(monkeypatch, terminals):
    monkeypatch.setattr(certificate, "LOOKS_AFFORDED", 0)
    boards = boards_of(small(game_of(terminals), FIVE, 2, nets=constant_nets(0.4)), 4)
    assert boards.given_up == 4
    assert set(boards.gains) == {int(CEILING * MICRO)}


def gained(memory_size):
    """By how much eight boards with eight minors are better at most than by a policy that always moves."""
    rules, nets = kernel_rules(rules_of(game_of(1))), constant_nets(0.35)
    bound_work = make_bound_workspace(rules, nets, no_policy(), memory_size)
    deck = sum(1 << card_index(card) for card in EIGHT)
    spec = numpy.array([deck, ANY_PLACE, 1, 1 << 14, 64, 1 << 40])
    board, worth = board_codes(()), numpy.zeros(8)
    bound_boards(rules, nets, bound_work, RELAXED, spec, numpy.uint64(5), 0, board, worth)
    return worth.tolist()


def test_tables_recalled_gain_what_they_are_found_to_gain_again():
    assert gained(1 << 12) == pytest.approx(gained(1), abs=0.01)


def test_ratings_and_gains_are_added_to_what_the_policy_wins_beyond_them():
    found = bounds_of(Boards(gains=(20_000,) * 400, played=(-10_000,) * 400, rated=(400_000,) * 400))
    assert (found.lower, found.upper) == pytest.approx((0.39, 0.41))
    assert found.least < 0.39 < 0.41 < found.most


def test_the_usual_rules_with_three_terminals_are_bounded_too():
    found = bound(Question(game_of(3), seed=1, rollouts=64), 4)
    assert 0.3 < found.lower < found.upper < 0.6


@pytest.mark.parametrize("options", [{"court": "K10"}, {"swap": "solid"}, {"influence": "1"}])
def test_other_rules_are_bounded_by_the_same_value(options):
    found = bound(Question(game_of(1, **options), rollouts=16), 12)
    assert found.least < found.lower < found.upper < found.most


def test_the_simplified_game_is_bounded_without_a_fitted_value():
    found = bound(Question(make_game("youscout-simplified", ["terminals=1"]), rollouts=64), 4)
    assert found.least < found.lower < found.upper < found.most


def test_war_replacement_has_no_bounds():
    with pytest.raises(InputError, match="war replacement"):
        Question(game_of(1, replacements="1"))


@pytest.mark.parametrize(("bits", "missed"), [(16, 2e-5), (12, 3e-4), (8, 4e-3)])
def test_a_value_is_read_as_it_was_written_to_half_a_step(bits, missed):
    nets, policy = nets_for(game_of(1)), policy_for(game_of(3))
    again, same = read_nets(nets_bytes(nets, bits)), read_policy(policy_bytes(policy, bits))
    for before, after in ((nets.first, again.first), (nets.second, again.second), (policy.first, same.first)):
        assert numpy.abs(after - before).max() <= missed * numpy.abs(before).max()
    assert (again.third == nets.third).all()
    assert (same.second == policy.second).all()


def test_each_number_of_terminals_has_the_value_fitted_nearest_to_it():
    names = [fitted_file(game_of(terminals)).name for terminals in (1, 2, 3)]
    assert names == ["value-1.npy", "value-2.npy", "value-3.npy"]
    assert [file and file.name for file in (policy_file(game_of(terminals)) for terminals in (1, 2, 3))] == [
        None,
        "policy-2.npy",
        "policy-3.npy",
    ]


def test_a_value_or_policy_that_is_no_number_is_refused():
    """It once ended in a segmentation fault."""
    game = make_game("youscout")
    nets, policy = nets_for(game), policy_for(game)
    for wrong in (numpy.nan, numpy.inf):
        with pytest.raises(InputError, match="not finite"):
            read_nets(nets_bytes(nets._replace(third=numpy.full_like(nets.third, wrong))))
        with pytest.raises(InputError, match="not finite"):
            read_policy(policy_bytes(policy._replace(last=numpy.full_like(policy.last, wrong))))
        with pytest.raises(InputError, match="not finite"):
            Question(game, nets=nets._replace(shift=numpy.full_like(nets.shift, wrong)))


def test_shipped_values_and_the_policy_are_small(root):
    files = list((root / "printkit" / "lab" / "youscout" / "data").glob("*.npy"))
    assert len(files) == 6
    assert max(file.stat().st_size for file in files) < 1_500_000
