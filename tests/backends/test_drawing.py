"""What the drawing backends make of each kind of item, as pictures typed in letters (1 letter = 1 mm)."""

from __future__ import annotations

import pytest
from PIL import Image

from printkit.fonts import find_font
from printkit.geometry import Affine, Outline, Rect
from printkit.scene.model import Glyphs, Group, Path, Picture, PlacedGlyph, Scene, Use
from printkit.scene.shapes import circle, polygon, polyline, rectangle, rounded_rectangle, segment
from tests.helpers import (
    BLUE,
    GREEN,
    INK,
    RED,
    WHITE,
    assert_pixels,
    assert_same_drawing,
    scene_of,
    scene_pdf,
    words,
)

NESTED = rectangle(Rect(1, 1, 8, 6)) + rectangle(Rect(3, 3, 4, 2))


def test_a_filled_path_covers_its_area():
    assert_pixels(
        scene_of(Path(rectangle(Rect(2, 1, 5, 3)), fill=RED)),
        """
        __________
        __RRRRR___
        __RRRRR___
        __RRRRR___
        __________
        __________
        __________
        __________
        """,
    )


def test_even_odd_leaves_the_inner_path_open():
    assert_pixels(
        scene_of(Path(NESTED, fill=BLUE)),
        """
        __________
        _BBBBBBBB_
        _BBBBBBBB_
        _BB____BB_
        _BB____BB_
        _BBBBBBBB_
        _BBBBBBBB_
        __________
        """,
    )


def test_nonzero_fills_the_inner_path_of_the_same_direction():
    assert_pixels(
        scene_of(Path(NESTED, fill=BLUE, even_odd=False)),
        """
        __________
        _BBBBBBBB_
        _BBBBBBBB_
        _BBBBBBBB_
        _BBBBBBBB_
        _BBBBBBBB_
        _BBBBBBBB_
        __________
        """,
    )


def test_a_stroke_is_centred_on_its_path_and_drawn_over_the_fill():
    assert_pixels(
        scene_of(Path(rectangle(Rect(1.5, 1.5, 7, 5)), fill=GREEN, stroke=INK, width=1)),
        """
        __________
        _KKKKKKKK_
        _KGGGGGGK_
        _KGGGGGGK_
        _KGGGGGGK_
        _KGGGGGGK_
        _KKKKKKKK_
        __________
        """,
    )


def test_an_open_line_ends_square_where_its_points_are():
    assert_pixels(
        scene_of(Path(segment(2, 2.5, 8, 2.5), stroke=RED, width=1), height=5),
        """
        __________
        __________
        __RRRRRR__
        __________
        __________
        """,
    )


def test_a_dash_is_on_and_off_in_millimetres():
    assert_pixels(
        scene_of(Path(segment(0, 1.5, 10, 1.5), stroke=RED, width=1, dash=(2.0, 1.0)), height=3),
        """
        __________
        RR_RR_RR_R
        __________
        """,
    )


def test_a_square_end_reaches_beyond_the_line_and_does_not_outlive_its_path():
    square = Path(segment(2, 1, 6, 1), stroke=RED, width=2, cap="square")
    flat = Path(segment(2, 4, 6, 4), stroke=RED, width=2)
    assert_pixels(
        scene_of(square, flat, height=5),
        """
        _RRRRRR___
        _RRRRRR___
        __________
        __RRRR____
        __RRRR____
        """,
    )


def test_a_dash_does_not_outlive_its_path():
    dashed = Path(segment(0, 0.5, 10, 0.5), stroke=RED, width=1, dash=(2.0, 1.0))
    solid = Path(segment(0, 2.5, 10, 2.5), stroke=RED, width=1)
    assert_pixels(
        scene_of(dashed, solid, height=3),
        """
        RR_RR_RR_R
        __________
        RRRRRRRRRR
        """,
    )


def test_a_tint_is_the_ink_on_white_paper():
    assert_pixels(
        scene_of(Path(rectangle(Rect(0, 0, 5, 2)), fill=RED.at(0.5)), height=2),
        """
        rrrrr_____
        rrrrr_____
        """,
    )


def test_later_items_cover_earlier_ones_whatever_their_layer():
    below = Group((Path(rectangle(Rect(0, 0, 6, 2)), fill=RED),), layer="cut")
    above = Group((Path(rectangle(Rect(3, 0, 6, 2)), fill=BLUE),), layer="art")
    assert_pixels(
        scene_of(below, above, height=2),
        """
        RRRBBBBBB_
        RRRBBBBBB_
        """,
    )


def test_a_groups_map_moves_and_turns_what_it_holds():
    flag = Path(rectangle(Rect(0, 0, 4, 1)), fill=RED), Path(rectangle(Rect(0, 1, 1, 1)), fill=BLUE)
    turned = Affine.rotation(90).then(Affine.translation(5, 1))
    assert_pixels(
        scene_of(Group(flag, turned)),
        """
        __________
        ___BR_____
        ____R_____
        ____R_____
        ____R_____
        __________
        __________
        __________
        """,
    )


def test_maps_of_nested_groups_add_up():
    dot = Path(rectangle(Rect(0, 0, 1, 1)), fill=RED)
    inner = Group((dot,), Affine.scaling(2))
    assert_pixels(
        scene_of(Group((inner, dot), Affine.translation(3, 1)), dot, height=4),
        """
        R_________
        ___RR_____
        ___RR_____
        __________
        """,
    )


def test_a_clip_cuts_in_the_groups_own_millimetres_and_only_there():
    area = Path(rectangle(Rect(0, 0, 9, 9)), fill=RED)
    clipped = Group((area,), Affine.translation(2, 1), clip=Rect(1, 1, 3, 2))
    free = Path(rectangle(Rect(0, 6, 10, 1)), fill=BLUE)
    assert_pixels(
        scene_of(clipped, free),
        """
        __________
        __________
        ___RRR____
        ___RRR____
        __________
        __________
        BBBBBBBBBB
        __________
        """,
    )


def test_a_used_scene_appears_wherever_it_is_placed():
    mark = Scene("mark", 2, 2, 0, (Path(polygon(((0, 0), (2, 0), (2, 2), (0, 2))), fill=RED),))
    assert_pixels(
        scene_of(Use(mark), Use(mark, Affine.translation(4, 1)), Use(mark, Affine(2, 0, 0, 1, 6, 5))),
        """
        RR________
        RR__RR____
        ____RR____
        __________
        __________
        ______RRRR
        ______RRRR
        __________
        """,
    )


def test_a_used_scene_starts_with_no_pen_of_its_user():
    """A form begins with the state of its caller: a dash, a colour or a width left over must not show."""
    mark = Scene("mark", 10, 1, 0, (Path(segment(0, 0.5, 10, 0.5), stroke=BLUE, width=1),))
    dashed = Path(segment(0, 0.5, 10, 0.5), stroke=RED, width=0.2, dash=(1.0, 1.0))
    after = Path(segment(0, 4.5, 10, 4.5), stroke=RED, width=1, dash=(1.0, 1.0))
    assert_pixels(
        scene_of(dashed, Use(mark, Affine.translation(0, 2)), after, height=5),
        """
        R_R_R_R_R_
        __________
        BBBBBBBBBB
        __________
        R_R_R_R_R_
        """,
    )


def test_a_used_scene_may_overhang_its_size():
    wide = Scene("wide", 2, 2, 0, (Path(rectangle(Rect(-1, 0, 4, 2)), fill=RED),))
    assert_pixels(
        scene_of(Use(wide, Affine.translation(3, 0)), height=2),
        """
        __RRRR____
        __RRRR____
        """,
    )


def test_bleed_is_drawn_around_the_trim():
    scene = scene_of(Path(rectangle(Rect(-2, -2, 6, 4)), fill=RED), width=4, height=2, bleed=1)
    assert_pixels(
        scene,
        """
        RRRRR_
        RRRRR_
        RRRRR_
        ______
        """,
    )


@pytest.mark.parametrize("kind", ["png", "jpeg", "png-alpha", "png-palette", "png-grey"])
def test_a_picture_fills_its_box_upright(tmp_path, kind):
    file = tmp_path / f"picture.{kind.split('-')[0]}"
    picture = Image.new("RGB", (40, 20), (0, 0, 255))
    picture.paste((255, 0, 0), (0, 0, 20, 20))
    picture.paste((255, 255, 255), (0, 10, 40, 20))
    top = "RRBB"
    if kind == "png-alpha":
        picture = picture.convert("RGBA")
        picture.paste((0, 0, 0, 0), (0, 10, 40, 20))
    elif kind == "png-palette":
        picture = picture.convert("P", palette=Image.Palette.ADAPTIVE)
    elif kind == "png-grey":
        picture = Image.new("L", (40, 20), 255)
        picture.paste(0, (0, 0, 40, 10))
        top = "KKKK"
    picture.save(file, quality=95)
    item = Picture(str(file), "0" * 63 + kind[-1], Rect(3, 1, 4, 4), (40, 20))
    assert_pixels(
        scene_of(item, height=6),
        f"""
        __________
        ___{top}___
        ___{top}___
        __________
        __________
        __________
        """,
    )


def test_a_missing_picture_is_one_clear_error(tmp_path):
    from printkit.backends.svg import scene_svg
    from printkit.errors import InputError

    item = Picture(str(tmp_path / "gone.png"), "1" * 64, Rect(0, 0, 4, 4), (4, 4))
    for draw in (scene_pdf, scene_svg):
        with pytest.raises(InputError, match=r"gone\.png: cannot be read: No such file"):
            draw(scene_of(item))


TEXT = scene_of(
    words("Qgjß 2026", 3, 10),
    words("漢字かなー「」", 3, 18, 4),
    words("Zen 和", 3, 25, 3, font="zen-kaku-gothic-new-bold", ink=RED),
    Group((words("Turned 東京", 0, 0),), Affine.rotation(90).then(Affine.translation(42, 3)), "text"),
    Group((words("Slanted", 0, 0),), Affine.rotation(-30, (0, 0)).then(Affine.translation(5, 45))),
    width=50,
    height=50,
)


def test_text_is_drawn_where_its_outlines_are():
    assert_same_drawing(TEXT)


def test_stretched_text_is_drawn_where_its_outlines_are():
    glyphs = words("Narrow 漢字", 3, 10, 6)
    narrow = tuple(PlacedGlyph(g.glyph, g.text, 3 + (g.x - 3) * 0.7, g.y) for g in glyphs.glyphs)
    assert_same_drawing(scene_of(Glyphs(glyphs.font, 6, INK, narrow, 0.7), width=50, height=14))


def test_vertical_text_is_drawn_where_its_outlines_are():
    shaped = find_font("shippori-mincho-extrabold").shape("縦書き。", direction="ttb")
    y, glyphs = 3.0, []
    for glyph in shaped:
        glyphs.append(PlacedGlyph(glyph.glyph, glyph.text, 8 + glyph.dx * 6, y + glyph.dy * 6))
        y += glyph.advance * 6
    assert_same_drawing(
        scene_of(Glyphs("shippori-mincho-extrabold", 6, INK, tuple(glyphs)), width=16, height=32)
    )


def test_curves_lines_and_corners_are_the_same_in_both():
    star = polygon(((25, 5), (30, 25), (10, 12), (40, 12), (20, 25)))
    items = (
        Path(circle(12, 35, 8), fill=GREEN, stroke=INK, width=0.7),
        Path(rounded_rectangle(Rect(25, 30, 20, 14), 4), fill=RED.at(0.3), stroke=BLUE, width=1.2),
        Path(star, fill=BLUE.at(0.5), stroke=INK, width=1.5),
        Path(polyline(((3, 3), (12, 3), (4, 6))), stroke=RED, width=2),
        Path(Outline("MCZ", (5, 20, 5, 10, 18, 10, 8, 22)), fill=INK, stroke=WHITE, width=0.5),
    )
    assert_same_drawing(scene_of(*items, width=50, height=50))


def test_the_letter_comparer_fails_on_one_wrong_letter():
    scene = scene_of(Path(rectangle(Rect(2, 0, 5, 2)), fill=RED), height=2)
    with pytest.raises(AssertionError):
        assert_pixels(scene, "__RRRRR___\n__RRRRB___")


def test_the_letter_comparer_fails_on_a_colour_no_letter_stands_for():
    odd = Path(rectangle(Rect(0, 0, 10, 1)), fill=GREEN.at(0.4))
    with pytest.raises(AssertionError):
        assert_pixels(scene_of(odd, height=1), "GGGGGGGGGG")


def test_the_drawing_comparer_fails_on_a_full_stop_that_is_missing():
    whole = scene_of(words("Qgjß 2026.", 3, 10), width=40, height=14)
    short = scene_of(words("Qgjß 2026", 3, 10), width=40, height=14)
    with pytest.raises(AssertionError, match="square millimetre differs"):
        assert_same_drawing(whole, scene_pdf(short))


def test_the_drawing_comparer_fails_on_text_a_fifth_of_a_millimetre_off():
    here, there = (scene_of(words("Qgjß 2026", x, 10), width=40, height=14) for x in (3, 3.2))
    with pytest.raises(AssertionError, match="square millimetre differs"):
        assert_same_drawing(here, scene_pdf(there))
