"""Colours by newer CSS print as browsers show them, or are refused: no library here knows them, and all draw black."""

from __future__ import annotations

import io
import itertools

import pytest
from PIL import Image

from printkit.errors import InputError
from printkit.material.drawings import exact_drawing
from printkit.material.pixels import svg_pixels
from printkit.material.svg_tree import plain_css, read_svg
from printkit.scene.inks import Palette
from printkit.scene.model import Path


def ink(inner, root=""):
    """The colour of the one shape of a drawing."""
    data = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60" {root}>{inner}</svg>'
    (item,) = exact_drawing(read_svg(data.encode(), "a.svg"), Palette(others="kept")).items
    assert isinstance(item, Path)
    assert item.fill
    return "#" + bytes(item.fill.srgb).hex()


@pytest.mark.parametrize(
    ("inner", "colour"),
    [
        (
            '<style>:root{--main:#e65a28}.a{fill:var(--main)}</style><path class="a" d="M0 0h9v9z"/>',
            "#e65a28",
        ),
        ('<path style="fill:var(--none, #123456)" d="M0 0h9v9z"/>', "#123456"),
        ('<style>:root{--a:var(--b);--b:teal}</style><path style="fill:var(--a)" d="M0 0h9v9z"/>', "#008080"),
        ('<path style="fill:light-dark(rgb(218, 232, 252), rgb(29, 41, 59))" d="M0 0h9v9z"/>', "#dae8fc"),
        ('<path style="fill:light-dark(#dae8fc, var(--x))" d="M0 0h9v9z"/>', "#dae8fc"),
        (
            '<path fill="#e65a28" style="fill:#e65a28;fill:color(display-p3 .6 .6 .6);" d="M0 0h9v9z"/>',
            "#999999",
        ),
        ('<path style="fill:color(display-p3 1 0 0)" d="M0 0h9v9z"/>', "#ff0000"),
        ('<path fill="color(srgb 0.2 40% 1)" d="M0 0h9v9z"/>', "#3366ff"),
    ],
)
def test_newer_colours_are_worked_out(inner, colour):
    assert ink(inner) == colour


@pytest.mark.parametrize(
    "colour", ["oklch(70% 0.1 50)", "color-mix(in srgb, red, blue)", "lab(50% 40 59)", "hwb(9 0% 0%)"]
)
def test_a_colour_that_nothing_reads_is_refused(colour):
    for inner in (f'<path style="fill:{colour}" d="M0 0h9z"/>', f'<path stroke="{colour}" d="M0 0h9z"/>'):
        with pytest.raises(InputError, match="has a colour that cannot be read"):
            ink(inner)


def test_a_ground_that_is_none_stays_paths():
    assert (
        ink('<path fill="teal" d="M0 0h9v9z"/>', 'style="background: transparent; color-scheme: light dark"')
        == "#008080"
    )


def test_words_are_no_functions():
    for text in ("<title>lab(oratory) and color(less)</title>", "<svg/>", "var(", "<a>" * 9 + "var(--a)" * 9):
        assert plain_css(text, "a").startswith(text[:4])


def test_a_variable_in_a_circle_ends():
    assert "var" in plain_css("<style>a{--a:var(--b);--b:var(--a);fill:var(--a)}</style>", "a")


def test_variables_that_stand_for_one_another_do_not_fill_memory():
    names = "abcdefghi"
    rules = ";".join(
        f"--{name}:" + " ".join([f"var(--{other})"] * 10) for name, other in itertools.pairwise(names)
    )
    bomb = f'<svg xmlns="http://www.w3.org/2000/svg"><style>svg{{{rules};--i:red}}</style><g fill="var(--a)"/></svg>'
    with pytest.raises(InputError, match="variables that stand for too much"):
        read_svg(bomb.encode(), "bomb.svg")


RULES = {
    "g > :nth-child(2){fill:#0000ff}": "#0000ff",
    "rect:not(.no){fill:#0000ff}": "#0000ff",
    "rect ~ rect{fill:#0000ff}": "#0000ff",
    "@media print{rect{fill:#0000ff}}": "#0000ff",
    "rect{fill:#0000ff} @media (prefers-color-scheme: dark){rect{fill:#ffffff}}": "#0000ff",
    "rect{fill:#0000ff} @media screen{rect{fill:#ffffff}}": "#0000ff",
    "rect{fill:#0000ff!important} rect:last-child{fill:#ff0000}": "#0000ff",
}


@pytest.mark.parametrize("css", RULES)
def test_rules_hold_in_paths_and_in_pixels_alike(css):
    shapes = '<g><rect class="no" width="0" height="9"/><rect width="60" height="60"/></g>'
    assert ink(f"<style>{css}</style>{shapes}") == RULES[css]
    sheet = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60"><style>{css}</style>{shapes}</svg>'
    with Image.open(io.BytesIO(svg_pixels(sheet.encode(), "a.svg", 60))) as image:
        assert image.getpixel((30, 30)) == (*bytes.fromhex(RULES[css][1:]), 255)
