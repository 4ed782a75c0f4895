"""What problems of 古机戦 ask: the move that wins the king by force in two turns, and the only one that saves it.

Every move is tried, with every answer of the other side: what is found is proved.
"""

from __future__ import annotations

from collections.abc import Mapping

from printkit.games.cetkaik_old.board import COLOURS, GRID, KING, Cells, Rules
from printkit.games.cetkaik_old.match import MOVE, Match, other_side
from printkit.games.cetkaik_old.moves import Move, made, moves_of, reaches_king, text_of
from printkit.games.narration import CardValue, Sentence, Value
from printkit.games.problems import BEST, SAVE, Answer, Solve

__all__ = ["PROBLEMS"]


def _wins(rules: Rules, cells: Cells, colour: str) -> bool:
    """Whether the side that has just moved can capture the king next turn, whatever the other side answers."""
    enemy = "赤黒"[colour == "赤"]
    answers = [made(cells, move) for move in moves_of(rules, cells, enemy)] or [cells]
    return all(colour + KING in board and reaches_king(rules, board, colour) for board in answers)


def _best(match: Match) -> Answer:
    """The moves after which every answer leaves the king to be captured; nothing where it can be captured at once."""
    if match.phase != MOVE:
        return Answer(())
    rules, colour = match.rules, COLOURS[match.turn]
    if reaches_king(rules, match.board, colour):
        return Answer(())
    moves = moves_of(rules, match.board, colour)
    winning = [move for move in moves if _wins(rules, made(match.board, move), colour)]
    if len(winning) != 1:
        return Answer(tuple(sorted(map(text_of, winning))))
    board, enemy = made(match.board, winning[0]), COLOURS[other_side(match.turn)]
    answers = moves_of(rules, board, enemy)
    capture = _capture(rules, made(board, answers[0]) if answers else board, colour)
    values = {"count": str(len(moves) - 1), "answers": str(len(answers))}
    line = {"answer": text_of(answers[0]) if answers else "–", "capture": text_of(capture)}
    return Answer((text_of(winning[0]),), (Sentence("problem.wins", values | line),))


def _save(match: Match) -> Answer:
    """The moves after which the other side cannot capture the king; nothing where it is not attacked."""
    if match.phase != MOVE:
        return Answer(())
    rules, colour, enemy = match.rules, COLOURS[match.turn], COLOURS[other_side(match.turn)]
    if not reaches_king(rules, match.board, enemy):
        return Answer(())
    moves = moves_of(rules, match.board, colour)
    saving = [
        move
        for move in moves
        if enemy + KING not in (board := made(match.board, move)) or not reaches_king(rules, board, enemy)
    ]
    capture = _capture(rules, match.board, enemy)
    attacker = match.board[capture.source] or ""
    values: dict[str, Value] = {
        "piece": CardValue(attacker),
        "square": GRID.names[capture.source],
        "count": str(len(moves) - len(saving)),
    }
    return Answer(tuple(sorted(map(text_of, saving))), (Sentence("problem.saves", values),))


def _capture(rules: Rules, cells: Cells, colour: str) -> Move:
    """The first of the moves that capture the king."""
    takes = [
        move
        for move in moves_of(rules, cells, colour)
        if any((cells[prey] or "")[1:] == KING for prey in move.prey)
    ]
    return min(takes, key=text_of)


PROBLEMS: Mapping[str, Solve] = {BEST: _best, SAVE: _save}
"""The grades this game has problems of."""
