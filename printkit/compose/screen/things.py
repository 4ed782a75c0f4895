"""What a screen shows of a table: things with a place, words and a drawing of their own, gathered in blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import fsum
from typing import NamedTuple

from printkit.compose.faces.bounds import item_box
from printkit.geometry import Affine, Rect
from printkit.scene.model import Glyphs, Group, Item, Scene, walk

__all__ = ["Block", "Thing", "broken", "centred", "in_rows", "snug", "spread"]


class Thing(NamedTuple):
    """One thing on a screen.

    `id` names its place, never what lies face down there; `owner` is the seat it is before, `held` whether it is in
    that seat's hand. `words` say what it is, `names` are what an action may call it, `what` distinguishes it from
    others wherever it lies (empty for what is hidden or not there), `card` is the card whose face it shows. `items` are
    drawn from the top-left corner of `box`, mm.
    """

    id: str
    words: str
    box: Rect
    items: tuple[Item, ...]
    names: tuple[str, ...] = ()
    card: str = ""
    what: str = ""
    owner: str = ""
    held: bool = False

    def moved(self, dx: float, dy: float) -> Thing:
        """The thing somewhere else."""
        return self._replace(box=self.box.moved(dx, dy))


class Block(NamedTuple):
    """Things on their ground, drawn from (0, 0) to a width and a height in mm."""

    width: float
    height: float
    ground: tuple[Item, ...] = ()
    things: tuple[Thing, ...] = ()

    def moved(self, dx: float, dy: float) -> Block:
        """What is in it, drawn somewhere else; its size stays."""
        ground = (Group(self.ground, Affine.translation(round(dx, 3), round(dy, 3))),) if self.ground else ()
        return self._replace(ground=ground, things=tuple(each.moved(dx, dy) for each in self.things))

    def holding(self, blocks: Iterable[Block]) -> Block:
        """The same room with all that is in these blocks, each where it lies already."""
        blocks = tuple(blocks)
        ground = tuple(item for block in blocks for item in block.ground)
        return self._replace(ground=ground, things=tuple(thing for block in blocks for thing in block.things))


def spread(blocks: Sequence[Block], width: float, height: float, gap: float) -> Block:
    """Blocks one under the other, each in the middle, from the top to the foot of a height; `gap` is between them."""
    used = fsum(block.height for block in blocks)
    spare = (height - used) / (len(blocks) - 1) if len(blocks) > 1 else 0.0
    step = max(gap, spare)
    y, placed = 0.0, []
    for block in blocks:
        placed.append(block.moved(max(0.0, width - block.width) / 2, y))
        y += block.height + step
    return Block(width, max(0.0, y - step)).holding(placed)


def centred(blocks: Sequence[Block], width: float, gap: float) -> Block:
    """Blocks side by side in the middle of a width."""
    row = beside(blocks, gap)
    return Block(width, row.height).holding([row.moved(max(0.0, width - row.width) / 2, 0.0)])


def snug(block: Block) -> Block:
    """The block as wide as its things and the words on its ground reach."""
    ground = walk(Scene("", block.width, block.height, 0.0, block.ground))
    words = (item_box(placed).right for placed in ground if isinstance(placed.item, Glyphs))
    return block._replace(width=max((*words, *(thing.box.right for thing in block.things)), default=0.0))


def beside(blocks: Sequence[Block], gap: float) -> Block:
    """Blocks side by side, their feet level."""
    height = max((block.height for block in blocks), default=0.0)
    x, placed = 0.0, []
    for block in blocks:
        placed.append(block.moved(x, height - block.height))
        x += block.width + gap
    return Block(max(0.0, x - gap), height).holding(placed)


def in_rows(blocks: Sequence[Block], width: float, across: float, down: float) -> Block:
    """Blocks side by side, in as many rows as they need."""
    y, placed = 0.0, []
    for row in (beside(row, across) for row in broken(blocks, width, across)):
        placed.append(row.moved(0.0, y))
        y += row.height + down
    return Block(max((row.width for row in placed), default=0.0), max(0.0, y - down)).holding(placed)


def broken(blocks: Sequence[Block], width: float, gap: float) -> Iterator[list[Block]]:
    """The rows that blocks side by side need in a width."""
    row: list[Block] = []
    used = 0.0
    for block in blocks:
        if row and used + block.width > width + 1e-6:
            yield row
            row, used = [], 0.0
        row.append(block)
        used += block.width + gap
    if row:
        yield row
