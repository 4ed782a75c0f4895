"""Texts: flat keys, ruby, variables."""

from __future__ import annotations

from pathlib import Path

import pytest

from printkit.errors import InputError
from printkit.kit.text import fill, fill_slots, flatten, plain, ruby, variables_of


def test_tables_become_dotted_keys():
    texts, problems = flatten({"card": {"one": {"name": "一"}}, "kit": {"title": "小"}}, "text.ja.toml")
    assert texts == {"card.one.name": "一", "kit.title": "小"}
    assert problems == []


def test_ruby_is_read_and_left_out():
    text = "{易|えき}を{双六|すごろく}で"
    assert plain(text) == "易を双六で"
    assert ruby(text) == (("易", "えき"), ("を", ""), ("双六", "すごろく"), ("で", ""))


def test_variables_are_filled():
    assert (
        fill("table ×{influence}, {terminals} times", {"influence": "1.5", "terminals": "3"})
        == "table ×1.5, 3 times"
    )


def test_ruby_is_no_variable():
    assert variables_of("{易|えき} {influence}") == ("influence",)


def test_a_variable_without_a_value_is_an_error():
    with pytest.raises(InputError, match="unknown variable"):
        fill("{terminals}", {})


@pytest.mark.parametrize(
    ("number", "said"), [("1", "1 card is left"), ("0", "0 cards are left"), ("2", "2 cards are left")]
)
def test_r25_a_plural_goes_by_its_number(number, said):
    text = "{hand} {hand|card is|cards are} left"
    assert flatten({"a": text}, "text.en.toml")[1] == []
    assert variables_of(text) == ("hand", "hand")
    assert fill(text, {"hand": number}) == said


def test_r25_a_plural_may_go_by_a_word_in_angle_brackets():
    text = "{易|えき}: <count> {count|card|cards} {hand|of one|of all}"
    assert variables_of(text) == ("hand",)
    filled = fill(text, {"hand": "1"})
    for count, said in (("1", "易: 1 card of one"), ("3", "易: 3 cards of one")):
        assert fill_slots(filled, {"count": count}, file=Path("text.en.toml"), key="a") == said


def test_r25_a_plural_of_a_number_nobody_gives_is_an_error():
    with pytest.raises(InputError, match="unknown variable"):
        fill("{hands|card|cards}", {})
