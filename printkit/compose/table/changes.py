"""What a turn changed on a table of hands: the rest of it was shown before and is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from printkit.compose.table.hand_pen import LAID
from printkit.games.core import Seat
from printkit.games.narration import Frame
from printkit.games.zones import Table, Zone

__all__ = ["only_changes"]

# The heading of several turns, and what lies aside until the points are counted.
TURNS, ASIDE = "turns", ("won",)


def only_changes(frames: Sequence[Frame], is_mark: Callable[[Zone], bool]) -> Iterator[Frame]:
    """The frames; between the first and the last one with what is new on each table.

    Of a seat that did something all it can use is shown, of others what is new and what lies there to be beaten. A turn
    that changed nothing is told with the next one. `is_mark` says what lies before a seat as a token: that is there
    always.
    """
    yield from frames[:1]
    waiting: list[Frame] = []
    for before, frame in pairwise(frames):
        shown = frame.table
        if before.table and shown and frame is not frames[-1]:
            shown = _changed(before.table, shown, frame.seats, is_mark)
            if all(map(is_mark, shown.zones)):
                waiting.append(frame)
                continue
        yield _joined(waiting, replace(frame, table=shown))
        waiting = []


def _joined(waiting: Sequence[Frame], frame: Frame) -> Frame:
    """The frame with the turns before it that have no picture."""
    if not waiting:
        return frame
    first = waiting[0]
    sentences = tuple(sentence for each in (*waiting, frame) for sentence in each.sentences)
    lines = first.lines[0], frame.lines[1]
    return replace(
        frame, lines=lines, key=TURNS, number=first.number, until=frame.number, sentences=sentences
    )


def _changed(before: Table, after: Table, acting: Sequence[Seat], is_mark: Callable[[Zone], bool]) -> Table:
    old = {zone.place: zone.items for zone in before.zones}
    full = [zone for zone in after.zones if zone.items and not is_mark(zone)]
    new = [zone for zone in full if old.get(zone.place, ()) != zone.items]
    shown = [
        zone
        for zone in full
        if zone in new
        or (new and zone.owner and (zone.name == LAID or (zone.owner in acting and zone.name not in ASIDE)))
    ]
    return replace(after, zones=(*filter(is_mark, after.zones), *shown))
