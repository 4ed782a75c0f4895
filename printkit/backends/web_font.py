"""A font with only the letters a page needs: as WOFF2 for a browser, or to draw with as with the whole one."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Any

__all__ = ["web_font", "with_letters"]

_AS_IT_WAS: dict[str, Any] = {
    "layout_features": ["*"],
    "name_IDs": ["*"],
    "name_languages": ["*"],
    **dict.fromkeys(
        ("retain_gids", "glyph_names", "legacy_kern", "passthrough_tables", "legacy_cmap", "symbol_cmap"),
        True,
    ),
    **dict.fromkeys(
        (
            "recalc_bounds",
            "recalc_average_width",
            "recalc_max_context",
            "prune_unicode_ranges",
            "prune_codepage_ranges",
        ),
        False,
    ),
}


def web_font(file: Path, letters: str) -> bytes:
    """The font in `file` with these letters, as WOFF2; the same letters give the same bytes."""
    return _subset(file, map(ord, letters), flavor="woff2", hinting=False)[0]


def with_letters(file: Path, letters: str) -> bytes:
    """The font with these letters and all that is made of them: what is drawn and embedded stays the same to the byte.

    Every glyph is at its number, with every character that it stands for.
    """
    _, characters = _subset(file, map(ord, letters), **_AS_IT_WAS)
    return _subset(file, characters, **_AS_IT_WAS)[0]


def _subset(file: Path, characters: Iterable[int], **options: Any) -> tuple[bytes, set[int]]:
    """The font with these characters, and all characters that its glyphs stand for in the whole font."""
    # A third of a second of loading, where fonts are made once.
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont
    from fontTools.ttLib.tables.DefaultTable import DefaultTable

    # It warns of tables of the font that no browser reads.
    logging.getLogger("fontTools").setLevel(logging.ERROR)
    subsetter = Subsetter(Options(notdef_outline=True, recalc_timestamp=False, **options))
    subsetter.populate(unicodes=characters)
    stream = io.BytesIO()
    whole = "flavor" not in options
    with TTFont(file, lazy=True, recalcTimestamp=False, recalcBBoxes=not whole) as font:
        glyphs, about = font.getBestCmap(), DefaultTable("OS/2")
        about.data = font.reader["OS/2"]
        subsetter.subset(font)
        if whole:
            # It is copied into PDFs, and says which letters the whole font has.
            font["OS/2"] = about
        font.flavor = options.get("flavor")
        font.save(stream)
    kept = {character for character, glyph in glyphs.items() if glyph in subsetter.glyphs_retained}
    return stream.getvalue(), kept
