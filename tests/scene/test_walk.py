"""Groups and uses resolved: every item with the map, layer and clip it is drawn under."""

from __future__ import annotations

from printkit.geometry import IDENTITY, Affine, Outline, Rect
from printkit.scene.inks import BLACK
from printkit.scene.model import Glyphs, Group, Path, Picture, Placed, PlacedGlyph, Scene, Use, walk

A = Path(Outline("ML", (0, 0, 1, 0)), stroke=BLACK, width=0.1)
B = Glyphs("font", 3.0, BLACK, (PlacedGlyph(1, "b", 0, 0),))
C = Picture("c.png", "00", Rect(0, 0, 1, 1), (1, 1))
RIGHT = Affine.translation(10, 0)
DOUBLE = Affine.scaling(2)


def scene(*items):
    return Scene("s", 70, 120, 0, items)


def test_items_come_in_painting_order_on_the_art_layer():
    assert list(walk(scene(A, B, C))) == [Placed(item, IDENTITY, "art", None) for item in (A, B, C)]


def test_groups_dissolve_where_they_stand():
    found = [placed.item for placed in walk(scene(A, Group((B, Group((C,)))), A))]
    assert found == [A, B, C, A]


def test_the_inner_map_comes_first():
    (placed,) = walk(scene(Group((Group((A,), DOUBLE),), RIGHT)))
    assert placed.transform.point(1, 1) == (12, 2)
    (placed,) = walk(scene(Group((A,), RIGHT)), DOUBLE)
    assert placed.transform.point(1, 1) == (22, 2)


def test_a_use_draws_the_other_scene_under_its_map():
    (placed,) = walk(scene(Use(scene(Group((A,), DOUBLE)), RIGHT)))
    assert placed.transform.point(1, 1) == (12, 2)
    assert placed.item is A


def test_the_nearest_layer_counts_and_ends_with_its_group():
    found = walk(scene(Group((A, Group((A,), layer="cut"), Group((A,)), Use(scene(A))), layer="guide"), A))
    assert [placed.layer for placed in found] == ["guide", "cut", "guide", "guide", "art"]


def test_a_clip_is_given_in_the_scene_s_mm():
    found = walk(scene(Group((A, Group((B,))), RIGHT, clip=Rect(0, 0, 5, 5)), C))
    assert [placed.clip for placed in found] == [Rect(10, 0, 5, 5), Rect(10, 0, 5, 5), None]


def test_nothing_drawn_is_nothing_walked():
    assert list(walk(scene(Group(()), Use(scene())))) == []
