"""What the options of a game put on paper: the words a kit's texts may name."""

from __future__ import annotations

from collections.abc import Mapping

from printkit.games.youscout.cards import COURTS
from printkit.games.youscout.rules import USUAL_GOAL

__all__ = ["ordinal", "printed_words"]


def printed_words(options: Mapping[str, str]) -> Mapping[str, str]:
    """Factor, terminals, winning places, court values by rank (11 to 14), as printed."""
    court = {str(rank): str(value) for rank, value in enumerate(COURTS[options["court"]], 11)}
    terminals = options["terminals"]
    goal = options.get("goal", USUAL_GOAL).split("-")
    return {
        **_wins("lower", goal[0]),
        **_wins("upper", goal[1]),
        "influence": options["influence"],
        "terminals": terminals,
        "terminals-ordinal-en": ordinal(int(terminals)),
        **({"comparison": options["comparison"]} if "comparison" in options else {}),
        **court,
    }


def _wins(start: str, places: str) -> dict[str, str]:
    """The places that win after that start: one after the other, and as a choice in each language."""
    english = " or ".join(filter(None, (", ".join(places[:-1]), places[-1])))
    return {
        f"{start}-wins": ", ".join(places),
        f"{start}-wins-en": english,
        f"{start}-wins-ja": "か".join(places),
    }


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `11th`, `21st` …"""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
