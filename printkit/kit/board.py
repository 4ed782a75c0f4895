"""The boards and mats of a kit, as `board.toml` and `mat.toml` state them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import Field

from printkit.errors import InputError, Problem, nearest_hint
from printkit.geometry import Rect, Size
from printkit.kit.blocks import HANDS_TEXTS
from printkit.kit.model_base import Box, Id, Length, Table, unknown_games

__all__ = [
    "BOARD",
    "KINDS",
    "MAT",
    "NO_SQUARE",
    "Board",
    "BoardFile",
    "BoardPanel",
    "BoardSpec",
    "Mat",
    "MatFile",
    "MatPlace",
    "PlaceKind",
    "read_boards",
    "read_mat",
]


# ── the boards of a kit ──────────────────────────────────────────────────────────────────────────────────────────────

BOARD = "board.toml"

# In mm: how far the leaves of a board lie on each other, and the width of A4 less what its printer cannot reach.
FLAP, LEAF = 8.0, 200.0
KINDS: Mapping[str, frozenset[str]] = {
    " ": frozenset(),
    ".": frozenset(),
    "~": frozenset({"water"}),
    "/": frozenset({"hue"}),
    "\\": frozenset({"hue"}),
    "^": frozenset({"water", "hue"}),
    "2": frozenset({"lines-2"}),
    "3": frozenset({"lines-3"}),
    ",": frozenset(),
    "S": frozenset({"start"}),
    "G": frozenset({"lines-3", "goal"}),
}
"""What the characters of a board's rows stand for; the two slashes say where the way of the square leads.

A blank is no square at all; a comma is land, which no rule names.
"""
NO_SQUARE, NO_STEP = " ", "."

Panel = Literal[
    "hands",
    "rates",
    "seasons",
    "title",
    "score",
    "emblem",
    "place",
    "harbour",
    "mooring",
    "quay",
    "seal",
    "lagoon",
]
TITLED, SIGNED = ("title", "place", "quay", "harbour", "mooring"), ("emblem", "seal")


class BoardPanel(Table):
    """Something beside the grid: what, where, and whether it is turned to the player above.

    `columns` are those its entries stand in; a `title` and a `place`, where cards lie, have the key of their text,
    `seasons` have the art of each, an `emblem` and a round `seal` their glyph; a title's first name is at most as large
    as `em`. A `harbour` lies over the first or the last square of a race and has a berth for each standing piece, a
    `mooring` is where the slip of an `ink` is laid outside the board, a `lagoon` is water round other panels.
    """

    panel: Panel
    box: Box
    turned: bool = False
    columns: Annotated[int, Field(ge=1, le=12)] = 1
    text: str = ""
    art: tuple[str, ...] = ()
    glyph: Annotated[str, Field(max_length=1)] = ""
    ink: str = "black"
    em: Annotated[Length, Field(ge=2, le=40)] = 6.4


class BoardSpec(Table):
    """One board: its game, its own size and that of a square, where the grid begins, and its rows.

    `named` boards have the names of columns and rows at the grid's edges. `hinge` names the column right of which
    the board is divided where the paper takes half of it only; `papers` are those it is printed on.

    `steps` has a row of numbers with spaces between for each row of squares: where a race begins (0), goes on, ends;
    `.` is no step. The way is carved into its `ground`: a stair over rock, a current through water; `ends` are the keys
    of the texts on the first and, in water or on a goal, the last square. An `unrolled` board has the game's way, but
    not the places of its squares. `back` is the board printed behind it. A `border` so wide is carved round the
    squares, with names.
    """

    id: Id
    game: Id
    width: Annotated[Length, Field(ge=50, le=1000)]
    height: Annotated[Length, Field(ge=50, le=1000)]
    square: Annotated[Length, Field(ge=12, le=80)]
    left: Annotated[Length, Field(ge=0, le=500)]
    top: Annotated[Length, Field(ge=0, le=500)]
    rows: Annotated[tuple[str, ...], Field(min_length=2, max_length=30)]
    papers: Annotated[tuple[str, ...], Field(min_length=1)]
    named: bool = False
    border: Annotated[Length, Field(ge=0, le=20)] = 0.0
    hinge: Annotated[int, Field(ge=0, le=30)] = 0
    steps: tuple[str, ...] = ()
    ground: Literal["rock", "water"] = "rock"
    ends: Annotated[tuple[str, ...], Field(max_length=2)] = ()
    unrolled: bool = False
    back: str = ""
    panels: tuple[BoardPanel, ...] = ()

    def text_keys(self) -> Iterator[tuple[str, str]]:
        """Every text it prints, as (key, font role)."""
        for key in self.ends:
            yield key, "display"
        for panel in self.panels:
            if panel.text:
                yield panel.text, "display"
            if panel.panel == "hands":
                yield from HANDS_TEXTS

    def art_names(self) -> Iterator[tuple[str, str]]:
        """Every art file it prints, with its key."""
        for at, panel in enumerate(self.panels):
            for name in panel.art:
                yield name, f"board {self.id}.panels[{at}].art"

    @property
    def grid(self) -> Rect:
        """The squares together."""
        return Rect(self.left, self.top, self.square * len(self.rows[0]), self.square * len(self.rows))

    def squares(self) -> Iterator[Rect]:
        """Every square there is."""
        for row, kinds in enumerate(self.rows):
            for column, kind in enumerate(kinds):
                if kind != NO_SQUARE:
                    yield self.cell(column, row)

    def cell(self, column: int, row: int) -> Rect:
        """One square."""
        return Rect(self.left + column * self.square, self.top + row * self.square, self.square, self.square)

    @property
    def way(self) -> tuple[tuple[int, int], ...]:
        """The squares of a race from the first to the last, as columns and rows; none where there is no race."""
        places = {
            int(number): (column, row)
            for row, line in enumerate(self.steps)
            for column, number in enumerate(line.split())
            if number.isdecimal()
        }
        return tuple(places[step] for step in sorted(places))

    @property
    def harboured(self) -> bool:
        """Whether panels draw the first and the last square of a race."""
        return any(panel.panel == "harbour" for panel in self.panels)

    @property
    def whole(self) -> bool:
        """Whether there is a square in every place of the grid."""
        return not any(NO_SQUARE in row for row in self.rows)

    @property
    def seam(self) -> float:
        """Where the leaves of a hinged board meet, in mm from its left edge."""
        return self.left + self.hinge * self.square

    @property
    def leaves(self) -> tuple[Rect, ...]:
        """The parts a hinged board is printed in; the board itself if it has no hinge.

        The narrower one has a flap on which the other is glued, as far as the paper goes: it shows what comes there.
        """
        whole = Rect(0.0, 0.0, self.width, self.height)
        if not self.hinge:
            return (whole,)
        left, right = self.seam, self.width - self.seam
        flap = min(FLAP, max(left, right, LEAF) - min(left, right))
        before, behind = (flap, 0.0) if left <= right else (0.0, flap)
        return whole._replace(width=left + before), Rect.from_edges(
            left - behind, 0.0, self.width, self.height
        )


class BoardFile(Table):
    """board.toml."""

    boards: Annotated[tuple[BoardSpec, ...], Field(min_length=1)]


def read_boards(table: Mapping[str, Any], games: Collection[str], file: str = BOARD) -> tuple[BoardSpec, ...]:
    """The boards in a file's tables; every problem of the file comes in one InputError."""
    boards = BoardFile.read(table, file).boards
    problems = list(_problems(boards, games, file))
    if problems:
        raise InputError(problems=problems)
    return boards


def _problems(boards: Sequence[BoardSpec], games: Collection[str], file: str) -> Iterator[Problem]:
    for number, board in enumerate(boards):
        place = f"boards[{number}]"
        if any(other.id == board.id for other in boards[:number]):
            yield Problem(f"the board {board.id!r} is defined twice", file, f"{place}.id")
        yield from unknown_games([(f"{place}.game", board.game)], games, file)
        if len({len(row) for row in board.rows}) > 1:
            yield Problem("the rows are not equally long", file, f"{place}.rows")
        for at, row in enumerate(board.rows):
            for letter in dict.fromkeys(row):
                if letter not in KINDS:
                    hint = "one of " + " ".join(KINDS)
                    yield Problem(f"no kind of square is {letter!r}", file, f"{place}.rows[{at}]", hint)
        yield from _way_problems(board, file, place)
        if board.back and board.back not in {other.id for other in boards if other.papers == board.papers}:
            yield Problem(f"no board {board.back!r} is for the same papers", file, f"{place}.back")
        if board.hinge >= len(board.rows[0]):
            yield Problem(f"there is no column {board.hinge + 1}", file, f"{place}.hinge")
        whole = Rect(0.0, 0.0, board.width, board.height)
        if not whole.contains(board.grid.grown(board.border)):
            yield Problem("the grid leaves the board", file, f"{place}.square")
        for at, panel in enumerate(board.panels):
            if not whole.contains(panel.box):
                yield Problem("the panel leaves the board", file, f"{place}.panels[{at}].box")
            if any(panel.box.grown(-0.01).overlaps(box) for box in _covered(board, panel, at)):
                yield Problem("the panel covers squares or another panel", file, f"{place}.panels[{at}].box")
            if (panel.panel in TITLED) != bool(panel.text):
                message = "a title, place, quay, harbour or mooring, and no other panel, has a text"
                yield Problem(message, file, f"{place}.panels[{at}].text")
            if (panel.panel in SIGNED) != bool(panel.glyph):
                message = "an emblem or seal, and no other panel, has a glyph"
                yield Problem(message, file, f"{place}.panels[{at}].glyph")


def _covered(board: BoardSpec, panel: BoardPanel, at: int) -> list[Rect]:
    """What the panel may not cover: squares and earlier panels; but water nothing, and a harbour the way's middle."""
    squares = list(board.squares())
    if panel.panel == "harbour":
        squares = [board.cell(*place) for place in board.way[1:-1]]
    return squares + [other.box for other in board.panels[:at] if other.panel != "lagoon"]


def _way_problems(board: BoardSpec, file: str, place: str) -> Iterator[Problem]:
    """The steps of a race: one number a square at the most, 0 and on, each beside the one before."""
    if not board.steps:
        if board.ends or board.unrolled:
            yield Problem("there are no steps", file, f"{place}.steps", "a row of numbers a row of squares")
        return
    if [len(line.split()) for line in board.steps] != [len(row) for row in board.rows]:
        yield Problem("not a number or . for each square", file, f"{place}.steps")
        return
    steps = [number for line in board.steps for number in line.split()]
    numbers = sorted(int(number) for number in steps if number.isdecimal())
    if numbers != list(range(len(numbers))) or any(not n.isdecimal() and n != NO_STEP for n in steps):
        yield Problem("the steps are not 0, 1, 2 and on, each once", file, f"{place}.steps")
        return
    if any(board.rows[row][column : column + 1] == NO_SQUARE for column, row in board.way):
        yield Problem("a step is where there is no square", file, f"{place}.steps")
    for step, ((x, y), (on, down)) in enumerate(pairwise(board.way)):
        if abs(on - x) + abs(down - y) != 1:
            yield Problem(f"the way jumps from step {step} to the next", file, f"{place}.steps")


# ── the mats of a kit: what lies where on the table, as `mat.toml` states it ─────────────────────────────────────────

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
    problems = list(_mat_problems(spec, suits, file))
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


def _mat_problems(spec: MatFile, suits: Mapping[str, object], file: str) -> Iterator[Problem]:
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
