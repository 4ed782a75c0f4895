"""Draws tracks on strips: numbers on which a marker lies, or at whose edge a clip is moved; and the bar of a strip."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from printkit.compose.faces.context import FaceContext
from printkit.compose.pieces.carving import bar_items, stroke
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, set_line
from printkit.geometry import Outline, Rect
from printkit.kit.tokens import TokenFace, track_of
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Item, Path
from printkit.scene.shapes import polygon

__all__ = ["BAR", "HEAD_EM", "head_items", "octagon", "track_items"]

# The title of a track that stands, the cuts behind it, numbers in a column, how many a lying track has room for in a
# line; one of so few is always laid in lines.
TITLE_EM, HEAD, HEAD_CUTS, COLUMN, LINES, FEW = 4.0, 9.6, 4, 21, 4, 9
# A long track has a plate for each so many numbers, with a point; how long the cuts at its edge are, on a plate and
# beside other numbers; what is between the head and the numbers, and in the middle of both columns, half of it.
FIVE, POINT, FIVE_CUT, ONE_CUT, HEAD_AIR, COLUMNS = 5, 1.6, 2.6, 2.2, 2.2, 0.5
# The bar of a lying track, its cuts, the corner of every bar, the em of its title, and how wide one is that has fewer.
BAR, BAR_CUTS, ROUND, HEAD_EM, SHORT = 9.6, 7, 0.8, 4.8, 70.0
# How wide a box of a track that stands should be, in its height.
UPRIGHT = 0.85
# Of a lying track's boxes, on which the marker lies: the em of a number in their heights and widths, what is free
# between two, and two of a few, their corner in widths, and their line; how far above its foot a box of a few has a
# leaf, in heights.
NUMBER_EM, BETWEEN, APART, BEVEL, FRAME, LOW = (0.62, 0.5), 1.0, 2.2, 0.14, 0.5, 0.17
# Of cuts that say a number: from one to the next in widths of a box, and how high they are by turns, in its height.
COUNT_PITCH, COUNT_HIGH = 0.16, (0.19, 0.15)
# How much larger the figure before all lines is, and the line of its box, mm.
BEFORE, WIDE_FRAME = 1.3, 1.0
# In a track of many numbers: the line of most boxes; below each fifth a leaf, how long in its box, how thick in its
# length, and how far below the foot of the figure, mm.
THIN_FRAME, LEAF, LEAF_THICK, LEAF_HIGH = 0.32, 0.56, 0.24, 2.9


def octagon(box: Rect, corner: float) -> Outline:
    return polygon(
        (
            (box.x + corner, box.y), (box.right - corner, box.y), (box.right, box.y + corner),
            (box.right, box.bottom - corner), (box.right - corner, box.bottom), (box.x + corner, box.bottom),
            (box.x, box.bottom - corner), (box.x, box.y + corner),
        )
    )  # fmt: skip


def head_items(
    bar: Rect, title: str, style: TextStyle, left: float, count: int = 7, *, low: bool
) -> Iterator[Item]:
    """A bar with a title, and at its end cuts; with little ink in its outline."""
    yield from bar_items(bar, ROUND, count, low=low)
    used = (0.37 * count) * bar.height
    fitted = fit_line(title, replace(style, ink=BLACK if low else PAPER), bar.width - left - used, 0.7)
    yield set_line(title, fitted, bar.x + left, bar.center[1] + 0.36 * fitted.size)


def track_items(
    context: FaceContext, face: TokenFace, box: Rect, title: str, ink: Ink, *, low: bool
) -> Iterator[Item]:
    """Numbers in lines from left to right below a bar with the title; many that stand are two columns for clips."""
    track = track_of(face.figure)
    assert track is not None
    sign, first, last = track
    display = context.font("display")
    numbers = range(first, last + 1)
    if box.height > box.width and len(numbers) > FEW:
        style = TextStyle(display, TITLE_EM, tracking=0.0)
        yield from _long_track(box, (title, style), numbers, ink, low=low)
        return
    count = HEAD_CUTS if box.width < SHORT else BAR_CUTS
    style = TextStyle(display, HEAD_EM, tracking=0.0)
    yield from head_items(box._replace(height=BAR), title, style, 3.0, count, low=low)
    long = len(numbers) > COLUMN
    between = BETWEEN if long else APART
    room = Rect.from_edges(box.x, box.y + BAR + between, box.right, box.bottom)
    cells = _cells(room, len(numbers), between, UPRIGHT if box.height > box.width else 1.0)
    em = min(NUMBER_EM[0] * cells[-1].height, NUMBER_EM[1] * cells[-1].width)
    for number, cell in zip(numbers, cells, strict=True):
        heavy = number == first or (long and number % 5 == 0)
        # What stands before all lines is as high as they are, and its figure as dark as the others.
        before = cell.height > 1.5 * cells[-1].height
        full = not low and not long
        line = FRAME if not long else WIDE_FRAME if heavy else THIN_FRAME
        yield from _field(cell, ink if heavy else BLACK, full=full, line=line)
        style = TextStyle(display, em * (BEFORE if before else 1.0), PAPER if full else BLACK, tracking=0.0)
        counted = not long and sign and number
        if counted:
            # Both together stand in the middle.
            top, foot = cell.height / 2 - 0.36 * style.size, (1.0 - LOW + COUNT_HIGH[0] / 2) * cell.height
            cell = cell.moved(0.0, (cell.height - top - foot) / 2)
            yield _count(cell, number, style.ink)
        middle = cell.center[1] + 0.36 * style.size
        if heavy and long:
            yield _leaf((cell.center[0], middle + LEAF_HIGH), LEAF * cell.width, ink)
        yield ink_center_line(f"{sign}{number}", style, cell.center[0], middle)


def _field(cell: Rect, ink: Ink, *, full: bool, line: float) -> Iterator[Item]:
    """A box of a track: its outline, or all of it. Light on it would look like a mark before the figure."""
    corner = BEVEL * cell.width
    if full:
        yield Path(octagon(cell, corner), ink)
    else:
        yield Path(octagon(cell.grown(-line / 2), corner), stroke=ink, width=line)


def _count(cell: Rect, count: int, ink: Ink) -> Item:
    """So many upright cuts below the figure of a box, in a row."""
    pitch = min(COUNT_PITCH, 0.82 / count) * cell.width
    parts = Outline("", ())
    for at in range(count):
        x = cell.center[0] + (at - (count - 1) / 2) * pitch
        y, high = cell.bottom - LOW * cell.height, (COUNT_HIGH[at % 2]) * cell.height
        parts += stroke([(x, y + high * (step / 8 - 0.5)) for step in range(9)], 0.5 * pitch, 1.0)
    return Path(parts, ink, even_odd=False)


def _leaf(middle: tuple[float, float], long: float, ink: Ink) -> Item:
    """A leaf that lies below a figure."""
    line = [
        (middle[0] + long * (at / 8 - 0.5), middle[1] - 0.08 * long * math.sin(math.pi * at / 8))
        for at in range(9)
    ]
    return Path(stroke(line, LEAF_THICK * long, 0.62), ink, even_odd=False)


def _cells(room: Rect, count: int, between: float, wide: float) -> list[Rect]:
    """Boxes for so many numbers in lines, as near as can be to so many times as `wide` as high.

    What is one too many stands before all of them.
    """

    def flat(lines: int) -> float:
        return abs(math.log(room.width / (count // lines + count % lines) / (room.height / lines) / wide))

    lines = min((each for each in range(1, LINES + 1) if count % each < 2), key=flat)
    alone = count % lines if lines > 1 else 0
    row = count // lines
    pitch, line = (room.width + between) / (row + alone), (room.height + between) / lines
    boxes = [room._replace(width=pitch - between)] * alone
    for at in range(count - alone):
        x, y = room.x + (alone + at % row) * pitch, room.y + at // row * line
        boxes.append(Rect(x, y, pitch - between, line - between))
    return boxes


def _long_track(
    box: Rect, head: tuple[str, TextStyle], numbers: Sequence[int], ink: Ink, *, low: bool
) -> Iterator[Item]:
    """Two columns below a bar with the title: a cut at the edge for each number, each fifth on a plate with its ink."""
    title, style = head
    bar = Rect(box.x, box.y, box.width, HEAD - HEAD_AIR)
    yield from head_items(bar, title, style, 2.2, HEAD_CUTS, low=low)
    high = -(-len(numbers) // 2)
    pitch, half = (box.bottom - box.y - HEAD) / high, box.width / 2 - COLUMNS
    for at, number in enumerate(numbers):
        way = 1 if at < high else -1
        edge, y = (box.x if at < high else box.right), box.y + HEAD + (at % high + 0.5) * pitch
        plate = number % FIVE == 0
        if plate:
            outline = _pointed(edge, y, way * half, 0.9 * pitch)
            yield Path(outline, stroke=BLACK, width=0.4) if low else Path(outline, BLACK)
        long = FIVE_CUT if plate else ONE_CUT
        cut = [(edge + way * (POINT * plate * 0.9 + long * step / 8), y) for step in range(9)]
        yield Path(stroke(cut, (0.5 if plate else 0.3) * pitch, 0.3), ink if plate else BLACK, even_odd=False)
        figure = TextStyle(style.font, (0.9 if plate else 0.76) * pitch, tracking=0.0)
        figure = replace(figure, ink=PAPER if plate and not low else BLACK)
        x = edge + way * (FIVE_CUT + half) / 2 + way * 0.8
        yield ink_center_line(str(number), figure, x, y + 0.36 * figure.size)


def _pointed(edge: float, y: float, long: float, high: float) -> Outline:
    """A plate about a height that points at the edge where it begins."""
    point = math.copysign(POINT, long)
    return polygon(
        (
            (edge, y), (edge + point, y - high / 2), (edge + long, y - high / 2),
            (edge + long, y + high / 2), (edge + point, y + high / 2),
        )
    )  # fmt: skip
