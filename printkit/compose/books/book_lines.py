"""Lines of a book as blocks of a page, each piece of them at its place in the document's tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from printkit.compose.books.page_blocks import Node, PageBlock, Part
from printkit.compose.text.flow import FlowLine, FlowStyle, Linked, Piece
from printkit.geometry import Affine
from printkit.scene.model import Group

__all__ = ["NewNode", "baseline", "broken", "joined", "lines_block"]

# Makes an element of the document's tree of that role: the last step of a path.
NewNode = Callable[[str], tuple[str, int]]

# A paragraph of so many lines stays on one page.
WHOLE_PARAGRAPH = 8
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
