"""Draws sticks that have fallen across each other on the cover of a book and run off its edges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printkit.geometry import Affine, Rect
from printkit.scene.inks import PAPER
from printkit.scene.model import Group, Item, Path, Scene, Use
from printkit.scene.shapes import rounded_rectangle

__all__ = ["POSES", "thrown_items"]

POSES = (
    (0.21, 0.715, -8.0), (0.57, 0.905, 212.0), (0.50, 1.02, -51.0), (0.74, 0.735, 160.0), (0.30, 0.665, 17.0),
)  # fmt: skip
"""Of each stick: where one end lies, in widths and heights of the page, and its direction in degrees."""
# How long a stick is in heights of the page; the paper round it, in its thickness.
LONG, ROUND = 0.6, 0.075


def thrown_items(sticks: Sequence[Scene], page: Rect) -> Iterator[Item]:
    """As many sticks as there are poses, the last on top."""
    for scene, (across, down, turn) in zip(sticks, POSES, strict=False):
        scale = LONG * page.height / scene.width
        x, y = page.x + across * page.width, page.y + down * page.height
        box = scene.trim.grown(ROUND * scene.height)
        place = (
            Affine.translation(0.0, -scene.height / 2)
            .then(Affine.scaling(scale))
            .then(Affine.rotation(turn))
            .then(Affine.translation(round(x, 3), round(y, 3)))
        )
        edge = Path(rounded_rectangle(box, 1.2), PAPER)
        yield Group((edge, Use(scene)), place)
