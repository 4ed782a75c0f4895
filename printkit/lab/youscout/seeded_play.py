"""Plays seeded deals with several players at once and records every draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy

from printkit.games.youscout.seeded_deal import DEAL_STREAM
from printkit.lab.compiled import compiled, inner
from printkit.lab.youscout.bits import bit_count, philox_block
from printkit.lab.youscout.open_deck_search import find_order, next_deal
from printkit.lab.youscout.play import PLANNED, RANDOM, thumb_start
from printkit.lab.youscout.search_workspace import MOST_PASSES, SearchWorkspace
from printkit.lab.youscout.tables import ALL_MINORS, ANY_PLACE, TERMINALS, Integers, KernelRules
from printkit.lab.youscout.turn import DISCARDS, answer, turn

__all__ = [
    "ANY_START",
    "HEURISTIC_START",
    "LONG_PASS",
    "PLAY_FIELDS",
    "Play",
    "plan_bits",
    "play_deals",
    "play_seeded",
]

ANY_START, HEURISTIC_START = 0, 7
"""Starts beside 1 to 6: a random one the board allows, and that of the rule of thumb."""

LONG_PASS = 20
"""This many minors make a pass long."""

# What stands where in the row of one play: the last place, then counts. A streak is a row of minors that leave the
# token where it is; a pass is stuck if it is long and the token never moves in it.
END, DRAWS, CHOICES, STREAK, LONG, STUCK, START, SPOTS = range(8)
PLAY_FIELDS = 14
"""Fields of one play; from `SPOTS` on, how many minors found the token on the places 1 to 6."""

_START, _POLICY, _PLAN, _DECK, _LOT = range(5)
_STREAMS = 2
"""The third word of the counter of a deal's lots: 0 is the order of the talon, 1 the board."""

_U64 = numpy.uint64
_ZERO = _U64(0)
_DECK_SHIFT = 35


class Play(NamedTuple):
    """One way to play a deal: a start, and an answer to every waiting sword, at random or by plan.

    Bit p - 1 of `plan` says to move on place p after a lower start, bit p + 2 after an upper one. `deck` 0 is the
    deal's own talon, others are the talons of other deals on its board; plays with another `stream` answer by another
    stream. Nothing is ever replaced.
    """

    start: int = ANY_START
    policy: int = PLANNED
    plan: int = 0b111111
    deck: int = 0
    stream: int = 0


def plan_bits(plan: Integers) -> int:
    """The plan of a workspace as the bits of a `Play`."""
    return sum(int(moves) << at for at, moves in enumerate(plan))


def play_seeded(
    rules: KernelRules, search_work: SearchWorkspace, plays: Sequence[Play], seed: int, first: int, games: int
) -> Integers:
    """The deals of the games `first` and on of a seed, a row each, and in it the fields of each play.

    They are the deals that `simulate --player clairvoyant` solves with this seed.
    """
    table = numpy.array([tuple(play) for play in plays], numpy.int64)
    rows = numpy.zeros((games, len(plays), PLAY_FIELDS), numpy.int64)
    play_deals(rules, search_work, table, numpy.uint64(seed), first, rows)
    return rows


@inner
def _random_word(search_work: Any, deal: Any, stream: Any, number: Any) -> Any:
    """Whether the answer with this number is to move."""
    scratch = search_work.play_work.stream
    philox_block(_U64(number), _U64(stream), _U64(_STREAMS), _ZERO, _U64(deal), _U64(DEAL_STREAM), scratch)
    return scratch[0] & _U64(1) == _ZERO


@inner
def _choose_start(search_work: Any, rules: Any, deal: Any, wanted: Any, allowed: Any) -> Any:
    """The place of the token; where the board forbids the one wanted, the one across."""
    if wanted == HEURISTIC_START:
        return thumb_start(rules, search_work.play_work)
    if wanted != ANY_START:
        return wanted if allowed >> wanted & 1 else (wanted + 2) % 6 + 1
    scratch = search_work.play_work.stream
    philox_block(_ZERO, _ZERO, _U64(_STREAMS + 1), _ZERO, _U64(deal), _U64(DEAL_STREAM), scratch)
    number = numpy.int64(scratch[0] >> _U64(32)) * bit_count(allowed) >> 32
    for place in range(1, 7):
        if allowed >> place & 1:
            if number == 0:
                return place
            number -= 1
    return 0


@inner
def _play(search_work: Any, rules: Any, deal: Any, deck: Any, start: Any, play: Any, row: Any) -> None:
    """One play from its start to its end, written into its row."""
    play_work = search_work.play_work
    for pile in range(9):
        play_work.piles[pile] = 0
    for card in range(57):
        play_work.laid[card] = 0
    token, talon, streak, minors, moved = start, ALL_MINORS, 0, 0, False
    row[START] = start
    after, at = 0, 0
    while after < rules.options[TERMINALS] and after < MOST_PASSES:
        if search_work.lengths[after] < 0:
            find_order(search_work, deck, after)
        if at == search_work.lengths[after]:
            row[DRAWS] += 1
            row[LONG] += minors >= LONG_PASS
            row[STUCK] += minors >= LONG_PASS and not moved
            after, at, minors, moved = after + 1, 0, 0, False
            talon |= play_work.piles[DISCARDS]
            play_work.piles[DISCARDS] = 0
            continue
        card = search_work.orders[after, at]
        at += 1
        if not talon >> card & 1:
            continue
        talon ^= 1 << card
        row[DRAWS] += 1
        row[SPOTS + token - 1] += 1
        minors += 1
        place = turn(rules, play_work.margins, play_work.piles, play_work.laid, token, card)
        if place == 0:
            side = 3 if start > 3 else 0
            moves = play[_PLAN] >> token - 1 + side & 1 == 1
            if play[_POLICY] == RANDOM:
                moves = _random_word(search_work, deal, play[_LOT], row[CHOICES])
            row[CHOICES] += 1
            place = answer(rules, play_work.piles, play_work.laid, token, card, moves)
        streak = streak + 1 if place == token else 0
        moved = moved or place != token
        row[STREAK] = max(row[STREAK], streak)
        token = place
    row[END] = token


@compiled
def play_deals(rules: Any, search_work: Any, plays: Any, seed: Any, first: Any, rows: Any) -> None:
    """Play the deals of the games `first` and on of a seed, each in all the ways of `plays`."""
    for game in range(rows.shape[0]):
        deal, allowed = next_deal(rules, search_work, seed, first + game, ANY_PLACE, False)
        known = 0
        for number in range(plays.shape[0]):
            play = plays[number]
            if play[_DECK] != known:
                known = play[_DECK]
                for after in range(min(MOST_PASSES, rules.options[TERMINALS])):
                    search_work.lengths[after] = -1
            # Deals are below 2^35: a deck of another deal has a key no deal has.
            deck = deal + (known << _DECK_SHIFT)
            start = _choose_start(search_work, rules, deal, play[_START], allowed)
            _play(search_work, rules, deal, deck, start, play, rows[game, number])
