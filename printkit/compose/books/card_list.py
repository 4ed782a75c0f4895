"""The list of a kit's cards in its leaflet, one row for each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, cast

from printkit.compose.books.book import Picture
from printkit.compose.faces.context import Choices, FaceContext
from printkit.compose.faces.reduced import reduced
from printkit.compose.text.flow import FlowStyle, flow_lines
from printkit.compose.text.typesetting import TextStyle, fit_line, line_width, set_line, signed
from printkit.geometry import Affine, Rect
from printkit.kit.blocks import EmblemBlock, PointsBlock
from printkit.kit.booklet import BOOK_FONTS
from printkit.kit.leaflets import listed_flags, listed_kinds
from printkit.kit.markdown import Run
from printkit.kit.model import Card, Kit
from printkit.scene.inks import BLACK
from printkit.scene.model import Group, Item, Path, Scene, Use
from printkit.scene.shapes import rectangle

__all__ = ["FLAG_SIGNS", "CardList", "card_list"]

# Beside a name they say which note below it holds; a kit with more kinds of notes begins again.
FLAG_SIGNS = ("†", "‡", "§")
COLUMNS = 2
CARD_HEIGHT, AIR, ROW_AIR = 23.0, 4.0, 2.6
NAME_EM, COPIES_EM, POINTS_EM, EM, NOTE_EM = 3.3, 2.5, 6.0, 2.5, 2.4
EMBLEM = 4.4


class CardList(NamedTuple):
    """What a list is drawn from: the kit, the language, the cards' faces by id, and the choices of the build."""

    kit: Kit
    language: str
    faces: Callable[[str], Scene]
    choices: Choices


def card_list(sheet: CardList, width: float) -> tuple[Picture, ...]:
    """All kinds in two columns, row by row, then the notes to their flags, the first in a place left free; mm."""
    kinds = listed_kinds(sheet.kit)
    signs = flag_signs(kinds)
    cell = (width - AIR) / COLUMNS
    entries = [_entry(sheet, card, cell, signs) for card in kinds]
    pictures = []
    notes = list(_notes(sheet, signs, width))
    if len(entries) % COLUMNS and notes:
        # The first note stands in the free place of the last row.
        entries.append(next(_notes(sheet, signs, cell)))
        del notes[0]
    for start in range(0, len(entries), COLUMNS):
        row = entries[start : start + COLUMNS]
        height = max(entry.height for entry in row) + ROW_AIR
        items = tuple(
            Group(entry.items, Affine.translation(round(at * (cell + AIR), 4), 0.0))
            for at, entry in enumerate(row)
        )
        pictures.append(Picture(width, height, items, " · ".join(entry.words for entry in row)))
    return (*pictures, *notes)


def flag_signs(kinds: Sequence[Card]) -> dict[str, str]:
    """The sign of each flag that some kind has, in the order they come up."""
    flags = dict.fromkeys(flag for card in kinds for flag in listed_flags(card))
    return {flag: FLAG_SIGNS[at % len(FLAG_SIGNS)] for at, flag in enumerate(flags)}


def _entry(sheet: CardList, card: Card, width: float, signs: dict[str, str]) -> Picture:
    """One kind: its face, small; its name, how many there are, what it counts, and what its emblem means."""
    kit = sheet.kit
    scene = sheet.faces(card.id)
    scale = CARD_HEIGHT / scene.height
    frame = Rect(0.0, 0.0, scene.width * scale, CARD_HEIGHT)
    items: list[Item] = [
        Group((Use(reduced(scene, scale), Affine.scaling(scale)),), clip=frame),
        Path(rectangle(frame), stroke=BLACK, width=0.2),
    ]
    context = FaceContext(kit, kit.size(sheet.choices.size), card, sheet.choices)
    x = frame.width + 2.2
    room = width - x
    display = kit.fonts["display"]
    name = kit.name(sheet.language, card.entry)
    marked = name + "".join(signs[flag] for flag in listed_flags(card))
    copies = f"×{_copies(kit)[card.entry]}"
    small = TextStyle(BOOK_FONTS[0], COPIES_EM, tracking=0.0)
    left = room - line_width(copies, small) - 1.5
    if marked:
        items.append(set_line(marked, fit_line(marked, TextStyle(display, NAME_EM), left, 0.7), x, 3.2))
    items.append(set_line(copies, small, x + room, 3.2, "end"))
    words = [*filter(None, (name,)), copies]
    baseline, pen = 9.4, x
    for field in _fields(kit, card, PointsBlock):
        points = signed(cast(int, card.fields[field]))
        style = TextStyle(display, POINTS_EM)
        items.append(set_line(points, style, pen, baseline))
        words.append(points)
        pen += line_width(points, style) + 2.4
    for field in _fields(kit, card, EmblemBlock):
        suit = str(card.fields[field])
        items.append(context.emblem(suit, pen + EMBLEM / 2, baseline - 2.1, EMBLEM))
        said = context.text(sheet.language, f"suit.{suit}.name")
        bold, beside = TextStyle(BOOK_FONTS[1], EM, tracking=0.0), pen + EMBLEM + 1.4
        items.append(set_line(said, fit_line(said, bold, width - beside, 0.7), beside, baseline - 1.2))
        plain = TextStyle(BOOK_FONTS[0], EM, tracking=0.0)
        flow = FlowStyle(plain, plain, 1.42, plain, justified=False)
        meaning = f"suit.{suit}.text"
        text = context.text(sheet.language, meaning) if meaning in kit.texts[sheet.language] else ""
        lines = flow_lines((Run(text),), flow, room)
        for at, one in enumerate(lines):
            items.append(Group(one.glyphs, Affine.translation(x, round(13.4 + at * flow.step, 4))))
        baseline = 13.4 + (len(lines) - 1) * flow.step
        words += [said, text]
    return Picture(width, max(frame.height, baseline + 1.0), tuple(items), " ".join(words))


def _fields(kit: Kit, card: Card, kind: type[PointsBlock] | type[EmblemBlock]) -> tuple[str, ...]:
    """The fields such blocks print on the card, each once."""
    blocks = [block for block in kit.faces[card.face, kit.default_size] if isinstance(block, kind)]
    fields = (getattr(block, "field", None) or getattr(block, "suit", None) for block in blocks)
    return tuple(dict.fromkeys(str(field) for field in fields if field in card.fields))


def _copies(kit: Kit) -> Counter[str]:
    return Counter(card.entry for card in kit.cards for _ in range(card.copies))


def _notes(sheet: CardList, signs: dict[str, str], width: float) -> Iterator[Picture]:
    """What each flag means, below the list."""
    size = sheet.kit.size(sheet.choices.size)
    context = FaceContext(sheet.kit, size, Card("notes", "", "", 0, {}), sheet.choices)
    plain = TextStyle(BOOK_FONTS[0], NOTE_EM, tracking=0.0)
    style = FlowStyle(plain, plain, 1.45, plain, justified=False)
    for flag, sign in signs.items():
        text = f"{sign} {context.text(sheet.language, f'note.{flag}')}"
        lines = flow_lines((Run(text),), style, width)
        items = tuple(
            Group(one.glyphs, Affine.translation(0.0, round(NOTE_EM + at * style.step, 4)))
            for at, one in enumerate(lines)
        )
        yield Picture(width, len(lines) * style.step + 1.0, items, text)
