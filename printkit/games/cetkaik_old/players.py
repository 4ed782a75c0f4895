"""What a moment of 古机戦 is worth, and a player that searches: alpha-beta with captures looked into to their end."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import inf
from random import Random
from typing import Any

from printkit.games.cetkaik_old.board import (
    BEAST,
    BOW,
    CART,
    COLOURS,
    GENERAL,
    GRID,
    KING,
    PAWN,
    PROMOTED,
    SHIP,
    Cells,
    Move,
    Rules,
    made,
    moves_of,
    reaches_king,
    text_of,
)
from printkit.games.cetkaik_old.match import ANSWER, MOVE, Match, other_side
from printkit.games.core import Action, Seat
from printkit.games.game import Game
from printkit.games.players import Player, Sight, Thumb, best_by

__all__ = ["THUMBS", "WON", "alphabeta", "halfway", "searched", "shallow", "values", "worth"]

_VALUES = {SHIP: 0, PAWN: 10, PROMOTED: 20, GENERAL: 30, BEAST: 30, CART: 40, BOW: 60, KING: 0}
"""What the kinds count in a tenth of a 兵; kings are captured last."""
_ADVANCED = 1
"""What a step of a 兵 towards promotion counts."""
WON = 10_000
"""A won king, less one for each turn until then."""
_SCALE = 600
"""So much material is as good as a won season, on the scale of points."""

DEPTH = 3
_CAPTURES = 3
"""Turns the player looks ahead, and turns of captures alone after those."""
MOST = 30_000
"""So many positions a move may take, some two seconds; the few that take more are looked at a turn less far."""


def _table(colour: str) -> Mapping[str, tuple[int, ...]]:
    wide, squares = len(GRID.columns), range(len(GRID.names))

    def on(kind: str, at: int) -> int:
        steps = at // wide if colour == "赤" else 8 - at // wide
        return _VALUES[kind] + _ADVANCED * steps * (kind == PAWN)

    return {colour + kind: tuple(on(kind, at) for at in squares) for kind in _VALUES}


_ON: Mapping[str, tuple[int, ...]] = {**_table("赤"), **_table("黒")}


def _material(cells: Cells, colour: str) -> int:
    """Material and advance of a colour beyond those of the other."""
    own = other = 0
    for at, piece in enumerate(cells):
        if piece:
            if piece[0] == colour:
                own += _ON[piece][at]
            else:
                other += _ON[piece][at]
    return own - other


def worth(match: Match, seat: Seat) -> float:
    """The points of a seat, and a share of the season's by material; a king that can be captured is as good as won."""
    points = match.returns()[match.index(seat)]
    if not match.turn:
        return points
    colour = COLOURS[match.turn]
    won = match.phase == MOVE and reaches_king(match.rules, match.board, colour)
    promise = 0.97 if won else max(-0.95, min(0.95, _material(match.board, colour) / _SCALE))
    return points + (promise if seat == match.turn else -promise)


class _SpentError(Exception):
    """A search has looked at as many positions as it may."""


class _Search:
    """One search. `seen` keeps what a position was found to be worth: at least, at most, after so many turns.

    Where it would look at more than `most` positions it is broken off.
    """

    def __init__(self, rules: Rules, most: float = inf) -> None:
        self.rules, self.left = rules, most
        self.seen: dict[tuple[Cells, str], tuple[int, int, int]] = {}

    def value(self, cells: Cells, colour: str, depth: int, low: int, high: int) -> int:
        """What the position is worth to the colour that moves, if it lies between the bounds."""
        key = (cells, colour)
        deep, least, most = self.seen.get(key, (-_CAPTURES - 1, 0, 0))
        if deep == depth:
            if least >= high or least == most:
                return least
            if most <= low:
                return most
        self.left -= 1
        if self.left < 0:
            raise _SpentError
        best = self._value(cells, colour, depth, low, high)
        self.seen[key] = (depth, best if best > low else -2 * WON, best if best < high else 2 * WON)
        return best

    def _value(self, cells: Cells, colour: str, depth: int, low: int, high: int) -> int:
        gains = [(self._gain(cells, move), move) for move in moves_of(self.rules, cells, colour)]
        if any(gain >= WON for gain, _ in gains):
            return WON + depth
        other, best = "赤黒"[colour == "赤"], -2 * WON
        if depth <= 0:
            # Nobody has to capture.
            best = _material(cells, colour)
            gains = [each for each in gains if each[1].prey] if depth > -_CAPTURES else []
            if best >= high:
                return best
        elif not gains:
            return -self.value(cells, other, depth - 1, -high, -low)
        for _, move in sorted(gains, key=lambda each: -each[0]):
            best = max(best, -self.value(made(cells, move), other, depth - 1, -high, -max(low, best)))
            if best >= high:
                break
        return best

    def _gain(self, cells: Cells, move: Move) -> int:
        """What a move captures, less what it gives: the order in which moves are looked at."""
        gain = 0
        for prey in move.prey:
            piece = cells[prey]
            assert piece is not None
            gain += 2 * WON if piece[1] == KING else 10 * _VALUES[piece[1]]
        mover = cells[move.source]
        assert mover is not None
        return gain - _VALUES[mover[1]] * (bool(move.prey) + 9 * move.lost)


def searched(match: Match, depth: int = DEPTH) -> Mapping[Action, int]:
    """What each move of the side to move is worth after so many turns; moves that repeat a position are worth 0."""
    return _searched(match.rules, match.board, match.turn, depth)


@lru_cache(maxsize=64)
def _searched(rules: Rules, cells: Cells, turn: Seat, depth: int) -> Mapping[Action, int]:
    search, colour = _Search(rules), COLOURS[turn]
    enemy = COLOURS[other_side(turn)]
    found = {}
    for move in moves_of(rules, cells, colour):
        if any(cells[prey] == enemy + KING for prey in move.prey):
            found[text_of(move)] = WON + depth
        else:
            board = made(cells, move)
            found[text_of(move)] = -search.value(board, enemy, depth - 1, -2 * WON, 2 * WON)
    return found


def alphabeta(game: Game[Any], rng: Random) -> Player:
    """Looks three turns ahead and captures to their end, less where that takes long; takes a draw if behind."""
    return _looking(DEPTH, rng)


def halfway(game: Game[Any], rng: Random) -> Player:
    """The same, but looks two turns ahead."""
    return _looking(2, rng)


def shallow(game: Game[Any], rng: Random) -> Player:
    """The same, but looks one turn ahead."""
    return _looking(1, rng)


def _looking(depth: int, rng: Random) -> Player:
    def play(sight: Sight) -> Action:
        if len(sight.legal) == 1:
            return sight.legal[0]
        match: Match = sight.imagine(rng)
        if match.phase == ANSWER:
            return "accept" if _material(match.board, COLOURS[sight.seat]) < 0 else "refuse"
        if match.phase != MOVE:
            return sight.legal[int(rng.random() * len(sight.legal))]
        return _chosen(match, sight, depth, rng)

    return play


def _chosen(match: Match, sight: Sight, depth: int, rng: Random) -> Action:
    """The best move, or a draw where it is behind; what stood before is not repeated by the side that is ahead."""
    found = dict(_best_moves(match, depth))
    if not found:
        return "pass"
    best = max(found.values())
    if best < 0 and "claim" in sight.legal:
        return "claim"
    if best < 0 and "offer" in sight.legal:
        return "offer"
    choices = sorted(action for action, value in found.items() if value == best)
    return choices[int(rng.random() * len(choices))]


def _best_moves(match: Match, depth: int) -> Mapping[Action, int]:
    """Values of the moves, exact for the best ones only; a move back to a position that stood is worth nothing.

    Where that takes too long it looks a turn less ahead.
    """
    try:
        return _best_looking(match, depth, MOST if depth > 1 else inf)
    except _SpentError:
        return _best_moves(match, depth - 1)


def _best_looking(match: Match, depth: int, most: float) -> Mapping[Action, int]:
    rules, colour, enemy = match.rules, COLOURS[match.turn], COLOURS[other_side(match.turn)]
    search = _Search(rules, most)
    moves = sorted(
        moves_of(rules, match.board, colour),
        key=lambda move: (-search._gain(match.board, move), text_of(move)),
    )
    best, found = -2 * WON, {}
    for move in moves:
        action = text_of(move)
        after = match.after(action)
        if after.past and after.stood() > 1:
            value = 0
        elif any(match.board[prey] == enemy + KING for prey in move.prey):
            value = WON + depth
        else:
            value = -search.value(after.board, enemy, depth - 1, -2 * WON, 1 - best)
        found[action] = value
        best = max(best, value)
    return {action: value for action, value in found.items() if value == best}


def values(match: Match) -> Mapping[Action, float]:
    """What each legal action promises the side that is to act, on the scale of points."""
    seat = match.to_move()
    assert seat is not None
    own = match.returns()[match.index(seat)]
    promise = {action: worth(match.after(action), seat) - own for action in match.legal()}
    if match.phase != MOVE:
        return promise
    return promise | {
        action: max(-1.0, min(1.0, value / _SCALE)) for action, value in searched(match).items()
    }


_PRICES = {PAWN: 1, PROMOTED: 3, BOW: 4, CART: 5, BEAST: 6, GENERAL: 6, SHIP: 6, KING: 99}


def _moves(seen: Any, legal: tuple[Action, ...]) -> dict[Action, Move]:
    return {each: seen.move(each) for each in legal if ">" in each} if seen.phase == MOVE else {}


def _price(cells: Cells, square: int) -> int:
    piece = cells[square]
    return _PRICES.get(piece[1], 3) if piece else 0


def _thumb_king(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Captures the king."""
    moves = _moves(seen, legal).items()
    return [each for each, move in moves if any(seen.board[prey][1] == KING for prey in move.prey)]


def _thumb_save(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Leaves its own king where nothing reaches him."""
    moves = _moves(seen, legal).items()
    other = COLOURS[other_side(seen.turn)] if moves else ""
    return [each for each, move in moves if not reaches_king(seen.rules, made(seen.board, move), other)]


def _thumb_trade(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Captures the most, less the most the other side may capture then."""
    moves = _moves(seen, legal)

    def gain(action: Action) -> int:
        move = moves[action]
        after = made(seen.board, move)
        answers = moves_of(seen.rules, after, COLOURS[other_side(seen.turn)])
        loss = max((_price(after, prey) for answer in answers for prey in answer.prey), default=0)
        given = _price(seen.board, move.source) if move.lost else 0
        return sum(_price(seen.board, prey) for prey in move.prey) - given - loss

    return best_by(moves, gain)


def _thumb_forward(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Else moves a 兵, which will be 無."""
    moves = _moves(seen, legal).items()
    return [each for each, move in moves if seen.board[move.source][1] == PAWN]


def _thumb_fight(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Refuses draws and offers none."""
    return [each for each in legal if each not in ("accept", "offer", "claim", "resign")]


THUMBS = (
    Thumb("king", _thumb_king),
    Thumb("save", _thumb_save),
    Thumb("trade", _thumb_trade),
    Thumb("forward", _thumb_forward),
    Thumb("fight", _thumb_fight),
)
"""Rules of thumb: the kings first, then captures that cost less than they gain."""
