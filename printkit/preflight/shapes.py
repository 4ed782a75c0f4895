"""Emblems, points inside outlines, and contrast of inks."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext, suppress
from functools import lru_cache

from printkit.compose.faces.context import emblem_outline
from printkit.errors import InputError
from printkit.fonts import find_font
from printkit.geometry import Affine, Outline
from printkit.kit.art import art_source
from printkit.kit.model import Kit
from printkit.scene.contours import holds
from printkit.scene.inks import PAPER, Ink
from printkit.scene.model import Path

__all__ = [
    "LEAST_CONTRAST",
    "contrast",
    "emblem_of",
    "emblems_of",
    "glyph_samples",
    "luminance",
    "samples",
]

# Darkness of ink and ground must differ by this much (0 to 1) for a figure to be seen.
LEAST_CONTRAST = 0.25


@lru_cache(maxsize=1024)
def luminance(ink: Ink) -> float:
    """How light the ink looks on white paper, 0 (black) to 1."""
    red, green, blue = ink.tinted_srgb
    return 0.299 * red + 0.587 * green + 0.114 * blue


def contrast(one: Ink, other: Ink = PAPER) -> float:
    """How far two inks differ in lightness, 0 to 1."""
    return abs(luminance(one) - luminance(other))


def samples(outline: Outline, even_odd: bool = False) -> tuple[tuple[float, float], ...]:
    """A few points inside the outline, in its own units: what is tested for being seen."""
    box = outline.box()
    path = Path(outline, fill=PAPER, even_odd=even_odd)
    steps = 7
    grid = [
        (box.x + (column + 0.5) / steps * box.width, box.y + (row + 0.5) / steps * box.height)
        for row in range(steps)
        for column in range(steps)
    ]
    inside = [point for point, hit in zip(grid, holds(path, Affine(), grid), strict=True) if hit]
    return tuple(inside)


@lru_cache(maxsize=2048)
def glyph_samples(font: str, glyph: int) -> tuple[tuple[float, float], ...]:
    """A few points inside a letter, in em."""
    return samples(find_font(font).outline(glyph))


def emblems_of(kit: Kit) -> dict[str, Outline]:
    """The outline of every suit's emblem."""
    found = {}
    for name, suit in kit.suits.items():
        # A kit without a game may have emblems that are no outline; they are compared with the page.
        with nullcontext() if kit.games else suppress(InputError):
            found[name] = emblem_outline(art_source(kit, suit.emblem))
    return found


def emblem_of(emblems: Mapping[str, Outline], path: Path) -> str:
    """The suit whose emblem the path is, upright in its own group and not mirrored; empty when it is none."""
    for name, outline in emblems.items():
        if outline.commands != path.outline.commands:
            continue
        own, box = outline.box(), path.outline.box()
        scale = box.height / own.height
        place = Affine(scale, 0.0, 0.0, scale, box.x - scale * own.x, box.y - scale * own.y)
        moved = outline.moved_by(place).coordinates
        pairs = zip(moved, path.outline.coordinates, strict=True)
        if all(abs(one - other) < 0.01 for one, other in pairs):
            return name
    return ""
