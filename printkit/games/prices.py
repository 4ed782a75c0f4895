"""What an action costs and with what chance it comes true where a throw decides, by the rules' own chances."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from printkit.games.core import CHANCE, NAMED, Action, Seat
from printkit.games.toolkit.turns import casts

__all__ = ["Price", "price_of"]

# A row of sticks is never longer.
_MOST_STICKS = 24


class Price(NamedTuple):
    """An action that chance decides.

    `odds` are those with which something gets to the square that it names last; `least` of `sticks` must fall dark for
    it, or at most `most` (both None: another chance decides). `made` is what its seat then wins or loses at least, in
    points, and `missed` what it does where it does not come true.
    """

    odds: Fraction
    least: int | None
    most: int | None
    sticks: int
    made: float
    missed: float


def price_of(state: Any, action: Action) -> Price | None:
    """The price of a legal action; None where chance decides nothing that a board shows.

    None, too, where something is hidden: a price would tell of it.
    """
    if state.has_secrets():
        return None
    waiting = state.after(action)
    if waiting.to_move() != CHANCE:
        return None
    seat, place = state.to_move(), _target(state, action)
    if place is None:
        return None
    stood, had = _at(state, place), state.returns()[state.index(seat)]
    chances = waiting.chances()
    ends = [waiting.after(each) for each, _ in chances]
    arrivals = [_arrivals(end, seat, place, stood) for end in ends]
    true = [bool(each) for each in arrivals]
    if not any(true) or all(true):
        return None
    odds = sum((odds for (_, odds), comes in zip(chances, true, strict=True) if comes), Fraction(0))
    made = min(value for values in arrivals for value in values) - had
    missed = (
        min(end.returns()[end.index(seat)] for end, comes in zip(ends, true, strict=True) if not comes) - had
    )
    return Price(odds, *_threshold(chances, true), made, missed)


def _target(state: Any, action: Action) -> str | None:
    """The square of a board that an action names last."""
    named = NAMED.findall(action)
    squares = {name for zone in state.table("").zones if zone.kind == "grid" for name in zone.names}
    return named[-1] if named and named[-1] in squares else None


def _at(state: Any, place: str) -> tuple[str, str] | None:
    """What stands on a square."""
    standing = (
        item
        for zone in state.table("").zones
        if zone.kind == "grid"
        for name, item in zip(zone.names, zone.items, strict=False)
        if name == place and item
    )
    item = next(standing, None)
    return (item.face, item.owner) if item else None


def _arrivals(state: Any, seat: Seat, place: str, stood: Any) -> list[float]:
    """The seat's points after each way in which something else stands there: at once, or by what it may do next."""
    nexts = [state.after(action) for action in state.legal()] if state.to_move() == seat else []
    return [each.returns()[each.index(seat)] for each in (state, *nexts) if _at(each, place) != stood]


def _threshold(
    chances: tuple[tuple[Action, Fraction], ...], true: list[bool]
) -> tuple[int | None, int | None, int]:
    """How many sticks must fall dark, where sticks decide by their number alone."""
    sticks, verb = len(chances) - 1, chances[0][0].partition(" ")[0]
    if not 0 < sticks <= _MOST_STICKS or chances != casts(sticks, verb):
        return None, None, 0
    if true == sorted(true):
        return true.index(True), None, sticks
    if true == sorted(true, reverse=True):
        return None, true.index(False) - 1, sticks
    return None, None, 0
