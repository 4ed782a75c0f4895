"""Pile rules in a kit's words: options that say what becomes of piles come in, changed sentences and rows go out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

__all__ = ["pile_rows", "pile_words"]


class _Telling(NamedTuple):
    """A sentence of the rule book with what stands in its place for the values of one option."""

    option: str
    usual: Mapping[str, str]
    values: Mapping[str, Mapping[str, str]]


_TELLINGS = (
    _Telling(
        "upper-sword-card",
        {
            "en": "discard the sword and put the largest card of the pile on the pile forward; "
            "from place 6 it goes to Co.",
            "ja": "大きくなければ、ソードを捨て、山の一番大きい札を順の山に移します。6からはCoに移します。",
        },
        {
            "stays": {"en": "discard the sword.", "ja": "大きくなければ、ソードを捨てます。"},
            "discarded": {
                "en": "discard the sword and the largest card of the pile.",
                "ja": "大きくなければ、ソードと山の一番大きい札を捨てます。",
            },
        },
    ),
    _Telling(
        "upper-wand-card",
        {
            "en": "discard the wand, and the largest card here goes to Co.",
            "ja": "だめならワンドを捨て、ここの一番大きい札をCoに置きます。",
        },
        {
            "stays": {"en": "discard the wand.", "ja": "だめならワンドを捨てます。"},
            "discarded": {
                "en": "discard the wand and the largest card here.",
                "ja": "だめならワンドとここの一番大きい札を捨てます。",
            },
        },
    ),
    _Telling(
        "lower-sword-card",
        {
            "en": "If it is not more, discard the sword and the largest card here.",
            "ja": "大きくなければ、ソードとここの一番大きい札を捨てます。",
        },
        {
            "stays": {
                "en": "If it is not more, discard the sword.",
                "ja": "大きくなければ、ソードを捨てます。",
            }
        },
    ),
    _Telling(
        "move-discards",
        {
            "en": "all of Sw and Co is discarded, then the sword is laid in Sw.",
            "ja": "SwとCoをすべて捨ててから、ソードをSwに置きます。",
        },
        {
            "swords": {
                "en": "all of Sw is discarded, then the sword is laid in Sw; Co stays.",
                "ja": "Swをすべて捨ててから、ソードをSwに置きます。Coはそのままです。",
            },
            "coins": {
                "en": "all of Co is discarded, then the sword joins Sw.",
                "ja": "Coをすべて捨ててから、ソードをSwに足します。",
            },
            "neither": {
                "en": "and the sword joins Sw; Sw and Co stay.",
                "ja": "ソードをSwに足します。SwとCoはそのままです。",
            },
        },
    ),
)

# The row of rules.toml, its key, and what each value makes of it.
_ROWS = {
    "upper-sword-card": (
        "rule-upper", "sword", "no",
        {"stays": '["card > D"]', "discarded": '["card > D", "max here > D"]'},
    ),
    "upper-wand-card": (
        "rule-upper", "wand", "no",
        {"stays": '["card > D"]', "discarded": '["card > D", "max here > D"]'},
    ),
    "lower-sword-card": ("rule-lower", "sword", "no", {"stays": '["card > D"]'}),
    "move-discards": (
        "rule-lower", "sword", "move_outcomes",
        {
            "swords": '["all Sw > D", "card > Sw"]',
            "coins": '["all Co > D", "card > Sw"]',
            "neither": '["card > Sw"]',
        },
    ),
}  # fmt: skip


def pile_words(language: str, options: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The sentences of the rule book that are otherwise under these options, each with what it then says."""
    for telling in _TELLINGS:
        values = telling.values.get(options.get(telling.option, ""))
        if values is not None:
            yield telling.usual[language], values[language]


def pile_rows(text: str, options: Mapping[str, str]) -> str:
    """The text of rules.toml with the rows of the original game as they are under these options.

    Raises `LookupError` where a row is not found.
    """
    for option, (card, suit, key, values) in _ROWS.items():
        outcomes = values.get(options.get(option, ""))
        if outcomes is None:
            continue
        pattern = rf'(card = "{card}"\nsuit = "{suit}"\n(?:(?!\[\[row\]\]).*\n)*?{key} = )\[.*\]'
        text, count = re.subn(pattern, rf"\g<1>{outcomes}", text, count=1)
        if not count:
            raise LookupError(f"there is no row of {card} for {suit} that says {key!r}")
    return text
