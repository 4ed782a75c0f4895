"""The mats of a kit: what lies where on the table, as `mat.toml` states it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from printkit.errors import InputError, Problem, nearest_hint
from printkit.geometry import Size
from printkit.kit.model_base import Length, Table

__all__ = ["MAT", "Board", "Mat", "MatFile", "MatPlace", "PlaceKind", "read_mat"]

MAT = "mat.toml"

# A line of the hexagram has a card and a spread pile, a pile is spread, a slot is one neat stack.
PlaceKind = Literal["line", "pile", "slot"]


@dataclass(frozen=True, slots=True)
class Board:
    """A mat of one size: the paper it is printed on in one piece, and its own width and height in mm."""

    paper: str
    size: Size


class MatPlace(Table):
    """A place for cards: its id, where it stands in columns and rows of the grid, and its texts' key."""

    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9]{1,4}$")]
    kind: PlaceKind
    column: Annotated[int, Field(ge=0, le=20)]
    row: Annotated[float, Field(ge=0, le=20)]
    text: str
    note: str = ""
    suit: str = ""
    counters: bool = False


@dataclass(frozen=True, slots=True)
class Mat:
    """The table: boards from the smallest, places in the order of the grid, and the ways between the lines.

    `spread` is how much of a card shows under the next one of a spread pile, `gap` the least room between two
    places one above the other; mm. `forward` are the lines in the order the token goes, `across` the pairs
    that face each other, `captions` the texts on the panel below its `heading` (none: the title).
    """

    spread: float
    gap: float
    boards: tuple[Board, ...]
    places: tuple[MatPlace, ...]
    forward: tuple[str, ...]
    across: tuple[tuple[str, str], ...]
    ways: Mapping[str, str]
    captions: tuple[str, ...]
    heading: str = ""

    @property
    def columns(self) -> int:
        """How many columns the grid has."""
        return max(place.column for place in self.places) + 1

    @property
    def rows(self) -> float:
        """The row of the lowest place."""
        return max(place.row for place in self.places)

    def place(self, place_id: str) -> MatPlace:
        """The place of that id; the loader has made sure of those the ways name."""
        return next(place for place in self.places if place.id == place_id)

    def text_keys(self) -> Iterator[tuple[str, str]]:
        """Every text it prints, as (key, font role)."""
        for place in self.places:
            yield place.text, "display"
            if place.note:
                yield place.note, "text"
        for key in (*self.ways.values(), *self.captions):
            yield key, "text"
        if self.heading:
            yield self.heading, "display"


class _BoardSpec(Table):
    paper: str
    width: Annotated[Length, Field(ge=50, le=2000)]
    height: Annotated[Length, Field(ge=50, le=2000)]


class _WaysSpec(Table):
    forward: str
    backward: str
    across: str


class MatFile(Table):
    """mat.toml."""

    spread: Annotated[Length, Field(ge=4, le=60)]
    gap: Annotated[Length, Field(ge=0, le=60)]
    boards: Annotated[tuple[_BoardSpec, ...], Field(min_length=1)]
    places: Annotated[tuple[MatPlace, ...], Field(min_length=2)]
    forward: tuple[str, ...] = ()
    across: tuple[tuple[str, str], ...] = ()
    ways: _WaysSpec
    captions: tuple[str, ...] = ()
    heading: str = ""


def read_mat(table: Mapping[str, Any], suits: Mapping[str, object], file: str = MAT) -> Mat:
    """The mat in a file's tables; every problem of the file comes in one InputError."""
    spec = MatFile.read(table, file)
    problems = list(_problems(spec, suits, file))
    if problems:
        raise InputError(problems=problems)
    return Mat(
        spread=spec.spread,
        gap=spec.gap,
        boards=tuple(Board(board.paper, Size(board.width, board.height)) for board in spec.boards),
        places=spec.places,
        forward=spec.forward,
        across=spec.across,
        ways=dict(spec.ways),
        captions=spec.captions,
        heading=spec.heading,
    )


def _problems(spec: MatFile, suits: Mapping[str, object], file: str) -> Iterator[Problem]:
    ids = [place.id for place in spec.places]
    for number, place in enumerate(spec.places):
        if place.id in ids[:number]:
            yield Problem(f"the place {place.id!r} is defined twice", file, f"places[{number}].id")
        if place.suit and place.suit not in suits:
            hint = nearest_hint(place.suit, suits)
            yield Problem(f"unknown suit {place.suit!r}", file, f"places[{number}].suit", hint)
        above = [other for other in spec.places[:number] if other.column == place.column]
        if any(abs(other.row - place.row) < 1 for other in above):
            yield Problem(f"the place {place.id!r} overlaps another", file, f"places[{number}].row")
    lines = [place.id for place in spec.places if place.kind == "line"]
    named = [("forward", name) for name in spec.forward]
    named += [("across", name) for pair in spec.across for name in pair]
    for key, name in named:
        if name not in lines:
            yield Problem(f"{name!r} is not a line", file, key, nearest_hint(name, lines))
