"""Hexagons, circles, standees and die lines on sheets: apart by the gutter, close, and backs behind fronts."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import numpy
import pytest

from printkit.errors import InputError
from printkit.geometry import Affine, Outline, Rect, Size
from printkit.scene.model import Group, Path
from printkit.scene.raster import coverage, segments
from printkit.scene.shapes import hexagon, polygon
from printkit.sheets.impose import ImpositionSpec
from printkit.sheets.model import PAPERS
from printkit.sheets.shapes import FOOT, Shape, plan_shapes, shape_line, shaped_sheets

A4, LETTER = PAPERS["a4"], PAPERS["letter"]
LYING, STANDING = Size(60.0, 51.96), Size(51.96, 60.0)
FLAT, SQUAT = Size(50.0, 30.0), Size(30.0, 34.0)
ROUND = Size(30.0, 30.0)
CASES = [
    *(("hexagon", size, gap) for size in (LYING, STANDING, FLAT, SQUAT) for gap in (0.0, 4.0)),
    ("circle", ROUND, 0.0),
    ("circle", ROUND, 4.0),
]


def planned(kind, size, gap, paper=A4, **how):
    cutter = how.pop("cutter", False)
    spec = ImpositionSpec(paper, gutter=gap, **how)
    return plan_shapes(Shape(kind), size, 2.0, spec, cutter=cutter)


def edge_points(kind, trim, grown=0.0):
    """Points along the line, ten a piece."""
    rows = segments(shape_line(Shape(kind), trim, grown), 24)
    steps = numpy.linspace(0.0, 1.0, 10)[:, None]
    return numpy.concatenate([row[:2] + steps * (row[2:] - row[:2]) for row in rows])


def distance(kind, one, other):
    """How near the lines of two pieces come to each other."""
    a, b = edge_points(kind, one), edge_points(kind, other)
    return float(numpy.sqrt(((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=2)).min())


@pytest.mark.parametrize(("kind", "size", "gap"), CASES)
@pytest.mark.parametrize("paper", [A4, LETTER])
def test_neighbours_lie_apart_by_the_gutter_and_no_further(kind, size, gap, paper):
    trims = [cell.trim for cell in planned(kind, size, gap, paper).fronts]
    near = [
        distance(kind, one, other)
        for one, other in combinations(trims[:12], 2)
        if math.dist(one.center, other.center) < 1.3 * max(size) + gap
    ]
    assert min(near) == pytest.approx(gap, abs=0.25)
    assert min(near) > gap - 0.02
    assert sum(each < gap + 0.6 for each in near) >= len(near) / 2, "they are packed, not scattered"


@pytest.mark.parametrize(
    ("kind", "size", "paper", "count"),
    [
        ("hexagon", LYING, A4, 18),
        ("hexagon", STANDING, A4, 15),
        ("circle", ROUND, A4, 60),
        ("circle", ROUND, LETTER, 56),
        ("die", Size(40.0, 48.0), A4, 21),
        ("standee", Size(25.0, 42.0), A4, 14),
    ],
)
def test_so_many_fit_a_sheet(kind, size, paper, count):
    assert planned(kind, size, 0.0, paper).per_sheet == count


@pytest.mark.parametrize(("kind", "size", "gap"), CASES)
@pytest.mark.parametrize("duplex", ["long", "short"])
def test_backs_lie_behind_and_nothing_leaves_the_paper(kind, size, gap, duplex):
    layout = planned(kind, size, gap, duplex=duplex)
    for front, back in zip(layout.fronts, layout.backs, strict=True):
        assert layout.behind(front.trim) == back.trim
        assert Rect(0.0, 0.0, *layout.paper).grown(-5.0).contains(front.window)
        assert layout.ruler is None or not layout.ruler.overlaps(front.window)


@pytest.mark.parametrize("size", [LYING, STANDING, FLAT, SQUAT])
@pytest.mark.parametrize("grown", [-2.0, 3.0])
def test_a_grown_hexagon_has_every_side_so_far_outside(size, grown):
    trim = Rect(20.0, 30.0, *size)
    own, other = (
        numpy.array(each.coordinates).reshape(-1, 2) for each in (hexagon(trim), hexagon(trim, grown))
    )
    assert hexagon(trim).box() == Rect(*(pytest.approx(value) for value in trim))
    for at in range(6):
        (x, y), (x2, y2) = own[at], own[(at + 1) % 6]
        normal = numpy.array([y2 - y, x - x2]) / math.hypot(x2 - x, y2 - y)
        for corner in (other[at], other[(at + 1) % 6]):
            assert abs((corner - own[at]) @ normal) == pytest.approx(abs(grown))


def test_a_piece_shows_its_bleed_and_nothing_of_its_neighbours():
    shape = Shape("hexagon")
    layout = planned("hexagon", LYING, 4.0)
    front = next(shaped_sheets([str(each) for each in range(16)], shape, layout, 2.0, "long"))
    shown = numpy.zeros((int(layout.paper.height * 2), int(layout.paper.width * 2)))
    for placed in front.placements:
        assert placed.shape is not None
        rows = segments(placed.shape)
        shown += coverage(rows, Affine.scaling(2.0), shown.shape[1], shown.shape[0])
    assert shown.max() < 1.001, "no two are shown in one place"


def lines(item):
    assert isinstance(item, Group)
    (path,) = item.items
    assert isinstance(path, Path)
    return [Outline("M" + "L" * (len(points) // 2 - 1), points).box() for points in _runs(path.outline)]


def _runs(outline):
    runs, at = [], 0
    for piece in outline.commands.split("M")[1:]:
        count = 2 + sum({"L": 2, "C": 6, "Z": 0}[each] for each in piece)
        runs.append(outline.coordinates[at : at + count])
        at += count
    return runs


def test_a_standee_is_folded_at_its_head_and_both_feet():
    layout = planned("standee", Size(25.0, 42.0), 4.0)
    (sheet,) = shaped_sheets(["a"], Shape("standee"), layout, 2.0, "long")
    front, back = sheet.placements
    assert (front.face.side, back.face.side) == ("front", "back")
    assert back.trim.bottom == pytest.approx(front.trim.y)
    assert back.transform.point(0.0, 0.0) == pytest.approx((front.trim.right, front.trim.y)), (
        "its head is at the fold"
    )
    assert (front.window.y, back.window.bottom) == (front.trim.y, front.trim.y)
    cut, fold = sheet.cuts
    (strip,) = lines(cut)
    assert strip == Rect(front.trim.x, back.trim.y - FOOT, 25.0, 84.0 + 2 * FOOT)
    assert [each.y for each in lines(fold)] == pytest.approx([back.trim.y, front.trim.y, front.trim.bottom])
    assert sheet.marks[-2:] == sheet.cuts


def test_a_standee_without_a_back_shows_its_front_twice():
    layout = planned("standee", Size(25.0, 42.0), 4.0, duplex="none")
    (sheet,) = shaped_sheets(["a"], Shape("standee"), layout, 2.0, "none")
    assert [each.face.side for each in sheet.placements] == ["front", "front"]


def test_a_die_line_is_cut_round_every_piece():
    die = polygon([(0.0, 0.0), (20.0, 5.0), (10.0, 30.0)])
    layout = plan_shapes(
        Shape("die", die), Size(20.0, 30.0), 2.0, ImpositionSpec(A4, gutter=0.0), cutter=True
    )
    front, back = shaped_sheets(list("abc"), Shape("die", die), layout, 2.0, "long", lines=False)
    (cut,) = front.cuts
    boxes = lines(cut)
    assert [tuple(each) for each in boxes] == [pytest.approx(tuple(each.trim)) for each in front.placements]
    assert cut not in front.marks
    assert back.cuts == ()
    steps = {round(b.trim.x - a.trim.x, 6) for a, b in pairwise(front.placements)}
    assert steps == {20.0}


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"duplex": "fold"}, "--duplex"),
        ({"marks": "japanese"}, "--marks"),
        ({"registration": True}, "--marks"),
        ({"corner": 3.0}, "--marks"),
        ({"back_bleed": 1.0}, "--back-bleed"),
        ({"paper": PAPERS["a6"]}, "does not fit"),
    ],
)
def test_what_shapes_do_not_have_is_one_clear_line(how, said):
    size = Size(120.0, 103.92) if "paper" in how else LYING
    with pytest.raises(InputError) as caught:
        planned("hexagon", size, 4.0, **how)
    assert said in str(caught.value.problems[0])
