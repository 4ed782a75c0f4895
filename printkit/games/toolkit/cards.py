"""Cards as plain texts: hands and piles as tuples, draws from a deck without an order, a game's own table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import groupby, product
from random import Random
from typing import Any, TypeVar

from printkit.errors import InputError
from printkit.games.core import Action
from printkit.kit.model import Card

__all__ = [
    "draw_chances",
    "draw_one",
    "draws",
    "entries_of",
    "handfuls",
    "put",
    "put_at",
    "setat",
    "take",
    "take_at",
]


# ── cards as plain texts: hands and piles as tuples, and draws from a deck without an order ──────────────────────────

T = TypeVar("T")


def put(items: tuple[str, ...], *more: str) -> tuple[str, ...]:
    """The items with these among them, sorted."""
    return tuple(sorted((*items, *more)))


def take(items: tuple[T, ...], gone: T | Iterable[T]) -> tuple[T, ...]:
    """The items without one of each that is gone; raises `ValueError` for one that is not there."""
    if isinstance(gone, str):
        at = items.index(gone)
        return items[:at] + items[at + 1 :]
    left = list(items)
    for each in gone if isinstance(gone, Iterable) else (gone,):
        left.remove(each)
    return tuple(left)


def handfuls(cards: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every choice of some of these cards, none and all among them, each once and sorted."""
    held = Counter(cards)
    for numbers in product(*(range(number + 1) for number in held.values())):
        yield tuple(sorted(Counter(dict(zip(held, numbers, strict=True))).elements()))


def setat(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """The items with another one at this index."""
    return (*items[:at], item, *items[at + 1 :])


def put_at(hands: tuple[tuple[str, ...], ...], at: int, *cards: str) -> tuple[tuple[str, ...], ...]:
    """The hands with these cards in the one at this index, sorted."""
    return setat(hands, at, put(hands[at], *cards))


def take_at(hands: tuple[tuple[str, ...], ...], at: int, *cards: str) -> tuple[tuple[str, ...], ...]:
    """The hands without these cards in the one at this index."""
    return setat(hands, at, take(hands[at], cards))


def draws(deck: tuple[str, ...], verb: str = "draw") -> tuple[Action, ...]:
    """`draw CARD` for every kind of card in the sorted deck, sorted."""
    return tuple(sorted(f"{verb} {card}" for card, _ in groupby(deck)))


def draw_chances(deck: tuple[str, ...], verb: str = "draw") -> tuple[tuple[Action, Fraction], ...]:
    """The draws with their odds: every card of the sorted deck is as likely as any other."""
    kinds = ((f"{verb} {card}", Fraction(len(list(same)), len(deck))) for card, same in groupby(deck))
    return tuple(sorted(kinds))


def draw_one(deck: tuple[str, ...], rng: Random, verb: str = "draw") -> Action:
    """One draw by chance, without making the list of all."""
    return f"{verb} {deck[int(rng.random() * len(deck))]}"


# ── A game's own table, read from the cards a kit prints ─────────────────────────────────────────────────────────────


def entries_of(
    cards: Iterable[Card], fields: Mapping[str, type], needed: str
) -> dict[str, tuple[Mapping[str, Any], int]]:
    """The fields of each entry of the kit, by its id, and how many cards it has; cards without `needed` are left out.

    A field that is missing has its type's empty value. Raises `InputError` for one of another type, and for cards of
    one entry that differ.
    """
    found: dict[str, tuple[Mapping[str, Any], int]] = {}
    for card in cards:
        if needed not in card.fields:
            continue
        values = {name: card.fields.get(name, kind()) for name, kind in fields.items()}
        for name, kind in fields.items():
            if type(values[name]) is not kind:
                word = {int: "a whole number", str: "a word"}.get(kind, kind.__name__)
                raise InputError(f"the card {card.id} needs {word} for {name!r}, not {values[name]!r}")
        before, copies = found.get(card.entry, (values, 0))
        if before != values:
            raise InputError(f"the card {card.id} differs from another one of the kind {card.entry}")
        found[card.entry] = values, copies + card.copies
    return found
