"""The written cards of a kit in a row, from weak to strong: seals, names, numbers, and how many there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from printkit.compose.books.book import Picture
from printkit.compose.books.card_list import CardList
from printkit.compose.faces.context import FaceContext
from printkit.compose.faces.written import mark_item
from printkit.compose.pieces.glyphs import seal_items
from printkit.compose.text.titles import squeezed
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line
from printkit.geometry import Rect
from printkit.kit.blocks import SignIndexBlock
from printkit.kit.booklet import BOOK_FONTS
from printkit.kit.model import Card
from printkit.scene.inks import BLACK
from printkit.scene.model import Item, Path
from printkit.scene.shapes import rectangle

__all__ = ["card_order"]

# Air beside a seal and between two; em of the piece, its words, its number and its copies; mm.
AIR, PIECE_EM, WORD_EM, NUMBER_EM, COPIES_EM = 0.8, 4.0, 2.3, 4.8, 2.6


def card_order(sheet: CardList, width: float) -> tuple[Picture, ...]:
    """A column for each piece, in the order of cards.toml; `width` in mm. Nothing for a kit without written signs."""
    index = next((block for block in _blocks(sheet) if isinstance(block, SignIndexBlock)), None)
    if index is None:
        return ()
    columns: dict[str, list[Card]] = {}
    for card in sheet.kit.cards:
        if index.piece in card.fields:
            columns.setdefault(str(card.fields[index.piece]), []).append(card)
    wide = width / len(columns)
    # All names in the size of the longest.
    style = TextStyle(sheet.kit.fonts["display"], PIECE_EM)
    named = [sheet.kit.text(sheet.language, f"piece.{piece}") for piece in columns]
    em = min(squeezed(name, style, wide - 0.5, 0.7, WORD_EM).size for name in named)
    items: list[Item] = []
    captions, bottom = [], 0.0
    for at, (piece, cards) in enumerate(columns.items()):
        box = Rect(at * wide, 0.0, wide, 0.0)
        called, reading = (
            sheet.kit.text(sheet.language, f"{table}.{piece}") for table in ("piece", "reading")
        )
        words = (called, *((f"({piece})",) if called != piece else ()), reading)
        own, bottom = _column(sheet, index, piece, cards, words, em, box)
        items += own
        captions.append(f"{' '.join(words)} {cards[0].fields.get(index.field, '')}".rstrip())
    return (Picture(width, bottom + 2.0, tuple(items), ", ".join(captions)),)


def _blocks(sheet: CardList) -> Iterator[object]:
    for (_, size), blocks in sheet.kit.faces.items():
        if size == sheet.choices.size:
            yield from blocks


def _column(
    sheet: CardList,
    index: SignIndexBlock,
    piece: str,
    cards: Sequence[Card],
    words: Sequence[str],
    em: float,
    box: Rect,
) -> tuple[list[Item], float]:
    """One piece in all its colours, and how far down it reaches."""
    kit, low = sheet.kit, sheet.choices.ink == "low"
    middle, side = box.center[0], box.width - 2 * AIR
    display = kit.fonts["display"]
    items: list[Item] = []
    y = 0.5
    for card in cards:
        context = FaceContext(kit, kit.size(sheet.choices.size), card, sheet.choices)
        ink = context.chosen_ink(index.ink)
        items += seal_items(kit, piece, Rect(box.x + AIR, y, side, side), ink, low=low)
        y += side + AIR
    y += PIECE_EM
    called, *others = words
    named = fit_line(called, TextStyle(display, em), box.width - 0.5, 0.7)
    items.append(ink_center_line(called, named, middle, y))
    y += 0.9
    for word in others:
        y += WORD_EM + 0.3
        style = fit_line(word, TextStyle(BOOK_FONTS[0], WORD_EM, tracking=0.0), box.width - 0.5, 0.7)
        items.append(ink_center_line(word, style, middle, y))
    items.append(Path(rectangle(Rect(middle - 2.5, y + 1.5, 5.0, 0.4)), BLACK))
    y += NUMBER_EM + 1.6
    items += _number(sheet, index, piece, cards[0].fields, middle, y)
    y += COPIES_EM + 1.6
    copies = "×" + "/".join(dict.fromkeys(str(card.copies) for card in cards))
    items.append(ink_center_line(copies, TextStyle(BOOK_FONTS[0], COPIES_EM, tracking=0.0), middle, y))
    return items, y


def _number(
    sheet: CardList, index: SignIndexBlock, piece: str, fields: Mapping[str, object], x: float, y: float
) -> Iterator[Item]:
    number = fields.get(index.field)
    if number is not None:
        yield ink_center_line(str(number), TextStyle(sheet.kit.fonts["display"], NUMBER_EM), x, y)
    elif piece in index.marks:
        yield mark_item(index.marks[piece], x, y, NUMBER_EM, BLACK)
