"""Draws the table mat for a card size."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from printkit.compose.carving import (
    Stream,
    calm,
    line_length,
    parallel,
    part,
    smooth,
    stroke,
    stroke_rows,
    through,
)
from printkit.compose.context import Choices, FaceContext
from printkit.compose.paragraphs import set_paragraphs
from printkit.compose.signs import LINE, arrow
from printkit.compose.titles import squeezed
from printkit.compose.typesetting import (
    TextStyle,
    fit_line,
    ink_center_line,
    line_ink_box,
    line_width,
    set_line,
)
from printkit.errors import InputError
from printkit.geometry import Outline, Rect, Size
from printkit.kit.mat import Board, Mat, MatPlace
from printkit.kit.model import Card, CardSize, Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path, Scene
from printkit.scene.shapes import KAPPA, circle, rounded_rectangle

__all__ = ["MatPlan", "compose_mat", "plan_mat"]

# Water that shows less than this beside the last place is left out; mm.
LEAST_MOUTH = 15.0
# Above the highest and below the lowest place, and right of each column's card.
TOP, FOOT, PAD = 8.0, 3.0, 2.5
FRAME = 0.95
# White round what lies on the water, so that no black meets blue.
HALO = 1.3
TAG = 4.4
LEAST_EM = 2.4
# How wide the river is, in rows.
WATER = 0.5
# The radius of its bends in rows, and what stays free between them and the edge in mm.
BEND = 0.42
EDGE = 4.0


@dataclass(frozen=True, slots=True)
class MatPlan:
    """Where everything lies on one board: the slot of each place in mm of the board, and the steps of the grid."""

    board: Board
    card: CardSize
    column: float
    row: float
    slots: dict[str, Rect]

    @property
    def size(self) -> Size:
        """The whole drawing."""
        return self.board.size

    def at(self, column: float, row: float) -> tuple[float, float]:
        """The middle of a card at this place of the grid."""
        x = (column + 1) * self.column - PAD - self.card.width / 2
        return x, TOP + row * self.row + self.card.height / 2


def plan_mat(kit: Kit, size: CardSize, mat: Mat) -> MatPlan:
    """The smallest board these cards fit on; cards too large for every board are an InputError."""
    for board in mat.boards:
        column = board.size.width / mat.columns
        row = (board.size.height - TOP - FOOT - size.height) / mat.rows
        if column < size.width + 2 * mat.spread + PAD or row < size.height + mat.gap:
            continue
        slots = {
            place.id: Rect(
                (place.column + 1) * column - PAD - size.width, TOP + place.row * row, size.width, size.height
            )
            for place in mat.places
        }
        return MatPlan(board, size, column, row, slots)
    largest = mat.boards[-1]
    raise InputError(
        f"no mat of kit {kit.id} holds cards of {Size(size.width, size.height)}",
        key="--card",
        hint=f"its largest mat, for {largest.paper.upper()}, is {largest.size}",
    )


def compose_mat(kit: Kit, mat: Mat, plan: MatPlan, choices: Choices) -> Scene:
    """The whole mat: the river with the token's ways, the places with their names, title and captions."""
    context = FaceContext(kit, plan.card, Card("mat", "mat", "mat", 0, {}), choices)
    items: list[Item] = []
    if len(mat.forward) > 1:
        items.append(Group(tuple(_river(mat, plan, choices.ink == "low")), layer="art"))
    for place in mat.places:
        items += _place(context, mat, plan, place)
    items += _ways(context, mat, plan)
    items += _title(context, mat, plan)
    box = Rect(0.0, 0.0, *plan.size)
    return Scene("mat", box.width, box.height, 0.0, (Group(tuple(items), clip=box),))


def _river(mat: Mat, plan: MatPlan, low: bool) -> list[Item]:
    """Water from the last line to the first, under all cards: the token goes up it."""
    line = calm(through(_course(mat, plan), 2.0), plan.row * 0.16)
    width = plan.row * WATER
    blue = find_ink("blue")
    # Under the first and the last card the water is whole; beyond them it runs out in single strokes.
    first, last = (plan.slots[name].center for name in (mat.forward[-1], mat.forward[0]))
    start, end = _nearest(line, first), _nearest(line, last)
    body, spring = line[start : end + 1], line[: start + 1]
    items: list[Item] = []
    for side in (1, -1):
        for by, thick, long in ((1.8, 1.2, 0.62), (4.3, 0.8, 0.4)):
            shore = Stream(parallel(body, side * (width / 2 + by)), 2.5, plan.row * long, thick, 3.0)
            items.append(Path(_joined(stroke_rows(shore)), BLACK, even_odd=False))
    # Where the banks of two bends meet, the water lies over the shore.
    items.append(Path(_band(body, width), PAPER if low else blue, even_odd=False))
    current = Stream(body, width, plan.row * 0.42, 1.05, 3.1)
    items.append(Path(_joined(stroke_rows(current)), blue if low else PAPER, even_odd=False))
    # So little shows beside the last card that its strokes would be crumbs.
    mouth = plan.slots[mat.forward[0]]
    shown = min(mouth.x, plan.size.width - mouth.right) >= LEAST_MOUTH
    for loose in (spring, line[end:]) if shown else (spring,):
        thin = Stream(loose, width * 0.92, plan.row * 0.3, 1.3, 3.1)
        items.append(Path(_joined(stroke_rows(thin)), blue, even_odd=False))
    return items


def _nearest(line: Sequence[tuple[float, float]], point: tuple[float, float]) -> int:
    return min(range(len(line)), key=lambda index: math.dist(line[index], point))


def _band(line: Sequence[tuple[float, float]], width: float) -> Outline:
    """The area along a path, its edges drawn smoothly."""
    banks = [parallel(line, side * width / 2) for side in (1, -1)]
    edges = [part(bank, 0.0, line_length(bank), max(8, int(line_length(bank) / 6))) for bank in banks]
    return smooth((*edges[0], *edges[1][::-1]), closed=True)


def _joined(strokes: Iterable[Outline]) -> Outline:
    outlines = tuple(strokes)
    commands = "".join(outline.commands for outline in outlines)
    return Outline(commands, tuple(value for outline in outlines for value in outline.coordinates))


def _course(mat: Mat, plan: MatPlan) -> list[tuple[float, float]]:
    """The river's course: through the lines from the last to the first, round a bend where the row ends."""
    width = plan.size.width
    lines = [mat.place(name) for name in reversed(mat.forward)]
    course = [(-2.0, plan.at(0, lines[0].row - 0.06)[1])]
    for number, place in enumerate(lines):
        before = lines[number - 1] if number else None
        after = lines[number + 1] if number + 1 < len(lines) else None
        if before is not None and _turns(before, place):
            course += _bends(plan, before, place)
        elif after is None or not _turns(place, after):
            # Where a column is set lower than its neighbours, the water cuts the corner.
            rows = [other.row for other in lines if _beside(other, place)]
            pull = 0.4 * (sum(rows) / 2 - place.row) if len(rows) == 2 else 0.0
            course.append(plan.at(place.column, place.row + pull))
    course.append((width + 2.0, plan.at(0, lines[-1].row)[1]))
    return course


def _turns(one: MatPlace, other: MatPlace) -> bool:
    return abs(one.column - other.column) > 1


def _beside(one: MatPlace, other: MatPlace) -> bool:
    return abs(one.row - other.row) < 1 and abs(one.column - other.column) == 1


def _bends(plan: MatPlan, before: MatPlace, after: MatPlace) -> list[tuple[float, float]]:
    """Back from the end of one row to the beginning of the next: a half circle, the way across, a half circle."""
    width, half = plan.size.width, plan.row * WATER / 2
    course: list[tuple[float, float]] = []
    forth = before.column > after.column
    radius = plan.row * BEND
    tops = plan.at(0, before.row)[1] + 2.0, plan.at(0, after.row)[1] - 2 * radius - 2.0
    for right, top in zip((forth, not forth), tops, strict=True):
        inset = half + radius + EDGE
        x = width - inset if right else inset
        angles = range(-90, 91, 30) if right else range(-90, -271, -30)
        for angle in map(math.radians, angles):
            course.append((x + radius * math.cos(angle), top + radius + radius * math.sin(angle)))
    return course


def _place(context: FaceContext, mat: Mat, plan: MatPlan, place: MatPlace) -> list[Item]:
    """A place: its slot, the edges of spread cards to the left, its tag above, and what it is inside."""
    slot = plan.slots[place.id]
    corner = plan.card.corner
    items: list[Item] = [_halo(slot, corner)]
    if place.kind != "slot":
        items += _spread(context, mat, plan, place)
    inner = rounded_rectangle(slot.grown(-FRAME), max(corner - FRAME, 0.1))
    items.append(Path(rounded_rectangle(slot, corner), PAPER))
    items.append(Path(rounded_rectangle(slot, corner) + inner, BLACK))
    items += _tag(context, plan, place)
    items += _inside(context, mat, plan, place)
    if place.counters:
        items += _counters(context, plan, place)
    return items


def _halo(slot: Rect, corner: float) -> Item:
    return Path(rounded_rectangle(slot.grown(HALO), corner + HALO), PAPER)


def _spread(context: FaceContext, mat: Mat, plan: MatPlan, place: MatPlace) -> list[Item]:
    """Cards pushed under the slot from the left, each showing its index; the river is seen through them."""
    slot, corner = plan.slots[place.id], plan.card.corner
    items: list[Item] = []
    for step in (2, 1):
        box = Rect(slot.x - step * mat.spread, slot.y, slot.width, slot.height)
        edge = _left_edge(box, corner)
        items.append(Path(edge, stroke=PAPER, width=LINE + 1.2))
        items.append(Path(edge, stroke=BLACK, width=LINE, dash=() if step == 1 else (2.4, 1.6)))
        if place.suit:
            x, y, height = box.x + mat.spread / 2, box.y + mat.spread * 0.66, mat.spread * 0.42
            items.append(Path(circle(x, y, height * 0.74), PAPER))
            items.append(context.emblem(place.suit, x, y, height))
    return items


def _left_edge(box: Rect, radius: float) -> Outline:
    """The left edge of a card and its two corners, as far as the next card lets it be seen."""
    near, reach = radius * (1 - KAPPA), box.x + radius
    return Outline(
        "MLCLCL",
        (
            *(reach + 6, box.y, reach, box.y),
            *(box.x + near, box.y, box.x, box.y + near, box.x, box.y + radius),
            *(box.x, box.bottom - radius),
            *(box.x, box.bottom - near, box.x + near, box.bottom, reach, box.bottom),
            *(reach + 6, box.bottom),
        ),
    )


def _names(context: FaceContext, key: str) -> tuple[str, str]:
    """A text in the kit's first two languages; the second is empty where there is none."""
    texts = [context.text(language, key) for language in context.kit.languages[:2]]
    return texts[0], texts[1] if len(texts) > 1 else ""


def _tag(context: FaceContext, plan: MatPlan, place: MatPlace) -> list[Item]:
    """The place's id in white on black and its name beside, standing on the slot's upper edge."""
    slot = plan.slots[place.id]
    first, second = _names(context, place.text)
    grown = max(1.0, min(1.5, plan.card.width / 57, (plan.row - slot.height - 1.0) / TAG))
    figure = TextStyle(context.font("display"), 3.7 * grown, PAPER)
    main = TextStyle(context.font("display"), 3.3 * grown)
    other = TextStyle(context.font("display"), 2.9 * grown)
    ink = line_ink_box(set_line(place.id, figure, 0.0, 0.0))
    black = Rect(slot.x + plan.card.corner, slot.y - TAG * grown + 0.2, ink.width + 2.6 * grown, TAG * grown)
    x = black.right + 1.2
    room = slot.right - x - 1.0
    ends = x + line_width(first, main)
    names: list[Item] = [set_line(first, main, x, slot.y - 1.25 * grown)]
    if second:
        fitted = fit_line(second, other, room - line_width(first, main) - 1.2, 0.7)
        names.append(set_line(second, fitted, ends + 1.2, slot.y - 1.25 * grown))
        ends += 1.2 + line_width(second, fitted)
    paper = Rect.from_edges(black.x - HALO, black.y - 0.9, ends + 1.3, slot.y + 0.2)
    return [
        Path(rounded_rectangle(paper, 1.2), PAPER),
        Path(rounded_rectangle(black, 0.6), BLACK),
        ink_center_line(place.id, figure, black.center[0], black.center[1] + ink.height / 2),
        *names,
    ]


def _inside(context: FaceContext, mat: Mat, plan: MatPlan, place: MatPlace) -> list[Item]:
    """What the place is, large: covered by cards in the game, read while they are laid out."""
    slot = plan.slots[place.id]
    x, y = slot.center
    small = TextStyle(context.font("text"), max(LEAST_EM, slot.width / 24))
    items: list[Item] = []
    if place.kind == "line":
        number = int(place.id) if place.id.isdecimal() else 0
        big = TextStyle(context.font("display"), slot.width * 0.42)
        box = line_ink_box(set_line(place.id, big, 0.0, 0.0))
        items.append(ink_center_line(place.id, big, x, y - box.center[1] - slot.height * 0.1))
        if number:
            items += _hexagram(
                Rect(
                    x - slot.width * 0.17,
                    slot.bottom - slot.height * 0.3,
                    slot.width * 0.34,
                    slot.height * 0.17,
                ),
                number,
            )
    elif place.suit:
        items.append(context.emblem(place.suit, x, y - slot.height * 0.08, slot.width * 0.42))
    else:
        big = TextStyle(context.font("display"), slot.width * 0.36)
        box = line_ink_box(set_line(place.id, big, 0.0, 0.0))
        items.append(ink_center_line(place.id, big, x, y - box.center[1] - slot.height * 0.1))
    if place.note:
        style = replace(small, size=max(LEAST_EM, slot.width / 25))
        room = Rect(slot.x + 4, slot.bottom - slot.height * 0.26, slot.width - 8, slot.height * 0.24)
        paragraphs = [(language, context.text(language, place.note)) for language in context.kit.languages]
        items += set_paragraphs(paragraphs, style, room, 1.35, "middle")
    return items


def _hexagram(box: Rect, strong: int) -> list[Item]:
    """Six lines, the lowest the first; the one meant is thick."""
    pitch = box.height / 5
    items: list[Item] = []
    for number in range(1, 7):
        thick = 1.5 if number == strong else 0.42
        inset = 0.0 if number == strong else box.width * 0.2
        y = box.bottom - (number - 1) * pitch
        bar = Rect(box.x + inset, y - thick / 2, box.width - 2 * inset, thick)
        items.append(Path(rounded_rectangle(bar, min(0.3, thick * 0.4)), BLACK))
    return items


def _counters(context: FaceContext, plan: MatPlan, place: MatPlace) -> list[Item]:
    """Rings left of the slot for the counters of the terminals, as many as end the game."""
    count = int(context.choices.variables.get("terminals", "0"))
    slot = plan.slots[place.id]
    radius = min(10.0, (slot.x - plan.column * place.column - 4) / 2)
    step = 2 * radius + 1.6
    shown = min(count, int((slot.height + 1.6) / step))
    items: list[Item] = []
    for number in range(shown):
        x, y = slot.x - radius - 3.0, slot.bottom - radius - number * step
        outline = circle(x, y, radius) + circle(x, y, radius - 0.5)
        items += [Path(circle(x, y, radius + HALO), PAPER), Path(outline, BLACK)]
        figure = TextStyle(context.font("display"), radius * 0.9)
        text = str(number + 1)
        ink = line_ink_box(set_line(text, figure, 0.0, 0.0))
        items.append(ink_center_line(text, figure, x, y - ink.center[1]))
    return items


def _ways(context: FaceContext, mat: Mat, plan: MatPlan) -> list[Item]:
    """Black counters with arrows between the lines: the way forward, and the pairs that face each other."""
    items: list[Item] = []
    radius = min(5.4, (plan.column - plan.card.width - 2 * mat.spread - PAD) / 2 + 2.2)
    for number, name in enumerate(mat.forward):
        place, follower = mat.place(name), mat.place(mat.forward[(number + 1) % len(mat.forward)])
        slot = plan.slots[name]
        # Rather over the edge of a spread card than over the neighbour's slot.
        least = place.column * plan.column - (PAD if place.column else 0.0) + radius + 1.2
        x = max(slot.x - 2 * mat.spread - radius - 0.6, least)
        y = slot.center[1]
        wraps = abs(place.column - follower.column) > 1
        items += _counter(x, y, radius)
        items.append(arrow("left", radius * 1.35, PAPER).at(x - radius * 0.675, y))
        if wraps:
            items += _badge(context, x, y + radius + 3.1, f"→{follower.id}")
    for low, high in mat.across:
        items += _across(context, plan, low, high)
    return items


def _counter(x: float, y: float, radius: float) -> list[Item]:
    return [Path(circle(x, y, radius + HALO), PAPER), Path(circle(x, y, radius), BLACK)]


def _badge(context: FaceContext, x: float, y: float, text: str) -> list[Item]:
    """A word on a white label."""
    style = TextStyle(context.font("text"), 2.9)
    width = line_width(text, style)
    box = Rect(x - width / 2 - 0.9, y - 1.9, width + 1.8, 3.8)
    return [Path(rounded_rectangle(box, 1.2), PAPER), set_line(text, style, x, y + 1.05, "middle")]


def _across(context: FaceContext, plan: MatPlan, low: str, high: str) -> list[Item]:
    """Two arrows, up and down, left of the gap between two lines that face each other."""
    upper, lower = plan.slots[high], plan.slots[low]
    y = (upper.bottom + lower.y) / 2
    room = lower.y - upper.bottom
    x = upper.x - 12.0
    if room <= 20:
        return _both_ways(x, y)
    items: list[Item] = []
    for way in (-1, 1):
        reach = (y + way * 7.4, y + way * min(room / 2 - 4.0, 40.0))
        line = tuple((x, reach[0] + (reach[1] - reach[0]) * step / 6) for step in range(7))
        items.append(Path(stroke(line, 4.2, 0.5), PAPER))
        items.append(Path(stroke(line, 1.7, 0.5), BLACK))
    items += _both_ways(x, y)
    items += _badge(context, x - 9.6, y, f"{high}–{low}")
    return items


def _both_ways(x: float, y: float) -> list[Item]:
    """A counter with an arrow up and one down."""
    pair = ((arrow("up", 6.5, PAPER), -1.9), (arrow("down", 6.5, PAPER), 1.9))
    return [*_counter(x, y, 5.0), *(sign.at(x + dx - sign.width / 2, y) for sign, dx in pair)]


def _title(context: FaceContext, mat: Mat, plan: MatPlan) -> list[Item]:
    """Title, trigrams and captions in the free corner under the first column."""
    column = [plan.slots[place.id] for place in mat.places if place.column == 0]
    top = max(slot.bottom for slot in column)
    area = Rect.from_edges(4.0, top + 7.0, plan.column - 1.0, plan.size.height - FOOT)
    names = _names(context, "kit.title")
    em = min(area.width / 4.4, area.height * 0.3)
    big = squeezed(names[0], TextStyle(context.font("display"), em), area.width, 0.7, LEAST_EM)
    items: list[Item] = [Path(rounded_rectangle(area.grown(2.0), 3.0), PAPER)]
    y = area.y + em * 0.86
    items.append(set_line(names[0], big, area.x, y))
    if names[1]:
        second = TextStyle(context.font("display"), em * 0.42)
        y += em * 0.56
        items.append(set_line(names[1], squeezed(names[1], second, area.width, 0.7, LEAST_EM), area.x, y))
    size = max(LEAST_EM, min(4.6, area.width / 27))
    style = TextStyle(context.font("text"), size)
    y += size * 1.6
    words = [
        (language, context.text(language, key)) for key in mat.captions for language in context.kit.languages
    ]
    ways = _way_words(context, mat)
    items += set_paragraphs(
        [*ways, *words], style, Rect.from_edges(area.x, y, area.right, area.bottom), 1.5, "start"
    )
    return items


def _way_words(context: FaceContext, mat: Mat) -> list[tuple[str, str]]:
    """The ways in words with the lines they lead through."""
    if not mat.forward:
        return []
    forward = "→".join((*mat.forward, mat.forward[0]))
    backward = "→".join((mat.forward[0], *reversed(mat.forward)))
    across = " ".join(f"{low}–{high}" for low, high in mat.across)
    routes = {"forward": forward, "backward": backward, "across": across}
    return [
        (context.kit.languages[0], " ".join((*filter(None, _names(context, mat.ways[way])), route)))
        for way, route in routes.items()
        if route
    ]
