"""Results of a simulation as facts for JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple

__all__ = ["Rate", "Report", "TableReport"]

_UNSAID = ("asked", "unresolved")


class Rate(NamedTuple):
    """How much came about in all (`times`) in how many tries (`of`), and the mean with its 95 % interval."""

    name: str
    times: float
    of: int
    rate: float
    ci95: tuple[float, float]

    def facts(self) -> dict[str, object]:
        """All of it, ready for JSON."""
        return {**self._asdict(), "ci95": list(self.ci95)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The head of every report, and all of it of a solo game; `asked` is more than `games` if interrupted.

    `wins` and `rate` count what is unresolved as lost; `ci95` counts it both ways. Of several seats these are the
    first one's, alone or shared.
    """

    game: str
    options: Mapping[str, str]
    player: str
    start: str
    games: int
    wins: int
    rate: float
    ci95: tuple[float, float]
    draws_mean: float
    choices_mean: float
    seconds: float
    games_per_second: float
    asked: int
    unresolved: int = 0

    def facts(self) -> dict[str, object]:
        """All but `asked` and `unresolved`, ready for JSON."""
        names = [field.name for field in fields(Report) if field.name not in _UNSAID]
        return {name: _plain(getattr(self, name)) for name in names}


@dataclass(frozen=True, slots=True, kw_only=True)
class TableReport(Report):
    """The report of a game by seat.

    `seats`: games won alone or shared. `shares`: share of the wins, which add up to one unless nobody wins. `points`:
    what the game paid. `players`, `player_points`: the same by player, where there are several, each deal counted once.
    `counted`: the tables of the game's own census by key; `titles` says them in words.
    """

    rounds_mean: float
    seats: Sequence[Rate]
    shares: Sequence[Rate]
    points: Sequence[Rate]
    players: Sequence[Rate]
    player_points: Sequence[Rate]
    counted: Mapping[str, Sequence[Rate]]
    titles: Mapping[str, str]
    unfinished: int = 0

    def facts(self) -> dict[str, object]:
        """The head, then `rounds_mean`, and a list of rates for each table."""
        tables = {"seats": self.seats, "shares": self.shares, "points": self.points}
        if self.players:
            tables |= {"players": self.players, "player_points": self.player_points}
        tables |= self.counted
        return {
            **Report.facts(self),
            "rounds_mean": self.rounds_mean,
            "unfinished": self.unfinished,
            **{key: [rate.facts() for rate in rates] for key, rates in tables.items()},
        }


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value
