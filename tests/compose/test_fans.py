"""Small written cards, and fans of them at the end of chapters' bars."""

from __future__ import annotations

from functools import reduce

import pytest

from printkit.compose.books.opening import RISE
from printkit.compose.faces.bounds import item_box
from printkit.compose.pieces.fans import ASIDE, chapter_fans
from printkit.compose.pieces.small_cards import CARD, MARKS, small_card
from printkit.errors import InputError
from printkit.geometry import Rect
from printkit.kit.blocks import SignIndexBlock
from printkit.kit.find import find_kit
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Group, Path, Scene, walk

BOX = Rect(70.0, -RISE, 45.0, 12.4 + RISE)


@pytest.mark.parametrize("low", [False, True])
def test_a_chapter_has_the_first_cards_of_its_game_and_another_one_of_each(low):
    fans = chapter_fans(find_kit("paper-cetkaik"), ["mok-kaik", "glance"], low=low)
    counts = {}
    for anchor, fan in fans.items():
        ground, *held = fan(BOX)
        assert isinstance(ground, Path)
        assert ground.fill == (BLACK if low else PAPER)
        # No card is cut off, and all of them rise out of the bar at its right end.
        cards = [
            reduce(Rect.union, (item_box(each) for each in walk(Scene("", 200.0, 50.0, 0.0, (card,)))))
            for card in held
            if isinstance(card, Group) and card.clip is None
        ]
        counts[anchor] = len(cards)
        assert all(BOX.x < box.x and box.bottom < BOX.bottom for box in cards)
        assert all(BOX.y - 0.5 < box.y < BOX.y + RISE for box in cards)
        assert max(box.right for box in cards) == pytest.approx(BOX.right - ASIDE, abs=0.5)
        # The cuts lie in the bar, and reach out from behind the cards at both sides.
        (cuts,) = (item_box(each) for each in walk(Scene("", 200.0, 50.0, 0.0, (ground,))))
        assert BOX.x < cuts.x < min(box.x for box in cards) - 3.0
        assert max(box.right for box in cards) + 1.0 < cuts.right < BOX.right
        assert BOX.y + RISE < cuts.y < cuts.bottom < BOX.bottom
    assert counts == {"mok-kaik": 3, "glance": 7}


def test_a_kit_without_reminders_has_no_fans():
    assert not chapter_fans(find_kit("youscout"), ["rules"], low=False)


@pytest.mark.parametrize("kit_id", ["paper-cetkaik", "mountain-road"])
@pytest.mark.parametrize("card", ["b船", "r王", "b皇"])
def test_a_small_card_without_a_number_has_its_mark_there_and_its_sign_above(kit_id, card):
    kit = find_kit(kit_id)
    marked, numbered = (
        [
            item_box(each)
            for each in walk(Scene("", 9.0, 9.0, 0.0, tuple(small_card(kit, value, 10.0, low=False))))
        ]
        for value in (card, f"{card[0]}兵1")
    )
    assert marked[2] == numbered[2], "the seal"
    assert marked[-1].center[0] == pytest.approx(CARD * 5.0)
    assert marked[-1].bottom == pytest.approx(numbered[-1].bottom, abs=0.1)
    assert marked[-1].y > marked[2].bottom


def test_small_cards_have_the_marks_of_the_cards():
    faces = find_kit("paper-cetkaik").faces.values()
    indexes = [block for blocks in faces for block in blocks if isinstance(block, SignIndexBlock)]
    assert indexes
    assert all(block.marks == MARKS for block in indexes)


@pytest.mark.parametrize("card", ["b兵9", "r王1", "b船0"])
def test_a_small_card_that_the_kit_does_not_have_is_refused(card):
    with pytest.raises(InputError, match=f"the kit has no card '{card}'"):
        small_card(find_kit("paper-cetkaik"), card, 10.0, low=False)
