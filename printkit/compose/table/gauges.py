"""Draws how full the tracks of a seat are, as bars."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from printkit.compose.pieces.standees import pawn_items
from printkit.compose.table.small import FRAME
from printkit.compose.text.typesetting import TextStyle, fit_line, set_line
from printkit.games.zones import Item, Zone
from printkit.geometry import Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Item as Drawn
from printkit.scene.model import Path
from printkit.scene.shapes import rectangle, segment

__all__ = ["BEFORE", "GAUGE", "gauge_items", "share_items"]

GAUGE = 3.9
"""How high a gauge is; mm."""
# The room for what stands before it, the square of a pawn there and the em of a name; the room of its number and the em
# of that; how much of its height the bar takes; from one line in it to the next, and how thick these are.
HEAD, PAWN, NAME, NUMBER, EM, FULL, FIVE, MARK = 7.4, 5.5, 2.8, 4.6, 3.5, 0.85, 5, 0.4
# The edge of the bar of a share, and of one that is not full black.
EDGE, WORSE = 0.12, 0.3
BEFORE = HEAD + NUMBER + 1.2
"""What stands before a bar takes so much; mm."""


def gauge_items(
    kit: Kit, zone: Zone, name: str, small: TextStyle, width: float, *, mirrored: bool = False, low: bool
) -> Iterator[Drawn]:
    """Whose a track is or its name, its number, and a bar with a line at each five; `mirrored` from the right."""
    item = zone.items[0] or Item("0")
    figure = TextStyle(kit.fonts["display"], EM)

    def at(x: float) -> float:
        return width - x if mirrored else x

    if item.owner:
        box = Rect(at(HEAD / 2) - PAWN / 2, (GAUGE - PAWN) / 2, PAWN, PAWN)
        yield from pawn_items(kit, item.owner, box, low=low)
    else:
        style = fit_line(name, replace(small, size=NAME), HEAD - 0.9, 0.6)
        yield set_line(name, style, at(HEAD / 2), GAUGE / 2 + 0.36 * style.size, "middle")
    yield set_line(item.face, figure, at(HEAD + 0.6 + NUMBER / 2), GAUGE / 2 + 0.36 * EM, "middle")
    left, top = BEFORE, (1 - FULL) / 2 * GAUGE
    full, high = int(item.face), FULL * GAUGE

    def part(end: int) -> Rect:
        first, last = at(left), at(left + (width - left) * end / zone.columns)
        return Rect(min(first, last), top, abs(last - first), high)

    # Cargo is of the water's ink, so that ships and their ways, which are darker, are seen first.
    if full:
        yield Path(rectangle(part(full)), BLACK if low else find_ink("blue"))
    for five in range(FIVE, zone.columns, FIVE):
        x = at(left + (width - left) * five / zone.columns)
        ink, wide = (PAPER, MARK) if five < full else (BLACK.at(0.5), FRAME)
        yield Path(segment(x, top, x, top + high), stroke=ink, width=wide)
    yield Path(rectangle(part(zone.columns).grown(-FRAME / 2)), stroke=BLACK, width=FRAME)


def share_items(bar: Rect, share: float, *, full: bool) -> Iterator[Drawn]:
    """A share of a whole as a bar in its frame: black if `full`, else its outline."""
    yield Path(rectangle(bar.grown(-EDGE / 2)), PAPER, BLACK, EDGE)
    if share:
        part = bar._replace(width=max(WORSE, bar.width * share))
        yield (
            Path(rectangle(part), BLACK)
            if full
            else Path(rectangle(part.grown(-WORSE / 2)), PAPER, BLACK, WORSE)
        )
