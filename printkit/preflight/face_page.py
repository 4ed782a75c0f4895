"""The page a face was found on, in as many pixels as its figures need."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from printkit.preflight.artist import Artist
from printkit.preflight.pixels import PageImage

__all__ = ["MEDIUM", "SMALL", "FacePage"]

# Figures smaller than this (em in mm) are looked at in twice as many pixels.
SMALL = 3.0
# Where some are that small, all below this are: fine pixels are there then, and thin figures need them.
MEDIUM = 5.0


@dataclass(frozen=True, slots=True)
class FacePage:
    """Where a face was found: file, page number from 1, its rendered page, and the same in twice as many pixels.

    The finer one is for figures below the em `fine_below` (mm).
    """

    file: str
    number: int
    image: PageImage
    artist: Artist
    finer: Callable[[], PageImage] | None = None
    fine_below: float = SMALL

    def seen(self, em: float) -> PageImage:
        """The page as fine as figures of this size (em in mm) need it."""
        return self.image if em >= self.fine_below or self.finer is None else self.finer()
