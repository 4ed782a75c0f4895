"""Distributes blocks that cannot be split over pages and lets pictures grow to fill them."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from printkit.compose.text.flow import Linked
from printkit.errors import InputError
from printkit.geometry import Affine, Rect
from printkit.scene.model import Group
from printkit.scene.model import Item as Drawn

__all__ = [
    "FULL_ENOUGH",
    "Bookmark",
    "Grow",
    "Node",
    "PageBlock",
    "Part",
    "Picture",
    "Told",
    "elastic",
    "grown",
    "loosened",
    "pages_of",
    "smaller",
]

Node: TypeAlias = tuple[tuple[str, int], ...]

# Less than this is no difference in height.
_EQUAL = 1e-6
# What is kept together, and what is large, may need more pages than its height alone.
SPARE_PAGES = 6
# The last page of a text is nearly empty when it is less full than this.
NEARLY_EMPTY = 0.45
# A page is too empty when it is less full than this and others follow: a chapter begins on it, or it is laid otherwise.
FULL_ENOUGH = 0.66
# Up to so much lies between the points of a list, mm.
CLOSE = 1.0
# How much farther what follows moves than it lies, and so many mm in any case.
AS_FAR, NEAR = 3.0, 9.0
# A picture is drawn no smaller than this to fit its page.
SMALLEST = 0.5
# How near the cards of an elastic drawing come to the widest that is as low as it should be.
_FINER = 0.02


class Grow(NamedTuple):
    """How a drawing fills a page: the greatest height it can have, and the drawing no higher than requested."""

    most: float
    draw: Callable[[float], Picture]


class Picture(NamedTuple):
    """A drawing from (0, 0) to its width and height in mm, what it shows in words, and how it grows if it can.

    Where text stands in it, `told` says piece by piece what is read as what; together they have all of its items. Below
    one that `closes` a chapter no other begins. `titled` draws it with words in its head that else stand below it, None
    where they are too many. So much is free `above` one that follows another on its page, mm.
    """

    width: float
    height: float
    items: tuple[Drawn, ...]
    words: str = ""
    grow: Grow | None = None
    told: tuple[Told, ...] = ()
    closes: bool = False
    titled: Callable[[str], Picture | None] | None = None
    above: float = 0.0

    @property
    def pieces(self) -> tuple[Told, ...]:
        """What its pieces are to a reader; without any told, all of it is one picture."""
        return self.told or (Told("Figure", self.items, self.words),)


class Told(NamedTuple):
    """A piece of a drawing as it is read: its role (empty for what is not), its items, and words instead of them."""

    role: str
    items: tuple[Drawn, ...]
    words: str = ""

    def moved(self, place: Affine) -> Told:
        """The piece elsewhere in a drawing."""
        return self._replace(items=(Group(self.items, place),))


class Part(NamedTuple):
    """Something read as one: its place in the document's tree (role and number, from the top), its items, its words.

    `language` is that of what is read, where it may be another than the book's.
    """

    path: Node
    items: tuple[Drawn, ...]
    words: str = ""
    language: str = ""


class Bookmark(NamedTuple):
    """A heading in the outline: its level, words and anchor."""

    level: int
    words: str
    anchor: str


@dataclass(frozen=True, slots=True)
class PageBlock:
    """What no page may part: parts from (0, 0) downwards; `space` stands above it unless it begins a page.

    `keep` binds it to the next one. `taller` gives the same no higher than requested, up to `most`. `band` draws what
    lies behind it from edge to edge of the page, in the page's mm; at the head of a page up to its upper edge. One that
    `closes` a chapter lets none begin below it. Above one that is `apart` more may be free though it has no space.
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
    taller: Callable[[float], PageBlock] | None = None
    closes: bool = False
    apart: bool = False
    band: Callable[[Rect], tuple[Drawn, ...]] | None = None


def elastic(draw: Callable[[float], Picture], least: float, most: float) -> Picture:
    """The picture that `draw` makes of cards `least` wide, which grows until they are `most` wide (mm)."""
    low, high = draw(least), draw(most)
    if high.height <= low.height + _EQUAL:
        return high

    def no_higher(height: float) -> Picture:
        share = (height - low.height) / (high.height - low.height)
        narrow, wide = least, least + (most - least) * min(max(share, 0.0), 1.0)
        picture = draw(wide)
        if picture.height <= height + _EQUAL:
            return picture
        # Words below it break otherwise at every width, so its height says only roughly how wide it can be.
        picture = low
        while wide - narrow > _FINER:
            card = (narrow + wide) / 2
            drawn = draw(card)
            if drawn.height <= height + _EQUAL:
                narrow, picture = card, drawn
            else:
                wide = card
        return picture

    return low._replace(grow=Grow(high.height, no_higher))


def pages_of(
    page_blocks: Sequence[PageBlock],
    room: float,
    starts: float,
    whole: int = 1,
    before: int = 0,
    *,
    even: bool = True,
) -> Iterator[list[PageBlock]]:
    """The page blocks page by page; what is kept with the next one goes with it. No picture has `grown` yet.

    `room` is the height of a page; a page block with `new_page` begins one unless less than the part `starts` of it is
    full. With the pages there are `before`, they are a multiple of `whole` if pictures can be spread over more pages
    than they need. If not `even`, each page is as full as it can be, and what is white is at a chapter's end. Raises
    `InputError` for a page block higher than a page.
    """
    if not even:
        yield from _packed(page_blocks, room, starts)
        return
    laid = list(_laid(page_blocks, room, starts))
    pages = [page for own in laid for page in own]
    if _too_empty(pages, room):
        # Chapter by chapter there is no better way; over all of them there may be.
        best = _ways(page_blocks, room, len(pages) + 1, starts)
        ways = best[-1]
        whole_book = _by(best, page_blocks, min(ways, key=lambda count: ways[count][0])) if ways else pages
        if _too_empty(whole_book, room) < _too_empty(pages, room):
            laid = [whole_book]
    for _ in range(-(before + sum(map(len, laid))) % whole):
        wider = [
            (_white(pages, room) - _white(laid[at], room), at, pages)
            for at, own in enumerate(laid)
            if _grows(joined := [page_block for page in own for page_block in page])
            and (pages := _balanced(joined, room, len(own) + 1))
        ]
        if not wider:
            break
        _, at, pages = min(wider, key=lambda each: each[:2])
        laid[at] = pages
    for pages in laid:
        yield from pages


def smaller(page_blocks: Sequence[PageBlock], room: float, width: float) -> list[PageBlock]:
    """The same page blocks; of those kept together that are higher than a page the highest is smaller, in the middle.

    That is for games with more players, or more on their table, than a page was made for.
    """
    made, start = list(page_blocks), 0
    while start < len(made):
        end = next((at for at in range(start, len(made)) if not made[at].keep), len(made) - 1)
        over = _heights(made[start : end + 1])[0] - room
        if over > _EQUAL:
            at = max(range(start, end + 1), key=lambda at: made[at].height)
            scale = 1.0 - over / made[at].height
            made[at] = _scaled(made[at], scale, width) if scale >= SMALLEST else made[at]
        start = end + 1
    return made


def _scaled(page_block: PageBlock, scale: float, width: float) -> PageBlock:
    place = Affine(scale, 0.0, 0.0, scale, round((1.0 - scale) * width / 2, 4), 0.0)
    return replace(
        page_block,
        height=scale * page_block.height,
        parts=tuple(
            part._replace(items=(Group(part.items, place),)) if part.items else part
            for part in page_block.parts
        ),
        links=tuple(link._replace(box=place.rect(link.box)) for link in page_block.links),
        taller=None,
    )


def loosened(page: Sequence[PageBlock], room: float, most: float) -> list[PageBlock]:
    """The page with what it leaves white shared out between its paragraphs and pictures, at most so much each (mm).

    Beyond NEAR none moves farther than AS_FAR times the space it has. Points of a list stay as close as they are, and
    what is kept together, unless that is all there is.
    """
    free = [False] + [
        (after.apart or after.space > CLOSE) and not before.keep for before, after in pairwise(page)
    ]
    if not any(free):
        # Below a chapter's title none is left over.
        free = [False] + [after.space > CLOSE and not before.new_page for before, after in pairwise(page)]
    more = min(most, max(0.0, room - _heights(page)[0]) / max(1, free.count(True)))
    return [
        replace(
            page_block, space=page_block.space + min(more, max(NEAR, AS_FAR * (page_block.space or more)))
        )
        if above
        else page_block
        for page_block, above in zip(page, free, strict=True)
    ]


def _laid(page_blocks: Sequence[PageBlock], room: float, starts: float) -> Iterator[list[list[PageBlock]]]:
    """The pages of each section; what would leave a section's last page too empty goes on with the next one."""
    carried: list[PageBlock] = []
    sections = list(_sections(page_blocks))
    for at, (section, grows) in enumerate(sections):
        own = [*carried, *section]
        pages = _balanced(own, room) if grows else _evened(list(_filled(own, room, starts)), room)
        last = pages[-1] if pages and at + 1 < len(sections) else []
        carried = last if last and not _closed(last) and _heights(last)[0] < room * starts else []
        yield pages[:-1] if carried else pages


def _grows(page_blocks: Sequence[PageBlock]) -> bool:
    return any(page_block.taller for page_block in page_blocks)


def _sections(page_blocks: Sequence[PageBlock]) -> Iterator[tuple[Sequence[PageBlock], bool]]:
    """What is laid out by itself, and whether it can grow: a chapter with such pictures, or the text between two."""
    start = 0
    while start < len(page_blocks):
        end = _chapter_end(page_blocks, start)
        grows = _grows(page_blocks[start:end])
        # Text flows over the chapters that follow it as far as they have nothing to grow.
        while not grows and end < len(page_blocks):
            after = _chapter_end(page_blocks, end)
            if _grows(page_blocks[end:after]):
                break
            end = after
        yield page_blocks[start:end], grows
        start = end


def _chapter_end(page_blocks: Sequence[PageBlock], start: int) -> int:
    """Where the chapter that begins at `start` ends."""
    end = start + 1
    while end < len(page_blocks) and not page_blocks[end].new_page:
        end += 1
    return end


def _filled(page_blocks: Sequence[PageBlock], room: float, starts: float) -> Iterator[list[PageBlock]]:
    """Each page as full as it can be."""
    start = 0
    while start < len(page_blocks):
        if not page_blocks[start].parts:
            # Room below a picture is none at the head of a page.
            start += 1
            continue
        height, end, full = 0.0, start, False
        while end < len(page_blocks):
            page_block = page_blocks[end]
            grown = height + (page_block.space if end > start else 0.0) + page_block.height
            full = grown > room + _EQUAL
            if full or (page_block.new_page and height > room * starts):
                break
            height, end = grown, end + 1
        if end == start:
            raise _too_high(page_blocks[start], room)
        cut = end
        while full and cut < len(page_blocks) and cut > start + 1 and page_blocks[cut - 1].keep:
            cut -= 1
        end = cut if cut > start + 1 or not page_blocks[start].keep else end
        yield list(page_blocks[start:end])
        start = end


def _packed(page_blocks: Sequence[PageBlock], room: float, starts: float) -> Iterator[list[PageBlock]]:
    """Chapter by chapter pages as full as they can be, or as full as one another where else one were half empty."""
    pages = list(_filled(page_blocks, room, starts))
    first = [at for at, page in enumerate(pages) if not at or page[0].new_page]
    for start, end in pairwise([*first, len(pages)]):
        own = pages[start:end]
        if any(_heights(page)[0] < room / 2 for page in own[:-1]):
            own = _balanced([page_block for page in own for page_block in page], room, len(own)) or own
        yield from own


def _evened(pages: Sequence[list[PageBlock]], room: float) -> list[list[PageBlock]]:
    """The same pages, but where a text of several would leave its last one nearly empty, all are as full."""
    evened: list[list[PageBlock]] = []
    start = 0
    while start < len(pages):
        end = start + 1
        while end < len(pages) and not pages[end][0].new_page:
            end += 1
        own = list(pages[start:end])
        text = [page_block for page in own for page_block in page]
        one = not any(page_block.new_page for page_block in text[1:])
        if one and len(own) > 1 and _heights(own[-1])[0] < room * NEARLY_EMPTY:
            own = _balanced(text, room, len(own)) or own
        evened += own
        start = end
    return evened


def _balanced(page_blocks: Sequence[PageBlock], room: float, pages: int = 0) -> list[list[PageBlock]]:
    """This many pages (0: as few as possible), laid out to leave the least white, in squares; none if they cannot."""
    height = math.fsum(page_block.space + page_block.height for page_block in page_blocks)
    large = len([page_block for page_block in page_blocks if page_block.height > room / 3])
    most = pages or math.ceil(height / room) + large + SPARE_PAGES
    best = _ways(page_blocks, room, most)
    left = pages or min(best[-1], default=0)
    if left not in best[-1]:
        if pages:
            return []
        raise InputError(f"what is kept together does not fit a page of {room:.0f} mm")
    return _by(best, page_blocks, left)


_Ways: TypeAlias = list[dict[int, tuple[float, int]]]


def _ways(page_blocks: Sequence[PageBlock], room: float, most: int, starts: float = math.inf) -> _Ways:
    """How the page blocks up to each one, before it none, lie on as many pages as may be, up to `most`."""
    # For each page block, by the number of pages up to it: the white left, and where the last of them begins.
    best: _Ways = [{0: (0.0, 0)}]
    heights = _Heights(page_blocks)
    for end in range(1, len(page_blocks) + 1):
        own: dict[int, tuple[float, int]] = {}
        for start in range(end - 1, -1, -1):
            low, high = heights(start, end)
            if low > room + _EQUAL or not heights.run_on(start, end, room * starts):
                break
            # Only at the chapter's end may something be kept with nothing.
            if end < len(page_blocks) and page_blocks[end - 1].keep:
                continue
            for count, (white, _) in best[start].items():
                way = white + _waste(room - high, room, end == len(page_blocks)), start
                if count < most and way < own.get(count + 1, (math.inf, 0)):
                    own[count + 1] = way
        if not own and heights(end - 1, end)[0] > room + _EQUAL:
            raise _too_high(page_blocks[end - 1], room)
        best.append(own)
    return best


def _by(best: _Ways, page_blocks: Sequence[PageBlock], left: int) -> list[list[PageBlock]]:
    """The best of the ways to lay them on so many pages."""
    laid: list[list[PageBlock]] = []
    end = len(page_blocks)
    while end:
        start = best[end][left][1]
        laid.append(_without_room_above(page_blocks[start:end]))
        end, left = start, left - 1
    return [page for page in reversed(laid) if page]


def _closed(page_blocks: Sequence[PageBlock]) -> bool:
    return any(page_block.closes for page_block in page_blocks)


def _too_empty(pages: Sequence[Sequence[PageBlock]], room: float) -> int:
    """How many pages are too empty when all has grown, the last one left out."""
    return len([page for page in pages[:-1] if _heights(page)[1] < room * FULL_ENOUGH])


def _white(pages: Sequence[Sequence[PageBlock]], room: float) -> float:
    """What these pages leave white when all has grown, in squares."""
    return math.fsum(
        _waste(room - _heights(page)[1], room, at == len(pages)) for at, page in enumerate(pages, 1)
    )


def _waste(white: float, room: float, last: bool) -> float:
    """What a page leaves white, in squares; unless it is the last one, one too empty counts a whole page more."""
    return max(white, 0.0) ** 2 + (room**2 if not last and room - white < room * FULL_ENOUGH else 0.0)


def _without_room_above(page_blocks: Sequence[PageBlock]) -> list[PageBlock]:
    at = next((at for at, page_block in enumerate(page_blocks) if page_block.parts), len(page_blocks))
    return list(page_blocks[at:])


class _Heights:
    """How high page blocks that follow one another are on one page."""

    def __init__(self, page_blocks: Sequence[PageBlock]) -> None:
        self._page_blocks = page_blocks
        self._own = [each.height for each in page_blocks]
        self._spaced = [each.height + each.space for each in page_blocks]
        self._more = [_more(each) for each in page_blocks]
        self._begun = [at for at, each in enumerate(page_blocks) if each.new_page]
        # What the page that begins there shows first: no room above it.
        self._first = [len(page_blocks)] * (len(page_blocks) + 1)
        for at in range(len(page_blocks) - 1, -1, -1):
            self._first[at] = at if page_blocks[at].parts else self._first[at + 1]

    def __call__(self, start: int, end: int) -> tuple[float, float]:
        """How high those from `start` to `end` are at least, and how high they can grow."""
        first = min(self._first[start], end)
        low = math.fsum([*self._own[first : min(first + 1, end)], *self._spaced[first + 1 : end]])
        return low, low + math.fsum(self._more[first:end])

    def run_on(self, start: int, end: int, limit: float) -> bool:
        """Whether chapters that begin on this page have no more above them than that, and nothing that closes one."""
        return all(
            self(start, at)[0] <= limit and not _closed(self._page_blocks[start:at])
            for at in self._begun[bisect_right(self._begun, start) : bisect_left(self._begun, end)]
        )


def _heights(page_blocks: Sequence[PageBlock]) -> tuple[float, float]:
    """How high these page blocks are on one page at least, and how high they can grow."""
    return _Heights(page_blocks)(0, len(page_blocks))


def _more(page_block: PageBlock) -> float:
    return page_block.most - page_block.height if page_block.taller else 0.0


def grown(page_blocks: Sequence[PageBlock], room: float) -> list[PageBlock]:
    """The same page blocks with what is left of the page shared out among those that can grow."""
    page = list(page_blocks)
    left = room - _heights(page)[0]
    # Who needs the least is served first, so that what he leaves goes to the others.
    able = sorted(
        (at for at, page_block in enumerate(page) if page_block.taller), key=lambda at: _more(page[at])
    )
    for number, at in enumerate(able):
        page_block = page[at]
        if page_block.taller:
            page[at] = page_block.taller(
                page_block.height + min(left / (len(able) - number), _more(page_block))
            )
            left -= page[at].height - page_block.height
    return page


def _too_high(page_block: PageBlock, room: float) -> InputError:
    return InputError(f"a picture {page_block.height:.0f} mm high does not fit a page of {room:.0f} mm")
