"""Draws what lies beside a race: tracks of numbered boxes, and the cards with what they cost and do."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.compose.boards.board_facts import facts_of
from printkit.compose.faces.context import FaceContext
from printkit.compose.pieces.glyphs import tag_items
from printkit.compose.text.paragraphs import set_paragraphs
from printkit.compose.text.typesetting import TextStyle, ink_center_line
from printkit.geometry import Outline, Rect
from printkit.kit.blocks import EffectsBlock, TrackBlock
from printkit.scene.inks import BLACK
from printkit.scene.model import Item, Path
from printkit.scene.shapes import circle, polygon, rectangle, segment

__all__ = ["effects", "track"]

# Lines of a box, of every fifth; the room of its number over it, in em.
LINE, FIVE, ABOVE = 0.2, 0.5, 1.25
# A row of effects: sign and cost, in parts of its height, and where its text begins; between lines, in em.
TAG, COST, TEXT, LEADING = 0.82, 0.5, 2.1, 1.25


def track(context: FaceContext, block: TrackBlock, turned: bool) -> tuple[Item, ...]:
    """Numbers over their boxes; a ring in the box where the counter begins."""
    last = int(str(context.card.fields[block.field]))
    start = context.card.fields.get(block.starts)
    colour = context.chosen_ink(block.ink)
    display = context.font("display")
    items: list[Item] = []
    for number in range(last + 1):
        box = Rect(block.x + number * block.pitch, block.y + ABOVE * block.em, block.pitch, block.height)
        five = number % 5 == 0
        items.append(
            Path(rectangle(box.grown(-0.35)), stroke=colour if five else BLACK, width=FIVE if five else LINE)
        )
        style = TextStyle(display, block.em, tracking=0.0)
        items.append(ink_center_line(str(number), style, box.center[0], box.y - 0.2 * block.em))
        if number == start:
            radius = 0.3 * min(box.width, box.height)
            items.append(Path(circle(*box.center, radius) + circle(*box.center, 0.6 * radius), colour))
    if block.returns:
        right = block.x + (last + 1) * block.pitch
        items += _return(right, block.y + ABOVE * block.em, block.height)
    return tuple(items)


def _return(x: float, y: float, height: float) -> Iterator[Item]:
    """An arrow out of the last box and back below it: from here on at 1 again."""
    top, bottom, out = y + 0.3 * height, y + height + 1.1, x + 1.9
    line = Outline("MLL", (x + 0.3, top, out, top, out, bottom)) + segment(out + 0.2, bottom, x - 3.2, bottom)
    yield Path(line, stroke=BLACK, width=0.4)
    yield Path(polygon(((x - 5.0, bottom), (x - 3.0, bottom - 0.8), (x - 3.0, bottom + 0.8))), BLACK)


def effects(context: FaceContext, block: EffectsBlock, turned: bool) -> tuple[Item, ...]:
    """A row a card: its sign, what it costs, and what it does."""
    rows = facts_of(str(context.card.fields[block.game]), context.choices).effects
    pitch = block.box.height / len(rows)
    items: list[Item] = []
    for at, (piece, cost) in enumerate(rows):
        row = Rect(block.box.x, block.box.y + at * pitch, block.box.width, pitch)
        side, middle = TAG * pitch, row.center[1]
        items += tag_items(context.kit, piece, Rect(row.x, middle - side / 2, side, side))
        figure = TextStyle(context.font("display"), COST * pitch, tracking=0.0)
        items.append(ink_center_line(str(cost), figure, row.x + 1.45 * pitch, middle + 0.36 * figure.size))
        room = Rect.from_edges(row.x + TEXT * pitch, row.y, row.right, row.bottom)
        style = TextStyle(context.font("text"), block.em, tracking=0.0)
        words = [(block.language, context.text(block.language, f"effect.{piece}"))]
        lines = set_paragraphs(words, style, room, LEADING, "start")
        deep = len(lines) * block.em * LEADING
        items += set_paragraphs(words, style, room._replace(y=middle - deep / 2), LEADING, "start")
        if at:
            items.append(Path(segment(row.x, row.y, row.right, row.y), stroke=BLACK, width=0.15))
    return tuple(items)
