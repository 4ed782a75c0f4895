"""Draws reminders: what is to have at hand of a game in words, below its name and cards as they are played."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, groupby, pairwise, takewhile, zip_longest
from typing import NamedTuple

from printkit.compose.faces.context import FaceContext
from printkit.compose.faces.signs import Sign, beside
from printkit.compose.pieces.carving import parted, stroke
from printkit.compose.pieces.small_cards import CARD, small_card
from printkit.compose.pieces.tracks import BAR, HEAD_EM, head_items
from printkit.compose.text.flow import FlowLine, FlowStyle, flow_lines
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, line_width, set_line
from printkit.errors import InputError
from printkit.fonts import find_font
from printkit.geometry import Affine, Rect
from printkit.kit.booklet import BOOK_FONTS
from printkit.kit.markdown import Run
from printkit.kit.tokens import TOKENS, TokenFace
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import circle, rounded_rectangle

__all__ = ["INSIDE", "reminder_items"]

INSIDE = 1.6
"""Paper between the cut and the drawing of what has a bar, so that two bars do not look like one, mm."""
# What a reminder shows below its bar: what is free above it, how high its cards are in one row and in several, what is
# between two cards and two rows, and the em of the signs between them in their heights. The sign that ends a row.
SHOWN, CARDS_HIGH, CARDS_APART, ROWS_APART, SIGN_EM, NEXT_ROW = 2.4, (11.6, 12.6), (0.8, 0.3), 2.6, 0.44, "/"
# A back: what is between its bar and its ground, the ground's corner and edge; how high the cards of one row and of two
# are in its height, what is free beside them, and between two rows in their height. Which signs are turned there, and
# the em of one in that.
UNDER_BAR, GROUND_CORNER, GROUND_EDGE = 1.2, 0.8, 0.5
ROW_HIGH, ROW_SIDES, ROW_GAP, TURNED, BETWEEN = (0.42, 0.345), 8.0, 0.36, "<>→", 1.4
# What is between columns at least; how much larger cards in one row are where the text leaves room.
COLUMNS, LARGER = 2.0, 1.75
# The disc of a rank, and its figure, in heights of the cards. Above them one with a name, a line so high; its em.
RANK, RANK_EM = 0.4, 0.32
NAMED, NAME_EM = 4.8, 3.1
LEAST_CARDS, NARROWEST = 3.0, 0.75
"""How high the cards of a reminder are at least, mm; and those below names, in their usual height."""
APART = "·"
"""What stands between two plays in a row."""
RANKED = r"#?[1-9][0-9]?"
"""A rank before its cards, or behind `#` one that stands above them with its name."""
# The ems a reminder's text may have, all of a kit the same; what stands before a line, between two at least, and how
# much more at most, in em; and at both sides of all, mm.
BODY_EMS, LEADING = (
    (3.2, 3.1, 3.0, 2.9, 2.8, 2.6, 2.4),
    1.32,
)
INDENT, GAP, WIDEST_GAP, BESIDE = 1.0, 0.26, 0.3, 1.8


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


def _signs(
    context: FaceContext, row: Sequence[str], high: float, *, low: bool, ink: Ink = BLACK
) -> list[Sign]:
    """Cards so high, and what stands between them, in this ink."""
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
        style = TextStyle(context.font("display"), SIGN_EM * high, ink, tracking=0.0)
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


class _Example(NamedTuple):
    """What a back shows: one row of cards or two, and the sign that stands between both."""

    rows: Sequence[Sequence[str]]
    between: str = ""


def _example(cards: Sequence[str]) -> _Example:
    """Two plays below one another; of a ranking of hands the best alone."""
    if _is_rank(cards[0]):
        return _Example([_hands(cards)[0][1:]])
    plain = [each for each in cards if each != NEXT_ROW]
    if APART in plain:
        first = plain.index(APART)
        return _Example([plain[:first], [*takewhile(APART.__ne__, plain[first + 1 :])]])
    first = next((at for at, each in enumerate(plain) if each[:1] not in "br"), len(plain))
    rest = [*takewhile(lambda each: each[:1] in "br", plain[first + 1 :])]
    return _Example([plain[:first], rest], plain[first]) if rest else _Example([plain])


def _example_high(context: FaceContext, example: _Example, room: Rect) -> float:
    """How high its cards may be."""
    rows = example.rows
    high = ROW_HIGH[len(rows) > 1] * room.height
    wide = room.width - 2 * ROW_SIDES
    return min(high, *(_height(context, [[row]], CARDS_APART[0], wide) for row in rows))


def _back(context: FaceContext, face: TokenFace, room: Rect, ink: Ink, *, low: bool) -> Iterator[Item]:
    """Cards as they are played in the middle of a cut ground, of one size on all reminders that are as large."""
    example = _example(face.cards)
    others = (
        _example(token.front.cards)
        for token in context.kit.tokens
        if token.front.motif == "words" and token.front.cards
    )
    alike = [each for each in others if len(each.rows) == len(example.rows)]
    high = min(_example_high(context, each, room) for each in (example, *alike))
    light = BLACK if low else PAPER
    signs = [beside(_signs(context, row, high, low=low, ink=light), CARDS_APART[0]) for row in example.rows]
    gap = ROW_GAP * high
    x, y = room.center[0], room.center[1] - ((high + gap) * len(signs) - gap) / 2
    clear: list[Rect] = []
    drawn: list[Item] = []
    for at, sign in enumerate(signs):
        clear.append(Rect(x - sign.width / 2, y, sign.width, high))
        drawn.append(sign.at(x - sign.width / 2, y + high / 2))
        y += high + gap
        if example.between and not at:
            em = BETWEEN * gap
            style = TextStyle(context.font("display"), em, light, tracking=0.0)
            clear.append(Rect(x - gap / 2, y - gap, gap, gap))
            # What stands between two in a row lies between two rows when it is turned.
            turn = Affine.rotation(90 * (example.between in TURNED), (0.0, 0.0))
            place = turn.then(Affine.translation(x, y - gap / 2))
            drawn.append(Group((ink_center_line(example.between, style, 0.0, 0.36 * em),), place))
    outline = rounded_rectangle(room.grown(-GROUND_EDGE / 2 if low else 0.0), GROUND_CORNER)
    yield Path(outline, stroke=BLACK, width=GROUND_EDGE) if low else Path(outline, ink)
    yield from (Path(cut, light, even_odd=False) for cut in parted(room.grown(-GROUND_CORNER), clear))
    yield from drawn


def reminder_items(
    context: FaceContext, face: TokenFace, box: Rect, language: str, *, example: bool, low: bool
) -> Iterator[Item]:
    """A title in a bar, below it cards as they are played, and a paragraph a line of the text, each with a mark.

    Or below the title an `example` alone, large on a cut ground.
    """
    title = context.text(language, f"{face.text}.title")
    ink = context.colour(face.ink)
    style = TextStyle(context.font("display"), HEAD_EM, tracking=0.0)
    yield from head_items(box._replace(height=BAR), title, style, 3.0, low=low)
    if example:
        room = Rect.from_edges(box.x, box.y + BAR + UNDER_BAR, box.right, box.bottom)
        yield from _back(context, face, room, ink, low=low)
        return
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
