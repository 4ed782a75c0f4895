"""The rules of 連船之遊, played on a ring of 20 steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from math import ceil
from typing import Any, Literal, NamedTuple, Self

from printkit.games.actions import Actions, Either, Row, Words, numbers
from printkit.games.core import SEATS, Action, Outcome, Seat
from printkit.games.state import agreed, aside, by_seat
from printkit.games.toolkit.cards import setat
from printkit.games.toolkit.stakes import most_points
from printkit.games.toolkit.turns import CAST, OVER, Thrown
from printkit.games.zones import Item, Table, Zone, board_zone

__all__ = [
    "BUILT",
    "CAPACITY",
    "GOAL",
    "STOCK",
    "WANTED",
    "WAY",
    "Ring",
    "Ship",
    "actions_of",
    "start_of",
    "worth",
]

GOAL, WANTED, CAPACITY = 20, 20, 15
STOCK, BUILT = 20, 5
WAY = tuple(map(str, range(GOAL + 1)))
"""The squares of the ring by their steps."""


class Ship(NamedTuple):
    """How far a ship has come, and what it carries."""

    step: int = 0
    cargo: int = 0


@dataclass(frozen=True, kw_only=True)
class Ring(Thrown):
    """A moment of 連船之遊: `dark` is the throw, `stock` what each seat has at the start, `goal` at the end.

    `began` is the seat that had the first turn, so that all have equally many.
    """

    stock_pays: bool = agreed(False)
    phase: Literal["first", "cast", "act", "over"] = aside("first")
    began: int = aside(0)
    dark: int = 0
    ships: tuple[tuple[Ship, ...], ...] = by_seat()
    stock: tuple[int, ...] = by_seat()
    goal: tuple[int, ...] = aside(for_each=True)

    @property
    def players(self) -> int:
        return len(self.stock)

    def legal(self) -> tuple[Action, ...]:
        if self.phase == "act":
            found = {*self._moves(), *self._works()}
            return tuple(sorted(found if found and self.dark else {*found, "pass"}))
        return tuple(action for action, _ in self.chances())

    def _moves(self) -> Iterator[Action]:
        """Moving, supplying and plundering, for which the throw must show something."""
        at, dark = self.turn, self.dark
        if not dark:
            return
        for number, ship in enumerate(self.ships[at], 1):
            if ship.step == GOAL:
                continue
            if (self.stock[at] if self.stock_pays else ship.cargo) >= dark:
                yield f"move {number}"
            if ship.cargo < CAPACITY:
                yield f"supply {number}"
            if dark > 1 and ship.step and ship.cargo < CAPACITY:
                yield from (f"plunder {number} {other}" for other in self._victims(ship.step))

    def _works(self) -> Iterator[Action]:
        """Building and unloading, for which the throw does not matter."""
        at = self.turn
        for number, ship in enumerate(self.ships[at], 1):
            if ship == Ship() and self.stock[at] >= BUILT:
                yield f"build {number}"
            elif ship != Ship():
                yield f"unload {number}"

    def _victims(self, step: int) -> Iterator[str]:
        for at, theirs in enumerate(self.ships):
            for number, ship in enumerate(theirs, 1):
                if at != self.turn and ship.step == step and ship.cargo:
                    yield f"{SEATS[at]}{number}"

    def after(self, action: Action) -> Self:
        word, *about = action.split()
        if word == "first":
            turn = SEATS.index(about[0])
            return self.changed(phase=CAST, turn=turn, began=turn)
        if word == "cast":
            return self.changed(phase="act", dark=int(about[0]))
        state = self if word == "pass" else self._acted(word, int(about[0]) - 1, *about[1:])
        return state._next()

    def _acted(self, word: str, number: int, victim: str = "") -> Self:
        at, dark = self.turn, self.dark
        ship = self.ships[at][number]
        if word == "move":
            return self._moved(number, ship)
        if word == "supply":
            return self._with(at, number, ship._replace(cargo=min(CAPACITY, ship.cargo + dark)))
        if word == "build":
            return self._with(at, number, Ship(0, BUILT))._stocked(-BUILT)
        if word == "unload":
            return self._with(at, number, Ship())._stocked(ship.cargo)
        other, which = SEATS.index(victim[0]), int(victim[1:]) - 1
        robbed = self.ships[other][which]
        taken = min(dark - 1, robbed.cargo)
        state = self._with(other, which, robbed._replace(cargo=robbed.cargo - taken))
        return state._with(at, number, ship._replace(cargo=min(CAPACITY, ship.cargo + taken)))

    def _moved(self, number: int, ship: Ship) -> Self:
        """The ship goes as far as the throw says, using up as much; the goal gets its cargo (linked-ships §3.1)."""
        at, dark = self.turn, self.dark
        state = self._stocked(-dark) if self.stock_pays else self
        cargo = ship.cargo - (0 if self.stock_pays else dark)
        step = min(GOAL, ship.step + dark)
        if step < GOAL:
            return state._with(at, number, Ship(step, cargo))
        arrived = state._with(at, number, Ship(GOAL, 0))
        return arrived.changed(goal=setat(self.goal, at, self.goal[at] + cargo))

    def _with(self, at: int, number: int, ship: Ship) -> Self:
        """The state with another ship there; one without cargo is back at the start, unless it has arrived."""
        if not ship.cargo and ship.step < GOAL:
            ship = Ship()
        return self.changed(ships=setat(self.ships, at, setat(self.ships[at], number, ship)))

    def _stocked(self, more: int) -> Self:
        return self.changed(stock=setat(self.stock, self.turn, self.stock[self.turn] + more))

    def _next(self) -> Self:
        turn = self.behind(self.turn)
        over = turn == self.began and max(self.goal) >= WANTED
        return self.changed(turn=turn, dark=0, phase=OVER if over else CAST)

    def table(self, seat: Seat) -> Table:
        """The ring with the ships on it (`A1`), and the tracks of each seat's slip."""
        plain = super().table(seat)
        standing = [
            (f"{name}{number}", str(ship.step))
            for name, theirs in zip(SEATS, self.ships, strict=False)
            for number, ship in enumerate(theirs, 1)
        ]
        tracks = [
            Zone(track, "text", (Item(str(value)),), owner=name)
            for name, goal, stock, theirs in zip(SEATS, self.goal, self.stock, self.ships, strict=False)
            for track, value in (
                ("goal", goal),
                ("stock", stock),
                *((f"ship-{number}", ship.cargo) for number, ship in enumerate(theirs, 1)),
            )
        ]
        thrown = [zone for zone in plain.zones if zone.name == "dark"]
        return replace(plain, zones=(board_zone(standing, WAY, len(WAY)), *thrown, *tracks))

    def outcome(self) -> Outcome | None:
        return most_points(self.goal, cause="goal") if self.phase == OVER else None

    def returns(self) -> tuple[float, ...]:
        return tuple(map(float, self.goal))

    def problem(self) -> str:
        if any(
            not (0 <= ship.step <= GOAL and 0 <= ship.cargo <= CAPACITY)
            for theirs in self.ships
            for ship in theirs
        ):
            return "a ship is nowhere or carries too much"
        return "" if 0 <= self.dark <= self.sticks else "no throw shows so much"


_MEAN = 2.5
"""What five sticks show on the mean."""
_WASTED, _LAST = 0.8, 0.5
"""What is lost where a throw carries a ship beyond the goal, and the turns it takes to fit one to the last steps."""
_BEYOND = 0.2
"""What counts of what lies at the goal beyond what is wanted."""
_LOAD = 13.0
"""So much a ship may bring to the goal at most: its capacity less the last throw."""
_TURN = WANTED / 40
"""What a turn is worth: a seat that hurries needs about 40 for what is wanted."""


def worth(state: Ring, seat: Seat) -> float:
    """How much is wanted, less what the turns are worth that a seat still needs for it, and less a part of the others'.

    At the end it is what lies at the goal.
    """
    at = state.index(seat)
    if state.phase == OVER:
        return float(state.goal[at])
    hopes = [_hopes(state, each) for each in range(state.players)]
    others = sum(hopes) - hopes[at]
    return hopes[at] - 0.3 * others / (state.players - 1)


def _hopes(state: Ring, at: int) -> float:
    beyond = max(0, state.goal[at] - WANTED)
    return WANTED + _BEYOND * beyond - _TURN * _turns_left(state, at)


def _turns_left(state: Ring, at: int) -> float:
    """About how many turns a seat needs until enough lies at the goal, by the ships that get it there soonest."""
    need = WANTED - state.goal[at]
    if need <= 0:
        return 0.0
    voyages = [_voyage(state, at, ship) for ship in state.ships[at]]
    return min(
        sum(turns for turns, _ in some) + max(0.0, need - sum(spare for _, spare in some)) / _MEAN
        for count in range(ceil(need / _LOAD), len(voyages) + 1)
        for some in combinations(voyages, count)
    )


def _voyage(state: Ring, at: int, ship: Ship) -> tuple[float, float]:
    """The turns until a ship is at the goal with nothing left, and what it carries beyond the cargo that takes."""
    turns, step, cargo = 0.0, ship.step, float(ship.cargo)
    if step == GOAL:
        turns, step = 1.0, 0
    if not cargo and state.stock[at] >= BUILT:
        turns, cargo = turns + 1, float(BUILT)
    left = GOAL - step
    spare = cargo - _WASTED - (0 if state.stock_pays else left)
    turns += max(1.0, left / _MEAN + _LAST) + max(0.0, -spare) / _MEAN
    return turns, min(_LOAD, max(0.0, spare))


def start_of(chosen: Mapping[str, str], cards: Any) -> Ring:
    """The state before the first turn, under checked options."""
    players = int(chosen["players"])
    return Ring(
        stock_pays=chosen["fuel"] == "start",
        ships=((Ship(0, BUILT), Ship(), Ship()),) * players,
        stock=(STOCK,) * players,
        goal=(0,) * players,
    )


def actions_of(start: Ring) -> Actions:
    """What seats and chance may do."""
    ships = numbers(1, len(start.ships[0]))
    return Actions(
        Either(
            "pass",
            Row(Words(("build ", "move ", "supply ", "unload ")), ships),
            Row("plunder ", ships, " ", Words(SEATS[: start.players]), ships),
        ),
        start.luck(),
    )
