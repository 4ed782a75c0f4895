"""Simulates games of several seats: a game and players' names in, who wins by seat, place and fate drawn out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import cycle, islice
from time import perf_counter
from typing import NamedTuple

from printkit.errors import InputError
from printkit.games.core import Game
from printkit.games.tottarot.table import Table
from printkit.solver.statistics import wilson
from printkit.solver.table_play import TableTally, play_table

__all__ = ["Rate", "TableReport", "simulate_table", "table_lines"]

ANY_START = "random"


class Rate(NamedTuple):
    """How often something came about, with the 95 % interval of its rate."""

    name: str
    times: int
    of: int
    rate: float
    ci95: tuple[float, float]

    def facts(self) -> dict[str, object]:
        """All of it, ready for JSON."""
        return {**self._asdict(), "ci95": list(self.ci95)}


class TableReport(NamedTuple):
    """What came of a simulation; `wins`, `rate` and `ci95` are the first seat's, alone or shared.

    `seats`: games won alone or shared. `places`: victory tokens a round by place from the start player (0). `fates`:
    victory tokens a round of a seat that drew this kind in it.
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
    rounds_mean: float
    seats: tuple[Rate, ...]
    places: tuple[Rate, ...]
    fates: tuple[Rate, ...]
    asked: int
    unresolved: int = 0

    def facts(self) -> dict[str, object]:
        """All but the last two, ready for JSON."""
        facts = {**self._asdict(), "options": dict(self.options), "ci95": list(self.ci95)}
        for key in ("seats", "places", "fates"):
            facts[key] = [rate.facts() for rate in getattr(self, key)]
        return {key: fact for key, fact in facts.items() if key not in ("asked", "unresolved")}


def simulate_table(
    game: Game[Table],
    *,
    games: int,
    player: str,
    start: str = ANY_START,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> TableReport:
    """Play the games and sum them up; `player` names one player, or several parted by commas, who sit in turn.

    Raises `InputError` for an unknown player or a start, and `KeyboardInterrupt` where no game was finished.
    """
    if start != ANY_START:
        raise InputError(f"{game.id} has no places to start on", hint=f"--start {ANY_START}")
    names = tuple(islice(cycle(player.split(",")), len(game.seats)))
    begun = perf_counter()
    tally = play_table(game, names, games, seed, progress)
    seconds = perf_counter() - begun
    if not tally.games:
        raise KeyboardInterrupt
    seats, places, fates = _rates(game, names, tally)
    return TableReport(
        game=game.id,
        options=game.options,
        player=player,
        start=start,
        games=tally.games,
        wins=seats[0].times,
        rate=seats[0].rate,
        ci95=seats[0].ci95,
        draws_mean=tally.draws / tally.games,
        choices_mean=tally.choices / tally.games,
        seconds=round(seconds, 3),
        games_per_second=round(tally.games / seconds, 1),
        rounds_mean=tally.rounds / tally.games,
        seats=seats,
        places=places,
        fates=fates,
        asked=games,
    )


def _rates(
    game: Game[Table], names: tuple[str, ...], tally: TableTally
) -> tuple[tuple[Rate, ...], tuple[Rate, ...], tuple[Rate, ...]]:
    seats = tuple(
        _rate(f"{seat} {name}", tally.wins[seat] + tally.shared[seat], tally.games)
        for seat, name in zip(game.seats, names, strict=True)
    )
    places = tuple(_rate(str(at), tally.tokens[at], tally.rounds) for at in range(len(game.seats)))
    kinds = [kind for kind, _ in game.start.rules.fates if tally.held[kind]]
    fates = tuple(_rate(kind, tally.held_tokens[kind], tally.held[kind]) for kind in kinds)
    return seats, places, fates


def _rate(name: str, times: int, of: int) -> Rate:
    return Rate(name, times, of, times / of, wilson(times, of))


def table_lines(report: TableReport) -> Iterator[str]:
    """The report for reading."""
    yield f"{report.game}: " + " ".join(f"{key}={value}" for key, value in report.options.items())
    yield f"player {report.player}; {report.rounds_mean:.2f} rounds a game"
    for title, rates in (
        ("games won, alone or shared", report.seats),
        ("victory tokens a round by place, 0 starts", report.places),
        ("victory tokens a round of who drew", report.fates),
    ):
        yield f"{title}:"
        for name, times, of, rate, (low, high) in rates:
            yield f"  {name:<12} {rate:7.2%}   95 %: {low:.2%} to {high:.2%}   ({times:,} of {of:,})"
    yield f"draws   {report.draws_mean:9.3f}   a game"
    yield f"choices {report.choices_mean:9.3f}   a game"
    yield f"time    {report.seconds:9.3f} s {report.games_per_second:,.1f} games a second"
