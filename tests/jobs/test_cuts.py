"""Cutting paths: the layers, the measures, and that they are those of the printed sheets."""

from __future__ import annotations

import json
import math
import re
from itertools import pairwise
from typing import Any

import ezdxf
import pytest

from printkit.errors import InputError
from printkit.geometry import Rect
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.exchange.export import ExportRequest, export
from tests.pdf_geometry import Box, curve, read_pages


def exported(tmp_path, form, *only, **choices):
    return export(ExportRequest("youscout", form, only=only, out=tmp_path, **choices))


def polylines(file, layer):
    """The boxes of a layer's polylines, y down from the paper's upper edge."""
    document = ezdxf.readfile(file)
    height = document.header["$LIMMAX"][1]
    boxes = []
    for line in document.modelspace().query(f'LWPOLYLINE[layer=="{layer}"]'):
        points = [(x, height - y) for x, y in line.get_points("xy")]  # type: ignore[attr-defined]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        boxes.append(Rect.from_edges(min(xs), min(ys), max(xs), max(ys)))
    return boxes


def test_a_file_for_each_different_sheet(tmp_path):
    names = {file.name for file in exported(tmp_path, "dxf")}
    assert {"youscout-deck.dxf", "youscout-tokens.dxf", "youscout-box.dxf", "youscout-box-2.dxf"} <= names
    assert [file.name for file in exported(tmp_path, "cut-svg", "deck")] == ["youscout-deck.svg"]


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("part", ["deck", "tokens"])
def test_what_is_cut_is_what_was_printed(tmp_path, paper, part):
    (file, *_) = exported(tmp_path, "dxf", part, paper=paper)
    request = BuildRequest(kits=("youscout",), only=(part,), paper=paper, marks=("cutter",), out=tmp_path)
    (entry,) = build(request)
    manifest = json.loads((tmp_path / "youscout" / "manifest.json").read_bytes())
    printed = [
        tuple(row["trim_mm"])
        for row in manifest["files"][entry.file.name]["placements"]
        if row["page"] == 1 and row["side"] == "front"
    ]
    cut = [tuple(box) for box in polylines(file, "CUT")]
    assert len(cut) == len(printed)
    for one, other in zip(cut, printed, strict=True):
        assert one == pytest.approx(other, abs=0.05)


def test_the_registration_marks_are_where_machines_look(tmp_path):
    (file,) = exported(tmp_path, "dxf", "deck", card="poker", paper="letter")
    boxes = polylines(file, "REGISTRATION")
    assert tuple(boxes[0]) == pytest.approx((9.5, 9.5, 6, 6), abs=0.01)
    assert len(boxes) == 5
    assert boxes[1].width == pytest.approx(7.2 + 0.5, abs=0.1)


def test_cuts_and_folds_are_apart(tmp_path):
    (file,) = exported(tmp_path, "dxf", "box", paper="a3")
    (outline,) = polylines(file, "CUT")
    folds = polylines(file, "FOLD")
    assert len(folds) == 12
    assert all(outline.contains(fold, 0.01) for fold in folds)
    layers = {layer.dxf.name for layer in ezdxf.readfile(file).layers}
    assert {"CUT", "FOLD", "REGISTRATION"} <= layers
    assert ezdxf.readfile(file).units == 4


def test_a_circle_is_followed_closely(tmp_path):
    (file,) = exported(tmp_path, "dxf", "tokens")
    document = ezdxf.readfile(file)
    line = next(iter(document.modelspace().query('LWPOLYLINE[layer=="CUT"]')))
    points = list(line.get_points("xy"))  # type: ignore[attr-defined]
    box = polylines(file, "CUT")[0]
    x, y = box.center[0], document.header["$LIMMAX"][1] - box.center[1]
    radii = [((px - x) ** 2 + (py - y) ** 2) ** 0.5 for px, py in points]
    assert min(radii) == pytest.approx(12.5, abs=0.02)
    assert max(radii) == pytest.approx(12.5, abs=0.02)
    assert line.closed  # type: ignore[attr-defined]


def test_svg_has_the_same_layers_and_the_paper_in_millimetres(tmp_path):
    (file,) = exported(tmp_path, "cut-svg", "box", paper="a3")
    text = file.read_text(encoding="utf-8")
    assert re.findall(r'inkscape:label="(\w+)"', text) == ["guide", "cut", "fold"]
    assert re.search(r'width="(297|420)mm"', text)
    assert re.search(r'viewBox="0 0 (297 420|420 297)"', text)


def test_low_ink_and_pictures_change_nothing(tmp_path):
    one = exported(tmp_path / "a", "dxf", "box")[0].read_bytes()
    assert exported(tmp_path / "b", "dxf", "box", ink="low")[0].read_bytes() == one


def test_the_measured_stack_is_cut(tmp_path):
    thin = polylines(exported(tmp_path / "a", "dxf", "box", stack=20.0, paper="a3")[0], "CUT")[0]
    thick = polylines(exported(tmp_path / "b", "dxf", "box", stack=23.0, paper="a3")[0], "CUT")[0]
    assert thick.width - thin.width == pytest.approx(2 * 3.0, abs=0.05)


@pytest.mark.parametrize(
    ("form", "only", "message"),
    [
        ("dfx", (), "'dfx' cannot be exported"),
        ("dxf", ("mat",), "'mat' has nothing to cut"),
        ("dxf", ("dekc",), "'dekc' has nothing to cut"),
    ],
)
def test_what_cannot_be_exported(tmp_path, form, only, message):
    with pytest.raises(InputError, match=message):
        exported(tmp_path, form, *only)


# Against the finished PDF

Points = list[tuple[float, float]]
EXACT = 0.05
# What a cut is requested with, and how far the printing reaches over it.
CUT_PARTS: dict[str, tuple[dict[str, Any], float]] = {
    "deck": ({}, 0.625),
    "tokens": ({}, 0.0),
    "box": ({"stack": 27.0, "paper": "a3"}, 3.0),
    "overlays": ({"card": "poker"}, 0.0),
}
FORMS = {"dxf": "dxf", "cut-svg": "svg"}


def dxf_paths(file):
    """Each layer's lines, y down from the paper's upper edge."""
    document = ezdxf.readfile(file)
    height = document.header["$LIMMAX"][1]
    layers: dict[str, list[Points]] = {}
    for line in document.modelspace().query("LWPOLYLINE"):
        points = [(x, height - y) for x, y in line.get_points("xy")]  # type: ignore[attr-defined]
        closed = points[:1] if line.closed else []  # type: ignore[attr-defined]
        layers.setdefault(line.dxf.layer, []).append(points + closed)
    return layers


def svg_paths(file):
    """The same of an SVG, whose layers have the names of printkit's own."""
    text = file.read_text(encoding="utf-8")
    names = {"cut": "CUT", "fold": "FOLD", "guide": "REGISTRATION"}
    layers: dict[str, list[Points]] = {}
    for label, group in re.findall(r'inkscape:label="(\w+)">(.*?)</g>', text, re.DOTALL):
        own = layers.setdefault(names[label], [])
        for command, numbers in re.findall(
            r"([MLCZ])([^MLCZ]*)", "".join(re.findall(r' d="([^"]+)"', group))
        ):
            values = [float(each) for each in re.findall(r"-?[\d.]+", numbers)]
            points = list(zip(values[0::2], values[1::2], strict=True))
            if command == "M":
                own.append(points)
            elif command == "Z":
                own[-1].append(own[-1][0])
            else:
                own[-1] += points if command == "L" else curve([own[-1][-1], *points])
    return layers


READERS = {"dxf": dxf_paths, "cut-svg": svg_paths}


def aside(points, line):
    """How far the furthest of these points lies from a line, in mm."""
    return max(min(_distance(point, *ends) for ends in pairwise(line)) for point in points)


def _distance(point, one, other):
    dx, dy = other[0] - one[0], other[1] - one[1]
    length = dx * dx + dy * dy
    along = ((point[0] - one[0]) * dx + (point[1] - one[1]) * dy) / length if length else 0.0
    along = min(max(along, 0.0), 1.0)
    return math.dist(point, (one[0] + along * dx, one[1] + along * dy))


def differ(paths, others, off=(0.0, 0.0)):
    """Whether any path is not, both ways, within 0.05 mm of its partner, which is shifted by `off`."""
    assert len(paths) == len(others) > 0
    for path, other in zip(paths, others, strict=True):
        placed = [(x - off[0], y - off[1]) for x, y in other]
        if max(aside(path, placed), aside(placed, path)) > EXACT:
            return True
    return False


def cutting(tmp_path, form, part):
    (file, *_) = exported(tmp_path, form, part, **CUT_PARTS[part][0])
    return READERS[form](file)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("part", CUT_PARTS)
def test_the_machine_cuts_round_what_the_pdf_shows(tmp_path, part, form):
    """Registration marks are where the PDF has them, and each cut goes round what is drawn there."""
    choices, bleed = CUT_PARTS[part]
    paths = cutting(tmp_path, form, part)
    (entry, *_) = build(
        BuildRequest(kits=("youscout",), only=(part,), marks=("cutter",), out=tmp_path, **choices)
    )
    (page, *_) = read_pages(entry.file)
    (marks,) = [line for line in page.lines if line.filled and len(line.subpaths) == 5]
    assert not differ(paths["REGISTRATION"], [_closed(path) for path in marks.subpaths])
    for path, placed in zip(paths["CUT"], page.placed, strict=True):
        box = Box.around(path)
        grown = (box.left - bleed, box.top - bleed, box.right + bleed, box.bottom + bleed)
        # The box's floor is a quarter of a millimetre shorter than its net, so that it closes.
        edges = 3 if part == "box" else 4
        assert grown[:edges] == pytest.approx(placed.window.edges[:edges], abs=EXACT)
        assert placed.point(0.0, 0.0) == pytest.approx((box.left, box.top), abs=EXACT)


def _closed(path):
    return [*path, path[0]]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("part", CUT_PARTS)
def test_the_path_is_the_pdfs_own_cut_layer(tmp_path, part, form):
    """Printed for scissors the same outlines are a layer of the PDF; there they may lie elsewhere on the paper."""
    choices, _ = CUT_PARTS[part]
    marks = ("crop", "corners") if part == "deck" else ("crop",)
    (entry, *_) = build(BuildRequest(kits=("youscout",), only=(part,), marks=marks, out=tmp_path, **choices))
    (page, *_) = read_pages(entry.file, deep=part == "overlays")
    paths = cutting(tmp_path, form, part)
    drawn = [list(path) for line in page.layer("Cut") for path in line.subpaths]
    if part == "deck":
        # Only where corners are rounded is anything drawn on the line of the cut.
        card = paths["CUT"][0]
        corners = drawn[:4]
        off = _corner([point for corner in corners for point in corner], card)
        assert all(aside([(x - off[0], y - off[1]) for x, y in corner], card) <= EXACT for corner in corners)
        return
    outlines = [_closed(path) for path in drawn]
    for path, outline in zip(paths["CUT"], outlines, strict=False):
        off = _corner(outline, path)
        assert not differ([path], [outline], off)
        assert differ([path], [outline], (off[0] + 0.06, off[1] + 0.06))
    if part == "box":
        folds = [list(path) for line in page.layer("Fold") for path in line.subpaths]
        assert not differ(paths["FOLD"], folds, _corner(outlines[0], paths["CUT"][0]))


def _corner(one, other):
    """From the upper left corner of the second to that of the first."""
    first, second = Box.around(one), Box.around(other)
    return first.left - second.left, first.top - second.top
