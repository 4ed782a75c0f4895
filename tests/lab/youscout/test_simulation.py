"""Bulk play: the same numbers for any number of workers, honest intervals, and what is refused."""

from __future__ import annotations

import random

import pytest

import printkit.lab.youscout.simulation as simulation
from printkit.errors import InputError
from printkit.games.find import make_game
from printkit.lab.youscout.simulation import PLAYERS, Tally, Task, play_games, simulate
from printkit.solver.statistics import always_valid, difference, wilson


@pytest.mark.parametrize("player", PLAYERS)
def test_workers_change_no_digit(player):
    game = make_game("youscout", ["terminals=1"])
    task = Task(game, player, "random", 3)
    games = {"advised": 60, "clairvoyant": 5000}.get(player, 70_000)
    once = simulate(task, games)
    assert simulate(task, games, workers=3) == once
    rows = play_games(task, 0, games)
    assert once.draws == rows[:, 1].sum()
    assert once.choices == rows[:, 2].sum()
    assert once.wins == (rows[:, 0] == 1).sum()
    assert once.games == games


def test_interrupted_it_keeps_the_first_games(monkeypatch):
    task = Task(make_game("youscout"), "random", "random", 3)
    heard = []

    def interrupt(done, total):
        heard.append(done)
        if len(heard) == 3:
            raise KeyboardInterrupt

    tally = simulate(task, 500_000, workers=2, progress=interrupt)
    assert 0 < tally.games < 500_000
    assert tally == simulate(task, tally.games)


def test_progress_ends_with_all_games():
    heard = []
    simulate(Task(make_game("youscout"), "stay"), 30_000, progress=lambda *each: heard.append(each))
    assert heard[-1] == (30_000, 30_000)
    assert heard == sorted(heard)


def test_seeds_and_starts_are_different_luck():
    game = make_game("youscout")
    tallies = {
        simulate(Task(game, "random", start, seed), 3000) for start in ("2", "5") for seed in (0, 1, 2**53)
    }
    assert len(tallies) == 6


def test_means_are_those_of_a_uniform_talon():
    """With one terminal among 57 cards, as many are drawn before it as after it: 29 draws on average."""
    tally = simulate(Task(make_game("youscout", ["terminals=1"]), "stay", "random", 1), 200_000)
    assert tally.draws / tally.games == pytest.approx(29, abs=0.15)


@pytest.mark.parametrize(
    ("player", "start", "seed"),
    [("nobody", "1", 0), ("random", "7", 0), ("random", "0", 0), ("random", "", 0), ("random", "1", -1)],
)
def test_impossible_tasks_are_refused(player, start, seed):
    with pytest.raises(InputError):
        Task(make_game("youscout"), player, start, seed)


@pytest.mark.parametrize(("games", "workers"), [(0, 1), (-5, 1), (10, 0)])
def test_counts_begin_at_one(games, workers):
    with pytest.raises(InputError):
        simulate(Task(make_game("youscout"), "random"), games, workers=workers)


def test_a_board_that_forbids_the_start_is_refused():
    board = ("1", "3", "5", "2", "4", "6")
    game = make_game("youscout", ["swap=solid"])
    assert Task(game, "random", "2", board=board)
    with pytest.raises(InputError, match="forbids"):
        Task(game, "random", "5", board=board)
    with pytest.raises(InputError, match="clairvoyant"):
        Task(game, "clairvoyant", "2", board=board)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # Wilson's interval, as in any table of it.
    [(0, 10, 0.0, 0.27753), (5, 10, 0.23659, 0.76341), (81, 263, 0.25528, 0.36620), (10, 10, 0.72247, 1.0)],
)
def test_wilson(wins, games, low, high):
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-5)


def test_the_unresolved_count_both_ways():
    assert Tally(100, 40, 10).interval == (wilson(40, 100)[0], wilson(50, 100)[1])
    assert Tally(100, 40, 10).rate == 0.4
    assert Tally().interval == (0.0, 1.0)


def test_unresolved_deals_are_reported(monkeypatch):
    monkeypatch.setattr(simulation, "SEARCH_BUDGET", 1)
    tally = simulate(Task(make_game("youscout"), "clairvoyant", "5", 3), 500)
    assert tally.unresolved > 0
    assert tally.interval[1] > wilson(tally.wins, 500)[1]


def test_always_valid_intervals_hold_while_one_looks():
    """Checked after every game, they miss the rate in at most one of twenty sequences; Wilson's misses far more."""
    luck, missed, naive = random.Random(3), 0, 0
    for _ in range(150):
        wins, out, outside = 0, False, False
        for games in range(1, 400):
            wins += luck.random() < 0.3
            if games % 8 == 0:
                low, high = always_valid(wins, games)
                out |= not low <= 0.3 <= high
                low, high = wilson(wins, games)
                outside |= not low <= 0.3 <= high
        missed += out
        naive += outside
    assert missed <= 8
    assert naive > 20


@pytest.mark.parametrize(("wins", "games"), [(0, 0), (0, 50), (50, 50), (20, 50), (7, 10_000)])
def test_always_valid_intervals_are_wider_than_wilsons(wins, games):
    low, high = always_valid(wins, games)
    assert 0 <= low <= (wins / games if games else 0.5) <= high <= 1
    assert high - low >= wilson(wins, games)[1] - wilson(wins, games)[0] or games == 0
    assert always_valid(wins, games, 0.001)[1] >= high


def test_paired_differences():
    low, high = difference(30, 10, 100)
    assert low < 0.2 < high
    assert difference(10, 30, 100) == pytest.approx((-high, -low))
    assert difference(0, 0, 100)[1] > 0
