"""The fonts in fonts/: coverage, shaped text, outlines and subsets."""

from __future__ import annotations

import hashlib
import io
import struct
import zlib
from collections.abc import Callable, Iterable
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import normalize

import uharfbuzz as hb

from printkit.errors import InputError, nearest_hint
from printkit.files import open_plain, read_plain
from printkit.geometry import Outline, Rect
from printkit.paths import fonts_dir

__all__ = ["STYLES", "SUFFIXES", "Font", "ShapedGlyph", "find_font", "font_files", "own_font_id"]


SUFFIXES = (".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2")
"""How the names of fonts end; of two with one name the first counts."""
# How a font packed for web pages begins.
_PACKED = (b"wOFF", b"wOF2")
# The tables of PostScript outlines, and the weight that is called bold.
_CUBIC = ("CFF ", "CFF2")
_BOLD = 700.0
# Between the path of a font and what its contents are known by.
_VERSION = "#"
# Between those contents and what is chosen from a variable font.
_CUT = "@"

STYLES = ("bold", "italic", "bold-italic")
"""What words in a text may be, beside plain."""


# Where a font says whether it may be embedded, and its words for that.
FS_TYPE = 8
RESTRICTED, ENOUGH, WHOLE_ONLY, BITMAPS_ONLY = 0x0002, 0x000C, 0x0100, 0x0200


class ShapedGlyph(NamedTuple):
    """One glyph of shaped text, in em: its number, the characters it stands for, its advance and its shift."""

    glyph: int
    text: str
    advance: float
    dx: float
    dy: float


@cache
def font_files() -> dict[str, Path]:
    """Every font printkit ships: id (the file's stem) to file, sorted by id."""
    files = fonts_dir().glob(f"*{SUFFIXES[0]}")
    return {path.stem: path for path in sorted(files, key=lambda path: path.stem)}


def own_font_id(path: Path, cut: str = "") -> str:
    """The id of a font that is not printkit's: its path and its contents, as it may be saved anew while we run.

    `cut` chooses from a variable font: a style of `STYLES` where it has one, or places on its axes, `wght=700,opsz=14`.
    """
    try:
        digest = hashlib.sha256(read_plain(path)).hexdigest()[:16]
    except OSError:
        # What is wrong with the file is said when it is opened.
        digest = ""
    return f"{path}{_VERSION}{digest}{_CUT}{cut}" if cut else f"{path}{_VERSION}{digest}"


@lru_cache(maxsize=256)
def find_font(font_id: str) -> Font:
    """The font of that id, printkit's or one of `own_font_id`; an unknown id is an InputError with the nearest one."""
    path = font_files().get(font_id)
    if path is None and _VERSION in font_id:
        name, _, version = font_id.rpartition(_VERSION)
        return Font(Path(name), version.partition(_CUT)[2])
    if path is None:
        raise InputError(f"unknown font {font_id!r}", hint=nearest_hint(font_id, font_files()))
    return Font(path)


def _refusal(table: bytes) -> str:
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


def _unpacked(data: bytes, path: Path) -> bytes:
    """The bytes of a font; those of one packed for web pages unpacked."""
    if data[:4] not in _PACKED:
        return data
    from fontTools.ttLib import TTFont, TTLibError

    try:
        with TTFont(io.BytesIO(data), recalcTimestamp=False) as font:
            font.flavor = None
            stream = io.BytesIO()
            font.save(stream)
    except ImportError as error:
        hint = "convert it to .ttf or .otf, or install the package brotli"
        raise InputError("WOFF2 is not read without the package brotli", file=path, hint=hint) from error
    except (TTLibError, ValueError, AssertionError, KeyError, struct.error, zlib.error) as error:
        raise InputError("the web font is damaged", file=path, hint="copy the file again") from error
    return stream.getvalue()


def _places(face: Any, cut: str, path: Path) -> dict[str, float]:
    """Where on its axes a font is used, by their tags; empty for one that has none, and for its usual form."""
    axes = {axis.tag: axis for axis in face.axis_infos}
    if cut in ("", *STYLES):
        return _style_places(face, axes, cut) if axes and cut else {}
    places = {}
    for pair in cut.split(","):
        tag, _, value = pair.partition("=")
        if tag not in axes:
            known = ", ".join(axes) or "none: it is no variable font"
            raise InputError(f"the font has no axis {tag!r}", file=path, hint=f"its axes: {known}")
        least, most = axes[tag].min_value, axes[tag].max_value
        if not least <= float(value) <= most:
            raise InputError(f"{tag} = {value}", file=path, hint=f"{least:g} to {most:g}")
        places[tag] = float(value)
    return places


def _style_places(face: Any, axes: dict[str, Any], style: str) -> dict[str, float]:
    """The named instance of that style; without one the places that make it, as far as there are axes for it."""
    words = style.replace("-", " ")
    for instance in face.named_instances:
        if str(face.get_name(instance.subfamily_name_id) or "").lower() == words:
            return dict(zip(axes, instance.design_coords, strict=True))
    places = {}
    if "bold" in style and "wght" in axes:
        places["wght"] = max(axes["wght"].min_value, min(_BOLD, axes["wght"].max_value))
    if "italic" in style and "ital" in axes:
        places["ital"] = axes["ital"].max_value
    elif "italic" in style and "slnt" in axes:
        places["slnt"] = axes["slnt"].min_value
    return places


class Font:
    """One font; everything it returns is in em (1.0 = the size), x right, y down from the baseline.

    `cut` is what a variable font is used as, see `own_font_id`. InputError: no font with outlines, one that may not be
    embedded, an axis or a place on it that the font does not have.
    """

    def __init__(self, path: Path, cut: str = "") -> None:
        try:
            if path.parent == fonts_dir():
                # The face keeps the file mapped: nothing is read that is not requested.
                open_plain(path).close()
                self._face = hb.Face(hb.Blob.from_file_path(str(path)))
            else:
                # A file that is saved anew under a map would end the process.
                self._face = hb.Face(hb.Blob(_unpacked(read_plain(path), path)))
        except InputError:
            raise
        except Exception as error:
            raise InputError(
                "cannot read the font", file=path, hint="a TrueType or OpenType file is needed"
            ) from error
        self._cubic = any(tag in self._face.table_tags for tag in _CUBIC)
        if self._face.glyph_count == 0 or not (self._cubic or "glyf" in self._face.table_tags):
            hint = "a font with TrueType or PostScript outlines is needed"
            raise InputError("not a font with outlines", file=path, hint=hint)
        refusal = _refusal(bytes(self._face.reference_table("OS/2").data))
        if refusal:
            hint = "choose a font that may be embedded, such as one under the SIL Open Font License"
            raise InputError(f"the font says that it may not be {refusal}", file=path, hint=hint)
        self._font = hb.Font(self._face)
        self._places = _places(self._face, cut, path)
        if self._places:
            self._font.set_variations(self._places)
        self.id = path.stem
        self.path = path
        self.units_per_em: int = self._face.upem
        self.glyph_count: int = self._face.glyph_count
        self._outlines: dict[int, Outline] = {}
        self._shape = lru_cache(maxsize=4096)(self._shape_uncached)

    def __repr__(self) -> str:
        return f"Font({self.id!r})"

    @cached_property
    def key(self) -> str:
        """What distinguishes it from every other font wherever it lies: its id, or with a digest of its bytes."""
        if font_files().get(self.id) == self.path:
            return self.id
        return f"{self.id}-{hashlib.sha256(read_plain(self.path)).hexdigest()[:16]}{self._cut_name}"

    @property
    def postscript_name(self) -> str:
        """The name PDF files carry."""
        return str(self._face.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME) or self.id) + self._cut_name

    @property
    def _cut_name(self) -> str:
        return "".join(f"-{tag.strip()}{value:g}" for tag, value in self._places.items())

    @property
    def version(self) -> str:
        """The version the font states of itself."""
        return str(self._face.get_name(hb.OTNameIdPredefined.VERSION_STRING) or "")

    @cached_property
    def letters(self) -> dict[int, str]:
        """What each glyph stands for, alone or in a column of vertical text; of several characters the usual one."""
        found: dict[int, str] = {}
        # A radical or a compatibility character looks like the usual one, which normalization keeps.
        other, usual = (
            [
                code
                for code in sorted(self._face.unicodes)
                if (normalize("NFKC", chr(code)) == chr(code)) is same
            ]
            for same in (False, True)
        )
        for code in usual:
            found.setdefault(self._font.get_nominal_glyph(code) or 0, chr(code))
        for code in usual:
            for shaped in self._shape_uncached(chr(code), (), vertical=True):
                found.setdefault(shaped.glyph, shaped.text)
        for code in other:
            found.setdefault(self._font.get_nominal_glyph(code) or 0, chr(code))
        return found

    def vertical_extents(self) -> tuple[float, float]:
        """Ascender and descender in em: both positive, up and down from the baseline."""
        extents = self._font.get_font_extents("ltr")
        return extents.ascender / self.units_per_em, -extents.descender / self.units_per_em

    def missing(self, text: str) -> str:
        """The characters of the text this font has no glyph for, each once, in order."""
        return "".join(
            char
            for char in dict.fromkeys(text)
            if not char.isspace() and not self._font.get_nominal_glyph(ord(char))
        )

    def shape(
        self, text: str, features: tuple[str, ...] = (), *, vertical: bool = False
    ) -> tuple[ShapedGlyph, ...]:
        """The glyphs of a text in reading order; a missing character is an InputError naming it."""
        return self._shape(text, features, vertical)

    def _shape_uncached(
        self, text: str, features: tuple[str, ...], vertical: bool
    ) -> tuple[ShapedGlyph, ...]:
        if not text:
            return ()
        missing = self.missing(text)
        if missing:
            raise InputError(f"font {self.id} has no glyph for {missing!r} in {text!r}")
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        if vertical:
            buffer.direction = "ttb"
        hb.shape(self._font, buffer, {"kern": True, "liga": False, **dict.fromkeys(features, True)})
        infos, positions = buffer.glyph_infos, buffer.glyph_positions
        ends = [info.cluster for info in infos[1:]] + [len(text)]
        unit = 1 / self.units_per_em
        return tuple(
            ShapedGlyph(
                info.codepoint,
                text[info.cluster : end],
                (-place.y_advance if vertical else place.x_advance) * unit,
                place.x_offset * unit,
                -place.y_offset * unit,
            )
            for info, place, end in zip(infos, positions, ends, strict=True)
        )

    def outline(self, glyph: int) -> Outline:
        """The glyph's contours in em; a blank has none."""
        found = self._outlines.get(glyph)
        if found is None:
            found = self._outlines[glyph] = self._draw(glyph)
        return found

    def _draw(self, glyph: int) -> Outline:
        pen = _OutlinePen(1 / self.units_per_em)
        self._font.draw_glyph(glyph, pen.functions(), None)
        return Outline("".join(pen.commands), tuple(pen.coordinates))

    def ink_box(self, glyph: int) -> Rect:
        """The box around the glyph's ink in em, y down from the baseline."""
        extents = self._font.get_glyph_extents(glyph)
        if extents is None:
            return Rect(0.0, 0.0, 0.0, 0.0)
        unit = 1 / self.units_per_em
        return Rect(
            extents.x_bearing * unit, -extents.y_bearing * unit, extents.width * unit, -extents.height * unit
        )

    def advance(self, glyph: int) -> float:
        """How far the pen moves after the glyph, in em."""
        return float(self._font.get_glyph_h_advance(glyph)) / self.units_per_em

    def subset(self, glyphs: Iterable[int]) -> bytes:
        """A TrueType file with these glyphs only, their numbers kept; the same glyphs give the same bytes."""
        wanted = hb.SubsetInput()
        wanted.sets(hb.SubsetInputSets.GLYPH_INDEX).update(set(glyphs) | {0})
        wanted.sets(hb.SubsetInputSets.DROP_TABLE_TAG).update(
            int.from_bytes(tag.encode("ascii"), "big") for tag in _DROPPED_TABLES
        )
        for axis in self._face.axis_infos:
            wanted.pin_axis_location(self._face, axis.tag, self._places.get(axis.tag, axis.default_value))
        wanted.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.DESUBROUTINIZE
        subset = hb.subset(self._face, wanted)
        data: bytes = subset.blob.data
        return _with_quadratic_outlines(data) if self._cubic else data


# How far, in em, a quadratic curve may leave the cubic one it stands for.
_NEAR = 0.0003


def _with_quadratic_outlines(data: bytes) -> bytes:
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
        for tag in _CUBIC:
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


# What a viewer never reads once the glyphs are chosen by number.
_DROPPED_TABLES = ("GSUB", "GPOS", "GDEF", "BASE", "vhea", "vmtx", "VORG", "STAT", "meta", "DSIG", "cmap")


class _OutlinePen:
    """Collects hb's drawing calls as absolute cubic commands in em, y down."""

    def __init__(self, unit: float) -> None:
        self.unit = unit
        self.commands: list[str] = []
        self.coordinates: list[float] = []
        self._last = (0.0, 0.0)

    def functions(self) -> Any:
        functions = hb.DrawFuncs()
        table: tuple[tuple[Callable[..., None], Callable[..., None]], ...] = (
            (functions.set_move_to_func, self._move),
            (functions.set_line_to_func, self._line),
            (functions.set_quadratic_to_func, self._quadratic),
            (functions.set_cubic_to_func, self._cubic),
            (functions.set_close_path_func, self._close),
        )
        for register, call in table:
            register(call)
        return functions

    def _add(self, command: str, *values: float) -> None:
        self.commands.append(command)
        unit = self.unit
        self.coordinates += [
            value * unit if index % 2 == 0 else -value * unit for index, value in enumerate(values)
        ]
        self._last = (values[-2], values[-1])

    def _move(self, x: float, y: float, _data: object) -> None:
        self._add("M", x, y)

    def _line(self, x: float, y: float, _data: object) -> None:
        self._add("L", x, y)

    def _quadratic(self, cx: float, cy: float, x: float, y: float, _data: object) -> None:
        lx, ly = self._last
        self._add(
            "C",
            lx + (cx - lx) * 2 / 3,
            ly + (cy - ly) * 2 / 3,
            x + (cx - x) * 2 / 3,
            y + (cy - y) * 2 / 3,
            x,
            y,
        )

    def _cubic(self, ax: float, ay: float, bx: float, by: float, x: float, y: float, _data: object) -> None:
        self._add("C", ax, ay, bx, by, x, y)

    def _close(self, _data: object) -> None:
        self.commands.append("Z")
