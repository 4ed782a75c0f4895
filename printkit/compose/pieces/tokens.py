"""Draws the sides of tokens and standees."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from printkit.compose.faces.context import Choices, FaceContext
from printkit.compose.faces.signs import trigram
from printkit.compose.pieces.carving import arc, smooth, stroke
from printkit.compose.pieces.figures import FIGURES, figure_items
from printkit.compose.pieces.glyphs import disc_items, piece_items
from printkit.compose.pieces.standees import feet_items, foot_depth, foot_marks, footprint_items
from printkit.compose.pieces.strips import strip_items
from printkit.compose.text.typesetting import (
    TextStyle,
    fit_line,
    ink_center_line,
    line_ink_box,
    line_width,
    set_line,
)
from printkit.geometry import Affine, Outline, Rect
from printkit.kit.art import art_of, art_source
from printkit.kit.model import Card, Kit
from printkit.kit.text import Names
from printkit.kit.tokens import Token, TokenFace
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Group, Item, Path, Scene
from printkit.scene.shapes import circle

__all__ = ["caption_items", "compose_token", "token_height"]

# More notches than this would run into one another; so many rays are round a sign.
MOST_NOTCHES, RAYS = 60, 24
# Paper between the cut and the drawing: a print a little off its place does not show.
RIM = 1.0
# Of a small counter: paper round its disc, mm; a ring's width, a cut's length and width, and from cut to cut, in radii.
DISC_RIM, RING, LONG, WIDE, PITCH = 0.5, 0.16, 1.15, 0.17, 0.34
# Below pieces of a kind, outside the cut, for those who sort them: how far down their name and the strokes beside it
# stand, its em in one language and in two, how far it may reach beyond a narrow piece, and the room and width of the
# strokes; mm.
CAPTION, STROKES, CAPTION_EM, BEYOND, BESIDE, THICK = 3.7, 2.6, (3.3, 2.8), 1.7, 1.6, 0.55
LEAST_EM = 2.3


class _Face(NamedTuple):
    """One side in the making: its middle and radius in mm, the ink beside black, and whether ink is saved."""

    context: FaceContext
    face: TokenFace
    x: float
    y: float
    radius: float
    ink: Ink
    low: bool

    @property
    def ground(self) -> Ink:
        """What light is cut from."""
        return PAPER if self.low else BLACK

    @property
    def light(self) -> Ink:
        """The cuts."""
        return BLACK if self.low else PAPER


def token_height(token: Token) -> float:
    """How long the token is on paper: a standee is folded from a strip of two sides and two feet."""
    heights = {"standee": 2 * (token.height + foot_depth(token)), "strip": token.height}
    return heights.get(token.shape, token.size)


def compose_token(kit: Kit, token: Token, side: str, choices: Choices) -> Scene:
    """One side of a token, or a standee's whole strip; the trim is what is cut out."""
    card = Card(token.id, "token", "tokens", 0, {})
    context = FaceContext(kit, kit.size(choices.size), card, choices)
    low = choices.ink == "low"
    height = token_height(token)
    if token.shape == "square":
        items = list(_square(context, token, side, low))
    elif token.shape == "strip":
        items = list(strip_items(context, token, side, low))
    elif token.shape == "round":
        face = token.front if side == "front" else token.back
        place = _Face(
            context, face, token.size / 2, token.size / 2, token.size / 2, context.colour(face.ink), low
        )
        items = _MOTIFS[face.motif](place)
    else:
        upright = Rect(0.0, foot_depth(token) + token.height, token.size, token.height)
        turn = Affine.rotation(180, (token.size / 2, height / 2))
        items = _standing(context, token, token.front, upright, low)
        items.append(Group(tuple(_standing(context, token, token.back, upright, low)), turn))
    return Scene(f"{token.id}-{side}", token.size, height, 0.0, tuple(items))


def _square(context: FaceContext, token: Token, side: str, low: bool) -> Iterable[Item]:
    face = token.front if side == "front" else token.back
    box = Rect(0.0, 0.0, token.size, token.size)
    return piece_items(context.kit, face.glyph, box, context.colour(face.ink), low=low)


def caption_items(kit: Kit, token: Token, side: str, row: Rect) -> Iterator[Item]:
    """What a row of equal pieces is called, below its middle: what this side of them shows; strokes reach to its ends.

    A token that has no name has nothing below it.
    """
    face = token.front if side == "front" else token.back
    name = " ".join(kit.in_two(token.caption)).strip() if token.caption else ""
    if token.shape == "square":
        code = token.piece[:-1] + face.glyph
        name = " ".join(Names(kit, each).plain(code) for each in kit.languages)
    if not name:
        return
    style = TextStyle(kit.fonts["text"], CAPTION_EM[len(kit.languages) > 1], tracking=0.0)
    fitted = fit_line(name, style, row.width + 2 * BEYOND, 0.6)
    x, half = row.center[0], line_width(name, fitted) / 2 + BESIDE
    yield set_line(name, fitted, x, row.bottom + CAPTION, "middle")
    long = row.width / 2 - half
    for way in (-1, 1) if long > 2 * BESIDE else ():
        points = [(x + way * (half + long * step / 8), row.bottom + STROKES) for step in range(9)]
        yield Path(stroke(points, THICK, 0.4), BLACK, even_odd=False)


def _glyph(face: _Face) -> list[Item]:
    """The piece that is nobody's."""
    return disc_items(
        face.context.kit, face.face.glyph, (face.x, face.y), face.radius, face.ink, low=face.low
    )


def _disc(face: _Face) -> list[Item]:
    """The counter's body: black up to the rim, with little ink its edge."""
    outer = face.radius - RIM
    if face.low:
        outline = circle(face.x, face.y, outer) + circle(face.x, face.y, outer - 0.5)
        return [Path(outline, BLACK)]
    return [Path(circle(face.x, face.y, outer), BLACK)]


def _ring(face: _Face, outer: float, width: float, ink: Ink) -> Item:
    """A ring; `outer` and `width` in parts of the radius."""
    radius = face.radius * outer
    return Path(circle(face.x, face.y, radius) + circle(face.x, face.y, radius - face.radius * width), ink)


def _whirl(face: _Face) -> list[Item]:
    """A counter with a ring, and in it a whirl of arms that grow towards the edge."""
    light, coloured = _arms(face.x, face.y, face.radius)
    return [
        *_disc(face),
        _ring(face, 0.84, 0.075, face.ink),
        Path(light, face.light, even_odd=False),
        Path(coloured, face.ink, even_odd=False),
        Path(circle(face.x, face.y, face.radius * 0.1), face.light),
    ]


# Every picture of a table has a token, and is drawn often until it fits its page.
@lru_cache(maxsize=16)
def _arms(x: float, y: float, whole: float) -> tuple[Outline, Outline]:
    """The arms of a whirl of that radius, and every third of them apart."""
    arms = 9
    strokes: list[Outline] = []
    coloured: list[Outline] = []
    for arm in range(arms):
        start = 360 / arms * arm
        points = []
        for step in range(13):
            t = step / 12
            radius = whole * (0.20 + 0.49 * t)
            angle = math.radians(start + 150 * t**0.8)
            points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
        (coloured if arm % 3 == 2 else strokes).append(stroke(points, whole * 0.105, 1.3))
    return _joined(strokes), _joined(coloured)


def _ripple(face: _Face) -> list[Item]:
    """The other side: paper, and rings that spread where the counter fell into the water."""
    radius = face.radius - RIM
    items: list[Item] = [Path(circle(face.x, face.y, radius) + circle(face.x, face.y, radius - 0.95), BLACK)]
    black: list[Outline] = []
    coloured: list[Outline] = []
    for number, share in enumerate((0.22, 0.38, 0.54, 0.70)):
        start = number * 137.5
        for piece, sweep in enumerate((150.0, 118.0, 62.0)):
            points = arc(face.x, face.y, face.radius * share, start, start + sweep, 15)
            (coloured if (number + piece) % 4 == 1 else black).append(
                stroke(points, face.radius * (0.085 - 0.008 * number), 0.6)
            )
            start += sweep + 10.0
    items.append(Path(_joined(black), BLACK, even_odd=False))
    items.append(Path(_joined(coloured), face.ink, even_odd=False))
    items.append(Path(circle(face.x, face.y, face.radius * 0.085), BLACK))
    return items


def _figure(face: _Face) -> list[Item]:
    """A number cut out of the disc; the ring carries it as a count of notches: none for 0 and for what is too many.

    Round a sign they are rays.
    """
    items = [*_disc(face), _ring(face, 0.85, 0.1, face.ink)]
    decimal = face.face.figure.isdecimal()
    count = int(face.face.figure) if decimal else RAYS
    count = count if not decimal or count <= MOST_NOTCHES else 0
    for notch in range(count):
        angle = math.radians(360 / count * notch - 90)
        points = [
            (face.x + face.radius * r * math.cos(angle), face.y + face.radius * r * math.sin(angle))
            for r in (0.71, 0.74, 0.77, 0.80, 0.83, 0.86, 0.89)
        ]
        items.append(Path(stroke(points, face.radius * 0.12, 0.8), face.ground))
    style = TextStyle(
        face.context.font("display"), face.radius * (0.95 if count < 10 or not decimal else 0.82), face.light
    )
    box = line_ink_box(set_line(face.face.figure, style, 0.0, 0.0))
    items.append(ink_center_line(face.face.figure, style, face.x, face.y - box.center[1]))
    return items


def _start(upper: bool) -> Callable[[_Face], list[Item]]:
    def draw(face: _Face) -> list[Item]:
        """The trigram the token began in, and its name in both languages."""
        radius = face.radius - RIM
        items: list[Item] = [
            Path(circle(face.x, face.y, radius) + circle(face.x, face.y, radius - 0.95), BLACK),
            _ring(face, 0.79, 0.055, face.ink),
        ]
        sign = trigram(upper, face.radius * 0.62, face.radius * 0.56, BLACK)
        items.append(sign.at(face.x - sign.width / 2, face.y - face.radius * 0.27))
        languages = face.context.kit.languages[:2] if face.face.text else ()
        for language, em, down in zip(languages, (0.29, 0.235), (0.37, 0.61), strict=False):
            size = max(LEAST_EM, face.radius * em)
            style = TextStyle(face.context.font("display"), size, tracking=0.0)
            text = face.context.text(language, face.face.text)
            fitted = fit_line(text, style, face.radius * 1.15, 0.7)
            items.append(set_line(text, fitted, face.x, face.y + face.radius * down, "middle"))
        return items

    return draw


def _stones(face: _Face) -> list[Item]:
    """On a round token the stones stand inside the ring."""
    side = face.radius * 1.05
    box = Rect(face.x - side / 2, face.y - side * 0.6, side, side * 1.15)
    return [_ring(face, 0.92, 0.06, BLACK), *_cairn(box, face.ink, face.low)]


def _art(face: _Face) -> list[Item]:
    """The kit's own art, as wide as the counter."""
    context = face.context
    art = art_of(art_source(context.kit, face.face.art, context.choices.ink))
    scale = 2 * face.radius / art.view.width
    x, y = art.view.center
    place = Affine(scale, 0.0, 0.0, scale, face.x - scale * x, face.y - scale * y)
    return [Group(art.items, place, layer="art")]


def _standing(context: FaceContext, token: Token, face: TokenFace, box: Rect, low: bool) -> list[Item]:
    """One side of a standee: its motif upright over the water, in a frame that forgives the fold."""
    ink = context.colour(face.ink)
    if face.motif == "footprint" and token.foot is not None:
        style = TextStyle(context.font("display"), 1.0, tracking=0.0)
        sign = footprint_items(token.foot, face.figure, box.center, 0.72 * box.width, ink, style, low=low)
        return [*sign, *feet_items(token, box, ink, low=low)]
    if face.motif in FIGURES and token.foot is not None:
        style = TextStyle(context.font("display"), 1.0, tracking=0.0)
        who = figure_items((face.motif, token.foot, face.figure), box, ink, style, low=low)
        return [
            *who,
            *feet_items(token, box, ink, low=low),
            *foot_marks(token, face.figure, box, ink, style, low=low),
        ]
    if face.motif == "stones":
        inner = Rect(box.x + 2.0, box.y + 1.5, box.width - 4.0, box.height - 3.0)
        return _cairn(inner, ink, low)
    radius = min(box.width, box.height) / 2
    return _MOTIFS[face.motif](_Face(context, face, *box.center, radius, ink, low))


# The stones from below: middle and half axes in parts of the box, and how they lean in degrees.
_PILE = (
    (0.50, 0.788, 0.49, 0.124, -1.5),
    (0.46, 0.546, 0.37, 0.107, 3.0),
    (0.53, 0.336, 0.26, 0.090, -5.0),
    (0.49, 0.158, 0.15, 0.074, 7.0),
)


def _cairn(box: Rect, ink: Ink, low: bool) -> list[Item]:
    """Four river stones on one another, the third in colour, rings of water at their foot."""
    items: list[Item] = []
    for number, share in enumerate((0.5, 0.42, 0.3)):
        y = box.y + box.height * (0.94 + 0.025 * number)
        half = box.width * share
        lines = (
            ((-half, -half * 0.12), (half * 0.08, half * 0.93))
            if number % 2
            else ((-half * 0.97, half * 0.97),)
        )
        for start, end in lines:
            points = [(box.center[0] + start + (end - start) * step / 8, y) for step in range(9)]
            items.append(Path(stroke(points, box.height * 0.021, 0.8), ink if number == 1 else BLACK))
    for number, (x, y, rx, ry, lean) in enumerate(_PILE):
        middle = box.x + box.width * x, box.y + box.height * y
        turn = Affine.rotation(lean, middle)
        rx, ry = box.width * rx, box.height * ry
        stone = _stone(middle, rx, ry).moved_by(turn)
        fill = ink if number == 2 else BLACK
        if low:
            hollow = _stone(middle, rx - 0.42, ry - 0.42).moved_by(turn)
            items.append(Path(stone + hollow, fill))
        else:
            items.append(Path(stone, fill))
        cuts = _joined(_grain(middle, rx, ry)).moved_by(turn)
        items.append(Path(cuts, fill if low else PAPER, even_odd=False))
    return items


def _stone(middle: tuple[float, float], rx: float, ry: float) -> Outline:
    """A pebble: rounder than a box, squarer than an egg, a little heavier on the right."""
    points = []
    for step in range(16):
        angle = 2 * math.pi * step / 16
        cos, sin = math.cos(angle), math.sin(angle)
        reach = (abs(cos) ** 2.6 + abs(sin) ** 2.6) ** (-1 / 2.6)
        heavy = 1 + 0.05 * math.sin(angle + 0.6)
        points.append((middle[0] + rx * reach * cos * heavy, middle[1] + ry * reach * sin * heavy))
    return smooth(points, closed=True)


def _grain(middle: tuple[float, float], rx: float, ry: float) -> Iterable[Outline]:
    """Light along the upper left of a stone."""
    for share, start, end, thick in ((0.74, 188, 262, 0.17), (0.5, 196, 292, 0.15), (0.24, 205, 330, 0.12)):
        points = []
        for step in range(11):
            angle = math.radians(start + (end - start) * step / 10)
            points.append(
                (middle[0] + rx * (share + 0.06) * math.cos(angle), middle[1] + ry * share * math.sin(angle))
            )
        yield stroke(points, max(0.4, ry * thick), 0.6)


def _cut_disc(
    middle: tuple[float, float], radius: float, count: int, ink: Ink, *, raised: bool, low: bool
) -> list[Item]:
    """A disc with slanting cuts of paper; `raised` or with little ink they are ink within a ring, with both in two."""
    x, y = middle
    outer = radius - DISC_RIM
    cuts = _joined(_cuts(x, y, outer, count))
    if not raised and not low:
        return [Path(circle(x, y, outer), ink), Path(cuts, PAPER, even_odd=False)]
    ring = RING * outer * (0.6 if low else 1.0)
    rings = circle(x, y, outer) + circle(x, y, outer - ring)
    if raised and low:
        rings += circle(x, y, outer - 2 * ring) + circle(x, y, outer - 3 * ring)
    return [Path(rings, ink), Path(cuts, ink, even_odd=False)]


def _cuts(x: float, y: float, radius: float, count: int) -> Iterator[Outline]:
    """Tapered cuts side by side, cut by one wind."""
    for at in range(count):
        aside = (at - (count - 1) / 2) * PITCH * radius
        half = LONG * radius * (1 - 0.5 * (aside / radius) ** 2) / 2
        line = [(x + aside + 0.35 * half * step / 4, y - half * step / 4) for step in range(4, -5, -1)]
        yield stroke(line, WIDE * radius, 0.55)


def _joined(strokes: Iterable[Outline]) -> Outline:
    outlines = tuple(strokes)
    return Outline(
        "".join(outline.commands for outline in outlines),
        tuple(value for outline in outlines for value in outline.coordinates),
    )


def _counter(*, raised: bool) -> Callable[[_Face], list[Item]]:
    def draw(face: _Face) -> list[Item]:
        """A counter of its owner's ink and number."""
        count = int(face.face.figure)
        return _cut_disc((face.x, face.y), face.radius, count, face.ink, raised=raised, low=face.low)

    return draw


_MOTIFS: dict[str, Callable[[_Face], list[Item]]] = {
    "whirl": _whirl,
    "ripple": _ripple,
    "figure": _figure,
    "upper": _start(True),
    "lower": _start(False),
    "stones": _stones,
    "art": _art,
    "glyph": _glyph,
    "cuts": _counter(raised=False),
    "raised-cuts": _counter(raised=True),
}
