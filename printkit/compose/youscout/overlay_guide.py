"""The page that explains how to put numbers on a deck by hand, in one language."""

from __future__ import annotations

from dataclasses import replace

from printkit.compose.faces.context import Choices, FaceContext
from printkit.compose.faces.signs import upright_mark, words
from printkit.compose.text.paragraphs import break_lines, set_paragraphs
from printkit.compose.text.typesetting import TextStyle, fit_line, set_line
from printkit.compose.youscout.majors import table_cards
from printkit.compose.youscout.overlays import INSET, TILE, Pieces, pair_em, pair_line, strip_size
from printkit.errors import InputError
from printkit.geometry import Affine, Rect, Size
from printkit.kit.model import OVERLAY_TEXTS, Card, Kit
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Group, Item, Path, Scene, Use
from printkit.scene.shapes import rectangle, rounded_rectangle

__all__ = ["GUIDE", "guide_page", "hand_row"]

GUIDE = Size(190.0, 256.0)
"""What the page fills, above the ruler: as much as A4 and Letter both have; mm."""

TITLE, PITCH, EM, LEADING = 8.6, 5.15, 2.8, 1.36
NAME_EM, FIGURES, NAMES = 2.6, 76.0, 34.0
LINE = 0.25
# The label shown as an example.
LABEL = Size(63.5, 38.1)


def hand_row(kit: Kit, card: Card, language: str, choices: Choices) -> Scene:
    """One major's line: number and name, the numbers for its head, the numbers for its foot with the card turned."""
    context = FaceContext(kit, kit.size(choices.size), card, choices)
    em = min(pair_em(kit, choices.variables["influence"], FIGURES, len(kit.suits)), 2.9)
    display, middle = context.font("display"), PITCH / 2
    baseline = middle + NAME_EM * 0.37
    name = context.text(language, "card.{id}.name")
    style = TextStyle(display, NAME_EM)
    items: list[Item] = [
        Path(rectangle(Rect(0.0, y - LINE / 2, GUIDE.width, LINE)), BLACK) for y in (0.0, PITCH)
    ]
    items.append(
        set_line(str(card.fields["number"]), TextStyle(display, NAME_EM * 1.12), 5.0, baseline, "end")
    )
    items.append(set_line(name, fit_line(name, style, NAMES - 8.0), 6.6, baseline))
    for turned, x in ((False, NAMES), (True, GUIDE.width - FIGURES)):
        items.append(
            Group(pair_line(context, tuple(kit.suits), turned, FIGURES, em), Affine.translation(x, middle))
        )
    return Scene(f"hand-{card.id}", GUIDE.width, PITCH, 0.0, tuple(items))


def guide_page(kit: Kit, language: str, choices: Choices) -> Scene:
    """The guide: a card in true size with its two rows, what to do in steps, and the numbers of all majors."""
    own = replace(kit, languages=(language,))
    cards = table_cards(kit)
    context = FaceContext(own, own.size(choices.size), cards[0], choices)
    items: list[Item] = [*_title(context, language)]
    top = TITLE + 4.0
    width, height = context.size.width, context.size.height
    card = max(cards, key=lambda each: cards.index(each) == 16)
    items += _card(context, card, language, Rect(0.0, top, width, height))
    column = Rect(width + 7.0, top, GUIDE.width - width - 7.0, 130.0)
    bottom = _steps(context, language, column, items)
    items += _examples(
        replace(context, kit=kit), card, column._replace(y=bottom + 4.0, height=top + height - bottom - 4.0)
    )
    y = max(top + height, bottom) + 2.2
    style = TextStyle(context.font("text"), EM)
    for turned, x, key in ((False, NAMES, "head"), (True, GUIDE.width - FIGURES, "foot")):
        items.append(upright_mark(EM * 0.85, turned).at(x, y + 2.0))
        items.append(words(context.text(language, f"overlay.{key}"), style).at(x + EM * 1.2, y + 2.0))
    y += 4.4
    for each in cards:
        items.append(Use(hand_row(own, each, language, choices), Affine.translation(0.0, round(y, 4))))
        y += PITCH
    if y > GUIDE.height + 1e-6:
        raise InputError(
            f"the guide is {y - GUIDE.height:.1f} mm too high", key="overlay", hint="shorten its steps"
        )
    return Scene(f"guide-{language}", *GUIDE, 0.0, tuple(items))


def _title(context: FaceContext, language: str) -> tuple[Item, ...]:
    box = Rect(0.0, 0.0, GUIDE.width, TITLE)
    outline, ink = rounded_rectangle(box, 0.5), PAPER
    if context.choices.ink == "low":
        outline, ink = outline + rounded_rectangle(box.grown(-0.42), 0.1), BLACK
    title = TextStyle(context.font("display"), TITLE * 0.56, ink)
    factor = replace(title, size=TITLE * 0.5)
    return (
        Path(outline, BLACK),
        words(context.text(language, "overlay.title"), title).at(TITLE * 0.25, TITLE / 2),
        set_line(
            f"×{context.choices.variables['influence']}",
            factor,
            GUIDE.width - TITLE * 0.3,
            TITLE * 0.68,
            "end",
        ),
    )


def _card(context: FaceContext, card: Card, language: str, box: Rect) -> tuple[Item, ...]:
    """A card's outline in true size with the strips in their places, and what to call them."""
    strip = strip_size(context.kit, context.size, context.choices.variables["influence"])
    insert = Pieces(context.kit, context.choices).insert(card)
    middle, style = box.center, TextStyle(context.font("text"), EM)
    items: list[Item] = [Group(insert.items, Affine.translation(box.x, box.y))]
    room = Rect(box.x + INSET + 2.0, box.y + INSET + strip.height + 4.0, box.width - 2 * INSET - 4.0, 40.0)
    for turned, key in ((False, "head"), (True, "foot")):
        text = Group(
            set_paragraphs(
                [(language, context.text(language, f"overlay.{key}"))], style, room, LEADING, "start"
            )
        )
        items.append(Group((text,), Affine.rotation(180, middle)) if turned else text)
    hand = context.text(language, "overlay.hand")
    lines = len(break_lines(hand, style, room.width, language))
    center = room._replace(y=middle[1] - lines * EM * LEADING / 2)
    return (*items, *set_paragraphs([(language, hand)], style, center, LEADING, "start"))


def _examples(context: FaceContext, card: Card, room: Rect) -> tuple[Item, ...]:
    """A label and a small sticker of each kind in true size, where there is room for them."""
    pieces = Pieces(context.kit, context.choices)
    size = Size(round(min(LABEL.width, context.size.width - 2 * INSET), 2), LABEL.height)
    if room.height < size.height or room.width < size.width + 3.0 + TILE.width:
        return ()
    y = room.bottom - size.height
    outline = Path(rounded_rectangle(Rect(0.0, 0.0, *size), 1.0), stroke=BLACK, width=LINE)
    label = Group((*pieces.label(card, size).items, outline), Affine.translation(room.x, y))
    names = pieces.tiles()
    kinds = ("number-", "rank-", "way-")
    shown = [max((name for name in names if name.startswith(kind)), default="", key=lambda name: name.endswith("-12"))
             for kind in kinds]  # fmt: skip
    pitch = (size.height - TILE.height) / (len(kinds) - 1)
    tiles = (
        Group(pieces.tile(name).items, Affine.translation(room.x + size.width + 4.0, y + index * pitch))
        for index, name in enumerate(shown)
        if name
    )
    return (label, *tiles)


def _steps(context: FaceContext, language: str, box: Rect, items: list[Item]) -> float:
    """The steps one below the other, each with its number; returns where they end."""
    style = TextStyle(context.font("text"), EM)
    number = TextStyle(context.font("display"), EM * 1.5)
    y = box.y
    steps = [key for key in OVERLAY_TEXTS if key.startswith("step-")]
    for index, key in enumerate(steps, 1):
        room = Rect(box.x + 6.0, y, box.width - 6.0, 80.0)
        lines = set_paragraphs(
            [(language, context.text(language, f"overlay.{key}"))], style, room, LEADING, "start"
        )
        items.append(set_line(str(index), number, box.x, y + EM * 1.05))
        items += lines
        y += len(lines) * EM * LEADING + EM * 0.75
    return y - EM * 0.75
