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


def only_changes(frames: Sequence[Frame], is_mark: Callable[[Zone], bool]) -> Iterator[Frame]:
    """The frames; between the first and the last one with what is new on each table, or without one.

    Of a seat that did something all its cards are shown, of others what lies there to be beaten. `is_mark` says what
    lies before a seat as a token: that is there always.
    """
    yield from frames[:1]
    for before, frame in pairwise(frames[:-1]):
        known = before.table
        if known is None or frame.table is None:
            yield frame
            continue
        shown = _changed(known, frame.table, frame.seats, is_mark)
        yield replace(frame, table=None if all(map(is_mark, shown.zones)) else shown)
    yield from frames[1:][-1:]


def _changed(before: Table, after: Table, acting: Sequence[Seat], is_mark: Callable[[Zone], bool]) -> Table:
    old = {zone.place: zone.items for zone in before.zones}
    full = [zone for zone in after.zones if zone.items and not is_mark(zone)]
    new = [zone for zone in full if old.get(zone.place, ()) != zone.items]
    rows = {*acting, *(zone.owner for zone in new if zone.owner)} if new else set()
    shown = [
        zone
        for zone in full
        if zone in new or (zone.owner and (zone.owner in rows or (rows and zone.name == LAID)))
    ]
    return replace(after, zones=(*filter(is_mark, after.zones), *shown))
