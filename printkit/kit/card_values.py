"""What the names in a card's texts stand for: its id, its fields, and its other texts, which are a table's columns."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from printkit.errors import InputError, Problem, nearest_hint
from printkit.kit.columns import column_key
from printkit.kit.model import Card, FieldValue, Kit
from printkit.kit.text_grammar import filled, names
from printkit.kit.where import parse_where

__all__ = ["CardValues", "card_values", "chosen_cards", "field_text", "fill_card_texts", "named_texts"]


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
    _open: list[str] = field(default_factory=list)

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
