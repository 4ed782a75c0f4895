"""The walkthrough of a match of 古机戦: a frame for each turn, what it captured, saved and threatened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from printkit.games.cetkaik_old.board import COLOURS, GRID, KING, PAWN, SEATS, moves_of
from printkit.games.cetkaik_old.board import Move as BoardMove
from printkit.games.cetkaik_old.match import FIRST, MOVE, Match, other_side
from printkit.games.core import Seat
from printkit.games.game import Game
from printkit.games.narration import (
    PIECE,
    CardValue,
    Frame,
    Move,
    Pair,
    PlacedCard,
    SeatItem,
    Sentence,
    Value,
    lines_of,
    pairs_of,
)
from printkit.games.record import Step

__all__ = ["narrate"]


def narrate(game: Game[Match], steps: Sequence[Step[Match]]) -> tuple[Frame, ...]:
    """The set-up, and each turn with what it was for."""
    frames, turn = [], 0
    for pair in pairs_of(game, steps):
        turn += pair.before.phase == MOVE and pair.words[0] not in ("offer", "claim")
        frames.append(_frame(pair, turn))
    return tuple(frames)


def _frame(pair: Pair, turn: int) -> Frame:
    before: Match = pair.before
    after: Match = pair.step.state
    seat = before.to_move() or ""
    if before.phase == FIRST:
        begun = Sentence("begin.old", {"seat": pair.words[1]})
        return Frame(lines_of([pair]), after.table(""), key="start", number=1, sentences=(begun,))
    words = pair.words[0]
    move = None if before.phase != MOVE or words in _SAID else before.move(pair.step.line.text)
    sentences = list(_moved(before, after, move) if move else _said(pair, seat))
    if after.outcome():
        points = zip(SEATS, after.returns(), strict=True)
        sentences.append(
            Sentence("over", {"list": tuple(SeatItem(side, f"{won:g}") for side, won in points)})
        )
    return Frame(
        lines_of([pair]), after.table(""), (seat,), "turn", turn, tuple(sentences),
        moves=tuple(_ways(move)) if move else (),
    )  # fmt: skip


_SAID = ("offer", "claim", "resign", "pass")


def _said(pair: Pair, seat: Seat) -> Iterator[Sentence]:
    """What was done without a piece."""
    word = pair.words[0]
    key = "arrange" if word == "swap" else word
    values = {"seat": seat} | ({"what": " ".join(pair.words[1:])} if word == "swap" else {})
    yield Sentence(key, values)


def _squares(move: BoardMove) -> list[int]:
    return [move.source, *move.ships, *(move.prey if move.lost else move.landings)]


def _ways(move: BoardMove) -> Iterator[Move]:
    """The piece's way from square to square."""
    for one, other in pairwise(_squares(move)):
        yield Move(PIECE, GRID.names[one], GRID.names[other])


def _moved(before: Match, after: Match, move: BoardMove) -> Iterator[Sentence]:
    """The move, what it captured, and what it was for."""
    names, seat = GRID.names, before.turn
    piece = before.board[move.source] or ""
    values: dict[str, Value] = {
        "seat": seat, "piece": CardValue(piece), "source": names[move.source], "target": names[_squares(move)[-1]],
    }  # fmt: skip
    if move.ships:
        square = " ".join(names[ship] for ship in move.ships)
        yield Sentence(
            "step-over", {**values, "stone": CardValue(before.board[move.ships[0]] or ""), "square": square}
        )
    elif move.lost:
        yield Sentence("given", values)
    else:
        yield Sentence("move", values)
    for prey in move.prey:
        captured = before.board[prey] or ""
        if captured[1:] == KING:
            yield Sentence("takes-king", {"seat": seat})
            return
        over = not move.lost and prey not in move.landings
        yield Sentence("jump" if over else "capture", {"piece": CardValue(captured), "square": names[prey]})
    if not move.lost and piece[1] == PAWN and after.board[move.landings[-1]] != piece:
        yield Sentence("promote")
    yield from _reasons(before, after, quiet=not move.prey)


def _reasons(before: Match, after: Match, *, quiet: bool) -> Iterator[Sentence]:
    """What a turn takes out of danger and brings into it; the kings have words of their own."""
    seat, other = before.turn, other_side(before.turn)
    was, now = _in_danger(before, seat), _in_danger(after, seat)
    king = COLOURS[seat] + KING
    if any(piece == king for piece, _ in now):
        yield Sentence("leaves-king", {"seat": seat})
    elif any(piece == king for piece, _ in was):
        yield Sentence("saves-king", {"seat": seat})
    attacked = _in_danger(after, other)
    threatened = sorted(attacked - _in_danger(before, other))
    if any(piece[1:] == KING for piece, _ in attacked):
        yield Sentence("king-lost" if after.lost() else "attacks-king", {"seat": other})
    saved = sorted(each for each in was - now if each[0] != king)
    threatened = [each for each in threatened if each[0][1:] != KING]
    if saved and quiet:
        yield Sentence("saves", {"list": tuple(PlacedCard(*each) for each in saved)})
    if threatened:
        yield Sentence("threatens", {"list": tuple(PlacedCard(*each) for each in threatened)})
    if quiet and not (saved or threatened or was != now or any(piece[1:] == KING for piece, _ in attacked)):
        yield Sentence("quiet")


def _in_danger(match: Match, side: Seat) -> set[tuple[str, str]]:
    """The pieces of a side, with their squares, that the other side could capture if it were to move."""
    moves = moves_of(match.rules, match.board, COLOURS[other_side(side)])
    return {(match.board[prey] or "", GRID.names[prey]) for move in moves for prey in move.prey}
