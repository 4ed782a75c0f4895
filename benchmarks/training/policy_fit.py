"""Fits the fast policy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import cos, pi
from typing import Any, NamedTuple

import numpy
import numpy.typing

from printkit.games.game import Game
from printkit.games.youscout.seeded_deal import TERMINAL
from printkit.lab.compiled import compiled, inner, shared
from printkit.lab.youscout.bits import below, open_stream
from printkit.lab.youscout.nets import policy_bytes, read_policy
from printkit.lab.youscout.play import PlayWorkspace, deal_board, make_play_workspace
from printkit.lab.youscout.policy import (
    INPUTS,
    SIDES,
    Policy,
    PolicyWorkspace,
    describe_sword,
    make_policy_workspace,
    no_policy,
)
from printkit.lab.youscout.rollouts import (
    RolloutWorkspace,
    gain_of_moving,
    lay_nothing,
    make_rollout_workspace,
    policy_moves,
    shuffle_talon,
)
from printkit.lab.youscout.tables import ALL_MINORS, TERMINALS, kernel_rules, rules_of
from printkit.lab.youscout.turn import DISCARDS, answer, forced_start, set_margins, turn
from printkit.lab.youscout.value import Nets, value_of, weigh_answers
from training.adam import Adam
from training.fit import rectified

__all__ = ["LESSONS", "UNITS", "Lesson", "fit_policy", "lost_a_sword", "sword_rows"]

Floats = numpy.typing.NDArray[numpy.float32]

UNITS = 64
"""Hidden units of a net, a multiple of 16."""

FIT_STREAM = 9
"""The second word of the random key of these games."""

_STRAY, _SCALE = 0.2, 1 << 16
_TOGETHER = 5000
_ROWS_A_GAME = 12
_WIDE, _MOST = 10.0, 2.0
_BATCH = 256
_REPORTED = 10


class Lesson(NamedTuple):
    """Games that are played to learn from, and how: `rollouts` are played after either answer to a sword.

    With none of them the value gives the gain of an answer.
    """

    games: int
    rollouts: int
    epochs: int
    rate: float


LESSONS = (Lesson(400_000, 0, 8, 4e-3), Lesson(400_000, 24, 4, 1e-3), Lesson(500_000, 24, 4, 5e-4))
"""First what the value knows, without noise; then what is true, by games of the policy so far."""


class Rows(NamedTuple):
    """Tables on which a sword waited: what they look like, what moving gains, for which net each is."""

    seen: Floats
    gains: Floats
    nets: Any


def fit_policy(
    game: Game[Any],
    nets: Nets,
    lessons: Sequence[Lesson] = LESSONS,
    seed: int = 1,
    notify: Callable[[str], None] = lambda line: None,
    workers: int = 1,
    keep: Callable[[Policy], None] = lambda policy: None,
    policy: Policy | None = None,
) -> Policy:
    """A policy for these rules that has learned all lessons, the same for any number of workers.

    Each goes on from the policy of the one before, or from the one given; `keep` is called with each of them.
    """
    policy = policy or no_policy()
    with ThreadPoolExecutor(workers) as pool:
        for number, lesson in enumerate(lessons):
            learned = _learn_lesson(game, nets, policy, lesson, seed + number, notify, pool)
            # Each begins with what a file would hold: so it can go on from there to the same end.
            policy = read_policy(policy_bytes(learned))
            keep(policy)
    return policy


def lost_a_sword(policy: Policy, rows: Rows) -> float:
    """How much better the better answers are than the policy's, as a mean over all swords."""
    lost = 0.0
    for number in range(len(policy.last)):
        mine = rows.nets == number
        parts = [policy.first[number], policy.second[number], policy.last[number : number + 1]]
        lost += _missed(parts, rows.seen[mine], rows.gains[mine])
    return lost / len(rows.gains)


def _learn_lesson(
    game: Game[Any],
    nets: Nets,
    policy: Policy,
    lesson: Lesson,
    seed: int,
    notify: Callable[[str], None],
    pool: ThreadPoolExecutor,
) -> Policy:
    games = lesson.games
    parts = [range(first, min(first + _TOGETHER, games)) for first in range(0, games, _TOGETHER)]
    found = []
    for rows in pool.map(lambda part: sword_rows(game, nets, policy, seed, part, lesson.rollouts), parts):
        found.append(rows)
        if len(found) % _REPORTED == 0:
            notify(f"{len(found) * _TOGETHER:,} of {games:,} games")
    rows = Rows(*(numpy.concatenate(each) for each in zip(*found, strict=True)))
    del found
    sides = range(SIDES * rules_of(game).terminals)
    fitted = list(pool.map(lambda number: _fit_net(rows, number, lesson, seed, policy), sides))
    lost = sum(each[1] for each in fitted) / len(rows.gains)
    notify(
        f"{len(rows.gains):,} swords; at those not learned from, a tenth, "
        f"the better answers have {10 * lost:.5f} over the policy's"
        + (f", most of it noise of {lesson.rollouts} games" if lesson.rollouts else "")
    )
    return Policy(*(numpy.stack(parts) for parts in zip(*(each[0] for each in fitted), strict=True)))


def sword_rows(
    game: Game[Any], nets: Nets, policy: Policy, seed: int, games: range, rollouts: int = 0
) -> Rows:
    """The swords that waited in some games of a policy, or the value where there is none, which strays now and then.

    The gain of moving is taken from the value, or is the mean of this many rollouts.
    """
    rules = kernel_rules(rules_of(game))
    most = _ROWS_A_GAME * rules_of(game).terminals * len(games)
    rows = Rows(
        numpy.zeros((most, INPUTS), numpy.float32),
        numpy.zeros(most, numpy.float32),
        numpy.zeros(most, numpy.int64),
    )
    lots = make_rollout_workspace(rules, nets, policy), make_rollout_workspace(rules, nets, policy)
    play_work: PlayWorkspace = make_play_workspace(numpy.ones(6, numpy.int64))
    policy_work = make_policy_workspace(rules, policy)
    spec = numpy.array([games.start, len(games), rollouts], numpy.int64)
    used = _play_games(rules, nets, lots, policy_work, play_work, numpy.uint64(seed), spec, rows)
    return Rows(*(each[:used].copy() for each in rows))


@inner
def _begin(rules: Any, nets: Any, rollout_work: Any, play_work: Any, seed: Any, number: Any) -> Any:
    """A board, and nothing on the table; of two random starts the one the value prefers, where the token is placed."""
    open_stream(play_work.stream, seed, FIT_STREAM, number, 0)
    open_stream(rollout_work.stream, seed, FIT_STREAM, number, 1)
    deal_board(rules, play_work)
    set_margins(rules, play_work.board, play_work.margins)
    shuffle_talon(rollout_work, 0)
    lay_nothing(rollout_work)
    allowed, later = forced_start(rules, play_work.board), rules.options[TERMINALS] - 1
    start, most = 0, -1.0
    for _ in range(2):
        token = below(play_work.stream, 6) + 1
        token = token if allowed >> token & 1 else (token + 2) % 6 + 1
        upper = 1 if token > 3 else 0
        worth = value_of(
            rules,
            nets,
            rollout_work.value_work,
            play_work.margins,
            rollout_work.piles,
            token,
            ALL_MINORS,
            later,
            upper,
        )
        if worth > most:
            start, most = token, worth
    return start


@inner
def _keep(
    rules: Any,
    policy_work: Any,
    play_work: Any,
    rollout_work: Any,
    rows: Any,
    used: Any,
    spot: Any,
    upper: Any,
    gain: Any,
) -> Any:
    """Keep a sword that waits, if there is room for it; how many there are."""
    token, talon, later, card = spot
    if used == rows.gains.shape[0]:
        return used
    describe_sword(rules, policy_work, play_work.margins, rollout_work.piles, talon, later, upper, card)
    for each in range(INPUTS):
        rows.seen[used, each] = policy_work.row[each]
    rows.gains[used] = gain
    rows.nets[used] = SIDES * later + 3 * upper + token - 1
    return used + 1


@shared
def _gain(
    rules: Any, nets: Any, lots: Any, play_work: Any, spot: Any, after: Any, upper: Any, rollouts: Any
) -> Any:
    """What moving gains, by the value or by rollouts."""
    rollout_work, other = lots
    token, talon, later, card = spot
    if rollouts:
        return gain_of_moving(
            rules,
            nets,
            other,
            play_work.margins,
            rollout_work.piles,
            rollout_work.laid,
            token,
            talon,
            after,
            upper,
            card,
            rollouts,
        )
    moved, stayed = weigh_answers(
        rules,
        nets,
        rollout_work.value_work,
        play_work.margins,
        rollout_work.piles,
        rollout_work.laid,
        token,
        talon,
        later,
        upper,
        card,
    )
    return moved - stayed


@compiled
def _play_games(
    rules: Any,
    nets: Any,
    lots: tuple[RolloutWorkspace, RolloutWorkspace],
    policy_work: PolicyWorkspace,
    play_work: PlayWorkspace,
    seed: Any,
    spec: Any,
    rows: Rows,
) -> Any:
    """Play games from random starts, and keep every sword that waits; how many.

    `lots`: the games, and those that are imagined; `spec`: the first game, how many, and how many are imagined.
    """
    rollout_work = lots[0]
    used, margins, piles, laid = 0, play_work.margins, rollout_work.piles, rollout_work.laid
    for number in range(spec[0], spec[0] + spec[1]):
        token = _begin(rules, nets, rollout_work, play_work, seed, number)
        open_stream(lots[1].stream, seed, FIT_STREAM, number, 2)
        upper = 1 if token > 3 else 0
        talon = ALL_MINORS
        for after in range(rules.options[TERMINALS]):
            later = rules.options[TERMINALS] - 1 - after
            for at in range(57):
                card = rollout_work.orders[after, at]
                if card == TERMINAL and later:
                    break
                if card == TERMINAL or not talon >> card & 1:
                    continue
                talon &= ~(1 << card)
                place = turn(rules, margins, piles, laid, token, card)
                if place == 0:
                    spot = (token, talon, later, card)
                    gain = _gain(rules, nets, lots, play_work, spot, after, upper, spec[2])
                    used = _keep(rules, policy_work, play_work, rollout_work, rows, used, spot, upper, gain)
                    moves = gain >= 0.0
                    if spec[2]:
                        moves = policy_moves(
                            rules, nets, rollout_work, margins, piles, laid, token, talon, after, upper, card
                        )
                    if below(play_work.stream, _SCALE) < _STRAY * _SCALE:
                        moves = below(play_work.stream, 2) == 0
                    place = answer(rules, piles, laid, token, card, moves)
                token = place
            talon |= piles[DISCARDS]
            piles[DISCARDS] = 0
    return used


def _fit_net(rows: Rows, number: int, lesson: Lesson, seed: int, policy: Policy) -> tuple[Policy, float]:
    """One net by Adam, least squares; and what better answers have over its own in the tenth it has not seen."""
    luck = numpy.random.Generator(numpy.random.Philox([seed, number]))
    mine = rows.nets == number
    seen, gains = rows.seen[mine], rows.gains[mine]
    learned = len(seen) - len(seen) // 10
    mean, spread = seen.mean(0), seen.std(0) + numpy.float32(1e-3)
    # The first feature is always 1.
    mean[0], spread[0] = 0.0, 1.0
    wanted = numpy.clip(gains * _WIDE, -_MOST, _MOST)
    parts = _begun(policy, number, mean, spread, luck)
    _learn(parts, (seen[:learned] - mean) / spread, wanted[:learned], lesson, luck)
    first = parts[0] / spread[:, None]
    first[0] -= (first * mean[:, None]).sum(0)
    net = Policy(first.astype(numpy.float32), parts[1], parts[2][0])
    return net, _missed([net.first, net.second, parts[2]], seen[learned:], gains[learned:])


def _missed(parts: list[Floats], seen: Floats, gains: Floats) -> float:
    """The sum of what the other answers have over those of a net that are the worse ones."""
    wrong = (_guesses(parts, seen)[0] >= 0) != (gains >= 0)
    return float(numpy.abs(gains[wrong]).sum())


def _begun(policy: Policy, number: int, mean: Floats, spread: Floats, luck: Any) -> list[Floats]:
    """The parts of a net for rows that are shifted and scaled: those of the policy so far, or random ones."""
    if not policy.last.shape[0]:
        return [
            luck.normal(0, INPUTS**-0.5, (INPUTS, UNITS)).astype(numpy.float32),
            numpy.zeros(UNITS, numpy.float32),
            numpy.zeros(1, numpy.float32),
        ]
    first = policy.first[number].copy()
    first[0] += (first * mean[:, None]).sum(0)
    return [first * spread[:, None], policy.second[number].copy(), policy.last[number : number + 1].copy()]


def _learn(parts: list[Floats], seen: Floats, wanted: Floats, lesson: Lesson, luck: Any) -> None:
    adam = Adam(parts)
    size = max(1, min(_BATCH, len(seen)))
    batches = len(seen) // size
    steps = lesson.epochs * batches
    for step in range(steps):
        if step % batches == 0:
            order = luck.permutation(len(seen))
        some = order[step % batches * size : (step % batches + 1) * size]
        guess, hidden, live = _guesses(parts, seen[some])
        missed = (guess - wanted[some]) / size
        slopes = (
            seen[some].T @ ((missed[:, None] * parts[1]) * live),
            hidden.T @ missed,
            missed.sum(keepdims=True),
        )
        adam.walk(slopes, lesson.rate * 0.5 * (1 + cos(pi * step / steps)))


def _guesses(parts: list[Floats], seen: Floats) -> tuple[Floats, Floats, Any]:
    """The net's output for some rows, its hidden units, and which of them are active."""
    hidden, live = rectified(seen @ parts[0])
    guess: Floats = hidden @ parts[1] + parts[2]
    return guess, hidden, live
