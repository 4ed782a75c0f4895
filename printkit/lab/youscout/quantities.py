"""Turns the counts of a measure into named quantities with 95 % intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import sqrt
from typing import NamedTuple

from printkit.lab.youscout.measures import FIELDS, IMAGINED, Counts
from printkit.solver.statistics import Z_95, difference, wilson

__all__ = ["Quantity", "quantities"]


class Quantity(NamedTuple):
    """A number and its 95 % interval; both ends equal the value where it is a count or mean without one."""

    name: str
    value: float
    low: float
    high: float


def quantities(kind: str, counts: Counts) -> tuple[Quantity, ...]:
    """All quantities of a measure of this kind, in a fixed order."""
    return tuple(_READERS[kind](dict(zip(FIELDS[kind], counts, strict=True))))


def _share(name: str, part: int, of: int) -> Quantity:
    return Quantity(name, part / of if of else 0.0, *wilson(part, of))


def _plain(name: str, value: float) -> Quantity:
    return Quantity(name, value, value, value)


def _rate(of: Mapping[str, int]) -> Iterator[Quantity]:
    games = of["games"]
    yield Quantity("rate", of["wins"] / games, *wilson(of["wins"], games, of["unresolved"]))
    yield _plain("draws", of["draws"] / games)
    yield _plain("choices", of["choices"] / games)
    yield _share("no-choice", of["no-choice"], games)


def _profile(of: Mapping[str, int]) -> Iterator[Quantity]:
    games = of["games"]
    yield _share("rate", of["wins"], games)
    yield _plain("draws", of["draws"] / games)
    yield _plain("choices", of["choices"] / games)
    yield _share("no-choice", of["no-choice"], games)
    yield _plain("long-passes", of["long-passes"] / games)
    yield _share("stuck-passes", of["stuck-passes"], of["long-passes"])
    for share in (0.5, 0.9, 0.99):
        yield _plain(f"streak-{share:.0%}", _quantile(of, "streak-", share))
    minors = sum(value for name, value in of.items() if name.startswith("drawn-on-"))
    for place in range(1, 7):
        yield _plain(f"drawn-on-{place}", of[f"drawn-on-{place}"] / minors)
    for place in range(1, 7):
        yield _share(f"ended-on-{place}", of[f"ended-on-{place}"], games)


def _quantile(of: Mapping[str, int], prefix: str, share: float) -> int:
    """The least length that this many of the games do not exceed."""
    reached = 0
    length = 0
    for name, value in of.items():
        if name.startswith(prefix):
            length = int(name.removeprefix(prefix))
            reached += value
            if reached >= share * of["games"]:
                break
    return length


def _pair(of: Mapping[str, int]) -> Iterator[Quantity]:
    games = of["games"]
    gap = (of["first-only"] - of["second-only"]) / games
    yield Quantity("difference", gap, *difference(of["first-only"], of["second-only"], games))
    yield _share("rate", of["both"] + of["first-only"], games)
    yield _share("rate-than", of["both"] + of["second-only"], games)


def _worth(of: Mapping[str, int]) -> Iterator[Quantity]:
    choices, scale = max(1, of["choices"]), 2 * IMAGINED
    total = of["by-moving"] + of["by-staying"]
    mean = total / choices
    # A ratio of two sums over games: the delta method.
    spread = of["worth-squared"] - 2 * mean * of["worth-times-choices"] + mean * mean * of["choices-squared"]
    reach = Z_95 * sqrt(max(0.0, spread)) / choices
    yield Quantity("worth-at-least", mean / scale, (mean - reach) / scale, (mean + reach) / scale)
    yield _plain("worth-at-most", of["apparent"] / choices / scale)
    yield _plain("always-moving-loses", of["by-moving"] / choices / scale)
    yield _plain("always-staying-loses", of["by-staying"] / choices / scale)
    yield _plain("choices", of["choices"] / of["games"])
    yield _share("rate", of["wins"], of["games"])


def _luck(of: Mapping[str, int]) -> Iterator[Quantity]:
    """The variance of the result, split: how much the board decides, the order of the talon, and the random answers."""
    games = of["games"]
    rate = of["wins"] / (4 * games)
    whole = rate * (1 - rate)
    deck, board = of["same-deck"] / (2 * games), of["other-deck"] / (4 * games)
    # No share of a game's four plays has a greater variance than one toss; the three estimates lean on two of them.
    reach = 2 * Z_95 * sqrt(0.25 / games) / whole
    for name, part in (("board", board - rate * rate), ("talon", deck - board), ("answers", rate - deck)):
        yield Quantity(f"luck-of-{name}", part / whole, part / whole - reach, part / whole + reach)
    yield Quantity("rate", rate, *wilson(round(rate * games), games))


def _gaps(of: Mapping[str, int]) -> Iterator[Quantity]:
    yield _plain("draws", of["draws"] / of["games"])
    for name in ("too-long", "dead-ends", "contradictions", "long-phases"):
        yield _share(name, min(of[name], of["games"]), of["games"])


_READERS: Mapping[str, Callable[[Mapping[str, int]], Iterator[Quantity]]] = {
    "rate": _rate,
    "profile": _profile,
    "pair": _pair,
    "worth": _worth,
    "luck": _luck,
    "gaps": _gaps,
}
