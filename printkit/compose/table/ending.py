"""Draws how a game ended: a panel with running water, in it what won, the result, and what each seat has."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from printkit.compose.books.page_blocks import Grow, Picture, Told
from printkit.compose.pieces.carving import GOLDEN, RHYTHM, stroke
from printkit.compose.pieces.figures import FIGURES, figure_items
from printkit.compose.pieces.standees import seat_items, seat_pawn
from printkit.compose.table.zone_pen import Band
from printkit.compose.text.titles import fit_title
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, line_width, set_line
from printkit.games.core import Seat
from printkit.geometry import Affine, Outline, Rect, Size
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Glyphs, Group, Item, Path
from printkit.scene.shapes import circle, rounded_rectangle

__all__ = [
    "CORNER",
    "EDGE",
    "LEAST",
    "SLAB",
    "Ending",
    "ResultWords",
    "ended",
    "ending_items",
    "ground_of",
    "result_words",
    "water",
    "winner_items",
]

LEAST = 20.0
"""How high the panel is at least, mm."""
UNDER = 2.4
"""What is free below it, mm."""
# What is free above it, below a picture that stands apart from others, and how much more where the page has room.
OVER, MORE = 7.0, 6.0
# How high it is at most with a ground, and black; and in heights of what is above it.
MOST, OF_PLAY = (88.0, 72.0), (1.2, 0.65)
# Its corner and edge line; the paper inside; the em of the words, and the room at their sides; from line to line.
CORNER, EDGE, INSIDE, EM, SIDES, LEADING = 0.8, 0.5, 2.6, (5.2, 8.4), 9.0, 1.35
# From which height on the words stand below the discs; below them the plate with the points: how high, and what is
# between them.
HIGH, PLATE, GAP_BELOW = 46.0, 6.6, 1.5
SLAB = 2.2
"""What is free round the words on their slab, mm."""
# The points of a seat: its sign, the em of the figure, what is between both, and between two seats.
SEAT, POINTS, BESIDE, SEATS = 4.4, 4.4, 1.2, 4.4
# A winner's disc: its radius in heights of the panel, over and before the words, and at most; from one to the next, and
# to the words; its sign, up to which radius that stands there, and how high who won is in a larger one.
DISC, LARGEST, APART, BELOW, SIGN, SIGNED, FIGURE = (0.24, 0.38), (16.0, 12.5), 3.0, 4.4, 1.25, 6.0, 1.62
# What part of the panel discs take at most where the words stand beside them; and in how many rows points stand.
ACROSS, MOST_ROWS = 0.42, 3
# So small a plate with points may be before it has another row.
ENOUGH = 0.6
# The em of the words where they and the points have no room in the panel's height.
SMALLER = (0.85, 0.7, 0.55)
# Water: how long a stroke is at most and at least, what is between two; from row to row, which grows towards the
# viewer; how thick one is, in rows; what is free round the words.
LONG, SHORT, GAP, ROW, GROWS, THICK, CLEAR = 19.0, 4.5, 2.6, 2.1, 1.065, 0.3, 3.0


class Ending(NamedTuple):
    """How a game ended: in words, whose seats won, and what each seat has at the end.

    `panel` draws another panel in its box: all but its words, and these.
    """

    words: str
    seats: Sequence[Seat]
    points: Sequence[tuple[Seat, str]] = ()
    panel: Callable[[Rect], tuple[list[Item], list[Glyphs]]] | None = None


def ended(
    kit: Kit, last: Picture, ending: Ending, heights: tuple[float, float, float], *, low: bool
) -> Picture:
    """The last picture of a game, and below it the result in words and its seats, in a panel that takes what is left.

    `heights`: of the panel at least, at most whatever is above it (what suits that if it has no end), and at most
    where the page has more room.
    """
    least, highest, limit = heights
    # Pictures that stand apart keep off the panel, too, and any a picture.
    over, more = (OVER, MORE) if last.above else (UNDER if ending.panel else 0.0, 0.0)

    def drawn(table: Picture, high: float, apart: float) -> Picture:
        box = Rect(0.0, table.height + apart, table.width, high)
        items, said = ending.panel(box) if ending.panel else ending_items(kit, ending, box, low=low)
        told = (*table.pieces, Told("", tuple(items)), Told("P", tuple(said), _said(ending)))
        every = tuple(item for each in told for item in each.items)
        words = f"{table.words} {ending.words}"
        return Picture(table.width, box.bottom + UNDER, every, words, told=told, above=last.above)

    def most(table: float) -> float:
        return highest if math.isfinite(highest) else _most_of(kit, table)

    tallest = last.grow.most if last.grow else last.height

    def grown(height: float) -> Picture:
        room = height - UNDER - over
        apart = min(more, (room - last.height - least) / 2) if over else 0.0
        table = last.grow.draw(min(room - apart - least, tallest)) if last.grow else last
        high = max(least, min(most(table.height), limit, room - table.height))
        return drawn(table, high, over + min(more, room - table.height - high))

    highest_of_all = tallest + most(tallest) + UNDER + over + more
    return drawn(last, least, over)._replace(grow=Grow(highest_of_all, grown), closes=True)


def _said(ending: Ending) -> str:
    """The result as it is read, with what each seat has."""
    return ". ".join([ending.words, ", ".join(f"{seat} {number}" for seat, number in ending.points)]).rstrip(
        ". "
    )


def _most_of(kit: Kit, play: float) -> float:
    """How high the panel is at most below play so high, mm: one with a ground higher than a black one."""
    black = ground_of(kit) == BLACK
    return min(MOST[black], OF_PLAY[black] * play)


def ground_of(kit: Kit) -> Ink:
    """The ink of the ground that runs round the kit's box, or black."""
    return kit.inks[kit.box.ground] if kit.box is not None and kit.box.dress == "river" else BLACK


def ending_items(kit: Kit, ending: Ending, box: Rect, *, low: bool) -> tuple[list[Item], list[Glyphs]]:
    """The panel with its water, the winners' discs and the points, and the words; with little ink its outline.

    It has the ground of the kit's box, and its words on a black slab: right of the discs, in a high one below them.
    """
    em, beside = min(EM[1], max(EM[0], 0.2 * box.height)), box.height < HIGH
    emblem = _emblem(kit, ending, box, low=low)
    room = Size(box.width - 2 * SIDES - (emblem.width + BELOW if beside else 0.0), box.height - 2 * INSIDE)
    words = result_words(kit, ending, room, em, low=low)
    for share in SMALLER:
        if words.column.height <= box.height - 2 * EDGE:
            break
        words = result_words(kit, ending, room, share * em, low=low)
    lines, style, wide, high, plate, column = words[:6]
    across, down = (emblem.width + BELOW, 0.0) if beside else (0.0, emblem.height + BELOW / 2)
    across, down = (across, down) if emblem.items else (0.0, 0.0)
    # The whole of it, about the middle of the panel.
    width = across + column.width if beside else max(emblem.width, column.width)
    height = max(emblem.height, column.height) if beside else down + column.height
    (x, y), clear = box.center, Rect(box.center[0] - width / 2, box.center[1] - height / 2, width, height)
    place = (clear.x, y - emblem.height / 2) if beside else (x - emblem.width / 2, clear.y)
    column = column.moved(
        clear.x + across if beside else x - column.width / 2,
        y - column.height / 2 if beside else clear.y + down,
    )
    upper = Rect(place[0], place[1], emblem.width, emblem.height)
    parts = (clear,) if beside or not emblem.items else (upper, column)
    items = list(_ground(kit, box, parts, low=low))
    items.append(Group(emblem.items, Affine.translation(*place)))
    slab = Rect(column.center[0] - wide / 2, column.y, wide, high)
    items += _slab(kit, slab, low=low)
    left = column.center[0] - plate.width / 2
    items.append(Group(plate.items, Affine.translation(left, slab.bottom + GAP_BELOW)))
    said = [
        set_line(line, style, slab.center[0], slab.y + base, "middle")
        for line, base in zip(lines, words.bases, strict=True)
    ]
    return items, said


def _ground(kit: Kit, box: Rect, clear: Sequence[Rect], *, low: bool) -> Iterator[Item]:
    """The panel and its water, which leaves parts clear that lie one below the other."""
    outline = rounded_rectangle(box.grown(-EDGE / 2 if low else 0.0), CORNER)
    yield Path(outline, stroke=BLACK, width=EDGE) if low else Path(outline, ground_of(kit))
    room = box.grown(-INSIDE)
    tops = [room.y, *(part.y for part in clear[1:]), room.bottom]
    for part, top, foot in zip(clear, tops, tops[1:], strict=False):
        for each in water(Rect.from_edges(room.x, top, room.right, foot), part.grown(CLEAR)):
            yield Path(each, BLACK if low else PAPER, even_odd=False)


def _slab(kit: Kit, slab: Rect, *, low: bool) -> Iterator[Item]:
    """What the result stands on, if the panel is not black itself."""
    if ground_of(kit) != BLACK:
        yield Path(rounded_rectangle(slab, CORNER), *((PAPER, BLACK, EDGE) if low else (BLACK,)))


class ResultWords(NamedTuple):
    """The lines of a result, the size of their slab, and below it the plate with the points; all of it from (0, 0).

    Then what is free between both, and where each line stands in the slab.
    """

    lines: Sequence[str]
    style: TextStyle
    wide: float
    high: float
    plate: Band
    column: Rect
    below: float
    bases: Sequence[float]


def result_words(kit: Kit, ending: Ending, room: Size, em: float, *, low: bool) -> ResultWords:
    """The result in letters of that em, in lines no longer than the room, and what each seat has."""
    style = TextStyle(kit.fonts["display"], em, BLACK if low else PAPER, tracking=0.0)
    lines, style = fit_title(ending.words, style, room.width)
    wide = max(line_width(line, style) for line in lines) + 2 * SLAB
    high = style.size * (LEADING * (len(lines) - 1) + 0.8) + 2 * SLAB
    plate = _points(kit, ending.points, (room.width + 2 * SLAB, room.height - high - GAP_BELOW), low=low)
    below = plate.height + GAP_BELOW if plate.items else 0.0
    column = Rect(0.0, 0.0, max(wide, plate.width), high + below)
    bases = [SLAB + (0.76 + LEADING * number) * style.size for number in range(len(lines))]
    return ResultWords(lines, style, wide, high, plate, column, GAP_BELOW, bases)


def _emblem(kit: Kit, ending: Ending, panel: Rect, *, low: bool) -> Band:
    """What stands for who won: a disc a seat, which leave words beside them their room."""
    high, count = panel.height, len(ending.seats)
    beside = high < HIGH
    apart = max(0, count - 1) * APART
    room = panel.width * ACROSS if beside else panel.width - 2 * SIDES
    radius = min(LARGEST[beside], DISC[beside] * high, (room - apart) / 2 / max(1, count))
    items: list[Item] = []
    for number, seat in enumerate(ending.seats):
        items += winner_items(kit, seat, (radius + number * (2 * radius + APART), radius), radius, low=low)
    wide = count * 2 * radius + apart
    return Band(wide, 2 * radius * bool(count), tuple(items))


def _points(kit: Kit, points: Sequence[tuple[Seat, str]], room: tuple[float, float], *, low: bool) -> Band:
    """A plate with what each seat has at the end, behind its sign; in as few rows as leave it large enough."""
    if not points:
        return Band(0.0, 0.0, ())
    made: list[tuple[float, Band]] = []
    for rows in range(1, min(MOST_ROWS, len(points)) + 1):
        across = -(-len(points) // rows)
        parts = [_row(kit, points[at : at + across], low=low) for at in range(0, len(points), across)]
        wide, deep = max(each.width for each in parts) + 2 * SLAB, PLATE * len(parts)
        scale = min(1.0, room[0] / wide, max(room[1], PLATE / 2) / deep)
        placed = (Group(each.items, Affine.translation(SLAB, PLATE * at)) for at, each in enumerate(parts))
        box = rounded_rectangle(Rect(0.0, 0.0, wide, deep), CORNER)
        paper = Path(box, PAPER, *((BLACK, EDGE) if low else ()))
        plate = Group((paper, *placed), Affine.scaling(scale))
        made.append((scale, Band(scale * wide, scale * deep, (plate,))))
        if scale >= ENOUGH:
            break
    return max(made, key=lambda each: each[0])[1]


def _row(kit: Kit, points: Sequence[tuple[Seat, str]], *, low: bool) -> Band:
    """What some of the seats have, side by side."""
    style = TextStyle(kit.fonts["display"], POINTS, tracking=0.0)
    letter = TextStyle(kit.fonts["display"], 0.72 * SEAT, PAPER, tracking=0.0)
    items: list[Item] = []
    x = 0.0
    for seat, number in points:
        middle = x + SEAT / 2, PLATE / 2
        signs = seat_items(kit, seat, middle, SEAT, low=low)
        if not signs:
            named = fit_line(seat, letter, 0.8 * SEAT, 0.5)
            items.append(Path(circle(*middle, SEAT / 2), BLACK))
            items.append(ink_center_line(seat, named, middle[0], middle[1] + 0.36 * named.size))
        x += SEAT + BESIDE
        items += [*signs, set_line(number, style, x, PLATE / 2 + 0.36 * POINTS)]
        x += line_width(number, style) + SEATS
    return Band(x - SEATS, PLATE, tuple(items))


def winner_items(
    kit: Kit, seat: Seat, spot: tuple[float, float], radius: float, *, low: bool
) -> Iterator[Item]:
    """A seat's sign, or its letter, on a disc of paper; who stands for it where there is room."""
    yield Path(circle(*spot, radius), PAPER, *((BLACK, EDGE) if low else ()))
    pawn = seat_pawn(kit, seat)
    if pawn is not None and pawn.foot is not None and pawn.front.motif in FIGURES and radius > SIGNED:
        high = FIGURE * radius
        box = Rect(spot[0] - high / 3, spot[1] - high / 2, high / 1.5, high)
        style, who = (
            TextStyle(kit.fonts["display"], 1.0, tracking=0.0),
            (pawn.front.motif, pawn.foot, pawn.front.figure),
        )
        yield from figure_items(who, box, kit.inks[pawn.front.ink], style, low=low)
        return
    signs = seat_items(kit, seat, spot, SIGN * radius, low=low)
    if not signs:
        style = TextStyle(kit.fonts["display"], 1.3 * radius, BLACK, tracking=0.0)
        yield ink_center_line(seat[:2], style, spot[0], spot[1] + 0.36 * style.size)
    yield from signs


def water(room: Rect, *clear: Rect) -> Iterator[Outline]:
    """Rows of strokes of four lengths, none cut by an edge and none in the clear parts, farther apart below."""
    y, row = room.y + 0.4, 0
    while y < room.bottom - 0.3:
        step = ROW * GROWS**row
        free = [(room.x, room.right)]
        for part in (each for each in clear if each.y < y < each.bottom):
            free = [
                side
                for start, end in free
                for side in ((start, min(part.x, end)), (max(part.right, start), end))
                if side[1] - side[0] > SHORT
            ]
        for number, (start, end) in enumerate(free):
            # Beside what leaves little room no row is bare.
            most = min(LONG / 2, max(0.0, end - start - 1.2 * SHORT))
            x, at = start + most * ((row + 2 * number) * GOLDEN % 1.0), row + number
            while (long := min(LONG * RHYTHM[at % len(RHYTHM)], end - x)) > SHORT:
                yield stroke([(x + long * share / 8, y) for share in range(9)], THICK * step, 0.5)
                x, at = x + long + GAP, at + 1
        y, row = y + step, row + 1
