"""The rules of 行山, played on a road of 24 steps with the 48 strips, and what a moment is worth to a seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import exp
from random import Random
from typing import Any, Literal, Self

from printkit.games.actions import Actions, Either, Row, Words
from printkit.games.core import SEATS, Action, Outcome, Seat
from printkit.games.paper_cetkaik.deck import CARD, DECK
from printkit.games.state import agreed, aside, by_seat, deck, own, pile
from printkit.games.toolkit.cards import draw_chances, draw_one, put, put_at, setat, take, take_at
from printkit.games.toolkit.turns import CAST, OVER, Thrown
from printkit.games.zones import Table, board_zone

__all__ = [
    "BUILT",
    "COIN",
    "COLUMNS",
    "EFFECTS",
    "GOAL",
    "HAND",
    "HUE",
    "INNER",
    "LOW",
    "RATE",
    "RICE",
    "ROWS",
    "SOLD",
    "TIMERS",
    "WAY",
    "Road",
    "actions_of",
    "cost",
    "start_of",
    "worth",
]


# ── the rules of 行山, played on a road of 24 steps with the 48 strips ───────────────────────────────────────────────

GOAL = 24
HUE = frozenset({4, 8, 12, 16, 18, 20, 22})
"""The steps that are 皇処 (mountain-road §1.1)."""
WAY = tuple("CAI CY CO CU CI XI ZI TI NI NU NO NY NAI TAI ZAI XAI XY XO XU ZU TU TO TY ZY ZO".split())
"""The squares from the start to the goal, by column and row of cetkaik's board (mountain-road §1.1)."""
COLUMNS, ROWS = ("N", "T", "Z", "X", "C"), ("I", "U", "O", "Y", "AI")
INNER = next(
    step for step, square in enumerate(WAY) if square[0] in COLUMNS[1:-1] and square[1:] in ROWS[1:-1]
)
"""The first step that is not on the outermost squares."""
HAND, BUILT, TIMERS = 3, 9, 3
RICE, COIN, RATE = 10, 2, 5
"""What a move costs in either; how much rice makes a coin."""
LOW = 3
"""The highest throw that brings the first of two effects."""
SOLD = 2

EFFECTS: Mapping[str, int] = {
    "s": 2, "0": 1, "1": 1, "2": 1, "3": 1, "4": 1, "5": 2, "6": 2, "7": 1, "k": 2, "e": 1,
}  # fmt: skip
"""How much a card brings: coins, rice, cards, squares, or what is spared or taken (mountain-road §3.1 to §3.9)."""

_EXCHANGE, _DISMANTLE, _INSTALL, _SELL = range(4)
"""What is done in this order; nothing earlier is possible any more (mountain-road §2.1)."""


@dataclass(frozen=True, kw_only=True)
class Road(Thrown):
    """A moment of 行山; tuples are in the order of the seats.

    `built` are the installed cards in their order, `timers` the sticks on each; the last `fresh` ones of the seat on
    turn take effect in its next turn. `safe` says whom 筆 protects. `done` counts the cards whose effects are through,
    `half` says that 巫 halves the cost, `step` how far the turn has come.
    """

    plain_start: bool = agreed(True)
    phase: Literal["first", "draw", "cast", "steal", "mark", "destroy", "main", "over"] = aside("first")
    places: tuple[int, ...] = by_seat()
    rice: tuple[int, ...] = by_seat()
    coin: tuple[int, ...] = by_seat()
    hands: tuple[tuple[str, ...], ...] = own()
    built: tuple[tuple[str, ...], ...] = pile()
    timers: tuple[tuple[int, ...], ...] = by_seat()
    safe: tuple[bool, ...] = by_seat()
    fresh: int = aside(0)
    done: int = aside(0)
    half: bool = False
    step: int = aside(0)
    discards: tuple[str, ...] = pile(())
    talon: tuple[str, ...] = deck(DECK)

    @property
    def players(self) -> int:
        return len(self.places)

    # ── chance ───────────────────────────────────────────────────────────────────────────────────────────────────

    def to_move(self) -> Seat | None:
        return "chance" if self.phase == "draw" else super().to_move()

    def chances(self) -> tuple[tuple[Action, Fraction], ...]:
        return draw_chances(self.talon) if self.phase == "draw" else super().chances()

    def sample(self, rng: Random) -> Action:
        return draw_one(self.talon, rng) if self.phase == "draw" else super().sample(rng)

    # ── choices ──────────────────────────────────────────────────────────────────────────────────────────────────

    def legal(self) -> tuple[Action, ...]:
        if self.phase == "main":
            return tuple(sorted({"end", *self._trades(), *self._moves()}))
        if self.phase == "steal":
            return tuple(sorted(("skip", *self._thefts())))
        if self.phase in ("mark", "destroy"):
            return tuple(sorted({"skip", *self._targets()}))
        return tuple(action for action, _ in self.chances())

    def _trades(self) -> Iterator[Action]:
        at = self.turn
        if self.step <= _EXCHANGE and self.rice[at] >= RATE:
            yield "exchange"
        if self.step <= _DISMANTLE:
            yield from (f"dismantle {card}" for card in self.built[at] if self._affords(card))
        for card in self.hands[at]:
            room = card[1] == "s" or len(self.built[at]) < BUILT
            if self.step <= _INSTALL and room and self._affords(card):
                yield f"install {card}"
            if self.step != _INSTALL:
                yield f"sell {card}"

    def _moves(self) -> Iterator[Action]:
        rice, coin = self.move_costs()
        if self.rice[self.turn] >= rice:
            yield "move rice"
        if self.coin[self.turn] >= coin:
            yield "move coin"

    def _thefts(self) -> Iterator[Action]:
        for at, seat in enumerate(SEATS[: self.players]):
            if at != self.turn and not self.safe[at]:
                yield from (f"steal {seat} rice" for _ in range(min(1, self.rice[at])))
                yield from (f"steal {seat} coin" for _ in range(min(1, self.coin[at])))

    def _targets(self) -> Iterator[Action]:
        for at, seat in enumerate(SEATS[: self.players]):
            if at == self.turn or not self.safe[at]:
                yield from (f"{self.phase} {seat} {card}" for card in self.built[at])

    def _affords(self, card: str) -> bool:
        held = self.rice if card[0] == "b" else self.coin
        return held[self.turn] >= self.cost(card)

    def cost(self, card: str) -> int:
        """What a card costs the seat on turn, in rice or coin."""
        return max(0, cost(card) - self.gain("3"))

    def active(self, kind: str) -> int:
        """How many cards of a kind work for the seat on turn."""
        mine = self.built[self.turn]
        return sum(card[1] == kind for card in mine[: len(mine) - self.fresh])

    def gain(self, kind: str) -> int:
        """How much the working cards of a kind bring together."""
        return self.active(kind) * EFFECTS[kind]

    def move_costs(self) -> tuple[int, int]:
        """What a move costs in rice, and in coin (mountain-road §2.8, §3.5, §3.9)."""
        rice, coin = (RICE // 2, COIN // 2) if self.half else (RICE, COIN)
        return max(0, rice - self.gain("3")), coin

    # ── actions ──────────────────────────────────────────────────────────────────────────────────────────────────

    def after(self, action: Action) -> Self:
        word, *about = action.split()
        return _AFTER[word](self, *about)  # type: ignore[return-value]

    def first(self, seat: str) -> Self:
        """Chance says who begins."""
        return self._begun(SEATS.index(seat))

    def draw(self, card: str) -> Self:
        """A card to the hand of the seat on turn."""
        return self.changed(
            hands=put_at(self.hands, self.turn, card), talon=take(self.talon, card)
        )._supplied()

    def _begun(self, turn: int) -> Self:
        return self.changed(turn=turn, fresh=0, done=0, half=False, step=_EXCHANGE)._supplied()

    def _supplied(self) -> Self:
        """Cards are drawn up to the limit of the hand; the discards are the deck when it is empty."""
        if len(self.hands[self.turn]) < HAND + self.gain("1"):
            if self.talon:
                return self.changed(phase="draw")
            if self.discards:
                return self.changed(phase="draw", talon=self.discards, discards=())
        return self._cleared()

    def _cleared(self) -> Self:
        """Cards that carry three sticks go, whosever they are (mountain-road §2.3)."""
        worn = [
            (at, card) for at in range(self.players)
            for card, sticks in zip(self.built[at], self.timers[at], strict=True) if sticks >= TIMERS
        ]  # fmt: skip
        state = self.changed(safe=setat(self.safe, self.turn, False))
        for at, card in worn:
            state = state._removed(at, card)
        return state._effects()

    def _removed(self, at: int, card: str) -> Self:
        """An installed card goes to the discards: of several like it the one that carries most sticks."""
        where = max(
            (index for index, built in enumerate(self.built[at]) if built == card),
            key=lambda index: self.timers[at][index],
        )
        return self.changed(
            built=setat(self.built, at, _without(self.built[at], where)),
            timers=setat(self.timers, at, _without(self.timers[at], where)),
            discards=put(self.discards, card),
            done=self.done - (at == self.turn and where < self.done),
        )

    def _effects(self) -> Self:
        """The effects of the installed cards in their order, as far as nobody has to choose or throw."""
        state, at = self, self.turn
        while state.done < len(state.built[at]):
            kind = state.built[at][state.done][1]
            if kind in _WAITING:
                return state.changed(phase=_WAITING[kind])
            if kind == "0":
                state = state._gained(rice=EFFECTS[kind])
            elif kind == "k":
                state = state._gained(coin=EFFECTS[kind])
            elif kind == "e":
                state = state._advanced(EFFECTS[kind])
                if state.phase == OVER:
                    return state
            state = state.changed(done=state.done + 1)
        timers = tuple(
            sticks + (card[0] == "b") for card, sticks in zip(state.built[at], state.timers[at], strict=True)
        )
        return state.changed(timers=setat(state.timers, at, timers), phase="main")

    def _gained(self, rice: int = 0, coin: int = 0) -> Self:
        at = self.turn
        return self.changed(
            rice=setat(self.rice, at, self.rice[at] + rice), coin=setat(self.coin, at, self.coin[at] + coin)
        )

    def _advanced(self, squares: int) -> Self:
        """The piece goes so many squares and what 弓 and 馬 add; at the goal the game is over."""
        place = min(GOAL, self.places[self.turn] + squares + self.gain("2") + self.gain("5"))
        state = self.changed(places=setat(self.places, self.turn, place))
        return state.changed(phase=OVER) if place == GOAL else state

    def _through(self) -> Self:
        """The effect of the card on turn is through."""
        return self.changed(done=self.done + 1)._effects()

    def cast(self, dark: str) -> Self:
        """The throw for 筆, 巫 or 将 (mountain-road §3.8 to §3.10)."""
        kind, low = self.built[self.turn][self.done][1], int(dark) <= LOW
        if kind == "8":
            return self.changed(phase="mark" if low else "destroy")
        if kind == "6":
            state = (
                self.changed(safe=setat(self.safe, self.turn, True))
                if low
                else self._gained(coin=EFFECTS[kind])
            )
        else:
            state = self.changed(half=True) if low else self._advanced(EFFECTS[kind])
        return state if state.phase == OVER else state._through()

    def steal(self, seat: str, what: str) -> Self:
        """虎 takes one from another seat."""
        at, gain = SEATS.index(seat), {what: 1}
        held = self.rice if what == "rice" else self.coin
        return self.changed(**{what: setat(held, at, held[at] - 1)})._gained(**gain)._through()

    def mark(self, seat: str, card: str) -> Self:
        """将 puts a stick on a card: of several like it on the one that carries most."""
        at = SEATS.index(seat)
        where = max(
            (index for index, built in enumerate(self.built[at]) if built == card),
            key=lambda index: self.timers[at][index],
        )
        timers = setat(self.timers[at], where, self.timers[at][where] + 1)
        return self.changed(timers=setat(self.timers, at, timers))._through()

    def destroy(self, seat: str, card: str) -> Self:
        """将 removes a card."""
        # Its own effect is through first, so that removing it moves the others up.
        return self.changed(done=self.done + 1)._removed(SEATS.index(seat), card)._effects()

    def exchange(self) -> Self:
        """Rice for a coin."""
        return self._gained(rice=-RATE, coin=1)

    def dismantle(self, card: str) -> Self:
        """A card of one's own goes, for what it cost."""
        paid = self._paid(card).changed(step=_DISMANTLE)
        return paid._removed(self.turn, card)

    def install(self, card: str) -> Self:
        """A card of the hand is laid at the edge of the board; 船 goes at once, for two coins."""
        at = self.turn
        state = self._paid(card).changed(step=_INSTALL, hands=take_at(self.hands, at, card))
        if card[1] == "s":
            return state._gained(coin=EFFECTS["s"]).changed(discards=put(self.discards, card))
        return state.changed(
            built=setat(self.built, at, (*self.built[at], card)),
            timers=setat(self.timers, at, (*self.timers[at], 0)),
            fresh=self.fresh + 1,
        )

    def sell(self, card: str) -> Self:
        """A card of the hand goes for rice."""
        state = self.changed(
            step=_SELL, hands=take_at(self.hands, self.turn, card), discards=put(self.discards, card)
        )
        return state._gained(rice=SOLD)

    def _paid(self, card: str) -> Self:
        price = self.cost(card)
        return self._gained(rice=-price) if card[0] == "b" else self._gained(coin=-price)

    def move(self, what: str) -> Self:
        """The paid move, which ends the turn."""
        rice, coin = self.move_costs()
        paid = self._gained(rice=-rice) if what == "rice" else self._gained(coin=-coin)
        place = self.places[self.turn]
        hue = place in HUE or (place == 0 and not self.plain_start)
        state = paid._advanced(1 + int(hue))
        return state if state.phase == OVER else state.end()

    def end(self) -> Self:
        """The next seat's turn."""
        return self._begun(self.behind(self.turn))

    def table(self, seat: Seat) -> Table:
        """The road with the pieces on it, and what lies before each seat."""
        plain = super().table(seat)
        names = [column + row for row in ROWS for column in COLUMNS]
        standing = ((name, WAY[place]) for name, place in zip(SEATS, self.places, strict=False))
        rest = tuple(zone for zone in plain.zones if zone.name != "places")
        return replace(plain, zones=(board_zone(standing, names, len(COLUMNS)), *rest))

    # ── the end ──────────────────────────────────────────────────────────────────────────────────────────────────

    def outcome(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        winner = SEATS[self.places.index(GOAL)]
        return Outcome(winner, self.places, f"{winner} is at the top", "top")

    def returns(self) -> tuple[float, ...]:
        return tuple(float(place == GOAL) for place in self.places)

    def problem(self) -> str:
        if self.places.count(GOAL) != (self.phase == OVER):
            return "the game is over when one is at the goal"
        if any(len(cards) != len(sticks) for cards, sticks in zip(self.built, self.timers, strict=True)):
            return "each installed card has its sticks"
        if min(*self.places, *self.rice, *self.coin, self.fresh, self.done, self.step) < 0:
            return "nobody has less than nothing"
        return "no card is drawn" if self.phase == "draw" and not self.talon else ""


_WAITING = {"4": "steal", "6": CAST, "7": CAST, "8": CAST}
"""The cards whose effect waits for a choice or a throw."""

_AFTER: Mapping[str, Callable[..., Road]] = {
    name: getattr(Road, name)
    for name in (
        "first", "draw", "cast", "steal", "mark", "destroy", "exchange", "dismantle", "install", "sell", "move", "end",
    )
} | {"skip": Road._through}  # fmt: skip


def cost(card: str) -> int:
    """The number of a card: 船 costs nothing, 王 and 皇 cost 10."""
    return {"s": 0, "k": 10, "e": 10}.get(card[1]) or int(card[1].replace("s", "0"))


def _without(items: tuple[Any, ...], at: int) -> tuple[Any, ...]:
    return (*items[:at], *items[at + 1 :])


def start_of(chosen: Mapping[str, str], cards: Any) -> Road:
    """The state before the first turn, under checked options."""
    players = int(chosen["players"])
    nothing: tuple[Any, ...] = ((),) * players
    return Road(
        plain_start=chosen["start"] == "plain",
        places=(0,) * players,
        rice=(0,) * players,
        coin=(0,) * players,
        hands=nothing,
        built=nothing,
        timers=nothing,
        safe=(False,) * players,
    )


def actions_of(start: Road) -> Actions:
    """What seats and chance may do."""
    seat, goods = Words(SEATS[: start.players]), Words(("rice", "coin"))
    return Actions(
        Either(
            Words(("end", "exchange", "skip")),
            Row("move ", goods),
            Row(Words(("dismantle ", "install ", "sell ")), CARD),
            Row("steal ", seat, " ", goods),
            Row(Words(("mark ", "destroy ")), seat, " ", CARD),
        ),
        Either(start.luck(), Row("draw ", CARD)),
    )


# ── what a moment of 行山 is worth to a seat, for players that look no further ───────────────────────────────────────

_VALUES = {
    "0": 0.5, "1": 0.0, "2": 0.5, "3": 0.0, "4": -0.3, "5": 3.5, "6": -0.5, "7": 0.8, "8": 0.1, "k": 2.0, "e": 2.5,
}  # fmt: skip
"""About how many squares an installed black card is worth; a red one, which stays, twice as many."""
_GOODS = 0.95
"""What the price of a move is worth, in squares."""
_CARD = {True: 0.21, False: 0.02}
"""What a card of the hand is worth to the seat that may still sell it, and later, when it only keeps others away."""


def worth(state: Road, seat: Seat) -> float:
    """The chance to be first, by how far each seat has come and what it has to go on with."""
    at = state.index(seat)
    if state.phase == OVER:
        return state.returns()[at]
    ahead = [exp(_standing(state, other) / 4) for other in range(state.players)]
    return ahead[at] / sum(ahead)


def _standing(state: Road, at: int) -> float:
    cards = sum(
        _VALUES[card[1]] * (2 if card[0] == "r" else (TIMERS - sticks) / TIMERS)
        for card, sticks in zip(state.built[at], state.timers[at], strict=True)
        if card[1] in _VALUES
    )
    goods = state.rice[at] / RICE + state.coin[at] / COIN
    acting = state.phase == "main" and state.turn == at
    return (
        state.places[at]
        + _GOODS * goods
        + min(1.0, (GOAL - state.places[at]) / 8) * cards
        + _CARD[acting] * len(state.hands[at])
        + (_move_ahead(state) if acting else 0.0)
    )


def _move_ahead(state: Road) -> float:
    """What the move that ends this turn will bring: who counts it does first what can only be done before it."""
    at = state.turn
    hue = state.places[at] in HUE or (not state.places[at] and not state.plain_start)
    squares = 1 + hue + state.gain("2") + state.gain("5")
    rice, coin = state.move_costs()
    prices = [
        price / whole
        for held, price, whole in ((state.rice[at], rice, RICE), (state.coin[at], coin, COIN))
        if held >= price
    ]
    return max(0.0, min(squares, GOAL - state.places[at]) - _GOODS * min(prices)) if prices else 0.0
