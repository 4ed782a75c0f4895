"""What a page paints, as values: kinds, places, sizes and inks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from printkit.backends.inspect_colour import Inks, Space
from printkit.geometry import Affine, Rect

__all__ = ["Drawing", "Effect", "Painted"]

_STEP = re.compile(rb"((?:[-+.\d]{1,40}+\s++){2,6}+)(re|[mlcvy])(?=[\s/\[<(]|$)")


class Painted(NamedTuple):
    """One thing that leaves ink. `kind` is `fill`, `line`, `text`, `picture`, `stencil` or `shading`.

    `size` is a line's width or a text's em in mm, or the least resolution of a picture in pixels per inch.
    `inks` are cyan, magenta, yellow and black where the colour says so itself. `overprints` is whether it leaves
    the inks below where it has none itself. `detail` names a text's font, or a picture's pixels; `bits` are those
    of a picture's channel. `embedded` is whether the font is in the file.
    """

    kind: str
    shape: bytes | Rect
    place: Affine
    space: Space
    inks: Inks | None
    overprints: bool
    size: float = 0.0
    detail: str = ""
    bits: int = 0
    embedded: bool = True

    @property
    def box(self) -> Rect:
        """Roughly where, in mm from the top left of the page as shown."""
        if isinstance(self.shape, Rect):
            return self.place.rect(self.shape)
        if b"re" in self.shape:
            return self._around(list(_corners(self.shape)))
        values = _numbers(self.shape)
        return self._around(list(zip(values[0::2], values[1::2], strict=False)))

    def _around(self, points: list[tuple[float, float]]) -> Rect:
        mapped = [self.place.point(x, y) for x, y in points] or [(self.place.e, self.place.f)]
        xs, ys = [x for x, _ in mapped], [y for _, y in mapped]
        return Rect.from_edges(min(xs), min(ys), max(xs), max(ys))


def _numbers(path: bytes) -> list[float]:
    """The numbers of a path; what only looks like one is left out."""
    return [float(each) for each in re.findall(rb"[-+]?(?:\d+\.?\d*|\.\d+)", path)]


def _corners(path: bytes) -> Iterator[tuple[float, float]]:
    for match in _STEP.finditer(path):
        values = _numbers(match[1])
        if match[2] == b"re" and len(values) >= 4:
            x, y, width, height = values[-4:]
            yield from ((x, y), (x + width, y + height))
        else:
            yield from zip(values[0::2], values[1::2], strict=False)


class Effect(NamedTuple):
    """Something a page asks for beside ink: `kind` is `alpha`, `blend`, `soft mask` or `group`."""

    kind: str
    detail: str


class Drawing(NamedTuple):
    """All that a page paints, what it asks for beside, and what could not be followed.

    A form that was drawn before in the same way is not reported again.
    """

    painted: tuple[Painted, ...]
    effects: tuple[Effect, ...]
    troubles: tuple[str, ...]
