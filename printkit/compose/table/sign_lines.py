"""Sets lines in which cards stand as their signs, as small as letters, instead of their names."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.compose.pieces.glyphs import seal_items
from printkit.compose.text.flow import FlowLine, FlowStyle, flow_lines
from printkit.geometry import Rect
from printkit.kit.markdown import Run
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, find_ink
from printkit.scene.model import Glyphs, Group, Item

__all__ = ["SIGNED", "has_marks", "mark_of", "sign_lines", "sign_row"]

# A sign in a text is a letter of the private area: of each glyph of the kit, in its order, the black and the red one.
FIRST, LAST, BLACK_SIGN = 0xE000, 0xF900, "黒"
# The letters whose room a sign takes in a line; how wide they are, its side, and how far it is below the baseline, em.
ROOM, WIDE, SIDE, BELOW = "\N{EM SPACE}\N{EN SPACE}\N{FOUR-PER-EM SPACE}", 7 / 4, 1.54, 0.37
SIGNED = 1.78
"""From line to line of a text with signs, at least; em."""


def mark_of(kit: Kit, sign: str) -> str:
    """The letter that stands for a sign in a text: `黒兵` is the black pawn."""
    return chr(FIRST + 2 * [*kit.glyphs].index(sign[1:]) + (sign[:1] != BLACK_SIGN))


def has_marks(text: str) -> bool:
    """Whether signs stand in the text."""
    return any(FIRST <= ord(char) < LAST for char in text)


def sign_lines(kit: Kit, text: str, style: FlowStyle, width: float) -> Iterator[tuple[Item, ...]]:
    """The lines of a text no longer than `width` mm, each on the baseline y 0, with the signs of its marks."""
    plain = "".join(ROOM if has_marks(char) else char for char in text)
    waiting = filter(has_marks, text)
    em = style.plain.size
    for line in flow_lines((Run(plain),), style, width):
        drawn: list[Item] = []
        for x in _rooms(line):
            left = x + (WIDE - SIDE) / 2 * em
            drawn.append(_seal(kit, next(waiting), Rect(left, (BELOW - SIDE) * em, SIDE * em, SIDE * em)))
        yield (*map(_letters, line.glyphs), *drawn)


def sign_row(kit: Kit, marks: str, side: float, pitch: float, *, solid: bool) -> Iterator[Item]:
    """The signs of marks from (0, 0) to the right, each so large, the next one so much farther; mm."""
    boxes = (Rect(at * pitch, 0.0, side, side) for at in range(len(marks)))
    return (_seal(kit, mark, box, solid=solid) for mark, box in zip(marks, boxes, strict=True))


def _seal(kit: Kit, mark: str, box: Rect, *, solid: bool = False) -> Item:
    """Both colours stand out of the paper, in lines as thin as those of letters: a `solid` block would break a line."""
    number, red = divmod(ord(mark) - FIRST, 2)
    sign = [*kit.glyphs][number]
    return Group(tuple(seal_items(kit, sign, box, find_ink("red") if red else BLACK, low=not (red or solid))))


def _rooms(line: FlowLine) -> Iterator[float]:
    """Where on a line the rooms of signs begin."""
    for glyphs in line.glyphs:
        yield from (glyph.x for glyph in glyphs.glyphs if glyph.text == ROOM[0])


def _letters(glyphs: Glyphs) -> Glyphs:
    """The letters without those that only keep room."""
    return glyphs._replace(glyphs=tuple(glyph for glyph in glyphs.glyphs if glyph.text not in ROOM))
