"""Values as text: the fields of a state, by their types, written into a position's line and read back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints
from urllib.parse import unquote

from printkit.errors import InputError, nearest_hint

__all__ = [
    "EMPTY",
    "HIDDEN",
    "NONE_LEFT",
    "NOTHING",
    "Codec",
    "blank",
    "codec_of",
    "fields_of",
    "listed",
    "text_of",
]


class _Hidden(str):
    """The one text that stands for what a seat may not see, whatever else reads `?`."""

    __slots__ = ()


HIDDEN = _Hidden("?")
"""How a view writes what its seat may not see."""
NONE_LEFT = "."
"""How a tuple with nothing in it is written where it must be."""
NOTHING = "-"
"""How None is written."""
EMPTY = "~"
"""How an empty text is written where it stands among others."""

_SEPARATORS = ",/|"
_ESCAPED = re.compile(r"[\s,/|:=%;~]|^[-?.]$")
_LONGEST = 100_000


@dataclass(frozen=True, slots=True)
class Codec:
    """How values of one type are written and read; `depth` counts the nested tuples, 0 for a single value.
    One that is `optional` may be None.

    `read` raises `ValueError` for a text that stands for no such value.
    """

    write: Callable[[Any], str]
    read: Callable[[str], Any]
    depth: int = 0
    optional: bool = False


def codec_of(hint: Any, *, by_seat: bool = False) -> Codec:
    """The codec of a type: str, int, bool, a Literal of texts, None or one of these, NamedTuples and tuples of them.

    Tuples nest three deep: their items stand between `,`, then `/`, then `|`; the parts of a NamedTuple between `:`.
    `by_seat`: single values, one a seat, stand between `/` as the hands of seats do.
    Raises `TypeError` for any other type.
    """
    origin, inner = get_origin(hint), get_args(hint)
    if hint is str or (origin is Literal and all(isinstance(each, str) for each in inner)):
        return Codec(_escaped, _text_in(inner) if inner else _unescaped)
    if hint is bool:
        return Codec(lambda value: str(int(value)), {"0": False, "1": True}.__getitem__)
    if hint is int:
        return Codec(str, _whole)
    if origin in (Union, UnionType) and len(inner) == 2 and NoneType in inner:
        return _optional(codec_of(next(each for each in inner if each is not NoneType)))
    if origin is tuple and len(inner) == 2 and inner[1] is Ellipsis:
        return _listing(codec_of(inner[0]), by_seat=by_seat)
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        return _record(hint)
    if origin is tuple and len(set(inner)) == 1:
        return _listing(codec_of(inner[0]), len(inner))
    raise TypeError(f"a state cannot hold {hint}: write str, int, bool, None, NamedTuples or tuples of them")


def blank(value: Any) -> bool:
    """Whether a value holds nothing: None, or a tuple with nothing but None or empty tuples in it."""
    return value is None or (isinstance(value, tuple) and all(item in (None, ()) for item in value))


def text_of(fields: Mapping[str, str]) -> str:
    """The fields that are not empty as `key=value`, separated by single spaces, in the order given."""
    return " ".join(f"{key}={value}" for key, value in fields.items() if value)


def fields_of(text: str, known: Iterable[str]) -> dict[str, str]:
    """Every known field of a position's line, empty if absent; raises `InputError` for anything else."""
    if len(text) > _LONGEST:
        raise InputError(f"a position of {len(text)} characters", hint=f"at most {_LONGEST}")
    fields = dict.fromkeys(known, "")
    for part in text.split():
        key, equals, value = part.partition("=")
        if key not in fields:
            raise InputError(f"a position has no field {key!r}", hint=nearest_hint(key, fields))
        if not equals or not value or fields[key]:
            raise InputError(f"the position's field {key!r} is empty or given twice")
        fields[key] = value
    return fields


def listed(value: str) -> tuple[str, ...]:
    """The parts of a field that lists cards."""
    return tuple(value.split(",")) if value else ()


def _escaped(text: str) -> str:
    if text is HIDDEN:
        return text
    if not text:
        return EMPTY
    return _ESCAPED.sub(lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode()), text)


def _unescaped(text: str) -> str:
    if text == EMPTY:
        return ""
    found = unquote(text, errors="strict")
    if _escaped(found) != text:
        raise ValueError(text)
    return found


def _whole(text: str) -> int:
    if not re.fullmatch(r"0|-?[1-9][0-9]{0,8}", text):
        raise ValueError(text)
    return int(text)


def _text_in(allowed: tuple[str, ...]) -> Callable[[str], str]:
    def read(text: str) -> str:
        found = _unescaped(text)
        if found not in allowed:
            raise ValueError(text)
        return found

    return read


def _optional(inner: Codec) -> Codec:
    if inner.depth:
        raise TypeError("a tuple that may be None: write an empty one instead")
    return Codec(
        lambda value: NOTHING if value is None else inner.write(value),
        lambda text: None if text == NOTHING else inner.read(text),
        optional=True,
    )


def _listing(inner: Codec, length: int | None = None, *, by_seat: bool = False) -> Codec:
    if inner.depth >= len(_SEPARATORS):
        raise TypeError("tuples nest three deep at most")
    separator = _SEPARATORS[max(inner.depth, int(by_seat))]

    def write(values: Any) -> str:
        return separator.join(map(inner.write, values))

    def read(text: str) -> Any:
        found = tuple(map(inner.read, text.split(separator))) if text or length or inner.depth else ()
        if length is not None and len(found) != length:
            raise ValueError(text)
        return found

    return Codec(write, read, inner.depth + 1)


def _record(kind: Any) -> Codec:
    parts = [codec_of(hint) for hint in get_type_hints(kind).values()]
    if any(part.depth for part in parts):
        raise TypeError(f"{kind.__name__}: the parts of a NamedTuple are single values")

    def read(text: str) -> Any:
        words = text.split(":")
        if len(words) != len(parts):
            raise ValueError(text)
        return kind(*(part.read(word) for part, word in zip(parts, words, strict=True)))

    def write(value: Any) -> str:
        return ":".join(part.write(item) for part, item in zip(parts, value, strict=True))

    return Codec(write, read)
