"""Cards that fill a set: their texts, that they keep to the safe area, and that they come in every size."""

from __future__ import annotations

import pytest

from printkit.compose.faces.bounds import glyphs_box
from printkit.compose.faces.context import Choices
from printkit.compose.faces.extras import extra_cards
from printkit.compose.faces.faces import compose_back
from printkit.kit.find import find_kit
from printkit.scene.model import Glyphs, Path, walk


@pytest.fixture(scope="module")
def kit():
    return find_kit("youscout", ("full",))


def extras(kit, size="tarot", number=8):
    made = extra_cards(kit, "deck", Choices(size, "full"), number)
    return {extra.id: extra for extra in made}


def words(scene):
    return [placed.item.text for placed in walk(scene) if isinstance(placed.item, Glyphs)]


def test_the_most_useful_come_first(kit):
    assert list(extras(kit, number=3)) == ["extra-numbers-1", "extra-numbers-2", "extra-colours"]
    assert list(extras(kit, number=0)) == []
    assert list(extras(kit, number=9))[-4:] == [f"extra-notes-{index}" for index in (1, 2, 3, 4)]


def test_the_tables_hold_every_pair_of_the_deck(kit):
    said = [extras(kit)[f"extra-numbers-{index}"].face() for index in (1, 2)]
    rows = [word for scene in said for word in words(scene) if "/" in word and word[0].isdigit()]
    majors = [card for card in kit.cards_of("deck") if "sword" in card.fields]
    expected = [
        f"{card.fields[suit][0]}/{card.fields[suit][1]}"  # type: ignore[index]
        for card in majors
        for suit in kit.suits
    ]
    assert len(expected) == 88
    assert rows == expected


def test_the_tables_name_every_card_in_both_languages(kit):
    said = {word for index in (1, 2) for word in words(extras(kit)[f"extra-numbers-{index}"].face())}
    for card in kit.cards_of("deck"):
        if "sword" in card.fields:
            assert {str(card.fields["number"])} <= said
            assert {kit.text(code, f"card.{card.id}.name") for code in kit.languages} <= said


def test_a_spare_back_is_the_back(kit):
    assert extras(kit)["extra-back-1"].face() == compose_back(kit, kit.cards[0], Choices("tarot", "full"))


def test_the_colour_test_shows_every_ink_full_and_thin(kit):
    scene = extras(kit)["extra-colours"].face()
    shown = {
        (path.fill.name, path.fill.tint)
        for path in (placed.item for placed in walk(scene))
        if isinstance(path, Path) and path.fill
    }
    names = {"black", "blue", "gold", "red", "green"}
    assert shown == {(name, tint) for name in names for tint in (1.0, 0.5, 0.25)}


@pytest.mark.parametrize("size", ["tarot", "tgc-tarot", "jrf", "bridge", "poker"])
def test_words_and_lines_keep_to_the_safe_area_in_every_size(kit, size):
    safe = kit.size(size)
    for name, extra in extras(kit, size).items():
        if name.startswith("extra-back"):
            continue
        scene = extra.face()
        room = scene.trim.grown(-safe.safe)
        for placed in walk(scene):
            box = glyphs_box(placed.item) if isinstance(placed.item, Glyphs) else placed.item.outline.box()  # type: ignore[union-attr]
            assert room.contains(placed.transform.rect(box)), (name, box)
