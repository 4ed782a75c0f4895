"""SVG of other programs: what stays paths, that paths and pixels look as they should, and what is refused."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import Path

import numpy
import pytest
from PIL import Image

from printkit.backends.png import scene_png
from printkit.errors import InputError
from printkit.kit.art import ArtSource, art_of
from printkit.material import pixels
from printkit.material.pixels import svg_pixels
from printkit.material.svg_tree import MAX_BYTES, read_svg
from printkit.scene.inks import Palette
from printkit.scene.model import Group, Picture, Scene
from tests.helpers import pdf_pixels, scene_pdf

SUITE = Path(__file__).parent.parent / "data" / "svg-suite" / "suite.zip"
KEPT = Palette(others="kept")
EDGE = 200


@pytest.fixture(autouse=True)
def _coarse(monkeypatch):
    """Pixels enough for what is compared here."""
    monkeypatch.setattr(pixels, "EDGE_PIXELS", 400)


def drawing(inner, root='viewBox="0 0 60 60"'):
    return f'<svg xmlns="http://www.w3.org/2000/svg" {root}>{inner}</svg>'.encode()


def art(folder, data):
    file = folder / "a.svg"
    file.write_bytes(data)
    return art_of(ArtSource(file, folder, KEPT, (0, hash(data))))


def items(found):
    for item in found:
        yield item
        if isinstance(item, Group):
            yield from items(item.items)


def seen(png):
    """A picture on white, 96 × 96, without the frame at its edge."""
    with Image.open(io.BytesIO(png)) as image:
        solid = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image.convert("RGBA")).convert(
            "RGB"
        )
    width, height = solid.size
    inner = solid.crop((round(width * 0.02), round(height * 0.02), round(width * 0.98), round(height * 0.98)))
    return numpy.asarray(inner.resize((96, 96), Image.Resampling.BOX)).astype(int)


def unlike(one, other):
    """The share of a picture that differs visibly."""
    return float((numpy.abs(seen(one) - seen(other)).max(axis=2) > 48).mean())


def printed(found):
    """The drawing in the finished PDF and in the PNG."""
    scene = Scene("a", found.view.width, found.view.height, 0.0, found.items)
    fine = EDGE / max(found.view[2:])
    stream = io.BytesIO()
    # Eight times as fine: pdfium moves upright edges to whole pixels.
    Image.fromarray(pdf_pixels(scene_pdf(scene), 8 * fine * 25.4)).save(stream, "PNG")
    return stream.getvalue(), scene_png(scene, fine)


# ---------------------------------------------------------------------------- what stays paths, construct by construct

PATHS = {
    "rules of a style sheet": '<style>.a{fill:#c03020}rect.a{stroke:#000;stroke-width:4}</style><rect class="a" x="10" y="10" width="40" height="40"/>',
    "what is inherited": '<g fill="#c03020" stroke="navy" stroke-width="3"><circle cx="30" cy="30" r="20"/></g>',
    "important before the attribute": '<style>rect{fill:red!important}</style><rect style="fill:blue" width="40" height="40"/>',
    "colours in any notation": '<rect width="20" height="60" fill="hsl(120,50%,40%)"/><rect x="20" width="20" height="60" fill="rgb(0 0 255)"/><rect x="40" width="20" height="60" fill="crimson"/>',
    "currentColor": '<g color="#306090"><rect width="40" height="40" fill="currentColor"/></g>',
    "use and its place": '<defs><circle id="c" r="9" fill="#c03020"/></defs><use href="#c" x="15" y="15"/><use href="#c" transform="translate(40 40) scale(2 1)"/>',
    "a symbol with a view": '<symbol id="s" viewBox="0 0 10 10"><path d="M0 0H10V10z" fill="#c03020"/></symbol><use href="#s" x="5" y="5" width="50" height="30"/>',
    "an svg inside that cuts off": '<svg x="10" y="10" width="20" height="20"><circle cx="20" cy="20" r="18" fill="teal"/></svg>',
    "a clip that is a rectangle": '<clipPath id="k"><rect x="10" y="10" width="30" height="30"/></clipPath><g clip-path="url(#k)"><circle cx="40" cy="40" r="25" fill="teal"/></g>',
    "a clip that refers to a rectangle": '<defs><rect id="r" x="10" y="10" width="30" height="30"/></defs><clipPath id="k"><use href="#r" style="overflow:visible"/></clipPath><g clip-path="url(#k)"><circle cx="40" cy="40" r="25" fill="teal"/></g>',
    "an uneven transform under a stroke": '<rect x="10" y="20" width="40" height="80" transform="scale(1 .5)" fill="none" stroke="#c03020" stroke-width="6"/>',
    "a skew": '<rect width="30" height="30" transform="translate(5) skewX(20)" fill="#c03020"/>',
    "dashes": '<path d="M5 30H55" stroke="#c03020" stroke-width="4" stroke-dasharray="8 4"/>',
    "dashes of a circle": '<circle cx="30" cy="30" r="20" fill="none" stroke="teal" stroke-width="5" stroke-dasharray="3 5 9"/>',
    "corners that are cut off": '<path d="M5 55L25 5L30 55" fill="none" stroke="teal" stroke-width="5"/>',
    "corners that are not": '<path d="M5 55L25 15L30 55" fill="none" stroke="teal" stroke-width="3" stroke-miterlimit="20"/>',
    "units": '<rect x="1mm" y="10%" width=".4in" height="30pt" fill="teal"/>',
    "round ends and corners": '<path d="M10 50L30 10L50 50" fill="none" stroke="teal" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>',
    "even-odd": '<path fill-rule="evenodd" d="M5 5H55V55H5zM20 20H40V40H20z"/>',
    "arcs and shorthands": '<path d="M10 30a20 10 30 1 0 40 0q-5-20-20-20t-20 20s3-9 7 9z" fill="teal"/>',
    "stroke before fill": '<circle cx="30" cy="30" r="20" fill="gold" stroke="#000" stroke-width="12" paint-order="stroke"/>',
    "the first of a switch": '<switch><rect systemLanguage="xx" width="60" height="60"/><circle cx="30" cy="30" r="20" fill="teal"/></switch>',
    "what nothing draws": '<defs><linearGradient id="g"/><filter id="f"/></defs><rect width="30" height="30" fill="teal"/><text x="5" y="5"> </text><metadata><x xmlns="y"/></metadata>',
    "properties without effect": '<rect width="30" height="30" style="fill:teal;font-style:normal;line-height:125%;writing-mode:lr-tb;-inkscape-stroke:none;solid-color:#000"/>',
    "hidden": '<rect width="60" height="60" display="none"/><rect width="60" height="60" visibility="hidden"/><rect width="30" height="30" fill="teal"/>',
    "what reaches beyond the view": '<circle cx="55" cy="55" r="30" fill="teal"/>',
    "a mask that is not there": '<rect width="30" height="30" fill="teal" mask="url(#no)" clip-path="url(#no)"/>',
}  # fmt: skip


@pytest.mark.parametrize("name", PATHS)
def test_a_drawing_stays_paths_and_looks_as_it_should(tmp_path, name):
    data = drawing(PATHS[name])
    found = art(tmp_path, data)
    assert not any(isinstance(item, Picture) for item in items(found.items))
    wanted = svg_pixels(data, "a", EDGE)
    assert [round(unlike(made, wanted), 4) <= 0.01 for made in printed(found)] == [True, True]


ROOTS = {
    "no viewBox": 'width="60" height="60"',
    "a viewBox from elsewhere": 'viewBox="-10 -20 80 90"',
    "another aspect": 'viewBox="0 0 60 60" width="90" height="60" preserveAspectRatio="xMaxYMin meet"',
    "stretched": 'viewBox="0 0 60 60" width="90" height="60" preserveAspectRatio="none"',
    "cut off": 'viewBox="0 0 60 60" width="90" height="60" preserveAspectRatio="xMidYMid slice"',
    "a style of its own": 'viewBox="0 0 60 60" style="height:512px;width:512px"',
    "a tiny view": 'viewBox="0 0 60 60" width="1" height="1"',
    "hundredths of a mm": 'viewBox="0 0 60 60" width="21000" height="21000"',
}


@pytest.mark.parametrize("name", ROOTS)
def test_a_root_of_any_kind_has_its_shape(tmp_path, name):
    data = drawing('<path d="M5 5H50V40z" fill="teal"/>', ROOTS[name])
    found = art(tmp_path, data)
    assert found.inexact == ""
    wanted = svg_pixels(data, "a", EDGE)
    assert [round(unlike(made, wanted), 4) <= 0.01 for made in printed(found)] == [True, True]


@pytest.mark.parametrize(
    "mark", ["\ufeff", '<?xml version="1.0" encoding="UTF-8"?>\n', "<!DOCTYPE svg PUBLIC 'a' 'b'>\n"]
)
def test_what_stands_before_the_root_is_no_matter(tmp_path, mark):
    assert art(tmp_path, mark.encode() + drawing('<rect width="9" height="9"/>')).inexact == ""


FILTERS = {
    "light": '<feDiffuseLighting surfaceScale="4"><feDistantLight azimuth="45" elevation="40"/></feDiffuseLighting>',
    "shine": '<feSpecularLighting specularExponent="4"><fePointLight x="20" y="20" z="20"/></feSpecularLighting>',
    "edges": '<feConvolveMatrix order="3" kernelMatrix="1 1 1 1 -8 1 1 1 1" preserveAlpha="true"/>',
    "thick": '<feMorphology operator="dilate" radius="3"/>',
}


@pytest.mark.parametrize("name", FILTERS)
def test_filters_that_count_pixels_look_as_on_a_screen(name):
    data = drawing(
        f'<filter id="f">{FILTERS[name]}</filter><g filter="url(#f)"><circle cx="30" cy="30" r="20" fill="#c80"/>'
        '<path d="M20 20h20v20z"/></g>',
        'width="200" height="200" viewBox="0 0 60 60"',
    )
    assert unlike(svg_pixels(data, "a.svg", 1600), svg_pixels(data, "a.svg", 400)) < 0.01
    # The longer edge has so many pixels as it should, whatever the filter was drawn with.
    assert Image.open(io.BytesIO(svg_pixels(data, "a.svg", 1600))).size == (1600, 1600)


def test_a_coarse_filter_is_named(tmp_path):
    data = drawing(
        f'<filter id="f">{FILTERS["light"]}</filter><rect width="30" height="30" filter="url(#f)"/>'
    )
    assert "its filter is drawn as fine as on a screen" in art(tmp_path, data).lost
    assert not art(
        tmp_path, drawing(f'<filter id="f">{FILTERS["light"]}</filter><rect width="30" height="30"/>')
    ).lost


BELOW = '<circle cx="30" cy="30" r="25" fill="#2e3434"/>'


@pytest.mark.parametrize(
    "inner",
    [
        BELOW + '<rect x="20" y="20" width="40" height="40" fill="#2e3436" fill-opacity=".35"/>',
        BELOW + '<rect x="20" y="20" width="40" height="40" fill="#000000" fill-opacity=".35"/>',
        '<rect x="20" y="20" width="40" height="40" fill="#2e3436" fill-opacity=".35"/>',
    ],
    ids=["on another", "black on another", "alone"],
)
def test_what_lies_below_a_half_transparent_fill_shows(tmp_path, inner):
    data = drawing(inner)
    found = art(tmp_path, data)
    assert (found.inexact, found.is_page) == ("fill-opacity", True)
    for made in printed(found):
        assert unlike(made, svg_pixels(data, "a", EDGE)) <= 0.01


def test_a_tint_of_a_known_ink_on_nothing_stays_paths(tmp_path):
    two = '<rect width="20" height="20" fill="#000000" fill-opacity=".3"/><rect x="30" width="20" height="20" fill="#000000"/>'
    assert not art(tmp_path, drawing(two)).inexact


def test_a_packed_drawing_is_the_drawing(tmp_path):
    plain = drawing('<circle cx="30" cy="30" r="20" fill="teal"/>')
    packed = art(tmp_path, gzip.compress(plain))
    assert packed == art(tmp_path, plain)
    assert not packed.inexact


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (gzip.compress(b"<svg/>")[:12], "cut short"),
        (b"\x1f\x8b\x08" + bytes(range(60)), "damaged"),
        (gzip.compress(b"words"), "holds no SVG"),
        (gzip.compress(b"<svg>" + bytes(MAX_BYTES)), "the drawing has"),
    ],
    ids=["cut", "damaged", "other", "bomb"],
)
def test_a_packed_file_that_is_no_drawing_is_one_line(tmp_path, data, said):
    with pytest.raises(InputError, match=said):
        art(tmp_path, data)


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_other_encodings_are_read(tmp_path, encoding):
    text = drawing('<g id="é"/><use href="#é"/><rect width="9" height="9"/>').decode()
    declared = f'<?xml version="1.0" encoding="{encoding}"?>{text}'
    assert art(tmp_path, declared.encode(encoding)).inexact == ""


# -------------------------------------------------------------------------------------------- what becomes pixels

PIXELS = {
    "opacity": '<rect width="40" height="40" fill="teal" opacity=".5"/>',
    "fill-opacity": '<rect width="40" height="40" fill="teal" fill-opacity=".5"/>',
    "fill by a gradient or pattern": '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient><rect width="60" height="60" fill="url(#g)"/>',
    "clip-path": '<clipPath id="c"><circle cx="30" cy="30" r="20"/></clipPath><rect width="60" height="60" fill="teal" clip-path="url(#c)"/>',
    "mask": '<mask id="m"><circle cx="30" cy="30" r="20" fill="#fff"/></mask><rect width="60" height="60" fill="teal" mask="url(#m)"/>',
    "filter": '<filter id="f"><feGaussianBlur stdDeviation="3"/></filter><rect x="10" y="10" width="40" height="40" fill="teal" filter="url(#f)"/>',
    "<text>": '<text x="5" y="40" font-size="30">Hi</text>',
    "marker": '<marker id="m" markerWidth="9" markerHeight="9"><circle r="4"/></marker><path d="M9 9L50 50" stroke="teal" marker-end="url(#m)"/>',
    "<image>": '<image width="60" height="60" href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="/>',
}  # fmt: skip


# What CairoSVG draws as resvg does stays vectors in a page of its own.
PAGES = ("opacity", "fill-opacity", "fill by a gradient or pattern", "clip-path", "mask", "<image>")


@pytest.mark.parametrize("reason", PIXELS)
def test_what_paths_cannot_say_says_why_and_looks_as_it_should(tmp_path, reason):
    data = drawing(PIXELS[reason])
    found = art(tmp_path, data)
    assert (found.inexact, found.is_page) == (reason, reason in PAGES)
    wanted = svg_pixels(data, "a", EDGE)
    assert [round(unlike(made, wanted), 4) <= 0.01 for made in printed(found)] == [True, True]
    scene = Scene("a", found.view.width, found.view.height, 0.0, found.items)
    assert (b"/Subtype /Image" in scene_pdf(scene)) == (reason not in PAGES or reason == "<image>")


@pytest.mark.parametrize(
    "inner",
    [
        '<text x="5" y="40" font-size="22" font-family="sans-serif">Hit</text>',
        '<text x="5" y="40" font-size="22" font-family="serif" font-weight="bold">Hit</text>',
        '<text x="5" y="40" font-size="22" font-family="No Such Font">Hit</text>',
        f'<filter id="f"><feGaussianBlur stdDeviation="3"/></filter>{PIXELS["opacity"]}',
    ],
)
def test_letters_and_filters_that_nothing_uses_leave_vectors(tmp_path, inner):
    data = drawing(inner)
    found = art(tmp_path, data)
    assert found.is_page
    assert unlike(printed(found)[0], svg_pixels(data, "a", EDGE)) <= 0.01


def test_the_build_names_what_became_pixels(tmp_path, capsys):
    from printkit.cli.app import main
    from tests.tiny_kit import write_kit

    kit = write_kit(tmp_path)
    (kit / "art" / "one.svg").write_bytes(drawing(PIXELS["filter"]))
    assert main(["build", "--kit-dir", str(kit), "--only", "deck", "--out", str(tmp_path / "out")]) == 0
    assert "printed as pixels, 600 dpi on a card: art/one.svg (filter)" in capsys.readouterr().err


LOST = {
    '<text font-family="Cinzel, serif" y="20">A<tspan font-family="&quot;Zen Kaku Gothic New&quot;">B</tspan></text>':
        "letters in Cinzel are set in another font",
    '<foreignObject width="9" height="9"><p xmlns="http://www.w3.org/1999/xhtml">A</p></foreignObject>': "HTML is left out",
    '<switch><foreignObject width="9" height="9"/><text y="20">A</text></switch>': "",
    '<style>text{font-family:lato}</style><g font-family="Foo"><text y="20">A</text></g>': "",
    '<defs><text font-family="Foo">A</text></defs><text font-family="Lato" y="20">A</text>': "",
}  # fmt: skip


@pytest.mark.parametrize("inner", LOST, ids=["font", "html", "switch", "css", "defs"])
def test_what_is_lost_of_a_drawing_is_named(tmp_path, inner):
    assert art(tmp_path, drawing(inner)).lost == LOST[inner]


@pytest.mark.parametrize("command", ["build", "sheets"])
def test_commands_name_what_is_lost(tmp_path, command, capsys):
    from printkit.cli.app import main
    from tests.tiny_kit import write_kit

    kit = write_kit(tmp_path)
    (kit / "art" / "one.svg").write_bytes(drawing(next(iter(LOST))))
    out = ["--out", str(tmp_path / "out")]
    words = (
        ["build", "--kit-dir", str(kit), "--only", "deck"]
        if command == "build"
        else ["sheets", str(kit / "art")]
    )
    main([*words, *out])
    assert "letters in Cinzel are set in another font" in capsys.readouterr().err


# --------------------------------------------------------------------------------------------------- what is refused

REFUSED = {
    '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"/>': "entities are not allowed",
    drawing("<script>1</script>").decode(): "holds a script",
    drawing('<image href="a.png" width="9" height="9"/>').decode(): "refers to another file, 'a.png'",
    drawing('<use href="http://a/b.svg#c"/>').decode(): "refers to another file",
    drawing("<style>@import 'a.css';</style>").decode(): "imports another style sheet",
    drawing("<g>" * 300 + "</g>" * 300).decode(): "is nested too deeply",
    "<svg": "is not XML",
    "<html/>": "is a web page, no picture",
    "<!DOCTYPE html><title>404<br>": "is a web page, no picture",
    "<mxfile/>": "the root element is <mxfile>, not SVG",
    drawing(
        "".join(f'<g id="a{n}">{f"<use href={chr(34)}#a{n + 1}{chr(34)}/>" * 20}</g>' for n in range(9))
        + '<g id="a9"><rect width="1" height="1"/></g>'
    ).decode(): "draws more than 200,000 elements",
}


@pytest.mark.parametrize("text", REFUSED, ids=REFUSED.values())
def test_what_is_no_harmless_drawing_is_one_line(tmp_path, text):
    with pytest.raises(InputError) as caught:
        art(tmp_path, text.encode())
    (problem,) = caught.value.problems
    assert REFUSED[text] in problem.message
    assert (problem.file, bool(problem.hint)) == ("a.svg", True)


ENDLESS = drawing(
    '<filter id="f" x="-9999" y="-9999" width="19999" height="19999">'
    '<feMorphology radius="999999" operator="dilate"/></filter>'
    '<g filter="url(#f)"><rect width="60" height="60"/></g>'
)


def test_a_drawing_that_takes_too_long_is_ended_and_the_next_one_drawn(
    monkeypatch,
):
    """H9: a drawing without end held the whole command."""
    monkeypatch.setattr(pixels, "SECONDS", 0.5)
    with pytest.raises(InputError, match=r"a\.svg: takes longer than 0\.5 s to draw"):
        svg_pixels(ENDLESS, "a.svg", 4000)
    monkeypatch.setattr(pixels, "SECONDS", 30.0)
    assert svg_pixels(drawing('<rect width="9" height="9"/>'), "a.svg", 64)


# What Windows does not have.
ELSEWHERE = """import signal, sys
sys.modules["resource"] = None
sys.platform = "win32"
del signal.alarm, signal.SIGKILL
open(__file__ + ".read", "w").close()
"""


def test_where_the_system_has_no_limits_a_drawing_is_ended_too(tmp_path, monkeypatch):
    (tmp_path / "sitecustomize.py").write_text(ELSEWHERE, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    worker = pixels._Worker()
    monkeypatch.setattr(pixels, "_WORKER", worker)
    assert svg_pixels(drawing('<rect width="8" height="8"/>'), "a.svg", 64)
    assert worker._process
    first = worker._process.pid
    monkeypatch.setattr(pixels, "SECONDS", 0.5)
    with pytest.raises(InputError, match=r"a\.svg: takes longer than 0\.5 s to draw"):
        svg_pixels(ENDLESS, "a.svg", 4001)
    monkeypatch.setattr(pixels, "SECONDS", 30.0)
    assert svg_pixels(drawing('<rect width="7" height="8"/>'), "a.svg", 64)
    assert worker._process.pid != first
    assert (tmp_path / "sitecustomize.py.read").exists()
    worker.end()


def test_a_worker_left_alone_with_a_drawing_without_end_ends(tmp_path):
    """Whoever asked may be gone: nobody else would stop it."""
    script = Path(pixels.__file__).with_name("svg_worker.py").read_text(encoding="utf-8")
    assert "_SECONDS = 70" in script
    (tmp_path / "worker.py").write_text(script.replace("_SECONDS = 70", "_SECONDS = 1"), encoding="utf-8")
    tree = read_svg(ENDLESS, "a.svg").text.encode()
    asked = json.dumps({"size": len(tree), "options": {"width": 4000, "dpi": 96}}).encode() + b"\n" + tree
    words = [sys.executable, str(tmp_path / "worker.py")]
    done = subprocess.run(words, input=asked, capture_output=True, timeout=60, check=False)
    assert done.returncode != 0
    assert not done.stdout


def test_an_arc_of_no_radius_is_no_endless_loop(tmp_path, monkeypatch):
    """H9."""
    # One of the renderers never ends with it: whatever its time, the other one draws it.
    monkeypatch.setattr("printkit.material.pixels.SECONDS", 4.0)
    found = art(tmp_path, drawing('<path d="M0 0a1e-300 1 0 1 1 1 1z"/><path d="M9 9a1e-9 1e9 33 1 0 1 1"/>'))
    assert [bool(made) for made in printed(found)] == [True, True]


# ---------------------------------------------------------------------------------------------- a renderer's own tests


@cache
def suite():
    with zipfile.ZipFile(SUITE) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("name", [name for name in suite() if name.endswith(".svg")])
def test_the_tests_of_another_renderer_look_as_there(tmp_path, name):
    wanted = suite()[f"{name[:-4]}.png"]
    assert [round(unlike(made, wanted), 4) <= 0.01 for made in printed(art(tmp_path, suite()[name]))] == [
        True,
        True,
    ]


@pytest.mark.parametrize("size", ["10.4", "10.667", "0.4", "63.3mm", "1e2"])
@pytest.mark.parametrize("box", ['viewBox="0 0 50 100" preserveAspectRatio="none"', ""], ids=["box", "none"])
def test_pixels_show_all_of_a_drawing_of_any_size(size, box):
    shape = '<rect width="100%" height="100%" opacity="0.5"/>'
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" {box}>{shape}</svg>'
    with Image.open(io.BytesIO(svg_pixels(drawn.encode(), "a.svg", 400))) as image:
        assert image.size == (400, 400)
        assert image.getchannel("A").getextrema()[0] > 100


def test_the_build_names_what_is_not_printed_of_a_file_of_several_pictures(tmp_path, capsys):
    from printkit.cli.app import main
    from tests.tiny_kit import write_kit

    kit = write_kit(tmp_path)
    first, second = (Image.new("RGB", (60, 84), colour) for colour in ("red", "green"))
    # What a file is called says nothing.
    first.save(kit / "art" / "one.svg", "GIF", save_all=True, append_images=[second])
    assert main(["build", "--kit-dir", str(kit), "--only", "deck", "--out", str(tmp_path / "out")]) == 0
    assert "printed otherwise than drawn: art/one.svg (the first of 2 pictures)" in capsys.readouterr().err
