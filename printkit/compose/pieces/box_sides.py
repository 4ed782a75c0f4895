"""The front of the tuck box with its title and what stands there, its spines, its lid and its tuck flap."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import reduce

from printkit.compose.books.cover import paper_slip
from printkit.compose.faces.blocks import picture
from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import FaceContext
from printkit.compose.pieces.box_pen import BLEED, LEAST_EM, SHORE, SHORE_LINE, BoxPen
from printkit.compose.pieces.glyphs import glyph_items
from printkit.compose.pieces.parts import CARD, STICKS
from printkit.compose.pieces.sign_window import carved_sign, streams
from printkit.compose.pieces.thrown_sticks import thrown_items
from printkit.compose.text.titles import shrunk
from printkit.compose.text.typesetting import TextStyle, line_width, set_line
from printkit.compose.text.vertical import column_height, is_vertical, set_column
from printkit.geometry import Affine, Outline, Rect, Size
from printkit.kit.art import art_of, art_source
from printkit.kit.blocks import PictureBlock
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Group, Item, Path, Scene, walk
from printkit.scene.shapes import contours_of, rectangle, rounded_rectangle

__all__ = ["draw_back_flap", "draw_front", "draw_left", "draw_lid", "draw_right"]

HALO = 1.1
# How high the hero's middle stands above the ground, in heights of a side: its foot is in the water.
RISEN = 0.2
# The sign's em in widths of the front, at most so much of its height, and where its middle lies.
SIGN, SIGN_HIGH, SIGN_X, SIGN_Y, SIGN_LOW = 0.6, 0.37, 0.63, 0.31, 0.58
# The em of a book's name beside the title, in that of the title.
NAME = 0.45
# From stream to stream in widths of the front, and how wide one is at most, mm.
STREAM, STREAM_WIDE = 0.052, 1.3
# What stands on the ground: how high, and how far its foot is below the ground's edge, in heights of the front.
STANDING, FOOT = 0.22, 0.125
# What is free of cuts round it on a book, mm.
STILL = 1.6
# Paper round the letters of a slip, and before and after a line of them: the line inside its edge needs it, mm.
SLIP_AIR, SLIP_SIDE = 2.6, 4.0
# Cards shown on the front of a kit that names nothing for it.
USUAL_CARDS = 3


def draw_front(pen: BoxPen, panel: Rect) -> Iterator[Item]:
    """The hero or the sign, what stands on the ground, and the title as tall as it can stand beside it."""
    if pen.river:
        yield from _on_the_river(pen, panel)
        return
    if pen.tuck.hero is not None:
        yield from _hero_over_all(pen, panel)
    else:
        yield from _shore(pen, panel)
    yield from _slips(pen, panel)


def _on_the_river(pen: BoxPen, panel: Rect) -> Iterator[Item]:
    """The title stands in a column above the ground, and in the other language on it."""
    one, other = pen.titles
    name, other_name = pen.words(pen.book) if pen.book else ("", "")
    style = TextStyle(pen.context.font("display"), _column_em(pen, panel, one), pen.light)
    below = TextStyle(style.font, NAME * style.size, pen.light)
    place = (panel.x + 0.075 * panel.width, panel.y + 0.06 * panel.height)
    column = Rect(*place, style.size, column_height(one, style)) if is_vertical(one) else None
    named = column is not None and is_vertical(name)
    clear = column._replace(width=column.width + 1.5 * named * below.size) if column else None
    yield from _wind(pen, panel, clear) if pen.tuck.glyph else _hero(pen, panel)
    yield from _shore(pen, panel)
    if column is not None:
        yield set_column(one, style, column.center[0], column.y)
        if named:
            yield set_column(name, below, column.right + 0.85 * below.size, column.y)
    if column is None or one != other:
        yield from _plates(pen, panel, list(filter(None, (other, other_name))))


def _plates(pen: BoxPen, panel: Rect, words: Sequence[str]) -> Iterator[Item]:
    """Title and name of a book on slabs on the ground, beside one another."""
    air, room = 8.0 * pen.scale, 0.84 * panel.width
    ink = BLACK if pen.book else pen.light
    style = pen.style(7.6, ink)
    gap = 4.0 * pen.scale * (len(words) - 1)
    whole = math.fsum(line_width(each, style) for each in words)
    share = min(1.0, (room - len(words) * air - gap) / whole)
    style = TextStyle(style.font, style.size * share, ink)
    x = panel.x + 0.08 * panel.width
    for each in words:
        box = Rect(x, panel.y + 0.84 * panel.height, line_width(each, style) + air, 13.0 * pen.scale)
        yield pen.plate(box) if pen.book else pen.slab(box)
        yield set_line(each, style, box.x + air / 2, box.center[1] + style.size * 0.34)
        x = box.right + 4.0 * pen.scale


def _column_em(pen: BoxPen, panel: Rect, title: str) -> float:
    """The em of a title that stands above the ground, as large as it has room beside the hero or the sign."""
    wide = 0.17 if pen.tuck.glyph else 0.31
    em = min(0.185 * panel.height, wide * panel.width)
    if not is_vertical(title):
        return em
    high = column_height(title, TextStyle(pen.context.font("display"), em))
    # Down to the ground, or to what stands on it.
    foot = SHORE + FOOT - STANDING - 0.02 if pen.tuck.shore else SHORE - 0.05
    return em * min(1.0, (foot - 0.06) * panel.height / high)


def _wind(pen: BoxPen, panel: Rect, column: Rect | None) -> Iterator[Item]:
    """The sign in red among streams of air that part round it and keep clear of the title."""
    # Beside the front of a box its spines begin, beside that of a book its page is cut.
    aside = BLEED if pen.book else 0.0
    sky = Rect.from_edges(
        panel.x - aside, panel.y - BLEED, panel.right + aside, panel.y + SHORE * panel.height
    )
    em = min(SIGN * panel.width, SIGN_HIGH * panel.height)
    middle = (panel.x + (SIGN_X if column else 0.5) * panel.width, panel.y + SIGN_Y * panel.height)
    clear = column.grown(0.16 * column.width) if column else None
    flow = streams(sky, middle, SIGN_LOW * em, clear, (STREAM * panel.width, STREAM_WIDE))
    yield Group((Path(flow, pen.light, even_odd=False),), layer="art", clip=sky)
    yield Group(tuple(carved_sign(pen.context.kit, pen.tuck.glyph, middle, em)), layer="art")


def _shore(pen: BoxPen, panel: Rect) -> Iterator[Item]:
    """Parts of the kit on the edge of the ground; on the pattern of a kit that names nothing some of its cards."""
    names = pen.tuck.shore
    high = STANDING * panel.height
    foot = panel.y + (SHORE + FOOT) * panel.height
    if not names and not pen.river:
        cards = [CARD + card.id for card in pen.context.kit.cards_of(pen.tuck.component)]
        names = tuple(cards[:: max(1, len(cards) // USUAL_CARDS)][:USUAL_CARDS])
        high, foot = 0.46 * panel.height, panel.y + 0.68 * panel.height
    if pen.book and names and all(name in STICKS for name in names):
        sticks = tuple(thrown_items([pen.part(name) for name in names], panel))
        yield Group(sticks, layer="art", clip=panel.grown(BLEED))
    elif names:
        wide = 0.86 * panel.width
        room = Rect(panel.center[0] - wide / 2, foot - high, wide, high)
        shown = tuple(pen.arranged(names, room))
        if pen.book and pen.full and pen.is_water:
            shore = panel.y + SHORE * panel.height
            for ink, top, foot in (
                (BLACK, panel.y, shore),
                (pen.lower_ink, shore + SHORE_LINE, panel.bottom),
            ):
                clip = Rect.from_edges(panel.x, top, panel.right, foot)
                yield Group(tuple(_still(each, ink) for each in shown), layer="art", clip=clip)
        yield Group(shown, layer="art", clip=panel)


def _still(item: Item, ink: Ink) -> Item:
    """Night or water without cuts behind a ship: white ones would run into its white sails."""
    boxes = [item_box(each) for each in walk(Scene("", 0.0, 0.0, 0.0, (item,)))]
    box = reduce(Rect.union, boxes).grown(STILL)
    return Path(rounded_rectangle(box, min(2 * STILL, 0.49 * min(box.width, box.height))), ink)


def _hero(pen: BoxPen, panel: Rect) -> Iterator[Item]:
    """The picture of the hero with a light edge, its middle near the front's right edge."""
    hero = pen.tuck.hero
    if hero is None:
        return
    art = art_of(art_source(pen.context.kit, pen.context.kit.card(hero.card).art, pen.context.choices.ink))
    view = hero.view or art.view
    scale = 0.88 * panel.width / view.width
    x, y = panel.x + 0.825 * panel.width, panel.y + (SHORE - RISEN) * panel.height
    place = Affine(scale, 0.0, 0.0, scale, x - scale * view.center[0], y - scale * view.center[1])
    room = Rect.from_edges(panel.x, panel.y - BLEED, panel.right + pen.depth, panel.y + SHORE * panel.height)
    shape = tuple(_filled(item.outline) for item in art.items if isinstance(item, Path))
    edge = tuple(path for paths in shape for path in paths)
    yield Group((Group((*edge, *art.items), place),), layer="art", clip=room)


def _filled(outline: Outline) -> list[Path]:
    """Every contour filled with paper and a little wider: what is inside an outline, light and all."""
    return [
        Path(Outline(each.commands, each.coordinates), PAPER, PAPER, HALO, join="round")
        for each in contours_of(outline)
    ]


def _hero_over_all(pen: BoxPen, panel: Rect) -> Iterator[Item]:
    """The hero's picture over the whole front."""
    hero, kit = pen.tuck.hero, pen.context.kit
    assert hero is not None
    # Beside and below it the next sides begin; above it the pattern must not show along the edge.
    whole = Rect.from_edges(panel.x, panel.y - BLEED - 0.3, panel.right, panel.bottom)
    context = FaceContext(kit, pen.context.size, kit.card(hero.card), pen.context.choices)
    yield Path(rectangle(whole), PAPER)
    view = hero.view
    if view is not None:
        # Sides and foot as asked, however tall the front is: nothing is cut off beside them.
        high = view.width * whole.height / whole.width
        view = Rect(view.x, view.bottom - high, view.width, high)
    yield from picture(context, PictureBlock(block="picture", box=whole, view=view, cover=True), False)


def _slips(pen: BoxPen, panel: Rect) -> Iterator[Item]:
    """The title on slips of paper: in a column at the upper left, and in the other language at the foot."""
    one, other = pen.titles
    if is_vertical(one):
        style = pen.style(11.5)
        air = 3.4 * pen.scale
        box = Rect(panel.x + 3.5, panel.y + 5.0, style.size + 2 * air, column_height(one, style) + 2 * air)
        yield from paper_slip(box)
        yield set_column(one, style, box.center[0], box.y + air)
        if one == other:
            return
    big = pen.style(7.6 if pen.tuck.hero else 9.6)
    style = shrunk(other, big, panel.width - 7.0 - 8.0)
    # The line inside the slip keeps clear of the letters, however small the box is.
    high = max(12.0 * pen.scale, 1.4 * style.size + 2 * SLIP_AIR)
    box = Rect(0.0, 0.0, line_width(other, style) + max(8.0 * pen.scale, 2 * SLIP_AIR), high)
    box = box.moved(panel.center[0] - box.width / 2, panel.bottom - 3.8 - box.height)
    yield from paper_slip(box)
    yield set_line(other, style, box.center[0], box.center[1] + style.size * 0.35, "middle")


def draw_lid(pen: BoxPen, box: Rect) -> Iterator[Item]:
    """The title in both languages: between an unbroken and a broken line, or on a slip of paper on a pattern."""
    if box.height < 12.0:
        return
    one, other = pen.titles
    words = one if one == other else f"{one} {other}"
    width = box.width * 0.78
    ink = pen.light if pen.river else BLACK
    style = shrunk(words, pen.style(min(9.0, box.height * 0.34), ink), width)
    x, y = box.center[0] - width / 2, box.center[1]
    if pen.river:
        gap, up, thick = width * 0.12, style.size * 0.5 + 3.2 * pen.scale, 1.2 * pen.scale
        half = (width - gap) / 2
        for line in (
            Rect(x, y - up - thick, width, thick),
            Rect(x, y + up, half, thick),
            Rect(x + half + gap, y + up, half, thick),
        ):
            yield Path(rectangle(line), ink)
    else:
        slip = Size(
            line_width(words, style) + 2 * SLIP_SIDE, min(style.size + 2 * SLIP_SIDE, box.height - 2.0)
        )
        yield from paper_slip(Rect(box.center[0] - slip.width / 2, y - slip.height / 2, *slip))
    yield set_line(words, style, box.center[0], y + style.size * 0.36, "middle")


def draw_back_flap(pen: BoxPen, flap: Rect) -> Iterator[Item]:
    """The tuck flap, seen when the box is opened: a colour, and one line in both languages."""
    ground = Rect.from_edges(flap.x - BLEED, flap.y - BLEED, flap.right + BLEED, flap.bottom)
    # With little ink it is paper, so that the lid's pattern ends at the fold and keeps clear of the words.
    yield Path(rectangle(ground), pen.context.kit.inks[pen.tuck.ink] if pen.full else PAPER)
    if pen.tuck.flap:
        yield from pen.flap(flap)


def draw_left(pen: BoxPen, panel: Rect) -> Iterator[Item]:
    """The spine of the first language: the title and what game it is, in one column where they can stand so."""
    title = pen.titles[0]
    about = pen.words(pen.tuck.spine)[0] if pen.tuck.spine else ""
    if not is_vertical(title):
        yield from _lying(pen, panel, (title, about))
        return
    em = min(0.5 * panel.width, 13.5 * pen.scale)
    room = ((SHORE - 0.1) if pen.river else 0.84) * panel.height
    small = min(em * 0.45, 4.6 * pen.scale)
    ink = pen.light if pen.river else BLACK
    style = TextStyle(pen.context.font("display"), em, ink)
    below = TextStyle(pen.context.font("display"), small, ink)
    has_about = is_vertical(about) and small >= LEAST_EM

    def high() -> float:
        return column_height(title, style) + (column_height(about, below) + em * 0.5 if has_about else 0.0)

    if high() > room:
        share = room / high()
        style, below = (TextStyle(each.font, each.size * share, ink) for each in (style, below))
        has_about = has_about and below.size >= LEAST_EM
    top = panel.y + 0.06 * panel.height
    if not pen.river:
        top = panel.center[1] - high() / 2
        width = min(style.size + 2 * SLIP_AIR, panel.width - 2.0)
        yield from paper_slip(
            Rect(panel.center[0] - width / 2, top - SLIP_SIDE, width, high() + 2 * SLIP_SIDE)
        )
    yield set_column(title, style, panel.center[0], top)
    if has_about:
        yield set_column(about, below, panel.center[0], top + column_height(title, style) + em * 0.5)
    yield from _mark(pen, panel)


def _mark(pen: BoxPen, panel: Rect) -> Iterator[Item]:
    """The four suits two by two, or the sign, on a slab at the foot of a spine."""
    if not pen.river:
        return
    suits = list(pen.context.kit.suits)[:4]
    side = min(15.0 * pen.scale, panel.width * 0.62)
    if side < 8.0 or not (pen.tuck.glyph or len(suits) == 4):
        return
    high = side * (1.0 if pen.tuck.glyph else 1.5)
    box = Rect(panel.center[0] - side / 2, panel.bottom - 0.06 * panel.height - high, side, high)
    yield pen.slab(box)
    if pen.tuck.glyph:
        yield from glyph_items(pen.context.kit, pen.tuck.glyph, box.center, side * 0.8, pen.light)
        return
    for at, suit in enumerate(suits):
        x = box.x + side * (0.28 + 0.44 * (at % 2))
        y = box.y + high * (0.28 + 0.44 * (at // 2))
        yield pen.context.emblem(suit, x, y, side * 0.44, pen.light)


def draw_right(pen: BoxPen, panel: Rect) -> Iterator[Item]:
    """The spine of the last language, read from top to bottom."""
    about = pen.words(pen.tuck.spine)[1] if pen.tuck.spine else ""
    yield from _lying(pen, panel, (pen.titles[1], about))
    if pen.tuck.hero is None:
        yield from _mark(pen, panel)


def _lying(pen: BoxPen, panel: Rect, words: tuple[str, str]) -> Iterator[Item]:
    """A title along the spine from top to bottom, what game it is after it; on a slab where there is a pattern."""
    thick = min(panel.width * 0.6, 13.0 * pen.scale)
    if thick < 5.0:
        return
    # A hero runs over the edge: there the title stands on a slab on the ground.
    sky = pen.river and pen.tuck.hero is None
    length = ((SHORE - 0.1) if sky else 1 - SHORE - 0.06 if pen.river else 0.84) * panel.height - 4.0
    font = pen.context.font("display")
    style = shrunk(words[0], TextStyle(font, thick * 0.72, pen.light), length)
    below = TextStyle(font, max(style.size * 0.45, LEAST_EM), pen.light)
    width, gap = line_width(words[0], style), style.size * 0.6
    more = line_width(words[1], below) + gap if words[1] else 0.0
    if width + more > length:
        more = 0.0
    middle = panel.bottom - 0.5 * (1 - SHORE) * panel.height if pen.river else panel.center[1]
    y = panel.y + 0.06 * panel.height if sky else middle - (width + more) / 2
    lines = [set_line(words[0], style, 0.0, style.size * 0.34)]
    if more:
        lines.append(set_line(words[1], below, width + gap, style.size * 0.34))
    if not sky:
        yield pen.slab(Rect(panel.center[0] - thick / 2, y - 2.5, thick, width + more + 5.0))
    yield Group(tuple(lines), Affine.rotation(90).then(Affine.translation(panel.center[0], y)))
