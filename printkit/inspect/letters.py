"""Letters of a page: what they say where their font says only numbers, and those that are one glyph."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import bidirectional

import pikepdf

from printkit.fonts import find_font, font_files
from printkit.geometry import Rect
from printkit.inspect.objects import entries, entry, name, objects

__all__ = ["PageChar", "font_families", "font_family", "joined_letters", "nameless_letters"]

# What a reader makes of one glyph.
LIGATURES = frozenset({"ff", "fi", "fl", "ffi", "ffl", "st"})


Letters = Mapping[int, str]


class PageChar(NamedTuple):
    """One character as it is printed; places in mm from the top-left of the page as shown, y down.

    `x`, `y` is where its baseline starts, `angle` its turn in degrees clockwise (0 ≤ angle < 360), `size`
    the em in mm, `box` its ink, `fill` red, green and blue 0 to 255, `render_mode` PDF's number (3 and 7
    leave no ink).
    """

    text: str
    x: float
    y: float
    angle: float
    size: float
    box: Rect
    fill: tuple[int, int, int] = (0, 0, 0)
    render_mode: int = 0
    font: str = ""


def joined_letters(chars: Iterable[PageChar]) -> list[PageChar]:
    """The characters, those of one glyph together; where it is read from the right, the last of them comes first."""
    held: list[PageChar] = []
    for char in chars:
        right = bidirectional(char.text or " ") in ("R", "AL")
        said = char.text + held[-1].text if right and held else held[-1].text + char.text if held else ""
        if held and held[-1][1:6] == char[1:6] and (right or said in LIGATURES):
            held[-1] = held[-1]._replace(text=said)
        else:
            held.append(char)
    return held


def nameless_letters(file: Path | str) -> dict[str, Letters]:
    """Of the fonts of a file that do not say what their letters are, those printkit ships: by name, number to letter.

    A font that says it anywhere in the file is left out. A file that cannot be read has none.
    """
    said: set[str] = set()
    nameless: set[str] = set()
    try:
        with pikepdf.open(file) as structure:
            for each in structure.objects:
                if isinstance(each, pikepdf.Dictionary) and each.get("/Subtype") == "/Type0":
                    called = name(entry(each, "/BaseFont")).rpartition("+")[2]
                    (said if "/ToUnicode" in each else nameless).add(called)
    except (pikepdf.PdfError, OSError, RuntimeError, ValueError):
        return {}
    left = nameless - said
    return (
        {called: find_font(font).letters for called, font in _shipped().items() if called in left}
        if left
        else {}
    )


def font_families(structure: Any) -> frozenset[str]:
    """The families of all fonts in a file, as `font_family` has them; one without a name is empty."""
    owners = (each for value in objects(structure) for each in (value, entry(value, "/Resources")))
    fonts = [font for owner in owners for _, font in entries(entry(owner, "/Font"))]
    return frozenset(font_family(name(entry(each, "/BaseFont"))) for each in fonts)


def font_family(called: str) -> str:
    """The family in a font's name, without style and the mark of a subset: of `ABCDEF+Gothic-Bold` gothic."""
    family = re.split(r"[-,]", called.rpartition("+")[2])[0]
    return "".join(letter for letter in family.lower() if letter.isalnum())


@cache
def _shipped() -> dict[str, str]:
    """The fonts printkit ships: name in PDF files to id."""
    return {find_font(font).postscript_name: font for font in font_files()}
