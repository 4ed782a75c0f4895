"""Numbers for a deck one owns: strips, inserts, labels and small stickers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import cast

from printkit.compose.faces.context import Choices, FaceContext
from printkit.compose.faces.signs import Sign, beside, upright_mark, words
from printkit.compose.text.titles import squeezed
from printkit.compose.text.typesetting import (
    LEAST_STRETCH,
    TextStyle,
    fit_line,
    ink_center_line,
    line_width,
    set_line,
)
from printkit.compose.youscout.majors import Column, as_played, largest_number, table_cards
from printkit.errors import InputError
from printkit.geometry import Affine, Outline, Rect, Size
from printkit.kit.blocks import IndexBlock
from printkit.kit.model import Card, CardSize, Kit
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Group, Item, Path, Scene
from printkit.scene.shapes import polygon, rectangle, rounded_rectangle, segment

__all__ = [
    "INSET",
    "LEAST_EM",
    "TILE",
    "TILE_CORNER",
    "Pieces",
    "pair_em",
    "pair_line",
    "strip_size",
    "tiles_on",
]

LEAST_EM = 2.3
# A strip stays this far from the card's edges, so that it never overhangs; on labels, from the edge of the label.
INSET, LABEL_PAD = 2.5, 1.5
# A small sticker: a rank, a number or an orientation mark.
TILE = Size(18.0, 12.0)
TILE_CORNER = 1.0
NAME_EM = 2.4
LARGEST_EM = 6.0
CUT_LINE = 0.2
# A bar shorter than this has no room for the longest name beside its gap.
LEAST_BAR = 58.0
LOW_INK_OUTLINE = 0.42

# In em of the figures: emblem, its gap, one number, the room of the slash, the least gap between two suits.
EMBLEM, EMBLEM_GAP, WIDE, NARROW, SLASH, GAP = 0.95, 0.16, 1.14, 0.68, 0.5, 0.42
TIGHT = 0.88
CAP = 0.76


def _number_width(kit: Kit, factor: str) -> float:
    return WIDE if largest_number(kit, factor) > 9 else NARROW


def pair_em(kit: Kit, factor: str, width: float, cells: int) -> float:
    """The em at which this many pairs with their emblems fill a line of that width; mm."""
    return width / cells / (EMBLEM + EMBLEM_GAP + 2 * _number_width(kit, factor) + SLASH + GAP)


def pair_line(
    context: FaceContext, suits: Sequence[str], turned: bool, width: float, em: float
) -> tuple[Item, ...]:
    """The pairs of these suits in a line of that width, its middle at y 0, each with its suit's emblem to the left."""
    factor = context.choices.variables["influence"]
    pitch, base = width / len(suits), CAP * em / 2
    style = TextStyle(context.font("display"), em, tracking=0.0)
    items: list[Item] = []
    for index, suit in enumerate(suits):
        left, right = (
            str(as_played(context.card, Column(suit, side), factor, turned)) for side in (True, False)
        )
        # Emblem and pair stand close together, their middle in the middle of the cell.
        widths = [line_width(text, _figure(text, style)) for text in (left, right)]
        taken = (EMBLEM + EMBLEM_GAP + SLASH) * em + math.fsum(widths)
        x = pitch * (index + 0.5) - taken / 2
        slash = x + (EMBLEM + EMBLEM_GAP + SLASH / 2) * em + widths[0]
        items.append(context.emblem(suit, x + EMBLEM * em / 2, 0.0, EMBLEM * em))
        items.append(set_line(left, _figure(left, style), slash - SLASH * em / 2, base, "end"))
        items.append(_slash(slash, em))
        items.append(set_line(right, _figure(right, style), slash + SLASH * em / 2, base))
    return tuple(items)


def _figure(text: str, style: TextStyle) -> TextStyle:
    return replace(style, stretch=TIGHT) if len(text) > 1 else style


def _slash(x: float, em: float) -> Path:
    half, lean, reach = max(em * 0.035, 0.1), em * 0.11, em * 0.44
    points = (
        (x - lean - half, reach),
        (x - lean + half, reach),
        (x + lean + half, -reach),
        (x + lean - half, -reach),
    )
    return Path(polygon(points), BLACK)


def strip_size(kit: Kit, size: CardSize, factor: str) -> Size:
    """How large the strip for one end of a card of that size is; mm."""
    width = size.width - 2 * INSET
    em = _strip_em(kit, factor, width)
    return Size(round(width, 4), round(0.9 + EMBLEM * em + 0.7 + NAME_EM + 0.8, 2))


def _strip_em(kit: Kit, factor: str, width: float) -> float:
    em = min(pair_em(kit, factor, width - 2.0, len(kit.suits)), 4.6)
    if em < LEAST_EM:
        raise InputError(f"numbers of {em:.1f} mm are too small to read on a strip of {width:g} mm")
    return em


@dataclass(frozen=True, slots=True)
class Pieces:
    """Every piece of the overlays of one kit under one choice of factor and card size, by its name.

    `outlined` draws the line to cut along around strips, inserts and small stickers.
    """

    kit: Kit
    choices: Choices
    outlined: bool = True

    @property
    def factor(self) -> str:
        """By what the numbers are multiplied."""
        return self.choices.variables["influence"]

    @property
    def size(self) -> CardSize:
        """The cards the pieces are for."""
        return self.kit.size(self.choices.size)

    def context(self, card: Card) -> FaceContext:
        """What composing a piece of that card may ask."""
        return FaceContext(self.kit, self.size, card, self.choices)

    def strips(self) -> tuple[tuple[Card, bool], ...]:
        """Each major twice: for its head and, with the pairs exchanged, for its foot."""
        return tuple((card, foot) for card in table_cards(self.kit) for foot in (False, True))

    def strip(self, card: Card, foot: bool) -> Scene:
        """The strip for one end: the numbers along the card's edge, below them whose they are."""
        size = strip_size(self.kit, self.size, self.factor)
        items = (*self._strip(card, foot, size), *self._cut(Rect(0.0, 0.0, *size), 0.0))
        return Scene(f"strip-{card.id}-{'foot' if foot else 'head'}", *size, 0.0, items)

    def _strip(self, card: Card, foot: bool, size: Size) -> tuple[Item, ...]:
        context = self.context(card)
        em = _strip_em(self.kit, self.factor, size.width)
        suits = tuple(self.kit.suits)
        line = Group(
            pair_line(context, suits, foot, size.width - 2.0, em),
            Affine.translation(1.0, round(0.9 + EMBLEM * em / 2, 4)),
        )
        baseline = size.height - 1.0
        mark = upright_mark(NAME_EM * 0.8, foot).at(1.2, baseline - NAME_EM * 0.38)
        factor = set_line(
            f"×{self.factor}", TextStyle(context.font("display"), NAME_EM), size.width - 1.2, baseline, "end"
        )
        room = size.width - 10.0
        return (line, mark, *_name_line(context, 4.4, baseline, room), factor)

    def insert(self, card: Card) -> Scene:
        """A piece as large as the card, for the sleeve: both strips in their places, nothing between them."""
        own = self.size
        size = strip_size(self.kit, own, self.factor)
        head = Group(self._strip(card, False, size), Affine.translation(INSET, INSET))
        foot = Group(self._strip(card, True, size), Affine.translation(INSET, INSET))
        turned = Group((foot,), Affine.rotation(180, (own.width / 2, own.height / 2)))
        items = (head, turned, *self._cut(Rect(0.0, 0.0, own.width, own.height), own.corner))
        return Scene(f"insert-{card.id}", own.width, own.height, 0.0, items)

    def label(self, card: Card, size: Size) -> Scene:
        """A label that reads right whichever way up its card lies: numbers, the name, numbers turned and exchanged."""
        context, kit, own = self.context(card), self.kit, self.size
        if size.height > own.height - 2 * INSET:
            raise InputError(f"a label of {size} is higher than a card of {Size(own.width, own.height)}")
        used = self.label_width(size)
        edge = (size.width - used) / 2
        inner = used - 2 * LABEL_PAD
        em, cells, bar = _label_plan(kit, self.factor, Size(used, size.height))
        suits = tuple(kit.suits)
        rows = [suits[start : start + cells] for start in range(0, len(suits), cells)]
        pitch = em * 1.24
        free = (size.height - bar) / 2 - LABEL_PAD * 0.6
        start = LABEL_PAD * 0.6 + (free - pitch * len(rows)) / 2 + pitch / 2
        items: list[Item] = []
        turn = Affine.rotation(180, (size.width / 2, size.height / 2))
        for turned in (False, True):
            drawn = tuple(
                Group(
                    pair_line(context, row, turned, inner, em),
                    Affine.translation(round(edge + LABEL_PAD, 4), round(start + index * pitch, 4)),
                )
                for index, row in enumerate(rows)
            )
            items.append(Group(drawn, turn) if turned else Group(drawn))
        items += _name_bar(context, Rect(edge + LABEL_PAD, (size.height - bar) / 2, inner, bar))
        if edge > 0.5:
            lines = tuple(segment(x, 0.8, x, size.height - 0.8) for x in (edge, size.width - edge))
            items.append(_dashed(lines))
        return Scene(f"label-{card.id}", *size, 0.0, tuple(items))

    def label_width(self, size: Size) -> float:
        """How much of a label's width is used: one wider than the card is cut to the card's width; mm."""
        return min(size.width, self.size.width - 2 * INSET)

    # Small stickers

    def tiles(self) -> dict[str, Callable[[], tuple[Item, ...]]]:
        """The small stickers by name: numbers some decks exchange, ranks of the minors, orientation marks."""
        kit = self.kit
        renumbered = kit.overlays.renumbered if kit.overlays else ()
        numbers = {
            f"number-{card_id}": partial(self._number_tile, kit.card(card_id)) for card_id in renumbered
        }
        ranked = (card for card in kit.cards if _index_of(kit, card) is not None)
        ranks = {f"rank-{card.id}": partial(self._rank_tile, card) for card in ranked}
        ways = {f"way-{card.id}": partial(self._way_tile, card) for card in table_cards(kit)}
        return {**numbers, **ranks, **ways}

    def tile(self, name: str) -> Scene:
        """One small sticker with its outline to cut along."""
        items = (*self.tiles()[name](), *self._cut(Rect(0.0, 0.0, *TILE), TILE_CORNER))
        return Scene(f"tile-{name}", *TILE, 0.0, items)

    def tile_label(self, names: Sequence[str], size: Size) -> Scene:
        """A label that holds several small stickers, with dashed lines to cut them apart."""
        columns, rows = tiles_on(size)
        width, height = size.width / columns, size.height / rows
        drawn = self.tiles()
        items: list[Item] = []
        for index, name in enumerate(names):
            row, column = divmod(index, columns)
            place = Affine.translation(
                round((column + 0.5) * width - TILE.width / 2, 4),
                round((row + 0.5) * height - TILE.height / 2, 4),
            )
            items.append(Group(drawn[name](), place))
        lines = [segment(index * width, 0.8, index * width, size.height - 0.8) for index in range(1, columns)]
        lines += [segment(0.8, index * height, size.width - 0.8, index * height) for index in range(1, rows)]
        return Scene("label-tiles", *size, 0.0, (*items, _dashed(lines)))

    def _cut(self, box: Rect, corner: float) -> tuple[Item, ...]:
        """The line to cut along, where a machine does not cut."""
        outline = Path(rounded_rectangle(box, corner), stroke=BLACK, width=CUT_LINE)
        return (Group((outline,), layer="cut"),) if self.outlined else ()

    def _rank_tile(self, card: Card) -> tuple[Item, ...]:
        context = self.context(card)
        block = cast(IndexBlock, _index_of(self.kit, card))
        rank = cast(int, card.fields[block.field])
        text = block.figures[rank - 1]
        value = self.choices.variables.get(str(rank)) if block.value else None
        style = TextStyle(context.font("display"), 8.4, stretch=0.8 if len(text) > 1 else 1.0, tracking=0.0)
        if value:
            style = replace(style, size=7.6)
        x, baseline = (9.9 if value else 12.0), 8.8
        items: list[Item] = [
            context.emblem(
                cast(str, card.fields[block.suit]), 3.4 if value else 4.4, 6.0, 5.8 if value else 6.6
            ),
            ink_center_line(text, style, x, baseline),
        ]
        if text in block.bar_under:
            items.append(Path(rectangle(Rect(x - 2.1, baseline + 0.8, 4.2, 0.6)), BLACK))
        if value:
            items.append(set_line(value, TextStyle(context.font("display"), 2.9), 17.3, baseline, "end"))
        return tuple(items)

    def _number_tile(self, card: Card) -> tuple[Item, ...]:
        context = self.context(card)
        style = TextStyle(context.font("display"), 6.4)
        items: list[Item] = [ink_center_line(str(card.fields["number"]), style, TILE.width / 2, 5.7)]
        for index, language in enumerate(self.kit.languages[:2]):
            text = context.text(language, "card.{id}.name")
            small = TextStyle(context.font("display"), LEAST_EM)
            items.append(
                set_line(
                    text, fit_line(text, small, TILE.width - 2), TILE.width / 2, 8.4 + 2.5 * index, "middle"
                )
            )
        return tuple(items)

    def _way_tile(self, card: Card) -> tuple[Item, ...]:
        context = self.context(card)
        texts = [context.text(language, "overlay.way") for language in self.kit.languages[:2]]
        style = TextStyle(context.font("text"), LEAST_EM)
        number = TextStyle(context.font("display"), 3.4)
        sign = beside((upright_mark(4.6, False), words(str(card.fields["number"]), number)), 1.0)
        text = " ".join(texts)
        return (
            sign.at((TILE.width - sign.width) / 2, 4.2),
            set_line(text, fit_line(text, style, TILE.width - 2), TILE.width / 2, 9.9, "middle"),
        )


def tiles_on(size: Size) -> tuple[int, int]:
    """How many small stickers a label holds, columns and rows; InputError where it holds none."""
    columns, rows = int((size.width + 1e-6) // TILE.width), int((size.height + 0.3) // TILE.height)
    if not columns or not rows:
        raise InputError(f"a label of {size} is smaller than a rank of {TILE}", hint="choose larger labels")
    return columns, rows


def _label_plan(kit: Kit, factor: str, size: Size) -> tuple[float, int, float]:
    """Em of the figures, pairs a line, and the height of the name's bar: whatever shows the figures largest."""
    inner = size.width - 2 * LABEL_PAD
    bar = 5.0 if size.height >= 30 else NAME_EM * 1.4
    plans = []
    for cells in (len(kit.suits), -(-len(kit.suits) // 2)):
        lines = 2 * -(-len(kit.suits) // cells)
        by_height = (size.height - bar - 1.2 * LABEL_PAD) / lines / 1.24
        plans.append((min(pair_em(kit, factor, inner, cells), by_height, LARGEST_EM), cells))
    em, cells = max(plans)
    if em < LEAST_EM:
        raise InputError(
            f"a label of {size} is too small: its figures would be {em:.1f} mm",
            hint=f"figures are at least {LEAST_EM} mm",
        )
    return em, cells, bar


def _name_bar(context: FaceContext, box: Rect) -> tuple[Item, ...]:
    """The major's number and names: knocked out of the line of the Yi where there is room, else plain."""
    if box.height < 4.5 or box.width < LEAST_BAR:
        sign = _name_sign(context, NAME_EM if box.height < 4.5 else 3.1, box.width)
        return (sign.at(box.center[0] - sign.width / 2, box.center[1]),)
    even = cast(int, context.card.fields.get("number", 1)) % 2 == 0
    low = context.choices.ink == "low"
    half = (box.width - 4.0) / 2
    bars = (box._replace(width=half), Rect(box.right - half, box.y, half, box.height)) if even else (box,)
    items: list[Item] = []
    for bar in bars:
        outline = rounded_rectangle(bar, 0.5)
        items.append(
            Path(outline + rounded_rectangle(bar.grown(-LOW_INK_OUTLINE), 0.1) if low else outline, BLACK)
        )
    ink = BLACK if low else PAPER
    names = [context.text(language, "card.{id}.name") for language in context.kit.languages[:2]]
    style = TextStyle(context.font("display"), 3.3, ink)
    room = half - 2.0
    baseline = box.center[1] + 3.3 * 0.37
    first = f"{context.card.fields['number']} {names[0]}"
    title = squeezed(first, style, room, LEAST_STRETCH, LEAST_EM)
    items.append(set_line(first, title, box.x + 1.2, baseline))
    for text in names[1:]:
        small = replace(style, size=3.1)
        if line_width(text, small) * TIGHT <= room:
            items.append(set_line(text, fit_line(text, small, room), box.right - 1.2, baseline, "end"))
    return tuple(items)


def _name_sign(context: FaceContext, em: float, room: float) -> Sign:
    """Number and names in one line, as many names as fit."""
    display = context.font("display")
    signs = [words(str(context.card.fields["number"]), TextStyle(display, em * 1.15))]
    for language in context.kit.languages[:2]:
        text = words(
            context.text(language, "card.{id}.name"), TextStyle(display, em if len(signs) == 1 else em * 0.96)
        )
        if beside((*signs, text), em * 0.4).width <= room:
            signs.append(text)
    return beside(signs, em * 0.4)


def _name_line(context: FaceContext, x: float, baseline: float, room: float) -> tuple[Item, ...]:
    sign = _name_sign(context, NAME_EM, room)
    return (sign.at(x, baseline - NAME_EM * 0.37),)


def _dashed(lines: Sequence[Outline]) -> Group:
    """Lines inside a label to cut along."""
    cuts = tuple(Path(line, stroke=BLACK, width=CUT_LINE, dash=(1.0, 1.0)) for line in lines)
    return Group(cuts, layer="cut")


def _index_of(kit: Kit, card: Card) -> IndexBlock | None:
    """The block that prints the card's rank, None for a card without one."""
    blocks = kit.faces.get((card.face, kit.default_size), ())
    return next((block for block in blocks if isinstance(block, IndexBlock)), None)
