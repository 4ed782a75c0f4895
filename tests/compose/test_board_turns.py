"""A turn among rules: the board before it and after it side by side, with words right of small boards or below."""

from __future__ import annotations

import pytest

from printkit.compose.boards.board_turns import COLUMN
from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.jobs.build.build import BuildRequest
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.build.part import Job, Scenes
from printkit.jobs.parts.leaflets import pictures_of
from printkit.kit.find import find_kit
from printkit.kit.leaflets import load_leaflets
from printkit.scene.inks import find_ink
from printkit.scene.model import Glyphs, Path, Scene, walk

WIDE = 128.0
# How much wider than its square a frame is, with its line.
FRAMED = 1.06


def turns(leaflet_id, example):
    """An example as small as it may be, and as large."""
    kit = find_kit("cetkaik")
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    leaflet = next(each for each in load_leaflets(kit) if each.id == leaflet_id)
    draw = pictures_of(Job(kit, BuildRequest(kits=(kit.id,)), choices, Scenes(kit, choices)), leaflet, "en")
    (small,) = draw(example, WIDE)
    assert small.grow is not None
    return [small.items, small.grow.draw(small.grow.most).items]


def words(items):
    """The lines of what is said, which are larger than the names of squares."""
    placed = walk(Scene("turn", 200.0, 200.0, 0.0, items))
    return [item_box(each) for each in placed if isinstance(each.item, Glyphs) and len(each.item.text) > 2]


def green(items):
    """Arrows as they are filled, and frames as they are drawn."""
    ink = find_ink("green")
    placed = [each for each in walk(Scene("turn", 200.0, 200.0, 0.0, items)) if isinstance(each.item, Path)]
    return [item_box(each) for each in placed if ink in (each.item.fill, each.item.stroke)]  # type: ignore[union-attr]


@pytest.mark.parametrize(("leaflet", "example", "squares"), [("old", "blank", 5), ("hard-tam", "cart", 7)])
def test_both_boards_fill_the_measure_or_leave_the_rest_to_words(leaflet, example, squares):
    small, large = turns(leaflet, example)
    both = [2 * squares * green(items)[-1].width / FRAMED for items in (small, large)]
    assert both[0] < WIDE - COLUMN
    assert both[1] > 0.8 * WIDE
    # Words stand right of small boards, and below large ones.
    x, y = (min(getattr(box, side) for box in words(items)) for items, side in ((small, "x"), (large, "y")))
    assert x > both[0]
    assert y > both[1] / 2
    for items in (small, large):
        assert max(box.right for box in (*words(items), *green(items))) <= WIDE + 0.01


def test_an_arrow_of_one_square_is_about_as_long_as_the_square():
    """It begins over its piece: half under it, it was a speck."""
    for items in turns("old", "blank"):
        arrow, *_, frame = green(items)
        assert 0.6 < arrow.height / frame.height < 1.2
