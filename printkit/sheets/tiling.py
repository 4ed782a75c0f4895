"""Tiles a large drawing over several sheets, with overlap and marks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from printkit.errors import InputError
from printkit.geometry import Affine, Outline, Rect, Size
from printkit.scene.inks import BLACK
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import segment
from printkit.sheets.marks import RULER_LENGTH, RULER_WIDTH, ruler
from printkit.sheets.model import FaceKey, Placement, Sheet

__all__ = [
    "Tile",
    "Tiling",
    "TilingSpec",
    "foot_strip",
    "hatching",
    "plan_tiles",
    "sheet_behind",
    "tile_sheets",
    "whole_sheet",
]

# Below the drawing, or left of it: label and ruler.
STRIP = 9.0
# Left of a drawing in one piece, where nothing is cut.
NARROW = 7.0
LINE = 0.25
# Shorter tiles are not worth the glue.
LEAST_TILE = 100.0
MOST_TILES = 24


@dataclass(frozen=True, slots=True)
class TilingSpec:
    """Paper, what its printer cannot reach, and how far neighbours lie on each other; mm."""

    paper: Size
    margin: float = 5.0
    overlap: float = 10.0


@dataclass(frozen=True, slots=True)
class Tile:
    """One sheet's part: its name (`A1` is the top left), its place in the grid, what of the drawing it shows."""

    name: str
    column: int
    row: int
    part: Rect


@dataclass(frozen=True, slots=True)
class Tiling:
    """All tiles of a drawing row by row, on paper lying so that the fewest are needed.

    Label and ruler are below the tile, or left of it where they are `standing`.
    """

    paper: Size
    columns: int
    rows: int
    tiles: tuple[Tile, ...]
    standing: bool = False


def plan_tiles(drawing: Size, spec: TilingSpec) -> Tiling:
    """The fewest equal tiles that cover the drawing; paper too small for that is an InputError."""
    upright = Size(min(spec.paper), max(spec.paper))
    plans = []
    for paper, standing in product(dict.fromkeys((upright, upright.turned())), (False, True)):
        room = _room(paper, spec.margin, standing)
        if min(room.width, room.height) < LEAST_TILE + spec.overlap:
            continue
        columns = _count(drawing.width, room.width, spec.overlap)
        rows = _count(drawing.height, room.height, spec.overlap)
        plans.append((columns * rows, standing, paper, columns, rows))
    best = min(plans, key=lambda plan: plan[:2], default=None)
    if best is None or best[0] > MOST_TILES:
        raise InputError(
            f"paper of {spec.paper} is too small for tiles of a drawing of {drawing}",
            key="--paper",
            hint="choose a4, letter or larger",
        )
    _, standing, paper, columns, rows = best
    width = (drawing.width + (columns - 1) * spec.overlap) / columns
    height = (drawing.height + (rows - 1) * spec.overlap) / rows
    tiles = tuple(
        Tile(
            f"{chr(65 + row)}{column + 1}",
            column,
            row,
            Rect(column * (width - spec.overlap), row * (height - spec.overlap), width, height),
        )
        for row in range(rows)
        for column in range(columns)
    )
    return Tiling(paper, columns, rows, tiles, standing)


def _room(paper: Size, margin: float, standing: bool, strip: float = STRIP) -> Rect:
    room = Rect(0.0, 0.0, *paper).grown(-margin)
    if standing:
        return Rect.from_edges(room.x + strip, room.y, room.right, room.bottom)
    return room._replace(height=room.height - STRIP)


def _count(length: float, room: float, overlap: float) -> int:
    return max(1, math.ceil((length - overlap) / (room - overlap) - 1e-9))


def tile_sheets(face: FaceKey, drawing: Size, spec: TilingSpec) -> Iterator[tuple[Sheet, Tile]]:
    """A sheet a tile: its part of the drawing, where to cut and glue, the ruler and the room for a label."""
    tiling = plan_tiles(drawing, spec)
    for number, tile in enumerate(tiling.tiles, 1):
        room = _room(tiling.paper, spec.margin, tiling.standing)
        x, y = room.center[0] - tile.part.width / 2, room.center[1] - tile.part.height / 2
        shift = Affine.translation(x - tile.part.x, y - tile.part.y)
        window = Rect(x, y, tile.part.width, tile.part.height)
        trim = shift.rect(Rect(0.0, 0.0, *drawing))
        strip = (_side_strip if tiling.standing else foot_strip)(tiling.paper, spec.margin)
        marks = (*_joints(tile, tiling, window, spec.overlap), ruler(strip[0]))
        yield (
            Sheet(
                number,
                "front",
                tiling.paper,
                (Placement(face, shift, trim, window),),
                marks,
                strip[0],
                strip[1],
            ),
            tile,
        )


def _joints(tile: Tile, tiling: Tiling, window: Rect, overlap: float) -> tuple[Item, ...]:
    """Edges to cut, ticks where the neighbour's edge comes to lie, and the hatched flap that takes the glue.

    A tile is cut along its left and upper joint and lies on the flaps of the tiles left of and above it.
    """
    cuts, ticks, flaps = Outline("", ()), Outline("", ()), Outline("", ())
    if tile.column:
        cuts += segment(window.x, window.y - 3, window.x, window.bottom + 3)
    if tile.row:
        cuts += segment(window.x - 3, window.y, window.right + 3, window.y)
    if tile.column < tiling.columns - 1:
        x = window.right - overlap
        ticks += segment(x, window.y - 3, x, window.y) + segment(x, window.bottom, x, window.bottom + 3)
        flaps += hatching(Rect(window.right, window.y, 2.6, window.height))
    if tile.row < tiling.rows - 1:
        y = window.bottom - overlap
        ticks += segment(window.x - 3, y, window.x, y) + segment(window.right, y, window.right + 3, y)
        flaps += hatching(Rect(window.x, window.bottom, window.width, 2.6))
    groups = []
    if cuts.commands:
        groups.append(Group((Path(cuts, stroke=BLACK, width=LINE),), layer="cut"))
    if ticks.commands:
        groups.append(Group((Path(ticks + flaps, stroke=BLACK, width=LINE),), layer="guide"))
    return tuple(groups)


def hatching(box: Rect) -> Outline:
    """Short slanting strokes beside an edge: here comes the glue."""
    level = box.width >= box.height
    length, deep = (box.width, box.height) if level else (box.height, box.width)
    lines = Outline("", ())
    for step in range(int((length - deep) / 4.0) + 1):
        at = 2.0 + step * 4.0
        if at + deep > length:
            break
        ends = (box.x + at, box.y + deep, box.x + at + deep, box.y)
        if not level:
            ends = (box.x, box.y + at + deep, box.x + deep, box.y + at)
        lines += segment(*ends)
    return lines


def whole_sheet(face: FaceKey, drawing: Size, paper: Size, margin: float = 5.0) -> Sheet:
    """The drawing in one piece, upright or lying, the ruler below or, where only that has room, left of it.

    Too large: InputError.
    """
    for standing, size in product((False, True), (paper, paper.turned())):
        room = _room(size, margin, standing, NARROW)
        if drawing.width > room.width or drawing.height > room.height:
            continue
        line, furniture = (_side_strip if standing else foot_strip)(size, margin)
        x = room.x + (room.width - drawing.width) / 2
        y = room.y + (room.height - drawing.height) / 2
        box = Rect(x, y, *drawing)
        placement = Placement(face, Affine.translation(x, y), box, box)
        return Sheet(1, "front", size, (placement,), (ruler(line),), line, furniture)
    raise InputError(f"a drawing of {drawing} does not fit on paper of {paper}", key="--paper")


def sheet_behind(front: Sheet, face: FaceKey, drawing: Size, *, short: bool) -> Sheet:
    """The other side of a sheet in one piece, printed by turning it on its long edge, or on its short one.

    The middle of the drawing lies behind that of the front, its ruler where the front has it if there is room.
    """
    upright = front.paper.width <= front.paper.height

    def through(box: Rect) -> Rect:
        if upright != short:
            return box._replace(x=front.paper.width - box.right)
        return box._replace(y=front.paper.height - box.bottom)

    (placed,), strip = front.placements, (front.ruler, front.furniture)
    x, y = through(placed.trim).center
    box = Rect(x - drawing.width / 2, y - drawing.height / 2, *drawing)
    if not Rect(0.0, 0.0, *front.paper).contains(box):
        raise InputError(f"a drawing of {drawing} does not fit on paper of {front.paper}", key="--paper")
    line, furniture = (part and (through(part) if part.overlaps(box) else part) for part in strip)
    marks = (ruler(line),) if line else ()
    return Sheet(
        front.number, "back", front.paper, (Placement(face, Affine.translation(box.x, box.y), box, box),),
        marks, line, furniture,
    )  # fmt: skip


def foot_strip(paper: Size, margin: float) -> tuple[Rect, Rect]:
    """The ruler's box at the foot of the paper and the label's area right of it."""
    line = Rect(margin, paper.height - margin - RULER_WIDTH - 0.5, RULER_LENGTH, RULER_WIDTH)
    return line, Rect(line.right + 3, line.y, paper.width - margin - line.right - 3, RULER_WIDTH + 0.5)


def _side_strip(paper: Size, margin: float) -> tuple[Rect, Rect]:
    """The ruler's box at the left edge of the paper and the label's area above it."""
    line = Rect(margin + 0.5, paper.height - margin - RULER_LENGTH, RULER_WIDTH, RULER_LENGTH)
    return line, Rect(margin, margin, RULER_WIDTH + 0.5, line.y - margin - 3)
