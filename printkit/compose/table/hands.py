"""What all pens for tables of written cards share: which tables these are, and what lies on them as a token."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Self

from printkit.compose.table.zone_pen import Words, ZonePen, item_text
from printkit.compose.text.typesetting import TextStyle
from printkit.games.core import Seat
from printkit.games.narration import Move
from printkit.games.zones import Item as Thing
from printkit.games.zones import Table, Zone
from printkit.kit.booklet import BOOK_FONTS
from printkit.kit.model import Kit
from printkit.kit.tokens import Token
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import circle

__all__ = ["CARDS_AT", "LAID", "WORDS", "Hands", "counting_sticks", "owed"]

CARDS_AT = 15.8
"""Where among rules the cards of a seat begin, mm."""
LAID = "laid"
"""The zone with what has just been played."""
WORDS = 2.3
"""The em of a name above or beside cards, mm."""
# How much larger a token before a seat is than it shows, and its edge.
CLOSER, RING = 1.45, 0.4


class Hands:
    """A pen for tables of hands of one kit; with `low` ink grounds are outlines."""

    peak: Table | None = None
    """Where a game turns."""

    def __init__(self, kit: Kit, zones: ZonePen, small: TextStyle, words: Words, *, low: bool) -> None:
        self.kit, self.zones, self.words, self.low = kit, zones, words, low
        self.display = kit.fonts["display"]
        self.label = replace(small, font=BOOK_FONTS[1], size=WORDS)
        self.tokens = {token.id: token for token in kit.tokens}

    def all_of(self, table: Table) -> bool:
        """Whether written cards are all there is to see: neither board nor throw."""
        return self.zones.written and all(zone.kind not in ("grid", "cast", "gauge") for zone in table.zones)

    def of_game(self, tables: Sequence[Table], peak: Table | None = None) -> Self:
        """The same for pictures of one game, maybe with a larger one."""
        return self

    def marking(self, moves: Sequence[Move]) -> Self:
        """The same, which may mark the cards that went so."""
        return self

    def opened(self, table: Table, acting: Sequence[Seat]) -> Table:
        """The same with what those who act have laid for all to see: one turn among rules shows it large."""
        zones = (
            replace(zone, owner="") if zone.name == LAID and zone.owner in acting and zone.items else zone
            for zone in table.zones
        )
        return replace(table, zones=tuple(zones))

    def is_mark(self, zone: Zone) -> bool:
        """Whether a value lies on the table as a token: as the dealer's disc before a seat."""
        return zone.kind == "text" and zone.name in self.tokens

    def common_of(self, table: Table) -> list[Zone]:
        """What lies before all of them."""
        return [zone for zone in table.zones if not zone.owner and not self.is_mark(zone)]

    def marks_of(self, table: Table, seat: Seat) -> list[tuple[Token, str]]:
        """The tokens that lie before a seat, each with what it says; a track lies beside a round one."""
        zones = (zone for zone in table.zones if not zone.owner and self.is_mark(zone) and zone.items)
        marks = [(self.tokens[zone.name], item_text(zone.items[0] or Thing(""))) for zone in zones]
        return marks if any(value == seat for _, value in marks) else []

    def close(self, token: Token, spot: tuple[float, float], radius: float) -> Item:
        """The middle of a round token, where its sign is, so that this can be read; round it its ink."""
        shown = tuple(self.zones.counter(token.id, *spot, CLOSER * radius, outlined=True))
        ring = Path(circle(*spot, radius - RING / 2), stroke=self.kit.inks[token.front.ink], width=RING)
        return Group((Group(shown, within=circle(*spot, radius)), ring))


def owed(table: Table) -> Sequence[tuple[Seat, float]]:
    """The points of the seats, once there are any."""
    return table.points if any(won for _, won in table.points) else ()


def counting_sticks(kit: Kit) -> list[Token]:
    """The sticks in which the kit counts, the dearest first; one with a sign stands for what that says."""
    sticks = (
        token
        for token in kit.tokens
        if token.front.motif == "tally" and token.front.figure and not token.front.sign
    )
    return sorted(sticks, key=lambda token: -int(token.front.figure))
