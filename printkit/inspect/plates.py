"""Separations of a PDF page: how much of each process ink lies where.

A page is rendered as it is, only with its colours exchanged: one copy of the file shows cyan, magenta and yellow as
red, green and blue, another black as grey. So shapes, clips, masks and letters are those a viewer draws.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy
from pikepdf import Array, Dictionary, Name, Object

from printkit.errors import InputError
from printkit.inspect.colour import UNKNOWN, Space, read_space
from printkit.inspect.objects import (
    entries,
    entry,
    is_dictionary,
    is_stream,
    kids,
    name,
    name_object,
    number,
    numbers,
    objects,
    same_key,
    stream_data,
)
from printkit.inspect.pages import PdfFile, open_pdf, render_page

__all__ = ["Plates", "open_plates"]

Array1 = numpy.ndarray[Any, Any]
Array2 = numpy.ndarray[Any, numpy.dtype[numpy.uint8]]
DEEPEST = 8
# Pixels of all pictures together: each is unpacked at least once.
MAX_PICTURES = 400_000_000
MAX_BYTES = 300_000_000

# What stands for ink on a plate: no red is full cyan. Functions of 1 or 4 shares of ink to red, green and blue.
_CMY = "{{ {0} pop 1 exch sub 3 1 roll 1 exch sub 3 1 roll 1 exch sub 3 1 roll }}"
_K = "{{ {0} 4 1 roll pop pop pop 1 exch sub dup dup }}"
# A grey is so much less black, and none of the others.
_GRAY = {"cmy": "{{ {0} pop 1 1 1 }}", "k": "{{ {0} dup dup }}"}
_FOUR = {"cmy": _CMY, "k": _K}
_PROCESS = ("Cyan", "Magenta", "Yellow", "Black")


@dataclass(frozen=True, slots=True)
class Plates:
    """An open file's plates; use it as a context so that it is closed."""

    coloured: PdfFile
    black: PdfFile

    def __enter__(self) -> Plates:
        return self

    def __exit__(self, *_: object) -> None:
        self.coloured.document.close()
        self.black.document.close()

    def page(self, index: int, dpi: float) -> Array2:
        """Ink in every pixel: rows by columns by cyan, magenta, yellow, black, 0 to 255."""
        coloured = render_page(self.coloured, index, dpi, gray=False)
        black = render_page(self.black, index, dpi)
        # A page is asked for once, and holds its pictures unpacked.
        for each in (self.coloured, self.black):
            each.close_pages()
        inks = numpy.dstack([coloured, black])
        return numpy.subtract(255, inks, out=inks)


def open_plates(structure: Any) -> tuple[Plates, tuple[str, ...]]:
    """The plates of an opened file, which is changed by this, and the colours with unknown ink.

    What cannot be taken apart is an InputError.
    """
    maker = _Maker(structure)
    maker.exchange()
    files = []
    for plate in ("cmy", "k"):
        maker.turn_to(plate)
        target = io.BytesIO()
        structure.save(target, compress_streams=False, static_id=True, fix_metadata_version=False)
        files.append(open_pdf(target.getvalue()))
    return Plates(files[0], files[1]), tuple(sorted(maker.untold))


_SKIP = rb"\((?:[^()\\]|\\.|\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*+\))*+\))*+\)|<[0-9A-Fa-f\s]*+>|%[^\r\n]*+"
_COLOUR = re.compile(
    rb"(?P<skip>" + _SKIP + rb"|\bBI\s.*?[\s>]EI(?=\s|$))"
    rb"|(?P<values>(?:[-+.\d]++\s++){1,4}+)(?P<device>rg|RG|[gGkK])(?=[\s/\[<(]|$)"
    rb"|/(?P<space>Device(?:Gray|RGB|CMYK))(?P<set>\s++[cC][sS])(?=[\s/\[<(]|$)",
    re.DOTALL,
)
_INLINE_SPACE = re.compile(rb"(/(?:CS|ColorSpace)\s*/)(G|RGB|CMYK|DeviceGray|DeviceRGB|DeviceCMYK)\b")
_SHORT = {b"G": b"DeviceGray", b"RGB": b"DeviceRGB", b"CMYK": b"DeviceCMYK"}
_NAMES = {"DeviceGray": b"/PlateGray", "DeviceRGB": b"/PlateRGB", "DeviceCMYK": b"/PlateCMYK"}
_OF_OPERATOR = {b"g": "DeviceGray", b"rg": "DeviceRGB", b"k": "DeviceCMYK"}
_FIRST = {"DeviceGray": b" 0 ", "DeviceRGB": b" 0 0 0 ", "DeviceCMYK": b" 0 0 0 1 "}
_START = b"/PlateGray cs 0 scn /PlateGray CS 0 SCN\n"


class _Maker:
    """Exchanges the colours of one file: first all for spaces of its own, which then turn to this plate or that."""

    def __init__(self, structure: Any) -> None:
        self.pdf = structure
        self.untold: set[str] = set()
        self._bytes = 0
        # The spaces that turn, each with what it takes before it becomes four inks or a grey.
        self.turning: list[tuple[Object, Space, Any]] = []
        self._made: dict[Any, Object] = {}
        self.devices = {kind: self._device(kind) for kind in _NAMES}

    def exchange(self) -> None:
        """Every colour of the file becomes one of a space that can turn."""
        every = list(objects(self.pdf))
        masks, sources = self._masks(every)
        pixels = 0
        for value in every:
            if same_key(value) in masks:
                continue
            kind = name(entry(value, "/Subtype"))
            if is_stream(value) and kind == "Image":
                pixels += int((number(entry(value, "/Width")) or 0) * (number(entry(value, "/Height")) or 0))
                self._image(value)
            elif is_stream(value) and (kind == "Form" or entry(value, "/PatternType") is not None):
                self._stream(value, starts=kind != "Form")
        if pixels > MAX_PICTURES:
            raise InputError(f"the pictures have {pixels} pixels")
        for value in every:
            self._dictionary(value)
        for value in sources:
            self._stream(value, starts=False)
        for page in self.pdf.pages:
            self._page(page.obj)

    def _masks(self, every: list[Any]) -> tuple[set[Any], list[Any]]:
        """What is no colour but transparency, and the streams that draw the letters of fonts."""
        masks: set[Any] = set()
        letters: list[Any] = []
        for value in every:
            mask = entry(value, "/SMask")
            masks.add(same_key(entry(mask, "/G") if not is_stream(mask) else mask))
            masks.add(same_key(entry(value, "/Mask")))
            if name(entry(value, "/Subtype")) == "Type3":
                letters += [each for _, each in entries(entry(value, "/CharProcs")) if is_stream(each)]
        return masks - {None}, letters

    def _page(self, page: Any) -> None:
        parts = [stream_data(each) for each in kids(entry(page, "/Contents")) if is_stream(each)]
        page.Contents = self.pdf.make_stream(_START + self._exchanged(b"\n".join(parts)))
        value = page
        for _ in range(64):
            if not is_dictionary(value) or entry(value, "/Resources") is not None:
                break
            value = entry(value, "/Parent")
        else:
            value = None
        owner = value if is_dictionary(value) else page
        if entry(owner, "/Resources") is None:
            owner["/Resources"] = Dictionary()
        self._resources(owner["/Resources"])

    def _stream(self, stream: Any, *, starts: bool) -> None:
        data = self._exchanged(stream_data(stream))
        # A coloured pattern begins again; one without colour, and a form, take what they are given.
        starts = starts and number(entry(stream, "/PaintType")) != 2
        stream.write((_START if starts else b"") + data)
        if entry(stream, "/Resources") is None:
            return
        self._resources(stream["/Resources"])

    def _exchanged(self, data: bytes) -> bytes:
        self._bytes += len(data)
        if self._bytes > MAX_BYTES:
            raise InputError(f"the PDF unpacks to more than {MAX_BYTES} bytes")
        return _COLOUR.sub(self._operator, data)

    def _operator(self, match: re.Match[bytes]) -> bytes:
        if match["device"]:
            word = match["device"]
            kind = _OF_OPERATOR[word.lower()]
            lower = word.islower()
            values = match["values"].split()[-self.devices[kind][1] :]
            if kind == "DeviceRGB":
                self.untold.add(kind)
            before = b" ".join(match["values"].split()[: -len(values)])
            set_space, set_colour = (b" cs ", b" scn") if lower else (b" CS ", b" SCN")
            return before + b" " + _NAMES[kind] + set_space + b" ".join(values) + set_colour
        if match["space"]:
            kind = match["space"].decode("ascii")
            if kind == "DeviceRGB":
                self.untold.add(kind)
            colour = b"scn" if match["set"].strip().islower() else b"SCN"
            return _NAMES[kind] + match["set"] + _FIRST[kind] + colour
        return _INLINE_SPACE.sub(self._inline, match[0]) if match[0].startswith(b"BI") else match[0]

    def _inline(self, match: re.Match[bytes]) -> bytes:
        kind = _SHORT.get(match[2], match[2]).decode("ascii")
        if kind == "DeviceRGB":
            self.untold.add(kind)
        return match[1] + _NAMES[kind][1:]

    # Where colour spaces stand

    def _resources(self, resources: Any) -> None:
        if not is_dictionary(resources):
            return
        if not is_dictionary(entry(resources, "/ColorSpace")):
            resources["/ColorSpace"] = Dictionary()
        spaces = resources["/ColorSpace"]
        for key, value in entries(spaces):
            if not key.startswith("/Plate"):
                spaces[name_object(key)] = self._space(value)
        for kind, label in _NAMES.items():
            spaces[label.decode("ascii")] = self.devices[kind][0]

    def _image(self, image: Any) -> None:
        if entry(image, "/ImageMask") is True:
            return
        value = entry(image, "/ColorSpace")
        if value is not None:
            image["/ColorSpace"] = self._space(value)
        elif name(next(iter(reversed(kids(entry(image, "/Filter")))), None)) == "JPXDecode":
            self.untold.add(UNKNOWN.words)

    def _dictionary(self, value: Any) -> None:
        """Shadings, the states that overprint, and groups."""
        if entry(value, "/ShadingType") is not None and entry(value, "/ColorSpace") is not None:
            value["/ColorSpace"] = self._space(value["/ColorSpace"])
        for owner in (value, entry(value, "/Resources")):
            for kind in ("/Shading", "/ExtGState", "/Pattern"):
                for _, found in entries(entry(owner, kind)) if not is_stream(entry(owner, kind)) else ():
                    if same_key(found) is None and is_dictionary(found):
                        self._dictionary(found)
        shading = entry(value, "/Shading")
        if entry(value, "/PatternType") is not None and is_dictionary(shading) and same_key(shading) is None:
            self._dictionary(shading)
        if entry(value, "/OP") is not None or entry(value, "/op") is not None:
            self._overprint(value)
        group = entry(value, "/Group")
        if is_dictionary(group) and "/CS" in group:
            group["/CS"] = Name.DeviceRGB

    def _overprint(self, state: Any) -> None:
        """What overprints leaves the ink that is below, and where both have some the greater of the two stays."""
        if entry(state, "/BM") is not None:
            return
        on = entry(state, "/OP") is True or entry(state, "/op") is True
        spares = number(entry(state, "/OPM")) == 1
        state["/BM"] = Name.Darken if on and spares else Name.Normal

    # Colour spaces

    def _device(self, kind: str) -> tuple[Object, int]:
        space = read_space(Name(f"/{kind}"))
        return self._turning(space, None), space.channels

    def _turning(self, space: Space, transform: Any) -> Object:
        made: Object = self.pdf.make_indirect(Array())
        self.turning.append((made, space, transform))
        return made

    def _space(self, value: Any, depth: int = 0) -> Object:
        """The space that stands for this one."""
        key = same_key(value)
        if key is not None and key in self._made:
            return self._made[key]
        made = self._new_space(value, depth)
        if key is not None:
            self._made[key] = made
        return made

    def _new_space(self, value: Any, depth: int) -> Object:
        space = read_space(value)
        if space.kind in _NAMES:
            if space.kind == "DeviceRGB":
                self.untold.add(space.kind)
            return self.devices[space.kind][0]
        parts = kids(value)
        if space.kind == "Indexed" and len(parts) == 4 and depth < DEEPEST:
            return Array([Name.Indexed, self._space(parts[1], depth + 1), parts[2], parts[3]])
        if space.kind == "Pattern":
            inside = [self._space(parts[1], depth + 1)] if len(parts) > 1 and depth < DEEPEST else []
            return Array([Name.Pattern, *inside]) if inside else Name.Pattern
        if space.kind in ("ICCBased 4", "ICCBased 1", "CalGray"):
            return self._turning(space, None)
        if space.unprinted:
            return self._turning(Space(("unknown",), space.channels), None)
        if space.kind in ("Separation", "DeviceN") and len(parts) > 3:
            if len(space.colourants) == 1 and space.colourants[0] in _PROCESS:
                return self._turning(space, None)
            if space.kinds[1] in ("DeviceCMYK", "ICCBased 4") and _tint(self.pdf, parts[3], "k") is not None:
                return self._turning(space, parts[3])
        self.untold.add(space.words)
        return self._turning(Space(("unknown",), max(space.channels, 1)), None)

    def turn_to(self, plate: str) -> None:
        """All spaces show this plate: `cmy` or `k`."""
        for made, space, tint in self.turning:
            channels = max(space.channels, 1)
            function = None if tint is None else _tint(self.pdf, tint, plate)
            if function is None:
                function = _calculated(self.pdf, _body(space, plate), channels)
            inks = Array([Name(f"/Plate{number}") for number in range(channels)])
            while len(made):
                del made[0]
            for part in (Name.DeviceN, inks, Name.DeviceRGB, function):
                made.append(part)


def _body(space: Space, plate: str) -> str:
    """The program that makes red, green and blue of a colour in this space."""
    if space.kind in ("DeviceCMYK", "ICCBased 4"):
        return _FOUR[plate].format("")
    if space.kind in ("DeviceGray", "ICCBased 1", "CalGray"):
        return _GRAY[plate].format("")
    if space.colourants:
        # One share on the stack becomes four.
        return _FOUR[plate].format(f"0 0 0 4 {_PROCESS.index(space.colourants[0])} roll")
    return "{ " + "pop " * max(space.channels, 1) + "1 1 1 }"


def _calculated(pdf: Any, body: str, channels: int) -> Any:
    """A function that is a program."""
    function = pdf.make_stream(body.encode("ascii"))
    function["/FunctionType"] = 4
    function["/Domain"] = Array([0, 1] * channels)
    function["/Range"] = Array([0, 1] * 3)
    return function


def _shown(inks: Array1, plate: str) -> Array1:
    """Red, green and blue of the four inks, which are the last axis."""
    return 1 - (inks[..., :3] if plate == "cmy" else numpy.repeat(inks[..., 3:4], 3, axis=-1))


def _tint(pdf: Any, function: Any, plate: str, depth: int = 0) -> Any:
    """A tint's function to four inks, as one to what is shown; None where it is none that can be read."""
    kind = number(entry(function, "/FunctionType"))
    maker = _TINTS.get(int(kind)) if kind is not None and depth <= DEEPEST else None
    return maker(pdf, function, plate, depth) if maker else None


def _sampled(pdf: Any, function: Any, plate: str, depth: int) -> Any:
    bits = number(entry(function, "/BitsPerSample"))
    sizes, limits = numbers(entry(function, "/Size")), numbers(entry(function, "/Range"))
    if bits not in (8, 16) or len(limits) != 8 or not is_stream(function) or not sizes:
        return None
    count = math.prod(int(size) for size in sizes)
    data = numpy.frombuffer(stream_data(function), ">u1" if bits == 8 else ">u2")
    if not 0 < count * 4 <= data.size:
        return None
    span = numpy.array(numbers(entry(function, "/Decode")) or limits).reshape(-1, 2)
    if span.shape != (4, 2):
        return None
    shares = data[: count * 4].reshape(-1, 4) / (2**bits - 1) * (span[:, 1] - span[:, 0]) + span[:, 0]
    shown = _shown(shares.clip(0, 1), plate)
    made = pdf.make_stream((shown * 255).round().astype(numpy.uint8).tobytes())
    for key in ("/FunctionType", "/Domain", "/Size", "/Encode"):
        if entry(function, key) is not None:
            made[key] = function[key]
    made["/BitsPerSample"] = 8
    made["/Range"] = Array([0, 1] * 3)
    return made


def _powered(pdf: Any, function: Any, plate: str, depth: int) -> Any:
    low, high = numbers(entry(function, "/C0")), numbers(entry(function, "/C1"))
    if len(low) != 4 or len(high) != 4:
        return None
    ends = _shown(numpy.array([low, high]).clip(0, 1), plate)
    made = Dictionary(FunctionType=2, Domain=Array([0, 1]), N=number(entry(function, "/N")) or 1.0)
    made["/C0"], made["/C1"] = (Array([round(float(each), 6) for each in end]) for end in ends)
    return made


def _stitched(pdf: Any, function: Any, plate: str, depth: int) -> Any:
    parts = [_tint(pdf, each, plate, depth + 1) for each in kids(entry(function, "/Functions"))[:64]]
    if not parts or None in parts:
        return None
    made = Dictionary(FunctionType=3, Functions=Array(parts))
    for key in ("/Domain", "/Bounds", "/Encode"):
        if entry(function, key) is None:
            return None
        made[key] = function[key]
    return made


def _programmed(pdf: Any, function: Any, plate: str, depth: int) -> Any:
    text = stream_data(function, 100_000).decode("latin-1").strip() if is_stream(function) else ""
    if not (text.startswith("{") and text.endswith("}") and text.isascii()):
        return None
    channels = len(numbers(entry(function, "/Domain"))) // 2
    return _calculated(pdf, _FOUR[plate].format(text[1:-1]), channels)


_TINTS: dict[int, Callable[[Any, Any, str, int], Any]] = {
    0: _sampled,
    2: _powered,
    3: _stitched,
    4: _programmed,
}
