"""The ways a piece may go as arrows, to be drawn in diagrams."""

from __future__ import annotations

from collections.abc import Sequence

from printkit.games.board_facts import Arrow
from printkit.games.toolkit.grids import Line

__all__ = ["arrows_of"]


def arrows_of(lines: Sequence[Line], at: int, columns: int) -> tuple[Arrow, ...]:
    """The arrows of the lines a piece has from a square of a board with so many columns."""
    return tuple(_arrow(line, at, columns) for line in lines)


def _arrow(line: Line, at: int, columns: int) -> Arrow:
    first = line.squares[0]
    across, down = first % columns - at % columns, first // columns - at // columns
    way = ((across > 0) - (across < 0), (down > 0) - (down < 0))
    beyond = max(abs(across), abs(down)) > 1
    if line.far:
        return Arrow("vault" if beyond else "pass" if line.over else "slide", way)
    return Arrow("leap" if beyond else "double" if len(line.squares) > 1 else "step", way)
