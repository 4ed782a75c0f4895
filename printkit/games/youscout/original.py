"""The turns of the original game (youscout §4, §5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from printkit.errors import InputError
from printkit.games.actions import Pattern
from printkit.games.core import Action
from printkit.games.youscout.board import (
    ACROSS,
    BACKWARD,
    COINS,
    DISCARDS,
    FORWARD,
    SWORDS,
    UPPER,
    Piles,
    largest,
    lay,
    shift,
    smallest,
    sweep,
)
from printkit.games.youscout.cards import (
    ATTACK,
    COIN,
    CUP,
    CUP_DOWN,
    CUP_UP,
    GUARD,
    JOY,
    PAIN,
    SWORD,
    WAND,
    WAND_DOWN,
    WAND_UP,
    Card,
    suit,
)
from printkit.games.youscout.rules import (
    DONE,
    Replacing,
    read_replacement,
    read_replacing,
    replacement_actions,
    replacements,
)
from printkit.games.youscout.table import MOVE, Table

__all__ = ["OriginalTable"]


_SWEPT = {"both": (SWORDS, COINS), "swords": (SWORDS,), "coins": (COINS,), "neither": ()}
"""The piles a chosen move discards, for each value of `move-discards` (youscout §4.7)."""


@dataclass(frozen=True)
class OriginalTable(Table):
    """A table of the original game; `replacing` is the phase of war replacement while it lasts."""

    MORE_FIELDS: ClassVar[tuple[str, ...]] = ("replacing",)

    replacing: Replacing | None = None

    def waiting(self) -> bool:
        """A sword waits, or a replacement may be made."""
        return bool(self.drawn) or self.replacing is not None

    def choices(self) -> tuple[Action, ...]:
        """Move or stay, or done and every replacement."""
        if self.replacing is None:
            return Table.choices(self)
        return (DONE, *replacements(self.piles, self.rules.cross, self.replacing))

    def more_actions(self) -> tuple[Pattern, ...]:
        """War replacement, where it is played with."""
        return replacement_actions() if self._limits().left else ()

    def turn(self, card: Card) -> OriginalTable:
        """The rule for the card's suit and the token's trigram."""
        return _TURNS[self.token in UPPER, suit(card)](self, card)

    def choose(self, action: Action) -> Self:
        """Move and stay (youscout §4.7), then war replacement (youscout §5.1)."""
        if self.replacing is not None:
            return self._replaced(action, self.replacing)
        if action != MOVE:
            return self.then(self.token, lay(sweep(self.piles, self.token), DISCARDS, self.drawn))
        swept = sweep(self.piles, *_SWEPT[self.rules.piles["move-discards"]])
        moved = self.then(ACROSS[self.token], lay(swept, SWORDS, self.drawn))
        return moved._replace_if_possible(self._limits())

    def with_fields(self, fields: Mapping[str, str]) -> Self:
        """This table in the replacement phase a position names."""
        if not fields["replacing"]:
            return self
        table = self._replace_if_possible(read_replacing(fields["replacing"], self._limits()))
        if table.replacing is None or self.drawn or self.over() or self.token not in UPPER:
            raise InputError("nothing can be replaced in this position")
        return table

    def drop_largest(self, token: int, piles: Piles, option: str, usual: int) -> Self:
        """The token on `token`; the largest card of its pile, if any, where the option says (usually `usual`)."""
        way = self.rules.piles[option]
        if way == "stays":
            return self.then(token, piles)
        target = DISCARDS if way == "discarded" else usual
        card = largest(self.piles[self.token], self.rules.values)
        return self.then(token, piles if card is None else shift(piles, card, self.token, target))

    def _limits(self) -> Replacing:
        return Replacing(self.rules.replacements, self.rules.lower_coin_replacements)

    def _more_fields(self) -> dict[str, str]:
        return {"replacing": self.replacing.text() if self.replacing else ""}

    def _replaced(self, action: Action, phase: Replacing) -> Self:
        if action == DONE:
            return replace(self, replacing=None)
        card, source, target = read_replacement(action)
        return replace(self, piles=shift(self.piles, card, source, target))._replace_if_possible(
            phase.after(target)
        )

    def _replace_if_possible(self, phase: Replacing) -> Self:
        possible = replacements(self.piles, self.rules.cross, phase)
        return replace(self, replacing=phase if possible else None)


def _upper_cup(table: OriginalTable, card: Card) -> OriginalTable:
    """Youscout §4.1."""
    here, ahead = table.token, FORWARD[table.token]
    moves = table.value(card) + table.number(here, CUP_UP) > table.number(ahead, WAND_UP)
    return table.then(ahead if moves else here, lay(table.piles, ACROSS[here], card))


def _upper_sword(table: OriginalTable, card: Card) -> OriginalTable:
    """Youscout §4.2."""
    here, behind = table.token, BACKWARD[table.token]
    if table.highest(here) + table.number(behind, GUARD) > table.value(card) + table.number(behind, PAIN):
        return table.then(behind, lay(table.piles, SWORDS, card))
    ahead = COINS if here == 6 else FORWARD[here]
    return table.drop_largest(here, lay(table.piles, DISCARDS, card), "upper-sword-card", ahead)


def _upper_wand(table: OriginalTable, card: Card) -> OriginalTable:
    """Youscout §4.3."""
    here, beyond = table.token, ACROSS[table.token]
    piles = lay(table.piles, DISCARDS, card)
    cup = largest(table.piles[beyond], table.rules.values)
    if cup is not None:
        push = (
            table.value(card)
            + table.number(here, WAND_UP)
            + table.value(cup)
            + table.number(beyond, CUP_DOWN)
        )
        if push > table.total(here) + table.number(here, JOY):
            return table.then(beyond, shift(piles, cup, beyond, DISCARDS))
    return table.drop_largest(here, piles, "upper-wand-card", COINS)


def _rest(table: OriginalTable, card: Card) -> OriginalTable:
    """Youscout §4.4 and §4.8."""
    return table.then(table.token, lay(table.piles, table.token, card))


def _lower_coin(table: OriginalTable, card: Card) -> OriginalTable:
    """Youscout §4.5."""
    here, ahead = table.token, FORWARD[table.token]
    if table.value(card) + table.number(here, PAIN) > table.number(ahead, JOY):
        return table.then(ahead, lay(table.piles, ACROSS[here], card))
    return table.then(here, lay(table.piles, COINS, card))


def _lower_wand(table: OriginalTable, card: Card) -> OriginalTable:
    """Youscout §4.6."""
    here, behind = table.token, BACKWARD[table.token]
    push = table.value(card) + table.number(here, WAND_DOWN)
    hold = table.number(behind, CUP_DOWN)
    suitable = [each for each in table.piles[here] if push > table.value(each) + hold]
    cup = smallest(suitable, table.rules.values)
    piles = lay(table.piles, DISCARDS, card)
    if cup is None:
        return table.then(here, piles)
    return table.then(behind, shift(piles, cup, here, DISCARDS))


def _lower_sword(table: OriginalTable, card: Card) -> OriginalTable:
    """Youscout §4.7."""
    here, beyond = table.token, ACROSS[table.token]
    push = table.value(card) + table.number(here, ATTACK) + table.total(COINS)
    hold = table.number(beyond, GUARD) + table.total(beyond) + table.total(SWORDS)
    if push > hold:
        return replace(table, drawn=card)
    return table.drop_largest(here, lay(table.piles, DISCARDS, card), "lower-sword-card", DISCARDS)


_TURNS: dict[tuple[bool, str], Callable[[OriginalTable, Card], OriginalTable]] = {
    (True, CUP): _upper_cup,
    (True, SWORD): _upper_sword,
    (True, WAND): _upper_wand,
    (True, COIN): _rest,
    (False, COIN): _lower_coin,
    (False, WAND): _lower_wand,
    (False, SWORD): _lower_sword,
    (False, CUP): _rest,
}
"""The rule of a turn, by whether the token is in the upper trigram and by the drawn suit."""
