"""The six places of Youscout: the board, the swap of 8 and 11, forced starts, and the piles on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from printkit.games.youscout.cards import Card, major_number

__all__ = [
    "ACROSS",
    "BACKWARD",
    "COINS",
    "DISCARDS",
    "FORWARD",
    "LOWER",
    "NO_PILES",
    "PILE_NAMES",
    "PLACES",
    "SWAPS",
    "SWORDS",
    "UPPER",
    "Pile",
    "Piles",
    "Whirl",
    "largest",
    "lay",
    "line_pattern",
    "shift",
    "smallest",
    "swapped",
    "sweep",
    "whirl",
]


# ── the six places of Youscout: the board, the swap of 8 and 11, and forced starts ───────────────────────────────────

PLACES = (1, 2, 3, 4, 5, 6)
LOWER = (1, 2, 3)
UPPER = (4, 5, 6)
FORWARD = {1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 1}
BACKWARD = {place: earlier for earlier, place in FORWARD.items()}
ACROSS = {1: 4, 2: 5, 3: 6, 4: 1, 5: 2, 6: 3}
"""The neighbours of a place (youscout §2.2)."""

_TRADED = {"8": "11", "8r": "11r", "11": "8", "11r": "8r"}

Board: TypeAlias = tuple[Card, ...]


class Whirl(NamedTuple):
    """A board whose odd and even cards each lie one way up: its names, and where the token must start."""

    ja: str
    en: str
    start: tuple[int, ...]


_WHIRLS = {
    (True, True): Whirl("旋乾", "force whirl", LOWER),
    (False, False): Whirl("旋坤", "field whirl", UPPER),
    (True, False): Whirl("重乾", "force eclipse", LOWER),
    (False, True): Whirl("重坤", "field eclipse", UPPER),
}
"""By whether all odd cards and whether all even cards are upright; False is all reversed (youscout §2.3)."""


def line_pattern(board: Board) -> tuple[bool, ...]:
    """The board's lines, place 1 first: True for an odd number, an unbroken line (youscout §2.4)."""
    return tuple(major_number(code) % 2 == 1 for code in board)


def swapped(laid: Board, swap: str) -> Board:
    """The board after Strength and Justice have changed places under the rule `swap` (youscout §2.3)."""
    return _traded(laid) if SWAPS[swap](laid) else laid


def whirl(board: Board, swap: str) -> Whirl | None:
    """What a board, after the swap, obliges the token to: only under `solid`, and seldom (youscout §2.3)."""
    lines = line_pattern(board)
    if swap != "solid" or sum(lines) != 3:
        return None
    ways = {(odd, not code.endswith("r")) for code, odd in zip(board, lines, strict=True)}
    upright = dict(ways)
    return _WHIRLS[upright[True], upright[False]] if len(ways) == 2 else None


def _traded(laid: Board) -> Board:
    return tuple(_TRADED.get(code, code) for code in laid)


def _always(laid: Board) -> bool:
    return True


def _expansive(laid: Board) -> bool:
    present = {major_number(code): not code.endswith("r") for code in laid if code in _TRADED}
    if len(present) != 1:
        return True
    ((number, upright),) = present.items()
    odd = sum(line_pattern(laid))
    if odd == 3:
        return upright
    return odd > 3 if number == 8 else odd < 3


def _solid(laid: Board) -> bool:
    return sum(line_pattern(laid)) in (2, 3, 4)


SWAPS: dict[str, Callable[[Board], bool]] = {"memorial": _always, "expansive": _expansive, "solid": _solid}
"""Whether the cards as laid trade places, for each value of the option `swap`."""


# ── the piles on the table as one tuple, and the operations on them ──────────────────────────────────────────────────

Pile: TypeAlias = tuple[Card, ...]
"""The cards of a pile in the order laid."""

Piles: TypeAlias = tuple[Pile, ...]
"""All piles: the discards at 0, the pile of each place at its number, then the swords and the coins."""

DISCARDS, SWORDS, COINS = 0, 7, 8
PILE_NAMES = ("D", "1", "2", "3", "4", "5", "6", "Sw", "Co")
NO_PILES: Piles = ((),) * 9


def lay(piles: Piles, target: int, *cards: Card) -> Piles:
    """The piles with `cards` laid on the pile `target`."""
    return (*piles[:target], piles[target] + cards, *piles[target + 1 :])


def shift(piles: Piles, card: Card, source: int, target: int) -> Piles:
    """The piles with `card` taken from `source` and laid on `target`."""
    rest = tuple(each for each in piles[source] if each != card)
    return lay((*piles[:source], rest, *piles[source + 1 :]), target, card)


def sweep(piles: Piles, *sources: int) -> Piles:
    """The piles with all of `sources` discarded."""
    gone = tuple(card for source in sources for card in piles[source])
    kept = tuple(() if index in sources else pile for index, pile in enumerate(piles))
    return lay(kept, DISCARDS, *gone)


def largest(pile: Iterable[Card], values: Mapping[Card, int]) -> Card | None:
    """The card with the largest value, the first laid of equals; None of an empty pile (youscout §3.4)."""
    return max(pile, key=values.__getitem__, default=None)


def smallest(pile: Iterable[Card], values: Mapping[Card, int]) -> Card | None:
    """The card with the smallest value, the first laid of equals; None of an empty pile (youscout §3.4)."""
    return min(pile, key=values.__getitem__, default=None)
