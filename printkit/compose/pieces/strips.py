"""Draws the sides of strips: counting sticks, and tracks and reminders, which have their own modules."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from printkit.compose.faces.context import FaceContext
from printkit.compose.pieces.carving import arc, stroke
from printkit.compose.pieces.reminders import INSIDE, reminder_items
from printkit.compose.pieces.tracks import octagon, track_items
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line
from printkit.geometry import Outline, Rect
from printkit.kit.tokens import Token, TokenFace
from printkit.scene.inks import BLACK, PAPER, Ink, find_ink
from printkit.scene.model import Item, Path
from printkit.scene.shapes import circle, polygon, polyline, rectangle

__all__ = ["strip_items"]

# Paper between the cut and the drawing, less round a stick with a sign: neighbours on a sheet share their cut.
RIM, SIGNED_RIM = 1.0, 0.75
# A counting stick: the corners cut off, its edge line, a notch's width and depth, where its band ends, its figure,
# in mm and in its height at most.
CORNER, EDGE, NOTCH, DEEP, BARE, FIGURE_EM, FIGURE_HIGH = 0.9, 0.4, 2.6, 1.3, 11.0, 4.6, 0.92
# More notches than this are slanting cuts, so long and so thick, in the band's two ends, which are so long.
MOST_NOTCHES, CUT_LONG, CUT_THICK, ENDS = 4, 4.2, 0.85, 15.0
# A stick without ink is paper but for the dark behind its figure, so wide, and its ends, so long; how far the dark of
# one with ears is from its edges; its figure; mm.
BODY, END, AIR, SMALL_EM = 11.0, 2.4, 0.45, 5.2
# The grain of one with ink: how far from its ends, from its notches and from its figure, and how thick; none shorter.
GRAIN_END, GRAIN_NOTCH, BARE_THICK, LEAST_GRAIN = 3.0, 2.6, 0.9, 3.0
# Of sticks with signs: where an ear begins, from the middle, and ends, from the end; from grain to grain, how long and
# thick they are, and their lengths by turns; a coin's radius and hole; a turning arrow's radius, and how long a band
# beside it is at most; mm.
EAR, TIP, GRAIN_STEP, GRAIN_LONG, GRAIN, HANGING = 5.4, 1.6, 2.0, 2.5, 0.86, (0.82, 1.0, 0.9, 1.0, 0.78)
COIN, HOLE, ROUND_ARROW, TURN_ENDS = 2.0, 1.3, 1.7, 13.6


def strip_items(context: FaceContext, token: Token, side: str, low: bool) -> Iterator[Item]:
    """One side of a strip; the back says its words in the kit's second language, unless the sides have other titles."""
    face = token.front if side == "front" else token.back
    rim = INSIDE if face.motif != "tally" else SIGNED_RIM if face.sign else RIM
    box = Rect(0.0, 0.0, token.size, token.height).grown(-rim)
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
        # What would repeat the front is an example.
        again = side == "back" and len(languages) == 1 and face == token.front and bool(face.cards)
        yield from reminder_items(context, face, box, language, example=again, low=low)


def _tally(context: FaceContext, face: TokenFace, box: Rect, ink: Ink | None, low: bool) -> Iterator[Item]:
    """A stick with its figure; the dearer it is, the more notches and the darker: no ink, colour, black.

    One with many cuts has them in its ends. Its edge is where it is cut.
    """
    edge = ink or BLACK
    solid = ink is not None and not low
    if ink is None:
        # Along its sides it has no line but that of the cut: two of them on many sticks made the eye swim.
        yield from (Path(polyline(_end(box, way)), stroke=BLACK, width=EDGE) for way in (-1, 1))
        body = Rect(box.center[0] - BODY / 2, box.y, BODY, box.height)
        outline = octagon(body.grown(-EDGE / 2 if low else 0.0), CORNER)
        yield Path(outline, stroke=BLACK, width=EDGE) if low else Path(outline, BLACK)
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
    if ink is not None and face.notches <= MOST_NOTCHES:
        yield from _grain(box, face.notches, light)
    ground = edge if face.notches > MOST_NOTCHES else light
    style = TextStyle(context.font("display"), min(FIGURE_EM, FIGURE_HIGH * box.height), ground)
    yield ink_center_line(face.figure, style, box.center[0], box.center[1] + 0.36 * style.size)


def _end(box: Rect, way: int) -> tuple[tuple[float, float], ...]:
    """An end of a stick without ink, from its upper side to its lower one."""
    free = box.grown(-EDGE / 2)
    x = free.right if way > 0 else free.x
    upper = ((x - way * END, free.y), (x - way * CORNER, free.y), (x, free.y + CORNER))
    return (*upper, *((x, free.bottom + free.y - y) for x, y in reversed(upper)))


def _grain(box: Rect, notches: int, ink: Ink) -> Iterator[Item]:
    """A cut along a stick between its notches and each end."""
    inner = max([BODY / 2, *(abs(x - box.center[0]) for x in _notches(notches, box))]) + GRAIN_NOTCH
    outer = box.width / 2 - GRAIN_END
    for way in (-1, 1) if outer - inner > LEAST_GRAIN else ():
        line = [(box.center[0] + way * (outer + (inner - outer) * at / 8), box.center[1]) for at in range(9)]
        yield Path(stroke(line, BARE_THICK, 0.55), ink, even_odd=False)


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
