"""The small Markdown of rule books: every block it knows, and every error with its line."""

from __future__ import annotations

import pytest

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


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("words\n\n**open", 3, "stands alone"),
        ("a {brace", 1, "stands alone"),
        ("#no blank", 1, "no heading"),
        ("#### deep", 1, "no heading"),
        ("\n![no end", 2, "no picture"),
        ("| a | b |\n|---|---|\n| 1 |", 3, "1 cells in a table of 2"),
        ("| a |\n| b |", 1, "a table needs"),
        ("[there](#nowhere)", 1, "no place '#nowhere'"),
        ("1.1. one\n\n1.1. two", 3, "is there twice"),
        ("", 1, "empty"),
    ],
)
def test_every_error_names_file_and_line(text, line, words):
    with pytest.raises(InputError) as caught:
        parse_markdown(text, "rules.ja.md")
    (problem,) = caught.value.problems
    assert problem.file == f"rules.ja.md:{line}"
    assert words in problem.message
