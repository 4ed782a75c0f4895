"""Clairvoyant play with an information penalty: an upper bound on the gain over a policy."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy
import numpy.typing
from numpy import float64, int64

from printkit.games.youscout.seeded_deal import TERMINAL
from printkit.lab.compiled import inner, shared
from printkit.lab.youscout.bits import bit_count
from printkit.lab.youscout.play import PlayWorkspace, make_play_workspace
from printkit.lab.youscout.policy import Policy
from printkit.lab.youscout.rollouts import (
    RolloutWorkspace,
    gain_of_moving,
    make_rollout_workspace,
    policy_moves,
)
from printkit.lab.youscout.search import (
    Memory,
    find,
    forget,
    make_memory,
    next_card,
    remember,
    take_fingerprint,
)
from printkit.lab.youscout.tables import TERMINALS, TIED, Integers, KernelRules
from printkit.lab.youscout.turn import COINS, DISCARDS, SWORDS, answer, turn
from printkit.lab.youscout.value import Nets, weigh_answers

__all__ = ["CEILING", "BoundWorkspace", "lay_table", "make_bound_workspace", "open_gain"]

MOST_GAIN, CEILING = 0.4, 2.4
"""A deck on which the gain is not above the first counts with it, any other with the second.

Were a path that has gained more than the first given all that is left to gain, which is 1 at most, its last answer
having brought 1 at most, the bound would be true and no gain above the second; and where none has gained so much it is
the gain that was found. So whatever a search finds, and if it finds nothing, the ceiling is enough.
"""

_SHARPNESS, _CLOSE = 1.2, 0.01
"""Games for an answer: that the spread of their mean be a fourth of what its path seems behind or less, for that of one
game's difference is 0.2 to 0.3. None seems nearer than the second."""

_LEAST, _LEAST_FAR, _FAR = 3 / 256, 1 / 256, 0.1
"""Games at least for an answer, as a part of those at most; and where the start is further behind than the third.

A path may meet a dozen answers that are far behind, and there are many paths: with two games each, one is always lucky.
"""

_USUAL = 30_000
"""Where a deck wants this many games, all are played; else their number goes as the power 2/3 of what is wanted.

The noise in what answers gain goes about as the root of that: so it is least for all the time there is.
"""

_REMEMBERED, _REMEMBERED_OF_SEVERAL = 1 << 18, 1 << 22
"""Tables remembered: where they do not suffice, tables of several passes are met again too often to ever end."""

_DEPTH = 256
_RANKS = (1 << 14) - 1

# What stands where in a frame: a table on which a sword waits, the policy's answer, and which one is being tried.
TOKEN, AFTER, TALON, _CARD, _MOVES, _STAGE = range(6)
_NOW = 3
_FIRST, _OTHER = range(2)

# What is known of a frame: the odds that the game has not ended before it, then within its stretch, what its path has
# gained before, what the answer that is not the policy's gains, and what came of the policy's.
_BEFORE, _SHARE, _GAINED, _GAIN, _KEPT = range(5)

_OVER = -1


class BoundWorkspace(NamedTuple):
    """The arrays one thread searches in; `looks`: tables and games so far, and decks given up; `wanted` games."""

    play_work: PlayWorkspace
    rollout_work: RolloutWorkspace
    memory: Memory
    orders: Integers
    words: numpy.typing.NDArray[numpy.uint64]
    frames: Integers
    piles: Integers
    laid: Integers
    spans: numpy.typing.NDArray[numpy.float64]
    keys: numpy.typing.NDArray[numpy.uint64]
    now: Integers
    lumped: Integers
    looks: Integers
    wanted: numpy.typing.NDArray[numpy.float64]
    stop: Integers
    starts: numpy.typing.NDArray[numpy.float64]


def make_bound_workspace(
    rules: KernelRules,
    nets: Nets,
    policy: Policy,
    memory_size: int = 0,
    known: Memory | None = None,
    stop: Integers | None = None,
) -> BoundWorkspace:
    """A workspace for one thread that stops when `stop[0]` is set; `memory_size` (a power of two) tables are kept."""
    passes = rules.options[TERMINALS]
    return BoundWorkspace(
        play_work=make_play_workspace(numpy.ones(6, numpy.int64)),
        rollout_work=make_rollout_workspace(rules, nets, policy, known),
        memory=make_memory(memory_size or (_REMEMBERED if passes == 1 else _REMEMBERED_OF_SEVERAL)),
        orders=numpy.zeros((passes, 57), numpy.int64),
        words=numpy.zeros(64, numpy.uint64),
        frames=numpy.zeros((_DEPTH, 6), numpy.int64),
        piles=numpy.zeros((_DEPTH, 9), numpy.int64),
        laid=numpy.zeros((_DEPTH, 57), numpy.int64),
        spans=numpy.zeros((_DEPTH, 5), numpy.float64),
        keys=numpy.zeros((_DEPTH, 2), numpy.uint64),
        now=numpy.zeros(_NOW, numpy.int64),
        lumped=numpy.zeros(9, numpy.int64),
        looks=numpy.zeros(2, numpy.int64),
        wanted=numpy.zeros(1, numpy.float64),
        stop=numpy.zeros(1, numpy.int64) if stop is None else stop,
        starts=numpy.zeros(7, numpy.float64),
    )


@inner
def _games_worth(share: Any, behind: Any, games: Any) -> Any:
    """How many games an answer is worth whose path seems `behind` the best one and comes about with odds of `share`.

    It may depend on all that was seen before, and on nothing of these games.
    """
    wanted = (_SHARPNESS * share / max(behind, _CLOSE)) ** 2
    return min(wanted, float64(games))


@shared
def _stretch(rules: Any, bound_work: Any) -> Any:
    """Draw from `now` on until a sword waits (its card) or all is over, and the odds that it comes to that.

    How long the last pass is remains hidden: after this many minors the next card is the terminal or a minor, each card
    left as likely as the others.
    """
    play_work, now = bound_work.play_work, bound_work.now
    token, after, talon = now[TOKEN], now[AFTER], now[TALON]
    share = 1.0
    while True:
        last = after + 1 == rules.options[TERMINALS]
        card = next_card(bound_work, after, talon, last)
        bound_work.looks[0] += 1
        if card < 0:
            card = _OVER
            break
        if card == TERMINAL:
            talon |= play_work.piles[DISCARDS]
            play_work.piles[DISCARDS] = 0
            after += 1
            continue
        if last:
            share *= 1.0 - 1.0 / (bit_count(talon) + 1.0)
        talon &= ~(1 << card)
        place = turn(rules, play_work.margins, play_work.piles, play_work.laid, token, card)
        if place == 0:
            break
        token = place
    now[TOKEN], now[AFTER], now[TALON] = token, after, talon
    return card, share


@shared
def _take_key(rules: Any, bound_work: Any) -> None:
    """The key of the table in the workspace: in the last pass only what the rest of the game depends on."""
    play_work, now, lumped = bound_work.play_work, bound_work.now, bound_work.lumped
    first = 0
    for pile in range(9):
        lumped[pile] = play_work.piles[pile]
    if now[AFTER] + 1 == rules.options[TERMINALS]:
        first = 1
        lumped[SWORDS] = int64(rules.sums[play_work.piles[SWORDS] & _RANKS])
        if not rules.options[TIED]:
            lumped[COINS] = int64(rules.sums[play_work.piles[COINS] >> 14 & _RANKS])
    take_fingerprint(
        rules, bound_work.memory, lumped, play_work.laid, first, now[TALON] << 3 | now[TOKEN], now[AFTER]
    )


@shared
def _put_away(rules: Any, bound_work: Any, depth: Any, card: Any) -> None:
    """Keep the table on which a sword waits in a frame."""
    play_work, now, frames = bound_work.play_work, bound_work.now, bound_work.frames
    for field in range(_NOW):
        frames[depth, field] = now[field]
    frames[depth, _CARD], frames[depth, _STAGE] = card, _FIRST
    for pile in range(9):
        bound_work.piles[depth, pile] = play_work.piles[pile]
    if rules.options[TIED]:
        for each in range(57):
            bound_work.laid[depth, each] = play_work.laid[each]


@shared
def _take_out(rules: Any, bound_work: Any, depth: Any, moves: Any) -> None:
    """Lay the table of a frame again and give an answer."""
    play_work, now, frames = bound_work.play_work, bound_work.now, bound_work.frames
    for pile in range(9):
        play_work.piles[pile] = bound_work.piles[depth, pile]
    if rules.options[TIED]:
        for each in range(57):
            play_work.laid[each] = bound_work.laid[depth, each]
    for field in range(_NOW):
        now[field] = frames[depth, field]
    now[TOKEN] = answer(rules, play_work.piles, play_work.laid, now[TOKEN], frames[depth, _CARD], moves)


@shared
def _weigh(rules: Any, nets: Any, bound_work: Any, upper: Any, depth: Any, card: Any, pains: Any) -> None:
    """The policy's answer to the sword that waits, and what the other one gains, into a frame.

    `pains`: at most and at least this many games after either, and what those wanted are multiplied by. By nothing: the
    value is believed, and what is wanted counted.
    """
    games, least, effort = pains
    play_work, now, span = bound_work.play_work, bound_work.now, bound_work.spans
    rollout_work, token, talon, after = bound_work.rollout_work, now[TOKEN], now[TALON], now[AFTER]
    margins, piles, laid = play_work.margins, play_work.piles, play_work.laid
    moves = policy_moves(rules, nets, rollout_work, margins, piles, laid, token, talon, after, upper, card)
    bound_work.frames[depth, _MOVES] = 1 if moves else 0
    later = rules.options[TERMINALS] - 1 - after
    values = rollout_work.value_work
    moved, stayed = weigh_answers(rules, nets, values, margins, piles, laid, token, talon, later, upper, card)
    gain = stayed - moved if moves else moved - stayed
    share = span[depth, _BEFORE] * span[depth, _SHARE]
    wanted = _games_worth(share, -share * gain - min(span[depth, _GAINED], 0.0), games)
    bound_work.wanted[0] += wanted
    if effort > 0.0:
        count = max(least, int64(effort * wanted))
        bound_work.looks[0] += 2 * count
        gain = gain_of_moving(
            rules, nets, rollout_work, margins, piles, laid, token, talon, after, upper, card, count
        )
        if moves:
            gain = -gain
    span[depth, _GAIN] = gain


@shared
def open_gain(
    rules: Any, nets: Any, bound_work: Any, start: Any, deck: Any, gained: Any, games: Any, budget: Any
) -> Any:
    """By how much any row of answers from a start with these open cards is at most better than the policy's.

    Every answer that is not the policy's gains what it would bring a player who goes on by the policy. Added up over
    a game this is, on average, what his play wins above the policy's; so the greatest sum of a deck, on average, is no
    less than what optimal play does. `gained` is what the start has gained. With no games the value is believed,
    which is right only where it is the policy's own. Where the budget runs out, the ceiling.
    """
    upper = 1 if start > 3 else 0
    bound_work.wanted[0] = 0.0
    lay_table(bound_work, start, deck)
    most = float64(max(games, 2))
    least = max(int64(2), int64(games * (_LEAST if gained > -_FAR else _LEAST_FAR)))
    best = _search(rules, nets, bound_work, upper, gained, (most, least, 0.0), budget)
    if games == 0 or best == CEILING:
        return best
    effort = (_USUAL / max(bound_work.wanted[0], 1.0)) ** (1.0 / 3.0)
    lay_table(bound_work, start, deck)
    return _search(rules, nets, bound_work, upper, gained, (most, least, effort), budget)


@shared
def _search(rules: Any, nets: Any, bound_work: Any, upper: Any, gained: Any, pains: Any, budget: Any) -> Any:
    """The greatest sum of gains from the table in the workspace and `now`; tables met before are recalled."""
    memory, keys, spans, frames = bound_work.memory, bound_work.keys, bound_work.spans, bound_work.frames
    forget(memory)
    budget += bound_work.looks[0]
    depth, before, best = int64(0), 1.0, 0.0
    while True:
        # A table before a draw is entered at this depth.
        _take_key(rules, bound_work)
        keys[depth, 0], keys[depth, 1] = memory.key[0], memory.key[1]
        known = find(memory, keys[depth, 0], keys[depth, 1])
        best = memory.values[known] if known >= 0 else 0.0
        if known < 0:
            card, share = _stretch(rules, bound_work)
            if bound_work.looks[0] > budget or depth + 2 >= _DEPTH or bound_work.stop[0]:
                bound_work.looks[1] += 1
                return CEILING
            if card != _OVER:
                spans[depth, _BEFORE], spans[depth, _SHARE], spans[depth, _GAINED] = before, share, gained
                _weigh(rules, nets, bound_work, upper, depth, card, pains)
                _put_away(rules, bound_work, depth, card)
                _take_out(rules, bound_work, depth, frames[depth, _MOVES] == 1)
                before *= share
                depth += 1
                continue
            remember(memory, keys[depth, 0], keys[depth, 1], best)
        # What is in `best` is handed up until an answer is left to try.
        while depth > 0 and frames[depth - 1, _STAGE] == _OTHER:
            depth -= 1
            best = spans[depth, _SHARE] * max(spans[depth, _KEPT], spans[depth, _GAIN] + best)
            remember(memory, keys[depth, 0], keys[depth, 1], best)
        if depth == 0:
            return best
        frames[depth - 1, _STAGE], spans[depth - 1, _KEPT] = _OTHER, best
        before = spans[depth - 1, _BEFORE] * spans[depth - 1, _SHARE]
        gained = spans[depth - 1, _GAINED] + before * spans[depth - 1, _GAIN]
        _take_out(rules, bound_work, depth - 1, frames[depth - 1, _MOVES] == 0)


@shared
def lay_table(bound_work: Any, start: Any, deck: Any) -> None:
    """The token placed on `start`, the deck as a talon."""
    play_work, now = bound_work.play_work, bound_work.now
    for pile in range(9):
        play_work.piles[pile] = 0
    for card in range(57):
        play_work.laid[card] = 0
    now[TOKEN], now[AFTER], now[TALON] = start, 0, deck
