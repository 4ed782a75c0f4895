"""Splits a content stream of a PDF into its paths, operands, operators and pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from printkit.backends.inspect_objects import name_of_bytes

__all__ = ["stream_words"]

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
