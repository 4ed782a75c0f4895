"""What a moment of 机戦 is worth to a side, for players that do not look to the end."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from printkit.games.cetkaik.boards import KING, SEATS
from printkit.games.cetkaik.counting import TENTHS, VALUES, Counting
from printkit.games.cetkaik.match import CHAIN, DECLARE, DRY, GO, LOST, MOVE, STEP, STICKS, WATER, Match
from printkit.games.cetkaik.moves import of_text
from printkit.games.core import Seat
from printkit.games.toolkit.casts import at_least, casts

__all__ = ["hopes", "odds_of", "promised", "thrown", "worth"]

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
