"""What lies on a table as one seat sees it: zones of items as plain values, from which every picture is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

__all__ = ["FACE_DOWN", "Item", "Table", "Zone", "ZoneKind", "picture"]

FACE_DOWN = "?"
"""The face of an item whose face the seat may not see."""

ZoneKind: TypeAlias = Literal["pile", "row", "hand", "grid", "track", "text"]
"""A pile (its top last), cards side by side, a seat's own cards, a board, markers along numbers, words."""


class Item(NamedTuple):
    """One thing on the table: the id of its face (`FACE_DOWN` if hidden), whose it is, and how it lies.

    `note` is what counts of it or who knows it, in a few characters.
    """

    face: str
    owner: str = ""
    turned: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Zone:
    """A place of the table: `items` in order, None a gap; `owner` is its seat, empty for everybody's.

    A pile says with `count` how many lie there where its items are not all named. A grid has `columns`, and
    `names` for its cells where they have any.
    """

    name: str
    kind: ZoneKind
    items: tuple[Item | None, ...] = ()
    owner: str = ""
    count: int | None = None
    columns: int = 0
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """All that `seat` sees (everything, if it is empty): zones in the order they are drawn, and points by seat."""

    seat: str
    to_move: str | None
    zones: tuple[Zone, ...]
    points: tuple[tuple[str, float], ...] = ()


def picture(table: Table) -> str:
    """The table in characters: a line a zone, boards as grids."""
    lines: list[str] = []
    width = max((len(_title(zone)) for zone in table.zones), default=0)
    for zone in table.zones:
        if zone.kind == "grid":
            lines += [_title(zone), *_grid_lines(zone)]
        else:
            lines.append(f"{_title(zone):<{width}}  {_line(zone)}".rstrip())
    if table.points:
        lines.append(
            f"{'points':<{width}}  " + "  ".join(f"{seat} {_number(won)}" for seat, won in table.points)
        )
    return "\n".join(lines)


def _title(zone: Zone) -> str:
    return f"{zone.name} {zone.owner}".rstrip()


def _line(zone: Zone) -> str:
    if zone.count is not None and not zone.items:
        return f"({zone.count})"
    words = " ".join("·" if item is None else _word(item) for item in zone.items) or "–"
    return words if zone.count is None else f"{words} ({zone.count})"


def _word(item: Item) -> str:
    return item.face + ("'" if item.turned else "") + (f"({item.note})" if item.note else "")


def _grid_lines(zone: Zone) -> list[str]:
    cells = ["·" if item is None else _word(item) for item in zone.items]
    wide = max((len(cell) for cell in cells), default=1)
    rows: Sequence[Sequence[str]] = [
        cells[at : at + zone.columns] for at in range(0, len(cells), zone.columns)
    ]
    return ["  " + " ".join(f"{cell:<{wide}}" for cell in row).rstrip() for row in rows]


def _number(value: float) -> str:
    return f"{value:g}"
