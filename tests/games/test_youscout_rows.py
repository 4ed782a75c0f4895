"""All lines tried on the readable engine, against the solver's own count."""

from __future__ import annotations

import pytest

from printkit.errors import InputError
from printkit.games.find import make_game
from printkit.games.record import record_of
from printkit.games.youscout.puzzles import answering, play_deal, try_rows
from printkit.games.youscout.seeded_deal import DEALS, Deal
from printkit.lab.youscout.clairvoyant import Solver

STRIDE = 987_654_321

CASES = [
    ("youscout", ["terminals=1"]),
    ("youscout", ["terminals=1", "swap=expansive", "court=K10"]),
    ("youscout-simplified", ["terminals=1"]),
    ("youscout-simplified", ["terminals=2", "comparison=greater-equal"]),
]


@pytest.mark.parametrize(("game_id", "options"), CASES)
def test_as_many_rows_win_as_the_solver_counts(game_id, options):
    game = make_game(game_id, options)
    solver = Solver(game)
    for index in range(25):
        deal = Deal(index * STRIDE % DEALS)
        rows, solution = try_rows(game, deal, 2), solver.solve(deal, 2)
        assert (rows.winning, rows.line is not None) == (solution.lines, solution.won), deal.code
        assert rows.winning <= rows.all


@pytest.mark.parametrize(("game_id", "options"), CASES)
def test_the_line_it_gives_wins_on_the_engine(game_id, options):
    game = make_game(game_id, options)
    lines = 0
    for index in range(25):
        deal = Deal(index * STRIDE % DEALS)
        line = try_rows(game, deal, 5).line
        if line is not None:
            lines += 1
            assert record_of(game, play_deal(game, deal, answering(line), 5)).result == "win"
    assert lines > 5


def test_without_a_sword_to_answer_there_is_one_row():
    game = make_game("youscout", ["terminals=1"])
    rows = [try_rows(game, Deal(index * STRIDE % DEALS), 4) for index in range(40)]
    forced = [each for each in rows if each.all == 1]
    assert forced
    assert all(each.line == (() if each.winning else None) for each in forced)


def test_a_start_the_board_forbids_is_refused():
    game = make_game("youscout", ["terminals=1", "swap=solid"])
    deal = next(deal for deal in map(Deal, range(500)) if len(_starts(game, deal)) < 6)
    forbidden = next(start for start in range(1, 7) if f"place {start}" not in _starts(game, deal))
    with pytest.raises(InputError, match="forbids a start"):
        try_rows(game, deal, forbidden)


def _starts(game, deal):
    state = game.start
    for card in deal.laid():
        state = state.apply(f"lay {card}")
    return state.legal()


def test_a_search_that_grows_too_large_says_so():
    game = make_game("youscout", ["terminals=3"])
    deal = next(deal for deal in map(Deal, range(50)) if try_rows(game, deal, 2).all > 50)
    with pytest.raises(InputError, match="too many rows"):
        try_rows(game, deal, 2, most=3)
