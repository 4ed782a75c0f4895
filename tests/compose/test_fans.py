"""Fans of cards at the end of chapters' bars."""

from __future__ import annotations

import pytest

from printkit.compose.faces.bounds import item_box
from printkit.compose.pieces.fans import chapter_fans
from printkit.geometry import Rect
from printkit.kit.find import find_kit
from printkit.scene.inks import PAPER
from printkit.scene.model import Group, Path, Scene, walk

BOX = Rect(70.0, 0.4, 40.0, 11.6)


@pytest.mark.parametrize("low", [False, True])
def test_a_chapter_has_the_first_cards_of_its_game_and_another_one_of_each(low: bool) -> None:
    fans = chapter_fans(find_kit("paper-cetkaik"), ["mok-kaik", "glance"], low=low)
    counts = {}
    for anchor, fan in fans.items():
        (group,) = fan(BOX)
        assert isinstance(group, Group)
        assert group.clip == BOX
        cards = [
            box
            for each in walk(Scene("", 200.0, 50.0, 0.0, (group,)))
            if isinstance(each.item, Path) and each.item.fill == PAPER
            if (box := item_box(each)).height > BOX.height
        ]
        counts[anchor] = len(cards)
        middle = (min(box.x for box in cards) + max(box.right for box in cards)) / 2
        assert middle == pytest.approx(BOX.center[0], abs=0.5)
        assert min(box.x for box in cards) > BOX.x
        assert min(box.y for box in cards) > BOX.y
    assert counts == {"mok-kaik": 3, "glance": 7}


def test_a_kit_without_reminders_has_no_fans() -> None:
    assert not chapter_fans(find_kit("youscout"), ["rules"], low=False)
