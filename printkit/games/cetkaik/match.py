"""A moment of 机戦: whose turn it is, what a move does, and how hands, seasons and the match end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, Literal, Self

from printkit.games.cetkaik.boards import EMPEROR, SEATS, pieces_problem
from printkit.games.cetkaik.hands import Hand, Made, hand_of, hands_of, made_of
from printkit.games.cetkaik.moves import (
    Cells,
    Move,
    drops,
    enters_water,
    moves_of,
    of_text,
    piece_moves,
)
from printkit.games.cetkaik.rules import Rules
from printkit.games.core import CHANCE, Action, Outcome, Seat, even_chances
from printkit.games.state import State, agreed
from printkit.games.toolkit.cards import put_at, setat, take_at
from printkit.games.toolkit.stakes import shared_win
from printkit.games.toolkit.turns import cast, casts
from printkit.games.zones import Item, Table, Zone

__all__ = [
    "CHAIN",
    "DECLARE",
    "DRY",
    "FIRST",
    "GO",
    "MOVE",
    "OVER",
    "STEP",
    "STICKS",
    "WATER",
    "Match",
    "start_of",
]

FIRST, MOVE, STEP, GO, CHAIN, WATER, DECLARE, OVER = (
    "first", "move", "step", "go", "chain", "water", "declare", "over",
)  # fmt: skip
"""Who begins; the move; the throw for a far second leg, whether to go, one more throw for it, the throw for 皇水; 再行
or 終季; the end."""
_THROWS = (STEP, CHAIN, WATER)

STICKS = 5
DRY = 3
"""So many dark sticks let a piece into 皇水 (cetkaik §4.4)."""
LOST = 2
"""With fewer dark sticks than these a throw that goes on loses all (cetkaik §7.5)."""
STEPPED, MOVED = -5, -3
"""撃皇 and 皇再来 (cetkaik §5.6, §5.7), in points."""


@dataclass(frozen=True, kw_only=True)
class Match(State):
    """A match; pairs are in the order of the seats.

    `captured` are the pieces in hand, `made` the hands in them. `turn` is the side whose turn it is, empty before the
    season's first. `move` waits for a throw, `reach` sticks were dark so far. `due` is what a declaration would bring,
    with the rate; `tam_moved` says whether 皇 made the last move. Points are in units of the counting.
    """

    rules: Rules = agreed()
    board: Cells
    captured: tuple[tuple[str, ...], ...] = ((), ())
    made: tuple[tuple[Made, ...], ...] = ((), ())
    phase: Literal["first", "move", "step", "go", "chain", "water", "declare", "over"] = "first"
    turn: str = ""
    season: int = 0
    rate: int = 1
    score: tuple[int, int]
    tam_moved: bool = False
    move: str = ""
    reach: int = 0
    due: int = 0

    # ── the contract ─────────────────────────────────────────────────────────────────────────────────────────────

    def seats(self) -> tuple[Seat, ...]:
        return SEATS

    def to_move(self) -> Seat | None:
        if self.phase == OVER:
            return None
        return CHANCE if self.phase == FIRST or self.phase in _THROWS else self.turn

    def legal(self) -> tuple[Action, ...]:
        return _LEGAL[self.phase](self)

    def chances(self) -> tuple[tuple[Action, Fraction], ...]:
        if self.phase == FIRST:
            return even_chances(self.legal())
        return casts(STICKS) if self.phase in _THROWS else ()

    def sample(self, rng: Random) -> Action:
        if self.phase == FIRST:
            return f"first {SEATS[rng.random() < 0.5]}"
        return cast(STICKS, rng)

    def after(self, action: Action) -> Self:
        return _AFTER[self.phase](self, action)  # type: ignore[return-value]

    def outcome(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        best = max(self.score)
        how = f"with {self.rules.points(best):g} point{'s' * (best != self.rules.counting.unit)}"
        cause = "stuck" if self.season + 1 < self.rules.seasons else "seasons"
        if self.rules.capped and best == 2 * self.rules.purse:
            cause = "spent"
        return shared_win(self.score, [points == best for points in self.score], how, SEATS, cause=cause)

    def returns(self) -> tuple[float, ...]:
        return tuple(float(self.rules.points(points)) for points in self.score)

    def stage(self) -> int:
        return self.season

    def heard(self, seat: Seat, action: Action) -> Action:
        # Everything is open; of a throw only what it brought is seen.
        return super().heard(seat, action) if self.phase in _THROWS else action

    def table(self, seat: Seat) -> Table:
        names = self.rules.board.grid.names
        items = tuple(map(_item, self.board))
        zones = [Zone("board", "grid", items, columns=self.columns, names=names, game=self.rules.game)]
        zones += [
            Zone("captured", "row", tuple(map(Item, held)), owner=side)
            for side, held in zip(SEATS, self.captured, strict=True)
        ]
        zones += [
            Zone(
                "hands",
                "row",
                tuple(Item(hand.name, note=f"{self.rules.points(hand.points):g}") for hand in self.hands(at)),
                owner=side,
            )
            for at, side in enumerate(SEATS)
        ]
        entries = (
            ("season", self.season + 1), ("rate", self.rate), ("turn", self.turn), ("move", self.move),
            ("due", f"{self.rules.points(self.due):g}" if self.phase == DECLARE else ""),
        )  # fmt: skip
        zones += [Zone(name, "text", (Item(str(value)),)) for name, value in entries if value != ""]
        return Table(seat, self.to_move(), tuple(zones), tuple(zip(SEATS, self.returns(), strict=True)))

    def problem(self) -> str:
        return _problem(self)

    # ── what is asked of a moment ────────────────────────────────────────────────────────────────────────────────

    @property
    def columns(self) -> int:
        """How many columns the board has."""
        return len(self.rules.board.grid.columns)

    def hands(self, at: int) -> tuple[Hand, ...]:
        """The hands in the captured pieces of the seat at this index."""
        rules = self.rules
        return hands_of(rules.counting, rules.repeats, self.captured[at])

    def counted(self, at: int) -> float:
        """What the captured pieces of the seat at this index would count at rate 1, in points."""
        held = self.hands(at)
        counting = self.rules.counting
        return self.rules.points(sum(hand.points for hand in held) + counting.added(self.captured[at], held))

    def moves(self) -> tuple[Action, ...]:
        """The moves of the side whose turn it is, drops too, sorted."""
        rules = self.rules
        moved = moves_of(rules.board, self.board, self.turn, rules.tam_hue)
        captured = self.captured[SEATS.index(self.turn)]
        return tuple(sorted((*moved, *drops(rules.board, self.board, captured)))) if captured else moved

    def watery(self) -> tuple[Action, ...]:
        """Those of the legal moves that need a throw for entering 皇水."""
        board = self.rules.board
        moved = [action for action in self.legal() if self.phase == MOVE and ">" in action]
        return tuple(action for action in moved if enters_water(board, self.board, of_text(board, action)))


def start_of(rules: Rules) -> Match:
    """The first moment: it is to be thrown who begins (cetkaik §1.4)."""
    return Match(rules=rules, board=rules.board.setup, score=(rules.purse, rules.purse))


# ── what is legal ────────────────────────────────────────────────────────────────────────────────────────────────


def _destinations(match: Match) -> tuple[str, ...]:
    """Where the waiting move may end after the throw, as names of squares (cetkaik §4.3)."""
    rules, board = match.rules, match.rules.board
    declared = of_text(board, match.move)
    assert declared.stone is not None
    grid = board.grid
    if rules.declare == "exact":
        reached = grid.distance(declared.stone, declared.target) <= match.reach
        return (grid.names[declared.target],) if reached else ()
    towards = grid.bearing(declared.stone, declared.target)
    moves = piece_moves(board, match.board, match.turn, own_square=rules.tam_hue)
    return tuple(
        sorted(
            grid.names[target]
            for source, stone, target, far in moves
            if far
            and (source, stone) == declared[:2]
            and stone is not None
            and grid.bearing(stone, target) == towards
            and grid.distance(stone, target) <= match.reach
        )
    )


def _goings(match: Match) -> tuple[Action, ...]:
    reached = _destinations(match)
    exact = match.rules.declare == "exact"
    goings = tuple("go" if exact else f"go {name}" for name in reached)
    # cetkaik §7.5: who is where they want to be throws no more.
    on = _chained(match) and match.reach < _longest(match) and not (exact and reached)
    return (*(("again",) if on else ()), *goings, "stay")


def _chained(match: Match) -> bool:
    return match.rules.sticks == "chained"


def _longest(match: Match) -> int:
    """How long a move can be at most."""
    grid = match.rules.board.grid
    return max(len(grid.columns), len(grid.rows)) - 1


_CASTS = tuple(action for action, _ in casts(STICKS))

_LEGAL: Mapping[str, Callable[[Match], tuple[Action, ...]]] = {
    FIRST: lambda match: ("first A", "first IA"),
    MOVE: Match.moves,
    STEP: lambda match: _CASTS,
    GO: _goings,
    CHAIN: lambda match: _CASTS,
    WATER: lambda match: _CASTS,
    DECLARE: lambda match: ("taxot", "tymok"),
    OVER: lambda match: (),
}


# ── what an action does ──────────────────────────────────────────────────────────────────────────────────────────


def _first(match: Match, action: Action) -> Match:
    return match.changed(phase=MOVE, turn=action.split()[1])


def _moved(match: Match, action: Action) -> Match:
    if "@" in action:
        return _dropped(match, action)
    if "^" in action:
        return _emperor_moved(match, action)
    move = of_text(match.rules.board, action)
    return match.changed(phase=STEP, move=action) if move.far else _arriving(match, action, move)


def _dropped(match: Match, action: Action) -> Match:
    piece, _, name = action.partition("@")
    at = match.rules.board.grid.index[name]
    captured = take_at(match.captured, SEATS.index(match.turn), piece)
    return _ended(match, board=setat(match.board, at, piece + match.turn), captured=captured)


def _emperor_moved(match: Match, action: Action) -> Match:
    index = match.rules.board.grid.index
    way = action.replace("*", "^").split("^")
    source, target = index[way[0]], index[way[-1]]
    penalty = MOVED * match.tam_moved + MOVED * (source == target)
    board = _carried(match.board, source, target)
    return _ended(match, penalty, by_emperor=True, board=board)


def _thrown_to_step(match: Match, action: Action) -> Match:
    cast_match = match.changed(reach=int(action.split()[1]))
    return cast_match.changed(phase=GO) if _chained(match) or _destinations(cast_match) else _stayed(match)


def _thrown_again(match: Match, action: Action) -> Match:
    """One more throw of 連撃術 (cetkaik §7.5)."""
    dark = int(action.split()[1])
    return _stayed(match) if dark < LOST else match.changed(phase=GO, reach=match.reach + dark)


def _went(match: Match, action: Action) -> Match:
    if action == "stay":
        return _stayed(match)
    if action == "again":
        return match.changed(phase=CHAIN)
    move = of_text(match.rules.board, match.move)
    name = action.partition(" ")[2]
    if name:
        move = move._replace(target=match.rules.board.grid.index[name])
    return _arriving(match, move.text(match.rules.board), move)


def _arriving(match: Match, action: Action, move: Move) -> Match:
    if enters_water(match.rules.board, match.board, move):
        return match.changed(phase=WATER, move=action, reach=0)
    return _landed(match, move)


def _thrown_for_water(match: Match, action: Action) -> Match:
    if int(action.split()[1]) < DRY:
        return _stayed(match)
    return _landed(match, of_text(match.rules.board, match.move))


def _landed(match: Match, move: Move) -> Match:
    """The piece stands on its target, and what stood there is in hand (cetkaik §3.4)."""
    moved: dict[str, Any] = {"board": _carried(match.board, move.source, move.target)}
    taken = match.board[move.target]
    if taken is not None and move.target != move.source:
        moved["captured"] = put_at(match.captured, SEATS.index(match.turn), taken[:2])
    return _ended(match, _stepped(match, move), **moved)


def _carried(board: Cells, source: int, target: int) -> Cells:
    """The board with what stands on one square on the other."""
    cells = list(board)
    cells[source], cells[target] = None, cells[source]
    return tuple(cells)


def _stayed(match: Match) -> Match:
    """The piece stays where it was (cetkaik §4.3, §4.4)."""
    counts = match.rules.failed_cast == "counts"
    return _ended(match, _stepped(match, of_text(match.rules.board, match.move)) if counts else 0)


def _stepped(match: Match, move: Move) -> int:
    return STEPPED if move.stone is not None and match.board[move.stone] == EMPEROR else 0


def _ended(match: Match, penalty: int = 0, *, by_emperor: bool = False, **moved: Any) -> Match:
    """The end of a turn that changed what `moved` says: somebody declares, or it is the other side's turn.

    `penalty` is in points.
    """
    # cetkaik §6.1
    rules, at = match.rules, SEATS.index(match.turn)
    moved |= {"tam_moved": by_emperor, "move": "", "reach": 0}
    made, new = match.made[at], False
    if "captured" in moved:
        before = Counter(map(hand_of, made))
        held = hands_of(rules.counting, rules.repeats, moved["captured"][at])
        new = bool(Counter(held) - before)
        made = made_of(made, held, match.rate)
        moved["made"] = setat(match.made, at, made)
    if not (new or penalty or (made and rules.opens == "any")):
        return _next(match, **moved)
    counted = made if new or not penalty or rules.penalty == "all" else ()
    match = match.changed(phase=DECLARE, **moved)
    return match.changed(due=_due(match, counted, penalty))


def _due(match: Match, made: tuple[Made, ...], penalty: int) -> int:
    """What these hands and this penalty count now, with what pieces add where hands count (cetkaik §6.4, §7.6)."""
    counting = match.rules.counting
    rest = penalty * counting.unit
    if made:
        rest += counting.added(match.captured[SEATS.index(match.turn)], map(hand_of, made))
    at_rate = match.rules.rated == "held"
    return sum(each.points * (match.rate if at_rate else each.rate) for each in made) + rest * match.rate


def _next(match: Match, **moved: Any) -> Match:
    """It is the other side's turn; if it has no move at all the match is over (cetkaik §6.7)."""
    match = match.changed(phase=MOVE, turn=_other(match.turn), due=0, **moved)
    return match if _can_move(match) else _finished(match)


def _can_move(match: Match) -> bool:
    board = match.board
    if EMPEROR in board and any(
        board[near] is None for near in match.rules.board.grid.near[board.index(EMPEROR)]
    ):
        return True
    return bool(match.moves())


def _declared(match: Match, action: Action) -> Match:
    """再行 goes on at twice the rate, 終季 pays and ends the season (cetkaik §6.2)."""
    if action == "tymok":
        return _next(match, rate=match.rules.doubled(match.rate))
    rules, both = match.rules, 2 * match.rules.purse
    own = match.score[SEATS.index(match.turn)] + match.due
    if rules.capped:
        own = min(max(own, 0), both)
    score = (own, both - own) if match.turn == SEATS[0] else (both - own, own)
    match = match.changed(score=score)
    if (rules.capped and own in (0, both)) or match.season + 1 == rules.seasons:
        return _finished(match)
    return start_of(rules).changed(season=match.season + 1, score=score)


def _finished(match: Match) -> Match:
    return match.changed(phase=OVER, turn="", due=0, move="", reach=0)


def _other(side: Seat) -> Seat:
    return SEATS[side == SEATS[0]]


_AFTER: Mapping[str, Callable[[Match, Action], Match]] = {
    FIRST: _first,
    MOVE: _moved,
    STEP: _thrown_to_step,
    GO: _went,
    CHAIN: _thrown_again,
    WATER: _thrown_for_water,
    DECLARE: _declared,
}


# ── what can be ──────────────────────────────────────────────────────────────────────────────────────────────────


def _problem(match: Match) -> str:
    """Why no match could be in this state; empty if one could."""
    rules, board = match.rules, match.rules.board
    shape = pieces_problem(board, match.board, match.captured)
    if shape:
        return shape
    if not (0 <= match.season < rules.seasons and rules.may_rate(match.rate) and _scores_fit(match)):
        return "its season, rate or points cannot be"
    if (match.turn in SEATS) == (match.phase in (FIRST, OVER)):
        return "it is nobody's turn" if not match.turn else "it is somebody's turn already"
    if match.phase == FIRST and match != start_of(rules).changed(season=match.season, score=match.score):
        return "the season has begun"
    for at, made in enumerate(match.made):
        if tuple(map(hand_of, made)) != match.hands(at):
            return "its hands are not those of the captured pieces"
        if any(not rules.may_rate(each.rate) or each.rate > match.rate for each in made):
            return "a hand was made at a rate that never was"
    return _waiting_problem(match)


def _waiting_problem(match: Match) -> str:
    """Why nothing like this can wait for a throw or a declaration."""
    waits = match.phase in (STEP, GO, CHAIN, WATER)
    if waits != bool(match.move) or (match.reach and match.phase not in (GO, CHAIN)):
        return "a move waits for no throw"
    if waits:
        move = of_text(match.rules.board, match.move) if match.move in match.moves() else None
        fits = move is not None and (
            enters_water(match.rules.board, match.board, move) if match.phase == WATER else move.far
        )
        if not fits or (match.phase in (GO, CHAIN) and not _reach_fits(match)):
            return f"no throw is due for the move {match.move}"
    if match.phase != DECLARE:
        return "it declares nothing" if match.due else ""
    at = SEATS.index(match.turn)
    penalties = (0, MOVED, 2 * MOVED, STEPPED)
    dues = {
        _due(match, made, penalty)
        for made in (match.made[at], ())
        for penalty in penalties
        if made or penalty
    }
    return "" if match.due in dues else "it declares points nobody has"


def _reach_fits(match: Match) -> bool:
    if not _chained(match):
        return match.phase == GO and match.reach <= STICKS and bool(_destinations(match))
    if match.phase == CHAIN:
        return "again" in _goings(match) and match.reach >= 0
    return 0 <= match.reach < _longest(match) + STICKS


def _scores_fit(match: Match) -> bool:
    both = 2 * match.rules.purse
    if len(match.score) != len(SEATS) or sum(match.score) != both:
        return False
    least = 0 if match.phase == OVER else 1
    return not match.rules.capped or min(match.score) >= least


def _item(piece: str | None) -> Item | None:
    if piece is None:
        return None
    return Item(piece[:2], piece[2:], turned=piece[2:] == SEATS[0])
