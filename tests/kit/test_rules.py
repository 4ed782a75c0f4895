"""rules.toml: words become rows, and every mistake in them is reported with its place, all together."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from printkit.kit.rules import (
    Outcome,
    Term,
    load_rules,
    outcome_text,
    parse_outcome,
    parse_term,
    term_text,
)

FILE = Path(__file__).resolve().parents[2] / "templates/youscout/rules.toml"

GOOD: dict[str, Any] = {
    "game": "youscout",
    "card": "rule-upper",
    "suit": "cup",
    "move": "forward",
    "text": "rule.upper.cup",
    "greater": ["card", "cup left here"],
    "than": ["wand left forward"],
    "both": ["card > pile across"],
}


def problems_of(**changes):
    """What is wrong with the good row after these changes; None takes a key away."""
    row = {key: value for key, value in {**GOOD, **changes}.items() if value is not None}
    rows, problems = load_rules({"row": [row]}, "rules.toml")
    assert not (rows and problems)
    return list(problems)


def test_the_good_row_is_good():
    assert problems_of() == []


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("card", Term("card")),
        ("sword left here", Term("number", "here", "sword", "left")),
        ("coin right backward", Term("number", "backward", "coin", "right")),
        ("max across", Term("max", "across")),
        ("sum Co", Term("sum", "Co")),
        ("spent here", Term("spent", "here")),
        ("max across else coin left", Term("backing", "across", "coin", "left")),
    ],
)
def test_terms_are_read_and_written_back(text, term):
    assert parse_term(text) == term
    assert term_text(term) == text


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("card > Sw", Outcome("yes", "card", None, "Sw")),
        ("card > pile across", Outcome("yes", "card", None, "pile", "across")),
        ("max here > pile forward, 6 > Co", Outcome("yes", "max", "here", "pile", "forward", (6, "Co"))),
        ("all Sw > D", Outcome("yes", "all", "Sw", "D")),
        ("spent here > D", Outcome("yes", "spent", "here", "D")),
    ],
)
def test_outcomes_are_read_and_written_back(text, outcome):
    assert parse_outcome("yes", text) == outcome
    assert outcome_text(outcome) == text


@pytest.mark.parametrize(
    "text", ["", "Card", "sword here", "sword left Sw", "max", "max middle", "card here"]
)
def test_other_words_are_no_term(text):
    with pytest.raises(ValueError, match="is not a term"):
        parse_term(text)


@pytest.mark.parametrize(
    "text", ["", "card", "card > pile", "card > D here", "max > D", "card > X", "card > D, 7 > Co"]
)
def test_other_words_are_no_outcome(text):
    with pytest.raises(ValueError, match="is not an outcome"):
        parse_outcome("yes", text)


def test_the_kit_s_own_file_reads_and_writes_back_whole():
    table = tomllib.loads(FILE.read_text(encoding="utf-8"))
    rows, problems = load_rules(table, "rules.toml")
    assert problems == ()
    assert len(rows) == len(table["row"]) == 24
    for row, entry in zip(rows, table["row"], strict=True):
        assert [term_text(term) for term in row.greater] == entry.get("greater", [])
        assert [term_text(term) for term in row.than] == entry.get("than", [])
        keys = {"both": "both", "yes": "yes", "move_outcomes": "move", "stay_outcomes": "stay", "no": "no"}
        for key, when in keys.items():
            stated = [outcome_text(outcome) for outcome in row.outcomes if outcome.when == when]
            assert stated == entry.get(key, [])


WRONG: list[tuple[dict[str, Any], str, str, str]] = [
    # changes, key, message, hint
    ({"sut": "cup"}, "row 1.sut", "unknown key", "did you mean 'suit'?"),
    ({"card": None}, "row 1.card", "the key is missing", ""),
    ({"text": 7}, "row 1.text", "7: input should be a valid string", ""),
    (
        {"move": "foreward"},
        "row 1.move",
        "'foreward': input should be 'forward', 'backward', 'across' or 'stay'",
        "did you mean 'forward'?",
    ),
    ({"needs": "Sw"}, "row 1.needs", "'Sw': input should be 'here', 'forward', 'backward' or 'across'", ""),
    ({"greater": ["cad", "card"]}, "row 1.greater[1]", "'cad' is not a term", "write card,"),
    ({"than": ["card", "wand left"]}, "row 1.than[2]", "'wand left' is not a term", "write card,"),
    ({"than": [3]}, "row 1.than[1]", "3 is not a text", "quotes"),
    ({"than": "card"}, "row 1.than", "'card': input should be a list", ""),
    ({"both": ["card > table"]}, "row 1.both[1]", "'card > table' is not an outcome", "write card|max PLACE"),
    ({"than": None}, "row 1.than", "a comparison needs both sides", ""),
    ({"greater": None}, "row 1.greater", "a comparison needs both sides", ""),
    ({"move": "stay"}, "row 1.move", "a comparison has no effect where the token stays", "leave out"),
    ({"game": None}, "row 1.game", "the key is missing", ""),
    ({"equal": "always"}, "row 1.equal", "'always': string should match pattern", ""),
    ({"equal": "a=b", "greater": None, "than": None}, "row 1.equal", "no comparison to be equal", ""),
    ({"greater": ["max Sw else cup left"]}, "row 1.greater[1]", "is not a term", ""),
    ({"both": None}, "row 1.both", "the row does not say where the card goes", ""),
    ({"both": None, "move_outcomes": ["card > D"]}, "row 1.move_outcomes", "a choice needs", ""),
    (
        {"yes": ["card > D"], "move_outcomes": ["card > D"], "stay_outcomes": ["card > D"]},
        "row 1.yes",
        "a row has either yes or a choice",
        "",
    ),
    (
        {"greater": None, "than": None, "move": "stay", "no": ["card > D"]},
        "row 1.greater",
        "outcomes depend on a comparison that is missing",
        "both",
    ),
]


@pytest.mark.parametrize(("changes", "key", "message", "hint"), WRONG)
def test_what_is_wrong_is_reported_with_its_place(changes, key, message, hint):
    (problem,) = [problem for problem in problems_of(**changes) if problem.key == key]
    assert problem.file == "rules.toml"
    assert message in problem.message
    assert hint in problem.hint


def test_all_problems_come_together_and_good_rows_stay():
    bad = {**GOOD, "suit": "coin", "greater": ["x"], "colour": "red"}
    rows, problems = load_rules({"row": [GOOD, bad], "rows": []}, "rules.toml")
    assert [row.suit for row in rows] == ["cup"]
    assert [problem.key for problem in problems] == ["rows", "row 2.greater[1]", "row 2.colour"]


def test_a_suit_has_one_row_a_card():
    rows, (problem,) = load_rules({"row": [GOOD, GOOD]}, "rules.toml")
    assert len(rows) == 1
    assert (problem.key, problem.hint) == ("row 2.suit", "see row 1")


@pytest.mark.parametrize("rows", ["cup", 3, {"card": "rule-upper"}, ["cup"]])
def test_rows_are_tables(rows):
    found, (problem,) = load_rules({"row": rows}, "rules.toml")
    assert found == ()
    assert problem.key == "row"
