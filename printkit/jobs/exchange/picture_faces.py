"""The faces of pictures: as they are where they can be, turned, with the bleed they lack."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import cast

from printkit.backends.bleed import Bleed, fitted_picture, one_page, picture_shape
from printkit.compose.faces.bled_drawing import bled_drawing
from printkit.errors import InputError
from printkit.geometry import Affine, Rect, Size
from printkit.interchange.picture_folder import Drawing
from printkit.jobs.exchange.picture_deck import PictureDeck, SheetsRequest, picture_bytes
from printkit.kit.art import loose_art
from printkit.material.pixels import is_pdf
from printkit.scene.model import Group, Picture, Scene
from printkit.sheets.model import FaceKey, FaceSide

__all__ = ["PictureFaces"]

_LEAST_DPI = 200
# What is no longer than so many times its width has no way up.
_SQUARE = 1.1


class PictureFaces:
    """The faces as they are asked for; equal pictures are stored once."""

    def __init__(self, request: SheetsRequest, deck: PictureDeck, scratch: Path) -> None:
        self.request, self.deck, self.scratch = request, deck, scratch
        self.scenes: dict[tuple[Drawing | None, FaceSide], Scene] = {}
        self.notes: dict[str, list[str]] = {}

    def __call__(self, key: FaceKey) -> Scene:
        card = self.deck.cards[key.card]
        drawing = card.front if key.side == "front" else card.back
        if (drawing, key.side) not in self.scenes:
            self.scenes[drawing, key.side] = self._scene(drawing, key.side)
        return self.scenes[drawing, key.side]

    def read(self, progress: Callable[[int], None]) -> Mapping[str, InputError]:
        """Read every picture; why cards cannot be printed, by id. Where none can, that is one InputError."""
        unread: dict[str, InputError] = {}
        for done, name in enumerate(self.deck.cards, 1):
            try:
                self(FaceKey(name, "front"))
                self(FaceKey(name, "back"))
            except InputError as error:
                unread[name] = error
            progress(done)
        if len(unread) == len(self.deck.cards):
            problems = [problem for error in unread.values() for problem in error.problems]
            raise InputError(problems=list(dict.fromkeys(problems)))
        return unread

    def _scene(self, drawing: Drawing | None, side: FaceSide) -> Scene:
        size, bleed = self.request.size, self.request.bleed
        if drawing is None:
            return Scene("no-back", size.width, size.height, bleed, ())
        data = picture_bytes(drawing.file)
        if not _lies(picture_shape(data, str(drawing.file), drawing.page), size):
            return self._fitted(drawing, data, size)
        self.notes.setdefault("turned to lie as the card does", []).append(drawing.file.name)
        lying = self._fitted(drawing, data, size.turned())
        # A card that is turned over to the side then shows both with their heads up.
        way = Affine.rotation(90.0).then(Affine.translation(size.width, 0.0))
        if side == "back":
            way = Affine.rotation(270.0).then(Affine.translation(0.0, size.height))
        return Scene(f"{lying.id}-{side}", *size, bleed, (Group(lying.items, way),))

    def _fitted(self, drawing: Drawing, data: bytes, size: Size) -> Scene:
        """The face of a card of that size (mm)."""
        name, bleed = f"{drawing.file.name}-{drawing.page}", self.request.bleed
        if scene := self._as_it_is(name, drawing, data, size):
            return scene
        make = cast(Bleed, self.request.make)
        fitted = fitted_picture(data, str(drawing.file), drawing.page, size, bleed, make)
        digest = hashlib.sha256(fitted.data).hexdigest()
        file = self.scratch / f"{digest}{fitted.suffix}"
        file.write_bytes(fitted.data)
        box = Rect(-bleed, -bleed, size.width + 2 * bleed, size.height + 2 * bleed)
        if fitted.note:
            self.notes.setdefault(fitted.note, []).append(drawing.file.name)
        self._judge(fitted.pixels[0] / box.width * 25.4, drawing)
        return Scene(name, size.width, size.height, bleed, (Picture(str(file), digest, box, fitted.pixels),))

    def _as_it_is(self, name: str, drawing: Drawing, data: bytes, size: Size) -> Scene | None:
        """A drawing that stays paths, a page or a JPEG as it is; None for one whose pixels are drawn anew."""
        file = drawing.file
        if is_pdf(data):
            single = one_page(data, str(file), drawing.page, size, self.request.bleed)
            if single is None:
                return None
            file, data = self.scratch / f"{hashlib.sha256(single).hexdigest()}.pdf", single
            file.write_bytes(single)
        art = loose_art(file, data)
        if art is None:
            return None
        if art.lost:
            self.notes.setdefault("printed otherwise than drawn", []).append(
                f"{drawing.file.name} ({art.lost})"
            )
        if art.inexact and not art.is_page:
            self.notes.setdefault("printed as pixels, 600 dpi", []).append(
                f"{drawing.file.name} ({art.inexact})"
            )
            return None
        made = bled_drawing(name, art, size, self.request.bleed, self.request.make)
        if made is None:
            return None
        if made.note:
            self.notes.setdefault(made.note, []).append(drawing.file.name)
        for picture in art.items:
            if isinstance(picture, Picture) and not is_pdf(data):
                self._judge(picture.pixels[0] / (art.view.width * made.scale) * 25.4, drawing)
        return made.scene

    def _judge(self, dpi: float, drawing: Drawing) -> None:
        if dpi < _LEAST_DPI:
            self.notes.setdefault(f"less than {_LEAST_DPI} dpi at this size", []).append(drawing.file.name)

    def warnings(self) -> Iterator[str]:
        """What became of which pictures."""
        for note, found in self.notes.items():
            # A PDF of many pages is one file.
            names = list(dict.fromkeys(found))
            shown = ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
            yield f"{note}: {shown}"


def _lies(shape: float, card: Size) -> bool:
    """Whether a picture of that shape, width through height, lies where the card stands, or stands where it lies."""
    own = card.width / card.height
    one, other = sorted((shape, own))
    return one < 1 / _SQUARE and other > _SQUARE
