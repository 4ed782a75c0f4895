"""Printer's marks around the cards, in paper mm, and what stands on free strips beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from printkit.geometry import Outline, Rect
from printkit.scene.inks import BLACK, CREASE, CUT, REGISTRATION, Ink
from printkit.scene.model import Group, Item, Layer, Path
from printkit.scene.shapes import KAPPA, circle, polyline, segment

__all__ = [
    "MARK_GAP",
    "RULER_LENGTH",
    "RULER_WIDTH",
    "corner_guides",
    "crop_marks",
    "fold_line",
    "free_strips",
    "is_enough",
    "japanese_marks",
    "page_furniture",
    "registration_cross",
    "ruler",
    "ruler_and_words",
    "usefulness",
]


# ── printer's marks around the cards, in paper mm ────────────────────────────────────────────────────────────────────

# From the bleed to where a crop mark begins.
MARK_GAP = 0.5
# Thinner lines break up on home printers and are refused by presses.
LINE = 0.25
# The two lines of a Japanese corner are no nearer to each other.
LEAST_DOUBLE = 2.0
RULER_LINE = 0.2
RULER_LENGTH = 100.0
# The longest tick.
RULER_WIDTH = 4.0
CROSS = 4.0


def crop_marks(trims: Iterable[Rect], block: Rect, reach: float, ink: Ink = BLACK) -> Item | None:
    """Ticks outside the block (all cards with their bleed) in line with every trim edge.

    They begin MARK_GAP outside the block and end `reach` outside it, so they touch no card and no bleed.
    None where the reach leaves no line.
    """
    xs, ys = _edges(trims)
    return _ticks(xs, ys, block.grown(MARK_GAP), block.grown(reach), ink) if reach > MARK_GAP else None


def japanese_marks(trims: Iterable[Rect], block: Rect, reach: float, ink: Ink) -> tuple[Item | None, ...]:
    """Japanese printer's marks: double corners, of the trim and of the bleed, and a cross at each side's middle.

    The corners enclose all trims, and the two lines of each cross where the bleed ends; a card's edges between
    them have ticks as with `crop_marks`. They reach `reach` outside the block. Where it leaves no line there is none.
    """
    xs, ys = _edges(trims)
    if not xs or reach <= MARK_GAP:
        return ()
    outer = Rect.from_edges(xs[0], ys[0], xs[-1], ys[-1])
    # Without bleed the two lines would be one.
    second, far = max(outer.x - block.x, LEAST_DOUBLE), block.grown(reach)
    corners = Outline("", ())
    for x, end_x, across in ((outer.x, far.x, -second), (outer.right, far.right, second)):
        for y, end_y, down in ((outer.y, far.y, -second), (outer.bottom, far.bottom, second)):
            corners += polyline(((end_x, y), (x + across, y), (x + across, end_y)))
            corners += polyline(((x, end_y), (x, y + down), (end_x, y + down)))
    middle_x, middle_y = outer.center
    start, arm = second + MARK_GAP, far.right - outer.right - second
    for x, side in ((outer.x, -1.0), (outer.right, 1.0)):
        at = x + side * (start + (arm - MARK_GAP) / 2)
        corners += segment(x + side * start, middle_y, x + side * (second + arm), middle_y)
        corners += segment(at, middle_y - arm, at, middle_y + arm)
    for y, side in ((outer.y, -1.0), (outer.bottom, 1.0)):
        at = y + side * (start + (arm - MARK_GAP) / 2)
        corners += segment(middle_x, y + side * start, middle_x, y + side * (second + arm))
        corners += segment(middle_x - arm, at, middle_x + arm, at)
    inner = _ticks(xs[1:-1], ys[1:-1], block.grown(MARK_GAP), far, ink)
    return (_lines(corners, "guide", LINE, ink), inner)


def _edges(trims: Iterable[Rect]) -> tuple[list[float], list[float]]:
    """Where trims begin and end, across and down, each once."""
    boxes = list(trims)
    xs = sorted({round(x, 4) for trim in boxes for x in (trim.x, trim.right)})
    ys = sorted({round(y, 4) for trim in boxes for y in (trim.y, trim.bottom)})
    return xs, ys


def _ticks(xs: Sequence[float], ys: Sequence[float], near: Rect, far: Rect, ink: Ink) -> Item | None:
    """Lines from one rectangle to one around it, at these places across and down."""
    lines = Outline("", ())
    for x in xs:
        lines += segment(x, near.y, x, far.y) + segment(x, near.bottom, x, far.bottom)
    for y in ys:
        lines += segment(near.x, y, far.x, y) + segment(near.right, y, far.right, y)
    return _lines(lines, "guide", LINE, ink) if lines.commands else None


def corner_guides(trims: Iterable[Rect], radius: float) -> Item:
    """Where to round the corners: a quarter circle in each corner of each trim, on the line of the cut."""
    near = radius * (1 - KAPPA)
    lines = Outline("", ())
    for trim in trims:
        for x, dx in ((trim.x, 1.0), (trim.right, -1.0)):
            for y, dy in ((trim.y, 1.0), (trim.bottom, -1.0)):
                start, end = (x, y + dy * radius), (x + dx * radius, y)
                lines += Outline("MC", (*start, x, y + dy * near, x + dx * near, y, *end))
    return _lines(lines, "cut", LINE, CUT)


def fold_line(x1: float, y1: float, x2: float, y2: float) -> Item:
    """A dashed line to fold along."""
    path = Path(segment(x1, y1, x2, y2), stroke=CREASE, width=LINE, dash=(2.0, 2.0))
    return Group((path,), layer="fold")


def ruler(box: Rect) -> Item:
    """A 100 mm ruler along the longer side of the box: a tick every mm, longer at 5 and longest at 10.

    Its zero is the box's left or upper end and its line the edge away from the paper's text (right or lower).
    """
    upright = box.height > box.width
    lines = Outline("", ())
    for step in range(int(RULER_LENGTH) + 1):
        tick = RULER_WIDTH if step % 10 == 0 else 3.0 if step % 5 == 0 else 2.0
        if upright:
            lines += segment(box.right - tick, box.y + step, box.right, box.y + step)
        else:
            lines += segment(box.x + step, box.bottom - tick, box.x + step, box.bottom)
    if upright:
        lines += segment(box.right, box.y, box.right, box.y + RULER_LENGTH)
    else:
        lines += segment(box.x, box.bottom, box.x + RULER_LENGTH, box.bottom)
    return _lines(lines, "guide", RULER_LINE)


def page_furniture(printable: Rect) -> tuple[Rect, Rect, Rect]:
    """The ruler's box, the label's area beside it and the room above both, on a page that is no sheet of cards."""
    line = Rect(printable.x + 2.0, printable.bottom - RULER_WIDTH - 0.5, RULER_LENGTH, RULER_WIDTH)
    words = Rect.from_edges(printable.x, line.y - 3.6, printable.right, line.y - 0.4)
    return line, words, Rect.from_edges(printable.x, printable.y, printable.right, words.y - 0.6)


def registration_cross(x: float, y: float) -> Item:
    """A cross in a circle, CROSS mm across, to hold both sides against the light, and to align all plates by."""
    half = CROSS / 2
    lines = segment(x - half, y, x + half, y) + segment(x, y - half, x, y + half) + circle(x, y, half * 0.6)
    return _lines(lines, "guide", LINE, REGISTRATION)


def _lines(outline: Outline, layer: Layer, width: float, ink: Ink = BLACK) -> Item:
    return Group((Path(outline, stroke=ink, width=width),), layer=layer)


# ── free strips of a sheet beside its cards, and the ruler and the label they hold ───────────────────────────────────

# Left over at each end of the ruler.
_END = 2.0
# A strip is at least this thick with the label beside the ruler, and with the label above it.
_THIN, _THICK = 5.0, 9.0
_LABEL_LENGTH = 60.0


def free_strips(block: Rect, printable: Rect) -> tuple[Rect, ...]:
    """The free strips below, above, right and left of the block, the whole printable area long."""
    return (
        Rect.from_edges(printable.x, min(block.bottom, printable.bottom), printable.right, printable.bottom),
        Rect.from_edges(printable.x, printable.y, printable.right, max(block.y, printable.y)),
        Rect.from_edges(min(block.right, printable.right), printable.y, printable.right, printable.bottom),
        Rect.from_edges(printable.x, printable.y, max(block.x, printable.x), printable.bottom),
    )


def is_enough(strip: Rect) -> bool:
    """Whether a strip holds the ruler and a label."""
    length, width = max(strip[2:]), min(strip[2:])
    ruler_length = RULER_LENGTH + 2 * _END
    thick = width >= _THICK and length >= ruler_length
    return thick or (width >= _THIN and length >= ruler_length + _LABEL_LENGTH)


def usefulness(strip: Rect) -> tuple[bool, bool, float]:
    """Sorts strips: labels above their ruler read best, level text better than turned; then the larger one."""
    return min(strip[2:]) >= _THICK, strip.width >= strip.height, round(strip.width * strip.height, 3)


def ruler_and_words(strip: Rect) -> tuple[Rect, Rect]:
    """The ruler's box and the label's area in a strip."""
    level = strip.width >= strip.height
    if not level:
        turned = ruler_and_words(Rect(strip.y, strip.x, strip.height, strip.width))
        return Rect(*_turned(turned[0])), Rect(*_turned(turned[1]))
    line = Rect(strip.x + _END, strip.bottom - RULER_WIDTH - 0.5, RULER_LENGTH, RULER_WIDTH)
    if strip.height >= _THICK:
        return line, Rect.from_edges(strip.x, strip.y, strip.right, line.y - 0.5)
    return line, Rect.from_edges(line.right + _END, strip.y, strip.right, strip.bottom)


def _turned(rect: Rect) -> tuple[float, float, float, float]:
    return rect.y, rect.x, rect.height, rect.width
