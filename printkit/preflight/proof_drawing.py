"""Compares what is drawn on paper, squares, pieces and diagrams, with the same drawing as it should be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from printkit.geometry import Rect
from printkit.preflight.locate import Found
from printkit.preflight.model import ERROR, Finding
from printkit.preflight.pixels import PX_PER_MM, PageImage

__all__ = ["proof_drawing"]

# Colours are compared in cells of this many pixels, so that viewers may smooth edges in their own ways.
CELL_PX = 5
# A cell is wrong when one of its colours is this far off, of 255; a drawing when so many of its cells are.
WRONG, WRONG_CELLS = 104.0, 3
# The places tried, in pixels beside the first.
BESIDE = tuple(sorted(product(range(-2, 3), repeat=2), key=lambda each: max(map(abs, each))))


def proof_drawing(file: str, page: int, found: Found, image: Callable[[], PageImage]) -> Iterator[Finding]:
    """A finding for each part that looks like none of the ways it may be printed; all parts are printed one way."""
    drawn = found.face.drawn
    if drawn is None:
        return
    best: list[tuple[str, Rect]] | None = None
    for look in drawn.looks:
        wrong = list(_differing(found, image(), look(), drawn.regions))
        if best is None or len(wrong) < len(best):
            best = wrong
        if not best:
            return
    for name, box in best or ():
        message = f"the drawing of {name} is not what the rules require"
        yield Finding(ERROR, "drawing", message, file, page, subject=found.face.card, rect=box)


def _differing(
    found: Found, image: PageImage, wanted: Any, regions: Sequence[tuple[str, Rect]]
) -> Iterator[tuple[str, Rect]]:
    """The parts that differ, with their boxes on the page."""
    import numpy

    turns = -round(found.turn / 90)
    for name, region in regions:
        box = found.place.rect(region)
        should = numpy.rot90(_part(wanted, region), turns)
        # Its letters say where a piece lies, to a tenth of a mm or two where another program wrote the file.
        places = (box.moved(across / PX_PER_MM, down / PX_PER_MM) for across, down in BESIDE)
        if all(_wrong_cells(_part(image.pixels, place), should) >= WRONG_CELLS for place in places):
            yield name, box


def _wrong_cells(seen: Any, should: Any) -> int:
    """How many cells of a part look clearly otherwise than they should; all of a part that is not there."""
    import numpy

    rows, columns = (min(one, other) for one, other in zip(seen.shape[:2], should.shape[:2], strict=True))
    rows, columns = rows - rows % CELL_PX, columns - columns % CELL_PX
    if not rows or not columns:
        return WRONG_CELLS
    off = numpy.abs(_cells(seen[:rows, :columns]) - _cells(should[:rows, :columns])).max(axis=2)
    return int(numpy.count_nonzero(off > WRONG))


def _part(pixels: Any, box: Rect) -> Any:
    """The pixels in a box of mm, as far as there are any."""
    left, top = max(round(box.x * PX_PER_MM), 0), max(round(box.y * PX_PER_MM), 0)
    return pixels[top : top + round(box.height * PX_PER_MM), left : left + round(box.width * PX_PER_MM)]


def _cells(pixels: Any) -> Any:
    """The mean colour of each cell."""
    import numpy

    rows, columns, colours = pixels.shape
    shape = rows // CELL_PX, CELL_PX, columns // CELL_PX, CELL_PX, colours
    return pixels.reshape(shape).mean(axis=(1, 3), dtype=numpy.float32)
