"""The suits' objects drawn large: sword, coin, cup and bamboo cane, sizes in mm; and their emblems."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable

from printkit.atelier.cuts import (
    arc,
    circle,
    drawn,
    ellipse,
    polygon,
    rect,
    segment,
    spline,
    taper,
    water_ring,
    wedge,
)
from printkit.atelier.shape import EMPTY, Point, Shape, band, union
from printkit.atelier.source import INKS, Art, art

# ── the suits' objects drawn large: sword, coin, cup and bamboo cane, sizes in mm ────────────────────────────────────

GAP = 0.7
"""The mon line: paper between two masses, mm."""


def mapped(picture: Art, change: Callable[[Shape], Shape]) -> Art:
    """Every group of a picture sent through `change`."""
    return Art(
        change(picture.mass),
        change(picture.cut),
        change(picture.window),
        tuple((ink, changed) for ink, area in picture.colour if (changed := change(area))),
    )


def placed(picture: Art, x: float, y: float, scale: float = 1.0, degrees: float = 0.0) -> Art:
    """A form drawn about the origin: scaled, turned clockwise, then moved so that its origin is at (x, y)."""
    return mapped(picture, lambda area: area.scaled(scale).turned(degrees).moved(x, y))


def turned(picture: Art, degrees: float, about: Point = (35.0, 60.0)) -> Art:
    """The whole picture rotated clockwise."""
    return mapped(picture, lambda area: area.turned(degrees, about))


def merged(pictures: Iterable[Art]) -> Art:
    """Several pictures as one; nothing hides anything."""
    every = list(pictures)
    inks = {ink: [area for one in every for name, area in one.colour if name == ink] for ink in INKS}
    return Art(
        _all(one.mass for one in every),
        _all(one.cut for one in every),
        _all(one.window for one in every),
        tuple((ink, _all(areas)) for ink, areas in inks.items() if areas),
    )


def silhouette(picture: Art) -> Shape:
    """Everything a picture covers, light included."""
    return _all([picture.mass, picture.window, *(area for _, area in picture.colour)])


def without(picture: Art, area: Shape) -> Art:
    """A picture with an area taken out of every group."""
    return mapped(picture, lambda kind: kind - area) if area else picture


def stacked(pictures: Iterable[Art], gap: float = GAP) -> Art:
    """Pictures from back to front: each is cut back by `gap` round everything in front of it."""
    front = EMPTY
    kept: list[Art] = []
    for one in reversed(list(pictures)):
        kept.append(without(one, front.grown(gap)) if front else one)
        front = front | silhouette(one)
    return merged(reversed(kept))


def cleaned(picture: Art, smallest: float = 0.4) -> Art:
    """Without what booleans leave behind: islands of ink and windows below this many mm², anything thin all over."""
    dust = [island for island in picture.black.parts() if island.area < smallest or not island.shrunk(0.17)]
    light = [island for island in picture.window.parts() if island.area < smallest]
    mass = picture.mass - union(one.grown(0.02) for one in dust) if dust else picture.mass
    window = picture.window - union(one.grown(0.02) for one in light) if light else picture.window
    cuts = picture.cut.parts()
    kept = [stroke for stroke in cuts if stroke.shrunk(0.17)]
    colours = [
        (ink, [one for one in area.parts() if one.area >= smallest and one.shrunk(0.17)])
        for ink, area in picture.colour
    ]
    return Art(
        mass,
        _all(kept) if len(kept) < len(cuts) else picture.cut,
        window,
        tuple((ink, _all(areas)) for ink, areas in colours if areas),
    )


def _all(areas: Iterable[Shape]) -> Shape:
    pieces = [area for area in areas if area]
    return union(pieces) if pieces else EMPTY


_HOLE = 0.29
_POMMEL = (
    "M0-5.2C.3-4.1 2.35-2.9 2.35-1.35C2.35-.25 1.35 0 0 0C-1.35 0-2.35-.25-2.35-1.35C-2.35-2.9-.3-4.1 0-5.2Z"
)
_GUARD = (
    "M-5-1.75C-5-2.65-3.75-2.8-3.45-1.95C-3.15-.95-2.1-.45-1.1-.45L1.1-.45C2.1-.45 3.15-.95 3.45-1.95"
    "C3.75-2.8 5-2.65 5-1.75C4.9.1 3.5 1.15 1.9 1.35C1.1 1.45.5 2.2 0 3.1C-.5 2.2-1.1 1.45-1.9 1.35"
    "C-3.5 1.15-4.9.1-5-1.75Z"
)


def hilt(scale: float = 1.0, segments: int = 5, grip: float = 12.5) -> Art:
    """Pommel, grip and guard upright above the origin, which is the middle of the guard; 10 wide at scale 1."""
    guard = drawn(_GUARD)
    bottom, top = -0.45 - 0.55 / scale, -0.45 - 0.55 / scale - grip
    handle = _grip(top, bottom, segments, 0.5 / scale)
    pommel = drawn(_POMMEL).moved(0, top - 0.6 / scale)
    return placed(art(mass=[guard, handle, pommel]), 0, 0, scale)


def _grip(top: float, bottom: float, segments: int, gap: float) -> Shape:
    """A swelling grip bound with cord: slanting gaps part it."""
    middle = (top + bottom) / 2
    left = spline([(-1.05, top), (-1.4, middle), (-1.15, bottom)])
    right = spline([(1.15, bottom), (1.4, middle), (1.05, top)])
    body = polygon([*left, *right])
    step = (bottom - top) / segments
    bindings = [
        band(segment((-3, top + step * at + 0.16), (3, top + step * at - 0.16)), gap)
        for at in range(1, segments)
    ]
    return body - union(bindings)


def blade(width: float, top: float, bottom: float, clear: Shape = EMPTY) -> Art:
    """A straight blade about x = 0: left half lit inside an edge line, right half black, the ridge between them.

    What stands in front (`clear`, gap included) is taken out.
    """
    half = width / 2
    lean = width * 0.012
    outline = polygon([(-half, top), (half, top), (half - lean, bottom), (-half + lean, bottom)])
    lit = polygon(
        [(-half + 0.46, top - 1), (0.0, top - 1), (0.0, bottom - half), (-half + lean + 0.46, bottom - 0.5)]
    )
    return art(mass=[outline - clear], window=[(lit & outline) - clear.shrunk(0.3)])


def wet_blade(width: float, top: float, tip: float, ink: str = "blue") -> Art:
    """What of a blade is under water: suit colour with a fuller of paper, tapering to the tip."""
    half, long = width / 2, tip - top
    body = drawn(
        f"M{-half} {top}C{-half} {top + long * 0.42} {-half * 0.62} {top + long * 0.66} 0 {tip}"
        f"C{half * 0.62} {top + long * 0.66} {half} {top + long * 0.42} {half} {top}Z"
    )
    fuller = wedge(segment((0, top - 0.5), (0, tip - long * 0.1)), max(0.5, width * 0.13), 0.3)
    return art(**{ink: [body - fuller]})


def sword_in_water(x: float, guard: float, pitch: float, water: float, tip: float, width: float = 0.0) -> Art:
    """A sword thrust into water: black above, blue below and shifted by refraction, one ring round it.

    `pitch` is the room a sword has between its neighbours: guard, ring and blade follow from it.
    """
    broad = width or min(7.0, pitch / 1.8)
    scale = min(1.5, 0.094 * pitch)
    slim = scale < 0.75
    top = placed(hilt(scale, 6 if slim else 5, 16.0 if slim else 12.5), 0, guard)
    steel = cleaned(blade(broad, guard, water - 0.9, silhouette(top).grown(0.6)))
    if broad > 7:
        light = segment((broad * 0.24, guard + broad * 1.15), (broad * 0.235, water - broad * 0.9))
        steel = merged([steel, art(cut=[taper(light, 0.7, 0.45)])])
    wet = placed(wet_blade(broad * 0.94, water + 1.15, tip), 0.9, 0)
    ring = art(mass=[water_ring(0, water - 0.5, pitch / 2 - 0.42, 0.62, 150)])
    return placed(merged([top, steel, wet, ring]), x, 0)


def coin_large(diameter: float, ink: str = "gold", cuts: int = 7, rim: float = 0.9) -> Art:
    """A cash coin about the origin: rim, field with four sheaves of cuts, framed square hole."""
    radius = diameter / 2
    hole = radius * _HOLE
    frame = max(0.7, radius * 0.075)
    gap = max(0.6, radius * 0.05)
    square = _square(hole + frame + gap, 0.3)
    field = circle(0, 0, radius - rim - gap) - square
    sheaves = []
    for quarter in range(4):
        sheaves += [one.turned(90 * quarter) for one in _sheaf(hole + frame + gap, radius - rim - gap, cuts)]
    ground = circle(0, 0, radius - rim / 2) - _square(hole + frame / 2, 0.2)
    edge = circle(0, 0, radius) - circle(0, 0, radius - rim)
    inner = _square(hole + frame, 0.3) - _square(hole, 0.2)
    return placed(art(mass=[field, edge, inner], cut=sheaves, **{ink: [ground]}), 0, 0, 1, 45)


def _square(half: float, radius: float) -> Shape:
    return rect(-half, -half, 2 * half, 2 * half, radius)


def _sheaf(near: float, far: float, cuts: int) -> list[Shape]:
    """Cuts fanning out from one side of the square towards the rim, long in the middle."""
    strokes = []
    for at in range(cuts):
        offset = at - (cuts - 1) / 2
        share = 1 - 0.42 * abs(offset) / ((cuts - 1) / 2) - (0.14 if at % 2 else 0.0)
        angle = math.radians(-90 + offset * 62 / (cuts - 1))
        start = (offset * near * 1.5 / (cuts - 1), -near - 0.4)
        long = (far - 0.5 - math.hypot(*start)) * share
        end = (start[0] + long * math.cos(angle), start[1] + long * math.sin(angle))
        strokes.append(taper(segment(start, end), max(0.46, min(1.0, 0.3 + far * 0.03)), 0.5))
    return strokes


_BOWL_WIDTH = 0.94


def cup_large(width: float, height: float, rows: int, ink: str = "red", rope: bool = False) -> Art:
    """A brimming cup, the middle of its rim at the origin: heart of liquid, rim, bowl with scale cuts, foot.

    `width` is that of the rim, `height` from rim to foot; `rows` rows of wave scales lie in the bowl.
    """
    rim_height = max(0.9, width * 0.046)
    bowl_top = rim_height / 2
    body = _bowl(width, height, bowl_top)
    foot = _foot(width, height)
    knot_y = height * 0.735
    knot = ellipse(0, knot_y, width * 0.115, height * 0.036)
    rim = rect(-width / 2, -rim_height / 2, width, rim_height, rim_height / 2 - 0.01)
    masses = [(body | rim) - knot.grown(0.5), foot - knot.grown(0.5), knot]
    cuts = _bowl_scales(body, width, height, rows)
    if rope:
        count = round(width / 2.2)
        pitch = width / count
        for at in range(count):
            middle = -width / 2 + pitch * (at + 0.5)
            stroke = segment(
                (middle - pitch * 0.36, rim_height * 0.3), (middle + pitch * 0.36, -rim_height * 0.3)
            )
            cuts.append(taper(stroke, 0.5, 0.8))
    return merged([art(mass=masses, cut=cuts), _liquid(width, rim_height, ink)])


def _bowl(width: float, height: float, top: float) -> Shape:
    half = width * _BOWL_WIDTH / 2
    neck, low = width * 0.075, height * 0.71
    return drawn(
        f"M{-half} {top - 0.2}C{-half} {height * 0.3} {-half * 0.62} {height * 0.46} {-neck} {low}L{neck} {low}"
        f"C{half * 0.62} {height * 0.46} {half} {height * 0.3} {half} {top - 0.2}Z"
    )


def _foot(width: float, height: float) -> Shape:
    neck, half, top = width * 0.075, width * 0.29, height * 0.75
    plate = max(0.8, height * 0.05)
    return drawn(
        f"M{-neck} {top}L{neck} {top}C{neck * 1.2} {height * 0.87} {half * 0.6} {height - plate - height * 0.035} "
        f"{half} {height - plate}L{half} {height}L{-half} {height}L{-half} {height - plate}"
        f"C{-half * 0.6} {height - plate - height * 0.035} {-neck * 1.2} {height * 0.87} {-neck} {top}Z"
    )


def _bowl_scales(body: Shape, width: float, height: float, rows: int) -> list[Shape]:
    """Wave scales in the upper rows of the bowl, thinner downwards; none is chopped into a crumb."""
    inner = body.shrunk(0.62)
    radius = max(2.4, width * 0.128)
    strokes: list[Shape] = []
    for row in range(rows):
        y = radius * (0.85 + row * 0.62) + 0.7
        thick = max(0.37, min(0.75, radius * 0.17) * (1 - 0.07 * row))
        centres = [(at + (0.5 if row % 2 else 0.0)) * 2 * radius for at in range(-5, 6)]
        front = union(
            [circle(x + radius, y + radius * 0.62, radius) for x in [centres[0] - 2 * radius, *centres]]
        )
        for x in centres:
            for at in range(3):
                r = radius * (1 - at * 0.31) - 0.3
                stroke = (
                    band(arc((x, y), r - thick / 2, 178, 362), thick, "butt") - front.grown(0.15)
                ) & inner
                strokes += [piece for piece in stroke.parts() if piece.area > 0.28]
    return strokes


def _liquid(width: float, rim_height: float, ink: str) -> Art:
    """Two great wave scales, the lobes of the heart, with gaps as rings."""
    base = -rim_height / 2 - 0.55
    gap = 0.5 if width < 30 else 0.75
    radius = (width * _BOWL_WIDTH - gap * 1.2) / 4
    half = rect(-width, base - width, 2 * width, width)
    count = 2 if radius < 4.2 else 3 if radius < 9 else 4
    pieces = []
    for side in (-1, 1):
        centre = (side * (radius + gap * 0.6), base)
        for at in range(count):
            outer = radius * (1 - at / count)
            inner = radius * (1 - (at + 1) / count) + gap
            disc = circle(*centre, outer)
            pieces.append((disc - circle(*centre, inner) if at < count - 1 else disc) & half)
    return art(**{ink: pieces})


def cane(length: float, width: float, pitch: float = 9.6, drift: float = 0.0, light: int = 1) -> Art:
    """An upright bamboo cane about the origin: nodes separated by gaps and shifted by `drift`, one lit edge."""
    half, top, bottom = width / 2, -length / 2, length / 2
    joints = []
    y = top + (drift % pitch)
    while y < bottom:
        if y - top > 1.6 and bottom - y > 1.6:
            joints.append(y)
        y += pitch
    swell = width * 0.09
    body = rect(-half, top, width, length, min(0.5, half * 0.6))
    knots = [ellipse(0, y, half + swell, 0.75) for y in joints]
    gaps = [band(arc((0, y - 2.2 * width), 2.2 * width, 72, 108), 0.5) for y in joints]
    solid = union([body, *knots]) - (union(gaps) if gaps else EMPTY)
    strokes = []
    ends = [top, *joints, bottom]
    for at, (start, end) in enumerate(itertools.pairwise(ends)):
        if end - start > 3 and light:
            reach = (end - start - 1.6) * (1.0, 0.62, 0.85)[at % 3]
            x = -half + width * 0.27
            strokes.append(
                taper(segment((x, start + 0.9), (x, start + 0.9 + reach)), max(0.4, width * 0.15), 0.5)
            )
    return art(mass=[solid], cut=strokes)


def leaf_head(scale: float, ink: str = "green", veins: bool = True) -> Art:
    """The wand's three round leaves, separated by gaps and veined; the foot of the head is at the origin."""
    centres = ((0.0, -4.15), (-2.05, -1.4), (2.05, -1.4))
    cores: list[Shape] = []
    rib: list[Shape] = []
    for at, (x, y) in enumerate(centres):
        disc = circle(x, y, 1.9).scaled(scale)
        heading = (0.0, -118.0, 118.0)[at]
        cores.append(disc)
        if veins:
            rib += [one.turned(heading).moved(x * scale, y * scale) for one in _veins(1.9 * scale)]
    neck = polygon(
        [(-0.9 * scale, -2.3 * scale), (0.9 * scale, -2.3 * scale), (0.42 * scale, 0), (-0.42 * scale, 0)]
    )
    light = union(rib) if rib else EMPTY
    return art(**{ink: [(union([*cores, neck])) - light]})


def _veins(radius: float) -> list[Shape]:
    """A midrib and pairs of veins for one round leaf about the origin, its tip upwards; four pairs when large."""
    reach = radius * 0.74
    strokes = [taper(segment((0, reach * 0.72), (0, -reach)), max(0.36, radius * 0.1), 0.75)]
    pairs = 4 if radius > 3.4 else 3 if radius > 2.9 else 2 if radius > 2.4 else 0
    for at in range(pairs):
        y = reach * (0.5 - 1.0 * at / pairs)
        long = radius * (0.56, 0.6, 0.52, 0.4)[at]
        for side in (-1, 1):
            stroke = segment((0, y), (side * long * 0.87, y - long * 0.5))
            strokes.append(taper(stroke, max(0.35, radius * 0.085), 0.55))
    return strokes


def middle(first: Point, second: Point) -> Point:
    """The point half way."""
    return ((first[0] + second[0]) / 2, (first[1] + second[1]) / 2)


# ── the four suit emblems, each one outline ──────────────────────────────────────────────────────────────────────────

SUITS = ("swords", "coins", "cups", "wands")
"""The suits in the order of the table strip."""

_SWORD = (
    "M0-5C.35-3.7 2.55-1.75 2.6.55C2.6 1.75 1.5 2.35.6 1.75L.6 4.2C1.1 4.4 1.1 5 .55 5L-.55 5C-1.1 5-1.1 4.4"
    "-.6 4.2L-.6 1.75C-1.5 2.35-2.6 1.75-2.6.55C-2.55-1.75-.35-3.7 0-5Z"
)
_CUP = (
    "M0-3.1C.5-4.9 3.9-5.4 4-2.5C4.05-.1 1.2 1.2.5 2.9C.6 3.7 1.1 4.1 2.3 4.35L2.3 5L-2.3 5L-2.3 4.35"
    "C-1.1 4.1-.6 3.7-.5 2.9C-1.2 1.2-4.05-.1-4-2.5C-3.9-5.4-.5-4.9 0-3.1Z"
)
_WAND_LEAVES = ((0.0, -3.1), (-2.05, -0.35), (2.05, -0.35))


def sword() -> Shape:
    """Spade as leaf blade: 10 high, 5.2 wide, origin in the middle."""
    return drawn(_SWORD)


def coin() -> Shape:
    """Disc of radius 4 whose square hole is the diamond."""
    return circle(0, 0, 4) - polygon(((0, -2), (2, 0), (0, 2), (-2, 0)))


def cup() -> Shape:
    """Heart brimming on a foot: 8 wide."""
    return drawn(_CUP)


def wand() -> Shape:
    """Three round leaves on a cane: 7.9 wide."""
    leaves = [circle(x, y, 1.9) for x, y in _WAND_LEAVES]
    stem = polygon(((-0.42, -0.6), (0.42, -0.6), (0.62, 5), (-0.62, 5)))
    return union([*leaves, rect(-1.2, -2, 2.4, 2.2), stem])


_EMBLEMS = {"swords": sword, "coins": coin, "cups": cup, "wands": wand}


def emblem(suit: str, height: float = 10.0, x: float = 0.0, y: float = 0.0) -> Shape:
    """The emblem of a suit, its 10 units scaled to `height` mm and its origin at (x, y)."""
    return _EMBLEMS[suit]().scaled(height / 10).moved(x, y)
