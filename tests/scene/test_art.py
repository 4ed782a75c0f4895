"""What art files may contain, what becomes of it, and every refusal with its words."""

# ruff: noqa: E501 (a row of a table stays on its line)

from __future__ import annotations

import os
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.errors import InputError, Problem
from printkit.geometry import Outline, Rect
from printkit.scene import art as art_module
from printkit.scene.art import Art, check_art, read_art
from printkit.scene.inks import HOUSE_INKS, Ink, Palette
from printkit.scene.model import Group, Path, Scene, dump

BLACK = HOUSE_INKS["black"]
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 70 120">'
SQUARE = '<path fill="#231f20" d="M1 1h2v2h-2z"/>'


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("art")


def written(folder, text):
    path = folder / "art.svg"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def drawn(folder, inside, svg=SVG):
    """The items as `dump` writes them, one a line, without indentation of the first level."""
    art = read_art(written(folder, f"{svg}{inside}</svg>"), file="art.svg")
    lines = dump(Scene("s", art.view.width, art.view.height, 0.0, art.items)).splitlines()[1:]
    return "\n".join(line.removeprefix("  ") for line in lines)


def refused(folder, text):
    path = written(folder, text)
    with pytest.raises(InputError) as caught:
        read_art(path, file="kit/art.svg")
    assert check_art(path, file="kit/art.svg") == caught.value.problems
    assert all(problem.file == "kit/art.svg" for problem in caught.value.problems)
    return caught.value.problems


# Every row: what stands in the file, what is drawn, and why the row is here.
ROWS = [
    # Nothing drawn is a drawing of nothing.
    ("", ""),
    (SQUARE, "path fill black nonzero M1 1L3 1L3 3L1 3Z"),
    # Short colours, capitals and the style attribute say the same; style outweighs the attribute.
    ('<path fill="#FFF" d="M1 1h2v2z"/>', "path fill paper nonzero M1 1L3 1L3 3Z"),
    ('<path fill="#C64033" d="M1 1h2v2z"/>', "path fill red nonzero M1 1L3 1L3 3Z"),
    # Black and white by other names are the same inks.
    ('<path fill="black" d="M1 1h2v2z"/>', "path fill black nonzero M1 1L3 1L3 3Z"),
    ('<path fill="#000" d="M1 1h2v2z"/>', "path fill black nonzero M1 1L3 1L3 3Z"),
    ('<path fill="white" d="M1 1h2v2z"/>', "path fill paper nonzero M1 1L3 1L3 3Z"),
    ('<path style="fill: #0d6ca9 ; fill-rule:evenodd" fill="#231f20" d="M1 1h2v2z"/>', "path fill blue M1 1L3 1L3 3Z"),
    # fill-opacity is a tint of the ink.
    ('<path fill="#0d6ca9" fill-opacity="0.38" d="M1 1h2v2z"/>', "path fill blue:0.38 nonzero M1 1L3 1L3 3Z"),
    # A tint of nothing, no fill and no stroke, no data: nothing to print.
    ('<path fill="#0d6ca9" fill-opacity="0" d="M1 1h2v2z"/>', ""),
    ('<rect fill="none" width="5" height="5"/>', ""),
    ('<path fill="#231f20" d=""/>', ""),
    # Groups hand down what they say; what an element says itself outweighs it.
    ('<g fill="#231f20" fill-rule="evenodd"><g stroke="none"><path d="M1 1h2v2z"/></g></g>', "path fill black M1 1L3 1L3 3Z"),
    ('<g fill="#231f20"><path fill="#c48a10" d="M1 1h2v2z"/></g>', "path fill gold nonzero M1 1L3 1L3 3Z"),
    # What one group says ends with it.
    ('<g fill="#009277"><path d="M1 1h1v1z"/></g><g fill="#231f20"><path d="M1 1h1v1z"/></g>',
     "path fill green nonzero M1 1L2 1L2 2Z\npath fill black nonzero M1 1L2 1L2 2Z"),
    # Shapes.
    ('<rect fill="#231f20" x="1" y="2" width="3" height="4"/>', "path fill black nonzero M1 2L4 2L4 6L1 6Z"),
    ('<rect fill="#231f20" width="0" height="4"/>', ""),
    ('<rect fill="#231f20" width="4" height="4" rx="1"/>',
     "path fill black nonzero M1 0L3 0C3.552 0 4 0.448 4 1L4 3C4 3.552 3.552 4 3 4L1 4C0.448 4 0 3.552 0 3L0 1C0 0.448 0.448 0 1 0Z"),
    # A lone ry counts for both; different radii are pressed; a radius is at most half the side.
    ('<rect fill="#231f20" width="2" height="4" rx="9" ry="1"/>',
     "path fill black nonzero M1 0L1 0C1.552 0 2 0.448 2 1L2 3C2 3.552 1.552 4 1 4L1 4C0.448 4 0 3.552 0 3L0 1C0 0.448 0.448 0 1 0Z"),
    ('<circle fill="#231f20" cx="2" cy="3" r="1"/>',
     "path fill black nonzero M3 3C3 3.552 2.552 4 2 4C1.448 4 1 3.552 1 3C1 2.448 1.448 2 2 2C2.552 2 3 2.448 3 3Z"),
    ('<ellipse fill="#231f20" rx="2" ry="1"/>',
     "path fill black nonzero M2 0C2 0.552 1.105 1 0 1C-1.105 1 -2 0.552 -2 0C-2 -0.552 -1.105 -1 0 -1C1.105 -1 2 -0.552 2 0Z"),
    ('<line stroke="#231f20" x1="1" x2="4" y2="2"/>', "path stroke black 1 M1 0L4 2"),
    ('<polyline fill="none" stroke="#231f20" stroke-width=".5" points="1,1 2,2 3,1"/>', "path stroke black 0.5 M1 1L2 2L3 1"),
    ('<polygon fill="#231f20" points="1 1 2 2 3 1"/>', "path fill black nonzero M1 1L2 2L3 1Z"),
    ('<polygon fill="#231f20" points=" "/>', ""),
    # A stroke's width may say px, the unit of the viewBox; a width of nothing is no stroke.
    ('<path fill="none" stroke="#231f20" stroke-width="0.26px" d="M1 1h2"/>', "path stroke black 0.26 M1 1L3 1"),
    ('<path fill="#231f20" stroke="#231f20" stroke-width="0" d="M1 1h2v2z"/>', "path fill black nonzero M1 1L3 1L3 3Z"),
    # Transforms: outermost first, and nested groups add up.
    ('<g transform="translate(10)"><path transform="scale(2,3)" fill="#231f20" d="M1 1h2v2z"/></g>',
     "path fill black nonzero M12 3L16 3L16 9Z"),
    ('<path transform="translate(10,5) scale(2)" fill="#231f20" d="M1 1h2v2z"/>', "path fill black nonzero M12 7L16 7L16 11Z"),
    # A positive turn is clockwise on the page, about the origin or a named point.
    ('<path transform="rotate(90)" fill="#231f20" d="M1 0h2v1z"/>', "path fill black nonzero M0 1L0 3L-1 3Z"),
    ('<path transform="rotate(180 35 60)" fill="#231f20" d="M4 5h2v1z"/>', "path fill black nonzero M66 115L64 115L64 114Z"),
    ('<path transform="matrix(0 1 -1 0 5 6)" fill="#231f20" d="M1 0h2v1z"/>', "path fill black nonzero M5 7L5 9L4 9Z"),
    # Strokes grow with an even scale.
    ('<line transform="scale(2)" stroke="#231f20" stroke-width=".5" x2="1"/>', "path stroke black 1 M0 0L2 0"),
    ('<line transform="scale(-2 2) rotate(30)" stroke="#231f20" stroke-width=".5" x1="1" x2="1"/>',
     "path stroke black 1 M-1.732 1L-1.732 1"),
    # Four groups are layers, wherever they stand; other ids mean nothing.
    ('<g id="cut"><line stroke="#231f20" x2="1"/></g>', "group layer cut\n  path stroke black 1 M0 0L1 0"),
    ('<g id="x"><g id="fold"><line stroke="#231f20" x2="1"/></g></g>', "group layer fold\n  path stroke black 1 M0 0L1 0"),
    ('<g id="art" fill="#231f20"><path d="M1 1h2v2z"/></g>', "path fill black nonzero M1 1L3 1L3 3Z"),
    ('<g id="text"/>', ""),
    # What is hidden is not drawn, nor looked at.
    ('<g display="none"><text>draft</text><image href="x.png"/></g>' + SQUARE, "path fill black nonzero M1 1L3 1L3 3L1 3Z"),
    ('<rect style="display: none" width="5" height="5"/>', ""),
    # Titles and what editors note for themselves do not print.
    ('<title>Moon</title><desc>a <b xmlns="x">bold</b> one</desc><metadata><x:y xmlns:x="z"/></metadata>', ""),
    ('<i:namedview xmlns:i="http://www.inkscape.org/namespaces/inkscape"><i:grid/></i:namedview><defs id="defs1"/>', ""),
    ('<path xmlns:i="http://www.inkscape.org/namespaces/inkscape" i:label="x" class="c" id="d" data-x="1" aria-label="y" '
     'xml:space="preserve" fill="#231f20" d="M1 1h2v2z"><title>t</title></path>', "path fill black nonzero M1 1L3 1L3 3Z"),
    # Properties that say what happens anyway.
    ('<path style="stroke:none;stroke-linecap:butt;opacity:1;-inkscape-stroke:none;clip-path:none;display:inline;" '
     'fill="#231f20" d="M1 1h2v2z"/>', "path fill black nonzero M1 1L3 1L3 3Z"),
    # A comment, a CDATA section and a declaration of UTF-8 change nothing.
    ("<!-- hello --><![CDATA[ <b> ]]>" + SQUARE, "path fill black nonzero M1 1L3 1L3 3L1 3Z"),
]  # fmt: skip


@pytest.mark.parametrize(("inside", "means"), ROWS)
def test_art(folder, inside, means):
    assert drawn(folder, inside) == means


def test_the_view_keeps_its_origin(folder):
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="3in" height="126mm" viewBox="-3,-3 76.2 126">'
    art = read_art(written(folder, svg + SQUARE + "</svg>"), file="art.svg")
    assert art == Art(
        Rect(-3, -3, 76.2, 126),
        (Path(Outline("MLLLZ", (1, 1, 3, 1, 3, 3, 1, 3)), BLACK, even_odd=False),),
    )


def test_properties_of_the_root_are_handed_down(folder):
    svg = SVG.replace(">", ' fill="#231f20" fill-rule="evenodd">')
    assert drawn(folder, '<path d="M1 1h2v2z"/>', svg) == "path fill black M1 1L3 1L3 3Z"


def test_coordinates_are_rounded_to_thousandths(folder):
    art = read_art(written(folder, SVG + '<path fill="#231f20" d="M.12345 1l.0004-.0004"/></svg>'), file="a")
    (path,) = art.items
    assert isinstance(path, Path)
    assert path.outline.coordinates == (0.123, 1.0, 0.124, 1.0)


def test_other_inks_can_be_asked_for(folder):
    ash = Ink("ash", (0x80, 0x80, 0x80), (0, 0, 0, 0.6))
    path = written(folder, SVG + '<path fill="#808080" d="M1 1h2v2z"/></svg>')
    (item,) = read_art(path, file="a", palette=Palette((ash,))).items
    assert isinstance(item, Path)
    assert item.fill == ash
    assert check_art(path, file="a")


def test_a_byte_order_mark_and_a_declaration_are_fine(folder):
    text = '\ufeff<?xml version="1.0" encoding="UTF-8"?>' + SVG + SQUARE + "</svg>"
    assert check_art(written(folder, text), file="a") == ()


# Every row: what stands in the file, and the problem as the user reads it.
REFUSALS = [
    ("<text>a</text>", "kit/art.svg [line 1 <text>]: <text> is not supported (turn it into outlines (Path > Object to Path))"),
    ("<script>x</script>", "kit/art.svg [line 1 <script>]: <script> is not supported (art holds no programs: delete it)"),
    ("<style>@import url(x)</style>", "kit/art.svg [line 1 <style>]: <style> is not supported (write fill and stroke on the elements themselves)"),
    ('<use href="#a"/>', "kit/art.svg [line 1 <use>]: <use> is not supported (replace the clone by a copy (Edit > Clone > Unlink))"),
    ('<image href="a.png"/>', "kit/art.svg [line 1 <image>]: <image> is not supported (bitmaps are placed by the layout: name the file there)"),
    ("<foreignObject/>", "kit/art.svg [line 1 <foreignObject>]: <foreignObject> is not supported (only SVG shapes are drawn: delete it)"),
    ("<clipPath/>", "kit/art.svg [line 1 <clipPath>]: <clipPath> is not supported (cut the shapes themselves (Path > Intersection))"),
    ("<mask/>", "kit/art.svg [line 1 <mask>]: <mask> is not supported (cut the shapes themselves (Path > Difference))"),
    ("<filter/>", "kit/art.svg [line 1 <filter>]: <filter> is not supported (draw it as plain shapes)"),
    ("<defs><linearGradient/></defs>", "kit/art.svg [line 1 <linearGradient>]: <linearGradient> is not supported (fill with one ink, or a tint by fill-opacity)"),
    ("<svg/>", "kit/art.svg [line 1 <svg>]: <svg> is not supported (a drawing inside a drawing: use <g>)"),
    ("<rectt/>", "kit/art.svg [line 1 <rectt>]: <rectt> is not supported (did you mean 'rect'?)"),
    ('<x xmlns="http://www.w3.org/1999/xhtml"/>', "kit/art.svg [line 1 <x>]: this is no SVG element (delete it, or save as plain SVG)"),
    ('<path d=""><path d=""/></path>', "kit/art.svg [line 1 <path>]: stands inside <path> (shapes hold nothing but title and desc)"),
    # References and programs in attributes.
    ('<g onclick="x()"/>', "kit/art.svg [line 1 <g>]: the script onclick='x()' is not allowed (art holds no programs: delete it)"),
    ('<g xmlns:l="http://www.w3.org/1999/xlink" l:href="http://x/"/>', "kit/art.svg [line 1 <g>]: the reference 'http://x/' is not supported (draw what it refers to in its place)"),
    ('<g fill="url(#a)"/>', "kit/art.svg [line 1 <g>]: the colour 'url(#a)' refers to something else (fill with an ink: "),
    ('<g clip-path="url(#a)"/>', "kit/art.svg [line 1 <g>]: clip-path='url(#a)' is not supported (cut the shapes themselves (Path > Intersection))"),
    ('<g style="mask:url(#a)"/>', "kit/art.svg [line 1 <g>]: mask='url(#a)' is not supported (cut the shapes themselves (Path > Intersection))"),
    ('<g style="@import x"/>', "kit/art.svg [line 1 <g>]: style has '@import x' (write style as name:value pairs, separated by ;)"),
    ('<?xml-stylesheet href="x"?>', "kit/art.svg [line 1 <svg>]: <?xml-stylesheet…?> is not supported (delete it: art holds no style sheets or programs)".replace(" <svg>", "")),
    # Colours.
    ('<g id="sky" fill="#0d6caa"/>', "kit/art.svg [line 1 <g id=\"sky\">]: the colour '#0d6caa' is not an ink (the nearest ink is #0d6ca9 (blue))"),
    ('<g fill="rgb(1,2,3)"/>', "kit/art.svg [line 1 <g>]: the colour 'rgb(1,2,3)' is not an ink (write one of #231f20 (black), #ffffff (paper), "),
    # Properties.
    ('<g opacity=".5"/>', "kit/art.svg [line 1 <g>]: opacity .5 is not supported (print a tint of the ink with fill-opacity)"),
    ('<g fill-opacity="1.5"/>', "kit/art.svg [line 1 <g>]: 1.5 is out of range (between 0 and 1)"),
    ('<g fill-rule="odd"/>', "kit/art.svg [line 1 <g>]: fill-rule 'odd' is unknown (evenodd or nonzero)"),
    ('<g stroke-width="1mm"/>', "kit/art.svg [line 1 <g>]: '1mm' is not a plain number (units of art files are mm: write the number alone)"),
    ('<g visibility="hidden"/>', "kit/art.svg [line 1 <g>]: visibility='hidden' is not supported (hide with display=\"none\")"),
    ('<g fil="#231f20"/>', "kit/art.svg [line 1 <g>]: fil='#231f20' is not supported (did you mean 'fill'?)"),
    ('<circle x="1" fill="none"/>', "kit/art.svg [line 1 <circle>]: x='1' is not supported ("),
    ('<g transform="skewX(3)"/>', "kit/art.svg [line 1 <g>]: transform 'skewX(3)' is not supported (translate(x y), scale(x y), rotate(degrees x y) and matrix(a b c d e f) are supported)"),
    ('<g transform="scale(1 2 3)"/>', "kit/art.svg [line 1 <g>]: transform 'scale(1 2 3)' is not supported (translate(x y), "),
    ('<g transform="scale(2) now"/>', "kit/art.svg [line 1 <g>]: transform 'now' is not supported (translate(x y), "),
    ('<g transform="scale(1e7)"/>', "kit/art.svg [line 1 <g>]: '1e7' is not a number that can be used (write numbers like 12.5)"),
    ('<g transform="scale(nan)"/>', "kit/art.svg [line 1 <g>]: 'nan' is not a number that can be used (write numbers like 12.5)"),
    ('<g transform="scale(9999) scale(9999)"/>', "kit/art.svg [line 1 <g>]: transform 'scale(9999) scale(9999)' is out of range (scale and move by less)"),
    ('<g transform="scale(9999)"><g transform="scale(9999)"/></g>', "kit/art.svg [line 1 <g>]: the transforms around this element are out of range (scale and move by less)"),
    ('<line transform="scale(1 2)" stroke="#231f20" x2="1"/>', "kit/art.svg [line 1 <line>]: a transform widens the stroke unevenly (apply the transform to the path itself)"),
    # Measures.
    ('<rect fill="none" width="-1" height="1"/>', "kit/art.svg [line 1 <rect>]: width: -1 is out of range (between 0 and 10000)"),
    ('<circle fill="none" r="big"/>', "kit/art.svg [line 1 <circle>]: r: 'big' is not a plain number (units of art files are mm: write the number alone)"),
    ('<circle fill="none" r="1e999"/>', "kit/art.svg [line 1 <circle>]: r: 1e999 is out of range (between 0 and 10000)"),
    ('<polygon fill="none" points="1 1 L 2 2"/>', "kit/art.svg [line 1 <polygon>]: points '1 1 L 2 2' are not numbers (write points as x,y x,y …)"),
    ('<polygon fill="none" points="1 1 2"/>', "kit/art.svg [line 1 <polygon>]: path data ends early at character 6, before '2Z' (save the path again from a drawing program)"),
    ('<path fill="none" d="M1 1x"/>', "kit/art.svg [line 1 <path>]: path data ends early at character 5, before 'x' (save the path again from a drawing program)"),
    ('<path fill="none" d="M9000 1h9000"/>', "kit/art.svg [line 1 <path>]: a coordinate is out of range (within ±10000 mm)"),
    ('<path fill="none" d="M1 1h20000"/>', "kit/art.svg [line 1 <path>]: the number 20000 is out of range (save the path again from a drawing program)"),
]  # fmt: skip


@pytest.mark.parametrize(("inside", "reads"), REFUSALS)
def test_refusals(folder, inside, reads):
    (problem,) = refused(folder, f"{SVG}{inside}</svg>")
    assert str(problem).startswith(reads)


FILES = [
    ("", "kit/art.svg [line 1]: this is not XML: no element found (open and save it in a drawing program)"),
    ("hello", "kit/art.svg [line 1]: this is not XML: syntax error (open and save it in a drawing program)"),
    (SVG, "kit/art.svg [line 1]: this is not XML: no element found (open and save it in a drawing program)"),
    (SVG + "<g></svg>", "kit/art.svg [line 1]: this is not XML: mismatched tag (open and save it in a drawing program)"),
    (SVG + "&lol;</svg>", "kit/art.svg [line 1]: this is not XML: undefined entity (open and save it in a drawing program)"),
    (SVG + "\0</svg>", "kit/art.svg [line 1]: this is not XML: not well-formed (invalid token) (open and save it in a drawing program)"),
    ("<svg/>", "kit/art.svg [line 1 <svg>]: the root element is <svg>, not SVG (the file must be one <svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"…\">)"),
    ("<html/>", "kit/art.svg [line 1 <html>]: the root element is <html>, not SVG ("),
    (SVG.encode() + b"\xff</svg>", "kit/art.svg: byte 62 is not UTF-8 (save the SVG as UTF-8 text)"),
    ((SVG + "</svg>").encode("utf-16"), "kit/art.svg: byte 1 is not UTF-8 (save the SVG as UTF-8 text)"),
    ('<?xml version="1.0" encoding="latin-1"?>' + SVG + "</svg>", "kit/art.svg [line 1]: the encoding is declared as 'latin-1' (save the SVG as UTF-8 text)"),
    ("\n<!DOCTYPE svg>" + SVG + "</svg>", "kit/art.svg [line 2]: <!DOCTYPE…> is not allowed (delete it: SVG needs none)"),
    ("<!ENTITY a 'b'>", "kit/art.svg [line 1]: <!ENTITY…> is not allowed (delete it: SVG needs none)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "reads"), FILES)
def test_files_that_are_no_art(folder, text, reads):
    (problem,) = refused(folder, text)
    assert str(problem).startswith(reads)


VIEWS = [
    ("", "there is no viewBox"),
    ('viewBox="0 0 70"', "the viewBox '0 0 70' has not four numbers"),
    ('viewBox="0 0 0 120"', "the viewBox '0 0 0 120' is empty"),
    ('viewBox="0 0 -1 120"', "the viewBox '0 0 -1 120' is empty"),
    ('viewBox="0 0 x 120"', "'x' is not a plain number"),
    ('viewBox="0 0 99999 120"', "99999 is out of range"),
    ('viewBox="0 0 nan 120"', "'nan' is not a plain number"),
    # A drawing in points or pixels: its width in mm gives it away.
    ('width="70mm" viewBox="0 0 264.6 120"', "width is 70mm but the viewBox says 264.6"),
    ('height="12in" viewBox="0 0 70 120"', "height is 12in but the viewBox says 120"),
    ('height="xmm" viewBox="0 0 70 120"', "height='xmm' is not a length"),
]


@pytest.mark.parametrize(("attributes", "message"), VIEWS)
def test_the_view_box_must_be_in_mm(folder, attributes, message):
    (problem,) = refused(folder, f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}/>')
    assert (problem.message, problem.key) == (message, "line 1 <svg>")


def test_all_problems_of_a_file_come_together(folder):
    problems = refused(folder, f'{SVG}\n<text/>\n<rect fill="red" width="-1"/>\n<use/></svg>oops')
    assert [(problem.key, problem.message) for problem in problems] == [
        ("line 2 <text>", "<text> is not supported"),
        ("line 3 <rect>", "the colour 'red' is not an ink"),
        ("line 3 <rect>", "width: -1 is out of range"),
        ("line 4 <use>", "<use> is not supported"),
        ("line 4", "this is not XML: junk after document element"),
    ]


def test_what_a_refused_element_holds_is_not_listed_again(folder):
    assert len(refused(folder, f"{SVG}<text><tspan>a</tspan><script/></text></svg>")) == 1


def test_two_hundred_problems_are_enough(folder):
    problems = refused(folder, SVG + "<text/>" * 5000 + "</svg>")
    assert len(problems) == 201
    assert problems[-1] == Problem("only the first 200 problems are listed", "kit/art.svg")


def test_an_entity_bomb_is_refused_before_it_is_parsed(folder):
    rows = "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(12))
    bomb = f'<!DOCTYPE svg [<!ENTITY a0 "ha">{rows}]>{SVG}&a12;</svg>'
    (problem,) = refused(folder, bomb)
    assert problem.message == "<!DOCTYPE…> is not allowed"


def test_the_parser_itself_stops_at_a_doctype():
    reader = art_module._Reader("kit/art.svg", HOUSE_INKS)
    with pytest.raises(InputError, match="<!DOCTYPE…> is not allowed"):
        reader.read(f"<!DOCTYPE svg>{SVG}</svg>")


def test_an_outside_entity_is_never_opened(folder):
    (folder / "secret.txt").write_text("secret")
    outside = f'<!DOCTYPE svg [<!ENTITY x SYSTEM "secret.txt">]>{SVG}<title>&x;</title></svg>'
    (problem,) = refused(folder, outside)
    assert "secret" not in str(problem)


def test_elements_nest_sixty_four_deep_and_no_deeper(folder):
    assert drawn(folder, "<g>" * 62 + SQUARE + "</g>" * 62)
    problems = refused(folder, SVG + "<g>" * 64 + SQUARE + "</g>" * 64 + "</svg>")
    assert [problem.message for problem in problems] == ["elements are nested deeper than 64"]
    assert len(refused(folder, SVG + "<g>" * 5_000 + "</g>" * 5_000 + "</svg>")) == 1
    # Reading ends far down, even where nothing is read: here the closing tags are missing and nobody looks for them.
    for start in (SVG, SVG + "<title>"):
        problems = refused(folder, start + "<g>" * 400_000)
        assert problems[-1].message == "elements are nested deeper than 10,000"


def test_a_file_holds_two_hundred_thousand_numbers_and_no_more(folder):
    half = "M0 0" + "l1 1" * 100 + "l-1-1" * 100
    path = '<path fill="#231f20" d="' + half * 200 + '"/>'
    art = read_art(written(folder, f"{SVG}{path}</svg>"), file="a")
    assert [len(item.outline.commands) for item in art.items if isinstance(item, Path)] == [40_200]
    problems = refused(folder, SVG + path * 3 + "</svg>")
    assert re.fullmatch("more than the [0-9,]+ numbers left to this file", problems[0].message)
    rects = '<rect fill="#231f20" width="1" height="1"/>' * 25_001
    problems = refused(folder, SVG + rects + "</svg>")
    assert [problem.message for problem in problems] == [
        "the file has more than 200,000 numbers and elements"
    ]
    assert [problem.message for problem in refused(folder, SVG + "<g/>" * 200_001 + "</svg>")] == [
        "the file has more than 200,000 numbers and elements"
    ]


# Each of these would take a minute or a day if one step looked at all the others.
@pytest.mark.parametrize(
    "inside",
    [
        '<g transform="%s"/>' % ("a" * 4000),
        '<g transform="%s"/>' % ("scale(1)" * 500 + "x"),
        '<g transform="scale(1%sx)"/>' % (" " * 3000),
        '<circle fill="none" r="%s"/>' % ("1" * 1_000_000 + "x"),
        '<circle fill="none" r="1%s"/>' % (" " * 1_000_000 + "x"),
        '<polygon fill="none" points="%s"/>' % ("1" + " " * 1_000_000 + "-"),
        '<g fill="%s"/>' % ("f" * 1_000_000),
        '<g style="%s"/>' % ("a:b;" * 250_000),
        "<ab/>" * 200_000,
    ],
    ids=["word", "calls", "gap", "digits", "blanks", "points", "colour", "style", "elements"],
)
def test_no_text_takes_longer_than_its_length(folder, inside):
    assert refused(folder, f"{SVG}{inside}</svg>")


def test_only_path_data_and_points_may_be_long(folder):
    long = "a" * 4001
    assert drawn(folder, f'<g id="{long}" class="{long}" data-x="{long}"/>') == ""
    (problem,) = refused(folder, f'{SVG}<g style="{long}"/></svg>')
    assert str(problem) == "kit/art.svg [line 1 <g>]: style has 4,001 characters (at most 4,000)"


def test_a_file_has_eight_million_bytes_and_no_more(folder):
    padding = " " * (art_module.MAX_BYTES - len(SVG) - len("</svg>"))
    assert drawn(folder, padding) == ""
    (problem,) = refused(folder, SVG + padding + " </svg>")
    assert problem.message == "the file has 8,000,001 bytes"


def test_places_that_are_no_file(folder):
    def message(path):
        (problem,) = check_art(path, file="kit/art.svg")
        return problem.message

    assert message(folder) == "this is a folder, not a file"
    assert message(folder / "none.svg") == "cannot read the file: no such file"
    assert message(folder / "a\0b.svg").startswith("cannot read the file: ")
    os.mkfifo(folder / "pipe.svg")
    assert message(folder / "pipe.svg") == "this is not a plain file"
    (folder / "loop.svg").symlink_to(folder / "loop.svg")
    assert message(folder / "loop.svg").startswith("cannot read the file: ")


def test_a_link_may_lead_inside_the_root_only(folder):
    kit, outside = folder / "kit", folder / "outside.svg"
    (kit / "art").mkdir(parents=True)
    (kit / "common.svg").write_text(f"{SVG}{SQUARE}</svg>")
    outside.write_text(f"{SVG}{SQUARE}</svg>")
    (kit / "art" / "in.svg").symlink_to(kit / "common.svg")
    (kit / "art" / "out.svg").symlink_to(outside)
    assert check_art(kit / "art" / "in.svg", file="a", root=kit) == ()
    assert check_art(kit / "art" / "../common.svg", file="a", root=kit) == ()
    for path, root in [
        (kit / "art" / "out.svg", kit),
        (kit / "art" / "../../outside.svg", kit),
        # Without a root, the folder the path names is the root.
        (kit / "art" / "in.svg", None),
    ]:
        (problem,) = check_art(path, file="a", root=root)
        assert problem.message == "the file lies outside its folder"


# Whatever outline is written down, it is read back: coordinates to a thousandth of a mm.
_place = st.integers(-99_999, 99_999).map(lambda value: value / 1000)
_piece = st.one_of(
    st.tuples(st.just("L"), st.lists(_place, min_size=2, max_size=2)),
    st.tuples(st.just("C"), st.lists(_place, min_size=6, max_size=6)),
)
_contour = st.tuples(st.lists(_place, min_size=2, max_size=2), st.lists(_piece, max_size=6), st.booleans())


@given(st.lists(_contour, min_size=1, max_size=4))
def test_any_outline_survives_being_written_and_read(
    tmp_path_factory,
    contours,
):
    commands, coordinates, data = "", [], ""
    for start, pieces, closed in contours:
        for letter, numbers in [("M", start), *pieces]:
            commands += letter
            coordinates += numbers
            data += letter + " ".join(f"{number:.3f}" for number in numbers)
        if closed:
            commands += "Z"
            data += "Z"
    file = tmp_path_factory.getbasetemp() / "outline.svg"
    file.write_text(f'{SVG}<path fill="#231f20" d="{data}"/></svg>')
    (path,) = read_art(file, file="a").items
    assert isinstance(path, Path)
    assert path.outline == Outline(commands, tuple(coordinates))


PIECES = [SVG, "</svg>", "<g>", "</g>", SQUARE, "<g", '="', '"', "fill", "#231f20", "d=", "M1 1", "transform",
          "rotate(", "e9", "-", "&", ";", "&#0;", "<!--", "-->", "<![CDATA[", "<?x", "?>", "url(", "style=\"", ":",
          "\ud7ff", "０", "1e308", "inf", "99999", "viewBox", "display", " "]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=25))
def test_shuffled_svg_is_art_or_an_input_error(tmp_path_factory, pieces):
    file = tmp_path_factory.getbasetemp() / "shuffled.svg"
    file.write_bytes((SVG + "".join(pieces)).encode("utf-8", "replace"))
    assert all(str(problem).startswith("a") for problem in check_art(file, file="a"))


@given(st.binary(max_size=200))
def test_random_bytes_are_an_input_error(tmp_path_factory, data):
    file = tmp_path_factory.getbasetemp() / "random.svg"
    file.write_bytes(data)
    assert check_art(file, file="a")


def test_every_layer_group_is_a_group_on_its_layer(folder):
    for layer in ("text", "guide", "cut", "fold"):
        art = read_art(written(folder, f'{SVG}<g id="{layer}">{SQUARE}</g></svg>'), file="a")
        (group,) = art.items
        assert isinstance(group, Group)
        assert (group.layer, len(group.items)) == (layer, 1)


def test_other_colours_become_the_nearest_ink_or_one_of_their_own(folder):
    path = written(folder, SVG + '<path fill="#c04030" d="M1 1h2v2z"/></svg>')
    (item,) = read_art(path, file="a", palette=Palette(others="nearest")).items
    assert isinstance(item, Path)
    assert item.fill == HOUSE_INKS["red"]
    (item,) = read_art(path, file="a", palette=Palette(others="kept")).items
    assert isinstance(item, Path)
    assert item.fill is not None
    assert (item.fill.hex, item.fill.cmyk) == ("#c04030", (0.0, 0.667, 0.75, 0.247))


def test_colours_may_be_named_inks(folder):
    path = written(folder, SVG + '<path fill="currentColor" d="M1 1h2v2z"/></svg>')
    (item,) = read_art(path, file="a", palette=Palette(named=(("currentcolor", HOUSE_INKS["blue"]),))).items
    assert isinstance(item, Path)
    assert item.fill == HOUSE_INKS["blue"]


def test_no_colour_of_its_own_has_more_ink_than_a_press_takes():
    for colour in ("#200010", "#010203", "#000000", "#ff0000", "#00ff00", "#102000"):
        ink = Palette(others="kept").ink(colour)
        assert ink is not None
        assert sum(ink.cmyk) <= 2.0 + 1e-2


def test_strokes_keep_their_ends_and_corners(folder):
    line = '<path fill="none" stroke="#231f20" stroke-linecap="round" stroke-linejoin="bevel" d="M1 1h2v2"/></svg>'
    (item,) = read_art(written(folder, SVG + line), file="a").items
    assert isinstance(item, Path)
    assert (item.cap, item.join) == ("round", "bevel")
    (problem,) = check_art(written(folder, SVG + line.replace("round", "pointed")), file="a")
    assert "stroke-linecap='pointed' is unknown (butt, round, square)" in str(problem)
