"""獣裁, paragraph by paragraph, with its exact odds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from printkit.games.find import make_game
from printkit.games.toolkit.turns import at_least, casts
from tests.games.air_moments import after, moment, points

GAME = "saup-xy"
STAKES = ("first A", "stake", "stake", "stake")


def test_s1_1_everybody_stakes_and_the_next_seat_begins_the_next_pot():
    state = after(make_game(GAME).start, "first B", "stake", "stake", "stake")
    assert points(state) == (-1, -1, -1)
    assert (state.pot, state.to_move(), state.turn) == (3, "chance", 1)
    state = after(state, "cast 3", "cast 1", "cast 0")
    assert (state.round, state.to_move()) == (1, "C")
    last = after(make_game(GAME, ["rounds=1"]).start, *STAKES, "cast 3", "cast 1", "cast 0")
    assert last.outcome().result == "A"


def test_s1_2_everybody_throws_once():
    state = after(make_game(GAME).start, *STAKES, "cast 3")
    assert (state.totals, state.turn) == ((3, -1, -1), 1)


def test_s1_3_the_highest_takes_all():
    state = after(make_game(GAME).start, *STAKES, "cast 3", "cast 5", "cast 0")
    assert points(state) == (-1, 2, -1)


def test_s1_4_those_who_share_the_highest_stake_and_throw_again():
    state = after(make_game(GAME).start, *STAKES, "cast 3", "cast 0", "cast 3")
    assert state.inside == (True, False, True)
    assert state.to_move() == "A"
    state = after(state, "stake", "stake")
    assert (state.pot, points(state)) == (5, (-2, -1, -2))
    assert points(after(state, "cast 1", "cast 2")) == (-2, -1, 3)


@pytest.mark.parametrize(("players", "percent"), [(2, 75.4), (3, 66.5), (4, 61.3), (5, 57.8), (6, 55.1)])
def test_s1_4_how_often_the_first_throw_decides(players, percent):
    decided = sum(
        players * odds * (1 - at_least(5, dark)) ** (players - 1) for dark, (_, odds) in enumerate(casts(5))
    )
    assert round(100 * float(decided), 1) == percent
    if players == 2:
        assert decided == Fraction(193, 256)
        assert decided == _played_odds(moment(GAME, "players=2", phase="cast", pot=2))


def _played_odds(state):
    """How often the first throws of the engine decide."""
    if state.to_move() != "chance":
        return Fraction(state.round == 1)
    return sum(odds * _played_odds(state.after(action)) for action, odds in state.chances())
