"""Draws what happens in steps: a row of small pictures of a kit's own things, each with its words below it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import fsum, inf
from typing import NamedTuple

from printkit.compose.books.page_blocks import Picture, elastic
from printkit.compose.faces.context import Choices
from printkit.compose.faces.signs import Sign
from printkit.compose.table.strip_things import (
    ARROW,
    HIGH,
    NOT,
    Pen,
    choices_read,
    refused,
    stacked_sign,
    step_sign,
)
from printkit.compose.text.titles import shrunk
from printkit.compose.text.typesetting import TextStyle, line_width, set_line
from printkit.geometry import Affine, Rect
from printkit.kit.leaflets import Strip, strip_words
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, Ink, find_ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import polygon, rectangle, rounded_rectangle, segment

__all__ = ["BOOK", "strip_picture"]

# How high the room of the pictures is at least; what is free above them and at the sides of a step.
LEAST, ABOVE, SIDE = 9.0, 1.4, 2.3
# Things are never drawn smaller than this share of their size.
SMALLEST = 0.5
# The frame's line and corner, how far its bars bend forward, and what lies between two rows.
LINE, CORNER, BEND, ROWS = 0.7, 0.8, 1.9, 1.8
# The cross of what is not to be done: how far its lines go across and down, how thick they are, the room it takes, and
# how far it stays away from the corner of its step.
CROSS_LONG, CROSS = 4.3, 1.8
CROSSED, INSIDE = CROSS_LONG + CROSS, 1.7
# The words of a step: the em of its number and name, of what is said below them, and the room of each line.
NUMBER, NAME, SAID, NAMED, TOLD = 4.4, 3.4, 3.0, 7.0, 3.5
# What a row holds at most, and the least width of a step.
ACROSS, NARROW = 5, 24.0
# How large what is not to be done is beside the one thing that is.
WORSE = 0.66
# A step of a row that is not even is wanted at least as wide as this share of all alike.
NARROWEST = 0.7


class _Size(NamedTuple):
    """How high the room of pictures is at most, mm; how much larger things are at most, and than those of a step."""

    most: float
    largest: float
    unlike: float


BOOK, SHEET = _Size(17.0, 1.8, 1.5), _Size(56.0, 4.2, inf)
# What is free round pictures that are higher than that, where their steps have the width for it.
AROUND = 2.0


def strip_picture(
    kit: Kit, language: str, choices: Choices, strip: Strip, width: float, *, sheet: bool = False
) -> Picture:
    """All steps in rows of one length, those of a row alike wide; where a page has room its pictures are higher.

    On a `sheet` of pieces those of one row are wider where they show more, and things as large as there is room.
    """
    told, pen = strip_words(kit, language, strip), Pen(kit, language, choices)
    size = SHEET if sheet else BOOK
    steps = [[each for each in step if each != NOT] for step in strip.steps]
    # Beside what is not to be done, which has red bars, what is has black ones.
    advice, paired = any(NOT in step for step in strip.steps), _paired(strip)
    several = (sheet or advice) and not paired
    ways = [[*_ways(pen, step)] if several else [step_sign(pen, step)] for step in steps]
    narrow = [min(sign.width for sign in own) for own in ways]
    if min(narrow) <= 0.0:
        raise refused(pen, f"step {narrow.index(min(narrow)) + 1} shows nothing")
    bend = BEND if strip.ordered else 0.0
    across = _across(pen, strip, narrow, width)
    rows = -(-len(ways) // across)
    wide = [width / min(across, len(ways) - at // across * across) for at in range(len(ways))]
    spoken = _told(pen, told, strip, wide)
    if rows == 1 and (sheet or paired):
        own = _widths(strip, narrow, width)
        # No wider pictures for smaller words, but of what is to be done.
        if (other := _told(pen, told, strip, own)) >= spoken or paired:
            wide, spoken = own, other
    said = NAMED + (TOLD if any(below for _, below in told) else 0.0)
    free = [*_free(strip, wide, beside=sheet or paired)]

    def scaled(high: float) -> tuple[list[Sign], list[float]]:
        signs = [_fullest(own, here, high, size) for own, here in zip(ways, free, strict=True)]
        scales = [_scale(sign, here, high, size) for sign, here in zip(signs, free, strict=True)]
        return signs, [*_scales(strip, scales, across, size)]

    def draw(high: float) -> Picture:
        items: list[Item] = []
        row = ABOVE + high + said
        for at, (words, sign, scale) in enumerate(zip(told, *scaled(high), strict=True)):
            x = fsum(wide[at // across * across : at])
            cell = Rect(x, at // across * (row + ROWS), wide[at], row)
            # The bar before it bends into a step that follows another.
            room = Rect(cell.x + SIDE + bool(at % across) * bend, cell.y + ABOVE, free[at], high)
            items += _placed(sign, room, scale)
            field = cell._replace(y=room.bottom, height=said)
            bar = _bar(strip.steps[at]) if advice and not pen.low else None
            items += _named(str(at + 1) * strip.ordered, words, field, spoken, bar)
            items += _edge(steps[at], field) if advice and pen.low else ()
            if NOT in strip.steps[at]:
                items += _cross((cell.right - INSIDE, cell.y + INSIDE + CROSSED))
        for at in range(rows):
            own = wide[at * across : (at + 1) * across]
            items += _frame(Rect(0.0, at * (row + ROWS), fsum(own), row), own, bend)
        return Picture(
            width, rows * (row + ROWS) - ROWS + LINE, tuple(items), "; ".join(_read(pen, told, strip))
        )

    tallest = max(HIGH, *(sign.height for own in ways for sign in own))
    fits = tallest * max(scaled(tallest * size.largest)[1]) + AROUND
    return elastic(draw, LEAST, size.most if sheet else max(size.most, fits))


def _bar(step: Sequence[str]) -> Ink:
    """The ink of the bar below what is to be done, or not."""
    return find_ink("red") if NOT in step else BLACK


def _edge(step: Sequence[str], field: Rect) -> Iterator[Path]:
    """The upper edge of words, where a road runs along it: those in a black bar have the same shape."""
    if any(each.startswith("road:") for each in step):
        yield Path(segment(field.x, field.y, field.right, field.y), stroke=BLACK, width=LINE)


def _read(pen: Pen, told: Sequence[tuple[str, str]], strip: Strip) -> Iterator[str]:
    """What each step says to those who cannot see it."""
    for words, step in zip(told, strip.steps, strict=True):
        yield " ".join(filter(None, (*words, choices_read(pen, step))))


def _ways(pen: Pen, step: Sequence[str]) -> Iterator[Sign]:
    """A step in one row, in two where all of it is equally wide, or in a column; and what is long lying or upright."""
    alike = len(step) > 1 and len({round(step_sign(pen, (each,)).width, 2) for each in step}) == 1
    upright = pen._replace(upright=True)
    for each in (pen, upright):
        yield from (step_sign(each, step, rows) for rows in ((1, 2) if alike else (1,)))
    if len(step) > 1:
        yield stacked_sign(upright, step)


def _fullest(ways: Sequence[Sign], width: float, height: float, size: _Size) -> Sign:
    """The way of drawing a step that fills most of its room."""

    def filled(sign: Sign) -> float:
        return sign.width * sign.height * _scale(sign, width, height, size) ** 2

    return max(ways, key=filled)


def _paired(strip: Strip) -> bool:
    """Whether it shows what to do and what not: the first is larger."""
    return sorted(NOT in step for step in strip.steps) == [False, True]


def _scales(strip: Strip, scales: Sequence[float], across: int, size: _Size) -> Iterable[float]:
    """How large steps are drawn that may be so large; beside what is not to be done, things of all rows are alike."""
    if _paired(strip):
        best = next(each for each, step in zip(scales, strip.steps, strict=True) if NOT not in step)
        return [
            min(each, WORSE * best) if NOT in step else each
            for each, step in zip(scales, strip.steps, strict=True)
        ]
    capped = [min(each, size.unlike * min(scales)) for each in scales]
    advice = any(NOT in step for step in strip.steps)
    return capped if size is SHEET else _alike(strip, capped, len(scales) if advice else across)


def _alike(strip: Strip, scales: Sequence[float], across: int) -> Iterator[float]:
    """How large steps are drawn if things of one kind have one size in a row."""
    for begin in range(0, len(scales), across):
        row = [
            ({stated.partition("*")[0].partition(":")[0] for stated in step} - {ARROW, NOT}, scale)
            for step, scale in zip(
                strip.steps[begin : begin + across], scales[begin : begin + across], strict=True
            )
        ]
        for kinds, _ in row:
            reached = kinds
            while more := {kind for others, _ in row if others & reached for kind in others} - reached:
                reached = reached | more
            yield min(scale for others, scale in row if others & reached or others == kinds)


def _widths(strip: Strip, shown: Sequence[float], width: float) -> list[float]:
    """How wide each step is: as what it shows, but none of several so narrow that its words have no room."""
    around = 2 * SIDE + BEND * strip.ordered
    if _paired(strip):
        wanted = [
            WORSE * each + around + CROSSED if NOT in step else each + around
            for each, step in zip(shown, strip.steps, strict=True)
        ]
    else:
        wanted = [max(each + around, NARROWEST * width / len(shown)) for each in shown]
    return [each * width / fsum(wanted) for each in wanted]


def _across(pen: Pen, strip: Strip, widths: Sequence[float], width: float) -> int:
    """How many steps stand in a row: as many as fit without being drawn too small."""
    most = max(1, min(ACROSS, int(width // NARROW), len(widths)))
    for rows in range(-(-len(widths) // most), len(widths) + 1):
        across = -(-len(widths) // rows)
        if max(widths) * SMALLEST <= width / across - 2 * SIDE - (BEND if strip.ordered else 0.0):
            return across
    at = max(range(len(widths)), key=widths.__getitem__)
    message = f"{' '.join(strip.steps[at])} is {widths[at]:.0f} mm wide, {width - 2 * SIDE:.0f} mm are free"
    raise refused(pen, message, f"show less of it; things are not drawn below {SMALLEST:.0%}")


def _scale(sign: Sign, width: float, height: float, size: _Size) -> float:
    """How large a sign fits a room."""
    return min(width / sign.width, height / max(HIGH, sign.height), size.largest)


def _placed(sign: Sign, room: Rect, scale: float) -> Iterator[Item]:
    """A sign in the middle of its room, so large."""
    x, y = room.center
    # Its middle line lies there, unless more of it is below that.
    y -= scale * (sign.below - sign.above) / 2
    yield Group(sign.items, Affine(scale, 0.0, 0.0, scale, round(x - scale * sign.width / 2, 4), round(y, 4)))


class _Told(NamedTuple):
    """The type of a strip: its fonts, and the ems in which all names and all that is below them fit."""

    display: str
    text: str
    name: float
    said: float

    def figure(self) -> TextStyle:
        return TextStyle(self.display, NUMBER * self.name / NAME, tracking=0.0)

    def before(self, number: str) -> float:
        """The room of a step's number."""
        return line_width(number, self.figure()) + 1.2 if number else 0.0


def _told(pen: Pen, told: Sequence[tuple[str, str]], strip: Strip, widths: Sequence[float]) -> _Told:
    """Steps of these widths speak in one size: that in which the longest has room."""
    display, text = pen.kit.fonts["display"], pen.kit.fonts["text"]
    full = _Told(display, text, NAME, SAID)
    small = TextStyle(text, SAID, tracking=0.0)
    widths = [width - 2 * SIDE for width in widths]
    rooms = [width - full.before(str(at) if strip.ordered else "") for at, width in enumerate(widths, 1)]
    names = (
        shrunk(name, TextStyle(text, NAME, tracking=0.0), room)
        for (name, _), room in zip(told, rooms, strict=True)
    )
    said = (
        shrunk(below, small, width + 1.0).size
        for (_, below), width in zip(told, widths, strict=True)
        if below
    )
    return full._replace(name=min(each.size for each in names), said=min(said, default=SAID))


def _free(strip: Strip, widths: Sequence[float], *, beside: bool) -> Iterator[float]:
    """The room for what steps of these widths show, beside the cross of what is not to be done.

    In a book it reaches over what is wide only below it.
    """
    for width, step in zip(widths, strip.steps, strict=True):
        crossed = CROSSED * (1.0 if beside else 0.5) if NOT in step else 0.0
        yield width - 2 * SIDE - (BEND if strip.ordered else 0.0) - crossed


def _named(number: str, words: tuple[str, str], box: Rect, told: _Told, ground: Ink | None) -> Iterator[Item]:
    """The number and name of a step in the middle, and what is said below them; perhaps on a bar."""
    name, below = words
    ink = PAPER if ground else BLACK
    if ground:
        # Within the round corners of the frame.
        field = Rect(box.x + LINE / 2, box.y, box.width - LINE, box.height - LINE / 2)
        outline = rounded_rectangle(field, CORNER) + rectangle(field._replace(height=2 * CORNER))
        yield Path(outline, ground, even_odd=False)
    before, style = told.before(number), TextStyle(told.text, told.name, ink, tracking=0.0)
    x = box.center[0] - (before + line_width(name, style)) / 2
    if number:
        yield set_line(number, told.figure(), x, box.y + 4.6)
    yield set_line(name, style, x + before, box.y + 4.4)
    if below:
        small = TextStyle(told.text, told.said, ink, tracking=0.0)
        yield set_line(below, small, box.center[0], box.y + 8.1, "middle")


def _frame(box: Rect, widths: Sequence[float], bend: float) -> Iterator[Item]:
    """A frame with a bar between two steps, which bends forward where one follows the other."""
    yield Path(rounded_rectangle(box.grown(-LINE / 2), CORNER), stroke=BLACK, width=LINE)
    for at in range(1, len(widths)):
        x, top, foot, middle = box.x + fsum(widths[:at]), box.y, box.bottom, box.center[1]
        half = LINE / 2
        points = (
            (x - half, top), (x + half, top), (x + half + bend, middle), (x + half, foot), (x - half, foot),
            (x - half + bend, middle),
        )  # fmt: skip
        yield Path(polygon(points), BLACK)


def _cross(corner: tuple[float, float]) -> Iterator[Item]:
    """The cross of what is not to be done; it ends in this lower right corner."""
    x, y = (end - CROSS / 2 for end in corner)
    left, top = x - CROSS_LONG, y - CROSS_LONG
    cross = segment(left, top, x, y) + segment(left, y, x, top)
    yield Path(cross, stroke=find_ink("red"), width=CROSS)
