"""Thrown sticks: as many dark ones as were thrown, and none lies on another."""

from __future__ import annotations

from itertools import pairwise
from math import comb

import pytest

from printkit.compose.books.opening import RISE
from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import compose_face
from printkit.compose.pieces.fans import chapter_fans
from printkit.compose.pieces.sticks import compose_side, cups_picture, lying_items, throw_items
from printkit.compose.pieces.thrown_sticks import POSES, ROUND, thrown_items, thrown_picture
from printkit.geometry import Rect
from printkit.kit.find import find_kit
from printkit.kit.load import load_kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Path, Scene, Use, walk

KIT = "throwing-sticks"
BOX = Rect(0.0, 0.0, 30.0, 24.0)

Point = tuple[float, float]


def sticks(dark, count, number):
    """A group a stick; those before them are the ground that is free round each."""
    kit = load_kit(find_kit(KIT).folder)
    drawn = list(throw_items(kit, BOX, (dark, count), low=False, number=number))
    return [each for each in drawn[count:] if isinstance(each, Group)]


def body(stick):
    first = stick.items[0]
    assert isinstance(first, Path)
    return first


def corners(stick):
    """The corners of a stick as it lies."""
    numbers = body(stick).outline.moved_by(stick.transform).coordinates
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def apart(one, other):
    """Whether an edge of the first, lengthened, leaves the whole of the second on its other side."""
    middle = sum(x for x, _ in one) / len(one), sum(y for _, y in one) / len(one)
    for (x, y), (tx, ty) in pairwise((*one, one[0])):

        def side(point, x=x, y=y, tx=tx, ty=ty):
            return (tx - x) * (point[1] - y) - (ty - y) * (point[0] - x)

        if all(side(point) * side(middle) < 0 for point in other):
            return True
    return False


@pytest.mark.parametrize("count", [5, 6])
@pytest.mark.parametrize("number", range(6))
def test_as_many_are_dark_as_were_thrown(count, number):
    for dark in range(count + 1):
        drawn = sticks(dark, count, number)
        assert len(drawn) == count
        assert sum(body(each).fill == BLACK for each in drawn) == dark


@pytest.mark.parametrize("count", [5, 6])
@pytest.mark.parametrize("number", range(6))
def test_no_stick_leans_on_another(count, number):
    """One that does is thrown again (leaflet, 1.1)."""
    for one, other in pairwise(map(corners, sticks(2, count, number))):
        assert apart(one, other) or apart(other, one)


@pytest.mark.parametrize("count", [1, 2, 6, 22])
def test_a_heap_has_every_cup_inside_its_picture(count):
    drawn = cups_picture(Choices("card"), count, 120.0)
    wine = [each for each in drawn.items if isinstance(each, Path) and each.fill == find_ink("green")]
    assert len(wine) == count
    boxes = [each.outline.box() for each in wine]
    assert min(box.x for box in boxes) > 0
    assert max(box.right for box in boxes) < drawn.width


@pytest.mark.parametrize("count", [5, 6])
def test_odds_have_a_cut_for_each_throw(count):
    """All throws together; and as many sticks in each row as are thrown, half of them dark on the whole."""
    kit = load_kit(find_kit(KIT).folder)
    card = next(each for each in kit.cards if each.entry == f"odds-{count}")
    drawn = [each for each in compose_face(kit, card, Choices("card")).items if isinstance(each, Path)]
    cuts = [each for each in drawn if each.fill == find_ink("green") and not each.even_odd]
    assert len(cuts) == 2**count
    # A row of more than twelve has them one over the other: two cuts begin where one does, none lies on another.
    rows = [comb(count, dark) for dark in range(count + 1)]
    places = [(each.outline.box().x, each.outline.box().y) for each in cuts]
    assert len({*places}) == 2**count
    assert len({round(x, 3) for x, _ in places}) == -(-max(rows) // (2 if max(rows) > 12 else 1))
    pale = [each for each in drawn if each.stroke == BLACK and each.fill is not None]
    assert len(pale) == count * (count + 1) / 2


def test_sticks_on_a_cover_cross_and_run_off_its_edge():
    """One end of each is seen, below the title; every one crosses another."""
    kit, page = load_kit(find_kit(KIT).folder), Rect(0.0, 0.0, 148.0, 210.0)
    assert kit.sticks is not None
    choices = Choices(kit.default_size, "full")
    sides = [compose_side(kit, kit.sticks, choices, dark=bool(at % 2)) for at in range(len(POSES))]
    lines = []
    for drawn, side in zip(thrown_items(sides, page), sides, strict=True):
        assert isinstance(drawn, Group)
        edge, stick = drawn.items
        assert isinstance(edge, Path)
        assert isinstance(stick, Use)
        assert edge.fill == PAPER
        assert stick.scene == side
        ends = [drawn.transform.point(x, side.height / 2) for x in (0.0, side.width)]
        assert page.grown(6.0).contains(Rect(*ends[0], 0.0, 0.0))
        assert not page.grown(3.0).contains(Rect(*ends[1], 0.0, 0.0))
        assert all(y > 0.5 * page.height for _, y in ends)
        lines.append(ends)
    assert all(any(_cross(one, other) for other in lines if other is not one) for one in lines)
    # More sticks than poses: none is left out, or hidden below another.
    more = [each for each in thrown_items([*sides, *sides], page) if isinstance(each, Group)]
    assert len({each.transform for each in more}) == len(more) == 2 * len(sides)


@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_picture_of_thrown_sticks_fills_its_box_and_shows_all_of_them(ink):
    """At the foot of a page of contents; nothing reaches over its edges, however high it is."""
    kit = load_kit(find_kit(KIT).folder)
    assert kit.sticks is not None
    picture = thrown_picture(kit, kit.sticks, Choices(kit.default_size, ink), 118.0)
    assert picture.grow is not None
    for drawn in (picture, picture.grow.draw(picture.grow.most)):
        *_, lying = drawn.items
        assert isinstance(lying, Group)
        assert lying.clip is not None
        assert lying.clip.width == 118.0
        assert lying.clip.bottom < drawn.height
        assert len(lying.items) == len(POSES)
    assert picture.grow.most > 2 * picture.height


@pytest.mark.parametrize("long", [30.0, 110.0])
@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_stick_is_a_bar_of_any_length(long, ink):
    """Dark, with both its nodes, and all of it in the bar's box."""
    kit, box = load_kit(find_kit(KIT).folder), Rect(20.0, 5.0, long, 5.6)
    placed = [*walk(Scene("", 200.0, 99.0, 0.0, tuple(lying_items(kit, box, low=ink == "low"))))]
    boxes = [item_box(each) for each in placed]
    assert all(box.grown(0.01).contains(each) for each in boxes)
    body = max(boxes, key=lambda each: each.width)
    assert body.width == pytest.approx(long, abs=0.01)
    nodes = [each for each in placed if isinstance(each.item, Path) and each.item.fill == find_ink("green")]
    assert len(nodes) == (2 if ink == "full" else 0)


def test_sticks_rise_out_of_the_bar_of_a_chapter():
    kit = load_kit(find_kit(KIT).folder)
    box = Rect(0.0, -RISE, 45.0, 12.4 + RISE)
    drawn = [*chapter_fans(kit, ["saup-xy"], low=False)["saup-xy"](box)]
    sticks = [each for each in drawn if isinstance(each, Group)]
    assert len(sticks) == 3
    for each in sticks:
        stick = each.items[-1]
        assert isinstance(stick, Use)
        ends = [each.transform.point(x, stick.scene.height / 2) for x in (0.0, stick.scene.width)]
        assert all(box.contains(Rect(*end, 0.0, 0.0)) for end in ends)
    assert min(each.transform.point(120.0, 0.0)[1] for each in sticks) < 0.0


def test_the_paper_round_a_thrown_stick_is_as_round_as_the_stick_is_large():
    page = Rect(0.0, 0.0, 148.0, 210.0)
    radii = []
    for wide in (8.0, 24.0):
        (drawn,) = thrown_items([Scene("stick", 120.0, wide, 0.0, ())], page)
        assert isinstance(drawn, Group)
        edge = drawn.items[0]
        assert isinstance(edge, Path)
        # The outline begins where the upper left corner ends.
        across = edge.outline.coordinates[::2]
        radii.append(across[0] - min(across))
    assert radii[0] > 8.0 * ROUND
    assert radii[1] - radii[0] == pytest.approx(16.0 * ROUND)


def _cross(one, other):
    """Whether two lines between points cross."""

    def turn(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])

    return turn(*one, other[0]) != turn(*one, other[1]) and turn(*other, one[0]) != turn(*other, one[1])
