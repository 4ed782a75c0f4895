"""The back of the tuck box: motto, small pictures of its parts, for whom the game is, and everything inside by name."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

from printkit.compose.books.cover import paper_slip
from printkit.compose.faces.blocks import picture
from printkit.compose.faces.codes import ean
from printkit.compose.faces.context import FaceContext
from printkit.compose.faces.reduced import reduced
from printkit.compose.pieces.box_pen import LEAST_EM, SHORE, BoxPen
from printkit.compose.pieces.inside import for_whom, inside, said
from printkit.compose.pieces.parts import BOARD, CARD, TOKEN
from printkit.compose.text.paragraphs import break_lines
from printkit.compose.text.titles import even_lines, squeezed
from printkit.compose.text.typesetting import TextStyle, line_width, set_line
from printkit.compose.text.vertical import column_height, is_vertical, set_column
from printkit.errors import InputError
from printkit.geometry import Affine, Rect
from printkit.kit.art import art_of, art_source
from printkit.kit.blocks import PictureBlock
from printkit.kit.box import BOX, BoxPicture
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Group, Item, Path, Use
from printkit.scene.shapes import circle, rectangle, segment

__all__ = ["draw_back"]

# What part of a card's picture a small one shows.
SMALL_VIEW = 0.62
# A row of pictures is at most so high beside a picture's width; one above the other they are at least so high.
ROW_HIGH, STACK_LOW, STACK_HIGH = 1.8, 0.3, 0.62
# Lower than this a picture shows nothing, mm.
LEAST_PICTURE = 9.0
# Below a picture in a stack: two lines and air.
CAPTION = 9.4
# Higher than this beside its width the room is for pictures one above the other, and a motto stands in lines; so it
# does where less than this would be left beside its columns, mm.
MOST_BESIDE, LEAST_BESIDE = 1.25, 47.0
# Longer than this a message is cut in its middle, letters.
MOST_SAID = 160
# So much of the back the contents take at most.
MOST_CONTENTS = 0.66
# The em of the facts in the first and in the last language, and how much smaller they may get before they get narrower.
FACTS, FACTS_LEAST = (3.3, 2.7), 0.88
# The heading with its line; from row to row of the contents in em; the em of the small print, and
# from line to line of it.
HEAD, STEP, SMALL, FOOT_STEP = 5.6, 1.6, 2.3, 1.32
# An EAN at its usual size with its quiet zones, at its least, and how high its bars stand; mm.
EAN_WIDE, EAN_LEAST, EAN_HIGH, CODE_EM = 37.29, 29.85, 13.0, 2.2


class _Row(NamedTuple):
    """A line of the contents: how many, and what it is in the first and in the last language."""

    number: str
    first: str
    last: str


@contextmanager
def _stated_as(key: str) -> Iterator[None]:
    """What is wrong with a text or a number is said with its key in the box's file, and briefly."""
    try:
        yield
    except InputError as error:
        problems = [replace(each, message=_brief(each.message), file=BOX, key=key) for each in error.problems]
        raise InputError(problems=problems) from error


def _brief(message: str) -> str:
    return (
        message if len(message) <= MOST_SAID else f"{message[: MOST_SAID // 2]}…{message[-MOST_SAID // 2 :]}"
    )


def draw_back(pen: BoxPen, panel: Rect) -> Iterator[Item]:
    """Above motto, pictures and facts, below a slip with the contents, as high as these need it."""
    s = pen.scale
    inner = panel.grown(-5.5 * s)
    if not pen.river:
        inner = panel.grown(-4.0)
        yield from paper_slip(inner)
        inner = inner.grown(-4.0 * s)
    ink = pen.light if pen.river else BLACK
    air = 3.6 * s if pen.river else 0.0
    need = _contents_height(pen, inner.width - 2 * air) + 2 * air
    top = max(
        min(panel.y + SHORE * panel.height + 4.0 * s, inner.bottom - need),
        inner.bottom - MOST_CONTENTS * inner.height,
    )
    slip = Rect.from_edges(inner.x, top, inner.right, min(inner.bottom, top + need))
    if pen.river:
        # As far from the water's edge as from the foot of the box, where there is room.
        spare = inner.bottom - slip.bottom
        slip = slip.moved(0.0, spare / 2)
        yield from paper_slip(slip)
    above = Rect.from_edges(
        inner.x, inner.y, inner.right, min(top - 3.0 * s, panel.y + SHORE * panel.height - 3.0 * s)
    )
    yield from _above(pen, above, ink)
    yield from _contents(pen, slip.grown(-air))


def _above(pen: BoxPen, box: Rect, ink: Ink) -> Iterator[Item]:
    """Motto, pictures and facts, what is left of the height between them."""
    s, foot = pen.scale, box.bottom
    if pen.context.kit.facts is not None:
        foot -= 9.0 * s
        with _stated_as("inside"):
            yield from _facts(pen, Rect(box.x, foot, box.width, 9.0 * s), ink)
        foot -= 4.0 * s
    pictures = pen.tuck.pictures or tuple(_usual_pictures(pen.context.kit))
    room = box._replace(height=foot - box.y)
    with _stated_as("motto"):
        motto = _motto(pen, room, ink)
    yield from motto.items
    below = room._replace(y=room.y + motto.height, height=room.height - motto.height)
    high = below.height / max(len(pictures), 1) - CAPTION * s
    if not pictures or below.height < LEAST_PICTURE:
        return
    if high >= STACK_LOW * room.width:
        yield from _stack(pen, pictures, below, min(high, STACK_HIGH * room.width))
        return
    # Beside the columns of a motto.
    yield from _row(pen, pictures, below._replace(width=below.width - motto.width))


def _row(pen: BoxPen, pictures: Sequence[BoxPicture], room: Rect) -> Iterator[Item]:
    """Pictures beside one another, the middle one a little higher."""
    gap = 2.2 * pen.scale
    width = (room.width - (len(pictures) - 1) * gap) / len(pictures)
    rise = 2.4 * pen.scale if len(pictures) == 3 else 0.0
    high = min(room.height - rise, ROW_HIGH * width)
    y = room.y + rise + (room.height - rise - high) / 2
    for at, each in enumerate(pictures):
        slot = Rect(room.x + at * (width + gap), y - (rise if at == 1 else 0.0), width, high)
        yield from _small(pen, each, slot)


def _stack(pen: BoxPen, pictures: Sequence[BoxPicture], room: Rect, high: float) -> Iterator[Item]:
    """Pictures one above the other, each with its caption in both languages."""
    step = room.height / len(pictures)
    ink = pen.light if pen.river else BLACK
    large, small = pen.style(3.3, ink, "text"), pen.style(2.8, ink, "text")
    for at, each in enumerate(pictures):
        slot = Rect(room.x, room.y + at * step, room.width, high)
        yield from _small(pen, each, slot)
        with _stated_as(f"pictures[{at}].text"):
            if not each.text:
                continue
            one, other = pen.words(each.text)
            base = slot.bottom + 1.2 * large.size
            yield set_line(one, squeezed(one, large, room.width, 0.6, LEAST_EM), room.x, base)
            if other != one:
                base += 1.25 * small.size
                yield set_line(other, squeezed(other, small, room.width, 0.6, LEAST_EM), room.x, base)


def _usual_pictures(kit: Kit) -> Iterator[BoxPicture]:
    """A card, the board and a piece, where the kit has them; a kit of cards alone shows three of these."""
    others = [BOARD + kit.boards[0].id] if kit.boards else []
    others += [TOKEN + kit.tokens[0].id] if kit.tokens else []
    others += ["stick-1"] if kit.sticks else []
    cards = [CARD + card.id for card in kit.cards if card.face]
    wanted = max(1, 3 - len(others))
    for name in (*cards[:: max(1, len(cards) // wanted)][:wanted], *others)[:3]:
        yield BoxPicture(show=(name,))


def _small(pen: BoxPen, shown: BoxPicture, slot: Rect) -> Iterator[Item]:
    """Parts of the kit in a frame: one of them enlarged or as it is seen through the frame, or several in a row."""
    kit = pen.context.kit
    name = shown.show[0]
    card = next((each for each in kit.cards if CARD + each.id == name), None)
    if len(shown.show) > 1 or (shown.view is None and not (card and card.art)):
        yield from pen.ground(slot)
        yield Group(tuple(pen.arranged(shown.show, pen.standing(shown.show, slot), 0.5)), clip=slot)
    elif shown.view is None and card is not None:
        view = art_of(art_source(kit, card.art, pen.context.choices.ink)).view
        middle = Rect(0.0, 0.0, SMALL_VIEW * view.width, SMALL_VIEW * view.height)
        middle = middle.moved(view.center[0] - middle.width / 2, view.center[1] - middle.height / 2)
        context = FaceContext(kit, pen.context.size, card, pen.context.choices)
        yield Path(rectangle(slot), PAPER)
        yield from picture(context, PictureBlock(block="picture", box=slot, view=middle, cover=True), False)
    else:
        assert shown.view is not None
        scene, view = pen.part(name), shown.view
        scale = max(slot.width / view.width, slot.height / view.height)
        (x, y), (own_x, own_y) = slot.center, view.center
        place = Affine(scale, 0.0, 0.0, scale, x - scale * own_x, y - scale * own_y)
        yield Path(rectangle(slot), PAPER)
        yield Group((Use(reduced(scene, scale), place),), clip=slot)
    yield Path(rectangle(slot), stroke=BLACK, width=0.3)


class _Motto(NamedTuple):
    """The motto: its items, how wide its columns are at the right, and how high its lines at the left; mm."""

    items: tuple[Item, ...]
    width: float
    height: float


def _motto(pen: BoxPen, box: Rect, ink: Ink) -> _Motto:
    """The motto in columns at the right where the box is wide and high enough, and in lines at the left."""
    if not pen.tuck.motto:
        return _Motto((), 0.0, 0.0)
    one, other = pen.words(pen.tuck.motto)
    s, languages = pen.scale, pen.context.kit.languages
    items: list[Item] = []
    style, small = pen.style(4.9, ink), pen.style(4.0, ink)
    columns = one.split("\n")
    upright = all(map(is_vertical, columns))
    step = style.size * 1.45
    lines: list[str] = []
    width = high = 0.0
    if upright:
        high = max(column_height(each, style) + at * 1.3 * style.size for at, each in enumerate(columns))
    beside = style.size + (len(columns) - 1) * step + 3.0 * s
    if upright and box.width - beside >= LEAST_BESIDE and high <= box.height <= MOST_BESIDE * box.width:
        for number, column in enumerate(columns):
            at = box.right - style.size / 2 - number * step
            items.append(set_column(column, style, at, box.y + number * 1.3 * style.size))
        width = beside
    else:
        said = ["".join(columns)] if upright else columns
        lines += [each for line in said for each in even_lines(line, small, box.width, languages[0])]
    if other != one:
        said = other.split("\n")
        lines += [each for line in said for each in even_lines(line, small, box.width - width, languages[-1])]
    for number, line in enumerate(lines):
        items.append(set_line(line, small, box.x, box.y + small.size * (0.85 + 1.3 * number)))
    height = small.size * 1.3 * len(lines)
    if height > box.height:
        raise InputError(
            f"the motto's {len(lines)} lines do not fit on the back", file=BOX, key="motto", hint="shorten it"
        )
    return _Motto(tuple(items), width, height + 3.0 * s)


def _facts(pen: BoxPen, box: Rect, ink: Ink) -> Iterator[Item]:
    """Players, time and age, each with a sign and in both languages; too long for the row, all get narrower alike."""
    radius, gap = box.height * 0.38, 2.0 * pen.scale
    beside = 2 * radius + 1.4 * pen.scale
    kit = pen.context.kit
    words = [*zip(for_whom(kit, kit.languages[0]), for_whom(kit, kit.languages[-1]), strict=True)]
    free = box.width - len(words) * beside - (len(words) - 1) * gap

    def fitted(smaller: float) -> tuple[TextStyle, TextStyle, list[float], float]:
        """The styles of both languages so much smaller, how wide the facts are, and the part of it there is."""
        large, small = (pen.style(em * smaller, ink, "text") for em in FACTS)
        needed = [max(line_width(one, large), line_width(other, small)) for one, other in words]
        return large, small, needed, min(1.0, free / math.fsum(needed))

    large, small, needed, share = fitted(max(FACTS_LEAST, fitted(1.0)[-1]))
    x, y = box.x, box.center[1]
    spare = (free - share * math.fsum(needed)) / (len(words) - 1)
    for (one, other), sign, room in zip(words, _SIGNS, needed, strict=True):
        yield from sign(x + radius, y, radius, ink)
        left = x + beside
        yield set_line(one, _narrowed(one, large, share), left, y - 0.4)
        if other != one:
            yield set_line(other, _narrowed(other, small, share), left, y + 3.3 * pen.scale)
        x = left + room * share + gap + spare


def _narrowed(words: str, style: TextStyle, share: float) -> TextStyle:
    """The style narrowed by that share of a line's width."""
    return squeezed(words, style, share * line_width(words, style) + 1e-9, 0.6, LEAST_EM)


def _player(x: float, y: float, radius: float, ink: Ink) -> Iterator[Item]:
    """A counter seen from above."""
    yield Path(circle(x, y, radius) + circle(x, y, radius * 0.82), ink)
    yield Path(circle(x, y, radius * 0.42), ink)


def _clock(x: float, y: float, radius: float, ink: Ink) -> Iterator[Item]:
    yield Path(circle(x, y, radius) + circle(x, y, radius * 0.82), ink)
    hands = segment(x, y - radius * 0.55, x, y) + segment(x, y, x + radius * 0.42, y + radius * 0.26)
    yield Path(hands, stroke=ink, width=radius * 0.18, cap="round")


def _years(x: float, y: float, radius: float, ink: Ink) -> Iterator[Item]:
    """Lines that grow, as a child's height is marked on a post."""
    for at in range(3):
        high = radius * (0.7 + 0.55 * at)
        left = x - radius * 0.8 + at * radius * 0.6
        yield Path(rectangle(Rect(left, y + radius * 0.9 - high, radius * 0.38, high)), ink)


_SIGNS: tuple[Callable[[float, float, float, Ink], Iterator[Item]], ...] = (_player, _clock, _years)


def _rows(pen: BoxPen) -> list[_Row]:
    """What is inside, in the first and in the last language."""
    kit = pen.context.kit
    both = zip(inside(kit, pen.tuck, kit.languages[0]), inside(kit, pen.tuck, kit.languages[-1]), strict=True)
    return [_Row(one.number, one.words, other.words) for one, other in both]


def _contents_height(pen: BoxPen, width: float) -> float:
    """How high the contents are at their usual distance."""
    small = pen.style(2.7, BLACK, "text").size
    said, style = _foot_lines(pen, width), pen.style(SMALL)
    lines = 0.45 * small + style.size * (0.3 + FOOT_STEP * len(said)) if said else 0.0
    code = EAN_HIGH + 2.0 if pen.tuck.ean else 0.0
    return HEAD * pen.scale + STEP * small * len(_rows(pen)) + max(lines, code)


def _contents(pen: BoxPen, box: Rect) -> Iterator[Item]:
    """A heading, a row for each thing inside in two blocks of a language each, then maker, warning and barcode."""
    s, small, head = pen.scale, pen.style(2.7, BLACK, "text"), pen.style(4.2)
    one, other = (
        said(each, "inside") for each in (pen.context.kit.languages[0], pen.context.kit.languages[-1])
    )
    y = box.y + head.size * 0.9
    yield set_line(one, head, box.x, y)
    if other != one:
        yield set_line(other, head, box.right, y, "end")
    y += 1.8 * s
    yield Path(rectangle(Rect(box.x, y, box.width, 0.3)), BLACK)
    rows = _rows(pen)
    foot = _contents_height(pen, box.width) - HEAD * s - STEP * small.size * len(rows)
    step = min(STEP * small.size, (box.bottom - foot - y) / max(len(rows), 1))
    if step < small.size * 1.12:
        raise InputError(
            f"{len(rows)} lines of contents do not fit on the back",
            file=BOX, key="items", hint="name fewer things, or shorten maker and warning",
        )  # fmt: skip
    numbers = TextStyle(pen.context.font("display"), small.size * 1.1)
    column = max((line_width(row.number, numbers) for row in rows if row.number), default=0.0)
    left = box.x + (column + 1.6 * s if column else 0.0)
    half = (box.right - left - 2.0 * s) / 2
    for at, row in enumerate(rows):
        y += step
        if row.number:
            yield set_line(row.number, numbers, box.x + column, y - 0.1 * s, "end")
        alone = row.last == row.first
        with _stated_as(f"items[{at}].text"):
            yield set_line(row.first, squeezed(row.first, small, half * (1 + alone), 0.6, LEAST_EM), left, y)
            if not alone:
                yield set_line(row.last, squeezed(row.last, small, half, 0.6, LEAST_EM), box.right, y, "end")
    yield from _foot(pen, Rect.from_edges(box.x, y + 0.45 * small.size, box.right, box.bottom))


def _foot(pen: BoxPen, box: Rect) -> Iterator[Item]:
    """Whose the game is and what to take care of, under a line; beside it the barcode."""
    lines, style = _foot_lines(pen, box.width), pen.style(SMALL, BLACK, "text")
    if lines or pen.tuck.ean:
        yield Path(rectangle(Rect(box.x, box.y, box.width, 0.15)), BLACK)
    for number, line in enumerate(lines):
        yield set_line(line, style, box.x, box.y + style.size * (1.3 + FOOT_STEP * number))
    if pen.tuck.ean:
        wide = _code_width(box.width)
        place = Rect(box.right - wide, box.bottom - EAN_HIGH, wide, EAN_HIGH)
        with _stated_as("ean"):
            yield from ean(pen.context, pen.tuck.ean, place, CODE_EM)


def _code_width(width: float) -> float:
    return min(EAN_WIDE, max(EAN_LEAST, 0.5 * width))


def _foot_lines(pen: BoxPen, width: float) -> Sequence[str]:
    """What maker and warning say, in lines; languages one under the other."""
    kit, style = pen.context.kit, pen.style(SMALL, BLACK, "text")
    room = width - (_code_width(width) + 2.0 if pen.tuck.ean else 0.0)
    lines: list[str] = []
    for name, key in (("maker", pen.tuck.maker), ("warning", pen.tuck.warning)):
        if not key:
            continue
        texts = {
            language: pen.context.text(language, key) for language in (kit.languages[0], kit.languages[-1])
        }
        together = "  ".join(dict.fromkeys(texts.values()))
        if line_width(together, style) <= room:
            lines.append(together)
            continue
        with _stated_as(name):
            lines += [line for code, text in texts.items() for line in break_lines(text, style, room, code)]
    return lines
