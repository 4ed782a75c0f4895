"""Pages to write on, which fill the last leaves of a book folded from whole sheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printkit.compose.books.book import BookLook, BookPage, page_furniture
from printkit.compose.books.page_blocks import Part
from printkit.compose.text.titles import shrunk
from printkit.compose.text.typesetting import TextStyle, set_line
from printkit.kit.booklet import BOOK_FONTS
from printkit.scene.inks import BLACK
from printkit.scene.model import Item, Path
from printkit.scene.shapes import segment

__all__ = ["LEAF", "game_pages"]

# A folded sheet has so many pages.
LEAF = 4
TITLE_EM, HEAD_EM = 6.6, 2.6
# Where the heads of the columns stand below the top of the text, and from line to line of a table written by hand.
HEAD, ROW = 17.0, 9.0


def game_pages(
    look: BookLook, before: int, title: str, heading: str, columns: Sequence[str]
) -> Iterator[BookPage]:
    """Tables for one's own games behind the pages there are `before`, so that no page of the last sheet is blank."""
    for number in range(before + 1, before + 1 + -before % LEAF):
        box = look.text_box(number)
        width = box.width / len(columns)
        base = box.y + TITLE_EM * 0.9
        words: list[Item] = [set_line(heading, TextStyle(look.display, TITLE_EM), box.x, base)]
        for at, column in enumerate(columns):
            style = shrunk(column, TextStyle(BOOK_FONTS[1], HEAD_EM), width - 1.5)
            words.append(set_line(column, style, round(box.x + at * width, 4), box.y + HEAD))
        rules = [
            Path(segment(box.x, box.y + HEAD + 1.8, box.right, box.y + HEAD + 1.8), stroke=BLACK, width=0.5)
        ]
        for row in range(1, int((box.height - HEAD - 1.8) / ROW) + 1):
            y = round(box.y + HEAD + 1.8 + row * ROW, 4)
            rules.append(Path(segment(box.x, y, box.right, y), stroke=BLACK.at(0.4), width=0.2))
        furniture = (*page_furniture(look, number, title), *rules)
        # The elements of the book have numbers above 0.
        yield BookPage(number, (Part((("P", -number),), tuple(words)),), furniture)
