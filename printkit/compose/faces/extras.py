"""Spare cards that fill a set up to the number a print service sells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import cycle, islice
from typing import NamedTuple, cast

from printkit.compose.faces.context import Choices, emblem_item
from printkit.compose.faces.faces import compose_back
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, line_width, set_line
from printkit.geometry import Rect
from printkit.kit.model import Card, CardSize, Kit
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Item, Path, Scene
from printkit.scene.shapes import rectangle, segment

__all__ = ["EXTRA", "Extra", "extra_cards"]

# What the ids of these cards begin with; no card of a kit may be called so and be meant.
EXTRA = "extra"
TABLE_ROWS = 11
SPARE_BACKS = 2
HEAD = 7.0
RULE = 0.2
# The widths of the lines and the sizes of the letters a press is tried with, none below 6 pt; mm.
LINES = (0.1, 0.2, 0.3, 0.5)
LETTERS = (2.2, 2.5, 2.8, 3.0)
TINTS = (1.0, 0.5, 0.25)


class Extra(NamedTuple):
    """One card more: its id, what it is for in Japanese and English, and its face when requested."""

    id: str
    purpose: str
    face: Callable[[], Scene]


def extra_cards(kit: Kit, component: str, choices: Choices, number: int) -> tuple[Extra, ...]:
    """That many cards for a component, the most useful first: tables, a colour test, spare backs, note cards."""
    made = list(_useful(kit, component, choices))[:number]
    notes = range(1, number - len(made) + 1)
    return (
        *made,
        *(
            Extra(f"{EXTRA}-notes-{index}", _said(kit, "記録", "notes"), _notes(kit, choices, index))
            for index in notes
        ),
    )


def _said(kit: Kit, japanese: str, english: str) -> str:
    """A word in those of the kit's languages it is known in; its fonts may have no letters of any other."""
    words = [word for language, word in (("ja", japanese), ("en", english)) if language in kit.languages]
    return " ".join(words or [english])


def _useful(kit: Kit, component: str, choices: Choices) -> Iterator[Extra]:
    listed = [card for card in kit.cards_of(component) if _pairs(kit, card)]
    parts = [listed[start : start + TABLE_ROWS] for start in range(0, len(listed), TABLE_ROWS)]
    for index, cards in enumerate(parts, 1):
        words = f"{_said(kit, '数表', 'numbers')} {index}/{len(parts)}"
        yield Extra(f"{EXTRA}-numbers-{index}", words, partial(_numbers, kit, choices, cards, words, index))
    yield Extra(f"{EXTRA}-colours", _said(kit, "色見本", "colours"), partial(_colours, kit, choices))
    for index, back in enumerate(_spare_backs(kit, component), 1):
        face = partial(compose_back, kit, back, choices)
        yield Extra(f"{EXTRA}-back-{index}", _said(kit, "予備の裏", "spare back"), face)


def _pairs(kit: Kit, card: Card) -> tuple[str, ...]:
    """The suits a card has a pair of numbers for, in the kit's order."""
    return tuple(suit for suit in kit.suits if isinstance(card.fields.get(suit), tuple))


def _spare_backs(kit: Kit, component: str) -> tuple[Card, ...]:
    """Cards whose shared backs are worth a spare one: each in turn."""
    shared = [card for card in kit.backs_of(component).values() if not kit.has_own_back(card)]
    return tuple(islice(cycle(shared), SPARE_BACKS))


def _scene(kit: Kit, choices: Choices, name: str, items: Sequence[Item]) -> Scene:
    size = kit.size(choices.size)
    return Scene(name, size.width, size.height, size.bleed, tuple(items))


def _room(size: CardSize) -> Rect:
    return Rect(0.0, 0.0, size.width, size.height).grown(-(size.safe + 1.0))


def _title(kit: Kit, room: Rect, words: str) -> list[Item]:
    style = fit_line(words, TextStyle(kit.fonts["display"], 4.0), room.width)
    line = Path(
        segment(room.x, room.y + HEAD - 1.5, room.right, room.y + HEAD - 1.5), stroke=BLACK, width=RULE
    )
    return [set_line(words, style, room.x, room.y + 4.0), line]


def _numbers(kit: Kit, choices: Choices, cards: Sequence[Card], words: str, index: int) -> Scene:
    """A row a card: its number or name, and under each suit's emblem its pair as it reads upright."""
    room = _room(kit.size(choices.size))
    suits = _pairs(kit, cards[0])
    pitch = (room.height - HEAD) / (TABLE_ROWS + 1)
    name_width = room.width * 0.46
    step = (room.width - name_width) / len(suits)
    figures = TextStyle(kit.fonts["display"], min(pitch * 0.52, step * 0.36))
    items = _title(kit, room, words)
    centers = [room.x + name_width + step * (column + 0.5) for column in range(len(suits))]
    for suit, x in zip(suits, centers, strict=True):
        items.append(emblem_item(kit, suit, (x, room.y + HEAD + pitch * 0.45, pitch * 0.7)))
    for row, card in enumerate(cards, 1):
        top = room.y + HEAD + pitch * row
        baseline = top + pitch * 0.68
        items.append(Path(segment(room.x, top, room.right, top), stroke=BLACK, width=RULE))
        items += _named(kit, card, Rect(room.x, top, name_width - 1.0, pitch))
        for suit, x in zip(suits, centers, strict=True):
            left, right = cast("tuple[int, int]", card.fields[suit])
            items.append(ink_center_line(f"{left}/{right}", figures, x, baseline))
    return _scene(kit, choices, f"{EXTRA}-numbers-{index}", items)


def _named(kit: Kit, card: Card, box: Rect) -> Iterator[Item]:
    """The number, and beside it the name, a line a language; each line is as large as fits, up to its usual size."""
    start, display = box.x, kit.fonts["display"]
    if "number" in card.fields:
        figures = TextStyle(display, box.height * 0.5)
        yield set_line(str(card.fields["number"]), figures, start, box.y + box.height * 0.68)
        start += line_width("00", figures) + 1.0
    lines = len(kit.languages)
    em = min(box.height * 0.5, box.height * 0.7 / lines)
    for line, language in enumerate(kit.languages, 1):
        words = kit.name(language, card.entry) or card.id
        style = TextStyle(display, em, tracking=0.0)
        style = replace(style, size=em * min(1.0, (box.right - start) / line_width(words, style)))
        yield set_line(words, style, start, box.y + box.height * (0.05 + 0.8 * line / lines))


def _colours(kit: Kit, choices: Choices) -> Scene:
    """Every ink full and in tints with black on it, then thin lines and small letters: what a press is tried with."""
    room = _room(kit.size(choices.size))
    inks = [ink for name, ink in kit.inks.items() if name != "paper"]
    items = _title(kit, room, _said(kit, "色見本", "colours"))
    pitch = (room.height - HEAD) / (len(inks) + 3)
    width = room.width / len(TINTS)
    style = TextStyle(kit.fonts["text"], min(2.6, pitch * 0.3))
    for row, ink in enumerate(inks):
        top = room.y + HEAD + row * pitch
        for column, tint in enumerate(TINTS):
            box = Rect(room.x + column * width, top, width - 1.0, pitch - 1.0)
            items.append(Path(rectangle(box), fill=ink.at(tint)))
            dark = ink is BLACK and tint > 0.4
            written = replace(style, ink=PAPER if dark else BLACK)
            items.append(set_line(f"{ink.name} {tint:.0%}", written, box.x + 1.0, box.bottom - 1.0))
    top = room.y + HEAD + len(inks) * pitch
    for row, line in enumerate(LINES):
        y = top + (row + 0.5) * pitch * 1.2 / len(LINES)
        items.append(Path(segment(room.x, y, room.right - 12.0, y), stroke=BLACK, width=line))
        items.append(set_line(f"{line:g} mm", style, room.right, y + 0.8, "end"))
    top += pitch * 1.4
    title = " ".join(dict.fromkeys(kit.text(language, "kit.title") for language in kit.languages))
    for row, em in enumerate(LETTERS):
        baseline = top + (row + 0.9) * pitch * 1.5 / len(LETTERS)
        words = f"{em:g} mm {title} 0123456789"
        items.append(
            set_line(words, fit_line(words, TextStyle(style.font, em), room.width), room.x, baseline)
        )
    return _scene(kit, choices, f"{EXTRA}-colours", items)


def _notes(kit: Kit, choices: Choices, index: int) -> Callable[[], Scene]:
    def face() -> Scene:
        room = _room(kit.size(choices.size))
        items = _title(kit, room, _said(kit, "記録", "notes"))
        lines = int((room.height - HEAD) / 8.0)
        for row in range(1, lines + 1):
            y = room.y + HEAD + row * 8.0
            items.append(Path(segment(room.x, y, room.right, y), stroke=BLACK, width=RULE, dash=(0.4, 1.2)))
        return _scene(kit, choices, f"{EXTRA}-notes-{index}", items)

    return face
