"""Draws what happens in steps: a row of small pictures of a kit's own things, each with its words below it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import fsum
from typing import NamedTuple

from printkit.compose.boards.squares import square_items
from printkit.compose.boards.stones import Stone, stone_items
from printkit.compose.books.page_blocks import Picture, elastic
from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import compose_face
from printkit.compose.faces.race_blocks import THINGS
from printkit.compose.faces.signs import Sign, beside
from printkit.compose.pieces.carving import stroke
from printkit.compose.pieces.figures import FIGURES, figure_items
from printkit.compose.pieces.glyphs import piece_items, seal_items
from printkit.compose.pieces.standees import pawn_of, seat_items, standee_folds, standee_outline
from printkit.compose.pieces.sticks import throw_tablet
from printkit.compose.pieces.tokens import compose_token
from printkit.compose.table.small import thumbnail
from printkit.compose.text.titles import shrunk
from printkit.compose.text.typesetting import TextStyle, ink_center_line, line_width, set_line
from printkit.errors import InputError, nearest_hint
from printkit.geometry import Affine, Outline, Rect
from printkit.kit.art import art_of, art_source
from printkit.kit.board import KINDS
from printkit.kit.leaflets import LEAFLETS, Strip, load_strips, strip_words
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path, Use
from printkit.scene.shapes import polygon, polyline, rectangle, rounded_rectangle, segment

__all__ = ["Legend", "find_legend", "strip_picture"]

# A thing is drawn so high and scaled to the room; between things, and between several of one kind.
HIGH, GAP, CLOSE = 12.0, 1.9, 0.7
# How high the room of the pictures is at least and at most, and how much larger they are drawn; what is free above them
# and at the sides of a step.
LEAST, MOST, LARGEST, ABOVE, SIDE = 9.0, 17.0, 1.25, 2.2, 2.3
# In a book they may be larger still, where their steps have the width for it.
BOOKED, AROUND = 1.8, 2.0
# Things are never drawn smaller than this share of their size; in no step so many times as large as in another.
SMALLEST, UNLIKE = 0.5, 1.25
# The frame's line and corner, how far its bars bend forward, and what lies between two rows.
LINE, CORNER, BEND, ROWS = 0.7, 0.8, 1.9, 1.8
# The words of a step: the em of its number and name, of what is said below them, and the room of each line.
NUMBER, NAME, SAID, NAMED, TOLD = 4.2, 3.0, 2.45, 6.2, 3.5
# More sticks are in no kit.
MOST_STICKS = 12
# What a row holds at most, and the least width of a step.
ACROSS, NARROW = 5, 24.0
# A step of a row that is not even is wanted at least as wide as this share of all alike.
NARROWEST = 0.7
# A figure's em, a stone's radius and em, a throw's height, a square's side, and how much larger than on their list is
# what cards bring.
FIGURE, STONE, DIGITS, THROWN, SQUARE, LARGER = 6.6, 3.7, 4.9, 9.0, 9.6, 1.3
# A legend below pieces: how much larger it is than in a book, in one language or two, and what is free around it, mm.
LEGEND, IN_TWO, BELOW = 1.5, 1.1, 4.0
# How long the strip of a standee is, in heights.
FLAT = 2.1
# A card in small: its width for its height, its seal in its width, the em of its number, how much larger its back is.
CARD, SEAL, COST, BACK = 0.64, 0.9, 4.6, 1.3
# The side of a piece, and how high tokens are: those of several kinds, and those that have a name on their sheet; how
# long is what lies, mm.
PIECE, TOKEN, NAMED_TOKEN, LYING = 0.76, 0.46, 0.72, 23.0


class _Pen(NamedTuple):
    """Whose things are drawn, in which language, and how."""

    kit: Kit
    language: str
    choices: Choices

    @property
    def low(self) -> bool:
        return self.choices.ink == "low"


_Draw = Callable[[_Pen, str], Sign]


def strip_picture(
    kit: Kit, language: str, choices: Choices, strip: Strip, width: float, *, even: bool = True
) -> Picture:
    """All steps in rows of one length; where a page has room its pictures are higher.

    Steps are as wide as one another, as in books, or in one row that is not `even` wider where they show more.
    """
    told = strip_words(kit, language, strip)
    pen = _Pen(kit, language, choices)
    signs = [_step(pen, step) for step in strip.steps]
    bend = BEND if strip.ordered else 0.0
    across = _across(pen, strip, [sign.width for sign in signs], width)
    rows = -(-len(signs) // across)
    wide = [width / across] * len(signs)
    spoken = _told(pen, told, strip.ordered, wide)
    if rows == 1 and not even:
        own = _widths([sign.width for sign in signs], width, 2 * SIDE + bend)
        # No wider pictures for smaller words.
        if (other := _told(pen, told, strip.ordered, own)) >= spoken:
            wide, spoken = own, other
    said = NAMED + (TOLD if any(below for _, below in told) else 0.0)
    free = [each - 2 * SIDE - bend for each in wide]
    largest = BOOKED if even else LARGEST

    def scales(high: float) -> list[float]:
        own = [min(here / sign.width, high / HIGH, largest) for sign, here in zip(signs, free, strict=True)]
        return [min(each, UNLIKE * min(own)) for each in own]

    def draw(high: float) -> Picture:
        items: list[Item] = []
        row = ABOVE + high + said
        for at, (sign, words, scale) in enumerate(zip(signs, told, scales(high), strict=True)):
            x = fsum(wide[at // across * across : at])
            cell = Rect(x, at // across * (row + ROWS), wide[at], row)
            # The bar before it bends into a step that follows another.
            left = cell.x + SIDE + (bend if at % across else 0.0)
            room = Rect(left, cell.y + ABOVE, free[at], high)
            items += _placed(sign, room, scale)
            foot = cell.y + ABOVE + high
            number = str(at + 1) if strip.ordered else ""
            items += _named(number, words, cell._replace(y=foot, height=said), spoken)
        for at in range(rows):
            own = wide[at * across : (at + 1) * across]
            items += _frame(Rect(0.0, at * (row + ROWS), fsum(own), row), own, bend)
        height = rows * (row + ROWS) - ROWS + LINE
        return Picture(width, height, tuple(items), "; ".join(" ".join(each).strip() for each in told))

    return elastic(draw, LEAST, max(MOST, HIGH * max(scales(HIGH * largest)) + AROUND))


def _widths(shown: Sequence[float], width: float, around: float) -> list[float]:
    """How wide each step is: as what it shows, but none so narrow that its words have no room."""
    wanted = [max(each + around, NARROWEST * width / len(shown)) for each in shown]
    return [each * width / fsum(wanted) for each in wanted]


def _across(pen: _Pen, strip: Strip, widths: Sequence[float], width: float) -> int:
    """How many steps stand in a row: as many as fit without being drawn too small."""
    most = max(1, min(ACROSS, int(width // NARROW), len(widths)))
    for rows in range(-(-len(widths) // most), len(widths) + 1):
        across = -(-len(widths) // rows)
        if max(widths) * SMALLEST <= width / across - 2 * SIDE - (BEND if strip.ordered else 0.0):
            return across
    at = max(range(len(widths)), key=widths.__getitem__)
    message = f"{' '.join(strip.steps[at])} is {widths[at]:.0f} mm wide, {width - 2 * SIDE:.0f} mm are free"
    raise _refused(pen, message, f"show less of it; things are not drawn below {SMALLEST:.0%}")


def _placed(sign: Sign, room: Rect, scale: float) -> Iterator[Item]:
    """A sign in the middle of its room, so large."""
    x, y = room.center
    yield Group(sign.items, Affine(scale, 0.0, 0.0, scale, round(x - scale * sign.width / 2, 4), round(y, 4)))


class Legend(NamedTuple):
    """What to do with pieces, once a language below them on their sheet, so many times as large as in a book."""

    pictures: Sequence[Picture]
    large: float = LEGEND

    @property
    def height(self) -> float:
        """How much room it needs at least, mm."""
        return (
            fsum(self.large * each.height + BELOW for each in self.pictures) + BELOW if self.pictures else 0.0
        )

    def and_then(self, other: Legend) -> Legend:
        """Both, one below the other."""
        return other._replace(pictures=[*self.pictures, *other.pictures])

    def items(self, room: Rect) -> Iterator[Item]:
        """The legend from the top of its room, as large as fits; of what has no room nothing."""
        y = room.y + BELOW
        for left, drawn in zip(range(len(self.pictures), 0, -1), self.pictures, strict=True):
            high = ((room.bottom - y) / left - BELOW) / self.large
            if drawn.height > high:
                return
            shown = drawn.grow.draw(min(high, drawn.grow.most)) if drawn.grow else drawn
            yield Group(shown.items, Affine(self.large, 0.0, 0.0, self.large, room.x, round(y, 4)))
            y += self.large * shown.height + BELOW


def find_legend(kit: Kit, languages: Sequence[str], choices: Choices, name: str, width: float) -> Legend:
    """The legend that a kit's strip of that name makes, so wide; an empty one where the kit has none."""
    strip = load_strips(kit).get(name)
    shown = languages if strip else ()
    large = LEGEND if len(languages) < 2 else IN_TWO
    drawn = [strip_picture(kit, each, choices, strip, width / large, even=False) for each in shown if strip]
    return Legend(drawn, large)


class _Told(NamedTuple):
    """The type of a strip: its fonts, and the ems in which all names and all that is below them fit."""

    display: str
    text: str
    name: float
    said: float

    def figure(self) -> TextStyle:
        return TextStyle(self.display, NUMBER * self.name / NAME, tracking=0.0)

    def before(self, number: str) -> float:
        """The room of a step's number."""
        return line_width(number, self.figure()) + 1.2 if number else 0.0


def _told(pen: _Pen, told: Sequence[tuple[str, str]], ordered: bool, widths: Sequence[float]) -> _Told:
    """Steps of these widths speak in one size: that in which the longest has room."""
    display, text = pen.kit.fonts["display"], pen.kit.fonts["text"]
    full = _Told(display, text, NAME, SAID)
    small = TextStyle(text, SAID, tracking=0.0)
    widths = [width - 2 * SIDE for width in widths]
    rooms = [width - full.before(str(at) if ordered else "") for at, width in enumerate(widths, 1)]
    names = (
        shrunk(name, TextStyle(text, NAME, tracking=0.0), room)
        for (name, _), room in zip(told, rooms, strict=True)
    )
    said = (
        shrunk(below, small, width + 1.0).size
        for (_, below), width in zip(told, widths, strict=True)
        if below
    )
    return full._replace(name=min(each.size for each in names), said=min(said, default=SAID))


def _named(number: str, words: tuple[str, str], box: Rect, told: _Told) -> Iterator[Item]:
    """The number and name of a step in the middle, and what is said below them."""
    name, below = words
    before, style = told.before(number), TextStyle(told.text, told.name, tracking=0.0)
    x = box.center[0] - (before + line_width(name, style)) / 2
    if number:
        yield set_line(number, told.figure(), x, box.y + 4.6)
    yield set_line(name, style, x + before, box.y + 4.4)
    if below:
        small = TextStyle(told.text, told.said, tracking=0.0)
        yield set_line(below, small, box.center[0], box.y + 8.0, "middle")


def _frame(box: Rect, widths: Sequence[float], bend: float) -> Iterator[Item]:
    """A frame with a bar between two steps, which bends forward where one follows the other."""
    yield Path(rounded_rectangle(box.grown(-LINE / 2), CORNER), stroke=BLACK, width=LINE)
    for at in range(1, len(widths)):
        x, top, foot, middle = box.x + fsum(widths[:at]), box.y, box.bottom, box.center[1]
        half = LINE / 2
        points = (
            (x - half, top), (x + half, top), (x + half + bend, middle), (x + half, foot), (x - half, foot),
            (x - half + bend, middle),
        )  # fmt: skip
        yield Path(polygon(points), BLACK)


# ── what a step shows ────────────────────────────────────────────────────────────────────────────────────────────────


def _step(pen: _Pen, step: Sequence[str]) -> Sign:
    return beside([_thing(pen, each) for each in step], GAP)


def _thing(pen: _Pen, stated: str) -> Sign:
    """What a word such as `pawn:A`, `coin*3` or `+2` stands for."""
    name, _, count = stated.partition("*")
    kind, _, value = name.partition(":")
    if kind in THINGS and not value:
        sign = _brought(kind, pen.low)
    elif kind in _DRAWN:
        sign = _DRAWN[kind](pen, value)
    elif kind[:1] in "+−×=½0123456789" and not value:
        style = TextStyle(pen.kit.fonts["display"], FIGURE, tracking=0.0)
        wide = line_width(kind, style)
        sign = Sign(wide, HIGH / 2, HIGH / 2, (ink_center_line(kind, style, wide / 2, 0.36 * FIGURE),))
    else:
        raise _refused(
            pen, f"unknown thing {stated!r}", nearest_hint(kind, [*dict.fromkeys((*_DRAWN, *THINGS))])
        )
    return _several(sign, int(count or 1))


def _refused(pen: _Pen, message: str, hint: str = "") -> InputError:
    return InputError(message, file=pen.kit.folder / LEAFLETS, key="strips", hint=hint)


def _several(sign: Sign, count: int) -> Sign:
    """So many of one kind: flat ones one under the other, three to a column, others side by side."""
    if count == 1 or 1.5 * sign.height > sign.width:
        return beside([sign] * count, CLOSE)
    columns = []
    for start in range(0, count, 3):
        here = min(3, count - start)
        pitch = sign.height + CLOSE
        items = tuple(sign.at(0.0, (at - (here - 1) / 2) * pitch) for at in range(here))
        columns.append(Sign(sign.width, HIGH / 2, HIGH / 2, items))
    return beside(columns, CLOSE)


def _brought(name: str, low: bool) -> Sign:
    """What cards bring, as on their list."""
    thing = THINGS[name]  # type: ignore[index]
    drawn = Group(tuple(thing.draw(low)), Affine.scaling(LARGER))
    half = (1.4 if thing.width > 6.0 else 2.4) * LARGER
    return Sign(thing.width * LARGER, half, half, (drawn,))


def _boxed(width: float, items: Sequence[Item]) -> Sign:
    """What is drawn down from (0, 0)."""
    return Sign(width, HIGH / 2, HIGH / 2, (Group(tuple(items), Affine.translation(0.0, -HIGH / 2)),))


def _back(pen: _Pen, value: str) -> Sign:
    """The back of a card by its art, as much of it as is as wide as a card."""
    try:
        art = art_of(art_source(pen.kit, f"{value}.svg", pen.choices.ink))
    except InputError as error:
        raise _refused(pen, f"back:{value} has no picture: {error}") from error
    box = Rect(0.0, 0.0, CARD * HIGH, HIGH)
    scale = BACK * HIGH / art.view.height
    (x, y), middle = art.view.center, box.center
    place = Affine.translation(-x, -y).then(Affine.scaling(scale)).then(Affine.translation(*middle))
    shown = Group((Group(art.items, place, layer="art"),), within=rounded_rectangle(box, 0.5))
    return _boxed(box.width, [shown])


def _face(pen: _Pen, value: str) -> Sign:
    """A whole card in small, by its entry."""
    card = next((each for each in pen.kit.cards if value == each.entry), None)
    if card is None:
        raise _refused(
            pen, f"there is no card {value!r}", nearest_hint(value, {each.entry for each in pen.kit.cards})
        )
    face = compose_face(pen.kit, card, pen.choices)
    slot = Rect(0.0, 0.0, HIGH * face.width / face.height, HIGH)
    return _boxed(slot.width, thumbnail(face, slot))


def _card(pen: _Pen, value: str) -> Sign:
    """A written card in small: `card:b兵1` has its colour, its sign, and the number below it if any."""
    ink = BLACK if value[:1] == "b" else find_ink("red")
    wide = CARD * HIGH
    side = SEAL * wide
    seal = Rect((wide - side) / 2, (wide - side) / 2, side, side)
    style = TextStyle(pen.kit.fonts["display"], COST, ink, tracking=0.0)
    number = value[2:]
    items: list[Item] = [
        Path(rounded_rectangle(Rect(0.0, 0.0, wide, HIGH), 0.5), PAPER),
        Path(rounded_rectangle(Rect(0.0, 0.0, wide, HIGH).grown(-0.12), 0.5), stroke=BLACK, width=0.24),
        *seal_items(pen.kit, value[1], seal, ink, low=pen.low),
    ]
    if number:
        items.append(ink_center_line(number, style, wide / 2, HIGH - 0.85))
    return _boxed(wide, items)


def _piece(pen: _Pen, value: str) -> Sign:
    """A square piece by its colour and sign: `piece:r兵`."""
    box = Rect(0.0, 0.0, PIECE * HIGH, PIECE * HIGH)
    ink = BLACK if value[:1] == "b" else find_ink("red")
    drawn = piece_items(pen.kit, value[1], box, ink, low=pen.low)
    place = Affine.translation(0.0, (1 - PIECE) / 2 * HIGH)
    return _boxed(box.width, [Group(tuple(drawn), place)])


def _pawn(pen: _Pen, value: str) -> Sign:
    """A standee as it stands on the table."""
    token = pawn_of(pen.kit, value)
    if token is None or token.front.motif not in FIGURES:
        raise _refused(pen, f"there is no standee {value!r}")
    wide = token.size / token.height * HIGH
    style = TextStyle(pen.kit.fonts["display"], 1.0, tracking=0.0)
    who = token.front.motif, token.foot or "round", token.front.figure
    ink, low = pen.kit.inks[token.front.ink], pen.low
    return _boxed(wide, figure_items(who, Rect(0.0, 0.0, wide, HIGH), ink, style, low=low))


def _seat(pen: _Pen, value: str) -> Sign:
    """A player's letter in the shape of the pawns."""
    wide = 0.5 * HIGH
    items = seat_items(pen.kit, value, (wide / 2, 0.0), wide, low=pen.low)
    return Sign(wide, HIGH / 2, HIGH / 2, tuple(items))


def _folded(pen: _Pen, value: str) -> Sign:
    """A standee from its side: both halves glued, and its feet turned outwards."""
    wide = 0.62 * HIGH
    sides = Outline("", ())
    for way in (-1, 1):
        x = wide / 2 + way * 0.3
        sides += polyline(((x, 0.5), (x, HIGH - 1.0), (x + way * (wide / 2 - 0.6), HIGH - 0.4)))
    return _boxed(wide, [Path(sides, stroke=BLACK, width=0.45, join="round")])


def _flat(pen: _Pen, value: str) -> Sign:
    """The strip a standee is folded from, lying."""
    token = pawn_of(pen.kit, value)
    if token is None:
        raise _refused(pen, f"there is no standee {value!r}")
    scene = compose_token(pen.kit, token, "front", pen.choices)
    scale = FLAT * HIGH / scene.height
    wide, deep = scene.width, scene.height
    folds = [segment(0.0, y, wide, y) for y in standee_folds(token)]
    drawn: tuple[Item, ...] = (
        Use(scene),
        Path(standee_outline(token, Rect(0.0, 0.0, wide, deep)), stroke=BLACK, width=0.4),
        *(Path(fold, stroke=BLACK, width=0.4, dash=(1.6, 1.2)) for fold in folds),
    )
    place = Affine.translation(-wide / 2, 0.0).then(Affine.rotation(-90)).then(Affine.scaling(scale))
    return Sign(scale * deep, scale * wide / 2, scale * wide / 2, (Group(drawn, place),))


def _token(pen: _Pen, value: str) -> Sign:
    name, _, side = value.partition("/")
    token = next((each for each in pen.kit.tokens if each.id == name), None)
    if token is None:
        raise _refused(
            pen, f"there is no token {value!r}", nearest_hint(name, [each.id for each in pen.kit.tokens])
        )
    scene = compose_token(pen.kit, token, side or "front", pen.choices)
    scale = (NAMED_TOKEN if token.caption else TOKEN) * HIGH / scene.height
    edge: tuple[Item, ...] = ()
    if token.shape == "strip":
        scale = LYING / scene.width
        edge = (Path(rectangle(scene.trim), stroke=BLACK, width=0.3 / scale),)
    wide, half = scale * scene.width, scale * scene.height / 2
    place = Affine.scaling(scale).then(Affine.translation(0.0, -half))
    return Sign(wide, half, half, (Group((Use(scene), *edge), place),))


def _throw(pen: _Pen, value: str) -> Sign:
    """Sticks as they fell: `throw:3-5` are three dark ones of five."""
    dark, count = map(int, value.split("-"))
    if not dark <= count <= MOST_STICKS:
        raise _refused(
            pen, f"throw:{value} is no throw", f"dark sides of at most {MOST_STICKS} sticks, as 3-5"
        )
    wide, drawn = throw_tablet(pen.kit, (dark, count), THROWN, low=pen.low, number=dark)
    return Sign(wide, HIGH / 2, HIGH / 2, (Group(tuple(drawn), Affine.translation(0.0, -THROWN / 2)),))


def _square(pen: _Pen, value: str) -> Sign:
    """A square's number on its stone."""
    stone = Stone(int(value), (STONE, 0.0), STONE, DIGITS)
    return Sign(2 * STONE, HIGH / 2, HIGH / 2, tuple(stone_items(pen.kit, [stone], low=pen.low)))


def _ground(pen: _Pen, value: str) -> Sign:
    """A square of a board by its kind, such as the mountain `^`."""
    if value not in KINDS:
        raise _refused(pen, f"unknown kind of square {value!r}", f"one of {' '.join(KINDS)}")
    box = Rect(0.0, 0.0, HIGH, HIGH)
    edge = Path(rectangle(box.grown(-0.2)), stroke=BLACK, width=0.4)
    return _boxed(HIGH, [*square_items(value, box, (0, 0), low=pen.low), edge])


def _arrow(pen: _Pen, value: str) -> Sign:
    """A stroke with a head, to the right; `back` to the left."""
    long, way = 6.2, -1 if value == "back" else 1
    shaft = stroke([(long / 2 + way * (at * 0.55 - 3.0), 0.0) for at in range(9)], 1.15, 0.75)
    tip = long / 2 + way * long / 2
    head = polygon(((tip, 0.0), (tip - way * 2.7, -1.75), (tip - way * 2.1, 0.0), (tip - way * 2.7, 1.75)))
    return Sign(long, HIGH / 2, HIGH / 2, (Path(shaft, BLACK, even_odd=False), Path(head, BLACK)))


def _end(pen: _Pen, value: str, *, dark: bool) -> Sign:
    """Where a race begins or, dark, where it ends, by the text that stands there."""
    if value not in pen.kit.texts[pen.language]:
        raise _refused(pen, f"there is no text {value!r}", "a key of the kit's texts, as board.goal")
    said, solid, edge = pen.kit.text(pen.language, value), dark and not pen.low, 1.2 if dark else 0.6
    box = Rect(0.0, 0.0, SQUARE, SQUARE)
    bare = Path(rectangle(box.grown(-edge / 2)), PAPER, BLACK, edge)
    ink = PAPER if solid else BLACK
    style = shrunk(said, TextStyle(pen.kit.fonts["display"], 5.0, ink, tracking=0.0), SQUARE - 2.0)
    line = ink_center_line(said, style, SQUARE / 2, SQUARE / 2 + 0.33 * style.size)
    place = Affine.translation(0.0, -SQUARE / 2)
    drawn = (Path(rectangle(box), BLACK) if solid else bare, line)
    return Sign(SQUARE, SQUARE / 2, SQUARE / 2, (Group(drawn, place),))


_DRAWN: Mapping[str, _Draw] = {
    "back": _back,
    "face": _face,
    "card": _card,
    "piece": _piece,
    "pawn": _pawn,
    "flat": _flat,
    "folded": _folded,
    "seat": _seat,
    "token": _token,
    "throw": _throw,
    "square": _square,
    "ground": _ground,
    "arrow": _arrow,
    "start": partial(_end, dark=False),
    "goal": partial(_end, dark=True),
}
