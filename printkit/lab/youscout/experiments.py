"""Selects the cells that `balance` measures, group by group, and evaluates all combinations of options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import product
from math import ceil, sqrt
from statistics import NormalDist
from typing import NamedTuple

from printkit.errors import InputError, nearest_hint
from printkit.games.core import Option
from printkit.games.find import find_module
from printkit.games.youscout.board import PLACES
from printkit.games.youscout.cards import COURTS
from printkit.games.youscout.rules import PILE_OPTIONS
from printkit.lab.youscout.measures import KINDS, Measure
from printkit.lab.youscout.tables import GAMES
from printkit.lab.youscout.tuning import (
    AIMS,
    USUAL_GOAL,
    Aims,
    Goal,
    Parameters,
    parameter_values,
    play_starts,
    rates_under,
    rules_under,
    usual_table,
    worth_under,
)
from printkit.solver.statistics import Z_95

__all__ = [
    "DEFAULT_GROUPS",
    "GROUPS",
    "VARIANTS",
    "Cell",
    "Selection",
    "Sweep",
    "Swept",
    "games_for",
    "plan",
    "read_selection",
    "sweep",
]


# ── selects the cells that `balance` measures, group by group ────────────────────────────────────────────────────────

GROUPS = (
    "usual",
    "options",
    "court-influence",
    "terminals",
    "profiles",
    "tornado",
    "worth",
    "luck",
    "gaps",
    "advised",
    "grid",
)
"""The groups of the atlas in the order they are measured; `grid` is the whole of it."""

DEFAULT_GROUPS = GROUPS[:-1]

VARIANTS = ((GAMES[0], ()), (GAMES[1], ()), (GAMES[1], ("comparison=greater-equal",)))
"""The original and both readings of the simplified game: a game and the options that make it."""

USUAL_POINTS, OTHER_POINTS = 0.05, 0.2
"""Half the width of a rate's 95 % interval, in points of 100: under the usual rules, and elsewhere."""

WORTH_GAMES = 1500
ADVISED_GAMES = 5_000
GAP_GAMES = 200
_SIMPLE = ("random", "move", "stay", "thumb")
_PLACES = ("1", "2", "3", "4", "5", "6")
_STARTS = (*_PLACES, "random")
_TERMINALS = ("1", "2", "3", "4", "5")
_INFLUENCES = ("1", "1.5", "2", "3")
_REPLACEMENTS = ("0", "1", "3", "infinity")
_REPLACING = {"cross": "replacements=3", "lower-coin-replacements": "replacements=3"}
"""Options that say nothing unless another is not usual."""

_VALUES: Mapping[str, tuple[str, ...]] = {
    "terminals": _TERMINALS,
    "court": tuple(COURTS),
    "influence": _INFLUENCES,
    "swap": ("memorial", "expansive", "solid"),
    "comparison": ("greater", "greater-equal"),
    "replacements": _REPLACEMENTS,
    "cross": ("none", "all"),
    "lower-coin-replacements": ("0", "infinity"),
}
"""What is tried of each option of the two games."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A measure and the group of the atlas it belongs to."""

    group: str
    measure: Measure


@dataclass(frozen=True, slots=True)
class Selection:
    """Which cells are wanted: groups, and for any of a cell's words the values it may have.

    `games` or `points` (half the width of a rate's interval, in points of 100) overrule what is usual.
    """

    groups: tuple[str, ...] = DEFAULT_GROUPS
    words: tuple[tuple[str, tuple[str, ...]], ...] = ()
    games: int | None = None
    points: float | None = None

    def takes(self, cell: Cell) -> bool:
        """Whether the cell is wanted."""
        measure = cell.measure
        words = {
            "kind": measure.kind,
            "game": measure.game,
            "player": measure.player,
            "start": measure.start,
            "than": measure.than,
            **_usual_options(measure.game),
            **dict(option.split("=") for option in measure.options),
        }
        return all(words.get(key) in values for key, values in self.words)


def read_selection(text: str, *, games: int | None = None, points: float | None = None) -> Selection:
    """The selection that `--only` names: groups and `K=V` or `K=V|W`, comma-separated; empty: the usual plan.

    Raises `InputError` for an unknown group or word.
    """
    groups: list[str] = []
    words: dict[str, tuple[str, ...]] = {}
    options = (option.key for game_id in GAMES for option in find_module(game_id).options)
    known = ("kind", "game", "player", "start", "than", *options)
    for part in filter(None, (each.strip() for each in text.split(","))):
        key, equals, values = part.partition("=")
        if not equals and key not in GROUPS:
            raise InputError(f"unknown group {key!r}", key="--only", hint=nearest_hint(key, GROUPS))
        if not equals:
            groups.append(key)
        elif key not in known or not values:
            raise InputError(f"no cells match {part!r}", key="--only", hint=nearest_hint(key, known))
        else:
            words[key] = tuple(values.split("|"))
    if points is not None and not 0.001 <= points <= 50:
        raise InputError(f"{points:g} points is not from 0.001 to 50", key="--points")
    wanted = tuple(group for group in GROUPS if group in groups) if groups else DEFAULT_GROUPS
    return Selection(wanted, tuple(words.items()), games, points)


def games_for(points: float) -> int:
    """Games needed so that a rate's 95 % interval reaches at most this many percentage points to either side."""
    return ceil((Z_95 / (2 * points / 100)) ** 2)


def plan(game_id: str, selection: Selection) -> tuple[Cell, ...]:
    """All cells of the selection in their order; what an earlier group measures is not measured again.

    Raises `InputError` where none is left.
    """
    if game_id not in GAMES:
        raise InputError(f"no comparison is available for {game_id!r}", hint="known: " + ", ".join(GAMES))
    cells: list[Cell] = []
    seen: set[Measure] = set()
    for group in selection.groups:
        for measure in _GROUPS[group](game_id, selection):
            cell = Cell(group, measure)
            alone = replace(measure, games=1)
            if selection.takes(cell) and alone not in seen:
                seen.add(alone)
                cells.append(cell)
    if not cells:
        raise InputError(
            "no cells are left", key="--only", hint=f"groups: {', '.join(GROUPS)}; kinds: {', '.join(KINDS)}"
        )
    return tuple(cells)


def _usual_options(game_id: str) -> dict[str, str]:
    options: Iterable[Option] = find_module(game_id).options
    return {option.key: option.usual for option in options}


def _variants(game_id: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """All three variants; asked for the simplified game, its two."""
    return (each for each in VARIANTS if game_id == GAMES[0] or each[0] == game_id)


def _size(selection: Selection, points: float, most: int | None = None) -> int:
    """Games of a cell; `most` is what a dear one gets at the usual precision, and less where less is requested."""
    if selection.games:
        return selection.games
    games = games_for(selection.points or points)
    if most is None:
        return games
    return min(games, ceil(most * (points / (selection.points or points)) ** 2))


def _rates(
    variant: tuple[str, tuple[str, ...]],
    changes: Sequence[str],
    starts: Sequence[str],
    players: Sequence[str],
    games: int,
) -> Iterator[Measure]:
    options = _options_of(variant, changes)
    for start, player in product(starts, players):
        yield Measure("rate", variant[0], options, player, start, games)


def _usual(game_id: str, selection: Selection) -> Iterator[Measure]:
    fine, coarse = _size(selection, USUAL_POINTS), _size(selection, OTHER_POINTS)
    for variant in _variants(game_id):
        yield from _rates(variant, (), _STARTS, _SIMPLE, fine)
        yield from _rates(variant, (), ("best",), ("thumb",), fine)
        yield from _rates(variant, (), ("random",), ("clairvoyant",), fine)
        yield from _rates(variant, (), (*_PLACES, "best"), ("clairvoyant",), coarse)


def _changes(variant: tuple[str, tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """One option at a time, with what it needs to say anything."""
    game_id, own = variant
    usual = _usual_options(game_id)
    for key, values in _VALUES.items():
        for value in values:
            if (
                key not in usual
                or value == usual[key]
                or f"{key}={value}" in own
                or (own and key == "comparison")
            ):
                continue
            needed = _REPLACING.get(key)
            yield (f"{key}={value}",) if needed is None else (needed, f"{key}={value}")


def _options(game_id: str, selection: Selection) -> Iterator[Measure]:
    games = _size(selection, OTHER_POINTS)
    for variant in _variants(game_id):
        for change in _changes(variant):
            yield from _rates(variant, change, ("random",), (*_SIMPLE, "clairvoyant"), games)


def _court_influence(game_id: str, selection: Selection) -> Iterator[Measure]:
    games = _size(selection, OTHER_POINTS)
    for variant in _variants(game_id):
        for court, influence in product(_VALUES["court"], _INFLUENCES):
            changes = (f"court={court}", f"influence={influence}")
            yield from _rates(variant, changes, _STARTS, ("random", "move", "stay"), games)
            yield from _rates(variant, changes, ("random",), ("thumb", "clairvoyant"), games)


def _terminals(game_id: str, selection: Selection) -> Iterator[Measure]:
    games = _size(selection, OTHER_POINTS)
    for variant in _variants(game_id):
        for terminals in _TERMINALS:
            yield from _rates(variant, (f"terminals={terminals}",), _STARTS, _SIMPLE, games)
            yield from _rates(variant, (f"terminals={terminals}",), ("random",), ("clairvoyant",), games)


def _options_of(variant: tuple[str, tuple[str, ...]], changes: Sequence[str]) -> tuple[str, ...]:
    """The options of a variant with these changes, but for those that stay usual."""
    game_id, own = variant
    usual = _usual_options(game_id)
    options = dict(option.split("=") for option in (*own, *changes))
    return tuple(f"{key}={value}" for key, value in options.items() if value != usual[key])


def _profiles(game_id: str, selection: Selection) -> Iterator[Measure]:
    games = _size(selection, OTHER_POINTS)
    for variant in _variants(game_id):
        for terminals, player, start in product(("1", "3"), ("thumb", "move", "stay"), ("2", "5")):
            options = _options_of(variant, (f"terminals={terminals}",))
            yield Measure("profile", variant[0], options, player, start, games)


def _tornado(game_id: str, selection: Selection) -> Iterator[Measure]:
    games = _size(selection, OTHER_POINTS)
    for variant in _variants(game_id):
        usual = _options_of(variant, ())
        for player in ("thumb", "move", "stay"):
            for change in _changes(variant):
                # Keyed plays replace nothing.
                if not any(option.startswith(("replacements", "cross", "lower")) for option in change):
                    options = _options_of(variant, change)
                    yield Measure(
                        "pair", variant[0], options, player, "random", games, than=player, than_options=usual
                    )
        for start, player in product(("2", "5"), ("random", "move", "stay")):
            yield Measure("pair", variant[0], usual, "thumb", start, games, than=player, than_options=usual)


def _worth(game_id: str, selection: Selection) -> Iterator[Measure]:
    games = _size(selection, OTHER_POINTS, WORTH_GAMES)
    for variant in _variants(game_id):
        for terminals, start in product(("1", "2", "3", "5"), ("2", "5")):
            yield Measure(
                "worth", variant[0], _options_of(variant, (f"terminals={terminals}",)), "thumb", start, games
            )


def _luck(game_id: str, selection: Selection) -> Iterator[Measure]:
    games = _size(selection, OTHER_POINTS)
    for variant in _variants(game_id):
        for terminals, start in product(_TERMINALS, ("random", "2", "5")):
            yield Measure(
                "luck", variant[0], _options_of(variant, (f"terminals={terminals}",)), "random", start, games
            )


def _gaps(game_id: str, selection: Selection) -> Iterator[Measure]:
    games = _size(selection, OTHER_POINTS, GAP_GAMES)
    for variant in _variants(game_id):
        for change in ((), *_changes(variant)):
            yield Measure("gaps", variant[0], _options_of(variant, change), "random", "random", games)


def _advised(game_id: str, selection: Selection) -> Iterator[Measure]:
    games = _size(selection, OTHER_POINTS, ADVISED_GAMES)
    for variant in _variants(game_id):
        for terminals in ("1", "3"):
            yield from _rates(variant, (f"terminals={terminals}",), ("2", "5"), ("advised",), games)


def _grid(game_id: str, selection: Selection) -> Iterator[Measure]:
    games = _size(selection, OTHER_POINTS)
    for variant in _variants(game_id):
        replacements = _REPLACEMENTS if variant[0] == GAMES[0] else ("0",)
        parameters = (_VALUES["court"], _INFLUENCES, _VALUES["swap"], _TERMINALS, replacements)
        for court, influence, swap, terminals, replaced in product(*parameters):
            changes = [f"court={court}", f"influence={influence}", f"swap={swap}", f"terminals={terminals}"]
            if variant[0] == GAMES[0]:
                changes.append(f"replacements={replaced}")
            yield from _rates(variant, changes, _STARTS, (*_SIMPLE, "clairvoyant"), games)


_GROUPS = {
    "usual": _usual,
    "options": _options,
    "court-influence": _court_influence,
    "terminals": _terminals,
    "profiles": _profiles,
    "tornado": _tornado,
    "worth": _worth,
    "luck": _luck,
    "gaps": _gaps,
    "advised": _advised,
    "grid": _grid,
}


# ── evaluates all combinations of options with one number table ──────────────────────────────────────────────────────

_GAMES = ("youscout", "youscout-simplified")
_PLANS = 8


@dataclass(frozen=True, slots=True)
class Sweep:
    """How a sweep is done: the winning places, how many deals each choice of options is played on, and the aims.

    `miss` is the chance that any one of all statements is wrong.
    """

    goal: Goal = USUAL_GOAL
    deals: int = 2_000
    weighed: int = 40
    imagined: int = 48
    seed: int = 3
    miss: float = 0.05
    aims: Aims = AIMS


class Swept(NamedTuple):
    """One choice of options: what it came to, and which aim it misses beyond doubt; empty if none.

    `spread` is in points of 100; `spread_least` is what it is at least, and `choices_most`, `worth_most` at most.
    """

    game: str
    options: tuple[str, ...]
    spread: float
    spread_least: float
    choices: float
    choices_most: float
    worth: float
    worth_most: float
    misses: str


def sweep(
    plan: Sweep,
    workers: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[Swept, ...]:
    """Every choice of terminals, court, influence, swap, and comparison, and every choice of pile rules and terminals.

    Each is played from every start by each of the eight plans that answer by place, on the same deals; all
    statements hold together but for odds of `plan.miss` (Bonferroni).
    """
    choices = tuple(_choices())
    found = []
    with ThreadPoolExecutor(workers) as pool:
        for each in pool.map(lambda choice: _swept(plan, choice[0], choice[1], len(choices)), choices):
            found.append(each)
            progress(len(found), len(choices))
    return tuple(found)


def _choices() -> Iterator[tuple[str, tuple[str, ...]]]:
    for game_id in _GAMES:
        parameters = parameter_values(game_id, piles=False)
        for values in product(*parameters.values()):
            yield (
                game_id,
                tuple(f"{key}={value}" for key, value in zip(parameters, values, strict=True)),
            )
    piles = {option.key: option.allowed.split("|") for option in PILE_OPTIONS}
    for terminals, *ways in product(("1", "2", "3", "4"), *piles.values()):
        if ways != [option.usual for option in PILE_OPTIONS]:
            options = (f"{key}={way}" for key, way in zip(piles, ways, strict=True))
            yield _GAMES[0], (f"terminals={terminals}", *options)


def _swept(plan: Sweep, game_id: str, options: Sequence[str], count: int) -> Swept:
    rules = rules_under(Parameters(game_id, tuple(options), plan.goal, usual_table()))
    ends, met, _ = play_starts(rules, plan.deals, plan.seed)
    rates = rates_under(ends, plan.goal)
    best, plans = rates.max(axis=1), rates.argmax(axis=1)
    # The greatest of eight means flatters every start; the worst one's too, so the difference is at least this.
    odds = NormalDist().inv_cdf(1 - plan.miss / (3 * count * len(PLACES) * _PLANS))
    spread = float(best.max() - best.min())
    reach = odds * sqrt(2 * 0.25 / plan.deals)
    choices = float(met[range(6), plans].mean())
    # No game has more choices than swords; a game's number of them spreads no wider than its mean.
    choices_most = choices + odds * choices / sqrt(plan.deals)
    spread_least = max(0.0, spread - reach)
    worth = worth_most = 0.0
    misses = "spread" if 100 * spread_least > plan.aims.spread else ""
    if not misses and choices_most < plan.aims.choices:
        misses = "choices"
    if not misses:
        worth, worth_most = worth_under(rules, plan.goal, plans, plan.weighed, plan.seed, plan.imagined, odds)
        misses = "worth" if worth_most < plan.aims.worth else ""
    return Swept(
        game_id,
        tuple(options),
        100 * spread,
        100 * spread_least,
        choices,
        choices_most,
        worth,
        worth_most,
        misses,
    )
