"""Draws a sign in red before streams of air that part round it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from printkit.compose.pieces.carving import stroke
from printkit.compose.pieces.glyphs import glyph_items
from printkit.geometry import Outline, Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import rectangle

__all__ = ["sign_window"]

GLYPH, HALO = 50.0, 1.1
"""The sign's em, and the paper round it; mm."""
PITCH, WIDTH = 4.6, 1.55
"""From stream to stream at the panel's edge, and a stream's greatest width; mm."""
RHYTHM = (1.0, 0.62, 0.85, 0.5, 0.92, 0.7)


def sign_window(kit: Kit, glyph: str, window: Rect, *, low: bool) -> Iterator[Item]:
    """A black window with streams of air, and the glyph in red before them."""
    x, y = window.center
    em = min(GLYPH, window.width * 0.72, window.height * 0.72)
    if not low:
        yield Path(rectangle(window), BLACK)
    yield Group(
        (Path(_streams(window, (x, y), 0.6 * em), BLACK if low else PAPER, even_odd=False),), clip=window
    )
    if low:
        yield Path(rectangle(window.grown(-0.25)), stroke=BLACK, width=0.5)
    (sign,) = glyph_items(kit, glyph, (x, y), em, find_ink("red"))[:1]
    assert isinstance(sign, Path)
    yield sign._replace(fill=PAPER, stroke=PAPER, width=2 * HALO)
    yield sign


def _streams(window: Rect, middle: tuple[float, float], radius: float) -> Outline:
    """Tapered cuts along the streams of air that flow down a panel and part round a disc."""
    cuts = Outline("", ())
    reach = window.width / 2 + PITCH
    count = int(reach / PITCH)
    for at in range(-count, count):
        way = (at + 0.5) * PITCH
        y = window.y - 4.0 - 3.0 * (at % 3)
        step = at * 2 + count
        while y < window.bottom:
            long = 30.0 * RHYTHM[step % len(RHYTHM)] + 5.0
            points = [
                (middle[0] + _aside(way, y + long * share / 14 - middle[1], radius), y + long * share / 14)
                for share in range(15)
            ]
            cuts += stroke(points, WIDTH, 0.6)
            y += long + 3.2
            step += 1
    return cuts


def _aside(way: float, down: float, radius: float) -> float:
    """How far from the middle a stream flows at a height: that of a flow round a disc (its stream function is even)."""
    side = math.copysign(1.0, way)
    low, high = abs(way), abs(way) + radius
    for _ in range(40):
        x = (low + high) / 2
        square = max(x * x + down * down, 1e-9)
        if x * (1 - radius * radius / square) < abs(way):
            low = x
        else:
            high = x
    return side * (low + high) / 2
