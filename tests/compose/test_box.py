"""The box's printing: the grain meets at every edge that meets when the box is glued, and the title stands on it."""

from __future__ import annotations

from functools import cache

import numpy
import pytest

from printkit.backends.png import scene_png
from printkit.compose.box import BoxNet, compose_box
from printkit.compose.boxes import item_box
from printkit.compose.context import Choices
from printkit.geometry import Rect, Size
from printkit.jobs.variables import print_variables
from printkit.kit.find import find_kit
from printkit.kit.model import Ink, Kit
from printkit.scene.model import Glyphs, Scene
from printkit.scene.walk import walk
from printkit.sheets.box import BoxSize, box_size, nets
from tests.helpers import Pixels, png_pixels

SCALE = 20


@cache
def kit() -> Kit:
    return find_kit("youscout", ("full", "low"))


@cache
def unfolded(size: str = "bridge", stack: float = 26.0) -> tuple[BoxSize, BoxNet]:
    tuck, card = kit().box, kit().size(size)
    assert tuck is not None
    box = box_size(
        Size(card.width, card.height), stack, tuck.play, tuck.board, (tuck.tuck, tuck.glue, tuck.dust)
    )
    (net,) = nets(box)[0]
    return box, BoxNet(*net.size, box.depth, {panel.name: panel.box for panel in net.panels})


@cache
def drawn(size: str = "bridge", ink: Ink = "full") -> Scene:
    tuck = kit().box
    assert tuck is not None
    return compose_box(kit(), tuck, unfolded(size)[1], Choices(size, ink, print_variables(kit(), ())), 0)


@cache
def pixels() -> Pixels:
    return png_pixels(scene_png(drawn(), float(SCALE), bleed=False))


def row(y: float, left: float, right: float) -> Pixels:
    return pixels()[round(y * SCALE), round(left * SCALE) : round(right * SCALE)].astype(int)


def column(x: float, top: float, bottom: float) -> Pixels:
    return pixels()[round(top * SCALE) : round(bottom * SCALE), round(x * SCALE)].astype(int)


def alike(one: Pixels, other: Pixels) -> float:
    """Which part of two rows of pixels is of one colour."""
    length = min(len(one), len(other))
    return float((numpy.abs(one[:length] - other[:length]).max(axis=1) < 60).mean())


# Beyond an edge every panel is printed a little further: that must be what its neighbour prints there.
NEAR = 0.25


def test_the_grain_goes_on_over_the_seam() -> None:
    """The back's left edge is glued to the right side's outer edge."""
    panels = unfolded()[1].panels
    back, right = panels["back"], panels["right"]
    beyond = column(back.x - NEAR, back.y, back.bottom)
    assert alike(beyond, column(right.right - NEAR, back.y, back.bottom)) > 0.94


def test_the_grain_goes_on_from_the_front_over_the_lid() -> None:
    """Closed, the hinge of the tuck lies on the front's upper edge; the lid's left is the front's right."""
    net = unfolded()[1]
    front, back = net.panels["front"], net.panels["back"]
    lid = row(back.y - net.depth + NEAR, back.x, back.right)
    assert alike(lid[::-1], row(front.y - NEAR, front.x, front.right)) > 0.94


def test_the_grain_goes_on_from_the_back_under_the_bottom() -> None:
    net = unfolded()[1]
    front, back = net.panels["front"], net.panels["back"]
    floor = row(front.bottom + net.depth - NEAR, front.x, front.right)
    assert alike(floor[::-1], row(back.bottom + NEAR, back.x, back.right)) > 0.94


def test_the_comparer_sees_a_grain_that_breaks() -> None:
    front = unfolded()[1].panels["front"]
    assert alike(row(front.y + 1.0, front.x, front.right), row(front.y + 2.1, front.x, front.right)) < 0.8


@pytest.mark.parametrize("name", ["front", "back", "left", "right"])
def test_every_side_is_dense(name: str) -> None:
    """No paper but the labels: mean darkness of the whirl as on the back."""
    panel: Rect = unfolded()[1].panels[name]
    x, y = round(panel.x * SCALE), round(panel.y * SCALE)
    part = pixels()[y : y + 10 * SCALE, x : x + round(panel.width * SCALE)]
    assert 255 - part.mean() > 140


@pytest.mark.parametrize("size", ["tarot", "jrf", "bridge", "poker"])
@pytest.mark.parametrize("ink", ["full", "low"])
def test_title_and_contents_stand_on_their_panels(size: str, ink: Ink) -> None:
    panels = unfolded(size)[1].panels
    said: dict[str, str] = dict.fromkeys(panels, "")
    for placed in walk(drawn(size, ink)):
        if isinstance(placed.item, Glyphs):
            box = item_box(placed)
            assert placed.item.size >= 2.3
            (name,) = [name for name, panel in panels.items() if panel.contains(box)]
            said[name] += placed.item.text
    assert said["front"] == "易双六Youscout"
    assert said["left"].startswith("易双六")
    assert said["right"].startswith("Youscout")
    assert "JRF" in said["back"]
    assert "78" in said["back"]


def test_low_ink_prints_no_ground() -> None:
    low = png_pixels(scene_png(drawn("bridge", "low"), 4.0, bleed=False))
    full = png_pixels(scene_png(drawn("bridge", "full"), 4.0, bleed=False))
    assert 255 - low.mean() < 0.5 * (255 - full.mean())
