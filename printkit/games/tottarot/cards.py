"""The fate cards: points, icons and copies, and what a changed table must satisfy."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from printkit.errors import InputError, Problem, nearest_hint
from printkit.kit.model import Card

__all__ = [
    "FATES",
    "FLIP",
    "ICONS",
    "LOOK",
    "MUTUAL_LOOK",
    "RECONSTRUCTED",
    "REVEAL",
    "Fate",
    "Fates",
    "Kind",
    "checked_fates",
    "fates_of",
    "signed",
]

Kind: TypeAlias = str
"""A kind of fate card by its id, as a kit's card carries it: `sun`, `hanged-man`."""

MUTUAL_LOOK, LOOK, REVEAL, FLIP = ICONS = ("mutual-look", "look", "reveal", "flip")
"""The four icons by what they do (tottarot §4.1 to §4.4)."""


class Fate(NamedTuple):
    """What a kind of card is worth upright, its icon (empty: none), and how many there are of it."""

    points: int
    icon: str = ""
    copies: int = 3


Fates: TypeAlias = Mapping[Kind, Fate]

FATES: dict[Kind, Fate] = {
    "sun": Fate(+3),
    "star": Fate(+2),
    "lovers": Fate(+1, MUTUAL_LOOK),
    "hermit": Fate(0, LOOK),
    "hanged-man": Fate(-1, FLIP),
    "tower": Fate(-2, REVEAL),
    "devil": Fate(-5),
}
"""The table of tottarot §1.3; stated here on its own, whatever a kit prints."""

RECONSTRUCTED: frozenset[Kind] = frozenset(FATES) - {"sun", "devil"}
"""The kinds whose points and icons are our guess: the pictures that showed them are lost (tottarot §1.3)."""

_KIND = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_MOST_POINTS = 99
_MOST_COPIES = 200


def signed(points: int) -> str:
    """Points as they are printed: `+3`, `−5`, and `±0`, which reads the same when turned."""
    return f"{points:+d}".replace("-", "−") if points else "±0"


def fates_of(cards: Iterable[Card]) -> dict[Kind, Fate]:
    """The fates of a kit's cards: those with the field `points`, by their entry in the kit.

    The copies of a kind's cards add up. Raises `InputError` for fields of another type, and for cards of one kind
    that differ; `checked_fates` says whether a game can be played with the result.
    """
    fates: dict[Kind, Fate] = {}
    for card in cards:
        if "points" not in card.fields:
            continue
        points, icon = card.fields["points"], card.fields.get("icon", "")
        if not isinstance(points, int) or not isinstance(icon, str):
            raise InputError(f"the card {card.id} needs whole points, and an icon's name if it has one")
        kind = card.entry
        before = fates.get(kind, Fate(points, icon, 0))
        if (before.points, before.icon) != (points, icon):
            raise InputError(f"the card {card.id} differs from another one of the kind {kind}")
        fates[kind] = before._replace(copies=before.copies + card.copies)
    return fates


def checked_fates(fates: Fates, needed: int) -> dict[Kind, Fate]:
    """The table with its kinds sorted; `needed` is how many cards a round uses up (tottarot §1.1).

    Raises `InputError` with all problems: bad ids, points, icons or copies, too few cards.
    """
    problems: list[Problem] = []
    for kind, fate in fates.items():
        if not _KIND.fullmatch(kind):
            problems.append(Problem(f"{kind!r} is not a card id", hint="lower-case words joined by hyphens"))
        if type(fate.points) is not int or abs(fate.points) > _MOST_POINTS:
            problems.append(Problem(f"{kind}: {fate.points!r} points", hint=f"at most {_MOST_POINTS}"))
        if fate.icon and fate.icon not in ICONS:
            problems.append(
                Problem(f"{kind}: unknown icon {fate.icon!r}", hint=nearest_hint(fate.icon, ICONS))
            )
        if type(fate.copies) is not int or not 1 <= fate.copies <= _MOST_COPIES:
            problems.append(Problem(f"{kind}: {fate.copies!r} copies", hint=f"1 to {_MOST_COPIES}"))
    if problems:
        raise InputError(problems=problems)
    there = sum(fate.copies for fate in fates.values())
    if there < needed:
        hint = "fewer players or fewer turns"
        raise InputError(f"a round takes {needed} fate cards, but there are {there}", hint=hint)
    return dict(sorted(fates.items()))
