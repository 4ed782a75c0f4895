"""Draws a sign in red before streams of air that part round it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from printkit.compose.pieces.carving import stroke
from printkit.compose.pieces.glyphs import glyph_items
from printkit.compose.table.small import Faces, thumbnail
from printkit.geometry import Affine, Outline, Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import rectangle

__all__ = ["carved_sign", "sign_band", "sign_window", "streams"]

GLYPH, HALO = 50.0, 1.1
"""The sign's em, and the paper round it; mm."""
PITCH, WIDTH = 4.6, 1.55
"""From stream to stream at the panel's edge, and a stream's greatest width; mm."""
BAND_SIDE, BAND_LINE = 4.0, (2.9, 1.0)
"""What is free behind the sign on a band, and how close and wide its streams are; mm."""
CARD, FAN = 0.78, 0.66
"""How high a card on a band is, in bands; and from card to card, in cards."""
RHYTHM = (1.0, 0.62, 0.85, 0.5, 0.92, 0.7)


def sign_window(kit: Kit, glyph: str, window: Rect, *, low: bool) -> Iterator[Item]:
    """A black window with streams of air, and the glyph in red before them."""
    em = min(GLYPH, window.width * 0.72, window.height * 0.72)
    if not low:
        yield Path(rectangle(window), BLACK)
    flow = streams(window, window.center, 0.6 * em)
    yield Group((Path(flow, BLACK if low else PAPER, even_odd=False),), clip=window)
    if low:
        yield Path(rectangle(window.grown(-0.25)), stroke=BLACK, width=0.5)
    yield from carved_sign(kit, glyph, window.center, em)


def sign_band(kit: Kit, faces: Faces, band: Rect, *, low: bool) -> Iterator[Item]:
    """Streams of air that run along the end of a black band and part round the sign of the kit's box, or its cards.

    Of these the first ones where the box shows none.
    """
    ink = BLACK if low else PAPER
    shown = [name.removeprefix("card-") for each in kit.box.pictures for name in each.show] if kit.box else []
    own = [card for name in shown for card in kit.cards if card.id == name] or kit.cards
    cards = [faces(card.id) for card in own[:3]]
    glyph = kit.box.glyph if kit.box else ""
    high = CARD * band.height
    wide = 0.0 if glyph or not cards else high * cards[0].width / cards[0].height
    middle = band.right - BAND_SIDE - max(0.5 * band.height, wide * (0.5 + FAN) + 1.0), band.center[1]
    # The streams are drawn as they flow down a window, and laid on their side; they begin one behind the other.
    window = Rect(band.y, band.x + 10.0, band.height, band.width - 10.0)
    flow = streams(window, middle[::-1], 0.44 * band.height, line=BAND_LINE)
    lying = Affine(0.0, 1.0, 1.0, 0.0, 0.0, 0.0)
    yield Group((Group((Path(flow, ink, even_odd=False),), lying),), clip=band)
    if glyph:
        yield from carved_sign(kit, glyph, middle, 0.7 * band.height)
        return
    for at, face in enumerate(cards):
        off = at - (len(cards) - 1) / 2
        x = middle[0] + off * FAN * wide
        slot = Rect(x - wide / 2, middle[1] - high / 2, wide, high)
        yield Group(tuple(thumbnail(face, slot)), Affine.rotation(7.0 * off, (x, middle[1] + high)))


def carved_sign(kit: Kit, glyph: str, middle: tuple[float, float], em: float) -> Iterator[Item]:
    """The glyph in red, cut by the knife, with paper round it."""
    sign, *cuts = glyph_items(kit, glyph, middle, em, find_ink("red"), PAPER)
    assert isinstance(sign, Path)
    yield sign._replace(fill=PAPER, stroke=PAPER, width=2 * HALO)
    yield sign
    yield from cuts


def streams(
    window: Rect,
    middle: tuple[float, float],
    radius: float,
    clear: Rect | None = None,
    line: tuple[float, float] = (PITCH, WIDTH),
) -> Outline:
    """Tapered cuts along the streams of air that flow down a window and part round a disc; none reaches into `clear`.

    `line` is how far it is from stream to stream at the edge, and a stream's greatest width; mm.
    """
    pitch, width = line
    cuts = Outline("", ())
    first, last = -int((middle[0] - window.x) / pitch + 1), int((window.right - middle[0]) / pitch + 1)
    for at in range(first, last):
        way = (at + 0.5) * pitch
        y = window.y - 4.0 - 3.0 * (at % 3)
        step = at * 2 - first
        while y < window.bottom:
            long = 30.0 * RHYTHM[step % len(RHYTHM)] + 5.0
            points = [
                (middle[0] + _aside(way, y + long * share / 14 - middle[1], radius), y + long * share / 14)
                for share in range(15)
            ]
            step += 1
            if clear is not None and (within := [_inside(clear, point) for point in points]) and any(within):
                # A cut ends before what is kept clear, and the next begins behind it.
                points = points[: within.index(True)]
                y, long = clear.bottom + 2.0 * RHYTHM[step % len(RHYTHM)], -3.2
            if len(points) > 3:
                cuts += stroke(points, width, 0.6)
            y += long + 3.2
    return cuts


def _inside(box: Rect, point: tuple[float, float]) -> bool:
    return box.x < point[0] < box.right and box.y < point[1] < box.bottom


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
