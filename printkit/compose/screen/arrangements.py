"""How a table may lie on a screen: what is tried, what fits, and how good it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from printkit.compose.screen.things import Block

__all__ = ["Arrangement", "Room", "arrangements", "fits", "in_room", "size_in"]

# How many mm the shorter side of a screen may stand for; a table of cards needs less.
BOARDS, CARDS = (72.0, 96.0, 124.0, 160.0), (66.0, 84.0, 104.0, 128.0)
# How wide a card in one's own hand may be, mm; beside a board it is as wide as the first.
OWN = (13.0, 17.0, 21.0)
# How wide what lies beside a board may be, mm.
BESIDE = (14.0, 36.0)
# Up to so much wider than high a screen is upright: what is not on the board lies above and below it.
UPRIGHT = 1.05
# Pixels of a mm below which small letters are hard to read; the largest mm of a screen, in shares of its shorter side.
READABLE, LARGEST = 4.4, 1 / 62
# A table that is larger than its screen by this share still fits it: it is drawn so much smaller.
SLACK = 1.02


class Room(NamedTuple):
    """What a screen has for a table, in its own pixels, and the number of the arrangement seen there (-1: none)."""

    width: float
    height: float
    kept: int = -1


class Arrangement(NamedTuple):
    """A screen's width and height, the width of what lies beside the board (0: it lies above and below), and of a card
    in one's own hand; mm."""

    width: float
    height: float
    beside: float = 0.0
    own: float = OWN[0]


def arrangements(room: Room, *, with_board: bool) -> Mapping[int, Arrangement]:
    """What is tried in a room, by its number."""
    short = min(room.width, room.height)
    sizes = [(room.width * mm / short, room.height * mm / short) for mm in (BOARDS if with_board else CARDS)]
    if with_board:
        beside = BESIDE if room.width > UPRIGHT * room.height else (0.0,)
        found = [Arrangement(*size, each) for size in sizes for each in beside if each < size[0] / 2]
    else:
        found = [Arrangement(*size, own=own) for size in sizes for own in OWN]
    return dict(enumerate(found))


def _pixels(block: Block, room: Room) -> float:
    """How many pixels a mm of the block has, where all of it is seen."""
    most = max(READABLE, LARGEST * min(room.width, room.height))
    return min(most, room.width / block.width, room.height / block.height)


def fits(block: Block, arrangement: Arrangement) -> bool:
    """Whether a drawing keeps to the screen it was arranged for."""
    return block.width < SLACK * arrangement.width and block.height < SLACK * arrangement.height


def size_in(room: Room, block: Block, board: float) -> float:
    """How good a drawing is for a room: the size of its board (mm) in pixels, less where words are too small."""
    pixels = _pixels(block, room)
    return board * pixels * min(1.0, pixels / READABLE)


def in_room(block: Block, room: Room) -> Block:
    """The block in the middle of a sheet of the room's own shape."""
    pixels = _pixels(block, room)
    width, height = room.width / pixels, room.height / pixels
    moved = block.moved((width - block.width) / 2, (height - block.height) / 2)
    return moved._replace(width=width, height=height)
