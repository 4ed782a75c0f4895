"""One entry of cards.toml may be several cards, a field may be a flag, and blocks may go by fields a card lacks."""

from __future__ import annotations

import pytest

from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import compose_face
from printkit.errors import InputError
from printkit.kit.blocks import text_key
from printkit.kit.load import load_kit, read_deck
from printkit.scene.model import Glyphs, walk
from tests.tiny_kit import spoil, write_kit

TWO = 'art = "art/two.svg"'
NAMES = '[[faces.plain.small]]\nblock = "names"\nright = 36'
POINTS = (
    '[[faces.plain.small]]\nblock = "points"\nturned = true\nfield = "number"\n'
    "right = 36\nbaseline = 20\nem = 6\n\n"
)


def test_a_list_of_pictures_makes_a_card_each(tmp_path):
    folder = spoil(write_kit(tmp_path), "cards.toml", TWO, 'art = ["art/two.svg", "art/one.svg"]')
    kit = load_kit(folder)
    assert [(card.id, card.entry, card.art, card.order) for card in kit.cards] == [
        ("one", "one", "art/one.svg", 0),
        ("two-1", "two", "art/two.svg", 1),
        ("two-2", "two", "art/one.svg", 2),
    ]
    assert kit.card("two-1").fields == kit.card("two-2").fields
    # They share the name, so no text is requested twice.
    assert letters(kit, "two-1") == letters(kit, "two-2")
    assert [card.id for card in read_deck(folder).cards] == ["one", "two-1", "two-2"]


def letters(kit, card):
    scene = compose_face(kit, kit.card(card), Choices("small"))
    return [placed.item.text for placed in walk(scene) if isinstance(placed.item, Glyphs)]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (TWO, 'art = ["art/two.svg", "art/tow.svg"]', "no art file 'art/tow.svg'"),
        (TWO, 'art = ["art/two.svg", 3]', "a file name is needed"),
        (TWO, "art = []", "a file name is needed"),
        ('id = "one"', 'id = "two-1"', "there is one already"),
        ("number = 1", "number = 1\nlost = 1", "neither true nor false"),
    ],
)
def test_what_is_wrong_with_them_is_one_clear_line(tmp_path, old, new, words):
    folder = spoil(
        write_kit(tmp_path), "kit.toml", "[fields.sword]", '[fields.lost]\ntype = "flag"\n\n[fields.sword]'
    )
    if "two-1" in new:
        spoil(folder, "cards.toml", TWO, 'art = ["art/two.svg"]')
    with pytest.raises(InputError, match=words):
        load_kit(spoil(folder, "cards.toml", old, new))


def test_a_flag_is_true_or_false(tmp_path):
    folder = spoil(
        write_kit(tmp_path), "kit.toml", "[fields.sword]", '[fields.lost]\ntype = "flag"\n\n[fields.sword]'
    )
    kit = load_kit(spoil(folder, "cards.toml", "number = 1", "number = 1\nlost = true"))
    assert kit.card("one").fields["lost"] is True
    assert kit.flags == ("lost",)


def test_points_have_a_sign_that_changes_when_they_are_turned(tmp_path):
    folder = spoil(write_kit(tmp_path), "layout.toml", NAMES, POINTS + NAMES)
    spoil(folder, "kit.toml", "max = 99", "min = -99\nmax = 99")
    spoil(folder, "cards.toml", "number = 2", "number = 0")
    kit = load_kit(spoil(folder, "cards.toml", "number = 1", "number = -5"))
    assert letters(kit, "one")[:2] == ["−5", "+5"]
    assert letters(kit, "two")[:2] == ["±0", "±0"]


def test_names_may_begin_at_the_left_but_not_stand_on_both_sides(tmp_path):
    folder = write_kit(tmp_path)
    load_kit(spoil(folder, "layout.toml", "right = 36", "left = 4"))
    with pytest.raises(InputError, match="at right or at left"):
        load_kit(spoil(folder, "layout.toml", "left = 4", "left = 4\nright = 36"))


def test_an_emblem_goes_by_a_suit_or_a_field_and_nothing_else(tmp_path):
    emblem = '[[faces.plain.small]]\nblock = "emblem"\nsuit = "{}"\nx = 10\ny = 50\nheight = 5\n\n'
    folder = spoil(write_kit(tmp_path), "layout.toml", NAMES, emblem.format("sord") + NAMES)
    with pytest.raises(InputError, match="neither a suit nor a field"):
        load_kit(folder)
    spoil(folder, "layout.toml", '"sord"', '"own"')
    kit = load_kit(
        spoil(folder, "kit.toml", "[fields.sword]", '[fields.own]\ntype = "suit"\n\n[fields.sword]')
    )
    without = len(list(walk(compose_face(kit, kit.card("one"), Choices("small")))))
    kit = load_kit(spoil(folder, "cards.toml", "number = 1", 'number = 1\nown = "sword"'))
    assert len(list(walk(compose_face(kit, kit.card("one"), Choices("small"))))) == without + 1


def test_a_text_may_go_by_a_field():
    assert text_key("icon.{icon}", "sun", {"icon": "look"}) == "icon.look"
    assert text_key("card.{id}.name", "sun", {}) == "card.sun.name"
    assert text_key("icon.{icon}", "sun", {}) == ""


def test_a_text_of_a_field_is_only_needed_where_a_card_has_it(tmp_path):
    text = '[[faces.plain.small]]\nblock = "text"\ntext = "said.{own}"\nbox = [5, 46, 30, 10]\nem = 2.4\n\n'
    folder = spoil(write_kit(tmp_path), "layout.toml", NAMES, text + NAMES)
    spoil(folder, "kit.toml", "[fields.sword]", '[fields.own]\ntype = "text"\n\n[fields.sword]')
    assert letters(load_kit(folder), "one")[-1] == "One"
    spoil(folder, "cards.toml", "number = 1", 'number = 1\nown = "hello"')
    with pytest.raises(InputError, match=r"\[said\.hello\]: the text is missing"):
        load_kit(folder)
