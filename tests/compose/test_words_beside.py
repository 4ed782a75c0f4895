"""Words beside the board of a game for two: between the seats' things, right of the squares, and read before them."""

from __future__ import annotations

import pytest

from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.geometry import Rect
from printkit.jobs.build.build import BuildRequest
from printkit.jobs.build.part import Job, Scenes
from printkit.jobs.build.reader_page import ReaderPictures
from printkit.jobs.build.variables import print_variables
from printkit.kit.find import find_kit
from printkit.scene.model import Glyphs, Scene
from printkit.scene.walk import walk


def reader(kit_id: str, language: str) -> ReaderPictures:
    kit = find_kit(kit_id)
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    return ReaderPictures(Job(kit, BuildRequest(kits=(kit.id,)), choices, Scenes(kit, choices)), language)


def text_box(items: tuple[object, ...]) -> Rect:
    placed = walk(Scene("words", 200.0, 200.0, 0.0, items))  # type: ignore[arg-type]
    boxes = [item_box(each) for each in placed if isinstance(each.item, Glyphs)]
    whole = boxes[0]
    for box in boxes[1:]:
        whole = whole.union(box)
    return whole


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("turn", ["turn-cetkaik-19", "turn-cetkaik-school-37", "turn-cetkaik-old-33"])
def test_what_happened_stands_right_of_the_board_and_keeps_to_the_width(turn: str, language: str) -> None:
    (picture,) = reader("cetkaik", language).picture(turn, 118.0)
    assert [piece.role for piece in picture.told] == ["", "H2", "P", "P", "Figure"]
    head, words, figure = (text_box(piece.items) for piece in picture.told[2:])
    assert head.right <= 118.0 + 1e-6
    assert words.x > 118.0 * 0.3
    assert words.right <= 118.0 + 1e-6
    assert figure.right <= 118.0 + 1e-6
    assert head.bottom < words.y


def test_the_words_of_a_race_stay_above_its_board() -> None:
    (picture,) = reader("linked-ships", "en").picture("turn-linked-ships-77", 118.0)
    assert [piece.role for piece in picture.told] == ["", "H2", "P", "Figure"]
