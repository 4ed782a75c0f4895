"""開樽, staking on a hand of two cards and the cards that are turned up between the rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, ClassVar, Literal, Self, TypeAlias

from printkit.games.actions import Either, Row, numbers
from printkit.games.core import SEATS, Action, Seat, choice, count
from printkit.games.narration import Sentence
from printkit.games.paper_cetkaik.deck import SHIPS, runs, same_colour, sets, strength
from printkit.games.paper_cetkaik.narration import fewest, shown_cards
from printkit.games.paper_cetkaik.season import Season, season_game
from printkit.games.players import Thumb, best_by
from printkit.games.state import agreed, aside, by_seat, pile
from printkit.games.toolkit.cards import put, setat, take
from printkit.games.toolkit.stakes import shared

__all__ = ["GAME", "HANDS", "THUMBS", "Casks", "Rank", "ranks_of"]

_HAND = 2

HANDS = {
    "闇戦之集": "11111", "馬弓兵": "125", "行行": "s35", "地心": "678", "皇王": "ke", "筆兵無傾": "12678",
}  # fmt: skip
"""The named hands from the weakest to the strongest, which are above runs, sets and single cards (nam-to §3.1)."""
_SINGLE, _SET, _RUN, _NAMED = range(4)

Rank: TypeAlias = tuple[int, int, int, bool]
"""Of a hand: the kind, how many cards, the highest strength, whether it is of one colour."""


@dataclass(frozen=True, kw_only=True)
class Casks(Season):
    """A moment of 開樽.

    `open` are the cards all share. In a round of staking `least` is what must be staked at least, and `staked` says
    who has; `inside` says who is still in.
    """

    drawing: ClassVar[Mapping[str, str]] = {"open": "turn"}
    has_bonus: ClassVar[bool] = False

    phase: Literal["first", "deal", "bet", "open", "over"] = aside("first")
    community: int = agreed(3)
    limit: int = agreed(5)
    turn: int = aside(0)
    least: int = 1
    pot: int = 0
    staked: tuple[bool, ...] = by_seat()
    inside: tuple[bool, ...] = by_seat()
    open: tuple[str, ...] = pile(())

    @classmethod
    def blank(cls, players: int) -> dict[str, Any]:
        return super().blank(players) | {
            "open": (), "inside": (True,) * players, "staked": (False,) * players, "pot": 0, "least": 1,
        }  # fmt: skip

    def hand_size(self) -> int:
        return _HAND

    def dealt(self) -> Self:
        """Everybody pays one point to take part (nam-to §1.2)."""
        points = tuple(each - 1 for each in self.points)
        return self.changed(phase="bet", points=points, pot=self.players, turn=self.dealer)

    def drawn(self, card: str) -> Self:
        return self.changed(
            phase="bet", open=put(self.open, card), talon=take(self.talon, card), turn=self.dealer
        )

    def actor(self) -> int:
        return self.turn

    def choices(self) -> tuple[Action, ...]:
        return tuple(sorted((*(f"bet {amount}" for amount in range(self.least, self.limit + 1)), "fold")))

    def acted(self, action: Action) -> Self:
        at, (word, *amount) = self.turn, action.split()
        if word == "fold":
            state = self.changed(inside=setat(self.inside, at, False))
            left = [other for other in self.order(self.dealer) if state.inside[other]]
            if len(left) == 1:
                return state._won(left)
            return state.changed(dealer=left[0])._next()
        bet = int(amount[0])
        return self.changed(
            least=bet,
            pot=self.pot + bet,
            points=setat(self.points, at, self.points[at] - bet),
            staked=setat(self.staked, at, True),
        )._next()

    def _next(self) -> Self:
        """The next seat stakes; when all have, a card is turned up, or the hands are shown (nam-to §2.1, §2.4)."""
        for at in self.order(self.behind(self.turn)):
            if self.inside[at] and not self.staked[at]:
                return self.changed(turn=at)
        if len(self.open) < self.community:
            return self.changed(phase="open", staked=(False,) * self.players, least=1)
        ranks = {at: ranks_of(self.hands[at], self.open) for at in self.order(self.dealer) if self.inside[at]}
        return self._won([at for at, rank in ranks.items() if rank == max(ranks.values())])

    def _won(self, winners: list[int]) -> Self:
        state = self.changed(pot=0)
        return state.closed(shared(self.points, winners, self.pot), winners[0])


@lru_cache(maxsize=50_000)
def ranks_of(hand: tuple[str, ...], board: tuple[str, ...]) -> tuple[Rank, ...]:
    """Everything these cards make, the best first (nam-to §3.1 to §3.3)."""
    cards = tuple(sorted((*hand, *board)))
    found = {(_SINGLE, 1, strength(card), True) for card in cards}
    found |= {(_SET, len(play.cards), play.top, same_colour(play.cards)) for play in sets(cards)}
    found |= {(_RUN, len(play.cards), play.top, True) for play in runs(cards)}
    found |= {*_named(cards)}
    return tuple(sorted(found, reverse=True))


def _named(cards: tuple[str, ...]) -> Iterator[Rank]:
    """The named hands: what is missing of one, 船 stands for in its colour."""
    held = Counter(card[1] for card in cards)
    for level, kinds in enumerate(HANDS.values(), _NAMED):
        wanted = Counter(kinds)
        if (wanted - held).total() > held["s"]:
            continue
        for some in {*combinations(cards, len(kinds))}:
            missing = wanted - Counter(card[1] for card in some)
            wild = sum(card in SHIPS for card in some) - wanted["s"]
            if not missing or (missing.total() == wild and not missing["s"]):
                yield (level, len(kinds), max(strength("b" + kind) for kind in kinds), same_colour(some))


_CHANCES = (0.2, 0.5, 0.75, 0.8, 0.85, 0.85, 0.9, 0.95, 0.99)
"""About how often the best of each kind beats one other hand."""


def worth(state: Casks, seat: Seat) -> float:
    """The points, and the part of the pot that the hand may win from those still in."""
    at = state.index(seat)
    points = float(state.points[at])
    if not state.pot or not state.inside[at] or len(state.hands[at]) < _HAND:
        return points
    kind, _, top, _ = ranks_of(state.hands[at], state.open)[0]
    chance = min(0.98, _CHANCES[kind] + top / 40)
    return points + state.pot * chance ** (sum(state.inside) - 1)


def why(before: Casks, action: Action, after: Casks) -> Iterator[Sentence]:
    """What a hand makes with the open cards, and all hands at the showdown."""
    over = after.to_move() is None and sum(after.inside) > 1
    for at in [at for at, inside in enumerate(after.inside) if inside] if over else [before.turn]:
        hand, board = before.hands[at], before.open
        cards = shown_cards(fewest(hand, board, lambda own, others: ranks_of(own, others)[0])) if over else ()
        yield Sentence(f"nam-to.makes-{ranks_of(hand, board)[0][0]}", {"seat": SEATS[at], "won": cards})


GAME = season_game(
    Casks,
    "nam-to",
    {"en": "Nam to", "ja": "開樽"},
    options=(
        choice("community", "how many cards are turned up for all (§2.4)", "3", "0", "1", "2", "4", "5"),
        count("limit", 5, "the highest stake (§2.2)", least=1),
    ),
    agreed=lambda chosen: {"community": int(chosen["community"]), "limit": int(chosen["limit"])},
    worth=worth,
    actions=lambda start: Either("fold", Row("bet ", numbers(1, start.limit))),
    thumbs="printkit.games.nam_to:THUMBS",
    levels={
        "beginner": "greedy~3",
        "easy": "greedy~1",
        "medium": "ismcts:40:greedy",
        "strong": "ismcts:200:greedy",
    },
    passive=("fold",),
    why=why,
)


_STRONG = 2
"""The kind of a hand that is a run; named hands are above, as `ranks_of` counts them."""


def _kind(seen: Any, at: int) -> int:
    return ranks_of(seen.hands[at], seen.open)[0][0]


def _thumb_stay(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Does not fold."""
    return [each for each in legal if each != "fold"]


def _thumb_high(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Stakes most with a run or better."""
    stakes = _thumb_stay(seen, at, legal) if _kind(seen, at) >= _STRONG else []
    return best_by(stakes, lambda each: int(each.split()[1]))


def _thumb_low(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Else as little as it may."""
    stakes = _thumb_stay(seen, at, legal) if _kind(seen, at) < _STRONG else []
    return best_by(stakes, lambda each: -int(each.split()[1]))


THUMBS = (Thumb("stay", _thumb_stay), Thumb("high", _thumb_high), Thumb("low", _thumb_low))
"""Rules of thumb: to see all cards, and what to stake high on."""
