"""Sheets as plain frozen values: faces, placements and marks; and paper sizes by name or as `WxHmm`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

from printkit.errors import InputError, nearest_hint
from printkit.geometry import IDENTITY, Affine, Outline, Rect, Size, parse_length
from printkit.scene.model import Item

__all__ = [
    "CARDS",
    "PAPERS",
    "Anchor",
    "FaceKey",
    "FaceSide",
    "Placement",
    "Sheet",
    "SheetLink",
    "Tag",
    "find_card_size",
    "find_paper",
]


# ── sheets as plain frozen values: faces, placements and marks ───────────────────────────────────────────────────────

FaceSide = Literal["front", "back"]


class FaceKey(NamedTuple):
    """One side of one card."""

    card: str
    side: FaceSide


@dataclass(frozen=True, slots=True)
class Placement:
    """One face on the paper: `transform` maps its mm to the paper's, `rotation` is 0, 90, 180 or 270 degrees.

    `trim` is the finished card and `window` the part of the face that is shown (trim and as much bleed as the
    neighbours leave), both upright boxes in mm from the paper's top-left corner. Where neighbours lie in each other's
    windows only what is inside the outline `shape` is shown.
    """

    face: FaceKey
    transform: Affine
    trim: Rect
    window: Rect
    rotation: int = 0
    shape: Outline | None = None


class Tag(NamedTuple):
    """What the next `marks` of a sheet are to somebody who has the page read to him.

    `path` leads to an element of the document's tree from the top: each step a role of PDF (`P`, `H1`) and a
    number, the same for the same element on every page. Without a path they are decoration. `words` say what a
    picture shows; `language` is that of the words where it is another than the file's.
    """

    path: tuple[tuple[str, int], ...]
    marks: int
    words: str = ""
    language: str = ""


class SheetLink(NamedTuple):
    """A link: its box in mm of the paper, where it leads (`#anchor` or an address), the tag it is in, and its words."""

    box: Rect
    target: str
    path: tuple[tuple[str, int], ...] = ()
    words: str = ""


class Anchor(NamedTuple):
    """A place links and bookmarks lead to: its name, unique in the file, and its y in mm of the paper."""

    name: str
    y: float


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of one physical sheet, which is one page; `number` counts sheets of paper from 1.

    `marks` are drawn after the faces, in mm of the paper. `ruler` is where the 100 mm ruler was drawn and
    `furniture` the area left for labels beside it; both lie outside every window and mark, and both may stand
    upright along a side of the paper (then their text is turned). `trim_box` and `bleed_box` are set where a page is
    one card; `press_boxes` are trim and bleed of other pages, stated for a press. `cuts` is what a machine cuts and
    creases: items on the layers cut and fold in mm of the paper, which are drawn only where they stand among the
    marks as well. `tags` say what the marks are, from the first on; marks after them, and all marks of a sheet
    without tags, are decoration. `correction` takes out what the printer does wrong: everything on the page is drawn
    through it, so every place above is where it shall land.
    """

    number: int
    side: FaceSide
    paper: Size
    placements: tuple[Placement, ...] = ()
    marks: tuple[Item, ...] = ()
    ruler: Rect | None = None
    furniture: Rect | None = None
    trim_box: Rect | None = None
    bleed_box: Rect | None = None
    press_boxes: tuple[Rect, Rect] | None = None
    cuts: tuple[Item, ...] = ()
    tags: tuple[Tag, ...] = ()
    links: tuple[SheetLink, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    correction: Affine = IDENTITY


# ── paper sizes by name or as `WxHmm` ────────────────────────────────────────────────────────────────────────────────

# Upright. The B sizes are the Japanese ones (JIS P 0138), which are larger than ISO's.
PAPERS: dict[str, Size] = {
    "a2": Size(420.0, 594.0),
    "a3": Size(297.0, 420.0),
    "a3-plus": Size(329.0, 483.0),
    "a4": Size(210.0, 297.0),
    "a5": Size(148.0, 210.0),
    "a6": Size(105.0, 148.0),
    "b3": Size(364.0, 515.0),
    "b4": Size(257.0, 364.0),
    "b5": Size(182.0, 257.0),
    "b6": Size(128.0, 182.0),
    "postcard": Size(100.0, 148.0),
    "sra3": Size(320.0, 450.0),
    "sra4": Size(225.0, 320.0),
    "letter": Size(215.9, 279.4),
    "legal": Size(215.9, 355.6),
    "tabloid": Size(279.4, 431.8),
    "executive": Size(184.15, 266.7),
}

CARDS: dict[str, Size] = {
    "standard": Size(63.0, 88.0),
    "poker": Size(63.5, 88.9),
    "bridge": Size(57.15, 88.9),
    "tarot": Size(70.0, 120.0),
    "tgc-tarot": Size(69.85, 120.65),
    "mini": Size(44.0, 68.0),
    "square": Size(70.0, 70.0),
    "business": Size(85.0, 55.0),
    "business-jp": Size(91.0, 55.0),
}

_CUSTOM = re.compile(r"([0-9.]+)\s*[x×]\s*([0-9.]+)\s*(mm|cm|in)?\Z", re.IGNORECASE)
_SMALLEST, _LARGEST = 20.0, 2000.0


def find_paper(name: str) -> Size:
    """The paper of that name or of a size written `210x297mm` (mm if no unit stands); else an InputError."""
    key = name.strip().lower()
    paper = PAPERS.get(key)
    if paper is not None:
        return paper
    match = _CUSTOM.match(key)
    if match is None:
        raise InputError(f"unknown paper {name!r}", hint=f"{nearest_hint(key, PAPERS)} or write 210x297mm")
    unit = match[3] or "mm"
    size = Size(parse_length(match[1] + unit), parse_length(match[2] + unit))
    if not all(_SMALLEST <= edge <= _LARGEST for edge in size):
        raise InputError(f"no paper is {size}", hint=f"each edge is {_SMALLEST:g} to {_LARGEST:g} mm")
    return size


def find_card_size(name: str) -> Size:
    """The card of that name or of a size written `63x88mm` (mm if no unit stands); else an InputError."""
    key = name.strip().lower()
    if key in CARDS:
        return CARDS[key]
    if _CUSTOM.match(key) is None:
        hint = f"{nearest_hint(key, CARDS)} or write 63x88mm"
        raise InputError(f"unknown card size {name!r}", key="--card", hint=hint)
    return find_paper(key)
