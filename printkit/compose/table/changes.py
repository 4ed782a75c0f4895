"""What a turn changed on a table of hands, for pages without room for all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise

from printkit.compose.table.hand_pen import LAID
from printkit.games.core import Seat
from printkit.games.narration import CardValue, Frame
from printkit.games.zones import Item, Table, Zone

__all__ = ["winning_cards", "with_changes"]

# What lies aside until the points are counted.
ASIDE = ("won",)
# So many cards stand for who won.
WON = 6
KINDS = ("hand", "row")


def with_changes(
    frames: Sequence[Frame], is_mark: Callable[[Zone], bool], several: str
) -> Iterator[tuple[Frame, Table | None]]:
    """The frames, each between the first and the last one with a table of what is new on its own.

    Of a seat that did something that has all it can use, of others what is new and what lies there to be beaten. A turn
    that changed nothing is told with the next one. `is_mark` says what lies before a seat as a token: that is there
    always. `several` is the key of the heading of several turns, empty where that of the last one stays.
    """
    yield from ((frame, None) for frame in frames[:1])
    waiting: list[Frame] = []
    for before, frame in pairwise(frames):
        new = None
        if before.table and frame.table and frame is not frames[-1]:
            new = _changed(before.table, frame.table, frame.seats, is_mark)
            if all(map(is_mark, new.zones)):
                waiting.append(frame)
                continue
        yield _joined(waiting, frame, several), new
        waiting = []


def _joined(waiting: Sequence[Frame], frame: Frame, several: str) -> Frame:
    """The frame with the turns before it that have no picture."""
    if not waiting:
        return frame
    first = waiting[0]
    every = (*waiting, frame)
    sentences, actions, moves = (
        tuple(chain.from_iterable(getattr(each, name) for each in every))
        for name in ("sentences", "actions", "moves")
    )
    told = replace(
        frame, lines=(first.lines[0], frame.lines[1]), sentences=sentences, actions=actions, moves=moves
    )
    widened = several and frame.number
    return replace(told, key=several, number=first.number, until=frame.number) if widened else told


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


def winning_cards(frame: Frame, seats: Sequence[Seat]) -> Zone | None:
    """What won at the end of a game: the cards that a winner played last, else some of what it has."""
    for sentence in reversed(frame.sentences):
        cards = sentence.values.get("cards", ())
        if sentence.values.get("seat") in seats and cards and isinstance(cards, tuple):
            return Zone("", "row", tuple(Item(each.card) for each in cards if isinstance(each, CardValue)))
    zones = frame.table.zones if frame.table else ()
    held = next((zone for zone in zones if zone.owner in seats and zone.kind in KINDS and zone.items), None)
    return Zone("", "row", held.items[:WON]) if held else None
