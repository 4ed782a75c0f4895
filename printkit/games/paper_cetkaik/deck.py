"""The 48 strips: strengths, colours, and the combinations a hand can make with 船 as any card of its colour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from printkit.games.actions import Pattern, Row, Some, Words, copies_of
from printkit.games.observation import Bag
from printkit.games.toolkit.cards import handfuls

__all__ = [
    "CARD",
    "COLOURS",
    "DECK",
    "HIGHEST_NUMBER",
    "KINDS",
    "ROYAL",
    "SHIP",
    "SHIPS",
    "SORTED",
    "Play",
    "blacks",
    "melds",
    "name_of",
    "play_of",
    "runs",
    "same_colour",
    "sets",
    "sign_of",
    "some_cards",
    "strength",
]

COLOURS = "br"
"""Black and red: the first letter of a card."""
KINDS = {
    "s": "船", "0": "無", "1": "兵", "2": "弓", "3": "車", "4": "虎", "5": "馬", "6": "筆", "7": "巫", "8": "将",
    "k": "王", "e": "皇",
}  # fmt: skip
"""The second letter of a card, from weak to strong, and its sign (paper-cetkaik §1.1)."""
_SIGNED = {"b": "黒", "r": "赤"}
_COPIES = {"s": 1, "0": 3, "1": 4, "k": 1, "e": 1}

DECK = tuple(
    sorted(colour + kind for colour in COLOURS for kind in KINDS for _ in range(_COPIES.get(kind, 2)))
)
SHIPS = tuple(colour + "s" for colour in COLOURS)

SHIP, HIGHEST_NUMBER, ROYAL = -1, 8, 9
"""Strengths: 船, then the numbers from 0 to 8, then 王 and 皇, which are equal (paper-cetkaik §1.2)."""
_STRENGTHS = {kind: SHIP + at for at, kind in enumerate(KINDS)} | {"e": ROYAL}
_NAMES = "s012345678k"


def strength(card: str) -> int:
    """How strong a card is in itself."""
    return _STRENGTHS[card[1]]


def sign_of(card: str) -> str:
    """The colour and the sign of a card: `黒兵` is the black pawn."""
    return _SIGNED[card[0]] + KINDS[card[1]]


def name_of(strong: int) -> str:
    """How a strength is written: `s`, a digit, or `k` for 王 and 皇."""
    return _NAMES[strong - SHIP]


CARD = Words(tuple(dict.fromkeys(DECK)))
"""One card, as actions name it."""


def some_cards(least: int, most: int) -> Pattern:
    """So many cards, as actions name them."""
    return Some(copies_of(DECK), least, most)


SORTED = Bag(CARD.texts)
"""How observations write sorted cards."""


def melds(*words: str, most: int) -> Pattern:
    """Cards laid together, as actions name them: `set:5 b5 rs`, by these words, of so many cards at most."""
    heads = tuple(f"{word}:{name}" for word in words for name in _NAMES[1:])
    return Row(Words(heads), " ", some_cards(2, most))


def blacks(cards: Iterable[str]) -> int:
    """How many of the cards are black."""
    return sum(card[0] == "b" for card in cards)


def same_colour(cards: Iterable[str]) -> bool:
    """Whether all cards are of one colour."""
    return len({card[0] for card in cards}) == 1


class Play(NamedTuple):
    """Cards laid together: `one`, `set` or `run`, the strength of the highest, and the cards, sorted."""

    kind: str
    top: int
    cards: tuple[str, ...]

    def text(self) -> str:
        """What an action says of it: `b5`, `set:5 b5 rs`, `run:6 b4 b5 bs`."""
        if self.kind == "one":
            return self.cards[0]
        return f"{self.kind}:{name_of(self.top)} {' '.join(self.cards)}"


@lru_cache(maxsize=5_000)
def play_of(text: str) -> Play:
    """The cards laid together that `text` stands for."""
    first, *cards = text.split()
    if not cards:
        return Play("one", strength(first), (first,))
    kind, _, top = first.partition(":")
    return Play(kind, _NAMES.index(top) + SHIP, tuple(cards))


@lru_cache(maxsize=20_000)
def sets(hand: tuple[str, ...], least: int = 2, most: int = 48) -> tuple[Play, ...]:
    """Every set in a hand: equal strength, any colours, 船 for any card of its colour (paper-cetkaik §1.3)."""
    held: dict[int, tuple[str, ...]] = {}
    for card in hand:
        held[strength(card)] = (*held.get(strength(card), ()), card)
    ships = held.get(SHIP, ())
    return tuple(
        play
        for strong in range(ROYAL + 1)
        if len(held.get(strong, ())) + len(ships) >= least
        for play in _sets_of(strong, (*held.get(strong, ()), *ships), least, most)
    )


@lru_cache(maxsize=5_000)
def _sets_of(strong: int, cards: tuple[str, ...], least: int, most: int) -> tuple[Play, ...]:
    """The sets of one strength that can be taken from these cards."""
    return tuple(Play("set", strong, some) for some in handfuls(cards) if least <= len(some) <= most)


@lru_cache(maxsize=20_000)
def runs(hand: tuple[str, ...], least: int = 3, most: int = 9) -> tuple[Play, ...]:
    """Every run in a hand: one colour, consecutive numbers, 船 for one of them (paper-cetkaik §1.4)."""
    return tuple(
        play
        for colour in COLOURS
        for play in _runs_of(
            colour, tuple(dict.fromkeys(card for card in hand if card[0] == colour)), least, most
        )
    )


@lru_cache(maxsize=10_000)
def _runs_of(colour: str, held: tuple[str, ...], least: int, most: int) -> tuple[Play, ...]:
    """The runs of one colour that can be taken from these cards."""
    found = []
    ship = colour + "s" in held
    for low in range(HIGHEST_NUMBER + 1):
        real: list[str] = []
        for top in range(low, min(low + most, HIGHEST_NUMBER + 1)):
            card = f"{colour}{top}"
            real += [card] if card in held else []
            gaps = top - low + 1 - len(real)
            if gaps > ship:
                break
            if top - low + 1 >= least:
                fillings = _fillings(real, gaps, colour + "s" if ship else "")
                found += [Play("run", top, cards) for cards in fillings]
    return tuple(found)


def _fillings(real: list[str], gaps: int, ship: str) -> Iterator[tuple[str, ...]]:
    """The ways to lay these cards of a run with so many gaps: 船 may stand for a card that is held, too."""
    if gaps:
        yield (*real, ship)
        return
    yield tuple(real)
    if ship:
        for spared in real:
            yield (*(card for card in real if card != spared), ship)
