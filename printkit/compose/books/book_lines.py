"""Lines of a book as blocks of a page, each piece of them at its place in the document's tree."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from printkit.compose.books.page_blocks import Node, PageBlock, Part
from printkit.compose.pieces.carving import stroke
from printkit.compose.text.flow import FlowLine, FlowStyle, Linked, Piece, flow_lines
from printkit.compose.text.typesetting import line_width
from printkit.geometry import Affine, Rect
from printkit.kit.markdown import Run, Table, plain_text
from printkit.scene.inks import BLACK, PAPER, Ink, find_ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import rectangle, segment

__all__ = ["NewNode", "baseline", "broken", "joined", "lines_block", "table_blocks"]

# Makes an element of the document's tree of that role: the last step of a path.
NewNode = Callable[[str], tuple[str, int]]

# A paragraph of so many lines stays on one page.
WHOLE_PARAGRAPH = 8
# A table of so many rows or fewer stays on one page; a column of it that is no wider (mm) holds figures.
SHORT_TABLE, FIGURES = 10, 14.0
# Bars of a row of figures: how high, what is between two and above the first, the edge of the light ones, and before a
# column's head a piece of its part.
BAR, BAR_GAP, BAR_SPACE, BAR_EDGE, SWATCH = 3.2, 0.7, 2.6, 0.3, 2.2
# How far apart the cuts of a bar are, and how thick.
CUTS, CUT_THICK = 1.5, 0.4
# Where a line's top and foot lie about its baseline, in em of the body.
RISE = 0.88


def baseline(style: FlowStyle) -> float:
    """Where the baseline stands in its step, from its top."""
    return style.step / 2 + style.plain.size * (RISE / 2 - 0.08)


def broken(
    lines: Sequence[FlowLine], style: FlowStyle, path: Node, node: NewNode, x: float, space: float
) -> list[PageBlock]:
    """One page block a line; a paragraph of a few lines stays whole, of a longer one the first and last two lines."""
    page_blocks = []
    for number, line in enumerate(lines):
        page_block = lines_block((line,), style, path, node, x)
        whole = len(lines) <= WHOLE_PARAGRAPH and number < len(lines) - 1
        keep = len(lines) > 1 and (whole or number in (0, len(lines) - 2))
        page_blocks.append(replace(page_block, keep=keep, space=0.0 if number else space))
    return page_blocks


def lines_block(
    lines: Sequence[FlowLine], style: FlowStyle, path: Node, node: NewNode, x: float
) -> PageBlock:
    """Lines in one page block, from x; without lines it still has its place in the tree."""
    parts: list[Part] = []
    links: list[Linked] = []
    for number, line in enumerate(lines):
        y = round(number * style.step + baseline(style), 4)
        own, linked = _read(line, path, node, Affine.translation(round(x, 4), y))
        parts += own
        links += [link._replace(box=link.box.moved(x, y)) for link in linked]
    return PageBlock(len(lines) * style.step, joined(parts) or (Part(path, ()),), links=tuple(links))


def table_blocks(
    block: Table, style: FlowStyle, width: float, node: NewNode, *, low: bool
) -> list[PageBlock]:
    """A page block a row, a rule below it; where the table has bars, its figures stand at the ends of theirs."""
    own = node("Table")
    rows = (block.head, *block.rows)
    indent = SWATCH + 1.0 if block.bars else 0.0
    widths = _columns(rows, style, width, indent)
    # The head never stands alone, and a short table on one page.
    kept = len(rows) - 1 if len(rows) <= SHORT_TABLE else 1
    page_blocks = []
    for number, row in enumerate(rows):
        line = node("TR")
        role = "TD" if number else "TH"
        x, height = 0.0, 0.0
        parts: list[Part] = []
        links: list[Linked] = []
        if block.bars and number:
            drawn = _bar_row(block, row, (style, width, widths[0]), (own, line), node, low=low)
            page_blocks.append(replace(drawn, keep=number < kept))
            continue
        for at, (cell, wide) in enumerate(zip(row, widths, strict=True)):
            left = indent if at else 0.0
            runs = cell if number else _bold(cell)
            lines = flow_lines(runs, style, wide - 2.4 - left)
            page_block = lines_block(lines, style, (own, line, node(role)), node, x + left)
            parts += page_block.parts
            links += page_block.links
            height = max(height, page_block.height)
            if block.bars and at and not number:
                box = Rect(x, baseline(style) - SWATCH, SWATCH, SWATCH)
                parts.append(Part((), tuple(_filled(box, at, low=low))))
            x += wide
        rule = Path(segment(0.0, 0.5, width, 0.5), stroke=BLACK, width=0.25 if number else 0.5)
        parts.append(Part((), (Group((rule,), Affine.translation(0.0, round(height, 4))),)))
        more = 2.2 if block.bars else 1.1
        space = 0.4 if number else 2.4
        page_blocks.append(PageBlock(height + more, tuple(parts), space, number < kept, links=tuple(links)))
    return page_blocks


def _bold(cell: Sequence[Run]) -> tuple[Run, ...]:
    return tuple(run._replace(bold=True) for run in cell)


def _bar_row(
    block: Table,
    row: Sequence[Sequence[Run]],
    sizes: tuple[FlowStyle, float, float],
    path: Node,
    node: NewNode,
    *,
    low: bool,
) -> PageBlock:
    """A row of figures: each behind a bar of its column's ink, one below the other; `sizes` has the head's width."""
    style, width, left = sizes
    longest = max((value for each in block.rows for value in _figures(each).values()), default=0.0)
    # A figure stands behind the longest bar too.
    scale = (width - left - FIGURES) / max(longest, 1.0)
    step, figures = BAR + BAR_GAP, _figures(row)
    lines = flow_lines(_bold(row[0]), style, left - 2.4)
    head = lines_block(lines, style, (*path, node("TD")), node, 0.0)
    parts = [*head.parts]
    for at in range(1, len(row)):
        y = (at - 1) * step
        bar = Rect(left, y, figures.get(at, 0.0) * scale, BAR)
        if bar.width > BAR_EDGE:
            parts.append(Part((), tuple(_filled(bar, at, low=low))))
        said = lines_block(
            flow_lines(row[at], style, FIGURES), style, (*path, node("TD")), node, bar.right + 1.4
        )
        place = Affine.translation(0.0, round(y + (BAR - style.step) / 2, 4))
        parts += [each._replace(items=(Group(each.items, place),)) for each in said.parts]
    return PageBlock(max(head.height, (len(row) - 1) * step), tuple(parts), BAR_SPACE, links=head.links)


def _figures(row: Sequence[Sequence[Run]]) -> dict[int, float]:
    """The figures of a row by their column, without dashes."""
    words = {at: plain_text(cell) for at, cell in enumerate(row) if at}
    return {at: float(each) for at, each in words.items() if each != "–"}


def _filled(box: Rect, column: int, *, low: bool) -> Iterator[Item]:
    """A bar of a column: the first black, the second blue, then light, paper, cut paper; greyer with little ink."""
    blue = find_ink("blue")
    inks: tuple[Ink, ...] = (
        (BLACK.at(0.6), blue.at(0.45), blue.at(0.15)) if low else (BLACK, blue, blue.at(0.35))
    )
    yield Path(rectangle(box), (*inks, PAPER)[min(column, 4) - 1])
    yield Path(rectangle(box.grown(-BAR_EDGE / 2)), stroke=BLACK, width=BAR_EDGE)
    for at in range(round(box.width / CUTS) if column > len(inks) + 1 else 0):
        x, high = box.x + (at + 0.5) * CUTS, 0.72 * box.height
        cut = [
            (x + high * (0.25 - step / 16), box.y + 0.14 * box.height + high * step / 8) for step in range(9)
        ]
        yield Path(stroke(cut, CUT_THICK, 0.5), BLACK, even_odd=False)


def _columns(
    rows: Sequence[Sequence[Sequence[Run]]], style: FlowStyle, width: float, indent: float
) -> list[float]:
    """Column widths by what stands in them: as it is where all fits, else the widest ones give way."""
    natural = [
        max(line_width(plain_text(row[at]), style.bold) for row in rows) + 2.6 + (indent if at else 0.0)
        for at in range(len(rows[0]))
    ]
    if math.fsum(natural) > width:
        level = max(natural)
        while math.fsum(min(wide, level) for wide in natural) > width:
            level -= 0.5
        natural = [min(wide, level) for wide in natural]
    spare = max(width - math.fsum(natural), 0.0)
    # Columns of figures stand evenly over the whole width, behind words the last one takes what is left.
    even = len(natural) > 2 and (indent or max(natural[1:]) < FIGURES)
    return [
        wide + (spare / len(natural) if even else spare * (at == len(natural) - 1))
        for at, wide in enumerate(natural)
    ]


def joined(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The parts, neighbours of one element as one."""
    done: list[Part] = []
    for part in parts:
        before = done[-1] if done else None
        if before is not None and before[0] == part.path and before[2:] == part[2:]:
            done[-1] = before._replace(items=(*before.items, *part.items))
        else:
            done.append(part)
    return tuple(done)


def _read(line: FlowLine, path: Node, node: NewNode, place: Affine) -> tuple[list[Part], list[Linked]]:
    """The parts of a line, and its links, each with the element that holds its words."""
    parts: list[Part] = []
    links: list[Linked] = []
    unplaced = iter(line.links)
    for link, pieces in groupby(line.pieces, lambda piece: piece.link):
        own = path
        if link:
            own = (*path, node("Link"))
            links.append(next(unplaced)._replace(path=own))
        parts += _parts(pieces, own, node, place)
    return parts, links


def _parts(pieces: Iterable[Piece], path: Node, node: NewNode, place: Affine) -> Iterator[Part]:
    ruby = path
    for piece in pieces:
        own, words = path, ""
        if piece.ruby == "base":
            ruby = (*path, node("Ruby"))
            own = (*ruby, node("RB"))
        elif piece.ruby == "reading":
            own, words = (*ruby, node("RT")), piece.words
        elif piece.language:
            own = (*path, node("Span"))
        yield Part(own, (Group(piece.glyphs, place),), words, piece.language)
