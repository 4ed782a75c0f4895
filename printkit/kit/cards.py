"""The cards of a kit, as `cards.toml` states them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import ConfigDict, Field, WithJsonSchema, WrapValidator

from printkit.errors import InputError, Problem, nearest_hint
from printkit.kit.model import Card
from printkit.kit.model_base import ID_PATTERN, Id, Table
from printkit.kit.raw import FieldSpec, KitFile

__all__ = ["OWN_KEYS", "CardsFile", "read_cards"]

_ID = re.compile(ID_PATTERN)

# What a field may hold is declared in kit.toml and checked against it; an editor is given the kinds there are.
FieldSchema = Annotated[
    Any,
    WithJsonSchema(
        {
            "anyOf": [
                {"type": ["integer", "string", "boolean"]},
                {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
                {"type": "array", "items": {"type": "string"}},
            ]
        }
    ),
]


def _file_names(value: Any, handler: Callable[[Any], Any]) -> Any:
    try:
        return handler(value)
    except ValueError:
        raise ValueError("a file name is needed, or a list of them") from None


class CardEntry(Table):
    """A card as cards.toml states it; its other keys are the fields that kit.toml declares."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, FieldSchema]

    id: Id
    face: str
    component: str = ""
    art: Annotated[str | Annotated[tuple[str, ...], Field(min_length=1)], WrapValidator(_file_names)] = ""
    copies: Annotated[int, Field(ge=1, le=200)] = 1
    back: str = ""


class CardsFile(Table):
    """cards.toml."""

    card: Annotated[tuple[CardEntry, ...], Field(min_length=1)]


OWN_KEYS = tuple(CardEntry.model_fields)


def read_cards(table: Mapping[str, Any], spec: KitFile, file: str) -> tuple[Card, ...]:
    """All cards in the order written; unknown keys, wrong types and doubled ids are problems of one InputError."""
    problems = [
        Problem("unknown key", file, key, nearest_hint(key, ["card"])) for key in table if key != "card"
    ]
    entries = table.get("card")
    if not isinstance(entries, list) or not entries:
        raise InputError(
            problems=[*problems, Problem("there are no cards", file, "card", "write [[card]] tables")]
        )
    cards: list[Card] = []
    seen: dict[str, int] = {}
    for order, entry in enumerate(entries):
        card_id = entry.get("id") if isinstance(entry, dict) else None
        key = f"card[{order}]"
        if isinstance(card_id, str) and _ID.fullmatch(card_id):
            first = seen.setdefault(card_id, order)
            key = f"card {card_id}"
            if first != order:
                problems.append(Problem(f"is here and in card[{first}]", file, key))
        found = list(_card_problems(entry, key, spec, file)) if isinstance(entry, dict) else []
        try:
            read = CardEntry.read(entry, file, key)
        except InputError as error:
            found += error.problems
        else:
            cards += _cards(read, len(cards), spec) if not found else ()
        problems += found
    if problems:
        raise InputError(problems=problems)
    names = Counter(card.id for card in cards)
    for card in cards:
        if card.kind and names[card.id] > 1:
            message = f"its picture makes a card {card.id}, but there is one already"
            problems.append(Problem(message, file, f"card {card.kind}.art"))
    if problems:
        raise InputError(problems=list(dict.fromkeys(problems)))
    return tuple(cards)


def _cards(entry: CardEntry, order: int, spec: KitFile) -> Iterator[Card]:
    """The entry's card, or one for each of its pictures: `sun-1`, `sun-2`, …, all of the kind `sun`."""
    given = entry.__pydantic_extra__
    fields = {key: given[key] for key in spec.fields if key in given}
    component = entry.component or next(iter(spec.components))
    back = entry.back or spec.components[component].back
    card = Card(entry.id, entry.face, component, order, fields, copies=entry.copies, back=back)
    if isinstance(entry.art, str):
        yield replace(card, art=entry.art)
        return
    for at, name in enumerate(entry.art):
        yield replace(card, id=f"{entry.id}-{at + 1}", order=order + at, art=name, kind=entry.id)


def _card_problems(entry: Mapping[str, Any], card: str, spec: KitFile, file: str) -> Iterator[Problem]:
    """What kit.toml has to say of an entry: its component and its fields."""
    known = (*OWN_KEYS, *spec.fields)
    for key in entry:
        if key not in known:
            yield Problem("unknown key", file, f"{card}.{key}", nearest_hint(key, known))
    component = entry.get("component")
    if isinstance(component, str) and component not in spec.components:
        hint = nearest_hint(component, spec.components)
        yield Problem(f"unknown component {component!r}", file, f"{card}.component", hint)
    for key, field in spec.fields.items():
        if key in entry:
            message = _field_problem(entry[key], field, spec)
            if message:
                yield Problem(message, file, f"{card}.{key}")


def _field_problem(value: Any, field: FieldSpec, spec: KitFile) -> str:
    """What is wrong with a field's value, or nothing."""
    if field.type == "text":
        return "" if isinstance(value, str) and value.strip() else f"{value!r} is not a text"
    if field.type == "flag":
        return "" if isinstance(value, bool) else f"{value!r} is neither true nor false"
    if field.type == "list":
        right = isinstance(value, list) and all(isinstance(each, str) and each.strip() for each in value)
        return "" if right else f"{value!r} is not a list of texts"
    if field.type == "suit":
        known = isinstance(value, str) and value in spec.suits
        return "" if known else f"{value!r} is not a suit; known: {', '.join(sorted(spec.suits))}"
    numbers = value if field.type == "pair" else [value]
    if field.type == "pair" and (not isinstance(value, list) or len(value) != 2):
        return f"{value!r} is not a pair of numbers; write [3, 7]"
    for number in numbers:
        if type(number) is not int:
            return f"{number!r} is not a whole number"
        if not field.min <= number <= field.max:
            return f"{number} is out of range; {field.min} to {field.max}"
    return ""
