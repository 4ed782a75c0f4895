"""Pictures of the problem sheet: positions two by two with what is known of them, and solutions with reasons."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from printkit.compose.boards.board_facts import facts_of
from printkit.compose.boards.board_turns import told_turn
from printkit.compose.boards.diagrams import Diagrams, Shown, standing_in
from printkit.compose.books.page_blocks import Grow, Picture, elastic
from printkit.compose.faces.context import Choices
from printkit.compose.text.flow import FlowStyle
from printkit.compose.text.typesetting import TextStyle, line_width, set_line
from printkit.compose.walkthrough.narration_words import NarrationWords
from printkit.errors import InputError
from printkit.games.narration import Sentence
from printkit.games.zones import Table, Zone
from printkit.geometry import Affine, Rect
from printkit.kit.booklet import BOOK_FONTS
from printkit.kit.model import Kit
from printkit.scene.model import Group, Item

__all__ = ["ProblemPen"]

Asked = tuple[int, str, Table]
"""A problem's number, its game, and the table as it lies."""

EM, NUMBER, GAP = 2.5, 4.0, 5.0
HEAD = 6.0
# A board's square at most, and a captured piece.
CELL, HELD = 6.6, 6.4
# The part of its column that a position takes at least.
SHRUNK = 0.88


class ProblemPen:
    """Draws problems in one language; widths and heights in mm."""

    def __init__(self, kit: Kit, language: str, choices: Choices) -> None:
        self.kit, self.language, self.choices = kit, language, choices
        self.words = NarrationWords(kit, language, choices)
        plain, bold = (TextStyle(font, EM, tracking=0.0) for font in BOOK_FONTS)
        self.style = FlowStyle(plain, bold, 1.5, plain, justified=False)
        self.number = TextStyle(kit.fonts["display"], NUMBER, tracking=0.0)

    def asked(self, problems: Sequence[Asked], width: float) -> tuple[Picture, ...]:
        """The positions, two side by side, which shrink a little where one more row stands on a page."""
        half = (width - GAP) / 2
        return tuple(
            elastic(partial(self._row, problems[first : first + 2], width), half * SHRUNK, half)
            for first in range(0, len(problems), 2)
        )

    def _row(self, problems: Sequence[Asked], width: float, wide: float) -> Picture:
        """Positions no wider than `wide` in the columns of a row."""
        drawn = [self._position(each, wide) for each in problems]
        items = tuple(
            Group(picture.items, Affine.translation(round(at * (width + GAP) / 2, 4), 0.0))
            for at, picture in enumerate(drawn)
        )
        height = max(picture.height for picture in drawn)
        return Picture(width, height, items, "; ".join(picture.words for picture in drawn))

    def solution(
        self, number: int, game: str, table: Table, action: str, answer: Sequence[Sentence], width: float
    ) -> Picture:
        """The position with the way of the piece, what it does, and why nothing else does."""
        pen, grid = self._pen(game), _grid(table)
        sentences = map(self.words.plain, answer)
        path = grid.way(action)
        # An arrow as the board has it; what is stepped on stands between two of them.
        shown = re.sub(r"\s*[>*^]+\s*", " → ", action)
        drawn = told_turn(pen, width - 8.0, standing_in(grid), path, (shown, [*sentences]))
        return self._numbered(number, drawn, width)

    def _numbered(self, number: int, drawn: Picture, width: float) -> Picture:
        """The drawing beside its problem's number; it grows as before."""
        items = (
            set_line(str(number), self.number, 0.0, NUMBER),
            Group(drawn.items, Affine.translation(8.0, 0.0)),
        )
        grow = drawn.grow
        taller = grow and Grow(
            grow.most + 2.0, lambda height: self._numbered(number, grow.draw(height - 2.0), width)
        )
        return Picture(width, drawn.height + 2.0, items, f"{number}: {drawn.words}", taller)

    def _pen(self, game: str) -> Diagrams:
        """The pen of the board of this game, else of one with the same squares."""
        facts = facts_of(game, self.choices)
        boards = [each for each in self.kit.boards if facts_of(each.game, self.choices).rows == facts.rows]
        if not boards:
            raise InputError(f"no board is for {game}", file=self.kit.folder / "problems.toml")
        board = next((each for each in boards if each.game == game), boards[0])
        return Diagrams(self.kit, self.language, board, facts, self.choices)

    def _position(self, problem: Asked, width: float) -> Picture:
        number, game, table = problem
        pen, grid = self._pen(game), _grid(table)
        cell = min(CELL, (width - 1.0) / (grid.columns + 0.6))
        board = pen.position(standing_in(grid), cell)
        items: list[Item] = [set_line(str(number), self.number, 0.0, NUMBER)]
        name = f"{self.kit.text(self.language, f'problems.game.{game}')} · {self._word('to-move', table.to_move or '')}"
        items.append(set_line(name, self.style.plain, 6.5, NUMBER))
        items.append(Group(board.items, Affine.translation(0.0, HEAD)))
        y, said = HEAD + board.height, []
        for label, pieces in self._known(game, table):
            y += HELD if pieces else self.style.step
            foot = y - (HELD / 2 - 0.9 if pieces else 0.0)
            items.append(set_line(label, self.style.plain, 0.0, foot))
            x = line_width(label, self.style.plain) + 1.6
            for at, piece in enumerate(pieces):
                items += pen.standing(Shown(piece, False), Rect(x + at * HELD, y - HELD, HELD, HELD))
            said.append(" ".join((label, self.words.listed([*map(self.words.names.plain, pieces)]))))
        return Picture(width, y + 4.0, tuple(items), f"{number}: {name} {board.words} {' '.join(said)}")

    def _known(self, game: str, table: Table) -> Iterator[tuple[str, Sequence[str]]]:
        """What is in hand, and the rate where it is not 1: words, and the pieces behind them."""
        for zone in table.zones:
            if zone.name == "captured" and zone.items and game != "cetkaik-old":
                yield self._word("in-hand", zone.owner), [item.face for item in zone.items if item]
            if zone.name == "rate" and zone.items[0] and zone.items[0].face != "1":
                yield f"{self.kit.text(self.language, 'problems.rate')} ×{zone.items[0].face}", ()

    def _word(self, key: str, seat: str) -> str:
        return self.kit.text(self.language, f"problems.{key}").replace("<seat>", seat)


def _grid(table: Table) -> Zone:
    return next(zone for zone in table.zones if zone.kind == "grid")
