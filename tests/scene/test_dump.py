"""A scene as text: one line an item, so that tests and people can read a drawing."""

# ruff: noqa: E501 (a row of a table stays on its line)

from __future__ import annotations

import pytest

from printkit.geometry import Affine, Outline, Rect
from printkit.scene.inks import BLACK, HOUSE_INKS
from printkit.scene.model import Glyphs, Group, Item, Path, Picture, PlacedGlyph, Scene, Use, dump
from printkit.scene.shapes import rectangle, segment

INNER = Scene("inner", 1, 1, 0, ())
ROWS: list[tuple[Item, str]] = [
    (Path(rectangle(Rect(0, 0, 1.5, 2)), fill=BLACK), "path fill black M0 0L1.5 0L1.5 2L0 2Z"),
    (Path(segment(0, 0, 1, 0), fill=BLACK, even_odd=False), "path fill black nonzero M0 0L1 0"),
    (Path(segment(0, 0, 1, 0), stroke=BLACK, width=0.25), "path stroke black 0.25 M0 0L1 0"),
    (Path(segment(0, 0, 1, 0), stroke=BLACK, width=0.25, dash=(1, 0.5)), "path stroke black 0.25 dash 1 0.5 M0 0L1 0"),
    (Path(Outline("MC", (0, 0, 1, 1, 2, 2, 3, 3)), fill=HOUSE_INKS["blue"].at(0.38)), "path fill blue:0.38 M0 0C1 1 2 2 3 3"),
    # Three decimals, no minus before nothing, no exponents.
    (Path(segment(1 / 3, -0.0001, 2e-9, 1234.5)), "path M0.333 0L0 1234.5"),
    (
        Glyphs("serif", 3.1, BLACK, (PlacedGlyph(5, "a", 1, 2), PlacedGlyph(6, "月", 4.1, 2))),
        "text 'a月' serif 3.1 black 5@1,2 6@4.1,2",
    ),
    (
        Glyphs("serif", 3, BLACK, (PlacedGlyph(5, "a", 1, 2),), stretch=0.9),
        "text 'a' serif 3 black stretch 0.9 5@1,2",
    ),
    (Picture("x.png", "0123456789abcdef" * 4, Rect(1, 2, 3, 4), (30, 40)), "picture 0123456789abcdef 1 2 3 4"),
    (Use(INNER), "use inner"),
    (Use(INNER, Affine.translation(1, 2)), "use inner at [1 0 0 1 1 2]"),
    (Group((Use(INNER),)), "group\n    use inner"),
    (
        Group((Use(INNER),), Affine.scaling(2), layer="cut", clip=Rect(0, 0, 1, 1)),
        "group at [2 0 0 2 0 0] layer cut clip 0 0 1 1\n    use inner",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("item", "line"), ROWS, ids=[line for _, line in ROWS])
def test_one_line_an_item(item, line):
    assert dump(Scene("card", 70, 120, 3, (item,))) == f"scene card 70×120 bleed 3\n  {line}\n"


def test_the_same_scene_is_the_same_text_and_another_is_another():
    def scene(width):
        return Scene("card", 70, 120, 3, (Path(segment(0, 0, 1, 0), stroke=BLACK, width=width),))

    assert dump(scene(0.25)) == dump(scene(0.25))
    assert dump(scene(0.25)) != dump(scene(0.251))
