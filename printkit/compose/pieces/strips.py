"""Draws the sides of strips: counting sticks, tracks, and words to have at hand."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import accumulate, groupby, pairwise, zip_longest

from printkit.compose.faces.context import FaceContext
from printkit.compose.faces.signs import Sign, beside
from printkit.compose.pieces.carving import arc, stroke
from printkit.compose.pieces.small_cards import CARD, small_card
from printkit.compose.pieces.tracks import BAR, HEAD_EM, head_items, octagon, track_items
from printkit.compose.text.flow import FlowLine, FlowStyle, flow_lines
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, line_width, set_line
from printkit.errors import InputError
from printkit.fonts import find_font
from printkit.geometry import Affine, Outline, Rect
from printkit.kit.booklet import BOOK_FONTS
from printkit.kit.markdown import Run
from printkit.kit.tokens import TOKENS, Token, TokenFace
from printkit.scene.inks import BLACK, PAPER, Ink, find_ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import circle, polygon, polyline, rectangle

__all__ = ["strip_items"]

# Paper between the cut and the drawing: neighbours on a sheet share their cut.
RIM = 0.75
# The same of what has a bar, so that two bars do not look like one.
INSIDE = 1.6
# A counting stick: the corners cut off, its edge line, a notch's width and depth, where its band ends, its figure.
CORNER, EDGE, NOTCH, DEEP, BARE, FIGURE_EM = 0.9, 0.4, 2.6, 1.7, 11.0, 4.6
# More notches than this are slanting cuts, so long and so thick, in the band's two ends, which are so long.
MOST_NOTCHES, CUT_LONG, CUT_THICK, ENDS = 4, 4.2, 0.85, 15.0
# A stick without ink is paper but for the dark behind its figure, so wide; how far that of one with ears is from its
# edges; its figure; mm.
BODY, AIR, SMALL_EM = 11.0, 0.45, 5.2
# Its grain: how far down in its height, how far from its end, how long, and how thick, mm; none that would be shorter.
BARE_GRAIN, BARE_THICK, LEAST_GRAIN = ((0.5, 3.2, 11.8),), 1.3, 3.0
# Of sticks with signs: where an ear begins, from the middle, and ends, from the end; from grain to grain, how long and
# thick they are, and their lengths by turns; a coin's radius and hole; a turning arrow's radius, and how long a band
# beside it is at most; mm.
EAR, TIP, GRAIN_STEP, GRAIN_LONG, GRAIN, HANGING = 5.4, 1.6, 2.0, 2.5, 0.86, (0.82, 1.0, 0.9, 1.0, 0.78)
COIN, HOLE, ROUND_ARROW, TURN_ENDS = 2.0, 1.3, 1.7, 13.6
# What a reminder shows below its bar: what is free above it, how high its cards are in one row and in several, what is
# between two cards and two rows, and the em of the signs between them in their heights. The sign that ends a row.
SHOWN, CARDS_HIGH, CARDS_APART, ROWS_APART, SIGN_EM, NEXT_ROW = 2.4, (11.6, 12.6), (0.8, 0.3), 2.6, 0.44, "/"
# What is between columns at least; how much larger cards in one row are where the text leaves room.
COLUMNS, LARGER = 2.0, 1.5
# The disc of a rank, and its figure, in heights of the cards. Above them one with a name, a line so high; its em.
RANK, RANK_EM = 0.4, 0.32
NAMED, NAME_EM = 4.8, 3.1
LEAST_CARDS, NARROWEST = 3.0, 0.75
"""How high the cards of a reminder are at least, mm; and those below names, in their usual height."""
RANKED = r"#?[1-9][0-9]?"
"""A rank before its cards, or behind `#` one that stands above them with its name."""
# The ems a reminder's text may have, all of a kit the same; what stands before a line, between two at least, and how
# much more at most, in em; and at both sides of all, mm.
BODY_EMS, LEADING = (
    (4.2, 4.1, 4.0, 3.9, 3.8, 3.7, 3.6, 3.5, 3.4, 3.3, 3.2, 3.1, 3.0, 2.9, 2.8, 2.6, 2.4),
    1.32,
)
INDENT, GAP, WIDEST_GAP, BESIDE = 1.0, 0.26, 0.7, 1.8


def strip_items(context: FaceContext, token: Token, side: str, low: bool) -> Iterator[Item]:
    """One side of a strip; the back says its words in the kit's second language, unless the sides have other titles."""
    face = token.front if side == "front" else token.back
    box = Rect(0.0, 0.0, token.size, token.height).grown(-(RIM if face.motif == "tally" else INSIDE))
    ink = context.colour(face.ink)
    if face.sign:
        style = TextStyle(context.font("display"), SMALL_EM, tracking=0.0)
        yield from _SIGNED[face.sign](face, box, BLACK if ink.name == PAPER.name else ink, style, low=low)
        return
    if face.motif == "tally":
        yield from _tally(context, face, box, None if ink.name == PAPER.name else ink, low)
        return
    languages = context.kit.languages
    language = languages[min(side == "back", len(languages) - 1)]
    if face.motif == "track":
        title = context.text(language, face.text) if face.text else ""
        if face.text and token.front.text != token.back.text:
            title = "  ".join(filter(None, context.kit.in_two(face.text)))
        yield from track_items(context, face, box, title, ink, low=low)
    else:
        yield from _words(context, face, box, language, ink, low=low)


def _tally(context: FaceContext, face: TokenFace, box: Rect, ink: Ink | None, low: bool) -> Iterator[Item]:
    """A stick with its figure; the dearer it is, the more notches and the darker: no ink, colour, black.

    One with many cuts has them in its ends. Its edge is where it is cut.
    """
    edge = ink or BLACK
    solid = ink is not None and not low
    if ink is None:
        yield Path(octagon(box.grown(-EDGE / 2), CORNER), stroke=BLACK, width=EDGE)
        body = Rect(box.center[0] - BODY / 2, box.y, BODY, box.height)
        outline = octagon(body.grown(-EDGE / 2 if low else 0.0), CORNER)
        yield Path(outline, stroke=BLACK, width=EDGE) if low else Path(outline, BLACK)
        yield _bare_grain(box)
    else:
        # One with few notches is all ink, too: its figure and its ink say how dear it is.
        bands = _bands(face.notches, box) if face.notches > MOST_NOTCHES else [(box, CORNER)]
        for band, corner in bands:
            outline = octagon(band, corner)
            if not solid:
                outline += octagon(band.grown(-EDGE), corner - 0.586 * EDGE if corner else 0.0)
            yield Path(outline, ink)
    light = edge if low else PAPER
    for x in _notches(face.notches, box):
        if face.notches > MOST_NOTCHES:
            yield _cut(x, box.center[1], light)
            continue
        for y, way in ((box.y, 1), (box.bottom, -1)):
            cut = polygon(((x - NOTCH / 2, y), (x + NOTCH / 2, y), (x, y + way * DEEP)))
            yield Path(cut, light)
    ground = edge if face.notches > MOST_NOTCHES else light
    style = TextStyle(context.font("display"), FIGURE_EM if ink else SMALL_EM, ground)
    yield ink_center_line(face.figure, style, box.center[0], box.center[1] + 0.36 * style.size)


def _bare_grain(box: Rect) -> Item:
    """The grain of a stick without ink, on both sides of its figure, from its ends."""
    parts = Outline("", ())
    for way in (-1, 1):
        for share, first, long in BARE_GRAIN:
            start = box.center[0] + way * (box.width / 2 - first)
            long = min(long, box.width / 2 - first - BODY / 2 - 1.0)
            if long < LEAST_GRAIN:
                continue
            points = [(start - way * long * step / 8, box.y + share * box.height) for step in range(9)]
            parts += stroke(points, BARE_THICK, 0.55)
    return Path(parts, BLACK, even_odd=False)


def _bands(notches: int, box: Rect) -> Iterator[tuple[Rect, float]]:
    """What of a stick has ink, and how far its corners are cut off."""
    if notches > MOST_NOTCHES:
        yield box._replace(width=ENDS), CORNER
        yield Rect(box.right - ENDS, box.y, ENDS, box.height), CORNER
    elif notches > 2:
        yield box, CORNER
    else:
        yield Rect(box.x + BARE, box.y, box.width - 2 * BARE, box.height), 0.0


def _cut(x: float, y: float, ink: Ink) -> Path:
    """A slanting cut about (x, y)."""
    steps = [(at / 8 - 0.5) for at in range(9)]
    line = [(x + CUT_LONG * each, y + 0.55 * CUT_LONG * each) for each in steps]
    return Path(stroke(line, CUT_THICK, 0.55), ink, even_odd=False)


def _notches(count: int, box: Rect) -> Iterator[float]:
    """The places of so many notches, half of them on each side of the figure."""
    first, pitch = (8.5, 3.8) if count <= MOST_NOTCHES else (11.6, 4.4)
    for at in range(count):
        away = first + pitch * (at // 2)
        yield box.center[0] + (away if at % 2 else -away)


# ── counting sticks that say what they count ─────────────────────────────────────────────────────────────────────────


def _rice(face: TokenFace, box: Rect, ink: Ink, style: TextStyle, *, low: bool) -> Iterator[Item]:
    """An ear on each side of the figure, bent outwards."""
    x, y = box.center
    body = Rect(x - BODY / 2, box.y + AIR, BODY, box.height - 2 * AIR)
    outline = octagon(body.grown(-EDGE / 2 if low else 0.0), CORNER)
    yield Path(outline, stroke=BLACK, width=EDGE) if low else Path(outline, BLACK)
    for way in (-1, 1):
        yield _ear(x + way * EAR, x + way * (box.width / 2 - TIP), y, ink, 0.7 * GRAIN if low else GRAIN)
    figure = replace(style, ink=BLACK if low else PAPER)
    yield ink_center_line(face.figure, figure, x, y + 0.36 * style.size)


def _coin(face: TokenFace, box: Rect, ink: Ink, style: TextStyle, *, low: bool) -> Iterator[Item]:
    """A coin with a square hole on a band with notches; at both ends how much rice it is worth."""
    x, y = box.center
    light = ink if low else PAPER
    for band, corner in _bands(face.notches, box):
        outline = octagon(band, corner)
        yield Path(outline + octagon(band.grown(-EDGE), corner) if low else outline, ink)
    within = box.width / 2 - BARE - NOTCH / 2
    for at in (each for each in _notches(face.notches, box) if abs(each - x) < within):
        for edge, way in ((box.y, 1), (box.bottom, -1)):
            cut = polygon(((at - NOTCH / 2, edge), (at + NOTCH / 2, edge), (at, edge + way * DEEP)))
            yield Path(cut, light)
    rim = circle(x, y, COIN) + circle(x, y, COIN - 0.42)
    hole = rectangle(Rect(x - HOLE / 2, y - HOLE / 2, HOLE, HOLE))
    yield Path(rim, light)
    yield Path(hole, light)
    for left in (box.x, box.right - BARE):
        figure = fit_line(face.figure, replace(style, ink=BLACK), 3.4, 0.3)
        yield ink_center_line(face.figure, figure, left + 2.4, y + 0.36 * figure.size)
        yield _ear(left + 4.3, left + 9.4, y, find_ink("gold"), 0.95 * GRAIN)


def _turn(face: TokenFace, box: Rect, ink: Ink, style: TextStyle, *, low: bool) -> Iterator[Item]:
    """An arrow that goes round, between two bands with slanting cuts."""
    x, y = box.center
    long = min(TURN_ENDS, box.width / 2 - 2.5 * ROUND_ARROW)
    count = math.ceil(face.notches / 2 * long / TURN_ENDS)
    for left in (box.x + 1.0, box.right - 1.0 - long):
        band = Rect(left, box.y + 0.3, long, box.height - 0.6)
        outline = octagon(band, CORNER)
        yield Path(outline + octagon(band.grown(-EDGE), CORNER) if low else outline, ink)
        for at in range(count):
            each = left + long * (at + 0.5) / count
            yield _cut(each, y, ink if low else PAPER)
    points = arc(x, y, ROUND_ARROW, -60, 215, 23)
    yield Path(polyline(points), stroke=ink, width=0.75)
    (tip_x, tip_y), turned = points[0], math.radians(-60)
    out = (math.cos(turned), math.sin(turned))
    along = (out[1], -out[0])
    head = (
        (tip_x + 1.5 * along[0], tip_y + 1.5 * along[1]),
        (tip_x + 1.05 * out[0] - 0.4 * along[0], tip_y + 1.05 * out[1] - 0.4 * along[1]),
        (tip_x - 1.05 * out[0] - 0.4 * along[0], tip_y - 1.05 * out[1] - 0.4 * along[1]),
    )
    yield Path(polygon(head), ink)


def _ear(start: float, end: float, y: float, ink: Ink, thick: float = GRAIN) -> Item:
    """An ear of rice about a height, its stem bent over so that the grains hang from it, a few above; none touch."""
    way, long = (1 if end > start else -1), abs(end - start)

    def on(t: float) -> tuple[float, float]:
        return start + way * long * t, y + 1.8 - 2.9 * math.sin(math.pi * min(t, 1.0) ** 0.62 * 0.8)

    def grain(t: float, size: float, lean: float) -> Outline:
        x, top = on(t)
        top += math.copysign(0.42, lean)
        steps = [size * each / 8 for each in range(9)]
        return stroke([(x + way * each, top + lean * each) for each in steps], thick, 0.6)

    parts = stroke([on(at / 16) for at in range(17)], 0.5 * thick, 0.6)
    count = max(2, int(0.8 * long / GRAIN_STEP))
    for at in range(count):
        parts += grain(0.2 + at * GRAIN_STEP / long, GRAIN_LONG * HANGING[at % len(HANGING)], 0.72)
        if at + 1 < count:
            parts += grain(0.2 + (at + 0.6) * GRAIN_STEP / long, 0.66 * GRAIN_LONG, -0.5)
    return Path(parts, ink, even_odd=False)


_SIGNED: Mapping[str, Callable[..., Iterator[Item]]] = {"rice": _rice, "coin": _coin, "turn": _turn}


def _shown(
    context: FaceContext, face: TokenFace, box: Rect, language: str, more: float = 0.0, *, low: bool
) -> tuple[list[Item], float]:
    """Rows of small cards, and of arrows and signs between them, each in the middle below the bar; and their foot.

    Hands of a ranking stand in columns, perhaps below their names. Cards in one row are so much higher, several
    rows so much farther apart, mm.
    """
    above = NAMED * bool(face.names)
    cards = [f"#{each}" if above and _is_rank(each) else each for each in face.cards]
    rows = [_hands([*row]) for ends, row in groupby(cards, NEXT_ROW.__eq__) if not ends]
    if not rows:
        return [], box.y + BAR
    free = box.width - 2 * BESIDE
    apart = CARDS_APART[len(rows) > 1]
    between = ROWS_APART + more / len(rows) * (len(rows) > 1)
    ranked = [hands for hands in rows if _is_rank(hands[0][0])]
    columns = [[*filter(None, column)] for column in zip_longest(*ranked)]
    # What has no ranks is in no column.
    blocks = [columns] * bool(columns) + [[hands] for hands in rows if hands not in ranked]
    named = [
        max(_named_wide(context, face, language, hand[0][1:]) if above else 0.0 for hand in column)
        for column in columns
    ]
    several = len(rows) > 1
    high = min(
        CARDS_HIGH[several] + more * (not several),
        *(_height(context, block, apart, free) for block in blocks),
    )

    def widths(high: float) -> list[float]:
        hands = (max(_hand(context, hand, high, apart).width for hand in column) for column in columns)
        return [*map(max, hands, named)]

    # A name on one line is wider than few cards; all names have one size.
    most, least = free - COLUMNS * (len(columns) - 1), NARROWEST * CARDS_HIGH[1]
    while columns and high > least and math.fsum(widths(high)) > most:
        high -= 0.1
    if high < LEAST_CARDS:
        message = f"a row of cards would be less than {LEAST_CARDS:g} mm high"
        raise InputError(message, file=context.kit.folder / TOKENS, key="cards", hint='"/" begins a new row')
    wide = widths(high)
    # Columns go from edge to edge; one alone stands in the middle.
    gap = (free - math.fsum(wide)) / max(2, len(wide) - 1)
    first = gap * (len(wide) == 1)
    items: list[Item] = []
    y = box.y + BAR + SHOWN
    for hands in rows:
        up = above * (hands in ranked)
        signs = [_hand(context, hand, high, apart, low=low) for hand in hands]
        starts = [first + gap * at + math.fsum(wide[:at]) for at in range(len(signs))]
        for sign, left in zip(
            signs, starts if hands in ranked else [(free - signs[0].width) / 2], strict=True
        ):
            items.append(sign.at(box.x + BESIDE + left, y + up + high / 2))
        for hand, left, room in zip(hands, starts, wide, strict=False) if up else ():
            place = Affine.translation(box.x + BESIDE + left, y + up / 2 - 0.4)
            items.append(Group((*_named(context, face, language, hand[0][1:], room, low=low),), place))
        y += up + high + between
    return items, y - between


def _is_rank(sign: str) -> bool:
    return re.fullmatch(RANKED, sign) is not None


def _hands(row: Sequence[str]) -> list[list[str]]:
    """A row that begins with a rank hand by hand, each behind its own; another one as it is."""
    starts = [at for at, each in enumerate(row) if _is_rank(each)] if _is_rank(row[0]) else [0]
    return [list(row[start:end]) for start, end in pairwise([*starts, len(row)])]


def _height(
    context: FaceContext, columns: Sequence[Sequence[Sequence[str]]], apart: float, free: float
) -> float:
    """The height of cards at which these columns fill the width, mm; gaps do not grow with it."""
    wide = (max(_hand(context, hand, 1.0, 0.0).width for hand in column) for column in columns)
    gaps = (apart * (max(map(len, column)) - 1) for column in columns)
    return (free - math.fsum(gaps) - COLUMNS * (len(columns) - 1)) / math.fsum(wide)


def _hand(context: FaceContext, hand: Sequence[str], high: float, apart: float, *, low: bool = False) -> Sign:
    """One hand: cards of this height, this far apart."""
    return beside(_signs(context, hand, high, low=low), apart)


def _signs(context: FaceContext, row: Sequence[str], high: float, *, low: bool) -> list[Sign]:
    """Cards so high, and what stands between them."""
    signs: list[Sign] = []
    half = high / 2
    for each in row:
        if each[:1] in "br":
            drawn = Group(tuple(small_card(context.kit, each, high, low=low)), Affine.translation(0.0, -half))
            signs.append(Sign(CARD * high, half, half, (drawn,)))
            continue
        if _is_rank(each):
            signs.append(Sign(0.0, half, half, ()) if each[0] == "#" else _rank(context, each, high, low=low))
            continue
        style = TextStyle(context.font("display"), SIGN_EM * high, tracking=0.0)
        wide = line_width(each, style) + 0.12 * high
        signs.append(Sign(wide, half, half, (ink_center_line(each, style, wide / 2, 0.36 * style.size),)))
    return signs


def _named(
    context: FaceContext, face: TokenFace, language: str, rank: str, room: float, *, low: bool
) -> Iterator[Item]:
    """A rank on its disc and what the hand below is called, about a height of zero."""
    disc = _rank(context, rank, 0.8 * NAMED / RANK, low=low)
    style = TextStyle(context.font("display"), NAME_EM, tracking=0.0)
    yield from disc.items
    left = disc.width + 0.8
    name = _name(context, face, language, rank)
    yield set_line(name, fit_line(name, style, room - left, 0.6), left, 0.36 * NAME_EM)


def _named_wide(context: FaceContext, face: TokenFace, language: str, rank: str) -> float:
    style = TextStyle(context.font("display"), NAME_EM, tracking=0.0)
    return 0.8 * NAMED + 0.8 + line_width(_name(context, face, language, rank), style)


def _name(context: FaceContext, face: TokenFace, language: str, rank: str) -> str:
    name = context.text(language, f"{face.names}.{rank}").split("\n")[0]
    return name[:1].upper() + name[1:]


def _rank(context: FaceContext, figure: str, high: float, *, low: bool) -> Sign:
    """The place of the cards that follow, on a disc."""
    radius = RANK * high / 2
    x, ink = radius, BLACK if low else PAPER
    line = 0.1 * radius
    disc = Path(circle(x, 0.0, radius - line / 2), None if low else BLACK, BLACK, line)
    style = TextStyle(context.font("display"), RANK_EM * high, ink, tracking=0.0)
    style = fit_line(figure, style, 1.5 * radius, 0.5)
    figures = ink_center_line(figure, style, x, 0.36 * style.size)
    return Sign(2 * radius, high / 2, high / 2, (disc, figures))


def _words(
    context: FaceContext, face: TokenFace, box: Rect, language: str, ink: Ink, *, low: bool
) -> Iterator[Item]:
    """A title in a bar, below it cards as they are played, and a paragraph a line of the text, each with a mark."""
    title = context.text(language, f"{face.text}.title")
    style = TextStyle(context.font("display"), HEAD_EM, tracking=0.0)
    yield from head_items(box._replace(height=BAR), title, style, 3.0, low=low)
    em, paragraphs, more = _body(context, face, box, language)
    yield from _shown(context, face, box, language, more, low=low)[0]
    x = box.x + BESIDE
    for top, lines in paragraphs:
        cut = [(x + 0.62 * em * step / 8, top + 0.5 * em) for step in range(9)]
        yield Path(stroke(cut, 0.34 * em, 0.5), ink, even_odd=False)
        for at, line in enumerate(lines):
            place = Affine.translation(x + INDENT * em, round(top + (0.88 + at * LEADING) * em, 4))
            yield Group(line.glyphs, place)


def _body(
    context: FaceContext, face: TokenFace, box: Rect, language: str
) -> tuple[float, list[tuple[float, Sequence[FlowLine]]], float]:
    """The em and paragraphs of a reminder's text, from the head to the foot of its room; how much higher its cards are.

    The em is the largest in which all reminders of the kit have room. They are set as books are, or in the kit's own
    font where that of books lacks a letter.
    """
    every = {token.front.text: token for token in context.kit.tokens if token.front.motif == "words"}
    boxes = {text: Rect(0.0, 0.0, each.size, each.height).grown(-INSIDE) for text, each in every.items()}
    letters = "".join(context.text(language, f"{text}.body") for text in every).replace("\n", "")
    lacking = any(find_font(font).missing(letters) for font in BOOK_FONTS)
    fonts = (context.kit.fonts["text"],) * 2 if lacking else BOOK_FONTS

    def below(shown: TokenFace, room: Rect, more: float = 0.0) -> float:
        """Where the text begins, below its cards, so much higher."""
        return _shown(context, shown, room, language, more, low=False)[1] + 2.6

    # They are the same for all ems.
    ends = {text: box.bottom - 1.4 for text, box in boxes.items()}
    rooms = {text: ends[text] - below(each.front, boxes[text]) for text, each in sorted(every.items())}

    def paragraphs(text: str, em: float) -> list[tuple[FlowLine, ...]]:
        plain, bold = (TextStyle(font, em, tracking=0.0) for font in fonts)
        style = FlowStyle(plain, bold, LEADING, plain, justified=False)
        words = context.text(language, f"{text}.body").splitlines()
        return [
            flow_lines(_runs(line), style, boxes[text].width - 2 * BESIDE - INDENT * em) for line in words
        ]

    def high(found: Sequence[Sequence[FlowLine]], em: float) -> float:
        return ((len(found) - 1) * GAP + sum(map(len, found)) * LEADING - (LEADING - 1.0)) * em

    def fits(em: float) -> bool:
        with suppress(InputError):  # A word is wider than a line.
            return all(high(paragraphs(text, em), em) <= room for text, room in rooms.items())
        return False

    em = next(filter(fits, BODY_EMS), BODY_EMS[-1])
    found = paragraphs(face.text, em)
    top, foot = below(face, box), box.bottom - 1.4
    if foot - top < high(found, em):
        lines = sum(map(len, found))
        raise InputError(
            f"text of {lines} lines, {em:g} mm each, does not fit {foot - top:g} mm",
            file=context.kit.folder / TOKENS,
            key=f"{face.text}.body",
            hint="shorten it, or make the strip higher",
        )
    # The room between paragraphs is that of the fullest reminder on all of them.
    every_text = [(room, said) for text, room in rooms.items() if (said := paragraphs(text, em))]
    spare = ((room - high(said, em)) / max(1, len(said) - 1) for room, said in every_text)
    gap = GAP * em + min(WIDEST_GAP * em, *spare)
    spared = foot - top - high(found, em) - gap * (len(found) - 1)
    more = max(0.0, min((LARGER - 1) * CARDS_HIGH[0], spared))
    steps = (len(lines) * LEADING * em + gap for lines in found)
    starts = accumulate(steps, initial=below(face, box, more))
    return em, list(zip(starts, found, strict=False)), more


def _runs(line: str) -> list[Run]:
    """A line of a text as words, those between two stars in bold."""
    return [Run(part, bool(at % 2)) for at, part in enumerate(line.split("**")) if part]
