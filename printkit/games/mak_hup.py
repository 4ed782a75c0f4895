"""値木, a game of sums: cards are laid on roads whose ends they add up to, until a hand is empty."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, ClassVar, Literal, Self

from printkit.games.actions import Either, Pattern, Row, Words
from printkit.games.core import Action, Seat
from printkit.games.narration import Sentence
from printkit.games.paper_cetkaik.deck import CARD, HIGHEST_NUMBER, some_cards, strength
from printkit.games.paper_cetkaik.narration import left
from printkit.games.paper_cetkaik.season import BONUS, Season, season_game
from printkit.games.players import Thumb, best_by
from printkit.games.state import aside, pile
from printkit.games.toolkit.cards import put, take, take_at

__all__ = ["GAME", "THUMBS", "Roads", "lays"]

_HAND, _ROADS = 6, 2
_SPECIAL = "ske"
"""船, 王 and 皇."""


@dataclass(frozen=True, kw_only=True)
class Roads(Season):
    """A moment of 値木: `roads` are the cards at their ends, `covered` those that are out; `due` roads are to be drawn.

    `passes` counts seats that have passed one after the other.
    """

    drawing: ClassVar[Mapping[str, str]] = {"road": "turn"}

    phase: Literal["first", "deal", "road", "play", "over"] = aside("first")
    turn: int = aside(0)
    due: int = aside(0)
    passes: int = aside(0)
    roads: tuple[str, ...] = pile(())
    covered: tuple[str, ...] = pile(())

    @classmethod
    def blank(cls, players: int) -> dict[str, Any]:
        return super().blank(players) | {"roads": (), "covered": (), "passes": 0, "due": 0}

    def hand_size(self) -> int:
        return _HAND

    def dealt(self) -> Self:
        return self.changed(phase="road", due=_ROADS, turn=self.dealer)

    def drawn(self, card: str) -> Self:
        state = self.changed(roads=put(self.roads, card), talon=take(self.talon, card), due=self.due - 1)
        return state if state.due and state.talon else state.changed(phase="play", due=0)

    def actor(self) -> int:
        return self.turn

    def choices(self) -> tuple[Action, ...]:
        more = "draw" if self.talon else "pass"
        return tuple(sorted((more, *lays(self.hands[self.turn], self.roads))))

    def acted(self, action: Action) -> Self:
        word, *cards = action.split()
        if word == "pass":
            return self._passed()
        turn = self.behind(self.turn)
        if word == "draw":
            return self.changed(phase="road", due=1, turn=turn, passes=0)
        ends = {"sum": 1, "free": 1, "join": 2, "clear": 0}[word]
        gone, laid = cards[:ends], cards[ends:]
        state = self.changed(hands=take_at(self.hands, self.turn, *laid), turn=turn, passes=0)
        if word == "clear":
            state = state.changed(roads=(), covered=put(self.covered, *self.roads, *laid))
        else:
            state = state.changed(roads=put(take(self.roads, gone), *laid), covered=put(self.covered, *gone))
        if not state.hands[self.turn]:
            return state.closed(state.paid_by_all(self.turn, 1), self.turn)
        clears = word == "clear" and state.talon
        return state.changed(phase="road", due=_ROADS) if clears else state

    def _passed(self) -> Self:
        """When all have passed, the fewest cards win, if one seat alone has so few (mak-hup §3.2)."""
        state = self.changed(turn=self.behind(self.turn), passes=self.passes + 1)
        if state.passes < self.players:
            return state
        sizes = tuple(map(len, self.hands))
        if sizes.count(min(sizes)) > 1:
            return state.closed(self.points, None)
        winner = sizes.index(min(sizes))
        return state.closed(self.paid_by_all(winner, 1), winner)


@lru_cache(maxsize=20_000)
def lays(hand: tuple[str, ...], roads: tuple[str, ...]) -> tuple[Action, ...]:
    """Everything that may be laid on these roads."""
    return tuple(sorted({*_sums(hand, roads), *_joins(hand, roads), *_specials(hand, roads)}))


def _sums(hand: tuple[str, ...], roads: tuple[str, ...]) -> Iterator[Action]:
    by_total = _by_total(hand)
    for end in {*roads}:
        if end[1] not in _SPECIAL:
            yield from (f"sum {end} {cards}" for cards in by_total.get(strength(end), ()))


@lru_cache(maxsize=5_000)
def _by_total(hand: tuple[str, ...]) -> Mapping[int, set[str]]:
    """The numbers of a hand that may be laid together, as text, by what they add up to: no end needs more than 8."""
    found: defaultdict[int, set[str]] = defaultdict(set)
    sums: list[tuple[int, str]] = [(0, "")]
    for card in hand:
        if card[1] not in _SPECIAL:
            number = strength(card)
            more = [
                (total + number, f"{cards} {card}")
                for total, cards in sums
                if total + number <= HIGHEST_NUMBER
            ]
            sums += more
            for total, cards in more:
                found[total].add(cards[1:])
    return found


def _joins(hand: tuple[str, ...], roads: tuple[str, ...]) -> Iterator[Action]:
    ends = [card for card in roads if card[1] not in _SPECIAL]
    numbers = {card for card in hand if card[1] not in _SPECIAL}
    for one, other in {*combinations(ends, 2)}:
        total = strength(one) + strength(other)
        if total <= HIGHEST_NUMBER:
            yield from (f"join {one} {other} {card}" for card in numbers if strength(card) == total)


def _specials(hand: tuple[str, ...], roads: tuple[str, ...]) -> Iterator[Action]:
    free = [end for end in roads if end[1] in _SPECIAL]
    for card in {*hand}:
        if card[1] in _SPECIAL:
            yield f"clear {card}"
        else:
            yield from (f"free {end} {card}" for end in free)


def worth(state: Roads, seat: Seat) -> float:
    """The points, and the win as likely as the hand is small against the others and fits the roads."""
    at = state.index(seat)
    points = float(state.points[at])
    if state.phase in ("first", "deal", "over"):
        return points
    speeds = [1 / (len(held) + 0.5 - 0.4 * bool(lays(held, state.roads))) for held in state.hands]
    return points + state.players * speeds[at] / sum(speeds)


def why(before: Roads, action: Action, after: Roads) -> Iterator[Sentence]:
    """How many cards are left."""
    if action.split()[0] not in ("draw", "pass"):
        yield from left(after, before.turn)


_ACTIONS: Pattern = Either(
    Words(("draw", "pass")),
    Row("clear ", CARD),
    Row("free ", CARD, " ", CARD),
    Row("join ", CARD, " ", CARD, " ", CARD),
    Row("sum ", CARD, " ", some_cards(1, _HAND)),
)


GAME = season_game(
    Roads,
    "mak-hup",
    {"en": "Mak hup", "ja": "値木"},
    options=(BONUS,),
    worth=worth,
    actions=lambda start: _ACTIONS,
    thumbs="printkit.games.mak_hup:THUMBS",
    levels={
        "beginner": "greedy~1.5",
        "easy": "greedy~0.2",
        "medium": "flat:300:greedy:sure",
        "strong": "flat:900:greedy:sure",
    },
    passive=("draw", "pass"),
    why=why,
)


_GONE = {"sum": 1, "free": 1, "join": 2, "clear": 0}
"""How many cards an action names that lie already, before those it lays."""


def _laid(action: Action) -> list[str]:
    word, *cards = action.split()
    return cards[_GONE[word] :] if word in _GONE else []


def _thumb_lay(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Lays wherever it can."""
    return [each for each in legal if _laid(each)]


def _thumb_late(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Keeps 船, 王, 皇 and what joins two roads for when nothing else goes."""
    return [each for each in legal if _laid(each) and each.split()[0] not in ("clear", "join")]


def _thumb_many(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Lays as many cards at once as it can."""
    return best_by(legal, lambda each: len(_laid(each)))


def _thumb_high(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Lays high numbers first."""
    return best_by(legal, lambda each: sum(map(strength, _laid(each))))


THUMBS = (
    Thumb("lay", _thumb_lay),
    Thumb("late", _thumb_late),
    Thumb("many", _thumb_many),
    Thumb("high", _thumb_high),
)
"""Rules of thumb: which cards to be rid of first."""
