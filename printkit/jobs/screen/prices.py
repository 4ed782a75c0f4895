"""What actions cost before chance decides them, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from printkit.compose.table.table_names import filled
from printkit.games.core import Action
from printkit.games.prices import Price, price_of
from printkit.games.zones import signed

__all__ = ["prices_of"]


def prices_of(
    state: Any, actions: Iterable[Action], words: Mapping[str, str]
) -> dict[Action, dict[str, str]]:
    """The chance of each action that chance decides, and what it takes and brings, in a sentence."""
    found = ((action, price_of(state, action)) for action in sorted(actions))
    return {
        action: {
            "chance": f"{100 * price.odds.numerator / price.odds.denominator:.0f} %",
            "words": _said(price, words),
        }
        for action, price in found
        if price
    }


def _said(price: Price, words: Mapping[str, str]) -> str:
    """What must fall, how likely that is, and what is won or lost."""
    kind = "least" if price.least is not None else "most" if price.most is not None else "chance"
    values = {
        "number": str(price.least if price.most is None else price.most),
        "of": str(price.sticks),
        "times": str(price.odds.numerator),
        "all": str(price.odds.denominator),
    }
    said = [filled(words[f"price.{kind}"], values)]
    if price.made == price.missed != 0:
        said.append(filled(words["price.both"], {"points": signed(price.made)}))
    else:
        ways = (("made", price.made), ("missed", price.missed))
        said += [filled(words[f"price.{way}"], {"points": signed(points)}) for way, points in ways if points]
    return words["stop-between"].join(said)
