"""The drawing as plain frozen values: items in mm, y down, from the top-left of the trim."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from printkit.geometry import IDENTITY, Affine, Outline, Rect
from printkit.scene.inks import Ink

__all__ = [
    "LAYERS",
    "Cap",
    "Glyphs",
    "Group",
    "Item",
    "Join",
    "Layer",
    "Outline",
    "Path",
    "Picture",
    "PlacedGlyph",
    "Scene",
    "Use",
]

# What is `light` lets cuts and folds be seen on a dark ground at home; a press has plates for these instead.
Layer = Literal["art", "text", "light", "guide", "cut", "fold"]
LAYERS: tuple[Layer, ...] = ("art", "text", "light", "guide", "cut", "fold")


Cap = Literal["butt", "round", "square"]
Join = Literal["miter", "round", "bevel"]


class Path(NamedTuple):
    """An outline that is filled, stroked or both; `width` (mm), `cap` and `join` are those of the stroke.

    A corner that would reach further than `miter` widths is cut off; 10 is PDF's own limit.
    """

    outline: Outline
    fill: Ink | None = None
    stroke: Ink | None = None
    width: float = 0.0
    even_odd: bool = True
    dash: tuple[float, ...] = ()
    cap: Cap = "butt"
    join: Join = "miter"
    miter: float = 10.0


class PlacedGlyph(NamedTuple):
    """One glyph: its number in the font, the characters it stands for, and its origin in mm."""

    glyph: int
    text: str
    x: float
    y: float


class Glyphs(NamedTuple):
    """Text already broken, shaped and placed; `size` is the em in mm, `stretch` narrows the letters."""

    font: str
    size: float
    ink: Ink
    glyphs: tuple[PlacedGlyph, ...]
    stretch: float = 1.0

    @property
    def text(self) -> str:
        """What it says."""
        return "".join(glyph.text for glyph in self.glyphs)


class Picture(NamedTuple):
    """A bitmap file placed in a box; `digest` is the SHA-256 of its bytes, so equal pictures are stored once."""

    file: str
    digest: str
    box: Rect
    pixels: tuple[int, int]


class Group(NamedTuple):
    """Items drawn in order under one map, on one layer, cut off at `clip` and at the outline `within` (its own mm)."""

    items: tuple[Item, ...]
    transform: Affine = IDENTITY
    layer: Layer | None = None
    clip: Rect | None = None
    within: Outline | None = None


class Use(NamedTuple):
    """Another scene placed under a map: stored once however often it is placed."""

    scene: Scene
    transform: Affine = IDENTITY


Item = Path | Glyphs | Picture | Group | Use


@dataclass(frozen=True, slots=True)
class Scene:
    """One drawing: its trim size in mm, how far it may overhang, and its items in painting order."""

    id: str
    width: float
    height: float
    bleed: float
    items: tuple[Item, ...]

    @property
    def trim(self) -> Rect:
        """The finished card."""
        return Rect(0.0, 0.0, self.width, self.height)

    @property
    def extent(self) -> Rect:
        """The trim with its bleed."""
        return self.trim.grown(self.bleed)

    def reaching(self, bleed: float) -> Scene:
        """This drawing with that bleed: enlarged from its middle if it falls short, never made smaller."""
        if bleed <= self.bleed:
            return self
        across = (self.width + 2 * bleed) / (self.width + 2 * self.bleed)
        down = (self.height + 2 * bleed) / (self.height + 2 * self.bleed)
        scale, (x, y) = max(across, down), self.trim.center
        grown = Affine(scale, 0.0, 0.0, scale, x - scale * x, y - scale * y)
        return replace(self, bleed=bleed, items=(Group(self.items, grown),))
