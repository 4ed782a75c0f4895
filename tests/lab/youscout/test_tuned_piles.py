"""Pile rules in a kit: every sentence and row that a variant changes is in the usual kit, and is then proved."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from itertools import product

import pytest

from printkit.games.youscout.rules import PILE_OPTIONS
from printkit.kit.edition import read_tuned
from printkit.kit.find import find_kit
from printkit.kit.rules import load_rules
from printkit.lab.youscout.jobs.tuned_words import FirstGame, Variant, tuned_rows, tuned_texts
from printkit.paths import templates_dir
from printkit.preflight.proof_kit import prove_kit_rules

CHANGED = [(option.key, value) for option in PILE_OPTIONS for value in option.allowed.split("|")[1:]]


TUNED = read_tuned(templates_dir() / "youscout")
FIRST = FirstGame(("14", "3r", "17r", "12r", "20", "2"), 5, 6)


def pile_words(language, options):
    """The texts that change in the rule book of a kit under these options, beside those of every variant."""
    text = {each.language: each for each in tuned_texts(TUNED)}[language]
    words, plain = (
        list(text.changes("rules", Variant(chosen, ("2", "5"), FIRST, {}, 6))) for chosen in (options, {})
    )
    return [each for each in words if each not in plain]


def text_of(name):
    return (templates_dir() / "youscout" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("key", "value"), CHANGED)
def test_every_value_changes_one_sentence_of_the_rule_book(language, key, value):
    ((old, new),) = pile_words(language, {key: value})
    assert text_of(f"rules.{language}.md").count(old) == 1
    assert old != new


def test_where_all_is_usual_nothing_changes():
    usual = {option.key: option.usual for option in PILE_OPTIONS}
    assert not list(pile_words("en", usual))
    assert tuned_rows(TUNED, text_of("rules.toml"), usual) == text_of("rules.toml")


def findings(rows, options):
    read, problems = load_rules(tomllib.loads(rows), "rules.toml")
    assert not problems
    kit = replace(find_kit("youscout"), rules=tuple(row for row in read if row.game == "youscout"))
    return len(prove_kit_rules(kit, {"youscout": options}, positions=60))


@pytest.mark.parametrize(("key", "value"), CHANGED)
def test_the_changed_row_is_proved_and_the_usual_one_is_found_wrong(key, value):
    options = (f"{key}={value}",)
    assert findings(tuned_rows(TUNED, text_of("rules.toml"), {key: value}), options) == 0
    assert findings(text_of("rules.toml"), options) == 1


def test_all_values_together_are_proved():
    for values in list(product(*(option.allowed.split("|") for option in PILE_OPTIONS)))[::17]:
        agreed = dict(zip((option.key for option in PILE_OPTIONS), values, strict=True))
        options = tuple(f"{key}={value}" for key, value in agreed.items())
        assert findings(tuned_rows(TUNED, text_of("rules.toml"), agreed), options) == 0


def test_a_row_that_is_not_there_is_named():
    with pytest.raises(LookupError, match="rule-upper for sword"):
        tuned_rows(TUNED, "", {"upper-sword-card": "stays"})
