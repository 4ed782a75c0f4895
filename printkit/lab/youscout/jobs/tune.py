"""Searches for better rules and writes JSON, CSV and plots, with the results as facts."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from printkit.errors import InputError, nearest_hint
from printkit.files import staging
from printkit.lab.youscout.jobs.balance_book import LEFT, RIGHT, Paper, bind
from printkit.lab.youscout.jobs.balance_plots import Box, Words, panels, part
from printkit.lab.youscout.jobs.balance_report import LANGUAGES, WORDS
from printkit.lab.youscout.jobs.setting import unusual_options
from printkit.lab.youscout.tables import GAMES
from printkit.lab.youscout.tuning import (
    GOALS,
    USUAL_GOAL,
    Found,
    Goal,
    Search,
    confirm,
    distinct,
    front,
    missed_aims,
    options_of,
    tune,
)
from printkit.version import __version__

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Tuning", "tune_game", "tuning_reports", "tuning_search", "write_tuning"]


# ── the results of a tuning run as facts for JSON ────────────────────────────────────────────────────────────────────


class Tuning(NamedTuple):
    """What a search came to: how it was done, all that was tried, best first, and the best ones measured again."""

    game: str
    search: Search
    tried: tuple[Found, ...]
    best: tuple[Found, ...]

    @property
    def front(self) -> tuple[Found, ...]:
        """What nothing else beats in everything."""
        return front(self.tried)

    @property
    def missed(self) -> tuple[str, ...]:
        """The aims the best one misses where it was measured last."""
        return missed_aims(self.best[0].score, self.search.aims)

    def facts(self) -> dict[str, object]:
        """All of it but what is beaten, ready for JSON."""
        return {
            "tuning": 1,
            "printkit": __version__,
            "game": self.game,
            "seed": self.search.seed,
            "seeds": self.search.seeds,
            "generations": self.search.generations,
            "brood": self.search.brood,
            "piles": self.search.piles,
            "aims": self.search.aims._asdict(),
            "tried": len(self.tried),
            "missed": list(self.missed),
            "reached": sum(each.short == 0 for each in self.tried),
            "best": [_facts(each) for each in self.best],
            "front": [_facts(each) for each in self.front],
        }


def _facts(found: Found) -> dict[str, object]:
    parameters, score = found.parameters, found.score
    return {
        "short": found.short,
        "game": parameters.game,
        "options": list(options_of(parameters)),
        **score._asdict(),
        "table": [list(row) for row in parameters.table],
    }


# ── searches for better rules and writes JSON, CSV and plots ─────────────────────────────────────────────────────────

_COLOURS = {"youscout": "#117a55", "youscout-simplified": "#b2401c"}
"""Both games; the front is drawn full, what is beaten is pale."""

_CHARACTERS = 110
"""In a line of options."""


def tuning_reports(tuning: Tuning) -> dict[str, bytes]:
    """The page in every language."""
    return {each: bind(partial(_pages, tuning, each), WORDS[each]["tune.title"]) for each in LANGUAGES}


def _pages(tuning: Tuning, language: str, paper: Paper) -> Iterator[Figure]:
    words = WORDS[language]
    figure = paper.figure()
    aims = tuning.search.aims
    note = words["tune.note"].format(
        tried=len(tuning.tried), reached=sum(each.short == 0 for each in tuning.tried), **aims._asdict()
    )
    top = paper.head(figure, words["tune.title"], note, language)
    left, right = panels(figure, part((LEFT, 0.085, RIGHT, top), 0.02, 0.38), (1, 2), (0.09, 0))
    _scatter(left, tuning, "spread", words)
    _scatter(right, tuning, "choices", words)
    _lines(figure, tuning.best, words, part((LEFT, 0.085, RIGHT, top), 0.46, 1))
    yield figure


def _scatter(axes: Axes, tuning: Tuning, across: str, words: Words) -> None:
    """Worth against one other score, with the aims as lines."""
    chosen = set(tuning.front)
    for game, colour in _COLOURS.items():
        for alone, alpha, size in ((False, 0.25, 8), (True, 1.0, 18)):
            found = [
                each for each in tuning.tried if each.parameters.game == game and (each in chosen) == alone
            ]
            axes.scatter(
                [getattr(each.score, across) for each in found], [each.score.worth for each in found],
                s=size, color=colour, alpha=alpha, lw=0, label=words[f"tune.{game}"] if alone else None,
            )  # fmt: skip
    axes.axhline(tuning.search.aims.worth, color="black", lw=0.7, ls="--")
    axes.axvline(getattr(tuning.search.aims, across), color="black", lw=0.7, ls="--")
    axes.set_xlabel(words[f"tune.{across}"])
    axes.set_ylabel(words["worth.axis"])
    if across == "spread":
        axes.set_xlim(0, 6)
        axes.legend(frameon=False, fontsize=7.5)


def _lines(figure: Figure, best: Sequence[Found], words: Words, box: Box) -> None:
    """The best ones in words, and the numbers of the first."""
    left, _, _, top = box
    for each in best[:6]:
        score = each.score
        rates = " ".join(f"{100 * rate:.1f}" for rate in score.rates)
        name = " ".join(
            (words[f"tune.{each.parameters.game}"], *unusual_options(options_of(each.parameters)))
        )
        for line in wrap(name, _CHARACTERS):
            figure.text(left, top, line, size=7.5, va="top")
            top -= 0.014
        line = words["tune.line"].format(**score._asdict() | {"rates": rates})
        figure.text(left + 0.012, top, line, size=6.3, va="top", color="#555555")
        top -= 0.022
    for number, row in enumerate(best[0].parameters.table):
        x, y = left + 0.29 * (number // 8), top - 0.012 - 0.014 * (number % 8)
        figure.text(x, y, f"{number}", size=7, va="top", ha="left")
        pairs = "   ".join(f"{row[2 * at]}/{row[2 * at + 1]}" for at in range(4))
        figure.text(x + 0.035, y, pairs, size=7, va="top")


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
