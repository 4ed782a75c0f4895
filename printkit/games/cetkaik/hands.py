"""Hands: which combinations the captured pieces hold, and what they count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from printkit.games.cetkaik.boards import BLACK, BOARDS, KING, RED

__all__ = ["ONE_COLOUR", "Hand", "hands_of"]

ONE_COLOUR = "同色"
BONUS = 2
_LIMITS = {"once": 1, "twice": 2, "number": 16}
"""How often one hand may count under the option `repeats`; nobody holds pieces for sixteen."""


class Hand(NamedTuple):
    """A hand that is held, as it is called, and its points."""

    name: str
    points: int


@lru_cache(maxsize=20_000)
def hands_of(game: str, table: str, repeats: str, captured: tuple[str, ...]) -> tuple[Hand, ...]:
    """The hands in these pieces, sorted by name (cetkaik §5); `table` and `repeats` are values of the options."""
    board = BOARDS[game]
    have = Counter(captured)
    found: list[Hand] = []
    for name, (pieces, points) in board.hands.items():
        worth = board.official.get(name, points) if table == "official" else points
        if name == KING:
            kings = have[RED + KING] + have[BLACK + KING]
            found += [Hand(name, worth + BONUS)] * min(kings, _LIMITS[repeats])
            continue
        one, mixed = _most(Counter(pieces), have, _LIMITS[repeats], worth)
        found += [Hand(ONE_COLOUR + name, worth + BONUS)] * one + [Hand(name, worth)] * mixed
    return tuple(sorted(found))


def _most(need: Counter[str], have: Counter[str], limit: int, worth: int) -> tuple[int, int]:
    """How many of one colour and how many mixed together count most."""
    best, most = (0, 0), 0
    for red, black in _pairs(limit):
        if not _held(need, have, red, black, 0):
            continue
        mixed = 0
        while red + black + mixed < limit and _held(need, have, red, black, mixed + 1):
            mixed += 1
        one = red + black
        points = (one + mixed) * worth + one * BONUS
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
