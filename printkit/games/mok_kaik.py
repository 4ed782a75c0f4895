"""行戦, tricks of one card, a set or a run: the winner of the last trick is paid by the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, Literal, Self

from printkit.games.actions import Either, Pattern, Row
from printkit.games.core import SEATS, Action, Seat, choice
from printkit.games.narration import Sentence
from printkit.games.observation import Texts
from printkit.games.paper_cetkaik.deck import (
    CARD,
    SHIP,
    Play,
    blacks,
    melds,
    play_of,
    runs,
    sets,
    some_cards,
    strength,
)
from printkit.games.paper_cetkaik.season import BONUS, Season, season_game, yes
from printkit.games.players import Thumb, best_by
from printkit.games.state import agreed, aside, own, pile, seat_at
from printkit.games.toolkit.cards import put, put_at, setat, take_at
from printkit.games.toolkit.stakes import paid

__all__ = ["GAME", "THUMBS", "Tricks"]

_FULL = 6
"""What a loser without open cards pays (mok-kaik §3.2)."""


@dataclass(frozen=True, kw_only=True)
class Tricks(Season):
    """A moment of 行戦.

    `laid` is what lies in the trick before each seat; `lead` is what `leader` laid, in words (`set:5 b5 rs`), and
    `best` the strongest so far, of the seat `ahead`; `turns` counts the seats that have had theirs. `won` are 公開札,
    `down` what each seat discarded face down, `out` what was beaten.
    """

    phase: Literal["first", "deal", "play", "over"] = aside("first")
    beat_lead: bool = agreed(False)
    winner_multiplies: bool = agreed(True)
    leader: int = aside(0)
    turns: int = aside(0)
    ahead: int = seat_at(0)
    lead: str = ""
    best: str = ""
    laid: tuple[tuple[str, ...], ...] = pile()
    won: tuple[tuple[str, ...], ...] = pile()
    down: tuple[tuple[str, ...], ...] = own()
    out: tuple[str, ...] = pile(())

    @classmethod
    def blank(cls, players: int) -> dict[str, Any]:
        nothing: tuple[tuple[str, ...], ...] = ((),) * players
        return super().blank(players) | {"laid": nothing, "won": nothing, "down": nothing, "out": ()}

    def hand_size(self) -> int:
        return 10 if self.players < 5 else 8

    def dealt(self) -> Self:
        return self.changed(phase="play", leader=self.dealer)

    def actor(self) -> int:
        return self.behind(self.leader, self.turns)

    def choices(self) -> tuple[Action, ...]:
        hand = self.hands[self.actor()]
        if not self.turns:
            return _leads(hand)
        lead = play_of(self.lead)
        weakest = lead.top if self.beat_lead else play_of(self.best).top
        found = _answers(hand, lead.kind, len(lead.cards), blacks(lead.cards), weakest)
        return tuple(sorted((*found, *_discards(hand, len(lead.cards)))))

    def acted(self, action: Action) -> Self:
        at, (word, _, text) = self.actor(), action.partition(" ")
        if word == "discard":
            cards = tuple(text.split())
            state = self.changed(hands=take_at(self.hands, at, *cards), down=put_at(self.down, at, *cards))
        else:
            play = play_of(text)
            state = self.changed(
                hands=take_at(self.hands, at, *play.cards),
                laid=setat(self.laid, at, play.cards),
                lead=self.lead or text,
            )
            if not self.best or play.top > play_of(self.best).top:
                state = state.changed(best=text, ahead=at)
        turns = self.turns + 1
        return state.changed(turns=turns) if turns < self.players else state._trick_won()

    def _trick_won(self) -> Self:
        """The strongest play wins the trick (mok-kaik §2.5); who wins the last one wins the season (mok-kaik §3.1)."""
        winner = self.ahead
        beaten = [card for at, cards in enumerate(self.laid) if at != winner for card in cards]
        state = self.changed(
            laid=((),) * self.players,
            won=put_at(self.won, winner, *self.laid[winner]),
            out=put(self.out, *beaten),
            lead="",
            best="",
            turns=0,
            leader=winner,
        )
        return state if any(self.hands) else state.closed(state._paid(winner), winner)

    def _paid(self, winner: int) -> tuple[int, ...]:
        points = self.points
        for at in range(self.players):
            if at != winner:
                factor = self.factor(at, winner) if self.winner_multiplies else self.factor(at)
                points = paid(points, at, winner, (_FULL - len(self.won[at])) * factor)
        return points


@lru_cache(maxsize=5_000)
def _leads(hand: tuple[str, ...]) -> tuple[Action, ...]:
    singles = {f"play {card}" for card in hand}
    return tuple(sorted(singles | {f"play {play.text()}" for play in (*sets(hand), *runs(hand))}))


@lru_cache(maxsize=20_000)
def _answers(hand: tuple[str, ...], kind: str, number: int, black: int, weakest: int) -> tuple[Action, ...]:
    """What beats a play of this kind, number and composition of colours (mok-kaik §2.3)."""
    found: tuple[Play, ...]
    if kind == "one":
        found = tuple(Play("one", strength(card), (card,)) for card in sorted({*hand}))
    else:
        found = (sets if kind == "set" else runs)(hand, number, number)
    return tuple(
        f"play {play.text()}" for play in found if play.top > weakest and blacks(play.cards) == black
    )


@lru_cache(maxsize=5_000)
def _discards(hand: tuple[str, ...], number: int) -> tuple[Action, ...]:
    return tuple(sorted({"discard " + " ".join(cards) for cards in combinations(hand, number)}))


def worth(state: Tricks, seat: Seat) -> float:
    """The points, and what the season promises: strong cards kept for the last trick, open cards against payment."""
    at = state.index(seat)
    points = float(state.points[at])
    hand = state.hands[at]
    lead = state.turns and state.ahead == at
    if not hand:
        chance = 1.0 if lead or not state.turns else 0.0
    else:
        best = max(map(strength, hand))
        mean = sum(map(strength, hand)) / len(hand)
        chance = min(0.95, max(0.0, (best + mean - 2 * SHIP) / 30 + 0.15 * (state.leader == at or lead)))
    kept = len(state.won[at]) + (len(state.laid[at]) if lead else 0)
    gain = sum(_FULL - len(won) for other, won in enumerate(state.won) if other != at)
    return points + chance * gain * 0.7 - (1 - chance) * (_FULL - kept)


def why(before: Tricks, action: Action, after: Tricks) -> Iterator[Sentence]:
    """Who could beat a play, and what winning the trick is good for."""
    word, _, text = action.partition(" ")
    coming = [before.behind(before.actor(), step) for step in range(1, before.players - before.turns)]
    if word == "play" and coming:
        lead, top = play_of(before.lead or text), play_of(text).top
        able = tuple(
            SEATS[at]
            for at in coming
            if _answers(before.hands[at], lead.kind, len(lead.cards), blacks(lead.cards), top)
        )
        yield Sentence("mok-kaik.beatable", {"seats": able}) if able else Sentence("mok-kaik.safe")
    if not coming:
        kept = str(len(after.won[after.leader]))
        yield Sentence("mok-kaik.trick", {"seat": SEATS[after.leader], "number": kept})


_PLAY: Pattern = Either(CARD, melds("set", "run", most=10))


def _actions(start: Tricks) -> Pattern:
    return Either(Row("discard ", some_cards(1, start.hand_size())), Row("play ", _PLAY))


GAME = season_game(
    Tricks,
    "mok-kaik",
    {"en": "Mok kaik", "ja": "行戦"},
    options=(
        BONUS,
        choice("beat", "what must be beaten: the best play so far, or the lead (§2.3)", "best", "lead"),
        choice("winner-bonus", "親の加点 counts when 親 wins, too (§3.3)", "yes", "no"),
    ),
    agreed=lambda chosen: {
        "beat_lead": chosen["beat"] == "lead",
        "winner_multiplies": yes(chosen, "winner-bonus"),
    },
    worth=worth,
    actions=_actions,
    codings={"lead": Texts(_PLAY), "best": Texts(_PLAY)},
    thumbs="printkit.games.mok_kaik:THUMBS",
    levels={
        "beginner": "greedy~2",
        "easy": "greedy~0.7",
        "medium": "ismcts:40:greedy",
        "strong": "ismcts:150:greedy",
    },
    passive=("discard",),
    why=why,
)


def _cards(action: Action) -> tuple[str, ...]:
    word, _, text = action.partition(" ")
    return play_of(text).cards if word == "play" else tuple(text.split())


def _thumb_beat(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Beats what lies wherever it can."""
    return [each for each in legal if each.startswith("play")]


def _thumb_many(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Leads as many cards as it can."""
    return best_by(legal, lambda each: len(_cards(each)))


def _thumb_weak(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Of all that would do, gives the weakest cards."""
    return best_by(legal, lambda each: -sum(map(strength, _cards(each))))


THUMBS = (Thumb("beat", _thumb_beat), Thumb("many", _thumb_many), Thumb("weak", _thumb_weak))
"""Rules of thumb: win tricks with many weak cards, and keep the strong ones for the last trick."""
