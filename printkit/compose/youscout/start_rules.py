"""The front of a start card: board, what each suit does, what is compared, how it ends; all a first game needs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from printkit.compose.faces.context import FaceContext
from printkit.compose.faces.signs import Sign, at_least, beside, greater, plus, words
from printkit.compose.text.paragraphs import break_lines
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, line_width, set_line
from printkit.compose.youscout.rule_legend import places
from printkit.errors import InputError
from printkit.geometry import Rect
from printkit.kit.blocks import StartRulesBlock
from printkit.kit.rules import RuleRow
from printkit.scene.inks import BLACK, PAPER, Ink, find_ink
from printkit.scene.model import Item, Path
from printkit.scene.shapes import circle, rectangle, rounded_rectangle

__all__ = ["EMS", "StartPen", "start_rules", "token_items"]

# The sizes of text that are tried, in mm: the largest that fits is taken, and none is below 6 pt.
EMS = (3.2, 3.0, 2.85, 2.7, 2.55, 2.4, 2.3, 2.2, 2.12)
LEADING = 1.3
MOVES = ("forward", "stay", "backward", "across")
BAND, TINT = find_ink("gold"), 0.2
RADIUS, OUTLINE, RULE = 0.6, 0.42, 0.3


class _Room(NamedTuple):
    """What has been drawn, and where the next thing begins; mm."""

    items: tuple[Item, ...]
    y: float


@dataclass(frozen=True, slots=True)
class StartPen:
    """Writes a start card in one language, its text so many mm high."""

    context: FaceContext
    language: str
    key: str
    em: float

    def text(self, part: str) -> str:
        """One of the card's texts."""
        return self.context.text(self.language, f"{self.key}.{part}")

    def display(self, size: float) -> TextStyle:
        """A heading, so many em high."""
        return TextStyle(self.context.font("display"), self.em * size)

    @property
    def plain(self) -> TextStyle:
        """Running text."""
        return TextStyle(self.context.font("text"), self.em, tracking=0.0)

    def paragraph(self, text: str, box: Rect) -> _Room:
        """The text from the top of the box down; InputError where it is longer."""
        step = self.em * LEADING
        lines = break_lines(text, self.plain, box.width, self.language)
        bottom = box.y + step * len(lines)
        if bottom > box.bottom + 1e-6:
            raise InputError(f"{len(lines)} lines of {self.em:g} mm do not fit in {box.height:.1f} mm")
        return _Room(
            tuple(
                set_line(line, self.plain, box.x, round(box.y + step * (at + 0.76), 4))
                for at, line in enumerate(lines)
            ),
            bottom,
        )

    def sentence(self, part: str, values: Mapping[str, str]) -> str:
        """One of the card's texts with its words in angle brackets filled in."""
        return self.context.filled(self.language, f"{self.key}.{part}", values)

    @property
    def low(self) -> bool:
        """Whether solid areas are outlined."""
        return self.context.choices.ink == "low"

    def bar(self, box: Rect, ink: Ink) -> Path:
        """A bar of that ink; an outline in low ink."""
        outline = rounded_rectangle(box, RADIUS)
        if self.low:
            outline += rounded_rectangle(box.grown(-OUTLINE), RADIUS - OUTLINE / 2)
        return Path(outline, BLACK if self.low else ink)

    def band(self, box: Rect, title: str, note: str) -> Iterator[Item]:
        """The coloured head with the title and a note at its end."""
        yield self.bar(box, BAND)
        pad, middle = box.height * 0.26, box.center[1]
        style = self.display(1.95)
        small = self.display(1.12)
        room = box.width - 3 * pad - line_width(title, style)
        yield set_line(title, style, box.x + pad, round(middle + style.size * 0.36, 4))
        small = fit_line(note, small, room, 0.8)
        yield set_line(note, small, box.right - pad, round(middle + style.size * 0.36, 4), "end")

    def heading(self, number: int, text: str, x: float, middle: float) -> Iterator[Item]:
        """A step: its number in a black disc, and its name."""
        radius = self.em * 0.72
        figure = replace(self.display(1.1), ink=PAPER)
        yield Path(circle(x + radius, middle, radius), BLACK)
        yield ink_center_line(str(number), figure, x + radius, round(middle + figure.size * 0.37, 4))
        style = self.display(1.3)
        yield set_line(text, style, x + 2 * radius + self.em * 0.5, round(middle + style.size * 0.37, 4))

    def ties_win(self, row: RuleRow) -> bool:
        """Whether an equal sum is enough under the options of the build."""
        key, _, value = row.equal.partition("=")
        return bool(row.equal) and self.context.choices.variables.get(key) == value

    def rule(self, box: Rect, y: float) -> Path:
        """A line across the card."""
        return Path(rectangle(Rect(box.x, y, box.width, RULE)), BLACK)


def start_rules(context: FaceContext, block: StartRulesBlock) -> tuple[Item, ...]:
    """The front in its box, in the largest type that fits; InputError where none does."""
    reason = ""
    for em in EMS:
        try:
            return _drawn(context, block, em)
        except InputError as error:
            reason = error.problems[0].message
    size = f"{block.box.width:g} × {block.box.height:g} mm"
    raise InputError(f"the start card does not fit in {size}", hint=reason)


def _drawn(context: FaceContext, block: StartRulesBlock, em: float) -> tuple[Item, ...]:
    box = block.box
    pen = StartPen(context, str(context.card.fields[block.language]), block.text, em)
    head = Rect(box.x, box.y, box.width, em * 2.7)
    parts = (_board(pen, box), _draws(pen, block, box), _contest(pen, block, box), _end(pen, box))
    heights = [part.y for part in parts]
    spare = box.height - head.height - math.fsum(heights)
    gap = spare / len(parts)
    if gap < em * 0.2:
        raise InputError(f"{-spare + em * len(parts) * 0.2:.1f} mm of height are missing")
    items = [*pen.band(head, pen.text("title"), pen.text("game"))]
    y = head.bottom
    for part, height in zip(parts, heights, strict=True):
        y += gap
        items.append(Sign(box.width, 0.0, height, part.items).at(box.x, y))
        y += height
    return tuple(items)


def _board(pen: StartPen, box: Rect) -> _Room:
    """The first step, from (0, 0): the places with the token on one, and beside and below them what to do."""
    em = pen.em
    card = min(box.width * 0.125, em * 2.2)
    board = places(pen.context, True, card, card * 0.5)
    top, gap = em * 1.9, em * 1.0
    token = (2.0 * card * 1.2 + card * 0.82, top + card * 0.1)
    items: list[Item] = [*pen.heading(1, pen.text("board"), 0.0, em * 0.75)]
    items += [board.at(0.0, top), *token_items(token, card * 0.26)]
    left = board.width + gap
    beside_board = Rect(left, 0.0, box.width - left, top + board.below)
    step = em * LEADING
    text = pen.text("set-up")
    lines = break_lines(text, pen.plain, beside_board.width, pen.language)
    fitting = int(beside_board.height / step + 1e-6)
    shown = lines[:fitting]
    for at, line in enumerate(shown):
        items.append(set_line(line, pen.plain, left, round(step * (at + 0.76), 4)))
    rest = ("" if pen.language == "ja" else " ").join(lines[fitting:])
    y = top + board.below + em * 0.35
    for part in filter(None, (rest, pen.text("ways"))):
        room = pen.paragraph(part, Rect(0.0, y, box.width, box.height))
        items += room.items
        y = room.y
    return _Room(tuple(items), y)


def token_items(middle: tuple[float, float], radius: float) -> Iterator[Item]:
    """The token with its middle there: a ring and a dot."""
    for size, ink in ((1.25, PAPER), (1.0, find_ink("red")), (0.62, PAPER), (0.36, find_ink("red"))):
        yield Path(circle(*middle, radius * size), ink)


def _draws(pen: StartPen, block: StartRulesBlock, box: Rect) -> _Room:
    """The second step, from (0, 0): what each suit does in the upper and in the lower trigram."""
    em = pen.em
    heads = [(pen.text(part), pen.display(1.05)) for part in ("upper", "lower")]
    heads += [(pen.text(f"{part}-places"), pen.plain) for part in ("upper", "lower")]
    column = max(box.width * 0.15, *(line_width(text, style) + em * 0.5 for text, style in heads))
    centers = [box.width - column * 1.5, box.width - column * 0.5]
    items: list[Item] = [*pen.heading(2, pen.text("draw"), 0.0, em * 1.25)]
    for trigram, x in zip(("upper", "lower"), centers, strict=True):
        items.append(set_line(pen.text(trigram), pen.display(1.05), x, em * 1.0, "middle"))
        items.append(set_line(pen.text(f"{trigram}-places"), pen.plain, x, em * 2.3, "middle"))
    suits = [_suits(pen.context, card) for card in block.cards]
    pitch, y = em * 1.7, em * 2.75
    for move in MOVES:
        items.append(pen.rule(Rect(0.0, 0.0, box.width, 0.0), y))
        middle = y + RULE + (pitch - RULE) / 2
        style = pen.display(1.22)
        text, note = pen.text(move), pen.text(f"{move}-note")
        items.append(set_line(text, style, 0.0, round(middle + style.size * 0.37, 4)))
        left = line_width(text, style) + em * 0.6
        small = fit_line(note, pen.plain, box.width - 2 * column - left, 0.8) if note else pen.plain
        if note:
            items.append(set_line(note, small, left, round(middle + em * 0.37, 4)))
        for row, x in zip(suits, centers, strict=True):
            items.append(pen.context.emblem(row[move], x, middle, pitch * 0.8))
        y += pitch
    items.append(pen.rule(Rect(0.0, 0.0, box.width, 0.0), y))
    return _Room(tuple(items), y + RULE)


def _suits(context: FaceContext, card: str) -> Mapping[str, str]:
    """The suit of each move on that rule card; InputError where it lacks one of the four."""
    found: dict[str, str] = {row.move: row.suit for row in context.kit.rules if row.card == card}
    if set(found) != set(MOVES):
        raise InputError(f"rules.toml has not the four moves of {card}", file="rules.toml", key="row")
    return found


def _contest(pen: StartPen, block: StartRulesBlock, box: Rect) -> _Room:
    """What is compared in a black bar, and below it what its words mean, from (0, 0)."""
    em = pen.em
    row = next(row for row in pen.context.kit.rules if row.card == block.cards[0] and row.greater)
    line = _comparison(pen, row, em * 1.25, box.width - em * 1.4)
    bar = Rect(0.0, 0.0, box.width, em * 2.25)
    items: list[Item] = [pen.bar(bar, BLACK), line.at((box.width - line.width) / 2, bar.height / 2)]
    y = bar.bottom + em * 0.15
    for part in ("power", "won"):
        room = pen.paragraph(pen.text(part), Rect(0.0, y, box.width, box.height))
        items += room.items
        y = room.y
    return _Room(tuple(items), y)


def _comparison(pen: StartPen, row: RuleRow, size: float, width: float) -> Sign:
    """The contest in words, the attacked number by its suit's emblem; smaller where the bar is narrow."""
    ink = BLACK if pen.low else PAPER
    style = TextStyle(pen.context.font("display"), size, ink)
    attack = next(term for term in row.than if term.kind == "number")
    emblem = pen.context.emblem(str(attack.suit), size * 0.6, 0.0, size * 1.12)
    chip = Path(rounded_rectangle(Rect(0.0, -size * 0.72, size * 1.2, size * 1.44), RADIUS), PAPER)
    sword = Sign(size * 1.2, size * 0.72, size * 0.72, (chip, emblem))
    compared = _inked((at_least if pen.ties_win(row) else greater)(size), ink)
    add = _inked(plus(size * 0.5), ink)
    there = words(pen.text("there"), style)
    signs = (words(pen.text("drawn"), style), add, words(pen.text("here"), style), compared)
    line = beside((*signs, there, sword, add, there), size * 0.3)
    if line.width <= width:
        return line
    if size < 2.2:
        raise InputError(f"the contest is {line.width:.1f} mm wide, {width:.1f} mm are free")
    return _comparison(pen, row, size * 0.96, width)


def _inked(sign: Sign, ink: Ink) -> Sign:
    """The sign in another ink."""
    paths = [item for item in sign.items if isinstance(item, Path)]
    items = [
        path._replace(stroke=ink) if path.stroke is not None else path._replace(fill=ink) for path in paths
    ]
    return replace(sign, items=tuple(items))


def _end(pen: StartPen, box: Rect) -> _Room:
    """The third step, from (0, 0): the cards that end the game, and where the token then wins."""
    em, gap = pen.em, pen.em * 0.5
    height = em * 2.15
    items = [*pen.heading(3, pen.text("end"), 0.0, height / 2)]
    left = em * 2.5 + line_width(pen.text("end"), pen.display(1.3))
    width = (box.width - left - gap) / 2
    for at, (number, part) in enumerate((("0", "upper-win"), ("13", "lower-win"))):
        area = Rect(left + at * (width + gap), 0.0, width, height)
        tag = area._replace(width=em * 2.2)
        figure = replace(pen.display(1.3), ink=PAPER)
        items.append(Path(rounded_rectangle(area, RADIUS), BAND.at(TINT)))
        items.append(Path(rounded_rectangle(tag, RADIUS), BLACK))
        items.append(ink_center_line(number, figure, tag.center[0], height / 2 + figure.size * 0.37))
        style = fit_line(pen.text(part), pen.display(1.05), area.width - tag.width - em * 0.5, 0.75)
        place = (tag.right + area.right) / 2, round(height / 2 + style.size * 0.37, 4)
        items.append(set_line(pen.text(part), style, *place, "middle"))
    return _Room(tuple(items), height)
