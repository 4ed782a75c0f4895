"""The cards of a kit, as `cards.toml` states them, and what the names in their texts stand for."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from pydantic import ConfigDict, Field, WithJsonSchema, WrapValidator

from printkit.errors import InputError, Problem, nearest_hint
from printkit.kit.columns import column_key
from printkit.kit.condition import parse_where
from printkit.kit.markup import filled, names
from printkit.kit.model import Card, FieldValue, Kit
from printkit.kit.model_base import ID_PATTERN, Id, Table
from printkit.kit.raw import FieldSpec, KitFile

__all__ = [
    "OWN_KEYS",
    "CardValues",
    "CardsFile",
    "card_values",
    "chosen_cards",
    "field_text",
    "fill_card_texts",
    "named_texts",
    "read_cards",
]


# ── the cards of a kit, as `cards.toml` states them ──────────────────────────────────────────────────────────────────

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


# ── what the names in a card's texts stand for ───────────────────────────────────────────────────────────────────────


def field_text(value: FieldValue) -> str:
    """A field's value as it is printed."""
    if isinstance(value, bool):
        return "true" if value else ""
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


@dataclass(frozen=True)
class CardValues(Mapping[str, str]):
    """The values of one card in one language, by name; one that other cards of the kit have is empty.

    `texts` are those of the language, `known` the names any card has. A text that needs itself is an InputError.
    """

    card: Card
    texts: Mapping[str, str]
    known: Collection[str]
    _open: list[str] = dataclasses.field(default_factory=list)

    def __getitem__(self, name: str) -> str:
        if name not in self.known:
            raise KeyError(name)
        if name == "id":
            return self.card.entry
        if name in self.card.fields:
            return field_text(self.card.fields[name])
        text = self.texts.get(f"card.{self.card.entry}.{name}", "")
        if "{" not in text:
            return text
        if name in self._open:
            circle = " → ".join(f"{{{each}}}" for each in (*self._open[self._open.index(name) :], name))
            raise InputError(f"texts of card {self.card.entry!r} stand in each other: {circle}")
        self._open.append(name)
        try:
            return filled(text, self, partly=True)
        finally:
            self._open.pop()

    def __iter__(self) -> Iterator[str]:
        return iter(self.known)

    def __len__(self) -> int:
        return len(self.known)


def named_texts(kit: Kit, card: Card, key: str) -> Iterator[str]:
    """The card's other texts that this text of its face needs, also where their cells cannot be read."""
    row = kit.rows.get(card.id)
    for texts in kit.texts.values():
        for name in names(texts.get(key, "")):
            other = f"card.{card.entry}.{name}"
            is_there = kit.is_written(other) or (row is not None and row.columns.get(name) in row.unreadable)
            if other != key and name not in card.fields and is_there:
                yield other


def fill_card_texts(
    kit: Kit, known: Collection[str]
) -> tuple[Mapping[str, Mapping[str, str]], Sequence[Problem]]:
    """The texts of all languages with the values of cards in those of cards, and what is wrong with any."""
    problems: list[Problem] = []
    cards = {card.entry: card for card in kit.cards}
    found: dict[str, dict[str, str]] = {}
    for language, texts in kit.texts.items():
        found[language] = dict(texts)
        for key, text in texts.items():
            table, _, rest = key.partition(".")
            card = cards.get(rest.partition(".")[0]) if table == "card" and "{" in text else None
            if card is None:
                continue
            try:
                found[language][key] = filled(text, CardValues(card, texts, known), partly=True)
            except InputError as error:
                problems += [
                    Problem(each.message, f"text.{language}.toml", key, each.hint) for each in error.problems
                ]
    return found, problems


def card_values(kit: Kit, card: Card, language: str, wanted: Iterable[str]) -> dict[str, str]:
    """What the names that are the card's stand for, among those wanted."""
    own = CardValues(card, kit.texts[language], kit.card_names)
    return {name: own[name] for name in wanted if name in kit.card_names}


def chosen_cards(kit: Kit, cards: Sequence[str], where: Sequence[str]) -> tuple[str, ...]:
    """The ids of the cards named that fit all comparisons, of all cards where none is named.

    A column no card has and a choice of no card at all are InputErrors.
    """
    named = kit.card_ids(cards)
    if not where:
        return named
    values = {card.id: _values(kit, card) for card in kit.cards if not named or card.id in named}
    known = {name for each in values.values() for name in each}
    found = list(values)
    for text in where:
        test = parse_where(text, "--where")
        name = column_key(test.column)
        if name not in known:
            hint = nearest_hint(test.column, known)
            raise InputError(f"no card of kit {kit.id} has {test.column!r}", key="--where", hint=hint)
        have = dict.fromkeys(values[card].get(name, "") for card in found)
        found = [card for card in found if test.holds(values[card].get(name, ""))]
        if not found:
            hint = f"{name} is " + ", ".join(repr(each) for each in list(have)[:12])
            raise InputError(f"no card of kit {kit.id} fits {text!r}", key="--where", hint=hint)
    return tuple(found)


def _values(kit: Kit, card: Card) -> Mapping[str, str]:
    """What a card is chosen by: the cells of its row, its fields and its texts in the kit's first language."""
    texts = CardValues(card, kit.texts[kit.languages[0]], kit.card_names)
    row = kit.rows.get(card.entry)
    cells = {column_key(column): cell for column, cell in row.cells.items()} if row else {}
    return {
        **{name: texts[name] for name in kit.card_names},
        "component": card.component,
        "face": card.face,
        **cells,
    }
