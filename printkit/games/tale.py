"""A play told moment by moment: what lies before every seat, and what has just happened, as plain values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from printkit.games.core import Seat
from printkit.games.game import Game
from printkit.games.record import Step

__all__ = ["CardShown", "Moment", "Place", "Said", "Sentence", "Tale", "Value"]


class CardShown(NamedTuple):
    """A card on the table: its entry in the kit, the number that counts (None: none does), and how it lies.

    `secret` cards lie face down: `seen_by` tells who knows them.
    """

    card: str
    counts: int | None = None
    turned: bool = False
    secret: bool = False
    seen_by: tuple[Seat, ...] = ()


class Said(NamedTuple):
    """One seat and what it has or did, as part of a list."""

    seat: Seat
    what: CardShown | str


Value: TypeAlias = CardShown | str | tuple[Said, ...] | tuple[Seat, ...]
"""A card, a word, what several seats have, or seats."""


class Sentence(NamedTuple):
    """What happened: the key of a text, and what its words in angle brackets stand for."""

    key: str
    values: Mapping[str, Value] = {}


@dataclass(frozen=True, slots=True)
class Place:
    """What lies before a seat.

    `row` are the cards it keeps, None a gap; `hand` the card it may still lose. `token` is the one it has just laid,
    face up or not, `tokens` those it holds. `first` marks who begins, `acting` who has just acted.
    """

    seat: Seat
    row: tuple[CardShown | None, ...] = ()
    points: int = 0
    hand: CardShown | None = None
    token: str = ""
    token_open: bool = False
    tokens: tuple[str, ...] = ()
    victories: int = 0
    first: bool = False
    acting: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    """One picture: the record's lines it shows (first and last), a heading's key and number, and what happened.

    `moves` go from one seat's card to another's: `look` for eyes, `take` for cards. `away` are the cards out of the
    game, the first of them gone longest. `slots` is how many cards a row will have.
    """

    lines: tuple[int, int]
    key: str
    number: int
    sentences: tuple[Sentence, ...]
    places: tuple[Place, ...]
    slots: int
    moves: tuple[tuple[str, Seat, Seat], ...] = ()
    away: tuple[CardShown, ...] = field(default=())


Tale: TypeAlias = Callable[[Game[Any], Sequence[Step[Any]]], tuple[Moment, ...]]
"""Tells a finished play from the steps of its record; it is the `tale` of a game's module."""
