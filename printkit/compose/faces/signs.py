"""The small language-free signs of rule cards, sizes in mm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from printkit.compose.faces.context import FaceContext
from printkit.compose.text.typesetting import TextStyle, ink_center_line, line_ink_box, line_width, set_line
from printkit.geometry import Affine, Outline, Rect
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import KAPPA, circle, polyline, rectangle, rounded_rectangle, segment

__all__ = [
    "Direction",
    "PileKind",
    "Sign",
    "arrow",
    "at_least",
    "backing",
    "beside",
    "brace",
    "card",
    "cross",
    "goes_to",
    "greater",
    "label",
    "number",
    "pile",
    "place_card",
    "plus",
    "ring",
    "round_sign",
    "table_pair",
    "trigram",
    "under",
    "upright_mark",
    "words",
]

Direction = Literal["left", "right", "up", "down"]
PileKind = Literal["plain", "max", "spent", "sum"]

LINE = 0.40
THIN = 0.36
GAP = 0.36
CORNER = 0.42
LEAST_EM = 2.3
# Where the middle of a line of text stands above its baseline, in em.
TEXT_MIDDLE = 0.37

_TURNS: dict[Direction, Affine] = {
    "left": Affine.rotation(0),
    "up": Affine.rotation(90),
    "right": Affine.rotation(180),
    "down": Affine.rotation(270),
}


@dataclass(frozen=True, slots=True)
class Sign:
    """A small drawing from x 0 to `width`, its middle line at y 0, with its room above and below that; mm."""

    width: float
    above: float
    below: float
    items: tuple[Item, ...]

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.above + self.below

    def at(self, x: float, y: float) -> Group:
        """The sign with its left end at x and its middle line at y."""
        return Group(self.items, Affine.translation(round(x, 4), round(y, 4)))


def beside(signs: Sequence[Sign], gap: float) -> Sign:
    """The signs in a row on one middle line, `gap` apart."""
    items: list[Item] = []
    x = 0.0
    for sign in signs:
        items.append(sign.at(x, 0.0))
        x += sign.width + gap
    height_above = max((sign.above for sign in signs), default=0.0)
    height_below = max((sign.below for sign in signs), default=0.0)
    return Sign(max(x - gap, 0.0), height_above, height_below, tuple(items))


def under(upper: Sign, lower: Sign, gap: float, center: float | None = None) -> Sign:
    """One sign centred under another, or under its `center`; the middle line stays the upper one's."""
    middle = upper.width / 2 if center is None else center
    shift = max(lower.width / 2 - middle, 0.0)
    y = upper.below + gap + lower.above
    items = (upper.at(shift, 0.0), lower.at(shift + middle - lower.width / 2, y))
    width = max(upper.width, middle + lower.width / 2) + shift
    return Sign(width, upper.above, y + lower.below, items)


def words(text: str, style: TextStyle) -> Sign:
    """A line of text, its middle on the middle line."""
    line = set_line(text, style, 0.0, style.size * TEXT_MIDDLE)
    return Sign(line_width(text, style), style.size * 0.5, style.size * 0.5, (line,))


def card(context: FaceContext, suit: str, height: float) -> Sign:
    """The drawn card: a card's outline with its suit's emblem."""
    width = height * 0.69
    line = min(LINE, height * 0.105)
    frame = _outlined(Rect(0.0, -height / 2, width, height), line, CORNER)
    broad = context.emblem_box(suit, 1.0).width
    room = width - 2 * line - 0.24
    inside = context.emblem(suit, width / 2, 0.0, min(height * 0.66, room / broad))
    return Sign(width, height / 2, height / 2, (frame, inside))


def number(context: FaceContext, suit: str, left: bool, height: float) -> Sign:
    """A number of the table: the emblem and the suit's pair, of which the black box is the one to use."""
    emblem = height * 0.86
    outline = context.emblem_box(suit, emblem)
    drawn = context.emblem(suit, -outline.x, 0.0, emblem)
    pair = table_pair(left, height)
    figure = Sign(outline.width, emblem / 2, emblem / 2, (drawn,))
    return beside((figure, pair), height * 0.16)


def table_pair(left: bool, height: float) -> Sign:
    """The two numbers of a suit as boxes with a slash between; the black one is the one to use."""
    box, tall = height * 0.38, height * 0.6
    second = box + height * 0.34
    items: list[Item] = []
    for x, black in ((0.0, left), (second, not left)):
        place = Rect(x, -tall / 2, box, tall)
        items.append(_filled(place, 0.2) if black else _outlined(place, THIN, 0.2))
    middle = (box + second) / 2
    slope, reach = height * 0.085, height * 0.4
    items.append(Path(segment(middle - slope, reach, middle + slope, -reach), stroke=BLACK, width=THIN))
    return Sign(second + box, height / 2, height / 2, tuple(items))


def pile(kind: PileKind, height: float) -> Sign:
    """A fanned pile: outlined the pile itself, ▲ its largest card, ▼ the card spent, black with Σ its sum."""
    width, step = height * 1.28, height * 0.28
    radius = min(CORNER, height * 0.1)
    front = 2 * step
    box = Rect(0.0, -height / 2, width, height)
    if kind == "sum":
        backs = tuple(
            Path(_slice(index * step, (index + 1) * step - GAP, height, radius), BLACK) for index in range(2)
        )
        face = _filled(Rect(front, box.y, width - front, height), radius)
        sigma = _sigma(front + (width - front) / 2, (width - front) * 0.52, height * 0.5)
        return Sign(width, height / 2, height / 2, (*backs, face, sigma))
    inner = box.grown(-LINE / 2)
    items: list[Item] = [Path(rounded_rectangle(inner, radius), stroke=BLACK, width=LINE)]
    edges = [_left_edge(index * step, height - LINE, radius) for index in (1, 2)]
    items += [Path(edge, stroke=BLACK, width=LINE) for edge in edges]
    if kind != "plain":
        items.append(_filled(Rect(front - LINE / 2, box.y, width - front + LINE / 2, height), radius))
        middle, half = front - LINE / 4 + (width - front) / 2, (width - front) * 0.29
        way = -1 if kind == "max" else 1
        tip, foot = way * half * 0.92, -way * half * 0.92
        points = ((middle, tip), (middle + half, foot), (middle - half, foot))
        items.append(Path(_closed(points), PAPER))
    return Sign(width, height / 2, height / 2, tuple(items))


def backing(context: FaceContext, suit: str, left: bool, height: float) -> Sign:
    """The largest of a pile, or the table's number where none lies: both in a bracket, a stroke between them."""
    inner = height * 0.8
    gap, line = height * 0.13, THIN
    choice = beside((pile("max", inner), number(context, suit, left, inner)), 2 * gap + line)
    middle = pile("max", inner).width + gap
    x, reach, foot = line + gap, height * 0.46, height * 0.14
    right = x + choice.width + gap
    opening, closing = (
        polyline(((edge + way * foot, -reach), (edge, -reach), (edge, reach), (edge + way * foot, reach)))
        for edge, way in ((line / 2, 1.0), (right + line / 2, -1.0))
    )
    between = segment(x + middle + line / 2, -reach * 0.72, x + middle + line / 2, reach * 0.72)
    strokes = (Group((Path(outline, stroke=BLACK, width=line),)) for outline in (opening, between, closing))
    return Sign(right + line, height / 2, height / 2, (choice.at(x, 0.0), *strokes))


def ring(size: float, ink: Ink = BLACK) -> Sign:
    """Here: a ring round a dot, the token seen from above."""
    radius, line = size / 2, max(size * 0.14, THIN)
    outline = circle(radius, 0.0, radius) + circle(radius, 0.0, radius - line)
    dot = circle(radius, 0.0, size * 0.17)
    return Sign(size, radius, radius, (Path(outline, ink), Path(dot, ink)))


def arrow(direction: Direction, length: float, ink: Ink = BLACK) -> Sign:
    """A way on the table: one carved stroke with a barbed head, running out into a point."""
    head = length * 0.37
    barb, neck = length * 0.295, length * 0.1
    # Drawn pointing left about the origin, the tip at −length/2.
    tip, tail = -length / 2, length / 2
    notch = tip + head * 0.76
    upper = (
        *(tip + head * 0.42, -barb * 0.3, tip + head * 0.78, -barb * 0.68, tip + head, -barb),
        *(notch + head * 0.02, -barb * 0.62, notch, -neck * 1.35, notch + head * 0.16, -neck),
        *(notch + (tail - notch) * 0.45, -neck * 0.92, tail - head * 0.5, -neck * 0.42, tail, 0.0),
    )
    back = _mirrored((tip, 0.0, *upper))
    outline = Outline("MCCCCCCZ", (tip, 0.0, *upper, *back)).moved_by(_TURNS[direction])
    across = direction in ("up", "down")
    width, height = (2 * barb, length) if across else (length, 2 * barb)
    moved = outline.moved_by(Affine.translation(width / 2, 0.0))
    return Sign(width, height / 2, height / 2, (Path(moved, ink),))


def goes_to(height: float, air: float = 1.0) -> Sign:
    """What stands left of it goes to what stands right of it: ⇒, unlike the way backward."""
    width, half = height * (0.5 + 0.28 * air), height * 0.22
    head, apart = height * 0.36, height * 0.11
    shafts = (
        Path(rectangle(Rect(0.0, y - THIN / 2, width - head * 0.7, THIN)), BLACK) for y in (-apart, apart)
    )
    tip = Path(_closed(((width, 0.0), (width - head, -half), (width - head, half))), BLACK)
    return Sign(width, half, half, (*shafts, tip))


def round_sign(size: float) -> Sign:
    """○: if greater."""
    radius, line = size / 2, max(size * 0.15, LINE)
    outline = circle(radius, 0.0, radius) + circle(radius, 0.0, radius - line)
    return Sign(size, radius, radius, (Path(outline, BLACK),))


def cross(size: float) -> Sign:
    """×: if not; two knife strokes, thick where they cross."""
    half, thick = size * 0.58, size * 0.11
    thin = thick * 0.4
    items: list[Item] = []
    for way in (1, -1):
        points = ((-half, -thin), (0.0, -thick), (half, -thin), (half, thin), (0.0, thick), (-half, thin))
        turned = _closed(points).moved_by(Affine.rotation(45 * way).then(Affine.translation(size / 2, 0.0)))
        items.append(Path(turned, BLACK))
    return Sign(size, size * 0.45, size * 0.45, tuple(items))


def label(context: FaceContext, text: str, height: float) -> Sign:
    """A black label with a pile's name: Sw, Co, D."""
    style = TextStyle(context.font("display"), max(height * 0.72, LEAST_EM), PAPER)
    width = line_width(text, style) + height * 0.34
    box = _filled(Rect(0.0, -height / 2, width, height), min(CORNER, height * 0.14))
    baseline = line_ink_box(set_line("D", style, 0.0, 0.0)).height / 2
    return Sign(width, height / 2, height / 2, (box, ink_center_line(text, style, width / 2, baseline)))


def place_card(context: FaceContext, text: str, size: tuple[float, float], black: bool, em: float) -> Sign:
    """A place of the board: a card with its number, black where it is one's own."""
    width, height = size
    box = Rect(0.0, -height / 2, width, height)
    frame = _filled(box, CORNER) if black else _outlined(box, LINE, CORNER)
    style = TextStyle(context.font("display"), em, PAPER if black else BLACK)
    ink = line_ink_box(set_line(text, style, 0.0, 0.0))
    figure = ink_center_line(text, style, width / 2, -ink.center[1])
    return Sign(width, height / 2, height / 2, (frame, figure))


def upright_mark(size: float, turned: bool) -> Sign:
    """Which way up a card lies: a black wedge pointing up, or an outlined one pointing down."""
    half, way = size / 2, -1.0 if turned else 1.0
    points = ((size * 0.5, -half * way), (size, half * way), (0.0, half * way))
    outline = _closed(points)
    if turned:
        inset = THIN * 1.1
        inner = (
            (size * 0.5, -(half - inset * 1.9) * way),
            (size - inset * 1.5, (half - inset) * way),
            (inset * 1.5, (half - inset) * way),
        )
        outline += _closed(inner)
    return Sign(size, half, half, (Path(outline, BLACK),))


def plus(size: float) -> Sign:
    """+."""
    half, thick = size / 2, max(size * 0.11, THIN / 2)
    bars = Rect(0.0, -thick, size, 2 * thick), Rect(half - thick, -half, 2 * thick, size)
    return Sign(size, half, half, tuple(Path(rectangle(bar), BLACK) for bar in bars))


def greater(height: float) -> Sign:
    """>: strictly greater."""
    half, width = height * 0.34, height * 0.56
    line = max(height * 0.11, LINE)
    points = ((line * 0.4, -half), (width - line, 0.0), (line * 0.4, half))
    return Sign(width, half + line / 2, half + line / 2, (Path(polyline(points), stroke=BLACK, width=line),))


def at_least(height: float) -> Sign:
    """≥, drawn because the fonts have none."""
    half, width, line = height * 0.27, height * 0.5, THIN
    lift = height * 0.1
    points = ((line * 0.4, -half - lift), (width - line, -lift), (line * 0.4, half - lift))
    angle = Path(polyline(points), stroke=BLACK, width=line)
    bar = Path(rectangle(Rect(line * 0.2, half + lift - line / 2, width - line * 0.7, line)), BLACK)
    return Sign(width, half + lift + line / 2, half + lift + line / 2, (angle, bar))


# Of a hexagram's line: its thickness in steps from one to the next, and the gap of a broken one in widths.
YI_LINE, YI_GAP = 0.62, 0.16


def trigram(upper: bool, width: float, height: float, ink: Ink) -> Sign:
    """The six lines of a hexagram, three of them strong: the upper or the lower trigram in its place."""
    pitch = height / 6
    items: list[Item] = []
    for index in range(6):
        strong = (index < 3) == upper
        thick = pitch * 0.7 if strong else THIN
        inset = 0.0 if strong else width * 0.3
        y = -height / 2 + (index + 0.5) * pitch
        items.append(Path(rectangle(Rect(inset, y - thick / 2, width - 2 * inset, thick)), ink))
    return Sign(width, height / 2, height / 2, tuple(items))


def whole_or_broken(whole: bool, box: Rect, ink: Ink = BLACK) -> tuple[Item, ...]:
    """A line of the Yi that fills the box; a broken one leaves a gap in its middle."""
    half = box.width * (1 - YI_GAP) / 2
    bars = (box,) if whole else (box._replace(width=half), box._replace(x=box.right - half, width=half))
    return tuple(Path(rectangle(bar), ink) for bar in bars)


def hexagram(lines: Sequence[bool], width: float, height: float) -> tuple[Item, ...]:
    """Six lines, the lowest first (true: whole), from (0, 0) to this width and height in mm."""
    step = height / (len(lines) - 1 + YI_LINE)
    return tuple(
        item
        for at, whole in enumerate(lines)
        for item in whole_or_broken(
            whole, Rect(0.0, round((len(lines) - 1 - at) * step, 4), width, step * YI_LINE)
        )
    )


def brace(height: float, width: float) -> Sign:
    """A brace opening to the right, as cut by hand: two swelling strokes, pointed, not quite alike."""
    half = height / 2
    items = []
    for way, swell in ((-1, width * 0.34), (1, width * 0.28)):
        end = way * half
        spine, belly = width * 0.42, width * 0.42 + swell
        outline = Outline(
            "MCCCCZ",
            (
                *(0.0, 0.0, width * 0.3, way * 0.05, spine, end * 0.16, spine, end * 0.42),
                *(spine, end * 0.72, width * 0.5, end * 0.97, width, end),
                *(width * 0.72, end * 0.9, belly, end * 0.74, belly * 0.97, end * 0.45),
                *(belly * 0.92, end * 0.2, width * 0.4, way * -0.12, 0.0, 0.0),
            ),
        )
        items.append(Path(outline, BLACK, even_odd=False))
    return Sign(width, half, half, tuple(items))


def _closed(points: Sequence[tuple[float, float]]) -> Outline:
    open_line = polyline(points)
    return Outline(open_line.commands + "Z", open_line.coordinates)


def _filled(box: Rect, radius: float) -> Path:
    """A black box."""
    return Path(rounded_rectangle(box, radius), BLACK)


def _outlined(box: Rect, line: float, radius: float) -> Path:
    """A frame whose line lies inside the box."""
    inner = rounded_rectangle(box.grown(-line), max(radius - line, 0.08))
    return Path(rounded_rectangle(box, radius) + inner, BLACK)


def _left_edge(x: float, height: float, radius: float) -> Outline:
    """The visible left edge of a card lying on another: a line that bends away at its ends."""
    half, near = height / 2, radius * (1 - KAPPA)
    return Outline(
        "MCLC",
        (
            *(x + radius, -half, x + near, -half, x, -half + near, x, -half + radius, x, half - radius),
            *(x, half - near, x + near, half, x + radius, half),
        ),
    )


def _slice(left: float, right: float, height: float, radius: float) -> Outline:
    """What is seen of a card under another: its own left edge, and the upper card's as its right one."""
    first, last = _left_edge(left, height, radius), _left_edge(right, height, radius)
    pairs = list(zip(last.coordinates[0::2], last.coordinates[1::2], strict=True))[::-1]
    back = [value for pair in pairs for value in pair]
    return Outline("MCLCLCLCZ", (*first.coordinates, *back))


def _sigma(x: float, width: float, height: float) -> Path:
    """Σ in white about (x, 0)."""
    half, line = height / 2, max(height * 0.17, THIN)
    left, right = x - width / 2 + line / 2, x + width / 2
    reach = half - line / 2
    points = ((right, -reach), (left, -reach), (x + width * 0.14, 0.0), (left, reach), (right, reach))
    return Path(polyline(points), stroke=PAPER, width=line)


def _mirrored(points: tuple[float, ...]) -> tuple[float, ...]:
    """The way back along the mirror image below the axis, without its first point."""
    pairs = [(points[index], -points[index + 1]) for index in range(0, len(points), 2)][::-1]
    return tuple(value for pair in pairs[1:] for value in pair)
