"""cards.toml: its tables come in, cards with checked fields go out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from printkit.errors import InputError, Problem, nearest_hint
from printkit.kit.model import Card, FieldValue
from printkit.kit.raw import ID_PATTERN, FieldSpec, KitFile

__all__ = ["read_cards"]

OWN_KEYS = ("id", "face", "component", "art", "copies")
MAX_COPIES = 200
_ID = re.compile(ID_PATTERN)


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
        if not isinstance(card_id, str) or not _ID.match(card_id):
            hint = "lower-case words joined by hyphens"
            problems.append(Problem(f"{card_id!r} is no card id", file, f"card[{order}].id", hint))
            continue
        if card_id in seen:
            problems.append(Problem(f"stands here and in card[{seen[card_id]}]", file, f"card {card_id}"))
        seen.setdefault(card_id, order)
        found = list(_card_problems(entry, card_id, spec, file))
        problems += found
        if not found:
            cards += _cards(entry, len(cards), spec)
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


def _cards(entry: Mapping[str, Any], order: int, spec: KitFile) -> Iterator[Card]:
    """The entry's card, or one for each of its pictures: `sun-1`, `sun-2`, …, all of the kind `sun`."""
    fields = {key: _value(entry[key]) for key in spec.fields if key in entry}
    component = entry.get("component", next(iter(spec.components)))
    art, copies = entry.get("art", ""), entry.get("copies", 1)
    if isinstance(art, str):
        yield Card(entry["id"], entry["face"], component, order, fields, art, copies)
        return
    for at, name in enumerate(art):
        card_id = f"{entry['id']}-{at + 1}"
        yield Card(card_id, entry["face"], component, order + at, fields, name, copies, entry["id"])


def _value(value: Any) -> FieldValue:
    return (value[0], value[1]) if isinstance(value, list) else value


def _card_problems(entry: Mapping[str, Any], card_id: str, spec: KitFile, file: str) -> Iterator[Problem]:
    known = (*OWN_KEYS, *spec.fields)
    for key in entry:
        if key not in known:
            yield Problem("unknown key", file, f"card {card_id}.{key}", nearest_hint(key, known))
    if not isinstance(entry.get("face"), str):
        yield Problem("the key is missing", file, f"card {card_id}.face", "name a face of layout.toml")
    component = entry.get("component", next(iter(spec.components)))
    if not isinstance(component, str) or component not in spec.components:
        hint = nearest_hint(str(component), spec.components)
        yield Problem(f"unknown component {component!r}", file, f"card {card_id}.component", hint)
    art = entry.get("art", "")
    names = art if isinstance(art, list) and art else [art]
    if not all(isinstance(name, str) for name in names):
        yield Problem("a file name is needed, or a list of them", file, f"card {card_id}.art")
    copies = entry.get("copies", 1)
    if type(copies) is not int or not 1 <= copies <= MAX_COPIES:
        yield Problem(
            f"{copies!r} copies", file, f"card {card_id}.copies", f"a whole number from 1 to {MAX_COPIES}"
        )
    for key, field in spec.fields.items():
        if key in entry:
            message = _field_problem(entry[key], field, spec)
            if message:
                yield Problem(message, file, f"card {card_id}.{key}")


def _field_problem(value: Any, field: FieldSpec, spec: KitFile) -> str:
    """What is wrong with a field's value, or nothing."""
    if field.type == "text":
        return "" if isinstance(value, str) and value.strip() else f"{value!r} is no text"
    if field.type == "flag":
        return "" if isinstance(value, bool) else f"{value!r} is neither true nor false"
    if field.type == "suit":
        known = isinstance(value, str) and value in spec.suits
        return "" if known else f"{value!r} is no suit; known: {', '.join(sorted(spec.suits))}"
    numbers = value if field.type == "pair" else [value]
    if field.type == "pair" and (not isinstance(value, list) or len(value) != 2):
        return f"{value!r} is no pair of numbers; write [3, 7]"
    for number in numbers:
        if type(number) is not int:
            return f"{number!r} is no whole number"
        if not field.min <= number <= field.max:
            return f"{number} is out of range; {field.min} to {field.max}"
    return ""
