"""Fonts in a PDF: text by glyph number, and at the end a subset of each font that knows what its glyphs say."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, Sequence

from reportlab.lib.rl_accel import fp_str
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFObjectReference
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject

from printkit.backends.pdf_document import StreamedDocument, box, stream_of
from printkit.fonts import Font, find_font
from printkit.scene.model import PlacedGlyph

__all__ = ["PLACES", "EmbeddedFont", "FontShelf", "GlyphText"]

# Places and lengths are said to a thousandth of a mm.
PLACES = 3
_SYMBOLIC = 4
# A shift of less than this, in thousandths of the em, cannot be seen and is left to the next glyph.
_UNSEEN = 0.05


class EmbeddedFont:
    """One font of one file; glyphs keep their numbers, so pages can be written before the subset is known.

    `texts` are the characters and `widths` the advances in thousandths of the em of every code that was asked for.
    """

    def __init__(self, font: Font, label: str, document: StreamedDocument) -> None:
        self.font = font
        self.label = label
        self._document = document
        self._entry = PDFDictionary({})
        self.reference = document.refer(self._entry)
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

    def put(self, *, descriptor_first: bool = False) -> None:
        """Writes the font with all glyphs asked for.

        `descriptor_first` repeats the descriptor in the outer dictionary, where viewers pass over it: some press
        checkers look for embedded fonts no deeper.
        """
        document = self._document
        data = self.font.subset({code for code in self.widths if code < self.font.glyph_count})
        subset = PDFName(f"{_tag(data)}+{self.font.postscript_name}")
        descriptor = document.put(self._descriptor(data, subset))
        system = {"Registry": "(Adobe)", "Ordering": "(Identity)", "Supplement": 0}
        descendant = PDFDictionary(
            {
                "Type": "/Font",
                "Subtype": "/CIDFontType2",
                "BaseFont": subset,
                "CIDSystemInfo": PDFDictionary(system),
                "FontDescriptor": descriptor,
                "DW": 1000,
                "W": PDFArray(_width_runs(self.widths)),
                "CIDToGIDMap": self._glyph_map(),
            }
        )
        entries = {
            "Type": "/Font",
            "Subtype": "/Type0",
            "BaseFont": subset,
            "Encoding": "/Identity-H",
            "DescendantFonts": PDFArray([document.put(descendant)]),
            "ToUnicode": document.put(stream_of({}, _unicode_map(self.texts))),
        }
        if descriptor_first:
            entries["FontDescriptor"] = descriptor
        self._entry.dict.update(entries)

    def _glyph_map(self) -> str | PDFObjectReference:
        if not self._aliases:
            return "/Identity"
        glyphs = list(range(self.font.glyph_count)) + [glyph for glyph, _ in self._aliases]
        return self._document.put(stream_of({}, struct.pack(f">{len(glyphs)}H", *glyphs)))

    def _descriptor(self, data: bytes, subset: str) -> PDFDictionary:
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
        return PDFDictionary(
            {
                "Type": "/FontDescriptor",
                "FontName": subset,
                "Flags": _SYMBOLIC,
                "FontBBox": PDFArray(box(left * unit, bottom * unit, right * unit, top * unit)),
                "ItalicAngle": 0,
                "Ascent": round(ascent * 1000),
                "Descent": -round(descent * 1000),
                "CapHeight": cap_height,
                # No table states the stem; viewers only use it to imitate a font that is not embedded.
                "StemV": 50 + (weight // 65) ** 2,
                "FontFile2": self._document.put(stream_of({"Length1": len(data)}, data)),
            }
        )


class GlyphText(PDFTextObject):
    """A text object of the canvas whose letters are glyphs by their numbers; `aliases` are those that are not so."""

    def __init__(self, canvas: Canvas, font: EmbeddedFont, size: float) -> None:
        super().__init__(canvas)
        # Every row begins at a place of its own, so not at the one a text object begins with.
        self._code = ["BT"]
        self._font, self._size = font, size
        self.aliases: dict[int, tuple[int, str]] = {}

    def choose(self) -> None:
        """Says which font it is, and how large."""
        self._code.append(f"/{self._font.label} {fp_str(round(self._size, PLACES))} Tf")

    def show(self, glyphs: Sequence[PlacedGlyph], stretch: float) -> None:
        """Writes the glyphs in as few rows as their places allow."""
        em = self._size * stretch / 1000
        font, known, widths = self._font, self._font.texts, self._font.widths
        line_y: float | None = None
        pen_x = 0.0
        row: list[str] = []
        for number, says, x, y in glyphs:
            code = number if known.get(number) == says else font.code(number, says)
            if code != number:
                self.aliases[code] = (number, says)
            shift = round((pen_x - x) / em, 1)
            # A step back of more than an em, or off the line, begins a new row.
            if y != line_y or shift > 1000:
                self._end(row)
                row = []
                line_y, pen_x = y, round(x, PLACES)
                if stretch == 1.0:
                    self.setTextOrigin(pen_x, round(y, PLACES))
                else:
                    self.setTextTransform(stretch, 0, 0, 1, pen_x, round(y, PLACES))
            elif abs(shift) > _UNSEEN:
                row.append(f">{fp_str(shift)}<")
                pen_x -= shift * em
            row.append(f"{code:04X}")
            pen_x += widths[code] * em
        self._end(row)

    def _end(self, row: list[str]) -> None:
        if row:
            joined = "".join(row)
            self._code.append(f"[<{joined}>]TJ" if ">" in joined else f"<{joined}>Tj")


class FontShelf:
    """The fonts of one file, each opened when first used and named in that order."""

    def __init__(self, document: StreamedDocument) -> None:
        self._document = document
        self._fonts: dict[str, EmbeddedFont] = {}

    def get(self, font_id: str) -> EmbeddedFont:
        """The embedded form of a font; an unknown id is an InputError."""
        found = self._fonts.get(font_id)
        if found is None:
            label = f"F{len(self._fonts) + 1}"
            found = self._fonts[font_id] = EmbeddedFont(find_font(font_id), label, self._document)
        return found

    def put_all(self, *, descriptor_first: bool = False) -> None:
        """Writes every font that was used; `descriptor_first` as for one font."""
        for font in self._fonts.values():
            font.put(descriptor_first=descriptor_first)


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
        yield PDFArray([widths[code] for code in run])


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
