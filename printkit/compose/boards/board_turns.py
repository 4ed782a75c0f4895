"""Draws one turn on a board with what happens in words: the board before it, and in rule texts that after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from printkit.compose.boards.diagrams import EDGE, Diagrams, Shown, standing_in
from printkit.compose.books.page_blocks import Picture, elastic
from printkit.compose.text.flow import FlowStyle, flow_lines
from printkit.compose.text.typesetting import TextStyle, fit_line, set_line
from printkit.games.zones import Table
from printkit.geometry import Affine
from printkit.kit.booklet import BOOK_FONTS
from printkit.kit.markdown import Run
from printkit.scene.inks import BLACK
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import polygon

__all__ = ["before_and_after", "told_turn"]

# The most of a square of a whole board beside words, the greatest share of the width, and the board's least height, mm.
SQUARE, SHARE, HIGH = 9.0, 0.54, 45.0
# The same of both boards of a turn; between them, where a sign says which comes first; from which part of their size on
# they fill the width.
NEAR_SQUARE, NEAR_HIGH, BETWEEN, FULL = 12.0, 26.0, 8.0, 0.93
# The em of a turn's words, their leading, and the em of their head; between board and words; the least width of words
# beside two boards.
WORDS, LEADING, TITLE, ASIDE, COLUMN = 2.7, 1.5, 4.2, 5.0, 34.0


def told_turn(
    pen: Diagrams,
    width: float,
    standing: Mapping[str, Shown],
    path: Sequence[str],
    words: tuple[str, Sequence[str]],
) -> Picture:
    """The whole board before a turn with the way of the piece; beside it a head, and what happens by sentences."""
    head, sentences = words
    title = TextStyle(pen.kit.fonts["display"], TITLE, tracking=0.0)

    def draw(cell: float) -> Picture:
        board = pen.position(standing, cell, path)
        x, y = board.width + ASIDE, 1.0
        items: list[Item] = [Group(board.items)]
        if head:
            y += TITLE
            items.append(set_line(head, fit_line(head, title, width - x, 0.6), x, y))
            y += 0.35 * WORDS * LEADING
        told, high = _told(sentences, width - x)
        items.append(Group(told, Affine.translation(round(x, 4), round(y, 4))))
        said = " ".join(filter(None, (head, *sentences)))
        return Picture(width, max(board.height, y + high + 1.0), tuple(items), said)

    near = pen.near((), 1.0)
    most = min(SQUARE, width * SHARE / (near.width + EDGE))
    return elastic(draw, min(HIGH / near.height, most), most)


def before_and_after(
    pen: Diagrams, width: float, tables: Sequence[Table], action: str, sentences: Sequence[str]
) -> Picture:
    """Both boards side by side, what is near the way of the piece; `tables` are that before the action and all after.

    What happens stands below them where they fill the width, else right of them.
    """
    grids = [next(zone for zone in table.zones if zone.kind == "grid") for table in tables]
    before, *rest = map(standing_in, grids)
    # The end of a season sets the pieces up again, so the first change is what the action did.
    after = next((standing for standing in rest if standing != before), before)
    path = grids[0].way(action)
    near = pen.near(path, 1.0)
    most = min(NEAR_SQUARE, ((width - BETWEEN) / 2 - 1.2) / (near.width + EDGE))
    aside = min(most, ((width - BETWEEN - ASIDE - COLUMN) / 2 - 1.2) / (near.width + EDGE))

    def draw(wanted: float) -> Picture:
        cell = wanted if wanted > FULL * most else min(wanted, aside)
        first = pen.position(before, cell, path, around=path)
        last = pen.position(after, cell, path[-1:], around=path)
        both = first.width + BETWEEN + last.width
        items: list[Item] = [
            Group(first.items),
            *_then((first.width + BETWEEN / 2, first.height / 2)),
            Group(last.items, Affine.translation(round(first.width + BETWEEN, 4), 0.0)),
        ]
        beside = cell <= aside
        told, high = _told(sentences, width - both - ASIDE if beside else width)
        x, y = (both + ASIDE, 0.0) if beside else (0.0, first.height + 1.0)
        items.append(Group(told, Affine.translation(round(x, 4), round(y, 4))))
        return Picture(width, max(first.height, y + high + 1.0), tuple(items), " ".join(sentences))

    return elastic(draw, min(NEAR_HIGH / near.height, aside), most)


def _told(sentences: Sequence[str], width: float) -> tuple[tuple[Item, ...], float]:
    """Sentences from (0, 0) one below the other, and their height."""
    plain, bold = (TextStyle(font, WORDS, tracking=0.0) for font in BOOK_FONTS)
    style = FlowStyle(plain, bold, LEADING, plain, justified=False)
    items: list[Item] = []
    y = 0.0
    for sentence in sentences:
        for line in flow_lines((Run(sentence),), style, width):
            y += style.step
            items.append(Group(line.glyphs, Affine.translation(0.0, round(y, 4))))
        y += 0.35 * style.step
    return tuple(items), y


def _then(middle: tuple[float, float]) -> Iterator[Item]:
    """The sign between two boards: what is right of it comes later."""
    x, y = middle
    for at in (-1.3, 1.3):
        points = ((-1.3, -2.6), (0.0, -2.6), (1.3, 0.0), (0.0, 2.6), (-1.3, 2.6), (0.0, 0.0))
        yield Path(polygon(tuple((x + at + dx, y + dy) for dx, dy in points)), BLACK)
