"""What a page paints, as values: kinds, places, sizes and inks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from printkit.geometry import Affine, Rect
from printkit.inspect.colour import Inks, Space

__all__ = ["ONE_TONE", "Drawing", "Effect", "Painted", "common", "is_seen"]

# A picture of a single tone has no detail to be coarse in.
ONE_TONE = "1 × 1 pixels"

_STEP = re.compile(rb"((?:[-+.\d]{1,40}+\s++){2,6}+)(re|[mlcvy])(?=[\s/\[<(]|$)")
# Takes the operators out of a path.
_BLANK = bytes.maketrans(b"mlcvyhre", b" " * 8)


class Painted(NamedTuple):
    """One thing that leaves ink: `fill`, `line`, `text`, `outline` (of letters), `picture`, `stencil` or `shading`.

    `size` is a line's width or a text's em in mm, or the least resolution of a picture in pixels per inch.
    `inks` are cyan, magenta, yellow and black where the colour says so itself. `overprints` is whether it leaves
    the inks below where it has none itself. `detail` names a text's font, or a picture's pixels; `bits` are those
    of a picture's channel. `embedded` is whether the font is in the file. `clip` is what may be painted on, in mm.
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
    clip: Rect | None = None

    @property
    def seen(self) -> Rect:
        """As much of its box as the clip lets through."""
        return self.box if self.clip is None else common(self.box, self.clip)

    @property
    def box(self) -> Rect:
        """Roughly where, in mm from the top left of the page as shown, whatever the clip."""
        if isinstance(self.shape, Rect):
            return self.place.rect(self.shape)
        a, b, c, d, *_ = self.place
        if (a and b) or (c and d):
            points = [self.place.point(x, y) for x, y in zip(*_places(self.shape), strict=False)]
            if points:
                edges = [choose(row) for choose in (min, max) for row in zip(*points, strict=True)]
                return Rect.from_edges(*edges)
        return self.place.rect(_extent(self.shape))


# The same signs stand on every page.
@lru_cache(maxsize=4096)
def _extent(path: bytes) -> Rect:
    """The box of a path, as it counts its points itself."""
    xs, ys = _places(path)
    return Rect.from_edges(min(xs), min(ys), max(xs), max(ys)) if xs else Rect(0.0, 0.0, 0.0, 0.0)


@lru_cache(maxsize=512)
def _places(path: bytes) -> tuple[Sequence[float], Sequence[float]]:
    """All points of a path across and down, as it counts them itself."""
    if b"re" in path:
        corners = list(_corners(path))
        return [x for x, _ in corners], [y for _, y in corners]
    values = _numbers(path)
    return values[: len(values) // 2 * 2 : 2], values[1::2]


def _numbers(path: bytes) -> list[float]:
    """The numbers of a path; what only looks like one is left out."""
    try:
        return [float(each) for each in path.translate(_BLANK).split()]
    except ValueError:
        return [float(each) for each in re.findall(rb"[-+]?(?:\d+\.?\d*|\.\d+)", path)]


def _corners(path: bytes) -> Iterator[tuple[float, float]]:
    for match in _STEP.finditer(path):
        values = _numbers(match[1])
        if match[2] == b"re" and len(values) >= 4:
            x, y, width, height = values[-4:]
            yield from ((x, y), (x + width, y + height))
        else:
            yield from zip(values[0::2], values[1::2], strict=False)


def common(one: Rect, other: Rect) -> Rect:
    """What two rectangles share; what lies apart shares a point of the first."""
    left, top = max(one.x, min(other.x, one.right)), max(one.y, min(other.y, one.bottom))
    right, bottom = min(one.right, other.right), min(one.bottom, other.bottom)
    return Rect(left, top, max(right - left, 0.0), max(bottom - top, 0.0))


def is_seen(painted: Painted, clip: Rect | None) -> bool:
    """Whether any of it lies within the clip; a shading fills whatever it is given."""
    if clip is None:
        return True
    if min(clip.width, clip.height) <= 0:
        return False
    # A line is wider than its path; what has no width of its own lies on a point or a line.
    box = painted.box.grown(painted.size / 2 if painted.kind == "line" else 0.0)
    apart = box.x > clip.right or clip.x > box.right or box.y > clip.bottom or clip.y > box.bottom
    return painted.kind == "shading" or not apart


class Effect(NamedTuple):
    """Something a page asks for beside ink: `kind` is `alpha`, `blend`, `soft mask` or `group`."""

    kind: str
    detail: str


class Drawing(NamedTuple):
    """All that a page paints, what it asks for beside, and what could not be followed.

    `hidden` is what nobody sees: outside the page or the clip, or in a layer that is not printed. A form that was drawn
    before in the same way is not reported again.
    """

    painted: tuple[Painted, ...]
    effects: tuple[Effect, ...]
    troubles: tuple[str, ...]
    hidden: tuple[Painted, ...] = ()
