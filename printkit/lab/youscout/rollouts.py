"""Rollouts of the policy: its win probability from a position, and what an answer gains."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy
import numpy.typing
from numpy import int64

from printkit.games.youscout.seeded_deal import TERMINAL
from printkit.lab.compiled import inner, shared
from printkit.lab.youscout.bits import STREAM_WORDS, below, bit_count
from printkit.lab.youscout.policy import Policy, PolicyWorkspace, make_policy_workspace, score_of_moving
from printkit.lab.youscout.search import Memory
from printkit.lab.youscout.tables import TERMINALS, TIED, Integers, KernelRules
from printkit.lab.youscout.turn import DISCARDS, answer, turn
from printkit.lab.youscout.value import Nets, ValueWorkspace, is_winning, make_value_workspace, weigh_answers

__all__ = [
    "RolloutWorkspace",
    "gain_of_moving",
    "gain_of_start",
    "lay_nothing",
    "make_rollout_workspace",
    "mean_of_start",
    "policy_moves",
    "shuffle_talon",
]


class RolloutWorkspace(NamedTuple):
    """The arrays in which one thread plays games on: `orders[after]` is the order of all cards in a pass."""

    value_work: ValueWorkspace
    policy_work: PolicyWorkspace
    stream: numpy.typing.NDArray[numpy.uint64]
    orders: Integers
    piles: Integers
    laid: Integers


def make_rollout_workspace(
    rules: KernelRules, nets: Nets, policy: Policy, known: Memory | None = None
) -> RolloutWorkspace:
    """The arrays for these rules, nets and policy, for one thread; without a policy the nets answer."""
    return RolloutWorkspace(
        value_work=make_value_workspace(rules, nets, known),
        policy_work=make_policy_workspace(rules, policy),
        stream=numpy.zeros(STREAM_WORDS, numpy.uint64),
        orders=numpy.zeros((rules.options[TERMINALS], 57), numpy.int64),
        piles=numpy.zeros(9, numpy.int64),
        laid=numpy.zeros(57, numpy.int64),
    )


@inner
def shuffle_talon(rollout_work: Any, after: Any) -> None:
    """Other orders for this pass and all that follow."""
    orders = rollout_work.orders
    for each in range(after, orders.shape[0]):
        for card in range(57):
            orders[each, card] = card
        for at in range(56):
            picked = at + below(rollout_work.stream, 57 - at)
            orders[each, at], orders[each, picked] = orders[each, picked], orders[each, at]


@inner
def _lay(rollout_work: Any, piles: Any, laid: Any) -> None:
    for pile in range(9):
        rollout_work.piles[pile] = piles[pile]
    for card in range(57):
        rollout_work.laid[card] = laid[card]


@inner
def lay_nothing(rollout_work: Any) -> None:
    for pile in range(9):
        rollout_work.piles[pile] = 0
    for card in range(57):
        rollout_work.laid[card] = 0


@shared
def policy_moves(
    rules: Any,
    nets: Any,
    rollout_work: Any,
    margins: Any,
    piles: Any,
    laid: Any,
    token: Any,
    talon: Any,
    after: Any,
    upper: Any,
    card: Any,
) -> Any:
    """Whether the policy moves when this sword waits; without one, whether that looks no worse to the value."""
    later = rules.options[TERMINALS] - 1 - after
    if rollout_work.policy_work.policy.last.shape[0]:
        return (
            score_of_moving(rules, rollout_work.policy_work, margins, piles, token, talon, later, upper, card)
            >= 0.0
        )
    moved, stayed = weigh_answers(
        rules, nets, rollout_work.value_work, margins, piles, laid, token, talon, later, upper, card
    )
    return moved >= stayed


@shared
def _play_pass(
    rules: Any,
    nets: Any,
    rollout_work: Any,
    laid: Any,
    margins: Any,
    token: Any,
    talon: Any,
    after: Any,
    upper: Any,
) -> Any:
    """Play one pass in its order: the place of the token, the talon left, and after how many draws it would win.

    A pass that is not the last ends with its terminal. In the last one all minors are drawn: that the terminal comes
    next is as likely at any of these moments, and what that makes of the odds is added up, not sampled.
    """
    last = after + 1 == rules.options[TERMINALS]
    won = 1 if is_winning(rules, token, upper) else 0
    for at in range(57):
        card = rollout_work.orders[after, at]
        if card == TERMINAL:
            if last:
                continue
            break
        if not talon >> card & 1:
            continue
        talon &= ~(1 << card)
        place = turn(rules, margins, rollout_work.piles, laid, token, card)
        if place == 0:
            moves = policy_moves(
                rules,
                nets,
                rollout_work,
                margins,
                rollout_work.piles,
                rollout_work.laid,
                token,
                talon,
                after,
                upper,
                card,
            )
            place = answer(rules, rollout_work.piles, laid, token, card, moves)
        token = place
        won += 1 if is_winning(rules, token, upper) else 0
    return token, talon, won


@inner
def _play_passes(
    rules: Any,
    nets: Any,
    rollout_work: Any,
    laid: Any,
    margins: Any,
    token: Any,
    talon: Any,
    after: Any,
    upper: Any,
) -> Any:
    moments = 1.0
    won = 0
    for each in range(after, rules.options[TERMINALS]):
        moments = bit_count(talon) + 1.0
        token, talon, won = _play_pass(rules, nets, rollout_work, laid, margins, token, talon, each, upper)
        talon |= rollout_work.piles[DISCARDS]
        rollout_work.piles[DISCARDS] = 0
    return won / moments


@shared
def _play_on(
    rules: Any, nets: Any, rollout_work: Any, margins: Any, token: Any, talon: Any, after: Any, upper: Any
) -> Any:
    """The odds that the policy wins from the table in the workspace with these orders, the last terminal at random.

    Where no two cards of a pile are alike, nothing notes when cards are laid.
    """
    if rules.options[TIED]:
        return _play_passes(rules, nets, rollout_work, rollout_work.laid, margins, token, talon, after, upper)
    return _play_passes(rules, nets, rollout_work, None, margins, token, talon, after, upper)


@shared
def gain_of_moving(
    rules: Any,
    nets: Any,
    rollout_work: Any,
    margins: Any,
    piles: Any,
    laid: Any,
    token: Any,
    talon: Any,
    after: Any,
    upper: Any,
    card: Any,
    games: Any,
) -> Any:
    """What moving rather than staying brings the policy: the mean over this many games, both answers on the same cards.

    Its expectation is the true difference, whatever the value the policy goes by.
    """
    total = 0.0
    for _ in range(games):
        shuffle_talon(rollout_work, after)
        for moves in range(2):
            _lay(rollout_work, piles, laid)
            place = answer(rules, rollout_work.piles, rollout_work.laid, token, card, moves == 1)
            odds = _play_on(rules, nets, rollout_work, margins, place, talon, after, upper)
            total += odds if moves else -odds
    return total / games


@shared
def _play_start(rules: Any, nets: Any, rollout_work: Any, margins: Any, start: Any, deck: Any) -> Any:
    """The odds that the policy wins from a start with the orders that lie ready."""
    lay_nothing(rollout_work)
    return _play_on(rules, nets, rollout_work, margins, start, deck, int64(0), 1 if start > 3 else 0)


@shared
def mean_of_start(
    rules: Any, nets: Any, rollout_work: Any, margins: Any, start: Any, deck: Any, games: Any
) -> Any:
    """The mean over this many games of what the policy wins from a start."""
    total = 0.0
    for _ in range(games):
        shuffle_talon(rollout_work, int64(0))
        total += _play_start(rules, nets, rollout_work, margins, start, deck)
    return total / games


@shared
def gain_of_start(
    rules: Any, nets: Any, rollout_work: Any, margins: Any, start: Any, other: Any, deck: Any, games: Any
) -> Any:
    """What one start rather than the other brings the policy: the mean over this many games on the same cards."""
    total = 0.0
    for _ in range(games):
        shuffle_talon(rollout_work, int64(0))
        total += _play_start(rules, nets, rollout_work, margins, start, deck)
        total -= _play_start(rules, nets, rollout_work, margins, other, deck)
    return total / games
