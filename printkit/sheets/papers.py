"""Paper sizes by name or as `WxHmm`."""

from __future__ import annotations

import re

from printkit.errors import InputError, nearest_hint
from printkit.geometry import Size, parse_length

__all__ = ["CARDS", "PAPERS", "find_card_size", "find_paper"]

# Upright. The B sizes are the Japanese ones (JIS P 0138), which are larger than ISO's.
PAPERS: dict[str, Size] = {
    "a2": Size(420.0, 594.0),
    "a3": Size(297.0, 420.0),
    "a3-plus": Size(329.0, 483.0),
    "a4": Size(210.0, 297.0),
    "a5": Size(148.0, 210.0),
    "a6": Size(105.0, 148.0),
    "b3": Size(364.0, 515.0),
    "b4": Size(257.0, 364.0),
    "b5": Size(182.0, 257.0),
    "b6": Size(128.0, 182.0),
    "postcard": Size(100.0, 148.0),
    "sra3": Size(320.0, 450.0),
    "sra4": Size(225.0, 320.0),
    "letter": Size(215.9, 279.4),
    "legal": Size(215.9, 355.6),
    "tabloid": Size(279.4, 431.8),
    "executive": Size(184.15, 266.7),
}

CARDS: dict[str, Size] = {
    "standard": Size(63.0, 88.0),
    "poker": Size(63.5, 88.9),
    "bridge": Size(57.15, 88.9),
    "tarot": Size(70.0, 120.0),
    "tgc-tarot": Size(69.85, 120.65),
    "mini": Size(44.0, 68.0),
    "square": Size(70.0, 70.0),
    "business": Size(85.0, 55.0),
    "business-jp": Size(91.0, 55.0),
}

_CUSTOM = re.compile(r"([0-9.]+)\s*[x×]\s*([0-9.]+)\s*(mm|cm|in)?\Z", re.IGNORECASE)
_SMALLEST, _LARGEST = 20.0, 2000.0


def find_paper(name: str) -> Size:
    """The paper of that name or of a size written `210x297mm` (mm if no unit stands); else an InputError."""
    key = name.strip().lower()
    paper = PAPERS.get(key)
    if paper is not None:
        return paper
    match = _CUSTOM.match(key)
    if match is None:
        raise InputError(f"unknown paper {name!r}", hint=f"{nearest_hint(key, PAPERS)} or write 210x297mm")
    unit = match[3] or "mm"
    size = Size(parse_length(match[1] + unit), parse_length(match[2] + unit))
    if not all(_SMALLEST <= edge <= _LARGEST for edge in size):
        raise InputError(f"no paper is {size}", hint=f"each edge is {_SMALLEST:g} to {_LARGEST:g} mm")
    return size


def find_card_size(name: str) -> Size:
    """The card of that name or of a size written `63x88mm` (mm if no unit stands); else an InputError."""
    key = name.strip().lower()
    if key in CARDS:
        return CARDS[key]
    if _CUSTOM.match(key) is None:
        hint = f"{nearest_hint(key, CARDS)} or write 63x88mm"
        raise InputError(f"unknown card size {name!r}", key="--card", hint=hint)
    return find_paper(key)
