"""A font with only the letters a page needs, as WOFF."""

from __future__ import annotations

import io
import logging
from pathlib import Path

__all__ = ["web_font"]


def web_font(file: Path, letters: str) -> bytes:
    """The font in `file` with these letters; the same letters give the same bytes."""
    # A third of a second of loading, where fonts are made once.
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    # It warns of tables of the font that no browser reads.
    logging.getLogger("fontTools").setLevel(logging.ERROR)
    options = Options(flavor="woff", hinting=False, notdef_outline=True, recalc_timestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(text=letters)
    stream = io.BytesIO()
    with TTFont(file, lazy=True, recalcTimestamp=False) as font:
        subsetter.subset(font)
        font.flavor = "woff"
        font.save(stream)
    return stream.getvalue()
