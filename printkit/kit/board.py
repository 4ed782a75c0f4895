"""The boards of a kit: grid, kinds of squares, track and panels, as `board.toml` states them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from printkit.errors import InputError, Problem, nearest_hint
from printkit.geometry import Rect
from printkit.kit.blocks import HANDS_TEXTS
from printkit.kit.table import Box, Id, Length, Table

__all__ = ["BOARD", "KINDS", "BoardFile", "BoardPanel", "BoardSpec", "read_boards"]

BOARD = "board.toml"

KINDS: Mapping[str, frozenset[str]] = {
    ".": frozenset(),
    "~": frozenset({"water"}),
    "/": frozenset({"hue"}),
    "\\": frozenset({"hue"}),
    "^": frozenset({"water", "hue"}),
    "2": frozenset({"lines-2"}),
    "3": frozenset({"lines-3"}),
    "S": frozenset({"start"}),
    "G": frozenset({"lines-3", "goal"}),
}
"""What the characters of a board's rows stand for; the two slashes say where the way of the square leads."""

Panel = Literal["hands", "rates", "seasons", "title", "score"]


class BoardPanel(Table):
    """Something beside the grid: what, where, and whether it is turned to the player above.

    `columns` are those its entries stand in; a `title` has the key of its text, `seasons` have the art of each.
    """

    panel: Panel
    box: Box
    turned: bool = False
    columns: Annotated[int, Field(ge=1, le=12)] = 1
    text: str = ""
    art: tuple[str, ...] = ()


class BoardSpec(Table):
    """One board: its game, its own size and that of a square, where the grid begins, and its rows.

    `named` boards have the names of columns and rows at the grid's edges. `hinge` names the column right of which
    the board is parted where the paper takes half of it only; `papers` are those it is printed on.
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
    hinge: Annotated[int, Field(ge=0, le=30)] = 0
    panels: tuple[BoardPanel, ...] = ()

    def text_keys(self) -> Iterator[tuple[str, str]]:
        """Every text it prints, as (key, font role)."""
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

    def cell(self, column: int, row: int) -> Rect:
        """One square."""
        return Rect(self.left + column * self.square, self.top + row * self.square, self.square, self.square)

    @property
    def leaves(self) -> tuple[Rect, ...]:
        """The parts a hinged board is printed in; the board itself if it has no hinge."""
        whole = Rect(0.0, 0.0, self.width, self.height)
        if not self.hinge:
            return (whole,)
        x = self.left + self.hinge * self.square
        return whole._replace(width=x), Rect.from_edges(x, 0.0, self.width, self.height)


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
        if board.game not in games:
            yield Problem(
                f"unknown game {board.game!r}", file, f"{place}.game", nearest_hint(board.game, games)
            )
        if len({len(row) for row in board.rows}) > 1:
            yield Problem("the rows are not equally long", file, f"{place}.rows")
        for at, row in enumerate(board.rows):
            for letter in dict.fromkeys(row):
                if letter not in KINDS:
                    hint = "one of " + " ".join(KINDS)
                    yield Problem(f"no kind of square is {letter!r}", file, f"{place}.rows[{at}]", hint)
        if board.hinge >= len(board.rows[0]):
            yield Problem(f"there is no column {board.hinge + 1}", file, f"{place}.hinge")
        whole = Rect(0.0, 0.0, board.width, board.height)
        if not whole.contains(board.grid):
            yield Problem("the grid leaves the board", file, f"{place}.square")
        for at, panel in enumerate(board.panels):
            if not whole.contains(panel.box):
                yield Problem("the panel leaves the board", file, f"{place}.panels[{at}].box")
            covered = [other.box for other in board.panels[:at]] + [board.grid]
            if any(panel.box.grown(-0.01).overlaps(box) for box in covered):
                yield Problem("the panel covers squares or another panel", file, f"{place}.panels[{at}].box")
            if (panel.panel == "title") != bool(panel.text):
                yield Problem("a title and no other panel has a text", file, f"{place}.panels[{at}].text")
