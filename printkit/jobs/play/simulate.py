"""Simulates many plays of a game: rates with their intervals, for reading and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, cast

from printkit.errors import InputError
from printkit.files import staging
from printkit.games.game import Game
from printkit.installed import install_hint
from printkit.jobs.play.play_book import kit_game
from printkit.solver.laboratory import find_laboratory, offered, usable
from printkit.solver.seats import known_players
from printkit.solver.table_play import Sample, TableTally, TableTask, play_table

__all__ = ["Rate", "Report", "TableReport", "names_of", "report_lines", "simulate"]


# ── results of a simulation as facts for JSON ────────────────────────────────────────────────────────────────────────

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


# ── simulates many plays of a game: rates with their intervals ───────────────────────────────────────────────────────

ANY_START = "random"


def names_of(game: Game[Any], player: str) -> tuple[str, ...]:
    """A player's name for each seat: those separated by commas sit in turn, and again from the first."""
    return tuple(islice(cycle(name.strip() for name in player.split(",")), len(game.seats)))


def simulate_table(
    make: Callable[[], Game[Any]],
    *,
    games: int,
    player: str,
    start: str = ANY_START,
    seed: int = 0,
    workers: int = 1,
    rotate: bool = True,
    progress: Callable[[int, int], None] | None = None,
    keep: Callable[[str], object] | None = None,
) -> TableReport:
    """Play the games `make` makes and sum them up; `player` names one player, or several separated by commas.

    `rotate`: each deal is played as often as there are seats, the players moving on by one seat each time.
    `make` has to be a function that can be pickled for another process. Raises `InputError` for an unknown player or a
    start, and `KeyboardInterrupt` where no game was finished.
    """
    game = make()
    if start != ANY_START:
        raise _no_places(game, player)
    names = names_of(game, player)
    begun = perf_counter()
    tally = play_table(
        TableTask(make, names, seed, rotate), games, workers=workers, progress=progress, keep=keep
    )
    seconds = perf_counter() - begun
    if not tally.games:
        raise KeyboardInterrupt
    rotated = rotate and len(set(names)) > 1
    label = {
        seat: seat if rotated else f"{seat} {name}" for seat, name in zip(game.seats, names, strict=True)
    }
    seats = [_rate(label[seat], _of_wins(tally, seat)) for seat in game.seats]
    titles = dict(game.module.census.titles) if game.module.census else {}
    return TableReport(
        game=game.id,
        options=game.options,
        player=player,
        start=start,
        games=tally.games,
        wins=tally.wins[game.seats[0]],
        rate=seats[0].rate,
        ci95=seats[0].ci95,
        draws_mean=tally.draws / tally.games,
        choices_mean=tally.choices / tally.games,
        seconds=round(seconds, 3),
        games_per_second=round(tally.games / seconds, 1),
        rounds_mean=tally.rounds / tally.games,
        seats=seats,
        shares=[_rate(label[seat], tally.shares[seat]) for seat in game.seats],
        points=[_rate(label[seat], tally.points[seat]) for seat in game.seats],
        players=_by_player(tally.by_player) if rotated else (),
        player_points=_by_player(tally.points_by_player) if rotated else (),
        counted={key: _table(tally, key) for key in titles},
        titles=titles,
        asked=games,
        unfinished=tally.unfinished,
    )


def _no_places(game: Game[Any], player: str) -> InputError:
    own = " (or leave out --records: its laboratory knows places)" if _has_faster(game, player) else ""
    return InputError(
        f"played by its rules, {game.id} has no places to start on", hint=f"--start {ANY_START}{own}"
    )


def _by_player(samples: Mapping[str, Sample]) -> list[Rate]:
    return [_rate(name, sample) for name, sample in samples.items()]


def _of_wins(tally: TableTally, seat: str) -> Sample:
    wins = tally.wins[seat]
    return Sample(tally.games, wins, wins)


def _table(tally: TableTally, key: str) -> list[Rate]:
    return [_rate(row, sample) for (table, row), sample in sorted(tally.counted.items()) if table == key]


def _rate(name: str, sample: Sample) -> Rate:
    return Rate(name, sample.total, sample.count, sample.mean, sample.interval)


def table_lines(report: TableReport) -> Iterator[str]:
    """The report for reading."""
    yield f"{report.game}: " + " ".join(f"{key}={value}" for key, value in report.options.items())
    yield f"player {report.player}; {report.rounds_mean:.2f} rounds a game"
    tables = [
        ("games won, alone or shared", report.seats),
        ("share of the wins", report.shares),
        ("points", report.points),
        ("share of the wins by player, each deal in every rotation", report.players),
        ("points by player", report.player_points),
        *((report.titles[key], rates) for key, rates in report.counted.items()),
    ]
    for title, rates in tables:
        if not rates:
            continue
        yield f"{title}:"
        shares = "points" not in title and all(
            0 <= bound <= 1 for rate in rates for bound in (rate.rate, *rate.ci95)
        )
        for rate in rates:
            yield _line(rate, ".2%" if shares else ".3f")
    yield f"draws   {report.draws_mean:9.3f}   a game"
    yield f"choices {report.choices_mean:9.3f}   a game"
    yield f"time    {report.seconds:9.3f} s {report.games_per_second:,.1f} games a second"


def _line(rate: Rate, form: str) -> str:
    low, high = (format(bound, form) for bound in rate.ci95)
    return (
        f"  {rate.name:<12} {rate.rate:>8{form}}   95 %: {low} to {high}   ({rate.times:,g} of {rate.of:,})"
    )


def simulate(
    game_id: str,
    *,
    games: int,
    player: str = "random",
    start: str = "random",
    seed: int = 0,
    options: Mapping[str, str] | Sequence[str] = (),
    workers: int = 1,
    rotate: bool = True,
    progress: Callable[[int, int], None] | None = None,
    notify: Callable[[str], None] | None = None,
    kit_dir: Path | None = None,
    records: Path | None = None,
) -> Report:
    """Play `games` games and sum them up; an interrupt ends it early, with what was played.

    Where the game's laboratory has a faster version that knows the player, that plays; else the rules themselves do,
    and the report is by seat (`TableReport`), each deal in every rotation of different players unless `rotate` is
    false. `records` is the file for the plays, one a line (`table_play.line_of`), for which the rules themselves play;
    it appears with the report. `kit_dir` is the kit whose cards are played with (None: see `kit_game`).

    Raises `InputError` for an unknown game, option, player or start, and `KeyboardInterrupt` where not a
    single game was played. `notify` says why the first one takes a while.
    """
    make = partial(kit_game, game_id, options, kit_dir)
    game = make()
    faster = None if records else _faster(game, player)
    if faster is None:
        if notify and not records and _has_faster(game, player):
            notify(f"without the extra 'lab' the rules themselves play, far slower ({install_hint('lab')})")
        with _kept(records) as keep:
            return simulate_table(
                make,
                games=games,
                player=player,
                start=start,
                seed=seed,
                workers=workers,
                rotate=rotate,
                progress=progress,
                keep=keep,
            )
    return faster(
        game,
        games=games,
        player=player,
        start=start,
        seed=seed,
        workers=workers,
        progress=progress,
        notify=notify,
    )


@contextmanager
def _kept(file: Path | None) -> Iterator[Callable[[str], object] | None]:
    """What takes the lines of a file that appears whole at the end, or not at all."""
    if file is None:
        yield None
        return
    with staging(file.parent) as stage, stage.open(file.name) as stream:
        yield lambda line: stream.write(f"{line}\n".encode())


def _has_faster(game: Game[Any], player: str) -> bool:
    laboratory = find_laboratory(game.id)
    return laboratory is not None and player in laboratory.simulated


def _faster(game: Game[Any], player: str) -> Callable[..., Report] | None:
    """The laboratory's own simulation if it knows the player; None too where what it needs is not installed."""
    if not _has_faster(game, player):
        return None
    find = usable if player in known_players(game.id) else offered
    return cast(Callable[..., Report] | None, find(game.id, "simulate"))


def report_lines(report: Report) -> tuple[str, ...]:
    """The report for reading."""
    if isinstance(report, TableReport):
        return tuple(table_lines(report))
    options = " ".join(f"{key}={value}" for key, value in report.options.items())
    low, high = report.ci95
    lines = [
        f"{report.game}: {options}",
        f"player {report.player}, start {report.start}",
        f"won     {report.rate:9.3%}   95 %: {low:.3%} to {high:.3%}   ({report.wins:,} of {report.games:,})",
        f"draws   {report.draws_mean:9.3f}   a game",
        f"choices {report.choices_mean:9.3f}   a game",
        f"time    {report.seconds:9.3f} s {report.games_per_second:,.0f} games a second",
    ]
    return tuple(lines)
