"""Packs things of different sizes row by row and page by page."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby

from printkit.errors import InputError
from printkit.geometry import Rect, Size

__all__ = ["shelved"]


def shelved(
    sizes: Sequence[Size], room: Rect, gap: float, spread: float = 0.0
) -> tuple[tuple[int, Rect], ...]:
    """For each thing, in order, its page (from 0) and its place: rows from the top left, each row centred.

    Things of one size stand in rows of about as many, so that no row ends with a few. Without a gap they share their
    cuts: what is over begins where the first row does. Rows that leave room beside them are `spread` by so much between
    two things at most. A thing larger than the room is an InputError.
    """
    placed: list[tuple[int, Rect]] = []
    row: list[Size] = []
    page, top, longest = 0, room.y, 0.0

    def end_row() -> None:
        nonlocal top, longest
        width = math.fsum(size.width for size in row) + gap * (len(row) - 1)
        longest = max(longest, width)
        more = min(spread, max(room.width - width, 0.0) / (len(row) + 1))
        x = room.x + (room.width - (width if gap else longest) - more * (len(row) - 1)) / 2
        for size in row:
            placed.append((page, Rect(x, top, *size)))
            x += size.width + gap + more
        top += max(size.height for size in row) + gap
        row.clear()

    for size, most in zip(sizes, _in_a_row(sizes, room.width, gap), strict=True):
        if size.width > room.width + 1e-6 or size.height > room.height + 1e-6:
            raise InputError(f"{size} does not fit in {Size(room.width, room.height)}", key="--paper")
        width = math.fsum(each.width for each in row) + gap * len(row) + size.width
        full = len(row) == most or width > room.width + 1e-6
        if row and (full or row[-1].height != size.height):
            end_row()
        if top + size.height > room.bottom + 1e-6:
            if row:
                end_row()
            page, top = page + 1, room.y
        row.append(size)
    if row:
        end_row()
    return tuple(placed)


def _in_a_row(sizes: Sequence[Size], width: float, gap: float) -> Iterator[int]:
    """For each thing, how many stand in its row at most; those of one height but several widths fill their rows."""
    for _, group in groupby(sizes, key=lambda size: size.height):
        run = list(group)
        able = max(1, int((width + gap + 1e-6) / (run[0].width + gap)))
        rows = -(-len(run) // able)
        even = -(-len(run) // rows) if len({*run}) == 1 else len(run)
        yield from (even for _ in run)
