"""What a content stream is made of: its words, its graphics state, and how fine its pictures are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol

from printkit.geometry import Affine, Rect
from printkit.inspect.colour import GRAY, Inks, Space
from printkit.inspect.fonts import NO_FACE, FontFace
from printkit.inspect.objects import entry, is_stream, name_of_bytes, number
from printkit.inspect.painted import ONE_TONE, Painted

__all__ = ["SHORT_KEYS", "Colour", "State", "Walker", "picture_facts", "picture_parts", "stream_words"]


# ── the graphics state of a content stream, and what a stream asks of the page it is on ──────────────────────────────

Colour = tuple[Space, Inks | None]


class Walker(Protocol):
    """What a stream asks of the page it is on."""

    def add(self, painted: Painted, *, seen: bool) -> None:
        """Something is painted, where it is seen or not."""

    def count(self) -> None:
        """One operator more; too many of them are an InputError."""

    def trouble(self, what: str) -> None:
        """Something cannot be followed."""

    def effect(self, kind: str, detail: str) -> None:
        """Something is asked for beside ink."""

    def space(self, value: Any, resources: Any) -> Space:
        """A colour space."""

    def font(self, font: Any) -> FontFace:
        """What a font is called, and how wide its letters are."""

    def hides(self, layer: Any) -> bool:
        """Whether a layer is not printed."""

    def form(self, form: Any, resources: Any, state: State, depth: int) -> None:
        """A form is drawn."""

    def pattern(self, pattern: Any, base: Affine, colour: Colour, depth: int) -> None:
        """A tiling pattern is chosen."""

    def drawn_font(self, font: Any, state: State, depth: int) -> None:
        """A font whose letters are drawings is used."""


class State:
    """The graphics state, as far as ink and sizes go."""

    def __init__(self, place: Affine, clip: Rect | None = None) -> None:
        self.place = place
        self.clip = clip
        # In a layer that is not printed.
        self.hidden = False
        self.fill: Colour = (GRAY, (0.0, 0.0, 0.0, 1.0))
        self.line: Colour = (GRAY, (0.0, 0.0, 0.0, 1.0))
        self.width = 1.0
        self.over_fill = self.over_line = False
        self.mode = 0
        self.font: Any = None
        self.face = NO_FACE
        self.letter_space = self.word_space = 0.0
        self.font_size = 0.0
        self.stretch = 1.0
        self.rise = 0.0
        self.leading = 0.0
        self.text_mode = 0

    def key(self) -> tuple[Any, ...]:
        """What a form inherits, and how large it is drawn."""
        scale = tuple(round(each, 5) for each in self.place[:4])
        return (self.fill, self.line, self.width, self.over_fill, self.over_line, self.mode, scale)


# ── splits a content stream of a PDF into its paths, operands, operators and pictures ────────────────────────────────

# Streams of no more bytes are read once, however often they are drawn: a form is drawn again in another size, and in
# another file. When so many bytes of them are kept, all are let go: their words fill up to thirty times as much.
LONGEST_KEPT, MOST_KEPT = 200_000, 4_000_000

_NUMBER = rb"[-+.\d]{1,40}+"
_TOKEN = re.compile(
    rb"(?P<path>(?:(?:(?:" + _NUMBER + rb"\s++){2,6}+(?:re|[mlcvy])|h)(?:\s++|(?=[/\[<(])|$))++)"
    rb"|(?P<number>" + _NUMBER + rb")"
    rb"|/(?P<name>[^\s/\[\]()<>{}%]*+)"
    rb"|(?P<text>\((?:[^()\\]|\\.|\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*+\))*+\))*+\)|<[0-9A-Fa-f\s]*+>)"
    rb"|(?P<open>\()"
    rb"|(?P<operator>[A-Za-z'\"][A-Za-z0-9*]*+)"
    rb"|%[^\r\n]*+",
    re.DOTALL,
)
_END_OF_IMAGE = re.compile(rb"[\s>]EI(?=[\s/]|$)")


def stream_words(data: bytes) -> Iterable[tuple[str, Any]]:
    """Each `path` (as written), `operand`, `operator`, dictionary of an `image`, and a text without end (`open`)."""
    return _KEPT[data] if len(data) <= LONGEST_KEPT else _words(data)


def _value(data: bytes) -> float:
    try:
        found = float(data)
    except ValueError:
        return 0.0
    return found if abs(found) < 1e12 else 0.0


_OPERANDS: dict[str, Callable[[bytes], Any]] = {"number": _value, "name": name_of_bytes, "text": bytes}


def _words(data: bytes) -> Iterator[tuple[str, Any]]:
    at = 0
    while at < len(data):
        image, start, at = at, at, len(data)
        for match in _TOKEN.finditer(data, start):
            kind, word = match.lastgroup, match[0]
            if kind in _OPERANDS:
                yield "operand", _OPERANDS[kind](word)
            elif kind == "operator" and word == b"ID":
                yield "image", data[image : match.start()]
                end = _END_OF_IMAGE.search(data, match.end())
                at = end.end() if end else len(data)
                break
            elif kind == "operator":
                image = match.end() if word == b"BI" else image
                yield "operator", word.decode("latin-1")
            elif kind is not None:
                yield kind, word


class _Kept(dict[bytes, tuple[tuple[str, Any], ...]]):
    """The words of streams by what they are made of."""

    size = 0

    def __missing__(self, data: bytes) -> tuple[tuple[str, Any], ...]:
        if self.size + len(data) > MOST_KEPT:
            self.clear()
            self.size = 0
        self.size += len(data)
        words = self[data] = tuple(_words(data))
        return words


_KEPT = _Kept()


# ── how fine a picture in a PDF is, its masks included ───────────────────────────────────────────────────────────────

_KEYS = ("Width", "Height", "BitsPerComponent", "ColorSpace", "ImageMask", "SMask", "Mask")
SHORT_KEYS = {"W": "Width", "H": "Height", "BPC": "BitsPerComponent", "CS": "ColorSpace", "IM": "ImageMask"}
"""The keys of a picture in the content itself, and the full ones."""


def picture_facts(picture: Any) -> dict[str, Any]:
    """The entries of a picture that say how it is painted, None where it has none."""
    return {key: entry(picture, f"/{key}") for key in _KEYS}


def picture_parts(facts: Mapping[str, Any], across: float, down: float) -> Iterator[tuple[float, str, int]]:
    """Pixels per inch, pixels in words and bits of a picture of so many mm, and of the hard mask that cuts it out.

    A soft mask is part of the picture: it has tones, and where the picture itself is flat all the detail.
    """
    own, bits = _fineness(facts, across, down), _bits(facts)
    soft, hard = facts.get("SMask"), facts.get("Mask")
    if is_stream(soft):
        mask = picture_facts(soft)
        fine = [each for each in (own, _fineness(mask, across, down)) if each[1] != ONE_TONE]
        own, bits = min(fine, default=own), max(bits, _bits(mask))
    yield *own, bits
    if is_stream(hard):
        yield *_fineness(picture_facts(hard), across, down), 1


def _bits(facts: Mapping[str, Any]) -> int:
    return 1 if facts.get("ImageMask") is True else int(number(facts.get("BitsPerComponent")) or 1)


def _fineness(facts: Mapping[str, Any], across: float, down: float) -> tuple[float, str]:
    width, height = number(facts.get("Width")) or 0.0, number(facts.get("Height")) or 0.0
    return min(width / across, height / down) * 25.4, f"{width:.0f} × {height:.0f} pixels"
