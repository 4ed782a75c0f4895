"""What the tests of signs and rule cards share: the kit without its pictures, a drawing's leaves and boxes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices, FaceContext
from printkit.geometry import IDENTITY, Affine, Rect
from printkit.kit.blocks import RuleCardBlock
from printkit.kit.load import load_kit
from printkit.kit.model import Ink, Kit
from printkit.scene.model import Glyphs, Group, Item, Placed
from printkit.scene.model import Path as DrawnPath

FOLDER = Path(__file__).resolve().parents[2] / "templates/youscout"
WORDS = {
    "influence": "2", "terminals": "3", "terminals-ordinal-en": "3rd",
    "lower-wins": "2, 5", "lower-wins-en": "2 or 5", "lower-wins-ja": "2か5",
    "upper-wins": "5, 6", "upper-wins-en": "5 or 6", "upper-wins-ja": "5か6",
}  # fmt: skip
SIZES = ("tarot", "tgc-tarot", "jrf", "bridge", "poker")
CARDS = ("rule-upper", "rule-lower", "simple-upper", "simple-lower")


class Leaf(NamedTuple):
    """A group of drawn items: a sign or a line of text, its place, and its box."""

    items: tuple[Item, ...]
    x: float
    y: float
    box: Rect


@cache
def kit() -> Kit:
    """The kit; its pictures are not looked at."""
    return load_kit(FOLDER, inks=())


def face(card: str, size: str, ink: Ink = "full", **words: str) -> tuple[FaceContext, RuleCardBlock]:
    """A rule card's context and block."""
    own = kit()
    context = FaceContext(own, own.size(size), own.card(card), Choices(size, ink, {**WORDS, **words}))
    (block,) = own.faces[own.card(card).face, size]
    assert isinstance(block, RuleCardBlock)
    return context, block


def groups(items: tuple[Item, ...], under: Affine = IDENTITY) -> Iterator[tuple[Group, Affine]]:
    """Every group with the map of what it holds."""
    for item in items:
        if isinstance(item, Group):
            inner = item.transform.then(under)
            yield item, inner
            yield from groups(item.items, inner)


def leaves(items: tuple[Item, ...]) -> list[Leaf]:
    """Every group that draws something itself."""
    found = []
    for group, transform in groups(items):
        drawn = [item for item in group.items if isinstance(item, DrawnPath | Glyphs)]
        if drawn:
            box = box_of(drawn, transform)
            found.append(Leaf(group.items, *transform.point(0.0, 0.0), box))
    return found


def box_of(drawn: list[DrawnPath | Glyphs], transform: Affine = IDENTITY) -> Rect:
    """The box around the ink of some items."""
    first, *others = [item_box(Placed(item, transform, "art", None)) for item in drawn]
    for other in others:
        first = first.union(other)
    return first
