"""Evaluates all combinations of options with one number table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

from printkit.games.youscout.board import PLACES
from printkit.games.youscout.rules import PILE_OPTIONS
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

__all__ = ["Sweep", "Swept", "sweep"]

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
