"""Games of several seats in bulk: a game and a player for each seat in, who wins and what the game counts out."""

from __future__ import annotations

import random
import signal
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, NamedTuple

from printkit.games.census import winners_of
from printkit.games.core import CHANCE, Action, Game, Seat, pick
from printkit.games.find import find_census
from printkit.solver.seats import seated
from printkit.solver.statistics import Z_95, wilson

__all__ = ["Play", "Sample", "TableTally", "TableTask", "play_table", "played"]

_SEED_SHIFT = 40
_SPAN = 64
"""Games played in one go: the tally is the same whatever the number of workers."""


@dataclass(slots=True)
class Sample:
    """Observations added up: how many, their sum, the sum of their squares, and whether all were 0 or 1."""

    count: int = 0
    total: float = 0
    squares: float = 0
    yes_or_no: bool = True

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
        return self.mean - reach, self.mean + reach


@dataclass(slots=True)
class TableTally:
    """What so many games came to.

    `wins` counts games by seat, won alone or with others; `shares` are the parts of a win, a half each where two share
    it. `counted` holds what the game's census observes, by table and row.
    """

    games: int = 0
    rounds: int = 0
    draws: int = 0
    choices: int = 0
    wins: Counter[Seat] = field(default_factory=Counter)
    shares: defaultdict[Seat, Sample] = field(default_factory=lambda: defaultdict(Sample))
    counted: defaultdict[tuple[str, str], Sample] = field(default_factory=lambda: defaultdict(Sample))

    def add(self, other: TableTally) -> None:
        """Games played elsewhere, too."""
        self.games += other.games
        self.rounds += other.rounds
        self.draws += other.draws
        self.choices += other.choices
        self.wins.update(other.wins)
        for seat, share in other.shares.items():
            self.shares[seat].join(share)
        for row, sample in other.counted.items():
            self.counted[row].join(sample)


class Play(NamedTuple):
    """One game: its states, the actions between them, and how often a seat had more than one to choose from."""

    states: list[Any]
    actions: list[Action]
    choices: int


class TableTask(NamedTuple):
    """What to play: how the game is made, the player of each seat, and the seed. It goes to other processes."""

    make: Callable[[], Game[Any]]
    names: tuple[str, ...]
    seed: int = 0


def play_table(
    task: TableTask, games: int, *, workers: int = 1, progress: Callable[[int, int], None] | None = None
) -> TableTally:
    """Play games 0 to `games` - 1 of the task; an interrupt leaves those that were finished.

    Game number i of seed 0 is the one `printkit play --seed i` plays. Raises `InputError` for unknown players.
    """
    tally = TableTally()
    _sitting(task.make(), task.names, 0)
    parts = _alone(task, games) if workers == 1 else _together(task, games, workers)
    with suppress(KeyboardInterrupt):
        for part in parts:
            tally.add(part)
            if progress:
                progress(tally.games, games)
    return tally


def played(game: Game[Any], names: Sequence[str], number: int) -> Play:
    """Game `number`, between the players called `names`."""
    luck = random.Random(2 * number).random
    sitting = _sitting(game, names, number)
    states, actions, choices = [game.start], [], 0
    while (seat := states[-1].to_move()) is not None:
        state = states[-1]
        if seat == CHANCE:
            action = pick(state.chances(), luck())
        else:
            legal = state.legal()
            choices += len(legal) > 1
            action = sitting[seat](state.view(seat), legal)
        actions.append(action)
        states.append(state.apply(action))
    return Play(states, actions, choices)


def _sitting(game: Game[Any], names: Sequence[str], number: int) -> dict[Seat, Callable[..., Action]]:
    lots = random.Random(2 * number + 1).random
    return {seat: seated(game, name, lots) for seat, name in zip(game.seats, names, strict=True)}


def _alone(task: TableTask, games: int) -> Iterator[TableTally]:
    game = task.make()
    for number in range(games):
        yield _tally(game, task, range(number, number + 1))


def _together(task: TableTask, games: int, workers: int) -> Iterator[TableTally]:
    """Spans of games in their order, played by other processes a few ahead."""
    spans = [range(first, min(first + _SPAN, games)) for first in range(0, games, _SPAN)]
    pool = ProcessPoolExecutor(min(workers, len(spans)), initializer=_heed_no_interrupt)
    try:
        waiting: list[Future[TableTally]] = []
        for span in spans:
            waiting.append(pool.submit(_span, task, span))
            if len(waiting) > 2 * workers:
                yield waiting.pop(0).result()
        for future in waiting:
            yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _heed_no_interrupt() -> None:
    """Ctrl-C is for whoever gathers the games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _span(task: TableTask, span: range) -> TableTally:
    return _tally(task.make(), task, span)


def _tally(game: Game[Any], task: TableTask, span: range) -> TableTally:
    tally = TableTally()
    for number in span:
        _add(tally, game, played(game, task.names, (task.seed << _SEED_SHIFT) + number))
    return tally


def _add(tally: TableTally, game: Game[Any], play: Play) -> None:
    end = play.states[-1]
    winners = winners_of(game, end.outcome())
    tally.wins.update(winners)
    for seat in game.seats:
        tally.shares[seat].add((seat in winners) / max(1, len(winners)))
    tally.games += 1
    tally.choices += play.choices
    tally.draws += sum(state.to_move() == CHANCE for state in play.states)
    census = find_census(game.id)
    tally.rounds += census.rounds(end) if census else 1
    for entry in census.entries(play.states, play.actions) if census else ():
        tally.counted[entry.table, entry.row].add(entry.gained)
