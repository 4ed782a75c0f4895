"""Summaries of the kits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from printkit.errors import InputError
from printkit.jobs.build.part_table import parts_of
from printkit.kit.find import find_kits
from printkit.kit.model import Kit

__all__ = ["KitSummary", "list_kits", "summarise"]


class KitSummary(NamedTuple):
    """What a list shows of a kit."""

    id: str
    version: str
    languages: tuple[str, ...]
    components: tuple[str, ...]
    games: tuple[str, ...]
    cards: int
    parts: tuple[str, ...] = ()


def list_kits(unread: Callable[[InputError], None] = lambda error: None) -> tuple[KitSummary, ...]:
    """Every kit that is found, by id; what is wrong with one of the user's own goes to `unread`."""
    return summarise(find_kits(unread=unread), lambda kit: tuple(parts_of(kit)))


def summarise(
    kits: Iterable[Kit], parts: Callable[[Kit], tuple[str, ...]] = lambda kit: ()
) -> tuple[KitSummary, ...]:
    """One summary a kit, by id; `cards` counts the sheets of card a player holds, copies too.

    `parts` says what of a kit can be printed.
    """
    return tuple(
        KitSummary(
            id=kit.id,
            version=kit.version,
            languages=kit.languages,
            components=tuple(component.id for component in kit.components),
            games=kit.games,
            cards=sum(card.copies for card in kit.cards),
            parts=parts(kit),
        )
        for kit in sorted(kits, key=lambda kit: kit.id)
    )
