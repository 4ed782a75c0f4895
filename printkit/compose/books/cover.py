"""Covers of books: a card's picture over the whole page, a title slip, and the card's bar."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from printkit.compose.books.book import BookPage
from printkit.compose.books.opening import BLEED, ground, is_even
from printkit.compose.books.page_blocks import Part, Picture
from printkit.compose.faces.blocks import picture
from printkit.compose.faces.context import Choices, FaceContext
from printkit.compose.text.titles import shrunk
from printkit.compose.text.typesetting import TextStyle, line_width, set_line
from printkit.compose.text.vertical import column_height, is_vertical, set_column
from printkit.geometry import Affine, Rect, Size
from printkit.kit.blocks import PictureBlock
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Group, Item, Path, Scene, Use
from printkit.scene.shapes import rectangle, rounded_rectangle

__all__ = [
    "BLEED",
    "CoverWords",
    "bar",
    "compose_cover",
    "cover_picture",
    "cover_words",
    "paper_slip",
    "slip",
]

MARGIN = 12.0
# The slip: the em of the title and of the book's name, the air round them, and the line inside its edge.
TITLE_EM, NAME_EM, AIR, LINE_GAP = 19.0, 7.4, 5.0, 1.5
# Of the page's height the slip takes at most this much.
SLIP_SHARE = 0.62
BAR, BAR_AIR, BAR_GAP = 11.5, 4.2, 8.0
RADIUS = 0.6


@dataclass(frozen=True, slots=True)
class CoverWords:
    """The game's title and the book's name on the slip, and both as they stand in the bar."""

    title: str
    name: str
    bar: tuple[str, str]


def cover_words(kit: Kit, part: str) -> CoverWords:
    """What the cover says: on the slip in the first language of the kit, in the bar in its last."""
    first, last = kit.languages[0], kit.languages[-1]
    name = f"cover.{part}"
    bar = kit.text(last, "kit.title"), kit.text(last, name)
    return CoverWords(kit.text(first, "kit.title"), kit.text(first, name), bar)


def compose_cover(kit: Kit, part: str, page: Size, choices: Choices) -> BookPage:
    """The first page of a book, whose cover the kit states; its picture runs off the page on all sides."""
    cover = kit.covers[part]
    card = next(each for each in kit.cards if each.id == cover.card)
    context = FaceContext(kit, kit.size(choices.size), card, choices)
    words = cover_words(kit, part)
    whole = Rect(0.0, 0.0, *page).grown(BLEED)
    drawn = picture(context, PictureBlock(block="picture", box=whole, view=cover.view, cover=True), False)
    # Numbers of its own: those of the pages that follow begin with one.
    node, display = count(-1, -1), kit.fonts["display"]
    first, last = kit.languages[0], kit.languages[-1]
    title = f"{words.title} {words.name}"
    parts = (
        Part((), ground(whole, cover.ground, choices.ink == "low")),
        Part((("Figure", next(node)),), drawn, title, first),
        Part((("P", next(node)),), slip(words, display, page), title, first),
        Part((("P", next(node)),), bar(words.bar, display, page, is_even(context)), language=last),
    )
    return BookPage(1, parts, anchors=(("cover", 0.0),))


def slip(words: CoverWords, font: str, page: Size) -> tuple[Item, ...]:
    """A slip of paper at the upper left with the title, and the book's name below it; upright where both may stand."""
    if not is_vertical(words.title):
        return _lying_slip(words, font, page)
    title, name = TextStyle(font, TITLE_EM), TextStyle(font, NAME_EM)
    upright = is_vertical(words.name)
    below = column_height(words.name, name) if upright else 0.0
    room = page.height * SLIP_SHARE - 2 * AIR - (below + AIR if below else 0.0)
    high = column_height(words.title, title)
    if high > room:
        title = TextStyle(font, TITLE_EM * room / high)
        high = column_height(words.title, title)
    width = title.size + 2 * AIR
    box = Rect(MARGIN, MARGIN, width, 2 * AIR + high + (below + AIR if below else 0.0))
    middle, top = box.center[0], box.y + AIR
    items: list[Item] = [*paper_slip(box), set_column(words.title, title, middle, top)]
    if upright:
        items.append(set_column(words.name, name, middle, top + high + AIR))
    return tuple(items)


def _lying_slip(words: CoverWords, font: str, page: Size) -> tuple[Item, ...]:
    """The slip for titles written from left to right."""
    room = page.width - 2 * MARGIN - 2 * AIR
    title = shrunk(words.title, TextStyle(font, TITLE_EM * 0.8), room)
    name = shrunk(words.name, TextStyle(font, NAME_EM), room)
    width = max(line_width(words.title, title), line_width(words.name, name)) + 2 * AIR
    box = Rect(MARGIN, MARGIN, width, 2 * AIR + title.size + name.size * 1.5)
    base = box.y + AIR + title.size * 0.8
    lines = (
        set_line(words.title, title, box.x + AIR, base),
        set_line(words.name, name, box.x + AIR, base + name.size * 1.7),
    )
    return *paper_slip(box), *lines


def paper_slip(box: Rect) -> tuple[Item, ...]:
    inner = box.grown(-LINE_GAP)
    line = rounded_rectangle(inner, 0.3) + rounded_rectangle(inner.grown(-0.3), 0.1)
    return Path(rounded_rectangle(box, RADIUS), PAPER), Path(line, BLACK)


def bar(words: tuple[str, str], font: str, page: Size, broken: bool) -> tuple[Item, ...]:
    """The title and the book's name at both ends of a bar at the foot, in one piece or in two."""
    box = Rect(MARGIN, page.height - MARGIN - BAR, page.width - 2 * MARGIN, BAR)
    half = box.width / 2 - (BAR_GAP / 2 if broken else 0.0)
    ends = (box._replace(width=half), Rect(box.right - half, box.y, half, BAR))
    grounds = [_paper_bar(end) for end in (ends if broken else (box,))]
    base = box.y + BAR / 2 + 2.3
    title = shrunk(words[0], TextStyle(font, 7.2), half - 2 * BAR_AIR)
    name = shrunk(words[1], TextStyle(font, 6.0), half - 2 * BAR_AIR)
    return (
        *grounds,
        set_line(words[0], title, box.x + BAR_AIR, base),
        set_line(words[1], name, box.right - BAR_AIR, base - 0.2, "end"),
    )


def _paper_bar(box: Rect) -> Item:
    line = rounded_rectangle(box, RADIUS) + rounded_rectangle(box.grown(-0.3), RADIUS - 0.3)
    return Group((Path(rounded_rectangle(box, RADIUS), PAPER), Path(line, BLACK)))


def cover_picture(back: Scene, width: float) -> Picture:
    """The deck's back, large, in a frame."""
    scale = width / back.width
    height = back.height * scale
    box = Rect(0.0, 0.0, width, height)
    items = (
        Group((Use(back, Affine.scaling(scale)),), clip=box),
        Path(rectangle(box), stroke=BLACK, width=0.6),
    )
    return Picture(width, height, items, "")
