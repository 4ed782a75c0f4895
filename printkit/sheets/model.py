"""Sheets as plain frozen values: faces, placements and marks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from printkit.geometry import IDENTITY, Affine, Outline, Rect, Size
from printkit.scene.model import Item

__all__ = ["Anchor", "FaceKey", "FaceSide", "Placement", "Sheet", "SheetLink", "Tag"]

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
