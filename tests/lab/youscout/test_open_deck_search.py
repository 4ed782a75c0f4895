"""Solving with an open talon, against a brute search on the readable engine."""

from __future__ import annotations

import random

import pytest

from printkit.errors import InputError
from printkit.games.core import CHANCE
from printkit.games.find import make_game
from printkit.games.record import record_of, replay
from printkit.games.youscout.puzzles import play_deal
from printkit.games.youscout.seeded_deal import Deal
from printkit.lab.youscout.clairvoyant import Solver
from printkit.lab.youscout.search_workspace import LINES, LOST, OUTCOME, UNRESOLVED, WON, WON_FROM
from printkit.lab.youscout.simulation import Task, play_games


def brute_lines(game, deal, start, most=4000):
    """How many lines win, by trying all on the readable engine; None where they are too many."""
    state = game.start
    for card in deal.laid():
        state = state.apply(f"lay {card}")
    state = state.apply(f"place {start}")
    waiting, won, steps = [state], 0, 0
    while waiting:
        state = waiting.pop()
        steps += 1
        if steps > most:
            return None
        while state.to_move() == CHANCE:
            order = deal.order(state.terminals, state.talon)
            state = state.apply(f"draw {order[0]}")
        if state.to_move() is None:
            won += state.outcome().result == "win"
        else:
            waiting += [state.apply(action) for action in state.legal()]
    return won


CASES = [
    ("youscout", ["terminals=1"]),
    ("youscout", ["terminals=2", "court=K10", "swap=expansive"]),
    ("youscout", ["terminals=1", "replacements=1", "cross=all"]),
    ("youscout", ["terminals=1", "replacements=2", "cross=none", "lower-coin-replacements=1"]),
    ("youscout-simplified", ["terminals=1", "comparison=greater-equal"]),
    ("youscout-simplified", ["terminals=2", "court=K13a", "influence=3"]),
]


@pytest.mark.parametrize(("game_id", "options"), CASES)
def test_verdict_and_number_of_lines_are_those_of_a_brute_search(game_id, options):
    game = make_game(game_id, options)
    solver, luck = Solver(game), random.Random(7)
    compared, with_choice = 0, 0
    while compared < (12 if "replacements" in str(options) else 30):
        deal, start = Deal(luck.randrange(2**35)), luck.randint(1, 6)
        lines = brute_lines(game, deal, start, most=120 if "replacements" in str(options) else 300)
        if lines is not None:
            solution = solver.solve(deal, start)
            assert (solution.lines, solution.exact, solution.won) == (lines, True, lines > 0)
            compared += 1
            with_choice += bool(solution.line)
    assert with_choice > 3


@pytest.mark.parametrize(("game_id", "options"), CASES)
def test_the_line_found_is_legal_and_wins(game_id, options):
    game = make_game(game_id, options)
    solver = Solver(game, budget=20_000)
    shown = 0
    for number in range(40):
        for solution in solver.starts(Deal(number * 7919), count=False):
            record = record_of(game, solver.actions(solution))
            if solution.won is not None:
                assert record.result == ("win" if solution.won else "lose")
            assert len(list(replay(record, game))) == len(record.lines)
            draws = sum(line.text.startswith("draw") for line in record.lines)
            assert draws == solution.draws or solution.won is None
            shown += bool(solution.won and solution.line)
    assert shown > 20


@pytest.mark.parametrize(
    ("game_id", "options"),
    [
        ("youscout", ["terminals=3"]),
        ("youscout", ["terminals=3", "court=K10"]),
        ("youscout-simplified", ["terminals=3", "court=K10"]),
        ("youscout", ["terminals=1", "replacements=1"]),
    ],
)
def test_what_is_recalled_changes_no_result(game_id, options):
    solver = Solver(make_game(game_id, options), budget=30_000)
    deals = [Deal(number) for number in range(600)]
    with_memory = solver.table(deals, 0b100, count=True)
    without = solver.table(deals, 0b100, count=True, recalls=False)
    both = (with_memory[:, 7] == 0) & (without[:, 7] == 0)
    assert both.sum() > 200
    for column in (OUTCOME, LINES, WON_FROM):
        assert (with_memory[both, column] == without[both, column]).all()
    # Memory spares work somewhere, or this test compares a thing with itself.
    assert with_memory[both, 4].sum() < without[both, 4].sum()


def test_best_start_is_won_if_some_start_is():
    solver = Solver(make_game("youscout", ["terminals=1"]))
    deals = [Deal(number) for number in range(300)]
    singly = [solver.table(deals, 1 << start)[:, OUTCOME] == WON for start in range(1, 7)]
    together = solver.table(deals)[:, OUTCOME] == WON
    assert (together == sum(singly).astype(bool)).all()
    assert 0 < together.sum() < 300


def test_all_starts_at_once_are_each_start_by_itself():
    solver = Solver(make_game("youscout", ["terminals=2"]))
    deals = [Deal(number) for number in range(200)]
    together = solver.table(deals, count=2)
    for start in range(1, 7):
        alone = solver.table(deals, 1 << start)[:, OUTCOME] == WON
        assert (alone == (together[:, WON_FROM] >> start & 1 == 1)).all()


def test_replacements_never_make_a_deal_worse():
    deals = [Deal(number) for number in range(250)]
    won = {}
    for count in ("0", "1", "3", "infinity"):
        game = make_game("youscout", ["terminals=1", f"replacements={count}"])
        won[count] = Solver(game, budget=5000).table(deals, 0b10000)[:, OUTCOME]
    for less, more in (("0", "1"), ("1", "3"), ("3", "infinity")):
        # What is won with less is never proved lost with more, though it may be given up.
        assert (won[more][won[less] == WON] != LOST).all()
    assert (won["1"] == WON).sum() > (won["0"] == WON).sum()


def test_a_search_given_up_says_so():
    game = make_game("youscout", ["terminals=5"])
    solver = Solver(game, budget=3)
    outcomes = [solver.solve(Deal(number), 5) for number in range(40)]
    given_up = [each for each in outcomes if each.won is None]
    assert given_up
    assert not any(each.exact for each in given_up)
    assert any(not each.exact for each in outcomes if each.won)


def test_a_game_too_long_to_search_is_unresolved():
    task = Task(make_game("youscout", ["terminals=100000"]), "clairvoyant", "2", 1)
    assert set(play_games(task, 0, 2)[:, 0]) <= {WON, UNRESOLVED}


def test_a_forbidden_start_is_refused():
    game = make_game("youscout", ["swap=solid"])
    solver = Solver(game)
    forced = next(deal for deal in map(Deal, range(3000)) if len(solver.starts(deal, count=False)) == 3)
    allowed = {each.start for each in solver.starts(forced)}
    (outside, *_) = set(range(1, 7)) - allowed
    with pytest.raises(InputError, match="forbids"):
        solver.solve(forced, outside)
    with pytest.raises(InputError, match="forbids"):
        play_deal(game, forced, lambda sight: sight.legal[0], outside)


def test_the_clairvoyant_player_wins_what_the_solver_proves():
    game = make_game("youscout-simplified", ["terminals=1"])
    rows = play_games(Task(game, "clairvoyant", "4", 3), 0, 400)
    assert set(rows[:, 0]) == {0, 1}
    assert (
        abs(rows[:, 0].mean() - Solver(game).table(list(map(Deal, range(400))), 0b10000)[:, OUTCOME].mean())
        < 0.15
    )
