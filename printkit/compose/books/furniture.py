"""Labels and rulers on a sheet beside the cards, in the paper's mm."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from printkit.compose.text.typesetting import TextStyle, line_width, set_line
from printkit.geometry import IDENTITY, Affine, Rect, Size
from printkit.scene.model import Group, Item

__all__ = ["LABEL_EM", "print_check", "print_check_places", "sheet_label"]

LABEL_EM = 2.4
LEAST_EM = 1.7
# The em of two rows, as a share of the strip they stand in.
TWO_ROWS = 0.47
FONT = "zen-kaku-gothic-new-bold"
# The print-check page: the ems of its heading and lines, from line to line, and how far it all stands above the ruler.
CHECK_HEAD, CHECK_EM, CHECK_STEP, CHECK_ABOVE = 6.0, 2.8, 5.2, 9.0
CHECK_RULER = Size(100.0, 4.0)


# The same sheets are laid out in many ways to find out how a file was built.
@lru_cache(512)
def sheet_label(words: tuple[str, ...], area: Rect) -> tuple[Item, ...]:
    """The words inside the area, along its longer side: in one row, or smaller in two where one does not hold them.

    What two rows do not hold either is left out, the last words first.
    """
    upright = area.width >= area.height
    length, depth = (area.width, area.height) if upright else (area.height, area.width)
    if not words or depth < 1.5:
        return ()
    rows = _rows(words, length, depth)
    # The first words say what the sheet is: rather small than not at all.
    widest = max(line_width(_joined(row), TextStyle(FONT, 1.0)) for row in rows)
    size = min(LABEL_EM, depth * (0.8 if len(rows) == 1 else TWO_ROWS), length / widest)
    if size < LEAST_EM:
        return ()
    style = TextStyle(FONT, size)
    pitch = depth / len(rows)
    lines = tuple(
        set_line(_joined(row), style, 0.0, pitch * (at + 0.5) + size * 0.38) for at, row in enumerate(rows)
    )
    # Along a standing area the words run upwards, readable with the sheet turned once to the right.
    place = (
        Affine.translation(area.x, area.y)
        if upright
        else Affine.rotation(-90).then(Affine.translation(area.x, area.bottom))
    )
    return (Group(lines, place if place != IDENTITY else IDENTITY, layer="guide"),)


def _rows(words: Sequence[str], length: float, depth: float) -> list[Sequence[str]]:
    """The words as one row, or as two where there is room for them."""
    fits = _fitting(words, TextStyle(FONT, min(LABEL_EM, depth * 0.8)), length)
    small = depth * TWO_ROWS
    if fits == len(words) or small < LEAST_EM:
        return [words[:fits]]
    # Rather small than not at all.
    tried = (_two_rows(words, TextStyle(FONT, em), length) for em in (small, LEAST_EM))
    return max(tried, key=lambda rows: sum(map(len, rows)))


def _two_rows(words: Sequence[str], style: TextStyle, length: float) -> list[Sequence[str]]:
    number = _fitting(words, style, length)
    first, rest = list(words[:number]), words[number:]
    if _fitting(rest, style, length) < len(rest):
        # A short word may have room beside the first where a long one that comes before it has none.
        first = [words[0]]
        for word in words[1:]:
            if line_width(_joined([*first, word]), style) <= length:
                first.append(word)
        rest = [word for word in words if word not in first]
    second = rest[: _fitting(rest, style, length)]
    return [first, second] if second else [first]


def _fitting(words: Sequence[str], style: TextStyle, length: float) -> int:
    """How many of the first words fit in a row; one at least, if there is any."""
    whole = len(words)
    fits = (n for n in range(whole, 1, -1) if line_width(_joined(words[:n]), style) <= length)
    return next(fits, min(whole, 1))


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
