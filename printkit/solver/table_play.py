"""Many plays of any game: who wins, the points of each seat and player, and what the game counts."""

from __future__ import annotations

import signal
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from json import dumps
from math import inf, sqrt
from random import Random
from typing import Any, NamedTuple

from printkit.games.core import CHANCE, UNFINISHED, Action, Seat
from printkit.games.game import Game, winners_of
from printkit.games.players import Player, sight_of
from printkit.solver.seats import seated
from printkit.solver.statistics import Z_95, wilson

__all__ = ["Play", "Sample", "TableTally", "TableTask", "line_of", "play_table", "played"]

_SEED_SHIFT = 40
_SPAN = 64
"""Games played in one go: the tally is the same whatever the number of workers."""


@dataclass(slots=True)
class Sample:
    """Observations added up: how many, their sum, the sum of their squares, and whether all were 0 or 1.

    `least` and `most` are bounds no mean can pass.
    """

    count: int = 0
    total: float = 0
    squares: float = 0
    yes_or_no: bool = True
    least: float = -inf
    most: float = inf

    def add(self, gained: float) -> None:
        """One observation more."""
        self.join(Sample(1, gained, gained * gained, gained in (0, 1)))

    def join(self, other: Sample) -> None:
        """Observations made elsewhere, too."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares
        self.yes_or_no = self.yes_or_no and other.yes_or_no

    @property
    def mean(self) -> float:
        """What was gained on average; 0 where nothing was observed."""
        return self.total / self.count if self.count else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean: Wilson's where all gains are 0 or 1, else that of the normal law."""
        if self.yes_or_no:
            return wilson(int(self.total), self.count)
        variance = max(0.0, self.squares / self.count - self.mean**2)
        reach = Z_95 * sqrt(variance / self.count)
        return max(self.least, self.mean - reach), min(self.most, self.mean + reach)


def _share() -> Sample:
    return Sample(least=0.0, most=1.0)


@dataclass(slots=True)
class TableTally:
    """What so many games came to.

    `wins` counts games by seat, won alone or with others; `shares` are the parts of a win, a half each where two share
    it, and `points` what the game paid, both by seat, and by player with one observation a deal. `counted` holds what
    the game's census observes, by table and row. `unfinished` games were broken off at the game's limit.
    """

    games: int = 0
    rounds: int = 0
    draws: int = 0
    choices: int = 0
    unfinished: int = 0
    wins: Counter[Seat] = field(default_factory=Counter)
    shares: defaultdict[Seat, Sample] = field(default_factory=lambda: defaultdict(_share))
    points: defaultdict[Seat, Sample] = field(default_factory=lambda: defaultdict(Sample))
    by_player: defaultdict[str, Sample] = field(default_factory=lambda: defaultdict(_share))
    points_by_player: defaultdict[str, Sample] = field(default_factory=lambda: defaultdict(Sample))
    counted: defaultdict[tuple[str, str], Sample] = field(default_factory=lambda: defaultdict(Sample))

    def add(self, other: TableTally) -> None:
        """Games played elsewhere, too."""
        self.games += other.games
        self.rounds += other.rounds
        self.draws += other.draws
        self.choices += other.choices
        self.wins.update(other.wins)
        self.unfinished += other.unfinished
        for name in ("shares", "points", "by_player", "points_by_player", "counted"):
            for key, sample in getattr(other, name).items():
                getattr(self, name)[key].join(sample)


class Play(NamedTuple):
    """One game: its states, the actions between them, and how often a seat had more than one to choose from."""

    states: list[Any]
    actions: list[Action]
    choices: int


class TableTask(NamedTuple):
    """What to play: how the game is made, the player of each seat, and the seed. It goes to other processes.

    `rotate`: each deal is played as often as there are seats, and the players move on by one seat each time.
    `record`: each play is written down as a line.
    """

    make: Callable[[], Game[Any]]
    names: tuple[str, ...]
    seed: int = 0
    rotate: bool = False
    record: bool = False

    @property
    def turns(self) -> int:
        """How often each deal is played."""
        return len(self.names) if self.rotate and len(set(self.names)) > 1 else 1


class _Part(NamedTuple):
    """What some games came to, and their lines where they are written down."""

    tally: TableTally
    lines: list[str]


def play_table(
    task: TableTask,
    games: int,
    *,
    workers: int = 1,
    progress: Callable[[int, int], None] | None = None,
    keep: Callable[[str], object] | None = None,
) -> TableTally:
    """Play games 0 to `games` - 1 of the task; an interrupt leaves those that were finished.

    `keep` gets each play as a line of JSON (`line_of`), in the order of their numbers.
    Where nothing rotates, game number i of seed 0 is the one `printkit play --seed i` plays. Raises `InputError` for
    unknown players.
    """
    tally = TableTally()
    _sitting(task.make(), task.names, 0)
    task = task._replace(record=keep is not None)
    parts = _alone(task, games) if workers == 1 else _together(task, games, workers)
    with suppress(KeyboardInterrupt):
        for part in parts:
            if keep:
                for line in part.lines:
                    keep(line)
            tally.add(part.tally)
            if progress:
                progress(tally.games, games)
    return tally


def played(game: Game[Any], names: Sequence[str], number: int, deal: int | None = None) -> Play:
    """Game `number`, between the players called `names`, with the chance of `deal` (usually that of its number).

    A play as long as the game's `ply_limit` is broken off.
    """
    rng = Random(2 * (number if deal is None else deal))
    sitting = _sitting(game, names, number)
    states, actions, choices = [game.start], [], 0
    for _ in range(game.module.ply_limit):
        state = states[-1]
        seat = state.to_move()
        if seat is None:
            break
        if seat == CHANCE:
            action = state.sample(rng)
        else:
            legal = state.legal()
            choices += len(legal) > 1
            action = sitting[seat](sight_of(game, state, seat, legal))
        actions.append(action)
        states.append(state.after(action))
    return Play(states, actions, choices)


def line_of(game: Game[Any], names: Sequence[str], number: int, deal: int, play: Play) -> str:
    """A play as one line of JSON: what was played under which options by whom, each action with its seat, the end.

    `seed` is that of the play, `deal` that of its chance: where they are equal, `printkit play --seed` plays it again.
    """
    end = play.states[-1]
    outcome = end.outcome()
    return dumps(
        {
            "game": game.id,
            "options": dict(game.options),
            "seed": number,
            "deal": deal,
            "players": dict(zip(game.seats, names, strict=True)),
            "by": [state.to_move() for state in play.states[:-1]],
            "actions": play.actions,
            "result": outcome.result if outcome else UNFINISHED,
            "returns": end.returns(),
        },
        ensure_ascii=False,
    )


def _sitting(game: Game[Any], names: Sequence[str], number: int) -> dict[Seat, Player]:
    rng = Random(2 * number + 1)
    return {seat: seated(game, name, rng) for seat, name in zip(game.seats, names, strict=True)}


def _alone(task: TableTask, games: int) -> Iterator[_Part]:
    game = task.make()
    for first in range(0, games, task.turns):
        yield _tally(game, task, range(first, min(first + task.turns, games)))


def _together(task: TableTask, games: int, workers: int) -> Iterator[_Part]:
    """Spans of games in their order, played by other processes a few ahead."""
    size = _SPAN // task.turns * task.turns
    spans = [range(first, min(first + size, games)) for first in range(0, games, size)]
    pool = ProcessPoolExecutor(min(workers, len(spans)), initializer=_heed_no_interrupt)
    done = False
    try:
        waiting: list[Future[_Part]] = []
        for span in spans:
            waiting.append(pool.submit(_span, task, span))
            if len(waiting) > 2 * workers:
                yield waiting.pop(0).result()
        for future in waiting:
            yield future.result()
        done = True
    finally:
        pool.shutdown(wait=done, cancel_futures=True)


def _heed_no_interrupt() -> None:
    """Ctrl-C is for the process that gathers the games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _span(task: TableTask, span: range) -> _Part:
    return _tally(task.make(), task, span)


def _tally(game: Game[Any], task: TableTask, span: range) -> _Part:
    tally, lines = TableTally(), list[str]()
    together: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
    for number in span:
        turn, seed = number % task.turns, task.seed << _SEED_SHIFT
        names = task.names[turn:] + task.names[:turn]
        deal = seed + number // task.turns
        play = played(game, names, seed + number, deal)
        if task.record:
            lines.append(line_of(game, names, seed + number, deal, play))
        for name, seat in zip(names, _add(tally, game, play), strict=True):
            together[name].append(seat)
        if turn == task.turns - 1 or number == span[-1]:
            # The games of one deal are no independent observations, so their mean is one.
            for name, won in together.items():
                tally.by_player[name].add(sum(share for share, _ in won) / len(won))
                tally.points_by_player[name].add(sum(points for _, points in won) / len(won))
            together.clear()
    return _Part(tally, lines)


def _add(tally: TableTally, game: Game[Any], play: Play) -> list[tuple[float, float]]:
    """Count a play; the part of the win and the points of each seat."""
    end = play.states[-1]
    winners = winners_of(game, end.outcome())
    tally.wins.update(winners)
    shares = [(seat in winners) / max(1, len(winners)) for seat in game.seats]
    points = end.returns()
    for seat, share, won in zip(game.seats, shares, points, strict=True):
        tally.shares[seat].add(share)
        tally.points[seat].add(won)
    tally.games += 1
    tally.unfinished += end.to_move() is not None
    tally.choices += play.choices
    tally.draws += sum(state.to_move() == CHANCE for state in play.states)
    census = game.module.census
    tally.rounds += census.rounds(end) if census else 1
    for entry in census.entries(play.states, play.actions) if census else ():
        tally.counted[entry.table, entry.row].add(entry.gained)
    return list(zip(shares, points, strict=True))
