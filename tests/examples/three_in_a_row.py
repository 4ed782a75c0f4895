"""Three in a row: two players mark the cells of a board in turn; a full line wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from printkit.games.actions import Actions, Words
from printkit.games.core import SEATS, Action, Outcome, Seat
from printkit.games.game import GameModule
from printkit.games.observation import OneOf
from printkit.games.state import State, grid
from printkit.games.toolkit.cards import setat

WIDE = 3
CELLS = tuple(f"{'abc'[column]}{row + 1}" for row in range(WIDE) for column in range(WIDE))
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass(frozen=True, kw_only=True)
class Board(State):
    """`cells` hold the seat that marked them."""

    cells: tuple[str | None, ...] = grid(WIDE)

    def marks(self) -> int:
        return len(self.cells) - self.cells.count(None)

    def winner(self) -> str | None:
        for line in LINES:
            first, *others = (self.cells[at] for at in line)
            if first and all(other == first for other in others):
                return first
        return None

    def to_move(self) -> Seat | None:
        return None if self.winner() or None not in self.cells else SEATS[self.marks() % 2]

    def legal(self) -> tuple[Action, ...]:
        if self.to_move() is None:
            return ()
        return tuple(sorted(name for name, mark in zip(CELLS, self.cells, strict=True) if mark is None))

    def after(self, action: Action) -> Self:
        return self.changed(cells=setat(self.cells, CELLS.index(action), SEATS[self.marks() % 2]))

    def outcome(self) -> Outcome | None:
        if self.to_move() is not None:
            return None
        winner, (first, second) = self.winner(), map(int, self.returns())
        return Outcome(winner or "A+B", (first, second), f"{winner} has a line" if winner else "no line")

    def returns(self) -> tuple[float, ...]:
        winner = self.winner()
        return tuple(0.0 if winner is None else (1.0 if seat == winner else -1.0) for seat in SEATS[:2])

    def problem(self) -> str:
        crosses, noughts = (self.cells.count(seat) for seat in SEATS[:2])
        return "" if len(self.cells) == 9 and 0 <= crosses - noughts <= 1 else "marks come in turn"


def _start(options: Mapping[str, str], cards: Any) -> Board:
    return Board(cells=(None,) * WIDE * WIDE)


GAME = GameModule(
    id="three-in-a-row",
    names={"en": "Three in a row", "ja": "三目並べ"},
    start=_start,
    seats=lambda options: SEATS[:2],
    actions=lambda start: Actions(Words(CELLS)),
    codings=lambda start: {"cells": OneOf(SEATS[:2])},
)
