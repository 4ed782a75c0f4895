"""Packs things of different sizes row by row and page by page."""

from __future__ import annotations

import math
from collections.abc import Sequence

from printkit.errors import InputError
from printkit.geometry import Rect, Size

__all__ = ["shelved"]


def shelved(sizes: Sequence[Size], room: Rect, gap: float) -> tuple[tuple[int, Rect], ...]:
    """For each thing, in order, its page (from 0) and its place: rows from the top left, each row centred.

    A thing larger than the room is an InputError.
    """
    placed: list[tuple[int, Rect]] = []
    row: list[Size] = []
    page, top = 0, room.y

    def end_row() -> None:
        nonlocal top
        width = math.fsum(size.width for size in row) + gap * (len(row) - 1)
        x = room.x + (room.width - width) / 2
        for size in row:
            placed.append((page, Rect(x, top, *size)))
            x += size.width + gap
        top += max(size.height for size in row) + gap
        row.clear()

    for size in sizes:
        if size.width > room.width + 1e-6 or size.height > room.height + 1e-6:
            raise InputError(f"{size} does not fit in {Size(room.width, room.height)}", key="--paper")
        width = math.fsum(each.width for each in row) + gap * len(row) + size.width
        if row and (width > room.width + 1e-6 or row[-1].height != size.height):
            end_row()
        if top + size.height > room.bottom + 1e-6:
            if row:
                end_row()
            page, top = page + 1, room.y
        row.append(size)
    if row:
        end_row()
    return tuple(placed)
