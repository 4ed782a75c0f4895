"""A turn on the mat among rules: below the board lie the open cards, and round the one that was taken a blue frame."""

from __future__ import annotations

from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.compose.table.board_pen import OPEN_ROOM, TAKEN
from printkit.jobs.build.build import BuildRequest
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.build.part import Job, Scenes
from printkit.jobs.build.reader_page import ReaderPictures
from printkit.kit.find import find_kit
from printkit.scene.inks import BLACK, find_ink
from printkit.scene.model import Glyphs, Path, Scene, walk

WIDE = 128.0


def reader():
    kit = find_kit("youscout")
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    return ReaderPictures(Job(kit, BuildRequest(kits=(kit.id,)), choices, Scenes(kit, choices)), "en")


def test_the_open_cards_lie_below_the_board_and_the_taken_one_in_a_frame():
    (picture,) = reader().picture("turn-youscout-together-8", WIDE)
    assert picture.grow is not None
    figure = picture.grow.draw(picture.grow.most).pieces[-1]
    paths = [
        each
        for each in walk(Scene("turn", 200.0, 250.0, 0.0, figure.items))
        if isinstance(each.item, Path) and each.item.stroke is not None
    ]
    (frame,) = [
        item_box(each) for each in paths if each.item.stroke == find_ink("blue") and each.item.width == TAKEN
    ]
    cards = [
        box
        for box in (item_box(each) for each in paths if each.item.stroke == BLACK)
        if abs(box.width - frame.width) < 4.0 and abs(box.height - frame.height) < 4.0
    ]
    below = {round(box.center[0]) for box in cards if abs(box.center[1] - frame.center[1]) < 0.1}
    assert len(below) == 3
    assert sorted(below)[1] == round(frame.center[0])
    board = max(box.bottom for box in cards if box.bottom < frame.center[1])
    assert frame.y > board + OPEN_ROOM / 2


def test_where_nothing_was_taken_each_seat_has_a_row_below_the_words():
    (picture,) = reader().picture("turn-youscout-together-4", WIDE)
    placed = walk(Scene("turn", 200.0, 250.0, 0.0, picture.pieces[-1].items))
    row = [each for each in placed if isinstance(each.item, Glyphs) and each.item.text in ("A", "B", "C")]
    # On the board, and beside it.
    assert len([each for each in row if item_box(each).x < 20.0]) == 3
    assert len(row) == 6
