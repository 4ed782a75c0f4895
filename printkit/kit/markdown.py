"""Parses the CommonMark of rule texts into blocks with line numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from printkit.errors import InputError, Problem, nearest_hint

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline
    from markdown_it.tree import SyntaxTreeNode

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
_PLAIN = Run("")


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
    """Rows of cells, the head first; all rows have as many cells.

    With `bars` the figures of a row are drawn as well: those of a table with `---:` below each of its heads but the
    first, and nothing but figures and dashes in these columns.
    """

    head: tuple[Runs, ...]
    rows: tuple[tuple[Runs, ...], ...]
    line: int
    bars: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture by its name, with the words below it."""

    name: str
    runs: Runs
    line: int


Block = Heading | Paragraph | Item | Table | Figure

_ANCHOR = re.compile(r" +\{#([a-z0-9.-]+)\}\Z")
_NUMBERED = re.compile(r"([0-9]+(?:\.[0-9]+)*)\. +(?=\S)")
_NAME = re.compile(r"[a-z0-9-]+\Z")
_LINK = re.compile(r"#[a-z0-9.-]+\Z|https?://")
# The bar of a reading must not look like one between two cells, so it is hidden while blocks are parsed.
_RUBY = re.compile(r"\{([^{}|]+)\|([^{}|]+)\}")
_BAR = "\x1f"
_INLINE = re.compile(
    rf"\*\*(?P<bold>[^*]+)\*\*|\{{(?P<base>[^{{}}{_BAR}]+){_BAR}(?P<reading>[^{{}}{_BAR}]+)\}}"
)
# What a block that went wrong begins with, what is wrong, and a hint.
_NO_BLOCK = {
    "#": ("not a heading", f"write # to {'#' * LEVELS}, a blank and words"),
    "![": ("not a picture", "write ![words](name) between empty lines"),
    "|": ("a table needs a head, a line of |---| and rows", ""),
}
# Below the heads of a table whose columns of figures have bars, and what stands in these.
_RIGHT = re.compile(r"\|[ :-]+(\| *-+: *)+\|?")
_FIGURE = re.compile(r"[0-9]{1,6}(\.[0-9]+)?|–")
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
    tables (`| a | b |`; below `---:` with bars) and pictures (`![words](name)`);
    inside: `**bold**`, `[words](#4.1)`, `{漢字|かんじ}`.
    """
    from markdown_it.tree import SyntaxTreeNode

    reader = _Reader(file)
    source = _RUBY.sub(rf"{{\1{_BAR}\2}}", text.removeprefix("\ufeff"))
    tree = SyntaxTreeNode(_parser().parse(source))
    blocks = tuple(reader.blocks(tree, re.split("\r\n?|\n", source)))
    reader.check_links(blocks)
    if not blocks and not reader.problems:
        reader.add(1, "the text is empty")
    if reader.problems:
        raise InputError(problems=sorted(reader.problems, key=lambda p: int(p.file.rpartition(":")[2])))
    return blocks


@cache
def _parser() -> MarkdownIt:
    """CommonMark with tables, less what a rule book does not need, plus readings."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("zero").enable(["heading", "list", "table", "link", "image"])
    parser.core.ruler.after("block", "lines", _join_lines)
    parser.inline.ruler.before("link", "bold or ruby", _bold_or_ruby)
    return parser


def _join_lines(state: StateCore) -> None:
    """Lines of a block in one, and anchors taken off their headings."""
    for opening, token in pairwise(state.tokens):
        if token.type == "inline":
            token.content = _joined([line.strip() for line in token.content.split("\n")])
            match = _ANCHOR.search(token.content)
            if match and opening.type == "heading_open":
                opening.attrs["id"] = match[1]
                token.content = token.content[: match.start()]


def _bold_or_ruby(state: StateInline, silent: bool) -> bool:
    """Readings, and bold wherever two stars stand: CommonMark leaves `**「太字」**です` plain."""
    match = _INLINE.match(state.src, state.pos, state.posMax)
    if not match:
        return False
    if match["bold"] and not silent:
        end = state.posMax
        state.pos, state.posMax = match.span("bold")
        state.push("strong_open", "strong", 1)
        state.md.inline.tokenize(state)
        state.push("strong_close", "strong", -1)
        state.posMax = end
    elif not silent:
        token = state.push("ruby", "ruby", 0)
        token.content, token.info = match["base"], match["reading"]
    state.pos = match.end()
    return True


class _Reader:
    """Makes blocks of tokens and keeps what is wrong with them."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []

    def add(self, line: int, message: str, hint: str = "") -> None:
        self.problems.append(Problem(message, f"{self.file}:{line}", hint=hint))

    def blocks(self, node: SyntaxTreeNode, lines: Sequence[str]) -> Iterator[Block]:
        for child in node.children:
            if child.type == "heading":
                yield from self.heading(child)
            elif child.type == "paragraph":
                yield from self.paragraph(child)
            elif child.type == "table":
                yield self.table(child, lines)
            else:
                yield from self.blocks(child, lines)

    def heading(self, node: SyntaxTreeNode) -> Iterator[Heading]:
        line, level = _line(node), len(node.markup)
        runs = self.runs(node.children[0], line)
        if level > LEVELS or not runs:
            self.add(line, *_NO_BLOCK["#"])
        else:
            yield Heading(level, runs, str(node.attrs.get("id", f"line-{line}")), line)

    def paragraph(self, node: SyntaxTreeNode) -> Iterator[Block]:
        """What CommonMark has as a paragraph: a point, a picture, a paragraph, or a block that went wrong."""
        inline, line = node.children[0], _line(node)
        wrong = next((words for start, words in _NO_BLOCK.items() if inline.content.startswith(start)), None)
        mark = _mark(node)
        if not mark and [child.type for child in inline.children] == ["image"]:
            yield self.figure(inline.children[0], line)
        elif wrong:
            self.add(line, *wrong)
        elif mark == "-":
            yield Item(self.runs(inline, line), line)
        elif mark and not mark.endswith("."):
            self.add(line, f"{mark!r} begins no point", "write - for a point, 1. for a number")
        else:
            runs = self.runs(inline, line)
            if match := _NUMBERED.match(inline.content):
                rest = runs[0].text[match.end() :]
                runs = (*((runs[0]._replace(text=rest),) if rest else ()), *runs[1:])
            yield Paragraph(match[1] if match else mark[:-1], runs, line)

    def figure(self, node: SyntaxTreeNode, line: int) -> Figure:
        name = str(node.attrs["src"])
        if not _NAME.match(name):
            self.add(line, *_NO_BLOCK["!["])
        return Figure(name, self.runs(node, line), line)

    def table(self, node: SyntaxTreeNode, lines: Sequence[str]) -> Table:
        rows = [
            tuple(self.runs(cell.children[0], _line(row)) for cell in row.children)
            for part in node.children
            for row in part.children
        ]
        first, end = node.map or (0, 0)
        for at in (first, *range(first + 2, end)):
            cells = lines[at].strip().removeprefix("|").removesuffix("|").count("|") + 1
            if cells != len(rows[0]):
                self.add(at + 1, f"{cells} cells in a table of {len(rows[0])}")
        if len(rows) < 2:
            self.add(first + 1, *_NO_BLOCK["|"])
        figures = [plain_text(cell) for row in rows[1:] for cell in row[1:]]
        set_right = _RIGHT.fullmatch(lines[first + 1].strip()) if len(rows) > 1 else None
        bars = set_right is not None and all(map(_FIGURE.fullmatch, figures))
        return Table(rows[0], tuple(rows[1:]), first + 1, bars)

    def runs(self, node: SyntaxTreeNode, line: int, style: Run = _PLAIN) -> Runs:
        """The words within a node with their styles."""
        runs: list[Run] = []
        for child in node.children:
            if child.type == "strong":
                runs += self.runs(child, line, style._replace(bold=True))
            elif child.type == "link":
                runs += self.runs(child, line, style._replace(link=self.link(child, line)))
            elif child.type == "ruby":
                runs.append(style._replace(text=child.content, ruby=child.info))
            elif child.type == "image":
                self.add(line, *_NO_BLOCK["!["])
            else:
                if stray := _STRAY.search(child.content):
                    self.add(line, f"{stray[0]!r} is unmatched", "close it, or leave it out")
                runs.append(style._replace(text=child.content))
        return tuple(run for run in runs if run.text)

    def link(self, node: SyntaxTreeNode, line: int) -> str:
        address = str(node.attrs["href"])
        if not _LINK.match(address) or "title" in node.attrs:
            self.add(line, f"{address!r} is not a link", "write [words](#anchor) or [words](https://…)")
        return address

    def check_links(self, blocks: Sequence[Block]) -> None:
        """Every anchor is there once, and every inner link leads to one."""
        anchors = anchors_of(blocks)
        seen: set[str] = set()
        for block in blocks:
            anchor = next(iter(anchors_of((block,))), "")
            if anchor and anchor in seen:
                self.add(block.line, f"{anchor!r} is defined twice")
            seen.add(anchor)
            for run in runs_of(block):
                if run.link.startswith("#") and run.link[1:] not in anchors:
                    self.add(
                        block.line,
                        f"the link {run.link!r} has no target",
                        nearest_hint(run.link[1:], anchors),
                    )


def runs_of(block: Block) -> Iterator[Run]:
    """Every run of a block, a table's row by row."""
    if isinstance(block, Table):
        for row in (block.head, *block.rows):
            for cell in row:
                yield from cell
    else:
        yield from block.runs


def _line(node: SyntaxTreeNode) -> int:
    first, _ = node.map or (0, 0)
    return first + 1


def _mark(node: SyntaxTreeNode) -> str:
    """What a list's item begins with, `-` or `4.`; nothing for other paragraphs."""
    item = node.parent
    begins = item and item.type == "list_item" and node is item.children[0]
    return f"{item.info}{item.markup}" if item and begins else ""


def _joined(lines: Sequence[str]) -> str:
    """Lines of one paragraph in one: with a blank between Latin words, without one between Japanese."""
    text = ""
    for line in lines:
        wide = text and ord(text[-1]) >= 0x2E80 and line and ord(line[0]) >= 0x2E80
        text += line if not text or wide else f" {line}"
    return text
