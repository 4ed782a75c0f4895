"""The four suit emblems, each one outline."""

from __future__ import annotations

from printkit.atelier.cuts import circle, drawn, polygon, rect
from printkit.atelier.shape import Shape, union

SUITS = ("swords", "coins", "cups", "wands")
"""The suits in the order of the table strip."""

_SWORD = (
    "M0-5C.35-3.7 2.55-1.75 2.6.55C2.6 1.75 1.5 2.35.6 1.75L.6 4.2C1.1 4.4 1.1 5 .55 5L-.55 5C-1.1 5-1.1 4.4"
    "-.6 4.2L-.6 1.75C-1.5 2.35-2.6 1.75-2.6.55C-2.55-1.75-.35-3.7 0-5Z"
)
_CUP = (
    "M0-3.1C.5-4.9 3.9-5.4 4-2.5C4.05-.1 1.2 1.2.5 2.9C.6 3.7 1.1 4.1 2.3 4.35L2.3 5L-2.3 5L-2.3 4.35"
    "C-1.1 4.1-.6 3.7-.5 2.9C-1.2 1.2-4.05-.1-4-2.5C-3.9-5.4-.5-4.9 0-3.1Z"
)
_WAND_LEAVES = ((0.0, -3.1), (-2.05, -0.35), (2.05, -0.35))


def sword() -> Shape:
    """Spade as leaf blade: 10 high, 5.2 wide, origin in the middle."""
    return drawn(_SWORD)


def coin() -> Shape:
    """Disc of radius 4 whose square hole is the diamond."""
    return circle(0, 0, 4) - polygon(((0, -2), (2, 0), (0, 2), (-2, 0)))


def cup() -> Shape:
    """Heart brimming on a foot: 8 wide."""
    return drawn(_CUP)


def wand() -> Shape:
    """Three round leaves on a cane: 7.9 wide."""
    leaves = [circle(x, y, 1.9) for x, y in _WAND_LEAVES]
    stem = polygon(((-0.42, -0.6), (0.42, -0.6), (0.62, 5), (-0.62, 5)))
    return union([*leaves, rect(-1.2, -2, 2.4, 2.2), stem])


_EMBLEMS = {"swords": sword, "coins": coin, "cups": cup, "wands": wand}


def emblem(suit: str, height: float = 10.0, x: float = 0.0, y: float = 0.0) -> Shape:
    """The emblem of a suit, its 10 units scaled to `height` mm and its origin at (x, y)."""
    return _EMBLEMS[suit]().scaled(height / 10).moved(x, y)
