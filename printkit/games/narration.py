"""A game as frames: what happened, and the table it left, as plain values that a walkthrough draws."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Any, NamedTuple, TypeAlias

from printkit.games.core import CHANCE, Seat
from printkit.games.game import Game
from printkit.games.record import Step
from printkit.games.zones import Table

__all__ = [
    "PIECE",
    "CardValue",
    "Frame",
    "Move",
    "Narration",
    "Pair",
    "PlacedCard",
    "ScoredHand",
    "SeatItem",
    "Sentence",
    "Value",
    "card_moves",
    "lines_of",
    "narrate",
    "pairs_of",
    "standing",
    "with_ways",
]


class CardValue(NamedTuple):
    """A card by its entry in the kit, and the number that counts (None: none does).

    The `sign` of a card with a piece on it is the colour and the sign of that piece (`黒兵`).
    """

    card: str
    counts: int | None = None
    sign: str = ""


class SeatItem(NamedTuple):
    """One seat and what it has or did, as part of a list."""

    seat: Seat
    what: CardValue | str


class PlacedCard(NamedTuple):
    """A card or piece by its entry in the kit, and where it lies, as part of a list."""

    card: str
    place: str


class ScoredHand(NamedTuple):
    """A combination as its game calls it, and its points as they are written, as part of a list."""

    hand: str
    points: str


Value: TypeAlias = (
    CardValue
    | str
    | tuple[SeatItem, ...]
    | tuple[Seat, ...]
    | tuple[CardValue, ...]
    | tuple[PlacedCard, ...]
    | tuple[ScoredHand, ...]
)
"""A card, a word, what several seats have, seats, cards, cards with their places, or combinations."""


class Sentence(NamedTuple):
    """What happened: the key of a text (`narration.KEY`), and what its words in angle brackets stand for.

    The first sentence on the turn of a seat names it as `turn`: it stands on a line of its own beside the seat's mark.
    """

    key: str
    values: Mapping[str, Value] = {}
    turn: Seat = ""


PIECE = "piece"
"""What a move on a board says that goes there."""


class Move(NamedTuple):
    """What goes from one zone to another (`Zone.place`): `look` for eyes, `token`, or a card by its face.

    On a board a `piece` goes from square to square, by their names; in a race it is the pawn by its own name.
    """

    what: str
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a walkthrough: the record's lines it shows (first and last), what happened, and the table.

    `seats` have just acted. A game with words of its own gives the key of a heading (`narration.frame.KEY`), its
    number (`until` another one where it shows several rounds) and sentences; else the `actions` stand as the record
    writes them. Without a table none is drawn.
    `ending` is the outcome in words, after the last action. `turning` says what key moment it is.
    """

    lines: tuple[int, int]
    table: Table | None
    seats: tuple[Seat, ...] = ()
    key: str = ""
    number: int = 0
    sentences: tuple[Sentence, ...] = ()
    actions: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()
    ending: str = ""
    until: int = 0
    turning: Sentence | None = None


class Pair(NamedTuple):
    """A step of a record with the state before it."""

    before: Any
    step: Step[Any]

    @property
    def words(self) -> list[str]:
        """What was done, word by word."""
        return self.step.line.text.split()


def pairs_of(game: Game[Any], steps: Sequence[Step[Any]]) -> list[Pair]:
    """Every step with the state before it."""
    return list(map(Pair, [game.start, *(step.state for step in steps[:-1])], steps))


def lines_of(pairs: Sequence[Pair]) -> tuple[int, int]:
    """The record's lines these steps stand on, first and last."""
    return pairs[0].step.number, pairs[-1].step.number


Narration: TypeAlias = Callable[[Game[Any], Sequence[Step[Any]]], tuple[Frame, ...]]
"""Narrates a finished play from the steps of its record; it is the `narration` of a game's module."""


def with_ways(narration: Narration) -> Narration:
    """The same frames, and in each how far every pawn of the race has come since the frame before."""

    def narrated(game: Game[Any], steps: Sequence[Step[Any]]) -> tuple[Frame, ...]:
        frames = narration(game, steps)
        stood = map(standing, (game.start.table(""), *(frame.table for frame in frames)))
        ways = (
            tuple(
                Move(pawn, was[pawn], square)
                for pawn, square in now.items()
                if was.get(pawn, square) != square
            )
            for was, now in pairwise(stood)
        )
        return tuple(replace(frame, moves=moves) for frame, moves in zip(frames, ways, strict=True))

    return narrated


def standing(table: Table | None) -> Mapping[str, str]:
    """The square of every pawn of a race, by its name."""
    return {
        pawn: square
        for zone in (table.zones if table else ())
        if zone.kind == "grid"
        for square, item in zip(zone.names, zone.items, strict=True)
        if item
        for pawn in item.face.split()
    }


def card_moves(before: Table, after: Table) -> Iterator[Move]:
    """Each card that lies in another zone than before; those that only appear or disappear are left out."""
    lay = {
        item.face: zone.place
        for zone in before.zones
        if zone.kind in ("pile", "row", "hand")
        for item in zone.items
        if item
    }
    for zone in after.zones:
        for item in zone.items if zone.kind in ("pile", "row", "hand") else ():
            if item and lay.get(item.face, zone.place) != zone.place:
                yield Move(item.face, lay[item.face], zone.place)


def narrate(game: Game[Any], steps: Sequence[Step[Any]]) -> tuple[Frame, ...]:
    """The default narration of any game: a frame for each action of a seat, and one for each run of chance actions."""
    frames = []
    for _, group in groupby(
        pairs_of(game, steps), lambda pair: 0 if pair.step.line.chance else pair.step.number
    ):
        part = tuple(group)
        state = part[-1].step.state
        outcome = state.outcome()
        seat = part[0].before.to_move()
        frames.append(
            Frame(
                lines_of(part),
                state.table(""),
                (seat,) if seat not in (None, CHANCE) else (),
                actions=tuple(pair.step.line.text for pair in part),
                ending=outcome.reason if outcome else "",
            )
        )
    return tuple(frames)
