"""A resumable certificate of bounds on optimal play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from math import ceil, floor
from typing import Any, TypeAlias

import numpy
from numpy import int64

from printkit.errors import InputError
from printkit.games.game import Game
from printkit.games.youscout.cards import Card
from printkit.lab.compiled import compiled, inner, shared
from printkit.lab.youscout.bits import open_stream
from printkit.lab.youscout.nets import nets_for, policy_for
from printkit.lab.youscout.play import deal_board
from printkit.lab.youscout.policy import no_policy
from printkit.lab.youscout.relaxation import CEILING, MOST_GAIN, lay_table, make_bound_workspace, open_gain
from printkit.lab.youscout.rollouts import gain_of_start, mean_of_start
from printkit.lab.youscout.search import Memory, shuffle
from printkit.lab.youscout.simulation import board_codes
from printkit.lab.youscout.tables import ALL_MINORS, ANY_PLACE, TERMINALS, kernel_rules, rules_of
from printkit.lab.youscout.turn import forced_start, set_margins
from printkit.lab.youscout.value import Nets, value_of
from printkit.solver.confidence import least_mean, most_mean

__all__ = [
    "BOARDS_A_CHUNK",
    "DECKS",
    "MICRO",
    "RELAXED",
    "ROLLOUTS",
    "Boards",
    "Bounds",
    "Question",
    "bound",
    "bound_boards",
    "bounds_of",
    "certify",
]

BOARD_STREAM, GAME_STREAM = 6, 8
"""The second words of the random keys of boards, and of games on them; purposes separate their uses."""

RELAXED, PLAYED, RATED = range(3)

_NEAR = 0.08
"""A start is tried that looks no more than this behind the best one."""

_TRUST = 3 / 2048
"""How much a game counts in the choice of a start, where what the start looks worth counts 1.

The value knows well which of neighbours is better, but errs by some points between the two sides.
"""

_STARTS, _START_SHARPNESS, _CLOSE = 4.0, 6.0, 0.01
"""Games for a start: four times as many as for an answer at most, since its noise is that of all decks; this many that
the spread of their mean, for that of one game's difference is 0.5, be a twelfth of what it seems behind or less."""


@inner
def _deal(rules: Any, bound_work: Any, board: Any, seed: Any, number: Any, purpose: Any) -> None:
    play_work = bound_work.play_work
    open_stream(play_work.stream, seed, BOARD_STREAM, number, purpose)
    if board.shape[0]:
        for place in range(6):
            play_work.board[place] = board[place]
    else:
        deal_board(rules, play_work)
    set_margins(rules, play_work.board, play_work.margins)


@inner
def _rate_starts(rules: Any, nets: Any, bound_work: Any, places: Any, deck: Any) -> Any:
    """What each allowed start is worth by the fitted value, in `starts`; the greatest of them."""
    play_work, starts, later = bound_work.play_work, bound_work.starts, rules.options[TERMINALS] - 1
    top = 0.0
    for start in range(1, 7):
        starts[start] = -1.0
        if places >> start & 1:
            lay_table(bound_work, start, deck)
            upper = 1 if start > 3 else 0
            starts[start] = value_of(
                rules,
                nets,
                bound_work.rollout_work.value_work,
                play_work.margins,
                play_work.piles,
                start,
                deck,
                later,
                upper,
                False,
            )
            top = max(top, starts[start])
    return top


@shared
def _choose_start(rules: Any, nets: Any, bound_work: Any, deck: Any, top: Any, games: Any) -> Any:
    """The policy's start: of those that look nearly as good as the best one, the one that looks and wins most.

    Both are right within one or two points, in different ways.
    """
    best, most, near = 0, -1.0, 0
    for start in range(1, 7):
        near += bound_work.starts[start] >= top - _NEAR
    for start in range(1, 7):
        if bound_work.starts[start] < top - _NEAR:
            continue
        worth = bound_work.starts[start]
        if near > 1:
            won = mean_of_start(
                rules, nets, bound_work.rollout_work, bound_work.play_work.margins, start, deck, games
            )
            worth += games * _TRUST * won
        if worth > most:
            best, most = start, worth
    return best


@shared
def _relax_board(rules: Any, nets: Any, bound_work: Any, spec: Any, seed: Any, number: Any, best: Any) -> Any:
    """By how much the best start and answers are better at most than the policy, as a mean over some decks.

    A start that is not the policy's gains what it would bring a player who goes on by the policy, as an answer does.
    It is chosen from the board, not from the deck: so the mean comes first, and then the greatest.
    """
    deck, decks, games, budget = spec[0], spec[2], spec[3], spec[5]
    starts, rollout_work = bound_work.starts, bound_work.rollout_work
    top = 0.0
    for start in range(1, 7):
        if starts[start] < 0.0 or bound_work.stop[0]:
            continue
        gained = 0.0
        if start != best:
            gained = starts[start] - starts[best]
            if games:
                wanted = (_START_SHARPNESS / max(-gained, _CLOSE)) ** 2
                count = max(2, int64(min(wanted, _STARTS * games)))
                open_stream(rollout_work.stream, seed, GAME_STREAM, number, start)
                gained = gain_of_start(
                    rules, nets, rollout_work, bound_work.play_work.margins, start, best, deck, count
                )
        total = 0.0
        for each in range(decks):
            shuffle(bound_work, rules, seed, number, each)
            open_stream(rollout_work.stream, seed, GAME_STREAM, number, (each + 1) << 3 | start)
            found = gained + open_gain(rules, nets, bound_work, start, deck, gained, games, budget)
            total += found if found <= MOST_GAIN else CEILING
        top = max(top, total / decks)
    return top


@compiled
def bound_boards(
    rules: Any,
    nets: Any,
    bound_work: Any,
    task: Any,
    spec: Any,
    seed: Any,
    first: Any,
    board: Any,
    worth: Any,
) -> Any:
    """Bound the boards `first` and on of a seed; how many until `bound_work.stop[0]` was set.

    Into `worth` goes, with `task` RATED, what a board looks worth; PLAYED: by how much more the policy wins, as a mean
    over some games; RELAXED: by how much more than the policy optimal play wins at most. `spec`: the deck as a set, the
    starts allowed as bits, decks for each start, games imagined at most for an answer, games the policy plays on a
    board, tables and games for one deck and start at most. Six codes in `board` are the board, always.
    """
    deck = spec[0]
    for row in range(worth.shape[0]):
        number = first + row
        _deal(rules, bound_work, board, seed, number, task)
        places = spec[1] & forced_start(rules, bound_work.play_work.board)
        top = _rate_starts(rules, nets, bound_work, places, deck)
        if bound_work.stop[0]:
            return row
        worth[row] = top
        if task == RATED:
            continue
        open_stream(bound_work.rollout_work.stream, seed, GAME_STREAM, number, (1 << 40) + task)
        best = _choose_start(rules, nets, bound_work, deck, top, spec[4])
        if task == PLAYED:
            margins = bound_work.play_work.margins
            won = mean_of_start(rules, nets, bound_work.rollout_work, margins, best, deck, spec[4])
            worth[row] = won - top
        else:
            worth[row] = _relax_board(rules, nets, bound_work, spec, seed, number, best)
        if bound_work.stop[0]:
            # What was found of this one breaks off somewhere.
            return row
    return worth.shape[0]


# So often somebody looks whether the time is over.
LOOK_SECONDS = 0.2
BOARDS_A_CHUNK = 4
ROLLOUTS, DECKS = 1024, 1
"""What is usual of a question: games imagined at most for what an answer gains, and decks searched for each start."""

PLAYED_A_BOARD, RATED_A_BOARD = 2, 1024
"""Boards played at least, and boards only rated, for each one searched: they cost so much less."""

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

    @property
    def played_a_board(self) -> int:
        """Boards it plays for each one searched: more with more rollouts, since they cost a fraction of that."""
        return max(PLAYED_A_BOARD, self.rollouts // 1024)


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
        for task, width in ((RELAXED, 1), (PLAYED, question.played_a_board), (RATED, RATED_A_BOARD)):
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
