"""A file as it should be: its bytes, and what lies on each of its pages; and faces as they should be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from printkit.geometry import Affine, Rect
from printkit.scene.model import Group, Scene, Use

__all__ = ["Colours", "ExpectedFile", "ExpectedPage", "FaceKind", "Lying", "PaintedFaces", "Placed"]

Colours = Literal["srgb", "cmyk", "grey"]


class Placed(NamedTuple):
    """A face on an expected page: its card and side, its trim, and as far as it is shown; mm on the page."""

    card: str
    side: str
    trim: Rect
    window: Rect


class ExpectedPage(NamedTuple):
    """What lies where on an expected page."""

    side: str
    placed: tuple[Placed, ...]
    ruler: Rect | None = None
    label: Rect | None = None


class Lying(NamedTuple):
    """A face on a page: its index, its place there, how it is drawn, and the map from its mm to the page's."""

    page: int
    placed: Placed
    scene: Scene
    place: Affine


@dataclass(frozen=True, slots=True)
class ExpectedFile:
    """A file as it should be: its bytes, what lies on each of its pages, and what they were painted from.

    `scene` gives each page, from 0, as one drawing in mm; `colours` are those it was painted in. `size` is that of its
    cards, `variables` are the words printed on them.
    """

    name: str
    data: bytes
    pages: tuple[ExpectedPage, ...]
    scene: Callable[[int], Scene]
    colours: Colours
    size: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)

    def lying(self) -> Iterator[Lying]:
        """Every face on the pages, in their order."""
        for index, page in enumerate(self.pages):
            (drawn,) = self.scene(index).items
            assert isinstance(drawn, Group)
            for placed, group in zip(page.placed, drawn.items, strict=False):
                assert isinstance(group, Group)
                (use,) = group.items
                assert isinstance(use, Use)
                yield Lying(index, placed, use.scene, use.transform)


class FaceKind(NamedTuple):
    """What decides how a face looks: its card, its size, and the options it is printed for, written `K=V`."""

    card: str
    size: str
    options: tuple[str, ...] = ()


class PaintedFaces(NamedTuple):
    """Faces as they should be, one a page of the size of its trim, and the pages of each from 0.

    Cards that differ in their picture alone are one face of several pages.
    """

    file: ExpectedFile
    pages: Mapping[FaceKind, tuple[int, ...]]
