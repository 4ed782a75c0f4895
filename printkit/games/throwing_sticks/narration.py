"""Narrates a game of throwing sticks: what was staked, thrown and won, and what the odds said to each choice."""

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
from printkit.games.toolkit.turns import CAST, FIRST
from printkit.games.zones import Item, Table, Zone

__all__ = [
    "MoreZones",
    "NarratePair",
    "NarratePart",
    "Starts",
    "narration",
    "new_round",
    "part_narration",
    "percent",
    "standings",
    "thrown",
]

Starts: TypeAlias = Callable[[Pair, Sequence[Pair]], bool]
"""Whether a new frame begins with this step, given the steps of the frame so far."""

NarratePair: TypeAlias = Callable[[Pair], Iterator[Sentence]]
"""What a game says of a step."""

NarratePart: TypeAlias = Callable[[Sequence[Pair]], Iterator[Sentence]]
"""What a game says of the steps of a frame."""

MoreZones: TypeAlias = Callable[[Sequence[Pair]], tuple[Zone, ...]]
"""What lies on the table of a frame beside what its last state shows."""

TURNS = (CAST, "bet", "move")
"""The actions that begin the turn of a seat, where a game says anything of them."""


def narration(
    heading: str,
    starts: Starts,
    narrate: NarratePair,
    shown: Sequence[str],
    more: MoreZones = lambda part: (),
    *,
    gains: bool = True,
) -> Narration:
    """The narration of a game with frames headed `frame.HEADING`; `shown` are the zones of its table that are drawn.

    `more` are zones that its frames have beside them, before the others. What each seat did with a throw, or laid,
    has a line of its own; at the end so has who gained what, unless the words say it.
    """

    def part_words(part: Sequence[Pair]) -> Iterator[Sentence]:
        begun = ""
        for pair in part:
            said = list(narrate(pair))
            if said and pair.words[0] in TURNS:
                # Who begins says so on the line of the first turn.
                seat = SEATS[pair.before.turn]
                said[0] = said[0]._replace(turn=seat if seat != begun else "")
                begun = ""
            begun = said[0].turn if said and pair.before.phase == FIRST else begun
            yield from said
        if gains:
            yield from _gained(part)

    def draw(part: Sequence[Pair]) -> Table:
        table: Table = part[-1].step.state.table("")
        zones = tuple(zone for zone in table.zones if zone.name in shown)
        return replace(table, zones=(*more(part), *zones))

    return partial(_narrate, heading, starts, part_words, draw)


def part_narration(
    heading: str, starts: Starts, narrate: NarratePart, draw: Callable[[Table], Table]
) -> Narration:
    """The same for a game that narrates a frame as one, says who gained what, and makes its own table."""
    return partial(_narrate, heading, starts, narrate, lambda part: draw(part[-1].step.state.table("")))


def thrown(part: Sequence[Pair]) -> tuple[Zone, ...]:
    """The throws of a frame, each by the seat on turn."""
    casts = ((pair.before, int(pair.words[1])) for pair in part if pair.words[0] == CAST)
    return tuple(
        Zone(
            "cast",
            "cast",
            (*(Item("1"),) * dark, *(Item("0"),) * (before.sticks - dark)),
            SEATS[before.turn],
        )
        for before, dark in casts
    )


def standings(name: str, values: Sequence[str]) -> tuple[Zone, ...]:
    """A value for each seat, from A on."""
    return tuple(Zone(name, "text", (Item(value),), SEATS[at]) for at, value in enumerate(values))


def new_round(pair: Pair, part: Sequence[Pair]) -> bool:
    """Whether the turn comes back to the seat that had it first in this frame."""
    turns = [each.before.turn for each in part if each.before.phase != FIRST]
    return bool(turns) and pair.before.turn == turns[0] != turns[-1]


def percent(odds: float | Fraction) -> str:
    """Odds in whole percent, in tenths below one."""
    value = 100 * float(odds)
    return f"{value:.1f}" if 0 < value < 1 else f"{value:.0f}"


def _narrate(
    heading: str,
    starts: Starts,
    narrate: NarratePart,
    draw: Callable[[Sequence[Pair]], Table],
    game: Game[Any],
    steps: Sequence[Step[Any]],
) -> tuple[Frame, ...]:
    parts: list[list[Pair]] = []
    for pair in pairs_of(game, steps):
        if not parts or starts(pair, parts[-1]):
            parts.append([])
        parts[-1].append(pair)
    frames = []
    for number, part in enumerate(parts, 1):
        seats = dict.fromkeys(SEATS[pair.before.turn] for pair in part if pair.before.phase != FIRST)
        frames.append(Frame(lines_of(part), draw(part), tuple(seats), heading, number, tuple(narrate(part))))
    return tuple(frames)


def _gained(part: Sequence[Pair]) -> Iterator[Sentence]:
    before, after = part[0].before, part[-1].step.state
    changes = tuple(
        SeatItem(SEATS[at], f"{now - was:+g}".replace("-", "−"))
        for at, (was, now) in enumerate(zip(before.returns(), after.returns(), strict=True))
        if was != now
    )
    if changes:
        yield Sentence("points", {"list": changes})
