"""What a kit's box and reader's page say in one language: for whom its games are, and what is inside."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from printkit.kit.box import TuckBox
from printkit.kit.model import Kit
from printkit.kit.text import fill_slots

__all__ = ["Inside", "for_whom", "inside", "said"]

# What the engine says of itself, in languages it knows; others are given the English.
_SAID: Mapping[str, Mapping[str, str]] = {
    "en": {
        "player": "{} player", "players": "{} players", "minutes": "{} min", "age": "ages {}+", "inside": "In the box",
        "card": "card", "cards": "cards", "token": "token", "tokens": "tokens", "board": "board", "boards": "boards",
        "stick": "throwing stick", "sticks": "throwing sticks", "leaflet": "rules",
    },
    "ja": {
        "player": "{}人", "players": "{}人", "minutes": "{}分", "age": "{}歳から", "inside": "内容",
        "card": "カード", "cards": "カード", "token": "駒", "tokens": "駒", "board": "盤", "boards": "盤",
        "stick": "投げ棒", "sticks": "投げ棒", "leaflet": "説明書",
    },
}  # fmt: skip


class Inside(NamedTuple):
    """A line of the contents: how many, nothing where that is not counted, and of what."""

    number: str
    words: str


def said(language: str, name: str) -> str:
    """Words of the engine itself."""
    return _SAID.get(language, _SAID["en"])[name]


def for_whom(kit: Kit, language: str) -> tuple[str, ...]:
    """How many play, how long and from what age, as the kit states it; nothing if it does not."""
    facts = kit.facts
    if facts is None:
        return ()
    return (
        _span(language, "players" if facts.players[1] > 1 else "player", facts.players),
        _span(language, "minutes", facts.minutes),
        said(language, "age").format(facts.age),
    )


def _span(language: str, name: str, span: tuple[int, int]) -> str:
    """A number from and to; between numbers Japanese has a wave."""
    least, most = span
    number = str(least) if least == most else f"{least}{'〜' if language == 'ja' else '–'}{most}"
    return said(language, name).format(number)


def inside(kit: Kit, box: TuckBox | None, language: str) -> tuple[Inside, ...]:
    """What is inside, counted in the kit; a box that names nothing has cards, tokens, boards, sticks and rules."""
    rows = []
    file = kit.folder / f"text.{language}.toml"
    for item in box.items if box else ():
        count = kit.copies_of(item.count)
        words = fill_slots(kit.text(language, item.text), {"count": str(count)}, file=file, key=item.text)
        rows.append(Inside(str(count) if item.count else "", words))
    if rows:
        return tuple(rows)
    counts = {
        ("card", "cards"): int(math.fsum(card.copies for card in kit.cards)),
        ("token", "tokens"): int(math.fsum(token.copies for token in kit.tokens)),
        ("board", "boards"): len(kit.boards),
        ("stick", "sticks"): kit.copies_of(("sticks",)),
        ("leaflet", "leaflet"): kit.copies_of(("leaflet*",)),
    }
    return tuple(
        Inside(str(count), said(language, names[count > 1])) for names, count in counts.items() if count
    )
