"""Draws the table mat for a card size."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices, FaceContext
from printkit.compose.faces.signs import LINE, arrow
from printkit.compose.pieces.carving import (
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
from printkit.compose.text.paragraphs import set_paragraphs
from printkit.compose.text.titles import squeezed
from printkit.compose.text.typesetting import (
    Anchor,
    TextStyle,
    ink_center_line,
    line_ink_box,
    line_width,
    set_line,
)
from printkit.compose.youscout.mat_plan import FOOT, PAD, MatPlan
from printkit.errors import InputError
from printkit.geometry import Outline, Rect
from printkit.kit.board import Mat, MatPlace
from printkit.kit.model import Card, Kit
from printkit.scene.inks import BLACK, PAPER, Ink, find_ink
from printkit.scene.model import Group, Item, Path, Scene, walk
from printkit.scene.shapes import KAPPA, circle, rectangle, rounded_rectangle, segment

__all__ = ["compose_mat"]

# Water that shows less than this beside the first place is left out; mm.
LEAST_MOUTH = 12.0
# The river's banks in mm, and how wide the river is, in rows.
BANK = 1.1
WATER = 0.5
# The radius of its bends in rows, and what stays free between them and the edge in mm.
BEND = 0.42
EDGE = 4.0


# A check lays the same mat out in many ways: its water is carved once.
@lru_cache(8)
def river(course: tuple[tuple[float, float], ...], row: float, low: bool) -> tuple[Item, ...]:
    """Water along a course through rows of this height; mm."""
    line = calm(through(course, 2.0), row * 0.16)
    width = row * WATER
    blue = find_ink("blue")
    current = Stream(line, width, row * 0.42, 1.05, 3.1)
    shade = Stream(line, width - 3.0, row * 0.3, 0.8, 6.2)
    return (
        Path(_band(line, width + 2 * BANK), BLACK, even_odd=False),
        Path(_band(line, width), PAPER if low else blue, even_odd=False),
        Path(_joined(stroke_rows(current)), blue if low else PAPER, even_odd=False),
        *(() if low else (Path(_joined(stroke_rows(shade)), BLACK, even_odd=False),)),
    )


def _band(line: Sequence[tuple[float, float]], width: float) -> Outline:
    """The area along a path, its edges drawn smoothly."""
    banks = [parallel(line, side * width / 2) for side in (1, -1)]
    edges = [part(bank, 0.0, line_length(bank), max(8, int(line_length(bank) / 6))) for bank in banks]
    return smooth((*edges[0], *edges[1][::-1]), closed=True)


def _joined(strokes: Iterable[Outline]) -> Outline:
    outlines = tuple(strokes)
    commands = "".join(outline.commands for outline in outlines)
    return Outline(commands, tuple(value for outline in outlines for value in outline.coordinates))


def _course(mat: Mat, plan: MatPlan) -> tuple[tuple[float, float], ...]:
    """The river's course from edge to edge through all lines, the last one first, under all cards.

    The token goes up it; where a row ends it goes round a bend.
    """
    width = plan.size.width
    lines = [mat.place(name) for name in reversed(mat.forward)]
    course = [(-12.0, plan.at(0, lines[0].row - 0.06)[1])]
    for number, place in enumerate(lines):
        before = lines[number - 1] if number else None
        after = lines[number + 1] if number + 1 < len(lines) else None
        if before is not None and _turns(before, place):
            course += _bends(plan, before, place)
        elif after is None or not _turns(place, after):
            # Where a column is set lower than its neighbours, the water cuts the corner.
            rows = [other.row for other in lines if _beside(other, place)]
            pull = 0.4 * (math.fsum(rows) / 2 - place.row) if len(rows) == 2 else 0.0
            course.append(plan.at(place.column, place.row + pull))
    # So little shows beside the last card that it would be a crumb.
    mouth = plan.slots[mat.forward[0]]
    end = width + 12.0 if width - mouth.right >= LEAST_MOUTH else mouth.center[0]
    course.append((end, plan.at(0, lines[-1].row)[1]))
    return tuple(course)


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


FRAME = 0.95
# White round what lies on the water, so that no black meets blue.
HALO = 1.3
# The bar above a place is at most this high, and keeps this far from the place above.
BAR, BAR_GAP = 7.6, 0.8
# How much of the warm ink lies on the table and in the large signs of places, and how much of a suit's.
GROUND, SIGN, SUIT = 0.22, 0.7, 0.3
# What stands for it where little ink is used.
PALE = 0.28
LEAST_EM = 2.4
# 12 pt and a little more: what is read from a chair. Notes are as large where their place has room, else smaller.
CHAIR_EM, BADGE = 4.4, 5.4
NOTE_EMS = (CHAIR_EM, 4.0, 3.6, 3.2, 2.8, LEAST_EM)


def compose_mat(kit: Kit, mat: Mat, plan: MatPlan, choices: Choices) -> Scene:
    """The whole mat: the river with the token's ways, the places with their names, title and captions."""
    context = FaceContext(kit, plan.card, Card("mat", "mat", "mat", 0, {}), choices)
    box = Rect(0.0, 0.0, *plan.size)
    items: list[Item] = []
    if choices.ink == "full":
        items.append(Group((Path(rectangle(box), find_ink("gold").at(GROUND)),), layer="art"))
    if len(mat.forward) > 1:
        water = river(_course(mat, plan), plan.row, choices.ink == "low")
        items.append(Group(water, layer="art"))
    for place in mat.places:
        items += _place(context, mat, plan, place)
    items += _ways(context, mat, plan)
    items += _title(context, mat, plan)
    items += _panel(context, mat, plan)
    return Scene("mat", box.width, box.height, 0.0, (Group(tuple(items), clip=box),))


def _place(context: FaceContext, mat: Mat, plan: MatPlan, place: MatPlace) -> list[Item]:
    """A place: its slot, the edges of spread cards to the left, its tag above, and what it is inside."""
    slot = plan.slots[place.id]
    corner = plan.card.corner
    items: list[Item] = [_halo(context, slot, corner)]
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


def _halo(context: FaceContext, slot: Rect, corner: float) -> Item:
    low = context.choices.ink == "low"
    ground = PAPER if low else find_ink("gold").at(GROUND)
    return Path(rounded_rectangle(slot.grown(HALO), corner + HALO), ground)


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


def _bar_height(plan: MatPlan) -> float:
    return min(BAR, plan.row - plan.card.height - BAR_GAP)


def _tag(context: FaceContext, plan: MatPlan, place: MatPlace) -> list[Item]:
    """A black bar on the slot's upper edge, to be read from a chair: the place's id, and its name at both ends."""
    slot, high = plan.slots[place.id], _bar_height(plan)
    box = Rect(slot.x, slot.y - high, slot.width, high)
    first, second = _names(context, place.text)
    figure = TextStyle(context.font("display"), high * 0.9, PAPER)
    # A low bar is filled more.
    main = TextStyle(context.font("display"), min(high * 0.8, BAR * 0.68), PAPER)
    left = box.x + 1.6 + line_width(place.id, figure) + 1.8
    items: list[Item] = [Path(rounded_rectangle(box, 0.8), BLACK)]
    items.append(set_line(place.id, figure, box.x + 1.6, box.y + high * 0.83))
    room = box.right - 1.8 - left
    if not second:
        return [*items, _in_bar(first, squeezed(first, main, room, 0.7, LEAST_EM), left, box)]
    share = room * 0.5
    main = squeezed(first, main, share, 0.7, LEAST_EM)
    other = TextStyle(context.font("display"), max(min(high * 0.7, BAR * 0.56), LEAST_EM), PAPER)
    other = squeezed(second, other, room - line_width(first, main) - 2.0, 0.7, LEAST_EM)
    items.append(_in_bar(first, main, left, box))
    items.append(_in_bar(second, other, box.right - 1.8, box, "end"))
    return items


def _in_bar(text: str, style: TextStyle, x: float, bar: Rect, anchor: Anchor = "start") -> Item:
    """A line in the middle of its bar."""
    return set_line(text, style, x, round(bar.center[1] + style.size * 0.36, 4), anchor)


def _inside(context: FaceContext, mat: Mat, plan: MatPlan, place: MatPlace) -> list[Item]:
    """What the place is, large: covered by cards in the game, read while they are laid out."""
    slot = plan.slots[place.id]
    x, y = slot.center
    pale = _pale(context)
    items: list[Item] = []
    if place.kind == "line":
        number = int(place.id) if place.id.isdecimal() else 0
        big = TextStyle(context.font("display"), slot.width * 0.42, pale)
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
                pale,
            )
    elif place.suit:
        faint = context.kit.inks[context.kit.suits[place.suit].ink].at(SUIT)
        items.append(context.emblem(place.suit, x, y - slot.height * 0.08, slot.width * 0.46, faint))
    else:
        big = TextStyle(context.font("display"), slot.width * 0.36, pale)
        box = line_ink_box(set_line(place.id, big, 0.0, 0.0))
        items.append(ink_center_line(place.id, big, x, y - box.center[1] - slot.height * 0.1))
    if place.note:
        items += _note(context, place.note, slot)
    return items


def _note(context: FaceContext, key: str, slot: Rect) -> list[Item]:
    """What is said about a place, at the foot of its slot in the largest type that fits."""
    paragraphs = [(language, context.text(language, key)) for language in context.kit.languages]
    room = Rect(slot.x + 3.5, slot.bottom - slot.height * 0.34, slot.width - 7, slot.height * 0.32)
    *larger, least = NOTE_EMS
    for em in larger:
        try:
            return list(_paragraphs(context, paragraphs, em, room))
        except InputError:
            continue
    return list(_paragraphs(context, paragraphs, least, room))


def _paragraphs(
    context: FaceContext, paragraphs: list[tuple[str, str]], em: float, room: Rect
) -> tuple[Item, ...]:
    return set_paragraphs(paragraphs, TextStyle(context.font("text"), em), room, 1.35, "middle")


def _pale(context: FaceContext) -> Ink:
    """What large signs inside places are printed in: they are read while the table is laid out, then covered."""
    return BLACK.at(PALE) if context.choices.ink == "low" else find_ink("gold").at(SIGN)


def _hexagram(box: Rect, strong: int, pale: Ink) -> list[Item]:
    """Six lines, the lowest the first; the one meant is black."""
    pitch = box.height / 5
    items: list[Item] = []
    for number in range(1, 7):
        thick = min(2.4, pitch * 0.62)
        y = box.bottom - (number - 1) * pitch
        bar = Rect(box.x, y - thick / 2, box.width, thick)
        items.append(Path(rounded_rectangle(bar, min(0.3, thick * 0.4)), BLACK if number == strong else pale))
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
            items += _badge(context, x, y + radius + 0.6 + BADGE / 2, f"→{follower.id}")
    for low, high in mat.across:
        items += _across(context, plan, low, high)
    return items


def _counter(x: float, y: float, radius: float) -> list[Item]:
    return [Path(circle(x, y, radius + HALO), PAPER), Path(circle(x, y, radius), BLACK)]


def _badge(context: FaceContext, x: float, y: float, text: str) -> list[Item]:
    """A word on a white label."""
    style = TextStyle(context.font("text"), CHAIR_EM, tracking=0.0)
    width = line_width(text, style)
    box = Rect(x - width / 2 - 1.0, y - BADGE / 2, width + 2.0, BADGE)
    return [Path(rounded_rectangle(box, 1.4), PAPER), set_line(text, style, x, y + CHAIR_EM * 0.37, "middle")]


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
    items += _badge(context, x - 12.0, y, f"{high}–{low}")
    return items


def _both_ways(x: float, y: float) -> list[Item]:
    """A counter with an arrow up and one down."""
    pair = ((arrow("up", 6.5, PAPER), -1.9), (arrow("down", 6.5, PAPER), 1.9))
    return [*_counter(x, y, 5.0), *(sign.at(x + dx - sign.width / 2, y) for sign, dx in pair)]


def _title(context: FaceContext, mat: Mat, plan: MatPlan) -> list[Item]:
    """The title in both languages above the outer columns, where they begin lower than the others."""
    columns: dict[int, Rect] = {}
    for place in mat.places:
        slot = plan.slots[place.id]
        if place.column not in columns or slot.y < columns[place.column].y:
            columns[place.column] = slot
    first, last = columns[min(columns)], columns[max(columns)]
    room = min(first.y, last.y) - _bar_height(plan)
    em = min(21.0, (room - 2.0) * 0.82)
    if em < 5.0:
        return []
    names = _names(context, "kit.title")
    base = room - 2.0 - em * 0.1
    style = squeezed(names[0], TextStyle(context.font("display"), em), first.width * 1.2, 0.7, LEAST_EM)
    items: list[Item] = [set_line(names[0], style, first.x, base)]
    if names[1]:
        other = TextStyle(context.font("display"), em * 0.72)
        other = squeezed(names[1], other, last.width, 0.7, LEAST_EM)
        items.append(set_line(names[1], other, last.right, base, "end"))
    return items


def _panel(context: FaceContext, mat: Mat, plan: MatPlan) -> list[Item]:
    """The ways and the captions on a panel in the free corner under the first column."""
    column = [plan.slots[place.id] for place in mat.places if place.column == 0]
    top = max(slot.bottom for slot in column)
    area = Rect.from_edges(6.0, top + 7.0, plan.column - 2.0, plan.size.height - FOOT - 3.0)
    size = max(LEAST_EM, min(5.4, area.width / 27, area.height / 21))
    inner = area.grown(-size)
    rows: list[Item] = []
    y = area.y + size * 2.9
    head = TextStyle(context.font("display"), size * 1.35, PAPER)
    names = _names(context, mat.heading) if mat.heading else _names(context, "kit.title")
    bar = Rect(area.x, area.y, area.width, size * 2.5)
    base = bar.y + size * 1.75
    rows.append(
        set_line(names[0], squeezed(names[0], head, inner.width * 0.55, 0.7, LEAST_EM), inner.x, base)
    )
    if names[1]:
        rows.append(
            set_line(
                names[1],
                squeezed(names[1], replace(head, size=size * 1.1), inner.width * 0.42, 0.7, LEAST_EM),
                inner.right, base, "end",
            )
        )  # fmt: skip
    bold, plain = TextStyle(context.font("display"), size), TextStyle(context.font("text"), size)
    for word, route in _way_words(context, mat):
        y += size * 1.25
        rows.append(set_line(word, squeezed(word, bold, inner.width * 0.4, 0.7, LEAST_EM), inner.x, y))
        rows.append(
            set_line(route, squeezed(route, plain, inner.width * 0.57, 0.7, LEAST_EM), inner.right, y, "end")
        )
        y += size * 0.6
        rows.append(Path(segment(inner.x, y, inner.right, y), stroke=BLACK, width=0.25))
    words = [
        (language, context.text(language, key)) for key in mat.captions for language in context.kit.languages
    ]
    lines = set_paragraphs(
        words, plain, Rect.from_edges(inner.x, y + size * 0.6, inner.right, area.bottom), 1.45, "start"
    )
    rows += lines
    lowest = max(item_box(placed).bottom for placed in walk(Scene("panel", *plan.size, 0.0, tuple(lines))))
    area = area._replace(height=lowest + size - area.y)
    frame = rounded_rectangle(area, 1.6) + rounded_rectangle(area.grown(-0.6), 1.1)
    return [
        Path(rounded_rectangle(area, 1.6), PAPER),
        Path(frame, BLACK),
        Path(rounded_rectangle(bar, 1.6), BLACK),
        *rows,
    ]


def _way_words(context: FaceContext, mat: Mat) -> list[tuple[str, str]]:
    """Each way in both languages, and the lines it leads through."""
    if not mat.forward:
        return []
    forward = "→".join((*mat.forward, mat.forward[0]))
    backward = "→".join((mat.forward[0], *reversed(mat.forward)))
    across = "  ".join(f"{low}–{high}" for low, high in mat.across)
    routes = {"forward": forward, "backward": backward, "across": across}
    return [
        (" ".join(filter(None, _names(context, mat.ways[way]))), route)
        for way, route in routes.items()
        if route
    ]
