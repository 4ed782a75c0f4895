"""Hands: which combinations the captured pieces hold, and what they count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from printkit.games.cetkaik.boards import BLACK, KING, RED
from printkit.games.cetkaik.counting import Counting, Hand

__all__ = ["ONE_COLOUR", "Made", "hand_of", "hands_of", "made_of"]

ONE_COLOUR = "同色"
_LIMITS = {"once": 1, "twice": 2, "number": 16}
"""How often one hand may count under the option `repeats`; nobody holds pieces for sixteen."""


class Made(NamedTuple):
    """A hand that is held, and the rate of its making."""

    name: str
    points: int
    rate: int


@lru_cache(maxsize=20_000)
def hands_of(counting: Counting, repeats: str, captured: tuple[str, ...]) -> tuple[Hand, ...]:
    """The hands in these pieces, sorted by name (cetkaik §5); `repeats` is the value of the option."""
    have = Counter(captured)
    found: list[Hand] = []
    for name, (pieces, points) in counting.hands.items():
        if name == KING:
            kings = have[RED + KING] + have[BLACK + KING]
            found += [Hand(name, points + counting.bonus)] * min(kings, _LIMITS[repeats])
            continue
        one, mixed = _most(Counter(pieces), have, _LIMITS[repeats], points, counting.bonus)
        found += [Hand(ONE_COLOUR + name, points + counting.bonus)] * one + [Hand(name, points)] * mixed
    return tuple(sorted(found))


def _most(need: Counter[str], have: Counter[str], limit: int, worth: int, bonus: int) -> tuple[int, int]:
    """How many of one colour and how many mixed together count most."""
    best, most = (0, 0), 0
    for red, black in _pairs(limit if bonus else 0):
        if not _held(need, have, red, black, 0):
            continue
        mixed = 0
        while red + black + mixed < limit and _held(need, have, red, black, mixed + 1):
            mixed += 1
        one = red + black
        points = (one + mixed) * worth + one * bonus
        if points > most:
            best, most = (one, mixed), points
    return best


def _pairs(limit: int) -> Iterator[tuple[int, int]]:
    for red in range(min(limit, 8) + 1):
        for black in range(min(limit - red, 8) + 1):
            yield red, black


def _held(need: Counter[str], have: Counter[str], red: int, black: int, mixed: int) -> bool:
    """Whether the pieces make so many hands of each sort, kings standing in for missing ones (cetkaik §5.3, §5.4)."""
    kings = {RED: have[RED + KING], BLACK: have[BLACK + KING]}
    left: Counter[str] = Counter()
    for colour, number in ((RED, red), (BLACK, black)):
        kings[colour] -= number * need[KING]
        for kind, copies in need.items():
            if kind != KING:
                rest = have[colour + kind] - number * copies
                kings[colour] += min(rest, 0)
                left[kind] += max(rest, 0)
        if kings[colour] < 0:
            return False
    missing = sum(max(0, mixed * copies - left[kind]) for kind, copies in need.items() if kind != KING)
    return missing + mixed * need[KING] <= sum(kings.values())


def hand_of(made: Made) -> Hand:
    """The hand without the rate of its making."""
    return Hand(made.name, made.points)


def made_of(before: tuple[Made, ...], held: tuple[Hand, ...], rate: int) -> tuple[Made, ...]:
    """The hands held now, each with the rate of its making; those that are new are made at `rate`."""
    rates: dict[Hand, list[int]] = {}
    for each in before:
        rates.setdefault(hand_of(each), []).append(each.rate)
    return tuple(Made(*hand, rates[hand].pop(0) if rates.get(hand) else rate) for hand in held)
