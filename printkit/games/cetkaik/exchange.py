"""The exchange form of a position, a JSON object, read and written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printkit.errors import InputError, Problem, nearest_hint
from printkit.games.cetkaik.boards import EMPEROR, SEATS
from printkit.games.cetkaik.hands import Made
from printkit.games.cetkaik.match import FIRST, MOVE, OVER, Match
from printkit.games.cetkaik.rules import Rules

__all__ = ["added", "exchanged", "facts"]


def exchanged(start: Match, given: Mapping[str, Any]) -> Match:
    """The position an object stands for; keys it does not know are ignored. Raises `InputError` with all problems."""
    reader = _Reader(start.rules)
    cells = reader.cells(given.get("board"))
    captured = tuple(reader.captured(f"hop_{side}", given.get(f"hop_{side}", [])) for side in SEATS)
    turn = reader.turn(given.get("turn"), begun=cells != start.board)
    season = reader.whole("season", given.get("season", 0))
    rate = reader.whole("rate", given.get("rate", 1))
    score = reader.score(given)
    tam_moved = given.get("tam_moved_last", False)
    if not isinstance(tam_moved, bool):
        reader.wrong("tam_moved_last", tam_moved, "true or false")
    if reader.problems:
        raise InputError(problems=reader.problems)
    match = start.changed(
        board=cells,
        captured=captured,
        phase=MOVE if turn else FIRST,
        turn=turn,
        season=season,
        rate=rate,
        score=score,
        tam_moved=tam_moved,
    )
    made = tuple(tuple(Made(*hand, rate) for hand in match.hands(at)) for at in range(len(SEATS)))
    match = match.changed(made=made)
    reason = match.problem()
    if reason:
        raise InputError(f"no moment of this game: {reason}")
    if match.phase == MOVE and not match.legal():
        return match.changed(phase=OVER, turn="")
    return match


def added(match: Match) -> Mapping[str, object]:
    """What `printkit position` says beside the legal actions: throws for 皇水, and hands in the captured pieces."""
    return {
        "water": list(match.watery()),
        "hands": {
            side: {
                "names": [hand.name for hand in match.hands(at)],
                "points": match.counted(at),
            }
            for at, side in enumerate(SEATS)
        },
    }


def facts(match: Match) -> dict[str, object]:
    """The position in its exchange form, and what waits for a throw or a declaration."""
    names = match.rules.board.grid.names
    board = {
        name: piece if piece == EMPEROR else f"{piece[:2]}:{piece[2:]}"
        for name, piece in sorted(zip(names, match.board, strict=True))
        if piece
    }
    hops = {f"hop_{side}": list(held) for side, held in zip(SEATS, match.captured, strict=True)}
    scores = {
        f"score_{side}": match.rules.points(units) for side, units in zip(SEATS, match.score, strict=True)
    }
    return {
        "board": board,
        **hops,
        "turn": match.turn or None,
        "season": match.season,
        "rate": match.rate,
        **scores,
        "tam_moved_last": match.tam_moved,
        "phase": match.phase,
        "move": match.move or None,
        "due": match.rules.points(match.due),
    }


class _Reader:
    """Reads the parts of an object and collects what is wrong with them."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.board = rules, rules.board
        self.problems: list[Problem] = []

    def wrong(self, key: str, value: object, hint: str) -> None:
        """Remember that a key cannot have this value."""
        shown = repr(value)
        shown = shown if len(shown) <= 60 else shown[:60] + "…"
        self.problems.append(Problem(f"{key!r} cannot be {shown}", hint=hint))

    def cells(self, given: object) -> tuple[str | None, ...]:
        """The board from squares and what stands on them."""
        cells: list[str | None] = [None] * len(self.board.setup)
        if not isinstance(given, dict):
            self.wrong("board", given, 'an object such as {"ZO": "皇"}')
            return tuple(cells)
        for name, piece in given.items():
            at = self.board.grid.index.get(name)
            if at is None:
                hint = nearest_hint(name, self.board.grid.names)
                self.problems.append(Problem(f"no square {name!r}", key="board", hint=hint))
                continue
            face, _, side = piece.partition(":") if isinstance(piece, str) else ("", "", "")
            if face in self.board.pieces and (side in SEATS if face != EMPEROR else piece == EMPEROR):
                cells[at] = face + side
            else:
                self.wrong(f"board.{name}", piece, "such as 黒兵:IA, or 皇")
        return tuple(cells)

    def captured(self, key: str, given: object) -> tuple[str, ...]:
        """The pieces in one hand."""
        if not isinstance(given, list):
            self.wrong(key, given, "a list of pieces")
            return ()
        for piece in given:
            if not isinstance(piece, str) or piece not in self.board.pieces or piece == EMPEROR:
                self.wrong(key, piece, "such as 黒兵")
        return tuple(sorted(piece for piece in given if isinstance(piece, str)))

    def turn(self, given: object, *, begun: bool) -> str:
        """The side whose turn it is; empty before a season's first, if none has begun."""
        if given is None and not begun:
            return ""
        if given not in SEATS:
            self.wrong("turn", given, "A or IA")
        return str(given)

    def whole(self, key: str, given: object) -> int:
        """A whole number, of which the state says whether it can be."""
        if isinstance(given, bool) or not isinstance(given, int) or abs(given) > 10**6:
            self.wrong(key, given, "a whole number")
            return 1
        return given

    def units(self, key: str, given: object) -> int:
        """Points in units of the counting."""
        unit = self.rules.counting.unit
        if unit > 1 and isinstance(given, float) and abs(given) <= 10**6:
            tenths = round(given * unit)
            if abs(tenths - given * unit) < 1e-6:
                return tenths
        return self.whole(key, given) * unit

    def score(self, given: Mapping[str, Any]) -> tuple[int, int]:
        """The points of both sides in units; one follows from the other."""
        purse = self.rules.purse
        units = [
            self.units(f"score_{side}", given[f"score_{side}"]) if f"score_{side}" in given else None
            for side in SEATS
        ]
        above, below = units
        if above is None:
            above = purse if below is None else 2 * purse - below
        return above, 2 * purse - above if below is None else below
