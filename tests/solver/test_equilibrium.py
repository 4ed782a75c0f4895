"""Equilibria: textbook games by their known values, Tottarot for two by two methods that know nothing of each other."""

from __future__ import annotations

import json
from typing import NamedTuple

import numpy
import pytest

from printkit.errors import InputError
from printkit.games.find import make_game
from printkit.games.tottarot.rules import Fate
from printkit.lab.tottarot.round_equilibrium import solve_round
from printkit.lab.tottarot.round_states import Field, first_positions, layer, odds_of, table_of
from printkit.solver.equilibrium import sequence_form, simplex, solve, solve_game, solve_matrix_game
from tests.games.tottarot_plays import along


@pytest.mark.parametrize(
    ("payoffs", "value", "rows", "columns"),
    [
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, [1 / 3] * 3, [1 / 3] * 3),
        ([[2, -1], [-1, 1]], 1 / 5, [0.4, 0.6], [0.4, 0.6]),
        ([[3, 1], [0, 4], [0, 0]], 2, [2 / 3, 1 / 3, 0], [1 / 2, 1 / 2]),
        ([[1, 2, 3]], 1, [1], [1, 0, 0]),
    ],
)
def test_textbook_matrices_have_their_values(payoffs, value, rows, columns):
    solved = solve_matrix_game(numpy.array(payoffs, float))
    assert solved.value == pytest.approx(value, abs=1e-9)
    assert solved.rows == pytest.approx(rows, abs=1e-9)
    assert solved.columns == pytest.approx(columns, abs=1e-9)


def test_probabilities_are_the_mixtures_one_gets_without_saying():
    payoffs = numpy.array([[2.0, -1.0], [-1.0, 1.0]])
    solved = solve_matrix_game(payoffs, simplex(2), simplex(2))
    assert solved.value == solve_matrix_game(payoffs).value


class Kuhn(NamedTuple):
    """Kuhn's poker: three cards, an ante of one, a bet of one; the actions so far as a row of words."""

    done: tuple[str, ...] = ()

    def to_move(self):
        if len(self.done) < 2:
            return "chance"
        return None if self.paid() is not None else "AB"[len(self.done) % 2]

    def legal(self):
        return ("bet", "pass")

    def chances(self):
        cards = [card for card in "123" if card not in self.done]
        return tuple((card, 1 / len(cards)) for card in cards)

    def apply(self, action):
        return Kuhn((*self.done, action))

    def seen(self, seat):
        return self

    def view(self, seat):
        return " ".join((self.done["AB".index(seat)], *self.done[2:]))

    def paid(self):
        first, second, *stated = (*self.done, "", "")[: max(2, len(self.done))]
        higher = 1 if first > second else -1
        ends = {"pass pass": higher, "bet bet": 2 * higher, "pass bet bet": 2 * higher}
        return {**ends, "bet pass": 1, "pass bet pass": -1}.get(" ".join(stated))


def test_kuhns_poker_costs_the_first_player_an_eighteenth():
    solved = solve(sequence_form(Kuhn(), ("A", "B"), Kuhn.paid))
    assert solved.value == pytest.approx(-1 / 18, abs=1e-12)
    assert abs(solved.gap) < 1e-9


def test_a_bad_plan_is_found_out():
    form = sequence_form(Kuhn(), ("A", "B"), Kuhn.paid)
    always = numpy.zeros(form.payoffs.shape[1])
    always[0] = 1.0
    for choice in form.choices[1]:
        always[choice.first] = always[choice.before]
    # B bets, or calls, with any card: passing with 1 and betting the rest takes a third of the ante off him.
    gain, answer = form.best_answer(0, always)
    assert gain == pytest.approx(1 / 3)
    assert form.best_answer(0, solve(form).plans[1])[0] < gain
    assert set(numpy.unique(answer)) <= {0.0, 1.0}


def _round(turns, cards=None, *options):
    texts = ("players=2", "victories=1", f"turns={turns}", *options)
    return make_game("tottarot", texts, cards)


def _programme(game):
    def payoff(state):
        outcome = state.outcome()
        return None if outcome is None else float(outcome.scores[0] - outcome.scores[1])

    return solve(sequence_form(game.start, ("A", "B"), payoff))


def test_one_turn_is_solved_exactly():
    solved = _programme(_round(1))
    assert solved.value == pytest.approx(1 / 210, abs=1e-12)
    assert abs(solved.gap) <= 1e-9


FEW = {
    "icons": {"sun": Fate(3, "mutual-look", 3), "devil": Fate(-5, "flip", 3)},
    "reveal": {"sun": Fate(2, "reveal", 2), "devil": Fate(-1, "look", 4)},
    "scarce": {"one": Fate(1, "flip", 1), "two": Fate(-2, "look", 3)},
}


@pytest.mark.parametrize("cards", FEW.values(), ids=FEW)
def test_two_turns_of_few_cards_agree_with_the_engine_walked_to_its_ends(cards):
    game = _round(2, cards)
    exact, solution = _programme(game), solve_round(game.start.rules, 0.002)
    assert abs(exact.gap) <= 1e-9
    assert solution.gap < 0.004
    assert -solution.best_second - 1e-9 <= exact.value <= solution.best_first + 1e-9


def test_one_turn_by_regrets_holds_the_exact_value():
    solution = solve_round(_round(1, None, "highest-token=4").start.rules, 0.001)
    exact = _programme(_round(1, None, "highest-token=4"))
    assert -solution.best_second <= exact.value <= solution.best_first
    assert solution.gap < 0.002


def test_the_positions_between_turns_are_those_of_the_engine():
    rules = _round(3).start.rules
    table = table_of(rules)
    positions, follows = layer(table, first_positions(rules))
    kinds = [kind for kind, _ in rules.fates]
    # A declares 2, B 3; B seizes A's lovers and fixes them, A's devil stays out.
    at = follows[0, kinds.index("lovers"), kinds.index("devil"), 2, 3, 1]
    after = along(_round(3).start, "lovers devil 2 3 seize-A")
    left = after.undealt()
    assert list(positions[at][: len(kinds)]) == [left.count(kind) for kind in kinds]
    assert positions[at][Field.LEAD] == after.points(0) - after.points(1) == -1
    assert positions[at][Field.LAST_B] == 1
    assert positions[at][Field.TOKENS_A] == sum(1 << token for token in after.unused(0))
    assert list(positions[at][Field.SEES_A :]) == [1, 1]
    assert odds_of(positions).sum(axis=(1, 2)) == pytest.approx(numpy.ones(len(positions)))


def test_any_game_for_two_that_is_small_enough_is_solved_without_a_solver_of_its_own(monkeypatch):
    game = _round(1)
    own = solve_game(game, 0.01)
    monkeypatch.setattr("printkit.solver.equilibrium.find_solver", lambda game_id: None)
    solved = solve_game(game, 0.01)
    assert solved.value == own.value
    assert all("view" in moment.facts() for moment in solved.information_sets)


def test_a_game_too_large_to_be_walked_through_is_refused():
    with pytest.raises(InputError, match="more than 500 states"):
        sequence_form(_round(1).start, ("A", "B"), lambda state: None, 500)


def test_what_is_not_solved_is_refused():
    with pytest.raises(InputError, match="up to 3 turns"):
        solve_round(make_game("tottarot", ["players=3"]).start.rules, 0.01)


def test_the_command_prints_value_and_plans(run):
    answer = run("equilibrium", "tottarot", "--option", "players=2", "--option", "turns=1", "--json")
    assert (answer.code, answer.err) == (0, "")
    facts = json.loads(answer.out)
    assert facts["value"] == pytest.approx(1 / 210)
    assert abs(facts["gap"]) <= 1e-9
    assert facts["bounds"][0] <= facts["value"] + 1e-12
    declared = [moment for moment in facts["moments"] if not moment["tokens"]]
    assert {(moment["seat"], moment["card"]) for moment in declared} == {
        (seat, kind) for seat in "AB" for kind, _ in _round(1).start.rules.fates
    }
    assert all(sum(moment["shares"].values()) == pytest.approx(1) for moment in facts["moments"])


def test_the_command_reads_well_and_refuses_what_it_cannot_do(run):
    answer = run("equilibrium", "tottarot", "--option", "players=2", "--option", "turns=1")
    assert "value +0.004762 for A" in answer.out
    assert run("equilibrium", "youscout").code == 2
    three = run("equilibrium", "tottarot")
    assert (three.code, three.out) == (2, "")
    assert "two players" in three.err
