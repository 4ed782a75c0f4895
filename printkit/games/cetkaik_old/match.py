"""A moment of 古机戦: whose turn it is, what a move does, and how seasons are won and drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Literal, Self

from printkit.games.cetkaik_old.board import (
    ARRANGED,
    COLOURS,
    GRID,
    KING,
    PAWN,
    PIECES,
    PROMOTED,
    SEATS,
    SHIP,
    WATER,
    Cells,
    Move,
    Rules,
    made,
    moves_of,
    named_moves,
    of_text,
    reaches_king,
    set_up,
)
from printkit.games.core import CHANCE, Action, Outcome, Seat
from printkit.games.state import State, agreed
from printkit.games.toolkit.stakes import shared_win
from printkit.games.zones import Item, Table, Zone

__all__ = ["ANSWER", "ARRANGEMENTS", "FIRST", "GAME_ID", "MOVE", "OVER", "Match", "other_side", "start_of"]

FIRST, ARRANGE, REARRANGE, MOVE, ANSWER, OVER = "first", "arrange", "rearrange", "move", "answer", "over"
"""Who begins; how that side arranges its 車 and 獣, and the other; a turn; the answer to an offered draw; the end."""

GAME_ID = "cetkaik-old"

SETTLED = 20
"""After so many turns without capture or 兵 a draw may be offered (cetkaik-old §4.3)."""
TIMES = 3
"""The same position so often may be claimed as a draw (cetkaik-old §4.4)."""
ARRANGEMENTS = ("keep", "swap CM", "swap LN", "swap LN CM")

_ENDINGS = {
    "king": "by capturing the king",
    "resigned": "because the other side resigned",
    "agreed": "by agreement",
    "repeated": "because the position stood for the third time",
    "quiet": "because nothing was captured and no 兵 moved",
}


@dataclass(frozen=True, kw_only=True)
class Match(State):
    """A match; pairs are in the order of the seats.

    `turn` is the side whose turn it is, empty before a season's first. `past` are the positions before this one,
    back to the last capture or move of a 兵. `refused` says that a draw was in this turn; `ending` how
    the match ended.
    """

    rules: Rules = agreed()
    board: Cells
    phase: Literal["first", "arrange", "rearrange", "move", "answer", "over"] = "first"
    turn: str = ""
    season: int = 0
    score: tuple[int, int] = (0, 0)
    past: tuple[str, ...] = ()
    refused: bool = False
    ending: str = ""

    def seats(self) -> tuple[Seat, ...]:
        return SEATS

    def to_move(self) -> Seat | None:
        if self.phase == OVER:
            return None
        if self.phase == FIRST:
            return CHANCE
        return other_side(self.turn) if self.phase == ANSWER else self.turn

    def legal(self) -> tuple[Action, ...]:
        return _LEGAL[self.phase](self)

    def after(self, action: Action) -> Self:
        return _AFTER[self.phase](self, action)  # type: ignore[return-value]

    def outcome(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        if self.rules.seasons == 1:
            how = _ENDINGS[self.ending]
        else:
            how = f"after {self.rules.seasons} seasons"
        wins = [points == max(self.score) for points in self.score]
        cause = self.ending if self.rules.seasons == 1 else "seasons"
        return shared_win(self.score, wins, how, SEATS, cause=cause)

    def returns(self) -> tuple[float, ...]:
        return tuple(map(float, self.score))

    def stage(self) -> int:
        return self.season

    def table(self, seat: Seat) -> Table:
        items = tuple(map(_item, self.board))
        zones = [Zone("board", "grid", items, columns=len(GRID.columns), names=GRID.names, game=GAME_ID)]
        left = Counter(piece for piece in self.board if piece)
        for side in SEATS:
            lost = _lost(left, COLOURS[other_side(side)])
            zones.append(Zone("captured", "row", tuple(map(Item, lost)), owner=side))
        if self.rules.seasons > 1:
            zones.append(Zone("season", "text", (Item(str(self.season + 1)),)))
        zones += [
            Zone(name, "text", (Item(value),))
            for name, value in (("turn", self.turn), ("quiet", str(len(self.past)) if self.past else ""))
            if value
        ]
        return Table(seat, self.to_move(), tuple(zones), tuple(zip(SEATS, self.returns(), strict=True)))

    def problem(self) -> str:
        return _problem(self)

    def moves(self) -> list[Move]:
        """The moves of the side whose turn it is, in no order."""
        return moves_of(self.rules, self.board, COLOURS[self.turn])

    def lost(self) -> bool:
        """Whether the king of the side to move is attacked and no move saves it (cetkaik-old §4.2)."""
        return self.phase == MOVE and _is_lost(self.rules, self.board, self.turn)

    def stood(self) -> int:
        """How often this position has stood with the same side to move, this time included."""
        return self.past.count(_digest(self.board, self.turn)) + 1

    def move(self, action: Action) -> Move:
        """The move that an action names; raises `KeyError` where it names none."""
        return of_text(self.rules, self.board, COLOURS[self.turn], action)


def start_of(rules: Rules) -> Match:
    """The first moment: it is to be thrown who begins (cetkaik-old §1.4)."""
    return Match(rules=rules, board=set_up(rules))


def other_side(side: Seat) -> Seat:
    """The side that is not this one."""
    return SEATS[side == SEATS[0]]


def _item(piece: str | None) -> Item | None:
    if piece is None:
        return None
    above = piece[0] == COLOURS["A"]
    return Item(piece, SEATS[not above], turned=above)


def _lost(left: Counter[str], colour: str) -> list[str]:
    """What a colour has lost, a 無 counted as the 兵 it was."""
    left = left + Counter({colour + PAWN: left[colour + PROMOTED]})
    return sorted(
        (Counter({piece: n for piece, n in PIECES.items() if piece[0] == colour}) - left).elements()
    )


# ── what is legal ────────────────────────────────────────────────────────────────────────────────────────────────


def _turn_actions(match: Match) -> tuple[Action, ...]:
    actions = [*named_moves(match.rules, match.board, COLOURS[match.turn])] or ["pass"]
    if len(match.past) >= SETTLED and not match.refused:
        actions.append("offer")
    if match.stood() >= TIMES:
        actions.append("claim")
    if match.rules.resign == "any" or (match.rules.resign == "lost" and match.lost()):
        actions.append("resign")
    return tuple(sorted(actions))


@lru_cache(maxsize=4096)
def _is_lost(rules: Rules, cells: Cells, side: Seat) -> bool:
    """Whether the king is attacked and every move leaves it to be captured."""
    own, enemy = COLOURS[side], COLOURS[other_side(side)]
    if not reaches_king(rules, cells, enemy):
        return False
    return not any(
        enemy + KING not in board or not reaches_king(rules, board, enemy)
        for board in (made(cells, move) for move in moves_of(rules, cells, own))
    )


_LEGAL: Mapping[str, Callable[[Match], tuple[Action, ...]]] = {
    FIRST: lambda match: ("first A", "first IA"),
    ARRANGE: lambda match: ARRANGEMENTS,
    REARRANGE: lambda match: ARRANGEMENTS,
    MOVE: _turn_actions,
    ANSWER: lambda match: ("accept", "refuse"),
    OVER: lambda match: (),
}


# ── what an action does ──────────────────────────────────────────────────────────────────────────────────────────


def _first(match: Match, action: Action) -> Match:
    phase = ARRANGE if match.rules.setup == "free" else MOVE
    return match.changed(phase=phase, turn=action.split()[1])


def _arranged(match: Match, action: Action) -> Match:
    """One side says how its 車 and 獣 stand, the first to move before the other (cetkaik-old §1.3)."""
    cells = list(match.board)
    for swapped in action.split()[1:]:
        one, other = (GRID.index[column + match.turn] for column in ARRANGED[swapped])
        cells[one], cells[other] = cells[other], cells[one]
    phase = REARRANGE if match.phase == ARRANGE else MOVE
    return match.changed(board=tuple(cells), turn=other_side(match.turn), phase=phase)


def _moved(match: Match, action: Action) -> Match:
    if action == "offer":
        return match.changed(phase=ANSWER)
    if action == "claim":
        return _season_over(match, 0, "repeated")
    if action == "resign":
        return _season_over(match, -1, "resigned")
    now = _digest(match.board, match.turn)
    if action == "pass":
        return _next(match, match.board, (*match.past, now))
    move = match.move(action)
    board = made(match.board, move)
    if any(match.board[prey] == COLOURS[other_side(match.turn)] + KING for prey in move.prey):
        return _season_over(match.changed(board=board, past=()), 1, "king")
    piece = match.board[move.source]
    final = bool(move.prey) or piece == COLOURS[match.turn] + PAWN
    return _next(match, board, () if final else (*match.past, now))


def _next(match: Match, board: Cells, past: tuple[str, ...]) -> Match:
    match = match.changed(board=board, past=past, turn=other_side(match.turn), refused=False)
    return _season_over(match, 0, "quiet") if len(past) >= match.rules.quiet else match


def _answered(match: Match, action: Action) -> Match:
    return _season_over(match, 0, "agreed") if action == "accept" else match.changed(phase=MOVE, refused=True)


def _season_over(match: Match, won: int, ending: str) -> Match:
    """The season ends; `won` is 1 where the side whose turn it is wins, −1 where it loses, 0 where nobody does."""
    points = won if match.turn == SEATS[0] else -won
    score = (match.score[0] + points, match.score[1] - points)
    if match.season + 1 < match.rules.seasons:
        return start_of(match.rules).changed(season=match.season + 1, score=score)
    return match.changed(score=score, phase=OVER, turn="", past=(), refused=False, ending=ending)


@lru_cache(maxsize=4096)
def _digest(cells: Cells, turn: Seat) -> str:
    """The position in a word, by which it is known again."""
    return blake2b(f"{turn} {cells}".encode(), digest_size=8).hexdigest()


_AFTER: Mapping[str, Callable[[Match, Action], Match]] = {
    FIRST: _first,
    ARRANGE: _arranged,
    REARRANGE: _arranged,
    MOVE: _moved,
    ANSWER: _answered,
}


# ── what can be ──────────────────────────────────────────────────────────────────────────────────────────────────


def _problem(match: Match) -> str:
    """Why no match could be in this state; empty if one could."""
    if reason := _pieces_problem(match.board, over=match.phase == OVER):
        return reason
    if not 0 <= match.season < match.rules.seasons or match.score != (match.score[0], -match.score[0]):
        return "its season or points cannot be"
    if abs(match.score[0]) > match.season + (match.phase == OVER):
        return "there were too few seasons for these points"
    if (match.turn in SEATS) == (match.phase in (FIRST, OVER)):
        return "it is nobody's turn" if not match.turn else "it is somebody's turn already"
    if (match.ending in _ENDINGS) != (match.phase == OVER):
        return "it ends in no way the rules know"
    if match.phase == FIRST and match != start_of(match.rules).changed(
        season=match.season, score=match.score
    ):
        return "the season has begun"
    if match.phase in (ARRANGE, REARRANGE) and match.rules.setup != "free":
        return "nobody arranges anything"
    if match.phase == ANSWER and (len(match.past) < SETTLED or match.refused):
        return "no draw can be offered yet"
    if match.refused and match.phase == MOVE and len(match.past) < SETTLED:
        return "no offer can have been refused"
    if len(match.past) >= match.rules.quiet or (match.past and match.phase not in (MOVE, ANSWER)):
        return "too many turns have passed"
    return ""


def _pieces_problem(cells: Cells, *, over: bool) -> str:
    if len(cells) != len(GRID.names):
        return "its board is not that of the game"
    known = {*PIECES, *(colour + PROMOTED for colour in COLOURS.values())}
    pieces = Counter(piece for piece in cells if piece)
    if pieces.keys() - known:
        return f"there is no piece {min(pieces.keys() - known)}"
    for colour in COLOURS.values():
        merged = pieces + Counter({colour + PAWN: pieces[colour + PROMOTED]})
        if any(merged[piece] > number for piece, number in PIECES.items() if piece[0] == colour):
            return f"there are too many pieces of {colour}"
        if pieces[colour + KING] == 0 and not over:
            return f"{colour} has no king"
    if any((at in WATER) != (piece[1] == SHIP) for at, piece in enumerate(cells) if piece):
        return "a 船 is not on the water, or something else is"
    return ""
