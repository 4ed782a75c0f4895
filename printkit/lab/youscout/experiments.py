"""Selects the cells that `balance` measures, group by group."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil

from printkit.errors import InputError, nearest_hint
from printkit.games.core import Option
from printkit.games.find import find_module
from printkit.games.youscout.cards import COURTS
from printkit.lab.youscout.measures import KINDS, Measure
from printkit.lab.youscout.tables import GAMES
from printkit.solver.statistics import Z_95

__all__ = ["DEFAULT_GROUPS", "GROUPS", "VARIANTS", "Cell", "Selection", "games_for", "plan", "read_selection"]

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
