"""Searches for better rules and writes JSON, CSV and plots."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from printkit.errors import InputError, nearest_hint
from printkit.files import staging
from printkit.lab.youscout.jobs.tune_report import tuning_reports
from printkit.lab.youscout.jobs.tuning import Tuning
from printkit.lab.youscout.tables import GAMES
from printkit.lab.youscout.tuning import (
    GOALS,
    USUAL_GOAL,
    Goal,
    Search,
    confirm,
    distinct,
    options_of,
    tune,
)

__all__ = ["tune_game", "tuning_search", "write_tuning"]

SIFTED, CONFIRMED = 24, 8
"""This many of the best are measured again on other deals, and this many of these once more on yet others."""

COARSER, FINER = 3, 8
"""On this many times as many, first and then."""

_SIFTED_DEALS = 6_000

SURER = 3
"""The choices of this many times as many games yet are weighed at last: aims are close."""

LAST = 7_000
"""How far from the others the seed is on whose deals the best one is measured at last."""

_GOALS: Mapping[str, tuple[Goal, ...]] = {"any": GOALS, "usual": (USUAL_GOAL,)}
_PILES = {"any": True, "usual": False}


def tuning_search(
    game_id: str, *, seed: int, generations: int, goal: str, piles: str = "usual", seeds: int = 1
) -> Search:
    """The search that was requested; raises `InputError` for an unknown game or goal.

    `goal` and `piles` are `any` or `usual`.
    Asked for `youscout`, both games are tried; asked for the simplified one, it alone.
    """
    if game_id not in GAMES:
        raise InputError(f"{game_id!r} cannot be tuned", hint=nearest_hint(game_id, GAMES))
    if goal not in _GOALS:
        raise InputError(f"unknown goal {goal!r}", key="--goal", hint=", ".join(_GOALS))
    if piles not in _PILES:
        raise InputError(f"unknown pile rules {piles!r}", key="--piles", hint=", ".join(_PILES))
    games = GAMES if game_id == GAMES[0] else (game_id,)
    return Search(
        seed=seed,
        generations=generations,
        games=games,
        goals=_GOALS[goal],
        piles=_PILES[piles],
        seeds=seeds,
    )


def tune_game(
    game_id: str,
    search: Search,
    workers: int,
    progress: Callable[[str, int, int], None] = lambda stage, done, total: None,
) -> Tuning:
    """Search, and measure the best ones again; the same search finds the same whatever the number of workers.

    The best of several flatters itself: the first of those confirmed is measured once more, on deals of its own, and
    that is its score. `progress` hears each stage by its name.
    """
    tried = tune(search, workers, lambda done, total, best: progress("generations", done, total))
    other = replace(search, seed=search.seed + 3)
    sifted = confirm(
        distinct(tried)[:SIFTED], other, COARSER, workers, _SIFTED_DEALS, partial(progress, "sifting")
    )
    surer = replace(search, weighed=SURER * search.weighed)
    best = confirm(sifted[:CONFIRMED], surer, FINER, workers, progress=partial(progress, "confirming"))
    last = replace(surer, seed=search.seed + LAST)
    again = confirm(best[:1], last, FINER, workers, progress=partial(progress, "measuring the best"))
    return Tuning(game_id, search, tried, again + best[1:])


def write_tuning(tuning: Tuning, out: Path) -> tuple[Path, ...]:
    """Write what was found as JSON and CSV, and a page in each language."""
    files = {
        ".json": (json.dumps(tuning.facts(), ensure_ascii=False, indent=1) + "\n").encode(),
        ".csv": _csv(tuning),
    }
    files |= {f"-{language}.pdf": data for language, data in tuning_reports(tuning).items()}
    with staging(out) as stage:
        for ending, data in files.items():
            stage.write(f"tune-{tuning.game}{ending}", data)
    return tuple(out / f"tune-{tuning.game}{ending}" for ending in files)


_COLUMNS = (
    "list", "short", "game", "options", "spread", "choices", "worth", "lesser", "stuck", "rates", "worth_reach",
)  # fmt: skip


def _csv(tuning: Tuning) -> bytes:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for name, found in (("best", tuning.best), ("front", tuning.front)):
        for each in found:
            score = each.score
            writer.writerow(
                (
                    name,
                    repr(each.short),
                    each.parameters.game,
                    " ".join(options_of(each.parameters)),
                    *map(repr, score[:5]),
                    " ".join(map(repr, score.rates)),
                    repr(score.worth_reach),
                )
            )
    return stream.getvalue().encode()
