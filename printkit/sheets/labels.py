"""Label sheets with one face on each label."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printkit.errors import InputError
from printkit.geometry import Affine, Rect, Size, length_text
from printkit.kit.model import LabelGrid
from printkit.scene.model import Item
from printkit.sheets.marks import RULER_LENGTH, RULER_WIDTH, ruler
from printkit.sheets.model import FaceKey, Placement, Sheet, find_paper

__all__ = ["label_places", "label_sheets"]

LABELS = "labels.toml"
# The ruler and the words stay this far from the paper's edge and from the labels, in mm.
EDGE, AIR = 3.0, 0.5


def label_places(grid: LabelGrid) -> tuple[Rect, ...]:
    """Every label of a sheet, row by row; an unknown paper or a grid that leaves it is an InputError with its key."""
    paper = _paper(grid)
    places = tuple(
        Rect(grid.left + column * grid.across, grid.top + row * grid.down, grid.width, grid.height)
        for row in range(grid.rows)
        for column in range(grid.columns)
    )
    last = places[-1]
    for reach, edge, count, word in (
        (last.right, paper.width, grid.columns, "across"),
        (last.bottom, paper.height, grid.rows, "down"),
    ):
        # Inches are rounded by those who state them.
        if reach > edge + 0.05:
            raise InputError(
                f"{count} labels {word} reach {length_text(reach)} mm, the paper {grid.paper} has {length_text(edge)}",
                file=LABELS,
                key=grid.key,
                hint="measure the sheet again",
            )
    return places


def _paper(grid: LabelGrid) -> Size:
    try:
        return find_paper(grid.paper)
    except InputError as error:
        (problem,) = error.problems
        raise InputError(problem.message, file=LABELS, key=f"{grid.key}.paper", hint=problem.hint) from error


def label_sheets(names: Sequence[str], grid: LabelGrid) -> Iterator[Sheet]:
    """The sheets for these faces in order, each face as large as its label; errors are raised at once."""
    places = label_places(grid)
    paper = _paper(grid)
    line, words = _furniture(paper, places)
    marks: tuple[Item, ...] = (ruler(line),) if line else ()
    return (
        Sheet(
            start // len(places) + 1,
            "front",
            paper,
            tuple(
                Placement(FaceKey(name, "front"), Affine.translation(place.x, place.y), place, place)
                for name, place in zip(names[start : start + len(places)], places, strict=False)
            ),
            marks,
            line,
            words,
        )
        for start in range(0, len(names), len(places))
    )


def _furniture(paper: Size, places: Sequence[Rect]) -> tuple[Rect | None, Rect | None]:
    """Where the ruler and the words beside it find room in the margins; both None where no margin is wide enough."""
    block = places[0].union(places[-1])
    level = (
        Rect.from_edges(block.x, block.bottom + AIR, block.right, paper.height - EDGE),
        Rect.from_edges(block.x, EDGE, block.right, block.y - AIR),
    )
    for strip, high in zip(level, (paper.height - block.bottom, block.y), strict=True):
        if high - EDGE - AIR >= RULER_WIDTH and strip.width >= RULER_LENGTH + 8:
            y = strip.y + (strip.height - RULER_WIDTH) / 2
            line = Rect(strip.x + 2.0, y, RULER_LENGTH, RULER_WIDTH)
            return line, Rect.from_edges(line.right + 3.0, y, strip.right, line.bottom)
    return None, None
