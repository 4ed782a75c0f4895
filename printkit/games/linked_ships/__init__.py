"""連船之遊, a race with cargo: three ships each carry resources round a ring and use them up on the way."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from printkit.games.board_facts import BoardFacts
from printkit.games.core import SEATS, Action, choice
from printkit.games.game import GameModule
from printkit.games.linked_ships import ring
from printkit.games.linked_ships.narration import (
    in_rounds,
    narrate,
    shown,
    starts,
    with_plunder,
    with_turnings,
)
from printkit.games.linked_ships.ring import CAPACITY, GOAL, Ship, actions_of, start_of, worth
from printkit.games.narration import with_ways
from printkit.games.players import Thumb, best_by
from printkit.games.proof import Fields, Figure, Line, Proof
from printkit.games.throwing_sticks.narration import part_narration

__all__ = ["GAME", "THUMBS"]

_COLOURS = ("black", "red", "blue", "green")
"""The players' colours, one a seat."""
_SHIPS = 3
"""How many ships each seat has."""
_GOAL_TRACK = 25
"""How far the track of the goal is numbered before it begins again; it has no end (linked-ships §1.1)."""
_TRACKS = {"goal": _GOAL_TRACK, "stock": ring.STOCK, "ship": ring.CAPACITY}
"""How far the tracks of a slip go; there is one for each ship."""
_BEGIN = {"stock-start": ring.STOCK, "ship-start": ring.BUILT}


def _find_board(options: Mapping[str, str]) -> BoardFacts:
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
    cards={f"slip-{colour}": {"colour": colour, "sign": "船", **_TRACKS, **_BEGIN} for colour in _COLOURS},
    lines=_lines,
    wrong=lambda fields: "",
    printed={},
    identity=("colour",),
)
"""The slip of each player: how far its tracks go, and where its cubes begin."""


_shown = partial(shown, tracks=_TRACKS)

GAME = GameModule(
    id="linked-ships",
    names={"en": "Linked ships", "ja": "連船之遊"},
    start=start_of,
    seats=lambda chosen: SEATS[: int(chosen["players"])],
    seats_option="players",
    options=(
        choice("players", "how many play (§1.2)", "3", "2", "4"),
        choice(
            "fuel",
            "whether the ship's cargo pays for a move or the stock at the start (§2.1)",
            "cargo",
            "start",
        ),
    ),
    worth=worth,
    actions=actions_of,
    thumbs="printkit.games.linked_ships:THUMBS",
    levels={
        "beginner": "greedy~1",
        "easy": "greedy~0.4",
        "medium": "minimax:1",
        "strong": "minimax:2",
    },
    ply_limit=2_000,
    board=_find_board,
    proof=PROOF,
    narration=in_rounds(
        with_turnings(with_plunder(with_ways(part_narration("rounds", starts, narrate, _shown))))
    ),
    shown=_shown,
)


_ENOUGH = 9
"""What a ship brings to the goal at least."""


def _ship(seen: Any, at: int, action: Action) -> Ship:
    ship: Ship = seen.ships[at][int(action.split()[1]) - 1]
    return ship


def _left(seen: Any, at: int, action: Action) -> int:
    """What a ship would carry after a move."""
    return _ship(seen, at, action).cargo - (0 if seen.stock_pays else seen.dark)


def _arrives(seen: Any, at: int, action: Action) -> bool:
    return bool(_ship(seen, at, action).step + seen.dark >= GOAL)


def _moves(legal: tuple[Action, ...]) -> list[Action]:
    return [each for each in legal if each.startswith("move")]


def _thumb_arrive(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Sails into the goal with enough left."""
    return [each for each in _moves(legal) if _arrives(seen, at, each) and _left(seen, at, each) >= _ENOUGH]


def _thumb_care(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Sails neither into the goal with less nor until nothing is left, and unloads no ship on its way."""

    def wastes(action: Action) -> bool:
        word = action.split()[0]
        if word == "move":
            return _arrives(seen, at, action) or _left(seen, at, action) <= 0
        return word == "pass" or (word == "unload" and _ship(seen, at, action).step < GOAL)

    return [each for each in legal if not wastes(each)]


def _thumb_load(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Loads the foremost ship as long as the whole throw has room on it."""
    fits = [
        each
        for each in legal
        if each.startswith("supply") and 0 < _ship(seen, at, each).cargo <= CAPACITY - seen.dark
    ]
    return best_by(fits, lambda each: _ship(seen, at, each).step)


def _thumb_sail(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Else sails the foremost ship."""
    return best_by(_moves(legal), lambda each: _ship(seen, at, each).step)


THUMBS = (
    Thumb("arrive", _thumb_arrive),
    Thumb("care", _thumb_care),
    Thumb("load", _thumb_load),
    Thumb("sail", _thumb_sail),
)
"""Rules of thumb: load one ship, sail it in, and begin again."""
