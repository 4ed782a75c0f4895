"""Parses SVG path data and basic shapes into absolute M L C Z commands."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from printkit.geometry import MAX_LENGTH, Affine, Outline, Rect
from printkit.scene import shapes
from printkit.scene.svg_style import ComplaintError, read_number

__all__ = ["MEASURES", "NO_FRACTION", "Numbers", "PathDataError", "known_numbers", "plain_shape", "read_path"]


# ── parses SVG path data into absolute M L C Z commands ──────────────────────────────────────────────────────────────

_ARITY = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_ARITY |= {letter.lower(): arity for letter, arity in _ARITY.items()}

# Arcs may write `a1 1 0 015 5`: their flags need no gap, so white space does not part their numbers.
_PLAIN_LETTERS = "cslhvmzqtCSLHVMZQT"
_SPACED = [(letter.encode(), f" {letter} ".encode()) for letter in _PLAIN_LETTERS]
_NOT_LETTERS = b"0123456789.-+eE, \t\n\f\r"
_STRAY_COMMA = re.compile(rb"(?:\A|[^0-9.\s])\s*,|,\s*(?:[^-+0-9.\s]|\Z)")
_PLAIN = frozenset(_PLAIN_LETTERS)
_WHOLE_LETTERS = frozenset("MmLlHhVvCcSsZz")
_RESUMED = re.compile("[Zz][^MmZz]")

# Possessive and atomic: nothing is given back to make room for what follows, so no text takes quadratic time.
_GAP = r"(?:[ \t\n\f\r]++,?+[ \t\n\f\r]*+|,[ \t\n\f\r]*+)?+"
_NUMBER = re.compile(r"(?>[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)")
_FLAG = re.compile("[01]")
_WHITE = re.compile(r"[ \t\n\f\r]*")
_BETWEEN = re.compile(_GAP)

_LARGEST = MAX_LENGTH * 1000
# At 1.5 · 2^52 a float has no room for a fraction: to add and take it away is round(), ten times faster.
NO_FRACTION = 6755399441055744.0

_DRAWN = str.maketrans("mMlLhHvVcCsSqQtTaAzZ", "MMLLLLLLCCCCCCCCAAZZ")


class PathDataError(Exception):
    """The path data cannot be read; the text says where and why."""


class Numbers(dict[bytes, Any]):
    """Words to thousandths of a mm, each converted once; letters to themselves.

    `whole` says whether all that was read so far lies on whole thousandths.
    """

    def __init__(self) -> None:
        super().__init__((letter.encode(), letter) for letter in _PLAIN_LETTERS)
        self.whole = True

    def __missing__(self, word: bytes) -> float:
        value = float(word) * 1000
        if not -_LARGEST <= value <= _LARGEST:
            raise PathDataError(f"the number {word.decode()[:20]} is out of range")
        # `0.57` times 1000 is not quite 570; words of three decimals or fewer must become whole.
        whole = (value + NO_FRACTION) - NO_FRACTION
        if -1e-6 < value - whole < 1e-6:
            value = whole
        else:
            self.whole = False
        self[word] = value
        return value


def known_numbers() -> Numbers:
    """The numbers met so far, for the next file: drawings of one deck share nearly all their words."""
    global _known
    if len(_known) > _MAX_KNOWN or not _known.whole:
        _known = Numbers()
    return _known


_MAX_KNOWN = 20_000
_known = Numbers()


def read_path(data: str, numbers: Numbers, limit: int) -> tuple[str, list[float]]:
    """Commands `M L C Z` and their coordinates in thousandths of a unit, absolute, one after another.

    Shorthands and arcs become cubic curves (an arc one for each quarter). `numbers` is kept between the paths
    of one file. Broken data, or more numbers than `limit`, is a PathDataError.
    """
    if len(data) <= 2 * limit:
        try:
            return _absolute(*_plain_words(data, numbers), numbers)
        except (TypeError, ValueError, StopIteration):
            # Not one letter for each command, or not readable at all: the slow way finds which.
            pass
    return _absolute(*_all_words(data, numbers, limit), numbers)


def _plain_words(data: str, numbers: Numbers) -> tuple[str, list[Any]]:
    """Letters, and letters with numbers, in a few sweeps over the whole text; ValueError if that won't do."""
    raw = data.encode("ascii")
    letters = raw.translate(None, _NOT_LETTERS).decode()
    if not _PLAIN.issuperset(letters) or _RESUMED.search(letters):
        raise ValueError(data)
    if b"," in raw:
        if _STRAY_COMMA.search(raw):
            raise ValueError(data)
        raw = raw.replace(b",", b" ")
    raw = raw.replace(b"-", b" -")
    for letter, spaced in _SPACED:
        if letter in raw:
            raw = raw.replace(letter, spaced)
    return letters, list(map(numbers.__getitem__, raw.split()))


def _all_words(data: str, numbers: Numbers, limit: int) -> tuple[str, list[Any]]:
    """The same from all the grammar allows: left-out letters, exponents, glued numbers and flags."""
    letters: list[str] = []
    words: list[Any] = []
    for letter, arguments in _commands(data):
        if letters and letters[-1] in "Zz" and letter not in "MmZz":
            # Drawing on after a Z starts a new outline where the last one started.
            letters.append("m")
            words += ("m", 0.0, 0.0)
        letters.append(letter)
        words.append(letter)
        words += [numbers[argument.encode()] for argument in arguments]
        if max(len(letters), len(words) - len(letters)) > limit:
            raise PathDataError(f"more than the {limit:,} numbers left to this file")
    return "".join(letters), words


def _arguments(letter: str, data: str, position: int) -> tuple[tuple[str, ...], int] | None:
    """The numbers one command takes and where they end; None if they do not stand there."""
    words: list[str] = []
    for place in range(_ARITY[letter]):
        if words:
            position = _skip(_BETWEEN, data, position)
        # The fourth and fifth of an arc are flags of one digit.
        match = (_FLAG if place in (3, 4) and letter in "Aa" else _NUMBER).match(data, position)
        if match is None:
            return None
        words.append(match[0])
        position = match.end()
    return tuple(words), position


def _commands(data: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    position = _skip(_WHITE, data, 0)
    while position < len(data):
        letter = data[position]
        if letter not in _ARITY:
            raise PathDataError(
                f"path data ends early at character {position + 1}, before {data[position:][:12]!r}"
            )
        start = _skip(_WHITE, data, position + 1)
        found = _arguments(letter, data, start)
        if found is None:
            place = f"{letter!r} at character {position + 1}"
            raise PathDataError(f"{place} needs {_ARITY[letter]} numbers, before {data[start:][:12]!r}")
        position = start
        while found is not None:
            arguments, position = found
            yield letter, arguments
            letter = {"M": "L", "m": "l"}.get(letter, letter)
            again = _skip(_BETWEEN, data, position)
            found = _arguments(letter, data, again) if letter not in "Zz" else None
        position = _skip(_WHITE, data, position)


def _skip(pattern: re.Pattern[str], data: str, position: int) -> int:
    match = pattern.match(data, position)
    return match.end() if match else position


def _absolute(letters: str, words: list[Any], numbers: Numbers) -> tuple[str, list[float]]:
    """Follows the pen; a letter among the numbers of a command, or the reverse, is a TypeError.

    The letters are tried in the order of how often art uses them.
    """
    if letters[:1] not in "Mm":
        raise PathDataError(f"path data starts with {letters[0]!r} instead of M")
    if not _WHOLE_LETTERS.issuperset(letters):
        numbers.whole = False
    out: list[float] = []
    arcs: list[str] = []
    x = y = start_x = start_y = 0.0
    previous = ""
    rest = iter(words)
    take = rest.__next__
    for letter in rest:
        if letter == "c":
            out += (x + take(), y + take(), x + take(), y + take(), x := x + take(), y := y + take())
        elif letter == "l":
            out += (x := x + take(), y := y + take())
        elif letter == "h":
            out += (x := x + take(), y)
        elif letter == "v":
            out += (x, y := y + take())
        elif letter in ("z", "Z"):
            x, y = start_x, start_y
        elif letter in ("M", "m"):
            x = start_x = (x if letter == "m" else 0.0) + take()
            y = start_y = (y if letter == "m" else 0.0) + take()
            out += (x, y)
        else:
            draw = _RARE.get(letter)
            if draw is None:
                raise TypeError("a number where a letter was expected")
            curve = draw(letter, [0.0 + take() for _ in range(_ARITY[letter])], (x, y), previous, out)
            if letter in "Aa":
                arcs.append("C" * (len(curve) // 6) or "L" * (len(curve) // 2))
            out += curve
            if curve:
                x, y = curve[-2:]
        previous = letter
    commands = letters.translate(_DRAWN)
    if arcs:
        commands = "".join(chain.from_iterable(zip(commands.split("A"), [*arcs, ""], strict=True)))
    return commands, out


_Point = tuple[float, float]
_Row = list[float]


def _points(letter: str, values: list[float], pen: _Point) -> list[float]:
    if letter.isupper():
        return values
    x, y = pen
    return [value + (y if index % 2 else x) for index, value in enumerate(values)]


def _straight(letter: str, values: _Row, pen: _Point, previous: str, out: _Row) -> _Row:
    return values


def _horizontal(letter: str, values: _Row, pen: _Point, previous: str, out: _Row) -> _Row:
    return [values[0], pen[1]]


def _vertical(letter: str, values: _Row, pen: _Point, previous: str, out: _Row) -> _Row:
    return [pen[0], values[0]]


def _smooth(letter: str, values: _Row, pen: _Point, previous: str, out: _Row) -> _Row:
    (x, y), points = pen, _points(letter, values, pen)
    mirrored = [2 * x - out[-4], 2 * y - out[-3]] if previous in tuple("CcSs") else [x, y]
    return mirrored + points


def _quadratic(letter: str, values: _Row, pen: _Point, previous: str, out: _Row) -> _Row:
    qx, qy, ex, ey = _points(letter, values, pen)
    return _raised(pen, (qx, qy), (ex, ey))


def _smooth_quadratic(letter: str, values: _Row, pen: _Point, previous: str, out: _Row) -> _Row:
    (x, y), (ex, ey) = pen, _points(letter, values, pen)
    control = pen
    if previous in tuple("QqTt"):
        # The cubic's second handle lies two thirds of the way from the end to the quadratic's handle.
        control = 2 * x - (3 * out[-4] - x) / 2, 2 * y - (3 * out[-3] - y) / 2
    return _raised(pen, control, (ex, ey))


def _raised(start: _Point, control: _Point, end: _Point) -> list[float]:
    (x, y), (qx, qy), (ex, ey) = start, control, end
    return [
        x + (qx - x) * 2 / 3,
        y + (qy - y) * 2 / 3,
        ex + (qx - ex) * 2 / 3,
        ey + (qy - ey) * 2 / 3,
        ex,
        ey,
    ]


def _arc(letter: str, values: _Row, pen: _Point, previous: str, out: _Row) -> _Row:
    rx, ry, turn, large, sweep = (
        abs(values[0]),
        abs(values[1]),
        values[2] / 1000,
        values[3] != 0,
        values[4] != 0,
    )
    ex, ey = _points(letter, values[5:], pen)
    if pen == (ex, ey):
        return []
    if min(rx, ry) < 1e-3:
        return [ex, ey]
    angle = math.radians(turn % 360)
    cos, sin = math.cos(angle), math.sin(angle)
    # Into the frame where the ellipse is the unit circle.
    half_x, half_y = (pen[0] - ex) / 2, (pen[1] - ey) / 2
    ux, uy = (cos * half_x + sin * half_y) / rx, (cos * half_y - sin * half_x) / ry
    reach = math.hypot(ux, uy)
    if reach > 1:
        # Radii too small for the gap grow until the arc just spans it.
        rx, ry, ux, uy, reach = rx * reach, ry * reach, ux / reach, uy / reach, 1.0
    away = math.sqrt(max(0.0, 1 / reach**2 - 1)) * (1 if large == sweep else -1)
    cx, cy = -away * uy, away * ux
    first, last = math.atan2(uy - cy, ux - cx), math.atan2(-uy - cy, -ux - cx)
    swept = (last - first) % math.tau
    swept = swept if sweep else swept - math.tau
    middle = (pen[0] + ex) / 2, (pen[1] + ey) / 2

    def back(px: float, py: float) -> _Point:
        px, py = (px + cx) * rx, (py + cy) * ry
        return middle[0] + cos * px - sin * py, middle[1] + sin * px + cos * py

    pieces = max(1, math.ceil(abs(swept) / (math.pi / 2) - 1e-9))
    handle = 4 / 3 * math.tan(swept / pieces / 4)
    curve: list[float] = []
    for piece in range(pieces):
        a, b = first + swept * piece / pieces, first + swept * (piece + 1) / pieces
        cos_a, sin_a, cos_b, sin_b = math.cos(a), math.sin(a), math.cos(b), math.sin(b)
        curve += (*back(cos_a - handle * sin_a, sin_a + handle * cos_a),)
        curve += (*back(cos_b + handle * sin_b, sin_b - handle * cos_b), *back(cos_b, sin_b))
    # Ends exactly where the file says, whatever the rounding on the way.
    return [*curve[:-2], ex, ey]


_RARE = {
    "C": _straight,
    "L": _straight,
    "H": _horizontal,
    "V": _vertical,
    "S": _smooth,
    "s": _smooth,
    "Q": _quadratic,
    "q": _quadratic,
    "T": _smooth_quadratic,
    "t": _smooth_quadratic,
    "A": _arc,
    "a": _arc,
}


# ── outlines of SVG's basic shapes, in user units ────────────────────────────────────────────────────────────────────


def plain_shape(name: str, values: dict[str, str]) -> Outline:
    """The outline of a rect, circle, ellipse or line; empty where it has no extent.

    A measure that is no number, or a negative size, is a ComplaintError.
    """
    return _SHAPES[name](values)


def _measure(values: dict[str, str], name: str, *, low: float = -MAX_LENGTH) -> float:
    try:
        return read_number(values.get(name, "0"), low=low)
    except ComplaintError as complaint:
        raise ComplaintError(f"{name}: {complaint}", complaint.hint) from complaint


_NOTHING = Outline("", ())


def _rect(values: dict[str, str]) -> Outline:
    x, y = _measure(values, "x"), _measure(values, "y")
    width, height = _measure(values, "width", low=0.0), _measure(values, "height", low=0.0)
    if not width or not height:
        return _NOTHING
    rx = _measure(values, "rx" if "rx" in values else "ry", low=0.0)
    ry = _measure(values, "ry" if "ry" in values else "rx", low=0.0)
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if not rx or not ry:
        return shapes.rectangle(Rect(x, y, width, height))
    # Round corners are drawn round and then pressed into shape.
    press = ry / rx
    tall = Rect(x, y / press, width, height / press)
    return shapes.rounded_rectangle(tall, rx).moved_by(Affine.scaling(1.0, press))


def _circle(values: dict[str, str]) -> Outline:
    radius = _measure(values, "r", low=0.0)
    return shapes.circle(_measure(values, "cx"), _measure(values, "cy"), radius) if radius else _NOTHING


def _ellipse(values: dict[str, str]) -> Outline:
    rx, ry = _measure(values, "rx", low=0.0), _measure(values, "ry", low=0.0)
    return shapes.ellipse(_measure(values, "cx"), _measure(values, "cy"), rx, ry) if rx and ry else _NOTHING


def _line(values: dict[str, str]) -> Outline:
    return shapes.segment(*(_measure(values, name) for name in ("x1", "y1", "x2", "y2")))


_SHAPES: dict[str, Callable[[dict[str, str]], Outline]] = {
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
}
# Every shape and the attributes that say where and how large it is.
MEASURES = {
    "path": ("d",),
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
    "polyline": ("points",),
    "polygon": ("points",),
}
