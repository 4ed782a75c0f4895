"""Draws the heads of rounds: in black where a game turns, else a tab in outline; those of hands beside their words."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from printkit.compose.books.page_blocks import Told
from printkit.compose.text.titles import even_lines, shrunk
from printkit.compose.text.typesetting import TextStyle, fit_line, line_width, set_line
from printkit.errors import InputError
from printkit.geometry import Rect
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Item, Path
from printkit.scene.shapes import rectangle, segment

__all__ = ["RoundHead", "head_in_black", "head_in_margin", "head_of_hands"]

# How high it is, what is free behind the words of a tab, the line behind one; how narrow words may be, and what is
# between the heading and what turns the game, with the air behind this.
BAR, BEHIND, LINE, LEAST, APART = 5.3, 3.0, 0.35, 0.7, 8.0
# Beside words: where lines stand, how much smaller a heading may be on one line; where one in black begins.
BASES, SMALLER, LEFT = (4.4, 8.5, 12.3, 16.1), 0.8, 1.6


class RoundHead(NamedTuple):
    """What stands in a head: the lines of the record, the heading, and what turned the game, if anything did."""

    number: str
    heading: str
    said: str


def head_in_black(
    head: RoundHead, looks: tuple[TextStyle, TextStyle], indent: float, width: float, *, low: bool
) -> tuple[Told, ...]:
    """Its pieces from the upper left, mm; a tab, and with `low` ink every head, in outline.

    `looks`: the record's lines and the heading, which begins at the `indent`.
    """
    # Only what turns the game is filled, so that it is found among the others.
    hollow = low or not head.said
    figure, title = (replace(look, ink=BLACK if hollow else PAPER) for look in looks)
    turned = APART + LEAST * line_width(head.said, title) if head.said else BEHIND
    title = fit_line(head.heading, title, width - indent - turned, LEAST)
    tab = indent + line_width(head.heading, title) + BEHIND
    bar = Rect(0.0, 0.3, width if head.said else tab, BAR)
    outline = Path(rectangle(bar.grown(-0.2)), stroke=BLACK, width=0.4)
    ground = outline if hollow else Path(rectangle(bar), BLACK)
    rule = Path(segment(bar.right, 0.3, width, 0.3), stroke=BLACK, width=LINE)
    base = BAR / 2 + 0.3 + 0.36 * title.size
    number: tuple[Item, ...] = ()
    if head.number:
        number = (set_line(head.number, fit_line(head.number, figure, indent - 3.6, 0.6), LEFT, base),)
    words = [set_line(head.heading, title, indent, base)]
    if head.said:
        room = width - indent - line_width(head.heading, title) - APART
        words.append(set_line(head.said, fit_line(head.said, title, room, LEAST), width - 2.0, base, "end"))
    grounds = (ground,) if head.said else (rule, ground)
    return Told("", grounds), Told("H2", tuple(words)), Told("P", number)


def head_of_hands(
    head: RoundHead, looks: tuple[TextStyle, TextStyle], room: float, width: float, *, low: bool
) -> tuple[Told, ...]:
    """A head in black, with its heading at the left and the lines of the record below it, as in a margin so wide."""
    figure = looks[0]
    *bar, _ = head_in_black(head._replace(number=""), looks, LEFT, width, low=low)
    number = fit_line(head.number, figure, room, 0.6)
    return *bar, Told("P", (set_line(head.number, number, 0.0, BAR + BASES[0] - 0.2),))


def head_in_margin(
    head: RoundHead,
    looks: tuple[TextStyle, TextStyle, TextStyle],
    room: float,
    width: float,
    language: str,
) -> tuple[tuple[Told, ...], float] | None:
    """A line across the page, and below it in a column the heading, below this the lines of the record, and a note.

    And their height; None where these are too many. `looks`: the heading, the record's lines and the note.
    """
    title, figure, small = looks
    fitted, lines = shrunk(head.heading, title, room), (head.heading,) * bool(head.heading)
    if fitted.size < SMALLER * title.size:
        # A heading of several turns stands on two lines rather than narrower.
        lines = _lines(head.heading, title, room, language)
    else:
        title = fitted
    if len(lines) + 1 + bool(head.said) > len(BASES):
        return None
    row = len(lines)
    texts = [(head.number, figure, row), *[(head.said, small, row + 1)] * bool(head.said)]
    notes = tuple(set_line(text, fit_line(text, look, room, 0.6), 0.0, BASES[at]) for text, look, at in texts)
    titles = tuple(
        set_line(line, fit_line(line, title, room, 0.6), 0.0, base)
        for line, base in zip(lines, BASES, strict=False)
    )
    rule = Told("", (Path(segment(0.0, 0.3, width, 0.3), stroke=BLACK, width=LINE),))
    headings = (Told("H2", titles, head.heading),) * bool(titles)
    return (rule, *headings, Told("P", notes)), BASES[row + bool(head.said)] + 1.0


def _lines(heading: str, title: TextStyle, room: float, language: str) -> tuple[str, ...]:
    """A heading line by line; where a word alone is too wide, more than there is room for."""
    try:
        return tuple(even_lines(heading, title, room, language))
    except InputError:
        return (heading,) * len(BASES)
