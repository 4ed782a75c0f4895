"""A field of a card, its place and how it reads when rotated by 180°: points and icons are proved on every card."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest

from printkit.compose.faces.blocks import BLOCKS, points
from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import compose_face
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.check.compare import proof_file
from printkit.kit.blocks import PointsBlock
from printkit.kit.find import find_kit
from printkit.kit.load import load_kit
from printkit.paths import templates_dir
from printkit.preflight.book import make_books
from printkit.preflight.proof_kit import proof_kit
from tests.preflight.decks import write_deck, wrong
from tests.tiny_kit import spoil

LOVERS = 'points = 1\nicon = "mutual-look"'


@cache
def books():
    return make_books([find_kit("tottarot", ())])


@pytest.fixture
def own_kit(tmp_path):
    return Path(shutil.copytree(templates_dir() / "tottarot", tmp_path / "tottarot"))


def findings_of(kit, tmp_path, card, size="poker"):
    """What is found on one card of a spoilt kit, read against the shipped one."""
    return wrong(proof_file(write_deck(kit, tmp_path / "one.pdf", [card], size=size, paper="card"), books()))


@pytest.mark.parametrize("size", ["poker", "tarot"])
def test_all_21_cards_are_proved_upright_and_turned(tmp_path, size):
    deck = write_deck(templates_dir() / "tottarot", tmp_path / "deck.pdf", size=size)
    report = proof_file(deck, books())
    assert report.findings == ()
    assert (report.kit, report.faces) == ("tottarot", 21)
    # Sign and figure, at the head and at the foot.
    assert report.figures == 21 * 2 * 2


def test_a_wrong_number_is_found_at_both_ends(own_kit, tmp_path):
    found = findings_of(spoil(own_kit, "cards.toml", LOVERS, LOVERS.replace("1", "4")), tmp_path, "lovers-2")
    assert {(each.code, each.card, each.subject, each.expected, each.found) for each in found} >= {
        ("figure", "lovers", "points, head", "'1'", "'4'"),
        ("figure", "lovers", "points, foot", "'1'", "'4'"),
    }


def test_a_wrong_sign_is_found_at_both_ends(own_kit, tmp_path):
    found = findings_of(spoil(own_kit, "cards.toml", LOVERS, LOVERS.replace("1", "0")), tmp_path, "lovers-2")
    assert {each.subject for each in found if each.expected in ("'+'", "'−'")} == {
        "points, head",
        "points, foot",
    }


def test_a_foot_with_the_sign_of_the_head_is_found(tmp_path, monkeypatch):
    """The points of a card rotated by 180° are printed on it (tottarot §4.4)."""
    with monkeypatch.context() as patched:
        patched.setitem(BLOCKS, PointsBlock, lambda context, block, turned: points(context, block, False))
        deck = write_deck(templates_dir() / "tottarot", tmp_path / "one.pdf", ["star-1"], size="poker")
    found = {(each.subject, each.expected, each.found) for each in wrong(proof_file(deck, books()))}
    assert ("points, foot", "'−'", "nothing") in found
    assert all(subject.endswith("foot") for subject, _, _ in found)


@pytest.mark.parametrize("size", ["poker", "tarot"])
@pytest.mark.parametrize(
    ("card", "old", "new"),
    [
        ("lovers-1", LOVERS, 'points = 1\nicon = "flip"'),
        ("lovers-1", LOVERS, "points = 1"),
        ("sun-3", "points = 3", 'points = 3\nicon = "look"'),
    ],
    ids=["another icon", "no icon", "an icon too many"],
)
def test_a_wrong_icon_is_found_at_both_ends(own_kit, tmp_path, size, card, old, new):
    found = findings_of(spoil(own_kit, "cards.toml", old, new), tmp_path, card, size)
    sides = {each.subject.rpartition(" ")[2] for each in found if each.code.startswith("ink-")}
    assert sides == {"head", "foot"}


def test_a_foot_without_points_is_found(own_kit, tmp_path):
    block = 'block = "points"\nturned = true'
    found = findings_of(spoil(own_kit, "layout.toml", block, 'block = "points"'), tmp_path, "star-1")
    assert {each.subject for each in found} >= {"points, foot"}


def test_a_set_with_too_few_of_a_kind_is_found(tmp_path):
    kit = find_kit("tottarot", ())
    ids = [card.id for card in kit.cards if card.id != "tower-2"]
    report = proof_file(write_deck(kit.folder, tmp_path / "deck.pdf", ids), books())
    assert [(each.code, each.card, each.expected, each.found) for each in report.findings] == [
        ("card-missing", "tower", "3", "2")
    ]


def kit_findings(folder):
    kit = load_kit(folder, ())
    variables = print_variables(kit, ())
    choices = Choices("poker", "full", variables)
    found = proof_kit(kit, "poker", lambda card: compose_face(kit, kit.card(card), choices), variables)
    return [(each.code, each.card, each.subject) for each in found]


def test_the_shipped_kit_is_clean_and_reconstructed_points_are_free(own_kit):
    assert kit_findings(own_kit) == []
    assert kit_findings(spoil(own_kit, "cards.toml", LOVERS, 'points = 7\nicon = "reveal"')) == []


def test_points_the_rules_fix_are_not_free(own_kit):
    found = kit_findings(spoil(own_kit, "cards.toml", "points = -5", "points = -4"))
    assert ("field", "devil", "points") in found
    assert {card for _, card, _ in found} == {"devil", "devil-1", "devil-2", "devil-3"}


def test_a_picture_too_few_is_a_card_too_few(own_kit):
    found = kit_findings(spoil(own_kit, "cards.toml", ', "sun-3.svg"]', "]"))
    assert found == [("card-doubled", "sun", "copies")]


def test_a_layout_with_the_icon_out_of_reach_or_twice_is_found(own_kit):
    far = 'suit = "icon"\nx = 37.6\ny = 8.4'
    found = kit_findings(spoil(own_kit, "layout.toml", far, 'suit = "icon"\nx = 14\ny = 40'))
    assert ("emblem", "lovers-1", "emblem of mutual-look, head") in found
    twice = (
        '[[faces.fate.poker]]\nblock = "emblem"\nturned = true\nsuit = "icon"\nx = 50\ny = 20\nheight = 5\n\n'
    )
    spoil(own_kit, "layout.toml", 'suit = "icon"\nx = 14\ny = 40', far)
    found = kit_findings(
        spoil(own_kit, "layout.toml", "[[faces.fate.tarot]]", twice + "[[faces.fate.tarot]]")
    )
    assert ("emblem", "hermit-2", "emblem of look, foot") in found
