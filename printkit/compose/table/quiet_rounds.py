"""Joins the rounds of a race in which pawns only go on, so that a book shows them in fewer pictures and words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from printkit.compose.table.narration_words import NarrationWords
from printkit.compose.table.table_pen import TablePen
from printkit.games.narration import Frame, Move, Sentence

__all__ = ["JOINED", "with_quiet_joined"]

JOINED = "joined"
"""The key of the heading of joined frames; a kit without its text has none."""


def with_quiet_joined(frames: Sequence[Frame], words: NarrationWords, tables: TablePen) -> Iterator[Frame]:
    """The frames of a game; of those in a row in which pawns only go on two each become one, told briefly.

    What is only remarked on such a turn is left out.
    """
    joins = _has(words, f"frame.{JOINED}")
    inner = range(1, len(frames) - 1)
    for quiet, group in groupby(
        enumerate(frames), lambda each: joins and each[0] in inner and _goes_on(each[1], tables)
    ):
        own = [frame for _, frame in group]
        while quiet and len(own) > 1:
            alike = tables.values(own[1].table)
            yield _by_seat(own[0], own[1]) if alike else _joined(own[0], own[1], words)
            own = own[2:]
        yield from own


def _joined(first: Frame, last: Frame, words: NarrationWords) -> Frame:
    """Both as one, in which each pawn goes its way at once."""
    moves = (*first.moves, *last.moves)
    ways = [
        [move for move in moves if move.what == what] for what in dict.fromkeys(move.what for move in moves)
    ]
    return replace(
        last,
        key=JOINED,
        lines=(first.lines[0], last.lines[1]),
        number=first.number,
        until=last.until or last.number,
        actions=(*first.actions, *last.actions),
        sentences=tuple(_brief(each, words) for each in (*first.sentences, *last.sentences) if each.turn),
        moves=tuple(Move(own[0].what, own[0].source, own[-1].target) for own in ways),
    )


def _by_seat(first: Frame, last: Frame) -> Frame:
    """Both as one, in which each seat has a line, and each of its throws its way: what it has then ends the line."""
    said: dict[str, list[Sentence]] = {}
    seat = ""
    for sentence in (*first.sentences, *last.sentences):
        seat = sentence.turn or seat
        own = said.setdefault(seat, [])
        own.append(sentence._replace(turn="" if own else seat))
    return replace(
        last,
        key=JOINED,
        lines=(first.lines[0], last.lines[1]),
        number=first.number,
        until=last.until or last.number,
        actions=(*first.actions, *last.actions),
        sentences=tuple(sentence for own in said.values() for sentence in own),
        moves=(*first.moves, *last.moves),
    )


def _brief(sentence: Sentence, words: NarrationWords) -> Sentence:
    """The same in fewer words, if the kit has these."""
    key = f"brief.{sentence.key}"
    return sentence._replace(key=key) if _has(words, key) else sentence


def _has(words: NarrationWords, key: str) -> bool:
    return f"narration.{key}" in words.kit.texts[words.language]


def _goes_on(frame: Frame, tables: TablePen) -> bool:
    """Whether pawns only go on: the game does not turn, none comes home or is sent back, and nothing is taken."""
    grid = next(filter(tables.zones.is_race, frame.table.zones), None) if frame.table else None
    printed = tables.zones.printed_of(grid) if grid else None
    if printed is None or frame.turning or frame.key == "still":
        return False
    way = printed.facts.way
    return all(move.source in way and move.target in way[way.index(move.source) : -1] for move in frame.moves)
