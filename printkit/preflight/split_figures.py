"""Looks at a digit that the edge between two sheets of a larger piece cuts in two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from printkit.geometry import Affine
from printkit.preflight.marks import Mark
from printkit.preflight.pixels import AROUND, GREY, Look, PageImage, cut_out, look
from printkit.scene.raster import coverage

__all__ = ["joined_look"]

# The sheets are joined in squares of this many mm.
SQUARE = 2.0


def joined_look(rows: Any, sheets: Sequence[tuple[Mark, PageImage]]) -> Look:
    """How a digit looks when each square of it is taken from the sheet that shows it best.

    `rows` are its polygons, `sheets` is where it stands on each sheet, turned alike, and what is drawn there.
    """
    import numpy

    looks = [look(image, rows, mark.place, mark.box.grown(AROUND)) for mark, image in sheets]
    usual = max(looks, key=lambda each: each.likeness)
    grey = numpy.array(GREY)
    # What stands there on the sheet that shows most of it: the shades of the ink and of the ground.
    ink = float(grey @ usual.ink)
    parts = [cut_out(image, mark.box.grown(AROUND)) for mark, image in sheets]
    wrong = []
    for (mark, _), part in zip(sheets, parts, strict=True):
        to_pixels = Affine(part.scale, 0.0, 0.0, part.scale, -part.left, -part.top)
        height, width, _ = part.pixels.shape
        shape = coverage(rows, mark.place.then(to_pixels), width, height)
        wrong.append(numpy.abs(part.pixels @ grey - (ink - usual.contrast * (1 - shape))))
    first = parts[0]
    height, width = (min(part.pixels.shape[axis] for part in parts) for axis in (0, 1))
    joined = first.pixels.copy()
    step = round(SQUARE * first.scale)
    for top in range(0, height, step):
        for left in range(0, width, step):
            square = numpy.s_[top : min(top + step, height), left : min(left + step, width)]
            best = min(range(len(parts)), key=lambda at: float(wrong[at][square].sum()))
            joined[square] = parts[best].pixels[square]
    mark = sheets[0][0]
    return look(replace(first, pixels=joined), rows, mark.place, mark.box.grown(AROUND))
