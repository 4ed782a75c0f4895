"""What a game counts when it is simulated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from printkit.games.core import Action

__all__ = ["Census", "Entries", "Entry", "one_round"]


class Entry(NamedTuple):
    """One observation: the table it belongs to, its row there, and what was gained (0 or 1 for no or yes)."""

    table: str
    row: str
    gained: float


Entries: TypeAlias = Callable[[Sequence[Any], Sequence[Action]], Iterable[Entry]]
"""Takes the states of a finished play, the first being its start, and the actions between them."""


def one_round(end: Any) -> int:
    """A play is one round."""
    return 1


@dataclass(frozen=True, slots=True)
class Census:
    """What a game wants counted beside who wins: `titles` name its tables, by key, in the order reported.

    `entries` observes a finished play, `rounds` says from its last state how many rounds it took. It is the
    `census` of a game's module.
    """

    titles: Mapping[str, str]
    entries: Entries
    rounds: Callable[[Any], int] = one_round
