"""Sets what happened on each turn of a picture in lines: below each other, in columns, in paragraphs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from printkit.compose.books.page_blocks import Told
from printkit.compose.pieces.standees import seat_items, seat_pawn
from printkit.compose.table.sign_lines import SIGNED, has_marks, sign_lines, sign_row
from printkit.compose.text.flow import FlowStyle
from printkit.compose.text.titles import shrunk
from printkit.compose.text.typesetting import TextStyle, line_width, set_line
from printkit.games.core import SEATS
from printkit.games.narration import Sentence
from printkit.geometry import Affine
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, Ink
from printkit.scene.model import Glyphs, Group, Item, Path
from printkit.scene.shapes import segment

__all__ = ["Row", "Turn", "TurnLines", "turns_of", "with_values"]

# The mark of a seat beside its turn, the room for it, what is between two turns, and more between two rounds in
# columns.
MARK, MARKED, TURNS, ROUNDS = 3.3, 5.2, 0.4, 1.0
# Between sentences beside a board among rules.
PARAGRAPH = 1.7
# At the end of a line: the ems of a name and a value, in those of words, how much lower this stands, and the air before
# both, mm.
NAME, FIGURE, DEEPER, APART, BEFORE = 0.88, 1.45, 0.25, 3.0, 1.4
# A row of a turn: its height and the side of its signs, in ems; behind its label and between two signs, mm; and how
# much smaller words may be on one line.
ROW, SIGN, LABELLED, SIGNS, LEAST = 2.75, 2.5, 2.0, 0.5, 0.8
# On one line: behind a label, and between two parts, in ems; how high the line is, and how small its signs may be.
BEHIND, PARTS, LINE, SMALLER = 0.35, 0.9, 3.0, (1.0, 0.95, 0.9, 0.85, 0.8, 0.75)
# How short a last line is one of a word alone, and how much narrower lines may be that leave none.
SCRAP, NARROWER = 0.25, (0.95, 0.9, 0.85, 0.8, 0.75)

SHIPS = "●▲■"


class Row(NamedTuple):
    """A part of a turn: what it is called, the marks of its cards, and what that cost or brought."""

    label: str
    signs: str = ""
    words: str = ""


class Turn(NamedTuple):
    """What a seat did on its turn, as it is shown with signs, and as it is read; and what it has then, by its name.

    Where turns have that, it stands at the end of their lines.
    """

    seat: str
    shown: str
    read: str
    name: str = ""
    value: str = ""

    @property
    def whole(self) -> str:
        """All of it, as it is read."""
        return " ".join(filter(None, (self.read, self.name, self.value)))

    def parts(self) -> tuple[str, str]:
        """What it has, as it is set: the name with a sum, small, and the result."""
        sum_, equal, result = self.value.rpartition("=")
        return " ".join(filter(None, (self.name, sum_ + equal))), result


def turns_of(sentences: Sequence[Sentence], shown: str, read: str) -> list[Turn]:
    """Whose turns stand on lines of their own, as shown and read; one of nobody where other words are said."""
    seats = [sentence.turn for at, sentence in enumerate(sentences) if sentence.turn or not at]
    if shown.count("\n") + 1 != len(seats):
        return [Turn("", shown, read)]
    return list(map(Turn, seats, shown.split("\n"), read.split("\n")))


def with_values(turns: Sequence[Turn], has: Mapping[str, tuple[str, str]]) -> list[Turn]:
    """The turns with what seats have, by its name, and a line for each other seat that has anything.

    They are as they were where no seat has a line, one has several, or one that has a line has nothing.
    """
    seats = [turn.seat for turn in turns if turn.seat]
    if not seats or len(seats) != len({*seats}) or not {*seats} <= has.keys():
        return list(turns)
    lines = [
        turn._replace(name=has[turn.seat][0], value=has[turn.seat][1]) if turn.seat else turn
        for turn in turns
    ]
    return [*lines, *(Turn(seat, "", "", *own) for seat, own in has.items() if seat not in seats)]


class TurnLines:
    """Sets turns for one kit in one style, on lines that leave no word alone if `even`; widths and heights in mm."""

    def __init__(self, kit: Kit, language: str, style: FlowStyle, *, low: bool, even: bool = False) -> None:
        self.kit, self.style, self.low, self.even = kit, style, low, even
        texts = kit.texts[language].items()
        rows = (text for key, text in texts if key.startswith("narration.row."))
        self._row_labels = [text.replace("：", ":").partition(":")[0] for text in rows]
        self.name = replace(style.plain, size=NAME * style.plain.size)
        self._figure = TextStyle(kit.fonts["display"], FIGURE * style.plain.size, tracking=0.0)

    def are_marked(self, turns: Sequence[Turn]) -> bool:
        """Whether the mark of a seat stands before any of them: the kit has pawns."""
        return any(turn.seat and seat_pawn(self.kit, turn.seat) for turn in turns)

    def of_one_line(self, turns: Sequence[Turn], width: float) -> bool:
        """Whether each of them needs one line of so many mm: then one reads them downwards."""
        return all(line_width(turn.shown, self.style.plain) <= width - MARKED for turn in turns)

    def in_columns(self, turns: Sequence[Turn], width: float, *, close: bool = False) -> tuple[Told, float]:
        """Turns in two columns: those of two seats by turns in one each, else the second half in the second.

        Rounds may stand `close` below one another, as turns do.
        """
        half, wide = -(-len(turns) // 2), (width - MARKED) / 2
        seats = [turns[at].seat for at in (0, 1)]
        if all(turn.seat == seats[at % 2] for at, turn in enumerate(turns)):
            return self._in_rows(turns, wide, 0.0 if close else ROUNDS)
        (left, first), (right, second) = (self._said(each, wide) for each in (turns[:half], turns[half:]))
        beside = Group(tuple(right), Affine.translation(wide + MARKED, 0.0))
        return Told("P", (*left, beside)), max(first, second) + 1.0

    def told(self, turns: Sequence[Turn], width: float) -> tuple[Told, float]:
        """Turns one below the other, as they are read, and their height."""
        items, high = self._said(turns, width)
        words = " ".join(turn.whole for turn in turns) if any(has_marks(turn.shown) for turn in turns) else ""
        return Told("P", tuple(items), words), high + 1.0

    def rows(
        self,
        told: tuple[str, Sequence[Row]],
        read: str,
        style: FlowStyle,
        width: float,
    ) -> tuple[Told, float]:
        """What is said in bold, then rows with their labels, signs and words in fixed places; and their height."""
        said, rows = told
        em, high = style.plain.size, ROW * style.plain.size
        bold, items, y = replace(style, plain=style.bold if rows else style.plain), list[Item](), 0.0
        small = shrunk(said, bold.plain, width)
        if small.size >= LEAST * em:
            bold = replace(bold, plain=small)
        for line in sign_lines(self.kit, said, bold, width) if said else ():
            items.append(Group(line, Affine.translation(0.0, round(y + em, 4))))
            y += style.step
        left = LABELLED + max(line_width(label, style.plain) for label in self._row_labels)
        y += 0.2 * em
        for row in rows:
            middle, side = y + high / 2, SIGN * em
            items.append(Path(segment(0.0, y, width, y), stroke=BLACK.at(0.35), width=0.2))
            items.append(set_line(row.label, style.plain, 0.0, middle + 0.36 * em))
            words = shrunk(row.words, style.plain, width - left)
            free = width - left - line_width(row.words, words) - 1.0
            scale = min(1.0, free / (len(row.signs) * (side + SIGNS))) if row.signs else 1.0
            place = Affine.translation(left, round(middle - scale * side / 2, 4))
            signs = sign_row(self.kit, row.signs, scale * side, scale * (side + SIGNS), solid=not self.low)
            items.append(Group(tuple(signs), place))
            if row.words:
                items.append(set_line(row.words, words, width, middle + 0.36 * em, "end"))
            y += high
        return Told("P", tuple(items), read), y

    def in_line(
        self, told: tuple[str, Sequence[Row]], read: str, style: FlowStyle, width: float
    ) -> tuple[Told, float]:
        """The labels and signs of rows one behind the other, on as few lines as they need; and their height."""
        em, items = style.plain.size, list[Item]()
        rows = [row for row in told[1] if row.signs or row.words]
        before = [line_width(row.label, style.plain) + BEHIND * em for row in rows]
        # What signs cost or brought is left out; what has none is words.
        words = ["" if row.signs else row.words for row in rows]
        behind = [line_width(each, style.plain) for each in words]
        air = PARTS * em * (len(rows) - 1) + math.fsum((*before, *behind))
        signs = sum(len(row.signs) for row in rows)
        fits = (each for each in SMALLER if air + signs * (each * SIGN * em + SIGNS) <= width)
        side, x, y = next(fits, SMALLER[-1]) * SIGN * em, 0.0, 0.0
        for row, said, left, right in zip(rows, words, before, behind, strict=True):
            # One that is wider than the line alone has smaller signs.
            own = min(side, (width - left - right) / max(1, len(row.signs)) - SIGNS)
            shown = len(row.signs) * (own + SIGNS)
            if x and x + left + shown + right > width + SIGNS:
                x, y = 0.0, y + LINE * em
            middle = y + LINE * em / 2
            items.append(set_line(row.label, style.plain, round(x, 4), middle + 0.36 * em))
            drawn = sign_row(self.kit, row.signs, own, own + SIGNS, solid=not self.low)
            items.append(
                Group(tuple(drawn), Affine.translation(round(x + left, 4), round(middle - own / 2, 4)))
            )
            if said:
                items.append(set_line(said, style.plain, round(x + left, 4), middle + 0.36 * em))
            x += left + shown + right + PARTS * em
        return Told("P", tuple(items), read), y + LINE * em

    def paragraphs(self, title: str, sentences: Sequence[str], width: float) -> tuple[Told, float]:
        """Sentences one below the other between two lines, below a bold title if there is one; and their height."""
        bold = replace(self.style, plain=self.style.bold)
        line = Path(segment(0.0, 0.3, width, 0.3), stroke=BLACK, width=0.35)
        items: list[Item] = [line]
        y = PARAGRAPH
        for words, style in ((title, bold), *((each, self.style) for each in sentences)):
            for each in sign_lines(self.kit, words, style, width) if words else ():
                items.append(Group(tuple(each), Affine.translation(0.0, round(y + self.style.plain.size, 4))))
                y += style.step
            y += PARAGRAPH * bool(words)
        items.append(Group((line,), Affine.translation(0.0, round(y, 4))))
        return Told("P", tuple(items)), y + 0.6

    def _in_rows(self, turns: Sequence[Turn], wide: float, apart: float) -> tuple[Told, float]:
        """Alternate turns of two seats: each seat's in a column of its own, a round a row."""
        items: list[Item] = []
        y = apart
        for at in range(0, len(turns), 2):
            row = [self._said((turn,), wide) for turn in turns[at : at + 2]]
            for column, (drawn, _) in enumerate(row):
                place = Affine.translation(column * (wide + MARKED), round(y, 4))
                items.append(Group(tuple(drawn), place))
            y += max(high for _, high in row) + apart
        return Told("P", tuple(items)), y + 1.0 - apart

    def _said(self, turns: Sequence[Turn], width: float) -> tuple[list[Item], float]:
        """Turns one below the other, each behind the mark of its seat if it has one; and their height."""
        style = self.style
        if any(has_marks(turn.shown) for turn in turns):
            style = replace(style, leading=max(style.leading, SIGNED))
        items: list[Item] = []
        y, em = 0.0, style.plain.size
        left = MARKED if self.are_marked(turns) else 0.0
        named, valued = self._columns(turns)
        for turn in turns:
            top = y
            if turn.seat and left:
                middle = left - MARKED / 2 - 0.6, y + em * 0.66
                items += seat_items(self.kit, turn.seat, middle, MARK, low=self.low)
            room = width - left - named - valued
            inks = self._inks(turn)
            for line in self._lines(turn.shown, style, room):
                drawn = tuple(part for item in line for part in _inked(item, inks))
                items.append(Group(drawn, Affine.translation(left, round(y + em, 4))))
                y += style.step
            if turn.value:
                name, value = turn.parts()
                items.append(set_line(value, self._figure, width, top + em + DEEPER, "end"))
                items.append(set_line(name, self.name, width - valued, top + em, "end"))
                y = max(y, top + style.step)
            y += TURNS if turn.seat else 0.0
        return items, y

    def _lines(self, text: str, style: FlowStyle, room: float) -> Sequence[tuple[Item, ...]]:
        """The lines of a turn; if `even`, no line more in a narrower room where else a word would stand alone."""
        if not text:
            return ()
        lines = [*sign_lines(self.kit, text, style, room)]
        for share in NARROWER if self.even and len(lines) > 1 else ():
            if _reach(lines[-1]) >= SCRAP * room:
                break
            narrower = [*sign_lines(self.kit, text, style, share * room)]
            lines = narrower if len(narrower) == len(lines) else lines
        return lines

    def _inks(self, turn: Turn) -> Iterator[Ink]:
        """The inks of the ships of a turn: the first is its seat's, another that of the seat it names."""
        other = next((each for each in turn.shown if each in SEATS and each != turn.seat), "")
        for seat in (turn.seat, other):
            pawn = seat_pawn(self.kit, seat) if seat else None
            yield self.kit.inks[pawn.front.ink] if pawn else BLACK

    def _columns(self, turns: Sequence[Turn]) -> tuple[float, float]:
        """How wide the names of what seats have are with the air before them, and the values with that before these."""
        parts = [turn.parts() for turn in turns if turn.value]
        if not parts:
            return 0.0, 0.0
        named = max(line_width(name, self.name) for name, _ in parts)
        return APART + named, BEFORE + max(line_width(value, self._figure) for _, value in parts)


def _reach(line: Sequence[Item]) -> float:
    """Where the last letter of a line begins."""
    return max([0.0, *(glyph.x for item in line if isinstance(item, Glyphs) for glyph in item.glyphs)])


def _inked(item: Item, inks: Iterator[Ink]) -> Iterator[Item]:
    """Letters, the ships among them in the next of these inks."""
    if not isinstance(item, Glyphs):
        yield item
        return
    for ship, glyphs in groupby(item.glyphs, lambda glyph: glyph.text in SHIPS):
        yield item._replace(glyphs=tuple(glyphs), ink=next(inks, item.ink) if ship else item.ink)
