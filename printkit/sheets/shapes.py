"""Sheets of pieces that are no rectangles: like a honeycomb, standees, any die line; things packed row by row."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from printkit.errors import InputError
from printkit.geometry import Affine, Outline, Rect, Size
from printkit.scene.model import Item
from printkit.scene.shapes import NESTED, rectangle, segment
from printkit.sheets.cutter import (
    cut_line,
    cutter_room,
    cutter_strip,
    fold_lines,
    registration_marks,
)
from printkit.sheets.impose import Cell, Duplex, ImpositionSpec, Layout, behind_paper, sheets_of
from printkit.sheets.marks import ruler
from printkit.sheets.model import Placement, Sheet
from printkit.sheets.tiling import foot_strip

__all__ = [
    "FOOT",
    "SHAPES",
    "PieceGround",
    "Shape",
    "piece_ground",
    "plan_shapes",
    "shape_line",
    "shaped_sheets",
    "shelved",
]

# ── paper for pieces that are cut out: where they may lie, and what else stands there ────────────────────────────────


class PieceGround(NamedTuple):
    """A paper with the room for pieces, the ruler's box and the label's area (None: no room), and its marks."""

    paper: Size
    room: Rect
    ruler: Rect | None
    words: Rect | None
    marks: tuple[Item, ...]


def piece_ground(paper: Size, margin: float, duplex: str, *, cutter: bool) -> PieceGround:
    """The paper as scissors or a cutting machine need it; a machine cuts no folded sheet: InputError."""
    if not cutter:
        strip = foot_strip(paper, margin)
        room = Rect.from_edges(margin, margin, paper.width - margin, strip[1].y - 3.0)
        return PieceGround(paper, room, *strip, (ruler(strip[0]),))
    if duplex == "fold":
        raise InputError(
            "a folded sheet cannot be cut by machine", key="--duplex", hint="choose long or short"
        )
    line, words = cutter_strip(paper)
    marks = (registration_marks(paper, 5.0), *((ruler(line),) if line else ()))
    return PieceGround(paper, cutter_room(paper), line, words, marks)


# ── sheets of pieces that are no rectangles ──────────────────────────────────────────────────────────────────────────

SHAPES = (*NESTED, "standee")
"""The shapes that have a name."""

# How deep the flaps of a standee are, mm.
FOOT = 12.0


class Shape(NamedTuple):
    """What is cut out of a finished piece: `hexagon`, `circle`, `standee`, or a `die` line of the piece's own mm."""

    kind: str
    die: Outline = Outline("", ())


def shape_line(shape: Shape, trim: Rect, grown: float = 0.0) -> Outline:
    """The line that is cut round a piece which lies there, or one so many mm outside it (hexagons and circles)."""
    if shape.kind == "die":
        return shape.die.moved_by(Affine.translation(trim.x, trim.y))
    if shape.kind == "standee":
        return rectangle(trim)
    return NESTED[shape.kind](trim, grown)


class _Lattice(NamedTuple):
    """Where pieces lie: steps across and down, and how far every second row, or column, is shifted."""

    across: float
    down: float
    shift_row: float = 0.0
    shift_column: float = 0.0


def plan_shapes(shape: Shape, trim: Size, bleed: float, spec: ImpositionSpec, *, cutter: bool) -> Layout:
    """The layout with most pieces on a sheet; InputError where none fits, or for marks and folds they do not have."""
    if spec.duplex == "fold":
        raise InputError(
            "only rectangles are folded beside their backs", key="--duplex", hint="choose long or short"
        )
    if spec.registration or spec.corner or spec.marks == "japanese":
        raise InputError("these marks are for rectangles", key="--marks", hint="choose crop, cutter or none")
    if spec.back_bleed:
        raise InputError("is for rectangles", key="--back-bleed", hint="give the size more bleed")
    upright = Size(min(spec.paper), max(spec.paper))
    unit = Size(trim.width, 2 * (trim.height + FOOT)) if shape.kind == "standee" else trim
    found = []
    for paper in (upright, upright.turned()):
        ground = piece_ground(paper, spec.margin, spec.duplex, cutter=cutter)
        for lattice in _lattices(shape, unit, 2 * bleed if spec.gutter is None else spec.gutter):
            found.append((ground, _places(unit, bleed, ground.room, lattice)))
    ground, places = max(found, key=lambda each: len(each[1]))
    if not places:
        raise InputError(
            f"a piece of {unit} with {bleed:g} mm bleed does not fit on paper of {spec.paper}",
            key="--paper",
            hint="choose a larger paper",
        )
    return _layout(shape, trim, bleed, spec, ground, places)


def _lattices(shape: Shape, unit: Size, gap: float) -> Iterator[_Lattice]:
    across, down = unit.width + gap, unit.height + gap
    yield _Lattice(across, down)
    if shape.kind == "circle":
        close = math.sqrt(3) / 2
        yield _Lattice(across, down * close, shift_row=across / 2)
        yield _Lattice(across * close, down, shift_column=down / 2)
    if shape.kind == "hexagon":
        lying = unit.width > unit.height
        long, short = (unit.width, unit.height) if lying else (unit.height, unit.width)
        # Neighbours over a slanting side: so far apart along its normal as the gap wants.
        slant = math.hypot(short / 2, long / 4)
        step = (long * short / 2 + gap * slant - (short + gap) * long / 8) / (short / 2)
        half = (short + gap) / 2
        yield (
            _Lattice(step, short + gap, shift_column=half)
            if lying
            else _Lattice(short + gap, step, shift_row=half)
        )


def _places(unit: Size, bleed: float, room: Rect, lattice: _Lattice) -> tuple[Rect, ...]:
    """As many pieces as the room holds with their bleed, row by row, together in its middle."""
    room = room.grown(-bleed)
    columns = _count(room.width, unit.width, lattice.across)
    rows = _count(room.height, unit.height, lattice.down)
    places = []
    for row in range(rows):
        for column in range(columns):
            x = column * lattice.across + (lattice.shift_row if row % 2 else 0.0)
            y = row * lattice.down + (lattice.shift_column if column % 2 else 0.0)
            if x + unit.width <= room.width + 1e-6 and y + unit.height <= room.height + 1e-6:
                places.append(Rect(x, y, *unit))
    if not places:
        return ()
    right, bottom = max(each.right for each in places), max(each.bottom for each in places)
    left, top = room.x + (room.width - right) / 2, room.y + (room.height - bottom) / 2
    return tuple(each.moved(left, top) for each in places)


def _count(room: float, edge: float, step: float) -> int:
    return max(0, math.floor((room - edge + 1e-6) / step) + 1)


def _layout(
    shape: Shape, trim: Size, bleed: float, spec: ImpositionSpec, ground: PieceGround, places: Sequence[Rect]
) -> Layout:
    shown = bleed if spec.gutter is None else min(bleed, spec.gutter / 2)
    behind: Callable[[Rect], Rect]
    if shape.kind == "standee":
        # The back stands on its head above the front: folded there, both are upright.
        fronts = [Rect(each.x, each.y + FOOT + trim.height, *trim) for each in places]
        backs, turn = [each.moved(0.0, -trim.height) for each in fronts], 180
        behind = _unmoved
    else:
        behind, turn = behind_paper(ground.paper, spec.duplex)
        fronts, backs = list(places), [behind(each) for each in places]

    def marks(side: str, used: tuple[int, ...]) -> tuple[Item, ...]:
        if side == "front":
            return ground.marks
        return (ruler(behind(ground.ruler)),) if ground.ruler else ()

    return Layout(
        ground.paper,
        tuple(Cell(each, each.grown(shown), 0) for each in fronts),
        tuple(Cell(each, each.grown(shown), turn) for each in backs),
        marks,
        ground.ruler,
        ground.words,
        behind,
    )


def _unmoved(rect: Rect) -> Rect:
    return rect


def shaped_sheets(
    cards: Sequence[str],
    shape: Shape,
    layout: Layout,
    bleed: float,
    duplex: Duplex,
    *,
    used: frozenset[int] = frozenset(),
    lines: bool = True,
) -> Iterator[Sheet]:
    """The sheets for these pieces in order, with what is cut and folded; `lines` draws it, for scissors.

    A standee has both sides on the front of its sheet, and the front twice where there is no back.
    """
    standing = shape.kind == "standee"
    for sheet in sheets_of(cards, layout, "fold" if standing else duplex, used):
        placed = tuple(_shaped(each, shape, duplex) for each in sheet.placements)
        if sheet.side == "back":
            yield replace(sheet, placements=placed)
            continue
        trims = [each.trim for each in sheet.placements if each.rotation == 0]
        cuts = _standee_cuts(trims) if standing else (cut_line(*(shape_line(shape, each) for each in trims)),)
        yield replace(sheet, placements=placed, marks=(*sheet.marks, *(cuts if lines else ())), cuts=cuts)


def _shaped(placed: Placement, shape: Shape, duplex: Duplex) -> Placement:
    trim, window = placed.trim, placed.window
    if shape.kind in NESTED:
        return replace(placed, shape=shape_line(shape, trim, trim.x - window.x))
    if shape.kind != "standee":
        return placed
    # Nothing of a side goes over the fold at its head.
    head, foot = (window.y, trim.bottom) if placed.rotation else (trim.y, window.bottom)
    side = replace(placed, window=Rect.from_edges(window.x, head, window.right, foot))
    front = placed.face._replace(side="front")
    return replace(side, face=front) if duplex == "none" else side


def _standee_cuts(fronts: Sequence[Rect]) -> tuple[Item, ...]:
    """Each strip with a flap at both ends, and its folds: foot, head, foot."""
    strips = [
        Rect.from_edges(each.x, each.y - each.height - FOOT, each.right, each.bottom + FOOT)
        for each in fronts
    ]
    folds = [
        segment(each.x, y, each.right, y)
        for each in fronts
        for y in (each.y - each.height, each.y, each.bottom)
    ]
    return cut_line(*map(rectangle, strips)), fold_lines(*folds)


def shelved(
    sizes: Sequence[Size], room: Rect, gap: float, spread: float = 0.0
) -> tuple[tuple[int, Rect], ...]:
    """For each thing, in order, its page (from 0) and its place: rows from the top left, each row centred.

    Things of one size stand in rows of about as many, so that no row ends with a few. Without a gap they share their
    cuts: what is over begins where the first row does. Rows that leave room beside them are `spread` by so much between
    two things at most. A thing larger than the room is an InputError.
    """
    placed: list[tuple[int, Rect]] = []
    row: list[Size] = []
    page, top, longest = 0, room.y, 0.0

    def end_row() -> None:
        nonlocal top, longest
        width = math.fsum(size.width for size in row) + gap * (len(row) - 1)
        longest = max(longest, width)
        more = min(spread, max(room.width - width, 0.0) / (len(row) + 1))
        x = room.x + (room.width - (width if gap else longest) - more * (len(row) - 1)) / 2
        for size in row:
            placed.append((page, Rect(x, top, *size)))
            x += size.width + gap + more
        top += max(size.height for size in row) + gap
        row.clear()

    for size, most in zip(sizes, _in_a_row(sizes, room.width, gap), strict=True):
        if size.width > room.width + 1e-6 or size.height > room.height + 1e-6:
            raise InputError(f"{size} does not fit in {Size(room.width, room.height)}", key="--paper")
        width = math.fsum(each.width for each in row) + gap * len(row) + size.width
        full = len(row) == most or width > room.width + 1e-6
        if row and (full or row[-1].height != size.height):
            end_row()
        if top + size.height > room.bottom + 1e-6:
            if row:
                end_row()
            page, top = page + 1, room.y
        row.append(size)
    if row:
        end_row()
    return tuple(placed)


def _in_a_row(sizes: Sequence[Size], width: float, gap: float) -> Iterator[int]:
    """For each thing, how many stand in its row at most; those of one height but several widths fill their rows."""
    for _, group in groupby(sizes, key=lambda size: size.height):
        run = list(group)
        able = max(1, int((width + gap + 1e-6) / (run[0].width + gap)))
        rows = -(-len(run) // able)
        even = -(-len(run) // rows) if len({*run}) == 1 else len(run)
        yield from (even for _ in run)
