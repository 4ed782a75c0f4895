"""The drawing's values: their properties, and that they stay as they are."""

from __future__ import annotations

import dataclasses
from typing import get_args

import pytest

from printkit.geometry import IDENTITY, Outline, Rect
from printkit.scene.inks import BLACK
from printkit.scene.model import LAYERS, Glyphs, Group, Item, Layer, Path, Picture, PlacedGlyph, Scene, Use

OUTLINE = Outline("ML", (0, 0, 1, 1))
SCENE = Scene("card", 70, 120, 3, (Path(OUTLINE, stroke=BLACK, width=0.3),))
ITEMS: list[Item] = [
    Path(OUTLINE, fill=BLACK),
    Glyphs("font", 3.0, BLACK, (PlacedGlyph(1, "a", 0, 0),)),
    Picture("a.png", "00", Rect(0, 0, 1, 1), (10, 10)),
    Group((Path(OUTLINE),)),
    Use(SCENE),
]


def test_the_extent_is_the_trim_with_its_bleed():
    assert SCENE.trim == Rect(0, 0, 70, 120)
    assert SCENE.extent == Rect(-3, -3, 76, 126)


def test_layers_are_listed_once_each_in_printing_order():
    assert LAYERS == get_args(Layer) == ("art", "text", "light", "guide", "cut", "fold")


def test_glyphs_say_their_text_ligatures_and_all():
    glyphs = (PlacedGlyph(7, "fi", 0, 0), PlacedGlyph(8, "", 1, 0), PlacedGlyph(9, "月", 2, 0))
    assert Glyphs("font", 3.0, BLACK, glyphs).text == "fi月"


def test_a_path_alone_is_not_painted_and_overlaps_are_holes():
    path = Path(OUTLINE)
    assert (path.fill, path.stroke, path.even_odd, path.dash) == (None, None, True, ())


def test_a_group_changes_nothing_unless_asked():
    group = Group(())
    assert (group.transform, group.layer, group.clip) == (IDENTITY, None, None)


def test_there_are_five_kinds_of_item():
    assert {type(item) for item in ITEMS} == set(get_args(Item))


@pytest.mark.parametrize("item", [*ITEMS, SCENE], ids=lambda item: type(item).__name__)
def test_values_are_frozen_hashable_and_equal_by_content(item):
    # A refused change is one kind of AttributeError or another.
    with pytest.raises(AttributeError):
        setattr(item, "id" if isinstance(item, Scene) else item._fields[0], None)
    again = dataclasses.replace(item) if isinstance(item, Scene) else item._replace()
    assert again is not item
    assert again == item
    assert hash(again) == hash(item)
    assert not hasattr(item, "__dict__")


def test_an_outline_counts_its_numbers():
    assert Outline("MCLZ", tuple(range(10))).commands == "MCLZ"
    for commands, count in [("ML", 3), ("MC", 4), ("Z", 1), ("M", 0)]:
        with pytest.raises(ValueError, match="2 numbers per M and L and 6 per C"):
            Outline(commands, tuple(range(count)))
