"""The default walkthrough of any game: what was done, line by line, and the table after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from printkit.games.core import Seat
from printkit.games.game import Game
from printkit.games.record import Step
from printkit.games.table import Table

__all__ = ["PlainMoment", "PlainTale", "plain_moments"]


class PlainMoment(NamedTuple):
    """One picture: the record's lines it shows (first and last), who acted (empty for chance), and what was done.

    `table` is everything that lies there afterwards; `ending` is the outcome in words, after the last action.
    """

    lines: tuple[int, int]
    seat: Seat
    actions: tuple[str, ...]
    table: Table
    ending: str = ""


def plain_moments(game: Game[Any], steps: Sequence[Step[Any]]) -> tuple[PlainMoment, ...]:
    """A moment for each action of a seat, and one for each run of chance actions."""
    befores = [game.start, *(step.state for step in steps)]
    pairs = list(zip(befores, steps, strict=False))
    moments = []
    for (chance, _), group in groupby(
        enumerate(pairs), lambda each: (each[1][1].line.chance, 0 if each[1][1].line.chance else each[0])
    ):
        part = [pair for _, pair in group]
        state = part[-1][1].state
        outcome = state.outcome()
        moments.append(
            PlainMoment(
                (part[0][1].number, part[-1][1].number),
                "" if chance else part[0][0].to_move() or "",
                tuple(step.line.text for _, step in part),
                state.table(""),
                outcome.reason if outcome else "",
            )
        )
    return tuple(moments)


PlainTale: TypeAlias = Callable[[Game[Any], Sequence[Step[Any]]], tuple[PlainMoment, ...]]
"""Describes a play from the steps of its record."""
