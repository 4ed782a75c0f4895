"""Which turns of a table of hands share a picture, and what came where with them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby
from typing import Any

from printkit.compose.table.hands import LAID
from printkit.games.core import Seat
from printkit.games.narration import CardValue, Frame, Move, Sentence
from printkit.games.zones import Item, Table, Zone

__all__ = ["peak_of", "winning_cards", "with_changes", "with_turns_joined", "without_still_boards"]

# So many cards stand for who won, and so many turns share a picture.
WON, JOINED = 6, 4
KINDS = ("hand", "row")
DRAWN, DEALT = "drawn", "dealt"


def with_changes(frames: Sequence[Frame], is_mark: Callable[[Zone], bool], several: str) -> Iterator[Frame]:
    """The frames that have a picture.

    A turn that changed nothing, or after which hands have fewer cards and nothing else is new, shares that of the next
    one, and a play that of what follows from it so. `is_mark` says what lies before a seat as a token: that is
    there always. The turns of one round of stakes share a picture, with a card turned up for it; one of a single turn
    shares that of the end if this follows. `several` is the key of the heading of several turns, empty where that of
    the last one stays. What came to where it lies since the picture before are a frame's moves.
    """
    yield from frames[:1]
    waiting: list[Frame] = []
    staked: list[Seat] = []
    played = False
    start = frames[0].table if frames else None
    for before, frame, after in zip(frames, frames[1:], (*frames[2:], None), strict=False):
        if before.table and frame.table and frame is not frames[-1]:
            still = _is_still(before, frame, is_mark) or (
                not frame.turning and _is_quiet(before, frame, is_mark)
            )
            # What a play brings about belongs to it, and ends its picture: in the next one others may lie there.
            brings = bool(
                after
                and after is not frames[-1]
                and after.seats == frame.seats
                and _is_quiet(frame, after, is_mark)
            )
            still, played = brings or (still and not played), brings and (played or not still)
            first = not staked and _lays(before, frame, is_mark)
            staked += frame.seats if first or _stakes(before, frame, is_mark) else ()
            # A round of stakes ends where a seat is on turn again.
            on = staked and after and not {*after.seats} & {*staked}
            if still or (
                on and after and (first or after is not frames[-1]) and _stakes(frame, after, is_mark)
            ):
                waiting.append(frame)
                continue
        if staked and waiting and frame is not frames[-1]:
            frame = replace(frame, seats=tuple(dict.fromkeys((*staked, *frame.seats))))
        frame = _with_cleared(before, frame)
        joined = _joined(waiting, frame, several)
        yield replace(joined, moves=(*_arrived(start, frame.table),)) if start and frame.table else joined
        waiting, staked, start, played = [], [], frame.table, False


def with_turns_joined(frames: Sequence[Frame], several: str) -> Iterator[Frame]:
    """The frames that have a picture, fewer: a few turns in a row share that of the last one, where the game may turn.

    The first frame has its own, as what it deals is new. `several` as in `with_changes`.
    """
    yield from frames[:1]
    waiting: list[Frame] = []
    shown = frames[0].table if frames else None
    for frame, after in zip(frames[1:], (*frames[2:], None), strict=True):
        waiting.append(frame)
        turns = math.fsum(map(_turns, (*waiting, after))) if after else 0
        if after and several and not frame.turning and turns <= JOINED:
            continue
        *earlier, last = waiting
        joined = _joined(earlier, last, several)
        if earlier and shown and last.table:
            joined = replace(joined, moves=(*_arrived(shown, last.table),))
        yield joined
        waiting, shown = [], last.table


def _turns(frame: Frame) -> int:
    """How many turns a picture tells."""
    return max(1, len([each for each in frame.sentences if each.turn]))


def peak_of(frames: Sequence[Frame]) -> Frame | None:
    """Where a game turns last before its end with something new for all to see, else where there is anything so."""
    inner = [frame for frame in frames[1:-1] if _is_seen(frame)]
    return next((frame for frame in reversed(inner) if frame.turning), inner[-1] if inner else None)


def _is_seen(frame: Frame) -> bool:
    """Whether a card came to where all see it."""
    hands = {zone.place for zone in frame.table.zones if zone.kind == "hand"} if frame.table else {""}
    return any(move.target not in hands for move in frame.moves)


def _with_cleared(before: Frame, frame: Frame) -> Frame:
    """The frame with what lay open for all to take until a seat played the cards that cleared it, and with these.

    Not if what lay there lies before a seat now.
    """
    play = _play(frame, frame.seats)
    if not (play and before.table and frame.table):
        return frame
    cleared = [zone for zone in before.table.zones if zone.kind == "row" and not zone.owner and zone.items]
    lay = {zone.place: zone.items for zone in cleared}
    if not lay or any(zone.items for zone in frame.table.zones if zone.place in lay):
        return frame
    laid = Zone(LAID, "row", _items(play.values["cards"]), str(play.values["seat"]))
    others = [zone for zone in frame.table.zones if zone.place != laid.place]
    taken = _faces(zone for zone in others if zone.owner)
    if not _faces(cleared) - (taken - _faces(zone for zone in before.table.zones if zone.owner)):
        return frame
    zones = (replace(zone, items=lay.get(zone.place, zone.items)) for zone in others)
    return replace(frame, table=replace(frame.table, zones=(*zones, laid)))


def _faces(zones: Iterable[Zone]) -> Counter[str]:
    """Each card that lies there."""
    return Counter(item.face for zone in zones for item in zone.items if item)


def _stakes(before: Frame, after: Frame, is_mark: Callable[[Zone], bool]) -> bool:
    """Whether a turn changed nothing but a sum that lies before all of them."""
    sums = [*_sums(before, after, is_mark)]
    return bool(sums) and all(sums)


def _lays(before: Frame, after: Frame, is_mark: Callable[[Zone], bool]) -> bool:
    """Whether a turn laid into such a sum."""
    return any(_sums(before, after, is_mark))


def _sums(before: Frame, after: Frame, is_mark: Callable[[Zone], bool]) -> Iterator[bool]:
    """Of each thing that a turn changed whether it is such a sum."""
    old = {zone.place: zone.items for zone in before.table.zones} if before.table else {}
    for zone in after.table.zones if after.table else ():
        if old.get(zone.place, ()) != zone.items:
            yield zone.kind == "text" and not zone.owner and not is_mark(zone)


def _joined(waiting: Sequence[Frame], frame: Frame, several: str) -> Frame:
    """The frame with the turns before it that have no picture, each on a line of its own."""
    if not waiting:
        return frame
    first = waiting[0]
    every = (*waiting, frame)
    sentences = tuple(chain.from_iterable(map(_on_its_line, every)))
    actions = tuple(chain.from_iterable(each.actions for each in every))
    turning = next((each.turning for each in reversed(every) if each.turning), None)
    lines = first.lines[0], frame.lines[1]
    told = replace(frame, lines=lines, sentences=sentences, actions=actions, turning=turning)
    widened = several and frame.number
    until = frame.until or frame.number
    return replace(told, key=several, number=first.number, until=until) if widened else told


def _on_its_line(frame: Frame) -> Sequence[Sentence]:
    """What happened on a turn, which begins a line."""
    if not frame.sentences or not frame.seats or frame.sentences[0].turn:
        return frame.sentences
    return frame.sentences[0]._replace(turn=frame.seats[-1]), *frame.sentences[1:]


def _arrived(before: Table, after: Table) -> Iterator[Move]:
    """Each card that lies where it did not lie before; none of a hand that is all new, as after a deal.

    A single card is marked unless all hands are new.
    """
    none = "", Counter[str]()
    lay = {zone.place: Counter(item.face for item in zone.items if item) for zone in before.zones}
    lies = {
        zone.place: (zone.kind, Counter(item.face for item in zone.items if item))
        for zone in (after.zones if before is not after else ())
        if zone.kind in KINDS
    }
    # A play that beats another takes its place.
    gone = {
        zone.place
        for zone in before.zones
        if zone.name == LAID and lay[zone.place] - lies.get(zone.place, none)[1]
    }
    new = {
        place: faces if place in gone else faces - lay.get(place, none[1])
        for place, (_, faces) in lies.items()
    }
    dealt = all(new[place] == faces for place, (kind, faces) in lies.items() if kind == "hand")
    for place, faces in new.items():
        kind, whole = lies[place]
        if kind != "hand" or faces != whole or (whole.total() == 1 and not dealt):
            yield from (Move(face, "", place) for face in faces.elements())


def _is_still(before: Frame, after: Frame, is_mark: Callable[[Zone], bool]) -> bool:
    """Whether nothing came to where it lies."""
    return not [*_changed(before, after, is_mark)]


def _is_quiet(before: Frame, after: Frame, is_mark: Callable[[Zone], bool]) -> bool:
    """Whether a turn changed something, but only so that there are fewer cards in hands."""
    changed = [*_changed(before, after, is_mark)]
    return bool(changed) and all(
        zone.kind == "hand" and not Counter(zone.items) - Counter(was) for zone, was in changed
    )


def _changed(
    before: Frame, after: Frame, is_mark: Callable[[Zone], bool]
) -> Iterator[tuple[Zone, Sequence[Item | None]]]:
    """What a turn changed of what lies there, and what lay there before."""
    old = {zone.place: zone.items for zone in before.table.zones} if before.table else {}
    for zone in after.table.zones if after.table else ():
        was = old.get(zone.place, ())
        if zone.items and not is_mark(zone) and was != zone.items:
            yield zone, was


def without_still_boards(
    frames: Sequence[Frame], is_still: Callable[[Frame, int, int], bool]
) -> Iterator[Frame]:
    """The frames of a race; those in a row in which nothing moves become one, without the board.

    `is_still` says it of one by its number among so many.
    """
    numbered = groupby(enumerate(frames), lambda each: is_still(each[1], each[0], len(frames)))
    for still, group in numbered:
        numbered_own = [*group]
        own = [frame for _, frame in numbered_own]
        if not still or len(own) == 1:
            yield from own
            continue
        sentences = tuple(sentence for frame in own for sentence in frame.sentences)
        lines, last = (own[0].lines[0], own[-1].lines[1]), own[-1]
        # What seats have is all that is new.
        owned = tuple(zone for zone in last.table.zones if zone.owner) if last.table else ()
        table = replace(last.table, zones=owned) if last.table and owned else None
        came = tuple(_come(frames[numbered_own[0][0] - 1].table, last.table))
        yield replace(
            own[0],
            key="still",
            lines=lines,
            until=last.until,
            actions=tuple(action for frame in own for action in frame.actions),
            sentences=sentences,
            moves=came,
            table=table,
            # Of several turning points the last one is where the picture ends.
            turning=next((frame.turning for frame in reversed(own) if frame.turning), None),
        )


def _come(before: Table | None, after: Table | None) -> Iterator[Move]:
    """What came to the gauges of pieces, by their names."""
    had = {item.owner: item.face for item in _gauged(before)}
    for item in _gauged(after):
        if item.owner and (more := int(item.face) - int(had.get(item.owner, "0"))) > 0:
            yield Move(f"+{more}", "", item.owner)


def _gauged(table: Table | None) -> Iterator[Item]:
    for zone in table.zones if table else ():
        yield from (item for item in zone.items if item and zone.kind == "gauge")


def winning_cards(frames: Sequence[Frame], seats: Sequence[Seat]) -> Zone | None:
    """What won at the end of a game: the cards it was won with, those a winner played last, else some of what it has.

    Where nobody acted at the end, and what was drawn last decided nothing by itself, all that it holds; with no card
    left what it played last in any frame. Nothing where several won.
    """
    if len(seats) != 1:
        return None
    last, *earlier = reversed(frames)
    shown: tuple[Item | None, ...] | None = _won(frames, seats)
    if shown is None and last.seats:
        shown = _played(last, seats)
    if shown is None:
        zones = last.table.zones if last.table else ()
        held = (zone.items for zone in zones if zone.owner in seats and zone.kind in KINDS and zone.items)
        shown = next((items[: WON if last.seats else None] for items in held), None)
    if shown is None:
        shown = next((cards for frame in earlier if (cards := _played(frame, seats))), None)
    return Zone("", "row", shown) if shown else None


def _won(frames: Sequence[Frame], seats: Sequence[Seat]) -> tuple[Item, ...] | None:
    """What one of the seats is said to have won the last season with; others may have acted after it."""
    for frame in reversed(frames):
        said = [sentence.values for sentence in frame.sentences if sentence.values.get("won")]
        if said:
            return next((_items(values["won"]) for values in said if values.get("seat") in seats), None)
        if any(sentence.key == DEALT for sentence in frame.sentences):
            break
    return None


def _items(cards: Any) -> tuple[Item, ...]:
    return tuple(Item(each.card) for each in cards if isinstance(each, CardValue))


def _played(frame: Frame, seats: Sequence[Seat]) -> tuple[Item, ...] | None:
    """The cards with which one of the seats did something last."""
    play = _play(frame, seats)
    return _items(play.values["cards"]) if play else None


def _play(frame: Frame, seats: Sequence[Seat]) -> Sentence | None:
    """The last sentence in which one of the seats did something with cards but draw them."""
    for sentence in reversed(frame.sentences):
        cards = sentence.values.get("cards", ())
        if (
            sentence.key != DRAWN
            and sentence.values.get("seat") in seats
            and cards
            and isinstance(cards, tuple)
        ):
            return sentence
    return None
