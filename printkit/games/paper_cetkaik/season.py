"""A game of seasons with the 48 strips: the deal, who is 親, 親の加点, payments, and the next season."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, groupby
from random import Random
from typing import Any, ClassVar, Self, TypeVar

from printkit.games.actions import Actions, Either, Pattern, Row, Words
from printkit.games.core import CHANCE, SEATS, Action, Option, Outcome, Seat, choice, count, even_chances
from printkit.games.game import Census, Entry, GameModule, Macro
from printkit.games.observation import Coding
from printkit.games.paper_cetkaik.deck import CARD, DECK, HIGHEST_NUMBER, KINDS, SHIP, strength
from printkit.games.paper_cetkaik.narration import Why, narration
from printkit.games.proof import Fields, Figure, Line, Proof, TableFacts
from printkit.games.state import State, agreed, aside, deck, numbered, own, seat_at
from printkit.games.toolkit.cards import draw_chances, draw_one, draws, put_at, take
from printkit.games.toolkit.stakes import most_points, paid

__all__ = ["BONUS", "DEAL", "FIRST", "OVER", "Season", "season_game", "yes"]

_TITLES = {
    "place": "points a season, by the place behind 親",
    "won": "seasons with the most points, by the place behind 親",
    "wild": "points a season, by the wild cards dealt",
    "length": "length of a season",
}
_DEALT = ("first", "deal")

Counted = Callable[[Sequence[Any], Sequence[Action]], Iterable[Entry]]


def season_census(wild: str, more: Census | None = None) -> Census:
    """The census of a game of seasons; `wild` is the second letter of its wild cards, `more` the game's own."""

    def counted(states: Sequence[Any], actions: Sequence[Action]) -> Iterable[Entry]:
        own = more.entries(states, actions) if more else ()
        return chain(_seasons(states, wild), own)

    return Census({**_TITLES, **(more.titles if more else {})}, counted, lambda end: end.season + 1)


def _seasons(states: Sequence[Any], wild: str) -> Iterator[Entry]:
    """What every seat gained in each season; the last state of one is the first of the next."""
    before, end = states[0].points, 0
    for _, group in groupby(states, key=lambda state: state.season):
        part = list(group)
        end += len(part)
        played = [state for state in part if state.phase not in _DEALT]
        after = states[min(end, len(states) - 1)].points
        gains = [now - was for was, now in zip(before, after, strict=True)]
        before = after
        if not played:
            continue
        first = played[0]
        for at, gain in enumerate(gains):
            behind = (at - first.dealer) % len(gains)
            place = f"{behind} behind" if behind else "親"
            yield Entry("place", place, gain)
            yield Entry("won", place, gain == max(gains) and gain > 0)
            held = sum(card[1] == wild for card in first.hands[at])
            yield Entry("wild", f"{min(held, 2)}{' or more' if held > 1 else ''}", gain)
        yield Entry(
            "length", "actions of players", sum(state.to_move() not in (CHANCE, None) for state in played)
        )


LEAST_BONUS = 2
"""親の加点 begins with this (paper-cetkaik §2.3)."""
_INKS = {"b": "black", "r": "red"}
_STRENGTH = "strength"


def fields_of(card: str) -> Fields:
    """What a card as records write it (`b5`) carries; 船, 王 and 皇 have no number."""
    fields: dict[str, int | str] = {"piece": KINDS[card[1]], "colour": _INKS[card[0]]}
    number = strength(card)
    if SHIP < number <= HIGHEST_NUMBER:
        fields[_STRENGTH] = number
    return fields


def _lines(fields: Fields, turned: bool, words: Mapping[str, str]) -> tuple[Line, ...]:
    """The number of a card, the same either way up."""
    number = fields.get(_STRENGTH)
    return () if number is None else (Line((Figure(str(number), _STRENGTH),)),)


PROOF = Proof(
    cards={card: fields_of(card) for card in sorted(set(DECK))},
    lines=_lines,
    wrong=lambda fields: "",
    printed={},
    copies=Counter(DECK),
    table=TableFacts(tracks={"track.bonus": LEAST_BONUS}),
)
"""The strips a kit must have: 24 entries, 48 cards."""


FIRST, DEAL, OVER = "first", "deal", "over"
"""Who is the first 親; the deal; the end of the game. Between them stand the phases of each game."""

BONUS = choice(
    "bonus", "親の加点 goes back to 2 for a new 親, or stays (paper-cetkaik §2.3)", "resets", "stays"
)


@dataclass(frozen=True, kw_only=True)
class Season(State):
    """A moment of a game of seasons; tuples are in the order of the seats.

    `dealer` is the index of 親, `bonus` 親の加点. A game writes the methods without a body, and its phases.
    """

    drawing: ClassVar[Mapping[str, str]] = {}
    """The phases of the game in which chance brings a card, and the word for it: `draw`, or `turn` for an open one."""
    has_bonus: ClassVar[bool] = True
    """Whether 親の加点 is played with."""

    seasons: int = agreed(4)
    bonus_stays: bool = agreed(False)
    phase: str = aside(FIRST)
    season: int = numbered(0)
    dealer: int = seat_at(0)
    bonus: int = LEAST_BONUS
    points: tuple[int, ...] = aside(for_each=True)
    hands: tuple[tuple[str, ...], ...] = own()
    talon: tuple[str, ...] = deck(DECK)

    # ── what a game writes ───────────────────────────────────────────────────────────────────────────────────────

    @abstractmethod
    def hand_size(self) -> int:
        """How many cards each seat is dealt."""

    @abstractmethod
    def dealt(self) -> Self:
        """What follows the deal."""

    @abstractmethod
    def actor(self) -> int:
        """The index of the seat to act."""

    @abstractmethod
    def choices(self) -> tuple[Action, ...]:
        """What the seat to act may do, sorted."""

    @abstractmethod
    def acted(self, action: Action) -> Self:
        """The state after an action of a seat."""

    def drawn(self, card: str) -> Self:
        """The state after a card was drawn in one of the phases of `drawing`; it is still in the talon."""
        raise NotImplementedError

    @classmethod
    def blank(cls, players: int) -> dict[str, Any]:
        """What the fields hold before the deal that differ from season to season."""
        return {"hands": ((),) * players, "talon": DECK}

    # ── the contract ─────────────────────────────────────────────────────────────────────────────────────────────

    def to_move(self) -> Seat | None:
        if self.phase == OVER:
            return None
        return CHANCE if self.phase in (FIRST, DEAL) or self.phase in self.drawing else SEATS[self.actor()]

    def legal(self) -> tuple[Action, ...]:
        if self.phase == OVER:
            return ()
        if self.phase == FIRST:
            return tuple(f"first {seat}" for seat in SEATS[: self.players])
        return draws(self.talon, self._verb()) if self.to_move() == CHANCE else self.choices()

    def chances(self) -> tuple[tuple[Action, Fraction], ...]:
        if self.to_move() != CHANCE:
            return ()
        return even_chances(self.legal()) if self.phase == FIRST else draw_chances(self.talon, self._verb())

    def sample(self, rng: Random) -> Action:
        if self.phase == FIRST:
            return f"first {SEATS[int(rng.random() * self.players)]}"
        return draw_one(self.talon, rng, self._verb())

    def after(self, action: Action) -> Self:
        if self.phase == FIRST:
            return self.changed(dealer=SEATS.index(action.split()[1]), phase=DEAL)
        if self.phase == DEAL:
            return self._dealt_one(action.split()[1])
        return self.drawn(action.split()[1]) if self.phase in self.drawing else self.acted(action)

    def outcome(self) -> Outcome | None:
        return most_points(self.points, cause="seasons") if self.phase == OVER else None

    def returns(self) -> tuple[float, ...]:
        return tuple(map(float, self.points))

    def stage(self) -> int:
        return self.season

    def problem(self) -> str:
        if not (0 <= self.dealer < self.players and 0 <= self.season < self.seasons):
            return "there is no such 親 or season"
        if self.bonus < LEAST_BONUS:
            return "親の加点 is 2 at least"
        dealt = sum(map(len, self.hands)) < self.players * self.hand_size()
        return "its cards are dealt already" if self.phase == DEAL and not dealt else ""

    # ── seats, payments, seasons ─────────────────────────────────────────────────────────────────────────────────

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.points)

    def behind(self, at: int, steps: int = 1) -> int:
        """The seat so many places behind another one, in the order of play."""
        return (at + steps) % len(self.points)

    def order(self, first: int) -> tuple[int, ...]:
        """All seats, from this one on."""
        players = self.players
        return (*range(first, players), *range(first))

    def factor(self, *seats: int) -> int:
        """親の加点 where 親 is one of these, else 1 (paper-cetkaik §2.4)."""
        return self.bonus if self.dealer in seats else 1

    def paid_by_all(self, winner: int, amount: int) -> tuple[int, ...]:
        """The points after every other seat has paid the winner, 親の加点 included."""
        points = self.points
        for at in range(self.players):
            if at != winner:
                points = paid(points, at, winner, amount * self.factor(at, winner))
        return points

    def closed(self, points: tuple[int, ...], winner: int | None) -> Self:
        """The season is over: its winner is the next 親; without one 親 stays (paper-cetkaik §2.2, §2.3, §2.5)."""
        dealer = self.dealer if winner is None else winner
        bonus = self.bonus
        if winner == self.dealer:
            bonus += self.has_bonus
        elif winner is not None and not self.bonus_stays:
            bonus = LEAST_BONUS
        if self.season + 1 == self.seasons:
            return self.changed(phase=OVER, points=points, dealer=dealer, bonus=bonus)
        return self.changed(
            **self.blank(self.players),
            phase=DEAL,
            season=self.season + 1,
            dealer=dealer,
            bonus=bonus,
            points=points,
        )

    def _verb(self) -> str:
        return self.drawing.get(self.phase, "draw")

    def _dealt_one(self, card: str) -> Self:
        at = sum(map(len, self.hands))
        hands = put_at(self.hands, at % self.players, card)
        state = self.changed(hands=hands, talon=take(self.talon, card))
        return state if at + 1 < self.players * self.hand_size() else state.dealt()


def _chance(start: Season) -> Pattern:
    """Who is the first 親, and every card that is drawn or turned up."""
    words = sorted({"draw", *start.drawing.values()})
    return Either(
        Row("first ", Words(SEATS[: start.players])), Row(Words(tuple(f"{word} " for word in words)), CARD)
    )


S = TypeVar("S", bound=Season)


def yes(options: Mapping[str, str], key: str) -> bool:
    """Whether an option says `yes`."""
    return options[key] == "yes"


def season_game(
    kind: type[S],
    id: str,
    names: Mapping[str, str],
    *,
    options: tuple[Option, ...] = (),
    agreed: Callable[[Mapping[str, str]], Mapping[str, Any]] = lambda options: {},
    worth: Callable[[S, Seat], float],
    actions: Callable[[S], Pattern],
    codings: Mapping[str, Coding] | None = None,
    thumbs: str,
    levels: Mapping[str, str],
    players: tuple[str, ...] = ("3", "2", "4", "5", "6"),
    census: Census | None = None,
    wild: str = "s",
    passive: tuple[str, ...] = (),
    why: Why = lambda before, action, after: (),
) -> GameModule[S]:
    """The module of a game of seasons; `agreed` makes its own fields from the checked options.

    `actions` are those of its seats, `codings` how observations write its fields.
    `census` is what it counts beside, `wild` the sign of its wild cards; `passive` and `why` are for its narration.
    """

    def start(chosen: Mapping[str, str], cards: Any) -> S:
        seats = int(chosen["players"])
        return kind(
            seasons=int(chosen["seasons"]),
            bonus_stays=chosen.get("bonus") == "stays",
            points=(0,) * seats,
            **kind.blank(seats),
            **agreed(chosen),
        )

    return GameModule(
        id=id,
        names=names,
        start=start,
        seats=lambda chosen: SEATS[: int(chosen["players"])],
        seats_option="players",
        options=(
            choice("players", "how many play (paper-cetkaik §2.1)", *players),
            count("seasons", 4, "how many seasons are played (paper-cetkaik §2.1)", least=1),
            *options,
        ),
        macros=(Macro("deal", "draw"), Macro("open", "turn")),
        worth=worth,
        actions=lambda start: Actions(actions(start), _chance(start)),
        codings=lambda start: codings or {},
        thumbs=thumbs,
        levels=levels,
        census=season_census(wild, census),
        proof=PROOF,
        narration=narration(id, passive, why),
    )
