"""Openings of chapters: a band across the page with the chapter's title and number beside a card's picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from printkit.compose.books.page_blocks import Bookmark, Node, PageBlock, Part, Picture
from printkit.compose.faces.blocks import picture
from printkit.compose.faces.context import Choices, FaceContext
from printkit.compose.faces.signs import whole_or_broken
from printkit.compose.pieces.carving import bar_cuts
from printkit.compose.text.languages import Foreign, language_of, two_names
from printkit.compose.text.titles import fit_title, shrunk
from printkit.compose.text.typesetting import TextStyle, line_width, set_line
from printkit.geometry import Affine, Rect, Size
from printkit.kit.blocks import PictureBlock
from printkit.kit.markdown import Block, Heading, Paragraph, plain_text
from printkit.kit.model import Kit
from printkit.kit.raw import Opening
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Glyphs, Group, Item, Path
from printkit.scene.shapes import rectangle, rounded_rectangle

__all__ = [
    "BLEED",
    "RISE",
    "ChapterOpening",
    "Emblem",
    "TitleLook",
    "chapter_bars",
    "chapter_numbers",
    "find_openings",
    "ground",
    "is_even",
    "opening_block",
    "title_bar",
    "title_page",
]

BLEED = 3.0
# How much of the warm ink lies on a light ground.
TINT = 0.22
# The ems of the title and the number, from line to line of the title in em, and what the number keeps free before it.
TITLE_EM, NUMBER_EM, LEADING, NUMBER_GAP = 8.4, 15.0, 1.2, 4.0
# What stands in the number's place where the kit states words for it.
LABEL_EM = 5.6
# The line of the Yi under the title: its height, and how far it lies above the band's foot; the title stands on it.
YI_RULE, FOOT, TITLE_ABOVE = 1.4, 6.0, 4.6
# Of the page's width the title has this much, then a gap, then the picture; and what the band keeps free around it.
TITLE_SHARE, GAP, ABOVE, BELOW = 0.6, 0.9, 9.0, 6.0
# A band higher than this has its picture above the title, which then stands on a strip of this height.
TALL, STRIP = 60.0, 28.0
# A bar that holds a title: its height, the room at its ends, and the width of its outline in low ink. Titles are never
# smaller than this share: a second one is on a line of its own then, which makes the bar as much higher.
BAR, BAR_SIDE, BAR_OUTLINE, BAR_SHRUNK, BAR_STEP = 12.4, 4.0, 0.42, 0.7, 6.2
# The bar of a section, which ends in cuts, and what it keeps free for them.
SLIM, CUTS = 7.4, 17.0
# The room of a fan of cards at the end of a bar, with what is behind it.
FAN = 45.0
RISE = 3.4
"""How far a fan rises out of its bar, mm."""
# One that ends in an emblem: its height, the least width of that, and from one title to the other.
BAND, BAND_END, BAND_STEP = 21.0, 32.0, 7.4
# A cover: what stays free at the sides, above, and below the last title; the titles' sizes, the first one's own
# language first; how far the first line of each lies below what is above it; and from line to line of one, in em.
COVER_SIDE, COVER_TOP, COVER_FOOT = 12.0, 24.0, 20.0
COVER_SIZES, COVER_BEFORE, TITLE_LEADING = (13.0, 6.5), (19.0, 10.5), 1.25


class TitleLook(NamedTuple):
    """The font of titles, and which words of them are of another language."""

    display: str
    foreign: Foreign


def title_page(
    drawing: Picture,
    title: Sequence[str],
    page: Size,
    look: TitleLook,
    node: Callable[[str], tuple[str, int]],
) -> tuple[Part, ...]:
    """A first page: the picture, and the title in every language, that of the book first."""
    set_titles = [
        fit_title(words, TextStyle(look.display, size), page.width - 2 * COVER_SIDE)
        for words, size in zip(title, COVER_SIZES, strict=False)
    ]
    # Each line's baseline below the picture.
    downs: list[list[float]] = []
    down = 0.0
    for (lines, style), before in zip(set_titles, COVER_BEFORE, strict=False):
        downs.append([down + before + TITLE_LEADING * style.size * number for number in range(len(lines))])
        down = downs[-1][-1]
    # A title in several lines takes its room from the picture.
    scale = min(1.0, (page.height - COVER_FOOT - COVER_TOP - down) / drawing.height)
    place = Affine.scaling(scale).then(
        Affine.translation((page.width - scale * drawing.width) / 2, COVER_TOP)
    )
    parts = [Part((node("Figure"),), (Group(drawing.items, place),), drawing.words or " ".join(title))]
    for (lines, style), rows, words in zip(set_titles, downs, title, strict=False):
        items = tuple(
            set_line(words, style, page.width / 2, COVER_TOP + scale * drawing.height + down, "middle")
            for words, down in zip(lines, rows, strict=True)
        )
        language = language_of(words, look.foreign)
        parts.append(Part((node("P"),), items, language=language))
    return tuple(parts)


@dataclass(frozen=True, slots=True)
class ChapterOpening:
    """How one chapter opens: what the kit states, and the card with its picture in this size and ink."""

    stated: Opening
    context: FaceContext
    language: str

    @property
    def low(self) -> bool:
        return self.context.choices.ink == "low"

    @property
    def label(self) -> str:
        """The words in the place of the chapter's number, if the kit states any."""
        return self.context.text(self.language, self.stated.label) if self.stated.label else ""

    def band(self, box: Rect) -> tuple[Item, ...]:
        """The two blocks of a band that fills the box: the title's, and the picture beside it, or above it if high."""
        if self.stated.height > TALL:
            title = Rect.from_edges(box.x, box.bottom - STRIP, box.right, box.bottom)
            shown = Rect.from_edges(box.x, box.y, box.right, title.y - GAP)
        else:
            split = box.x + BLEED + (box.width - 2 * BLEED) * TITLE_SHARE
            title = Rect.from_edges(box.x, box.y, split, box.bottom)
            shown = Rect.from_edges(split + GAP, box.y, box.right, box.bottom)
        block = PictureBlock(block="picture", box=shown, view=self.stated.view, cover=True)
        drawn = (*ground(shown, self.stated.ground, self.low), *picture(self.context, block, False))
        return drawn if self.low else (Path(rectangle(title), BLACK), *drawn)


def find_openings(kit: Kit, part: str, language: str, choices: Choices) -> Mapping[str, ChapterOpening]:
    """The openings that the kit states for a part, by the chapter's anchor."""
    cards = {card.id: card for card in kit.cards}
    size = kit.size(choices.size)
    return {
        anchor: ChapterOpening(each, FaceContext(kit, size, cards[each.card], choices), language)
        for anchor, each in kit.openings.get(part, {}).items()
    }


def is_even(context: FaceContext) -> bool:
    """Whether the card's number breaks its bar, as the line of the Yi: an even one does."""
    number = context.card.fields.get("number")
    return isinstance(number, int) and number % 2 == 0


def ground(box: Rect, stated: str, low: bool) -> tuple[Item, ...]:
    """What lies under a picture: one on paper has a tint where ink is spent, a dark one the panel it is cut from."""
    if low or stated == "dark":
        return ()
    return (Path(rectangle(box), find_ink("gold").at(TINT)),)


def chapter_bars(blocks: Sequence[Block], language: str, other: str = "") -> Mapping[str, tuple[str, str]]:
    """The titles of chapters in bars: both names of a game that has two; of the first chapter the `other` title."""
    heads = [block for block in blocks if isinstance(block, Heading) and block.level == 1]
    bars = {head.anchor: two_names(plain_text(head.runs), language) for head in heads}
    return {**bars, heads[0].anchor: (plain_text(heads[0].runs), other)} if other and heads else bars


def chapter_numbers(blocks: Sequence[Block]) -> Mapping[str, str]:
    """The numbers of chapters by their anchors: what stands before the point of every numbered rule in each."""
    numbers: dict[str, set[str]] = {}
    chapter = ""
    for block in blocks:
        if isinstance(block, Heading) and block.level == 1:
            chapter = block.anchor
        elif isinstance(block, Paragraph) and block.number and chapter:
            numbers.setdefault(chapter, set()).add(block.number.partition(".")[0])
    return {chapter: own.pop() for chapter, own in numbers.items() if len(own) == 1}


def opening_block(
    opening: ChapterOpening, heading: Heading, number: str, node: Node, page: Size, room: float
) -> PageBlock:
    """The title and number of a chapter on their band; `room` is the width of the text."""
    ink = BLACK if opening.low else PAPER
    font = opening.context.kit.fonts["display"]
    height = opening.stated.height
    width = room if height > TALL else page.width * TITLE_SHARE - (page.width - room) / 2 - FOOT
    line = Rect(0.0, height - FOOT - YI_RULE, width, YI_RULE)
    figure = TextStyle(font, LABEL_EM if opening.label else NUMBER_EM, ink)
    end = opening.label or number
    taken = line_width(end, figure) + NUMBER_GAP if end else 0.0
    words = plain_text(heading.runs)
    lines, style = fit_title(words, TextStyle(font, TITLE_EM, ink), width - taken)
    base = line.y - TITLE_ABOVE
    rows = [
        set_line(each, style, 0.0, round(base - (len(lines) - 1 - at) * style.size * LEADING, 4))
        for at, each in enumerate(lines)
    ]
    shown = (set_line(end, figure, width, base, "end"),) if end else ()
    yi = whole_or_broken(not is_even(opening.context), line, ink)
    return PageBlock(
        height + BELOW, (Part(node, tuple(rows), words if len(rows) > 1 else ""), Part((), (*shown, *yi))), ABOVE,
        keep=True, new_page=True, anchor=heading.anchor, bookmark=Bookmark(1, words, heading.anchor),
        band=lambda box: opening.band(box._replace(height=box.height - BELOW)),
    )  # fmt: skip


class TitleBar(NamedTuple):
    """A bar across a page with a title in two languages; its height in mm."""

    ground: tuple[Item, ...]
    title: Glyphs
    other: Glyphs
    height: float


Emblem = Callable[[Rect], Iterable[Item]]
"""Draws what stands at the end of a bar, in that part of it."""


def title_bar(
    words: tuple[str, str],
    styles: Sequence[TextStyle],
    width: float,
    emblem: Emblem | None,
    *,
    low: bool,
    slim: bool = False,
    fan: Emblem | None = None,
) -> TitleBar | None:
    """Both titles side by side or one below the other, white on black, or with low ink black in an outline.

    With an `emblem` the bar is a high band, and both stand before it; a `slim` one ends in cuts, another in a `fan`.
    None for a title too long for a line of it.
    """
    first, second = (replace(style, ink=BLACK if low else PAPER) for style in styles)
    end = CUTS if slim else FAN if fan and not emblem else BAR_SIDE
    room = width - BAR_SIDE - end - (BAND_END if emblem else 0.0)
    first = shrunk(words[0], first, room)
    if first.size < BAR_SHRUNK * styles[0].size:
        # Its words are worth more than what stands behind them.
        return title_bar(words, styles, width, emblem, low=low, slim=slim) if fan else None
    if words[1] and not (emblem or slim):
        # A little smaller both stand on one line, as in other bars.
        spare = room - BAR_SIDE - BAR_SHRUNK * line_width(words[1], second)
        smaller = shrunk(words[0], first, max(spare, BAR_SIDE))
        first = smaller if smaller.size >= BAR_SHRUNK * styles[0].size else first
    beside = room - BAR_SIDE - line_width(words[0], first)
    below = bool(words[1]) and (emblem is not None or line_width(words[1], second) * BAR_SHRUNK > beside)
    smaller = shrunk(words[1], second, room if below else beside)
    box = Rect(0.0, 0.0, width, BAND if emblem else (SLIM if slim else BAR) + below * BAR_STEP)
    base = (box.height - below * (BAND_STEP if emblem else BAR_STEP)) / 2 + 0.36 * first.size
    step = BAND_STEP if emblem else BAR_STEP
    other = (
        set_line(words[1], smaller, BAR_SIDE, base + step)
        if below
        else set_line(words[1], smaller, width - end, base - 0.5, "end")
    )
    bar, hollow = rounded_rectangle(box, 0.8), rounded_rectangle(box.grown(-BAR_OUTLINE), 0.4)
    ground: list[Item] = [Path(bar + hollow if low else bar, BLACK)]
    if slim:
        ground.append(Path(bar_cuts(box), first.ink, even_odd=False))
    if fan and not slim and not emblem:
        ground += fan(Rect.from_edges(width - FAN, -RISE, width, box.height))
    if emblem:
        start = BAR_SIDE + max(line_width(words[0], first), line_width(words[1], smaller)) + BAR_SIDE
        ground += emblem(Rect.from_edges(start, BAR_OUTLINE, width - BAR_OUTLINE, box.height - BAR_OUTLINE))
    return TitleBar(tuple(ground), set_line(words[0], first, BAR_SIDE, base), other, box.height)
