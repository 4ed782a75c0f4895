"""A small Markdown: the text of a rule book comes in, its blocks with their lines go out, or every error by line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from printkit.errors import InputError, Problem, nearest_hint

__all__ = [
    "Block",
    "Figure",
    "Heading",
    "Item",
    "Paragraph",
    "Run",
    "Table",
    "anchors_of",
    "parse_markdown",
    "plain_text",
    "runs_of",
]

LEVELS = 3


class Run(NamedTuple):
    """Words in one style: bold or not, with a reading above (ruby), leading to an anchor or an address."""

    text: str
    bold: bool = False
    ruby: str = ""
    link: str = ""


Runs = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1 to 3; `anchor` is where links lead."""

    level: int
    runs: Runs
    anchor: str
    line: int


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; `number` like 4.1 makes it a rule of its own, and its anchor."""

    number: str
    runs: Runs
    line: int


@dataclass(frozen=True, slots=True)
class Item:
    """One point of a list."""

    runs: Runs
    line: int


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, the head first; all rows have as many cells."""

    head: tuple[Runs, ...]
    rows: tuple[tuple[Runs, ...], ...]
    line: int


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture by its name, with the words below it."""

    name: str
    runs: Runs
    line: int


Block = Heading | Paragraph | Item | Table | Figure

_HEADING = re.compile(r"(#+) +(.*?)(?: +\{#([a-z0-9.-]+)\})?\Z")
_NUMBERED = re.compile(r"([0-9]+(?:\.[0-9]+)*)\. +(?=\S)")
_FIGURE = re.compile(r"!\[(.*)\]\(([a-z0-9-]+)\)\Z")
_RULE = re.compile(r"\|?[\s:|-]+\|?\Z")
_INLINE = re.compile(
    r"\*\*(?P<bold>[^*]+)\*\*"
    r"|\[(?P<words>[^\]]+)\]\((?P<link>#[a-z0-9.-]+|https?://[^)\s]+)\)"
    r"|\{(?P<base>[^{}|]+)\|(?P<reading>[^{}|]+)\}"
)
_STRAY = re.compile(r"\*\*|[{}]|\]\(")


def plain_text(runs: Sequence[Run]) -> str:
    """The words without styles and readings."""
    return "".join(run.text for run in runs)


def anchors_of(blocks: Sequence[Block]) -> tuple[str, ...]:
    """Every anchor links may lead to, in order."""
    named = (
        block.anchor if isinstance(block, Heading) else block.number if isinstance(block, Paragraph) else ""
        for block in blocks
    )
    return tuple(filter(None, named))


def parse_markdown(text: str, file: str) -> tuple[Block, ...]:
    """The blocks in order; problems, all together in one InputError, carry `file:line`.

    Understood are headings (`## Words {#anchor}`), paragraphs, numbered ones (`4.1. Words`), points (`- words`),
    tables (`| a | b |`) and pictures (`![words](name)`); inside: `**bold**`, `[words](#4.1)`, `{漢字|かんじ}`.
    """
    reader = _Reader(file)
    blocks = tuple(reader.blocks(text.removeprefix("\ufeff").splitlines()))
    reader.check_links(blocks)
    if not blocks and not reader.problems:
        reader.add(1, "the text is empty")
    if reader.problems:
        raise InputError(problems=sorted(reader.problems, key=lambda p: int(p.file.rpartition(":")[2])))
    return blocks


class _Reader:
    """Reads lines and keeps what is wrong with them."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []

    def add(self, line: int, message: str, hint: str = "") -> None:
        self.problems.append(Problem(message, f"{self.file}:{line}", hint=hint))

    def blocks(self, lines: Sequence[str]) -> Iterator[Block]:
        """One block a run of lines: most blocks end at an empty line, headings, points and pictures at their own."""
        start = 0
        while start < len(lines):
            end = start + 1
            if lines[start].strip():
                while end < len(lines) and self.continues(lines[start], lines[end]):
                    end += 1
                yield from self.block([line.strip() for line in lines[start:end]], start + 1)
            start = end

    def continues(self, first: str, line: str) -> bool:
        """Whether a line belongs to the block begun by another."""
        line = line.strip()
        if not line or first.startswith(("#", "![")):
            return False
        return first.startswith("|") == line.startswith("|") and not line.startswith(("#", "- ", "!["))

    def block(self, lines: Sequence[str], number: int) -> Iterator[Block]:
        first = lines[0]
        if first.startswith("#"):
            yield from self.heading(first, number)
        elif first.startswith("!["):
            match = _FIGURE.match(first)
            if match:
                yield Figure(match[2], self.runs(match[1], number), number)
            else:
                self.add(number, "no picture", "write ![words](name)")
        elif first.startswith("|"):
            yield from self.table(lines, number)
        elif first.startswith("- "):
            yield Item(self.runs(_joined([first[2:], *lines[1:]]), number), number)
        else:
            match = _NUMBERED.match(first)
            text = _joined([first[match.end() :] if match else first, *lines[1:]])
            yield Paragraph(match[1] if match else "", self.runs(text, number), number)

    def heading(self, line: str, number: int) -> Iterator[Block]:
        match = _HEADING.match(line)
        if not match or len(match[1]) > LEVELS:
            self.add(number, "no heading", f"write # to {'#' * LEVELS}, a blank and words")
            return
        yield Heading(len(match[1]), self.runs(match[2], number), match[3] or f"line-{number}", number)

    def table(self, lines: Sequence[str], number: int) -> Iterator[Block]:
        rows = []
        for at, line in enumerate(lines):
            if at == 1 and _RULE.match(line):
                continue
            cells = [cell.strip() for cell in _cells(line)]
            rows.append(tuple(self.runs(cell, number + at) for cell in cells))
            if len(cells) != len(rows[0]):
                self.add(number + at, f"{len(cells)} cells in a table of {len(rows[0])}")
        if len(lines) < 3 or not _RULE.match(lines[1]):
            self.add(number, "a table needs a head, a line of |---| and rows")
        yield Table(rows[0], tuple(rows[1:]), number)

    def runs(self, text: str, line: int) -> Runs:
        """The words of a text with their styles."""
        runs: list[Run] = []
        end = 0
        for match in _INLINE.finditer(text):
            runs.append(Run(self.words(text[end : match.start()], line)))
            if match["bold"]:
                runs += [run._replace(bold=True) for run in self.runs(match["bold"], line)]
            elif match["words"]:
                runs.append(Run(self.words(match["words"], line), link=match["link"]))
            else:
                runs.append(Run(match["base"], ruby=match["reading"]))
            end = match.end()
        runs.append(Run(self.words(text[end:], line)))
        return tuple(run for run in runs if run.text)

    def words(self, text: str, line: int) -> str:
        if stray := _STRAY.search(text):
            self.add(line, f"{stray[0]!r} stands alone", "close it, or leave it out")
        return text

    def check_links(self, blocks: Sequence[Block]) -> None:
        """Every anchor is there once, and every inner link leads to one."""
        anchors = anchors_of(blocks)
        seen: set[str] = set()
        for block in blocks:
            anchor = next(iter(anchors_of((block,))), "")
            if anchor and anchor in seen:
                self.add(block.line, f"{anchor!r} is there twice")
            seen.add(anchor)
            for run in runs_of(block):
                if run.link.startswith("#") and run.link[1:] not in anchors:
                    self.add(
                        block.line, f"no place {run.link!r} to lead to", nearest_hint(run.link[1:], anchors)
                    )


def runs_of(block: Block) -> Iterator[Run]:
    """Every run of a block, a table's row by row."""
    if isinstance(block, Table):
        for row in (block.head, *block.rows):
            for cell in row:
                yield from cell
    else:
        yield from block.runs


def _cells(line: str) -> list[str]:
    """The cells of a row; the bar inside a reading's braces parts nothing."""
    inner = line.strip().removeprefix("|").removesuffix("|")
    return re.split(r"\|(?![^{}]*\})", inner)


def _joined(lines: Sequence[str]) -> str:
    """Lines of one paragraph in one: with a blank between Latin words, without one between Japanese."""
    text = ""
    for line in lines:
        wide = text and ord(text[-1]) >= 0x2E80 and line and ord(line[0]) >= 0x2E80
        text += line if not text or wide else f" {line}"
    return text
