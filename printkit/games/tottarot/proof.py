"""What stands on the fate cards, from the canonical table (tottarot §1.2, §4.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from printkit.games.proof import Fields, Figure, Line, Proof
from printkit.games.tottarot.cards import FATES, ICONS, RECONSTRUCTED, signed

__all__ = ["PROOF"]


def _lines(fields: Fields, turned: bool, variables: Mapping[str, str]) -> tuple[Line, ...]:
    """Turned by 180°, the points read with the other sign, and the icon is the same (tottarot §4.4)."""
    if "points" not in fields:
        return ()
    points = cast(int, fields["points"])
    icon = fields.get("icon")
    emblems = () if icon is None else ((str(icon), -1),)
    return (Line((Figure(signed(-points if turned else points), "points"),), emblems),)


def _wrong(fields: Fields) -> str:
    icon = fields.get("icon")
    return "" if icon is None or icon in ICONS else f"{icon} is none of the icons {', '.join(ICONS)}"


def _fields() -> dict[str, Fields]:
    return {
        kind: {"points": fate.points, **({"icon": fate.icon} if fate.icon else {})}
        for kind, fate in FATES.items()
    }


PROOF = Proof(
    cards=_fields(),
    lines=_lines,
    wrong=_wrong,
    printed={},
    copies={kind: fate.copies for kind, fate in FATES.items()},
    free=RECONSTRUCTED,
)
"""The proof of a deck for Tottarot, one card a kind; reconstructed ones are free to change (tottarot §1.3)."""
