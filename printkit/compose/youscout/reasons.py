"""Why an answer in a sample game was good or not: sentences made from what the solver found."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

__all__ = ["Reason", "Standing", "Weighed", "reasons"]


class Weighed(NamedTuple):
    """An answer with its odds of winning, 0 to 1, and their 95 % interval."""

    action: str
    odds: float
    low: float
    high: float


class Standing(NamedTuple):
    """Where the token stands before and after the chosen answer, and the places on which the game is won."""

    here: int
    there: int
    wins: Collection[int]


class Reason(NamedTuple):
    """A text's key below `walkthrough.`, and what stands in its braces."""

    key: str
    facts: Mapping[str, str]


# What an answer that is better is compared with: the next of several, or the only other one.
_BETTER = {"place": "why-start", "move": "why-clear", "stay": "why-clear"}


def reasons(values: Sequence[Weighed], chosen: str, standing: Standing) -> Iterator[Reason]:
    """First what the answer gains or gives away in points, with the next best one, then what it does for winning.

    Where the intervals of both overlap, the sentence says that the difference is not certain.
    """
    own = next((each for each in values if each.action == chosen), None)
    others = [each for each in values if each.action != chosen]
    if own is None or not others:
        return
    best = max(others, key=lambda each: each.odds)
    facts = {"chosen": own.action, "other": best.action, "points": f"{abs(own.odds - best.odds) * 100:.1f}"}
    if own.low <= best.high and best.low <= own.high:
        yield Reason("why-close", facts)
    elif own.odds < best.odds:
        yield Reason("why-loss", facts)
    else:
        yield Reason(_BETTER.get(chosen.split()[0], "why-next"), facts)
    yield from _for_winning(chosen, standing)


def _for_winning(chosen: str, standing: Standing) -> Iterator[Reason]:
    """What the token's place means, where the answer moves it or leaves it."""
    facts = {"here": str(standing.here), "there": str(standing.there)}
    here, there = (place in standing.wins for place in standing[:2])
    if chosen == "move" and here != there:
        yield Reason("why-to" if there else "why-from", facts)
    elif chosen == "stay":
        yield Reason("why-keep" if here else "why-away", facts)
