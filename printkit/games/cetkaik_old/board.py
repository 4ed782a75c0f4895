"""The board of 古机戦 as tables, and where its pieces may go: slides, jumps, ships on the water, steps over ships."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from printkit.games.core import Action, Option, Seat, choice, count, number
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
    "Move",
    "Rules",
    "made",
    "make_rules",
    "moves_of",
    "named_moves",
    "of_text",
    "reaches_king",
    "set_up",
    "text_of",
]


# ── the board of 古机戦 as tables ────────────────────────────────────────────────────────────────────────────────────

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


# ── where the pieces of 古机戦 may go: slides, jumps, ships on the water, and steps over ships ───────────────────────


class Move(NamedTuple):
    """A move as squares: from where, over which ships, where it lands, jump by jump, and what it captures.

    A piece that is `lost` captures and leaves the board itself; it lands nowhere.
    """

    source: int
    ships: tuple[int, ...]
    landings: tuple[int, ...]
    prey: tuple[int, ...] = ()
    lost: bool = False


def text_of(move: Move) -> Action:
    """The move as an action: `KIA>KO`, over a ship `NAU*ZAI>ZAU`, two jumps `LA>NI>LU`, given for a piece `KA>KI!`."""
    names = GRID.names
    source, ships, landings, prey, lost = move
    over = "".join([f"*{names[ship]}" for ship in ships]) if ships else ""
    ends = "".join([f">{names[at]}" for at in (prey if lost else landings)])
    return names[source] + over + ends + "!" * lost


def of_text(rules: Rules, cells: Cells, colour: str, action: Action) -> Move:
    """The move an action names; raises `KeyError` where there is none."""
    return named_moves(rules, cells, colour)[action]


@lru_cache(maxsize=512)
def named_moves(rules: Rules, cells: Cells, colour: str) -> Mapping[Action, Move]:
    """Every move of the pieces of a colour by its action."""
    return {text_of(move): move for move in moves_of(rules, cells, colour)}


def moves_of(rules: Rules, cells: Cells, colour: str) -> list[Move]:
    """Every move of the pieces of a colour, in no order (cetkaik-old §2, §3).

    Of several ways with the same result only the one over the fewest ships is given.
    """
    found: list[Move] = []
    for source, piece in enumerate(cells):
        if piece is None or piece[0] != colour:
            continue
        if piece[1] == SHIP:
            found += _sailing(cells, source)
        else:
            found += _walking(rules, cells, piece, source)
    return found


def _sailing(cells: Cells, source: int) -> Iterator[Move]:
    """A ship goes anywhere on the water that no other ship bars (cetkaik-old §2.6)."""
    seen, ahead = {source}, [source]
    while ahead:
        for at in AROUND[ahead.pop()]:
            if at not in seen and cells[at] is None:
                seen.add(at)
                ahead.append(at)
                yield Move(source, (), (at,))


def _walking(rules: Rules, cells: Cells, piece: str, source: int) -> list[Move]:
    """The moves of any other piece: one leg, and further legs from the ships it steps on (cetkaik-old §3)."""
    met: list[int] = []
    found = _leg(rules, cells, piece, source, (), met)
    if not met:
        return found
    # The piece has left its square when it goes on from a ship, but may not end there: nothing would have moved.
    left = (*cells[:source], None, *cells[source + 1 :])
    kept = {(move.landings, move.prey, move.lost) for move in found} | {((source,), (), False)}
    ways: list[tuple[int, ...]] = [(ship,) for ship in met]
    for ships in ways:
        further: list[int] = []
        for move in _leg(rules, left, piece, ships[-1], ships, further):
            result = (move.landings, move.prey, move.lost)
            if result not in kept:
                kept.add(result)
                found.append(move._replace(source=source))
        ways += [(*ships, ship) for ship in further if ship not in ships]
    return found


def _leg(
    rules: Rules, cells: Cells, piece: str, at: int, ships: tuple[int, ...], met: list[int]
) -> list[Move]:
    """The moves that end with one leg from a square; ships it could step on are added to `met`."""
    found: list[Move] = []
    jumps = piece[1] in JUMPERS
    far = piece[1] in rules.sliding or not (jumps or piece[1] in STEPS)
    for ray in RAYS[piece][at]:
        for index, square in enumerate(ray if far else ray[:1]):
            there = cells[square]
            if square in WATER:
                if there is not None:
                    met.append(square)
                break
            if there is None:
                found.append(Move(at, ships, (square,)))
                continue
            if there[0] != piece[0]:
                if jumps:
                    found += _jump(rules, cells, piece, at, ships, ray[index : index + 2])
                else:
                    found.append(Move(at, ships, (square,), (square,)))
            break
    return found


def _jump(
    rules: Rules, cells: Cells, piece: str, at: int, ships: tuple[int, ...], pair: tuple[int, ...]
) -> Iterator[Move]:
    """A capture by jumping, and more of them where the rules let the piece jump on (cetkaik-old §2.5, §5.2, §5.3)."""
    if not _lands(cells, pair):
        if rules.sacrifice:
            yield Move(at, ships, (), pair[:1], lost=True)
        return
    prey, landing = pair
    first = Move(at, ships, (landing,), (prey,))
    yield first
    if piece[1] in rules.jump_on:
        board = list(cells)
        board[prey] = None
        if not ships:
            board[at] = None
        yield from _on(board, piece, first)


def _on(cells: list[str | None], piece: str, before: Move) -> Iterator[Move]:
    """Further jumps of a piece that has jumped."""
    for ray in RAYS[piece][before.landings[-1]]:
        there = cells[ray[0]]
        if there is None or there[0] == piece[0] or ray[0] in WATER or not _lands(cells, ray[:2]):
            continue
        move = before._replace(landings=(*before.landings, ray[1]), prey=(*before.prey, ray[0]))
        yield move
        board = list(cells)
        board[ray[0]] = None
        yield from _on(board, piece, move)


def _lands(cells: Cells | list[str | None], pair: tuple[int, ...]) -> bool:
    """Whether the square behind a piece is there, dry and empty."""
    return len(pair) > 1 and pair[1] not in WATER and cells[pair[1]] is None


def made(cells: Cells, move: Move) -> Cells:
    """The board after a move; a 兵 that ends in the other side's three rows is promoted (cetkaik-old §2.3)."""
    board = list(cells)
    piece = board[move.source]
    assert piece is not None
    board[move.source] = None
    for prey in move.prey:
        board[prey] = None
    if not move.lost:
        target = move.landings[-1]
        grown = piece[1] == PAWN and target in PROMOTION[piece[0]]
        board[target] = piece[0] + PROMOTED if grown else piece
    return tuple(board)


def reaches_king(rules: Rules, cells: Cells, colour: str) -> bool:
    """Whether a piece of this colour may capture the other king now."""
    return any(
        cells[prey][1:] == KING  # type: ignore[index]
        for move in moves_of(rules, cells, colour)
        for prey in move.prey
    )
