"""Distributes blocks that cannot be split over pages and lets pictures grow to fill them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from printkit.compose.flow import Linked
from printkit.errors import InputError
from printkit.scene.model import Item as Drawn

__all__ = ["Bookmark", "Grow", "Node", "Part", "Picture", "Slab", "elastic", "pages_of"]

Node: TypeAlias = tuple[tuple[str, int], ...]

# Less than this is no difference in height.
_EQUAL = 1e-6
# What is kept together may need more pages than its height alone.
SPARE_PAGES = 6
# The last page of a text is nearly empty when it is less full than this.
NEARLY_EMPTY = 0.45
# By how much the cards of an elastic drawing shrink until it is as low as it should be.
_FINER = 0.02


class Grow(NamedTuple):
    """How a drawing fills a page: the greatest height it can have, and the drawing no higher than requested."""

    most: float
    draw: Callable[[float], Picture]


class Picture(NamedTuple):
    """A drawing from (0, 0) to its width and height in mm, what it shows in words, and how it grows if it can."""

    width: float
    height: float
    items: tuple[Drawn, ...]
    words: str = ""
    grow: Grow | None = None


class Part(NamedTuple):
    """Something read as one: its place in the document's tree (role and number, from the top), its items, its words."""

    path: Node
    items: tuple[Drawn, ...]
    words: str = ""


class Bookmark(NamedTuple):
    """A heading in the outline: its level, words and anchor."""

    level: int
    words: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Slab:
    """What no page may part: parts from (0, 0) downwards; `space` stands above it unless it begins a page.

    `keep` binds it to the next one. `taller` gives the same no higher than requested, up to `most`.
    """

    height: float
    parts: tuple[Part, ...]
    space: float = 0.0
    keep: bool = False
    new_page: bool = False
    links: tuple[Linked, ...] = ()
    anchor: str = ""
    bookmark: Bookmark | None = None
    most: float = 0.0
    taller: Callable[[float], Slab] | None = None


def elastic(draw: Callable[[float], Picture], least: float, most: float) -> Picture:
    """The picture that `draw` makes of cards `least` wide, which grows until they are `most` wide (mm)."""
    low, high = draw(least), draw(most)
    if high.height <= low.height + _EQUAL:
        return low

    def no_higher(height: float) -> Picture:
        share = (height - low.height) / (high.height - low.height)
        card = least + (most - least) * min(max(share, 0.0), 1.0)
        picture = draw(card)
        while picture.height > height + _EQUAL and card > least:
            card = max(card - _FINER, least)
            picture = draw(card)
        return picture

    return low._replace(grow=Grow(high.height, no_higher))


def pages_of(
    slabs: Sequence[Slab], room: float, starts: float, whole: int = 1, before: int = 0
) -> Iterator[list[Slab]]:
    """The slabs page by page; what is kept with the next one goes with it. Pictures that can grow fill the pages.

    `room` is the height of a page; a slab with `new_page` begins one unless less than the part `starts` of it is
    full. With the pages there are `before`, they are a multiple of `whole` if pictures can be spread over more pages
    than they need. Raises `InputError` for a slab higher than a page.
    """
    sections = list(_sections(slabs))
    laid = [
        _balanced(own, room) if grows else _evened(list(_filled(own, room, starts)), room)
        for own, grows in sections
    ]
    for _ in range(-(before + sum(map(len, laid))) % whole):
        wider = [
            (_white(pages, room) - _white(laid[at], room), at, pages)
            for at, (own, grows) in enumerate(sections)
            if grows and (pages := _balanced(own, room, len(laid[at]) + 1))
        ]
        if not wider:
            break
        _, at, pages = min(wider, key=lambda each: each[:2])
        laid[at] = pages
    for (_, grows), pages in zip(sections, laid, strict=True):
        yield from (_grown(page, room) for page in pages) if grows else pages


def _sections(slabs: Sequence[Slab]) -> Iterator[tuple[Sequence[Slab], bool]]:
    """What is laid out by itself, and whether it can grow: a chapter with such pictures, or the text between two."""
    start = 0
    while start < len(slabs):
        end = _chapter_end(slabs, start)
        grows = any(slab.taller for slab in slabs[start:end])
        # Text flows over the chapters that follow it as far as they have nothing to grow.
        while not grows and end < len(slabs):
            after = _chapter_end(slabs, end)
            if any(slab.taller for slab in slabs[end:after]):
                break
            end = after
        yield slabs[start:end], grows
        start = end


def _chapter_end(slabs: Sequence[Slab], start: int) -> int:
    """Where the chapter that begins at `start` ends."""
    end = start + 1
    while end < len(slabs) and not slabs[end].new_page:
        end += 1
    return end


def _filled(slabs: Sequence[Slab], room: float, starts: float) -> Iterator[list[Slab]]:
    """Each page as full as it can be."""
    start = 0
    while start < len(slabs):
        if not slabs[start].parts:
            # Room below a picture is none at the head of a page.
            start += 1
            continue
        height, end, full = 0.0, start, False
        while end < len(slabs):
            slab = slabs[end]
            grown = height + (slab.space if end > start else 0.0) + slab.height
            full = grown > room + _EQUAL
            if full or (slab.new_page and height > room * starts):
                break
            height, end = grown, end + 1
        if end == start:
            raise _too_high(slabs[start], room)
        cut = end
        while full and cut < len(slabs) and cut > start + 1 and slabs[cut - 1].keep:
            cut -= 1
        end = cut if cut > start + 1 or not slabs[start].keep else end
        yield list(slabs[start:end])
        start = end


def _evened(pages: Sequence[list[Slab]], room: float) -> list[list[Slab]]:
    """The same pages, but where a text of several would leave its last one nearly empty, all are as full."""
    evened: list[list[Slab]] = []
    start = 0
    while start < len(pages):
        end = start + 1
        while end < len(pages) and not pages[end][0].new_page:
            end += 1
        own = list(pages[start:end])
        text = [slab for page in own for slab in page]
        one = not any(slab.new_page for slab in text[1:])
        if one and len(own) > 1 and _heights(own[-1])[0] < room * NEARLY_EMPTY:
            own = _balanced(text, room, len(own)) or own
        evened += own
        start = end
    return evened


def _balanced(slabs: Sequence[Slab], room: float, pages: int = 0) -> list[list[Slab]]:
    """This many pages (0: as few as possible), laid out to leave the least white, in squares; none if they cannot."""
    most = pages or math.ceil(sum(slab.space + slab.height for slab in slabs) / room) + SPARE_PAGES
    # For each slab, by the number of pages up to it: the white left, and where the last of them begins.
    best: list[dict[int, tuple[float, int]]] = [{0: (0.0, 0)}]
    for end in range(1, len(slabs) + 1):
        own: dict[int, tuple[float, int]] = {}
        for start in range(end - 1, -1, -1):
            low, high = _heights(slabs[start:end])
            if low > room + _EQUAL:
                break
            # Only at the chapter's end may something be kept with nothing.
            if end < len(slabs) and slabs[end - 1].keep:
                continue
            for count, (white, _) in best[start].items():
                way = white + max(room - high, 0.0) ** 2, start
                if count < most and way < own.get(count + 1, (math.inf, 0)):
                    own[count + 1] = way
        if not own and _heights(slabs[end - 1 : end])[0] > room + _EQUAL:
            raise _too_high(slabs[end - 1], room)
        best.append(own)
    left = pages or min(best[-1], default=0)
    if left not in best[-1]:
        if pages:
            return []
        raise InputError(f"what is kept together does not fit a page of {room:.0f} mm")
    laid: list[list[Slab]] = []
    end = len(slabs)
    while end:
        start = best[end][left][1]
        laid.append(_without_room_above(slabs[start:end]))
        end, left = start, left - 1
    return [page for page in reversed(laid) if page]


def _white(pages: Sequence[Sequence[Slab]], room: float) -> float:
    """What these pages leave white when all has grown, in squares."""
    return sum(max(room - _heights(page)[1], 0.0) ** 2 for page in pages)


def _without_room_above(slabs: Sequence[Slab]) -> list[Slab]:
    at = next((at for at, slab in enumerate(slabs) if slab.parts), len(slabs))
    return list(slabs[at:])


def _heights(slabs: Sequence[Slab]) -> tuple[float, float]:
    """How high these slabs are on one page at least, and how high they can grow."""
    shown = _without_room_above(slabs)
    low = sum(slab.height + (slab.space if at else 0.0) for at, slab in enumerate(shown))
    return low, low + sum(map(_more, shown))


def _more(slab: Slab) -> float:
    return slab.most - slab.height if slab.taller else 0.0


def _grown(slabs: Sequence[Slab], room: float) -> list[Slab]:
    """The same slabs with what is left of the page shared out among those that can grow."""
    page = list(slabs)
    left = room - _heights(page)[0]
    # Who needs the least is served first, so that what he leaves goes to the others.
    able = sorted((at for at, slab in enumerate(page) if slab.taller), key=lambda at: _more(page[at]))
    for number, at in enumerate(able):
        slab = page[at]
        if slab.taller:
            page[at] = slab.taller(slab.height + min(left / (len(able) - number), _more(slab)))
            left -= page[at].height - slab.height
    return page


def _too_high(slab: Slab, room: float) -> InputError:
    return InputError(f"a picture {slab.height:.0f} mm high does not fit a page of {room:.0f} mm")
