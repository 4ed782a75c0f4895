"""Paper for pieces that are cut out: where they may lie, and what else stands there."""

from __future__ import annotations

from typing import NamedTuple

from printkit.errors import InputError
from printkit.geometry import Rect, Size
from printkit.scene.model import Item
from printkit.sheets.cutter import cutter_room, cutter_strip, registration_marks
from printkit.sheets.marks import ruler
from printkit.sheets.tiling import foot_strip

__all__ = ["PieceGround", "piece_ground"]


class PieceGround(NamedTuple):
    """A paper with the room for pieces, the ruler's box and the label's area (None: no room), and its marks."""

    paper: Size
    room: Rect
    ruler: Rect | None
    words: Rect | None
    marks: tuple[Item, ...]


def piece_ground(paper: Size, margin: float, duplex: str, *, cutter: bool) -> PieceGround:
    """The paper as scissors or a cutting machine need it; a machine cuts no folded sheet: InputError."""
    if not cutter:
        strip = foot_strip(paper, margin)
        room = Rect.from_edges(margin, margin, paper.width - margin, strip[1].y - 3.0)
        return PieceGround(paper, room, *strip, (ruler(strip[0]),))
    if duplex == "fold":
        raise InputError(
            "a folded sheet cannot be cut by machine", key="--duplex", hint="choose long or short"
        )
    line, words = cutter_strip(paper)
    marks = (registration_marks(paper, 5.0), *((ruler(line),) if line else ()))
    return PieceGround(paper, cutter_room(paper), line, words, marks)
