"""A kit is proof-read before anything is printed: its data against the rules, its faces as a player reads them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import compose_face
from printkit.games.proof import find_proof
from printkit.jobs.build.make_job import print_variables
from printkit.kit.find import find_kit
from printkit.kit.load import load_kit
from printkit.preflight import proof_kit as proof_kit_module
from printkit.preflight.proof_kit import expected_fields, proof_fields, proof_kit
from printkit.scene.inks import PAPER
from printkit.scene.model import Glyphs

TOWER = "number = 16\nsword = [5, 7]\ncoin = [5, 3]"
SIZES = ("tarot", "tgc-tarot", "jrf", "bridge", "poker")


def findings_of(folder, size="tarot", ink="full"):
    """The findings about a kit folder in one size."""
    kit = load_kit(folder, ())
    variables = print_variables(kit, ())
    choices = Choices(size, ink, variables)
    return proof_kit(kit, size, lambda card_id: compose_face(kit, kit.card(card_id), choices), variables)


def changed(folder, name, old, new, count=1):
    file = folder / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, count), encoding="utf-8")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("ink", ["full", "low"])
def test_the_shipped_data_and_layout_are_proved(kit_folder, size, ink):
    assert findings_of(kit_folder, size, ink) == ()


def test_a_wrong_digit_in_the_data(own_kit):
    changed(own_kit, "cards.toml", TOWER, TOWER.replace("[5, 3]", "[7, 3]"))
    first, second, *rest = findings_of(own_kit)
    assert (first.code, first.card, first.subject) == ("field", "major-16", "coin")
    assert (first.expected, first.found) == ("5/3", "7/3")
    assert first.file == "youscout/cards.toml"
    assert second.code == "checksum"
    assert {finding.subject for finding in rest} == {"coin pain, head", "coin joy, foot"}


def test_two_exchanged_digits_keep_the_checksum_and_are_found(own_kit):
    changed(own_kit, "cards.toml", TOWER, TOWER.replace("[5, 7]", "[7, 5]"))
    findings = findings_of(own_kit)
    assert next((each.code, each.card, each.subject) for each in findings) == ("field", "major-16", "sword")
    assert "checksum" not in {each.code for each in findings}


def test_digits_of_two_cards_exchanged(own_kit):
    changed(own_kit, "cards.toml", "number = 16", "number = 99999", 1)
    changed(own_kit, "cards.toml", "number = 17", "number = 16", 1)
    changed(own_kit, "cards.toml", "number = 99999", "number = 17", 1)
    assert {(each.code, each.card) for each in findings_of(own_kit)} >= {
        ("field", "major-16"),
        ("field", "major-17"),
    }


def test_a_variant_may_have_numbers_of_its_own(own_kit):
    changed(own_kit, "cards.toml", TOWER, TOWER.replace("[5, 7]", "[7, 5]"))
    changed(own_kit, "kit.toml", 'version = "1.0"', 'version = "1.0"\nvariant = true')
    assert findings_of(own_kit) == ()


def test_a_variant_beyond_the_checksum_is_warned_of(own_kit):
    changed(own_kit, "cards.toml", TOWER, TOWER.replace("[5, 3]", "[9, 3]"))
    changed(own_kit, "kit.toml", 'version = "1.0"', 'version = "1.0"\nvariant = true')
    (finding,) = findings_of(own_kit)
    assert (finding.severity, finding.code, finding.card) == ("warning", "checksum", "major-16")


def test_a_missing_card(kit_folder):
    kit = load_kit(kit_folder, ())
    less = replace(kit, cards=tuple(card for card in kit.cards if card.id != "rule-lower"))
    (finding,) = proof_fields(less, find_proof(kit.games))
    assert (finding.code, finding.card, finding.hint) == (
        "card-missing",
        "rule-lower",
        "the game youscout needs 80 cards",
    )


def test_a_card_printed_twice(own_kit):
    changed(own_kit, "cards.toml", 'id = "major-16"', 'id = "major-16"\ncopies = 2')
    (finding,) = findings_of(own_kit)
    assert (finding.code, finding.card, finding.expected, finding.found) == (
        "card-doubled",
        "major-16",
        "1",
        "2",
    )


def test_a_card_the_game_does_not_know(own_kit):
    card = '\n[[card]]\nid = "major-22"\nface = "major"\nart = "major-00.svg"\nnumber = 21\n'
    pairs = "".join(f"{suit} = [3, 3]\n" for suit in ("sword", "coin", "cup", "wand"))
    changed(
        own_kit, "cards.toml", '[[card]]\nid = "rule-upper"', f'{card}{pairs}\n[[card]]\nid = "rule-upper"'
    )
    for language in ("ja", "en"):
        changed(own_kit, f"text.{language}.toml", "[card]", '[card]\nmajor-22.name = "Paper"')
    assert ("card-unknown", "major-22") in {(each.code, each.card) for each in findings_of(own_kit)}


LAYOUTS = {
    "two suits have changed places": (
        'fields = ["sword", "coin", "cup", "wand"]',
        'fields = ["coin", "sword", "cup", "wand"]',
        "figure",
        "sword attack, head",
    ),
    "a suit is left out": (
        'fields = ["sword", "coin", "cup", "wand"]',
        'fields = ["sword", "coin", "wand"]',
        "figure",
        "cup upstream, head",
    ),
    "a suit stands twice": (
        'fields = ["sword", "coin", "cup", "wand"]',
        'fields = ["sword", "coin", "coin", "wand"]',
        "emblem",
        "emblem of cup, head",
    ),
    "only one way up": (
        'block = "number-strip"\nturned = true',
        'block = "number-strip"\nturned = false',
        "figure",
        "sword attack, foot",
    ),
    "off the card": ("baseline = 9.3", "baseline = 2.0", "outside", "sword attack, head"),
    "under the bar": ("baseline = 9.3", "baseline = 15.0", "covered", "sword attack, head"),
    "emblems far away": (
        "emblem_dx = [-4.95, -5.45, -5.45, -5.5]",
        "emblem_dx = [8.5]",
        "emblem",
        "emblem of sword, head",
    ),
    "no title": (
        '[[faces.major.tarot]]\nblock = "title-bar"\nturned = true',
        '[[faces.major.tarot]]\nblock = "title-bar"',
        "figure",
        "number, foot",
    ),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_layout_that_is_read_wrongly(own_kit, name):
    old, new, code, subject = LAYOUTS[name]
    changed(own_kit, "layout.toml", old, new)
    findings = findings_of(own_kit)
    assert (code, subject) in {(each.code, each.subject) for each in findings}
    assert {each.card for each in findings} == {f"major-{number:02}" for number in range(22)}
    assert findings[0].file == "youscout/layout.toml [tarot]"


def test_paint_over_the_numbers(own_kit):
    shape = '[[faces.major.tarot]]\nblock = "shape"\nbox = [6, 3, 10, 8]\nink = "paper"\n\n'
    changed(own_kit, "layout.toml", "[[faces.major.jrf]]", shape + "[[faces.major.jrf]]")
    found = {(each.code, each.subject) for each in findings_of(own_kit) if each.card == "major-16"}
    assert found >= {("covered", "sword attack, head"), ("covered", "emblem of sword, head")}
    assert not any("foot" in subject for _, subject in found)


def test_paint_below_the_numbers(own_kit):
    shape = '[[faces.major.tarot]]\nblock = "shape"\nbox = [6, 3, 10, 8]\nink = "black"\n\n'
    changed(own_kit, "layout.toml", "[[faces.major.tarot]]", shape + "[[faces.major.tarot]]")
    found = {(each.code, each.subject) for each in findings_of(own_kit) if each.card == "major-16"}
    assert ("invisible", "sword attack, head") in found


def test_white_numbers_on_white(kit_folder):
    kit = load_kit(kit_folder, ())
    variables = print_variables(kit, ())

    def pale(card_id):
        scene = compose_face(kit, kit.card(card_id), Choices("tarot", "full", variables))
        items = [item._replace(ink=PAPER) if isinstance(item, Glyphs) else item for item in scene.items]
        return replace(scene, items=tuple(items))

    findings = proof_kit(kit, "tarot", pale, variables)
    found = {(each.code, each.subject) for each in findings if each.card == "major-16"}
    assert ("invisible", "sword attack, head") in found
    assert ("invisible", "sword attack, foot") not in found


def test_a_rank_with_another_letter(own_kit):
    changed(own_kit, "layout.toml", '"J", "C", "Q", "K"]', '"J", "Q", "C", "K"]', 9)
    found = {(each.card, each.subject, each.expected, each.found) for each in findings_of(own_kit)}
    assert ("swords-12", "rank, head", "C", "Q") in found


def test_a_kit_without_a_game_has_nothing_to_prove(kit_folder):
    kit = replace(load_kit(kit_folder, ()), games=())
    assert proof_kit(kit, "tarot", lambda card_id: None) == ()


def tottarot_kit(youscout, **changes):
    """A kit with Tottarot's fates on one face: fields and copies by card, as in cards.toml."""
    cards = [
        replace(youscout.cards[0], id=kind, fields=changes.get(kind, fields), copies=changes.get("copies", 3))
        for kind, fields in find_proof(["tottarot"]).cards.items()
    ]
    return replace(youscout, id="tottarot", games=("tottarot",), cards=tuple(cards))


def test_cards_a_game_needs_several_times_must_be_there_so_often(kit_folder):
    proof, youscout = find_proof(["tottarot"]), load_kit(kit_folder, ())
    assert list(proof_fields(tottarot_kit(youscout), proof)) == []
    findings = list(proof_fields(tottarot_kit(youscout, copies=1), proof))
    assert {(each.code, each.expected, each.found) for each in findings} == {("card-doubled", "3", "1")}
    assert len(findings) == 7


def test_fields_the_game_leaves_free_are_the_kits_own(kit_folder):
    proof, youscout = find_proof(["tottarot"]), load_kit(kit_folder, ())
    free = tottarot_kit(youscout, star={"points": 4, "icon": "look"})
    assert list(proof_fields(free, proof)) == []
    assert expected_fields(free, proof, free.card("star")) == {"points": 4, "icon": "look"}
    fixed = list(proof_fields(tottarot_kit(youscout, sun={"points": 4}), proof))
    assert [(each.code, each.card, each.expected, each.found) for each in fixed] == [
        ("field", "sun", "3", "4")
    ]


def test_what_tables_print_is_what_the_game_plays(monkeypatch):
    kit = find_kit("youscout", ())
    proof = find_proof(kit.games)
    assert proof is not None
    assert list(proof_kit_module._proof_played(kit, proof)) == []
    own = proof_kit_module.as_played

    def upright(card, column, factor, turned):
        return own(card, column, factor, turned=False)

    monkeypatch.setattr(proof_kit_module, "as_played", upright)
    found = list(proof_kit_module._proof_played(kit, proof))
    assert {each.code for each in found} == {"played"}
    assert all("turned" in each.subject for each in found)
