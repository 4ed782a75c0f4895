"""Draws the heads of rounds: in black where a game turns, else a tab in outline, and those of hands below a line."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from printkit.compose.books.page_blocks import Told
from printkit.compose.text.typesetting import TextStyle, fit_line, line_width, set_line
from printkit.geometry import Rect
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Item, Path
from printkit.scene.shapes import rectangle, segment

__all__ = ["RoundHead", "head_in_black", "head_of_hands"]

# How high it is, what is free behind the words of a tab, the line behind one; how narrow words may be, and what is
# between the heading and what turns the game, with the air behind this.
BAR, BEHIND, LINE, LEAST, APART = 5.3, 3.0, 0.35, 0.7, 8.0
# Where a heading of hands in black begins.
LEFT = 1.6


class RoundHead(NamedTuple):
    """What stands in a head: the lines of the record, the heading, and what turned the game, if anything did."""

    number: str
    heading: str
    said: str


def head_in_black(
    head: RoundHead,
    looks: tuple[TextStyle, TextStyle],
    indent: float,
    width: float,
    *,
    low: bool,
) -> tuple[Told, ...]:
    """Its pieces from the upper left, mm; a tab, and with `low` ink every head, in outline.

    `looks`: the record's lines and the heading, which begins at the `indent`.
    """
    # Only what turns the game is filled, so that it is found among the others.
    hollow = low or not head.said
    figure, title = (replace(look, ink=BLACK if hollow else PAPER) for look in looks)
    title = _fitted(head, title, width - indent)
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


def _fitted(head: RoundHead, title: TextStyle, room: float) -> TextStyle:
    """The letters of a heading beside what turned the game, which may be smaller."""
    turned = APART + LEAST * line_width(head.said, title) if head.said else BEHIND
    return fit_line(head.heading, title, room - turned, LEAST)


def head_of_hands(
    head: RoundHead,
    note: str,
    looks: tuple[TextStyle, TextStyle, TextStyle],
    width: float,
    *,
    low: bool,
    dark: bool,
) -> tuple[Told, ...]:
    """A head across the page: heading, behind it the record's lines, at its end what turned the game, or a note.

    It is black where the cloth below it is. `looks`: the record's lines, the heading and the note.
    """
    figure, title, small = looks
    behind = line_width(head.number, figure) + BEHIND if head.number else 0.0
    ink, left = (BLACK if low else PAPER, LEFT) if dark else (BLACK, 0.0)
    box = Rect(0.0, 0.3, width, BAR)
    outline = Path(rectangle(box.grown(-0.2)), stroke=BLACK, width=0.4)
    bar = outline if low else Path(rectangle(box), BLACK)
    ground = bar if dark else Path(segment(0.0, 0.3, width, 0.3), stroke=BLACK, width=LINE)
    base = BAR / 2 + 0.3 + 0.36 * title.size
    end = head.said or note
    title = replace(_fitted(head, title, width - left - behind), ink=ink)
    words = [set_line(head.heading, title, left, base)]
    x = left + line_width(head.heading, title) + BEHIND * bool(head.heading)
    said = [set_line(head.number, replace(figure, ink=ink), x, base)]
    if end:
        free = width - x - line_width(head.number, figure) - BEHIND
        style = fit_line(end, title if head.said else small, free, 0.6)
        place = words if head.said else said
        place.append(set_line(end, style, width - (2.0 if dark else 0.0), base, "end"))
    return Told("", (ground,)), Told("H2", tuple(words)), Told("P", tuple(said))
