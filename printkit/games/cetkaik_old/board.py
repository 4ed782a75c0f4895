"""The board of 古机戦 as tables: squares, set-up, how the pieces go, and what was agreed before one play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from printkit.games.core import Option, Seat, choice, count, number
from printkit.games.toolkit.grids import ALL, BACK, DIAGONAL, FORWARD, ORTHOGONAL, Direction, Grid

__all__ = [
    "AROUND",
    "ARRANGED",
    "BEAST",
    "BOW",
    "CART",
    "COLOURS",
    "FAR",
    "GRID",
    "JUMPERS",
    "KING",
    "OPTIONS",
    "PAWN",
    "PIECES",
    "PROMOTED",
    "PROMOTION",
    "RAYS",
    "SEATS",
    "SHIP",
    "STEPS",
    "WATER",
    "Cells",
    "Rules",
    "make_rules",
    "set_up",
]

Cells = tuple[str | None, ...]
"""What stands on each square: colour and kind, or None."""

SEATS: tuple[Seat, ...] = ("A", "IA")
COLOURS: Mapping[Seat, str] = {"A": "赤", "IA": "黒"}
"""Colour is side: red above, black below (cetkaik-old §1.2)."""

SHIP, PAWN, BOW, CART, BEAST, GENERAL, KING, PROMOTED = "船", "兵", "弓", "車", "虎", "将", "王", "無"
"""The kinds by the tile that stands for them: 虎 for 獣, 無 for a 兵 that is promoted (cetkaik-old §1.1)."""

GRID = Grid(tuple("KLNTZXCMP"), ("A", "E", "I", "U", "O", "Y", "AI", "AU", "IA"))
WATER = GRID.of("NO TO ZO XO CO ZI ZU ZY ZAI")

STEPS: Mapping[str, tuple[Direction, ...]] = {
    PAWN: FORWARD,
    PROMOTED: ORTHOGONAL,
    GENERAL: tuple(way for way in ALL if way not in BACK),
    KING: ALL,
}
"""Kinds that go one square, and where, as the player below sees it (cetkaik-old §2)."""
FAR: Mapping[str, tuple[Direction, ...]] = {BOW: ORTHOGONAL, CART: ORTHOGONAL, BEAST: DIAGONAL}
"""Kinds that go any number of squares, as far as the rules let them."""
JUMPERS = (CART, BEAST)

_RANK = (BOW, BEAST, CART, GENERAL, KING, GENERAL, CART, BEAST, BOW)
_FRONT = (PAWN,) * 4 + (SHIP,) + (PAWN,) * 4
PIECES: Counter[str] = Counter(
    {colour + kind: copies for colour in COLOURS.values() for kind, copies in Counter(_RANK + _FRONT).items()}
)
"""How many pieces of each colour and kind there are; a 無 takes the place of a 兵."""

ARRANGED = {"LN": ("L", "N"), "CM": ("C", "M")}
"""The columns whose 車 and 獣 may change places."""


def _rays(seat: Seat, directions: tuple[Direction, ...]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    sign = -1 if seat == "A" else 1
    ways = [(sign * x, sign * y) for x, y in directions]
    return tuple(GRID.rays(at, ways) for at in range(len(GRID.names)))


RAYS: Mapping[str, tuple[tuple[tuple[int, ...], ...], ...]] = {
    COLOURS[seat] + kind: _rays(seat, directions)
    for seat in SEATS
    for kind, directions in {**STEPS, **FAR}.items()
}
"""By piece and square: the squares to the edge in each direction it goes."""

AROUND: Mapping[int, tuple[int, ...]] = {
    at: tuple(ray[0] for ray in GRID.rays(at, ORTHOGONAL) if ray[0] in WATER) for at in sorted(WATER)
}
"""For each square of the water those beside it."""

_WIDE = len(GRID.columns)
PROMOTION: Mapping[str, frozenset[int]] = {
    "赤": frozenset(range(6 * _WIDE, 9 * _WIDE)),
    "黒": frozenset(range(3 * _WIDE)),
}
"""The three rows of the other side, by colour (cetkaik-old §2.3)."""

OPTIONS: tuple[Option, ...] = (
    choice("setup", "how 車 and 獣 stand, or whether each side says (§1.3)", "usual", "exchanged", "free"),
    choice("slides", "which of 車 and 獣 slide (§5.1)", "both", "cart", "none"),
    choice("jumps", "one jump a turn, or several by pieces that do not slide (§5.2)", "one", "many"),
    choice("sacrifice", "whether 車 and 獣 may be given for a piece they cannot jump (§5.3)", "no", "yes"),
    choice("resign", "when a side may resign (§4.2)", "lost", "any", "no"),
    count(
        "quiet", 100, "after how many turns without capture or 兵 it is drawn (§4.5)", least=1, infinite=True
    ),
    count("seasons", 1, "how many seasons are played (§4.6)", least=1),
)


@dataclass(frozen=True)
class Rules:
    """What was agreed: `sliding` kinds slide, those that `jump_on` may jump several times."""

    setup: str
    sliding: frozenset[str]
    jump_on: frozenset[str]
    sacrifice: bool
    resign: str
    quiet: float
    seasons: int


def make_rules(options: Mapping[str, str]) -> Rules:
    """The rules under checked options."""
    sliding = frozenset({"both": JUMPERS, "cart": (CART,), "none": ()}[options["slides"]])
    many = options["jumps"] == "many"
    return Rules(
        setup=options["setup"],
        sliding=sliding,
        jump_on=frozenset(JUMPERS) - sliding if many else frozenset(),
        sacrifice=options["sacrifice"] == "yes",
        resign=options["resign"],
        quiet=number(options["quiet"]),
        seasons=int(options["seasons"]),
    )


def set_up(rules: Rules) -> Cells:
    """The board before the first turn (cetkaik-old §1.2, §1.3)."""
    cells: list[str | None] = [None] * len(GRID.names)
    for colour, rank, front in (("赤", 0, 2), ("黒", 8, 6)):
        for column in range(_WIDE):
            cells[rank * _WIDE + column] = colour + _RANK[column]
            cells[front * _WIDE + column] = colour + _FRONT[column]
    if rules.setup == "exchanged":
        turned = {CART: BEAST, BEAST: CART}
        cells = [cell and cell[0] + turned.get(cell[1], cell[1]) for cell in cells]
    return tuple(cells)
