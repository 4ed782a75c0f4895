"""Parses SVG presentation attributes: inks, widths and transforms."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, cast, get_args

from printkit.geometry import IDENTITY, MAX_LENGTH, Affine
from printkit.scene.inks import Ink, Palette
from printkit.scene.model import Cap, Join

__all__ = ["ComplaintError", "Style", "declarations", "read_number", "read_transform", "styled"]

_NUMBER = r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_PLAIN_NUMBER = re.compile(rf"\s*({_NUMBER})\s*\Z")
_USER_LENGTH = re.compile(rf"\s*({_NUMBER})\s*(?:px)?\s*\Z")
_HEX = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})\Z")
_CALL = re.compile(r"[\s,]*+([A-Za-z]++)\s*+\(([^()]*+)\)")
_SEPARATOR = re.compile(r"\s*,\s*|\s+")

# Far above any map a drawing needs, far below where products stop being finite.
MAX_SCALE = 1e6
LONGEST_NUMBER = 60

# The only words people write for the two ends of the scale; every other colour is given as digits.
_COLOUR_WORDS = {"black": "#000000", "white": "#ffffff", "currentcolor": "#000000"}


class ComplaintError(Exception):
    """A value that cannot be taken: its text says why, `hint` what would help."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class Style(NamedTuple):
    """What an element hands to its children; `fill_given` is false while SVG's own pure black would apply."""

    fill: Ink | None = None
    fill_given: bool = False
    tint: float = 1.0
    stroke: Ink | None = None
    width: float = 1.0
    cap: Cap = "butt"
    join: Join = "miter"
    even_odd: bool = False
    transform: Affine = IDENTITY

    def painted(self) -> Ink | None:
        """The fill as it is printed, tint included."""
        if self.fill is None or self.tint == 0:
            return None
        return self.fill if self.tint == 1 else self.fill.at(self.tint)

    def stroke_scale(self) -> float | None:
        """How much the map widens a stroke; None when it would widen it unevenly."""
        a, b, c, d, _, _ = self.transform
        scale = math.hypot(a, b)
        slack = 1e-6 * max(scale, 1e-9)
        straight = abs(a - d) <= slack and abs(b + c) <= slack
        mirrored = abs(a + d) <= slack and abs(b - c) <= slack
        return scale if straight or mirrored else None


def styled(style: Style, name: str, value: str, palette: Palette) -> Style | None:
    """The style after one property; None for an unknown property, a ComplaintError for a bad value."""
    change = _PROPERTIES.get(name)
    if change is not None:
        return change(style, value.strip(), palette)
    usual = _USUAL.get(name)
    if usual is None:
        return None
    if value.strip().lower() not in usual[0]:
        raise ComplaintError(f"{name}={value.strip()[:60]!r} is not supported", usual[1])
    return style


def declarations(style: str) -> Iterator[tuple[str, str]]:
    """The properties of a style attribute, in order; a ComplaintError where it is not `name: value; …`."""
    for part in style.split(";"):
        if not part.strip():
            continue
        name, colon, value = part.partition(":")
        if not colon or not re.fullmatch(r"\s*[A-Za-z-]+\s*", name):
            raise ComplaintError(
                f"style has {part.strip()[:40]!r}", "write style as name:value pairs, separated by ;"
            )
        yield name.strip().lower(), value.strip()


def read_number(text: str, *, low: float = -MAX_LENGTH, high: float = MAX_LENGTH) -> float:
    """A number of user units (mm in art files), `px` allowed; else, or out of range, a ComplaintError."""
    match = _USER_LENGTH.match(text) if len(text) <= LONGEST_NUMBER else None
    if not match:
        raise ComplaintError(
            f"{text[:40]!r} is not a plain number", "units of art files are mm: write the number alone"
        )
    value = float(match[1])
    if not low <= value <= high:
        raise ComplaintError(f"{text.strip()[:40]} is out of range", f"between {low:g} and {high:g}")
    return value


def read_transform(text: str) -> Affine:
    """One map from a list of translate, scale, rotate and matrix; a ComplaintError for anything else."""
    result = IDENTITY
    position = 0
    while match := _CALL.match(text, position):
        position = match.end()
        make = _TRANSFORMS.get((match[1], len(values := _numbers(match[2]))))
        if make is None:
            raise ComplaintError(f"transform {match[0].strip()[:40]!r} is not supported", _TRANSFORM_HINT)
        # SVG writes the outermost map first.
        result = make(*values).then(result)
        if not all(abs(value) <= MAX_SCALE for value in result):
            raise ComplaintError(f"transform {text[:40]!r} is out of range", "scale and move by less")
    if text[position:].strip(" \t\r\n,"):
        raise ComplaintError(f"transform {text[position:].strip()[:40]!r} is not supported", _TRANSFORM_HINT)
    return result


def _numbers(text: str) -> list[float]:
    if not text.strip():
        return []
    return [_plain(word) for word in _SEPARATOR.split(text.strip())]


def _plain(text: str) -> float:
    match = _PLAIN_NUMBER.match(text) if len(text) <= LONGEST_NUMBER else None
    value = float(match[1]) if match else math.nan
    if not abs(value) <= MAX_SCALE:
        raise ComplaintError(f"{text[:40]!r} is not a number that can be used", "write numbers like 12.5")
    return value


_TRANSFORM_HINT = "translate(x y), scale(x y), rotate(degrees x y) and matrix(a b c d e f) are supported"
_TRANSFORMS: dict[tuple[str, int], Callable[..., Affine]] = {
    ("translate", 1): lambda x: Affine.translation(x, 0.0),
    ("translate", 2): Affine.translation,
    ("scale", 1): Affine.scaling,
    ("scale", 2): Affine.scaling,
    ("rotate", 1): Affine.rotation,
    ("rotate", 3): lambda degrees, x, y: Affine.rotation(degrees, (x, y)),
    ("matrix", 6): Affine,
}


def _ink(value: str, palette: Palette) -> Ink | None:
    text = value.lower()
    if text == "none":
        return None
    if "url(" in text:
        raise ComplaintError(
            f"the colour {value[:60]!r} refers to something else", "fill with an ink: " + _list(palette)
        )
    full = "#" + "".join(digit * 2 for digit in text[1:]) if _HEX.match(text) and len(text) == 4 else text
    ink = palette.ink(full)
    full = _COLOUR_WORDS.get(full, full)
    ink = ink or palette.ink(full)
    if ink is not None:
        return ink
    if not _HEX.match(full):
        raise ComplaintError(f"the colour {value[:40]!r} is not an ink", "write one of " + _list(palette))
    near = palette.nearest(full)
    raise ComplaintError(
        f"the colour {value!r} is not an ink", f"the nearest ink is {near.hex} ({near.name})"
    )


def _list(palette: Palette) -> str:
    return ", ".join(f"{ink.hex} ({ink.name})" for ink in palette.inks)


def _fill(style: Style, value: str, palette: Palette) -> Style:
    return style._replace(fill=_ink(value, palette), fill_given=True)


def _stroke(style: Style, value: str, palette: Palette) -> Style:
    return style._replace(stroke=_ink(value, palette))


def _width(style: Style, value: str, palette: Palette) -> Style:
    return style._replace(width=read_number(value, low=0.0))


def _cap(style: Style, value: str, palette: Palette) -> Style:
    if value not in get_args(Cap):
        raise ComplaintError(f"stroke-linecap={value[:40]!r} is unknown", ", ".join(get_args(Cap)))
    return style._replace(cap=cast(Cap, value))


def _join(style: Style, value: str, palette: Palette) -> Style:
    if value not in get_args(Join):
        raise ComplaintError(f"stroke-linejoin={value[:40]!r} is unknown", ", ".join(get_args(Join)))
    return style._replace(join=cast(Join, value))


def _tint(style: Style, value: str, palette: Palette) -> Style:
    return style._replace(tint=read_number(value, low=0.0, high=1.0))


def _rule(style: Style, value: str, palette: Palette) -> Style:
    if value not in ("evenodd", "nonzero"):
        raise ComplaintError(f"fill-rule {value[:40]!r} is unknown", "evenodd or nonzero")
    return style._replace(even_odd=value == "evenodd")


def _transform(style: Style, value: str, palette: Palette) -> Style:
    transform = IDENTITY if value == "none" else read_transform(value)
    combined = transform.then(style.transform)
    if not all(abs(part) <= MAX_SCALE for part in combined):
        raise ComplaintError("the transforms around this element are out of range", "scale and move by less")
    return style._replace(transform=combined)


def _opacity(style: Style, value: str, palette: Palette) -> Style:
    if read_number(value) != 1:
        raise ComplaintError(
            f"opacity {value[:40]} is not supported", "print a tint of the ink with fill-opacity"
        )
    return style


_PROPERTIES: dict[str, Callable[[Style, str, Palette], Style]] = {
    "fill": _fill,
    "stroke": _stroke,
    "stroke-width": _width,
    "stroke-linecap": _cap,
    "stroke-linejoin": _join,
    "fill-opacity": _tint,
    "fill-rule": _rule,
    "transform": _transform,
    "opacity": _opacity,
}

_NO_CLIP = "cut the shapes themselves (Path > Intersection)"
# Properties the drawing has no counterpart for: taken while they say what happens anyway.
_USUAL: dict[str, tuple[frozenset[str], str]] = {
    name: (frozenset(values.split("|")), hint)
    for name, values, hint in (
        ("stroke-opacity", "1|1.0|1.00", "strokes are printed in full"),
        ("stroke-miterlimit", "4|4.0|10", "leave it out"),
        ("stroke-dasharray", "none|0", "draw the dashes one by one"),
        ("stroke-dashoffset", "0|0px|0.0", "leave it out"),
        ("visibility", "visible", 'hide with display="none"'),
        ("clip-path", "none", _NO_CLIP),
        ("mask", "none", _NO_CLIP),
        ("clip-rule", "nonzero|evenodd", "leave it out"),
        ("filter", "none", "draw the effect as shapes"),
        ("mix-blend-mode", "normal", "inks overprint or knock out as the layout says"),
        ("isolation", "auto", "leave it out"),
        ("vector-effect", "none", "leave it out"),
        ("paint-order", "normal", "leave it out"),
        ("overflow", "visible|hidden", "leave it out"),
        ("color", "#000|#000000|black", "leave it out"),
        ("marker", "none", "draw the marker as a shape"),
        ("marker-start", "none", "draw the marker as a shape"),
        ("marker-mid", "none", "draw the marker as a shape"),
        ("marker-end", "none", "draw the marker as a shape"),
        ("shape-rendering", "auto|geometricprecision", "leave it out"),
        ("enable-background", "new|accumulate", "leave it out"),
    )
}
