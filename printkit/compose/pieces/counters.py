"""Draws small counters: a disc in its owner's ink with as many slanting cuts as the owner's number."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.compose.pieces.carving import stroke
from printkit.geometry import Outline
from printkit.scene.inks import PAPER, Ink
from printkit.scene.model import Item, Path
from printkit.scene.shapes import circle

__all__ = ["cut_disc"]

# Paper round the disc, mm; a ring's width, a cut's length and width, and from cut to cut, in radii.
RIM, RING, LONG, WIDE, PITCH = 0.5, 0.16, 1.15, 0.17, 0.34


def cut_disc(
    middle: tuple[float, float], radius: float, count: int, ink: Ink, *, raised: bool, low: bool
) -> list[Item]:
    """The cuts let paper show; on a `raised` side, and with little ink, they are ink within a ring, or within two."""
    x, y = middle
    outer = radius - RIM
    cuts = _joined(_cuts(x, y, outer, count))
    if not raised and not low:
        return [Path(circle(x, y, outer), ink), Path(cuts, PAPER, even_odd=False)]
    ring = RING * outer * (0.6 if low else 1.0)
    rings = circle(x, y, outer) + circle(x, y, outer - ring)
    if raised and low:
        rings += circle(x, y, outer - 2 * ring) + circle(x, y, outer - 3 * ring)
    return [Path(rings, ink), Path(cuts, ink, even_odd=False)]


def _cuts(x: float, y: float, radius: float, count: int) -> Iterator[Outline]:
    """Tapered cuts side by side, cut by one wind."""
    for at in range(count):
        aside = (at - (count - 1) / 2) * PITCH * radius
        half = LONG * radius * (1 - 0.5 * (aside / radius) ** 2) / 2
        line = [(x + aside + 0.35 * half * step / 4, y - half * step / 4) for step in range(4, -5, -1)]
        yield stroke(line, WIDE * radius, 0.55)


def _joined(outlines: Iterator[Outline]) -> Outline:
    parts = tuple(outlines)
    return Outline("".join(p.commands for p in parts), tuple(v for p in parts for v in p.coordinates))
