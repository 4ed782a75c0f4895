"""The report to the authors of the games: their open questions, two pages each, in English and Japanese.

    python benchmarks/author_report.py --out DIR            # author-report-en.pdf, author-report-ja.pdf
    python benchmarks/author_report.py --measure NAME …     # runs studies anew and writes benchmarks/rows/author.json

Every number in it comes from those rows, in which each study has its command; `all` measures every study in an hour.
"""

from __future__ import annotations

import argparse
import json
import re
import textwrap
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from studies.author_plots import COLOUR, FOLLOWS, LABEL, PLOTS, figures
from studies.author_rows import ROOT, STUDIES, measure

from printkit.compose.text.paragraphs import break_lines
from printkit.compose.text.typesetting import TextStyle
from printkit.files import make_folder
from printkit.lab.youscout.jobs.balance_book import Paper, bind

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["LANGUAGES", "read_rows", "report", "studies_of", "templates", "texts"]

LANGUAGES = ("en", "ja")
ROWS = ROOT / "benchmarks" / "rows" / "author.json"
WIDE, HIGH = 210.0, 297.0
LEFT, RIGHT, FOOT, FULL = 20.0, 190.0, 276.0, 280.0
TEXT, SMALL, HEADING, PRINTED = 4.2, 2.8, 4.8, 4.7
"""Millimetres an em: of the text, of commands, of headings, and of what is to be printed."""
_LEADING = 1.62
_FONT, _BOLD = "biz-udpgothic-regular", "biz-udpgothic-bold"
_POINT = 72 / 25.4


def read_rows() -> dict[str, Any]:
    """The measured rows as they are stored."""
    rows: dict[str, Any] = json.loads(ROWS.read_text(encoding="utf-8"))
    return rows


def templates(language: str) -> dict[str, Any]:
    """The words of the report before figures are put in: `{study[name]:.1f}`."""
    file = ROOT / "benchmarks" / "studies" / f"author.{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def studies_of(question: Mapping[str, Any], *parts: str) -> list[str]:
    """The studies whose figures these parts of a question have."""
    named = re.findall(r"\{(\w+)\[", " ".join(str(question[part]) for part in parts))
    return [*dict.fromkeys(FOLLOWS.get(name, name) for name in named)]


def texts(language: str, rows: Mapping[str, Any]) -> dict[str, Any]:
    """The words of the report, with the figures of the rows in them."""
    words = templates(language)
    known = figures(rows)

    def filled(some: Any) -> Any:
        if isinstance(some, dict):
            return {key: filled(each) for key, each in some.items()}
        if isinstance(some, list):
            return [filled(each) for each in some]
        return some.format_map(known) if "[" in some else some

    return {key: filled(each) for key, each in words.items()}


def _wrapped(command: str) -> list[str]:
    """A command in lines."""
    return textwrap.wrap(
        f"$ {command}", 100, subsequent_indent="   ", break_long_words=False, break_on_hyphens=False
    )


class Sheet:
    """A page that is filled from the top: `y` is how far down, in mm, the next thing goes."""

    def __init__(self, paper: Paper, language: str) -> None:
        self.figure = paper.figure()
        self.title_font = paper.title_font
        self.language = language
        self.y = 20.0

    def line(self, x: float, text: str, size: float, **more: Any) -> None:
        """One line whose top is at `y`."""
        self.figure.text(x / WIDE, 1 - self.y / HIGH, text, size=size * _POINT, va="top", **more)

    def words(
        self, text: str, size: float = TEXT, *, bold: bool = False, left: float = LEFT, right: float = RIGHT
    ) -> None:
        """A paragraph, and `y` below it."""
        style = TextStyle(_BOLD if bold else _FONT, size)
        between = "" if self.language == "ja" else " "
        whole = between.join(line.strip() for line in text.strip().splitlines())
        for line in break_lines(whole, style, right - left, self.language):
            self.line(left, line, size, weight="bold" if bold else "normal")
            self.y += size * _LEADING

    def heading(self, text: str) -> None:
        """Short lines above what they name."""
        self.y += 3.2
        for line in break_lines(text, TextStyle(_BOLD, HEADING), RIGHT - LEFT, self.language):
            self.line(LEFT, line, HEADING, weight="bold", color=COLOUR)
            self.y += HEADING * 1.5

    def title(self, number: int, text: str) -> None:
        """The number of a question on a bar, and its title."""
        self.bar(LEFT, self.y, 11, 11)
        self.figure.text(
            (LEFT + 5.5) / WIDE, 1 - (self.y + 5.6) / HIGH, str(number), size=6.4 * _POINT, ha="center", va="center",
            color="white", weight="bold",
        )  # fmt: skip
        style = TextStyle("shippori-mincho-extrabold", 6.8)
        self.y += 1.6
        for line in break_lines(text, style, RIGHT - LEFT - 16, self.language):
            self.line(LEFT + 16, line, 6.8, family=self.title_font, weight=800)
            self.y += 10
        self.y += 4

    def again(self, number: int, text: str) -> None:
        """The number and the title once more, small, on a second page."""
        self.bar(LEFT, 13, RIGHT - LEFT, 0.6)
        self.y = 15.5
        self.line(LEFT, f"{number}  {text}", 3.4, color="#444444")
        self.y += 8

    def bar(self, x: float, y: float, width: float, height: float, **more: Any) -> None:
        """A filled box, or with `fill=False` a frame."""
        from matplotlib.patches import Rectangle

        look = {"facecolor": COLOUR, "edgecolor": "none"} | more
        self.figure.add_artist(
            Rectangle((x / WIDE, 1 - (y + height) / HIGH), width / WIDE, height / HIGH, **look)
        )

    def foot(self, title: str, number: int) -> None:
        """Title and number of the page; raises `ValueError` where the page is already full."""
        if self.y > FULL:
            raise ValueError(f"page {number} is {self.y - FULL:.1f} mm too full")
        self.y = 283
        self.line(LEFT, title, 2.8, color="#444444")
        self.line(RIGHT, str(number), 3.4, ha="right", weight="bold")

    def plot(
        self, question: Mapping[str, Any], at: int, rows: Mapping[str, Any], more: Sequence[str]
    ) -> None:
        """A plot below its title, and the commands it and the words above (`more`) come from."""
        plot = PLOTS[question["id"]][at]
        commands = [*dict.fromkeys(rows[study]["command"] for study in (*plot.studies, *more))]
        lines = [line for each in commands for line in _wrapped(each)]
        bottom = min(self.y + plot.height, FOOT) - len(lines) * SMALL * 1.5
        self.heading(question[f"plot{at + 1}"])
        top, foot = self.y + 5, bottom - 15
        left, wide = LEFT + plot.left, RIGHT - LEFT - plot.left - plot.right
        axes = self.figure.add_axes((left / WIDE, 1 - foot / HIGH, wide / WIDE, (foot - top) / HIGH))
        plot.draw(axes, figures(rows), question)
        axes.set_xlabel(question[f"axis{at + 1}"], size=LABEL, labelpad=6)
        self.y = bottom
        for line in lines:
            self.line(LEFT, line, SMALL, color="#444444")
            self.y += SMALL * 1.5

    def printed(self, heading: str, lines: Sequence[str], table: Sequence[Sequence[str]]) -> None:
        """What could be printed tomorrow, in a frame down to the foot of the page."""
        top = self.y + 4
        self.y = top + 4.5
        self.line(LEFT + 6, heading, HEADING, weight="bold", color=COLOUR)
        self.y += HEADING * 1.7
        for each in lines:
            self.words(each, PRINTED, left=LEFT + 6, right=RIGHT - 6)
            self.y += 1.8
        self.y += 1.2 * bool(table)
        for at, row in enumerate(table):
            widths = (RIGHT - LEFT - 12) / len(row)
            for column, cell in enumerate(row):
                self.line(LEFT + 6 + column * widths, cell, TEXT, weight="normal" if at else "bold")
            self.y += TEXT * 1.5
        self.bar(LEFT, top, RIGHT - LEFT, self.y + 3 - top, fill=False, edgecolor=COLOUR, linewidth=1.6)
        self.y += 3


def report(rows: Mapping[str, Any], language: str) -> bytes:
    """The report as a PDF; the same rows give the same bytes."""
    words = texts(language, rows)
    return bind(partial(_pages, rows, words, language), words["title"])


def _pages(
    rows: Mapping[str, Any], words: Mapping[str, Any], language: str, paper: Paper
) -> Iterator[Figure]:
    sheet = Sheet(paper, language)
    _cover(sheet, words)
    sheet.foot(words["title"], 1)
    yield sheet.figure
    for number, name in enumerate(PLOTS, 1):
        question, blank = {"id": name, **words[name]}, templates(language)[name]
        first, second = Sheet(paper, language), Sheet(paper, language)
        first.title(number, question["title"])
        for part in ("asked", "tried"):
            first.heading(words[part])
            first.words(question[part])
        first.plot(question, 0, rows, studies_of(blank, "asked", "tried"))
        first.foot(words["title"], 2 * number)
        yield first.figure
        second.again(number, question["title"])
        second.heading(words["change"])
        second.words(question["change"])
        second.plot(question, 1, rows, studies_of(blank, "change", "print"))
        second.printed(words["print"], question["print"], _table(rows, question))
        second.foot(words["title"], 2 * number + 1)
        yield second.figure


def _table(rows: Mapping[str, Any], question: Mapping[str, Any]) -> Sequence[Sequence[str]]:
    """The table to print: the one that stands in the text, or the tuned numbers."""
    if question["id"] != "table":
        table: Sequence[Sequence[str]] = question.get("table", ())
        return table
    numbers = rows["numbers"]["values"]
    cells = []
    for major in range(22):
        eight = [f"{each:.0f}" for each in numbers[str(major)]]
        cells.append([f"{major}", *(" ".join(eight[at : at + 2]) for at in range(0, 8, 2))])
    lines = [[*first, "", *second] for first, second in zip(cells[:11], cells[11:], strict=True)]
    return [["", *question["table"][0], "", "", *question["table"][0]], *lines]


def _cover(sheet: Sheet, words: Mapping[str, Any]) -> None:
    """The title, and of every question the answer in one sentence."""
    sheet.bar(LEFT, 20, RIGHT - LEFT, 3)
    sheet.y = 29
    sheet.line(LEFT, words["title"], 10.5, family=sheet.title_font, weight=800)
    sheet.y += 17
    sheet.words(words["intro"])
    sheet.y += 4
    for number, name in enumerate(PLOTS, 1):
        top = sheet.y
        sheet.bar(LEFT, top, 8, 8)
        sheet.figure.text(
            (LEFT + 4) / WIDE, 1 - (top + 4.1) / HIGH, str(number), size=4.6 * _POINT, ha="center", va="center",
            color="white", weight="bold",
        )  # fmt: skip
        sheet.line(RIGHT, str(2 * number), TEXT, ha="right")
        sheet.words(words[name]["title"], bold=True, left=LEFT + 13, right=RIGHT - 12)
        sheet.words(words[name]["answer"], left=LEFT + 13, right=RIGHT - 12)
        sheet.y += 2.4
    sheet.y += 0.6
    sheet.words(words["reading"], 3.0)


def main() -> None:
    """Measure what is asked for, or write the report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=Path("output"), metavar="DIR", help="where the PDFs go")
    parser.add_argument("--measure", nargs="+", choices=("all", *STUDIES), metavar="NAME", default=[])
    chosen = parser.parse_args()
    if chosen.measure:
        rows = read_rows() if ROWS.exists() else {}
        for name in STUDIES if "all" in chosen.measure else chosen.measure:
            rows[name] = measure(name)
            ROWS.write_text(_lines(rows), encoding="utf-8")
        return
    make_folder(chosen.out)
    for language in LANGUAGES:
        file = chosen.out / f"author-report-{language}.pdf"
        file.write_bytes(report(read_rows(), language))
        print(file)


def _lines(rows: Mapping[str, Any]) -> str:
    """The rows as JSON, a value a line."""
    text = json.dumps(dict(sorted(rows.items())), ensure_ascii=False, indent=1)
    return re.sub(r"\[\s+([^\]]*?)\s+\]", lambda some: f"[{' '.join(some[1].split())}]", text) + "\n"


if __name__ == "__main__":
    main()
