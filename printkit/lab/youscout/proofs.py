"""Proves what can happen from a position without searching all futures.

Each place is asked what its cards could do there at best, from bounds on every pile; what they could do widens
the bounds and the places, until nothing is new. So nothing that can happen is left out, though some of what
is left in cannot happen: "cannot leave" is a proof, and its absence proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Set

from printkit.games.core import CHANCE, PLAYER
from printkit.games.youscout.board import ACROSS, BACKWARD, COINS, FORWARD, PLACES, SWORDS, UPPER
from printkit.games.youscout.cards import (
    ATTACK,
    COIN,
    CUP,
    CUP_DOWN,
    CUP_UP,
    GUARD,
    JOY,
    MINORS,
    PAIN,
    SUITS,
    SWORD,
    WAND,
    WAND_DOWN,
    WAND_UP,
    Card,
    suit,
)
from printkit.games.youscout.table import Table

__all__ = ["END", "TERMINAL", "fate", "reach", "stuck"]

TERMINAL, END = "terminal", "end"
"""Until when a proof holds: the next terminal, or the end of the game."""

_SUIT = {card: suit(card) for card in MINORS}


def reach(
    table: Table, until: str = END, enough: Callable[[Set[int]], bool] = lambda places: False
) -> frozenset[int]:
    """All places where the token can be before `until`, whatever comes and whatever is answered; maybe more.

    `table` has its token; in the game's last pass both bounds are the same. Where `enough` says so of the
    places found so far, the rest are not looked for.
    """
    if not (table.to_move() == PLAYER and table.drawn):
        return _Bounds(table, until).places(enough)
    places = {table.token}
    for answer in table.legal():
        places |= reach(table.apply(answer), until, enough)
        if enough(places):
            break
    return frozenset(places)


def stuck(table: Table) -> str:
    """`END` or `TERMINAL`: until when the token cannot leave its place, which is proved; empty if it is not.

    Nothing is said of a talon without minors, after which only the terminal comes.
    """
    if table.to_move() != CHANCE or not table.token or len(table.talon) < 2:
        return ""
    for until in (END, TERMINAL):
        if len(reach(table, until, lambda places: len(places) > 1)) == 1:
            return until
    return ""


def fate(table: Table) -> bool | None:
    """True or False: won or lost in any case, whatever is answered, which is proved; else None."""
    outcome = table.outcome()
    if outcome is not None:
        return bool(outcome.scores[0])
    if not table.token:
        return None
    winning = frozenset(table.rules.goal[table.terminal])
    places = reach(table, END, lambda places: bool(places & winning and places - winning))
    if places <= winning:
        return True
    return None if places & winning else False


class _Bounds:
    """What the piles can hold and where the token can be: only ever wider, until `places` has them all."""

    def __init__(self, table: Table, until: str) -> None:
        self._table = table
        self._original = table.rules.game_id == "youscout"
        again = until == END and table.terminals + 1 < table.rules.terminals
        # What is shuffled again may come again: then any card may come, and any number of times.
        self._unseen: dict[str, list[Card]] = {each: [] for each in SUITS}
        for card in MINORS if again else table.talon:
            if card != table.terminal:
                self._unseen[_SUIT[card]].append(card)
        self._values = {each: [table.value(card) for card in cards] for each, cards in self._unseen.items()}
        # A drawn sword or wand takes one card from a pile at most, other than by the choice.
        self._takers = len(MINORS) if again else len(self._unseen[SWORD]) + len(self._unseen[WAND])
        self._may = [set(pile) for pile in table.piles]
        self._lost = [0] * len(table.piles)
        self._token = {table.token}
        if getattr(table, "replacing", None) is not None:
            self._mix()

    def places(self, enough: Callable[[Set[int]], bool]) -> frozenset[int]:
        """The places, once nothing widens any more or there are enough."""
        size = -1
        while size != self._size():
            size = self._size()
            for place in PLACES:
                if place in self._token:
                    self._widen(place)
                    if enough(self._token):
                        return frozenset(self._token)
        return frozenset(self._token)

    def _size(self) -> int:
        return len(self._token) + sum(map(len, self._may)) + sum(self._lost)

    def _widen(self, place: int) -> None:
        upper = place in UPPER
        if not self._original:
            self._simplified(place, upper)
        elif upper:
            self._upper(place)
        else:
            self._lower(place)

    def _upper(self, here: int) -> None:
        """Youscout §4.1 to §4.4."""
        number, ahead, behind, beyond = self._table.number, FORWARD[here], BACKWARD[here], ACROSS[here]
        if any(cup + number(here, CUP_UP) > number(ahead, WAND_UP) for cup in self._values[CUP]):
            self._token.add(ahead)
        self._may[beyond].update(self._unseen[CUP])
        self._may[here].update(self._unseen[COIN])
        if swords := self._values[SWORD]:
            margin = number(behind, PAIN) - number(behind, GUARD)
            if self._most(here) > min(swords) + margin:
                self._token.add(behind)
                self._may[SWORDS].update(self._unseen[SWORD])
            if self._least(here) <= max(swords) + margin:
                self._drop(here, COINS if here == 6 else ahead)
        if wands := self._values[WAND]:
            push = max(wands) + number(here, WAND_UP) + self._most(beyond) + number(beyond, CUP_DOWN)
            if self._may[beyond] and push > self._least_sum(here) + number(here, JOY):
                self._token.add(beyond)
                self._drop(beyond)
            self._drop(here, COINS)

    def _lower(self, here: int) -> None:
        """Youscout §4.5 to §4.8."""
        number, ahead, behind, beyond = self._table.number, FORWARD[here], BACKWARD[here], ACROSS[here]
        if any(coin + number(here, PAIN) > number(ahead, JOY) for coin in self._values[COIN]):
            self._token.add(ahead)
            self._may[beyond].update(self._unseen[COIN])
        self._may[COINS].update(self._unseen[COIN])
        self._may[here].update(self._unseen[CUP])
        if (wands := self._values[WAND]) and self._may[here]:
            smallest = min(map(self._table.value, self._may[here]))
            if max(wands) + number(here, WAND_DOWN) > smallest + number(behind, CUP_DOWN):
                self._token.add(behind)
                self._drop(here)
        if swords := self._values[SWORD]:
            push = max(swords) + number(here, ATTACK) + sum(map(self._table.value, self._may[COINS]))
            if push > number(beyond, GUARD) + self._least_sum(beyond) + self._least_sum(SWORDS):
                self._choose(here, beyond)
            self._drop(here)

    def _choose(self, here: int, beyond: int) -> None:
        """Both answers to a sword (youscout §4.7), and all that may be replaced then (youscout §5)."""
        self._token.add(beyond)
        self._may[SWORDS].update(self._unseen[SWORD])
        for pile in (here, SWORDS, COINS):
            self._lost[pile] = len(MINORS)
        if self._table.rules.replacements >= 1:
            self._mix()

    def _mix(self) -> None:
        """Any card may lie on any pile."""
        anywhere: set[Card] = set().union(*self._may[1:])
        for pile in range(1, len(self._may)):
            self._may[pile] |= anywhere
            self._lost[pile] = len(MINORS)

    def _simplified(self, here: int, upper: bool) -> None:
        """Youscout §6.5, §6.6."""
        runs, rests = (CUP, COIN) if upper else (COIN, CUP)
        if self._unseen[runs]:
            self._token.add(FORWARD[here])
            self._may[ACROSS[here]].update(self._unseen[runs])
        self._may[here].update(self._unseen[rests])
        self._contest(here, BACKWARD[here] if upper else ACROSS[here], self._values[SWORD])
        self._contest(here, ACROSS[here] if upper else BACKWARD[here], self._values[WAND])

    def _contest(self, here: int, target: int, drawn: list[int]) -> None:
        """Youscout §6.4."""
        if not drawn:
            return
        hold = self._table.number(target, ATTACK)
        ties = self._table.rules.ties_win
        if max(drawn) + self._backing(here)[1] + ties > hold + self._backing(target)[0]:
            self._token.add(target)
            self._drop(here)
        if min(drawn) + self._backing(here)[0] + ties <= hold + self._backing(target)[1]:
            self._drop(target)

    def _backing(self, place: int) -> tuple[int, int]:
        """The least and the most that the F minor of a place can be (youscout §6.3)."""
        values = list(map(self._table.value, self._may[place]))
        kept = self._kept(place)
        if kept:
            return max(kept), max(values)
        bare = self._table.number(place, PAIN)
        return min([bare, *values]), max([bare, *values])

    def _drop(self, pile: int, target: int = 0) -> None:
        """A card of a pile may be taken, by each sword and wand that comes, and put on another (0: discarded)."""
        self._lost[pile] = max(self._lost[pile], self._takers)
        if target:
            self._may[target] |= self._may[pile]

    def _kept(self, pile: int) -> list[int]:
        """The values that still lie on a pile when it has lost as many as it can, its largest."""
        values = sorted(map(self._table.value, self._table.piles[pile]))
        return values[: max(0, len(values) - self._lost[pile])]

    def _most(self, pile: int) -> int:
        return max(map(self._table.value, self._may[pile]), default=0)

    def _least(self, pile: int) -> int:
        """The least that the largest card of a pile can be, 0 where the pile can be empty."""
        return max(self._kept(pile), default=0)

    def _least_sum(self, pile: int) -> int:
        return sum(self._kept(pile))
