"""Boards of squares: names, rays, neighbours and distances, the ways pieces go, and arrows that show them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from printkit.games.board_facts import Arrow

__all__ = [
    "ALL",
    "BACK",
    "DIAGONAL",
    "FORWARD",
    "ORTHOGONAL",
    "SIDES",
    "Direction",
    "Grid",
    "Line",
    "Stride",
    "Way",
    "arrows_of",
    "leap",
    "reached",
    "slide",
    "vault",
    "walk",
]


# ── boards of squares ────────────────────────────────────────────────────────────────────────────────────────────────

Direction: TypeAlias = tuple[int, int]
"""Columns to the right and rows down."""

FORWARD: tuple[Direction, ...] = ((0, -1),)
"""Up, as the player below sees it."""
BACK: tuple[Direction, ...] = ((0, 1),)
SIDES: tuple[Direction, ...] = ((-1, 0), (1, 0))
ORTHOGONAL = FORWARD + BACK + SIDES
DIAGONAL: tuple[Direction, ...] = ((-1, -1), (1, -1), (-1, 1), (1, 1))
ALL = ORTHOGONAL + DIAGONAL


class Line(NamedTuple):
    """The squares a piece may go to along one ray, in their order.

    It may end on any of them until it has met more than `over` pieces; on the last one met it may end too. A `far` one
    has no fixed length.
    """

    squares: tuple[int, ...]
    over: int = 0
    far: bool = False


Way: TypeAlias = Callable[[tuple[int, ...]], Line]
"""How a piece goes along a ray."""


class Stride(NamedTuple):
    """A way of going and the directions it may take, as the player below sees them."""

    way: Way
    directions: tuple[Direction, ...]


def slide(over: int = 0) -> Way:
    """Any number of squares, passing over as many pieces in all."""
    return lambda ray: Line(ray, over, far=True)


def vault() -> Way:
    """Any number of squares but the first, which does not matter at all."""
    return lambda ray: Line(ray[1:], far=True)


def leap(number: int) -> Way:
    """Exactly so many squares, whatever stands between."""
    return lambda ray: Line(ray[number - 1 : number])


def walk(number: int) -> Way:
    """Up to so many squares, as long as those between are empty."""
    return lambda ray: Line(ray[:number])


def reached(line: Line, taken: Callable[[int], bool]) -> Iterator[int]:
    """The squares of a line a piece may end on, taken ones too, given which are `taken`."""
    over = line.over
    for at in line.squares:
        yield at
        if taken(at):
            if not over:
                return
            over -= 1


@dataclass(frozen=True)
class Grid:
    """A board; a square is its index, row after row from the top left, its name the column's and the row's."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The squares' names by index."""
        return tuple(column + row for row in self.rows for column in self.columns)

    @cached_property
    def index(self) -> dict[str, int]:
        """The squares by name."""
        return {name: at for at, name in enumerate(self.names)}

    def of(self, names: str) -> frozenset[int]:
        """The squares of these names, which stand between spaces; raises `KeyError` for one that is none."""
        return frozenset(self.index[name] for name in names.split())

    def ray(self, at: int, direction: Direction) -> tuple[int, ...]:
        """The squares from `at`, which is not among them, to the edge."""
        wide, high = len(self.columns), len(self.rows)
        column, row = at % wide + direction[0], at // wide + direction[1]
        found = []
        while 0 <= column < wide and 0 <= row < high:
            found.append(row * wide + column)
            column, row = column + direction[0], row + direction[1]
        return tuple(found)

    def rays(self, at: int, directions: Iterable[Direction]) -> tuple[tuple[int, ...], ...]:
        """The rays that have any square."""
        return tuple(ray for direction in directions if (ray := self.ray(at, direction)))

    @cached_property
    def near(self) -> tuple[tuple[int, ...], ...]:
        """For each square those that touch it, at corners too, sorted."""
        squares = range(len(self.names))
        return tuple(tuple(sorted(ray[0] for ray in self.rays(at, ALL))) for at in squares)

    def distance(self, one: int, other: int) -> int:
        """How many steps in any of the eight directions part two squares (Chebyshev's distance)."""
        wide = len(self.columns)
        return max(abs(one % wide - other % wide), abs(one // wide - other // wide))

    def bearing(self, one: int, other: int) -> Direction:
        """Where `other` lies from `one`: the signs of the columns and rows between them."""
        wide = len(self.columns)
        column, row = other % wide - one % wide, other // wide - one // wide
        return (column > 0) - (column < 0), (row > 0) - (row < 0)

    def lines(self, strides: Sequence[Stride], *, turned: bool = False) -> tuple[tuple[Line, ...], ...]:
        """For each square the lines a piece with these strides has from it; `turned` for the player above."""
        sign = -1 if turned else 1
        return tuple(
            tuple(
                line
                for stride in strides
                for ray in self.rays(at, ((sign * x, sign * y) for x, y in stride.directions))
                if (line := stride.way(ray)).squares
            )
            for at in range(len(self.names))
        )


# ── the ways a piece may go as arrows, to be drawn in diagrams ───────────────────────────────────────────────────────


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
