"""How marked fields lie on the table: what stays aside, seats by name, seasons from 1, flags as whose they are."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from printkit.errors import InputError
from printkit.games.state import State, aside, by_seat, numbered, seat_at


@dataclass(frozen=True, kw_only=True)
class Marked(State):
    """Nothing to do for A, B and C."""

    dealer: int = seat_at(0)
    season: int = numbered(0)
    step: int = aside(0)
    stated: tuple[int, ...] = aside((0, 0, 0), for_each=True)
    inside: tuple[bool, ...] = by_seat((True, True, True))

    def to_move(self):
        return None

    def legal(self):
        return ()

    def after(self, action):
        return self

    def outcome(self):
        return "over"

    def returns(self):
        return (0.0, 0.0, 0.0)


STATE = Marked(dealer=2, season=1, step=7, inside=(True, False, True))


def test_the_table_shows_seats_by_name_and_nothing_that_is_aside():
    zones = {zone.name: [item.face for item in zone.items] for zone in STATE.table("A").zones}
    assert zones == {"dealer": ["C"], "season": ["2"], "inside": ["A", "C"]}


def test_the_position_and_every_view_hold_them_all():
    assert STATE.position() == "dealer=2 season=1 step=7 inside=1,0,1"
    assert STATE.view("B").endswith(STATE.position())
    assert Marked().parse(STATE.position()) == STATE


@pytest.mark.parametrize("field", ["stated=0,0", "inside=1,0"])
def test_a_position_names_each_seat(field):
    with pytest.raises(InputError, match="one part for each of 3 seats"):
        Marked().parse(field)
