"""Draws sticks that have fallen across each other: on the cover of a book, whose edges they run off, and in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printkit.compose.books.page_blocks import Picture, elastic
from printkit.compose.faces.context import Choices
from printkit.compose.pieces.sticks import BEVEL, compose_side, throw_ground
from printkit.geometry import Affine, Rect
from printkit.kit.model import Kit
from printkit.kit.tokens import Sticks
from printkit.scene.inks import PAPER
from printkit.scene.model import Group, Item, Path, Scene, Use
from printkit.scene.shapes import rounded_rectangle

__all__ = ["POSES", "thrown_items", "thrown_picture"]

POSES = (
    (0.21, 0.70, 4.0), (0.79, 0.79, 193.0), (0.24, 0.79, -19.0), (0.75, 0.655, 166.0), (0.30, 0.65, 13.0),
)  # fmt: skip
"""Of each stick: where one end lies, in widths and heights of the page, and its direction in degrees."""
# How long a stick is in heights of the page; the paper round it, in its thickness.
# Where there are more sticks than poses, those of the next turn are turned so much further, degrees.
LONG, ROUND, FURTHER = 0.6, 0.075, 13.0
# A picture in a book: how high it is at least and at most; the page whose sticks it shows, in its widths, and where on
# that page its middle is.
HIGH, PAGE, MIDDLE, UNDER = (20.0, 62.0), 1.1, 0.72, 1.5


def thrown_items(sticks: Sequence[Scene], page: Rect) -> Iterator[Item]:
    """The sticks in the poses by turns, the last on top."""
    for at, scene in enumerate(sticks):
        again, pose = divmod(at, len(POSES))
        across, down, turn = POSES[pose]
        scale = LONG * page.height / scene.width
        x, y = page.x + across * page.width, page.y + down * page.height
        box = scene.trim.grown(ROUND * scene.height)
        place = (
            Affine.translation(0.0, -scene.height / 2)
            .then(Affine.scaling(scale))
            .then(Affine.rotation(turn + again * FURTHER))
            .then(Affine.translation(round(x, 3), round(y, 3)))
        )
        edge = Path(rounded_rectangle(box, BEVEL + ROUND * scene.height), PAPER)
        yield Group((edge, Use(scene)), place)


def thrown_picture(kit: Kit, sticks: Sticks, choices: Choices, width: float) -> Picture:
    """Sticks that lie on the table as on the cover, as wide as the text, dark and pale ones by turns."""
    sides = [compose_side(kit, sticks, choices, dark=at % 2 == 1) for at in range(len(POSES))]

    def draw(high: float) -> Picture:
        box, tall = Rect(0.0, 0.0, width, high), PAGE * width
        page = Rect(0.0, high / 2 - MIDDLE * tall, width, tall)
        ground = throw_ground(box, kit.inks[sticks.ink], low=choices.ink == "low")
        items = (*ground, Group(tuple(thrown_items(sides, page)), clip=box))
        return Picture(width, high + UNDER, items, " ".join(str(at % 2) for at in range(len(POSES))))

    return elastic(draw, *HIGH)
