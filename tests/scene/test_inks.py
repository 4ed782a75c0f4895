"""Inks by name, and what their tints look like on screen and on the press."""

from __future__ import annotations

from itertools import pairwise

import pytest

from printkit.errors import InputError
from printkit.scene.inks import BACK_INKS, BLACK, HOUSE, HOUSE_INKS, PAPER, Palette, find_ink


def test_an_ink_is_found_by_its_name():
    assert all(find_ink(name) is ink and ink.name == name for name, ink in HOUSE_INKS.items())


def test_an_unknown_ink_is_named_with_the_nearest():
    with pytest.raises(InputError) as caught:
        find_ink("blu")
    assert str(caught.value) == "unknown ink 'blu' (did you mean 'blue'?)"


def test_black_is_one_ink_and_paper_none():
    assert BLACK.cmyk == (0, 0, 0, 1)
    assert PAPER.cmyk == (0, 0, 0, 0)
    # Drivers print rgb 0/0/0 alone with black ink alone; art writes the black of four inks.
    assert (BLACK.srgb, PAPER.srgb) == ((0, 0, 0), (255, 255, 255))
    assert (BLACK.hex, PAPER.hex) == ("#231f20", "#ffffff")


def test_no_two_inks_look_alike_in_a_file():
    assert len({ink.hex for ink in HOUSE_INKS.values()}) == len(HOUSE_INKS)


@pytest.mark.parametrize("ink", HOUSE_INKS.values(), ids=HOUSE_INKS)
def test_a_tint_lies_between_paper_and_the_full_ink(ink):
    assert ink.at(0.0).tinted_srgb == (1, 1, 1)
    assert ink.at(0.0).tinted_cmyk == (0, 0, 0, 0)
    assert ink.tinted_cmyk == ink.cmyk
    assert ink.tinted_srgb == pytest.approx([value / 255 for value in ink.srgb])
    assert ink.at(0.5).tinted_cmyk == pytest.approx([value / 2 for value in ink.cmyk])
    assert ink.at(0.5).name == ink.name


def test_no_coloured_ink_lays_down_more_than_black_over_it_may_bear():
    # 165 % without black leaves room for black on top within 265 %.
    assert all(sum(ink.cmyk[:3]) <= 1.65 and sum(ink.cmyk[:3]) + 1 <= 2.65 for ink in HOUSE_INKS.values())


def _lightness(grey):
    """L* of a grey as screens count it (IEC 61966-2-1, CIE 1976)."""
    linear = grey / 12.92 if grey <= 0.04045 else ((grey + 0.055) / 1.055) ** 2.4
    return 116 * linear ** (1 / 3) - 16 if linear > 0.008856 else 903.3 * linear


def test_every_two_inks_differ_in_grey():
    steps = sorted(_lightness(ink.grey) for ink in HOUSE_INKS.values())
    assert min(after - before for before, after in pairwise(steps)) >= 5.5
    assert (steps[0], round(steps[-1], 3)) == (0.0, 100.0)


def test_plain_lightness_would_not_show_blue_from_red():
    def plain(name):
        red, green, blue = (value / 255 for value in HOUSE_INKS[name].srgb)
        return _lightness(0.299 * red + 0.587 * green + 0.114 * blue)

    assert abs(plain("blue") - plain("red")) < 7


def test_a_drawing_holds_in_grey_on_paper_and_on_black():
    # 3 to 1 is what large letters and signs need (WCAG 2.2, 1.4.11).
    for ink in HOUSE_INKS.values():
        if ink.name not in ("paper", "black"):
            light = ((ink.grey + 0.055) / 1.055) ** 2.4 + 0.05
            assert min(1.05 / light, light / 0.05) >= 3.0, ink.name


def test_a_back_is_the_house_black_and_colour_everywhere_but_in_grey():
    for name, ink in BACK_INKS.items():
        house = HOUSE_INKS[name]
        assert (ink.srgb, ink.cmyk) == (house.srgb, house.cmyk)
        assert ink.grey >= 0.4 > HOUSE_INKS["black"].grey
    black = BACK_INKS["black"]
    for ink in BACK_INKS.values():
        if ink != black:
            dark, light = (((each.grey + 0.055) / 1.055) ** 2.4 + 0.05 for each in (black, ink))
            assert light / dark >= 3.0, ink.name


def test_art_in_a_back_ink_is_read_as_that_ink():
    for ink in (*HOUSE_INKS.values(), *BACK_INKS.values()):
        assert HOUSE.ink(ink.hex) == ink


def test_a_tint_in_grey_lies_between_paper_and_the_ink():
    ink = HOUSE_INKS["gold"]
    assert ink.at(0.0).tinted_grey == (1.0,)
    assert ink.at(1.0).tinted_grey == (pytest.approx(ink.grey),)


@pytest.mark.parametrize("others", ["exact", "nearest", "kept"])
def test_what_is_no_colour_is_none_in_any_palette(others):
    assert Palette(others=others).ink("#ff-000") is None
    assert Palette(others=others).ink("#12345678") is None
