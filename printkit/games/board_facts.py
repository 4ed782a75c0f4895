"""What a game knows of its board, pieces, hands and points, as plain values to print and to prove."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

__all__ = ["Arrow", "ArrowKind", "BoardFacts", "EffectFact", "FindBoard", "HandFact", "PieceMoves"]

ArrowKind: TypeAlias = Literal["step", "double", "leap", "slide", "vault", "pass"]
"""To the next square; one or two over an empty one; over anything; any number; any but the first; over one piece."""


class Arrow(NamedTuple):
    """One way a piece may go: how, and where, in columns to the right and rows down of the player below."""

    kind: ArrowKind
    way: tuple[int, int]


class PieceMoves(NamedTuple):
    """How a kind of piece moves: its arrows from an ordinary square, and from one of the special squares.

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
    points: int
    added: int = 0


class EffectFact(NamedTuple):
    """A card that does something: its piece, and what it costs."""

    piece: str
    cost: int


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardFacts:
    """All that a board game puts on paper.

    `kinds` are the squares of each kind by name, `setup` what stands on a square and whose it is (empty: nobody's),
    `pieces` how often a colour's piece is in the set, `shared` the piece that is nobody's. `bonus` is what a hand of
    one colour adds, `penalties` what else counts, by name. A side begins with `purse` of twice as many points.
    `sticks` are thrown at once. A race has its `way`: the squares by name from the first to the last; it may be all
    that is known of them. `effects` are what cards do, `tokens` how many there must be of each, by how their
    ids begin.
    """

    sticks: int
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    kinds: Mapping[str, frozenset[str]] = field(default_factory=dict, hash=False)
    setup: Mapping[str, tuple[str, str]] = field(default_factory=dict, hash=False)
    pieces: Mapping[str, int] = field(default_factory=dict, hash=False)
    shared: str = ""
    moves: tuple[PieceMoves, ...] = ()
    hands: tuple[HandFact, ...] = ()
    bonus: tuple[str, int] = ("", 0)
    penalties: Mapping[str, int] = field(default_factory=dict, hash=False)
    purse: int = 0
    rates: tuple[int, ...] = ()
    seasons: tuple[str, ...] = ()
    way: tuple[str, ...] = ()
    effects: tuple[EffectFact, ...] = ()
    tokens: Mapping[str, int] = field(default_factory=dict, hash=False)


FindBoard: TypeAlias = Callable[[Mapping[str, str]], BoardFacts]
"""The facts under checked options of the game."""
