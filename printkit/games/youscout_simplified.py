"""Youscout, the simplified game (youscout §6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from printkit.games.core import Action
from printkit.games.game import GameModule
from printkit.games.youscout.board import (
    ACROSS,
    BACKWARD,
    COINS,
    DISCARDS,
    FORWARD,
    PILE_NAMES,
    SWORDS,
    UPPER,
    largest,
    lay,
    shift,
)
from printkit.games.youscout.cards import ATTACK, COIN, CUP, PAIN, SWORD, WAND, Card, suit
from printkit.games.youscout.players import LEVELS, PLAYERS
from printkit.games.youscout.proof import numbers_of, printed_words
from printkit.games.youscout.puzzles import DEALS
from printkit.games.youscout.rule_rows import row_proof
from printkit.games.youscout.rules import COMMON_OPTIONS, COMPARISON, GOAL, make_rules
from printkit.games.youscout.table import (
    CODINGS,
    DEAL,
    MOVE,
    RESULTS,
    Table,
    actions_of,
    facts,
    parse_position,
    picture,
)

__all__ = ["GAME", "SimplifiedTable"]

_ID = "youscout-simplified"


@dataclass(frozen=True)
class SimplifiedTable(Table):
    """A table of the simplified game, which uses neither `Sw` nor `Co`."""

    PILES: ClassVar[tuple[str, ...]] = tuple(
        name for index, name in enumerate(PILE_NAMES) if index not in (SWORDS, COINS)
    )

    def turn(self, card: Card) -> SimplifiedTable:
        """The rule for the card's suit and the token's trigram."""
        return _TURNS[self.token in UPPER, suit(card)](self, card)

    def choose(self, action: Action) -> Self:
        """A won sword from below moves, or is discarded alone (youscout §6.6)."""
        if action == MOVE:
            return self.win(self.drawn, ACROSS[self.token])
        return self.then(self.token, lay(self.piles, DISCARDS, self.drawn))

    def beats(self, card: Card, target: int) -> bool:
        """Whether `card` wins the contest from the token's place to `target` (youscout §6.4)."""
        push = self.value(card) + self._minor(self.token)
        hold = self.number(target, ATTACK) + self._minor(target)
        return push > hold or (self.rules.ties_win and push == hold)

    def win(self, card: Card, target: int) -> Self:
        """The contest won: the token on `target`, the card and what backed it discarded (youscout §6.4)."""
        return self._spend(card, self.token, target)

    def lose(self, card: Card, target: int) -> Self:
        """The contest lost: the card and what held it off discarded, the token stays (youscout §6.4)."""
        return self._spend(card, target, self.token)

    def _minor(self, place: int) -> int:
        """The F minor of a place (youscout §6.3)."""
        return self.highest(place) if self.piles[place] else self.number(place, PAIN)

    def _spend(self, card: Card, pile: int, token: int) -> Self:
        piles = lay(self.piles, DISCARDS, card)
        backing = largest(piles[pile], self.rules.values)
        return self.then(token, piles if backing is None else shift(piles, backing, pile, DISCARDS))


def _forward(table: SimplifiedTable, card: Card) -> SimplifiedTable:
    """Youscout §6.5, §6.6: the card goes across, the token forward."""
    here = table.token
    return table.then(FORWARD[here], lay(table.piles, ACROSS[here], card))


def _rest(table: SimplifiedTable, card: Card) -> SimplifiedTable:
    """Youscout §6.5, §6.6: the card joins the token's pile."""
    return table.then(table.token, lay(table.piles, table.token, card))


def _contest(ways: Mapping[int, int]) -> Callable[[SimplifiedTable, Card], SimplifiedTable]:
    def contest(table: SimplifiedTable, card: Card) -> SimplifiedTable:
        target = ways[table.token]
        return table.win(card, target) if table.beats(card, target) else table.lose(card, target)

    return contest


def _lower_sword(table: SimplifiedTable, card: Card) -> SimplifiedTable:
    """Youscout §6.6: the winner may stay."""
    target = ACROSS[table.token]
    return replace(table, drawn=card) if table.beats(card, target) else table.lose(card, target)


_TURNS: dict[tuple[bool, str], Callable[[SimplifiedTable, Card], SimplifiedTable]] = {
    (True, CUP): _forward,
    (True, SWORD): _contest(BACKWARD),
    (True, WAND): _contest(ACROSS),
    (True, COIN): _rest,
    (False, COIN): _forward,
    (False, WAND): _contest(BACKWARD),
    (False, SWORD): _lower_sword,
    (False, CUP): _rest,
}
"""The rule of a turn, by whether the token is in the upper trigram and by the drawn suit."""


def _start(options: Mapping[str, str], cards: Any) -> SimplifiedTable:
    return SimplifiedTable(make_rules(_ID, options, cards))


GAME = GameModule(
    id=_ID,
    names={"ja": "易双六 略式", "en": "Youscout, simplified"},
    start=_start,
    options=(*COMMON_OPTIONS, COMPARISON, GOAL),
    results=lambda seats: RESULTS,
    actions=actions_of,
    codings=lambda start: CODINGS,
    parse=parse_position,
    facts=facts,
    picture=picture,
    macros=(DEAL,),
    cards_of=numbers_of,
    cards_fixed="youscout §1.5",
    players=PLAYERS,
    levels=LEVELS,
    printed=printed_words,
    rows=row_proof("simple"),
    deals=DEALS,
)
"""The simplified game; a kit's cards are the majors' numbers, else those of youscout §1.5."""
