"""Texts: flat keys, ruby, variables."""

from __future__ import annotations

import pytest

from printkit.kit.text import fill, flatten, plain, ruby, variables_of


def test_tables_become_dotted_keys() -> None:
    texts, problems = flatten({"card": {"one": {"name": "一"}}, "kit": {"title": "小"}}, "text.ja.toml")
    assert texts == {"card.one.name": "一", "kit.title": "小"}
    assert problems == []


def test_ruby_is_read_and_left_out() -> None:
    text = "{易|えき}を{双六|すごろく}で"
    assert plain(text) == "易を双六で"
    assert ruby(text) == (("易", "えき"), ("を", ""), ("双六", "すごろく"), ("で", ""))


def test_variables_are_filled() -> None:
    assert (
        fill("table ×{influence}, {terminals} times", {"influence": "1.5", "terminals": "3"})
        == "table ×1.5, 3 times"
    )


def test_ruby_is_no_variable() -> None:
    assert variables_of("{易|えき} {influence}") == ("influence",)


def test_a_variable_without_a_value_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        fill("{terminals}", {})
