"""連友, a race to get rid of one's cards by sets and runs, in which 将 banishes strengths or fetches discards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any, Literal, Self

from printkit.games.actions import Either, Pattern, Row, Some
from printkit.games.core import Action, Seat, choice
from printkit.games.narration import Sentence
from printkit.games.observation import Texts
from printkit.games.paper_cetkaik.deck import (
    CARD,
    DECK,
    HIGHEST_NUMBER,
    ROYAL,
    SHIP,
    SORTED,
    Play,
    melds,
    name_of,
    play_of,
    some_cards,
    strength,
)
from printkit.games.paper_cetkaik.narration import left
from printkit.games.paper_cetkaik.season import BONUS, Season, season_game, yes
from printkit.games.players import Thumb, best_by
from printkit.games.state import agreed, aside, by_seat, own, pile, seat_at
from printkit.games.toolkit.cards import put, put_at, setat, take, take_at

__all__ = ["GAME", "THUMBS", "Climb", "beats", "plays_of"]

_GENERAL = 8
"""The strength of 将."""


@dataclass(frozen=True, kw_only=True)
class Climb(Season):
    """A moment of 連友.

    `laid` are the cards of the best play, which `lead` names in words and the seat `ahead` laid; `passed` says who has
    passed since. `owed` is how many 将 have still to take effect. `discards` are cards laid earlier, `gone` those
    banished; `shown` are cards of the hands that were fetched openly.
    """

    phase: Literal["first", "deal", "play", "effect", "over"] = aside("first")
    may_return: bool = agreed(True)
    turn: int = aside(0)
    ahead: int = seat_at(0)
    owed: int = aside(0)
    lead: str = ""
    passed: tuple[bool, ...] = by_seat()
    hands: tuple[tuple[str, ...], ...] = own(known="shown")
    shown: tuple[tuple[str, ...], ...] = aside(for_each=True)
    laid: tuple[str, ...] = pile(())
    discards: tuple[str, ...] = pile(())
    gone: tuple[str, ...] = pile(())

    @classmethod
    def blank(cls, players: int) -> dict[str, Any]:
        return super().blank(players) | {
            "shown": ((),) * players, "passed": (False,) * players, "laid": (), "discards": (), "gone": (),
            "lead": "", "owed": 0,
        }  # fmt: skip

    def hand_size(self) -> int:
        return len(DECK) // self.players

    def dealt(self) -> Self:
        return self.changed(phase="play", turn=self.dealer, ahead=self.dealer)

    # ── choices ──────────────────────────────────────────────────────────────────────────────────────────────────

    def actor(self) -> int:
        return self.turn

    def choices(self) -> tuple[Action, ...]:
        if self.phase == "effect":
            return tuple(sorted((*_banishings(self.owed), *_fetchings(self.discards, self.owed))))
        plays = plays_of(self.hands[self.turn])
        if not self.lead:
            return tuple(sorted(f"play {play.text()}" for play in plays))
        lead = play_of(self.lead)
        return tuple(sorted(("pass", *(f"play {play.text()}" for play in plays if beats(play, lead)))))

    # ── actions ──────────────────────────────────────────────────────────────────────────────────────────────────

    def acted(self, action: Action) -> Self:
        word, _, text = action.partition(" ")
        if word == "pass":
            return self.changed(passed=setat(self.passed, self.turn, True))._next()
        if word == "banish":
            return self._banished(frozenset(text.split()))
        if word == "fetch":
            cards = text.split()
            return self.changed(
                hands=put_at(self.hands, self.turn, *cards),
                shown=put_at(self.shown, self.turn, *cards),
                discards=take(self.discards, cards),
            )._next()
        return self._played(text)

    def _played(self, text: str) -> Self:
        at, cards = self.turn, play_of(text).cards
        hands = take_at(self.hands, at, *cards)
        seen = [card for card in {*cards} for _ in range(_surplus(self.shown[at], hands[at], card))]
        state = self.changed(
            hands=hands,
            shown=take_at(self.shown, at, *seen),
            laid=cards,
            discards=put(self.discards, *self.laid),
            lead=text,
            ahead=at,
            passed=(False,) * self.players if self.may_return else self.passed,
        )
        if not hands[at]:
            return state._won(at)
        generals = sum(strength(card) == _GENERAL for card in cards)
        return state.changed(phase="effect", owed=generals) if generals else state._next()

    def _banished(self, names: frozenset[str]) -> Self:
        """All cards of these strengths are out, hands and discards included (niek-hi §3.1)."""
        hands = tuple(tuple(card for card in held if _name(card) not in names) for held in self.hands)
        away = [card for cards in (*self.hands, self.discards) for card in cards if _name(card) in names]
        state = self.changed(
            hands=hands,
            shown=tuple(tuple(card for card in held if _name(card) not in names) for held in self.shown),
            discards=tuple(card for card in self.discards if _name(card) not in names),
            gone=put(self.gone, *away),
        )
        empty = [at for at in self.order(self.turn) if not hands[at]]
        return state._won(empty[0]) if empty else state._next()

    def _next(self) -> Self:
        """The turn of the next seat that has not passed; if none is left, the last one to play leads."""
        for at in self.order(self.behind(self.turn)):
            if at == self.ahead:
                continue
            if not self.passed[at]:
                return self.changed(phase="play", owed=0, turn=at)
        return self.changed(
            phase="play", owed=0, turn=self.ahead, lead="", passed=(False,) * self.players,
            laid=(), discards=put(self.discards, *self.laid),
        )  # fmt: skip

    def _won(self, winner: int) -> Self:
        return self.closed(self.paid_by_all(winner, 1), winner)


def _name(card: str) -> str:
    return name_of(strength(card))


def _surplus(shown: tuple[str, ...], hand: tuple[str, ...], card: str) -> int:
    """How many of the shown cards like this are no longer in the hand."""
    return max(0, shown.count(card) - hand.count(card))


def _big(play: Play) -> bool:
    return play.kind == "set" and len(play.cards) > 2


def beats(play: Play, lead: Play) -> bool:
    """Whether a play may be laid on another one (niek-hi §2.3, §2.4)."""
    if _big(play):
        return not _big(lead) or (len(play.cards), play.top) > (len(lead.cards), lead.top)
    same = play.kind == lead.kind and len(play.cards) == len(lead.cards)
    return same and play.top > lead.top


@lru_cache(maxsize=5_000)
def plays_of(hand: tuple[str, ...]) -> tuple[Play, ...]:
    """All plays of a hand, one for those that differ only in colours (niek-hi §2.1, §2.2).

    `run2` is a run of pairs, and so on; 船 is any number, 王 or 皇.
    """
    held: dict[int, list[str]] = {strong: [] for strong in range(SHIP, ROYAL + 1)}
    for card in hand:
        held[strength(card)].append(card)
    ships = held.pop(SHIP)
    found = [Play("one", strong, (cards[0],)) for strong, cards in held.items() if cards]
    found += [Play("one", SHIP, (ships[0],))] if ships else []
    for width in range(1, max(map(len, held.values())) + len(ships) + 1):
        for low in range(ROYAL + 1):
            found += _from(held, ships, width, low)
    return tuple(found)


def _from(held: dict[int, list[str]], ships: list[str], width: int, low: int) -> Iterator[Play]:
    """The sets of this size and strength, and the runs of such sets that begin here."""
    parts: list[list[str]] = []
    missing = 0
    for top in range(low, ROYAL + 1):
        parts.append(held[top])
        missing += max(0, width - len(held[top]))
        if missing > len(ships) or (top == ROYAL and top > low):
            return
        kind = "set" if top == low else f"run{width}" if width > 1 else "run"
        if (top == low and width > 1) or top >= low + 2:
            yield from (Play(kind, top, cards) for cards in _filled(parts, width, ships))


def _filled(parts: list[list[str]], width: int, ships: list[str]) -> Iterator[tuple[str, ...]]:
    """The ways to take so many cards of each part, with 船 for those missing or spared."""
    if not ships:
        yield tuple(sorted(card for part in parts for card in part[:width]))
        return
    least = [max(0, width - len(part)) for part in parts]
    spare = len(ships) - sum(least)
    for used in product(*(range(need, min(width, need + spare) + 1) for need in least)):
        if sum(used) <= len(ships):
            real = [card for part, wild in zip(parts, used, strict=True) for card in part[: width - wild]]
            yield tuple(sorted((*real, *ships[: sum(used)])))


@lru_cache(maxsize=16)
def _banishings(number: int) -> tuple[Action, ...]:
    names = [name_of(strong) for strong in range(SHIP, ROYAL + 1)]
    return tuple("banish " + " ".join(some) for some in combinations(names, number))


@lru_cache(maxsize=2_000)
def _fetchings(discards: tuple[str, ...], number: int) -> tuple[Action, ...]:
    """Cards that may be taken back, as many as 将 were laid or as there are; never 将 (niek-hi §3.2)."""
    held: dict[int, list[str]] = {}
    for card in discards:
        if strength(card) != _GENERAL:
            held.setdefault(strength(card), []).append(card)
    number = min(number, sum(map(len, held.values())))
    found = set()
    for some in combinations_with_replacement(sorted(held), number):
        if some and all(some.count(strong) <= len(held[strong]) for strong in some):
            cards = [held[strong][some[:at].count(strong)] for at, strong in enumerate(some)]
            found.add("fetch " + " ".join(sorted(cards)))
    return tuple(found)


def worth(state: Climb, seat: Seat) -> float:
    """The points, and the win as likely as the hand needs few plays against the others."""
    at = state.index(seat)
    points = float(state.points[at])
    if state.phase in ("first", "deal", "over"):
        return points
    speeds = [
        1 / max(0.5, _needed(held) - 0.7 * (where == state.ahead)) ** 2
        for where, held in enumerate(state.hands)
    ]
    return points + state.players * speeds[at] / sum(speeds)


@lru_cache(maxsize=50_000)
def _needed(hand: tuple[str, ...]) -> float:
    """About how many plays a hand takes: its strengths, weak ones more, fewer where they follow one another."""
    strengths = sorted({strength(card) for card in hand} - {SHIP})
    follow = sum(strengths[at + 2] == strengths[at] + 2 <= HIGHEST_NUMBER for at in range(len(strengths) - 2))
    plain = sum(1.1 - 0.08 * strong for strong in strengths)
    return plain - 0.3 * follow + 0.05 * len(hand) + 0.3


def why(before: Climb, action: Action, after: Climb) -> Iterator[Sentence]:
    """How many cards a play leaves, and how many a strength that was named takes away."""
    word = action.split()[0]
    if word == "banish":
        yield Sentence("niek-hi.gone", {"number": str(len(after.gone) - len(before.gone))})
    if word in ("play", "fetch"):
        yield from left(after, before.turn)


_RUNS = ("run", *(f"run{width}" for width in range(2, len(DECK) // 3)))
_GENERALS = sum(strength(card) == _GENERAL for card in DECK)


_PLAY: Pattern = Either(CARD, melds("set", *_RUNS, most=len(DECK) // 2 + _GENERALS))


def _actions(start: Climb) -> Pattern:
    strengths = tuple((name_of(strong), 1) for strong in range(SHIP, ROYAL + 1))
    return Either(
        "pass",
        Row("banish ", Some(strengths, 1, _GENERALS)),
        Row("fetch ", some_cards(1, _GENERALS)),
        Row("play ", _PLAY),
    )


GAME = season_game(
    Climb,
    "niek-hi",
    {"en": "Niek hi", "ja": "連友"},
    options=(
        BONUS,
        choice("return", "whether who has passed may play again in the same trick (§2.5)", "yes", "no"),
    ),
    agreed=lambda chosen: {"may_return": yes(chosen, "return")},
    worth=worth,
    actions=_actions,
    codings={"lead": Texts(_PLAY), "shown": SORTED},
    thumbs="printkit.games.niek_hi:THUMBS",
    levels={"beginner": "greedy~1.2", "easy": "greedy~0.3", "medium": "ismcts:60", "strong": "ismcts:150"},
    passive=("pass",),
    why=why,
)


def _plays(legal: tuple[Action, ...]) -> list[Action]:
    return [each for each in legal if each.startswith("play")]


def _thumb_many(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Lays wherever it may, and as many cards as it can."""
    return best_by(_plays(legal), lambda each: len(play_of(each.partition(" ")[2]).cards))


def _thumb_weak(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Of these the weakest."""
    return best_by(_plays(legal), lambda each: -play_of(each.partition(" ")[2]).top)


def _thumb_banish(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """With 将 banishes the weakest strengths of its own hand, and fetches nothing."""
    held = {name_of(strength(card)): strength(card) for card in seen.hands[at]}

    def rid(action: Action) -> int:
        return sum(20 - held[name] for name in action.split()[1:] if name in held)

    return best_by((each for each in legal if each.startswith("banish")), rid)


THUMBS = (Thumb("many", _thumb_many), Thumb("weak", _thumb_weak), Thumb("banish", _thumb_banish))
"""Rules of thumb: how to be rid of one's cards soonest."""
