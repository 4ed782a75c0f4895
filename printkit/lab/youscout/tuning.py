"""Searches for rules with even starts and choices that matter, and their Pareto front."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import NamedTuple, TypeAlias

import numpy
import numpy.typing

from printkit.games.find import make_game
from printkit.games.youscout.board import LOWER, PLACES
from printkit.games.youscout.cards import COURTS, NUMBERS, keeps_checksum
from printkit.games.youscout.rules import PILE_OPTIONS
from printkit.lab.youscout import choice_values, seeded_play
from printkit.lab.youscout.search_workspace import make_search_workspace
from printkit.lab.youscout.seeded_play import Play, play_seeded
from printkit.lab.youscout.tables import Integers, KernelRules, kernel_rules, rules_of
from printkit.solver.statistics import Z_95

__all__ = [
    "AIMS",
    "GOALS",
    "USUAL_GOAL",
    "Aims",
    "Found",
    "Parameters",
    "Score",
    "Search",
    "confirm",
    "distinct",
    "front",
    "measure",
    "missed_aims",
    "options_of",
    "parameter_values",
    "play_starts",
    "rates_under",
    "rules_under",
    "shortfall",
    "tune",
    "usual_table",
    "worth_under",
]  # fmt: skip

Goal: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The places that win after a lower and after an upper start."""

Floats: TypeAlias = numpy.typing.NDArray[numpy.float64]

USUAL_GOAL: Goal = ((2, 5), (5, 6))

_TWO_PLACES: tuple[tuple[int, ...], ...] = tuple(combinations(PLACES, 2))

GOALS: tuple[Goal, ...] = tuple(product(_TWO_PLACES, _TWO_PLACES))
"""Any two places after either start: so the toss of a place still wins one game of three."""

_VALUES = {
    "terminals": ("1", "2", "3", "4"),
    "court": tuple(COURTS),
    "influence": ("1", "1.5", "2", "3"),
    "swap": ("memorial", "expansive"),
}
_COMPARISONS = ("greater", "greater-equal")
_PILES = {option.key: tuple(option.allowed.split("|")) for option in PILE_OPTIONS}
_PLANS = 8
_SIMPLIFIED = "youscout-simplified"


class Parameters(NamedTuple):
    """All that is tuned: the game and its options (`K=V`), pile rules among them, the places that win, and the
    numbers of the 22 majors."""

    game: str
    options: tuple[str, ...]
    goal: Goal
    table: tuple[tuple[int, ...], ...]


class Aims(NamedTuple):
    """What is wanted: points of 100 between the best and the worst start at most, and for the swords one may answer:
    how many a game, how many points each is worth, and what share of that both answers win, all at least; and
    of long passes, what share may be stuck."""

    spread: float = 1.0
    choices: float = 4.0
    worth: float = 5.0
    lesser: float = 0.1
    stuck: float = 0.01


AIMS = Aims()


class Score(NamedTuple):
    """What a game came to: the fields of `Aims`, the rate of each start, and the best plan for it as three bits.

    `worth_reach` is how far the 95 % interval of `worth` reaches to either side; 0: not known.
    """

    spread: float
    choices: float
    worth: float
    lesser: float
    stuck: float
    rates: tuple[float, ...]
    plans: tuple[int, ...]
    worth_reach: float = 0.0


class Found(NamedTuple):
    """Parameters and their score, and how far they fall short of the aims (0: they reach them all)."""

    parameters: Parameters
    score: Score
    short: float


def options_of(parameters: Parameters) -> tuple[str, ...]:
    """All options as `K=V`, the places that win among them."""
    goal = "-".join("".join(map(str, places)) for places in parameters.goal)
    return (*parameters.options, f"goal={goal}")


@dataclass(frozen=True, slots=True)
class Search:
    """How a search is done: its seed, its size, and which parameters may be turned.

    `games` and `goals` bound the choice; without `tables` the usual numbers stay, without `piles` the usual rules of
    piles. `deals` are played by all plans from all starts, and the choices of this many `weighed` games from each start
    are weighed. It is done anew for each of so many `seeds`, from `seed` on.
    """

    seed: int = 0
    generations: int = 40
    brood: int = 24
    games: tuple[str, ...] = ("youscout", _SIMPLIFIED)
    goals: tuple[Goal, ...] = GOALS
    tables: bool = True
    piles: bool = True
    deals: int = 700
    weighed: int = 16
    imagined: int = 48
    aims: Aims = AIMS
    seeds: int = 1


def missed_aims(score: Score, aims: Aims) -> tuple[str, ...]:
    """The aims a score misses, each with what it has and what is wanted."""
    rows = (
        (
            score.spread <= aims.spread,
            f"starts {score.spread:.2f} points apart, at most {aims.spread:g} wanted",
        ),
        (score.choices >= aims.choices, f"{score.choices:.1f} choices a game, {aims.choices:g} wanted"),
        (score.worth >= aims.worth, f"a choice worth {score.worth:.2f} points, {aims.worth:g} wanted"),
        (score.lesser >= aims.lesser, f"rarer answer {score.lesser:.1%}, {aims.lesser:.0%} wanted"),
        (
            score.stuck <= aims.stuck,
            f"{score.stuck:.2%} of long passes stuck, at most {aims.stuck:.0%} wanted",
        ),
    )
    return tuple(words for reached, words in rows if not reached)


def shortfall(score: Score, aims: Aims) -> float:
    """How far a score falls short of the aims: the shares that lack, added."""
    return (
        max(0.0, score.spread / aims.spread - 1) / 2
        + max(0.0, 1 - score.choices / aims.choices)
        + max(0.0, 1 - score.worth / aims.worth)
        + max(0.0, 1 - score.lesser / aims.lesser)
        + max(0.0, score.stuck / aims.stuck - 1) / 4
    )


def tune(
    search: Search, workers: int = 1, progress: Callable[[int, int, Found], None] | None = None
) -> tuple[Found, ...]:
    """Everything that was tried, best first; the same search finds the same whatever the number of workers.

    Random parameters first; then, generation by generation, changes of the best ones, and some new ones.
    """
    every: dict[Parameters, Found] = {}
    with ThreadPoolExecutor(workers) as pool:
        for at in range(search.seeds):
            found: dict[Parameters, Found] = {}
            rng = random.Random(search.seed + at)
            for generation in range(search.generations):
                best = sorted(found.values(), key=_rank)[: search.brood // 2]
                tried = [_draw(search, rng, best) for _ in range(search.brood)]
                for each in pool.map(lambda parameters: _try_goals(parameters, search), tried):
                    found.setdefault(each.parameters, each)
                if progress:
                    done = at * search.generations + generation + 1
                    progress(done, search.seeds * search.generations, min(found.values(), key=_rank))
            every |= found
    return tuple(sorted(every.values(), key=_rank))


def distinct(found: Sequence[Found]) -> tuple[Found, ...]:
    """Those that did not come to the very same as an earlier one: numbers that no rule reads make no difference."""
    first: dict[Score, Found] = {}
    for each in found:
        first.setdefault(each.score, each)
    return tuple(first.values())


def front(found: Sequence[Found]) -> tuple[Found, ...]:
    """Those that no other one beats in spread, choices, worth and stuck passes together; evenest first.

    Of some that are equal in all of these there is one: numbers of 0 and 13 make no difference.
    """

    def signs(each: Found) -> tuple[float, ...]:
        score = each.score
        return (score.spread, -score.choices, -score.worth, score.stuck)

    def beaten(each: Found) -> bool:
        mine = signs(each)
        return any(
            other is not each
            and all(a <= b for a, b in zip(signs(other), mine, strict=True))
            and signs(other) != mine
            for other in found
        )

    best = {signs(each): each for each in sorted(found, key=_rank, reverse=True) if not beaten(each)}
    return tuple(best[each] for each in sorted(best))


EVEN_DEALS = 60_000
"""Deals on which the starts of the chosen are compared: six rates of equal odds then lie within half a point."""


def confirm(
    found: Sequence[Found],
    search: Search,
    finer: int,
    workers: int = 1,
    even_deals: int | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[Found, ...]:
    """These again on deals they were not chosen by, `finer` times as many, best first: chosen numbers flatter.

    So do plans, and the greatest of differences: the plans are chosen again, and then played on `even_deals` others.
    """
    fine = replace(search, deals=search.deals * finer, weighed=search.weighed * finer)

    def again(each: Found) -> Found:
        score = measure(each.parameters, fine, search.seed + 1)
        rates = _rates_of_plans(each.parameters, score.plans, even_deals or EVEN_DEALS, search.seed + 2)
        score = score._replace(rates=rates, spread=100 * (max(rates) - min(rates)))
        return Found(each.parameters, score, shortfall(score, search.aims))

    confirmed = []
    with ThreadPoolExecutor(workers) as pool:
        for each in pool.map(again, found):
            confirmed.append(each)
            progress(len(confirmed), len(found))
    return tuple(sorted(confirmed, key=_rank))


def _rates_of_plans(parameters: Parameters, plans: Sequence[int], deals: int, seed: int) -> tuple[float, ...]:
    """The rate of each start under its plan."""
    plays = [
        Play(start, plan=plan if start in LOWER else plan << 3)
        for start, plan in zip(PLACES, plans, strict=True)
    ]
    ends = play_seeded(rules_under(parameters), make_search_workspace(16), plays, seed, 0, deals)[
        :, :, seeded_play.END
    ]
    goals = (parameters.goal[start not in LOWER] for start in PLACES)
    return tuple(float(numpy.isin(ends[:, at], goal).mean()) for at, goal in enumerate(goals))


def measure(parameters: Parameters, search: Search, seed: int) -> Score:
    """The score of parameters on the deals of a seed: each start's rate by its best plan, and the worth of choices."""
    rules = rules_under(parameters)
    ends, choices, stuck = play_starts(rules, search.deals, seed)
    rates = rates_under(ends, parameters.goal)
    plans = rates.argmax(axis=1)
    return _score(rules, parameters.goal, rates, plans, choices, stuck, search, seed)


def _rank(found: Found) -> tuple[float, Parameters]:
    return found.short, found.parameters


def rules_under(parameters: Parameters) -> KernelRules:
    cards = dict(enumerate(parameters.table))
    return kernel_rules(rules_of(make_game(parameters.game, parameters.options, cards)))


def play_starts(rules: KernelRules, deals: int, seed: int) -> tuple[Floats, Floats, float]:
    """Of each start and plan: the share of ends on each place (0 unused), choices a game; and of stuck passes."""
    plays = [
        Play(start, plan=plan if start in LOWER else plan << 3) for start in PLACES for plan in range(_PLANS)
    ]
    rows = play_seeded(rules, make_search_workspace(16), plays, seed, 0, deals)
    ends = numpy.stack([(rows[:, :, seeded_play.END] == place).mean(axis=0) for place in range(7)], axis=1)
    stuck = rows[:, :, seeded_play.STUCK].sum() / max(1, rows[:, :, seeded_play.LONG].sum())
    choices = rows[:, :, seeded_play.CHOICES].mean(axis=0)
    return ends.reshape(6, _PLANS, 7), choices.reshape(6, _PLANS), float(stuck)


def rates_under(ends: Floats, goal: Goal) -> Floats:
    """The rate of each start under each plan."""
    below, above = (list(places) for places in goal)
    rates: Floats = numpy.concatenate([ends[:3, :, below].sum(axis=2), ends[3:, :, above].sum(axis=2)])
    return rates


def _try_goals(parameters: Parameters, search: Search) -> Found:
    """Parameters with the most promising of the goals that may be chosen, measured."""
    rules = rules_under(parameters)
    ends, choices, stuck = play_starts(rules, search.deals, search.seed)

    def promise(goal: Goal) -> tuple[float, Goal]:
        rates = rates_under(ends, goal)
        best, plans = rates.max(axis=1), rates.argmax(axis=1)
        met = choices[range(6), plans]
        # What the worst plan loses against the best, a choice, is a floor for what choices are worth.
        skill = float(((best - rates.min(axis=1)) / numpy.maximum(met, 0.1)).mean())
        score = Score(
            100 * float(best.max() - best.min()), float(met.mean()), 100 * skill, 1.0, stuck, (), ()
        )
        return shortfall(score, search.aims), goal

    _, goal = min(map(promise, search.goals))
    rates = rates_under(ends, goal)
    score = _score(rules, goal, rates, rates.argmax(axis=1), choices, stuck, search, search.seed)
    return Found(parameters._replace(goal=goal), score, shortfall(score, search.aims))


def _score(
    rules: KernelRules,
    goal: Goal,
    rates: Floats,
    plans: Integers,
    choices: Floats,
    stuck: float,
    search: Search,
    seed: int,
) -> Score:
    best = rates.max(axis=1)
    rows = _weighed(rules, goal, plans, search.weighed, seed, search.imagined)
    moving, staying = (
        int(rows[:, choice_values.BY_MOVING].sum()),
        int(rows[:, choice_values.BY_STAYING].sum()),
    )
    gained = max(1, moving + staying)
    worth_of_one, error = _worth_of_one(rows, search.imagined)
    return Score(
        spread=100 * float(best.max() - best.min()),
        choices=float(choices[range(6), plans].mean()),
        worth=worth_of_one,
        lesser=max(0.0, min(moving, staying) / gained),
        stuck=stuck,
        rates=tuple(map(float, best)),
        plans=tuple(map(int, plans)),
        worth_reach=Z_95 * error,
    )


def _weighed(
    rules: KernelRules, goal: Goal, plans: Integers, games: int, seed: int, imagined: int
) -> Integers:
    """The rows of this many weighed games from each start, played by its plan (`choice_values.measure_games`)."""
    wins = tuple(sum(1 << place for place in places) for places in goal)
    rows = []
    for start, bits in zip(PLACES, plans, strict=True):
        plan = numpy.array([int(bits) >> at % 3 & 1 for at in range(6)], numpy.int64)
        rows.append(
            choice_values.measure_games(
                rules, plan, 1 << start, seed, 0, games, imagined=imagined, wins=(wins[0], wins[1])
            )
        )
    return numpy.concatenate(rows)


def worth_under(
    rules: KernelRules, goal: Goal, plans: Integers, games: int, seed: int, imagined: int, odds: float
) -> tuple[float, float]:
    """What a choice is worth in points of 100, as `measure` has it, and so many standard errors above that."""
    mean, error = _worth_of_one(_weighed(rules, goal, plans, games, seed, imagined), imagined)
    return mean, mean + odds * error


def _worth_of_one(rows: Integers, imagined: int) -> tuple[float, float]:
    """What a choice is worth in points of 100, from rows of weighed games, and its standard error."""
    values = (rows[:, choice_values.BY_MOVING] + rows[:, choice_values.BY_STAYING]).astype(float)
    choices = rows[:, choice_values.CHOICES].astype(float)
    count = max(1.0, float(choices.sum()))
    mean = float(values.sum()) / count
    # A ratio of two sums over games: the delta method.
    error = float(numpy.sqrt(((values - mean * choices) ** 2).sum())) / count
    scale = 100 / (2 * imagined)
    return scale * mean, scale * error


def _draw(search: Search, rng: random.Random, best: Sequence[Found]) -> Parameters:
    """New parameters: random ones, or a mutation of one of the best."""
    if not best or rng.random() < 0.2:
        return _random_knobs(search, rng)
    return _changed(best[min(rng.randrange(len(best)), rng.randrange(len(best)))].parameters, search, rng)


def _random_knobs(search: Search, rng: random.Random) -> Parameters:
    game = rng.choice(search.games)
    parameters = parameter_values(game, search.piles)
    # Every other rule of piles is left as it is: a game that changes less is easier to learn.
    options = tuple(
        f"{key}={values[0] if key in _PILES and rng.random() < 0.5 else rng.choice(values)}"
        for key, values in parameters.items()
    )
    table = tuple(_random_table(rng)) if search.tables and rng.random() < 0.9 else usual_table()
    return Parameters(game, options, USUAL_GOAL, table)


def parameter_values(game: str, piles: bool) -> dict[str, tuple[str, ...]]:
    """The options that are tuned, with the values that are tried; the rules of piles among them if so wished."""
    if game == _SIMPLIFIED:
        return {**_VALUES, "comparison": _COMPARISONS}
    return {**_VALUES, **(_PILES if piles else {})}


def usual_table() -> tuple[tuple[int, ...], ...]:
    return tuple(NUMBERS[number] for number in sorted(NUMBERS))


def _random_table(rng: random.Random) -> Iterator[tuple[int, ...]]:
    """Each major's own eight numbers in another order; the columns lean to small or large ones, or do not."""
    lean = [rng.choice((0.0, 1.0)) * rng.gauss(0, 1.5) for _ in range(8)]
    for row in usual_table():
        order = sorted(range(8), key=lambda column: lean[column] + rng.gauss(0, 1))
        turned = [0] * 8
        for column, number in zip(order, sorted(row), strict=True):
            turned[column] = number
        yield tuple(turned)


def _changed(parameters: Parameters, search: Search, rng: random.Random) -> Parameters:
    """An option changed, or two numbers exchanged on some majors."""
    if not search.tables or rng.random() < 0.3:
        key, values = rng.choice(list(parameter_values(parameters.game, search.piles).items()))
        options = dict(option.split("=") for option in parameters.options)
        options[key] = rng.choice(values)
        return parameters._replace(options=tuple(f"{each}={value}" for each, value in options.items()))
    table = list(parameters.table)
    one, other = rng.sample(range(8), 2)
    for major in rng.sample(range(len(table)), rng.choice((1, 2, 4, 8, 22))):
        row = list(table[major])
        row[one], row[other] = row[other], row[one]
        if not keeps_checksum(row):
            raise AssertionError("exchanging two numbers of a major keeps its checksum")
        table[major] = tuple(row)
    return parameters._replace(table=tuple(table))
