"""Joins the rounds of a race in which pawns only go on, so that a book shows them in fewer pictures and words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby

from printkit.compose.table.table_pen import TablePen
from printkit.compose.walkthrough.narration_words import NarrationWords
from printkit.games.narration import Frame, Move, Sentence

__all__ = ["JOINED", "board_share", "with_quiet_joined"]

JOINED = "joined"
"""The key of the heading of joined frames; a kit without its text has none."""

# Of frames without a board, and of several turns in one sentence.
STILL, MANY = "still", "many"
# So many squares pawns have gone in a picture whose board is shown in any case.
FAR = 3


def with_quiet_joined(frames: Sequence[Frame], words: NarrationWords, tables: TablePen) -> Iterator[Frame]:
    """The frames of a game; of those in a row in which pawns only go on two each become one, told briefly.

    So are turns alike of one in which none moves. What is only remarked on such a turn is left out.
    """
    frames = [replace(each, sentences=_alike(each, words)) if each.key == STILL else each for each in frames]
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
        _both(first, last),
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
    return replace(_both(first, last), sentences=tuple(sentence for own in said.values() for sentence in own))


def _both(first: Frame, last: Frame) -> Frame:
    """The second, with the lines, rounds, actions and moves of both."""
    return replace(
        last,
        key=JOINED,
        lines=(first.lines[0], last.lines[1]),
        number=first.number,
        until=last.until or last.number,
        actions=(*first.actions, *last.actions),
        moves=(*first.moves, *last.moves),
    )


def _alike(frame: Frame, words: NarrationWords) -> tuple[Sentence, ...]:
    """What seats did one after the other; several turns of one that are alike, if the kit has words for that, at once.

    Then these say which `numbers` it had.
    """
    turns = [each for each in frame.sentences if each.turn]
    told: dict[tuple[str, str], list[Sentence]] = {}
    for each in sorted(turns, key=lambda each: turns[0].turn != each.turn):
        told.setdefault((each.turn, each.key), []).append(each)
    if not any(len(own) > 1 and _has(words, f"{MANY}.{key}") for (_, key), own in told.items()):
        return frame.sentences
    said: list[Sentence] = []
    for (seat, key), own in told.items():
        numbers = " ".join(str(each.values.get("number", "")) for each in own)
        many = Sentence(f"{MANY}.{key}", {**own[0].values, "numbers": numbers}, seat)
        said += [many] if len(own) > 1 and _has(words, many.key) else own
    return tuple(said)


def _brief(sentence: Sentence, words: NarrationWords) -> Sentence:
    """The same in fewer words, if the kit has these."""
    key = f"brief.{sentence.key}"
    return sentence._replace(key=key) if _has(words, key) else sentence


def _has(words: NarrationWords, key: str) -> bool:
    return f"narration.{key}" in words.kit.texts[words.language]


def board_share(frames: Sequence[Frame], at: int, tables: TablePen, width: float, start: float) -> float:
    """How large the board of one of these frames may be beside others; 0: none, each seat has a line.

    That is so where nothing moves on it or little between two that have one, nobody takes anything from another, and
    words stand with the seats. At the `start` and the end of a race it is larger.
    """
    if at in (0, len(frames) - 1):
        return start
    frame = frames[at]
    beside = frame.table is not None and tables.takes_turns(frame.table, width)
    takes = any("other" in sentence.values for sentence in frame.sentences)
    if frame.turning or takes or not beside or _steps_gone(frame, tables) >= FAR:
        return 1.0
    between = frames[at - 1].moves and frames[at + 1].moves
    return 1.0 if frame.moves and not between else 0.0


def _steps_gone(frame: Frame, tables: TablePen) -> int:
    """How many squares pawns went on in all on the way of a race."""
    way = _way(frame, tables)
    gone = (
        range(way.index(move.source), way.index(move.target)) for move in frame.moves if {*move[1:]} <= {*way}
    )
    return len([*chain.from_iterable(gone)])


def _way(frame: Frame, tables: TablePen) -> Sequence[str]:
    """The squares of the race that lies there, as its pawns go; none where there is none."""
    grid = next(filter(tables.zones.is_race, frame.table.zones), None) if frame.table else None
    printed = tables.zones.printed_of(grid) if grid else None
    return printed.facts.way if printed else ()


def _goes_on(frame: Frame, tables: TablePen) -> bool:
    """Whether pawns only go on: the game does not turn, none comes home or is sent back."""
    way = _way(frame, tables)
    if not way or frame.turning or frame.key == STILL:
        return False
    return all(move.source in way and move.target in way[way.index(move.source) : -1] for move in frame.moves)
