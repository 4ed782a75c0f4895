"""The report page of a tuning run in each language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from textwrap import wrap
from typing import TYPE_CHECKING

from printkit.lab.youscout.jobs.balance_book import LEFT, RIGHT, Paper, bind
from printkit.lab.youscout.jobs.balance_plots import Box, Words, panels, part
from printkit.lab.youscout.jobs.balance_words import LANGUAGES, WORDS
from printkit.lab.youscout.jobs.setting import unusual_options
from printkit.lab.youscout.jobs.tuning import Tuning
from printkit.lab.youscout.tuning import Found, options_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["tuning_reports"]

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
