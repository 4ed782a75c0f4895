"""Simulates Tottarot in bulk with machine code: shares of wins, and the value of each kind.

A deal is a whole shuffled deck; the first cards are drawn, seat by seat from the start player, turn by turn. So
any two tables of points and icons are played on the same deals with the same random numbers, and a card can be
exchanged.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, NamedTuple, TypeAlias

import numpy

from printkit.games.tottarot.rules import FLIP, LOOK, MUTUAL_LOOK, REVEAL, Kind, Rules
from printkit.solver.statistics import Z_95
from studies.fate_rounds import CAUTIOUS, DESK_ROWS, GREEDY, RANDOM, play_rounds

__all__ = [
    "MINDS",
    "Mean",
    "Rounds",
    "deal_rounds",
    "icon_worth",
    "kind_worth",
    "play_all",
    "shares_of",
    "with_card_at",
    "without_icon",
]

Numbers: TypeAlias = Any
"""An array."""

MINDS: dict[str, tuple[int, ...]] = {
    "cautious": (CAUTIOUS,),
    "greedy": (GREEDY,),
    "mixed": (CAUTIOUS, GREEDY, RANDOM),
}
"""Who sits at the table: one player in all seats, or a random one for each seat."""

_CODES = {"": 0, MUTUAL_LOOK: 1, LOOK: 2, REVEAL: 3, FLIP: 4}


class Mean(NamedTuple):
    """A mean with half the width of its 95 % interval."""

    value: float
    reach: float

    @classmethod
    def of(cls, numbers: Numbers) -> Mean:
        """The mean of independent observations; 0 with infinite reach where there are none."""
        if len(numbers) < 2:
            return cls(0.0, float("inf"))
        return cls(float(numbers.mean()), Z_95 * float(numbers.std(ddof=1)) / sqrt(len(numbers)))


@dataclass(frozen=True, slots=True)
class Rounds:
    """Rounds to be played: decks [round, place in the deck] of kinds, minds [round, seat], lots [round, decision]."""

    decks: Numbers
    minds: Numbers
    lots: Numbers


def deal_rounds(rules: Rules, count: int, minds: str, seed: int = 0) -> Rounds:
    """This many rounds, the same for the same seed: the decks do not depend on points, icons or minds."""
    luck = [numpy.random.Generator(numpy.random.Philox(key=[seed, purpose])) for purpose in range(3)]
    deck = numpy.repeat(numpy.arange(len(rules.fates)), [fate.copies for _, fate in rules.fates])
    decks = luck[0].permuted(numpy.broadcast_to(deck, (count, len(deck))), axis=1)
    known = numpy.array(MINDS[minds])
    sitting = known[luck[1].integers(len(known), size=(count, rules.players))]
    lots = luck[2].random((count, 3 * rules.players * rules.turns))
    return Rounds(decks, sitting, lots)


def play_all(rules: Rules, rounds: Rounds) -> tuple[Numbers, Numbers]:
    """Points and sums of unused tokens: [round, seat]."""
    fates = [fate for _, fate in rules.fates]
    drawn = rules.players * rules.turns
    totals = numpy.zeros(rounds.minds.shape, dtype=numpy.int64)
    unused = numpy.zeros_like(totals)
    play_rounds(
        numpy.array([fate.points for fate in fates]),
        numpy.array([_CODES[fate.icon] for fate in fates]),
        numpy.array([fate.copies for fate in fates]),
        numpy.ascontiguousarray(rounds.decks[:, :drawn]),
        numpy.ascontiguousarray(rounds.minds),
        rounds.lots,
        rules.highest_token + 1,
        numpy.zeros(len(fates), dtype=numpy.int64),
        numpy.zeros((DESK_ROWS, rules.players), dtype=numpy.int64),
        totals,
        unused,
    )
    return totals, unused


def shares_of(totals: Numbers, unused: Numbers) -> Numbers:
    """The shares of each round's win: [round, seat]; several winners share it evenly (tottarot §5.1)."""
    ranked = totals * 1000 + unused
    best = ranked == ranked.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)


def with_card_at(decks: Numbers, slot: Numbers, kind: int, drawn: int) -> tuple[Numbers, Numbers]:
    """The decks with a card of `kind` at the place `slot` [round] among those drawn, and where that can be done.

    The card there is exchanged for the first of that kind which nobody draws, so the other draws stay the same.
    """
    rows = numpy.arange(len(decks))
    rest = decks[:, drawn:] == kind
    there = decks[rows, slot] == kind
    source = numpy.where(there, slot, drawn + rest.argmax(axis=1))
    changed = decks.copy()
    changed[rows, source] = decks[rows, slot]
    changed[rows, slot] = kind
    return changed, there | rest.any(axis=1)


def without_icon(rules: Rules, kind: Kind) -> Rules:
    """The rules with the icon taken off a kind."""
    fates = tuple((each, fate._replace(icon="") if each == kind else fate) for each, fate in rules.fates)
    return replace(rules, fates=fates)


def kind_worth(rules: Rules, rounds: Rounds) -> dict[Kind, Mean]:
    """What each kind brings its drawer: the share of the win, over the mean of all kinds in the same place.

    In every round one draw is looked at, all draws in turn, and every kind tried there while all else stays the same.
    Rounds in which some kind has no card left to be tried are left out.
    """
    drawn = rules.players * rules.turns
    slot = numpy.arange(len(rounds.decks)) % drawn
    rows, owner = numpy.arange(len(slot)), slot % rules.players
    shares, possible = [], numpy.ones(len(slot), dtype=bool)
    for kind in range(len(rules.fates)):
        decks, fits = with_card_at(rounds.decks, slot, kind, drawn)
        shares.append(shares_of(*play_all(rules, replace(rounds, decks=decks)))[rows, owner])
        possible &= fits
    table = numpy.stack(shares)[:, possible]
    over = table - table.mean(axis=0)
    return {kind: Mean.of(over[at]) for at, (kind, _) in enumerate(rules.fates)}


def icon_worth(rules: Rules, rounds: Rounds) -> dict[Kind, Mean]:
    """What the icon of each kind that has one brings its drawer: the share of the win, less that without the icon."""
    drawn = rules.players * rules.turns
    slot = numpy.arange(len(rounds.decks)) % drawn
    rows, owner = numpy.arange(len(slot)), slot % rules.players
    worth = {}
    for at, (kind, fate) in enumerate(rules.fates):
        if fate.icon:
            decks, fits = with_card_at(rounds.decks, slot, at, drawn)
            tried = replace(rounds, decks=decks)
            with_it, without = (
                shares_of(*play_all(each, tried))[rows, owner] for each in (rules, without_icon(rules, kind))
            )
            worth[kind] = Mean.of((with_it - without)[fits])
    return worth
