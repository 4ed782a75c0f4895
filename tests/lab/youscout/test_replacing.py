"""War replacement searched some cards deep: rows that can be played, and win more than single cards do."""

from __future__ import annotations

from itertools import pairwise

import pytest

from printkit.games.find import make_game
from printkit.games.record import read_record, replay
from printkit.games.youscout.rules import DONE
from printkit.lab.youscout.advisor import Advisor
from printkit.lab.youscout.judge import judge_record
from printkit.lab.youscout.replacing import best_row, race
from printkit.solver.evaluation import REPLACEMENT, SWORD


@pytest.fixture(scope="module")
def record(root):
    name = "templates/youscout/games/war-replacement.txt"
    return read_record((root / name).read_text(encoding="utf-8"), name)


@pytest.fixture(scope="module")
def game(record):
    return make_game(record.game, {**dict(record.options), "replacements": "3"})


@pytest.fixture(scope="module")
def moved(game, record):
    """Tables after a move, before anything is replaced."""
    options = make_game(record.game, dict(record.options))
    tables = [step.state for step in replay(record, options)]
    waiting = [game.parse(table.view("player")) for table in tables if table.drawn]
    return [table.apply("move") for table in waiting]


@pytest.fixture(scope="module")
def trial(game):
    advisor = Advisor(game)
    return lambda table, first, games: int(advisor.outcomes(table, (1, 2), first, games).sum())


def test_a_row_is_legal_and_leads_to_its_table(moved, trial):
    for table in moved:
        row = best_row(table, trial)
        after = table
        for action in row.actions:
            after = after.apply(action)
        assert after == row.table
        assert len(row.actions) <= 3


def test_a_row_wins_more_than_one_card_and_that_more_than_none(moved, trial):
    """In other games than those it was found in."""
    wins = []
    for depth in (0, 1, 4):
        rows = [best_row(table, trial, depth) for table in moved]
        assert all(len(row.actions) <= depth for row in rows)
        wins.append(sum(trial(row.table, 1 << 20, 8192) for row in rows))
    # On the same cards: what is not worth anything differs by some tens of games of 24,576.
    assert wins[0] + 150 < wins[1]
    assert wins[1] + 50 < wins[2]


def test_nothing_is_replaced_where_nothing_may_be(game, moved, trial):
    closed = moved[-1].apply(DONE)
    assert best_row(closed, trial) == ((), closed, best_row(closed, trial).wins)


def test_a_race_keeps_the_best(moved, trial):
    table = moved[-1]
    tables = [table.apply(action) for action in table.legal() if action != DONE]
    kept = race(tables, trial, 3)
    wins = sorted((trial(each, 0, 2048) for each in tables), reverse=True)
    assert len(kept) == 3
    assert max(trial(each, 0, 2048) for each in kept) >= wins[2]
    assert race(reversed(tables), trial, 3) == kept


def test_the_move_is_worth_what_its_replacements_make_of_it(record):
    """The win probability of a move is that of the best row found after it, not of being done at once."""
    game = make_game(record.game, dict(record.options))
    judgement = judge_record(game, record, games=4096)
    before, after = next(
        (one, other)
        for one, other in pairwise(judgement.choices)
        if other.kind == REPLACEMENT and one.kind == SWORD
    )
    done = after.answer(DONE).odds
    best = max(answer.odds for answer in after.answers)
    assert before.answer("move").odds > done + 0.02
    assert before.answer("move").odds == pytest.approx(best, abs=0.03)
