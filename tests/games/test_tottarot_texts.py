"""The rule text of Tottarot agrees with the engine that cites it; what is printed is what is played."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from printkit.errors import InputError
from printkit.games.find import find_module, printed_words
from printkit.games.tottarot.rules import FATES, RECONSTRUCTED, SIGNS, fates_of
from printkit.games.zones import signed
from printkit.kit.find import find_deck, find_kit
from tests.games.tottarot_plays import after, tottarot

PROOF = find_module("tottarot").proof
ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = (ROOT / "docs/rules/tottarot.md").read_text(encoding="utf-8")
PARAGRAPHS = set(re.findall(r"\*\*§(\d+\.\d+)\*\*", TEXT))


def test_the_text_lists_every_option_with_its_usual_value():
    listed = re.findall(r"^\| `([a-z-]+)` \| `([^`]+)` \|", TEXT, re.M)
    assert listed == [(option.key, option.usual) for option in find_module("tottarot").options]


def test_every_paragraph_can_be_linked_to():
    anchors = re.findall(r'<a id="s(\d+-\d+)"></a>\*\*§(\d+\.\d+)\*\*', TEXT)
    assert len(anchors) == len(set(anchors)) == len(PARAGRAPHS)
    assert all(anchor.replace("-", ".") == number for anchor, number in anchors)


def test_every_paragraph_the_code_cites_is_written():
    files = (ROOT / "printkit/games/tottarot").rglob("*.py")
    cited = {
        number for file in files for number in re.findall(r"§(\d+\.\d+)", file.read_text(encoding="utf-8"))
    }
    assert len(cited) > 12
    assert cited <= PARAGRAPHS


def test_every_paragraph_has_its_own_test():
    files = (ROOT / "tests/games").glob("test_tottarot_*.py")
    tests = "".join(file.read_text(encoding="utf-8") for file in files)
    tested = {".".join(found) for found in re.findall(r"def test_s(\d+)_(\d+)_", tests)}
    assert tested == PARAGRAPHS


def test_the_table_of_the_text_is_the_table_that_is_played():
    rows = re.findall(r"^\| [A-Z][\w ]+ \| `([a-z-]+)` \| (\S+) \| (?:`([a-z-]+)`)? *\|(.*)\|$", TEXT, re.M)
    assert [(kind, points, icon) for kind, points, icon, _ in rows] == [
        (kind, signed(fate.points), fate.icon) for kind, fate in FATES.items()
    ]
    assert {kind for kind, _, _, note in rows if "reconstructed" in note} == RECONSTRUCTED


def test_s1_2_the_points_are_read_with_the_other_sign_on_a_card_turned_about():
    def read(kind, turned):
        return "".join(line.text for line in PROOF.lines(PROOF.cards[kind], turned, {}))

    assert [(read(kind, False), read(kind, True)) for kind in ("sun", "devil", "hermit")] == [
        ("+3", "−3"),
        ("−5", "+5"),
        ("±0", "±0"),
    ]
    assert PROOF.lines({}, False, {}) == ()
    assert PROOF.cards == {
        kind: {"points": points} | ({"icon": icon} if icon else {})
        for kind, (points, icon, _) in FATES.items()
    }
    assert set(PROOF.copies.values()) == {3}
    assert PROOF.free == RECONSTRUCTED
    assert PROOF.wrong({"points": 1, "icon": "heart"})
    assert not PROOF.wrong({"points": 1, "icon": "look"})


def test_what_is_printed_follows_the_options():
    assert printed_words(("tottarot",), ["turns=2"]) == {"highest-token": "3", "turns": "2", "victories": "2"}
    with pytest.raises(InputError):
        printed_words(("tottarot",), ["turns=5"])


def test_the_picture_shows_a_seat_what_lies_on_the_table():
    line = "devil star sun 0 1 3 forgo hanged-man sun star 1 2 0 forgo lovers star sun 3"
    table, game = after(line), tottarot()
    first, second, _, discarded, points = game.picture(table, "A").splitlines()
    assert first == (
        " A         start  fixed: devil'(+5) hanged-man(−1) ·  sum: +4  fate: lovers[A]  laid: 3[A]  held: 2"
    )
    assert second == ">B         fixed: star(+2) ±0 ·  sum: +2  fate: ?[B]  laid: ·  held: 0 3"
    assert discarded == "discarded  sun sun"
    assert points.startswith("points")
    assert "fate: ?[A]  laid: ?[A]  held: 2 3" in game.picture(table, "C")


KIT = ROOT / "templates/tottarot"


def test_the_kits_cards_are_those_of_the_table():
    deck = find_deck("tottarot")
    assert deck is not None
    assert fates_of(deck.cards) == FATES
    marked = {card.entry for card in deck.cards if card.fields.get("reconstructed") is True}
    assert marked == RECONSTRUCTED


def test_the_leaflet_has_the_engines_paragraphs_and_marks_what_is_reconstructed():
    for language, mark in (("ja", "推定復元"), ("en", "reconstructed")):
        text = (KIT / f"rules.{language}.md").read_text(encoding="utf-8")
        numbers = set(re.findall(r"^(\d+\.\d+)\. ", text, re.M))
        assert numbers >= PARAGRAPHS
        assert mark in text
        assert "![](cards)" in text


def test_the_kits_texts_name_every_kind_and_icon_in_both_languages():
    for language in ("ja", "en"):
        texts = tomllib.loads((KIT / f"text.{language}.toml").read_text(encoding="utf-8"))
        assert set(texts["card"]) == {*FATES, "start-ja", "start-en"}
        assert set(texts["suit"]) == set(SIGNS)


def test_the_kit_has_the_parts_the_rules_name():
    kit = find_kit("tottarot", ())
    tokens = {token.id: token for token in kit.tokens}
    wills = [token for token in kit.tokens if token.front.motif == "figure"]
    assert [(int(token.front.figure), token.copies) for token in wills] == [(value, 6) for value in range(5)]
    assert len({(token.back, token.size, token.shape) for token in wills}) == 1
    assert (tokens["victory"].copies, tokens["start"].copies) == (8, 1)
    assert sum(card.copies for card in kit.cards_of("deck")) == 21
    assert {"poker", "tarot"} <= set(kit.sizes)
