"""Draws the fan of cards at the end of a chapter's bar: those that the reminder of its game shows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial

from printkit.compose.books.opening import Emblem
from printkit.compose.pieces.small_cards import CARD, small_card
from printkit.geometry import Affine, Rect
from printkit.kit.model import Kit
from printkit.scene.model import Group, Item

__all__ = ["chapter_fans", "fan_items"]

# A reminder is called so, with the name of its game; how many cards a fan has.
REMINDER, COUNT = "reminder-", 3
# How high its cards are in the height of the bar, how far they are turned at most, one by one and all of them, and how
# far below their foot they are held, in their heights.
HIGH, TURN, SPREAD, HELD = 1.4, 11.0, 36.0, 1.3
# How far the top of the middle card is below the upper edge, in the height of the bar.
TOP = 0.12


def chapter_fans(kit: Kit, anchors: Collection[str], *, low: bool) -> Mapping[str, Emblem]:
    """What draws the fan of each of these chapters, by its anchor; nothing for a kit without reminders with cards.

    That of a game has the first cards of its reminder, another one the first card of each.
    """
    shown = {
        token.id.removeprefix(REMINDER): [each for each in token.front.cards if each[:1] in "br"][:COUNT]
        for token in kit.tokens
        if token.id.startswith(REMINDER)
    }
    shown = {game: cards for game, cards in shown.items() if cards}
    every = [cards[0] for cards in shown.values()]
    return {
        each: partial(fan_items, kit, shown.get(each, every), low=low) for each in (anchors if every else ())
    }


def fan_items(kit: Kit, cards: Sequence[str], box: Rect, *, low: bool) -> Iterator[Item]:
    """Cards held as a hand, in the middle of the box; what is below its foot is not seen."""
    high, turn = HIGH * box.height, min(TURN, SPREAD / max(1, len(cards) - 1))
    top = box.y + TOP * box.height
    held = box.center[0], top + (1.0 + HELD) * high
    place = Affine.translation(held[0] - CARD * high / 2, top)
    items: list[Item] = []
    for at, card in enumerate(cards):
        drawn = Group(tuple(small_card(kit, card, high, low=low)), place)
        items.append(Group((drawn,), Affine.rotation(turn * (at - (len(cards) - 1) / 2), held)))
    yield Group(tuple(items), clip=box)
