"""Draws the blocks of cards about a board or a table: tracks, hands, what cards cost and do, cards as they lie."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from printkit.compose.boards.board_facts import facts_of
from printkit.compose.boards.board_panels import hands_items
from printkit.compose.faces.context import FaceContext
from printkit.compose.faces.reduced import reduced
from printkit.compose.pieces.carving import arc, smooth, stroke
from printkit.compose.pieces.figures import FIGURES, figure_items
from printkit.compose.pieces.glyphs import disc_items, seal_items
from printkit.compose.pieces.tokens import compose_token
from printkit.compose.table.small import Pen, arrow, empty_place, thumbnail
from printkit.compose.text.paragraphs import set_paragraphs
from printkit.compose.text.typesetting import (
    Anchor,
    TextStyle,
    fit_line,
    ink_center_line,
    line_width,
    set_line,
)
from printkit.errors import InputError, nearest_hint
from printkit.games.board_facts import EffectSign, EffectThing
from printkit.geometry import Affine, Outline, Rect
from printkit.kit.block_base import LaidCard, LaidToken, LaidWords
from printkit.kit.blocks import EffectsBlock, HandsBlock, TableBlock, TrackBlock
from printkit.scene.inks import BLACK, PAPER, Ink, find_ink
from printkit.scene.model import Group, Item, Path, Use
from printkit.scene.shapes import circle, polygon, rectangle, rounded_rectangle, segment

__all__ = ["THINGS", "effects", "hands", "laid_table", "track"]

# Lines of a box, of every fifth; the room of its number over it, in em.
LINE, FIVE, ABOVE = 0.2, 0.5, 1.25
# A list of effects: the bars at its head and foot, the line of its heads, the em of its title, of its heads and of the
# steps at its foot; strokes of the stair in the bar, how high, thick and far apart; mm.
BAR, HEADS, TITLE, HEAD, ORDER, LEAST_ORDER = (11.0, 7.2), 6.6, 4.9, 2.9, 2.9, 2.2
STAIR, STAIR_HIGH, STAIR_THICK, STAIR_STEP = 7, 3.4, 1.05, 2.3
# A row: its sign, the em of a name and of a cost, what is free beside a name and beside the cost, and how wide what it
# brings is, mm; between lines, in em.
TAG, NAME, COST, AFTER, BESIDE, BRINGS, LEADING = 7.2, 3.3, 5.2, 1.5, 4.4, 24.4, 1.22
# The em of a figure in what is brought; where the bar between a low and a high throw stands, what is free beside it,
# and where a figure ends and the middle of its thing, mm.
BROUGHT, BETWEEN, CLEAR, RIGHT = 4.3, 10.4, 1.5, (17.0, 20.9)
# An arrow on a table and the paper beside it, mm.
ARROW, BESIDE_ARROW = 1.1, 0.6
# The sign of the piece that has no side; how narrow titles and words may be set, and how the heads of the columns
# stand.
NOBODYS, NARROWEST = "皇", 0.8
_ANCHORS: tuple[Anchor, ...] = ("middle", "start", "middle")


def track(context: FaceContext, block: TrackBlock) -> tuple[Item, ...]:
    """Numbers over their boxes; a ring in the box where the counter begins."""
    last = int(str(context.card.fields[block.field]))
    start = context.card.fields.get(block.starts)
    colour = context.chosen_ink(block.ink)
    display = context.font("display")
    items: list[Item] = []
    for number in range(last + 1):
        box = Rect(block.x + number * block.pitch, block.y + ABOVE * block.em, block.pitch, block.height)
        five = number % 5 == 0
        items.append(
            Path(rectangle(box.grown(-0.35)), stroke=colour if five else BLACK, width=FIVE if five else LINE)
        )
        style = TextStyle(display, block.em, tracking=0.0)
        items.append(ink_center_line(str(number), style, box.center[0], box.y - 0.2 * block.em))
        if number == start:
            radius = 0.3 * min(box.width, box.height)
            items.append(Path(circle(*box.center, radius) + circle(*box.center, 0.6 * radius), colour))
    if block.figure:
        items += _standee(context, block, colour)
    if block.returns:
        right = block.x + (last + 1) * block.pitch
        items += _return(right, block.y + ABOVE * block.em, block.height)
    return tuple(items)


def _standee(context: FaceContext, block: TrackBlock, ink: Ink) -> Iterator[Item]:
    """Whose track it is: the kit's standee of that figure and ink, its foot in line with the boxes."""
    token = next(
        (
            each
            for each in context.kit.tokens
            if each.foot and each.front.figure == block.figure and context.colour(each.front.ink) == ink
        ),
        None,
    )
    if token is None or token.front.motif not in FIGURES:
        known = (
            each.front.figure for each in context.kit.tokens if each.foot and each.front.motif in FIGURES
        )
        raise InputError(
            "no standee has this figure and ink",
            key="figure",
            hint=nearest_hint(block.figure, dict.fromkeys(known)),
        )
    high = ABOVE * block.em + block.height
    box = Rect(block.x - high, block.y, high * 0.72, high)
    style = TextStyle(context.font("display"), block.em, tracking=0.0)
    who = token.front.motif, token.foot or "round", block.figure
    yield from figure_items(who, box, ink, style, low=context.choices.ink == "low")


def _return(x: float, y: float, height: float) -> Iterator[Item]:
    """An arrow out of the last box and back below it: from here on at 1 again."""
    top, bottom, out = y + 0.3 * height, y + height + 1.1, x + 1.9
    line = Outline("MLL", (x + 0.3, top, out, top, out, bottom)) + segment(out + 0.2, bottom, x - 3.2, bottom)
    yield Path(line, stroke=BLACK, width=0.4)
    yield Path(polygon(((x - 5.0, bottom), (x - 3.0, bottom - 0.8), (x - 3.0, bottom + 0.8))), BLACK)


def effects(context: FaceContext, block: EffectsBlock) -> tuple[Item, ...]:
    """A row a card between two bars: its sign and name, its cost, what it does, and what it brings as a picture."""
    rows = facts_of(str(context.card.fields[block.game]), context.choices).effects
    style = TextStyle(context.font("text"), block.em, tracking=0.0)
    head, foot = BAR
    box = block.box
    table = Rect.from_edges(box.x, box.y + head + HEADS, box.right, box.bottom - foot - 1.4)
    names = {fact.piece: _name(context, block, fact.piece) for fact in rows}
    cost = table.x + TAG + AFTER + max(line_width(*each) for each in names.values()) + BESIDE
    head_wide = line_width(context.text(block.language, "effects.cost"), replace(style, size=HEAD))
    left, right = cost + max(BESIDE, head_wide / 2 + 1.8), table.right - BRINGS
    # What brings one thing only leaves the room before the bar to its words.
    rooms = [
        Rect.from_edges(
            left, table.y, right - 1.0 + (BETWEEN if len(fact.brings) == 1 else 0.0), table.bottom
        )
        for fact in rows
    ]
    words = [[(block.language, context.text(block.language, f"effect.{fact.piece}"))] for fact in rows]
    lines = [
        len(set_paragraphs(each, style, room, LEADING, "start"))
        for each, room in zip(words, rooms, strict=True)
    ]
    # Rows of three lines are higher than the others.
    shares = [max(2, count) + 0.5 for count in lines]
    items = [*_heads(context, block, (cost, left, right + BETWEEN), table.y), _line(table, table.y, 0.5)]
    y = table.y
    for fact, said, room, count, share in zip(rows, words, rooms, lines, shares, strict=True):
        height = table.height * share / math.fsum(shares)
        middle = y + height / 2
        items += _sign(context, fact.piece, Rect(table.x, middle - TAG / 2, TAG, TAG))
        name, display = names[fact.piece]
        items.append(set_line(name, display, table.x + TAG + AFTER, middle + 0.36 * display.size))
        figure = TextStyle(context.font("display"), COST, tracking=0.0)
        items.append(ink_center_line(str(fact.cost), figure, cost, middle + 0.36 * COST))
        deep = ((count - 1) * LEADING + 1) * block.em
        items += set_paragraphs(
            said, style, room._replace(y=middle - deep / 2 - 0.1 * block.em), LEADING, "start"
        )
        items += _brought(context, fact.brings, Rect(right, y, BRINGS, height))
        y += height
        items.append(_line(table, y, 0.2 if fact is not rows[-1] else 0.5))
    return tuple(items)


def _line(table: Rect, y: float, width: float) -> Item:
    return Path(segment(table.x, y, table.right, y), stroke=BLACK, width=width)


def _heads(
    context: FaceContext, block: EffectsBlock, columns: tuple[float, float, float], top: float
) -> Iterator[Item]:
    """The bar with the title and a stair, the heads of the columns, and the bar with the steps of a turn."""
    low = context.choices.ink == "low"
    box, light = block.box, BLACK if low else PAPER
    head, foot = BAR
    bars = box._replace(height=head), Rect.from_edges(box.x, box.bottom - foot, box.right, box.bottom)
    for bar in bars:
        outline = rounded_rectangle(bar.grown(-0.2 if low else 0.0), 0.8)
        yield Path(outline, stroke=BLACK, width=0.4) if low else Path(outline, BLACK)
    title = TextStyle(context.font("display"), TITLE, light)
    start, end = box.x + 3.4, box.right - 3.4
    stair = end - STAIR * STAIR_STEP
    said = context.text(block.language, "effects.title")
    style = fit_line(said, title, stair - 3.0 - start, NARROWEST)
    yield set_line(said, style, start, bars[0].center[1] + 0.36 * TITLE)
    yield from _stair((stair, bars[0].center[1]), STAIR, light)
    small = TextStyle(context.font("text"), HEAD, tracking=0.0)
    for key, x, anchor in zip(("cost", "effect", "throw"), columns, _ANCHORS, strict=True):
        yield set_line(context.text(block.language, f"effects.{key}"), small, x, top - 1.7, anchor)
    yield from _order(context, block, bars[1], light)


def _order(context: FaceContext, block: EffectsBlock, bar: Rect, light: Ink) -> Iterator[Item]:
    """The steps of a turn along a bar, each with a wedge before the next."""
    steps = [each.strip() for each in context.text(block.language, "effects.order").split("→")]
    style = TextStyle(context.font("text"), ORDER, light, tracking=0.0)
    room = bar.grown(-2.4)
    wide = math.fsum(line_width(each, style) for each in steps) + 2.6 * ORDER * (len(steps) - 1) * 0.5
    style = replace(style, size=max(LEAST_ORDER, ORDER * min(1.0, room.width / wide)))
    free = room.width - math.fsum(line_width(each, style) for each in steps)
    x, (_, y) = room.x, bar.center
    for at, each in enumerate(steps):
        if at:
            x += free / (len(steps) - 1)
            middle = x - free / (len(steps) - 1) / 2
            yield Path(polygon(((middle - 0.6, y - 0.9), (middle + 0.8, y), (middle - 0.6, y + 0.9))), light)
        yield set_line(each, style, x, y + 0.36 * style.size)
        x += line_width(each, style)


def _stair(start: tuple[float, float], count: int, ink: Ink) -> Iterator[Item]:
    """So many steps of the stair side by side, carved."""
    x, y = start
    for at in range(count):
        bow = arc(x + STAIR_STEP * at - STAIR_HIGH, y, 1.4 * STAIR_HIGH, -44, 44)
        yield Path(stroke(bow, STAIR_THICK), ink, even_odd=False)


def _name(context: FaceContext, block: EffectsBlock, piece: str) -> tuple[str, TextStyle]:
    """What a card is called; a name of one sign stands large."""
    name = context.text(block.language, f"piece.{piece}")
    return name, TextStyle(context.font("display"), NAME if len(name) > 1 else COST, tracking=0.0)


def _sign(context: FaceContext, piece: str, box: Rect) -> Sequence[Item]:
    """A card's sign: cut into its block, or the piece that is nobody's."""
    low = context.choices.ink == "low"
    if piece == NOBODYS:
        return disc_items(context.kit, piece, box.center, 0.54 * box.width, find_ink("gold"), low=low)
    return seal_items(context.kit, piece, box, BLACK, low=low)


def _brought(context: FaceContext, brings: Sequence[EffectSign], box: Rect) -> Iterator[Item]:
    """What a card brings in one column, its figure beside its thing; what a low throw brings before a bar."""
    low = context.choices.ink == "low"
    figure = TextStyle(context.font("display"), BROUGHT, tracking=0.0)
    *before, after = brings
    (y, bar), (end, middle) = (box.center[1], box.x + BETWEEN), RIGHT
    thing = THINGS[after.thing]
    if after.figure:
        yield set_line(after.figure, figure, box.x + end, y + 0.36 * BROUGHT, "end")
    else:
        middle = BETWEEN + CLEAR + thing.width / 2
    yield _lain(thing, box.x + middle, y, low)
    for sign in before:
        thing = THINGS[sign.thing]
        yield _lain(thing, bar - CLEAR - thing.width / 2, y, low)
        if sign.figure:
            yield set_line(sign.figure, figure, bar - CLEAR - thing.width - 0.7, y + 0.36 * BROUGHT, "end")
        yield Path(segment(bar, y - 2.6, bar, y + 2.6), stroke=BLACK, width=0.4)


def _lain(thing: _Thing, x: float, y: float, low: bool) -> Item:
    return Group(tuple(thing.draw(low)), Affine.translation(round(x - thing.width / 2, 4), round(y, 4)))


# ── what cards bring, from (0, 0) to the right, about the line y = 0 ─────────────────────────────────────────────────


class _Thing(NamedTuple):
    width: float
    draw: Callable[[bool], Iterator[Item]]


def _rice(low: bool) -> Iterator[Item]:
    """A counting stick that is bare."""
    yield Path(rectangle(Rect(0.25, -1.15, 5.7, 2.3)), PAPER, BLACK, 0.45)


def _coin(low: bool) -> Iterator[Item]:
    """One that is red, with two notches on either side."""
    red = find_ink("red")
    box = Rect(0.0, -1.5, 6.4, 3.0)
    yield Path(rectangle(box.grown(-0.2)), PAPER, red, 0.4) if low else Path(rectangle(box), red)
    for x in (2.0, 4.4):
        for y, way in ((box.y, 1), (box.bottom, -1)):
            notch = polygon(((x - 0.6, y), (x + 0.6, y), (x, y + way * 0.8)))
            yield Path(notch, red if low else PAPER)


def _stick(low: bool) -> Iterator[Item]:
    """A green one with slanting cuts."""
    green = find_ink("green")
    box = Rect(0.0, -1.4, 6.2, 2.8)
    yield Path(rectangle(box.grown(-0.25)), PAPER, green, 0.5) if low else Path(rectangle(box), green)
    for x in (1.25, 2.5, 3.75, 5.0):
        cut = stroke([(x + 1.3 * (at / 8 - 0.5), 1.7 * (at / 8 - 0.5)) for at in range(9)], 0.55, 0.55)
        yield Path(cut, green if low else PAPER, even_odd=False)


def _card(low: bool) -> Iterator[Item]:
    """A strip card behind another."""
    for x, y in ((0.0, -2.3), (1.7, -1.7)):
        box = Rect(x, y, 2.3, 4.0)
        yield Path(rectangle(box.grown(0.25)), PAPER)
        yield Path(rectangle(box.grown(-0.2)), PAPER, BLACK, 0.4) if low else Path(rectangle(box), BLACK)
        bar = Rect(x + 0.65, y + 1.2, 1.0, 0.5)
        yield Path(rectangle(bar), BLACK if low else PAPER)


def _step(low: bool) -> Iterator[Item]:
    """Three steps of the stair."""
    for at in range(3):
        yield Path(stroke(arc(1.25 * at - 2.0, 0.0, 3.0, -44, 44), 0.95), BLACK, even_odd=False)


def _cost(low: bool) -> Iterator[Item]:
    """What is to pay, with less in it."""
    yield Path(circle(2.0, 0.0, 1.75), stroke=BLACK, width=0.5)
    yield Path(rectangle(Rect(1.05, -0.27, 1.9, 0.54)), BLACK)


def _taken(low: bool) -> Iterator[Item]:
    """A stick, and an arrow that takes it away."""
    yield Path(rectangle(Rect(1.9, 0.45, 4.4, 1.7)), PAPER, BLACK, 0.4)
    yield Path(
        polygon(((0.0, -1.0), (2.2, -2.2), (2.0, -1.3), (6.5, -1.5), (6.5, -0.7), (2.0, -0.7), (2.2, 0.1))),
        BLACK,
    )


def _safe(low: bool) -> Iterator[Item]:
    """A shield."""
    shield = smooth(((0.0, -2.2), (2.0, -1.8), (4.0, -2.2), (3.9, 0.2), (2.0, 2.4), (0.1, 0.2)), closed=True)
    yield Path(shield, PAPER, BLACK, 0.5) if low else Path(shield, BLACK)
    for x in (1.3, 2.7):
        yield Path(stroke([(x, -1.1 + 2.0 * at / 8) for at in range(9)], 0.6, 0.6), BLACK if low else PAPER)


def _gone(low: bool) -> Iterator[Item]:
    """A cross of two strokes."""
    for way in (1, -1):
        line = [(2.0 + 2.1 * (at / 4 - 1), 2.1 * way * (at / 4 - 1)) for at in range(9)]
        yield Path(stroke(line, 1.15), BLACK, even_odd=False)


THINGS: Mapping[EffectThing, _Thing] = {
    "rice": _Thing(6.2, _rice),
    "coin": _Thing(6.4, _coin),
    "stick": _Thing(6.2, _stick),
    "card": _Thing(4.0, _card),
    "step": _Thing(3.6, _step),
    "cost": _Thing(4.0, _cost),
    "taken": _Thing(6.5, _taken),
    "safe": _Thing(4.0, _safe),
    "gone": _Thing(4.0, _gone),
}


def hands(context: FaceContext, block: HandsBlock) -> tuple[Item, ...]:
    """The hands of a game that count, in the box."""
    facts = facts_of(str(context.card.fields[block.game]), context.choices)
    low, title = context.choices.ink == "low", context.key("card.{id}.name")
    return tuple(hands_items(context.kit, facts, block.box, low=low, title=title))


def laid_table(context: FaceContext, block: TableBlock) -> tuple[Item, ...]:
    """The table in its box; a card or token that the kit has not is an InputError."""
    items = [item for card in block.cards for item in _card_there(context, card)]
    items += [item for token in block.tokens for item in _token_there(context, token)]
    for x, y, to_x, to_y in block.arrows:
        items += arrow((x, y), (to_x, to_y), Pen(ARROW, find_ink("red"), BESIDE_ARROW, BESIDE_ARROW))
    items += [item for words in block.words for item in _words_there(context, words, block.language)]
    box = block.box
    place = Affine.scaling(block.scale).then(Affine.translation(box.x, box.y))
    return (Group(tuple(items), place),)


def _card_there(context: FaceContext, card: LaidCard) -> list[Item]:
    width = card.height * context.size.width / context.size.height
    slot = Rect(card.x - width / 2, card.y - card.height / 2, width, card.height)
    if not card.card:
        return empty_place(slot)
    draw = context.faces if card.side == "front" else context.backs
    assert draw is not None
    return thumbnail(draw(card.card), slot)


def _token_there(context: FaceContext, laid: LaidToken) -> Iterator[Item]:
    tokens = {token.id: token for token in context.kit.tokens}
    if laid.token not in tokens:
        raise InputError(f"unknown token {laid.token!r}", hint=nearest_hint(laid.token, tokens))
    scene = compose_token(context.kit, tokens[laid.token], laid.side, context.choices)
    scale = laid.size / scene.width
    radius = laid.size / 2
    place = Affine.scaling(scale).then(Affine.translation(laid.x - radius, laid.y - radius))
    yield Path(circle(laid.x, laid.y, radius), PAPER)
    yield Use(reduced(scene, scale), place)


def _words_there(context: FaceContext, words: LaidWords, language: str) -> Iterator[Item]:
    text = context.text(language, words.text)
    if words.disc:
        style = TextStyle(context.font("display"), words.em, PAPER)
        yield Path(circle(words.x, words.y, words.disc), BLACK)
        yield ink_center_line(text, style, words.x, words.y + words.em * 0.36)
        return
    style = fit_line(text, TextStyle(context.font("text"), words.em, tracking=0.0), words.width, NARROWEST)
    yield set_line(text, style, words.x, words.y, "middle")
