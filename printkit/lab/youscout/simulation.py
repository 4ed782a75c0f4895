"""Plays many games in bulk and counts wins and lengths."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, TypeAlias

import numpy

from printkit.errors import InputError, nearest_hint
from printkit.games.game import Game
from printkit.games.youscout.board import whirl
from printkit.games.youscout.cards import BOARD_MAJORS, Card, major_number
from printkit.games.youscout.rules import Rules
from printkit.lab.compiled import compiled
from printkit.lab.youscout.bits import open_stream
from printkit.lab.youscout.exact_odds import (
    ADVICE_FIELDS,
    PLAY,
    advise_games,
    best_start,
    make_odds_workspace,
)
from printkit.lab.youscout.heuristic import heuristic_for
from printkit.lab.youscout.open_deck_search import solve_deals
from printkit.lab.youscout.play import (
    CHOICES,
    DRAWS,
    PLANNED,
    PLAY_STREAM,
    PLAYED,
    RANDOM,
    clear_table,
    make_play_workspace,
    make_trace,
    place_by_lot,
    play_on,
    thumb_start,
)
from printkit.lab.youscout.search_workspace import (
    LINE_ANSWERS,
    LINE_DRAWS,
    OUTCOME,
    RESULT_FIELDS,
    UNRESOLVED,
    WON,
    make_search_workspace,
)
from printkit.lab.youscout.tables import ALL_MINORS, ANY_PLACE, Integers, KernelRules, kernel_rules, rules_of
from printkit.solver.statistics import wilson

__all__ = [
    "PLAYERS",
    "STARTS",
    "Tally",
    "Task",
    "board_codes",
    "plan_of",
    "play_games",
    "simulate",
    "warm_up",
]

PLAYERS = ("random", "move", "stay", "thumb", "advised", "clairvoyant")
STARTS = ("1", "2", "3", "4", "5", "6", "random", "best")

START_GAMES = 64
"""Games a simple player imagines for each start before it chooses one."""

ADVISED_START_GAMES = 256
"""The same for `advised`."""

ADVICE_GAMES = 512
"""Games imagined for each answer, at most."""

EXACT_MINORS = 8
"""With this many minors left or fewer in the last pass, odds are exact."""

SEARCH_BUDGET = 100_000
"""Answers tried for one deal and start before it counts as unresolved."""

_BY_LOT, _BY_TRIAL, _BY_HEURISTIC = range(3)

Chunk: TypeAlias = tuple[int, Integers]
"""How many games of a chunk were played, and for each won (1), unresolved (2) or neither, draws and choices."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is played: `start` is one of `STARTS`; `deck` is the set of minors, to leave some out in tests.

    `board` is the same for all games, after 8 and 11 have traded places; without one it is dealt.
    `best` is the start this player thinks best on the board it sees; for `clairvoyant`, whichever wins.
    """

    game: Game[Any]
    player: str
    start: str = "random"
    seed: int = 0
    deck: int = ALL_MINORS
    board: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        rules_of(self.game)
        for what, name, known in (("player", self.player, PLAYERS), ("start", self.start, STARTS)):
            if name not in known:
                raise InputError(f"unknown {what} {name!r}", hint=nearest_hint(name, known))
        if self.board and self.player == "clairvoyant":
            raise InputError("the clairvoyant plays whole deals, with their own boards")
        if self.board:
            forced = whirl(self.board, rules_of(self.game).swap)
            if self.start.isdigit() and forced and int(self.start) not in forced.start:
                raise InputError(f"this board forbids a start on {self.start}")
        if not 0 <= self.seed < 2**64:
            raise InputError(f"a seed is a whole number from 0 to 2^64 - 1, not {self.seed}")


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of a series of games: draws and answers of the player are counted over all of them."""

    games: int = 0
    wins: int = 0
    unresolved: int = 0
    draws: int = 0
    choices: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.games + other.games,
            self.wins + other.wins,
            self.unresolved + other.unresolved,
            self.draws + other.draws,
            self.choices + other.choices,
        )

    @property
    def rate(self) -> float:
        """Wins a game; the unresolved count as lost."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of 95 %, in which the unresolved count both ways."""
        return wilson(self.wins, self.games, self.unresolved)


def simulate(
    task: Task, games: int, *, workers: int = 1, progress: Callable[[int, int], None] | None = None
) -> Tally:
    """Play the games 0 to `games` - 1 of the task's seed; the same tally whatever the number of workers.

    Interrupted (Ctrl-C), it gives the tally of the first games of the row, as many as were played: fewer
    than requested, and the same as if this many had been requested. `progress` hears games played and all.
    """
    if games < 1 or workers < 1:
        raise InputError("games and workers are counted from 1")
    stop = numpy.zeros(1, numpy.int64)
    spans = _spans(task, games)
    chunks: dict[int, Chunk] = {}
    # Here compiling can be interrupted; in a thread it could not.
    warm_up(task)
    makers = [_chunk_maker(task, stop) for _ in range(min(workers, len(spans)))]
    with ThreadPoolExecutor(len(makers)) as pool:
        try:
            _work(pool, makers, spans, chunks, progress, games)
        except KeyboardInterrupt:
            stop[0] = 1
    return _tally(spans, chunks)


def warm_up(task: Task) -> None:
    """Have the machine code for a task ready: the first time of all it is compiled, for some seconds."""
    _chunk_maker(task, numpy.zeros(1, numpy.int64))(0, 0)


def play_games(task: Task, first: int, games: int) -> Integers:
    """The games `first` and on, one a row: won (1), lost (0) or unresolved (2), draws, answers of the player."""
    return _chunk_maker(task, numpy.zeros(1, numpy.int64))(first, games)[1]


def plan_of(rules: Rules, player: str) -> Integers:
    """Whether a planned player moves: on places 1 to 3 after a lower start, then after an upper start."""
    if player == "stay":
        return numpy.zeros(6, numpy.int64)
    plan = numpy.ones(6, numpy.int64)
    if player != "move":
        rule = heuristic_for(rules)
        plan[[*(place - 1 for place in rule.below), *(place + 2 for place in rule.above)]] = 0
    return plan


def _spans(task: Task, games: int) -> list[tuple[int, int]]:
    """The games in chunks of a few hundredths of a second, which depend on nothing but the task."""
    draws = 30 * rules_of(task.game).terminals
    cost = {"advised": 2000, "clairvoyant": 20}.get(task.player, 1)
    if task.start == "best" and task.player not in ("clairvoyant", "thumb"):
        cost += 6 * (ADVISED_START_GAMES if task.player == "advised" else START_GAMES)
    size = max(1, 1_000_000 // (draws * cost))
    return [(first, min(size, games - first)) for first in range(0, games, size)]


def _work(
    pool: ThreadPoolExecutor,
    makers: list[Callable[[int, int], Chunk]],
    spans: list[tuple[int, int]],
    chunks: dict[int, Chunk],
    progress: Callable[[int, int], None] | None,
    games: int,
) -> None:
    """Fill `chunks` by the first game of each; every maker has one chunk in hand at most."""
    waiting: Iterator[tuple[int, int]] = iter(spans)
    running: dict[Future[Chunk], tuple[int, Callable[[int, int], Chunk]]] = {}
    done = 0
    try:
        for maker, (first, size) in zip(makers, islice(waiting, len(makers)), strict=False):
            running[pool.submit(maker, first, size)] = first, maker
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                first, maker = running.pop(future)
                chunks[first] = future.result()
                done += chunks[first][0]
                for following, size in islice(waiting, 1):
                    running[pool.submit(maker, following, size)] = following, maker
            if progress:
                progress(done, games)
    except KeyboardInterrupt:
        # What is in hand is cut short by the stop flag, and still counts.
        for future, (first, _) in running.items():
            future.add_done_callback(partial(_keep, chunks, first))
        raise


def _keep(chunks: dict[int, Chunk], first: int, future: Future[Chunk]) -> None:
    chunks[first] = future.result()


def _tally(spans: list[tuple[int, int]], chunks: dict[int, Chunk]) -> Tally:
    """The chunks one after the other, up to the first game that was not played."""
    tally = Tally()
    for first, size in spans:
        if first not in chunks:
            break
        played, rows = chunks[first]
        done = rows[:played]
        tally += Tally(
            games=played,
            wins=int(numpy.count_nonzero(done[:, 0] == WON)),
            unresolved=int(numpy.count_nonzero(done[:, 0] == UNRESOLVED)),
            draws=int(done[:, 1].sum()),
            choices=int(done[:, 2].sum()),
        )
        if played < size:
            break
    return tally


def _places(task: Task) -> int:
    return 1 << int(task.start) if task.start.isdigit() else ANY_PLACE


def _chunk_maker(task: Task, stop: Integers) -> Callable[[int, int], Chunk]:
    """A function for one thread that plays this many games from a first one on."""
    makers = {"clairvoyant": _solving, "advised": _advising}
    return makers.get(task.player, _playing)(task, kernel_rules(rules_of(task.game)), stop)


def _playing(task: Task, rules: KernelRules, stop: Integers) -> Callable[[int, int], Chunk]:
    plan = plan_of(rules_of(task.game), task.player)
    play_work, other, trace = make_play_workspace(plan), make_play_workspace(plan), make_trace(0)
    spec, seed = play_spec(task), numpy.uint64(task.seed)
    board = board_codes(task.board)

    def play(first: int, games: int) -> Chunk:
        rows = numpy.zeros((games, 3), numpy.int64)
        return play_row(rules, play_work, other, board, spec, seed, first, stop, trace, rows), rows

    return play


def board_codes(board: Sequence[Card]) -> Integers:
    """The majors of a board as the kernels number them."""
    codes = [2 * BOARD_MAJORS.index(major_number(card)) + card.endswith("r") for card in board]
    return numpy.array(codes, numpy.int64)


def play_spec(task: Task) -> Integers:
    """What `play_row` must know of a task: policy, places, how the start is chosen, trials, deck."""
    by = _BY_LOT
    if task.start == "best":
        by = _BY_HEURISTIC if task.player == "thumb" else _BY_TRIAL
    policy = RANDOM if task.player == "random" else PLANNED
    return numpy.array([policy, _places(task), by, START_GAMES, task.deck], numpy.int64)


def _advising(task: Task, rules: KernelRules, stop: Integers) -> Callable[[int, int], Chunk]:
    plan = plan_of(rules_of(task.game), task.player)
    play_work, other, book, trace = (
        make_play_workspace(plan),
        make_play_workspace(plan),
        make_odds_workspace(plan),
        make_trace(0),
    )
    advice, board = numpy.zeros(ADVICE_FIELDS, numpy.float64), board_codes(task.board)
    start_games = ADVISED_START_GAMES if task.start == "best" else 0
    places = _places(task)
    spec = numpy.array([PLAY, places, start_games, ADVICE_GAMES, EXACT_MINORS, task.deck], numpy.int64)
    seed = numpy.uint64(task.seed)

    def play(first: int, games: int) -> Chunk:
        rows = numpy.zeros((games, 3), numpy.int64)
        played = advise_games(
            rules, play_work, other, book, board, spec, seed, first, stop, trace, advice, rows
        )
        return played, rows

    return play


def _solving(task: Task, rules: KernelRules, stop: Integers) -> Callable[[int, int], Chunk]:
    search_work, seed = make_search_workspace(), numpy.uint64(task.seed)
    spec = numpy.array([_places(task), task.start != "best", task.deck, 0, SEARCH_BUDGET, 1], numpy.int64)
    deals = numpy.zeros(0, numpy.int64)

    def play(first: int, games: int) -> Chunk:
        rows = numpy.zeros((games, RESULT_FIELDS), numpy.int64)
        played = solve_deals(rules, search_work, deals, spec, seed, first, stop, rows)
        return played, numpy.ascontiguousarray(rows[:, [OUTCOME, LINE_DRAWS, LINE_ANSWERS]])

    return play


@compiled
def play_row(
    rules: Any,
    play_work: Any,
    other: Any,
    board: Any,
    spec: Any,
    seed: Any,
    first: Any,
    stop: Any,
    trace: Any,
    rows: Any,
) -> Any:
    """Play the games `first` and on of a seed, at random or by plan; how many until `stop[0]` was set."""
    policy, places, by, trials, deck = spec[0], spec[1], spec[2], spec[3], spec[4]
    for row in range(rows.shape[0]):
        if stop[0]:
            return row
        open_stream(play_work.stream, seed, PLAY_STREAM, first + row, PLAYED)
        start = place_by_lot(rules, play_work, places, board)
        if by == _BY_TRIAL:
            start = best_start(rules, play_work, other, places, policy, trials, deck, trace)
        elif by == _BY_HEURISTIC:
            start = thumb_start(rules, play_work)
        clear_table(rules, play_work, start, deck)
        rows[row, 0] = play_on(rules, play_work, policy, trace)
        rows[row, 1] = play_work.moment[DRAWS]
        rows[row, 2] = play_work.moment[CHOICES]
    return rows.shape[0]
