"""The rules as arrays for the kernels, and what their fields mean."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy
import numpy.typing

from printkit.errors import InputError
from printkit.games.game import Game
from printkit.games.youscout.board import SWAPS
from printkit.games.youscout.cards import BOARD_MAJORS, DEATH, FOOL
from printkit.games.youscout.rules import PILE_OPTIONS, Rules
from printkit.games.youscout.seeded_deal import card_of, major_of
from printkit.lab.youscout.heuristic import heuristic_for, least_margin

__all__ = ["ALL_MINORS", "ANY_PLACE", "Integers", "KernelRules", "kernel_rules", "limit", "rules_of"]

Integers: TypeAlias = numpy.typing.NDArray[numpy.int64]

ALL_MINORS = (1 << 56) - 1
"""The set of all minors: bit 14 × suit + rank - 1 for each (sword, coin, cup, wand)."""

ANY_PLACE = 0b1111110
"""All six places as bits."""

FOREVER = 1 << 40
"""A count without a limit."""

GAMES = ("youscout", "youscout-simplified")
_SWAP_NAMES = tuple(SWAPS)

# What stands where in `KernelRules.options`.
SIMPLIFIED, TERMINALS, SWAP, REPLACEMENTS, COIN_LIMIT, TIES_WIN, MIXED, TIED = range(8)
WINS_BELOW, WINS_ABOVE, MOVE_DISCARDS = 8, 9, 10

# Piles are sets of minors as bits: the discards, places 1 to 6, the swords, the coins.
DISCARDS, SWORDS, COINS = 0, 7, 8

# A route is two outcomes of this many bits: the card's contest is lost, and it is won. Each holds, four bits a field,
# the pile the card is laid on, the token's place then (0: the player chooses, and nothing is laid yet), the pile that
# gives a card, the pile that gets it (the same: none goes), and whether it is its smallest card.
LAID_ON, MOVED_TO, GIVER, TAKER, SMALLEST = range(0, 20, 4)
OUTCOME, FIELD = 20, 15

BEYOND = 1 << 20
"""More than any pile is worth."""

_PLACES, _COINS, _SWORDS, _DISCARDS = 0b1111110, 1 << COINS, 1 << SWORDS, 1 << DISCARDS
_GROUPS = {
    "cups-and-coins": ((_PLACES | _COINS, 0),),
    "none": ((0b1110, 0), (0b1110000 | _COINS, 0)),
    "all": ((_PLACES | _COINS | _SWORDS, _DISCARDS),),
}
"""For each `cross`: piles that exchange cards, and piles they only give to, as sets (youscout §5.2)."""


class KernelRules(NamedTuple):
    """What was agreed, for the kernels.

    `values` by rank - 1; `alike[r]`: the cards of the value of rank r + 1; `sums` of every set of ranks;
    `numbers[c, column]` by a major's code; `ways[p]`: the piles a card of pile p may be put on;
    `card_values[c + 1]` by card, with 0 before the first and `BEYOND` after the last; `routes[4 * place - 4 + suit]`:
    what becomes of a card of the original game, and of the table, where it loses and where it wins its contest.
    `heuristic`: the start of the rule of thumb, then a row for each comparison: the start it gives, two indices
    (8 × (place - 1) + column), and by how much the number at the first exceeds that at the second at least.
    """

    options: Integers
    values: Integers
    alike: Integers
    sums: numpy.typing.NDArray[numpy.uint8]
    numbers: Integers
    ways: Integers
    card_values: Integers
    routes: Integers
    heuristic: Integers


def rules_of(game: Game[Any]) -> Rules:
    """The agreed rules of a game of this family; raises `InputError` for any other game."""
    if game.id not in GAMES:
        raise InputError(f"the solver cannot play {game.id!r}", hint="known: " + ", ".join(GAMES))
    rules: Rules = game.start.rules
    return rules


def kernel_rules(rules: Rules) -> KernelRules:
    """The arrays for these rules."""
    values = [rules.values[card_of(rank)] for rank in range(14)]
    replacing = rules.replacements >= 1
    options = {
        SIMPLIFIED: int(rules.game_id == GAMES[1]),
        TERMINALS: rules.terminals,
        SWAP: _SWAP_NAMES.index(rules.swap),
        REPLACEMENTS: limit(rules.replacements),
        COIN_LIMIT: limit(rules.lower_coin_replacements),
        TIES_WIN: int(rules.ties_win),
        MIXED: int(replacing),
        # Whether a pile can hold two cards of one value: then the order laid decides between them.
        TIED: int(replacing or len(set(values)) < 14),
        # Where the token wins, as bits, after a lower and after an upper start (youscout §3.3).
        WINS_BELOW: sum(1 << place for place in rules.goal[DEATH]),
        WINS_ABOVE: sum(1 << place for place in rules.goal[FOOL]),
        # As its place in the list of values; 0 is usual.
        MOVE_DISCARDS: _pile_rules(rules)[3],
    }
    return KernelRules(
        options=numpy.array([options[key] for key in sorted(options)], numpy.int64),
        values=numpy.array(values, numpy.int64),
        alike=numpy.array([_alike(values, each) for each in values], numpy.int64),
        sums=_sums(values),
        numbers=numpy.array(
            [rules.numbers[major_of(code)] for code in range(2 * len(BOARD_MAJORS))], numpy.int64
        ),
        ways=numpy.array([_ways(rules.cross, pile) for pile in range(9)], numpy.int64),
        card_values=numpy.array([0, *4 * values, BEYOND], numpy.int64),
        routes=numpy.array(_routes(*_pile_rules(rules)[:3]), numpy.int64),
        heuristic=numpy.array(_heuristic(rules), numpy.int64),
    )


def _heuristic(rules: Rules) -> list[tuple[int, int, int, int]]:
    rule = heuristic_for(rules)
    rows = [
        (
            each.place,
            8 * (each.more[0] - 1) + each.more[1],
            8 * (each.less[0] - 1) + each.less[1],
            least_margin(rules, each),
        )
        for each in rule.comparisons
    ]
    return [(rule.start, 0, 0, 0), *rows]


def _pile_rules(rules: Rules) -> list[int]:
    return [option.allowed.split("|").index(rules.piles[option.key]) for option in PILE_OPTIONS]


def _routes(upper_sword: int, upper_wand: int, lower_sword: int) -> list[int]:
    """The routes of sword, coin, cup and wand on each place (youscout §4), by what becomes of the largest cards."""
    routes = []
    for here in range(1, 7):
        ahead, behind, across = here % 6 + 1, (here + 4) % 6 + 1, (here + 2) % 6 + 1
        if here > 3:
            sword_card = (COINS if here == 6 else ahead, here, DISCARDS)[upper_sword]
            wand_card = (COINS, here, DISCARDS)[upper_wand]
            routes += [
                _outcome(DISCARDS, here, here, sword_card) | _outcome(SWORDS, behind) << OUTCOME,
                _outcome(here, here) | _outcome(here, here) << OUTCOME,
                _outcome(across, here) | _outcome(across, ahead) << OUTCOME,
                _outcome(DISCARDS, here, here, wand_card)
                | _outcome(DISCARDS, across, across, DISCARDS) << OUTCOME,
            ]
        else:
            sword_card = (DISCARDS, here)[lower_sword]
            routes += [
                _outcome(DISCARDS, here, here, sword_card) | _outcome(DISCARDS, 0) << OUTCOME,
                _outcome(COINS, here) | _outcome(across, ahead) << OUTCOME,
                _outcome(here, here) | _outcome(here, here) << OUTCOME,
                _outcome(DISCARDS, here) | _outcome(DISCARDS, behind, here, DISCARDS, 1) << OUTCOME,
            ]
    return routes


def _outcome(pile: int, place: int, giver: int = 0, taker: int = 0, smallest: int = 0) -> int:
    return pile << LAID_ON | place << MOVED_TO | giver << GIVER | taker << TAKER | smallest << SMALLEST


def limit(count: float) -> int:
    """A count as the kernels read it."""
    return FOREVER if count == float("inf") else int(count)


def _alike(values: list[int], value: int) -> int:
    ranks = sum(1 << rank for rank, each in enumerate(values) if each == value)
    return ranks * sum(1 << 14 * suit for suit in range(4))


def _sums(values: list[int]) -> numpy.typing.NDArray[numpy.uint8]:
    sums = numpy.zeros(1 << 14, numpy.uint8)
    for rank, value in enumerate(values):
        sums[1 << rank : 2 << rank] = sums[: 1 << rank] + value
    return sums


def _ways(cross: str, pile: int) -> int:
    for members, takers in _GROUPS[cross]:
        if members >> pile & 1:
            return (members | takers) & ~(1 << pile)
    return 0
