"""The written cards of a kit in a row, from weak to strong: seals, names, numbers, and how many there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from printkit.compose.books.book import Picture
from printkit.compose.books.card_list import CardList
from printkit.compose.books.page_blocks import elastic
from printkit.compose.faces.context import FaceContext
from printkit.compose.faces.written import mark_item
from printkit.compose.pieces.glyphs import seal_items
from printkit.compose.text.titles import shrunk
from printkit.compose.text.typesetting import TextStyle, ink_center_line, set_line
from printkit.geometry import Rect
from printkit.kit.blocks import SignIndexBlock
from printkit.kit.booklet import BOOK_FONTS
from printkit.kit.model import Card
from printkit.scene.inks import BLACK
from printkit.scene.model import Item

__all__ = ["card_order"]

# Rows of columns, between two of them, and between two columns; air beside a seal; ems of the piece, its words, its
# number and its copies; mm.
ROWS, BETWEEN, APART, AIR = 3, 12.0, 2.4, 0.8
PIECE_EM, WORD_EM, NUMBER_EM, COPIES_EM = 4.0, 2.6, 5.8, 2.9
# The greatest side of a seal, and how much less its least is.
SEAL, LESS = 13.4, 4.4


def card_order(sheet: CardList, width: float) -> tuple[Picture, ...]:
    """A column for each piece, in the order of cards.toml, in rows; `width` in mm.

    Seals grow where a page has room. Nothing for a kit without written signs.
    """
    index = next((block for block in _blocks(sheet) if isinstance(block, SignIndexBlock)), None)
    if index is None:
        return ()
    columns: dict[str, list[Card]] = {}
    for card in sheet.kit.cards:
        if index.piece in card.fields:
            columns.setdefault(str(card.fields[index.piece]), []).append(card)
    across = -(-len(columns) // ROWS)
    wide = width / across
    most = min(SEAL, (wide - APART) / max(map(len, columns.values())) - AIR)
    said = {piece: _words(sheet, piece) for piece in columns}
    captions = (
        f"{' '.join(said[piece])} {cards[0].fields.get(index.field, '')}".rstrip()
        for piece, cards in columns.items()
    )
    words = ", ".join(captions)

    def draw(side: float) -> Picture:
        items: list[Item] = []
        top, bottom = 0.0, -BETWEEN
        for at, (piece, cards) in enumerate(columns.items()):
            if not at % across:
                top = bottom + BETWEEN
            own, bottom = _column(
                sheet, index, cards, said[piece], side, Rect(at % across * wide, top, wide, 0.0)
            )
            items += own
        return Picture(width, bottom + 2.0, tuple(items), words)

    return (elastic(draw, most - LESS, most),)


def _words(sheet: CardList, piece: str) -> tuple[str, str]:
    """What a piece is called, and below it its sign, where that is another, and how it is read."""
    called, reading = (sheet.kit.text(sheet.language, f"{table}.{piece}") for table in ("piece", "reading"))
    return called, f"({piece}) {reading}" if called != piece else reading


def _blocks(sheet: CardList) -> Iterator[object]:
    for (_, size), blocks in sheet.kit.faces.items():
        if size == sheet.choices.size:
            yield from blocks


def _column(
    sheet: CardList,
    index: SignIndexBlock,
    cards: Sequence[Card],
    words: tuple[str, str],
    side: float,
    box: Rect,
) -> tuple[list[Item], float]:
    """One piece with its seals in all its colours side by side, and how far down it reaches."""
    kit, low = sheet.kit, sheet.choices.ink == "low"
    middle, piece = box.center[0], str(cards[0].fields[index.piece])
    items: list[Item] = []
    x = middle - (len(cards) * (side + AIR) - AIR) / 2
    for card in cards:
        context = FaceContext(kit, kit.size(sheet.choices.size), card, sheet.choices)
        ink = context.chosen_ink(index.ink)
        items += seal_items(kit, piece, Rect(x, box.y + 0.5, side, side), ink, low=low)
        x += side + AIR
    y = box.y + side + 1.3
    for word, font, em in zip(words, (kit.fonts["display"], BOOK_FONTS[0]), (PIECE_EM, WORD_EM), strict=True):
        y += em + 0.4
        style = shrunk(word, TextStyle(font, em, tracking=0.0), box.width - 1.5)
        items.append(ink_center_line(word, style, middle, y))
        y += 0.4
    y += NUMBER_EM + 1.0
    items += _number(sheet, index, piece, cards[0].fields, middle - 3.6, y)
    copies = "×" + "/".join(dict.fromkeys(str(card.copies) for card in cards))
    items.append(set_line(copies, TextStyle(BOOK_FONTS[0], COPIES_EM, tracking=0.0), middle + 1.4, y - 0.6))
    return items, y


def _number(
    sheet: CardList, index: SignIndexBlock, piece: str, fields: Mapping[str, object], x: float, y: float
) -> Iterator[Item]:
    number = fields.get(index.field)
    if number is not None:
        yield ink_center_line(str(number), TextStyle(sheet.kit.fonts["display"], NUMBER_EM), x, y)
    elif piece in index.marks:
        yield mark_item(index.marks[piece], x, y, NUMBER_EM, BLACK)
