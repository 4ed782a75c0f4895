"""The fonts in fonts/: coverage, shaped text, outlines and subsets."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, NamedTuple
from unicodedata import category, normalize

import uharfbuzz as hb

from printkit.errors import InputError, nearest_hint
from printkit.files import open_plain, read_plain
from printkit.geometry import Outline, Rect
from printkit.material.font_data import (
    CUBIC,
    STYLES,
    SUFFIXES,
    is_symbolic,
    lacking,
    places,
    quadratic_outlines,
    refusal,
    unpacked,
)
from printkit.paths import fonts_dir

__all__ = [
    "MIRRORED",
    "STYLES",
    "SUFFIXES",
    "Direction",
    "Font",
    "ShapedGlyph",
    "find_font",
    "font_files",
    "forget_fonts",
    "outlines_in",
    "own_font_id",
]


# What of a cut says which font of a collection it is: no tag of an axis is as long.
_NUMBER = "number"
_COLOURED = frozenset({"COLR", "CBDT", "sbix", "SVG "})
# Between the path of a font and what its contents are known by.
_VERSION = "#"
# Between those contents and what is chosen from a variable font.
_CUT = "@"

# What fits any script: signs, marks and what Unicode does not know.
_ANY_SCRIPT = frozenset({"Zyyy", "Zinh", "Zzzz"})
Direction = Literal["ltr", "rtl", "ttb"]
"""From left to right, from right to left, from the top."""

# Characters that only say how others are set or parted.
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\U000e0100-\U000e01ef]"
)
# The categories of what is seen, and what of them is blank by its meaning.
_SEEN = "LNPS"
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
_PAIRS = "()[]{}<>«»‹›≤≥⟨⟩「」『』【】《》〈〉（）［］"
MIRRORED = dict(zip(_PAIRS, "".join(_PAIRS[at ^ 1] for at in range(len(_PAIRS))), strict=True))
"""The sign that each of these looks like where text is read from the right."""
# Letters of scripts that have rules of their own for their shapes, so that HarfBuzz takes one script at a time.
_RULED = re.compile("[\u0590-\u109f\u1200-\u1cff\ua800-\uabff\U00010a00-\U00011fff\U0001e900-\U0001e95f]")


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

    `cut` chooses from a variable font: a style of `STYLES` where it has one, or places on its axes, `wght=700,opsz=14`;
    and from a collection: `number=2` is its second font.
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
        return Font(Path(name), version.partition(_CUT)[2]).lettered()
    if path is None:
        raise InputError(f"unknown font {font_id!r}", hint=nearest_hint(font_id, font_files()))
    return Font(path)


def forget_fonts() -> None:
    """Read the fonts anew: the files of printkit's own have changed."""
    font_files.cache_clear()
    find_font.cache_clear()


def _scripts(text: str) -> Iterator[str]:
    """The text in parts of one script, where that matters to its shapes."""
    if text.isascii() or not _RULED.search(text):
        yield text
        return
    from fontTools.unicodedata import script

    start, known = 0, ""
    for at, char in enumerate(text):
        own = script(char)
        if own in _ANY_SCRIPT:
            continue
        if known and own != known:
            yield text[start:at]
            start = at
        known = own
    yield text[start:]


def missing_scripts(missing: str) -> str:
    """The scripts whose letters a font lacks, as in `Hebrew and Arabic`; empty for Latin and for signs."""
    from fontTools.unicodedata import script, script_name

    names = dict.fromkeys(
        script_name(own) for own in map(script, missing) if own not in {*_ANY_SCRIPT, "Latn"}
    )
    return " and ".join(name.replace("_", " ") for name in names)


def missing_hint(missing: str) -> str:
    """What helps where a font lacks these characters."""
    if not (scripts := missing_scripts(missing)):
        return "choose another word or font"
    return f"give a font with {scripts} letters: put it in fonts/ and name it under fonts in kit.toml"


def _numbered(cut: str) -> tuple[int, str]:
    """Which font of a collection a cut chooses, counted from 1, and the rest of it."""
    first, _, rest = cut.partition(",")
    tag, _, value = first.partition("=")
    return (int(value), rest) if tag == _NUMBER else (1, cut)


def _face(data: bytes, number: int, path: Path) -> Any:
    blob = hb.Blob(data)
    count = hb.Face(blob).count
    if number > 1 and number > count:
        there = f"it has {count}" if data[:4] == b"ttcf" else "it is one font, no collection"
        raise InputError(f"there is no font number {number}", file=path, hint=there)
    return hb.Face(blob, number - 1)


class Font:
    """One font; everything it returns is in em (1.0 = the size), x right, y down from the baseline.

    `cut` is what a variable font is used as, see `own_font_id`. InputError: no font with outlines, one that may not be
    embedded, an axis or a place on it that the font does not have.
    """

    def __init__(self, path: Path, cut: str = "") -> None:
        number, cut = _numbered(cut)
        try:
            if path.parent == fonts_dir():
                # The face keeps the file mapped: nothing is read that is not requested.
                open_plain(path).close()
                self._face = hb.Face(hb.Blob.from_file_path(str(path)))
            else:
                # A file that is saved anew under a map would end the process.
                self._face = _face(unpacked(read_plain(path), path), number, path)
        except InputError:
            raise
        except Exception as error:
            raise InputError(
                "cannot read the font", file=path, hint="a TrueType or OpenType file is needed"
            ) from error
        self._cubic = any(tag in self._face.table_tags for tag in CUBIC)
        if self._face.glyph_count == 0 or not (self._cubic or "glyf" in self._face.table_tags):
            hint = "a font with TrueType or PostScript outlines is needed"
            raise InputError("not a font with outlines", file=path, hint=hint)
        if path.parent != fonts_dir() and (lost := lacking(self._face, self._cubic)):
            hint = "copy the file again, or choose another font"
            raise InputError(f"the font is damaged: nothing can be read of {lost}", file=path, hint=hint)
        forbidden = refusal(bytes(self._face.reference_table("OS/2").data))
        if forbidden:
            hint = "choose a font that may be embedded, such as one under the SIL Open Font License"
            raise InputError(f"the font says that it may not be {forbidden}", file=path, hint=hint)
        self._font = hb.Font(self._face)
        self._places = places(self._face, cut, path)
        self._number = number
        if self._places:
            self._font.set_variations(self._places)
        self.id = path.stem
        self.path = path
        self.units_per_em: int = self._face.upem
        self.glyph_count: int = self._face.glyph_count
        self._outlines: dict[int, Outline] = {}
        self._drawn: dict[str, bool] = {}
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
        number = f"-{self._number}" if self._number > 1 else ""
        return number + "".join(f"-{tag.strip()}{value:g}" for tag, value in self._places.items())

    @cached_property
    def coloured(self) -> bool:
        """Whether it has letters in colours, of which only the outlines are printed."""
        return bool(_COLOURED & set(self._face.table_tags))

    @property
    def symbolic(self) -> bool:
        """Whether it has signs of its own in the places of letters."""
        return is_symbolic(self._face)

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
            for shaped in self._shape_uncached(chr(code), (), "ttb"):
                found.setdefault(shaped.glyph, shaped.text)
        for code in other:
            found.setdefault(self._font.get_nominal_glyph(code) or 0, chr(code))
        return found

    def vertical_extents(self) -> tuple[float, float]:
        """Ascender and descender in em: both positive, up and down from the baseline."""
        extents = self._font.get_font_extents("ltr")
        return extents.ascender / self.units_per_em, -extents.descender / self.units_per_em

    def missing(self, text: str) -> str:
        """The characters of the text this font has no glyph for, or an empty one, each once, in order."""
        drawn = self._drawn
        return "".join(
            char
            for char in dict.fromkeys(text)
            if not (drawn[char] if char in drawn else drawn.setdefault(char, self._says(char)))
        )

    def lettered(self) -> Font:
        """The same font; InputError for one in which no text can be set."""
        hint = "choose another font"
        if not self._face.unicodes:
            raise InputError("no characters can be read in the font (cmap)", file=self.path, hint=hint)
        if not any(self._draws(chr(code)) for code in self._face.unicodes):
            why = ", they are pictures in colour" if self.coloured else ""
            raise InputError(f"no letter of the font has an outline{why}", file=self.path, hint=hint)
        return self

    def _says(self, char: str) -> bool:
        if char.isspace() or _UNSEEN.match(char):
            return True
        seen = category(char)[0] in _SEEN and char not in _BLANKS and not _RULED.match(char)
        return self._draws(char) if seen else bool(self._font.get_nominal_glyph(ord(char)))

    def _draws(self, char: str) -> bool:
        """Whether the character has a glyph with an outline; bitmaps and glyphs in colours may have none."""
        glyph = self._font.get_nominal_glyph(ord(char))
        if not glyph or self.coloured:
            return bool(glyph and self.outline(glyph).commands)
        # The box is far quicker found than the outline, but pictures have one, too.
        ink = self._font.get_glyph_extents(glyph)
        return bool(ink and (ink.width or ink.height))

    def shape(
        self, text: str, features: tuple[str, ...] = (), direction: Direction = "ltr"
    ) -> tuple[ShapedGlyph, ...]:
        """The glyphs of a text in the order in which they stand, from left to right or from the top.

        All of it has one direction. A missing character is an InputError naming it.
        """
        return self._shape(text, features, direction)

    def _shape_uncached(
        self, text: str, features: tuple[str, ...], direction: Direction
    ) -> tuple[ShapedGlyph, ...]:
        if not text:
            return ()
        missing = self.missing(text)
        if missing:
            raise InputError(
                f"font {self.id} has no glyph for {missing!r} in {text!r}", hint=missing_hint(missing)
            )
        parts = [self._shape_part(part, features, direction) for part in _scripts(text)]
        return tuple(glyph for part in (parts[::-1] if direction == "rtl" else parts) for glyph in part)

    def _shape_part(
        self, text: str, features: tuple[str, ...], direction: Direction
    ) -> Iterator[ShapedGlyph]:
        """The glyphs of a text of one script."""
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction = direction
        # Else it would be the language of the machine.
        buffer.language = "und"
        buffer.flags = hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES
        # Ligatures would hide letters from proof-reading, but Arabic needs them.
        wanted = {"kern": True, **({} if direction == "rtl" else {"liga": False})}
        hb.shape(self._font, buffer, {**wanted, **dict.fromkeys(features, True)})
        infos, positions = buffer.glyph_infos, buffer.glyph_positions
        starts = sorted({info.cluster for info in infos})
        ends = dict(pairwise([*starts, len(text)]))
        unit = 1 / self.units_per_em
        for at, (info, place) in enumerate(zip(infos, positions, strict=True)):
            # Of several glyphs for the same characters the last one says them.
            last = at + 1 == len(infos) or infos[at + 1].cluster != info.cluster
            says = text[info.cluster : ends[info.cluster]] if last else ""
            if direction == "rtl":
                # What reads the text layer turns letters and brackets of such a text round by itself.
                other = MIRRORED.get(says, "")
                mirrored = other and self._font.get_nominal_glyph(ord(other)) == info.codepoint
                says = other if mirrored else says[::-1]
            yield ShapedGlyph(
                info.codepoint,
                says,
                (-place.y_advance if direction == "ttb" else place.x_advance) * unit,
                place.x_offset * unit,
                -place.y_offset * unit,
            )

    def outline(self, glyph: int) -> Outline:
        """The glyph's contours in em; a blank has none."""
        found = self._outlines.get(glyph)
        if found is None:
            found = self._outlines[glyph] = self._draw(glyph)
        return found

    def _draw(self, glyph: int) -> Outline:
        return _outline(self._font, self.units_per_em, glyph)

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
        try:
            subset = hb.subset(self._face, wanted)
        except RuntimeError as error:
            hint = "copy the file again, or choose another font"
            raise InputError(
                "the font is damaged: it cannot be embedded", file=self.path, hint=hint
            ) from error
        data: bytes = subset.blob.data
        return quadratic_outlines(data) if self._cubic else data


# What a viewer never reads once the glyphs are chosen by number.
_DROPPED_TABLES = ("GSUB", "GPOS", "GDEF", "BASE", "vhea", "vmtx", "VORG", "STAT", "meta", "DSIG", "cmap")


def outlines_in(data: bytes) -> Callable[[int], Outline]:
    """The contours of each glyph in em of a font program as it lies in a file; InputError where it is none."""
    try:
        face = hb.Face(hb.Blob(data))
        font = hb.Font(face)
    except Exception as error:
        raise InputError("cannot read an embedded font") from error
    return cache(lambda glyph: _outline(font, face.upem, glyph))


def _outline(font: Any, units_per_em: int, glyph: int) -> Outline:
    pen = _OutlinePen(1 / units_per_em)
    font.draw_glyph(glyph, pen.functions(), None)
    return Outline("".join(pen.commands), tuple(pen.coordinates))


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
