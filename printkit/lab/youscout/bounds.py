"""Bounds on many boards: what a policy wins, and how much more optimal play may win."""

from __future__ import annotations

from typing import Any

from numpy import int64

from printkit.lab.compiled import compiled, inner, shared
from printkit.lab.youscout.bits import open_stream
from printkit.lab.youscout.decks import shuffle
from printkit.lab.youscout.play import deal_board
from printkit.lab.youscout.relaxation import CEILING, MOST_GAIN, lay_table, open_gain
from printkit.lab.youscout.rollouts import gain_of_start, mean_of_start
from printkit.lab.youscout.tables import TERMINALS
from printkit.lab.youscout.turn import forced_start, set_margins
from printkit.lab.youscout.value import value_of

__all__ = ["PLAYED", "RATED", "RELAXED", "bound_boards"]

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
