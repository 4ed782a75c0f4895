"""Simulates Youscout together in bulk: wins and points by seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy

from printkit.errors import InputError, nearest_hint
from printkit.games.core import Action
from printkit.games.game import Game
from printkit.games.youscout.board import swapped
from printkit.games.youscout.cards import ATTACK, BOARD_MAJORS, DEATH, FOOL, PAIN
from printkit.games.youscout.seeded_deal import card_of, major_of
from printkit.games.youscout_together.table import Table
from printkit.lab.youscout.tables import Integers
from printkit.solver.statistics import Z_95
from studies import together_kernel as kernel

__all__ = ["POLICIES", "Bulk", "Mean", "actions_of", "play_bulk"]

POLICIES = {"random": kernel.RANDOM, "thumb": kernel.THUMB, "greedy": kernel.GREEDY}
"""The players the kernel plays."""

_CHUNK = 5000
_MOST_ACTIONS = 4 * (6 + 3 + 4 + 2 * 58)


class Mean(NamedTuple):
    """A mean and half the width of its 95 % interval."""

    value: float
    reach: float


class Bulk(NamedTuple):
    """The results of a series of games: share of the wins by seat, points by seat, points by place, turns a game."""

    games: int
    shares: tuple[Mean, ...]
    points: tuple[Mean, ...]
    places: tuple[Mean, ...]
    turns: Mean
    ties: Mean

    @property
    def advantage(self) -> Mean:
        """The largest distance of a seat's share of the wins from an equal share, with the widest half-interval."""
        equal = 1 / len(self.shares)
        return Mean(
            max(abs(share.value - equal) for share in self.shares), max(share.reach for share in self.shares)
        )


def play_bulk(
    game: Game[Table],
    players: Sequence[str],
    games: int,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Bulk:
    """Play the games with a player for each seat; raises `InputError` for one the kernel does not know."""
    play_work = _room(game, players, 0)
    chunks = []
    for first in range(0, games, _CHUNK):
        results = numpy.zeros((min(_CHUNK, games - first), 21), numpy.int64)
        kernel.play_games(play_work, numpy.uint64(seed), first, results)
        chunks.append(results)
        if progress:
            progress(first + len(results), games)
    return _summed(game, numpy.concatenate(chunks))


def actions_of(
    game: Game[Table], players: Sequence[str], number: int, seed: int = 0
) -> tuple[tuple[Action, ...], tuple[int, ...]]:
    """The actions of one of these games as the rules' engine takes them, and its points."""
    play_work = _room(game, players, _MOST_ACTIONS)
    results = numpy.zeros((1, 21), numpy.int64)
    kernel.play_games(play_work, numpy.uint64(seed), number, results)
    codes = [int(code) for code in play_work.trace[1 : 1 + play_work.trace[0]]]
    return tuple(_actions(codes)), tuple(int(points) for points in results[0, : len(game.seats)])


def _room(game: Game[Table], players: Sequence[str], actions: int) -> kernel.PlayWorkspace:
    agreed = game.start.agreed
    if agreed.rules.swap != "memorial":
        # Under memorial a board as laid and one after the swap are equally likely, so the kernel needs no swap.
        raise InputError("the kernel plays swap=memorial only", key="--option")
    for name in players:
        if name not in POLICIES:
            raise InputError(f"the kernel has no player {name!r}", hint=nearest_hint(name, POLICIES))
    policies = [POLICIES[name] for name in players] + [0] * (4 - len(players))
    spec = [agreed.players, agreed.rounds, agreed.rules.ties_win, *policies]
    codes = [major_of(index) for index in range(2 * len(BOARD_MAJORS))]
    numbers = [[agreed.rules.numbers[code][column] for column in (ATTACK, PAIN)] for code in codes]
    values = [agreed.rules.values[card_of(index)] for index in range(56)]
    tables = [numpy.array(each, numpy.int64) for each in (spec, numbers, values)]
    return kernel.make_play_workspace(tables[0], tables[1], tables[2], actions)


def _actions(codes: Sequence[int]) -> list[Action]:
    """The actions a trace encodes; a board is given as laid, before the swap of 8 and 11."""
    words = ("lay", "open", "place", "take", "take", "take", "draw")
    actions: list[Action] = []
    boards = [major_of(code) for code in codes if code < kernel.OPEN]
    laid = iter(
        [code for at in range(0, len(boards), 6) for code in swapped(tuple(boards[at : at + 6]), "memorial")]
    )
    for code in codes:
        kind, what = code // 100 * 100, code % 100
        if kind == kernel.LAY:
            stated = next(laid)
        elif kind == kernel.PLACE:
            stated = str(what)
        else:
            stated = {kernel.FOOL: FOOL, kernel.DEATH: DEATH}.get(what) or card_of(what)
        answer = {kernel.MOVE: " move", kernel.STAY: " stay"}.get(kind, "")
        actions.append(f"{words[kind // 100]} {stated}{answer}")
    return actions


def _summed(game: Game[Table], results: Integers) -> Bulk:
    players, rounds = game.start.agreed.players, game.start.agreed.rounds
    points = results[:, :players]
    winners = points == points.max(axis=1, keepdims=True)
    shares = winners / winners.sum(axis=1, keepdims=True)
    by_round = results[:, 5 : 5 + 4 * rounds].reshape(len(results), rounds, 4)[:, :, :players]
    return Bulk(
        games=len(results),
        shares=tuple(_mean(shares[:, seat]) for seat in range(players)),
        points=tuple(_mean(points[:, seat]) for seat in range(players)),
        places=tuple(_mean(by_round[:, :, place].mean(axis=1)) for place in range(players)),
        turns=_mean(results[:, 4]),
        ties=_mean(winners.sum(axis=1) > 1),
    )


def _mean(values: Integers) -> Mean:
    reach = Z_95 * float(values.std()) / len(values) ** 0.5
    return Mean(float(values.mean()), reach)
