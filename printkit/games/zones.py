"""What lies on a table as one seat sees it: zones of items as plain values, from which every picture is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal, NamedTuple, TypeAlias

__all__ = ["FACE_DOWN", "Item", "Table", "Zone", "ZoneKind", "board_zone", "picture", "signed"]

FACE_DOWN = "?"
"""The face of an item whose face the seat may not see."""

ZoneKind: TypeAlias = Literal["pile", "row", "hand", "grid", "track", "gauge", "tokens", "text", "cast"]
"""A pile (its top last), cards side by side, a seat's own cards, a board, markers along numbers, how far a track of
`columns` is filled, tokens, words, and a throw of sticks: `1` for each that shows its dark side, `0` for the others."""


class Item(NamedTuple):
    """One thing on the table: the id of its face (`FACE_DOWN` if hidden), whose it is, and how it lies.

    `note` is what counts of it, in a few characters; a note without a face stands on an empty place. `seen_by` are
    the seats that know a thing lying face down; it is empty for what lies open.
    """

    face: str
    owner: str = ""
    turned: bool = False
    note: str = ""
    seen_by: str = ""


@dataclass(frozen=True, slots=True)
class Zone:
    """A place of the table: `items` in order, None a gap; `owner` is its seat, empty for everybody's.

    A pile says with `count` how many lie there where its items are not all named. A grid has `columns`, and
    `names` for its cells where they have any; tokens in several `columns` are drawn small. `game` is the id of the
    game whose board a grid is, where a kit may print several with the same squares.
    """

    name: str
    kind: ZoneKind
    items: tuple[Item | None, ...] = ()
    owner: str = ""
    count: int | None = None
    columns: int = 0
    names: tuple[str, ...] = ()
    game: str = ""

    @property
    def place(self) -> str:
        """What a move calls it: its name, with its owner's where it has one (`fate A`)."""
        return f"{self.name} {self.owner}".rstrip()

    def way(self, action: str) -> tuple[str, ...]:
        """The squares of a board that an action names, in its order."""
        return tuple(word for word in re.findall(r"[A-Za-z0-9]+", action) if word in self.names)


@dataclass(frozen=True, slots=True)
class Table:
    """All that `seat` sees (everything, if it is empty): zones in the order they are drawn, and points by seat."""

    seat: str
    to_move: str | None
    zones: tuple[Zone, ...]
    points: tuple[tuple[str, float], ...] = ()

    def by_owner(self) -> Mapping[str, Sequence[Zone]]:
        """What lies before each seat."""
        owned = sorted((zone for zone in self.zones if zone.owner), key=lambda zone: zone.owner)
        return {owner: tuple(group) for owner, group in groupby(owned, lambda zone: zone.owner)}

    def shortened(self) -> Table:
        """The table without places before seats that all of them have empty, but for the first of these."""
        used: dict[str, int] = {}
        for zone in self.zones:
            if zone.owner and zone.kind == "row":
                last = max((at for at, item in enumerate(zone.items, 1) if item), default=0)
                used[zone.name] = max(used.get(zone.name, 0), last)
        zones = (
            replace(zone, items=zone.items[: used[zone.name] + 1])
            if zone.owner and zone.kind == "row"
            else zone
            for zone in self.zones
        )
        return replace(self, zones=tuple(zones))


def board_zone(standing: Iterable[tuple[str, str]], names: Sequence[str], columns: int) -> Zone:
    """The board of a race: pieces by their names and squares, those on one square side by side (`A C`)."""
    squares: dict[str, list[str]] = {}
    for piece, square in standing:
        squares.setdefault(square, []).append(piece)
    items = tuple(Item(" ".join(squares[name])) if name in squares else None for name in names)
    return Zone("board", "grid", items, columns=columns, names=tuple(names))


def picture(table: Table) -> str:
    """The table in characters: a line a zone, one for all that lies before a seat, boards as grids."""
    lines: list[tuple[str, str]] = []
    for owner, group in groupby(table.zones, lambda zone: zone.owner):
        zones = [zone for zone in group if zone.name or zone.items]
        if owner and len(zones) > 1 and all(zone.kind != "grid" for zone in zones):
            mark = ">" if owner == table.to_move else " "
            lines.append(
                (mark + owner, "  ".join(f"{zone.name}: {_line(zone)}".lstrip(": ") for zone in zones))
            )
            continue
        for zone in zones:
            if zone.kind == "grid":
                lines += [(zone.place, ""), *(("", line) for line in _grid_lines(zone))]
            else:
                lines.append((zone.place, _line(zone)))
    if table.points:
        lines.append(("points", "  ".join(f"{seat} {won:g}" for seat, won in table.points)))
    width = max((len(title) for title, text in lines if text), default=0)
    return "\n".join(f"{title:<{width}}  {text}".rstrip() if title else text for title, text in lines)


def _line(zone: Zone) -> str:
    if zone.count is not None and not zone.items:
        return f"({zone.count})"
    words = " ".join("·" if item is None else _word(item) for item in zone.items) or "–"
    return words if zone.count is None else f"{words} ({zone.count})"


def _word(item: Item) -> str:
    if not item.face:
        return item.note or "·"
    note = f"({item.note})" if item.note else ""
    return item.face + "'" * item.turned + note + (f"[{item.seen_by}]" if item.seen_by else "")


def _grid_lines(zone: Zone) -> list[str]:
    cells = ["·" if item is None else _word(item) for item in zone.items]
    wide = max((len(cell) for cell in cells), default=1)
    rows: Sequence[Sequence[str]] = [
        cells[at : at + zone.columns] for at in range(0, len(cells), zone.columns)
    ]
    return ["  " + " ".join(f"{cell:<{wide}}" for cell in row).rstrip() for row in rows]


def signed(points: float) -> str:
    """Points as they are printed: `+3`, `−5`, and `±0`, which reads the same when turned."""
    return f"{points:+g}".replace("-", "−") if points else "±0"
