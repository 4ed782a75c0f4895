"""What a kit of 連船之遊 prints: the ring, its pieces, and how far the tracks of a player's slip go."""

from __future__ import annotations

from collections.abc import Mapping

from printkit.games.board_facts import BoardFacts
from printkit.games.linked_ships import ring
from printkit.games.proof import Fields, Figure, Line, Proof

__all__ = ["PROOF", "TRACKS", "find_board"]

_COLOURS = ("black", "red", "blue", "green")
"""The players' colours, one a seat."""
_SHIPS = 3
"""How many ships each seat has."""
_GOAL_TRACK = 25
"""How far the track of the goal is numbered before it begins again; it has no end (linked-ships §1.1)."""
TRACKS = {"goal": _GOAL_TRACK, "stock": ring.STOCK, "ship": ring.CAPACITY}
"""How far the tracks of a slip go; there is one for each ship."""
_BEGIN = {"stock-start": ring.STOCK, "ship-start": ring.BUILT}


def find_board(options: Mapping[str, str]) -> BoardFacts:
    """The squares of the ring, named by their steps, and the pieces of four players."""
    return BoardFacts(
        columns=(),
        rows=(),
        sticks=ring.Ring.sticks,
        way=ring.WAY,
        counters={
            **{f"ship-{colour}-{ship}": 1 for colour in _COLOURS for ship in range(1, _SHIPS + 1)},
            **{f"cube-{colour}": _SHIPS + 2 for colour in _COLOURS},
        },
    )


def _lines(fields: Fields, turned: bool, words: Mapping[str, str]) -> tuple[Line, ...]:
    """The numbers of a slip's tracks, a line each; a slip is read one way up."""
    if turned:
        return ()
    ends = [(track, int(str(fields[track]))) for track in ("goal", "stock", *("ship",) * _SHIPS)]
    return tuple(Line(tuple(Figure(str(number), track) for number in range(end + 1))) for track, end in ends)


PROOF = Proof(
    cards={f"slip-{colour}": {"colour": colour, "sign": "船", **TRACKS, **_BEGIN} for colour in _COLOURS},
    lines=_lines,
    wrong=lambda fields: "",
    printed={},
    identity=("colour",),
)
"""The slip of each player: how far its tracks go, and where its cubes begin."""
