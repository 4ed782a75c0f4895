"""Draws the blocks of cards with written signs: seal, index, number sign and motto, and the odds of a throw."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.compose.faces.context import FaceContext
from printkit.compose.pieces.carving import stroke
from printkit.compose.pieces.glyphs import glyph_items, seal_items, sign_items
from printkit.compose.text.typesetting import TextStyle, ink_center_line, set_line
from printkit.errors import InputError
from printkit.geometry import Rect
from printkit.kit.blocks import NumberSignBlock, OddsBlock, SealBlock, SignIndexBlock
from printkit.kit.tokens import GLYPHS
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Item, Path
from printkit.scene.shapes import circle, polygon, rectangle, rounded_rectangle, segment

__all__ = ["mark_item", "number_sign", "odds", "seal", "sign_index"]

# A row of odds: its sticks, the middle of their number, the cuts, and where both counts end; in parts of its width.
# How high sticks and cuts are in it, how wide a cut is from one to the next, how many have room in one line, and the
# edge of a stick, mm.
STICKS, NUMBER, CUTS, THROWS, MORE = (0.0, 0.22), 0.28, (0.33, 0.61), 0.74, 1.0
HIGH, CUT_HIGH, CUT_WIDE, IN_A_LINE, EDGE = 0.74, 0.72, 0.82, 12, 0.3


def seal(context: FaceContext, block: SealBlock, turned: bool) -> tuple[Item, ...]:
    """The piece's sign as a seal."""
    piece, ink = str(context.card.fields[block.piece]), context.chosen_ink(block.ink)
    return tuple(seal_items(context.kit, piece, block.box, ink, low=context.choices.ink == "low"))


def sign_index(context: FaceContext, block: SignIndexBlock, turned: bool) -> tuple[Item, ...]:
    """The small sign over its number, or over the mark of a card without one."""
    piece, ink = str(context.card.fields[block.piece]), context.chosen_ink(block.ink)
    items = [
        *glyph_items(context.kit, piece, (block.x, block.sign_y), block.sign_em, ink),
        Path(rectangle(block.rule), ink),
    ]
    number = context.card.fields.get(block.field)
    if number is not None:
        style = TextStyle(context.font("display"), block.em, ink)
        items.append(ink_center_line(str(number), style, block.x, block.baseline))
    elif piece in block.marks:
        items.append(mark_item(block.marks[piece], block.x, block.baseline, block.em, ink))
    return tuple(items)


def mark_item(mark: str, x: float, baseline: float, em: float, ink: Ink) -> Path:
    """What stands for a number, as high as one: `wild` a ring with a dot, `top` a triangle."""
    half = 0.37 * em
    y = baseline - half
    if mark == "wild":
        return Path(circle(x, y, half) + circle(x, y, half - 0.09 * em) + circle(x, y, 0.13 * em), ink)
    wide = 0.43 * em
    return Path(polygon(((x, y - half), (x + wide, y + half), (x - wide, y + half))), ink)


def number_sign(context: FaceContext, block: NumberSignBlock, turned: bool) -> tuple[Item, ...]:
    """The sign of the card's number, or the motto of its piece."""
    fields, ink, kit = context.card.fields, context.chosen_ink(block.ink), context.kit
    number = fields.get(block.field)
    if number is not None:
        art = kit.numbers.get(str(number))
        if art is None:
            raise InputError(f"there is no sign for the number {number}", file=GLYPHS, key="numbers")
        return tuple(sign_items(kit, art, (block.x, block.y), block.em, ink))
    glyph = kit.glyphs.get(str(fields[block.piece]))
    motto = glyph.motto if glyph else ()
    top = block.y - block.pitch * (len(motto) - 1) / 2
    return tuple(
        item
        for at, art in enumerate(motto)
        for item in sign_items(kit, art, (block.x, top + block.pitch * at), block.motto_em, ink)
    )


def odds(context: FaceContext, block: OddsBlock, turned: bool) -> tuple[Item, ...]:
    """A row a number: the sticks, dark ones first, the number, a cut a throw that shows it, and both counts."""
    columns = [str(context.card.fields[name]).splitlines() for name in block.field_names()]
    rows = list(zip(*columns, strict=True))
    most, colour = max(int(each) for each in columns[1]), context.chosen_ink(block.ink)
    pitch, x, wide = block.box.height / len(rows), block.box.x, block.box.width
    style = TextStyle(context.font("display"), block.em, tracking=0.0)
    items: list[Item] = []
    for at, (dark, throws, least) in enumerate(rows):
        y = block.box.y + (at + 0.5) * pitch
        room = Rect.from_edges(
            x + STICKS[0] * wide, y - HIGH * pitch / 2, x + STICKS[1] * wide, y + HIGH * pitch / 2
        )
        items += _tally(room, int(dark), len(rows) - 1)
        items.append(ink_center_line(dark, style, x + NUMBER * wide, y + 0.36 * style.size))
        lines = -(-most // IN_A_LINE)
        step, high = (CUTS[1] - CUTS[0]) * wide / -(-most // lines), CUT_HIGH * pitch / lines
        for cut in range(int(throws)):
            # One over the other, so that many are as thick as few.
            left, top = x + CUTS[0] * wide + (cut // lines + 0.5) * step, y + high * (cut % lines - lines / 2)
            line = [(left, top + 0.94 * high * part / 8) for part in range(9)]
            items.append(Path(stroke(line, CUT_WIDE * min(step, 1.9), 0.55), colour, even_odd=False))
        for text, end in ((throws, THROWS), (least, MORE)):
            items.append(set_line(text, style, x + end * wide, y + 0.36 * style.size, "end"))
        if at:
            items.append(Path(segment(x, y - pitch / 2, x + wide, y - pitch / 2), stroke=BLACK, width=0.15))
    return tuple(items)


def _tally(box: Rect, dark: int, count: int) -> Iterator[Item]:
    """So many sticks upright, dark ones first."""
    pitch = box.width / count
    for at in range(count):
        stick = Rect(box.x + at * pitch, box.y, 0.66 * pitch, box.height)
        if at < dark:
            yield Path(rounded_rectangle(stick, 0.3), BLACK)
        else:
            yield Path(rounded_rectangle(stick.grown(-EDGE / 2), 0.2), PAPER, BLACK, EDGE)
