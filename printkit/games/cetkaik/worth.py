"""What a moment of 機戦 is worth to a side, for players that do not look to the end."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from printkit.games.cetkaik.boards import BOARDS, KING, SEATS
from printkit.games.cetkaik.match import DECLARE, Match
from printkit.games.core import Seat

__all__ = ["worth"]

_VALUES = {
    "船": 0.1, "兵": 0.2, "筆": 0.3, "弓": 0.4, "馬": 0.4, "車": 0.5, "巫": 0.5, "虎": 0.6, "将": 0.6, "王": 1.0,
}  # fmt: skip
"""What the kinds counted in the old way of reckoning: a measure of how much they are missed."""

_NEARNESS = 0.5
"""What share of a hand's points pieces towards it are worth; a hand that is held has to be declared anew."""


def worth(match: Match, seat: Seat) -> float:
    """The points of a side, and what its captured pieces promise beyond those of the other."""
    at, game = int(seat == SEATS[1]), match.rules.game
    captured = match.captured
    points = match.score[at] + (_hopes(game, captured[at]) - _hopes(game, captured[1 - at])) / 2
    if match.phase == DECLARE:
        # Whoever declares takes what is due, or goes on where it would be a loss.
        points += max(match.due, 0) * (1 if match.turn == seat else -1)
    return points


@lru_cache(maxsize=20_000)
def _hopes(game: str, captured: tuple[str, ...]) -> float:
    """What captured pieces promise: each for itself, and more the more of a hand they are."""
    kinds = Counter(piece[1] for piece in captured)
    hopes = sum(_VALUES[kind] * number for kind, number in kinds.items())
    for pieces, points in BOARDS[game].hands.values():
        need = Counter(pieces)
        missing = max(0, sum((need - kinds).values()) - kinds[KING] * (KING not in need))
        hopes += _NEARNESS * points * ((len(pieces) - missing) / len(pieces)) ** 3
    return hopes
