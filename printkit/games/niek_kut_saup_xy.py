"""連撃獣裁: throw again and add, or keep what you have."""

from __future__ import annotations

from typing import Any

from printkit.games.core import Action
from printkit.games.players import Thumb
from printkit.games.saup_xy import stick_game

__all__ = ["GAME", "THUMBS"]

GAME = stick_game(
    "niek-kut-saup-xy",
    {"en": "Niek kut saup xy", "ja": "連撃獣裁"},
    chained=True,
    thumbs="printkit.games.niek_kut_saup_xy:THUMBS",
)


_ENOUGH = (9, 15, 19, 22, 25)
"""What to have where one seat is still to come, two, and so on."""


def _now(seen: Any, at: int) -> tuple[int, int, int]:
    """The total, the best one before, and how many seats are still to come."""
    order = [each for each in seen.order(seen.leader) if seen.inside[each]]
    done = order[: order.index(at)]
    return seen.totals[at], max((seen.totals[each] for each in done), default=-1), len(order) - len(done) - 1


def _thumb_behind(seen: Any, at: int, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    """Again, as long as somebody has as much."""
    total, best, _ = _now(seen, at)
    return ("again",) if total <= best else ()


def _thumb_last(seen: Any, at: int, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    """Nobody is to come: what leads is kept."""
    total, best, later = _now(seen, at)
    return ("keep",) if not later and total > best else ()


def _thumb_enough(seen: Any, at: int, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    """Keep what is enough for those still to come."""
    total, _, later = _now(seen, at)
    if not later:
        return ()
    return ("keep",) if total >= _ENOUGH[later - 1] else ("again",)


THUMBS = (Thumb("behind", _thumb_behind), Thumb("last", _thumb_last), Thumb("enough", _thumb_enough))
"""Rules of thumb: how much to have before the sticks stay on the table."""
