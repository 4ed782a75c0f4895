"""Lines of a book as blocks of a page, each piece of them at its place in the document's tree."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from printkit.compose.books.page_blocks import Node, PageBlock, Part
from printkit.compose.pieces.carving import GOLDEN, RHYTHM, stroke
from printkit.compose.text.flow import FlowLine, FlowStyle, Linked, Piece, flow_lines
from printkit.compose.text.typesetting import line_width
from printkit.geometry import Affine, Rect
from printkit.kit.markdown import Run, Table, plain_text
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import polygon, segment

__all__ = ["DrawBar", "NewNode", "baseline", "broken", "joined", "lines_block", "table_blocks"]

# Makes an element of the document's tree of that role: the last step of a path.
NewNode = Callable[[str], tuple[str, int]]
# Draws a bar that lies in this box.
DrawBar = Callable[[Rect], Iterable[Item]]

# A paragraph of so many lines stays on one page.
WHOLE_PARAGRAPH = 8
# A table of so many rows or fewer stays on one page; a column of it that is no wider (mm) holds figures.
SHORT_TABLE, FIGURES = 10, 14.0
# Bars of a row of figures: how high, what is between two and above the first, the edge of the light ones, how far the
# end of one leans; how long the piece of one before a column's head is, and the room below that.
BAR, BAR_GAP, BAR_SPACE, BAR_EDGE, LEAN, SWATCH, KEY = 4.3, 0.8, 3.2, 0.35, 1.5, 6.0, 0.9
# Bars of one ink are lower; what is free above their head, and below the last of any.
ALONE, ABOVE_BARS, BELOW_BARS = 2.6, 4.2, 3.0
# Where a kit draws them: how high they are, and what is between two.
DRAWN, DRAWN_SPACE = 5.6, 1.2
# Cuts of a bar: how far apart, how thick, and how far from its edges; the longest of the grain; how many end a bar.
CUTS, CUT_THICK, RIM, GRAIN, ENDS = 1.5, 0.42, 0.62, 7.0, 5
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
    block: Table, style: FlowStyle, width: float, node: NewNode, look: tuple[bool, DrawBar | None]
) -> list[PageBlock]:
    """A page block a row, a rule below it; where the table has bars, its figures stand at the ends of theirs.

    The `look` is whether ink is low, and what draws bars of one ink where the kit has its own.
    """
    low, bar = look
    own = node("Table")
    rows = (block.head, *block.rows)
    # Bars of one ink need no key: what they are of stands beside them.
    keyed = block.bars and len(block.head) > 2
    indent = SWATCH + 1.0 if keyed else 0.0
    widths = _columns(rows, style, width, indent)
    # The key has the whole width; what bars are of stands left of them.
    heads = _columns((block.head,), style, width, indent) if block.bars else widths
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
            draw = None if keyed else bar
            drawn = _bar_row(block, row, (style, width, widths[0]), (own, line), node, low=low, draw=draw)
            page_blocks.append(replace(drawn, keep=number < kept))
            continue
        for at, (cell, wide) in enumerate(zip(row, widths if number else heads, strict=True)):
            left = indent if at else 0.0
            runs = cell if number else _bold(cell)
            lines = flow_lines(runs, style, wide - 2.4 - left)
            page_block = lines_block(lines, style, (own, line, node(role)), node, x + left)
            parts += page_block.parts
            links += page_block.links
            height = max(height, page_block.height)
            if keyed and at and not number:
                box = Rect(x, baseline(style) - 0.36 * style.plain.size - BAR / 2, SWATCH, BAR)
                parts.append(Part((), tuple(_filled(box, at, low=low))))
            x += wide
        height += KEY if block.bars and not number else 0.0
        rule = Path(segment(0.0, 0.5, width, 0.5), stroke=BLACK, width=0.25 if number else 0.5)
        parts.append(Part((), (Group((rule,), Affine.translation(0.0, round(height, 4))),)))
        more = 2.2 if block.bars else 1.1
        space = 0.4 if number else ABOVE_BARS if block.bars else 2.4
        page_blocks.append(PageBlock(height + more, tuple(parts), space, number < kept, links=tuple(links)))
    if block.bars:
        page_blocks.append(PageBlock(BELOW_BARS, ()))
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
    draw: DrawBar | None,
) -> PageBlock:
    """A row of figures: each behind a bar of its column's ink, one below the other; `sizes` has the head's width."""
    style, width, left = sizes
    longest = max((value for each in block.rows for value in _figures(each).values()), default=0.0)
    # A figure stands behind the longest bar too.
    scale = (width - left - FIGURES) / max(longest, 1.0)
    high = BAR if len(row) > 2 else DRAWN if draw else ALONE
    step, figures = high + BAR_GAP, _figures(row)
    lines = flow_lines(_bold(row[0]), style, left - 2.4)
    head = lines_block(lines, style, (*path, node("TD")), node, 0.0)
    parts, before = [*head.parts], None
    for at in range(1, len(row)):
        # One alone stands in the middle of its line.
        y = (at - 1) * step if len(row) > 2 else (style.step - high) / 2
        bar = Rect(left, y, figures.get(at, 0.0) * scale, high)
        if at not in figures and before is not None:
            # Nothing is known from there on.
            bar = before.moved(0.0, step)
            dashes = segment(left, bar.center[1], bar.right - 1.0, bar.center[1])
            parts.append(Part((), (Path(dashes, stroke=BLACK, width=BAR_EDGE, dash=(1.2, 1.2)),)))
        elif bar.width > LEAN:
            parts.append(Part((), tuple(draw(bar) if draw else _filled(bar, at, low=low))))
        before = bar
        said = lines_block(
            flow_lines(_bold(row[at]), style, FIGURES), style, (*path, node("TD")), node, bar.right + 1.4
        )
        place = Affine.translation(0.0, round(y + (high - style.step) / 2, 4))
        parts += [each._replace(items=(Group(each.items, place),)) for each in said.parts]
    space = DRAWN_SPACE if draw else BAR_SPACE
    return PageBlock(max(head.height, (len(row) - 1) * step), tuple(parts), space, links=head.links)


def _figures(row: Sequence[Sequence[Run]]) -> dict[int, float]:
    """The figures of a row by their column, without dashes."""
    words = {at: plain_text(cell) for at, cell in enumerate(row) if at}
    return {at: float(each) for at, each in words.items() if each != "–"}


def _filled(box: Rect, column: int, *, low: bool) -> Iterator[Item]:
    """A bar of a column, carved: black, blue with grain, paper with blue grain, paper, cut paper; its end leans.

    With little ink the first two are tints.
    """
    blue = find_ink("blue")
    ink, cuts = (BLACK, blue, blue, BLACK, BLACK)[min(column, 5) - 1], min(column, 5)
    solid, tint = cuts <= 2, (0.6, 0.45)[cuts > 1] if low else 1.0
    half = 0.0 if solid else BAR_EDGE / 2
    lean = min(LEAN, box.width / 3)
    edge = box.grown(-half)
    points = (edge.x, edge.y), (edge.right, edge.y), (edge.right - lean, edge.bottom), (edge.x, edge.bottom)
    yield Path(polygon(points), ink.at(tint) if solid else PAPER)
    if not solid:
        yield Path(polygon(points), stroke=ink, width=BAR_EDGE, join="miter")
    lines = {2: _grain, 3: _grain, 5: _hatched}.get(cuts, _ended)(box, lean) if cuts != 4 else ()
    for line in lines:
        yield Path(stroke(line, CUT_THICK, 0.5), PAPER if solid else ink, even_odd=False)


def _grain(box: Rect, lean: float) -> Iterator[list[tuple[float, float]]]:
    """Two rows of strokes along a bar, in a rhythm."""
    for row in range(2):
        y = box.y + box.height * (0.34 + 0.32 * row)
        right = box.right - lean * (y - box.y) / box.height - RIM
        x, at = box.x + RIM + row * GOLDEN * GRAIN / 2, row * 3
        while x < right - 1.2:
            long = min(GRAIN * RHYTHM[at % len(RHYTHM)], right - x)
            yield [(x + long * step / 8, y) for step in range(9)]
            x, at = x + long + CUT_THICK + 0.5, at + 1


def _hatched(box: Rect, lean: float) -> Iterator[list[tuple[float, float]]]:
    """Leaning strokes all along a bar."""
    count = int((box.width - lean - RIM) / CUTS)
    return (_leaning(box, box.x + (at + 0.6) * CUTS, lean) for at in range(count))


def _ended(box: Rect, lean: float) -> Iterator[list[tuple[float, float]]]:
    """A few leaning strokes in the end of a bar."""
    count = min(ENDS, int((box.width - lean) / CUTS) - 1)
    return (_leaning(box, box.right - lean - (at + 1) * 1.1, lean) for at in range(count))


def _leaning(box: Rect, x: float, lean: float) -> list[tuple[float, float]]:
    """A stroke from the foot of a bar to its head, as its end leans."""
    high = box.height - 2 * RIM
    return [(x + lean * step / 8, box.bottom - RIM - high * step / 8) for step in range(9)]


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
