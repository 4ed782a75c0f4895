"""連船之遊, paragraph by paragraph."""

from __future__ import annotations

import pytest

from printkit.games.find import make_game
from printkit.games.linked_ships.ring import CAPACITY, GOAL, WAY, Ship
from tests.games.air_moments import after, moment, points

GAME = "linked-ships"
NONE = (Ship(), Ship(), Ship())


def thrown(dark, *ships, others=NONE, options=(), **fields):
    """A has thrown so many; the other two seats have these ships."""
    mine = (*ships, *NONE)[:3]
    return moment(GAME, *options, phase="act", dark=dark, ships=(mine, others, NONE), **fields)


def test_s1_1_a_ship_carries_fifteen():
    assert GOAL == 20
    state = after(thrown(4, Ship(3, 13)), "supply 1")
    assert state.ships[0][0] == Ship(3, CAPACITY)
    assert "supply 1" not in thrown(4, Ship(3, CAPACITY)).legal()


def test_s1_2_the_set_up():
    state = make_game(GAME, ["players=2"]).start
    assert state.ships == ((Ship(0, 5), Ship(), Ship()),) * 2
    assert (state.stock, state.goal) == ((20, 20), (0, 0))
    assert after(state, "first B").to_move() == "chance"


def test_s2_1_a_move_uses_up_the_cargo_or_the_stock():
    state = after(thrown(3, Ship(2, 7)), "move 1")
    assert (state.ships[0][0], state.stock[0], state.turn) == (Ship(5, 4), 20, 1)
    assert "move 1" not in thrown(3, Ship(2, 2)).legal()
    paid = after(thrown(3, Ship(2, 2), options=("fuel=start",)), "move 1")
    assert (paid.ships[0][0], paid.stock[0]) == (Ship(5, 2), 17)
    assert "move 1" not in thrown(3, Ship(2, 2), options=("fuel=start",), stock=(2, 20, 20)).legal()
    assert after(thrown(5, Ship(18, 9)), "move 1").goal[0] == 4


def test_s2_2_supply_comes_from_the_common_stock():
    state = after(thrown(3, Ship(2, 7)), "supply 2")
    assert state.ships[0][1] == Ship(0, 3)
    assert state.stock[0] == 20
    assert "supply 1" not in thrown(3, Ship(GOAL, 0)).legal()


def test_s2_3_building_costs_five():
    state = after(thrown(3, Ship(2, 7)), "build 2")
    assert (state.ships[0][1], state.stock[0]) == (Ship(0, 5), 15)
    assert "build 1" not in thrown(3, Ship(2, 7)).legal()
    assert "build 2" not in thrown(3, Ship(2, 7), stock=(4, 20, 20)).legal()


@pytest.mark.parametrize(("dark", "there", "taken"), [(4, 9, 3), (4, 2, 2), (2, 9, 1)])
def test_s2_4_plundering_takes_one_less_than_the_throw(dark, there, taken):
    others = (Ship(6, there), Ship(), Ship())
    state = after(thrown(dark, Ship(6, 5), others=others), "plunder 1 B1")
    assert state.ships[0][0].cargo == 5 + taken
    assert state.ships[1][0] == (Ship(6, there - taken) if there > taken else Ship())


def test_s2_4_nobody_plunders_at_the_start_with_a_throw_of_one_or_into_a_full_ship():
    others = (Ship(6, 9), Ship(0, 5), Ship())
    for dark, ship in ((1, Ship(6, 5)), (4, Ship(0, 5)), (4, Ship(5, 5)), (4, Ship(6, CAPACITY))):
        assert not any("plunder" in action for action in thrown(dark, ship, others=others).legal())


def test_s2_5_unloading_brings_a_ship_back():
    state = after(thrown(3, Ship(12, 7)), "unload 1")
    assert (state.ships[0][0], state.stock[0]) == (Ship(), 27)
    assert after(thrown(3, Ship(GOAL, 0)), "unload 1").ships[0][0] == Ship()


def test_s2_6_a_throw_of_nothing():
    assert thrown(0, Ship(2, 7)).legal() == ("build 2", "build 3", "pass", "unload 1")
    assert "pass" not in thrown(3, Ship(2, 7)).legal()
    stuck = thrown(3, Ship(GOAL), Ship(GOAL), Ship(GOAL), stock=(0, 0, 0))
    assert "pass" not in stuck.legal()


def test_s3_1_the_goal_gets_all_and_the_ship_stays():
    state = after(thrown(2, Ship(18, 9)), "move 1")
    assert (state.ships[0][0], points(state)) == (Ship(GOAL, 0), (7, 0, 0))
    assert after(thrown(2, Ship(18, 2)), "move 1").ships[0][0] == Ship(GOAL, 0)


def test_s3_2_an_empty_ship_goes_back():
    assert after(thrown(2, Ship(4, 2)), "move 1").ships[0][0] == Ship()


def test_s3_3_all_have_as_many_turns():
    state = after(thrown(2, Ship(18, 9), goal=(14, 0, 0), began=0), "move 1")
    assert state.outcome() is None
    state = after(state, "cast 0", "pass", "cast 0", "pass")
    assert state.outcome().result == "A"
    last = after(thrown(2, Ship(18, 9), goal=(14, 0, 21), began=1), "move 1")
    assert last.outcome().result == "A+C"


def test_the_table_shows_the_ring_and_the_slips():
    state = thrown(3, Ship(2, 7), Ship(2, 1), others=(Ship(2, 4), Ship(GOAL), Ship()))
    board, *rest = state.table("").zones
    standing = {name: item.face for name, item in zip(board.names, board.items, strict=True) if item}
    assert board.names == WAY
    assert standing == {"0": "A3 B3 C1 C2 C3", "2": "A1 A2 B1", "20": "B2"}
    tracks = {zone.name: zone.items[0].face for zone in rest if zone.owner == "A"}
    assert tracks == {"goal": "0", "stock": "20", "ship-1": "7", "ship-2": "1", "ship-3": "0"}
