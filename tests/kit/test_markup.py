"""What of Markdown the texts of cards may have, icons and coloured words."""

from __future__ import annotations

import pytest

from printkit.kit.markup import Style, parse_text
from printkit.kit.text import expanded, plain

BOLD, ITALIC = Style(bold=True), Style(italic=True)


def shown(text, markup="full"):
    """Each paragraph as letters: `|` for one set apart, its sign, `<b …>` and `<icon>` pieces."""
    return [_shown(paragraph) for paragraph in parse_text(text, markup)]


def _shown(paragraph):
    head = "|" * paragraph.apart + f"{paragraph.sign} " * bool(paragraph.sign)
    return head + "".join(_piece(text, style) for text, style in paragraph.pieces)


def _piece(text, style):
    if style.icon:
        return f"<{style.icon}>"
    marks = "b" * style.bold + "i" * style.italic + style.ink
    return f"<{marks} {text}>" if marks else text


@pytest.mark.parametrize(
    ("text", "markup", "wanted"),
    [
        ("Pay {icon:coin}{icon:coin}.\nStop.", "plain", ["Pay <coin><coin>.", "Stop."]),
        ("a\n\nb\nc", "plain", ["a", "|b", "c"]),
        ("# of 2*3*4 ____ **so**", "plain", ["# of 2*3*4 ____ **so**"]),
        ("gains **2** and *one*", "inline", ["gains <b 2> and <i one>"]),
        ("**bold *and* more**", "inline", ["<b bold ><bi and><b  more>"]),
        ("+ 2 coins\n1. first", "inline", ["+ 2 coins", "1. first"]),
        ("____\n# of players", "full", ["____", "# of players"]),
        ("<b>x</b> [a](b)", "full", ["<b>x</b> [a](b)"]),
        ("1. Draw.\n\n2. Play.", "full", ["1. Draw.", "2. Play."]),
        ("First:\n- a\n- b\n\nLast", "full", ["First:", "• a", "• b", "|Last"]),
        ("3. c\n4. d", "full", ["3. c", "4. d"]),
        (r"2\*3\*4", "inline", ["2*3*4"]),
        ("{red:three {icon:fox} or **more**} now", "inline", ["<red three ><fox><red  or ><bred more> now"]),
        ("{red:a\n\nb} c", "full", ["<red a>", "|b c"]),
        ("", "full", []),
    ],
)
def test_texts_are_read_as(text, markup, wanted):
    assert shown(text, markup) == wanted


def test_a_kits_signs_stand_for_icons_the_longest_first():
    signs = {"[c]": "{icon:coin}", "[c][c]": "{icon:purse}", "{fox}": "{icon:fox}"}
    assert expanded("[c][c][c] {fox} at 10:30:00", signs) == "{icon:purse}{icon:coin} {icon:fox} at 10:30:00"
    assert expanded("none", signs) == "none"


def test_the_plain_text_has_no_marks():
    assert plain("Pay {icon:coin} {red:or {icon:fox} more} {漢字|かんじ}") == "Pay  or  more 漢字"
