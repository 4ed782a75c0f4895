"""Draws the things a step of a strip may show: cards, pieces, pawns, throws, squares and arrows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from typing import NamedTuple

from printkit.compose.boards.squares import square_items
from printkit.compose.boards.stones import Stone, stone_items
from printkit.compose.faces.board_blocks import THINGS
from printkit.compose.faces.bounds import part_of_scene
from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import compose_face
from printkit.compose.faces.signs import Sign, beside, under
from printkit.compose.pieces.carving import stroke
from printkit.compose.pieces.figures import FIGURES, figure_items
from printkit.compose.pieces.glyphs import piece_items
from printkit.compose.pieces.small_cards import CARD, small_card
from printkit.compose.pieces.standees import foot_corners, pawn_of, seat_items, standee_folds, standee_outline
from printkit.compose.pieces.sticks import lying_items, throw_tablet
from printkit.compose.pieces.tokens import compose_token
from printkit.compose.table.pawn_ways import road_piece
from printkit.compose.table.small import thumbnail
from printkit.compose.text.titles import shrunk
from printkit.compose.text.typesetting import TextStyle, ink_center_line, line_width, set_line
from printkit.errors import InputError, nearest_hint
from printkit.geometry import Affine, Rect
from printkit.kit.art import art_of, art_source
from printkit.kit.board import KINDS
from printkit.kit.leaflets import LEAFLETS
from printkit.kit.model import Kit
from printkit.kit.tokens import Counted, Token
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path, Scene, Use
from printkit.scene.shapes import polygon, polyline, rectangle, rounded_rectangle, segment

__all__ = [
    "ARROW",
    "HIGH",
    "NOT",
    "Pen",
    "choices_read",
    "refused",
    "short_stick",
    "stacked_sign",
    "step_sign",
]

HIGH = 12.0
"""How high a thing is drawn; it is scaled to the room."""

# Between things, and between several of one kind; in two rows each thing is so much smaller.
GAP, CLOSE, IN_TWO = 1.9, 0.7, 0.47
# More sticks are in no kit.
MOST_STICKS = 12
# A figure's em, a stone's radius and em, a throw's height, a square's side, and how much larger than on their list is
# what cards bring.
FIGURE, STONE, DIGITS, THROWN, SQUARE, LARGER = 6.6, 3.7, 4.9, 9.0, 9.6, 1.3
FIGURES_BEGIN = "+−×=½0123456789"
# How much larger the back of a card is.
BACK = 1.3
# The thing that leads to the next, and half as wide as it is; what says that its step is not to be done.
ARROW, HEAD, NOT = "arrow", 1.75, "not"
# A choice: how wide it is, its plate and the em of its figure; the em of its words, its bar, and what is between.
CHOICE_WIDE, PLATE_WIDE, PLATE_EM, CHOICE_EM, CHOICE_BAR, CHOICE_AIR = 72.0, 9.0, 10.0, 3.9, 4.2, 1.7
# The side of a piece, and how high tokens are: those of several kinds, and those that have a name on their sheet; how
# long is what lies, mm.
PIECE, TOKEN, NAMED_TOKEN, LYING = 0.76, 0.46, 0.72, 23.0
# How long the strip of a standee is that lies, in heights; its cut and its folds. One that stands: how flat its foot is
# seen. One from its side: its paper, half its width where it is open, how far its feet reach, its next step; and how
# high it is in two steps one below the other.
FLAT, CUT, DASH, SEEN, SHEET, OPEN, FEET, NEXT = 2.1, 0.13, (0.5, 0.4), 0.42, 0.55, 3.1, 2.6, 2.6
UPRIGHT = 0.42
# What a thing is as a counting stick with that sign, how short it is cut for its drawing, and how high it lies, mm.
STICKS: Mapping[str, tuple[Counted, float]] = {
    "rice": ("rice", 23.0),
    "coin": ("coin", 30.0),
    "stick": ("turn", 25.0),
}
SHORT_HIGH = 5.0
# How thick the edge of what is cut out is, most of it inside.
EDGED = 0.5


class Pen(NamedTuple):
    """Whose things are drawn, in which language, and how: what is long lies, or stands `upright`."""

    kit: Kit
    language: str
    choices: Choices
    upright: bool = False

    @property
    def low(self) -> bool:
        return self.choices.ink == "low"


_Draw = Callable[[Pen, str], Sign]


def step_sign(pen: Pen, step: Sequence[str], rows: int = 1) -> Sign:
    """What the words of a step stand for, in one row or two; InputError for one that stands for nothing."""
    things = [_thing(pen, each) for each in step]
    if rows == 1:
        return beside(things, GAP)
    half = -(-len(things) // 2)
    drawn = [beside(each, GAP) for each in (things[:half], things[half:])]
    wide = max(sign.width for sign in drawn)
    items = tuple(
        Group(sign.items, Affine(IN_TWO, 0.0, 0.0, IN_TWO, IN_TWO * (wide - sign.width) / 2, way * HIGH / 4))
        for sign, way in zip(drawn, (-1, 1), strict=True)
    )
    return Sign(IN_TWO * wide, HIGH / 2, HIGH / 2, items)


def stacked_sign(pen: Pen, step: Sequence[str]) -> Sign:
    """What the words of a step stand for, one below the other, arrows downwards; a figure before what it counts."""
    things = []
    figures: list[Sign] = []
    for stated in step:
        sign = _thing(pen, stated)
        if stated[0] in FIGURES_BEGIN:
            figures.append(replace(sign, above=FIGURE / 2, below=FIGURE / 2))
            continue
        if stated == ARROW:
            # An arrow is nothing that a figure counts.
            things += figures
            figures.clear()
            turned = Group(sign.items, Affine.rotation(90).then(Affine.translation(HEAD, -sign.width / 2)))
            sign = Sign(2 * HEAD, sign.width / 2, sign.width / 2, (turned,))
        things.append(beside([*figures, sign], GAP))
        figures.clear()
    whole = reduce(lambda upper, lower: under(upper, lower, GAP), [*things, *figures])
    half = whole.height / 2
    return Sign(whole.width, half, half, (whole.at(0.0, whole.above - half),))


def _thing(pen: Pen, stated: str) -> Sign:
    """What a word such as `pawn:A`, `coin*3` or `+2` stands for."""
    name, _, count = stated.partition("*")
    kind, _, value = name.partition(":")
    if kind in THINGS and not value:
        sign = short_stick(pen, kind) or _brought(kind, pen.low)
    elif kind in _DRAWN:
        sign = _DRAWN[kind](pen, value)
    elif kind[:1] in FIGURES_BEGIN and not value:
        style = TextStyle(pen.kit.fonts["display"], FIGURE, tracking=0.0)
        wide = line_width(kind, style)
        sign = Sign(wide, HIGH / 2, HIGH / 2, (ink_center_line(kind, style, wide / 2, 0.36 * FIGURE),))
    else:
        raise refused(
            pen, f"unknown thing {stated!r}", nearest_hint(kind, [*dict.fromkeys((*_DRAWN, *THINGS))])
        )
    return _several(sign, int(count or 1))


def refused(pen: Pen, message: str, hint: str = "") -> InputError:
    """What is wrong with a strip of the kit."""
    return InputError(message, file=pen.kit.folder / LEAFLETS, key="strips", hint=hint)


def _several(sign: Sign, count: int) -> Sign:
    """So many of one kind: flat ones one under the other, three to a column or five of ten, others side by side."""
    if count == 1 or 1.5 * sign.height > sign.width:
        return beside([sign] * count, CLOSE)
    columns = []
    across, pitch = -(-count // (3 if count < 10 else 5)), sign.height + CLOSE
    down = -(-count // across)
    half = max(HIGH, down * pitch) / 2
    for start in range(0, count, down):
        here = min(down, count - start)
        items = tuple(sign.at(0.0, (at - (here - 1) / 2) * pitch) for at in range(here))
        columns.append(Sign(sign.width, half, half, items))
    return beside(columns, CLOSE)


def short_stick(pen: Pen, name: str) -> Sign | None:
    """A thing as the stick of the kit that counts it: as it is cut out, but shorter."""
    counted, long = STICKS.get(name, ("", 0.0))
    known = [each for each in pen.kit.tokens if counted and each.front.sign == counted]
    if not known:
        return None
    # Of several the one that counts least, wherever the kit names it.
    token = min(known, key=lambda each: int(each.front.figure or 0))
    short = token.model_copy(update={"id": f"{token.id}-short", "size": long})
    scene = compose_token(pen.kit, short, "front", pen.choices)
    return _lain(scene, SHORT_HIGH / scene.height, edge=True)


def _brought(name: str, low: bool) -> Sign:
    """What cards bring, as on their list."""
    thing = THINGS[name]  # type: ignore[index]
    drawn = Group(tuple(thing.draw(low)), Affine.scaling(LARGER))
    half = (1.4 if thing.width > 6.0 else 2.4) * LARGER
    return Sign(thing.width * LARGER, half, half, (drawn,))


def _boxed(width: float, items: Sequence[Item]) -> Sign:
    """What is drawn down from (0, 0)."""
    return Sign(width, HIGH / 2, HIGH / 2, (Group(tuple(items), Affine.translation(0.0, -HIGH / 2)),))


def _back(pen: Pen, value: str) -> Sign:
    """The back of a card by its art, as much of it as is as wide as a card."""
    try:
        art = art_of(art_source(pen.kit, f"{value}.svg", pen.choices.ink))
    except InputError as error:
        raise refused(pen, f"back:{value} has no picture: {error}") from error
    box = Rect(0.0, 0.0, CARD * HIGH, HIGH)
    scale = BACK * HIGH / art.view.height
    (x, y), middle = art.view.center, box.center
    place = Affine.translation(-x, -y).then(Affine.scaling(scale)).then(Affine.translation(*middle))
    shown = Group((Group(art.items, place, layer="art"),), within=rounded_rectangle(box, 0.5))
    return _boxed(box.width, [shown])


def _face(pen: Pen, value: str) -> Sign:
    """A whole card in small, by its entry."""
    card = next((each for each in pen.kit.cards if value == each.entry), None)
    if card is None:
        raise refused(
            pen, f"there is no card {value!r}", nearest_hint(value, {each.entry for each in pen.kit.cards})
        )
    face = compose_face(pen.kit, card, pen.choices)
    if pen.upright and face.width > face.height:
        lying = Rect(0.0, 0.0, HIGH, HIGH * face.height / face.width)
        place = Affine.rotation(-90).then(Affine.translation(0.0, HIGH))
        return _boxed(lying.height, [Group(tuple(thumbnail(face, lying)), place)])
    slot = Rect(0.0, 0.0, HIGH * face.width / face.height, HIGH)
    return _boxed(slot.width, thumbnail(face, slot))


def _card(pen: Pen, value: str) -> Sign:
    """A written card in small: `card:b兵1` has its colour, its sign, and the number below it if any."""
    return _boxed(CARD * HIGH, small_card(pen.kit, value, HIGH, low=pen.low))


def _piece(pen: Pen, value: str) -> Sign:
    """A square piece by its colour and sign: `piece:r兵`."""
    box = Rect(0.0, 0.0, PIECE * HIGH, PIECE * HIGH)
    ink = BLACK if value[:1] == "b" else find_ink("red")
    drawn = piece_items(pen.kit, value[1], box, ink, low=pen.low)
    place = Affine.translation(0.0, (1 - PIECE) / 2 * HIGH)
    return _boxed(box.width, [Group(tuple(drawn), place)])


def _pawn(pen: Pen, value: str) -> Sign:
    """A standee as it stands on the table."""
    token = pawn_of(pen.kit, value)
    if token is None or token.front.motif not in FIGURES:
        raise refused(pen, f"there is no standee {value!r}")
    wide = token.size / token.height * HIGH
    style = TextStyle(pen.kit.fonts["display"], 1.0, tracking=0.0)
    who = token.front.motif, token.foot or "round", token.front.figure
    ink, low = pen.kit.inks[token.front.ink], pen.low
    return _boxed(wide, figure_items(who, Rect(0.0, 0.0, wide, HIGH), ink, style, low=low))


def _seat(pen: Pen, value: str) -> Sign:
    """A player's letter in the shape of the pawns."""
    wide = 0.5 * HIGH
    items = seat_items(pen.kit, value, (wide / 2, 0.0), wide, low=pen.low)
    return Sign(wide, HIGH / 2, HIGH / 2, tuple(items))


def _folded(pen: Pen, value: str) -> Sign:
    """A standee from its side in two steps: folded at its head, its feet turned outwards; and glued, on its feet."""
    wide, between = 2 * (OPEN + FEET + 0.3), _arrow(pen, "")
    scale = UPRIGHT if pen.upright else 1.0
    turn = Affine.rotation(90) if pen.upright else Affine()
    middle = (scale * wide / 2, HIGH / 2 - 0.2) if pen.upright else (wide + NEXT + 0.4, HIGH / 2)
    second = (0.0, HIGH - scale * HIGH) if pen.upright else (wide + 2 * NEXT + 2.2 - OPEN, 0.0)
    small = 0.3 if pen.upright else 0.7
    arrow = Affine.translation(-between.width / 2, 0.0).then(Affine.scaling(small)).then(turn)
    items: list[Item] = [
        Group(tuple(_side(OPEN)), _at(scale, 0.0, 0.0)),
        Group((between.at(0.0, 0.0),), arrow.then(Affine.translation(*middle))),
        Group(tuple(_side(0.35)), _at(scale, *second)),
    ]
    return _boxed(scale * wide if pen.upright else second[0] + wide / 2 + FEET + 0.35, items)


def _at(scale: float, x: float, y: float) -> Affine:
    return Affine(scale, 0.0, 0.0, scale, x, y)


def _side(half: float) -> Iterator[Item]:
    """A standee from its side, so far open at its feet; two sides that are open are pressed together."""
    middle, foot, head = OPEN + FEET + 0.3, HIGH - 0.6, 0.6
    line = (
        (middle - half - FEET, foot), (middle - half, foot), (middle, head), (middle + half, foot),
        (middle + half + FEET, foot),
    )  # fmt: skip
    yield Path(polyline(line), stroke=BLACK, width=SHEET, join="round")
    for way in (-1, 1) if half == OPEN else ():
        x = middle + way * (OPEN + 0.4)
        press = ((x, 4.6), (x + way * 2.4, 3.7), (x + way * 2.4, 5.5))
        yield Path(polygon(press), find_ink("red"))


def _flat(pen: Pen, value: str) -> Sign:
    """The strip a standee is folded from."""
    token = _standee(pen, value)
    scene = compose_token(pen.kit, token, "front", pen.choices)
    long = HIGH if pen.upright else FLAT * HIGH
    scale = long / scene.height
    line, half = CUT / scale, scale * scene.width / 2
    folds = [segment(0.0, y, scene.width, y) for y in standee_folds(token)]
    drawn: tuple[Item, ...] = (
        Use(scene),
        Path(standee_outline(token, scene.trim), stroke=BLACK, width=line),
        *(Path(fold, stroke=BLACK, width=line, dash=(DASH[0] / scale, DASH[1] / scale)) for fold in folds),
    )
    if pen.upright:
        return Sign(2 * half, HIGH / 2, HIGH / 2, (Group(drawn, _at(scale, 0.0, -HIGH / 2)),))
    place = Affine.translation(-scene.width / 2, 0.0).then(Affine.rotation(-90)).then(Affine.scaling(scale))
    return Sign(long, half, half, (Group(drawn, place),))


def _standing(pen: Pen, value: str) -> Sign:
    """A standee that has been folded, on its foot, which is seen from above."""
    token = _standee(pen, value)
    scene = compose_token(pen.kit, token, "front", pen.choices)
    *_, head, fold = standee_folds(token)
    foot = scene.height - fold
    high = fold - head + SEEN * foot
    scale = HIGH / high
    line = CUT / scale
    side, flap = Rect(0.0, head, scene.width, fold - head), Rect(0.0, fold, scene.width, foot)
    corners = [(x, SEEN * y) for x, y in foot_corners(token)]
    drawn: tuple[Item, ...] = (
        Group((part_of_scene(scene, side),), Affine.translation(0.0, -head)),
        Group((part_of_scene(scene, flap),), Affine(1.0, 0.0, 0.0, SEEN, 0.0, fold - head - SEEN * fold)),
        Path(rectangle(side.moved(0.0, -head)), stroke=BLACK, width=line),
        Group((Path(polygon(corners), stroke=BLACK, width=line),), Affine.translation(0.0, fold - head)),
    )
    return _boxed(scale * scene.width, [Group(drawn, Affine.scaling(scale))])


def _standee(pen: Pen, value: str) -> Token:
    token = pawn_of(pen.kit, value)
    if token is None:
        raise refused(pen, f"there is no standee {value!r}")
    return token


def _token(pen: Pen, value: str) -> Sign:
    name, _, side = value.partition("/")
    token = next((each for each in pen.kit.tokens if each.id == name), None)
    if token is None:
        raise refused(
            pen, f"there is no token {value!r}", nearest_hint(name, [each.id for each in pen.kit.tokens])
        )
    scene = compose_token(pen.kit, token, side or "front", pen.choices)
    if token.shape == "strip":
        return _lain(scene, LYING / scene.width, edge=True)
    return _lain(scene, (NAMED_TOKEN if token.caption else TOKEN) * HIGH / scene.height)


def _lain(scene: Scene, scale: float, *, edge: bool = False) -> Sign:
    """One side of a token that lies on the table, and perhaps its cut."""
    wide, half = scale * scene.width, scale * scene.height / 2
    line = EDGED / scale
    cut = (Path(rectangle(scene.trim.grown(-line / 6)), stroke=BLACK, width=line),) if edge else ()
    place = Affine.scaling(scale).then(Affine.translation(0.0, -half))
    return Sign(wide, half, half, (Group((Use(scene), *cut), place),))


def _throw(pen: Pen, value: str) -> Sign:
    """Sticks as they fell: `throw:3-5` are three dark ones of five."""
    dark, count = map(int, value.split("-"))
    if not dark <= count <= MOST_STICKS or not count:
        raise refused(
            pen, f"throw:{value} is no throw", f"dark sides of at most {MOST_STICKS} sticks, as 3-5"
        )
    wide, drawn = throw_tablet(pen.kit, (dark, count), THROWN, low=pen.low, number=dark)
    return Sign(wide, HIGH / 2, HIGH / 2, (Group(tuple(drawn), Affine.translation(0.0, -THROWN / 2)),))


def _road(pen: Pen, value: str) -> Sign:
    """Squares of a road that winds: `road:11-14/A11/B14/11-14` has two pawns, and an arrow of the first."""
    items, box = road_piece(pen.kit, pen.language, value, low=pen.low)
    place = Affine.translation(-box.x, -box.y).then(Affine.scaling(HIGH / box.height))
    return _boxed(HIGH / box.height * box.width, [Group(tuple(items), place)])


def _choice(pen: Pen, value: str) -> Sign:
    """How many sticks fell dark, and how often choices then win, as sticks: `choice:2-5/choice.again=52/choice.keep=0`.

    The better one is dark. The names of the choices are texts of the kit.
    """
    thrown, named = value.partition("-")[0], _choices(pen, value)
    best, low = max(percent for _, percent in named), pen.low
    figure = TextStyle(pen.kit.fonts["display"], PLATE_EM, BLACK if low else PAPER, tracking=0.0)
    plate = Rect(0.0, -HIGH / 2, PLATE_WIDE, HIGH)
    outline = rounded_rectangle(plate.grown(-0.2 if low else 0.0), 0.6)
    items: list[Item] = [
        Path(outline, PAPER, BLACK, 0.4) if low else Path(outline, BLACK),
        ink_center_line(thrown, figure, plate.center[0], 0.36 * PLATE_EM),
    ]
    style = TextStyle(pen.kit.fonts["text"], CHOICE_EM, tracking=0.0)
    left = plate.right + CHOICE_AIR + max(line_width(name, style) for name, _ in named) + CHOICE_AIR
    # As long in all steps of a strip.
    longest = CHOICE_WIDE - left - line_width(_percent(pen, 100), style) - CHOICE_AIR
    for at, (name, percent) in enumerate(named):
        middle = (at + 0.5) * HIGH / len(named) - HIGH / 2
        base = middle + 0.36 * CHOICE_EM
        bar = Rect(left, middle - CHOICE_BAR / 2, longest * percent / 100, CHOICE_BAR)
        items.append(set_line(name, style, plate.right + CHOICE_AIR, base))
        if percent:
            items += lying_items(pen.kit, bar, low=low, dark=percent == best)
        items.append(set_line(_percent(pen, percent), style, bar.right + CHOICE_AIR * bool(percent), base))
    return Sign(CHOICE_WIDE, HIGH / 2, HIGH / 2, tuple(items))


def _choices(pen: Pen, value: str) -> list[tuple[str, float]]:
    """What choices are called, and how often they win, in percent."""
    named = []
    for key, _, percent in (each.partition("=") for each in value.split("/")[1:]):
        if key not in pen.kit.texts[pen.language]:
            raise refused(pen, f"there is no text {key!r}", "what a choice is called, as choice.keep")
        named.append((pen.kit.text(pen.language, key), float(percent)))
    return named


def _percent(pen: Pen, percent: float) -> str:
    return f"{percent:g}%" if pen.language == "ja" else f"{percent:g} %"


def choices_read(pen: Pen, step: Sequence[str]) -> str:
    """What the bars of a step say, for those who cannot see them."""
    return ", ".join(
        f"{name} {_percent(pen, percent)}"
        for thing in step
        if thing.startswith("choice:")
        for name, percent in _choices(pen, thing.partition("*")[0])
    )


def _square(pen: Pen, value: str) -> Sign:
    """A square's number on its stone."""
    stone = Stone(int(value), (STONE, 0.0), STONE, DIGITS)
    return Sign(2 * STONE, HIGH / 2, HIGH / 2, tuple(stone_items(pen.kit, [stone], low=pen.low)))


def _ground(pen: Pen, value: str) -> Sign:
    """A square of a board by its kind, such as the mountain `^`."""
    if value not in KINDS:
        raise refused(pen, f"unknown kind of square {value!r}", f"one of {' '.join(KINDS)}")
    box = Rect(0.0, 0.0, HIGH, HIGH)
    edge = Path(rectangle(box.grown(-0.2)), stroke=BLACK, width=0.4)
    return _boxed(HIGH, [*square_items(value, box, (0, 0), low=pen.low), edge])


def _arrow(pen: Pen, value: str) -> Sign:
    """A stroke with a head, to the right; `back` to the left."""
    long, way = 6.2, -1 if value == "back" else 1
    shaft = stroke([(long / 2 + way * (at * 0.55 - 3.0), 0.0) for at in range(9)], 1.15, 0.75)
    tip = long / 2 + way * long / 2
    head = polygon(((tip, 0.0), (tip - way * 2.7, -1.75), (tip - way * 2.1, 0.0), (tip - way * 2.7, 1.75)))
    return Sign(long, HIGH / 2, HIGH / 2, (Path(shaft, BLACK, even_odd=False), Path(head, BLACK)))


def _end(pen: Pen, value: str, *, dark: bool) -> Sign:
    """Where a race begins or, dark, where it ends, by the text that stands there."""
    if value not in pen.kit.texts[pen.language]:
        raise refused(pen, f"there is no text {value!r}", "a key of the kit's texts, as board.goal")
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
    "standing": _standing,
    "token": _token,
    "throw": _throw,
    "choice": _choice,
    "road": _road,
    "square": _square,
    "ground": _ground,
    ARROW: _arrow,
    "start": partial(_end, dark=False),
    "goal": partial(_end, dark=True),
}
