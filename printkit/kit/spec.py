"""Tables of a kit's files: a table and a class of typed fields come in; its value, or every problem, goes out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from types import NoneType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    Self,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from printkit.errors import InputError, Problem, nearest_hint

__all__ = ["Check", "Read", "Spec", "above", "at_least", "at_most", "length_of", "matching"]

# What a check finds wrong with a value; nothing when all is well.
Check = Callable[[Any], str]

_SHOWN = 60
# A whole number up to here is a float too.
_LARGEST = 2**53


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Spec:
    """A frozen value made from a table: one key a field, a field without a default is required, no others.

    A field is text, number or truth value, a Literal, a tuple, mapping or spec of such; `Annotated` adds checks, and
    a `Read` that takes the place of the type's own reading. Types are strict: 3 is a number with a fraction, but
    `"3"` is none, and neither is `true`.
    """

    def __init__(self, **values: Any) -> None:
        readers, defaults = _shape(type(self))
        given = defaults | values
        # In the order of the fields, whatever order they were given in.
        self.__dict__.update({name: given[name] for name in readers})

    @classmethod
    def read(cls, table: object, file: str = "", key: str = "") -> Self:
        """The table as this value; every mismatch, with its dotted key, is a problem of one InputError."""
        problems: list[Problem] = []
        value: Self = _read_spec(cls, table, _Place(file, key, problems))
        if problems:
            raise InputError(problems=problems)
        return value

    @classmethod
    def keys(cls) -> tuple[str, ...]:
        """The keys its table may have."""
        return tuple(_shape(cls).readers)

    def values(self) -> dict[str, Any]:
        """Its fields by name."""
        return dict(self.__dict__)

    def mismatch(self) -> str:
        """What is wrong with the fields together; nothing when all is well."""
        return ""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *self.__dict__.values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"


class Read(NamedTuple):
    """How a field is read instead of as its type says: a function that raises ValueError with what is wrong."""

    function: Callable[[Any], Any]


def above(bound: float) -> Check:
    """Numbers greater than the bound."""
    return lambda value: "" if value > bound else f"input should be greater than {bound:g}"


def at_least(bound: float) -> Check:
    """Numbers not below the bound."""
    return lambda value: "" if value >= bound else f"input should be greater than or equal to {bound:g}"


def at_most(bound: float) -> Check:
    """Numbers not above the bound."""
    return lambda value: "" if value <= bound else f"input should be less than or equal to {bound:g}"


def matching(pattern: str) -> Check:
    """Texts that are, from end to end, what the regular expression describes."""
    return lambda value: "" if re.fullmatch(pattern, value) else f"string should match pattern {pattern!r}"


def length_of(least: int = 0, most: int = 1_000_000) -> Check:
    """Texts, lists and tables with so many characters, items or keys."""

    def check(value: Any) -> str:
        if least <= len(value) <= most:
            return ""
        bound = f"at least {least}" if len(value) < least else f"at most {most}"
        unit = "characters" if isinstance(value, str) else "items"
        return f"input should have {bound} {unit[:-1] if bound.endswith(' 1') else unit}, not {len(value)}"

    return check


class _Place(NamedTuple):
    """Where a value stands, and the list that keeps what is wrong with a file."""

    file: str
    key: str
    problems: list[Problem]

    def of(self, part: str | int) -> _Place:
        """The place of a key, or of an item counted from 0."""
        inner = f"[{part}]" if isinstance(part, int) else f".{part}" if self.key else part
        return _Place(self.file, self.key + inner, self.problems)

    def refuse(self, value: object, message: str) -> None:
        """Keep what is wrong with the value."""
        text = repr(value)
        shown = text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "…"
        self.add(f"{shown}: {message}")

    def add(self, message: str, hint: str = "") -> None:
        """Keep a problem."""
        self.problems.append(Problem(message, self.file, self.key, hint))


# A value comes in with its place, what it means goes out; after a refusal what comes out is of no use.
_Reader = Callable[[Any, _Place], Any]


class _Shape(NamedTuple):
    """How each field is read, and what stands for those a table may leave out."""

    readers: dict[str, _Reader]
    defaults: dict[str, Any]


# Worked out only for kinds of tables that are met.
_SHAPES: dict[type[Spec], _Shape] = {}


def _shape(model: type[Spec]) -> _Shape:
    shape = _SHAPES.get(model)
    if shape is None:
        hints = get_type_hints(model, include_extras=True)
        shape = _SHAPES[model] = _Shape(
            {name: _reader(annotation) for name, annotation in hints.items()},
            {name: getattr(model, name) for name in hints if hasattr(model, name)},
        )
    return shape


def _read_spec(model: type[Spec], table: Any, place: _Place) -> Any:
    if not isinstance(table, dict):
        return place.refuse(table, "input should be a table")
    (readers, defaults), before = _shape(model), len(place.problems)
    values = dict(defaults)
    for name, read in readers.items():
        if name in table:
            values[name] = read(table[name], place.of(name))
        elif name not in values:
            place.of(name).add("the key is missing")
    for name in table:
        if name not in readers:
            place.of(name).add("unknown key", nearest_hint(name, readers))
    if len(place.problems) > before:
        return None
    value = model(**values)
    message = value.mismatch()
    return place.refuse(table, message) if message else value


def _reader(annotation: Any) -> _Reader:
    """How values of a type are read; a type nobody thought of is a TypeError."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if annotation in _PLAIN:
        return partial(_read_plain, *_PLAIN[annotation])
    if origin is Annotated:
        return _annotated(arguments[0], annotation.__metadata__)
    if origin is Literal:
        return partial(_read_literal, arguments)
    if origin is tuple and arguments[1:] == (...,):
        return partial(_read_items, _reader(arguments[0]))
    if origin is tuple:
        return partial(_read_fixed, tuple(map(_reader, arguments)))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        key, read = map(_reader, arguments)
        return partial(_read_mapping, key, read)
    if NoneType in arguments and len(arguments) == 2:
        # TOML has no null: a key is left out instead.
        return _reader(next(one for one in arguments if one is not NoneType))
    if isinstance(annotation, type) and issubclass(annotation, Spec):
        return partial(_read_spec, annotation)
    raise TypeError(f"no table has a field of type {annotation}")


_PLAIN: dict[Any, tuple[tuple[type, ...], str]] = {
    str: ((str,), "string"),
    int: ((int,), "integer"),
    float: ((float, int), "number"),
    bool: ((bool,), "boolean"),
    Any: ((), ""),
}


def _read_plain(kinds: tuple[type, ...], name: str, value: Any, place: _Place) -> Any:
    # Not isinstance: a truth value is no number.
    if not kinds or type(value) is kinds[0]:
        return value
    if type(value) in kinds and abs(value) <= _LARGEST:
        return kinds[0](value)
    return place.refuse(value, f"input should be a valid {name}")


def _annotated(kind: Any, extras: tuple[Any, ...]) -> _Reader:
    own = next((extra.function for extra in extras if isinstance(extra, Read)), None)
    read = _reader(kind) if own is None else partial(_read_by, own)
    checks = tuple(extra for extra in extras if not isinstance(extra, Read))
    return partial(_read_checked, read, checks) if checks else read


def _read_by(function: Callable[[Any], Any], value: Any, place: _Place) -> Any:
    try:
        return function(value)
    except ValueError as error:
        return place.refuse(value, str(error))


def _read_checked(read: _Reader, checks: tuple[Check, ...], value: Any, place: _Place) -> Any:
    before = len(place.problems)
    result = read(value, place)
    if len(place.problems) > before:
        return None
    message = next(filter(None, (check(result) for check in checks)), "")
    return place.refuse(value, message) if message else result


def _read_literal(known: tuple[Any, ...], value: Any, place: _Place) -> Any:
    if value in known:
        return value
    words = [repr(one) for one in known]
    return place.refuse(
        value, "input should be " + " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
    )


def _read_items(read: _Reader, value: Any, place: _Place) -> Any:
    if not isinstance(value, list | tuple):
        return place.refuse(value, "input should be a list")
    return tuple(read(item, place.of(at)) for at, item in enumerate(value))


def _read_fixed(readers: tuple[_Reader, ...], value: Any, place: _Place) -> Any:
    if not isinstance(value, list | tuple) or len(value) != len(readers):
        return place.refuse(value, f"input should be a list of {len(readers)} items")
    return tuple(read(item, place.of(at)) for at, (read, item) in enumerate(zip(readers, value, strict=True)))


def _read_mapping(key: _Reader, read: _Reader, value: Any, place: _Place) -> Any:
    if not isinstance(value, dict):
        return place.refuse(value, "input should be a table")
    return {key(name, place.of(name)): read(item, place.of(name)) for name, item in value.items()}
