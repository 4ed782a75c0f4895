"""Walkthrough pictures of any game: what was done, and below it the table as its zones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple

from printkit.compose.flow import flow_lines
from printkit.compose.slabs import Picture, elastic
from printkit.compose.small import FRAME, thumbnail
from printkit.compose.tale import EM, LEADING, NUMBERS, SMALL, TaleTeller
from printkit.compose.typesetting import TextStyle, fit_line, ink_center_line, line_width, set_line
from printkit.games.narration import PlainMoment
from printkit.games.table import Item, Zone
from printkit.geometry import Affine, Rect
from printkit.kit.markdown import Run
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Group, Path
from printkit.scene.model import Item as Drawn
from printkit.scene.shapes import circle, rectangle, segment

__all__ = ["PlainTeller"]

# A card's least and greatest width, a cell's, and how high a chip is.
LEAST, MOST, CELL, CHIP = 7.0, 10.0, 8.0, 4.4
# Where zones begin, beside the disc of a seat, and what is between them.
NAME, DISC = 8.4, 2.6
BETWEEN, BESIDE = 1.2, 4.0


class _Band(NamedTuple):
    """One zone drawn: its size and what is in it, from (0, 0)."""

    width: float
    height: float
    items: tuple[Drawn, ...]


def _rows(bands: Sequence[_Band], width: float) -> Iterator[list[_Band]]:
    """The bands in rows that are no wider than this, where one alone is not."""
    row: list[_Band] = []
    for band in bands:
        used = sum(each.width + BESIDE for each in row)
        if row and used + band.width > width:
            yield row
            row = []
        row.append(band)
    yield row


class PlainTeller(TaleTeller):
    """Draws plays of games without words of their own: cards by their faces, anything else by its name."""

    def picture(self, moment: Any, width: float) -> Picture:
        """Who did what, then every zone of the table; cards grow where a page has room."""
        assert isinstance(moment, PlainMoment)
        head, height, words = self.done(moment, width)

        def draw(card: float) -> Picture:
            items, below = self.zones(moment.table.zones, card, width)
            place = Affine.translation(0.0, round(height + 1.0, 4))
            return Picture(width, height + below + 3.4, (*head, Group(tuple(items), place)), words)

        return elastic(draw, LEAST, MOST)

    def done(self, moment: PlainMoment, width: float) -> tuple[list[Drawn], float, str]:
        """The record's lines and what they say; their height and words."""
        first, last = moment.lines
        number = str(first) if first == last else f"{first}–{last}"
        said = ", ".join(moment.actions)
        said = f"{moment.seat}: {said}" if moment.seat else said
        said = f"{said}. {moment.ending}." if moment.ending else said
        display = TextStyle(self.kit.fonts["display"], EM)
        items: list[Drawn] = [
            Path(segment(0.0, 0.3, width, 0.3), stroke=BLACK, width=0.35),
            set_line(number, fit_line(number, display, NUMBERS - 2.0, 0.6), 0.0, 4.4),
        ]
        y = 4.4 - EM
        for line in flow_lines((Run(said),), self.style, width - NUMBERS):
            items.append(Group(line.glyphs, Affine.translation(NUMBERS, round(y + EM, 4))))
            y += EM * LEADING
        return items, y + 0.6, f"{number} {said}"

    def zones(self, zones: Sequence[Zone], card: float, width: float) -> tuple[list[Drawn], float]:
        """The zones of each owner side by side, in as many rows as they need, under its letter; and their height."""
        items: list[Drawn] = []
        y = 0.0
        for owner, group in groupby(self.together(zones), lambda zone: zone.owner):
            if owner and items:
                items.append(Path(segment(0.0, y, width, y), stroke=BLACK.at(0.35), width=0.15))
                y += BETWEEN
            rows = list(_rows([self.labelled(zone, card, width - NAME) for zone in group], width - NAME))
            if owner:
                items += self.disc(owner, y + max(DISC, max(band.height for band in rows[0]) / 2))
            for row in rows:
                height, x = max(band.height for band in row), NAME
                for band in row:
                    place = Affine.translation(round(x, 4), round(y + (height - band.height) / 2, 4))
                    items.append(Group(band.items, place))
                    x += band.width + BESIDE
                y += height + BETWEEN
        return items, y

    def labelled(self, zone: Zone, card: float, width: float) -> _Band:
        """A zone with its name before what lies in it."""
        name = self.named(zone)
        style = replace(self.style.plain, size=SMALL)
        wide = line_width(name, style) + 1.6 if name else 0.0
        band = self.band(zone, card, width - wide)
        if not name:
            return band
        words = set_line(name, style, 0.0, band.height / 2 + 0.9)
        return _Band(
            wide + band.width, band.height, (words, Group(band.items, Affine.translation(wide, 0.0)))
        )

    def together(self, zones: Sequence[Zone]) -> list[Zone]:
        """The zones by owner; the single values of each owner stand in one, each with its name."""
        found: list[Zone] = []
        for owner in dict.fromkeys(sorted(zone.owner for zone in zones)):
            own = [zone for zone in zones if zone.owner == owner]
            single = [zone for zone in own if zone.kind == "text" and zone.items]
            items = tuple(
                Item(f"{self.zone_word(zone.name)} {self.chip_text(item)}")
                for zone in single
                for item in zone.items
                if item is not None
            )
            found += [Zone("", "text", items, owner=owner)] * bool(items)
            found += [zone for zone in own if zone not in single and (zone.items or zone.count is not None)]
        return found

    def named(self, zone: Zone) -> str:
        """The kit's word for a zone, `tale.zone.NAME`, else the rules' own."""
        return self.zone_word(zone.name) if zone.name else ""

    def zone_word(self, name: str) -> str:
        """The same by its name."""
        return self.kit.texts[self.language].get(f"tale.zone.{name}", name)

    def disc(self, seat: str, middle: float) -> Iterator[Drawn]:
        """A seat's letter."""
        yield Path(circle(DISC + 0.3, middle, DISC), BLACK)
        letter = TextStyle(self.kit.fonts["display"], 3.6, PAPER)
        yield ink_center_line(seat[:1], letter, DISC + 0.3, middle + 1.3)

    def band(self, zone: Zone, card: float, width: float) -> _Band:
        """What lies in a zone."""
        if zone.kind == "grid":
            return self.grid(zone, width)
        if zone.count is not None and not zone.items:
            return self.chips([Item(str(zone.count))], width)
        shown = [item for item in zone.items if item is not None]
        if shown and all(self.face(item) for item in shown):
            return self.cards_of(zone.items, card, width)
        return self.chips(zone.items, width)

    def face(self, item: Item) -> str:
        """The id of the kit's card with this face; empty if it has none."""
        return self.first_cards().get(item.face, "")

    def cards_of(self, items: Sequence[Item | None], card: float, width: float) -> _Band:
        """Cards side by side, in as many rows as they need."""
        height, pitch = card * self.pen.ratio, card + 1.0
        style = replace(self.style.plain, size=SMALL)
        notes = 3.2 if any(item is not None and item.note for item in items) else 0.0
        across = max(1, int((width + 1.0) // pitch))
        drawn: list[Drawn] = []
        for at, item in enumerate(items):
            slot = Rect(at % across * pitch, at // across * (height + 1.0 + notes), card, height)
            if item is None:
                drawn.append(Path(rectangle(slot), stroke=BLACK.at(0.5), width=FRAME, dash=(1.2, 0.9)))
            else:
                drawn += thumbnail(self.pen.faces(self.face(item)), slot, turned=item.turned)
                if item.note:
                    fitted = fit_line(item.note, style, card + 0.6, 0.5)
                    drawn.append(set_line(item.note, fitted, slot.center[0], slot.bottom + 2.6, "middle"))
        rows = -(-len(items) // across)
        return _Band(min(len(items), across) * pitch - 1.0, rows * (height + 1.0 + notes) - 1.0, tuple(drawn))

    def chips(self, items: Sequence[Item | None], width: float) -> _Band:
        """Names in frames side by side, in as many rows as they need; a line where there is nothing."""
        style = replace(self.style.plain, size=SMALL)
        drawn: list[Drawn] = []
        x = y = widest = 0.0
        for item in items:
            text = "–" if item is None else self.chip_text(item)
            wide = max(CHIP, line_width(text, style) + 2.0)
            if x and x + wide > width:
                x, y = 0.0, y + CHIP + 0.8
            box = Rect(x, y, wide, CHIP)
            drawn.append(Path(rectangle(box), stroke=BLACK.at(0.6), width=FRAME))
            drawn.append(set_line(text, style, box.center[0], box.center[1] + 0.9, "middle"))
            x += wide + 0.8
            widest = max(widest, x - 0.8)
        return _Band(widest, y + CHIP, tuple(drawn))

    def chip_text(self, item: Item) -> str:
        """A thing by its name, with its note."""
        note = f" ({item.note})" if item.note else ""
        return item.face + ("'" if item.turned else "") + note

    def grid(self, zone: Zone, width: float) -> _Band:
        """A board: a cell for each place, with what stands on it."""
        cell = min(CELL, width / zone.columns)
        style = TextStyle(self.kit.fonts["display"], min(3.6, cell * 0.5))
        drawn: list[Drawn] = []
        for at, item in enumerate(zone.items):
            box = Rect(at % zone.columns * cell, at // zone.columns * cell, cell, cell)
            drawn.append(Path(rectangle(box), stroke=BLACK, width=FRAME))
            if item is not None:
                fitted = fit_line(item.face, style, cell - 0.8, 0.4)
                drawn.append(
                    ink_center_line(item.face, fitted, box.center[0], box.center[1] + style.size * 0.36)
                )
        return _Band(zone.columns * cell, -(-len(zone.items) // zone.columns) * cell, tuple(drawn))
