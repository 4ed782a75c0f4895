"""Last trick: two to four players with hidden hands follow suit; every trick is a point, the last one two more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from printkit.games.actions import Actions, Row, Words
from printkit.games.core import CHANCE, SEATS, Action, Outcome, Seat, choice
from printkit.games.game import GameModule, Macro
from printkit.games.state import State, deck, own, pile
from printkit.games.toolkit.cards import draws, put, put_at, setat, take, take_at
from printkit.games.toolkit.stakes import most_points

CARDS = tuple(sorted(f"{suit}{rank}" for suit in "rgb" for rank in range(1, 7)))


@dataclass(frozen=True, kw_only=True)
class Trick(State):
    """`trick` are the cards played to this trick, from its `leader` (an index of a seat) on."""

    hands: tuple[tuple[str, ...], ...] = own()
    trick: tuple[str, ...] = pile(())
    leader: int = 0
    points: tuple[int, ...]
    played: tuple[str, ...] = pile(())
    talon: tuple[str, ...] = deck(CARDS)

    @classmethod
    def dealt_to(cls, players: int) -> Self:
        return cls(hands=((),) * players, points=(0,) * players)

    def dealing(self) -> bool:
        return not self.trick and not self.played and min(map(len, self.hands)) < 4

    def actor(self) -> int:
        return (self.leader + len(self.trick)) % len(self.hands)

    def to_move(self) -> Seat | None:
        return CHANCE if self.dealing() else SEATS[self.actor()] if any(self.hands) else None

    def legal(self) -> tuple[Action, ...]:
        if self.dealing():
            return draws(self.talon)
        hand = self.hands[self.actor()]
        following = [card for card in hand if self.trick and card[0] == self.trick[0][0]]
        return tuple(f"play {card}" for card in following or hand)

    def after(self, action: Action) -> Self:
        word, card = action.split()
        if word == "draw":
            seat = sum(map(len, self.hands)) % len(self.hands)
            return self.changed(hands=put_at(self.hands, seat, card), talon=take(self.talon, card))
        hands, trick = take_at(self.hands, self.actor(), card), (*self.trick, card)
        if len(trick) < len(hands):
            return self.changed(hands=hands, trick=trick)
        best = trick.index(max(each for each in trick if each[0] == trick[0][0]))
        winner = (self.leader + best) % len(hands)
        points = setat(self.points, winner, self.points[winner] + (1 if any(hands) else 3))
        return self.changed(
            hands=hands, trick=(), leader=winner, points=points, played=put(self.played, *trick)
        )

    def outcome(self) -> Outcome | None:
        return most_points(self.points) if self.to_move() is None else None

    def returns(self) -> tuple[float, ...]:
        return tuple(map(float, self.points))


GAME = GameModule(
    id="last-trick",
    names={"en": "Last trick", "ja": "最後の一巡"},
    start=lambda options, cards: Trick.dealt_to(int(options["players"])),
    seats_option="players",
    options=(choice("players", "how many play", "3", "2", "4"),),
    actions=lambda start: Actions(Row("play ", Words(CARDS)), Row("draw ", Words(CARDS))),
    macros=(Macro("deal", "draw"),),
)
