"""The 48 strips: strengths, colours, and the combinations a hand can make with 船 as any card of its colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

__all__ = [
    "COLOURS",
    "DECK",
    "HIGHEST_NUMBER",
    "KINDS",
    "ROYAL",
    "SHIP",
    "SHIPS",
    "Play",
    "blacks",
    "name_of",
    "play_of",
    "runs",
    "same_colour",
    "sets",
    "strength",
]

COLOURS = "br"
"""Black and red: the first letter of a card."""
KINDS = {
    "s": "船", "0": "無", "1": "兵", "2": "弓", "3": "車", "4": "虎", "5": "馬", "6": "筆", "7": "巫", "8": "将",
    "k": "王", "e": "皇",
}  # fmt: skip
"""The second letter of a card, from weak to strong, and its sign (paper-cetkaik §1.1)."""
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


def name_of(strong: int) -> str:
    """How a strength is written: `s`, a digit, or `k` for 王 and 皇."""
    return _NAMES[strong - SHIP]


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
    held = Counter(hand)
    ships = [card for card in SHIPS if held[card]]
    found = []
    for strong in range(ROYAL + 1):
        kinds = [card for card in held if strength(card) == strong] + ships
        for numbers in product(*(range(held[card] + 1) for card in kinds)):
            if least <= sum(numbers) <= most:
                cards = [card for card, number in zip(kinds, numbers, strict=True) for _ in range(number)]
                found.append(Play("set", strong, tuple(sorted(cards))))
    return tuple(found)


@lru_cache(maxsize=20_000)
def runs(hand: tuple[str, ...], least: int = 3, most: int = 9) -> tuple[Play, ...]:
    """Every run in a hand: one colour, consecutive numbers, 船 for one of them (paper-cetkaik §1.4)."""
    held = frozenset(hand)
    return tuple(
        Play("run", low + length - 1, tuple(sorted(cards)))
        for colour in COLOURS
        for low in range(HIGHEST_NUMBER + 1)
        for length in range(least, min(most, HIGHEST_NUMBER - low + 1) + 1)
        for cards in _fillings(held, colour, range(low, low + length))
    )


def _fillings(held: frozenset[str], colour: str, numbers: range) -> Iterator[tuple[str, ...]]:
    """The ways to have these numbers in this colour: 船 may stand for a card that is held, too."""
    wanted = [colour + str(number) for number in numbers]
    missing = [card for card in wanted if card not in held]
    if not missing:
        yield tuple(wanted)
    ship = colour + "s"
    if ship in held and len(missing) <= 1:
        for gap in missing or wanted:
            yield (*(card for card in wanted if card != gap), ship)
