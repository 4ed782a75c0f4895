"""Players of 机戦: what a moment is worth, and expectimax over the throws with a search of captures.

A list of moves is most of what a search costs, and most of 250 moves change nothing that counts. So the answers that
capture nothing are valued together: the threats of the side that acted count in part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from heapq import nlargest
from math import inf
from random import Random
from typing import Any, NamedTuple

from printkit.games.cetkaik.boards import EMPEROR, KING, SEATS
from printkit.games.cetkaik.hands import TENTHS, VALUES, Counting
from printkit.games.cetkaik.match import (
    CHAIN,
    DECLARE,
    DRY,
    GO,
    LOST,
    MOVE,
    STEP,
    STEPPED,
    STICKS,
    WATER,
    Match,
)
from printkit.games.cetkaik.moves import Cells, Move, enters_water, of_text, piece_moves
from printkit.games.core import Action, Seat
from printkit.games.game import Game
from printkit.games.players import Player, Sight, Thumb, best_by
from printkit.games.toolkit.cards import put_at
from printkit.games.toolkit.turns import at_least, casts

__all__ = ["THUMBS", "expectimax", "hopes", "odds_of", "promised", "thrown", "values", "worth"]

# ── what a moment of 机戦 is worth to a side, for players that do not look to the end ────────────────────────────────

_NEARNESS = 0.5
"""What share of a hand's points pieces towards it are worth; a hand that is held has to be declared anew."""

_TURN = 0.3
"""What the right to move is worth: it levels moments before and after the other side's answer."""


def worth(match: Match, seat: Seat) -> float:
    """The points of a side, and what its captured pieces promise beyond those of the other, at the rate of now."""
    if match.phase in (STEP, CHAIN, WATER):
        odds, reached, short = thrown(match)
        failed = worth(short, seat)
        return failed + odds * (worth(reached, seat) - failed) if odds else failed
    if match.phase == GO:
        best = max if match.turn == seat else min
        return best(worth(match.after(action), seat) for action in match.legal())
    points = promised(match, seat)
    if match.phase == DECLARE:
        # The seat that declares takes what is due, or goes on where it would be a loss.
        payer = match.score[1 - SEATS.index(match.turn)]
        gain = match.rules.points(max(0, min(match.due, payer) if match.rules.capped else match.due))
        return points + (gain if match.turn == seat else -gain)
    if match.phase == MOVE:
        points += _TURN if match.turn == seat else -_TURN
    return points


def promised(match: Match, seat: Seat) -> float:
    """The points of a side with what the captured pieces of both promise, never more than there is to win."""
    at, counting = int(seat == SEATS[1]), match.rules.counting
    own, other = (match.rules.points(match.score[place]) for place in (at, 1 - at))
    captured = match.captured
    gain = match.rate * (hopes(counting, captured[at]) - hopes(counting, captured[1 - at])) / 2
    return own + (max(-own, min(gain, other)) if match.rules.capped else gain)


@lru_cache(maxsize=64)
def odds_of(needed: int, way: str = "one", *, going_on: bool = False) -> float:
    """How likely it is that so many sides fall dark, in one throw or, `chained`, in as many as it takes.

    With `going_on` a throw has been made already, and too few dark sides lose all.
    """
    if way == "one" or needed <= 0:
        return float(at_least(STICKS, needed))
    least = LOST if going_on else 0
    return sum(
        float(odds) * odds_of(needed - dark, way, going_on=True)
        for dark, (_, odds) in enumerate(casts(STICKS))
        if dark >= least
    )


def thrown(match: Match) -> tuple[float, Match, Match]:
    """How likely the throw that is due will be enough, and what comes of it if it is and if it is not."""
    short = match.after("cast 0") if match.phase == WATER else _given_up(match)
    if match.phase == WATER:
        return odds_of(DRY), match.after(f"cast {DRY}"), short
    move = of_text(match.rules.board, match.move)
    assert move.stone is not None
    needed = match.rules.board.grid.distance(move.stone, move.target)
    odds = odds_of(needed - match.reach, match.rules.sticks, going_on=match.phase == CHAIN)
    return odds, match.changed(phase=GO, reach=needed), short


def _given_up(match: Match) -> Match:
    """The piece stays where it is."""
    return match.changed(phase=GO).after("stay")


@lru_cache(maxsize=20_000)
def hopes(counting: Counting, captured: tuple[str, ...]) -> float:
    """What captured pieces promise at rate 1: each for itself, and more the more of a hand they are."""
    kinds = Counter(piece[1] for piece in captured)
    found = sum(VALUES[kind] / TENTHS * number for kind, number in kinds.items())
    for pieces, units in counting.hands.values():
        need, points = Counter(pieces), units / counting.unit
        missing = max(0, sum((need - kinds).values()) - kinds[KING] * (KING not in need))
        found += _NEARNESS * points * ((len(pieces) - missing) / len(pieces)) ** 3
    return found


# ── A player of 机戦 ─────────────────────────────────────────────────────────────────────────────────────────────────

_ANSWERS = 4
"""So many captures of the other side are looked into, the most promising first."""

_THREAT, _NEXT = 0.4, 0.8
"""What share of the best capture counts where the other side moves first, and where this side moves."""


_PASSING = 0.5
"""What a penalty counts although 再行 costs nothing: else two players would move 皇 to and fro without end."""


class _Prey(NamedTuple):
    """A capture: what it gains on the mean, and how likely its throws are to succeed.

    `due` is what 終季 would bring at once, in points (0: nothing is to be declared).
    """

    gain: float
    odds: float
    move: Move
    due: float


def expectimax(game: Game[Any], rng: Random) -> Player:
    """Values an action by the odds of its throws, the best capture that may answer it, and the best one after that."""

    def play(sight: Sight) -> Action:
        if len(sight.legal) == 1:
            return sight.legal[0]
        match: Match = sight.imagine(rng)
        best, most = [sight.legal[0]], -inf
        failed: dict[Match, float] = {}
        for action in sight.legal:
            value = _value(match.after(action), sight.seat, failed, most)
            if value > most:
                best, most = [action], value
            elif value == most:
                best.append(action)
        return best[int(rng.random() * len(best))]

    return play


def values(match: Match) -> Mapping[Action, float]:
    """What each legal action promises the side that is to act, beyond the points it has."""
    seat, at = match.turn, match.index(match.turn)
    own, other = match.returns()[at], match.returns()[1 - at]
    failed: dict[Match, float] = {}
    promise = {action: _value(match.after(action), seat, failed) - own for action in match.legal()}
    if not match.rules.capped:
        return promise
    # A threat may promise more than the other side has to pay.
    return {action: max(-own, min(value, other)) for action, value in promise.items()}


def _value(match: Match, seat: Seat, failed: dict[Match, float], least: float = -inf) -> float:
    """What a moment is worth to the side that has just acted; where it is not above `least` a bound is enough."""
    if match.phase in (STEP, CHAIN, WATER):
        return _thrown(match, seat, failed)
    if match.phase in (GO, DECLARE):
        best = max(_value(match.after(action), seat, failed) for action in match.legal())
        return best - _PASSING * (match.due < 0)
    if match.phase != MOVE:
        return promised(match, seat)
    return _answered(match, seat, least)


def _thrown(match: Match, seat: Seat, failed: dict[Match, float]) -> float:
    """The mean over the throw that is due; many throws fail in the same way, which is valued once."""
    odds, reached, short = thrown(match)
    if short not in failed:
        failed[short] = _value(short, seat, failed)
    if not odds:
        return failed[short]
    return failed[short] + odds * (_value(reached, seat, failed) - failed[short])


def _answered(match: Match, seat: Seat, least: float) -> float:
    """The least the other side, which is to move, leaves: it captures nothing, or one of its best captures."""
    static, threat = promised(match, seat), _best(match, seat)
    value = static + _THREAT * threat
    if value < least:
        return value
    for prey in nlargest(_ANSWERS, _preys(match, match.turn), key=lambda prey: prey.gain):
        missed = static + _NEXT * threat
        value = min(value, missed + prey.odds * (_captured(match, seat, prey) - missed))
        if value < least:
            break
    return value


def _captured(match: Match, seat: Seat, prey: _Prey) -> float:
    """What is left to `seat` when the other side has made this capture, and declared what it likes better."""
    target, cells = match.board[prey.move.target], list(match.board)
    assert target is not None
    cells[prey.move.source], cells[prey.move.target] = None, cells[prey.move.source]
    on = match.changed(
        board=tuple(cells),
        captured=put_at(match.captured, SEATS.index(match.turn), target[:2]),
        rate=match.rules.doubled(match.rate) if prey.due else match.rate,
    )
    left = promised(on, seat) + _NEXT * _best(on, seat)
    return min(left, match.returns()[SEATS.index(seat)] - prey.due) if prey.due else left


def _best(match: Match, side: Seat) -> float:
    """What the best capture of a side gains on the mean, if it may move now."""
    return max((prey.gain for prey in _preys(match, side)), default=0.0)


def _preys(match: Match, side: Seat) -> Iterator[_Prey]:
    """Every capture of a side, if it may move now."""
    rules, cells = match.rules, match.board
    gains: dict[tuple[str, bool], tuple[float, float]] = {}
    for move in piece_moves(rules.board, cells, side, own_square=rules.tam_hue):
        target = cells[move.target]
        if target is None or target[2:] == side or move.target == move.source:
            continue
        odds = 1.0
        if move.far and move.stone is not None:
            odds = odds_of(rules.board.grid.distance(move.stone, move.target), rules.sticks)
        if enters_water(rules.board, cells, move):
            odds *= odds_of(DRY)
        key = (target[:2], move.stone is not None and cells[move.stone] == EMPEROR)
        if key not in gains:
            gains[key] = _gained(match, side, *key)
        gain, due = gains[key]
        yield _Prey(odds * gain, odds, move, due)


def _gained(match: Match, side: Seat, face: str, stepped: bool) -> tuple[float, float]:
    """What capturing this piece gains, and what 終季 would then bring."""
    rules, at = match.rules, SEATS.index(side)
    after = match.changed(captured=put_at(match.captured, at, face))
    before, held = match.hands(at), after.hands(at)
    hopes = promised(after, side) - promised(match, side)
    new = len(held) > len(before) or set(held) > set(before)
    if not new and not stepped:
        return hopes, 0
    due = (after.counted(at) + STEPPED * stepped) * match.rate
    due = min(due, match.returns()[1 - at]) if rules.capped else due
    return max(hopes, due), due


def _moves(seen: Any, legal: tuple[Action, ...]) -> Iterator[tuple[Action, Move]]:
    """The moves of pieces among these actions; drops and those of 皇 are none."""
    if seen.phase == MOVE:
        yield from ((each, of_text(seen.rules.board, each)) for each in legal if ">" in each)


def _captures(seen: Any, legal: tuple[Action, ...]) -> Iterator[tuple[Action, str, bool]]:
    """The captures: the kind that is captured, and whether no throw is needed."""
    for action, move in _moves(seen, legal):
        piece = seen.board[move.target]
        if piece and piece != EMPEROR and move.target != move.source:
            yield action, piece[1], not (move.far or enters_water(seen.rules.board, seen.board, move))


def _thumb_king(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Captures the king, without a throw if it can."""
    kings = {action: sure for action, kind, sure in _captures(seen, legal) if kind == KING}
    return best_by(kings, kings.__getitem__)


def _thumb_save(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Leaves its own king where nothing reaches him."""
    after: dict[Action, Cells] = {}
    for action, move in _moves(seen, legal):
        cells = list(seen.board)
        cells[move.source], cells[move.target] = None, cells[move.source]
        after[action] = tuple(cells)
    return [action for action, cells in after.items() if not _hangs(seen, cells, at)]


def _hangs(seen: Any, cells: Cells, at: int) -> bool:
    """Whether this seat's king may be captured on that board."""
    moves = piece_moves(seen.rules.board, cells, SEATS[1 - at], own_square=seen.rules.tam_hue)
    own = {square for square, piece in enumerate(cells) if piece and piece[1:] == KING + SEATS[at]}
    return any(move.target in own for move in moves)


def _thumb_capture(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Captures the strongest piece it can, without a throw if it can."""
    prey = {action: (VALUES[kind], sure) for action, kind, sure in _captures(seen, legal)}
    return best_by(prey, prey.__getitem__)


def _thumb_declare(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Ends a season with a gain at once, and goes on after a loss."""
    return ["taxot" if seen.due > 0 else "tymok"] if seen.phase == DECLARE else []


THUMBS = (
    Thumb("king", _thumb_king),
    Thumb("save", _thumb_save),
    Thumb("capture", _thumb_capture),
    Thumb("declare", _thumb_declare),
)
"""Rules of thumb: the kings first, then whatever can be captured."""
