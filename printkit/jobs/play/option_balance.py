"""Compares the options of any game by play: what is measured, in processes or on Dask, as JSON, CSV and a plot."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections import defaultdict
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeAlias

from printkit.backends.interval_plot import Interval, interval_plot
from printkit.errors import InputError, nearest_hint
from printkit.files import make_folder, staging
from printkit.games.core import CHANCE, Option
from printkit.games.game import Game, winners_of
from printkit.jobs.play.journal import Entries, open_journal
from printkit.jobs.play.play_book import kit_game
from printkit.solver.evaluation import matters
from printkit.solver.statistics import wilson
from printkit.solver.table_play import Play, Sample, played

__all__ = [
    "EASY",
    "STRONG",
    "Compared",
    "Part",
    "Plan",
    "Row",
    "Run",
    "Samples",
    "compare_options",
    "count",
    "write_compared",
]


# ── what is measured of any game under one choice of options ─────────────────────────────────────────────────────────

EASY, STRONG = "easy", "strong"
"""The level all play at, and the one that is tried against it."""

_TRIED = 48
"""Imagined games of each action where it is asked whether a choice matters."""

_SEED_SHIFT = 40

Samples: TypeAlias = Mapping[str, Sample]
"""What was observed, by the name of the quantity."""


class Part(NamedTuple):
    """Games `first` to `first` + `games` - 1 of one measure, as plain values that any process can read.

    `measure` is `even`, games among equals, or `skill`, deals in which one strong player sits among easy ones.
    """

    game: str
    options: tuple[str, ...]
    measure: str
    seed: int
    first: int
    games: int
    kit_dir: str = ""

    @property
    def key(self) -> str:
        """The part in one line, which names it in a journal."""
        options = ",".join(self.options)
        return f"{self.game} {options or 'usual'} {self.measure} {self.seed} {self.first}+{self.games}"


def count(part: Part) -> Samples:
    """Play a part; the same numbers in every process. Raises `InputError` for a game or an option there is not."""
    game = _game(part.game, part.options, part.kit_dir)
    seen: defaultdict[str, Sample] = defaultdict(Sample)
    for number in range(part.first, part.first + part.games):
        for name, value in _MEASURES[part.measure](game, number, part.seed << _SEED_SHIFT).items():
            seen[name].add(value)
    return seen


@lru_cache(maxsize=8)
def _game(game: str, options: tuple[str, ...], kit_dir: str) -> Game[Any]:
    return kit_game(game, options, Path(kit_dir) if kit_dir else None)


def _even(game: Game[Any], number: int, seed: int) -> dict[str, float]:
    """A game of equals: how many decisions it had, what the first seat won, whether it was drawn, one decision."""
    play = played(game, [EASY] * len(game.seats), seed + number)
    seen: dict[str, float] = {
        "decisions": play.choices,
        "unfinished": float(play.states[-1].to_move() is not None),
    }
    seen |= {"first": _share(game, play, 0)}
    if len(game.seats) > 1:
        seen["drawn"] = float(len(winners_of(game, play.states[-1].outcome())) != 1)
    matters = _matters(game, play, Random(seed + number))
    return seen if matters is None else {**seen, "matters": float(matters)}


def _share(game: Game[Any], play: Play, seat: int) -> float:
    winners = winners_of(game, play.states[-1].outcome())
    return (game.seats[seat] in winners) / max(1, len(winners))


def _matters(game: Game[Any], play: Play, rng: Random) -> bool | None:
    """Whether one of the decisions, any of them, matters; None where there was none."""
    choices = [
        state for state in play.states if state.to_move() not in (None, CHANCE) and len(state.legal()) > 1
    ]
    return matters(game, choices[rng.randrange(len(choices))], _TRIED, rng) if choices else None


def _skill(game: Game[Any], number: int, seed: int) -> dict[str, float]:
    """A deal in every rotation: the strong player's part of the wins; of a game for one, by how much it wins more."""
    seats = len(game.seats)
    if seats == 1:
        won = [_share(game, played(game, [level], seed + number), 0) for level in (STRONG, EASY)]
        return {"skill": won[0] - won[1]}
    won = []
    for seat in range(seats):
        names = [STRONG if each == seat else EASY for each in range(seats)]
        won.append(_share(game, played(game, names, seed + number * seats + seat, seed + number), seat))
    return {"skill": sum(won) / seats}


_MEASURES: Mapping[str, Callable[[Game[Any], int, int], dict[str, float]]] = {"even": _even, "skill": _skill}


# ── compares the options of any game by play ─────────────────────────────────────────────────────────────────────────

_SPAN = 4
"""Games of a part: small enough to be kept often, and the same for any number of processes."""
# Of games among equals, one in so many is a deal of strong against easy, which takes longer.
_RARER = 4


@dataclass(frozen=True, slots=True)
class Plan:
    """What is compared: options as `K=V|W` (none: every value of every option, one at a time), games, and the cards."""

    game: str
    options: tuple[str, ...] = ()
    games: int = 60
    seed: int = 0
    kit_dir: Path | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """Who counts, processes here or a Dask cluster, and who hears how many of all parts are done."""

    workers: int = 1
    dask: str = ""
    progress: Callable[[int, int], None] = field(default=lambda done, total: None)


class Row(NamedTuple):
    """One quantity under one choice of options, with its 95 % interval and the observations it rests on."""

    options: str
    quantity: str
    value: float
    low: float
    high: float
    of: int
    command: str


class Compared(NamedTuple):
    """All rows about a game."""

    game: str
    rows: tuple[Row, ...]

    @property
    def words(self) -> dict[str, str]:
        """What each quantity is, in words; a game for one is never drawn."""
        measured = {row.quantity for row in self.rows}
        alone = "drawn" not in measured
        words = {name: (several, one) for name, (several, one, _) in QUANTITIES.items()}
        return {name: both[alone] for name, both in words.items() if name in measured}

    def facts(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {"game": self.game, "quantities": self.words, "rows": [row._asdict() for row in self.rows]}


# What each quantity is, the same of a game for one, and the bounds of an observation; none are those of a number.
QUANTITIES: Mapping[str, tuple[str, str, tuple[float, float] | None]] = {
    "decisions": ("decisions a game, all seats easy", "decisions a game, easy", None),
    "first": ("wins of the first seat, all seats easy", "wins of easy", (0.0, 1.0)),
    "drawn": ("games with no winner or several", "", (0.0, 1.0)),
    "matters": (
        "decisions whose best action beats the worst",
        "decisions whose best action beats the worst",
        (0.0, 1.0),
    ),
    "skill": (
        "wins of one strong player among easy ones",
        "wins of strong beyond those of easy",
        (-1.0, 1.0),
    ),
    "unfinished": ("games broken off at the limit", "games broken off at the limit", (0.0, 1.0)),
}


def compare_options(plan: Plan, out: Path, run: Run) -> Compared:
    """Play what the journal in `out` does not hold yet, and sum it all up.

    Raises `InputError` for a game, an option or a value there is not and for a journal that is damaged or another's,
    and `KeyboardInterrupt` with all that was counted kept.
    """
    game = kit_game(plan.game, (), plan.kit_dir)
    cells = _cells(game, plan.options)
    parts = [part for options in cells for part in _parts(plan, options)]
    make_folder(out)
    with open_journal(
        out / f"options-{plan.game}.journal", Entries(engine_state(), _facts, _samples)
    ) as journal:
        counted = journal.counted
        todo = [part for part in parts if part.key not in counted]
        done = len(parts) - len(todo)
        source = _on_dask(todo, run.dask) if run.dask else _here(todo, run.workers)
        with closing(source):
            for part, samples in source:
                journal.add(part.key, samples)
                done += 1
                run.progress(done, len(parts))
    return Compared(plan.game, tuple(row for options in cells for row in _rows(plan, options, counted)))


def _cells(game: Game[Any], asked: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The usual options, then each value that is compared, alone."""
    known = {option.key: option for option in game.module.options}
    wanted: dict[str, Sequence[str]] = {}
    for text in asked:
        key, equals, values = text.partition("=")
        if key not in known:
            raise InputError(f"no option {key!r} of {game.id}", key="--option", hint=nearest_hint(key, known))
        if not equals:
            raise InputError(
                f"{key} names no values", key="--option", hint=f"like {key}={known[key].allowed}"
            )
        wanted[key] = values.split("|")
        for value in wanted[key]:
            kit_game(game.id, [f"{key}={value}"])
    if not asked:
        wanted = {key: every for key, option in known.items() if (every := _values(option))}
    others = (
        (f"{key}={value}",)
        for key, values in wanted.items()
        for value in values
        if game.options.get(key) != value
    )
    return ((), *dict.fromkeys(others))


def _values(option: Option) -> list[str]:
    """All values of an option that has a list of them; none of one that counts."""
    values = option.allowed.split("|")
    return values if len(values) > 1 and all(option.read(value) is not None for value in values) else []


def _parts(plan: Plan, options: tuple[str, ...]) -> list[Part]:
    """All parts of one choice of options, in their order."""
    own = str(plan.kit_dir or "")
    return [
        Part(plan.game, options, measure, plan.seed, first, min(span, games - first), own)
        for measure, games, span in (
            ("even", plan.games, _SPAN),
            ("skill", -(-plan.games // _RARER), 1),
        )
        for first in range(0, games, span)
    ]


Counted = Generator[tuple[Part, Samples], None, None]


def _here(parts: Sequence[Part], workers: int) -> Counted:
    """Counted in this process, or in so many others as each is done."""
    if workers == 1 or len(parts) < 2:
        yield from ((part, count(part)) for part in parts)
        return
    pool = ProcessPoolExecutor(min(workers, len(parts)))
    done = False
    try:
        futures = {pool.submit(count, part): part for part in parts}
        for future in as_completed(futures):
            yield futures[future], future.result()
        done = True
    finally:
        pool.shutdown(wait=done, cancel_futures=True)


def _on_dask(parts: Sequence[Part], address: str) -> Counted:
    """Counted on the cluster whose scheduler has this address; InputError where nobody answers."""
    from distributed import Client
    from distributed import as_completed as completed

    try:
        connected = Client(address, timeout=10, set_as_default=False)
    except (OSError, ValueError) as error:
        raise InputError(
            f"no cluster answers: {error}", key="--dask", hint="like tcp://127.0.0.1:8786"
        ) from None
    with connected as client:
        futures = {client.submit(count, part, key=part.key, pure=False, retries=5): part for part in parts}
        for future in completed(futures, loop=client.loop):
            yield futures[future], future.result()


@cache
def engine_state() -> str:
    """The state of all that decides what is counted: a digest of the sources of rules, players and measures."""
    package = Path(__file__).parents[2]
    sources = (
        *package.glob("games/**/*.py"),
        *package.glob("solver/*.py"),
        *Path(__file__).parent.glob("*.py"),
    )
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in sorted(sources)))
    return digest.hexdigest()[:16]


def _facts(samples: Samples) -> dict[str, list[float]]:
    return {name: [each.count, each.total, each.squares] for name, each in sorted(samples.items())}


def _samples(_key: str, facts: Any) -> Samples:
    return {
        name: Sample(int(times), float(total), float(squares), total == squares)
        for name, (times, total, squares) in facts.items()
    }


def _rows(plan: Plan, options: tuple[str, ...], counted: Mapping[str, Samples]) -> list[Row]:
    """The quantities of one choice of options: its parts are added in their order, so that digits never differ."""
    totals: dict[str, Sample] = {}
    for part in _parts(plan, options):
        for name, sample in counted[part.key].items():
            totals.setdefault(name, Sample()).join(sample)
    command = f"printkit balance {plan.game} " + "".join(f"--option {each} " for each in options)
    command += f"--games {plan.games}" + (f" --seed {plan.seed}" if plan.seed else "")
    text = " ".join(options) or "usual"
    return [
        Row(text, name, totals[name].mean, *_interval(totals[name], bounds), totals[name].count, command)
        for name, (*_, bounds) in QUANTITIES.items()
        if name in totals
    ]


def _interval(sample: Sample, bounds: tuple[float, float] | None) -> tuple[float, float]:
    """The 95 % interval of a mean: of what has bounds Wilson's, which no few equal observations make narrow."""
    if bounds is None:
        return sample.interval
    least, span = bounds[0], bounds[1] - bounds[0]
    low, high = wilson((sample.total - least * sample.count) / span, sample.count)
    return least + span * low, least + span * high


def write_compared(compared: Compared, out: Path) -> tuple[Path, ...]:
    """Write the rows as JSON, as CSV and as a plot; the same rows give the same bytes."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(Row._fields)
    writer.writerows(compared.rows)
    files = {
        "json": (json.dumps(compared.facts(), indent=1) + "\n").encode(),
        "csv": stream.getvalue().encode(),
        "svg": interval_plot(compared.game, _plotted(compared)),
    }
    with staging(out) as stage:
        for ending, data in files.items():
            stage.write(f"options-{compared.game}.{ending}", data)
    return tuple(out / f"options-{compared.game}.{ending}" for ending in files)


def _plotted(compared: Compared) -> dict[str, list[Interval]]:
    """By the words of each quantity its intervals, in percent where they are shares."""
    found: dict[str, list[Interval]] = {}
    for name, words in compared.words.items():
        share = QUANTITIES[name][-1] is not None
        factor = 100.0 if share else 1.0
        found[f"{words}{', %' if share else ''}"] = [
            Interval(row.options, *(factor * each for each in (row.value, row.low, row.high)))
            for row in compared.rows
            if row.quantity == name
        ]
    return found
