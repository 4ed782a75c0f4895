"""Texts of any length: the work grows as the text does, not with its square (H13)."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from printkit.compose.text.bidi import levels
from printkit.compose.text.flow import FlowStyle, flow_lines
from printkit.compose.text.paragraphs import break_lines, phrases
from printkit.compose.text.rich_text import Icon, RichStyle, Setting, set_rich
from printkit.compose.text.typesetting import TextStyle
from printkit.errors import InputError
from printkit.geometry import Rect
from printkit.kit.markdown import Run, parse_markdown
from printkit.kit.markup import parse_text
from printkit.kit.text import plain
from printkit.scene.inks import BLACK

FONT = "zen-kaku-gothic-new-bold"
STYLE = TextStyle(FONT, 3.0)
FLOW = FlowStyle(STYLE, STYLE, 1.4, STYLE)
SHORT = 400


def lines(language):
    return lambda text: break_lines(text, STYLE, 60.0, language)


def justified(text):
    return flow_lines([Run(text)], FLOW, 60.0)


def rich(language):
    style = RichStyle(
        lambda bold, italic: FONT, BLACK, lambda ink: BLACK, lambda icon: Icon((), Rect(0, 0, 1, 1)), language
    )
    room = Setting(Rect(0, 0, 60, 1e6), 3.0, 3.0, 1.4)
    return lambda text: set_rich([(style, parse_text(text, "full"))], room)


def repeated(unit):
    return lambda length: unit * (length // len(unit))


def nested(begin, end):
    return lambda length: (
        begin * (length // (len(begin) + len(end))) + "א" + end * (length // (len(begin) + len(end)))
    )


JAPANESE = repeated("コマは好きな爻に置く。上卦なら「愚者」を、")
ENGLISH = repeated("The token may start (nearly) anywhere. ")
TEXTS: dict[str, tuple[Callable[[str], object], Callable[[int], str]]] = {
    "Japanese, justified": (justified, JAPANESE),
    "Japanese, ragged": (lines("ja"), JAPANESE),
    "Japanese, on cards": (rich("ja"), JAPANESE),
    "English, justified": (justified, ENGLISH),
    "English, ragged": (lines("en"), ENGLISH),
    "English, on cards": (rich("en"), ENGLISH),
    "one letter after another, justified": (justified, repeated("あ")),
    "a word without end": (lines("en"), repeated("supercalifragilistic")),
    "what never begins a line": (lines("ja"), repeated("。")),
    "blanks": (lambda text: phrases(text, "en"), repeated(" ")),
    "blanks between words": (justified, repeated("a         ")),
    "words from the right": (levels, repeated("שלום (עולם) abc [x] 12 ")),
    "isolates beside each other": (levels, repeated("\u2067א (x)\u2069 ")),
    "isolates in each other": (levels, nested("\u2068", "\u2069")),
    "brackets in each other": (levels, nested("(", ")")),
    "coloured words in each other": (plain, nested("{red:", "}")),
    "coloured words in each other, on cards": (lambda text: parse_text(text, "plain"), nested("{red:", "}")),
    "many icons": (lambda text: parse_text(text, "plain"), repeated("{icon:coin} ")),
    "stars": (lambda text: parse_text(text, "full"), repeated("*a **b")),
    "a paragraph of a leaflet": (lambda text: parse_markdown(text, "rules.en.md"), ENGLISH),
    "a table of a leaflet": (
        lambda text: parse_markdown("| a | b |\n|---|---|\n" + text, "rules.en.md"),
        repeated("| c | d |\n"),
    ),
}


def work(job, text):
    """How many instructions of Python's a job takes."""
    count = 0

    def traced(frame, event, _):
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode"
        return traced

    before = sys.gettrace()
    sys.settrace(traced)
    try:
        job(text)
    except InputError:
        # A text may be too long for its place, but is not looked at for ever.
        pass
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("name", TEXTS)
def test_h13_the_work_grows_as_the_text_does(name):
    job, text = TEXTS[name]
    # What is read once, fonts and dictionaries, counts for no text.
    work(job, text(SHORT // 2))
    short, middle, long = (work(job, text(length)) for length in (SHORT, 2 * SHORT, 4 * SHORT))
    # What is twice as much for a text twice as long is four times as much where it grows with the square.
    assert long - middle < 2.6 * (middle - short) + 2000
