"""The walkthrough of a match of 机戦: a frame for each turn, what was thrown, won and declared, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby, pairwise

from printkit.games.cetkaik.boards import EMPEROR, KING, SEATS
from printkit.games.cetkaik.match import (
    CHAIN,
    DECLARE,
    DRY,
    FIRST,
    LOST,
    MOVE,
    MOVED,
    STEP,
    STEPPED,
    WATER,
    Match,
)
from printkit.games.cetkaik.moves import of_text, piece_moves
from printkit.games.core import Seat
from printkit.games.game import Game
from printkit.games.narration import (
    PIECE,
    CardValue,
    Frame,
    Move,
    Pair,
    PlacedCard,
    ScoredHand,
    SeatItem,
    Sentence,
    Value,
    lines_of,
    pairs_of,
)
from printkit.games.record import Step
from printkit.games.zones import signed

__all__ = ["narrate"]


def narrate(game: Game[Match], steps: Sequence[Step[Match]]) -> tuple[Frame, ...]:
    """Each season's beginning, and each turn with its throws and its declaration."""
    turns = [tuple(pairs) for _, pairs in groupby(pairs_of(game, steps), _Turns())]
    numbers = accumulate(int(pairs[0].before.phase == MOVE) for pairs in turns)
    return tuple(_frame(number, pairs) for number, pairs in zip(numbers, turns, strict=True))


class _Turns:
    """Separates turns: one begins with a move, and a season's first throw stands alone."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self, pair: Pair) -> int:
        self.number += pair.before.phase in (MOVE, FIRST)
        return self.number


def _frame(number: int, pairs: Sequence[Pair]) -> Frame:
    before: Match = pairs[0].before
    after: Match = pairs[-1].step.state
    outcome = after.outcome()
    if before.phase == FIRST:
        return Frame(
            lines_of(pairs), after.table(""), key="season", number=before.season + 1,
            sentences=(Sentence(f"begin.{before.season % 4 + 1}", {"seat": pairs[0].words[1]}),),
        )  # fmt: skip
    seat = before.turn
    # A declaration may end the season: what it was for lies in the state before it.
    shown = pairs[-1].before if pairs[-1].before.phase == DECLARE else after
    sentences = [*_moved(pairs), *_declared(pairs)]
    if outcome:
        sentences.append(Sentence("over", {"list": _points(after)}))
    return Frame(
        lines_of(pairs), shown.table(""), (seat,), "turn", number, tuple(sentences), moves=tuple(_ways(pairs))
    )


def _points(match: Match) -> tuple[SeatItem, ...]:
    return tuple(SeatItem(side, f"{points:g}") for side, points in zip(SEATS, match.returns(), strict=True))


def _squares(action: str) -> list[str]:
    """The squares of a move in its order; of a drop the one it goes to."""
    if "@" in action:
        return [action.partition("@")[2]]
    for sign in ("*", "^", ">>"):
        action = action.replace(sign, ">")
    return action.split(">")


def _ways(pairs: Sequence[Pair]) -> Iterator[Move]:
    """The piece's way from square to square, if it went; a drop only has its square."""
    squares = _squares(pairs[0].step.line.text)
    if len(squares) == 1:
        yield Move(PIECE, squares[0], squares[0])
    elif _went(pairs):
        for one, other in pairwise(squares):
            yield Move(PIECE, one, other)


def _went(pairs: Sequence[Pair]) -> bool:
    """Whether the piece did not have to stay, nor chose to."""
    before: Match = pairs[0].before
    after = pairs[-1].before if pairs[-1].before.phase == DECLARE else pairs[-1].step.state
    return before.board != after.board or all(pair.before.phase in (MOVE, DECLARE) for pair in pairs)


def _piece(match: Match, square: str) -> str:
    piece = match.board[match.rules.board.grid.index[square]]
    return (piece or "")[:2]


def _moved(pairs: Sequence[Pair]) -> Iterator[Sentence]:
    """The move with its throws and what came of it, and what it was for."""
    before: Match = pairs[0].before
    action = pairs[0].step.line.text
    seat, squares = before.turn, _squares(action)
    target = squares[-1]
    if "@" in action:
        yield Sentence("drop", {"seat": seat, "piece": CardValue(action.partition("@")[0]), "target": target})
    elif "^" in action:
        yield Sentence("emperor", {"seat": seat, "source": squares[0], "target": target})
        if squares[0] != target:
            yield Sentence("emperor-why", {"target": target})
    else:
        piece = _piece(before, squares[0])
        values: dict[str, Value] = {
            "seat": seat,
            "piece": CardValue(piece),
            "source": squares[0],
            "target": target,
        }
        if len(squares) == 3:
            stone = _piece(before, squares[1])
            yield Sentence("step-over", {**values, "stone": CardValue(stone), "square": squares[1]})
        else:
            yield Sentence("move", values)
    yield from _thrown(pairs)
    yield from _reasons(pairs)


def _thrown(pairs: Sequence[Pair]) -> Iterator[Sentence]:
    """What the sticks showed, and what was needed."""
    for pair in pairs:
        match: Match = pair.before
        if match.phase in (STEP, CHAIN):
            yield _stepping(match, int(pair.words[1]))
        elif match.phase == WATER:
            shown = int(pair.words[1])
            yield Sentence(
                "cast-in" if shown >= DRY else "cast-out", {"shown": str(shown), "needed": str(DRY)}
            )
        elif pair.words[0] == "stay":
            yield Sentence("stay")


def _stepping(match: Match, shown: int) -> Sentence:
    """A throw for stepping over, and what it brought together with those before it."""
    move = of_text(match.rules.board, match.move)
    assert move.stone is not None
    needed = match.rules.board.grid.distance(move.stone, move.target)
    if match.phase == CHAIN and shown < LOST:
        return Sentence("cast-lost", {"shown": str(shown), "needed": str(LOST)})
    total = match.reach + shown
    short = "cast-on" if match.rules.sticks == "chained" else "cast-short"
    return Sentence(
        "cast-reached" if total >= needed else short, {"shown": str(total), "needed": str(needed)}
    )


def _reasons(pairs: Sequence[Pair]) -> Iterator[Sentence]:
    """What the turn won, what it saved, what it threatens, and what it cost."""
    before: Match = pairs[0].before
    after = pairs[-1].before if pairs[-1].before.phase == DECLARE else pairs[-1].step.state
    at = SEATS.index(before.turn)
    taken = list(after.captured[at])
    for piece in before.captured[at]:
        if piece in taken:
            taken.remove(piece)
    if taken:
        yield Sentence("capture", {"piece": CardValue(taken[0])})
        held = before.hands(at)
        new = [hand for hand in after.hands(at) if hand not in held]
        if new:
            hands = tuple(ScoredHand(hand.name, f"{after.rules.points(hand.points):g}") for hand in new)
            yield Sentence("hand", {"list": hands})
    elif before.board != after.board:
        yield from _positional(before, after)
    for key, points in (("stepped", STEPPED), ("moved-again", MOVED)):
        if _costs(pairs, key):
            yield Sentence(key, {"points": signed(points)})


def _costs(pairs: Sequence[Pair], key: str) -> bool:
    before: Match = pairs[0].before
    action = pairs[0].step.line.text
    squares = _squares(action)
    if key == "stepped":
        return "*" in action and "^" not in action and _piece(before, squares[1]) == EMPEROR
    return "^" in action and (before.tam_moved or squares[0] == squares[-1])


def _positional(before: Match, after: Match) -> Iterator[Sentence]:
    """A quiet move: what it takes out of danger, and what it threatens."""
    saved = sorted(_in_danger(before, before.turn) - _in_danger(after, before.turn))
    if saved:
        yield Sentence("saves", {"list": tuple(PlacedCard(*each) for each in saved)})
    other = SEATS[before.turn == SEATS[0]]
    threatened = sorted(_in_danger(after, other) - _in_danger(before, other))
    if threatened:
        yield Sentence("threatens", {"list": tuple(PlacedCard(*each) for each in threatened)})
    if not saved and not threatened:
        yield Sentence("quiet")


def _in_danger(match: Match, side: Seat) -> set[tuple[str, str]]:
    """The pieces of a side, with their squares, that the other side may capture without a throw."""
    board = match.rules.board
    other = SEATS[side == SEATS[0]]
    found = set()
    for move in piece_moves(board, match.board, other, own_square=match.rules.tam_hue):
        piece = match.board[move.target]
        mover = match.board[move.source]
        wet = move.target in board.water and move.source not in board.water and mover and mover[1] != "船"
        if piece and piece[2:] == side and not move.far and not wet:
            found.add((piece[:2], board.grid.names[move.target]))
    return found


def _declared(pairs: Sequence[Pair]) -> Iterator[Sentence]:
    """終季 or 再行, what it brings, and what stands against it."""
    if pairs[-1].before.phase != DECLARE:
        return
    match: Match = pairs[-1].before
    after: Match = pairs[-1].step.state
    seat, points = match.turn, match.rules.points
    if pairs[-1].words[0] == "tymok":
        key = "goes-on-behind" if match.due < 0 else "goes-on"
        yield Sentence(key, {"seat": seat, "due": signed(points(match.due)), "rate": f"×{after.rate}"})
        return
    values: dict[str, Value] = {
        "seat": seat, "sum": signed(points(match.due // match.rate)), "rate": f"×{match.rate}",
        "due": signed(points(match.due)), "list": _points(after),
    }  # fmt: skip
    yield Sentence("ends" if match.due >= 0 else "pays", values)
    danger = [piece for piece, _ in _in_danger(match, seat) if piece[1:] == KING]
    if danger:
        yield Sentence("king-in-danger", {"seat": seat})
