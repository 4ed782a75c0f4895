"""What a game knows of its board, pieces, hands and points, as plain values to print and to prove."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

__all__ = [
    "Arrow", "ArrowKind", "BoardFacts", "EffectFact", "EffectSign", "EffectThing", "FindBoard", "HandFact",
    "PieceMoves", "StakeFact",
]  # fmt: skip

ArrowKind: TypeAlias = Literal["step", "double", "leap", "slide", "vault", "pass", "jump", "hop"]
"""To the next square; one or two over an empty one; over anything; any number; any but the first; over one piece; any
number or one square, capturing what it jumps over."""


class Arrow(NamedTuple):
    """One way a piece may go: how, and where, in columns to the right and rows down of the player below."""

    kind: ArrowKind
    way: tuple[int, int]


class PieceMoves(NamedTuple):
    """How a kind of piece moves: its arrows from an ordinary square, and from a special one where there are any.

    A `guard` protects those beside it while it stands on a special square.
    """

    piece: str
    outside: tuple[Arrow, ...]
    inside: tuple[Arrow, ...]
    guard: bool = False


class HandFact(NamedTuple):
    """A hand: its name, its pieces, its points, and what is always added to them."""

    name: str
    pieces: str
    points: float
    added: int = 0


EffectThing: TypeAlias = Literal["rice", "coin", "card", "step", "cost", "taken", "safe", "stick", "gone"]
"""What a card brings or does, as its picture shows it."""


class EffectSign(NamedTuple):
    """What a card brings as a figure, empty for none, and a thing."""

    figure: str
    thing: EffectThing


class EffectFact(NamedTuple):
    """A card that does something: its piece, what it costs, and what it brings; with two, a throw decides."""

    piece: str
    cost: int
    brings: tuple[EffectSign, ...] = ()


class StakeFact(NamedTuple):
    """A square to stake on: its number, what it pays, and its odds as a fraction of all throws."""

    number: str
    pays: str
    odds: str


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """All that a board game puts on paper; what a game does not have stays empty.

    `kinds` are the squares of each kind by name, `setup` what stands on a square and whose it is (empty: nobody's),
    `pieces` how often a colour's piece is in the set, `shared` the piece that is nobody's. `bonus` is what a hand of
    one colour adds (0: nothing), `penalties` what else counts, by name. A side begins with `purse` of twice as many
    points. `sticks` are thrown at once. A race goes from square to square of its `way`; `stakes` says what stands on
    squares to stake on, `effects` what cards cost that do something. Of each token in `counters`, by its id, there are
    so many at least. `backs` are what pieces become when they are turned over.
    """

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    kinds: Mapping[str, frozenset[str]] = field(default_factory=dict)
    setup: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    pieces: Mapping[str, int] = field(default_factory=dict)
    shared: str = ""
    moves: tuple[PieceMoves, ...] = ()
    hands: tuple[HandFact, ...] = ()
    bonus: tuple[str, int] = ("", 0)
    penalties: Mapping[str, int] = field(default_factory=dict)
    purse: int = 0
    rates: tuple[int, ...] = ()
    seasons: tuple[str, ...] = ()
    sticks: int = 0
    way: tuple[str, ...] = ()
    stakes: Mapping[str, StakeFact] = field(default_factory=dict)
    counters: Mapping[str, int] = field(default_factory=dict)
    effects: tuple[EffectFact, ...] = ()
    backs: Mapping[str, str] = field(default_factory=dict)


FindBoard: TypeAlias = Callable[[Mapping[str, str]], BoardFacts]
"""The facts under checked options of the game."""
