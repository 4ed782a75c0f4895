"""Names letters whose font says only their numbers, as some programs leave files they write anew."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pikepdf

from printkit.fonts import find_font, font_files

__all__ = ["nameless_letters"]

Letters = Mapping[int, str]


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
                    name = str(each.get("/BaseFont", "")).lstrip("/").rpartition("+")[2]
                    (said if "/ToUnicode" in each else nameless).add(name)
    except (pikepdf.PdfError, OSError, RuntimeError, ValueError):
        return {}
    left = nameless - said
    return (
        {name: find_font(font).letters for name, font in _shipped().items() if name in left} if left else {}
    )


@cache
def _shipped() -> dict[str, str]:
    """The fonts printkit ships: name in PDF files to id."""
    return {find_font(font).postscript_name: font for font in font_files()}
