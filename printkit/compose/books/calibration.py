"""Text and marks between the scales of a calibration sheet."""

from __future__ import annotations

from typing import NamedTuple

from printkit.compose.text.paragraphs import break_lines
from printkit.compose.text.typesetting import TextStyle, set_line
from printkit.errors import InputError
from printkit.geometry import Affine, Outline, Rect
from printkit.scene.inks import BLACK
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import segment

__all__ = ["Instructions", "calibration_label", "compose_instructions"]

FONT = "biz-udpgothic-regular"
BOLD = "zen-kaku-gothic-new-bold"
LEADING = 1.5
SIZES = (3.3, 3.0, 2.7, 2.4, 2.1, 1.9)
# The example is drawn this much larger than it lies on the flap.
ENLARGED = 1.6
EXAMPLE = (34.0 * ENLARGED, 16.0 * ENLARGED)
TITLE_EM = 5.0
ROWS = 3
ROW_HEIGHT = 6.5

STEPS = {
    "ja": (
        "カードと同じ紙・同じ給紙・両面・倍率100 %で、この頁を3枚刷る。",
        "四辺を点線で切り落とす。切り口は測らないので、鋏でおおよそ切ればよい。",
        "A の字が正しく読める向きに置き、手前の辺を破線で向こう側へ折り返す。切り口を目盛の線と直角にそろえると、"
        "裏の線（▲ 1 2 … 9 0）が表の目盛と向かい合う。",
        "▲の左にある表の数が整数、表の線とまっすぐつながる裏の線の番号が小数第1位である。"
        "二本が同じくらい合うときは間を取り、6.35 のように読む。",
        "紙を回して B、C、D も同じように読む。三枚の数を打ち込む：",
    ),
    "en": (
        "Print this page three times, on the paper, from the tray and with the settings of your cards: duplex, 100 %.",
        "Cut off all four edges at the dotted lines. The cut is not measured; scissors will do.",
        "Lay the sheet so that A reads upright and fold the edge before you up and over at the dashed line. With the "
        "cut edge square to the scale's lines, the lines of the back (▲ 1 2 … 9 0) meet those of the front.",
        "The figure of the scale left of ▲ is the whole number; the number of the flap's line that runs straight into "
        "a line of the scale is the tenth. Where two fit alike, take the half between: 6.35.",
        "Turn the sheet and read B, C and D likewise. Type what the three sheets say:",
    ),
}


class Instructions(NamedTuple):
    """The words and the table to fill in, and where the example's scale has its zero."""

    items: tuple[Item, ...]
    example: Affine


def calibration_label(words: str, size: float, place: Affine) -> Item:
    """Words with their middle on a baseline at the origin of `place`."""
    return Group((set_line(words, TextStyle(BOLD, size), 0.0, 0.0, "middle"),), place, layer="guide")


def compose_instructions(area: Rect, feed: str, command: str, names: tuple[str, ...]) -> Instructions:
    """How the sheet is read, in both languages, beside each other where the page lies on its side.

    `feed` says what it is for, `command` what to type, `names` the columns of the table. Without room: InputError.
    """
    for size in SIZES:
        placed = _instructions(area, size, feed, command, names)
        if placed is not None:
            return placed
    raise InputError(
        "the paper has no room for the instructions", key="--paper", hint="choose a5 or larger paper"
    )


def _instructions(
    area: Rect, size: float, feed: str, command: str, names: tuple[str, ...]
) -> Instructions | None:
    title = set_line(
        "両面の位置合わせ  Duplex calibration", TextStyle(BOLD, TITLE_EM), area.x, area.y + TITLE_EM
    )
    items: list[Item] = [title, set_line(feed, TextStyle(FONT, size), area.x, area.y + TITLE_EM * 2.2)]
    beside = area.width > area.height
    gap = 6.0
    width = (area.width - gap) / 2 if beside else area.width
    top, left = area.y + TITLE_EM * 2.2 + size * 2.2, area.x
    lowest = top
    for language, steps in STEPS.items():
        try:
            lines, bottom = _steps(steps, language, size, Rect(left, top, width, 0.0))
        except InputError:
            return None
        items += lines
        lowest = max(lowest, bottom)
        left, top = (left + width + gap, top) if beside else (left, bottom + size)
    typed = TextStyle(FONT, size)
    items.append(set_line(command, typed, area.x, lowest + size * 1.2))
    below = lowest + size * 3.0
    zero = Affine.scaling(ENLARGED).then(Affine.translation(area.x + 4.0, below + 8.0 * ENLARGED))
    items.append(
        set_line("例 example: 6.3", TextStyle(BOLD, 4.0), area.x + EXAMPLE[0] + 6.0, below + 8.0 * ENLARGED)
    )
    table = Rect(area.x, below + EXAMPLE[1] + 4.0, area.width, (ROWS + 1) * ROW_HEIGHT)
    if table.bottom > area.bottom:
        return None
    return Instructions((*items, *_table(table, names)), zero)


def _steps(steps: tuple[str, ...], language: str, size: float, box: Rect) -> tuple[list[Item], float]:
    """The numbered steps from the top of the box, and where the last line ends."""
    style = TextStyle(FONT, size)
    indent = size * 1.6
    items: list[Item] = []
    baseline = box.y + size
    for number, step in enumerate(steps, 1):
        items.append(set_line(f"{number}.", style, box.x, baseline))
        for line in break_lines(step, style, box.width - indent, language):
            items.append(set_line(line, style, box.x + indent, baseline))
            baseline += size * LEADING
        baseline += size * 0.25
    return items, baseline - size * LEADING


def _table(box: Rect, names: tuple[str, ...]) -> tuple[Item, ...]:
    """Empty cells under the names of the verniers, a row a sheet."""
    first = 10.0
    step = min(18.0, (box.width - first) / len(names))
    right = box.x + first + step * len(names)
    lines = Outline("", ())
    for row in range(ROWS + 2):
        y = box.y + row * ROW_HEIGHT
        lines += segment(box.x, y, right, y)
    for x in (box.x, *(box.x + first + column * step for column in range(len(names) + 1))):
        lines += segment(x, box.y, x, box.bottom)
    style = TextStyle(BOLD, 3.4)
    words: list[Item] = [
        set_line(name, style, box.x + first + (column + 0.5) * step, box.y + 4.6, "middle")
        for column, name in enumerate(names)
    ]
    words += [
        set_line(str(row), style, box.x + first / 2, box.y + row * ROW_HEIGHT + 4.6, "middle")
        for row in range(1, ROWS + 1)
    ]
    return (Path(lines, stroke=BLACK, width=0.2), *words)
