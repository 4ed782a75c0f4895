"""The table of Youscout together: its options, an action in, the next table out, and all that is forced by it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

from printkit.games.actions import Actions, Either, Row, Words
from printkit.games.codec import text_of
from printkit.games.core import CHANCE, Action, Option, Outcome, Seat, choice, evenly
from printkit.games.game import Macro
from printkit.games.state import State, agreed, deck
from printkit.games.youscout.board import LOWER, NO_PILES, PILE_NAMES, PLACES, Piles, swapped
from printkit.games.youscout.cards import BOARD_MAJORS, DEATH, FOOL, MINORS, SWORD, Card, major_number, suit
from printkit.games.youscout.rules import COMMON_OPTIONS, COMPARISON, Numbers, Rules, make_rules
from printkit.games.youscout.table import MOVE, STAY, board_zones, lays
from printkit.games.youscout_simplified import SimplifiedTable
from printkit.games.zones import Item, Zone
from printkit.games.zones import Table as Shown

__all__ = [
    "GAME_ID",
    "MACROS",
    "NOWHERE",
    "OPEN_CARDS",
    "OPTIONS",
    "PILES",
    "POINTS",
    "SEATS",
    "TERMINALS",
    "Agreed",
    "Table",
    "actions_of",
    "agree",
    "start_of",
]

# ── the options of one game of Youscout together, as seats, rounds and card numbers ──────────────────────────────────

GAME_ID = "youscout-together"

SEATS: tuple[Seat, ...] = ("A", "B", "C", "D")
"""The seats to the left, from the player who starts the first round (together §1.1)."""

TERMINALS: tuple[Card, ...] = (FOOL, DEATH)

OPEN_CARDS = 3
"""How many cards lie open to choose from (together §2.2)."""

POINTS: Mapping[Card, Mapping[int, int]] = {FOOL: {6: 3, 5: 2}, DEATH: {2: 3, 5: 2}}
"""What a token on a place gets when a terminal comes (together §4.1)."""

EACH = "each"

OPTIONS: tuple[Option, ...] = (
    choice("players", "how many play (§1.1)", "3", "2", "4"),
    choice("rounds", "how many rounds; each: every player starts one (§5.1)", EACH, "1", "2", "3", "4"),
    *(option for option in COMMON_OPTIONS if option.key != "terminals"),
    COMPARISON,
)


@dataclass(frozen=True, slots=True)
class Agreed:
    """What was agreed before the game; `rules` are those of a turn, which is the simplified game's."""

    players: int
    rounds: int
    rules: Rules

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that play."""
        return SEATS[: self.players]


def agree(options: Mapping[str, str], cards: Numbers | None) -> Agreed:
    """The rules for checked `options` and the numbers of `cards`; None: the table of youscout §1.5.

    Raises `InputError` for a table no game can be played with.
    """
    players = int(options["players"])
    rounds = players if options["rounds"] == EACH else int(options["rounds"])
    # How often terminals come is fixed here (together §4), but a turn's rules name it.
    return Agreed(players, rounds, make_rules(GAME_ID, {**options, "terminals": "1"}, cards))


# ── the table of Youscout together ───────────────────────────────────────────────────────────────────────────────────

MACROS = (Macro("deal", "lay", len(PLACES)), Macro("row", "open", OPEN_CARDS))
PILES = SimplifiedTable.PILES
"""The piles in use, as positions name them."""

NOWHERE = 0
"""The place of a token that is not on the board yet."""

_OPEN = {card: f"open {card}" for card in MINORS}
_DRAW = {card: f"draw {card}" for card in (*MINORS, *TERMINALS)}


@dataclass(frozen=True, kw_only=True)
class Table(State):
    """One moment of a play. Whatever belongs to the players stands in the order of the seats, from 0.

    `board` holds the cards as laid until six lie, then after the swap of 8 and 11. `row` are the open cards and
    `talon` those left in it, both sorted: the talon's order is nowhere, so nobody can peek. `came` are the
    terminals of the round that have come, in that order.
    """

    agreed: Agreed = agreed()
    round: int
    points: tuple[int, ...]
    tokens: tuple[int, ...]
    board: tuple[Card, ...] = ()
    row: tuple[Card, ...] = ()
    piles: Piles = NO_PILES
    came: tuple[Card, ...] = ()
    talon: tuple[Card, ...] = deck(MINORS)

    def to_move(self) -> Seat | None:
        """Chance deals, opens and draws; the seats place their tokens and take cards."""
        if self.over():
            return None
        if len(self.board) < len(PLACES) or len(self.row) < OPEN_CARDS:
            return CHANCE
        return SEATS[self.actor]

    def legal(self) -> tuple[Action, ...]:
        """The actions allowed now, sorted as text."""
        if self.over():
            return ()
        if len(self.board) < len(PLACES):
            return self._lays()
        if len(self.row) < OPEN_CARDS:
            return tuple(map(self._drawing().__getitem__, self.talon))
        if not self.placed():
            return tuple(f"place {place}" for place in PLACES if place not in self.tokens)
        solo = self.solo(self.actor)
        return tuple(sorted(action for card in self.row for action in _takes(solo, card)))

    def sample(self, rng: Random) -> Action:
        """Every card left is as likely as any other, and so is either way up (together §2)."""
        if len(self.board) < len(PLACES):
            return super().sample(rng)
        return self._drawing()[evenly(self.talon, rng.random())]

    def after(self, action: Action) -> Table:
        """The table after `action` and all that is forced by it."""
        word, what, *answer = action.split()
        if word == "lay":
            return self._lay(what)
        if word == "open":
            return self._refilled(what)
        if word == "place":
            return self._place(int(what))
        return self._draw(what) if word == "draw" else self.taking(what)[answer == [STAY]]

    def outcome(self) -> Outcome | None:
        """Most points win; players with equally many share the win (together §5.2)."""
        if not self.over():
            return None
        best = max(self.points)
        winners = [seat for seat, points in zip(SEATS, self.points, strict=False) if points == best]
        verb = "share the win" if len(winners) > 1 else "wins"
        reason = f"{' and '.join(winners)} {verb} with {best} points"
        return Outcome("+".join(winners), self.points, reason, "terminals")

    def returns(self) -> tuple[float, ...]:
        """The points so far."""
        return tuple(map(float, self.points))

    def stage(self) -> int:
        """The round."""
        return self.round

    def view(self, seat: Seat) -> str:
        """The seat and the whole position: nothing is hidden, for the talon has no order yet."""
        return f"seat={seat} {self.position()}"

    def position(self) -> str:
        """Fields `key=value` separated by spaces, leaving out the empty ones: `parse_position` reads them back."""
        tokens = ",".join(str(place or "-") for place in self.tokens)
        return text_of(
            {
                "round": str(self.round),
                "points": ",".join(map(str, self.points)),
                "board": ",".join(self.board),
                "row": ",".join(self.row),
                "tokens": tokens * any(self.tokens),
                **{
                    name: ",".join(pile)
                    for name, pile in zip(PILE_NAMES, self.piles, strict=True)
                    if name in PILES
                },
                "came": ",".join(self.came),
            }
        )

    def table(self, seat: Seat) -> Shown:
        """The board with its piles and tokens, the open cards and the talon."""
        tokens = zip(self.agreed.seats, self.tokens, strict=True)
        return replace(
            super().table(seat),
            zones=(
                *board_zones(self.board, self.piles, tuple(tokens)),
                Zone("row", "row", tuple(map(Item, self.row))),
                Zone("T", "pile", count=len(self.talon)),
                Zone("came", "row", tuple(map(Item, self.came))),
            ),
        )

    def over(self) -> bool:
        """Whether the last round has ended: only then do both terminals lie (together §4.2, §5.1)."""
        return len(self.came) == len(TERMINALS)

    def placed(self) -> bool:
        """Whether all tokens are on the board."""
        return NOWHERE not in self.tokens

    @property
    def turns(self) -> int:
        """The turns taken in this round: every card taken lies on a pile or among the discards."""
        return sum(map(len, self.piles))

    @property
    def actor(self) -> int:
        """The seat to place a token, last in order first, or to take a card (together §2.3, §3.1)."""
        if not self.placed():
            return self.seat_at(self.tokens.count(NOWHERE) - 1)
        return self.seat_at(self.turns % self.agreed.players)

    def seat_at(self, offset: int) -> int:
        """The seat this many places to the left of the round's start player (together §5.1)."""
        return (self.round - 1 + offset) % self.agreed.players

    def left(self) -> tuple[Card, ...]:
        """The terminals of the round that have not come yet."""
        return tuple(terminal for terminal in TERMINALS if terminal not in self.came)

    def solo(self, seat: int) -> SimplifiedTable:
        """What a seat's turn is played on: the simplified game's table with this seat's token."""
        return SimplifiedTable(self.agreed.rules, self.board, self.tokens[seat], piles=self.piles)

    def taking(self, card: Card) -> tuple[Table, ...]:
        """The tables the actor can make with this card, open or not: the simplified turn, then the change of places.

        Two where a won sword leaves the choice, the move first (together §3.1, §3.2).
        """
        seat = self.actor
        turned = self.solo(seat).turn(card)
        ends = (turned.choose(MOVE), turned.choose(STAY)) if turned.drawn else (turned,)
        row = tuple(each for each in self.row if each != card)
        return tuple(
            self.changed(tokens=_changed(self.tokens, seat, end.token), piles=end.piles, row=row)
            for end in ends
        )

    def _drawing(self) -> Mapping[Card, Action]:
        return _DRAW if self.placed() else _OPEN

    def _lays(self) -> tuple[Action, ...]:
        laid = {major_number(code) for code in self.board}
        left = [major for major in BOARD_MAJORS if major not in laid]
        return tuple(sorted(f"lay {major}{way}" for major in left for way in ("", "r")))

    def _lay(self, code: Card) -> Table:
        board = (*self.board, code)
        full = len(board) == len(PLACES)
        return self.changed(board=swapped(board, self.agreed.rules.swap) if full else board)

    def _place(self, place: int) -> Table:
        seat = self.actor
        tokens = (*self.tokens[:seat], place, *self.tokens[seat + 1 :])
        # Both terminals join the talon when the last token stands (together §2.4).
        talon = self.talon if NOWHERE in tokens else tuple(sorted((*self.talon, *TERMINALS)))
        return self.changed(tokens=tokens, talon=talon)

    def _refilled(self, card: Card) -> Table:
        at = self.talon.index(card)
        return self.changed(
            row=tuple(sorted((*self.row, card))),
            talon=(*self.talon[:at], *self.talon[at + 1 :]),
        )

    def _draw(self, card: Card) -> Table:
        """The row is filled again; a terminal brings points, and the second one ends the round (together §4)."""
        if card not in TERMINALS:
            return self._refilled(card)
        gains = (POINTS[card].get(place, 0) for place in self.tokens)
        points = tuple(before + gain for before, gain in zip(self.points, gains, strict=True))
        came = (*self.came, card)
        if len(came) == len(TERMINALS) and self.round < self.agreed.rounds:
            return start_of(self.agreed, self.round + 1, points)
        talon = tuple(each for each in self.talon if each != card)
        return self.changed(points=points, came=came, talon=talon)


def _takes(solo: SimplifiedTable, card: Card) -> tuple[Action, ...]:
    """The ways to take an open card: nothing but a sword in the lower trigram may leave a choice (together §3.1)."""
    may_choose = solo.token in LOWER and suit(card) == SWORD
    if may_choose and solo.turn(card).drawn:
        return f"take {card} {MOVE}", f"take {card} {STAY}"
    return (f"take {card}",)


def _changed(tokens: tuple[int, ...], seat: int, place: int) -> tuple[int, ...]:
    """The tokens after this seat's goes to a place; a token there goes where it came from (together §3.2)."""
    here = tokens[seat]
    after = tuple(here if each == place else each for each in tokens)
    return (*after[:seat], place, *after[seat + 1 :])


def start_of(agreed: Agreed, number: int = 1, points: tuple[int, ...] = ()) -> Table:
    """The start of a round with the points won before it (together §2.1, §5.1)."""
    return Table(
        agreed=agreed,
        round=number,
        points=points or (0,) * agreed.players,
        tokens=(NOWHERE,) * agreed.players,
    )


def actions_of(start: Table) -> Actions:
    """What seats and chance may do."""
    answer = Either("", Words((f" {MOVE}", f" {STAY}")))
    return Actions(
        Either(Row("place ", Words(tuple(map(str, PLACES)))), Row("take ", Words(MINORS), answer)),
        Either(lays(), Words((*_OPEN.values(), *_DRAW.values()))),
    )
