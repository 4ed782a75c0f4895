"""War replacement: which replacements are allowed (youscout §5)."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, isinf
from typing import NamedTuple, TypeAlias

from printkit.errors import InputError
from printkit.games.actions import Pattern, Row, Words
from printkit.games.core import INFINITY, Action, number
from printkit.games.youscout.board import LOWER, PLACES, UPPER
from printkit.games.youscout.cards import MINORS, Card
from printkit.games.youscout.piles import COINS, DISCARDS, PILE_NAMES, SWORDS, Piles

__all__ = [
    "DONE",
    "Replacement",
    "Replacing",
    "read_replacement",
    "read_replacing",
    "replacement_actions",
    "replacements",
]

DONE = "done"
_REPLACE = "replace"

_Ways: TypeAlias = dict[int, tuple[int, ...]]


class Replacing(NamedTuple):
    """A replacement phase: how many are left, and how many of them may go to Co; `inf` for no limit."""

    left: float
    coins: float

    def after(self, target: int) -> Replacing:
        """What is left once a card has been put on `target`."""
        return Replacing(self.left - 1, self.coins - (target == COINS))

    def text(self) -> str:
        """Both limits as a position's field holds them."""
        return "/".join(INFINITY if isinf(limit) else str(int(limit)) for limit in self)


class Replacement(NamedTuple):
    """One card put from a pile on another."""

    card: Card
    source: int
    target: int


def _within(*groups: Iterable[int], also_to: tuple[int, ...] = ()) -> _Ways:
    return {
        source: tuple(target for target in (*group, *also_to) if target != source)
        for group in map(tuple, groups)
        for source in group
    }


_CROSSINGS: dict[str, _Ways] = {
    "cups-and-coins": _within((*PLACES, COINS)),
    "none": _within(LOWER, (*UPPER, COINS)),
    "all": _within((*PLACES, COINS, SWORDS), also_to=(DISCARDS,)),
}
"""For each value of `cross`, the piles a card may go to from each pile (youscout §5.2)."""


def replacements(piles: Piles, cross: str, phase: Replacing) -> tuple[Action, ...]:
    """Every replacement allowed now, sorted as text; empty when none is left or possible."""
    if phase.left < 1:
        return ()
    return tuple(
        sorted(
            f"{_REPLACE} {card} {PILE_NAMES[source]}>{PILE_NAMES[target]}"
            for source, targets in _CROSSINGS[cross].items()
            for card in piles[source]
            for target in targets
            if target != COINS or phase.coins >= 1
        )
    )


def replacement_actions() -> tuple[Pattern, ...]:
    """Every replacement there may be, and the end of them."""
    return DONE, Row(f"{_REPLACE} ", Words(MINORS), " ", Words(PILE_NAMES), ">", Words(PILE_NAMES))


def read_replacement(action: Action) -> Replacement:
    """The parts of a legal replacement's text."""
    _, card, way = action.split()
    source, target = way.split(">")
    return Replacement(card, PILE_NAMES.index(source), PILE_NAMES.index(target))


def read_replacing(text: str, most: Replacing) -> Replacing:
    """The phase a position's field stands for, within the limits `most`; raises `InputError`."""
    limits = text.split("/")
    known = all(part == INFINITY or (part.isascii() and part.isdigit() and len(part) < 7) for part in limits)
    if len(limits) != 2 or not known:
        raise InputError(f"not a replacement phase: {text!r}", hint="two counts, as in 3/2")
    phase = Replacing(*map(number, limits))
    for limit, usual in zip(phase, most, strict=True):
        if limit > usual or (usual == inf) != (limit == inf):
            raise InputError(
                f"the replacement phase {text!r} is beyond the options", hint=f"at most {most.text()}"
            )
    return phase
