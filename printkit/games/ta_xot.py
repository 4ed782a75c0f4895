"""終季, a game of six cards: draw and discard until all are sets or runs, with calls on what others discard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, ClassVar, Literal, Self

from printkit.games.actions import Either, Pattern, Row, Words
from printkit.games.core import SEATS, Action, Seat, choice
from printkit.games.narration import Sentence
from printkit.games.observation import Texts
from printkit.games.paper_cetkaik.deck import (
    CARD,
    DECK,
    HIGHEST_NUMBER,
    SHIPS,
    melds,
    play_of,
    runs,
    same_colour,
    sets,
    strength,
)
from printkit.games.paper_cetkaik.narration import shown_cards
from printkit.games.paper_cetkaik.season import BONUS, Season, season_game, yes
from printkit.games.players import Thumb, best_by
from printkit.games.state import agreed, aside, pile, secret
from printkit.games.toolkit.cards import put_at, setat, take, take_at
from printkit.games.toolkit.stakes import ASK, PASS, asked, first_right, paid, possible_answers

__all__ = ["GAME", "THUMBS", "SixCards", "ending_of", "why"]

_BASE, _ONE_COLOUR, _SIX_RUN, _FIRST_ROUND = 2, 1, 1, 3
"""終季, 同色, 六連, 一周 (ta-xot §4.2)."""
_FIVE = 5


@dataclass(frozen=True, kw_only=True)
class SixCards(Season):
    """A moment of 終季.

    `turn` is the seat that draws and discards; `opening` lasts until the seat before 親 has had a turn (一周).
    `melds` is what each seat has laid open, `thrown` its discards in their order. `answers` are those to the last
    discard; `ended` is the seat that has declared 終季 while the second 光 is drawn.
    """

    drawing: ClassVar[Mapping[str, str]] = {"light": "turn", "draw": "draw", "second": "turn"}

    phase: Literal["first", "deal", "light", "draw", "act", "laid", "drop", "call", "second", "over"] = aside(
        "first"
    )
    pairs: bool = agreed(True)
    with_light: bool = agreed(False)
    called_four: bool = agreed(True)
    lay_and_end: bool = agreed(True)
    turn: int = aside(0)
    opening: bool = aside(True)
    ended: int | None = aside(None)
    light: tuple[str, ...] = pile(())
    melds: tuple[tuple[str, ...], ...] = pile()
    thrown: tuple[tuple[str, ...], ...] = pile()
    answers: tuple[str | None, ...] = secret(
        lambda state, at: state.may_have_answered(at), lambda state: state.phase == "call"
    )

    @classmethod
    def blank(cls, players: int) -> dict[str, Any]:
        nothing: tuple[tuple[str, ...], ...] = ((),) * players
        return super().blank(players) | {
            "light": (), "melds": nothing, "thrown": nothing, "answers": (None,) * players,
            "opening": True, "ended": None,
        }  # fmt: skip

    def hand_size(self) -> int:
        return _FIVE

    def dealt(self) -> Self:
        return self.changed(phase="light" if self.with_light else "draw", turn=self.dealer)

    # ── choices ──────────────────────────────────────────────────────────────────────────────────────────────────

    def actor(self) -> int:
        if self.phase == "call":
            now = asked(self.answers, self.turn)
            assert now is not None
            return now
        return self.turn

    def choices(self) -> tuple[Action, ...]:
        at = self.actor()
        hand = self.hands[at]
        if self.phase == "call":
            return self.rights(at)
        found = {f"discard {card}" for card in hand}
        if self.phase == "act" or (self.phase == "laid" and self.lay_and_end):
            found |= {"end"} if ending_of(hand, self.melds[at], self.pairs) else set()
        if self.phase == "act" and not self.melds[at]:
            found |= {f"lay {play.text()}" for play in sets(hand, 4, 4)}
        return tuple(sorted(found))

    def rights(self, at: int) -> tuple[str, ...]:
        """What a seat may answer to the last discard, sorted; `pass` is among it (ta-xot §3.1, §3.3)."""
        card = self.thrown[self.turn][-1]
        return _rights(self.hands[at], self.melds[at], card, self.pairs)

    def may_have_answered(self, at: int) -> tuple[str | None, ...]:
        """What the hidden answer of a seat may be."""
        return possible_answers(self.answers, self.turn, at, lambda: self.rights(at))

    # ── actions ──────────────────────────────────────────────────────────────────────────────────────────────────

    def drawn(self, card: str) -> Self:
        talon = take(self.talon, card)
        if self.phase == "draw":
            hands = put_at(self.hands, self.turn, card)
            return self.changed(hands=hands, talon=talon, phase="act")
        lit = self.changed(light=(*self.light, card), talon=talon)
        return lit.changed(phase="draw") if self.phase == "light" else lit._settled()

    def acted(self, action: Action) -> Self:
        at, (word, _, text) = self.actor(), action.partition(" ")
        if self.phase == "call":
            return self._answered(at, action)
        if word == "end":
            return self._ended(at)
        if word == "lay":
            return self._laid_open(at, play_of(text).cards)
        state = self.changed(
            hands=take_at(self.hands, at, text),
            thrown=setat(self.thrown, at, (*self.thrown[at], text)),
            phase="call",
        )
        answers = tuple(
            ASK if other != at and len(state.rights(other)) > 1 else PASS for other in range(self.players)
        )
        return state.changed(answers=answers)._resolved()

    def _laid_open(self, at: int, cards: tuple[str, ...]) -> Self:
        """四友: a four-set laid open from the hand gets a point from everybody at once (ta-xot §4.4)."""
        points = self.points
        for other in range(self.players):
            points = paid(points, other, at, 1)
        hands = take_at(self.hands, at, *cards)
        return self.changed(hands=hands, melds=setat(self.melds, at, cards), points=points, phase="laid")

    def _answered(self, at: int, answer: str) -> Self:
        return self.changed(answers=setat(self.answers, at, answer))._resolved()

    def _resolved(self) -> Self:
        """What follows when all have answered: 終季 goes before a call, the nearest seat first (ta-xot §3.4)."""
        if asked(self.answers, self.turn) is not None:
            return self
        at = first_right(self.answers, self.turn, ("end", "call"))
        if at is None:
            state = self._quiet()._passed(self.behind(self.turn)).changed(phase="draw")
            return state if state.talon else state.closed(state.points, None)
        return self.claimed(at)

    def claimed(self, at: int) -> Self:
        """What follows when the answer of this seat goes first."""
        word, _, text = (self.answers[at] or PASS).partition(" ")
        return self._quiet()._ended(at) if word == "end" else self._called(at, play_of(text).cards)

    def _quiet(self) -> Self:
        return self.changed(answers=(None,) * self.players)

    def _called(self, at: int, cards: tuple[str, ...]) -> Self:
        card = self.thrown[self.turn][-1]
        points, state = paid(self.points, at, self.turn, 1), self._quiet()._passed(at)
        if len(cards) > 3 and self.called_four:
            for other in range(self.players):
                points = paid(points, other, at, 1)
        return state.changed(
            hands=take_at(self.hands, at, *take(cards, card)),
            thrown=setat(self.thrown, self.turn, self.thrown[self.turn][:-1]),
            melds=setat(self.melds, at, cards),
            points=points,
            phase="drop",
        )

    def _passed(self, to: int) -> Self:
        """The turn goes to another seat. The first round ends with the first turn of the last seat (ta-xot §4.2)."""
        return self.changed(turn=to, opening=self.opening and self.behind(self.turn) != self.dealer)

    def _ended(self, at: int) -> Self:
        state = self.changed(ended=at)
        second = self.with_light and self.talon
        return state.changed(phase="second") if second else state._settled()

    def _settled(self) -> Self:
        """The payments of 終季 (ta-xot §4.1)."""
        winner = self.ended
        assert winner is not None
        discarded = () if winner == self.turn else self.thrown[self.turn][-1:]
        six = (*self.hands[winner], *discarded)
        base = ending_of(tuple(sorted(six)), self.melds[winner], self.pairs)
        if self.opening:
            base += _FIRST_ROUND
        held = (*six, *self.melds[winner])
        extra = sum(card[1] in "ke" for card in held) + sum(held.count(card) for card in self.light)
        points = self.points
        for at in range(self.players) if winner == self.turn else (self.turn,):
            if at != winner:
                points = paid(points, at, winner, base * self.factor(at, winner) + extra)
        return self.closed(points, winner)


@lru_cache(maxsize=20_000)
def _rights(hand: tuple[str, ...], meld: tuple[str, ...], card: str, pairs: bool) -> tuple[str, ...]:
    six = tuple(sorted((*hand, card)))
    found = {PASS}
    if not meld:
        plays = (*sets(six, 3, 4), *runs(six, 3, 3))
        found |= {f"call {play.text()}" for play in plays if card in play.cards}
    if ending_of(six, meld, pairs):
        found.add("end")
    return tuple(sorted(found))


@lru_cache(maxsize=50_000)
def ending_of(hand: tuple[str, ...], meld: tuple[str, ...] = (), pairs: bool = True) -> int:
    """終了点 without 一周 of six cards, `meld` of them laid open; 0 if they are no hand to end with (ta-xot §3.2)."""
    shapes = set(_shapes(hand, meld, pairs))
    if not shapes:
        return 0
    return _BASE + _ONE_COLOUR * same_colour((*hand, *meld)) + _SIX_RUN * ("six" in shapes)


def _shapes(hand: tuple[str, ...], meld: tuple[str, ...], pairs: bool) -> Iterator[str]:
    """The ways to see these cards as sets and runs: `six` for two runs of six consecutive numbers."""
    if len(hand) + len(meld) != _FIVE + 1:
        return
    halves = [(meld, hand)] if len(meld) == 3 else _halves(hand) if not meld else ()
    for one, other in halves:
        low = _lows(one)
        if not low and not _is_set(one):
            continue
        high = _lows(other)
        if any(each + 3 in high or each - 3 in high for each in low):
            yield "six"
        elif high or _is_set(other):
            yield "threes"
    # A set of four is two pairs, too.
    if pairs and len(meld) != 3 and _paired(hand):
        yield "pairs"


_PAIRS = tuple(
    (*pair, *(at for at in range(_FIVE) if at not in pair)) for pair in combinations(range(_FIVE), 2)
)
"""The ways to take two of five things: where they lie, then where the others lie."""


def _halves(hand: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """All ways to part six cards into three and three."""
    first, *others = hand
    for pair in _PAIRS:
        yield (first, *map(others.__getitem__, pair[:2])), tuple(map(others.__getitem__, pair[2:]))


@lru_cache(maxsize=20_000)
def _is_set(cards: tuple[str, ...]) -> bool:
    return len({strength(card) for card in cards if card not in SHIPS}) < 2


def _paired(cards: tuple[str, ...]) -> bool:
    """Whether the cards are pairs."""
    return not cards or any(
        _is_set((cards[0], cards[at])) and _paired(cards[1:at] + cards[at + 1 :])
        for at in range(1, len(cards))
    )


@lru_cache(maxsize=20_000)
def _lows(cards: tuple[str, ...]) -> range:
    """The lowest numbers of all runs these three cards can be."""
    numbers = {strength(card) for card in cards if card not in SHIPS}
    ships = sum(card in SHIPS for card in cards)
    if not same_colour(cards) or len(numbers) + ships < 3 or max(numbers) > HIGHEST_NUMBER:
        return range(0)
    return range(max(0, max(numbers) - 2), min(min(numbers), HIGHEST_NUMBER - 2) + 1)


def worth(state: SixCards, seat: Seat) -> float:
    """The points, and what the hand promises: how many cards would complete it, else how much of it fits together."""
    at = state.index(seat)
    if state.phase == "call" and state.answers[at] not in (ASK, PASS):
        state = state.claimed(at)
    points = float(state.points[at])
    if state.phase in ("first", "deal", "over"):
        return points
    hand, meld = state.hands[at], state.melds[at]
    if len(hand) + len(meld) > _FIVE:
        best = max((_promise(take(hand, card), meld, state.pairs) for card in {*hand}), default=0.0)
        return points + max(best, 2.0 * bool(ending_of(hand, meld, state.pairs)))
    return points + _promise(hand, meld, state.pairs)


_COPIES = Counter(DECK)


def _ready(hand: tuple[str, ...]) -> bool:
    """Whether one card may complete these five: three of them fit together, or four are pairs."""
    return any(_lows(three) or _is_set(three) for three in combinations(hand, 3)) or any(
        _paired(four) for four in combinations(hand, 4)
    )


def _waits(hand: tuple[str, ...], meld: tuple[str, ...], pairs: bool) -> int:
    """How many cards would complete these five."""
    held = Counter((*hand, *meld))
    return sum(
        number - held[card]
        for card, number in _COPIES.items()
        if number > held[card] and ending_of(tuple(sorted((*hand, card))), meld, pairs)
    )


@lru_cache(maxsize=50_000)
def _promise(hand: tuple[str, ...], meld: tuple[str, ...], pairs: bool) -> float:
    """Up to 3: what five cards are worth that wait for a sixth."""
    waits = _waits(hand, meld, pairs) if meld or _ready(hand) else 0
    if waits:
        return 1.5 + min(waits, 15) / 10
    near = sum(
        _is_set(two) or (two[0][0] == two[1][0] and 0 < abs(strength(two[0]) - strength(two[1])) < 3) / 2
        for two in combinations(hand, 2)
    )
    return min(1.4, 0.25 * near + 0.3 * bool(meld))


def why(before: SixCards, action: Action, after: SixCards) -> Iterator[Sentence]:
    """How near a hand has come to an end, or what it is worth."""
    at, word = before.actor(), action.split()[0]
    if word in ("discard", "call") and len(after.hands[at]) + len(after.melds[at]) == _FIVE:
        waits = _waits(after.hands[at], after.melds[at], before.pairs)
        yield Sentence("ta-xot.waits", {"number": str(waits)}) if waits else Sentence("ta-xot.far")
    if word == "end":
        last = () if before.phase != "call" else before.thrown[before.turn][-1:]
        six = tuple(sorted((*before.hands[at], *last)))
        key = "ta-xot.worth-first" if before.opening else "ta-xot.worth"
        number, cards = str(ending_of(six, before.melds[at], before.pairs)), (*before.melds[at], *six)
        yield Sentence(key, {"number": number, "seat": SEATS[at], "won": shown_cards(cards)})


_ACTIONS: Pattern = Either(
    Words(("end", "pass")),
    Row("discard ", CARD),
    Row("call ", melds("set", "run", most=4)),
    Row("lay ", melds("set", most=4)),
)


GAME = season_game(
    SixCards,
    "ta-xot",
    {"en": "Ta xot", "ja": "終季"},
    options=(
        BONUS,
        choice("pairs", "whether pairs make a hand to end with (§3.2)", "yes", "no"),
        choice("light", "whether 光 is played with (§4.3)", "no", "yes"),
        choice("called-four", "whether a four-set that was called is 四友 (§4.4)", "yes", "no"),
        choice("lay-and-end", "whether one may lay a four-set and end in one turn (§4.4)", "yes", "no"),
    ),
    agreed=lambda chosen: {
        "pairs": yes(chosen, "pairs"),
        "with_light": yes(chosen, "light"),
        "called_four": yes(chosen, "called-four"),
        "lay_and_end": yes(chosen, "lay-and-end"),
    },
    worth=worth,
    actions=lambda start: _ACTIONS,
    codings={"answers": Texts(Either(ASK, _ACTIONS))},
    thumbs="printkit.games.ta_xot:THUMBS",
    levels={
        "beginner": "greedy~2.5",
        "easy": "greedy~0.5",
        "medium": "flat:40:greedy:sure",
        "strong": "flat:80:greedy:sure",
    },
    passive=("pass",),
    why=why,
)


def _fits(card: str, other: str) -> int:
    """2 for two cards of a set or a 船, 1 for two of a run."""
    if card in SHIPS or other in SHIPS or strength(card) == strength(other):
        return 2
    return int(card[0] == other[0] and abs(strength(card) - strength(other)) < 3)


def _discards(legal: tuple[Action, ...]) -> list[Action]:
    return [each for each in legal if each.startswith("discard")]


def _thumb_end(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Ends the season as soon as it may."""
    return [each for each in legal if each == "end"]


def _thumb_quiet(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Never calls and lays nothing open."""
    return [each for each in legal if each.split()[0] not in ("call", "lay")]


def _thumb_apart(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Discards the card that fits fewest others."""

    def fits(action: Action) -> int:
        card = action.split()[1]
        return sum(_fits(card, other) for other in take(seen.hands[at], (card,)))

    return best_by(_discards(legal), lambda each: -fits(each))


def _thumb_high(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Of two alike discards the stronger, which others want least: it fits fewer runs."""
    return best_by(_discards(legal), lambda each: strength(each.split()[1]))


THUMBS = (
    Thumb("end", _thumb_end),
    Thumb("quiet", _thumb_quiet),
    Thumb("apart", _thumb_apart),
    Thumb("high", _thumb_high),
)
"""Rules of thumb: keep what fits together, and do not lay it open."""
