"""The named inks with their sRGB and CMYK values."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

from printkit.errors import InputError, nearest_hint

__all__ = [
    "BACK_INKS",
    "BLACK",
    "CREASE",
    "CUT",
    "HOUSE",
    "HOUSE_INKS",
    "INK_LIMIT",
    "MOST_INK",
    "ON_CLOTH",
    "ON_CLOTH_SOFT",
    "PAPER",
    "REGISTRATION",
    "Colours",
    "Ink",
    "Others",
    "Palette",
    "find_ink",
    "lightness",
]

Colours = Literal["srgb", "cmyk", "grey"]
"""What a file says its colours in."""

Others = Literal["exact", "nearest", "kept"]
"""What becomes of a colour that is no ink: refused, replaced by the nearest ink, or kept as an ink of its own."""


# All four inks together; printkit's fullest ink has 1.85, and black over an ink must stay within what presses take.
MOST_INK = 2.0
# In per cent; the lowest among the usual papers, so that it holds on all of them.
INK_LIMIT = 300.0


class Ink(NamedTuple):
    """One printing colour: sRGB 0–255 for home, CMYK 0–1 for the press, and how much of it is printed.

    `grey` is what it is on a printer with black only: 0 black to 1 white, as a screen counts (L* 100 is 1). `art` is
    how art files write it where that is not its sRGB. `spot` is the plate of its own it has on a press.
    """

    name: str
    srgb: tuple[int, int, int]
    cmyk: tuple[float, float, float, float]
    tint: float = 1.0
    grey: float = 0.0
    art: str = ""
    spot: str = ""

    @property
    def hex(self) -> str:
        """The full ink as art files write it, `#rrggbb`."""
        return self.art or self.srgb_hex

    @property
    def srgb_hex(self) -> str:
        """The full ink's sRGB as `#rrggbb`."""
        return "#{:02x}{:02x}{:02x}".format(*self.srgb)

    @property
    def tinted_srgb(self) -> tuple[float, float, float]:
        """What is seen on white paper, each 0–1."""
        red, green, blue = ((255 - (255 - value) * self.tint) / 255 for value in self.srgb)
        return red, green, blue

    @property
    def tinted_grey(self) -> tuple[float]:
        """What a printer with black only lays down, 0 black to 1 white."""
        return (1.0 - (1.0 - self.grey) * self.tint,)

    @property
    def tinted_cmyk(self) -> tuple[float, float, float, float]:
        """What the press lays down, each 0–1."""
        cyan, magenta, yellow, black = (value * self.tint for value in self.cmyk)
        return cyan, magenta, yellow, black

    def at(self, tint: float) -> Ink:
        """The same ink as a tint, 0–1."""
        return self._replace(tint=tint)


# Pure black on a screen's scale: only that do printer drivers print with black ink alone. Art writes the black that
# the four inks give.
BLACK = Ink("black", (0, 0, 0), (0.0, 0.0, 0.0, 1.0), art="#231f20")
PAPER = Ink("paper", (255, 255, 255), (0.0, 0.0, 0.0, 0.0), grey=1.0)
# Words and lines on a screen that lie on no printed paper: a dark page shows them light. No kit prints them.
ON_CLOTH = Ink("on-cloth", (1, 1, 1), (0.0, 0.0, 0.0, 1.0))
ON_CLOTH_SOFT = Ink("on-cloth-soft", (2, 2, 2), (0.0, 0.0, 0.0, 1.0))
# Marks to align the plates by are on all of them; cuts and creases are on plates that are not printed. At home all
# three are black. Their CMYK is what a proof shows.
REGISTRATION = Ink("registration", (0, 0, 0), (1.0, 1.0, 1.0, 1.0), spot="All")
CUT = Ink("cut", (0, 0, 0), (0.0, 1.0, 0.0, 0.0), spot="CutContour")
CREASE = Ink("crease", (0, 0, 0), (1.0, 0.0, 0.0, 0.0), spot="Crease")

# Their own lightness would not do in grey: blue and red would be nearly one, and near black, so that water sinks in a
# black panel and a back is a black rectangle. The greys are drawn instead: each is 3 to 1 or more against paper and
# against black, so every picture keeps its drawing on both. That leaves steps of 6 L*: shapes distinguish the suits.
# Text and lines are K alone: black out of four inks would be 296 % and blur at the slightest misregistration.
HOUSE_INKS: dict[str, Ink] = {
    ink.name: ink
    for ink in (
        BLACK,
        PAPER,
        Ink("blue", (0x0D, 0x6C, 0xA9), (0.85, 0.45, 0.0, 0.15), grey=0.525),
        Ink("gold", (0xC4, 0x8A, 0x10), (0.0, 0.35, 1.0, 0.25), grey=0.583),
        Ink("red", (0xC6, 0x40, 0x33), (0.0, 0.85, 0.80, 0.20), grey=0.4),
        Ink("green", (0x00, 0x92, 0x77), (0.90, 0.0, 0.60, 0.20), grey=0.462),
    )
}

# A back covers its whole card: in those greys it would be a black rectangle. Its black is a dark grey there, its other
# ink a light one; in every other print they are the house's own. Art writes them a shade off.
BACK_INKS: dict[str, Ink] = {
    name: HOUSE_INKS[name]._replace(name=f"{name} of backs", grey=grey, art=art)
    for name, grey, art in (
        ("black", 0.4, "#231f24"),
        ("blue", 0.85, "#0d6cb0"),
        ("red", 0.85, "#c6403a"),
        ("green", 0.85, "#00927e"),
    )
}


def lightness(srgb: tuple[int, int, int]) -> float:
    """CIE L* of an sRGB colour, 0 black to 1 white: how light its grey is."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in srgb)]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    share = luminance ** (1 / 3) if luminance > (6 / 29) ** 3 else luminance / (3 * (6 / 29) ** 2) + 4 / 29
    return 1.16 * share - 0.16


_HEX = re.compile(r"#[0-9a-f]{6}")


@dataclass(frozen=True, slots=True)
class Palette:
    """The inks art may use: as they are, under other colours' names (`#rrggbb` or a word), and what others become."""

    inks: tuple[Ink, ...] = (*HOUSE_INKS.values(), *BACK_INKS.values())
    named: tuple[tuple[str, Ink], ...] = ()
    others: Others = "exact"

    def ink(self, colour: str) -> Ink | None:
        """The ink of a colour as art writes it, `#rrggbb` or a word in lower case; None where it is refused."""
        for name, ink in self.named:
            if name == colour:
                return ink
        for ink in self.inks:
            if colour in (ink.hex, ink.srgb_hex):
                return ink
        if self.others == "exact" or not _HEX.fullmatch(colour):
            return None
        return self.nearest(colour) if self.others == "nearest" else _own_ink(colour)

    def nearest(self, colour: str) -> Ink:
        """The ink whose sRGB is nearest to `#rrggbb`."""
        wanted = bytes.fromhex(colour[1:])
        return min(
            self.inks, key=lambda ink: math.fsum((a - b) ** 2 for a, b in zip(ink.srgb, wanted, strict=True))
        )


HOUSE = Palette()
"""printkit's inks alone."""


def _own_ink(colour: str) -> Ink:
    """An ink for `#rrggbb`: CMYK with all grey in black, and no more of all together than a press takes."""
    red, green, blue = bytes.fromhex(colour[1:])
    most = max(red, green, blue)
    cyan, magenta, yellow = ((most - part) / most if most else 0.0 for part in (red, green, blue))
    black = 1 - most / 255
    share = min(1.0, (MOST_INK - black) / max(cyan + magenta + yellow, 1e-9))
    cmyk = (round(cyan * share, 3), round(magenta * share, 3), round(yellow * share, 3), round(black, 3))
    grey = round(lightness((red, green, blue)), 3)
    return Ink(colour, (red, green, blue), cmyk, grey=grey)


def find_ink(name: str) -> Ink:
    """printkit's ink of that name; an unknown name is an InputError with the nearest one."""
    ink = HOUSE_INKS.get(name)
    if ink is None:
        raise InputError(f"unknown ink {name!r}", hint=nearest_hint(name, HOUSE_INKS))
    return ink
