"""小猫, a game of getting rid of cards: join the round with something stronger, or draw three."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Literal, Self

from printkit.games.actions import Either, Pattern, Row, Some, copies_of
from printkit.games.core import Action, Seat, choice
from printkit.games.game import Census, Entry
from printkit.games.narration import Sentence
from printkit.games.observation import Texts
from printkit.games.paper_cetkaik.deck import CARD, DECK, SORTED, Play
from printkit.games.paper_cetkaik.narration import left
from printkit.games.paper_cetkaik.season import Season, season_game
from printkit.games.players import Thumb, best_by
from printkit.games.state import agreed, aside, by_seat, own, pile, seat_at
from printkit.games.toolkit.cards import handfuls, put, put_at, setat, take, take_at

__all__ = ["GAME", "THUMBS", "Cats", "answers_to", "plays_of"]

_PENALTY = 3
_ORDER = "s12345678ke"
"""From weak to strong; 無 is any card of its colour, and 船 beats 皇 (ni-ne §1.2)."""
_SHIP, _EMPEROR = 0, 10


@dataclass(frozen=True, kw_only=True)
class Cats(Season):
    """A moment of 小猫; 親 is the seat that leads.

    `lead` is the play to beat, in words, which the seat `ahead` laid; `inside` says who is in the round, `done` who
    has no cards left. `table` lies on the table, `taken` before each seat. `due` cards are to be drawn. `gained` are
    the points of the season.
    """

    drawing: ClassVar[Mapping[str, str]] = {"draw": "draw"}
    has_bonus: ClassVar[bool] = False

    phase: Literal["first", "deal", "draw", "play", "over"] = aside("first")
    to_hand: bool = agreed(False)
    twelve: bool = agreed(False)
    turn: int = aside(0)
    ahead: int = seat_at(0)
    due: int = aside(0)
    lead: str = ""
    inside: tuple[bool, ...] = by_seat()
    done: tuple[bool, ...] = by_seat()
    gained: tuple[int, ...] = by_seat()
    hands: tuple[tuple[str, ...], ...] = own(known="shown")
    shown: tuple[tuple[str, ...], ...] = aside(for_each=True)
    table_cards: tuple[str, ...] = pile(())
    taken: tuple[tuple[str, ...], ...] = pile()

    @classmethod
    def blank(cls, players: int) -> dict[str, Any]:
        nothing: tuple[tuple[str, ...], ...] = ((),) * players
        return super().blank(players) | {
            "shown": nothing, "taken": nothing, "table_cards": (), "lead": "", "due": 0,
            "inside": (True,) * players, "done": (False,) * players, "gained": (0,) * players,
        }  # fmt: skip

    def hand_size(self) -> int:
        return 9 if self.players == 4 and not self.twelve else 12

    def dealt(self) -> Self:
        return self.changed(phase="play", turn=self.dealer, ahead=self.dealer)

    def actor(self) -> int:
        return self.turn

    def choices(self) -> tuple[Action, ...]:
        hand = self.hands[self.turn]
        if not self.lead:
            return tuple(sorted({f"play {_text(play)}" for play in plays_of(hand)}))
        found = {f"play {_text(play)}" for play in answers_to(hand, _play(self.lead))}
        return tuple(sorted(found | {"out"}))

    # ── actions ──────────────────────────────────────────────────────────────────────────────────────────────────

    def drawn(self, card: str) -> Self:
        state = self.changed(
            hands=put_at(self.hands, self.turn, card), talon=take(self.talon, card), due=self.due - 1
        )
        return state._supplied() if not (state.due and state.talon) else state

    def acted(self, action: Action) -> Self:
        at, (word, _, text) = self.turn, action.partition(" ")
        if word == "out":
            state = self.changed(inside=setat(self.inside, at, False), due=_PENALTY)
            return state.changed(phase="draw") if self.talon else state._supplied()
        cards = _play(text).cards
        hands = take_at(self.hands, at, *cards)
        known = tuple((Counter(self.shown[at]) & Counter(hands[at])).elements())
        state = self.changed(
            hands=hands,
            shown=setat(self.shown, at, known),
            table_cards=put(self.table_cards, *cards),
            lead=text,
            ahead=at,
        )
        return state._next() if hands[at] else state._gone_out(at)

    def _gone_out(self, at: int) -> Self:
        """As many points as the largest hand has cards (ni-ne §3.1)."""
        most = max(map(len, self.hands))
        state = self.changed(
            gained=setat(self.gained, at, self.gained[at] + most),
            points=setat(self.points, at, self.points[at] + most),
            done=setat(self.done, at, True),
        )
        return state._over() if sum(state.done) + 1 == self.players else state._next()

    def _supplied(self) -> Self:
        state = self.changed(phase="play", due=0)
        return state._next() if state.talon else state._over()

    def _next(self) -> Self:
        """The next seat in the round; if there is none, the last one to play takes the table and leads."""
        for at in self.order(self.behind(self.turn)):
            if at != self.ahead and self.inside[at] and not self.done[at]:
                return self.changed(turn=at)
        winner = self.ahead
        if self.to_hand and not self.done[winner]:
            state = self.changed(
                hands=put_at(self.hands, winner, *self.table_cards),
                shown=put_at(self.shown, winner, *self.table_cards),
            )
        else:
            state = self.changed(taken=put_at(self.taken, winner, *self.table_cards))
        leader = next(at for at in self.order(winner) if not self.done[at])
        return state.changed(
            table_cards=(), lead="", inside=(True,) * self.players, dealer=leader, turn=leader, ahead=leader
        )

    def _over(self) -> Self:
        """The deck is empty: most points of the season win it, then fewest cards; 親 gets one more (ni-ne §3.2)."""
        ranks = [(gained, -len(held)) for gained, held in zip(self.gained, self.hands, strict=True)]
        if ranks.count(max(ranks)) > 1:
            return self.closed(self.points, None)
        winner = ranks.index(max(ranks))
        more = self.points[winner] + (winner == self.dealer)
        return self.closed(setat(self.points, winner, more), winner)


def _strong(card: str) -> int:
    return _ORDER.index(card[1])


@lru_cache(maxsize=5_000)
def _text(play: Play) -> str:
    if play.kind == "one" and play.cards[0][1] != "0":
        return play.cards[0]
    return f"{play.kind}:{_ORDER[play.top]} {' '.join(play.cards)}"


@lru_cache(maxsize=5_000)
def _play(text: str) -> Play:
    first, *cards = text.split()
    if not cards:
        return Play("one", _strong(first), (first,))
    kind, _, top = first.partition(":")
    return Play(kind, _ORDER.index(top), tuple(cards))


@lru_cache(maxsize=20_000)
def plays_of(hand: tuple[str, ...]) -> tuple[Play, ...]:
    """Every single card and set of a hand, 無 as any card of its colour (ni-ne §1.2, §1.3)."""
    return tuple(play for top in range(_EMPEROR + 1) for play in _at(hand, top))


def _at(hand: tuple[str, ...], top: int) -> tuple[Play, ...]:
    return _as_strong(tuple(card for card in hand if card[1] in ("0", _ORDER[top])), top)


@lru_cache(maxsize=5_000)
def _as_strong(cards: tuple[str, ...], top: int) -> tuple[Play, ...]:
    return tuple(Play("one" if len(some) == 1 else "set", top, some) for some in handfuls(cards) if some)


def answers_to(hand: tuple[str, ...], lead: Play) -> Iterator[Play]:
    """The plays that join: one stronger card, or more cards as strong, with a colour of the lead (ni-ne §2.2)."""
    colours = {card[0] for card in lead.cards}
    stronger = (_SHIP,) if lead.top == _EMPEROR else range(lead.top + 1, _EMPEROR + 1)
    singles = (play for top in stronger for play in _at(hand, top) if play.kind == "one")
    larger = (play for play in _at(hand, lead.top) if len(play.cards) > len(lead.cards))
    yield from (play for play in (*singles, *larger) if colours & {card[0] for card in play.cards})


def worth(state: Cats, seat: Seat) -> float:
    """The points, and what a small hand promises of those to be had by going out."""
    at = state.index(seat)
    points = float(state.points[at])
    if state.phase in ("first", "deal", "over") or state.done[at]:
        return points
    size = len(state.hands[at]) + (state.due if state.turn == at else 0)
    others = [len(held) for other, held in enumerate(state.hands) if other != at]
    promise = max(others) * max(0.0, 1 - size / 14) ** 2
    return points + promise - 0.1 * size + 0.3 * (state.ahead == at)


def _counted(states: Sequence[Cats], actions: Sequence[Action]) -> Iterator[Entry]:
    """Of each season: whether somebody got rid of all cards."""
    out: set[int] = set()
    for state, action in zip(states, actions, strict=False):
        word, _, text = action.partition(" ")
        if word == "play" and len(_play(text).cards) == len(state.hands[state.turn]):
            out.add(state.season)
    for season in range(states[-1].season + 1):
        yield Entry("seasons", "somebody got rid of all cards", season in out)


def why(before: Cats, action: Action, after: Cats) -> Iterator[Sentence]:
    """How many cards are left."""
    if action != "out":
        yield from left(after, before.turn)


def _laid(word: str, most: int) -> Pattern:
    """The cards laid for each strength: those that have it, and 無."""
    return Either(
        *(
            Row(f"{word}:{sign} ", Some(copies_of(card for card in DECK if card[1] in ("0", sign)), 1, most))
            for sign in _ORDER
        )
    )


_PLAY: Pattern = Either(CARD, _laid("one", 1), _laid("set", len(DECK)))
_ACTIONS: Pattern = Either("out", Row("play ", _PLAY))


GAME = season_game(
    Cats,
    "ni-ne",
    {"en": "Ni ne", "ja": "小猫"},
    options=(
        choice("take", "where the cards of a round go: to a pile, or to the hand (§2.4)", "pile", "hand"),
        choice("four", "how many cards four players get (§1.1)", "9", "12"),
    ),
    agreed=lambda chosen: {"to_hand": chosen["take"] == "hand", "twelve": chosen["four"] == "12"},
    worth=worth,
    actions=lambda start: _ACTIONS,
    codings={"lead": Texts(_PLAY), "shown": SORTED},
    thumbs="printkit.games.ni_ne:THUMBS",
    levels={"beginner": "greedy~8", "easy": "greedy~3", "medium": "ismcts:60", "strong": "ismcts:250"},
    players=("3", "2", "4"),
    census=Census({"seasons": "seasons in which"}, _counted),
    wild="0",
    passive=("out",),
    why=why,
)


def _plays(legal: tuple[Action, ...]) -> list[Action]:
    return [each for each in legal if each != "out"]


def _cards(action: Action) -> list[str]:
    return [word for word in action.split()[1:] if ":" not in word]


def _top(action: Action) -> int:
    first = action.split()[1]
    return _ORDER.index(first.partition(":")[2] or first[1])


def _thumb_stay(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Stays in the round wherever it can."""
    return _plays(legal)


def _thumb_plain(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Keeps 無, with which it can stay in later."""
    return best_by(_plays(legal), lambda each: -sum(card[1] == "0" for card in _cards(each)))


def _thumb_weak(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Lays the weakest that will do."""
    return best_by(_plays(legal), lambda each: -_top(each))


def _thumb_many(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Of one strength lays all it has."""
    return best_by(_plays(legal), lambda each: len(_cards(each)))


THUMBS = (
    Thumb("stay", _thumb_stay),
    Thumb("plain", _thumb_plain),
    Thumb("weak", _thumb_weak),
    Thumb("many", _thumb_many),
)
"""Rules of thumb: stay in the round, and spend little on it."""
