"""The small Markdown of rule books: every block it knows, and every error with its line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.errors import InputError
from printkit.kit.markdown import Figure, Heading, Item, Paragraph, Run, Table, parse_markdown, plain_text


def test_every_block_is_read_with_its_line():
    text = (
        "# Title {#top}\n\nWords\nmore.\n\n4.1. A **rule**.\n- point\n  on\n\n"
        "| a | b |\n|---|---|\n| 1 | [2](#4.1) |\n\n![under](name)"
    )
    heading, paragraph, rule, point, table, figure = parse_markdown(text, "rules.en.md")
    assert heading == Heading(1, (Run("Title"),), "top", 1)
    assert paragraph == Paragraph("", (Run("Words more."),), 3)
    assert isinstance(rule, Paragraph)
    assert (rule.number, rule.runs[1]) == ("4.1", Run("rule", bold=True))
    assert isinstance(point, Item)
    assert plain_text(point.runs) == "point on"
    assert isinstance(table, Table)
    assert table.rows[0][1] == (Run("2", link="#4.1"),)
    assert figure == Figure("name", (Run("under"),), 14)


def test_ruby_is_kept_and_japanese_lines_join_without_a_blank():
    (block,) = parse_markdown("{漢字|かんじ}を\n読む。", "rules.ja.md")
    assert isinstance(block, Paragraph)
    assert block.runs == (Run("漢字", ruby="かんじ"), Run("を読む。"))


def test_bold_needs_no_blank_beside_japanese_brackets():
    (block,) = parse_markdown("これは**「太字」**です。", "rules.ja.md")
    assert isinstance(block, Paragraph)
    assert block.runs == (Run("これは"), Run("「太字」", bold=True), Run("です。"))


def test_bold_holds_readings_and_links():
    (block,) = parse_markdown("**{札|ふだ}[x](https://a.b)**", "rules.ja.md")
    assert isinstance(block, Paragraph)
    assert block.runs == (
        Run("札", bold=True, ruby="ふだ"),
        Run("x", bold=True, link="https://a.b"),
    )


def test_the_bar_of_a_reading_separates_no_cells():
    (table,) = parse_markdown("| {札|ふだ} | b |\n|---|---|\n| 1 | {山|やま} |", "rules.ja.md")
    assert isinstance(table, Table)
    assert table.head[0] == (Run("札", ruby="ふだ"),)
    assert table.rows[0][1] == (Run("山", ruby="やま"),)


def test_a_number_alone_makes_a_paragraph_as_a_long_one_does():
    one, long, plain = parse_markdown("4. **One** rule.\n\n4.1.2. Words.\n\n4 words.", "rules.en.md")
    assert one == Paragraph("4", (Run("One", bold=True), Run(" rule.")), 1)
    assert long == Paragraph("4.1.2", (Run("Words."),), 3)
    assert plain == Paragraph("", (Run("4 words."),), 5)


@given(st.text(st.sampled_from("ab字 \n\t#-*+|!()[]{}.1>`:\\<&_~=\x00\x1f\u2028"), max_size=60))
def test_any_text_is_read_or_refused(text):
    files: list[str] = []
    try:
        blocks = parse_markdown(text, "x.md")
    except InputError as error:
        blocks, files = (), [problem.file for problem in error.problems]
    assert bool(blocks) != bool(files)
    assert all(file.startswith("x.md:") for file in files)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("words\n\n**open", 3, "is unmatched"),
        ("a {brace", 1, "is unmatched"),
        ("#no blank", 1, "not a heading"),
        ("#### deep", 1, "not a heading"),
        ("\n![no end", 2, "not a picture"),
        ("- point\n![words](name)", 1, "not a picture"),
        ("words ![words](name) words", 1, "not a picture"),
        ("![words](No Name)", 1, "not a picture"),
        ("* words", 1, "'*' begins no point"),
        ("4) words", 1, "'4)' begins no point"),
        ("[words](name)", 1, "'name' is not a link"),
        ("{漢字|かんじ", 1, "is unmatched"),
        ("| a | b |\n|---|---|\n| 1 |", 3, "1 cells in a table of 2"),
        ("| a |\n| b |", 1, "a table needs"),
        ("[there](#nowhere)", 1, "the link '#nowhere' has no target"),
        ("1.1. one\n\n1.1. two", 3, "is defined twice"),
        ("", 1, "empty"),
    ],
)
def test_every_error_names_file_and_line(text, line, words):
    with pytest.raises(InputError) as caught:
        parse_markdown(text, "rules.ja.md")
    (problem,) = caught.value.problems
    assert problem.file == f"rules.ja.md:{line}"
    assert words in problem.message


@pytest.mark.parametrize(
    ("below", "cell", "bars"),
    [("---:", "31.7", True), ("---:", "–", True), ("---", "31.7", False), ("---:", "about 3", False)],
)
def test_figures_set_to_the_right_have_bars(below, cell, bars):
    (table,) = parse_markdown(f"| | a | b |\n|---|{below}|{below}|\n| x | {cell} | 40 |", "rules.en.md")
    assert isinstance(table, Table)
    assert table.bars == bars
