"""A game's own table, read from the cards a kit prints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from printkit.errors import InputError
from printkit.kit.model import Card

__all__ = ["entries_of"]


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
