"""How full the pages of every part that is read are: both kits, both languages."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from printkit.compose.books.book import BookPage
from printkit.compose.faces.context import Choices
from printkit.geometry import IDENTITY, Affine, Rect
from printkit.jobs.build.bound_book import A5
from printkit.jobs.build.build import BuildRequest
from printkit.jobs.build.part import Job, Scenes
from printkit.jobs.build.variables import print_variables
from printkit.jobs.parts import booklet, leaflet, leaflets, puzzles, walkthrough
from printkit.kit.find import find_kit
from printkit.scene.model import Glyphs, Group, Item, Path, Picture, Use

READ = [
    ("youscout", "booklet", booklet),
    ("youscout", "walkthrough", walkthrough),
    ("youscout", "puzzles", puzzles),
    ("youscout", "leaflet-playing", leaflets),
    ("tottarot", "leaflet", leaflet),
    ("tottarot", "walkthrough", walkthrough),
]
# Text stands between these, in mm from the head of the page; running heads and the numbers of pages do not.
HEAD, FOOT = 16.0, 195.0
TWO_THIRDS = 2 / 3


def feet(items: Iterable[Item], place: Affine = IDENTITY) -> Iterable[float]:
    """How far down the items reach, texts with their baseline and pictures that are clipped with what is shown."""
    for item in items:
        if isinstance(item, Group):
            inner = item.transform.then(place)
            if item.clip is not None:
                yield inner.rect(item.clip).bottom
            else:
                yield from feet(item.items, inner)
        elif isinstance(item, Use):
            yield item.transform.then(place).rect(Rect(0.0, 0.0, item.scene.width, item.scene.height)).bottom
        elif isinstance(item, Path):
            yield place.rect(item.outline.box()).bottom
        elif isinstance(item, Picture):
            yield place.rect(item.box).bottom
        elif isinstance(item, Glyphs):
            yield place.point(item.glyphs[0].x, item.glyphs[0].y)[1]


def fullness(page: BookPage) -> float:
    """How much of the page's height its text and pictures take, lines to write on among them."""
    items = (*(item for part in page.parts for item in part.items), *page.furniture)
    lowest = max((foot for foot in feet(items) if foot < FOOT), default=HEAD)
    return (lowest - HEAD) / (FOOT - HEAD)


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize(
    ("name", "part", "module"), READ, ids=lambda value: value if isinstance(value, str) else ""
)
def test_no_page_is_less_than_two_thirds_full_but_the_last_of_the_text(name, part, module, language) -> None:
    """And nobody binds blank pages: where a book fills its sheets, pages to write on stand at its end."""
    kit = find_kit(name)
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    job = Job(kit, BuildRequest(kits=(name,), only=(part,)), choices, Scenes(kit, choices))
    pages = module.bound_book(job, language, A5).book.pages
    full = {page.number: round(fullness(page), 3) for page in pages}
    assert {
        number: share for number, share in full.items() if share < TWO_THIRDS and number < len(pages)
    } == {}
    if part == "booklet":
        assert len(pages) == 32
