"""Fonts in a PDF: the glyphs a file uses come in, embedded subsets with their text leave at the end."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator

from printkit.backends.pdf_document import (
    PdfDocument,
    Reference,
    array,
    box,
    compressed,
    dictionary,
    name,
    text,
)
from printkit.fonts import Font, find_font

__all__ = ["EmbeddedFont", "FontShelf"]

_SYMBOLIC = 4


class EmbeddedFont:
    """One font of one file; glyphs keep their numbers, so pages can be written before the subset is known.

    `texts` are the characters and `widths` the advances in thousandths of the em of every code that was asked for.
    """

    def __init__(self, font: Font, label: str, reference: Reference) -> None:
        self.font = font
        self.label = label
        self.reference = reference
        self.widths: dict[int, float] = {}
        self.texts: dict[int, str] = {}
        self._aliases: dict[tuple[int, str], int] = {}

    def code(self, glyph: int, says: str) -> int:
        """The number a page writes for a glyph that stands for these characters there.

        It is the glyph's own number, except where the same shape already stands for other characters in this
        file: then it is a further number, so that copied text stays true.
        """
        known = self.texts.get(glyph)
        if known is None:
            self.texts[glyph] = says
            self.widths[glyph] = self._width(glyph)
            return glyph
        if known == says:
            return glyph
        alias = self._aliases.get((glyph, says))
        if alias is None:
            alias = self._aliases[glyph, says] = self.font.glyph_count + len(self._aliases)
            self.texts[alias] = says
            self.widths[alias] = self.widths[glyph]
        return alias

    def _width(self, glyph: int) -> float:
        # Whole numbers, because readers round them; what is lost is made up for by the shift before the next letter.
        return float(round(self.font.advance(glyph) * 1000))

    def put(self, document: PdfDocument, *, descriptor_first: bool = False) -> None:
        """Writes the font with all glyphs asked for.

        `descriptor_first` repeats the descriptor in the outer dictionary, where viewers pass over it: some press
        checkers look for embedded fonts no deeper.
        """
        glyphs = {code for code in self.widths if code < self.font.glyph_count}
        data = self.font.subset(glyphs)
        subset_name = name(f"{_tag(data)}+{self.font.postscript_name}")
        descriptor = document.put(self._descriptor(document, data, subset_name))
        descendant = document.put(
            dictionary(
                {
                    "Type": name("Font"),
                    "Subtype": name("CIDFontType2"),
                    "BaseFont": subset_name,
                    "CIDSystemInfo": dictionary(
                        {"Registry": text("Adobe"), "Ordering": text("Identity"), "Supplement": 0}
                    ),
                    "FontDescriptor": descriptor,
                    "DW": 1000,
                    "W": array(_width_runs(self.widths)),
                    "CIDToGIDMap": self._glyph_map(document),
                }
            )
        )
        to_unicode = document.put_stream({}, compressed(_unicode_map(self.texts)))
        document.put(
            dictionary(
                {
                    **({"FontDescriptor": descriptor} if descriptor_first else {}),
                    "Type": name("Font"),
                    "Subtype": name("Type0"),
                    "BaseFont": subset_name,
                    "Encoding": name("Identity-H"),
                    "DescendantFonts": array([descendant]),
                    "ToUnicode": to_unicode,
                }
            ),
            self.reference,
        )

    def _glyph_map(self, document: PdfDocument) -> str | Reference:
        if not self._aliases:
            return name("Identity")
        glyphs = list(range(self.font.glyph_count)) + [glyph for glyph, _ in self._aliases]
        return document.put_stream({}, compressed(struct.pack(f">{len(glyphs)}H", *glyphs)))

    def _descriptor(self, document: PdfDocument, data: bytes, subset_name: str) -> bytes:
        unit = 1000 / self.font.units_per_em
        ascent, descent = self.font.vertical_extents()
        tables = _tables(data)
        left, bottom, right, top = struct.unpack_from(">4h", data, tables["head"] + 36)
        weight, cap_height = 400, round(ascent * 1000 * unit)
        if "OS/2" in tables:
            version, _, weight = struct.unpack_from(">HhH", data, tables["OS/2"])
            if version >= 2:
                (capital,) = struct.unpack_from(">h", data, tables["OS/2"] + 88)
                cap_height = round(capital * unit)
        return dictionary(
            {
                "Type": name("FontDescriptor"),
                "FontName": subset_name,
                "Flags": _SYMBOLIC,
                "FontBBox": box(left * unit, bottom * unit, right * unit, top * unit),
                "ItalicAngle": 0,
                "Ascent": round(ascent * 1000),
                "Descent": -round(descent * 1000),
                "CapHeight": cap_height,
                # No table states the stem; viewers only use it to imitate a font that is not embedded.
                "StemV": 50 + (weight // 65) ** 2,
                "FontFile2": document.put_stream({"Length1": len(data)}, compressed(data)),
            }
        )


class FontShelf:
    """The fonts of one file, each opened when first used and named in that order."""

    def __init__(self, document: PdfDocument) -> None:
        self._document = document
        self._fonts: dict[str, EmbeddedFont] = {}

    def get(self, font_id: str) -> EmbeddedFont:
        """The embedded form of a font; an unknown id is an InputError."""
        found = self._fonts.get(font_id)
        if found is None:
            font = find_font(font_id)
            found = self._fonts[font_id] = EmbeddedFont(
                font, f"F{len(self._fonts) + 1}", self._document.reserve()
            )
        return found

    def put_all(self, *, descriptor_first: bool = False) -> None:
        """Writes every font that was used; `descriptor_first` as for one font."""
        for font in self._fonts.values():
            font.put(self._document, descriptor_first=descriptor_first)


def _tag(data: bytes) -> str:
    number = int.from_bytes(hashlib.sha256(data).digest()[:8], "big")
    letters = ""
    for _ in range(6):
        number, rest = divmod(number, 26)
        letters += chr(ord("A") + rest)
    return letters


def _tables(data: bytes) -> dict[str, int]:
    (count,) = struct.unpack_from(">H", data, 4)
    records = (struct.unpack_from(">4sIII", data, 12 + 16 * index) for index in range(count))
    return {tag.decode("latin-1"): offset for tag, _, offset, _ in records}


def _runs(codes: list[int]) -> Iterator[list[int]]:
    run: list[int] = []
    for code in codes:
        if run and code != run[-1] + 1:
            yield run
            run = []
        run.append(code)
    if run:
        yield run


def _width_runs(widths: dict[int, float]) -> Iterator[object]:
    for run in _runs(sorted(widths)):
        yield run[0]
        yield array([widths[code] for code in run])


_UNICODE_HEAD = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
"""
_UNICODE_TAIL = """endcmap
CMapName currentdict /CMap defineresource pop
end
end
"""


def _unicode_map(texts: dict[int, str]) -> bytes:
    lines = [
        f"<{code:04X}> <{says.encode('utf-16-be').hex().upper()}>"
        for code, says in sorted(texts.items())
        if says
    ]
    # The format allows a hundred lines in one block.
    blocks = [lines[start : start + 100] for start in range(0, len(lines), 100)]
    body = "".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar\n" for block in blocks)
    return (_UNICODE_HEAD + body + _UNICODE_TAIL).encode("ascii")
