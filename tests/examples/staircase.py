"""Staircase, a game for one: lay six of twenty numbers on six steps so that they rise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from printkit.games.actions import Actions, Row, Words, numbers
from printkit.games.core import CHANCE, PLAYER, Action, Outcome, Seat, count
from printkit.games.game import GameModule
from printkit.games.state import State, deck, pile
from printkit.games.toolkit.cards import draws, setat, take

NUMBERS = tuple(f"{number:02}" for number in range(1, 21))


@dataclass(frozen=True, kw_only=True)
class Staircase(State):
    """`steps` are the numbers laid, from the bottom; `drawn` waits to be laid."""

    steps: tuple[str | None, ...] = pile()
    drawn: str | None = pile(None)
    cards: tuple[str, ...] = deck()

    def to_move(self) -> Seat | None:
        if None not in self.steps:
            return None
        return CHANCE if not self.drawn else PLAYER if self.places() else None

    def legal(self) -> tuple[Action, ...]:
        if self.drawn:
            return tuple(f"lay {place + 1}" for place in self.places())
        return draws(self.cards) if None in self.steps else ()

    def after(self, action: Action) -> Self:
        word, what = action.split()
        if word == "draw":
            return self.changed(drawn=what, cards=take(self.cards, what))
        return self.changed(steps=setat(self.steps, int(what) - 1, self.drawn), drawn=None)

    def places(self) -> list[int]:
        """The empty steps on which the drawn number rises from all below and is passed by all above."""
        return [
            place
            for place, step in enumerate(self.steps)
            if step is None
            and all(below < str(self.drawn) for below in self.steps[:place] if below)
            and all(above > str(self.drawn) for above in self.steps[place:] if above)
        ]

    def outcome(self) -> Outcome | None:
        if self.to_move() is not None:
            return None
        laid = int(self.returns()[0])
        return Outcome("win" if laid == len(self.steps) else "lose", (laid,), f"{laid} steps laid")

    def returns(self) -> tuple[float, ...]:
        return (float(sum(step is not None for step in self.steps)),)


def _start(options: Mapping[str, str], cards: Any) -> Staircase:
    return Staircase(steps=(None,) * int(options["steps"]), cards=NUMBERS)


GAME = GameModule(
    id="staircase",
    names={"en": "Staircase", "ja": "階段"},
    start=_start,
    options=(count("steps", 6, "how many steps", least=2),),
    actions=lambda start: Actions(Row("lay ", numbers(1, len(start.steps))), Row("draw ", Words(NUMBERS))),
    results=lambda seats: ("win", "lose"),
)
