"""Narrates a season with the strips: what was drawn, what each seat did and could have done, and what it was for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any, TypeAlias

from printkit.games.core import SEATS, Action
from printkit.games.game import Game
from printkit.games.narration import CardValue, Frame, Narration, Pair, SeatItem, Sentence, lines_of, pairs_of
from printkit.games.paper_cetkaik.deck import DECK, sign_of
from printkit.games.record import Step
from printkit.games.zones import Table

__all__ = ["Why", "fewest", "left", "narration", "shown_cards"]

Why: TypeAlias = Callable[[Any, Action, Any], Iterable[Sentence]]
"""What a game adds to an action, from the states before and after it."""

Rank: TypeAlias = Callable[[tuple[str, ...], tuple[str, ...]], Any]
"""What cards of a hand are worth with those of the board."""

_CARDS = frozenset(DECK)
_SHOWN = (
    "dealer", "bonus", "pot", "hands", "melds", "laid", "won", "open", "roads", "thrown", "table_cards", "gained",
)  # fmt: skip
"""What is drawn of the table; the rest are counts and words the sentences have."""


_TURNINGS = (
    "empty", "mok-kaik.trick", "ta-xot.call", "ta-xot.end", "mak-kaik.base", "niek-hi.banish", "mak-hup.join",
    "nam-to.fold", "nam-to.makes-4", "ni-ne.out",
)  # fmt: skip
"""What turns a game: sentences that have a bar."""


def narration(game: str, passive: Collection[str], why: Why) -> Narration:
    """The narration of a game with this id; `passive` are the words for not laying, calling or staking."""
    return partial(_narrate, game, frozenset(passive), why)


def left(state: Any, at: int) -> Iterator[Sentence]:
    """How many cards a seat still has."""
    number = len(state.hands[at])
    yield (
        Sentence("left", {"seat": SEATS[at], "number": str(number)})
        if number
        else Sentence("empty", {"seat": SEATS[at]})
    )


def _narrate(
    name: str, passive: frozenset[str], why: Why, game: Game[Any], steps: Sequence[Step[Any]]
) -> tuple[Frame, ...]:
    """A frame for each action with the cards that came before it; passes one after the other share one."""
    frames: list[Frame] = []
    part: list[Pair] = []
    pairs = pairs_of(game, steps)
    for pair, after in zip(pairs, [*pairs[1:], None], strict=True):
        part.append(pair)
        passes = pair.words == ["pass"] and after is not None and after.words == ["pass"]
        if (not pair.step.line.chance and not passes) or after is None:
            frames.append(_frame(name, passive, why, part, len(frames)))
            part = []
    return tuple(frames)


def _frame(name: str, passive: frozenset[str], why: Why, part: Sequence[Pair], number: int) -> Frame:
    state = part[-1].step.state
    sentences: list[Sentence] = []
    for pair in part:
        sentences += (
            _drawn(pair) if pair.step.line.chance else _done(name, passive, why, pair, pair.before.legal())
        )
        sentences += _settled(pair)
    seats = tuple(dict.fromkeys(SEATS[p.before.actor()] for p in part if not p.step.line.chance))
    key = "turn" if number else "deal"
    turned = next((each for each in reversed(sentences) if each.key in _TURNINGS), None)
    turning = turned._replace(key=f"turning.{turned.key}") if turned else None
    return Frame(lines_of(part), _shown(state), seats, key, number, tuple(sentences), turning=turning)


def _shown(state: Any) -> Table:
    """The table without what the sentences say."""
    table: Table = state.table("")
    known = [name for name in _SHOWN if name != "bonus" or state.has_bonus]
    return replace(table, zones=tuple(zone for zone in table.zones if zone.name in known))


def _drawn(pair: Pair) -> Iterator[Sentence]:
    """The deal, open cards, and cards a seat draws."""
    state, seat = pair.before, ""
    open_cards, own = [], []
    for action in pair.step.actions:
        word, card = action.split()
        if state.phase == "first":
            yield Sentence("begin", {"seat": card})
        elif state.phase == "deal":
            if sum(map(len, state.hands)) + 1 == state.players * state.hand_size():
                yield Sentence("dealt", {"number": str(state.hand_size())})
        elif word == "turn":
            open_cards.append(card)
        else:
            own.append(card)
            seat = SEATS[state.actor()]
        state = state.after(action)
    if open_cards:
        yield Sentence("opened", {"cards": shown_cards(open_cards)})
    if own:
        yield Sentence("drawn", {"seat": seat, "cards": shown_cards(own)})


def _done(
    name: str, passive: frozenset[str], why: Why, pair: Pair, legal: Sequence[Action]
) -> Iterator[Sentence]:
    """What a seat did, whether it had to, why, and what was paid for it."""
    before, after = pair.before, pair.step.state
    seat = SEATS[before.actor()]
    word, *rest = pair.words
    cards = shown_cards(each for each in rest if each in _CARDS)
    words = [each for each in rest if each not in _CARDS]
    key = "lead" if word == "play" and not getattr(before, "lead", "") else word
    yield Sentence(
        f"{name}.{key}",
        {
            "seat": seat, "cards": cards, "first": cards[:1], "rest": cards[1:], "count": str(len(cards)),
            "words": " ".join(words),
        },
    )  # fmt: skip
    other = [action for action in legal if action.split()[0] not in passive]
    if word in passive and len(legal) > 1:
        yield Sentence(
            f"{name}.keeps" if other else f"{name}.cannot", {"seat": seat, "number": str(len(other))}
        )
    yield from why(before, pair.step.actions[0], after)


def shown_cards(cards: Iterable[str]) -> tuple[CardValue, ...]:
    """Cards as sentences have them, with their signs."""
    return tuple(CardValue(card, sign=sign_of(card)) for card in cards)


def fewest(hand: tuple[str, ...], board: tuple[str, ...], rank: Rank) -> tuple[str, ...]:
    """The fewest cards that are worth what all of the hand and the board are."""
    cards, whole = sorted((*((card, 0) for card in hand), *((card, 1) for card in board))), rank(hand, board)
    for count in range(1, len(cards) + 1):
        for some in combinations(cards, count):
            own, others = (tuple(card for card, place in some if place == at) for at in (0, 1))
            if rank(own, others) == whole:
                return tuple(card for card, _ in some)
    raise AssertionError("all of the cards are worth what they are")


def _settled(pair: Pair) -> Iterator[Sentence]:
    """What was won and paid, and whether the game is over: a last draw may end it, too."""
    before, after = pair.before, pair.step.state
    changes = [
        SeatItem(SEATS[at], f"{now - was:+d}".replace("-", "−"))
        for at, (was, now) in enumerate(zip(before.points, after.points, strict=True))
        if was != now
    ]
    if changes:
        yield Sentence("points", {"list": tuple(changes)})
    if after.to_move() is None:
        yield Sentence("over", {"seat": SEATS[after.dealer]})
