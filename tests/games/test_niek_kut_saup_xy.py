"""連撃獣裁, paragraph by paragraph: when to stop."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import pytest

from printkit.games.find import make_game
from printkit.games.saup_xy import keeping, pot_odds, throwing
from printkit.games.toolkit.turns import casts
from tests.games.air_moments import after, points

GAME = "niek-kut-saup-xy"


def thrown(*actions, players=2):
    start = make_game(GAME, [f"players={players}", "rounds=1"]).start
    return after(start, "first A", *["stake"] * players, *actions)


def test_s1_1_one_seat_after_the_other_has_its_turn():
    state = thrown("cast 3", "again", "cast 2", "keep")
    assert (state.totals, state.turn, state.to_move()) == ((5, -1), 1, "chance")


@pytest.mark.parametrize("dark", range(6))
def test_s1_2_the_first_throw_loses_nothing(dark):
    state = thrown(f"cast {dark}")
    assert state.totals[0] == dark
    assert state.legal() == ("again", "keep")


def test_s1_3_throwing_again_adds_or_loses_all():
    assert thrown("cast 3", "again", "cast 2", "again", "cast 5").totals == (10, -1)
    for dark in (0, 1):
        lost = thrown("cast 3", "again", f"cast {dark}")
        assert (lost.totals, lost.turn) == ((0, -1), 1)


def test_s1_4_the_highest_total_takes_all():
    state = thrown("cast 3", "keep", "cast 2", "again", "cast 2", "keep")
    assert points(state) == (-1, 1)
    tied = thrown("cast 3", "keep", "cast 3", "keep")
    assert (tied.to_move(), tied.pot) == ("A", 2)
    assert tied.legal() == ("stake",)


@lru_cache
def mean(total, stop):
    """The mean total of a turn that stops at `stop`."""
    if total >= stop:
        return Fraction(total)
    return sum(odds * mean(total + dark, stop) for dark, (_, odds) in enumerate(casts(5)) if dark > 1)


def test_s1_5_stop_at_13_for_the_highest_mean():
    means = {
        stop: sum(odds * mean(dark, stop) for dark, (_, odds) in enumerate(casts(5))) for stop in range(1, 30)
    }
    assert max(means, key=means.__getitem__) == 13
    assert round(float(means[13]), 3) == 6.167
    gain = sum(odds * dark for dark, (_, odds) in enumerate(casts(5)) if dark > 1)
    assert gain == Fraction(75, 32)


@pytest.mark.parametrize(("later", "stop"), [(0, 1), (1, 9), (2, 15), (3, 19)])
def test_s1_5_stop_later_the_more_seats_come_behind(later, stop):
    enough = [
        total for total in range(1, 40) if keeping(total, -1, 0, later) >= throwing(total, -1, 0, later)
    ]
    assert enough == [*range(stop, 40)]


def test_s1_5_r41_the_chances_of_two_are_exact():
    """A loss leaves a 0, which ties with a 0, and who tie play on in the same order: solved once more, another way."""
    throws = [(dark, float(odds)) for dark, (_, odds) in enumerate(casts(5))]

    def won_by_first(again):
        """The chance of the first seat, if a tie is worth `again` to it."""

        @lru_cache
        def second(total, best):
            stop = float(total > best) or (total == best) * (1 - again)
            return max(stop, thrown_by_second(total, best, False)) if total <= best else stop

        @lru_cache
        def thrown_by_second(total, best, fresh):
            lost = (best == 0) * (1 - again)
            return sum(
                odds * (second(total + dark, best) if fresh or dark > 1 else lost) for dark, odds in throws
            )

        @lru_cache
        def first(total):
            stop = 1 - thrown_by_second(0, total, True)
            if total >= 40:
                return stop
            lost = 1 - thrown_by_second(0, 0, True)
            return max(stop, sum(odds * (first(total + dark) if dark > 1 else lost) for dark, odds in throws))

        return sum(odds * first(dark) for dark, odds in throws)

    chance = 0.5
    for _ in range(30):
        chance = won_by_first(chance)
    assert pot_odds(2) == pytest.approx((chance, 1 - chance))
    assert round(100 * chance, 1) == 28.9


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s1_5_r41_somebody_wins(players):
    odds = pot_odds(players)
    assert sum(odds) == pytest.approx(1)
    assert list(odds) == sorted(odds)
