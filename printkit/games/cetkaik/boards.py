"""The boards of 机戦 as tables: squares, set-up, movement, hands and points of each game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from printkit.games.core import Seat
from printkit.games.toolkit.grids import (
    ALL,
    BACK,
    DIAGONAL,
    FORWARD,
    ORTHOGONAL,
    SIDES,
    Grid,
    Line,
    Stride,
    leap,
    slide,
    vault,
    walk,
)

__all__ = [
    "BLACK",
    "BOARDS",
    "EMPEROR",
    "GENERAL",
    "HARD_TAM",
    "KING",
    "RED",
    "SCHOOL",
    "SEATS",
    "SHIP",
    "STANDARD",
    "Board",
    "board_of",
    "pieces_problem",
]

SEATS: tuple[Seat, ...] = ("A", "IA")
"""Side A looks down the board, side IA up (cetkaik §1.3)."""
RED, BLACK = "赤", "黒"
EMPEROR, SHIP, GENERAL, KING = "皇", "船", "将", "王"

Strides = tuple[Stride, ...]
Moves = Mapping[str, tuple[Strides, Strides]]

_ONWARD = tuple(direction for direction in ALL if direction not in BACK)

MOVES: Moves = {
    "船": ((Stride(slide(), FORWARD),), (Stride(slide(), FORWARD + BACK), Stride(walk(2), SIDES))),
    "兵": ((Stride(walk(1), FORWARD),), (Stride(walk(2), FORWARD), Stride(walk(1), BACK + SIDES))),
    "弓": ((Stride(slide(), ORTHOGONAL),), (Stride(slide(), DIAGONAL),)),
    "車": ((Stride(leap(2), ORTHOGONAL),), (Stride(leap(2), DIAGONAL),)),
    "虎": ((Stride(walk(1), DIAGONAL),), (Stride(slide(), DIAGONAL),)),
    "馬": ((Stride(leap(2), DIAGONAL),), (Stride(vault(), DIAGONAL),)),
    "筆": ((Stride(slide(), FORWARD + BACK), Stride(walk(1), SIDES)), (Stride(slide(), ORTHOGONAL),)),
    "巫": ((Stride(slide(), SIDES), Stride(walk(1), FORWARD + BACK)), (Stride(slide(over=1), ALL),)),
    "将": ((Stride(walk(1), _ONWARD),), (Stride(walk(1), ALL),)),
    "王": ((Stride(walk(1), ALL),), (Stride(walk(1), ALL),)),
}
"""How each kind moves from a square outside 皇処, and from one inside (cetkaik §3.1)."""

_HARD_TAM_MOVES: Moves = {
    **MOVES,
    "弓": ((Stride(slide(), ORTHOGONAL),), (Stride(slide(), ORTHOGONAL), Stride(walk(1), DIAGONAL))),
    "車": ((Stride(slide(), DIAGONAL),), (Stride(slide(), DIAGONAL), Stride(walk(1), ORTHOGONAL))),
    "馬": ((Stride(leap(2), DIAGONAL),), (Stride(leap(2), ALL),)),
    "巫": ((Stride(walk(1), ORTHOGONAL),), (Stride(slide(over=1), ALL),)),
}
"""硬皇力 (cetkaik §7.1)."""

_STANDARD_SETUP = """
黒筆 黒馬 黒車 黒将 赤王 赤将 赤車 赤馬 赤筆
赤巫 赤弓 .    赤虎 .    黒虎 .    黒弓 黒巫
黒兵 赤兵 黒兵 赤兵 赤船 赤兵 黒兵 赤兵 黒兵
.    .    .    .    .    .    .    .    .
.    .    .    .    皇   .    .    .    .
.    .    .    .    .    .    .    .    .
黒兵 赤兵 黒兵 赤兵 黒船 赤兵 黒兵 赤兵 黒兵
黒巫 黒弓 .    黒虎 .    赤虎 .    赤弓 赤巫
赤筆 赤馬 赤車 赤将 黒王 黒将 黒車 黒馬 黒筆
"""

_SCHOOL_SETUP = """
赤車 赤弓 赤王 赤将 赤巫
黒兵 黒兵 赤船 赤兵 赤兵
.    .    .    .    .
.    .    皇   .    .
.    .    .    .    .
赤兵 赤兵 黒船 黒兵 黒兵
黒巫 黒将 黒王 黒弓 黒車
"""

_STANDARD_HANDS: Mapping[str, tuple[str, int]] = {
    "無抗行処": ("船兵弓車虎馬筆巫将王", 50),
    "筆兵無傾": ("兵弓将筆巫", 10),
    "地心": ("筆巫将", 7),
    "馬弓兵": ("兵弓馬", 7),
    "行行": ("船車馬", 5),
    "王": ("王", 3),
    "獣": ("虎馬", 3),
    "戦集": ("将兵兵", 3),
    "助友": ("車兵兵", 3),
    "闇戦之集": ("兵兵兵兵兵", 3),
}

_SCHOOL_HANDS: Mapping[str, tuple[str, int]] = {
    "将巫兵": ("将巫兵", 5),
    "車弓兵": ("車弓兵", 5),
    "王": ("王", 3),
    "船兵兵": ("船兵兵", 3),
}


@dataclass(frozen=True, eq=False)
class Board:
    """What one game is played on: its squares, which of them are 皇水 and always 皇処, pieces, moves, hands, points.

    `hands` are pieces and points by name. Each side begins with `purse` points.
    """

    grid: Grid
    water: frozenset[int]
    hue: frozenset[int]
    setup: tuple[str | None, ...]
    moves: Moves
    hands: Mapping[str, tuple[str, int]]
    purse: int

    @cached_property
    def lines(self) -> Mapping[Seat, Mapping[str, tuple[tuple[tuple[Line, ...], ...], ...]]]:
        """By side, kind, whether the piece starts in 皇処 (0 or 1) and square: the lines it may take."""
        return {
            seat: {
                kind: tuple(self.grid.lines(strides, turned=seat == "A") for strides in both)
                for kind, both in self.moves.items()
            }
            for seat in SEATS
        }

    @cached_property
    def pieces(self) -> Counter[str]:
        """How many pieces of each colour and kind there are, 皇 among them."""
        return Counter(piece[:2] for piece in self.setup if piece)


def pieces_problem(board: Board, cells: tuple[str | None, ...], captured: tuple[tuple[str, ...], ...]) -> str:
    """Why these pieces cannot be on the squares and in the two hands; empty if they can."""
    if len(cells) != len(board.setup) or len(captured) != len(SEATS):
        return "its board or hands are not those of the game"
    owned = [piece for piece in cells if piece and piece != EMPEROR]
    if not all(piece[2:] in SEATS for piece in owned) or any(EMPEROR in held for held in captured):
        return "a piece has no side"
    if any(held != tuple(sorted(held)) for held in captured):
        return "pieces in hand are not sorted"
    faces = [*(piece[:2] for piece in cells if piece), *captured[0], *captured[1]]
    over = Counter(faces) - board.pieces
    return f"the set has no piece {min(over)}, or fewer of them" if over else ""


def _cells(picture: str) -> tuple[str | None, ...]:
    """The set-up: the upper half belongs to A, the lower one to IA."""
    words = picture.split()
    half = len(words) // 2
    return tuple(
        None if word == "." else word if word == EMPEROR else word + SEATS[at > half]
        for at, word in enumerate(words)
    )


_WIDE = Grid(tuple("KLNTZXCMP"), ("A", "E", "I", "U", "O", "Y", "AI", "AU", "IA"))
_NARROW = Grid(tuple("abcde"), tuple("1234567"))

STANDARD, SCHOOL, HARD_TAM = "cetkaik", "cetkaik-school", "cetkaik-hard-tam"

_STANDARD = Board(
    _WIDE,
    _WIDE.of("NO TO XO CO ZI ZU ZY ZAI ZO"),
    _WIDE.of("NI CI TU XU TY XY NAI CAI ZO"),
    _cells(_STANDARD_SETUP),
    MOVES,
    _STANDARD_HANDS,
    20,
)

BOARDS: Mapping[str, Board] = {
    STANDARD: _STANDARD,
    SCHOOL: Board(
        _NARROW,
        _NARROW.of("a4 b4 c4 d4 e4"),
        _NARROW.of("c4"),
        _cells(_SCHOOL_SETUP),
        MOVES,
        _SCHOOL_HANDS,
        10,
    ),
    HARD_TAM: replace(_STANDARD, moves=_HARD_TAM_MOVES),
}
"""The boards by the id of the game (cetkaik §1.1, §1.2, §7.1)."""


@lru_cache(maxsize=64)
def board_of(game: str, ship: str, beasts: str, bows: str) -> Board:
    """The board with the moves of some regions: the values of three options (cetkaik §7.2 to §7.4)."""
    board = BOARDS[game]
    moves = dict(board.moves)
    if ship == "bow":
        moves[SHIP] = (moves[SHIP][0], moves["弓"][1])
    for chosen, kinds in ((beasts, {"tiger": "虎", "horse": "馬"}), (bows, {"bow": "弓", "cart": "車"})):
        if chosen in kinds:
            moves |= dict.fromkeys(kinds.values(), moves[kinds[chosen]])
    return board if moves == board.moves else replace(board, moves=moves)
