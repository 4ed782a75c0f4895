"""The base model of all tables in a kit's files, with readable error messages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Self, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints, ValidationError
from pydantic_core import ErrorDetails

from printkit.errors import InputError, Problem, nearest_hint
from printkit.geometry import LENGTH_PATTERN, Rect, parse_length

__all__ = ["ID_PATTERN", "Box", "Id", "Length", "Table", "unknown_games"]

ID_PATTERN = r"[a-z0-9]+(-[a-z0-9]+)*"
Id = Annotated[str, StringConstraints(pattern=f"^{ID_PATTERN}$")]

_SHOWN = 60
# The keywords JSON Schema has for pydantic's bounds.
_BOUNDS = {"gt": "exclusiveMinimum", "ge": "minimum", "lt": "exclusiveMaximum", "le": "maximum"}


class Table(BaseModel):
    """A frozen value made from a TOML table: every key a field, types as written, all problems together."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, defer_build=True, allow_inf_nan=False, title=None
    )

    @classmethod
    def read(cls, table: object, file: str = "", key: str = "") -> Self:
        """The table as this value; every mismatch, with its dotted key, is a problem of one InputError."""
        try:
            return cls.model_validate(_with_tuples(table))
        except ValidationError as error:
            found = error.errors(include_url=False)
        raise InputError(problems=[_problem(cls, each, file, key) for each in _root_causes(found)])


def unknown_games(stated: Iterable[tuple[str, str]], games: Collection[str], file: str) -> Iterator[Problem]:
    """A problem for each game stated in a file, as (key, game), that the kit does not have."""
    for key, game in stated:
        if game not in games:
            yield Problem(f"unknown game {game!r}", file, key, nearest_hint(game, games))


def _length(value: Any) -> float:
    try:
        return parse_length(value)
    except InputError as error:
        raise ValueError(f"{error.problems[0].message}; {error.problems[0].hint}") from error


def _rect(value: Any) -> Rect:
    if isinstance(value, Rect):
        return value
    if not isinstance(value, tuple) or len(value) != 4:
        raise ValueError("a box is [x, y, width, height]")
    rect = Rect(*map(_length, value))
    if rect.width <= 0 or rect.height <= 0:
        raise ValueError("a box needs a width and a height above 0")
    return rect


class _LengthSchema:
    """What JSON Schema says of a length: a number of mm within its bounds, or a text with a unit."""

    def __get_pydantic_json_schema__(self, core_schema: Any, handler: Any) -> dict[str, Any]:
        number = {_BOUNDS.get(word, word): value for word, value in handler(core_schema).items()}
        return {"anyOf": [number, {"type": "string", "pattern": LENGTH_PATTERN}]}


class _BoxSchema:
    """What JSON Schema says of a box: four lengths."""

    def __get_pydantic_json_schema__(self, _core_schema: Any, _handler: Any) -> dict[str, Any]:
        length = {"anyOf": [{"type": "number"}, {"type": "string", "pattern": LENGTH_PATTERN}]}
        return {"type": "array", "items": length, "minItems": 4, "maxItems": 4}


Length = Annotated[float, BeforeValidator(_length), _LengthSchema()]
Box = Annotated[Rect, BeforeValidator(_rect), _BoxSchema()]


def _with_tuples(value: Any) -> Any:
    """The value with tuples, which are frozen, for lists."""
    if isinstance(value, list):
        return tuple(map(_with_tuples, value))
    return {key: _with_tuples(item) for key, item in value.items()} if isinstance(value, dict) else value


def _with_lists(value: Any) -> Any:
    """The value as TOML has it."""
    if isinstance(value, tuple):
        return list(map(_with_lists, value))
    return {key: _with_lists(item) for key, item in value.items()} if isinstance(value, dict) else value


def _root_causes(errors: list[ErrorDetails]) -> Iterator[ErrorDetails]:
    """The errors without those a list has only because its items are broken."""
    places = [error["loc"] for error in errors]
    for error in errors:
        loc = error["loc"]
        inner = any(len(other) > len(loc) and other[: len(loc)] == loc for other in places)
        if not (inner and error["type"] == "too_short"):
            yield error


class _Place(NamedTuple):
    """Where an error stands: its dotted key, and the type of what stands there."""

    key: str
    kind: Any

    def of(self, part: str | int) -> _Place:
        """The place of one step of an error's location."""
        kind = self.kind
        if part == "[key]":
            # pydantic's own word for a mapping's key, which is the last step already.
            return self
        if isinstance(kind, type) and issubclass(kind, Table):
            field = kind.model_fields.get(str(part))
            return self.within(part, field.annotation if field else None)
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return _Place(self.key, arguments[0]).of(part)
        if origin in (Union, UnionType):
            return self._of_union([one for one in arguments if one is not NoneType], part)
        if origin is tuple:
            return self.within(part, arguments[0] if arguments[1:] == (...,) else None)
        return self.within(part, arguments[1] if len(arguments) == 2 else None)

    def _of_union(self, members: list[Any], part: str | int) -> _Place:
        """A step into one of several types: its name or discriminator's value, which is no part of the key."""
        if len(members) == 1:
            return _Place(self.key, members[0]).of(part)
        tables = [member for member in members if isinstance(member, type) and issubclass(member, Table)]
        for member in tables:
            literals = (field.annotation for field in member.model_fields.values())
            if part == member.__name__ or any(
                get_origin(kind) is Literal and part in get_args(kind) for kind in literals
            ):
                return _Place(self.key, member)
        return _Place(self.key, None)

    def keys(self) -> set[str]:
        """The keys a table of this type may have, or of any of several types."""
        kind = self.kind
        if isinstance(kind, type) and issubclass(kind, Table):
            return set(kind.model_fields)
        return {key for each in get_args(kind) for key in _Place(self.key, each).keys()}

    def within(self, part: str | int, kind: Any) -> _Place:
        """The place of a key, or of an item counted from 0."""
        inner = f"[{part}]" if isinstance(part, int) else f".{part}" if self.key else part
        return _Place(self.key + inner, kind)


def _problem(model: type[Table], error: ErrorDetails, file: str, key: str) -> Problem:
    place = _Place(key, model)
    above = place
    for part in error["loc"]:
        above, place = place, place.of(part)
    kind, context, value = error["type"], error.get("ctx", {}), _with_lists(error["input"])
    if kind == "extra_forbidden":
        hint = nearest_hint(str(error["loc"][-1]), above.keys())
        return Problem("unknown key", file, place.key, hint)
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        name = context["discriminator"].strip("'")
        given = value.get(name)
        known = [one.strip("'") for one in context.get("expected_tags", "").split(", ")]
        hint = nearest_hint(str(given), known) if given else ""
        return Problem(f"unknown {name} {given!r}", file, f"{place.key}.{name}", hint)
    if kind == "missing" and not isinstance(error["loc"][-1], int):
        return Problem("the key is missing", file, place.key)
    fixed = above if kind == "missing" else place
    items = _fixed_items(fixed.kind)
    if items and kind in ("missing", "too_long"):
        return Problem(f"{_shown(value)}: input should be a list of {items} items", file, fixed.key)
    message, _, hint = _message(error).partition("; ")
    if kind == "literal_error" and isinstance(value, str):
        near = nearest_hint(value, _literals(place.kind))
        hint = near if near.startswith("did") else ""
    # Of a whole table the key says enough.
    whole = isinstance(value, dict) and kind == "value_error"
    shown = "" if whole or message.startswith(repr(value)) else f"{_shown(value)}: "
    return Problem(shown + message, file, place.key, hint)


def _literals(kind: Any) -> tuple[str, ...]:
    """The words a type allows."""
    if isinstance(kind, str):
        return (kind,)
    return tuple(word for argument in get_args(kind) for word in _literals(argument))


def _fixed_items(kind: Any) -> int:
    """How many items a tuple of that type has, 0 where any number is right."""
    arguments = get_args(kind) if get_origin(kind) is tuple else ()
    return 0 if arguments[1:] == (...,) else len(arguments)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "…"


_MESSAGES = {
    "tuple_type": "input should be a list",
    "dict_type": "input should be a table",
    "mapping_type": "input should be a table",
    "model_type": "input should be a table",
    "model_attributes_type": "input should be a table",
    "value_error": "{error}",
    "too_short": "input should have at least {min_length}, not {actual_length}",
    "too_long": "input should have at most {max_length}, not {actual_length}",
}


def _message(error: ErrorDetails) -> str:
    """What is wrong, in the words of TOML."""
    template = _MESSAGES.get(error["type"])
    if error.get("ctx", {}).get("pattern") == f"^{ID_PATTERN}$":
        template = "{input!r} is not an id: lower-case words joined by hyphens"
    if template is None:
        return error["msg"][:1].lower() + error["msg"][1:]
    counted = {
        word: f"{value} item" + "s" * (value != 1) if word in ("min_length", "max_length") else value
        for word, value in error.get("ctx", {}).items()
    }
    return template.format(**counted, input=error["input"])
