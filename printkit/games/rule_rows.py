"""How a game proves the rows of its rule cards: each row read and played on the same positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from printkit.games.find import find_module
from printkit.games.game import Game
from printkit.kit.rules import RuleRow, Term

__all__ = ["Case", "Comparison", "RowProof", "find_row_proof"]


@dataclass(frozen=True, slots=True)
class Case:
    """One turn twice: as the row says and as the engine plays it, each as a value that can be shown.

    `branch` is the part of the row that was read; None stands for a choice of the player.
    """

    row: RuleRow
    branch: str
    position: str
    actions: tuple[str, ...]
    said: object | None
    played: object | None


class Comparison(NamedTuple):
    """A row read on one table: each term of both sides with its number (none where nothing is compared).

    `holds` says whether the left sum was enough, `needed` whether a card lay where the row needs one.
    """

    row: RuleRow
    greater: tuple[tuple[Term, int], ...]
    than: tuple[tuple[Term, int], ...]
    needed: bool
    holds: bool


Cases: TypeAlias = Callable[[Sequence[RuleRow], Game[Any], int], Iterator[Case]]


@dataclass(frozen=True, slots=True)
class RowProof:
    """What proves the rows of a game's rule cards; the `rows` of its module.

    `cards` are the rule cards of the game, each with the places of the token whose turns it states, `suits` the suits
    that need a row on each. `cases` plays so many positions, always the same ones. `weigh` reads the row of a drawn
    card on one state, None for a card without a row. `pile` gives a pile's largest card, its value and the sum of
    all, None of an empty pile.
    """

    cards: Mapping[str, tuple[int, ...]] = field(hash=False)
    suits: tuple[str, ...]
    cases: Cases
    weigh: Callable[[Sequence[RuleRow], Game[Any], Any, str], Comparison | None]
    pile: Callable[[Any, str], tuple[str, int, int] | None]


def find_row_proof(game_id: str) -> RowProof | None:
    """What the game's module declares; None for a game that proves no rows."""
    proof = find_module(game_id).rows
    return proof if isinstance(proof, RowProof) else None
