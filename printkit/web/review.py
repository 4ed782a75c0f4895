"""A game that is over as its page looks at it again: the curve, its turning points, luck and choice, the decisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import pairwise
from math import hypot
from typing import Any

from printkit.games.core import Seat
from printkit.jobs.play.review import decisions, lines_of, unit_of
from printkit.jobs.screen.play_log import Teller
from printkit.solver.review import (
    Looked,
    Play,
    Weighed,
    Worth,
    followed,
    horizon_of,
    mover_kind,
    shares,
    steps_of,
    worths_of,
)
from printkit.web.session import NOBODY, Session

__all__ = ["TURNING", "review_facts", "reviewed_seats"]

TURNING = 4
"""So many turning points are shown."""

# A moment is told in so many lines at most.
_TOLD = 2


def reviewed_seats(session: Session) -> tuple[Seat, ...]:
    """The seats a game can be looked at from: those of people, or all where there were none."""
    return session.persons or session.game.seats


def review_facts(session: Session, play: Play, looked: Looked, teller: Teller) -> dict[str, Any]:
    """What was found so far, ready for JSON.

    `games` are the fewest and the most from one moment. A share is what chance, own choices or the others' added.
    """
    worths, lines = worths_of(play, looked), lines_of(play.game, play.actions)
    whole = len(worths) == len(play.moments)
    found = decisions(teller, play.actions, looked.weighed, unit_of(play.game))
    games = [each.games for each in worths if each.at < len(play.actions)]
    return {
        "seat": play.seat,
        "seats": reviewed_seats(session),
        "unit": unit_of(play.game),
        "done": looked.steps,
        "of": steps_of(play),
        "games": [min(games), max(games)] if games else [0, 0],
        "policy": followed(play.game),
        "horizon": horizon_of(play.game) if play.game.module.worth else 0,
        "curve": [
            {**each._asdict(), "kind": mover_kind(play, each.at), "line": lines[each.at]} for each in worths
        ],
        "shares": [each._asdict() for each in shares(play, worths)] if whole else [],
        "choices": [len(looked.weighed), len(play.choices)],
        "turns": list(_turns(session, play, worths, looked.weighed, teller)) if whole else [],
        "decisions": [asdict(each) for each in found],
    }


def _turns(
    session: Session, play: Play, worths: Sequence[Worth], weighed: Sequence[Weighed], teller: Teller
) -> Iterator[dict[str, Any]]:
    """Where the value fell or rose most, by more than the errors; in the order they came."""
    lines, own = lines_of(play.game, play.actions), {each.at: each for each in weighed}
    steps = [
        (before, after)
        for before, after in pairwise(worths)
        if abs(after.value - before.value) > hypot(before.error, after.error)
    ]
    largest = sorted(steps, key=lambda step: -abs(step[1].value - step[0].value))[:TURNING]
    for before, after in sorted(largest, key=lambda step: step[0].at):
        choice = own.get(before.at)
        yield {
            "at": before.at,
            "to": after.at,
            "line": lines[before.at],
            "text": _told(session, before.at, after.at, teller),
            "before": before.value,
            "after": after.value,
            "better": _better(play, choice, teller) if choice else None,
        }


def _told(session: Session, begin: int, end: int, teller: Teller) -> str:
    """What happened between two moments, in at most two lines."""
    told = (session.told(at, NOBODY, teller) for at in range(begin, end))
    lines = dict.fromkeys(" ".join(filter(None, each)) for each in told)
    return teller.names.word("review.then").join([*lines][:_TOLD])


def _better(play: Play, choice: Weighed, teller: Teller) -> dict[str, Any] | None:
    """What would have been better, with what it and the taken action were worth; None where nothing surely was."""
    if choice.by >= 0 or not choice.certain:
        return None
    labels = teller.labels(play.states[choice.at].table(play.seat))
    return {"label": labels.chosen(choice.other), "value": choice.other_value, "taken": choice.value}
