"""値戦, staking on the best set or run from a hand of three and the open cards, after one exchange."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, ClassVar, Literal, Self

from printkit.games.actions import Either, Pattern, Row, Words, numbers
from printkit.games.core import SEATS, Action, Seat, choice
from printkit.games.narration import Sentence
from printkit.games.paper_cetkaik.deck import CARD, SORTED, runs, sets, strength
from printkit.games.paper_cetkaik.narration import fewest, shown_cards
from printkit.games.paper_cetkaik.season import Season, season_game, yes
from printkit.games.players import Thumb, best_by
from printkit.games.state import agreed, aside, by_seat, own, pile
from printkit.games.toolkit.cards import put, put_at, setat, take, take_at
from printkit.games.toolkit.stakes import shared

__all__ = ["GAME", "THUMBS", "Stakes", "rank_of"]

_HAND, _OPEN, _DRAWN, _ROUNDS, _HIGHEST_BASE = 3, 3, 2, 3, 5


@dataclass(frozen=True, kw_only=True)
class Stakes(Season):
    """A moment of 値戦.

    `turn` is the seat to act, `turns` counts exchanges; `bets` counts the finished rounds of staking, `base` is the
    stake of this one, `inside` says who is still in. `shown` are cards of the hands that were taken openly, `new` the
    two a seat has drawn, `under` what it put under the deck.
    """

    drawing: ClassVar[Mapping[str, str]] = {"open": "turn", "draw": "draw"}
    has_bonus: ClassVar[bool] = False

    phase: Literal["first", "deal", "open", "swap", "draw", "keep", "bet", "over"] = aside("first")
    board_plays: bool = agreed(False)
    turn: int = aside(0)
    turns: int = aside(0)
    bets: int = 0
    base: int = 0
    pot: int = 0
    inside: tuple[bool, ...] = by_seat()
    hands: tuple[tuple[str, ...], ...] = own(known="shown")
    shown: tuple[tuple[str, ...], ...] = aside(for_each=True)
    open: tuple[str, ...] = pile(())
    new: tuple[tuple[str, ...], ...] = own()
    under: tuple[tuple[str, ...], ...] = own()

    @classmethod
    def blank(cls, players: int) -> dict[str, Any]:
        nothing: tuple[tuple[str, ...], ...] = ((),) * players
        return super().blank(players) | {
            "shown": nothing, "new": nothing, "under": nothing, "open": (), "inside": (True,) * players,
            "pot": 0, "bets": 0, "base": 0, "turns": 0,
        }  # fmt: skip

    def hand_size(self) -> int:
        return _HAND

    def dealt(self) -> Self:
        """Everybody pays one point into the pot (mak-kaik §1.2)."""
        points = tuple(each - 1 for each in self.points)
        return self.changed(phase="open", points=points, pot=self.players, turn=self.dealer)

    def drawn(self, card: str) -> Self:
        talon = take(self.talon, card)
        if self.phase == "open":
            state = self.changed(open=put(self.open, card), talon=talon)
            return state if len(state.open) < _OPEN else state.changed(phase="swap")
        state = self.changed(new=put_at(self.new, self.turn, card), talon=talon)
        return state if len(state.new[self.turn]) < _DRAWN else state.changed(phase="keep")

    # ── choices ──────────────────────────────────────────────────────────────────────────────────────────────────

    def actor(self) -> int:
        return self.turn

    def choices(self) -> tuple[Action, ...]:
        if self.phase == "bet":
            if self.turn != self.dealer:
                return ("fold", "pay")
            return (*(f"base {base}" for base in range(1, _HIGHEST_BASE + 1)), "fold")
        hand = {*self.hands[self.turn]}
        if self.phase == "keep":
            return tuple(sorted(f"keep {new} for {old}" for new in {*self.new[self.turn]} for old in hand))
        swaps = (f"swap {old} for {new}" for new in {*self.open} for old in hand)
        return tuple(sorted(("draw", *swaps)))

    # ── actions ──────────────────────────────────────────────────────────────────────────────────────────────────

    def acted(self, action: Action) -> Self:
        at, words = self.turn, action.split()
        if words[0] == "draw":
            return self.changed(phase="draw")
        if words[0] == "swap":
            _, old, _, new = words
            return self._exchanged(old, new).changed(
                open=put(take(self.open, new), old), shown=put_at(self.shown, at, new)
            )
        if words[0] == "keep":
            _, new, _, old = words
            left = take(self.new[at], new)
            return self._exchanged(old, new).changed(
                new=setat(self.new, at, ()), under=put_at(self.under, at, *left), open=put(self.open, old)
            )
        if words[0] == "fold":
            return self._folded()
        base = int(words[1]) if words[0] == "base" else self.base
        points = setat(self.points, at, self.points[at] - base)
        return self.changed(base=base, pot=self.pot + base, points=points)._next_bet()

    def _exchanged(self, old: str, new: str) -> Self:
        """A card of the hand is another one; the next seat exchanges, or the stakes begin."""
        hands = put_at(take_at(self.hands, self.turn, old), self.turn, new)
        turns = self.turns + 1
        phase = "swap" if turns < self.players else "bet"
        return self.changed(hands=hands, turn=self.behind(self.turn), turns=turns, phase=phase)

    def _folded(self) -> Self:
        """A seat is out for good; when 親 folds, the next one is 親 (mak-kaik §3.1, §3.3, §3.4)."""
        state = self.changed(inside=setat(self.inside, self.turn, False))
        left = [at for at in self.order(self.dealer) if state.inside[at]]
        if len(left) == 1:
            return state._won(left)
        if self.turn == self.dealer:
            return state.changed(dealer=left[0], turn=left[0])
        return state._next_bet()

    def _next_bet(self) -> Self:
        turn = next(at for at in self.order(self.behind(self.turn)) if self.inside[at])
        if turn != self.dealer:
            return self.changed(turn=turn)
        state = self.changed(turn=turn, bets=self.bets + 1, base=0)
        return state if state.bets < _ROUNDS else state._won(state._best())

    def _best(self) -> list[int]:
        """Who has the best hand of those still in, from 親 on (mak-kaik §4.1, §4.2)."""
        ranks = {
            at: rank_of(self.hands[at], self.open, self.board_plays)
            for at in self.order(self.dealer)
            if self.inside[at]
        }
        return [at for at, rank in ranks.items() if rank == max(ranks.values())]

    def _won(self, winners: list[int]) -> Self:
        state = self.changed(pot=0)
        return state.closed(shared(self.points, winners, self.pot), winners[0])


@lru_cache(maxsize=50_000)
def rank_of(
    hand: tuple[str, ...], board: tuple[str, ...], board_plays: bool = False
) -> tuple[int, int, tuple[int, ...]]:
    """Set of three, run of three, pair, single card; its strength; the hand from its highest card down."""
    cards = tuple(sorted((*hand, *board)))
    plays = (*sets(cards, 2, 3), *runs(cards, 3, 3))
    levels = {("set", 3): 3, ("run", 3): 2, ("set", 2): 1}
    found = [
        (levels[play.kind, len(play.cards)], play.top)
        for play in plays
        if board_plays or any(card in hand for card in play.cards)
    ]
    own = tuple(sorted(map(strength, hand), reverse=True))
    return (*max(found, default=(0, own[0])), own)


def worth(state: Stakes, seat: Seat) -> float:
    """The points, and the part of the pot that the hand may win from those still in."""
    at = state.index(seat)
    points = float(state.points[at])
    if not state.pot or not state.inside[at] or len(state.hands[at]) < _HAND:
        return points
    level, top, _ = rank_of(state.hands[at], state.open, state.board_plays)
    chance = _CHANCES[level] + top / 60
    if state.phase in ("draw", "keep") and state.turn == at:
        chance += 0.1
    return points + state.pot * min(0.95, chance) ** (sum(state.inside) - 1)


_CHANCES = (0.1, 0.35, 0.6, 0.75)
"""About how often each kind of hand beats one other."""


def why(before: Stakes, action: Action, after: Stakes) -> Iterator[Sentence]:
    """What a hand makes after its exchange, and all hands at the showdown."""
    over = after.to_move() is None and sum(after.inside) > 1
    shown = [before.turn] if action.split()[0] in ("keep", "swap") else []
    for at in [at for at, inside in enumerate(after.inside) if inside] if over else shown:
        hand, board = after.hands[at], after.open
        ranked = partial(_made, board_plays=after.board_plays)
        cards = shown_cards(fewest(hand, board, ranked)) if over else ()
        yield Sentence(f"mak-kaik.makes-{ranked(hand, board)[0]}", {"seat": SEATS[at], "won": cards})


def _made(hand: tuple[str, ...], board: tuple[str, ...], *, board_plays: bool) -> tuple[int, int]:
    """The level and strength of some of a hand's and the open cards; open cards alone are none unless they may be."""
    if hand:
        return rank_of(hand, board, board_plays)[:2]
    level, top, _ = rank_of(board, ()) if board_plays and board else (0, 0, ())
    return (level, top) if level else (-1, 0)


_ACTIONS: Pattern = Either(
    Words(("draw", "fold", "pay")),
    Row("base ", numbers(1, _HIGHEST_BASE)),
    Row("keep ", CARD, " for ", CARD),
    Row("swap ", CARD, " for ", CARD),
)


GAME = season_game(
    Stakes,
    "mak-kaik",
    {"en": "Mak kaik", "ja": "値戦"},
    options=(choice("board-plays", "whether open cards alone may be the best hand (§4.1)", "no", "yes"),),
    agreed=lambda chosen: {"board_plays": yes(chosen, "board-plays")},
    worth=worth,
    actions=lambda start: _ACTIONS,
    codings={"shown": SORTED},
    thumbs="printkit.games.mak_kaik:THUMBS",
    levels={
        "beginner": "greedy~10",
        "easy": "greedy~1",
        "medium": "ismcts:40:greedy",
        "strong": "ismcts:200:greedy",
    },
    passive=("fold",),
    why=why,
)


_RUN, _SET = 2, 3
"""Levels of hands, as `rank_of` counts them."""


def _rank(seen: Any, at: int, exchange: Action = "") -> tuple[int, int, tuple[int, ...]]:
    """What a seat's hand is worth, after an exchange if there is one."""
    hand, board, (word, *cards) = seen.hands[at], seen.open, (exchange or "none").split()
    if word != "none":
        old, new = (cards[0], cards[2]) if word == "swap" else (cards[2], cards[0])
        hand = put(take(hand, (old,)), new)
        board = put(take(board, (new,)) if word == "swap" else board, old)
    return rank_of(hand, board, seen.board_plays)


def _thumb_draw(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Draws, unless a swap makes a set of three."""
    swaps = [each for each in legal if each.startswith("swap")]
    made = any(_rank(seen, at, each)[0] >= _SET for each in swaps)
    return [each for each in legal if (each == "draw") != made] if swaps else []


def _thumb_best(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Of the exchanges takes the one that leaves the best hand."""
    exchanges = [each for each in legal if each.split()[0] in ("swap", "keep")]
    return best_by(exchanges, lambda each: _rank(seen, at, each))


def _thumb_fold(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Stays in with a run or a set of three, and else folds."""
    if "fold" not in legal:
        return []
    return [each for each in legal if (each == "fold") == (_rank(seen, at)[0] < _RUN)]


def _thumb_high(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Stakes most with a set of three, and least with a run."""
    bases = [each for each in legal if each.startswith("base")]
    sign = 1 if bases and _rank(seen, at)[0] >= _SET else -1
    return best_by(bases, lambda each: sign * int(each.split()[1]))


THUMBS = (
    Thumb("draw", _thumb_draw),
    Thumb("best", _thumb_best),
    Thumb("fold", _thumb_fold),
    Thumb("high", _thumb_high),
)
"""Rules of thumb: what to exchange for, what to stay in with, and what to stake high on."""
