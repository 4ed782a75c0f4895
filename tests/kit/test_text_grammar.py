"""What braces mean in a text: every form of the grammar, and that what is printed is what the grammar says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.errors import InputError
from printkit.kit.markup import DEEPEST, Piece, filled, names, parse, written

VALUES = {"cost": "7", "debt": "-3", "none": "0", "one": "1", "empty": "", "off": "false", "kind": "fox"}


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Costs {cost}.", "Costs 7."),
        ("{cost:02} {cost:+} {debt:+} {none:+} {one:03}", "07 +7 −3 ±0 001"),
        ("{empty:02}|", "|"),
        ("{one|card|cards} {cost|card|cards}", "card cards"),
        ("{cost|{kind} one|{cost} {kind}s}", "7 foxs"),
        ("{empty?Pay {cost}|Free}{cost?!}", "Free!"),
        ("{off?set|unset}{none?zero is a number}", "unsetzero is a number"),
        ("{漢字|かんじ}{cost}", "漢字7"),
        ("{icon:{kind}} {red:{icon:coin} {cost}}", "{icon:fox} {red:{icon:coin} 7}"),
        ("{bold:a {italic:b}}", "{bold:a {italic:b}}"),
        ("{red:02}", "{red:02}"),
        ("{T}: {Add {cost}} } {", "{T}: {Add 7} } {"),
        ("{cost?a|b|c} {cost|a}", "{cost?a|b|c} cost"),
        ("{empty?{unknown}}", ""),
    ],
)
def test_braces_print_as(text, printed):
    assert filled(text, VALUES) == printed


@pytest.mark.parametrize("text", ["{price}", "{price?a|b}", "{price|a|b}", "{red:{price}}"])
def test_a_name_nobody_gives_a_value_is_an_error_and_stays_where_it_may_come_later(text):
    with pytest.raises(InputError, match=r"unknown variable \{price\}"):
        filled(text, VALUES)
    assert names(text) == ("price",)
    assert filled(text, VALUES, partly=True) == text


def test_only_whole_numbers_have_digits_and_signs():
    with pytest.raises(InputError, match="kind is 'fox', no whole number"):
        filled("{kind:02}", VALUES)


WORDS = st.text(alphabet="ab {}|?:x漢\n\\*<", max_size=40)


@given(WORDS)
def test_any_text_reads_as_itself(text):
    assert written(parse(text)) == text


NAMES = st.sampled_from(sorted(VALUES))
PLAIN = st.text(alphabet="abc <>*\n漢", min_size=1, max_size=6)


def _texts(inner):
    """Texts in pairs: as they are written, and as they have to print."""
    pair = st.tuples(inner, inner)
    return st.one_of(
        NAMES.map(lambda name: (f"{{{name}}}", VALUES[name])),
        st.tuples(NAMES, pair).map(
            lambda it: (f"{{{it[0]}|{it[1][0][0]}|{it[1][1][0]}}}", it[1][VALUES[it[0]] != "1"][1])
        ),
        st.tuples(NAMES, pair).map(
            lambda it: (
                f"{{{it[0]}?{it[1][0][0]}|{it[1][1][0]}}}",
                it[1][VALUES[it[0]] in ("", "false")][1],
            )
        ),
        inner.map(lambda it: (f"{{red:{it[0]}}}", f"{{red:{it[1]}}}")),
        pair.map(lambda it: (it[0][0] + it[1][0], it[0][1] + it[1][1])),
    )


@given(st.recursive(PLAIN.map(lambda text: (text, text)), _texts, max_leaves=8))
def test_what_prints_is_what_the_grammar_says(pair):
    text, printed = pair
    assert filled(text, VALUES) == printed


def test_braces_in_braces_without_end_are_characters():
    deep = "{a:" * 5000 + "x" + "}" * 5000
    assert written(parse(deep)) == deep
    assert parse("{a:" * 5000) == (Piece("text", "{a:" * 5000),)
    assert DEEPEST < 100
