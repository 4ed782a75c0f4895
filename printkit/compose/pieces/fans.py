"""Draws what rises out of the end of a chapter's bar: a fan of cards that the reminder of its game shows, or sticks."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial

from printkit.compose.books.opening import RISE, Emblem
from printkit.compose.faces.context import Choices
from printkit.compose.faces.reduced import reduced
from printkit.compose.pieces.carving import RHYTHM, stroke
from printkit.compose.pieces.small_cards import CARD, small_card
from printkit.compose.pieces.sticks import compose_side
from printkit.geometry import Affine, Outline, Rect
from printkit.kit.model import Kit
from printkit.kit.tokens import Sticks
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Group, Item, Path, Use
from printkit.scene.shapes import rounded_rectangle

__all__ = ["chapter_fans", "fan_items"]

# A reminder is called so, with the name of its game; how many cards a fan has.
REMINDER, COUNT = "reminder-", 3
# How far its cards are turned at most, one by one and all of them, and how far below their foot they are held, in their
# heights; what is free below their lowest corner, and at the right, mm.
TURN, SPREAD, HELD, FOOT, ASIDE = 11.0, 36.0, 2.1, 0.9, 5.0
# Cuts behind them: how many rows, and how far the longest reaches beyond the cards at the left, mm; how thick, in rows.
ROWS, REACH, THICK = 6, 15.0, 0.3
# Sticks instead of cards: how long; whether its dark side is up, how it is turned and how far down its middle lies, of
# each; and the paper round it, in mm of the kit's own sticks.
LONG, LAIN, ROUND = 33.0, ((True, 16.0, 0.4), (False, -14.0, 0.0), (True, -2.0, 1.2)), 1.6


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
    if kit.sticks and not every:
        return {each: partial(sheaf_items, kit, kit.sticks, low=low) for each in anchors}
    return {
        each: partial(fan_items, kit, shown.get(each, every), low=low) for each in (anchors if every else ())
    }


def fan_items(kit: Kit, cards: Sequence[str], box: Rect, *, low: bool) -> Iterator[Item]:
    """Whole cards held as a hand at the right end of the box, as high as it is, before cuts in its lower part.

    The box reaches as far above the bar, which has those cuts, as the cards rise out of it.
    """
    turn = min(TURN, SPREAD / max(1, len(cards) - 1))
    most = math.radians(turn * (len(cards) - 1) / 2)
    # How deep and half as wide all of them are, in heights of a card.
    deep = 1.0 + HELD * (1.0 - math.cos(most)) + CARD / 2 * math.sin(most)
    half = (1.0 + HELD) * math.sin(most) + CARD / 2 * math.cos(most)
    high = (box.height - FOOT) / deep
    x = box.right - ASIDE - half * high
    held = x, box.y + (1.0 + HELD) * high
    place = Affine.translation(x - CARD * high / 2, box.y)
    bar = Rect.from_edges(box.x, box.y + RISE, box.right, box.bottom)
    yield Path(_cuts(bar, (x - half * high, x)), BLACK if low else PAPER, even_odd=False)
    for at, card in enumerate(cards):
        drawn = Group(tuple(small_card(kit, card, high, low=low)), place)
        yield Group((drawn,), Affine.rotation(turn * (at - (len(cards) - 1) / 2), held))


def sheaf_items(kit: Kit, sticks: Sticks, box: Rect, *, low: bool) -> Iterator[Item]:
    """Sticks across each other at the right end of the box, which rise out of the bar in its lower part."""
    bar = Rect.from_edges(box.x, box.y + RISE, box.right, box.bottom)
    middle, choices = (
        (box.right - LONG / 2 - 1.5, box.center[1]),
        Choices(kit.default_size, "low" if low else "full"),
    )
    yield Path(_cuts(bar, (middle[0] - LONG / 2, middle[0])), BLACK if low else PAPER, even_odd=False)
    for dark, turn, down in LAIN:
        side = compose_side(kit, sticks, choices, dark=dark)
        side = reduced(side, LONG / side.width)
        paper = Path(rounded_rectangle(side.trim.grown(ROUND), ROUND), PAPER)
        place = Affine.translation(-side.width / 2, -side.height / 2).then(Affine.scaling(LONG / side.width))
        place = place.then(Affine.rotation(turn)).then(Affine.translation(middle[0], middle[1] + down))
        yield Group((paper, Use(side)), place)


def _cuts(bar: Rect, cards: tuple[float, float]) -> Outline:
    """Rows of cuts in a bar from behind the `cards`, whose left edge and middle these are, to both of its ends."""
    cuts, step, (left, middle) = Outline("", ()), bar.height / ROWS, cards
    for row in range(ROWS):
        y = bar.y + (row + 0.5) * step
        for end in (
            max(bar.x + 1.0, left - REACH) * RHYTHM[row] + left * (1.0 - RHYTHM[row]),
            bar.right - 1.0 - ASIDE * (1.0 - RHYTHM[row + 2]),
        ):
            line = [(middle + (end - middle) * at / 8, y) for at in range(9)]
            cuts += stroke(line, THICK * step, 0.6)
    return cuts
