"""A resumable certificate of bounds on optimal play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from math import ceil, floor
from typing import Any, TypeAlias

import numpy

from printkit.errors import InputError
from printkit.games.game import Game
from printkit.games.youscout.cards import Card
from printkit.lab.youscout.bounds import PLAYED, RATED, RELAXED, bound_boards
from printkit.lab.youscout.nets import nets_for, policy_for
from printkit.lab.youscout.policy import no_policy
from printkit.lab.youscout.relaxation import CEILING, make_bound_workspace
from printkit.lab.youscout.search import Memory
from printkit.lab.youscout.simulation import board_codes
from printkit.lab.youscout.tables import ALL_MINORS, ANY_PLACE, kernel_rules, rules_of
from printkit.lab.youscout.value import Nets
from printkit.solver.confidence import least_mean, most_mean

__all__ = [
    "BOARDS_A_CHUNK",
    "DECKS",
    "MICRO",
    "ROLLOUTS",
    "Boards",
    "Bounds",
    "Question",
    "bound",
    "bounds_of",
    "certify",
]

# So often somebody looks whether the time is over.
LOOK_SECONDS = 0.2
BOARDS_A_CHUNK = 4
ROLLOUTS, DECKS = 1024, 1
"""What is usual of a question: games imagined at most for what an answer gains, and decks searched for each start."""

PLAYED_A_BOARD, RATED_A_BOARD = 2, 1024
"""Boards on which the policy plays, and boards only rated, for every one that is relaxed: they are so much cheaper."""

_TOGETHER = 128
"""Ratings are kept as means of this many."""

_MISS_GAIN, _MISS_PLAYED, _MISS_RATED = 0.018, 0.005, 0.002
"""One-sided error probabilities: of what optimal play gains, of what the policy wins, and of the ratings."""

MICRO = 1_000_000
"""Results are whole millionths, rounded away from each other: so their sums are exact."""

LOOKS_AFFORDED = 100_000_000
"""Most tables and rollouts for one deck and start; beyond them its upper limit counts."""

Chunk: TypeAlias = tuple[list[int], list[int], list[int], int]


@dataclass(frozen=True, slots=True)
class Question:
    """What is bounded: optimal play of a game, the start chosen from the board, with a hidden talon.

    `rollouts`: how many games are imagined at most for what an answer gains; `decks` are searched for each start. More
    of either tighten the upper bound. With no rollouts the value is believed, which is right only where it is the
    policy's own. That, `nets`, `known` and `deck` are for tests: another value, and few minors. `board` is the same
    always, after 8 and 11 have traded places, and `start` a place; else all are allowed.
    """

    game: Game[Any]
    seed: int = 0
    rollouts: int = ROLLOUTS
    decks: int = DECKS
    nets: Nets | None = None
    known: Memory | None = None
    deck: int = ALL_MINORS
    board: tuple[Card, ...] = ()
    start: int = 0

    def __post_init__(self) -> None:
        if rules_of(self.game).replacements:
            raise InputError(
                "no bounds under war replacement: its answers are too many", hint="replacements=0"
            )
        if not 0 <= self.seed < 2**64:
            raise InputError(f"a seed is a whole number from 0 to 2^64 - 1, not {self.seed}")
        if self.nets and not all(numpy.isfinite(layer).all() for layer in self.nets):
            raise InputError("a value holds a number that is not finite", key="nets")

    @property
    def games_a_board(self) -> int:
        """Games by which the policy chooses between starts, and that it plays then."""
        return max(64, self.rollouts // 2)


@dataclass(frozen=True, slots=True)
class Boards:
    """What was found, in millionths of a win.

    `gains`: by how much more than the policy the optimal play wins at most, on each board in the row; `played`: by how
    much more than its rating the policy wins on each of other boards, the mean of some games; `rated`: how yet other
    boards are rated, means of many. `given_up`: decks for which the ceiling had to do.
    """

    gains: tuple[int, ...] = ()
    played: tuple[int, ...] = ()
    rated: tuple[int, ...] = ()
    given_up: int = 0

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """All numbers."""
        return self.gains, self.played, self.rated


@dataclass(frozen=True, slots=True)
class Bounds:
    """Means of both bounds, and the 95 % certificate: below `least` or above `most` with odds of 2.5 % each.

    However many boards were done, and whatever made one stop.
    """

    boards: int
    lower: float
    upper: float
    least: float
    most: float

    @property
    def gap(self) -> float:
        """How far apart the certified bounds are."""
        return self.most - self.least


def bounds_of(boards: Boards) -> Bounds:
    """The bounds these boards prove; without any, all is possible."""
    if not boards.gains:
        return Bounds(0, 0.0, 1.0, 0.0, 1.0)
    gains, played, rated = (numpy.array(row, numpy.float64) / MICRO for row in boards.rows)
    lower = (sum(boards.rated) / len(rated) + sum(boards.played) / len(played)) / MICRO
    least = least_mean(played, -1.0, _MISS_GAIN + _MISS_PLAYED) + least_mean(rated, 0.0, _MISS_RATED)
    most = most_mean(played, 1.0, _MISS_PLAYED) + most_mean(rated, 1.0, _MISS_RATED)
    return Bounds(
        boards=len(gains),
        lower=lower,
        upper=lower + sum(boards.gains) / len(gains) / MICRO,
        least=max(0.0, least),
        # What is kept of the policy was rounded down.
        most=min(1.0, most + 2 / MICRO + most_mean(gains, CEILING, _MISS_GAIN)),
    )


def certify(
    question: Question,
    done: Boards = Boards(),
    *,
    workers: int = 1,
    enough: Callable[[Boards], bool],
    keep: Callable[[Boards], None] = lambda boards: None,
) -> Boards:
    """More boards of the question's row after those `done`, until there are `enough` of them.

    The row depends on the question alone, not on the workers, and what is returned is always a beginning of
    it: that of an interrupt (Ctrl-C) too. `keep` and `enough` hear each longer beginning.
    """
    stop = numpy.zeros(1, numpy.int64)
    if enough(done):
        return done
    # Here compiling can be interrupted; in a thread it could not.
    makers = [_chunk_maker(question, stop) for _ in range(workers)]
    makers[0](0, 0)
    with ThreadPoolExecutor(workers) as pool:
        try:
            for boards in _row(pool, makers, done):
                if boards is not done:
                    done = boards
                    keep(done)
                if enough(done):
                    break
        except KeyboardInterrupt:
            pass
        stop[0] = 1
    return done


def bound(question: Question, boards: int) -> Bounds:
    """The bounds by this many boards."""
    return bounds_of(certify(question, enough=lambda done: len(done.gains) >= boards))


def _row(
    pool: ThreadPoolExecutor, makers: list[Callable[[int, int], Chunk]], done: Boards
) -> Iterator[Boards]:
    """Every longer beginning of the row, and now and then the same again; each maker has one chunk in hand."""
    following = len(done.gains)
    busy: dict[Future[Chunk], tuple[int, int]] = {}
    ready: dict[int, Chunk] = {}
    idle = list(range(len(makers)))
    while True:
        while idle:
            maker = idle.pop()
            busy[pool.submit(makers[maker], following, BOARDS_A_CHUNK)] = (maker, following)
            following += BOARDS_A_CHUNK
        finished = wait(busy, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED).done
        if not finished:
            yield done
        for future in finished:
            maker, first = busy.pop(future)
            idle.append(maker)
            ready[first] = future.result()
        while (chunk := ready.pop(len(done.gains), None)) is not None:
            *rows, given_up = chunk
            gains, played, rated = (old + tuple(new) for old, new in zip(done.rows, rows, strict=True))
            done = Boards(gains, played, rated, done.given_up + given_up)
            yield done


def _chunk_maker(question: Question, stop: Any) -> Callable[[int, int], Chunk]:
    """A function for one thread that bounds this many boards from a first one on."""
    rules = kernel_rules(rules_of(question.game))
    nets = question.nets or nets_for(question.game)
    policy = no_policy() if question.nets else policy_for(question.game)
    bound_work = make_bound_workspace(rules, nets, policy, known=question.known, stop=stop)
    spec = numpy.array(
        [
            question.deck,
            1 << question.start if question.start else ANY_PLACE,
            question.decks,
            question.rollouts,
            question.games_a_board,
            LOOKS_AFFORDED,
        ],
        numpy.int64,
    )
    seed, board = numpy.uint64(question.seed), board_codes(question.board)

    def make(first: int, boards: int) -> Chunk:
        bound_work.looks[:] = 0
        results = []
        for task, width in ((RELAXED, 1), (PLAYED, PLAYED_A_BOARD), (RATED, RATED_A_BOARD)):
            worth = numpy.zeros(boards * width, numpy.float64)
            bound_boards(rules, nets, bound_work, task, spec, seed, first * width, board, worth)
            results.append(worth)
        results[2] = results[2].reshape(-1, _TOGETHER).mean(1)
        return (
            [ceil(each * MICRO) for each in results[0].tolist()],
            [floor(each * MICRO) for each in results[1].tolist()],
            [floor(each * MICRO) for each in results[2].tolist()],
            int(bound_work.looks[1]),
        )

    return make
