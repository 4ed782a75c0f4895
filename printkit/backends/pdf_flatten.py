"""Pictures that let the ground show through in part, made opaque for presses whose standard knows no transparency.

What lies below a picture is drawn as the page draws it and taken apart into its four inks, so its letters, clips and
overprints are those of the page. Where nothing of the picture covers it is cut out, and what lies below stays.
"""

from __future__ import annotations

import hashlib
import io
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy
import pikepdf
from PIL import Image

from printkit.backends.pdf_pictures import DPI, in_four_inks, is_shade
from printkit.errors import InputError
from printkit.files import read_plain, read_start
from printkit.geometry import IDENTITY, Affine, Size
from printkit.inspect.plates import open_plates
from printkit.material.bitmaps import read_bitmap
from printkit.scene.model import Group, Item, Picture, Use

__all__ = ["Flattener", "Opaque"]

# A4 with bleed at that resolution. What is larger stays as it is, and is refused where it is drawn.
MOST_PIXELS = 40_000_000
_JPEG = b"\xff\xd8\xff"
_SIDE = 25.4 / DPI
# Print shops ask more of what is cut out sharply: twice the resolution.
_FINER = 2
# So many rows are blended at once: with room for the products a picture fills four times as much.
_ROWS = 256

# The whole drawing up to somewhere in it, from what comes first there.
_Below = Callable[[Sequence[Item]], tuple[Item, ...]]


class Opaque(NamedTuple):
    """A picture with its ground in four inks; finer than it, where it covers (mode L, 255 or 0; None: everywhere)."""

    inks: Image.Image
    covers: Image.Image | None


class Flattener:
    """Makes the drawings of one file opaque.

    `draw` gives a PDF of one page, so large in mm, with these items in four inks. `limits` is the most ink of a
    picture, as `read_picture` has it. `made` holds the pictures of the last drawing that was made opaque, by digest.
    """

    def __init__(
        self, draw: Callable[[Sequence[Item], Size], bytes], limits: tuple[float, float] | None
    ) -> None:
        self._draw = draw
        self._limits = limits
        self._shades: dict[str, bool] = {}
        self.made: dict[str, Opaque] = {}

    def opaque(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """A drawing, all of which lies on paper, with opaque pictures; the very same where it has no others."""
        self.made.clear()
        return self._items(items, tuple, IDENTITY) if self._has_shade(items) else items

    def _has_shade(self, items: Sequence[Item]) -> bool:
        return any(
            self._is_shade(item)
            if isinstance(item, Picture)
            else self._has_shade(item.items if isinstance(item, Group) else item.scene.items)
            for item in items
            if isinstance(item, Picture | Group | Use)
        )

    def _is_shade(self, picture: Picture) -> bool:
        known = self._shades.get(picture.digest)
        if known is None:
            known = self._shades[picture.digest] = _shows_through(picture.file)
        return known

    def _items(self, items: Sequence[Item], below: _Below, place: Affine) -> tuple[Item, ...]:
        done: list[Item] = []
        for item in items:
            done.append(self._item(item, tuple(done), below, place))
        return tuple(done)

    def _item(self, item: Item, done: tuple[Item, ...], below: _Below, place: Affine) -> Item:
        if isinstance(item, Picture):
            return self._picture(item, below(done), place) if self._is_shade(item) else item
        if isinstance(item, Group) and self._has_shade(item.items):
            within = _around(item)
            inner = self._items(
                item.items, lambda first: below((*done, within(first))), item.transform.then(place)
            )
            return within(inner)
        if isinstance(item, Use) and self._has_shade(item.scene.items):
            # Placed elsewhere it has another ground.
            place = item.transform.then(place)
            inner = self._items(
                item.scene.items, lambda first: below((*done, Group(tuple(first), item.transform))), place
            )
            return item._replace(scene=replace(item.scene, items=inner))
        return item

    def _picture(self, picture: Picture, below: tuple[Item, ...], place: Affine) -> Picture:
        """The picture with its ground, which is all that lies below it."""
        box = picture.box
        wide, high = (
            max(1, round(math.hypot(*axis) * length / _SIDE))
            for axis, length in ((place[:2], box.width), (place[2:4], box.height))
        )
        if wide * high > MOST_PIXELS or not place.a * place.d - place.b * place.c:
            return picture
        size = Size(wide * _SIDE, high * _SIDE)
        across, down = size.width / box.width, size.height / box.height
        onto = place.inverse().then(Affine(across, 0.0, 0.0, down, -box.x * across, -box.y * down))
        page = self._draw((Group(below, onto),), size)
        with pikepdf.open(io.BytesIO(page)) as structure, open_plates(structure)[0] as plates:
            ground = plates.page(0, DPI)
        image = read_bitmap(read_plain(picture.file), picture.file).image.convert("RGBA")
        opaque = _blended(_scaled(image, (wide, high)), ground, self._limits)
        look = hashlib.sha256(opaque.inks.tobytes() + (opaque.covers.tobytes() if opaque.covers else b""))
        digest = f"{picture.digest[:8]}{look.hexdigest()}"
        self.made[digest] = opaque
        return picture._replace(digest=digest, pixels=(wide, high))


def _around(group: Group) -> Callable[[Sequence[Item]], Group]:
    """The same group around other items."""
    return lambda items: group._replace(items=tuple(items))


def _shows_through(file: str) -> bool:
    try:
        if read_start(file).startswith(_JPEG):
            return False
        bitmap = read_bitmap(read_plain(file), file)
    except (InputError, OSError):
        # What is wrong with it is said where it is drawn.
        return False
    return bitmap.transparent and is_shade(bitmap.image.getchannel("A"))


def _scaled(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Larger as printers enlarge, pixel by pixel; smaller by the mean of what falls together."""
    smaller = min(image.width, size[0]), min(image.height, size[1])
    return image.resize(smaller, Image.Resampling.BOX).resize(size, Image.Resampling.NEAREST)


def _blended(
    image: Image.Image, ground: numpy.ndarray[tuple[int, ...], numpy.dtype[numpy.uint8]],
    limits: tuple[float, float] | None,
) -> Opaque:  # fmt: skip
    alpha = image.getchannel("A")
    for top in range(0, image.height, _ROWS):
        strip = image.crop((0, top, image.width, min(top + _ROWS, image.height)))
        own, rows = numpy.asarray(in_four_inks(strip, limits)), ground[top : top + _ROWS]
        share = numpy.asarray(strip.getchannel("A")).astype(numpy.uint16)[..., None]
        rows[:] = (own * share + rows * (255 - share) + 127) // 255
    covers = None
    if not alpha.getextrema()[0]:
        finer = alpha.width * _FINER, alpha.height * _FINER
        covers = alpha.point(lambda value: 255 if value else 0).resize(finer, Image.Resampling.NEAREST)
    return Opaque(Image.frombytes("CMYK", image.size, ground.tobytes()), covers)
