"""Measures what the choices of many games are worth under a plan."""

from __future__ import annotations

from typing import Any

import numpy

from printkit.lab.compiled import compiled
from printkit.lab.youscout.bits import open_stream
from printkit.lab.youscout.exact_odds import imagined_game, unseen
from printkit.lab.youscout.play import (
    PLAY_STREAM,
    PLAYED,
    TOKEN,
    clear_table,
    decline_replacement,
    give_answer,
    make_play_workspace,
    make_trace,
    place_by_lot,
    planned_answer,
    run_to_choice,
    thumb_start,
)
from printkit.lab.youscout.tables import ALL_MINORS, SIMPLIFIED, WINS_ABOVE, WINS_BELOW, Integers, KernelRules

__all__ = ["WORTH_FIELDS", "measure_choices", "measure_games"]

# What stands where in the row of one game. The sums are in games out of twice those imagined a half (below).
RESULT, CHOICES, BY_MOVING, BY_STAYING, APPARENT, BIG = range(6)
WORTH_FIELDS = 6

BIG_POINTS = 5
"""A choice that seems to be worth this many points of 100 counts as big."""


def measure_games(
    rules: KernelRules,
    plan: Integers,
    places: int,
    seed: int,
    first: int,
    games: int,
    *,
    imagined: int = 256,
    wins: tuple[int, int] | None = None,
) -> Integers:
    """The games `first` and on of a seed, played by a plan from one of `places` (bits), or where the thumb starts (0).

    At each sword that waits, both answers are played on in twice `imagined` games on the same decks, by the plan.
    The first half says which answer is better, and the second by how much, and the other way about: so the
    sums BY_MOVING, what always moving loses against the better answer, and BY_STAYING are never too large on average.
    APPARENT takes the size of the whole difference and is never too small. All three are to be divided by
    twice `imagined`; they lie the closer together the more games are imagined. `wins` are the places that win,
    as bits, after a lower and after an upper start, where they are not those of the rules.
    """
    rows = numpy.zeros((games, WORTH_FIELDS), numpy.int64)
    below, above = wins or (rules.options[WINS_BELOW], rules.options[WINS_ABOVE])
    spec = numpy.array([places, imagined, below, above], numpy.int64)
    measure_choices(
        rules,
        make_play_workspace(plan),
        make_play_workspace(plan),
        spec,
        numpy.uint64(seed),
        first,
        make_trace(0),
        rows,
    )
    return rows


@compiled
def measure_choices(
    rules: Any, play_work: Any, other: Any, spec: Any, seed: Any, first: Any, trace: Any, rows: Any
) -> None:
    """Fill `rows` as `measure_games` says; `spec`: places, games imagined a half, and the places that win."""
    nobody = play_work.talon[:0]
    for number in range(rows.shape[0]):
        row = rows[number]
        open_stream(play_work.stream, seed, PLAY_STREAM, first + number, PLAYED)
        start = place_by_lot(rules, play_work, spec[0] if spec[0] else 0b1111110, nobody)
        if spec[0] == 0:
            start = thumb_start(rules, play_work)
        clear_table(rules, play_work, start, ALL_MINORS)
        wins = spec[3 if start > 3 else 2]
        while run_to_choice(rules, play_work, trace):
            talon = unseen(play_work)
            gaps = (0, 0)
            for half in range(2):
                gap = 0
                for game in range(half * spec[1], (half + 1) * spec[1]):
                    imagined_game(rules, play_work, other, talon, True, game, trace)
                    gap += wins >> other.moment[TOKEN] & 1
                    imagined_game(rules, play_work, other, talon, False, game, trace)
                    gap -= wins >> other.moment[TOKEN] & 1
                gaps = (gaps[1], gap)
            for one, two in (gaps, (gaps[1], gaps[0])):
                if one < 0:
                    row[BY_MOVING] -= two
                elif one > 0:
                    row[BY_STAYING] += two
            whole = abs(gaps[0] + gaps[1])
            row[APPARENT] += whole
            row[BIG] += 100 * whole >= BIG_POINTS * 2 * spec[1]
            row[CHOICES] += 1
            moves = planned_answer(play_work)
            give_answer(rules, play_work, moves, trace)
            if moves and not rules.options[SIMPLIFIED]:
                decline_replacement(rules, play_work, trace)
        row[RESULT] = wins >> play_work.moment[TOKEN] & 1
