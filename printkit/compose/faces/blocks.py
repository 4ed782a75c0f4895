"""Draws the blocks of a layout."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, cast

from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import FaceContext
from printkit.compose.faces.signs import LEAST_EM
from printkit.compose.faces.written import number_sign, odds, seal, sign_index
from printkit.compose.pieces.carving import bar_cuts
from printkit.compose.text.paragraphs import base_level
from printkit.compose.text.rich_text import RichStyle, Setting, set_rich
from printkit.compose.text.titles import squeezed, wrapped
from printkit.compose.text.typesetting import (
    LEAST_STRETCH,
    Anchor,
    TextStyle,
    fit_line,
    ink_center_line,
    line_ink_box,
    line_width,
    set_line,
    signed,
)
from printkit.errors import InputError
from printkit.games.find import loaded_entry
from printkit.geometry import Affine, Rect
from printkit.kit.art import art_of, art_source
from printkit.kit.blocks import (
    BarcodeBlock,
    Block,
    EffectsBlock,
    EmblemBlock,
    HandsBlock,
    IndexBlock,
    NamesBlock,
    NumberSignBlock,
    NumberStripBlock,
    OddsBlock,
    PictureBlock,
    PointsBlock,
    QrBlock,
    RuleCardBlock,
    SealBlock,
    ShapeBlock,
    SignIndexBlock,
    StartRulesBlock,
    StartTurnsBlock,
    TableBlock,
    TextBlock,
    TitleBarBlock,
    TrackBlock,
)
from printkit.kit.markup import parse_text
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Group, Item, Path, Scene, walk
from printkit.scene.shapes import polygon, rectangle, rounded_rectangle, segment

__all__ = ["BLOCKS", "compose_block"]

# How much of the room that is left lies before a text.
_SHARES = {"start": 0.0, "top": 0.0, "middle": 0.5, "end": 1.0, "bottom": 1.0}
LOW_INK_OUTLINE = 0.42
# What a draft says of pictures that are missing, in a font that has the letters of any file name it is likely to meet.
_NOTE_FONT = "zen-kaku-gothic-new-bold"
# Between number and name, in em of the name; and the least room a text keeps to the end of its bar, in mm. A title too
# long to keep the bar's padding is narrowed, and comes nearer the end only when it cannot be narrowed more. The second
# name is narrowed before it comes that near.
TITLE_GAP = 0.4
BAR_END = 0.6
SECOND_END = 1.0
# How far art may leave the bleed before it is cut there, mm.
_EDGE = 0.05


def compose_block(context: FaceContext, block: Block) -> tuple[Item, ...]:
    """The block's items in the card's mm, the turned copy included."""
    if not block.shown(context.card.fields):
        return ()
    draw = BLOCKS[type(block)]
    items = draw(context, block, False)
    if not block.turned:
        return items
    size = context.size
    turn = Affine.rotation(180, (size.width / 2, size.height / 2))
    return (*items, Group(draw(context, block, True), turn))


def number_strip(context: FaceContext, block: NumberStripBlock, turned: bool) -> tuple[Item, ...]:
    """Emblem and pair a cell; the turned strip has its pairs exchanged, so each way up reads right (youscout §1.6)."""
    style = TextStyle(context.font("display"), block.em)
    items: list[Item] = []
    for index, name in enumerate(block.fields):
        x = block.first + block.pitch * index
        pair = cast("tuple[int, int]", context.card.fields[name])
        left, right = reversed(pair) if turned else pair
        height, dx = (each[min(index, len(each) - 1)] for each in (block.emblem_heights, block.emblem_dx))
        items.append(context.emblem(name, x + dx, block.emblem_y, height))
        items.append(ink_center_line(str(left), style, x + block.left_dx, block.baseline))
        items.append(_slash(block, x))
        items.append(ink_center_line(str(right), style, x + block.right_dx, block.baseline))
    return tuple(items)


def _slash(block: NumberStripBlock, x: float) -> Path:
    """A leaning stroke of even width with level ends."""
    low, high = x + block.slash[0], x + block.slash[1]
    bottom = block.emblem_y + block.slash_height / 2
    top = block.emblem_y - block.slash_height / 2
    half = block.slash_width / 2
    return Path(
        polygon(((low - half, bottom), (low + half, bottom), (high + half, top), (high - half, top))), BLACK
    )


def title_bar(context: FaceContext, block: TitleBarBlock, turned: bool) -> tuple[Item, ...]:
    """The Yi line of the card: unbroken when its number is odd, broken when even (youscout §2.4)."""
    number = cast(int, context.card.fields[block.field])
    box, broken = block.box, number % 2 == 0
    half = (box.width - block.gap) / 2
    left, right = box._replace(width=half), Rect(box.right - half, box.y, half, box.height)
    low = context.choices.ink == "low"
    ink = BLACK if low else PAPER
    display = context.font("display")
    figure = TextStyle(display, block.number_em, ink)
    names = [context.text(language, "card.{id}.name") for language in context.kit.languages]
    title = TextStyle(display, block.ja_em, ink)
    start, end = box.x + block.pad, box.right - block.pad
    items: list[Item] = [_bar(bar, block.radius, low) for bar in ((left, right) if broken else (box,))]
    if block.en_em is None or len(names) == 1:
        # One name alone stands in the right half, so that it has all of it.
        title, room = replace(title, features=("palt",)), half - block.pad - BAR_END
        name = squeezed(names[0], title, room, LEAST_STRETCH, LEAST_EM)
        items.append(set_line(str(number), figure, start, _centred(figure, box)))
        items.append(set_line(names[0], name, end, block.baseline, "end"))
        return tuple(items)
    rooms = (half - 2 * block.pad, half - block.pad - BAR_END)
    figure, name = _fit_title(str(number), figure, names[0], title, rooms)
    items.append(set_line(str(number), figure, start, _centred(figure, box)))
    start += line_width(str(number), figure) + TITLE_GAP * name.size * name.stretch
    items.append(set_line(names[0], name, start, block.baseline))
    other = fit_line(names[1], TextStyle(display, block.en_em, ink), half - block.pad - SECOND_END)
    items.append(set_line(names[1], other, end, block.baseline, "end"))
    return tuple(items)


def _centred(style: TextStyle, box: Rect) -> float:
    """The baseline that has the ink of figures in the middle of a box."""
    ink = line_ink_box(set_line("0", style, 0.0, 0.0))
    return box.center[1] - ink.center[1]


def _fit_title(
    number: str, figure: TextStyle, name: str, title: TextStyle, rooms: tuple[float, float]
) -> tuple[TextStyle, TextStyle]:
    """Styles in which number and name fit side by side: as they are, or set tight and narrowed alike.

    `rooms` are the width they should keep to and the one they must, in mm.
    """
    gap = TITLE_GAP * title.size
    wanted, room = sorted(rooms)
    if line_width(number, figure) + gap + line_width(name, title) <= wanted:
        return figure, title
    tight = replace(title, tracking=0.0, features=("palt",))
    natural = line_width(number, figure) + gap + line_width(name, tight)
    stretch = min(1.0, max(wanted / natural, LEAST_STRETCH))
    if stretch * natural > room + 1e-9:
        raise InputError(
            f"{number} {name!r} is {natural:.1f} mm wide where {room:.1f} mm are free",
            hint=f"shorten the text; letters are not narrowed below {LEAST_STRETCH:.0%}",
        )
    return replace(figure, stretch=stretch), replace(tight, stretch=stretch)


def _bar(box: Rect, radius: float, low: bool) -> Path:
    """A solid bar, or with low ink its outline, drawn inside its edge."""
    if not low:
        return Path(rounded_rectangle(box, radius), BLACK)
    inner = box.grown(-LOW_INK_OUTLINE)
    outline = rounded_rectangle(box, radius) + rounded_rectangle(inner, max(radius - LOW_INK_OUTLINE, 0.05))
    return Path(outline, BLACK)


def picture(context: FaceContext, block: PictureBlock, turned: bool) -> tuple[Item, ...]:
    """The art's view fitted into the box, whole (or filling it where `cover` is asked), centred."""
    if block.art and not context.has(block.art):
        return ()
    name = context.key(block.art) if block.art else context.card.art
    if not name and not (context.kit.draft and context.card.id not in context.kit.rows):
        return ()
    source = art_source(context.kit, name, context.choices.ink)
    if source.missing:
        return placeholder(name, block.box)
    art = art_of(source)
    view, box = block.view or art.view, block.box
    fits = (box.width / view.width, box.height / view.height)
    scale = max(fits) if block.cover else min(fits)
    (view_x, view_y), (box_x, box_y) = view.center, box.center
    place = Affine(scale, 0.0, 0.0, scale, box_x - scale * view_x, box_y - scale * view_y)
    if block.cover:
        return (Group((Group(art.items, place),), layer="art", clip=box),)
    drawn = Group(art.items, place, layer="art")
    card = Scene("", context.size.width, context.size.height, context.size.bleed, (drawn,))
    if all(card.extent.contains(item_box(each), _EDGE) for each in walk(card)):
        return (drawn,)
    # A line that runs off the card is drawn longer than any size needs.
    return (Group((drawn._replace(layer=None),), layer="art", clip=card.extent),)


def placeholder(name: str, box: Rect) -> tuple[Item, ...]:
    """What stands for a picture that is missing: a grey box with a frame, a cross, and the file's name."""
    line = min(0.5, box.width / 20, box.height / 20)
    inner = box.grown(-line / 2)
    cross = segment(inner.x, inner.y, inner.right, inner.bottom) + segment(
        inner.x, inner.bottom, inner.right, inner.y
    )
    style = TextStyle(_NOTE_FONT, 2.6)
    words = f"missing: {name}" if name else "missing picture"
    size = style.size * min(1.0, 0.9 * box.width / line_width(words, style), box.height / 4 / style.size)
    style = replace(style, size=size)
    x, y = box.center
    slip = Rect(x - line_width(words, style) / 2, y - size, line_width(words, style), 2 * size).grown(
        size / 2
    )
    return (
        Path(rectangle(box), BLACK.at(0.15)),
        Path(rectangle(inner) + cross, stroke=BLACK, width=line),
        Path(rectangle(slip), PAPER),
        set_line(words, style, x, y + 0.35 * size, "middle"),
    )


def index(context: FaceContext, block: IndexBlock, turned: bool) -> tuple[Item, ...]:
    """Rank, emblem, court value; a bar under 6 and 9 shows which way up they stand."""
    rank = cast(int, context.card.fields[block.field])
    suit = cast(str, context.card.fields[block.suit])
    if not 1 <= rank <= len(block.figures):
        raise InputError(
            f"rank {rank} has no figure", file="layout.toml", key=f"faces.{context.card.face}.figures"
        )
    text = block.figures[rank - 1]
    style = TextStyle(context.font("display"), block.em)
    if len(text) > 1:
        style = replace(style, stretch=block.narrow, tracking=0.0)
    figure = ink_center_line(text, style, block.x, block.baseline, block.left)
    items: list[Item] = [figure, context.emblem(suit, block.x, block.emblem_y, block.emblem_height)]
    ink = line_ink_box(figure)
    if text in block.bar_under:
        width, height, gap = block.bar
        items.append(Path(rectangle(Rect(block.x - width / 2, block.baseline + gap, width, height)), BLACK))
    value = context.choices.variables.get(str(rank)) if block.value else None
    if value is not None:
        small = TextStyle(context.font("display"), block.value_em)
        items.append(set_line(value, small, ink.right + block.value_dx, block.baseline))
    return tuple(items)


def names(context: FaceContext, block: NamesBlock, turned: bool) -> tuple[Item, ...]:
    """The card's name in each language, flush right or flush left."""
    items: list[Item] = []
    x, anchor = (block.left, "start") if block.right is None else (block.right, "end")
    for line in block.lines:
        text = context.text(line.language, "card.{id}.name")
        level = base_level(text, line.language)
        style = TextStyle(context.font("display"), line.em, context.chosen_ink(block.ink), level=level)
        rows, style = wrapped(text, style, block.width, line.language, line.rows)
        for number, row in enumerate(rows):
            y = line.baseline + number * line.em * line.leading
            items.append(set_line(row, style, cast(float, x), y, cast(Anchor, anchor)))
    return tuple(items)


def points(context: FaceContext, block: PointsBlock, turned: bool) -> tuple[Item, ...]:
    """A number with its sign, flush right; the turned copy reads with the other sign (tottarot §4.4)."""
    number = cast(int, context.card.fields[block.field])
    line = set_line(signed(-number if turned else number), TextStyle(context.font("display"), block.em), 0, 0)
    shift = block.right - line_ink_box(line).right
    moved = tuple(glyph._replace(x=round(glyph.x + shift, 4), y=block.baseline) for glyph in line.glyphs)
    return (line._replace(glyphs=moved),)


def emblem(context: FaceContext, block: EmblemBlock, turned: bool) -> tuple[Item, ...]:
    """One suit's emblem; none where it is a field's that the card does not have."""
    suit = block.suit if block.suit in context.kit.suits else context.card.fields.get(block.suit)
    return () if suit is None else (context.emblem(str(suit), block.x, block.y, block.height),)


def text(context: FaceContext, block: TextBlock, turned: bool) -> tuple[Item, ...]:
    """A text in its box, language by language, or the value of a field; nothing where the card lacks the field."""
    if not (block.field in context.card.fields if block.field else context.has(block.text)):
        return ()
    languages = block.languages or context.kit.languages
    if block.field:
        words = {languages[0]: context.field(block.field)}
    else:
        words = {language: context.text(language, block.text) for language in languages}
    least = block.em if block.least is None else min(block.least, block.em)
    room = Setting(block.box, block.em, least, block.leading, _SHARES[block.align], _SHARES[block.valign])
    colour, fonts, icons = context.chosen_ink(block.ink), context.fonts(block.font), cache(context.icon)
    paragraphs = [
        (
            RichStyle(fonts, colour, context.colour, icons, language, block.vertical, block.hyphenate),
            parse_text(each, block.markup),
        )
        for language, each in words.items()
    ]
    return set_rich(paragraphs, room)


def shape(context: FaceContext, block: ShapeBlock, turned: bool) -> tuple[Item, ...]:
    """A plain rectangle with cuts at its end, if any, or its edge."""
    outline = rounded_rectangle(block.box, block.radius)
    if block.frame:
        outline += rounded_rectangle(block.box.grown(-block.frame), max(block.radius - block.frame, 0.0))
    tint = block.low if block.low is not None and context.choices.ink == "low" else block.tint
    cuts = [Path(bar_cuts(block.box, block.cuts), PAPER, even_odd=False)] if block.cuts else []
    return (Path(outline, context.chosen_ink(block.ink).at(tint)), *cuts)


Draw = Callable[[FaceContext, Any, bool], tuple[Item, ...]]


def _elsewhere(entry: str) -> Draw:
    """A drawing few kits have, or one game's own: its module is loaded when a kit has such a block."""

    def draw(context: FaceContext, block: Block, turned: bool) -> tuple[Item, ...]:
        items: tuple[Item, ...] = loaded_entry(f"printkit.compose.{entry}")(context, block)
        return items

    return draw


BLOCKS: dict[type[Block], Draw] = {
    NumberStripBlock: number_strip,
    TitleBarBlock: title_bar,
    PictureBlock: picture,
    IndexBlock: index,
    NamesBlock: names,
    PointsBlock: points,
    EmblemBlock: emblem,
    TextBlock: text,
    ShapeBlock: shape,
    RuleCardBlock: _elsewhere("youscout.rule_card:rule_card"),
    StartRulesBlock: _elsewhere("youscout.start_rules:start_rules"),
    StartTurnsBlock: _elsewhere("youscout.start_turns:start_turns"),
    TableBlock: _elsewhere("faces.board_blocks:laid_table"),
    HandsBlock: _elsewhere("faces.board_blocks:hands"),
    SealBlock: seal,
    SignIndexBlock: sign_index,
    NumberSignBlock: number_sign,
    TrackBlock: _elsewhere("faces.board_blocks:track"),
    OddsBlock: odds,
    EffectsBlock: _elsewhere("faces.board_blocks:effects"),
    QrBlock: _elsewhere("faces.codes:qr"),
    BarcodeBlock: _elsewhere("faces.codes:barcode"),
}
