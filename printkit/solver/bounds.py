"""Many boards bounded: rules, nets and a seed in, what each board is worth at most, and at least to a policy, out."""

from __future__ import annotations

from typing import Any

import numpy
from numpy import int64

from printkit.solver.bits import open_stream
from printkit.solver.compiled import compiled, inner, shared
from printkit.solver.decks import shuffle
from printkit.solver.penalty import REACH, lay_table, play_start, solve_start
from printkit.solver.play import deal_board
from printkit.solver.tables import TERMINALS
from printkit.solver.turn import forced_start, set_margins
from printkit.solver.value import value_of

__all__ = ["PLAYED", "RATED", "SOLVED", "bound_boards"]

BOARD_STREAM = 6
"""The second word of the key of the luck of boards; the purpose parts boards solved, played and rated."""

SOLVED, PLAYED, RATED = range(3)

_U64 = numpy.uint64
_FAR = 9.0


@inner
def _deal(rules: Any, bench: Any, board: Any, seed: Any, number: Any, purpose: Any) -> None:
    room = bench.room
    open_stream(room.stream, seed, BOARD_STREAM, number, purpose)
    if board.shape[0]:
        for place in range(6):
            room.board[place] = board[place]
    else:
        deal_board(rules, room)
    set_margins(rules, room.board, room.margins)


@inner
def _rate_starts(rules: Any, nets: Any, bench: Any, places: Any, deck: Any, starts: Any) -> Any:
    """What each allowed start is worth by the fitted value, in `starts`; the best of them, the first of equals."""
    room, later = bench.room, rules.options[TERMINALS] - 1
    best = 0
    for start in range(1, 7):
        if not places >> start & 1:
            continue
        lay_table(bench, start, deck)
        upper = 1 if start > 3 else 0
        starts[start] = value_of(
            rules, nets, bench.glass, room.margins, room.piles, start, deck, later, upper
        )
        if best == 0 or starts[start] > starts[best]:
            best = start
    return best


@shared
def _solve_board(
    rules: Any,
    nets: Any,
    bench: Any,
    spec: Any,
    near: Any,
    seed: Any,
    number: Any,
    places: Any,
    best: Any,
    starts: Any,
) -> Any:
    """The mean over the board's decks of what the start with the greatest mean comes to at most.

    The less a start looks worth than the best, the fewer decks are solved for it.
    """
    deck, many, few, budget = spec[0], spec[2], spec[3], spec[4]
    top = -_FAR
    for start in range(1, 7):
        if not places >> start & 1:
            continue
        behind = (starts[best] - starts[start]) / near
        decks = max(few, int64(numpy.ceil(many * (1.0 - behind))))
        total = 0.0
        for shuffled in range(decks):
            shuffle(bench, rules, seed, number, shuffled)
            total += solve_start(rules, nets, bench, start, deck, budget, starts[best])
            bench.looks[2] += bench.looks[0]
        top = max(top, total / decks)
    return top


@compiled
def bound_boards(
    rules: Any,
    nets: Any,
    bench: Any,
    task: Any,
    spec: Any,
    near: Any,
    seed: Any,
    first: Any,
    board: Any,
    worth: Any,
) -> Any:
    """Bound the boards `first` and on of a seed; how many until `bench.stop[0]` was set.

    Into `worth` goes, with `task` RATED, what a board is rated at; SOLVED: by how much more it is worth at most;
    PLAYED: by how much more the policy comes to in one game on it; the last two no further off than is allowed.
    `spec`: the deck as a set, the starts allowed as bits, decks for the start that looks best, decks for one that
    looks `near` or further behind it, draws to be looked at for one deck and start at most. Six codes in `board` are
    the board, always.
    """
    deck = spec[0]
    starts = bench.starts
    for row in range(worth.shape[0]):
        number = first + row
        _deal(rules, bench, board, seed, number, task)
        places = spec[1] & forced_start(rules, bench.room.board)
        best = _rate_starts(rules, nets, bench, places, deck, starts)
        if bench.stop[0]:
            return row
        rated = starts[best]
        if task == SOLVED:
            most = _solve_board(rules, nets, bench, spec, near, seed, number, places, best, starts)
            # But for rounding both limits hold already.
            worth[row] = min(most - rated, bench.reach[0])
        elif task == PLAYED:
            shuffle(bench, rules, seed, number, 1 << 32)
            played = play_start(rules, nets, bench, best, deck, rated)
            worth[row] = max(played - rated, -REACH)
        else:
            worth[row] = rated
    return worth.shape[0]
