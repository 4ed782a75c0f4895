"""Exact win probability with a hidden talon of few cards."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy
import numpy.typing

from printkit.games.youscout.seeded_deal import TERMINAL
from printkit.lab.compiled import inner, shared
from printkit.lab.youscout.bits import bit_count, lowest_bit
from printkit.lab.youscout.play import (
    RANDOM,
    SHOWN,
    START,
    TOKEN,
    PlayWorkspace,
    is_won,
    make_play_workspace,
    planned_answer,
)
from printkit.lab.youscout.search import Memory, find, forget, make_memory, remember, take_fingerprint
from printkit.lab.youscout.tables import TERMINALS, TIED, Integers
from printkit.lab.youscout.turn import DISCARDS, answer, turn

__all__ = ["BEST", "OddsWorkspace", "make_odds_workspace"]

BEST = 3
"""The policy that always takes the better answer, beside those of `play`."""

_DEPTH = 400

# What stands where in a frame: a table before a draw, the cards still to try, and what its child is for.
_TOKEN, _TALON, _SHOWN, _TODO, _CARD, _STAGE = range(6)
_PLAIN, _AFTER_MOVE, _AFTER_STAY = range(3)


class OddsWorkspace(NamedTuple):
    """The arrays one thread finds exact odds in."""

    play_work: PlayWorkspace
    memory: Memory
    frames: Integers
    piles: Integers
    laid: Integers
    sums: numpy.typing.NDArray[numpy.float64]
    moved: numpy.typing.NDArray[numpy.float64]
    keys: numpy.typing.NDArray[numpy.uint64]


def make_odds_workspace(plan: Integers, memory_size: int = 1 << 16) -> OddsWorkspace:
    """A workspace for one thread; `memory_size` odds are remembered, a power of two."""
    return OddsWorkspace(
        play_work=make_play_workspace(plan),
        memory=make_memory(memory_size),
        frames=numpy.zeros((_DEPTH, 6), numpy.int64),
        piles=numpy.zeros((_DEPTH, 9), numpy.int64),
        laid=numpy.zeros((_DEPTH, 57), numpy.int64),
        sums=numpy.zeros(_DEPTH, numpy.float64),
        moved=numpy.zeros(_DEPTH, numpy.float64),
        keys=numpy.zeros((_DEPTH, 2), numpy.uint64),
    )


@inner
def _copy_in(odds_work: Any, rules: Any, depth: Any) -> None:
    play_work = odds_work.play_work
    for pile in range(9):
        play_work.piles[pile] = odds_work.piles[depth, pile]
    if rules.options[TIED]:
        for card in range(57):
            play_work.laid[card] = odds_work.laid[depth, card]


@inner
def _enter(odds_work: Any, rules: Any, depth: Any, token: Any, talon: Any, shown: Any) -> Any:
    """The odds of the table in the workspace, if they are known; else -1, and a frame at `depth` to find them."""
    play_work, memory = odds_work.play_work, odds_work.memory
    # Discards are out of the game once nothing will be shuffled again.
    first = 1 if shown + 1 == rules.options[TERMINALS] else 0
    take_fingerprint(rules, memory, play_work.piles, play_work.laid, first, talon << 3 | token, shown)
    known = find(memory, memory.key[0], memory.key[1])
    if known >= 0:
        return memory.values[known]
    odds_work.keys[depth, 0], odds_work.keys[depth, 1] = memory.key[0], memory.key[1]
    frames = odds_work.frames
    frames[depth, _TOKEN], frames[depth, _TALON], frames[depth, _SHOWN] = token, talon, shown
    frames[depth, _TODO], frames[depth, _STAGE] = talon | 1 << TERMINAL, _PLAIN
    odds_work.sums[depth] = 0.0
    for pile in range(9):
        odds_work.piles[depth, pile] = play_work.piles[pile]
    if rules.options[TIED]:
        for card in range(57):
            odds_work.laid[depth, card] = play_work.laid[card]
    return -1.0


@inner
def _answer(odds_work: Any, rules: Any, depth: Any, moves: Any) -> Any:
    """Answer the sword of a frame: token, talon and terminals after it."""
    play_work, frames = odds_work.play_work, odds_work.frames
    card = frames[depth, _CARD]
    token = answer(rules, play_work.piles, play_work.laid, frames[depth, _TOKEN], card, moves)
    return token, frames[depth, _TALON] & ~(1 << card), frames[depth, _SHOWN]


@inner
def _draw(odds_work: Any, rules: Any, depth: Any, card: Any) -> Any:
    """Draw this card at a frame: token, talon and terminals after it; a token of 0 where an answer is due."""
    play_work, frames = odds_work.play_work, odds_work.frames
    token, talon, shown = frames[depth, _TOKEN], frames[depth, _TALON], frames[depth, _SHOWN]
    play_work.moment[TOKEN], play_work.moment[SHOWN] = token, shown
    if card == TERMINAL:
        if shown + 1 < rules.options[TERMINALS]:
            talon |= play_work.piles[DISCARDS]
            play_work.piles[DISCARDS] = 0
        return token, talon, shown + 1
    frames[depth, _CARD] = card
    place = turn(rules, play_work.margins, play_work.piles, play_work.laid, token, card)
    return place, talon & ~(1 << card), shown


@shared
def exact_odds(odds_work: Any, rules: Any, policy: Any, talon: Any) -> Any:
    """The probability that `policy` wins from the table in the workspace, before a draw from `talon`.

    Each card left is as likely as any other; a frame adds up the odds after each of them.
    """
    frames, play_work = odds_work.frames, odds_work.play_work
    token, shown, depth = play_work.moment[TOKEN], play_work.moment[SHOWN], -1
    odds = _enter(odds_work, rules, 0, token, talon, shown)
    depth += odds < 0.0
    while depth >= 0:
        stage = frames[depth, _STAGE]
        if odds >= 0.0 and stage == _AFTER_MOVE:
            odds_work.moved[depth] = odds
        elif odds >= 0.0:
            if stage == _AFTER_STAY:
                moved = odds_work.moved[depth]
                odds = max(moved, odds) if policy == BEST else (moved + odds) / 2
            odds_work.sums[depth] += odds
            frames[depth, _STAGE] = stage = _PLAIN
        cards = frames[depth, _TODO]
        if stage == _PLAIN and cards == 0:
            odds = odds_work.sums[depth] / (bit_count(frames[depth, _TALON]) + 1)
            remember(odds_work.memory, odds_work.keys[depth, 0], odds_work.keys[depth, 1], odds)
            depth -= 1
            continue
        _copy_in(odds_work, rules, depth)
        moves = stage != _AFTER_MOVE
        if stage == _PLAIN:
            frames[depth, _TODO] = cards & (cards - 1)
            token, talon, shown = _draw(odds_work, rules, depth, lowest_bit(cards))
            if shown == rules.options[TERMINALS]:
                odds = 1.0 if is_won(rules, play_work) else 0.0
                continue
            if token == 0 and (policy == RANDOM or policy == BEST):
                frames[depth, _STAGE] = _AFTER_MOVE
            elif token == 0:
                moves = planned_answer(play_work)
        else:
            frames[depth, _STAGE] = _AFTER_STAY
            token = 0
        if token == 0:
            token, talon, shown = _answer(odds_work, rules, depth, moves)
        odds = _enter(odds_work, rules, depth + 1, token, talon, shown)
        depth += odds < 0.0
    return odds


@inner
def odds_from_start(rules: Any, board: Any, odds_work: Any, policy: Any, start: Any, deck: Any) -> Any:
    """The probability that `policy` wins a game on the board of the workspace `board` with a deck of few minors."""
    play_work = odds_work.play_work
    for margin in range(24):
        play_work.margins[margin] = board.margins[margin]
    for pile in range(9):
        play_work.piles[pile] = 0
    for card in range(57):
        play_work.laid[card] = 0
    play_work.moment[TOKEN], play_work.moment[SHOWN], play_work.moment[START] = start, 0, start
    forget(odds_work.memory)
    return exact_odds(odds_work, rules, policy, deck)
