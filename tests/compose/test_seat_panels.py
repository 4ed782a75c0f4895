"""One turn among rules, a panel a seat: its card large, its choice open, and nothing where nothing lies."""

from __future__ import annotations

import pytest

from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.jobs.build.build import BuildRequest
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.build.part import Job, Scenes
from printkit.jobs.build.reader_page import ReaderPictures
from printkit.kit.find import find_kit
from printkit.scene.inks import find_ink
from printkit.scene.model import Glyphs, Group, Path, Scene, walk

WIDE = 128.0


def drawn(turn, ink="full"):
    kit = find_kit("tottarot")
    choices = Choices(kit.default_size, ink, print_variables(kit, ()))
    reader = ReaderPictures(Job(kit, BuildRequest(kits=(kit.id,)), choices, Scenes(kit, choices)), "en")
    (picture,) = reader.picture(f"turn-tottarot-{turn}", WIDE)
    assert picture.grow is not None
    return picture.grow.draw(picture.grow.most).pieces[-1].items


def clips(items):
    """Where cards and their backs lie."""
    groups = [item for item in items if isinstance(item, Group)]
    return [box for each in groups for box in ([each.clip] if each.clip else clips(each.items))]


def discs(items, ink):
    placed = walk(Scene("turn", 200.0, 200.0, 0.0, items))
    shown = [each for each in placed if isinstance(each.item, Path) and each.item.fill == find_ink(ink)]
    boxes = [item_box(each) for each in shown]
    return [box for box in boxes if abs(box.width - box.height) < 0.01 and box.width > 9.0]


def words(items):
    placed = walk(Scene("turn", 200.0, 200.0, 0.0, items))
    return " ".join(each.item.text for each in placed if isinstance(each.item, Glyphs))


@pytest.mark.parametrize(("turn", "faces", "wide"), [("4", 3, 20.0), ("7", 2, 15.9), ("15", 2, 15.9)])
def test_cards_are_large_and_all_of_the_table_is_inside_the_width(turn, faces, wide):
    items = drawn(turn)
    # Each with its back, which peeps out behind it.
    assert len([box for box in clips(items) if box.width > wide]) == 2 * faces
    assert max(item_box(each).right for each in walk(Scene("turn", 200.0, 200.0, 0.0, items))) <= WIDE + 0.01


def test_what_everybody_has_none_of_has_no_place():
    assert "fixed fates" not in words(drawn("4"))
    assert "±0" not in words(drawn("4"))
    assert "fixed fates" in words(drawn("15"))


@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_token_that_lies_face_down_has_a_blue_ring_round_its_face(ink):
    assert len(discs(drawn("4", ink), "blue")) == 3
    assert discs(drawn("15", ink), "blue") == []


def test_who_knows_a_card_stands_in_a_row_below_it_and_points_below_fixed_cards():
    """What touches must part: letters, points and arrows keep off cards and words."""
    (figure,) = drawn("19")
    assert isinstance(figure, Group)
    items = figure.items
    faces = [box for box in clips(items) if box.width > 15.0]
    fixed = [
        box for box in clips(items) if 9.0 < box.width < 10.0 and box.y > max(each.bottom for each in faces)
    ]
    placed = [*walk(Scene("turn", 200.0, 200.0, 0.0, items))]
    small = [
        item_box(each)
        for each in placed
        if isinstance(each.item, Glyphs) and each.item.text in "ABC" and each.item.size < 3.0
    ]
    assert len(small) == 6
    assert all(any(face.bottom < box.y < face.bottom + 4.0 for face in faces) for box in small)
    points = [
        item_box(each)
        for each in placed
        if isinstance(each.item, Glyphs) and each.item.size == 3.4 and each.item.text[0] in "+−±"
    ]
    assert len(points) == 6
    assert len(fixed) == 4
    assert all(box.y > max(card.bottom for card in fixed) for box in points)
    ways = [
        item_box(each)
        for each in placed
        if isinstance(each.item, Path) and each.item.stroke == find_ink("blue")
    ]
    (way,) = (box for box in ways if box.height < 16.0)
    assert way.y > max(face.bottom for face in faces)
