"""The player `equilibrium`: it plays by its views alone, and best responses to it gain next to nothing."""

from __future__ import annotations

import numpy
import pytest

from printkit.errors import InputError
from printkit.games.find import make_game
from printkit.games.record import record_of
from printkit.games.tottarot.rules import Fate
from printkit.jobs.play.play_book import kit_game
from printkit.lab.tottarot.round_equilibrium import solve_round
from printkit.lab.tottarot.seats import GAP, kept_turn, mixture, position_of
from printkit.solver.equilibrium import sequence_form
from printkit.solver.seats import known_players
from printkit.solver.table_play import played

ONE_TURN = ("players=2", "victories=1", "turns=1")
FEW = {"one": Fate(1, "flip", 1), "two": Fate(-2, "look", 3)}


def _exploited(game, mixing):
    """What best responses gain from both sides if they play by `mixing`: walked through the engine to every end."""

    def payoff(state):
        outcome = state.outcome()
        return None if outcome is None else float(outcome.scores[0] - outcome.scores[1])

    form = sequence_form(game.start, ("A", "B"), payoff)
    plans = []
    for side in (0, 1):
        plan = numpy.zeros(form.payoffs.shape[side])
        plan[0] = 1.0
        for choice in form.choices[side]:
            shares = mixing(form.seats[side], choice.seen, choice.actions)
            for action, at in zip(choice.actions, choice.sequences, strict=True):
                plan[at] = plan[choice.before] * shares[action]
        plans.append(plan)
    value = float(plans[0] @ (form.payoffs @ plans[1]))
    return form.best_answer(0, plans[1])[0] - value, form.best_answer(1, plans[0])[0] + value


@pytest.mark.parametrize(
    ("options", "cards"),
    [(ONE_TURN, None), (("players=2", "victories=1", "turns=2"), FEW)],
    ids=["one", "two"],
)
def test_best_answers_to_the_player_gain_next_to_nothing(options, cards):
    game = make_game("tottarot", options, cards)
    gains = _exploited(game, mixture)
    assert min(gains) > -1e-9
    assert sum(gains) <= GAP


def test_the_test_sees_a_player_that_can_be_exploited():
    game = make_game("tottarot", ONE_TURN)
    gains = _exploited(game, lambda seat, seen, legal: dict.fromkeys(legal, 1 / len(legal)))
    assert sum(gains) > 0.2


def test_the_first_turn_on_disk_is_that_of_the_kits_cards_and_no_others():
    rules = kit_game("tottarot", ["players=2", "victories=1"]).start.rules
    kept = kept_turn(rules)
    assert kept is not None
    assert numpy.allclose(kept.tokens.sum(axis=-1), 1)
    assert numpy.allclose(kept.ways.sum(axis=-1), 1)
    other = {**dict(rules.fates), "star": Fate(9)}
    assert kept_turn(make_game("tottarot", ["players=2"], other).start.rules) is None
    assert kept_turn(rules, tuple(position_of(_after_a_turn()))) is None


def _after_a_turn():
    game = make_game("tottarot", ["players=2"])
    states, *_ = played(game, ("greedy", "greedy"), 3)
    return next(state for state in states if state.rows[0])


def test_a_first_turn_can_be_judged_by_itself():
    rules = make_game("tottarot", ONE_TURN).start.rules
    found = solve_round(rules, 0.01)
    again = solve_round(rules, 0.01, first=(found.tokens[None], found.ways[None]))
    assert again.gap == pytest.approx(found.gap, abs=1e-12)
    even = solve_round(rules, 0.01, first=(numpy.full_like(found.tokens, 0.25)[None], found.ways[None]))
    assert even.gap > 0.1


def test_what_a_first_card_is_worth_adds_up_to_the_value():
    rules = make_game("tottarot", ONE_TURN).start.rules
    solution = solve_round(rules, 0.001)
    odds = numpy.array([fate.copies for _, fate in rules.fates]) / sum(fate.copies for _, fate in rules.fates)
    assert float(odds @ solution.values[0]) == pytest.approx(solution.value)
    assert float(odds @ solution.values[1]) == pytest.approx(-solution.value)


@pytest.mark.parametrize("number", range(6))
def test_any_view_shows_the_position_its_turn_began_with(number):
    game = make_game("tottarot", ["players=2", "highest-token=4"])
    states, *_ = played(game, ("random", "random"), number)
    begin = game.start
    for state in states:
        if state.phase == "draw" and state.at == 0:
            begin = state
        for seat in "AB":
            seen = state.seen(seat)
            if state.phase not in ("draw", "over"):
                assert list(position_of(seen)) == list(position_of(begin)), state.position()


def test_it_sits_at_a_table_of_usual_rounds():
    game = kit_game("tottarot", ["players=2", "victories=1"])
    assert "equilibrium" in known_players("tottarot")
    states, actions, _ = played(game, ("equilibrium", "greedy"), 4)
    assert states[-1].outcome() is not None
    assert record_of(game, actions) == record_of(game, played(game, ("equilibrium", "greedy"), 4).actions)


def test_more_than_two_players_are_refused_before_anybody_plays(run):
    answer = run("play", "tottarot", "--player", "equilibrium")
    assert (answer.code, answer.out) == (2, "")
    assert "two players" in answer.err
    with pytest.raises(InputError, match="up to 3 turns"):
        played(make_game("tottarot", ["players=2", "turns=4"]), ("equilibrium", "random"), 1)
