"""Labels and rulers on a sheet beside the cards, in the paper's mm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from printkit.compose.typesetting import TextStyle, line_width, set_line
from printkit.geometry import IDENTITY, Affine, Rect, Size
from printkit.scene.model import Group, Item

__all__ = ["LABEL_EM", "print_check", "print_check_places", "sheet_label"]

LABEL_EM = 2.4
LEAST_EM = 1.7
FONT = "zen-kaku-gothic-new-bold"
# The print-check page: the ems of its heading and lines, from line to line, and how far it all stands above the ruler.
CHECK_HEAD, CHECK_EM, CHECK_STEP, CHECK_ABOVE = 6.0, 2.8, 5.2, 9.0
CHECK_RULER = Size(100.0, 4.0)


def sheet_label(words: Sequence[str], area: Rect) -> tuple[Item, ...]:
    """The words in one row inside the area, along its longer side, as many of them as it holds (the first first)."""
    upright = area.width >= area.height
    length, depth = (area.width, area.height) if upright else (area.height, area.width)
    style = TextStyle(FONT, min(LABEL_EM, depth * 0.8))
    shown = list(words)
    while len(shown) > 1 and line_width(_joined(shown), style) > length:
        shown.pop()
    if not shown or depth < 1.5:
        return ()
    # The first words say what the sheet is: rather small than not at all.
    size = style.size * min(1.0, length / line_width(_joined(shown), style))
    if size < LEAST_EM:
        return ()
    style = replace(style, size=size)
    line = set_line(_joined(shown), style, 0.0, depth / 2 + style.size * 0.38)
    # Along a standing area the words run upwards, readable with the sheet turned once to the right.
    place = (
        Affine.translation(area.x, area.y)
        if upright
        else Affine.rotation(-90).then(Affine.translation(area.x, area.bottom))
    )
    return (Group((line,), place if place != IDENTITY else IDENTITY, layer="guide"),)


def _joined(words: Sequence[str]) -> str:
    return " · ".join(words)


def print_check_places(page: Size) -> tuple[Rect, Rect]:
    """Where the ruler and the label of a page stand that only shows how a file was printed; mm."""
    x, y = (page.width - CHECK_RULER.width) / 2, page.height / 2
    return Rect(round(x, 4), y, *CHECK_RULER), Rect(round(x, 4), y + 9.0, CHECK_RULER.width, 3.4)


def print_check(page: Size, heading: Sequence[str], lines: Sequence[str]) -> tuple[Item, ...]:
    """The heading, in several pieces on one line, and the lines above the ruler, in the middle of the page."""
    middle = page.width / 2
    y = print_check_places(page)[0].y - CHECK_ABOVE - CHECK_STEP * (len(lines) - 1)
    style = TextStyle(FONT, CHECK_EM)
    rows = [set_line(line, style, middle, y + CHECK_STEP * row, "middle") for row, line in enumerate(lines)]
    large = TextStyle(FONT, CHECK_HEAD, tracking=0.0)
    x, title = middle - line_width(" ".join(heading), large) / 2, []
    for words in heading:
        title.append(set_line(words, large, x, y - 2.2 * CHECK_STEP))
        x += line_width(f"{words} ", large)
    return *title, *rows
