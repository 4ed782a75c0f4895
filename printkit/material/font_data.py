"""Files of fonts: web fonts unpacked, what they forbid, and PostScript outlines as TrueType ones."""

from __future__ import annotations

import io
import struct
import zlib
from itertools import islice
from pathlib import Path
from typing import Any

from printkit.errors import InputError, install_hint

__all__ = [
    "CUBIC",
    "STYLES",
    "SUFFIXES",
    "is_symbolic",
    "lacking",
    "places",
    "quadratic_outlines",
    "refusal",
    "unpacked",
]

SUFFIXES = (".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2")
"""How the names of fonts end; of two with one name the first counts."""
# How a font packed for web pages begins.
_PACKED = (b"wOFF", b"wOF2")
# What else people put beside fonts, by how it begins (in small letters), and what helps.
_CONVERT = "convert it to .ttf or .otf"
_OTHERS = {
    b"%!ps": ("a PostScript Type 1 font", _CONVERT),
    b"\x80\x01": ("a PostScript Type 1 font", _CONVERT),
    b"startfont": ("a bitmap font", "a font with outlines is needed"),
    b"mz": ("a Windows bitmap font", "a font with outlines is needed"),
    b"\x00\x00\x01\x00": ("a font suitcase of old Macs", _CONVERT),
    b"pk\x03\x04": ("a ZIP archive", "unpack it, and put the .ttf or .otf files into fonts/"),
    b"<svg": ("an SVG file", _CONVERT),
    b"<!doctype": ("a web page", "download the font file itself"),
    b"<html": ("a web page", "download the font file itself"),
}
STYLES = ("bold", "italic", "bold-italic")
"""What words in a text may be, beside plain."""
CUBIC = ("CFF ", "CFF2")
"""The tables of PostScript outlines."""
# Where a font says whether it may be embedded, and its words for that.
FS_TYPE = 8
RESTRICTED, ENOUGH, WHOLE_ONLY, BITMAPS_ONLY = 0x0002, 0x000C, 0x0100, 0x0200


def refusal(table: bytes) -> str:
    """What the table OS/2 of a font forbids of what printing needs, by its `fsType`; empty where it forbids nothing.

    Preview and print, and editable embedding, are enough for a PDF.
    """
    if len(table) < FS_TYPE + 2:
        return ""
    rights = int.from_bytes(table[FS_TYPE : FS_TYPE + 2], "big")
    if rights & RESTRICTED and not rights & ENOUGH:
        return "embedded"
    if rights & BITMAPS_ONLY:
        return "embedded as outlines"
    return "embedded in part" if rights & WHOLE_ONLY else ""


# What no text can be set without, in words; those of TrueType outlines beside.
_NEEDED = {
    "head": "its size (head)",
    "hhea": "its line height (hhea)",
    "hmtx": "its widths (hmtx)",
    "maxp": "the number of its glyphs (maxp)",
}
_NEEDED_QUADRATIC = {"loca": "its outlines (loca)", "glyf": "its outlines (glyf)"}
# How many units an em may have; HarfBuzz takes 1000 for any other number, and viewers others.
_UNITS = range(16, 16385)
# Platform and encoding of a table of characters that has signs for letters.
_SYMBOLS = (3, 0)


def lacking(face: Any, cubic: bool) -> str:
    """What a face of HarfBuzz cannot be printed without and does not have, in words; empty where it has all."""
    needed = _NEEDED if cubic else {**_NEEDED, **_NEEDED_QUADRATIC}
    if lost := next((words for table, words in needed.items() if not face.reference_table(table).data), ""):
        return lost
    (units,) = struct.unpack_from(">H", face.reference_table("head").data.ljust(20, b"\0"), 18)
    return "" if units in _UNITS else _NEEDED["head"]


def is_symbolic(face: Any) -> bool:
    """Whether a face has signs of its own in the places of letters, as Wingdings has."""
    table = face.reference_table("cmap").data
    kinds = (struct.unpack_from(">HHI", table, at)[:2] for at in range(4, len(table) - 7, 8))
    return _SYMBOLS in islice(kinds, int.from_bytes(table[2:4], "big"))


def unpacked(data: bytes, path: Path) -> bytes:
    """The bytes of a font; those of one packed for web pages unpacked. What is no such font is an InputError."""
    if data[:4] not in _PACKED:
        for start, (what, hint) in _OTHERS.items():
            if data.lstrip(b"\xef\xbb\xbf \r\n\t").lower().startswith(start):
                raise InputError(f"this is {what}", file=path, hint=hint)
        if _is_cut_short(data):
            raise InputError("the font is cut short", file=path, hint="copy the file again")
        return data
    from fontTools.ttLib import TTFont, TTLibError

    try:
        with TTFont(io.BytesIO(data), recalcTimestamp=False) as font:
            font.flavor = None
            stream = io.BytesIO()
            font.save(stream)
    except ImportError as error:
        hint = f"convert it to .ttf or .otf, or {install_hint('woff2')}"
        raise InputError("WOFF2 is not read without the package brotli", file=path, hint=hint) from error
    except (TTLibError, ValueError, AssertionError, KeyError, struct.error, zlib.error) as error:
        raise InputError("the web font is damaged", file=path, hint="copy the file again") from error
    return stream.getvalue()


def _is_cut_short(data: bytes) -> bool:
    """Whether a table of a single font ends behind the file."""
    if data[:4] not in (b"\0\1\0\0", b"OTTO", b"true"):
        return False
    try:
        (count,) = struct.unpack_from(">H", data, 4)
        records = (struct.unpack_from(">4sIII", data, 12 + 16 * at) for at in range(count))
        return any(start + length > len(data) for _, _, start, length in records)
    except struct.error:
        return True


# How far, in em, a quadratic curve may leave the cubic one it stands for.
_NEAR = 0.0003


def quadratic_outlines(data: bytes) -> bytes:
    """The font with TrueType outlines for its PostScript ones, as PDF/X and every printer read them."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import TTFont, newTable

    with TTFont(io.BytesIO(data), recalcTimestamp=False) as font:
        drawn, glyphs = font.getGlyphSet(), {}
        for name in font.getGlyphOrder():
            pen = TTGlyphPen(None)
            drawn[name].draw(Cu2QuPen(pen, font["head"].unitsPerEm * _NEAR, reverse_direction=True))
            glyphs[name] = pen.glyph()
        font["loca"], font["glyf"], font["maxp"] = newTable("loca"), newTable("glyf"), newTable("maxp")
        font["glyf"].glyphOrder, font["glyf"].glyphs = font.getGlyphOrder(), glyphs
        for name, glyph in glyphs.items():
            glyph.recalcBounds(font["glyf"])
            font["hmtx"][name] = (font["hmtx"][name][0], getattr(glyph, "xMin", 0))
        font["maxp"].tableVersion = 0x00010000
        for key in _LIMITS:
            setattr(font["maxp"], key, 0)
        font["maxp"].maxZones = 1
        if "post" in font:
            font["post"].formatType = 3.0
        for tag in CUBIC:
            if tag in font:
                del font[tag]
        font.sfntVersion = "\0\1\0\0"
        stream = io.BytesIO()
        font.save(stream)
    return stream.getvalue()


# What hints may ask of a printer: nothing.
_LIMITS = (
    *("maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs", "maxStackElements"),
    *("maxSizeOfInstructions", "maxZones", "maxComponentElements"),
)


# The weight that is called bold.
_BOLD = 700.0


def places(face: Any, cut: str, path: Path) -> dict[str, float]:
    """Where on its axes a font is used, by their tags; empty for one that has none, and for its usual form."""
    axes = {axis.tag: axis for axis in face.axis_infos}
    if cut in ("", *STYLES):
        return _style_places(face, axes, cut) if axes and cut else {}
    chosen = {}
    for pair in cut.split(","):
        tag, _, value = pair.partition("=")
        if tag not in axes:
            known = ", ".join(axes) or "none: it is no variable font"
            raise InputError(f"the font has no axis {tag!r}", file=path, hint=f"its axes: {known}")
        least, most = axes[tag].min_value, axes[tag].max_value
        if not least <= float(value) <= most:
            raise InputError(f"{tag} = {value}", file=path, hint=f"{least:g} to {most:g}")
        chosen[tag] = float(value)
    return chosen


def _style_places(face: Any, axes: dict[str, Any], style: str) -> dict[str, float]:
    """The named instance of that style; without one the places that make it, as far as there are axes for it."""
    words = style.replace("-", " ")
    for instance in face.named_instances:
        if str(face.get_name(instance.subfamily_name_id) or "").lower() == words:
            return dict(zip(axes, instance.design_coords, strict=True))
    chosen = {}
    if "bold" in style and "wght" in axes:
        chosen["wght"] = max(axes["wght"].min_value, min(_BOLD, axes["wght"].max_value))
    if "italic" in style and "ital" in axes:
        chosen["ital"] = axes["ital"].max_value
    elif "italic" in style and "slnt" in axes:
        chosen["slnt"] = axes["slnt"].min_value
    return chosen
