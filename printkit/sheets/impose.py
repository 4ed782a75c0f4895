"""Imposition: cards on sheets, with backs behind their fronts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from typing import Literal, NamedTuple

from printkit.errors import InputError
from printkit.geometry import Affine, Rect, Size, length_text
from printkit.scene.inks import BLACK, REGISTRATION
from printkit.scene.model import Item
from printkit.sheets.marks import (
    CROSS,
    corner_guides,
    crop_marks,
    fold_line,
    free_strips,
    is_enough,
    japanese_marks,
    registration_cross,
    ruler,
    ruler_and_words,
    usefulness,
)
from printkit.sheets.model import FaceKey, FaceSide, Placement, Sheet

__all__ = [
    "Behind",
    "Cell",
    "Duplex",
    "ImpositionSpec",
    "Layout",
    "MarkStyle",
    "behind_paper",
    "card_per_page",
    "impose",
    "plan",
    "sheets_of",
]

Duplex = Literal["long", "short", "fronts-then-backs", "none", "fold"]
MarkStyle = Literal["crop", "japanese", "none"]
Behind = Callable[[Rect], Rect]
"""Where a place of the front lies as seen from behind."""


@dataclass(frozen=True, slots=True)
class ImpositionSpec:
    """How cards are laid on paper; lengths in mm.

    `margin` is what the printer cannot reach. `gutter` lies between neighbouring trims; None is twice the bleed, so
    that every card keeps all of its own, and less shows only half the gutter of it. `duplex` is how backs come to lie
    behind fronts: an edge the paper is turned over, a fold, or one side after the other. `back_bleed` is how far backs
    reach beyond the bleed, so that a back that lands beside its place still covers it. `corner` asks for guides to
    round the corners with that radius. `short` lets crop marks be as short as can be seen where that saves a card.
    `japanese` marks are double corners and centre marks.
    """

    paper: Size
    margin: float = 5.0
    gutter: float | None = None
    duplex: Duplex = "long"
    marks: MarkStyle = "crop"
    ruler: bool = True
    corner: float = 0.0
    registration: bool = False
    back_bleed: float = 0.0
    short: bool = False

    @property
    def for_press(self) -> bool:
        """Whether the marks are for a press: on all plates, outside what is trimmed."""
        return self.registration or self.marks == "japanese"


class Cell(NamedTuple):
    """One place for a face: the finished card, the part of the face shown, and its turn (0 or 180)."""

    trim: Rect
    window: Rect
    rotation: int


@dataclass(frozen=True, slots=True)
class Layout:
    """What every sheet of a job has in common: the places of fronts and backs in order, and their marks.

    `marks` are those of a side of a sheet with cards at these places: where none lies, nothing is to be cut.
    """

    paper: Size
    fronts: tuple[Cell, ...]
    backs: tuple[Cell, ...]
    marks: Callable[[FaceSide, tuple[int, ...]], tuple[Item, ...]]
    ruler: Rect | None
    furniture: Rect | None
    # How the paper looks from behind: where a rectangle of the front lies as seen on the back.
    behind: Callable[[Rect], Rect]

    @property
    def per_sheet(self) -> int:
        """How many cards one sheet of paper gives."""
        return len(self.fronts)


class _Grid(NamedTuple):
    """Columns and rows of cells of one size on one paper."""

    paper: Size
    columns: int
    rows: int
    trim: Size
    bleed: float
    gutter: float
    fold: Literal["", "upright", "level"]

    @property
    def cards(self) -> int:
        return self.columns * self.rows // (2 if self.fold else 1)

    @property
    def size(self) -> Size:
        """All trims and the outer bleed."""
        return Size(
            self.columns * self.trim.width + (self.columns - 1) * self.gutter + 2 * self.bleed,
            self.rows * self.trim.height + (self.rows - 1) * self.gutter + 2 * self.bleed,
        )


class _Place(NamedTuple):
    """Where a grid lies: its block on the paper, how far marks reach out of it, and the free strip."""

    grid: _Grid
    block: Rect
    reach: float
    strip: Rect | None


def impose(
    cards: Sequence[str],
    trim: Size,
    bleed: float,
    spec: ImpositionSpec,
    used: frozenset[int] = frozenset(),
) -> Iterator[Sheet]:
    """The sheets for these cards in order, as an iterator that holds one sheet at a time.

    Long and short duplex give front, back, front, back. The last sheet keeps the places of a full one. A card
    that does not fit is an InputError, raised at once.
    """
    sheets = sheets_of(cards, plan(trim, bleed, spec), spec.duplex, used)
    # Marks for a press lie outside what is trimmed: there the cards, not the paper.
    return map(_with_press_boxes, sheets) if spec.for_press else sheets


def _with_press_boxes(sheet: Sheet) -> Sheet:
    trims, windows = ([getattr(placed, key) for placed in sheet.placements] for key in ("trim", "window"))
    return replace(sheet, press_boxes=(reduce(Rect.union, trims), reduce(Rect.union, windows)))


def plan(trim: Size, bleed: float, spec: ImpositionSpec) -> Layout:
    """The layout with most cards on a sheet, in whichever way up the paper holds more, centred if it can be.

    The ruler and a label line always find room outside the cards, at the price of cards where nothing else
    helps; only on paper too small for them are they left out.
    """
    _check(trim, bleed, spec)
    place = _best_place(trim, bleed + spec.back_bleed, spec)
    return _layout(place, spec)


def card_per_page(
    cards: Sequence[str],
    trim: Size,
    bleed: float,
    *,
    slug: float = 0.0,
    order: tuple[FaceSide, ...] = ("front", "back"),
    marks: MarkStyle = "none",
) -> Iterator[Sheet]:
    """One face a page, as printers take them: the page is trim, bleed and a slug for marks, with boxes set.

    `order` says which sides of a card follow each other; some printers want the back first.
    """
    _check(trim, bleed, ImpositionSpec(trim, margin=slug))
    edge = bleed + slug
    paper = Size(trim.width + 2 * edge, trim.height + 2 * edge)
    box = Rect(edge, edge, trim.width, trim.height)
    cell = Cell(box, box.grown(bleed), 0)
    drawn: tuple[Item | None, ...] = ()
    if marks == "crop":
        drawn = (crop_marks([box], cell.window, slug),)
    elif marks == "japanese":
        drawn = japanese_marks([box], cell.window, slug, REGISTRATION)
    items = tuple(item for item in drawn if item is not None)
    for number, card in enumerate(cards, 1):
        for side in order:
            placement = _placement(card, side, cell)
            yield Sheet(
                number,
                side,
                paper,
                (placement,),
                items,
                trim_box=box,
                bleed_box=cell.window,
            )


def _check(trim: Size, bleed: float, spec: ImpositionSpec) -> None:
    lengths = {"width": trim.width, "height": trim.height, "paper width": spec.paper.width}
    lengths["paper height"] = spec.paper.height
    for word, length in lengths.items():
        if not (math.isfinite(length) and length > 0):
            raise InputError(f"the {word} is {length:g} mm", hint="a length above 0 is needed")
    others = {"bleed": bleed, "margin": spec.margin, "gutter": spec.gutter or 0.0, "corner": spec.corner}
    others["back bleed"] = spec.back_bleed
    for word, length in others.items():
        if not (math.isfinite(length) and length >= 0):
            raise InputError(f"the {word} is {length:g} mm", hint="0 or more is needed")


# Marks reach this far out of the cards, the first that fits: long ones where there is room.
_REACHES: dict[MarkStyle, tuple[float, ...]] = {
    "crop": (5.5, 3.0, 1.5),
    "japanese": (10.0, 8.0, 6.0, 4.5),
    "none": (0.0,),
}
_SHORT = 1.25


def _best_place(trim: Size, bleed: float, spec: ImpositionSpec) -> _Place:
    grids = sorted(_grids(trim, bleed, spec), key=lambda grid: -grid.cards)
    if not grids:
        beside = " beside its back" if spec.duplex == "fold" else ""
        raise InputError(
            f"a card of {trim} with {length_text(bleed)} mm bleed does not fit{beside}"
            f" on paper of {spec.paper} with a margin of {length_text(spec.margin)} mm",
            hint="choose a larger paper or a smaller card",
        )
    reaches = _REACHES[spec.marks]
    if spec.short and spec.marks == "crop":
        reaches = (*reaches, _SHORT)
    if spec.ruler:
        for grid in grids:
            place = _with_strip(grid, spec.margin, reaches)
            if place:
                return place
    grid = grids[0]
    printable = _printable(grid.paper, spec.margin)
    room = min(printable.width - grid.size.width, printable.height - grid.size.height) / 2
    reach = next((reach for reach in reaches if reach <= room), 0.0)
    return _Place(grid, _block(grid, printable, 0.5, 0.5), reach, None)


def _grids(trim: Size, bleed: float, spec: ImpositionSpec) -> Iterator[_Grid]:
    """Every grid worth a look, upright paper first: full ones, and those with rows or columns given up."""
    gutter = 2 * bleed if spec.gutter is None else spec.gutter
    upright = Size(min(spec.paper), max(spec.paper))
    folds: tuple[Literal["", "upright", "level"], ...] = (
        ("upright", "level") if spec.duplex == "fold" else ("",)
    )
    for paper in dict.fromkeys((upright, upright.turned())):
        printable = _printable(paper, spec.margin)
        columns = _how_many(printable.width, trim.width, bleed, gutter)
        rows = _how_many(printable.height, trim.height, bleed, gutter)
        for fold in folds:
            step_columns, step_rows = 1 + (fold == "upright"), 1 + (fold == "level")
            most_columns, most_rows = columns - columns % step_columns, rows - rows % step_rows
            shapes = [(most_columns, count) for count in range(most_rows, 0, -step_rows)]
            shapes += [(count, most_rows) for count in range(most_columns - step_columns, 0, -step_columns)]
            for width, height in shapes:
                if width and height:
                    yield _Grid(paper, width, height, trim, bleed, gutter, fold)


def _how_many(room: float, edge: float, bleed: float, gutter: float) -> int:
    # A thousandth of a millimetre is not worth a card.
    return max(0, math.floor((room - 2 * bleed + gutter + 1e-3) / (edge + gutter)))


def _printable(paper: Size, margin: float) -> Rect:
    return Rect(0.0, 0.0, *paper).grown(-margin)


def _block(grid: _Grid, room: Rect, across: float, down: float) -> Rect:
    """The grid's block in the room: 0 is left or top, 0.5 the middle."""
    width, height = grid.size
    return Rect(room.x + (room.width - width) * across, room.y + (room.height - height) * down, width, height)


def _with_strip(grid: _Grid, margin: float, reaches: tuple[float, ...]) -> _Place | None:
    """The grid with a strip of room outside its marks: centred, or pushed up or left to make the strip."""
    printable = _printable(grid.paper, margin)
    for reach in reaches:
        room = printable.grown(-reach)
        if room.width < grid.size.width - 1e-6 or room.height < grid.size.height - 1e-6:
            continue
        for across, down in ((0.5, 0.5), (0.5, 0.0), (0.0, 0.5)):
            block = _block(grid, room, across, down)
            strips = [strip for strip in free_strips(block.grown(reach), printable) if is_enough(strip)]
            if strips:
                return _Place(grid, block, reach, max(strips, key=usefulness))
    return None


def _layout(place: _Place, spec: ImpositionSpec) -> Layout:
    grid, block = place.grid, place.block
    cells = _cells(grid, block)
    behind, turn = _flip(grid, block, spec.duplex)
    if grid.fold == "upright":
        wide = tuple(cell for index, cell in enumerate(cells) if index % grid.columns < grid.columns // 2)
    else:
        wide = cells[: grid.cards]
    backs = tuple(Cell(behind(cell.trim), behind(cell.window), turn) for cell in wide)
    fronts = tuple(_within(cell, grid.bleed - spec.back_bleed) for cell in wide) if spec.back_bleed else wide
    line, furniture = ruler_and_words(place.strip) if place.strip and spec.ruler else (None, None)

    @cache
    def marks(side: FaceSide, places: tuple[int, ...]) -> tuple[Item, ...]:
        taken = reduce(Rect.union, (wide[place].window for place in places))
        front, back = ([cells[place].trim for place in places] for cells in (fronts, backs))
        if grid.fold:
            both = taken.union(behind(taken))
            return _marks(place, spec, front + back, both, line) if side == "front" else ()
        if side == "front":
            return _marks(place, spec, front, taken, line)
        return _marks(place, spec, back, behind(taken), behind(line) if line else None, behind)

    return Layout(grid.paper, fronts, backs, marks, line, furniture, behind)


def _within(cell: Cell, bleed: float) -> Cell:
    """The cell showing no more than this bleed."""
    window, most = cell.window, cell.trim.grown(bleed)
    left, top = max(window.x, most.x), max(window.y, most.y)
    right, bottom = min(window.right, most.right), min(window.bottom, most.bottom)
    return cell._replace(window=Rect.from_edges(left, top, right, bottom))


def _cells(grid: _Grid, block: Rect) -> tuple[Cell, ...]:
    """All cells row by row; between neighbours the bleed ends in the middle of the gutter."""
    inner = min(grid.bleed, grid.gutter / 2)
    cells: list[Cell] = []
    for index in range(grid.columns * grid.rows):
        row, column = divmod(index, grid.columns)
        trim = Rect(
            block.x + grid.bleed + column * (grid.trim.width + grid.gutter),
            block.y + grid.bleed + row * (grid.trim.height + grid.gutter),
            *grid.trim,
        )
        window = Rect.from_edges(
            trim.x - (inner if column else grid.bleed),
            trim.y - (inner if row else grid.bleed),
            trim.right + (inner if column < grid.columns - 1 else grid.bleed),
            trim.bottom + (inner if row < grid.rows - 1 else grid.bleed),
        )
        cells.append(Cell(trim, window, 0))
    return tuple(cells)


def behind_paper(paper: Size, duplex: Duplex) -> tuple[Behind, int]:
    """How the paper looks from behind when turned over that edge, and the turn that keeps heads up."""
    width, height = paper
    return _behind(width, height, (width <= height) == (duplex != "short"))


def _flip(grid: _Grid, block: Rect, duplex: Duplex) -> tuple[Behind, int]:
    """Where a place of the front lies as seen on the back: a fold turns paper about the middle of the cards."""
    if not grid.fold:
        return behind_paper(grid.paper, duplex)
    x, y = block.center
    return _behind(2 * x, 2 * y, grid.fold == "upright")


def _behind(width: float, height: float, upright: bool) -> tuple[Behind, int]:
    """Turning over an upright edge swaps left and right.

    A level one swaps top and bottom, and what is printed there must stand on its head.
    """
    if upright:
        return lambda rect: Rect(width - rect.right, rect.y, rect.width, rect.height), 0
    return lambda rect: Rect(rect.x, height - rect.bottom, rect.width, rect.height), 180


def _marks(
    place: _Place,
    spec: ImpositionSpec,
    trims: Sequence[Rect],
    taken: Rect,
    line: Rect | None,
    seen: Callable[[Rect], Rect] = lambda rect: rect,
) -> tuple[Item, ...]:
    """The marks of one side: of its cards, which take this part of it with their bleed, and of the whole paper.

    `seen` maps the front's places to that side.
    """
    items: list[Item | None] = []
    ink = REGISTRATION if spec.for_press else BLACK
    if spec.marks == "crop":
        items.append(crop_marks(trims, taken, place.reach, ink))
    elif spec.marks == "japanese":
        items += japanese_marks(trims, taken, place.reach, ink)
    if spec.corner:
        items.append(corner_guides(trims, min(spec.corner, *(edge / 2 for edge in place.grid.trim))))
    block = seen(place.block)
    x, y = block.center
    reach = block.grown(place.reach)
    if place.grid.fold == "upright":
        items.append(fold_line(x, reach.y, x, reach.bottom))
    elif place.grid.fold == "level":
        items.append(fold_line(reach.x, y, reach.right, y))
    if line:
        items.append(ruler(line))
    if spec.registration:
        items += _crosses(place, spec.margin, seen)
    return tuple(item for item in items if item is not None)


def _crosses(place: _Place, margin: float, seen: Callable[[Rect], Rect]) -> Iterator[Item]:
    """A registration cross in the middle of every free strip that is wide enough and holds no ruler."""
    printable = _printable(place.grid.paper, margin)
    for strip in free_strips(place.block.grown(place.reach), printable):
        if min(strip[2:]) >= CROSS + 1 and not (place.strip and strip.overlaps(place.strip)):
            yield registration_cross(*seen(strip).center)


def _placement(card: str, side: FaceSide, cell: Cell) -> Placement:
    trim = cell.trim
    if cell.rotation == 180:
        transform = Affine(-1.0, 0.0, 0.0, -1.0, trim.right, trim.bottom)
    else:
        transform = Affine.translation(trim.x, trim.y)
    return Placement(FaceKey(card, side), transform, trim, cell.window, cell.rotation)


def sheets_of(
    cards: Sequence[str], layout: Layout, duplex: Duplex, used: frozenset[int] = frozenset()
) -> Iterator[Sheet]:
    """The sheets of a layout, fronts and backs in the order the duplex wants them.

    `used` are places (from 0) of the first sheet of paper that stay empty, as on a half-used sheet of labels.
    """
    every = tuple(range(layout.per_sheet))
    first = tuple(place for place in every if place not in used)
    loads = [(cards[: len(first)], first)]
    rest = range(len(first), len(cards), len(every))
    loads += [(cards[start : start + len(every)], every) for start in rest]

    def side(number: int, which: FaceSide) -> Sheet:
        names, places = loads[number]
        places = places[: len(names)]
        cells = layout.fronts if which == "front" else layout.backs
        placements = tuple(
            _placement(name, which, cells[place]) for name, place in zip(names, places, strict=True)
        )
        line, furniture = layout.ruler, layout.furniture
        if which == "back":
            line, furniture = (box and layout.behind(box) for box in (line, furniture))
        marks = layout.marks(which, places)
        return Sheet(number + 1, which, layout.paper, placements, marks, line, furniture)

    def folded(number: int) -> Sheet:
        front, back = side(number, "front"), side(number, "back")
        pairs = (face for pair in zip(front.placements, back.placements, strict=True) for face in pair)
        return replace(front, placements=tuple(pairs))

    sheets = range(len(loads) if cards else 0)
    if duplex == "fold":
        yield from map(folded, sheets)
    elif duplex in ("long", "short"):
        for number in sheets:
            yield side(number, "front")
            yield side(number, "back")
    else:
        yield from (side(number, "front") for number in sheets)
        if duplex == "fronts-then-backs":
            yield from (side(number, "back") for number in sheets)
