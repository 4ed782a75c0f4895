"""Sets parsed blocks and pictures as pages with tags, links and bookmarks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count, pairwise
from typing import NamedTuple

from printkit.compose.books.book_lines import DrawBar, baseline, broken, joined, lines_block, table_blocks
from printkit.compose.books.opening import (
    BLEED,
    ChapterOpening,
    Emblem,
    TitleLook,
    chapter_bars,
    chapter_numbers,
    opening_block,
    title_bar,
    title_page,
)
from printkit.compose.books.page_blocks import (
    FULL_ENOUGH,
    Bookmark,
    Node,
    PageBlock,
    Part,
    Picture,
    grown,
    loosened,
    pages_of,
)
from printkit.compose.text.flow import FlowStyle, Linked, flow_lines
from printkit.compose.text.languages import (
    NATIVE,
    Foreign,
    by_language,
    foreign_words,
    language_of,
    two_names,
)
from printkit.compose.text.titles import shrunk
from printkit.compose.text.typesetting import TextStyle, line_width, set_line
from printkit.errors import InputError
from printkit.geometry import Affine, Rect, Size
from printkit.kit.booklet import BOOK_FONTS
from printkit.kit.markdown import Block, Figure, Heading, Item, Paragraph, Run, Table, plain_text
from printkit.scene.inks import BLACK, find_ink
from printkit.scene.model import Group, Path
from printkit.scene.model import Item as Drawn
from printkit.scene.shapes import rectangle, segment

__all__ = [
    "BODY",
    "Book",
    "BookLook",
    "BookPage",
    "Draft",
    "Picture",
    "SetText",
    "chapter_bars",
    "compose_book",
    "draft_book",
    "foreign_words",
    "page_furniture",
    "set_text",
]

BODY, SMALL = 3.0, 2.6
LEADING, USUAL_LEADING = {"ja": 1.66}, 1.5
HEADINGS = {1: 6.6, 2: 4.5, 3: 3.5}
# A picture that is no wider than this part of the page has its words beside it, so far away (mm).
NARROW, BESIDE = 0.4, 5.0
# The line under a chapter's title, and what a running title leaves for the page's number.
RULE, HEAD_ROOM = 1.3, 12.0
SPACES, FIRST = {1: 11.0, 2: 6.0, 3: 4.2}, (8.0, 3.0)
# The column of paragraph numbers, and the indent of a point.
NUMBER_COLUMN, POINT = 9.5, 4.4


@dataclass(frozen=True, slots=True)
class BookLook:
    """A page: its size, the margins at the spine, the fore edge, above and below, language and display font.

    A chapter begins a new page unless less than the part `starts` of the page is full. The pages of the book are a
    multiple of `whole` where its pictures allow it. Chapters in `bars`, by anchor, have their title and perhaps another
    in a black bar, with `low` ink in its outline; the first ends in the `emblem`, others in their `fans`. `body` is the
    em of its text in mm. `openings` are the chapters that open with a picture, by anchor; `sections` and chapters in
    `slim` have slim bars. `foreign`: which words are of another language. So much more may lie between paragraphs of a
    page that is not full: `loose` mm. If not `even`, chapters end in what is white. `bar` draws the bars of tables.
    """

    page: Size
    language: str
    display: str
    inner: float = 16.0
    outer: float = 14.0
    top: float = 20.0
    bottom: float = 16.0
    starts: float = FULL_ENOUGH
    whole: int = 1
    bars: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    low: bool = False
    emblem: Emblem | None = None
    fans: Mapping[str, Emblem] = field(default_factory=dict)
    body: float = BODY
    foreign: Foreign = NATIVE
    openings: Mapping[str, ChapterOpening] = field(default_factory=dict)
    sections: bool = False
    slim: Collection[str] = ()
    loose: float = 0.0
    even: bool = True
    bar: DrawBar | None = None

    def text_box(self, number: int) -> Rect:
        """Where the text stands; odd pages are on the right."""
        left, foot = self.inner if number % 2 else self.outer, self.page.height - self.bottom
        right = left + self.page.width - self.inner - self.outer
        return Rect.from_edges(left, self.top, right, foot)


@dataclass(frozen=True, slots=True)
class BookPage:
    """One page: what is read, what only decorates it, links (box and target) and anchors (name and y), in mm."""

    number: int
    parts: tuple[Part, ...]
    furniture: tuple[Drawn, ...] = ()
    links: tuple[Linked, ...] = ()
    anchors: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Book:
    """All pages in order, and the outline."""

    pages: tuple[BookPage, ...]
    bookmarks: tuple[Bookmark, ...]


Pictures = Callable[[str, float], Sequence[Picture]]


class SetText(NamedTuple):
    """The blocks of a text, set, before they are shared out between pages; `page_blocks` from the first to the last."""

    setter: _Setter
    page_blocks: Sequence[PageBlock]


class Draft(NamedTuple):
    """Which page blocks each page has; `finished` draws them, with pictures as large as their pages allow."""

    pages: Sequence[Sequence[PageBlock]]
    finished: Callable[[], Book]


def set_text(blocks: Sequence[Block], look: BookLook, pictures: Pictures) -> SetText:
    """The blocks as pages of that look have them.

    `pictures` draws a figure of that name no wider than the text, in pieces that may stand on two pages.
    """
    setter = _Setter(look, pictures, chapter_numbers(blocks))
    set_blocks = (setter.page_blocks(block, after) for block, after in pairwise((*blocks, None)))
    return SetText(setter, [*chain.from_iterable(set_blocks)])


def draft_book(
    text: SetText,
    title: Sequence[str],
    contents: str = "",
    cover: Picture | BookPage | None = None,
    starts: float | None = None,
) -> Draft:
    """The text on pages, a chapter on a new one unless less than the part `starts` (that of its look) is full.

    No heading is left alone at the foot of a page, and no single line of a paragraph at its foot or head.
    Without a word for the contents there are none.
    """
    setter, page_blocks = text
    look = setter.look
    marks = [page_block.bookmark for page_block in page_blocks if page_block.bookmark]
    listed = [mark for mark in marks if mark.level <= 2]
    opening = setter.contents(contents, listed, {}) if contents else []
    first = 2 if cover else 1
    room = look.text_box(1).height
    starts = look.starts if starts is None else starts
    pages = list(pages_of([*opening, *page_blocks], room, starts, look.whole, first - 1, even=look.even))

    def finished() -> Book:
        numbers = {
            page_block.anchor: first + index
            for index, page in enumerate(pages)
            for page_block in page
            if page_block.anchor
        }
        full = [grown(page, room) for page in pages]
        filled = setter.contents(contents, listed, numbers) if contents else []
        done = [loosened(page, room, look.loose) for page in _filled(full, opening, filled)]
        result = [_page(look, first + index, page, title[0]) for index, page in enumerate(done)]
        if isinstance(cover, Picture):
            parts = title_page(cover, title, look.page, TitleLook(look.display, look.foreign), setter.node)
            result.insert(0, BookPage(1, parts, anchors=(("cover", 0.0),)))
        elif cover:
            result.insert(0, cover)
        return Book(tuple(result), tuple(marks))

    return Draft(pages, finished)


def compose_book(
    blocks: Sequence[Block],
    look: BookLook,
    title: Sequence[str],
    contents: str,
    cover: Picture | BookPage | None,
    pictures: Pictures,
) -> Book:
    """Cover (with the title, first language first), contents, and the blocks, a first-level heading on a new page."""
    return draft_book(set_text(blocks, look, pictures), title, contents, cover).finished()


def _filled(
    pages: Sequence[Sequence[PageBlock]], before: Sequence[PageBlock], after: Sequence[PageBlock]
) -> Iterator[list[PageBlock]]:
    """The pages with the contents' lines exchanged for those with numbers."""
    new = {id(old): fresh for old, fresh in zip(before, after, strict=True)}
    for page in pages:
        yield [new.get(id(page_block), page_block) for page_block in page]


def _page(look: BookLook, number: int, page_blocks: Sequence[PageBlock], title: str) -> BookPage:
    """The page blocks one under the other, with the page's number above."""
    box = look.text_box(number)
    parts: list[Part] = []
    links: list[Linked] = []
    anchors: list[tuple[str, float]] = []
    y = box.y
    for index, page_block in enumerate(page_blocks):
        y += page_block.space if index else 0.0
        place = Affine.translation(round(box.x, 4), round(y, 4))
        if page_block.band:
            head = -BLEED if not index else y
            band = Rect.from_edges(-BLEED, head, look.page.width + BLEED, y + page_block.height)
            parts.append(Part((), page_block.band(band)))
        parts += [
            part._replace(items=(Group(part.items, place),)) if part.items else part
            for part in page_block.parts
        ]
        links += [link._replace(box=link.box.moved(box.x, y)) for link in page_block.links]
        if page_block.anchor:
            anchors.append((page_block.anchor, y))
        y += page_block.height
    opens = bool(page_blocks and page_blocks[0].band)
    furniture = page_furniture(look, number, title, opens=opens)
    return BookPage(number, tuple(parts), furniture, tuple(links), tuple(anchors))


def page_furniture(look: BookLook, number: int, title: str, *, opens: bool = False) -> tuple[Drawn, ...]:
    """The running head of a page: its number outside, the title inside, and a line below both.

    Where a picture `opens` the page, the number alone, at its foot.
    """
    box = look.text_box(number)
    small = TextStyle(BOOK_FONTS[0], SMALL)
    figure = TextStyle(look.display, 3.2)
    top = look.top - 8.0
    sides = (box.right, box.x, "end") if number % 2 else (box.x, box.right, "start")
    other = "start" if number % 2 else "end"
    if opens:
        return (set_line(str(number), figure, sides[0], box.bottom + 8.0, sides[2]),)  # type: ignore[arg-type]
    return (
        set_line(str(number), figure, sides[0], top, sides[2]),  # type: ignore[arg-type]
        set_line(title, shrunk(title, small, box.width - HEAD_ROOM), sides[1], top, other),  # type: ignore[arg-type]
        Path(segment(box.x, top + 1.8, box.right, top + 1.8), stroke=BLACK, width=0.25),
    )


@dataclass(slots=True)
class _Setter:
    """Sets blocks one after the other, numbering the elements of the document's tree."""

    look: BookLook
    pictures: Pictures
    numbers: Mapping[str, str]
    width: float = 0.0
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))
    _list: tuple[str, int] | None = None
    _level: int = 0

    def __post_init__(self) -> None:
        self.width = self.look.text_box(1).width
        plain, bold = (TextStyle(font, self.look.body, tracking=0.0) for font in BOOK_FONTS)
        small = self.look.body * SMALL / BODY
        leading = LEADING.get(self.look.language, USUAL_LEADING)
        foreign = self.look.foreign
        # A page may be printed, where a link is a word like others.
        self.body = FlowStyle(plain, bold, leading, plain, foreign=foreign)
        self.small = FlowStyle(
            replace(plain, size=small), replace(bold, size=small), leading * 0.94,
            replace(plain, size=small), justified=False, foreign=foreign,
        )  # fmt: skip

    body: FlowStyle = field(init=False)
    small: FlowStyle = field(init=False)

    def node(self, role: str) -> tuple[str, int]:
        """A new element of the document's tree."""
        return role, next(self._numbers)

    def page_blocks(self, block: Block | None, after: Block | None) -> list[PageBlock]:
        """The block in what pages may not part; words stay with what they introduce."""
        if block is None:
            return []
        if not isinstance(block, Item):
            self._list = None
        if isinstance(block, Heading):
            return [self.heading(block)]
        if isinstance(block, Paragraph):
            return self.paragraph(block, introduces=isinstance(after, Figure | Item | Table))
        if isinstance(block, Item):
            return self.item(block, alone=self._list is None and not isinstance(after, Item))
        if isinstance(block, Table):
            return table_blocks(block, self.small, self.width, self.node, (self.look.low, self.look.bar))
        return self.figure(block)

    def heading(self, block: Heading) -> PageBlock:
        if (block.level == 1 or (block.level == 2 and self.look.sections)) and (bar := self.bar(block)):
            return bar
        if block.level == 1 and (opening := self.look.openings.get(block.anchor)):
            number, page = self.numbers.get(block.anchor, ""), self.look.page
            node = self.node(self.heading_role(1))
            return opening_block(opening, block, number, (node,), page, self.width)
        size = HEADINGS[block.level]
        look = TextStyle(self.look.display, size)
        style = FlowStyle(look, look, 1.3, look, justified=False, foreign=self.look.foreign)
        lines = flow_lines(block.runs, style, self.width)
        node = self.node(self.heading_role(block.level))
        page_block = lines_block(lines, style, (node,), self.node, 0.0)
        under: tuple[Drawn, ...] = ()
        height = page_block.height + size * 0.3
        if block.level == 1:
            under = (Path(rectangle(Rect(0.0, height, self.width, RULE)), BLACK),)
            height += 4.1 + RULE
        words = plain_text(block.runs)
        return replace(
            page_block, height=height, space=SPACES[block.level], keep=True, new_page=block.level == 1,
            parts=(*page_block.parts, *((Part((), under),) if under else ())),
            anchor=block.anchor, bookmark=Bookmark(block.level, words, block.anchor),
        )  # fmt: skip

    def heading_role(self, level: int) -> str:
        """The role of a heading in the tree, where no level is left out: not every text begins with the first."""
        self._level = min(level, self._level + 1)
        return f"H{self._level}"

    def bar(self, block: Heading) -> PageBlock | None:
        """A heading in a black bar, or with low ink in its outline; None where it has none."""
        slim = block.level > 1 or block.anchor in self.look.slim
        level = 2 if slim and block.level == 1 else block.level
        own = two_names(plain_text(block.runs), self.look.language) if slim else None
        if (titles := own or self.look.bars.get(block.anchor)) is None:
            return None
        styles = tuple(TextStyle(self.look.display, HEADINGS[each]) for each in (level, level + 1))
        emblem = self.look.emblem if block.anchor == next(iter(self.look.bars), None) else None
        fan, low = self.look.fans.get(block.anchor), self.look.low
        if (drawn := title_bar(titles, styles, self.width, emblem, low=low, slim=slim, fan=fan)) is None:
            return None
        node = self.node(self.heading_role(block.level))
        parts = [Part((), drawn.ground), Part((node,), (drawn.title,))]
        if titles[1]:
            language = language_of(titles[1], self.look.foreign)
            parts.append(Part((node, self.node("Span")), (drawn.other,), language=language))
        return PageBlock(
            drawn.height + (1.2 if slim else 3.2), tuple(parts), SPACES[level], keep=True,
            new_page=block.level == 1, anchor=block.anchor,
            bookmark=Bookmark(block.level, plain_text(block.runs), block.anchor),
        )  # fmt: skip

    def paragraph(self, block: Paragraph, *, introduces: bool) -> list[PageBlock]:
        shift = NUMBER_COLUMN if block.number else 0.0
        path = (self.node("P"),)
        lines = flow_lines(block.runs, self.body, self.width - shift)
        page_blocks = broken(lines, self.body, path, self.node, shift, self.body.step * 0.42)
        if block.number:
            figure = TextStyle(self.look.display, self.look.body)
            first = page_blocks[0]
            drawn = set_line(block.number, figure, 0.0, baseline(self.body))
            parts = joined((Part(path, (drawn,)), *first.parts))
            page_blocks[0] = replace(first, parts=parts, anchor=block.number)
        page_blocks[-1] = replace(page_blocks[-1], keep=introduces)
        return page_blocks

    def item(self, block: Item, *, alone: bool) -> list[PageBlock]:
        """A point; the first of several never stands alone."""
        first = self._list is None
        self._list = self._list or self.node("L")
        path = (self._list, self.node("LI"), self.node("LBody"))
        lines = flow_lines(block.runs, self.body, self.width - POINT)
        space = self.body.step * (0.42 if first else 0.14)
        page_blocks = broken(lines, self.body, path, self.node, POINT, space)
        middle = baseline(self.body) - self.look.body * 0.36
        dot = Path(rectangle(Rect(1.0, middle - 0.55, 1.1, 1.1)), find_ink("blue"))
        page_blocks[0] = replace(page_blocks[0], parts=(*page_blocks[0].parts, Part((), (dot,))))
        page_blocks[-1] = replace(page_blocks[-1], keep=first and not alone)
        return page_blocks

    def figure(self, block: Figure) -> list[PageBlock]:
        try:
            pieces = self.pictures(block.name, self.width)
        except InputError as error:
            named = [p if p.file else replace(p, key=block.name) for p in error.problems]
            raise InputError(problems=named) from error
        node = self.node("Figure")
        words = plain_text(block.runs)
        if words and len(pieces) == 1 and pieces[0].titled and (titled := pieces[0].titled(words)):
            pieces, block = (titled,), replace(block, runs=())
        shown = pieces[0]._replace(above=FIRST[self.look.even]), *pieces[1:]
        page_blocks = [self.piece(each, node, words) for each in shown]
        if block.runs and len(pieces) == 1 and pieces[0].width <= self.width * NARROW:
            return [self.beside(page_blocks[0], pieces[0].width, block)]
        if lines := flow_lines(block.runs, self.small, self.width):
            page_blocks[-1] = replace(page_blocks[-1], keep=True)
            under = broken(lines, self.small, (self.node("Caption"),), self.node, 0.0, 1.0)
            page_blocks += [replace(each, keep=at < len(under) - 1) for at, each in enumerate(under)]
        page_blocks.append(PageBlock(1.8, (), 0.0))
        return page_blocks

    def beside(self, picture: PageBlock, width: float, block: Figure) -> PageBlock:
        """A narrow picture on the left, in the middle of its words on the right."""
        left = width + BESIDE
        lines = flow_lines(block.runs, self.body, self.width - left)
        words = lines_block(lines, self.body, (self.node("Caption"),), self.node, left)
        height = max(picture.height, words.height)
        parts = [
            part._replace(items=(Group(part.items, Affine.translation(round(x, 4), round(y, 4))),))
            for each, x in ((picture, (width - self.width) / 2), (words, 0.0))
            for y in ((height - each.height) / 2,)
            for part in each.parts
        ]
        return PageBlock(height, tuple(parts), picture.space, links=words.links)

    def piece(self, piece: Picture, node: tuple[str, int], words: str) -> PageBlock:
        """A picture in the middle, which may grow."""
        shift = Affine.translation(round((self.width - piece.width) / 2, 4), 0.0)
        parts = []
        for role, items, said in piece.pieces:
            path = (self.node(role) if piece.told else node,) if role else ()
            parts.append(Part(path, (Group(items, shift),), said if piece.told else said or words))
        grow, above = piece.grow, piece.above
        page_block = PageBlock(piece.height, tuple(parts), above, closes=piece.closes, apart=not above)
        if grow is None:
            return page_block
        return replace(
            page_block,
            most=grow.most,
            taller=lambda height: self.piece(grow.draw(height)._replace(grow=None, above=above), node, words),
        )

    def contents(self, words: str, marks: Sequence[Bookmark], numbers: Mapping[str, int]) -> list[PageBlock]:
        """The list of headings with their pages."""
        head = self.heading(Heading(1, (Run(words),), "contents", 0))
        page_blocks = [replace(head, bookmark=None)]
        toc = self.node("TOC")
        for mark in marks:
            strong = mark.level == 1
            look = self.body.bold if strong else self.body.plain
            x = 0.0 if strong else POINT
            base = baseline(self.body)
            number = str(numbers.get(mark.anchor, 0))
            start, end = x + line_width(mark.words, look) + 1.5, self.width - 8.0
            leader = Path(
                segment(start, base - 0.6, max(end, start), base - 0.6),
                stroke=BLACK,
                width=0.25,
                dash=(0.3, 1.2),
            )
            figure = set_line(number, TextStyle(self.look.display, BODY), self.width, base, "end")
            # What is read is the link itself.
            path = (toc, self.node("TOCI"), self.node("Link"))
            parts = joined((*self.words(mark.words, look, path, x, base), Part(path, (figure,))))
            box = Rect(0.0, 0.0, self.width, self.body.step)
            link = Linked(f"#{mark.anchor}", box, path, f"{mark.words}, {number}")
            page_blocks.append(
                PageBlock(
                    self.body.step,
                    (*parts, Part((), (leader,))),
                    1.8 if strong else 0.0,
                    strong,
                    links=(link,),
                )
            )
        return page_blocks

    def words(self, text: str, style: TextStyle, path: Node, x: float, base: float) -> Iterator[Part]:
        """A text on one line, its foreign words apart."""
        for words, language in by_language(text, self.look.foreign):
            own = (*path, self.node("Span")) if language else path
            yield Part(own, (set_line(words, style, x, base),), language=language)
            x += line_width(words, style)
