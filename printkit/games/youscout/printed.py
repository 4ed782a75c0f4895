"""What the options of a game put on paper: `K=V` texts come in, the words a kit's texts may name go out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from printkit.games.core import Option, read_options
from printkit.games.youscout.cards import COURTS

__all__ = ["ordinal", "printed_words"]


def printed_words(known: Iterable[Option], given: Sequence[str]) -> Mapping[str, str]:
    """Factor, terminals and court values (by rank, 11 to 14) as printed; bad options are InputErrors."""
    options = read_options(known, given)
    court = {str(rank): str(value) for rank, value in enumerate(COURTS[options["court"]], 11)}
    terminals = options["terminals"]
    return {
        "influence": options["influence"],
        "terminals": terminals,
        "terminals-ordinal-en": ordinal(int(terminals)),
        **({"comparison": options["comparison"]} if "comparison" in options else {}),
        **court,
    }


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `11th`, `21st` …"""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
