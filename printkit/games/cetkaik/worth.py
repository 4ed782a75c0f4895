"""What a moment of 机戦 is worth to a side, for players that do not look to the end."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from printkit.games.cetkaik.boards import BOARDS, KING, SEATS
from printkit.games.cetkaik.match import DECLARE, DRY, GO, MOVE, STEP, STICKS, WATER, Match
from printkit.games.cetkaik.moves import of_text
from printkit.games.core import Seat
from printkit.games.toolkit.casts import at_least

__all__ = ["hopes", "odds_of", "promised", "worth"]

_VALUES = {
    "船": 0.1, "兵": 0.2, "筆": 0.3, "弓": 0.4, "馬": 0.4, "車": 0.5, "巫": 0.5, "虎": 0.6, "将": 0.6, "王": 1.0,
}  # fmt: skip
"""What the kinds counted in the old way of reckoning: a measure of how much they are missed."""

_NEARNESS = 0.5
"""What share of a hand's points pieces towards it are worth; a hand that is held has to be declared anew."""

_TURN = 0.3
"""What the right to move is worth: it levels moments before and after the other side's answer."""


def worth(match: Match, seat: Seat) -> float:
    """The points of a side, and what its captured pieces promise beyond those of the other, at the rate of now."""
    if match.phase in (STEP, WATER):
        return _thrown(match, seat)
    if match.phase == GO:
        best = max if match.turn == seat else min
        return best(worth(match.after(action), seat) for action in match.legal())
    points = promised(match, seat)
    if match.phase == DECLARE:
        # The seat that declares takes what is due, or goes on where it would be a loss.
        payer = match.score[1 - SEATS.index(match.turn)]
        gain = max(0, min(match.due, payer) if match.rules.cap else match.due)
        return points + (gain if match.turn == seat else -gain)
    if match.phase == MOVE:
        points += _TURN if match.turn == seat else -_TURN
    return points


def promised(match: Match, seat: Seat) -> float:
    """The points of a side with what the captured pieces of both promise, never more than there is to win."""
    at, game = int(seat == SEATS[1]), match.rules.game
    own, other = match.score[at], match.score[1 - at]
    captured = match.captured
    gain = match.rate * (hopes(game, captured[at]) - hopes(game, captured[1 - at])) / 2
    return own + (max(-own, min(gain, other)) if match.rules.cap else gain)


def odds_of(needed: int) -> float:
    """How likely it is that so many of the sticks fall dark."""
    return float(at_least(STICKS, needed))


def _thrown(match: Match, seat: Seat) -> float:
    """The mean over the throw that is due: it is enough, or it is not."""
    needed = DRY
    if match.phase == STEP:
        move = of_text(match.rules.board, match.move)
        assert move.stone is not None
        needed = match.rules.board.grid.distance(move.stone, move.target)
    odds = odds_of(needed)
    failed = worth(match.after("cast 0"), seat)
    return failed + odds * (worth(match.after(f"cast {needed}"), seat) - failed) if odds else failed


@lru_cache(maxsize=20_000)
def hopes(game: str, captured: tuple[str, ...]) -> float:
    """What captured pieces promise at rate 1: each for itself, and more the more of a hand they are."""
    kinds = Counter(piece[1] for piece in captured)
    found = sum(_VALUES[kind] * number for kind, number in kinds.items())
    for pieces, points in BOARDS[game].hands.values():
        need = Counter(pieces)
        missing = max(0, sum((need - kinds).values()) - kinds[KING] * (KING not in need))
        found += _NEARNESS * points * ((len(pieces) - missing) / len(pieces)) ** 3
    return found
