"""How fine a picture in a PDF is, its masks included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from printkit.backends.inspect_objects import entry, is_stream, number
from printkit.backends.inspect_painted import ONE_TONE

__all__ = ["SHORT_KEYS", "picture_facts", "picture_parts"]

_KEYS = ("Width", "Height", "BitsPerComponent", "ColorSpace", "ImageMask", "SMask", "Mask")
SHORT_KEYS = {"W": "Width", "H": "Height", "BPC": "BitsPerComponent", "CS": "ColorSpace", "IM": "ImageMask"}
"""The keys of a picture in the content itself, and the full ones."""


def picture_facts(picture: Any) -> dict[str, Any]:
    """The entries of a picture that say how it is painted, None where it has none."""
    return {key: entry(picture, f"/{key}") for key in _KEYS}


def picture_parts(facts: Mapping[str, Any], across: float, down: float) -> Iterator[tuple[float, str, int]]:
    """Pixels per inch, pixels in words and bits of a picture of so many mm, and of the hard mask that cuts it out.

    A soft mask is part of the picture: it has tones, and where the picture itself is flat all the detail.
    """
    own, bits = _fineness(facts, across, down), _bits(facts)
    soft, hard = facts.get("SMask"), facts.get("Mask")
    if is_stream(soft):
        mask = picture_facts(soft)
        fine = [each for each in (own, _fineness(mask, across, down)) if each[1] != ONE_TONE]
        own, bits = min(fine, default=own), max(bits, _bits(mask))
    yield *own, bits
    if is_stream(hard):
        yield *_fineness(picture_facts(hard), across, down), 1


def _bits(facts: Mapping[str, Any]) -> int:
    return 1 if facts.get("ImageMask") is True else int(number(facts.get("BitsPerComponent")) or 1)


def _fineness(facts: Mapping[str, Any], across: float, down: float) -> tuple[float, str]:
    width, height = number(facts.get("Width")) or 0.0, number(facts.get("Height")) or 0.0
    return min(width / across, height / down) * 25.4, f"{width:.0f} × {height:.0f} pixels"
