"""One turn of written cards among rules: what was just laid lies in a panel, larger than hands, which lie close."""

from __future__ import annotations

from collections import Counter

import pytest

from printkit.compose.faces.context import Choices
from printkit.geometry import Rect
from printkit.jobs.build.build import BuildRequest
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.build.part import Job, Scenes
from printkit.jobs.build.reader_page import ReaderPictures
from printkit.kit.find import find_kit
from printkit.scene.model import Group, Item

WIDE = 128.0


def cards(turn: str) -> list[Rect]:
    """Where cards lie in the picture, as large as it can be."""
    kit = find_kit("paper-cetkaik")
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    reader = ReaderPictures(Job(kit, BuildRequest(kits=(kit.id,)), choices, Scenes(kit, choices)), "en")
    (picture,) = reader.picture(turn, WIDE)
    assert picture.grow is not None
    return _clips(picture.grow.draw(picture.grow.most).pieces[-1].items)


def _clips(items: tuple[Item, ...]) -> list[Rect]:
    groups = [item for item in items if isinstance(item, Group)]
    return [box for each in groups for box in ([each.clip] if each.clip else _clips(each.items))]


@pytest.mark.parametrize(("turn", "laid"), [("turn-mok-kaik-9", 3), ("turn-mak-hup-4", 3)])
def test_what_was_laid_is_larger_than_hands(turn: str, laid: int) -> None:
    widths = Counter(round(box.width, 2) for box in cards(turn))
    largest = max(widths)
    assert widths[largest] == laid
    assert largest > 1.3 * min(widths)


def test_hands_are_as_large_as_a_line_for_each_seat_and_one_more_allow() -> None:
    assert min(box.width for box in cards("turn-ta-xot-15")) > 16.0
