"""Draws what lies beside a race: tracks of numbered boxes, and the cards with what they cost and do."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from printkit.compose.boards.board_facts import facts_of
from printkit.compose.faces.context import FaceContext
from printkit.compose.pieces.carving import arc, smooth, stroke
from printkit.compose.pieces.figures import FIGURES, figure_items
from printkit.compose.pieces.glyphs import tag_items
from printkit.compose.text.paragraphs import set_paragraphs
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, set_line
from printkit.errors import InputError, nearest_hint
from printkit.games.board_facts import EffectSign, EffectThing
from printkit.geometry import Affine, Outline, Rect
from printkit.kit.blocks import EffectsBlock, TrackBlock
from printkit.scene.inks import BLACK, PAPER, Ink, find_ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import circle, polygon, rectangle, segment

__all__ = ["THINGS", "effects", "track"]

# Lines of a box, of every fifth; the room of its number over it, in em.
LINE, FIVE, ABOVE = 0.2, 0.5, 1.25
# A row of effects: its sign, the em of a name and of a cost, where its cost and its text stand, and how wide what it
# brings is, mm; between lines, in em.
TAG, NAME, COST, COST_X, TEXT, BRINGS, LEADING = 6.8, 2.9, 4.6, 25.0, 30.0, 22.8, 1.22
# The em of a figure in what is brought; where a figure ends, and the middle of its thing: with every throw, with a low
# and a high one, and the bar between these two; mm.
BROUGHT, ALONE, SIDES, BETWEEN = 4.0, (9.6, 13.6), ((2.9, 5.2), (15.7, 19.6)), 9.5


def track(context: FaceContext, block: TrackBlock, turned: bool) -> tuple[Item, ...]:
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


def effects(context: FaceContext, block: EffectsBlock, turned: bool) -> tuple[Item, ...]:
    """A row a card: its sign and name, what it costs, what it does, and what it brings as a picture."""
    rows = facts_of(str(context.card.fields[block.game]), context.choices).effects
    style = TextStyle(context.font("text"), block.em, tracking=0.0)
    left, right = block.box.x + TEXT, block.box.right - BRINGS
    room = Rect(left, block.box.y, right - left - 1.5, block.box.height)
    words = [[(block.language, context.text(block.language, f"effect.{fact.piece}"))] for fact in rows]
    lines = [len(set_paragraphs(each, style, room, LEADING, "start")) for each in words]
    # Rows of three lines are higher than the others.
    shares = [max(2, count) + 0.5 for count in lines]
    items: list[Item] = [
        Path(segment(block.box.x, block.box.y, block.box.right, block.box.y), stroke=BLACK, width=0.5)
    ]
    y = block.box.y
    for fact, said, count, share in zip(rows, words, lines, shares, strict=True):
        height = block.box.height * share / math.fsum(shares)
        middle = y + height / 2
        items += _named(context, block, fact.piece, middle)
        figure = TextStyle(context.font("display"), COST, tracking=0.0)
        items.append(ink_center_line(str(fact.cost), figure, block.box.x + COST_X, middle + 0.36 * COST))
        deep = ((count - 1) * LEADING + 1) * block.em
        items += set_paragraphs(
            said, style, room._replace(y=middle - deep / 2 - 0.1 * block.em), LEADING, "start"
        )
        items += _brought(context, fact.brings, Rect(right, y, BRINGS, height))
        y += height
        width = 0.15 if fact is not rows[-1] else 0.5
        items.append(Path(segment(block.box.x, y, block.box.right, y), stroke=BLACK, width=width))
    return tuple(items)


def _named(context: FaceContext, block: EffectsBlock, piece: str, middle: float) -> Iterator[Item]:
    """A card's sign, and beside it what it is called."""
    x = block.box.x
    yield from tag_items(context.kit, piece, Rect(x, middle - TAG / 2, TAG, TAG))
    name = context.text(block.language, f"piece.{piece}")
    # A name of one sign stands large.
    display = TextStyle(context.font("display"), NAME if len(name) > 1 else COST, tracking=0.0)
    style = fit_line(name, display, COST_X - TAG - 4.4, 0.6)
    yield set_line(name, style, x + TAG + 1.4, middle + 0.36 * style.size)


def _brought(context: FaceContext, brings: Sequence[EffectSign], box: Rect) -> Iterator[Item]:
    """What a card brings, its figure and its thing in columns of their own; with two throws a bar between them."""
    low = context.choices.ink == "low"
    figure = TextStyle(context.font("display"), BROUGHT, tracking=0.0)
    halves = SIDES if len(brings) > 1 else (ALONE,)
    for sign, (end, middle), alone in zip(
        brings, halves, (BETWEEN / 2, (BETWEEN + BRINGS) / 2), strict=False
    ):
        thing = THINGS[sign.thing]
        if len(brings) > 1 and not sign.figure:
            middle = alone
        if sign.figure:
            yield set_line(sign.figure, figure, box.x + end, box.center[1] + 0.36 * BROUGHT, "end")
        place = Affine.translation(round(box.x + middle - thing.width / 2, 4), round(box.center[1], 4))
        yield Group(tuple(thing.draw(low)), place)
    if len(brings) > 1:
        bar = box.x + BETWEEN
        yield Path(segment(bar, box.center[1] - 2.4, bar, box.center[1] + 2.4), stroke=BLACK, width=0.3)


# ── what cards bring, from (0, 0) to the right, about the line y = 0 ─────────────────────────────────────────────────


class _Thing(NamedTuple):
    width: float
    draw: Callable[[bool], Iterator[Item]]


def _rice(low: bool) -> Iterator[Item]:
    """A counting stick that is bare."""
    yield Path(rectangle(Rect(0.25, -1.15, 5.7, 2.3)), PAPER, BLACK, 0.45)


def _coin(low: bool) -> Iterator[Item]:
    """One with a red band."""
    red = find_ink("red")
    box = Rect(0.0, -1.4, 6.2, 2.8)
    yield Path(rectangle(box.grown(-0.2)), PAPER, red, 0.4)
    band = Rect(1.5, box.y, 3.2, box.height)
    if low:
        yield from (Path(rectangle(Rect(x, box.y, 0.4, box.height)), red) for x in (band.x, band.right - 0.4))
    else:
        yield Path(rectangle(band), red)


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
    "coin": _Thing(6.2, _coin),
    "stick": _Thing(6.2, _stick),
    "card": _Thing(4.0, _card),
    "step": _Thing(3.6, _step),
    "cost": _Thing(4.0, _cost),
    "taken": _Thing(6.5, _taken),
    "safe": _Thing(4.0, _safe),
    "gone": _Thing(4.0, _gone),
}
