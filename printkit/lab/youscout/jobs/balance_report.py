"""The report of the rules laboratory as a PDF in each language."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from printkit.lab.youscout.jobs.balance_book import LEFT, PALE, RIGHT, Paper, bind
from printkit.lab.youscout.jobs.balance_play_plots import PLAY_PAGES
from printkit.lab.youscout.jobs.balance_plots import RATE_PAGES, Page, Words
from printkit.lab.youscout.jobs.balance_rows import Atlas, Rows
from printkit.lab.youscout.jobs.balance_words import LANGUAGES, WORDS
from printkit.version import __version__

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["report", "reports"]


def reports(atlas: Atlas) -> dict[str, bytes]:
    """The report in every language; none where there is no page whose cells were measured."""
    rows = Rows(atlas.rows)
    if not any(page.has(rows) for page in (*RATE_PAGES, *PLAY_PAGES)):
        return {}
    return {language: report(atlas, language) for language in LANGUAGES}


def report(atlas: Atlas, language: str) -> bytes:
    """The report as a PDF: of the pages it can have those whose cells were measured."""
    return bind(partial(_pages, atlas, language), WORDS[language]["title"])


def _pages(atlas: Atlas, language: str, paper: Paper) -> Iterator[Figure]:
    rows, words = Rows(atlas.rows), WORDS[language]
    wanted = [page for page in (*RATE_PAGES, *PLAY_PAGES) if page.has(rows)]
    for number, page in enumerate(wanted, 1):
        figure = paper.figure()
        top = _introduce(figure, atlas, language, paper) if number == 1 else 0.955
        top = paper.head(figure, words[f"{page.name}.title"], _note(page, words), language, top)
        page.draw(figure, (LEFT, 0.085, RIGHT, top), rows, words)
        foot = words["page"].format(page=number, pages=len(wanted))
        figure.text(RIGHT, 0.025, foot, ha="right", color=PALE, size=7)
        command = f"printkit balance {atlas.game} --only {','.join(page.groups)}"
        figure.text(LEFT, 0.025, command, color=PALE, size=7)
        yield figure


def _note(page: Page, words: Words) -> str:
    return words[f"{page.name}.note"].format(**dict(page.facts))


def _introduce(figure: Figure, atlas: Atlas, language: str, paper: Paper) -> float:
    """The book's title and what holds for all of it; gives where it ends."""
    words = WORDS[language]
    games = sum(row.cell.measure.games for row in atlas.rows)
    subtitle = words["subtitle"].format(cells=f"{len(atlas.rows):,}", games=f"{games:,}", version=__version__)
    name = f"balance-{atlas.game}"
    text = words["intro"].format(csv=f"{name}.csv", json=f"{name}.json")
    top = paper.head(figure, words["title"], subtitle, language, size=24)
    top = paper.paragraph(figure, text, top + 0.01, language)
    return paper.paragraph(figure, words["players"], top - 0.006, language) - 0.022
