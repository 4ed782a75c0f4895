"""What a kit prints of 古机戦, its table in characters, what is counted, and what its problems ask."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from printkit.games.board_facts import Arrow, ArrowKind, BoardFacts, PieceMoves
from printkit.games.cetkaik_old.board import (
    BEAST,
    BOW,
    CART,
    COLOURS,
    FAR,
    GENERAL,
    GRID,
    KING,
    PAWN,
    PIECES,
    PROMOTED,
    SEATS,
    STEPS,
    WATER,
    Cells,
    Move,
    Rules,
    made,
    make_rules,
    moves_of,
    reaches_king,
    set_up,
    text_of,
)
from printkit.games.cetkaik_old.match import FIRST, MOVE, OVER, Match, other_side
from printkit.games.core import Action, Seat
from printkit.games.game import Census, Entry
from printkit.games.narration import CardValue, Sentence, Value
from printkit.games.proof import BEST, SAVE, Answer, Solve

__all__ = ["CENSUS", "PROBLEMS", "board_facts", "picture"]

# ── what a kit prints of 古机戦 ──────────────────────────────────────────────────────────────────────────────────────

_ORDER = (KING, GENERAL, BOW, CART, BEAST, PAWN, PROMOTED)


def board_facts(options: Mapping[str, str]) -> BoardFacts:
    """The facts of the game under checked options."""
    rules = make_rules(options)
    owners = {COLOURS[side]: side for side in SEATS}
    return BoardFacts(
        columns=GRID.columns,
        rows=GRID.rows,
        kinds={"water": frozenset(GRID.names[at] for at in WATER), "hue": frozenset()},
        setup={
            name: (piece, owners[piece[0]])
            for name, piece in zip(GRID.names, set_up(rules), strict=True)
            if piece
        },
        pieces=dict(PIECES),
        moves=tuple(PieceMoves(kind, _arrows(kind, rules.sliding), ()) for kind in _ORDER),
        backs={colour + PAWN: colour + PROMOTED for colour in COLOURS.values()},
    )


def _arrows(kind: str, sliding: frozenset[str]) -> tuple[Arrow, ...]:
    if kind in STEPS:
        return tuple(Arrow("step", way) for way in STEPS[kind])
    far: ArrowKind = "slide" if kind == BOW else "jump" if kind in sliding else "hop"
    return tuple(Arrow(far, way) for way in FAR[kind])


# ── the table of 古机戦 in characters ────────────────────────────────────────────────────────────────────────────────

_WIDE = 7
"""Columns of a terminal for a square; a glyph of a piece takes two."""


def picture(match: Match, seat: Seat) -> str:
    """The board seen from below; pieces of A have a `'`, squares of the water a `~` behind them."""
    lines = ["    " + "".join(f"{column:<{_WIDE}}" for column in GRID.columns).rstrip()]
    wide = len(GRID.columns)
    for row, name in enumerate(GRID.rows):
        cells = range(row * wide, (row + 1) * wide)
        lines.append(f"{name:<4}" + "".join(_square(match, at) for at in cells).rstrip())
    for zone in match.table(seat).zones:
        if zone.place != "board":
            pieces = " ".join(item.face for item in zone.items if item) or "–"
            lines.append(f"{zone.owner or zone.place}: {pieces}")
    return "\n".join(lines)


def _square(match: Match, at: int) -> str:
    piece, mark = match.board[at], "~" * (at in WATER)
    if piece is None:
        return f"·{mark}".ljust(_WIDE)
    return (piece + "'" * (piece[0] == COLOURS["A"]) + mark).ljust(_WIDE - len(piece))


# ── what a simulation of 古机戦 counts ───────────────────────────────────────────────────────────────────────────────

_ENDINGS = {
    "resign": "the king was lost, and resigned", "accept": "drawn by agreement", "claim": "drawn by repetition",
}  # fmt: skip
_ROWS = ("the king was captured", *_ENDINGS.values(), "drawn, nothing happened")


def _entries(matches: Sequence[Match], actions: Sequence[Action]) -> Iterator[Entry]:
    """Season by season: a season begins where it is open who moves first."""
    starts = [at for at, match in enumerate(matches) if match.phase == FIRST]
    for begun, ended in pairwise([*starts, len(matches) - 1]):
        if ended > begun and matches[ended].phase in (FIRST, OVER):
            yield from _season(matches[begun], matches[ended], actions[begun:ended])


def _season(first: Match, last: Match, actions: Sequence[Action]) -> Iterator[Entry]:
    side = actions[0].split()[1]
    at = SEATS.index(side)
    won = last.returns()[at] - first.returns()[at]
    yield Entry("seasons", "turns", sum(">" in action or action == "pass" for action in actions))
    yield Entry("first", "share of the side that moves first", (1 + won) / 2)
    ending = _ENDINGS.get(actions[-1], _ROWS[0] if won else _ROWS[-1])
    for row in _ROWS:
        yield Entry("endings", row, row == ending)


CENSUS = Census(
    titles={
        "seasons": "of a season",
        "first": "a drawn season counts half",
        "endings": "how seasons end",
    },
    entries=_entries,
    rounds=lambda end: end.season + 1,
)
"""Lengths, endings and first moves, by season."""


# ── what problems of 古机戦 ask ──────────────────────────────────────────────────────────────────────────────────────

# Every move is tried, with every answer of the other side: what is found is proved.


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
