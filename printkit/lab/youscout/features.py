"""The features of a position for fitted values."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy
import numpy.typing
from numpy import int64

from printkit.lab.compiled import inner
from printkit.lab.youscout.bits import bit_count, highest_bit, lowest_bit
from printkit.lab.youscout.tables import SIMPLIFIED, TIES_WIN, WINS_ABOVE, WINS_BELOW, Integers, KernelRules
from printkit.lab.youscout.turn import COINS, DISCARDS, SWORDS

__all__ = ["FEATURES", "FeatureWorkspace", "make_feature_workspace"]

FEATURES = 112
"""Features of a table, a multiple of four; the first is always 1, and those of the discards are 0 in the last pass."""

_SWEEPS = 8
_OF_RANKS, _OF_SUIT, _OF_DECK = 1 / 14, 1 / 105, 1 / 56
_RANKS = (1 << 14) - 1
_SWORD, _COIN, _CUP, _WAND = range(4)
_AHEAD, _BEHIND, _ACROSS = range(3)


class FeatureWorkspace(NamedTuple):
    """The arrays features are found in: a row, and a chain of places that moves as the piles lie now.

    `above[v + 1]`: the ranks whose value exceeds v, for v from -1 to 14. `steps[place, way]`: how many cards of
    a talon lead ahead, behind or across. `chain[place]`: the odds of winning if nothing but the token moved.
    """

    row: numpy.typing.NDArray[numpy.float32]
    above: Integers
    steps: numpy.typing.NDArray[numpy.float64]
    ending: numpy.typing.NDArray[numpy.float64]
    chain: numpy.typing.NDArray[numpy.float64]


def make_feature_workspace(rules: KernelRules) -> FeatureWorkspace:
    """The arrays for these rules, for one thread."""
    values = [int(value) for value in rules.values]
    above = [sum(1 << rank for rank in range(14) if values[rank] > value) for value in range(-1, 15)]
    return FeatureWorkspace(
        row=numpy.zeros(FEATURES, numpy.float32),
        above=numpy.array(above, numpy.int64),
        steps=numpy.zeros((7, 3), numpy.float64),
        ending=numpy.zeros(7, numpy.float64),
        chain=numpy.zeros(7, numpy.float64),
    )


@inner
def _ranks(pile: Any) -> Any:
    return (pile | pile >> 14 | pile >> 28 | pile >> 42) & _RANKS


@inner
def _sum(rules: Any, pile: Any) -> Any:
    return int64(rules.sums[_ranks(pile)])


@inner
def _highest(rules: Any, pile: Any) -> Any:
    return rules.values[highest_bit(_ranks(pile))] if pile else 0


@inner
def _above(feature_work: Any, talon: Any, suit: Any, value: Any) -> Any:
    """How many cards of a suit in the talon are worth more than a value."""
    ranks = feature_work.above[min(max(value, -1), 14) + 1]
    return bit_count(talon >> 14 * suit & ranks)


@inner
def _backing(rules: Any, margins: Any, piles: Any, place: Any) -> Any:
    """The F minor of a place: its highest card, else its F major (youscout §6.3)."""
    return _highest(rules, piles[place]) if piles[place] else margins[4 * place - 3]


@inner
def _count_simplified_steps(rules: Any, margins: Any, piles: Any, talon: Any, feature_work: Any) -> None:
    """How many cards of the talon would lead where from each place, as the piles lie (youscout §6.5, §6.6)."""
    steps = feature_work.steps
    for place in range(1, 7):
        upper = place > 3
        across = place - 3 if upper else place + 3
        behind = (place + 4) % 6 + 1
        own = _backing(rules, margins, piles, place) + rules.options[TIES_WIN]
        over = margins[4 * across - 4] + _backing(rules, margins, piles, across) - own
        back = margins[4 * behind - 4] + _backing(rules, margins, piles, behind) - own
        steps[place, _AHEAD] = _above(feature_work, talon, _CUP if upper else _COIN, -1)
        steps[place, _ACROSS] = _above(feature_work, talon, _WAND if upper else _SWORD, over)
        steps[place, _BEHIND] = _above(feature_work, talon, _SWORD if upper else _WAND, back)


@inner
def _count_steps(rules: Any, margins: Any, piles: Any, talon: Any, feature_work: Any) -> None:
    """How many cards of the talon would lead where from each place, as the piles lie (youscout §4)."""
    if rules.options[SIMPLIFIED]:
        _count_simplified_steps(rules, margins, piles, talon, feature_work)
        return
    steps = feature_work.steps
    swords = _sum(rules, piles[SWORDS])
    coins = _sum(rules, piles[COINS])
    for lower in range(1, 4):
        upper = lower + 3
        at, up = 4 * lower - 4, 4 * upper - 4
        held = _sum(rules, piles[upper])
        cups = _ranks(piles[lower])
        steps[lower, _AHEAD] = _above(feature_work, talon, _COIN, margins[at + 1])
        steps[lower, _ACROSS] = _above(feature_work, talon, _SWORD, held + swords + margins[at] - coins)
        steps[upper, _AHEAD] = _above(feature_work, talon, _CUP, margins[up + 2])
        strongest = _highest(rules, piles[upper])
        weak = _above(feature_work, talon, _SWORD, -1) - _above(
            feature_work, talon, _SWORD, strongest - margins[up] - 1
        )
        steps[upper, _BEHIND] = weak if strongest > margins[up] else 0
        steps[lower, _BEHIND] = 0
        steps[upper, _ACROSS] = 0
        if cups:
            steps[lower, _BEHIND] = _above(
                feature_work, talon, _WAND, rules.values[lowest_bit(cups)] + margins[at + 3]
            )
            steps[upper, _ACROSS] = _above(
                feature_work, talon, _WAND, held + margins[up + 3] - rules.values[highest_bit(cups)]
            )


@inner
def _lower_odds(
    feature_work: Any, place: Any, cards: Any, here: Any, ahead: Any, behind: Any, across: Any
) -> Any:
    """The odds of a lower place from those of its neighbours, one draw later."""
    steps = feature_work.steps
    fore, back, over = steps[place, _AHEAD], steps[place, _BEHIND], steps[place, _ACROSS]
    rest = cards - fore - back - over
    return (
        (feature_work.ending[place] + fore * ahead) + (back * behind + over * max(across, here)) + rest * here
    )


@inner
def _upper_odds(
    feature_work: Any, place: Any, cards: Any, here: Any, ahead: Any, behind: Any, across: Any
) -> Any:
    steps = feature_work.steps
    fore, back, over = steps[place, _AHEAD], steps[place, _BEHIND], steps[place, _ACROSS]
    rest = cards - fore - back - over
    return (feature_work.ending[place] + fore * ahead) + (back * behind + over * across) + rest * here


@inner
def _run_chain(feature_work: Any, cards: Any) -> None:
    """Odds of `ending` when the steps just counted are all that moves, with this many minors in the talon."""
    chain, ending = feature_work.chain, feature_work.ending
    share = 1.0 / (cards + 1)
    one, two, three = ending[1], ending[2], ending[3]
    four, five, six = ending[4], ending[5], ending[6]
    for _ in range(_SWEEPS):
        one, two, three, four, five, six = (
            share * _lower_odds(feature_work, 1, cards, one, two, six, four),
            share * _lower_odds(feature_work, 2, cards, two, three, one, five),
            share * _lower_odds(feature_work, 3, cards, three, four, two, six),
            share * _upper_odds(feature_work, 4, cards, four, five, three, one),
            share * _upper_odds(feature_work, 5, cards, five, six, four, two),
            share * _upper_odds(feature_work, 6, cards, six, one, five, three),
        )
    chain[1], chain[2], chain[3], chain[4], chain[5], chain[6] = one, two, three, four, five, six


@inner
def _describe_loss(rules: Any, margins: Any, piles: Any, talon: Any, share: Any, feature_work: Any) -> None:
    """What comes to light when a pile loses a card: the next largest and smallest, and the steps there are then."""
    row = feature_work.row
    for lower in range(1, 4):
        upper = lower + 3
        down, up = 4 * lower - 4, 4 * upper - 4
        cups, coins = _ranks(piles[lower]), _ranks(piles[upper])
        row[79 + lower] = bit_count(cups) * _OF_RANKS
        row[82 + lower] = bit_count(coins) * _OF_RANKS
        fewer_cups = cups ^ 1 << highest_bit(cups | 1) if cups else 0
        fewer_coins = coins ^ 1 << highest_bit(coins | 1) if coins else 0
        cup, coin = _highest(rules, fewer_cups), _highest(rules, fewer_coins)
        row[85 + lower] = cup * _OF_RANKS
        row[88 + lower] = coin * _OF_RANKS
        rest = cups & (cups - 1)
        row[91 + lower] = rules.values[lowest_bit(rest)] * _OF_RANKS if rest else 1.5
        row[94 + lower] = 0.0
        if rest:
            least = rules.values[lowest_bit(rest)] + margins[down + 3]
            row[94 + lower] = share * _above(feature_work, talon, _WAND, least)
        weak = _above(feature_work, talon, _SWORD, -1) - _above(
            feature_work, talon, _SWORD, coin - margins[up] - 1
        )
        row[97 + lower] = share * weak if coin > margins[up] else 0.0
        held = _sum(rules, coins) - _highest(rules, coins)
        row[100 + lower] = 0.0
        if cups:
            least = held + margins[up + 3] - rules.values[highest_bit(cups)]
            row[100 + lower] = share * _above(feature_work, talon, _WAND, least)
    for suit in range(4):
        row[104 + suit] = _above(feature_work, talon, suit, 5) * _OF_RANKS
        row[108 + suit] = _above(feature_work, talon, suit, 10) * _OF_RANKS


@inner
def _describe_piles(rules: Any, margins: Any, piles: Any, row: Any) -> None:
    for lower in range(1, 4):
        upper = lower + 3
        cups = _ranks(piles[lower])
        row[9 + lower] = _sum(rules, piles[lower]) / 32.0
        row[12 + lower] = _sum(rules, piles[upper]) / 32.0
        row[15 + lower] = _highest(rules, piles[lower]) * _OF_RANKS
        row[18 + lower] = _highest(rules, piles[upper]) * _OF_RANKS
        row[21 + lower] = rules.values[lowest_bit(cups)] * _OF_RANKS if cups else 1.5
        row[26 + lower] = margins[4 * lower - 4] / 16.0
        row[29 + lower] = margins[4 * lower - 3] / 16.0
        row[32 + lower] = margins[4 * lower - 1] / 16.0
        row[35 + lower] = margins[4 * upper - 4] / 16.0
        row[38 + lower] = margins[4 * upper - 2] / 16.0
        row[41 + lower] = margins[4 * upper - 1] / 16.0
    row[25] = _sum(rules, piles[SWORDS]) / 32.0
    row[26] = _sum(rules, piles[COINS]) / 32.0


@inner
def describe(
    rules: Any, margins: Any, piles: Any, talon: Any, last: Any, upper_start: Any, feature_work: Any
) -> None:
    """Fill the row for a table before a draw: `talon` is a set of minors, `last` whether this is the last pass.

    Nothing depends on the order of the talon, nor on which cards lie in `Sw` and `Co`, only on their sums.
    """
    row, steps = feature_work.row, feature_work.steps
    cards = bit_count(talon)
    winning = rules.options[WINS_ABOVE if upper_start else WINS_BELOW]
    for place in range(1, 7):
        feature_work.ending[place] = winning >> place & 1
    if not last:
        again = talon | piles[DISCARDS]
        _count_steps(rules, margins, piles, again, feature_work)
        _run_chain(feature_work, bit_count(again))
        for place in range(1, 7):
            feature_work.ending[place] = feature_work.chain[place]
    _count_steps(rules, margins, piles, talon, feature_work)
    _run_chain(feature_work, cards)
    share = 1.0 / (cards + 1)
    row[0] = 1.0
    row[1] = cards * _OF_DECK
    row[2] = share
    for suit in range(4):
        held = talon >> 14 * suit & _RANKS
        row[3 + suit] = bit_count(held) * _OF_RANKS
    for suit in range(3):
        row[7 + suit] = int64(rules.sums[talon >> 14 * suit & _RANKS]) * _OF_SUIT
    _describe_piles(rules, margins, piles, row)
    for place in range(1, 7):
        for way in range(3):
            row[42 + 3 * place + way] = share * steps[place, way]
        row[62 + place] = feature_work.chain[place]
    row[69] = int64(rules.sums[talon >> 42 & _RANKS]) * _OF_SUIT
    _describe_loss(rules, margins, piles, talon, share, feature_work)
    for spare in range(70, 80):
        row[spare] = 0.0
    if not last:
        for suit in range(4):
            held = piles[DISCARDS] >> 14 * suit & _RANKS
            row[70 + suit] = bit_count(held) * _OF_RANKS
            row[74 + suit] = int64(rules.sums[held]) * _OF_SUIT
