"""Fits the quick policy: a game and its fitted value in, small nets that answer swords nearly as the value does out."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import cos, pi
from typing import Any, NamedTuple

import numpy
import numpy.typing

from printkit.games.core import Game
from printkit.solver.adam import Adam
from printkit.solver.bits import below, open_stream
from printkit.solver.compiled import compiled, inner
from printkit.solver.fit import rectified
from printkit.solver.keyed import TERMINAL
from printkit.solver.play import Room, deal_board, make_room
from printkit.solver.policy import INPUTS, SIDES, Counsel, Policy, describe_sword, make_counsel, no_policy
from printkit.solver.rollouts import Lot, lay_nothing, make_lot, shuffle_lot
from printkit.solver.tables import ALL_MINORS, TERMINALS, kernel_rules, rules_of
from printkit.solver.turn import DISCARDS, answer, forced_start, set_margins, turn
from printkit.solver.value import Nets, weigh_answers

__all__ = ["UNITS", "fit_policy", "sword_rows"]

Floats = numpy.typing.NDArray[numpy.float32]

UNITS = 64
"""Hidden units of a net, a multiple of 16."""

FIT_STREAM = 9
"""The second word of the key of the luck of these games."""

_STRAY, _SCALE = 0.2, 1 << 16
_TOGETHER = 5000
_ROWS_A_GAME = 12
_WIDE, _MOST = 10.0, 2.0
_RATE, _BATCH = 4e-3, 256


class Rows(NamedTuple):
    """Tables on which a sword waited: what they look like, what moving gains by the value, for which net each is."""

    seen: Floats
    gains: Floats
    nets: Any


def fit_policy(
    game: Game[Any],
    nets: Nets,
    games: int = 400_000,
    epochs: int = 8,
    seed: int = 1,
    tell: Callable[[str], None] = lambda line: None,
    workers: int = 1,
) -> Policy:
    """A policy for these rules that answers nearly as the value does, the same for any number of workers."""
    terminals = rules_of(game).terminals
    parts = [range(first, min(first + _TOGETHER, games)) for first in range(0, games, _TOGETHER)]
    with ThreadPoolExecutor(workers) as pool:
        found = list(pool.map(lambda part: sword_rows(game, nets, seed, part), parts))
        rows = Rows(*(numpy.concatenate(each) for each in zip(*found, strict=True)))
        del found
        fitted = list(pool.map(lambda number: _fit_net(rows, number, epochs, seed), range(SIDES * terminals)))
    lost = sum(each[1] for each in fitted) / len(rows.gains)
    tell(f"{len(rows.gains):,} swords; at those not learned from, a tenth, answers lose {10 * lost:.5f}")
    return Policy(*(numpy.stack(parts) for parts in zip(*(each[0] for each in fitted), strict=True)))


def sword_rows(game: Game[Any], nets: Nets, seed: int, games: range) -> Rows:
    """The swords that waited in some games of the value, which now and then answers by lot."""
    rules = kernel_rules(rules_of(game))
    most = _ROWS_A_GAME * rules_of(game).terminals * len(games)
    rows = Rows(
        numpy.zeros((most, INPUTS), numpy.float32),
        numpy.zeros(most, numpy.float32),
        numpy.zeros(most, numpy.int64),
    )
    lot, counsel = make_lot(rules, nets, no_policy()), make_counsel(rules, no_policy())
    room: Room = make_room(numpy.ones(6, numpy.int64))
    used = _play_games(rules, nets, lot, counsel, room, numpy.uint64(seed), games.start, len(games), rows)
    return Rows(*(each[:used].copy() for each in rows))


@inner
def _begin(rules: Any, lot: Any, room: Any, seed: Any, number: Any) -> Any:
    """A board and a start by lot, and nothing on the table: the place of the token."""
    open_stream(room.stream, seed, FIT_STREAM, number, 0)
    open_stream(lot.stream, seed, FIT_STREAM, number, 1)
    deal_board(rules, room)
    set_margins(rules, room.board, room.margins)
    shuffle_lot(lot, 0)
    lay_nothing(lot)
    token = below(room.stream, 6) + 1
    return token if forced_start(rules, room.board) >> token & 1 else (token + 2) % 6 + 1


@inner
def _keep(
    rules: Any, counsel: Any, room: Any, lot: Any, rows: Any, used: Any, spot: Any, upper: Any, gain: Any
) -> Any:
    """Keep a sword that waits, if there is room for it; how many there are."""
    token, talon, later, card = spot
    if used == rows.gains.shape[0]:
        return used
    describe_sword(rules, counsel, room.margins, lot.piles, talon, later, upper, card)
    for each in range(INPUTS):
        rows.seen[used, each] = counsel.row[each]
    rows.gains[used] = gain
    rows.nets[used] = SIDES * later + 3 * upper + token - 1
    return used + 1


@compiled
def _play_games(
    rules: Any,
    nets: Any,
    lot: Lot,
    counsel: Counsel,
    room: Room,
    seed: Any,
    first: Any,
    games: Any,
    rows: Rows,
) -> Any:
    """Play games from starts by lot, and keep every sword that waits; how many."""
    used, margins, piles, laid = 0, room.margins, lot.piles, lot.laid
    for number in range(first, first + games):
        token = _begin(rules, lot, room, seed, number)
        upper = 1 if token > 3 else 0
        talon = ALL_MINORS
        for after in range(rules.options[TERMINALS]):
            later = rules.options[TERMINALS] - 1 - after
            for at in range(57):
                card = lot.orders[after, at]
                if card == TERMINAL and later:
                    break
                if card == TERMINAL or not talon >> card & 1:
                    continue
                talon &= ~(1 << card)
                place = turn(rules, margins, piles, laid, token, card)
                if place == 0:
                    moved, stayed = weigh_answers(
                        rules, nets, lot.glass, margins, piles, laid, token, talon, later, upper, card
                    )
                    spot = (token, talon, later, card)
                    used = _keep(rules, counsel, room, lot, rows, used, spot, upper, moved - stayed)
                    moves = moved >= stayed
                    if below(room.stream, _SCALE) < _STRAY * _SCALE:
                        moves = below(room.stream, 2) == 0
                    place = answer(rules, piles, laid, token, card, moves)
                token = place
            talon |= piles[DISCARDS]
            piles[DISCARDS] = 0
    return used


def _fit_net(rows: Rows, number: int, epochs: int, seed: int) -> tuple[Policy, float]:
    """One net by Adam, least squares; and what its answers lose in the tenth it has not seen."""
    luck = numpy.random.Generator(numpy.random.Philox([seed, number]))
    mine = rows.nets == number
    seen, gains = rows.seen[mine], rows.gains[mine]
    learned = len(seen) - len(seen) // 10
    mean, spread = seen.mean(0), seen.std(0) + numpy.float32(1e-3)
    # The first feature is always 1.
    mean[0], spread[0] = 0.0, 1.0
    wanted = numpy.clip(gains * _WIDE, -_MOST, _MOST)
    parts = _learn((seen[:learned] - mean) / spread, wanted[:learned], epochs, luck)
    first = parts[0] / spread[:, None]
    first[0] -= (first * mean[:, None]).sum(0)
    net = Policy(first.astype(numpy.float32), parts[1], parts[2][0])
    guess = _guesses([net.first, net.second, parts[2]], seen[learned:])[0]
    wrong = (guess >= 0) != (gains[learned:] >= 0)
    return net, float(numpy.abs(gains[learned:][wrong]).sum())


def _learn(seen: Floats, wanted: Floats, epochs: int, luck: Any) -> list[Floats]:
    parts = [
        luck.normal(0, INPUTS**-0.5, (INPUTS, UNITS)).astype(numpy.float32),
        numpy.zeros(UNITS, numpy.float32),
        numpy.zeros(1, numpy.float32),
    ]
    adam = Adam(parts)
    size = max(1, min(_BATCH, len(seen)))
    batches = len(seen) // size
    for step in range(epochs * batches):
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
        adam.walk(slopes, _RATE * 0.5 * (1 + cos(pi * step / (epochs * batches))))
    return parts


def _guesses(parts: list[Floats], seen: Floats) -> tuple[Floats, Floats, Any]:
    """What the net makes of some rows, its hidden units, and which of them are awake."""
    hidden, live = rectified(seen @ parts[0])
    guess: Floats = hidden @ parts[1] + parts[2]
    return guess, hidden, live
