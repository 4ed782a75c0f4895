"""What problems of 机戦 ask: a hand that is made for certain this turn, and the turn that brings most on the mean.

Each action is tried with every throw it may need, with exact odds; what comes after the turn is not looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from printkit.games.cetkaik.boards import SEATS
from printkit.games.cetkaik.match import DECLARE, GO, MOVE, Match
from printkit.games.core import CHANCE, Action
from printkit.games.narration import Sentence
from printkit.games.proof import BEST, HAND, Answer, Solve

__all__ = ["PROBLEMS"]


def made_odds(match: Match) -> Mapping[Action, Fraction]:
    """For each action how likely it makes a hand this turn."""
    at = match.index(match.turn)
    before = match.hands(at)
    return {action: _odds(match.after(action), at, before) for action in match.legal()}


def _odds(match: Match, at: int, before: tuple[object, ...]) -> Fraction:
    if match.phase == DECLARE:
        return Fraction(match.hands(at) != before and match.due > 0)
    if match.to_move() == CHANCE and match.turn:
        return sum(
            (odds * _odds(match.after(cast), at, before) for cast, odds in match.chances()), Fraction(0)
        )
    if match.phase == GO:
        return max(_odds(match.after(action), at, before) for action in match.legal())
    return Fraction(0)


def mean_points(match: Match) -> Mapping[Action, Fraction]:
    """For each action what the turn brings on the mean, if the side ends the season wherever that pays."""
    return {action: _points(match.after(action)) for action in match.legal()}


def _points(match: Match) -> Fraction:
    if match.phase == DECLARE:
        at = SEATS.index(match.turn)
        gained = match.after("taxot").returns()[at] - match.returns()[at]
        return Fraction(max(gained, 0.0)).limit_denominator(100)
    if match.to_move() == CHANCE and match.turn:
        return sum((odds * _points(match.after(cast)) for cast, odds in match.chances()), Fraction(0))
    if match.phase == GO:
        return max(_points(match.after(action)) for action in match.legal())
    return Fraction(0)


def _hand(match: Match) -> Answer:
    """The actions that make a hand whatever the sticks show."""
    odds = made_odds(match)
    sure = tuple(action for action, each in odds.items() if each == 1)
    rest = [each for each in odds.values() if 0 < each < 1]
    key = "problem.hand-some" if rest else "problem.hand-none"
    return Answer(
        sure, (Sentence(key, {"count": str(len(odds)), "odds": _odds_text(max(rest, default=Fraction(0)))}),)
    )


def _best(match: Match) -> Answer:
    """The actions that bring most on the mean."""
    points = mean_points(match)
    most = max(points.values())
    best = tuple(action for action, each in points.items() if each == most)
    second = max((each for each in points.values() if each < most), default=Fraction(0))
    values = {"points": _odds_text(most), "second": _odds_text(second), "count": str(len(points))}
    return Answer(best if most > 0 else (), (Sentence("problem.best-mean", values),))


def _odds_text(share: Fraction) -> str:
    """A number as people write it: whole, or with two decimals."""
    return str(share.numerator) if share.denominator == 1 else f"{float(share):.2f}"


def _to_move(solve: Solve) -> Solve:
    def solved(match: Match) -> Answer:
        return solve(match) if match.phase == MOVE else Answer(())

    return solved


PROBLEMS: Mapping[str, Solve] = {HAND: _to_move(_hand), BEST: _to_move(_best)}
"""The grades this game has problems of."""
