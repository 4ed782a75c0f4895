"""Where pieces may go: moves with and without stepping over, the two steps of 皇, and drops."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from printkit.games.actions import Chain, Either, Pattern, Row, Words
from printkit.games.cetkaik.boards import EMPEROR, GENERAL, SHIP, Board
from printkit.games.core import Action, Seat
from printkit.games.toolkit.grids import Line

__all__ = [
    "Cells",
    "Move",
    "all_moves",
    "drops",
    "enters_water",
    "hue_of",
    "moves_of",
    "of_text",
    "piece_moves",
]

Cells = tuple[str | None, ...]
"""The squares of a board: colour, kind and side of the piece on each (`黒兵IA`), `皇`, or None."""

_Way = tuple[int, int | None, int, bool]
"""What a `Move` holds: a plain tuple is made in a quarter of the time."""

_EMPTY, _STONE, _PREY = 0, 1, 2
"""What a square is to the mover: free, only to be stepped on, or to be captured too."""


class Move(NamedTuple):
    """A move of a piece as squares; `far` if it needs a throw of as many as its second leg is long."""

    source: int
    stone: int | None
    target: int
    far: bool

    def text(self, board: Board) -> Action:
        """The move as an action."""
        return _Texts.of(board)[self]


class _Texts(dict[_Way, Action]):
    """The actions of a board by what they do, each made when it is first needed."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__()
        self.names = names

    @classmethod
    @cache
    def of(cls, board: Board) -> _Texts:
        """Those of a board."""
        return cls(board.grid.names)

    def __missing__(self, way: _Way) -> Action:
        source, stone, target, far = way
        over = "" if stone is None else f"*{self.names[stone]}"
        self[way] = text = f"{self.names[source]}{over}{'>>' if far else '>'}{self.names[target]}"
        return text


def of_text(board: Board, action: Action) -> Move:
    """The move of a piece that an action names; raises `KeyError` for squares that are none."""
    start, arrow, target = action.partition(">")
    source, star, stone = start.partition("*")
    index = board.grid.index
    return Move(
        index[source], index[stone] if star else None, index[target.lstrip(">")], target.startswith(arrow)
    )


def enters_water(board: Board, cells: Cells, move: Move) -> bool:
    """Whether the move needs a throw for entering 皇水 (cetkaik §4.4)."""
    piece = cells[move.source]
    assert piece is not None
    return move.target in board.water and move.source not in board.water and piece[1] != SHIP


def hue_of(board: Board, cells: Cells, *, own_square: bool) -> frozenset[int]:
    """The squares that are 皇処 now (cetkaik §2.2); with `own_square` that of 皇 too."""
    if EMPEROR not in cells:
        return board.hue
    at = cells.index(EMPEROR)
    return board.hue.union(board.grid.near[at], (at,) if own_square else ())


def _roles(board: Board, cells: Cells, side: Seat, hue: frozenset[int]) -> list[int]:
    """What each square is to the mover; enemies beside another enemy 将 in 皇処 are not captured (cetkaik §3.5)."""
    guarded = {
        near
        for at in hue
        if (piece := cells[at]) and piece[1:2] == GENERAL and piece[2:] != side
        for near in board.grid.near[at]
    }
    return [
        _EMPTY
        if piece is None
        else _STONE
        if piece == EMPEROR or piece[2:] == side or at in guarded
        else _PREY
        for at, piece in enumerate(cells)
    ]


def piece_moves(board: Board, cells: Cells, side: Seat, *, own_square: bool) -> list[Move]:
    """Every move of a piece of this side but 皇, in no order (cetkaik §3, §4)."""
    return list(map(Move._make, _ways(board, cells, side, own_square)))


def _ways(board: Board, cells: Cells, side: Seat, own_square: bool) -> list[_Way]:
    hue = hue_of(board, cells, own_square=own_square)
    roles = _roles(board, cells, side, hue)
    tables = board.lines[side]
    found: list[_Way] = []
    for source, piece in enumerate(cells):
        if piece is None or piece[2:] != side:
            continue
        lines = tables[piece[1]]
        # The piece has left its square when it goes on from a stone.
        own = roles[source]
        roles[source] = _EMPTY
        for squares, over, _ in lines[source in hue][source]:
            for at in squares:
                role = roles[at]
                if role != _STONE:
                    found.append((source, None, at, False))
                if role:
                    _from_stone(found, roles, source, at, lines[at in hue][at])
                    if not over:
                        break
                    over -= 1
        roles[source] = own
    return found


def _from_stone(
    found: list[_Way], roles: list[int], source: int, stone: int, lines: tuple[Line, ...]
) -> None:
    for squares, over, far in lines:
        for at in squares:
            role = roles[at]
            if role != _STONE:
                found.append((source, stone, at, far))
            if role:
                if not over:
                    break
                over -= 1


def _emperor_moves(board: Board, cells: Cells) -> Iterator[Action]:
    """The moves of 皇: two steps, one of which may go over a piece (cetkaik §3.6)."""
    if EMPEROR not in cells:
        return
    source = cells.index(EMPEROR)
    names, near = board.grid.names, board.grid.near

    @cache
    def onward(at: int) -> list[int]:
        return [each for each in near[at] if cells[each] is None or each == source]

    for first in near[source]:
        if cells[first] is not None:
            for middle in onward(first):
                start = f"{names[source]}*{names[first]}^{names[middle]}^"
                yield from [start + names[target] for target in onward(middle)]
            continue
        start = f"{names[source]}^{names[first]}"
        for second in near[first]:
            if second == source or cells[second] is None:
                yield f"{start}^{names[second]}"
            else:
                over = f"{start}*{names[second]}^"
                yield from [over + names[target] for target in onward(second)]


@lru_cache(maxsize=512)
def moves_of(board: Board, cells: Cells, side: Seat, own_square: bool) -> tuple[Action, ...]:
    """Every move on the board as actions, sorted."""
    texts = _Texts.of(board)
    moves = map(texts.__getitem__, _ways(board, cells, side, own_square))
    return tuple(sorted({*moves, *_emperor_moves(board, cells)}))


def drops(board: Board, cells: Cells, captured: tuple[str, ...]) -> Iterator[Action]:
    """A piece from the hand to any empty square (cetkaik §3.7)."""
    free = [name for name, piece in zip(board.grid.names, cells, strict=True) if piece is None]
    for piece in dict.fromkeys(captured):
        for name in free:
            yield f"{piece}@{name}"


def all_moves(board: Board) -> Pattern:
    """Every move and drop there may be on this board, and some there never are."""
    square = Words(board.grid.names)
    pieces = tuple(sorted(piece for piece in board.pieces if piece != EMPEROR))
    over, onward = Row("*", square), Row("^", square)
    return Either(
        Row(square, Either(">", Row(over, Either(">", ">>"))), square),
        Row(square, Chain(Either(onward, over), 2, 3)),
        Row(Words(pieces), "@", square),
    )
