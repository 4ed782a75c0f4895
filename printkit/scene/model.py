"""The drawing as frozen values: items in mm, y down, from the top-left of the trim; walked, and as text."""

from __future__ import annotations

from collections.abc import Iterator
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
    "Placed",
    "PlacedGlyph",
    "Scene",
    "Use",
    "dump",
    "walk",
]


# ── the drawing as plain frozen values: items in mm, y down, from the top-left of the trim ───────────────────────────

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


# ── walks the items of a scene with their transform and layer ────────────────────────────────────────────────────────


class Placed(NamedTuple):
    """One drawn item: what it is, the map from its own mm to the scene's, its layer, and what clips it."""

    item: Path | Glyphs | Picture
    transform: Affine
    layer: Layer
    clip: Rect | None


def walk(scene: Scene, transform: Affine = IDENTITY) -> Iterator[Placed]:
    """All paths, glyphs and pictures in painting order; groups and uses are resolved."""
    yield from _walk(scene.items, transform, "art", None)


def _walk(items: tuple[Item, ...], transform: Affine, layer: Layer, clip: Rect | None) -> Iterator[Placed]:
    for item in items:
        if isinstance(item, Group):
            inner = item.transform.then(transform)
            box = clip if item.clip is None else inner.rect(item.clip)
            yield from _walk(item.items, inner, item.layer or layer, box)
        elif isinstance(item, Use):
            yield from _walk(item.scene.items, item.transform.then(transform), layer, clip)
        else:
            yield Placed(item, transform, layer, clip)


# ── A scene as readable text, one line for each item ─────────────────────────────────────────────────────────────────


def dump(scene: Scene) -> str:
    """The whole drawing, indented by depth; numbers in mm to three decimals."""
    head = f"scene {scene.id} {_number(scene.width)}×{_number(scene.height)} bleed {_number(scene.bleed)}"
    return "\n".join([head, *_lines(scene.items, 1)]) + "\n"


def _lines(items: tuple[Item, ...], depth: int) -> Iterator[str]:
    pad = "  " * depth
    for item in items:
        if isinstance(item, Group):
            clip = "" if item.clip is None else " clip " + _numbers(item.clip)
            clip += "" if item.within is None else " within " + _outline(item.within)
            yield f"{pad}group{_map(item.transform)}{f' layer {item.layer}' if item.layer else ''}{clip}"
            yield from _lines(item.items, depth + 1)
        elif isinstance(item, Use):
            yield f"{pad}use {item.scene.id}{_map(item.transform)}"
        elif isinstance(item, Glyphs):
            places = " ".join(f"{glyph.glyph}@{_number(glyph.x)},{_number(glyph.y)}" for glyph in item.glyphs)
            stretch = "" if item.stretch == 1 else f" stretch {_number(item.stretch)}"
            yield f"{pad}text {item.text!r} {item.font} {_number(item.size)} {_ink(item.ink)}{stretch} {places}"
        elif isinstance(item, Picture):
            yield f"{pad}picture {item.digest[:16]} {_numbers(item.box)}"
        else:
            yield f"{pad}path{_paint(item)} {_outline(item.outline)}"


def _paint(path: Path) -> str:
    fill = f" fill {_ink(path.fill)}{'' if path.even_odd else ' nonzero'}" if path.fill else ""
    dash = f" dash {_numbers(path.dash)}" if path.dash else ""
    ends = "".join(f" {word}" for word in (path.cap, path.join) if word not in ("butt", "miter"))
    ends += f" miter {_number(path.miter)}" if path.miter != 10.0 else ""
    return fill + (f" stroke {_ink(path.stroke)} {_number(path.width)}{dash}{ends}" if path.stroke else "")


def _outline(outline: Outline) -> str:
    values = iter(outline.coordinates)
    arity = {"M": 2, "L": 2, "C": 6, "Z": 0}
    return "".join(
        command + " ".join(_number(next(values)) for _ in range(arity[command]))
        for command in outline.commands
    )


def _ink(ink: Ink) -> str:
    return ink.name if ink.tint == 1 else f"{ink.name}:{_number(ink.tint)}"


def _map(transform: Affine) -> str:
    return "" if transform == IDENTITY else f" at [{_numbers(transform)}]"


def _numbers(values: tuple[float, ...]) -> str:
    return " ".join(map(_number, values))


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") if round(value, 3) else "0"
