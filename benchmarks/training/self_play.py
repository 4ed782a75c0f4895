"""Plays the games from which values are fitted."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy
import numpy.typing

from printkit.games.youscout.seeded_deal import TERMINAL
from printkit.lab.compiled import compiled, inner
from printkit.lab.youscout.bits import below, bit_count, lowest_bit, open_stream
from printkit.lab.youscout.features import FEATURES, describe
from printkit.lab.youscout.play import PlayWorkspace, deal_board, make_play_workspace
from printkit.lab.youscout.tables import ALL_MINORS, TERMINALS, Integers, KernelRules
from printkit.lab.youscout.turn import DISCARDS, answer, forced_start, set_margins, turn
from printkit.lab.youscout.value import (
    GROUPS,
    LEVEL,
    MEAN,
    Nets,
    look_ahead,
    make_value_workspace,
    weigh_answers,
)

__all__ = ["Notes", "make_notes", "play_rows"]

FIT_STREAM = 5
"""The second word of the random key of these games."""

MOST_STEPS = 64
_SCALE = 1 << 16
_FULL = 57


class Notes(NamedTuple):
    """The steps of one game, and the rows kept of all games: features, value, net."""

    play_work: PlayWorkspace
    piles: Integers
    facts: Integers
    levels: numpy.typing.NDArray[numpy.float64]
    rows: numpy.typing.NDArray[numpy.float32]
    worth: numpy.typing.NDArray[numpy.float32]
    nets: Integers


# What stands where in a step's facts and levels.
_TOKEN, _TALON, _LATER, _CUT, _KEPT = range(5)
_MEAN, _LEVEL, _SHARE = range(3)


def make_notes(rows: int) -> Notes:
    """PlayWorkspace for this many rows."""
    return Notes(
        play_work=make_play_workspace(numpy.ones(6, numpy.int64)),
        piles=numpy.zeros((MOST_STEPS, 9), numpy.int64),
        facts=numpy.zeros((MOST_STEPS, 5), numpy.int64),
        levels=numpy.zeros((MOST_STEPS, 3), numpy.float64),
        rows=numpy.zeros((rows, FEATURES), numpy.float32),
        worth=numpy.zeros(rows, numpy.float32),
        nets=numpy.zeros(rows, numpy.int64),
    )


@inner
def _draw(play_work: Any, talon: Any, last: Any) -> Any:
    """A random card of the talon; in the last pass the terminal comes when no minor is left."""
    cards = bit_count(talon)
    picked = below(play_work.stream, cards + (0 if last and cards else 1))
    if picked == cards:
        return TERMINAL
    for _ in range(picked):
        talon &= talon - 1
    return lowest_bit(talon)


@inner
def _choose(
    rules: Any,
    nets: Any,
    value_work: Any,
    play_work: Any,
    token: Any,
    talon: Any,
    later: Any,
    upper: Any,
    card: Any,
    stray: Any,
) -> Any:
    """Answer a sword: by the value, or sometimes at random; the new place, and whether it is not the better."""
    moved, stayed = weigh_answers(
        rules,
        nets,
        value_work,
        play_work.margins,
        play_work.piles,
        play_work.laid,
        token,
        talon,
        later,
        upper,
        card,
    )
    moves = moved >= stayed
    if below(play_work.stream, _SCALE) < stray:
        moves = below(play_work.stream, 2) == 0
    place = answer(rules, play_work.piles, play_work.laid, token, card, moves)
    return place, 1 if (moved if moves else stayed) < max(moved, stayed) else 0


@inner
def _note(notes: Any, value_work: Any, step: Any, token: Any, talon: Any, later: Any, kept: Any) -> None:
    """Keep a table and what one draw ahead has found of it as a step."""
    play_work, facts, levels = notes.play_work, notes.facts, notes.levels
    cards = bit_count(talon)
    facts[step, _TOKEN], facts[step, _TALON], facts[step, _LATER], facts[step, _CUT] = token, talon, later, 0
    facts[step, _KEPT] = kept
    levels[step, _MEAN], levels[step, _LEVEL] = value_work.found[MEAN], value_work.found[LEVEL]
    levels[step, _SHARE] = cards / (cards + 1.0) if later == 0 else 1.0
    for pile in range(9):
        notes.piles[step, pile] = play_work.piles[pile]


@inner
def _play_one(rules: Any, nets: Any, value_work: Any, notes: Any, start: Any, plan: Any, fade: Any) -> Any:
    """Play to the pass that is wanted, then look ahead at its draws; how many steps.

    Where no later surprise counts, only tables that are kept are looked at.
    """
    play_work, facts = notes.play_work, notes.facts
    for pile in range(9):
        play_work.piles[pile] = 0
    token, talon, later = start, ALL_MINORS, rules.options[TERMINALS] - 1
    wanted, keep, stray = plan[0], plan[1], plan[2]
    upper = 1 if start > 3 else 0
    step = 0
    while True:
        card = _draw(play_work, talon, later == 0)
        looks = later == wanted
        kept = looks and below(play_work.stream, _SCALE) < keep
        looks = looks and (kept or fade > 0.0)
        if looks:
            look_ahead(
                rules,
                nets,
                value_work,
                play_work.margins,
                play_work.piles,
                play_work.laid,
                token,
                talon,
                later,
                upper,
                card,
            )
            _note(notes, value_work, step, token, talon, later, 1 if kept else 0)
            step += 1
        if card == TERMINAL:
            if later <= wanted:
                break
            talon |= play_work.piles[DISCARDS]
            play_work.piles[DISCARDS] = 0
            later -= 1
            continue
        talon &= ~(1 << card)
        place, worse = turn(rules, play_work.margins, play_work.piles, play_work.laid, token, card), 0
        if place == 0:
            place, worse = _choose(
                rules, nets, value_work, play_work, token, talon, later, upper, card, stray
            )
        if looks:
            facts[step - 1, _CUT] = worse
        token = place
    return step


@inner
def _keep_rows(rules: Any, value_work: Any, notes: Any, steps: Any, upper: Any, fade: Any, used: Any) -> Any:
    """From the last step back: the value each table proved to have, the luck of the draws taken out."""
    facts, levels, play_work = notes.facts, notes.levels, notes.play_work
    nets = notes.nets
    worth = 0.0
    for back in range(steps):
        step = steps - 1 - back
        if back == 0:
            worth = levels[step, _MEAN]
        elif facts[step, _CUT]:
            worth = levels[step, _MEAN]
        else:
            worth = levels[step, _MEAN] + fade * levels[step, _SHARE] * (worth - levels[step, _LEVEL])
        if facts[step, _KEPT] and used < notes.worth.shape[0]:
            for pile in range(9):
                play_work.piles[pile] = notes.piles[step, pile]
            later = facts[step, _LATER]
            describe(
                rules,
                play_work.margins,
                play_work.piles,
                facts[step, _TALON],
                later == 0,
                upper,
                value_work.feature_work,
            )
            for at in range(FEATURES):
                notes.rows[used, at] = value_work.feature_work.row[at]
            notes.worth[used] = worth
            nets[used] = GROUPS * later + 6 * upper + facts[step, _TOKEN] - 1
            used += 1
    return used


@compiled
def play_rows(
    rules: Any,
    nets: Any,
    value_work: Any,
    notes: Any,
    seed: Any,
    first: Any,
    games: Any,
    plan: Any,
    fade: Any,
) -> Any:
    """Play the games `first` and on of a seed, and keep rows; how many there are.

    `plan`: passes after the one looked at; out of 65536, how often a table is kept and how often an answer is given
    at random. `fade` is how much of each later surprise counts: 0 looks one draw ahead, 1 to the end.
    """
    play_work = notes.play_work
    used = 0
    for game in range(games):
        open_stream(play_work.stream, seed, FIT_STREAM, first + game, plan[0])
        deal_board(rules, play_work)
        set_margins(rules, play_work.board, play_work.margins)
        start = below(play_work.stream, 6) + 1
        if not forced_start(rules, play_work.board) >> start & 1:
            start = (start + 2) % 6 + 1
        steps = _play_one(rules, nets, value_work, notes, start, plan, fade)
        used = _keep_rows(rules, value_work, notes, steps, 1 if start > 3 else 0, fade, used)
    return used


def play_some(
    rules: KernelRules, nets: Nets, seed: int, games: range, plan: tuple[int, int, int], fade: float
) -> tuple[Any, Any, Any]:
    """Rows of features, the value each proved to have, and for which net each is: see `play_rows`."""
    notes, value_work = make_notes(len(games) * _FULL), make_value_workspace(rules, nets)
    numbers = numpy.array(plan, numpy.int64)
    begin, seed_word = games.start, numpy.uint64(seed)
    used = play_rows(rules, nets, value_work, notes, seed_word, begin, len(games), numbers, fade)
    # Copies, for what is not used is much.
    return notes.rows[:used].copy(), notes.worth[:used].copy(), notes.nets[:used].copy()
