"""Hands: which combinations the captured pieces hold, and what they count by region and time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from printkit.games.cetkaik.boards import BLACK, BOARDS, KING, RED

__all__ = [
    "BONUS",
    "ONE_COLOUR",
    "TENTHS",
    "VALUES",
    "Counting",
    "Hand",
    "Made",
    "counting_of",
    "hand_of",
    "hands_of",
    "made_of",
    "make_counting",
]


# ── what hands count: the tables of regions and times, and the old way of counting by pieces ─────────────────────────

BONUS = 2
"""What a hand of one colour counts more (cetkaik §5.2)."""
TENTHS = 10

VALUES: Mapping[str, int] = {
    "船": 1, "兵": 2, "筆": 3, "弓": 4, "馬": 4, "車": 5, "巫": 5, "虎": 6, "将": 6, "王": 10,
}  # fmt: skip
"""What the kinds count in the old way, in tenths of a point (cetkaik §7.6)."""

_FACTORS: Mapping[str, tuple[int, int]] = {
    "modern": (2, 4), "old": (2, 4), "old-3-5": (3, 5), "old-outside": (3, 5),
}  # fmt: skip
"""What a hand counts its pieces' values: with a 兵 or of two pieces at most, and others (cetkaik §7.6)."""

_OFFICIAL = {"馬弓兵": 5}
_MOTIFS: Mapping[str, tuple[str, int]] = {"光戦王集": ("将馬弓兵", 5)}
_CHAINS: Mapping[str, tuple[str, ...]] = {
    "triples": (KING, "将巫筆", "巫筆馬", "筆馬虎", "馬虎車", "虎車弓", "車弓兵", "弓兵船"),
    "beasts": (KING, "将巫筆", "馬虎", "車弓兵", "船車馬"),
}
"""The hands of 三連体系 and of 連獣連体系, which are called by their pieces (cetkaik §7.7)."""


class Hand(NamedTuple):
    """A hand that is held, as it is called, and its points in the unit of its counting."""

    name: str
    points: int


@dataclass(frozen=True, eq=False)
class Counting:
    """How captured pieces count: pieces and points of the hands by name, and what single pieces add.

    There are `unit` units to a point. A hand of one colour counts `bonus` units more, and 0 means that colours do not
    matter. `adds` says which pieces count besides: none, all, or those outside of every hand.
    """

    hands: Mapping[str, tuple[str, int]]
    unit: int
    bonus: int
    adds: str

    def added(self, captured: Iterable[str], held: Iterable[Hand]) -> int:
        """What the captured pieces count beyond the hands that are held."""
        if self.adds == "none":
            return 0
        kinds = Counter(piece[1] for piece in captured)
        if self.adds == "outside":
            kinds -= self._serving(held)
        return sum(VALUES[kind] * number for kind, number in kinds.items())

    def _serving(self, held: Iterable[Hand]) -> Counter[str]:
        """The pieces that serve some hand: of each kind as many as the hand needs that needs most."""
        needs: dict[str, Counter[str]] = {}
        for hand in held:
            needs.setdefault(hand.name, Counter()).update(self.hands[hand.name][0])
        serving: Counter[str] = Counter()
        for need in needs.values():
            serving |= need
        return serving


def _table(game: str, hands: str, counting: str) -> Mapping[str, tuple[str, int]]:
    """Pieces and points of the hands by name, under the options `hands` and `counting` (cetkaik §5.1, §7.6, §7.7)."""
    if hands in _CHAINS:
        table = {pieces: (pieces, 0) for pieces in _CHAINS[hands]}
    else:
        official = _OFFICIAL if hands == "official" else {}
        motifs = _MOTIFS if hands == "motifs" else {}
        table = {
            name: (pieces, official.get(name, points))
            for name, (pieces, points) in {**BOARDS[game].hands, **motifs}.items()
        }
    if not _in_tenths(hands, counting):
        return table
    small, large = _FACTORS[counting]

    def counted(pieces: str) -> int:
        # The printed points of 三連体系 do not lower hands with 兵.
        low = len(pieces) <= 2 or ("兵" in pieces and hands != "triples")
        return (small if low else large) * sum(VALUES[kind] for kind in pieces)

    return {name: (pieces, counted(pieces)) for name, (pieces, _) in table.items()}


def _in_tenths(hands: str, counting: str) -> bool:
    return counting != "modern" or hands in _CHAINS


def make_counting(game: str, hands: str, counting: str) -> Counting:
    """How captured pieces count under these values of the options."""
    tenths = _in_tenths(hands, counting)
    adds = {"modern": "none", "old-outside": "outside"}.get(counting, "all")
    return Counting(_table(game, hands, counting), TENTHS if tenths else 1, 0 if tenths else BONUS, adds)


counting_of = lru_cache(maxsize=64)(make_counting)
"""The same, one value for one set of options."""


# ── hands: which combinations the captured pieces hold, and what they count ──────────────────────────────────────────

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
