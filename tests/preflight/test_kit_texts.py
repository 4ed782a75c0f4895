"""What texts of a kit state of the rules is held to them: each kind of mistake is found, other words are not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from printkit.games.proof import find_proof
from printkit.games.youscout.proof import TABLE
from printkit.kit.find import find_kit
from printkit.kit.load import load_kit
from printkit.paths import templates_dir
from printkit.preflight.kit_data import prove_kit_data, prove_kit_texts
from printkit.preflight.proof_kit import prove_contents, prove_facts
from printkit.sheets.model import find_paper
from tests.tiny_kit import spoil


def copied(kit, folder):
    return Path(shutil.copytree(templates_dir() / kit, folder / kit))


def found(folder):
    kit = load_kit(folder, ())
    proof = find_proof(kit.games)
    assert proof is not None
    assert proof.table is not None
    findings = (*prove_kit_texts(kit, proof.table), *prove_contents(kit), *prove_facts(kit))
    return {(each.code, each.subject) for each in findings}


def test_the_check_of_a_kit_reads_its_texts(tmp_path):
    folder = copied("tottarot", tmp_path)
    spoil(folder, "text.en.toml", 'item-will = "', 'item-will = "20 ')
    assert [each.subject for each in prove_kit_data(load_kit(folder, ()), find_paper)] == ["box.item-will"]


# Kit, language, what is replaced, by what, and the finding.
SPOILT = {
    "order": ("youscout", "en", "Forward 1→2→3", "Forward 1→3→2", ("number", "start.ways")),
    "pairs": ("youscout", "ja", "応は1–4・2–5", "応は1–5・2–4", ("number", "start.ways")),
    "places": ("youscout", "en", '"on 4 5 6"', '"on 4 5 3"', ("number", "start.upper-places")),
    "a range": ("youscout", "en", "On 4–6 shuffle", "On 4–5 shuffle", ("number", "start.set-up")),
    "terminals": ("youscout", "ja", "13を小アルカナ", "12を小アルカナ", ("number", "start.set-up")),
    "Justice and Strength": (
        "youscout", "en", "Replace 8 by 11", "Replace 9 by 11", ("number", "start.set-up"),
    ),
    "terminal of a rule card": (
        "youscout", "en", "the {terminals-ordinal-en} 13 ends it; win on {lower-wins-en}.",
        "the {terminals-ordinal-en} 0 ends it; win on {lower-wins-en}.", ("number", "rule.lower.foot"),
    ),
    "wins of the other trigram": (
        "youscout", "ja", 'lower-win = "{lower-wins-ja}', 'lower-win = "{upper-wins-ja}',
        ("word", "start.lower-win"),
    ),
    "a way": ("youscout", "en", '"Go across"', '"Go forward"', ("word", "start.across")),
    "a way of a suit": ("youscout", "ja", '"ワンドは応へ"', '"ワンドは逆へ"', ("word", "rule.upper.wand")),
    "stay": ("youscout", "ja", '"順へ進む"', '"とどまる"', ("word", "start.forward")),
    "pile of a note": (
        "youscout", "en", '"card to pile across"', '"card to pile here"', ("word", "start.forward-note"),
    ),
    "here and there": ("youscout", "ja", 'there = "先"', 'there = "ここ"', ("word", "start.there")),
    "won and lost": ("youscout", "en", "<there>, lost:", "<there>, won:", ("word", "start.turn-lost")),
    "trigram of a title": (
        "youscout", "en", 'title = "Lower trigram"', 'title = "Upper trigram"', ("word", "rule.lower.title"),
    ),
    "goal of puzzles": (
        "youscout", "en", '"13 ends it; win on {lower', '"0 ends it; win on {lower',
        ("number", "puzzles.goal-lower"),
    ),
    "cards in the box": ("youscout", "ja", '"タロットカード"', '"タロットカード80枚"', ("number", "box.item-cards")),
    "tokens in the box": ("tottarot", "en", 'item-will = "', 'item-will = "20 ', ("number", "box.item-will")),
}  # fmt: skip


@pytest.mark.parametrize(("kit", "language", "old", "new", "finding"), SPOILT.values(), ids=SPOILT)
def test_a_text_that_contradicts_the_rules_is_found(kit, language, old, new, finding, tmp_path):
    folder = copied(kit, tmp_path)
    spoil(folder, f"text.{language}.toml", old, new)
    assert found(folder) == {finding}


def test_where_suits_lead_is_what_the_rule_rows_do():
    """The rows of rules.toml are proved by playing them; the words are held to the same moves."""
    words = {
        key: own["en"] for group in TABLE.phrases for key, own in group.items() if key.startswith("rule.")
    }
    rows = {
        f"rule.{row.card.removeprefix('rule-')}.{row.suit}": row.move
        for row in find_kit("youscout", ()).rules
        if row.game == "youscout"
    }
    assert len(rows) == 8
    assert {key: words[key] for key in rows} == rows


OTHER_WORDS = {
    "places one by one": ("On 4–6 shuffle", "On 4, 5 or 6 shuffle"),
    "a number once more": ("Go on card by card until 0 or 13 comes.", "Until 0 or 13 comes, draw; 0 and 13 end it."),
    "words of one's own": ('"Go across"', '"Jump to the other side"'),
    "its own word and another": ('"Go forward"', '"Go forward, never across"'),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new"), OTHER_WORDS.values(), ids=OTHER_WORDS)
def test_other_words_are_no_mistake(old, new, tmp_path):
    folder = copied("youscout", tmp_path)
    spoil(folder, "text.en.toml", old, new)
    assert found(folder) == set()


def test_what_a_box_counts_is_there(tmp_path):
    folder = copied("tottarot", tmp_path)
    spoil(folder, "box.toml", '["victory"]', '["glory"]')
    assert found(folder) == {("name", "items[3].count")}


def test_a_box_counts_and_its_texts_do_not(tmp_path):
    folder = copied("tottarot", tmp_path)
    spoil(folder, "text.en.toml", 'item-will = "', 'item-will = "29 ')
    assert found(folder) == {("number", "box.item-will")}


@pytest.mark.parametrize(("one", "other"), [("cards", "will"), ("cards", "victory"), ("victory", "guide")])
def test_names_exchanged_on_a_box_are_found_by_the_strips(one, other, tmp_path):
    folder = copied("tottarot", tmp_path)
    names = find_kit("tottarot").texts["en"]
    first, second = (names[f"box.item-{each}"] for each in (one, other))
    spoil(folder, "text.en.toml", f'item-{one} = "{first}"', f'item-{one} = "{second}"')
    spoil(folder, "text.en.toml", f'item-{other} = "{second}"', f'item-{other} = "{first}"')
    steps = {"cards": "strip.box.1", "will": "strip.box.2", "victory": "strip.box.4"}
    assert found(folder) == {("word", steps[each]) for each in (one, other) if each in steps}


def test_a_step_may_speak_of_other_things(tmp_path):
    """Only a head that is a number and a name says what the things are called."""
    folder = copied("tottarot", tmp_path)
    spoil(folder, "text.en.toml", '"8 victory tokens\\ntwo win"', '"For 8 tokens\\nor fate cards you win"')
    spoil(folder, "text.en.toml", '"21 fate cards\\nseven kinds"', '"Lay 21 beside the will tokens"')
    assert found(folder) == set()


@pytest.mark.parametrize(
    ("kit", "key", "right", "wrong"),
    [
        ("linked-ships", "players", "[2, 4]", "[2, 5]"),
        ("cetkaik", "players", "[2, 2]", "[1, 2]"),
        ("tottarot", "minutes", "[20, 40]", "[20, 45]"),
    ],
)
def test_a_kit_is_for_as_many_as_its_games_seat_and_as_long_as_they_take(kit, key, right, wrong, tmp_path):
    folder = copied(kit, tmp_path)
    assert list(prove_facts(load_kit(folder, ()))) == []
    spoil(folder, "kit.toml", f"{key} = {right}", f"{key} = {wrong}")
    assert [(each.code, each.subject) for each in prove_facts(load_kit(folder, ()))] == [
        ("number", f"facts.{key}")
    ]
