"""Sheets for cutting machines: centred cards with registration marks.

The marks and the spacing are those of the open layouts of silhouette-card-maker, so that its templates cut cards of
its sizes: a square and two angles 10 mm inside the paper's edge, cards 1.25 mm apart in the middle of the page.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from printkit.errors import InputError
from printkit.geometry import Outline, Rect, Size
from printkit.scene.inks import BLACK, CREASE, CUT
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import rounded_rectangle
from printkit.sheets.impose import Cell, Duplex, Layout, behind_paper, sheets_of
from printkit.sheets.marks import RULER_LENGTH, RULER_WIDTH, ruler
from printkit.sheets.model import FaceSide, Sheet

__all__ = [
    "INSET",
    "cut_line",
    "cutter_cards",
    "cutter_room",
    "cutter_strip",
    "fold_lines",
    "plan_cutter",
    "registration_marks",
]

INSET = 10.0
THICKNESS = 1.0
SQUARE = 5.0
CARD_DISTANCE = 1.25
# Kept free around the marks.
CLEAR = 1.5
SHORTEST, LONGEST = 5.0, 20.0
CUT_LINE = 0.2


def registration_marks(paper: Size, length: float) -> Item:
    """Three marks on the front: a square at the top left, angles at the top right and the bottom left.

    The arms' middle lines run INSET from the edges and are `length` long, held to what machines read (5 to 20 mm).
    """
    length = min(max(length, SHORTEST), LONGEST)
    half, near = THICKNESS / 2, INSET
    outlines = Outline("", ())
    for box in (
        Rect(near - half, near - half, SQUARE + THICKNESS, SQUARE + THICKNESS),
        *_angle(paper.width - near, near, -length, length),
        *_angle(near, paper.height - near, length, -length),
    ):
        outlines += rounded_rectangle(box, 0.0)
    return Group((Path(outlines, BLACK, even_odd=False),), layer="guide")


def _angle(x: float, y: float, across: float, down: float) -> tuple[Rect, Rect]:
    """Two bars that meet at (x, y), their ends square, their outer corner closed."""
    half = THICKNESS / 2
    turn_x, turn_y = math.copysign(half, across), math.copysign(half, down)
    return (
        Rect.from_edges(x - turn_x, y - half, x + across, y + half),
        Rect.from_edges(x - half, y - turn_y, x + half, y + down),
    )


def cutter_room(paper: Size) -> Rect:
    """Where anything may stand that is cut: inside the marks' inner edges."""
    return Rect(0.0, 0.0, *paper).grown(-(INSET + SQUARE + THICKNESS + CLEAR))


def cutter_strip(paper: Size) -> tuple[Rect, Rect] | tuple[None, None]:
    """The ruler's box and the label's area at the foot, clear of the marks; nothing on paper too narrow."""
    left = INSET + LONGEST + 5.0
    line = Rect(left, paper.height - INSET + 1.0, RULER_LENGTH, RULER_WIDTH)
    right = paper.width - 5.0
    if line.right > right:
        return None, None
    return line, Rect(line.right + 3.0, line.y - 0.5, right - line.right - 3.0, RULER_WIDTH + 0.5)


def cut_line(*outlines: Outline) -> Item:
    """These outlines to be cut."""
    commands = "".join(outline.commands for outline in outlines)
    numbers = tuple(value for outline in outlines for value in outline.coordinates)
    return Group((Path(Outline(commands, numbers), stroke=CUT, width=CUT_LINE),), layer="cut")


def fold_lines(*outlines: Outline) -> Item:
    """These lines to be creased."""
    commands = "".join(outline.commands for outline in outlines)
    numbers = tuple(value for outline in outlines for value in outline.coordinates)
    path = Path(Outline(commands, numbers), stroke=CREASE, width=0.25, dash=(2.0, 2.0))
    return Group((path,), layer="fold")


def plan_cutter(trim: Size, bleed: float, paper: Size, duplex: Duplex) -> tuple[Layout, float]:
    """The layout with most cards inside the marks and the length of the marks' arms; none fits: InputError."""
    if duplex == "fold":
        raise InputError(
            "a folded sheet cannot be cut by machine", key="--duplex", hint="choose long or short"
        )
    # Of two equal ones the lying page is taken, as the open layouts do.
    upright = Size(min(paper), max(paper))
    grids = [grid for page in (upright.turned(), upright) for grid in _grids(trim, page)]
    if not grids:
        raise InputError(
            f"a card of {trim} does not fit between the cutter's marks on paper of {paper}",
            key="--paper",
            hint="choose a larger paper",
        )
    page, columns, rows, start = max(grids, key=lambda grid: grid[1] * grid[2])
    length = max(start[0], start[1]) - INSET - CARD_DISTANCE
    cells = tuple(_cell(index, (columns, rows), start, trim, bleed) for index in range(columns * rows))
    behind, turn = behind_paper(page, duplex)
    backs = tuple(Cell(behind(cell.trim), behind(cell.window), turn) for cell in cells)
    line, furniture = cutter_strip(page)
    marks = (registration_marks(page, length), *((ruler(line),) if line else ()))
    back_marks = (ruler(behind(line)),) if line else ()

    def marks_of(side: FaceSide, places: tuple[int, ...]) -> tuple[Item, ...]:
        return marks if side == "front" else back_marks

    return Layout(page, cells, backs, marks_of, line, furniture, behind), length


def _grids(trim: Size, page: Size) -> Iterator[tuple[Size, int, int, tuple[float, float]]]:
    """Full grids whose cards keep out of the corners where the shortest marks stand, and where they begin."""
    most = [
        max(0, math.floor((edge - 2 * INSET + CARD_DISTANCE + 1e-6) / (card + CARD_DISTANCE)))
        for edge, card in zip(page, trim, strict=True)
    ]
    for columns in range(1, most[0] + 1):
        for rows in range(1, most[1] + 1):
            x = (page.width - columns * trim.width - (columns - 1) * CARD_DISTANCE) / 2
            y = (page.height - rows * trim.height - (rows - 1) * CARD_DISTANCE) / 2
            if max(x, y) - INSET - CARD_DISTANCE >= SHORTEST + CLEAR:
                yield page, columns, rows, (x, y)


def _cell(index: int, grid: tuple[int, int], start: tuple[float, float], trim: Size, bleed: float) -> Cell:
    """One card's place; between neighbours the bleed ends in the middle, outside it keeps clear of the marks."""
    row, column = divmod(index, grid[0])
    box = Rect(
        start[0] + column * (trim.width + CARD_DISTANCE),
        start[1] + row * (trim.height + CARD_DISTANCE),
        *trim,
    )
    return Cell(box, box.grown(min(bleed, CARD_DISTANCE / 2)), 0)


def cutter_cards(
    cards: Sequence[str],
    layout: Layout,
    corner: float,
    duplex: Duplex,
    used: frozenset[int] = frozenset(),
) -> Iterator[Sheet]:
    """The sheets for these cards in order, each front with the outlines of its cards to cut."""
    for sheet in sheets_of(cards, layout, duplex, used):
        outlines = [rounded_rectangle(placement.trim, corner) for placement in sheet.placements]
        yield replace(sheet, cuts=(cut_line(*outlines),)) if sheet.side == "front" else sheet
