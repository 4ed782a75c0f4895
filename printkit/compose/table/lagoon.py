"""Draws what two seats have in the middle that a ring leaves free: their gauges in water, and goods that moved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from printkit.compose.pieces.waves import wave_cuts
from printkit.compose.table.pawn_ways import plunder_items
from printkit.compose.table.seat_rows import lying, rows_band
from printkit.compose.table.setting import BETWEEN, GAUGES, LEAST_IN_ROWS, LETTER
from printkit.compose.table.zone_pen import Band, ZonePen
from printkit.compose.text.typesetting import TextStyle, line_ink_box, set_line
from printkit.games.narration import Move
from printkit.games.zones import Zone
from printkit.geometry import Affine, Rect
from printkit.scene.inks import find_ink
from printkit.scene.model import Glyphs, Group, Item, Path

__all__ = ["lagoon_items"]

# Beside the letter of a seat, how far it stands above the heads, and how much smaller it is; how large things are, as
# large as may be.
LETTER_AIR, LETTER_UP, LETTER_HIGH, SMALLER = (
    1.6,
    0.6,
    0.84,
    (1.32, 1.25, 1.18, 1.12, 1.06, 1.0, 0.94, 0.89, 0.82, 0.76, 0.7),
)
# Above and below them arrows may reach in. Water keeps so far off the edge and off all that lies in it.
ARROWS, SHORE, OFF = 0.8, 0.9, 1.4
# What came to a gauge: its em, and how far it stands from this.
CAME, CAME_AIR = 4.4, 1.4


def lagoon_items(
    zones: ZonePen,
    letter: Callable[[str], Iterator[Item]],
    owned: Mapping[str, Sequence[Zone]],
    free: Rect,
    moves: Sequence[Move],
) -> list[Item] | None:
    """The things of two seats, their letters between their heads, and below these goods that one has taken.

    What came to one from nowhere stands beside it. All of it lies in water. None where there is no room.
    """
    beside = 2 * LETTER + LETTER_AIR
    wide = free.width / 2 - beside
    for scale in SMALLER if wide > 0 else ():
        blocks = [
            _block(zones, own, wide / scale, mirrored=bool(at)) for at, own in enumerate(owned.values())
        ]
        if max(block.height for block in blocks) * scale <= free.height - 2 * ARROWS:
            break
    else:
        return None
    items: list[Item] = []
    rows: dict[str, Rect] = {}
    clear: list[Rect] = []
    for at, ((owner, own), block) in enumerate(zip(owned.items(), blocks, strict=True)):
        x, y = free.x + at * (wide + 2 * beside), free.center[1] - scale * block.height / 2
        place = Affine.scaling(scale).then(Affine.translation(round(x, 4), round(y, 4)))
        before = x + (-beside if at else wide) + LETTER_AIR / 2 - 0.4
        before += (1 - LETTER_HIGH) * (LETTER + 0.4)
        mark = Affine.scaling(LETTER_HIGH).then(Affine.translation(round(before, 4), round(y - LETTER_UP, 4)))
        items += [Group(block.items, place), Group(tuple(letter(owner)), mark)]
        for zone, slot in zip(lying(zones, own), block.slots, strict=True):
            named = next((item.owner for item in zone.items if item), "")
            row = Rect(x + scale * slot.x, y + scale * slot.y, scale * slot.width, scale * slot.height)
            rows |= {named: row} if named else {}
            clear.append(
                Rect.from_edges(
                    min(row.x, x) if not at else row.x, row.y, max(row.right, x + wide * at), row.bottom
                )
            )
    # No arrow lies on a letter.
    head = free.center[1] - scale * max(block.height for block in blocks) / 2
    under = head - LETTER_UP + 2 * LETTER * LETTER_HIGH + ARROWS
    lanes = Rect.from_edges(free.x, under, free.right, free.bottom - ARROWS)
    goods = plunder_items(zones.kit, rows, moves, lanes, low=zones.choices.ink == "low")
    clear.append(Rect(free.center[0] - beside, head, 2 * beside, under - head))
    if goods:
        clear.append(
            Rect.from_edges(
                min(row.right for row in rows.values()),
                head,
                max(row.x for row in rows.values()),
                free.bottom,
            )
        )
    came = _come(zones, rows, moves, free.center[0])
    clear += [line_ink_box(each) for each in came]
    blue = find_ink("blue")
    cuts = wave_cuts(free.grown(-SHORE), clear=[each.grown(OFF) for each in clear])
    return [*(Path(cut, blue, even_odd=False) for cut in cuts), *items, *goods, *came]


def _block(zones: ZonePen, own: Sequence[Zone], wide: float, *, mirrored: bool) -> Band:
    """The things of a seat one below the other."""
    return rows_band(zones, lying(zones, own), LEAST_IN_ROWS, wide, (GAUGES, BETWEEN), mirrored=mirrored)


def _come(zones: ZonePen, rows: Mapping[str, Rect], moves: Sequence[Move], middle: float) -> list[Glyphs]:
    """How much came to rows, each beside the end of its own."""
    style = TextStyle(zones.display, CAME, tracking=0.0)
    items: list[Glyphs] = []
    for move in moves:
        if move.source or move.target not in rows:
            continue
        row = rows[move.target]
        left = row.center[0] < middle
        x = row.right + CAME_AIR if left else row.x - CAME_AIR
        items.append(set_line(move.what, style, x, row.center[1] + 0.36 * CAME, "start" if left else "end"))
    return items
