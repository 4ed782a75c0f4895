"""Draws the ways that the pawns of a race have gone in a picture, as arrows in their inks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from printkit.compose.boards.diagrams import Diagrams
from printkit.compose.boards.ways import beside_items, lanes_of, walked_items
from printkit.compose.pieces.standees import pawn_of
from printkit.games.narration import Move
from printkit.geometry import Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, Ink
from printkit.scene.model import Item

__all__ = ["pawn_ways"]

# How far arrows lie side by side, and how far off the middle of a start they begin, in squares.
LANE, OFF = 0.2, 0.5


def pawn_ways(
    kit: Kit, printed: Diagrams, slots: Mapping[str, Rect], moves: Sequence[Move]
) -> Iterator[Item]:
    """The arrows of these moves on the kit's board: over a road, beside the places of a river, each way once."""
    way = printed.facts.way
    gone = dict.fromkeys(
        (_ink(kit, move.what), way.index(move.source), way.index(move.target))
        for move in moves
        if move.source in way and move.target in way
    )
    cells = [slots[name] for name in way]
    draw = _beside if printed.board.ground == "water" else _over
    # The paper round one arrow would cut into another beside it.
    for part in zip(*draw(printed, cells, [*gone]), strict=True):
        yield from chain.from_iterable(part)


def _ink(kit: Kit, name: str) -> Ink:
    pawn = pawn_of(kit, name)
    return kit.inks[pawn.front.ink] if pawn else BLACK


_Ways = Sequence[tuple[Ink, int, int]]
_Drawn = tuple[list[Item], list[Item]]


def _over(printed: Diagrams, cells: Sequence[Rect], gone: _Ways) -> Iterator[_Drawn]:
    """From square to square of the way, side by side where they would lie on one another."""
    lanes = lanes_of([(start, end) for _, start, end in gone])
    for (ink, start, end), lane in zip(gone, lanes, strict=True):
        squares = cells[start : end + 1] if start < end else [cells[start], cells[end]]
        # Others lie above the first, away from the numbers.
        aside = LANE * lane * (1 if squares[1].x < squares[0].x else -1)
        # The sign of a start on rock stays free.
        off = OFF if printed.board.ground == "rock" and start == 0 else 0.0
        yield walked_items(squares, ink, aside, off, back=start > end)


def _beside(printed: Diagrams, cells: Sequence[Rect], gone: _Ways) -> Iterator[_Drawn]:
    """Inside the ring, so that no place and no ship lies below an arrow."""
    begun: Counter[int] = Counter()
    ended: Counter[int] = Counter()
    lanes = lanes_of([(start, end) for _, start, end in gone])
    for (ink, start, end), lane in zip(gone, lanes, strict=True):
        yield beside_items(cells, (start, end), ink, lane, (begun[start], ended[end]))
        begun[start], ended[end] = begun[start] + 1, ended[end] + 1
