"""Tells a game of throwing sticks: what was staked, thrown and won, and what the odds said to each choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, TypeAlias

from printkit.games.core import SEATS
from printkit.games.game import Game
from printkit.games.narration import Frame, Narration, Pair, SeatItem, Sentence, lines_of, pairs_of
from printkit.games.record import Step

__all__ = ["Starts", "Tell", "narration", "percent"]

Starts: TypeAlias = Callable[[Pair, Sequence[Pair]], bool]
"""Whether a new frame begins with this step, given the steps of the frame so far."""

Tell: TypeAlias = Callable[[Pair], Iterator[Sentence]]
"""What a game says of a step."""


def narration(heading: str, starts: Starts, tell: Tell, shown: Sequence[str]) -> Narration:
    """The narration of a game with frames headed `frame.HEADING`; `shown` are the zones of its table that are drawn."""
    return partial(_narrate, heading, starts, tell, frozenset(shown))


def percent(odds: float | Fraction) -> str:
    """Odds in whole percent, in tenths below one."""
    value = 100 * float(odds)
    return f"{value:.1f}" if 0 < value < 1 else f"{value:.0f}"


def _narrate(
    heading: str,
    starts: Starts,
    tell: Tell,
    shown: frozenset[str],
    game: Game[Any],
    steps: Sequence[Step[Any]],
) -> tuple[Frame, ...]:
    parts: list[list[Pair]] = []
    for pair in pairs_of(game, steps):
        if not parts or starts(pair, parts[-1]):
            parts.append([])
        parts[-1].append(pair)
    return tuple(_frame(heading, tell, shown, part, number) for number, part in enumerate(parts, 1))


def _frame(heading: str, tell: Tell, shown: frozenset[str], part: Sequence[Pair], number: int) -> Frame:
    before, after = part[0].before, part[-1].step.state
    sentences = [sentence for pair in part for sentence in tell(pair)]
    changes = [
        SeatItem(SEATS[at], f"{now - was:+g}".replace("-", "−"))
        for at, (was, now) in enumerate(zip(before.returns(), after.returns(), strict=True))
        if was != now
    ]
    if changes:
        sentences.append(Sentence("points", {"list": tuple(changes)}))
    table = after.table("")
    zones = tuple(zone for zone in table.zones if zone.name in shown)
    seats = tuple(dict.fromkeys(SEATS[pair.before.turn] for pair in part if pair.before.phase != "first"))
    return Frame(lines_of(part), replace(table, zones=zones), seats, heading, number, tuple(sentences))
