"""Rules of thumb for Tottarot: a small token keeps a good fate, a large one gets rid of a bad one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from printkit.games.codec import HIDDEN
from printkit.games.core import SEATS, Action
from printkit.games.toolkit.thumbs import Thumb, best_by
from printkit.games.tottarot.table import points_of

__all__ = ["THUMBS"]


def _gain(seen: Any, at: int, owner: int) -> int:
    """How many points a fate would bring the seat in its row; 0 for one it has not seen."""
    fate, row = seen.fates[owner], seen.rows[at]
    if fate is None or fate.kind is HIDDEN:
        return 0
    return points_of(seen.rules, (*row, fate.kind)) - points_of(seen.rules, row)


def _owners(legal: tuple[Action, ...]) -> Iterator[tuple[Action, int]]:
    """From whom fates may be seized."""
    return ((each, SEATS.index(each.split()[1])) for each in legal if each.startswith("seize"))


def keep(seen: Any, at: int, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    """The smallest token with a fate that gains points."""
    return legal[:1] if seen.phase == "declare" and _gain(seen, at, at) > 0 else ()


def flee(seen: Any, at: int, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    """The largest one with any other fate."""
    return legal[-1:] if seen.phase == "declare" and _gain(seen, at, at) <= 0 else ()


def best(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Seizes the best fate it has seen, if that gains points."""
    gains = {each: _gain(seen, at, owner) for each, owner in _owners(legal)}
    return [each for each in best_by(gains, gains.__getitem__) if gains[each] > 0]


def trust(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Else the unseen fate of who declared least of all that hold what they drew."""
    kept = {
        each: seen.declared[owner]
        for each, owner in _owners(legal)
        if seen.fates[owner].kind is HIDDEN
        and seen.fates[owner].drawn_by == SEATS[owner]
        and seen.declared[owner] < seen.declared[at]
    }
    return best_by(kept, lambda each: -kept[each])


THUMBS = (Thumb("keep", keep), Thumb("flee", flee), Thumb("best", best), Thumb("trust", trust))
