"""What braces mean in a kit's texts: values, plurals, conditions, readings, icons and styled words, read in one place.

    text   = { character | brace }
    brace  = "{" name "}"                         the value of a column, field or variable
           | "{" name ":" format "}"              a number: 02 with two digits, + with its sign
           | "{" name "|" text "|" text "}"       the first where the number is 1, else the second
           | "{" name "?" text [ "|" text ] "}"   the first where the value is not empty, else the second
           | "{" base "|" reading "}"             ruby
           | "{icon:" text "}"                    the icon of that name
           | "{" style ":" text "}"               words in bold, in italic or in an ink

Braces that are none of these, and such as have no partner, are characters.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from printkit.errors import InputError, nearest_hint

__all__ = ["Piece", "filled", "names", "parse", "written"]

Kind = Literal["text", "value", "plural", "when", "ruby", "mark"]

_NAME = re.compile(r"([a-z][a-z0-9-]*)([:|?}])")
_FORMAT = re.compile(r"0[1-9]|\+")
_BRACE = re.compile(r"[{}]")
DEEPEST = 20
_ONE = "1"
# What a flag says that is not set: a condition takes it as empty.
_UNSET = ("", "false")


class Piece(NamedTuple):
    """A part of a text: characters, or a brace of that kind with its name and its parts, each a text."""

    kind: Kind
    name: str
    parts: tuple[tuple[Piece, ...], ...] = ()


@lru_cache(maxsize=4096)
def parse(text: str) -> tuple[Piece, ...]:
    """The text as the grammar reads it."""
    if "{" not in text:
        return (Piece("text", text),) if text else ()
    return tuple(_pieces(text, 0, len(text), _partners(text)))


def _partners(text: str) -> Mapping[int, int]:
    """Where each brace that has a partner is closed; braces deeper than `DEEPEST` have none."""
    opened: list[int] = []
    closed: dict[int, int] = {}
    for match in _BRACE.finditer(text):
        if match[0] == "{":
            opened.append(match.start())
        elif opened:
            start = opened.pop()
            if len(opened) < DEEPEST:
                closed[start] = match.start()
    return closed


def _pieces(text: str, at: int, end: int, closed: Mapping[int, int]) -> Iterator[Piece]:
    """The pieces of the text from `at` to `end`, its characters joined."""
    begun = at
    while (brace := text.find("{", at, end)) >= 0:
        close = closed.get(brace, -1)
        piece = _brace(text, brace, close, closed) if close >= 0 else None
        at = close + 1 if piece else brace + 1
        if piece:
            if brace > begun:
                yield Piece("text", text[begun:brace])
            yield piece
            begun = at
    if end > begun:
        yield Piece("text", text[begun:end])


def _brace(text: str, brace: int, close: int, closed: Mapping[int, int]) -> Piece | None:
    """What stands in braces; None where that is nothing the grammar knows."""
    match = _NAME.match(text, brace + 1, close + 1)
    sign = match[2] if match else ""
    if match and sign == "}":
        return Piece("value", match[1])
    if match and sign in ":?":
        spans = _split(text, match.end(), close, closed) if sign == "?" else [(match.end(), close)]
        kind: Kind = "when" if sign == "?" else "mark"
        return Piece(kind, match[1], _parts(text, spans, closed)) if len(spans) <= 2 else None
    spans = _split(text, brace + 1, close, closed)
    if match and sign == "|" and len(spans) == 3:
        return Piece("plural", match[1], _parts(text, spans[1:], closed))
    base, *readings = (text[start:end] for start, end in spans)
    if base and len(readings) == 1 and readings[0] and not _BRACE.search(base + readings[0]):
        return Piece("ruby", base, ((Piece("text", readings[0]),),))
    return None


def _split(text: str, at: int, end: int, closed: Mapping[int, int]) -> list[tuple[int, int]]:
    """The spans between the bars that stand in no further braces."""
    spans, begun = [], at
    while at < end:
        if text[at] == "{" and at in closed:
            at = closed[at]
        elif text[at] == "|":
            spans.append((begun, at))
            begun = at + 1
        at += 1
    return [*spans, (begun, end)]


def _parts(
    text: str, spans: list[tuple[int, int]], closed: Mapping[int, int]
) -> tuple[tuple[Piece, ...], ...]:
    return tuple(tuple(_pieces(text, start, end, closed)) for start, end in spans)


def written(pieces: tuple[Piece, ...]) -> str:
    """The text again."""
    return "".join(_written(piece, tuple(map(written, piece.parts))) for piece in pieces)


_SIGNS: Mapping[Kind, str] = {"plural": "|", "when": "?", "ruby": "|", "mark": ":"}


def _written(piece: Piece, parts: tuple[str, ...]) -> str:
    if piece.kind == "text":
        return piece.name
    return f"{{{piece.name}{_SIGNS.get(piece.kind, '')}{'|'.join(parts)}}}"


def names(text: str, but: Collection[str] = ()) -> tuple[str, ...]:
    """The values a text needs, in order; a plural's number is one unless it is one of `but`.

    `{red:02}` may be a number in a form or words in an ink: its name is one of them.
    """
    return tuple(_names(parse(text), but))


def _names(pieces: tuple[Piece, ...], but: Collection[str]) -> Iterator[str]:
    for piece in pieces:
        counts = piece.kind == "plural" and piece.name not in but
        if counts or piece.kind in ("value", "when") or _form(piece):
            yield piece.name
        for part in piece.parts:
            yield from _names(part, but)


def filled(text: str, values: Mapping[str, str], but: Collection[str] = (), *, partly: bool = False) -> str:
    """The text with its values in the place of their names and without its readings; icons and styles stay marked.

    A name nobody gives a value is an InputError; with `partly` it stays, and readings do. Plurals of the numbers `but`
    stay for a later filling.
    """
    return _Filling(values, but, partly).text(parse(text)) if "{" in text else text


class _Filling(NamedTuple):
    values: Mapping[str, str]
    but: Collection[str]
    partly: bool

    def text(self, pieces: tuple[Piece, ...]) -> str:
        return "".join(map(self._one, pieces))

    def _one(self, piece: Piece) -> str:
        if piece.kind == "text":
            return piece.name
        if piece.kind == "ruby":
            return written((piece,)) if self.partly else piece.name
        parts = piece.parts
        if (form := _form(piece)) and piece.name in self.values:
            return _formatted(piece.name, self.values[piece.name], form)
        stays = piece.kind == "mark" or (piece.kind == "plural" and piece.name in self.but)
        if stays or (self.partly and piece.name not in self.values):
            return _written(piece, tuple(map(self.text, parts)))
        if piece.name not in self.values:
            raise InputError(f"unknown variable {{{piece.name}}}", hint=nearest_hint(piece.name, self.values))
        value = self.values[piece.name]
        if piece.kind == "value":
            return value
        first = value == _ONE if piece.kind == "plural" else value.strip() not in _UNSET
        return self.text(parts[0] if first else parts[1] if len(parts) > 1 else ())


def _form(piece: Piece) -> str:
    """The form of a number that a mark may ask for, empty for any other piece."""
    text = written(piece.parts[0]) if piece.kind == "mark" else ""
    return text if _FORMAT.fullmatch(text) else ""


def _formatted(name: str, value: str, form: str) -> str:
    """A whole number with so many digits or with its sign; an empty value is empty."""
    if not value.strip():
        return ""
    try:
        number = int(value)
    except ValueError:
        hint = f"{{{name}:{form}}} takes whole numbers; {{{name}}} takes anything"
        raise InputError(f"{name} is {value!r}, no whole number", hint=hint) from None
    sign = "−" if number < 0 else "+" * (form == "+" and number > 0)
    return f"{sign}{abs(number):{form if form != '+' else ''}}" if number or form != "+" else "±0"
