"""A drawing fitted to a card whose picture it is, with the bleed it lacks: placed and mirrored, never drawn anew."""

from __future__ import annotations

from typing import NamedTuple

from printkit.geometry import Affine, Rect, Size
from printkit.scene.art import Art
from printkit.scene.model import Group, Scene, Use

__all__ = ["CUT", "BledDrawing", "bled_drawing"]

CUT = "cut to the shape of the card"
# A drawing is taken to have bleed, or none, if its shape is that of the card so nearly.
_NEAR = 0.02
# Mirrors stand so many mm inside the edge: two edges that only touch would let paper through.
_UNDER = 0.1


class BledDrawing(NamedTuple):
    """The face, what became of the drawing in words, and how many times as large as its view it is."""

    scene: Scene
    note: str
    scale: float


def bled_drawing(
    name: str, art: Art, card: Size, bleed: float, make: str, room: Rect | None = None
) -> BledDrawing | None:
    """The face of a card of that size (mm) with a drawing or picture; None where its pixels must be drawn anew.

    A drawing of the shape of card and bleed is taken as it is; one of the card's shape gets its bleed as `make` says
    (`mirror`, `white`, `scale`; `extend` needs pixels); any other is cut to the card's shape, the middle stays. Where
    there is `room` for it on the card, it lies there whole, on white.
    """
    view, trim = art.view, Rect(0.0, 0.0, *card)
    reach = trim.grown(bleed)
    apart = {box: abs(view.width / view.height * box.height / box.width - 1) for box in (trim, reach)}
    note = "" if min(apart.values()) <= _NEAR else CUT
    if bleed and not note and apart[reach] < apart[trim]:
        place = _onto(view, reach)
        items: tuple[Group | Use, ...] = (Group((Group(art.items, place),), clip=reach),)
    elif note and room is not None:
        note, own = "", _inside(view.width / view.height, room)
        place = _onto(view, own)
        items = (Group((Group(art.items, place),), clip=own),)
    else:
        cut = view if not note else _middle(view, card)
        whole = reach if make == "scale" else trim
        place = _onto(cut, whole)
        core = (Group((Group(art.items, place),), clip=whole),)
        if bleed and make == "extend":
            return None
        if bleed and make == "mirror":
            face = Scene(f"{name}-trim", *card, 0.0, core)
            items = tuple(Use(face, place) for place in _mirrors(card))
        else:
            items = core
    return BledDrawing(Scene(name, *card, bleed, items), note, place.a)


def _inside(shape: float, box: Rect) -> Rect:
    """The largest place of a shape, width through height, in the middle of a box."""
    width, height = min(box.width, box.height * shape), min(box.height, box.width / shape)
    return Rect(box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height)


def _onto(view: Rect, box: Rect) -> Affine:
    across, down = box.width / view.width, box.height / view.height
    return Affine(across, 0.0, 0.0, down, box.x - view.x * across, box.y - view.y * down)


def _middle(view: Rect, card: Size) -> Rect:
    """The middle of the view in the shape of the card."""
    width = min(view.width, view.height * card.width / card.height)
    height = min(view.height, view.width * card.height / card.width)
    return Rect(view.x + (view.width - width) / 2, view.y + (view.height - height) / 2, width, height)


def _mirrors(card: Size) -> tuple[Affine, ...]:
    """Where the card stands, and where it is seen in mirrors at its edges; itself last, over all others."""
    ways = [((1.0, 0.0), (-1.0, 2 * _UNDER), (-1.0, 2 * (edge - _UNDER))) for edge in card]
    places = [Affine(a, 0.0, 0.0, d, e, f) for a, e in ways[0] for d, f in ways[1]]
    return (*places[1:], places[0])
