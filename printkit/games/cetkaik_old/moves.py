"""Where the pieces of 古机戦 may go: slides, jumps, ships on the water, and steps over ships."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from printkit.games.cetkaik_old.board import (
    AROUND,
    GRID,
    JUMPERS,
    KING,
    PAWN,
    PROMOTED,
    PROMOTION,
    RAYS,
    SHIP,
    STEPS,
    WATER,
    Cells,
    Rules,
)
from printkit.games.core import Action

__all__ = ["Move", "made", "moves_of", "named_moves", "of_text", "reaches_king", "text_of"]


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
