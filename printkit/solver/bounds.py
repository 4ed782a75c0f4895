"""Many boards bounded: rules, nets and a seed in, what each board is worth at most, and at least to a policy, out."""

from __future__ import annotations

from typing import Any

import numpy

from printkit.solver.bits import open_stream
from printkit.solver.compiled import compiled, inner, shared
from printkit.solver.penalty import lay_table, look_at, play_start, shuffle, solve_start
from printkit.solver.play import deal_board
from printkit.solver.turn import forced_start, set_margins

__all__ = ["PLAYED", "SOLVED", "bound_boards"]

BOARD_STREAM = 6
"""The second word of the key of the luck of boards; the purpose parts those solved from those played."""

SOLVED, PLAYED = range(2)

_U64 = numpy.uint64


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
    """What each allowed start looks worth, in `starts[0]`; the best of them, the first of equals."""
    best = 0
    for start in range(1, 7):
        if not places >> start & 1:
            continue
        lay_table(bench, start, deck)
        starts[0, start] = look_at(
            rules, nets, bench, bench.room.piles, start, 0, deck, 1 if start > 3 else 0
        )
        if best == 0 or starts[0, start] > starts[0, best]:
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
    """The mean over the board's decks of what the start with the greatest mean comes to at most."""
    deck, many, few, budget = spec[0], spec[2], spec[3], spec[4]
    top = -1.0
    for start in range(1, 7):
        starts[1, start] = 0.0
    for shuffled in range(many):
        shuffle(bench, rules, seed, number, shuffled)
        for start in range(1, 7):
            if places >> start & 1 and (shuffled < few or starts[0, start] >= starts[0, best] - near):
                starts[1, start] += solve_start(rules, nets, bench, start, deck, budget)
                bench.looks[2] += bench.looks[0]
    for start in range(1, 7):
        if places >> start & 1:
            decks = many if starts[0, start] >= starts[0, best] - near else min(few, many)
            top = max(top, starts[1, start] / decks)
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
    stop: Any,
    board: Any,
    worth: Any,
) -> Any:
    """Bound the boards `first` and on of a seed; how many until `stop[0]` was set.

    `task` SOLVED: into `worth`, what each is worth at most; PLAYED: what the policy comes to on it. `spec`: the
    deck as a set, the starts allowed as bits, decks for starts that look within `near` of the best, decks for any
    other, draws to be looked at for one deck and start at most. Six codes in `board` are the board, always.
    """
    deck = spec[0]
    starts = bench.starts
    for row in range(worth.shape[0]):
        number = first + row
        _deal(rules, bench, board, seed, number, task)
        places = spec[1] & forced_start(rules, bench.room.board)
        best = _rate_starts(rules, nets, bench, places, deck, starts)
        if stop[0]:
            return row
        if task == SOLVED:
            worth[row] = _solve_board(rules, nets, bench, spec, near, seed, number, places, best, starts)
        else:
            shuffle(bench, rules, seed, number, 1 << 32)
            worth[row] = play_start(rules, nets, bench, best, deck)
    return worth.shape[0]
