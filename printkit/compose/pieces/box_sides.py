"""What stands on each side of the tuck box: hero, titles, small cards, facts and contents."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from printkit.compose.books.cover import paper_slip
from printkit.compose.faces.blocks import picture
from printkit.compose.faces.context import FaceContext
from printkit.compose.text.paragraphs import break_lines
from printkit.compose.text.titles import shrunk, squeezed
from printkit.compose.text.typesetting import TextStyle, line_width, set_line
from printkit.compose.text.vertical import column_height, is_vertical, set_column
from printkit.geometry import Affine, Outline, Rect
from printkit.kit.art import art_of, art_source
from printkit.kit.blocks import PictureBlock
from printkit.kit.box import FACTS, TuckBox
from printkit.kit.model import Card
from printkit.scene.contours import contours_of
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import circle, rectangle, rounded_rectangle, segment

__all__ = ["BLEED", "SHORE", "SIDES", "BoxPen"]

# What part of a side's height lies above the river.
SHORE = 0.62
# Lengths below are those of a box for tarot cards; smaller boxes have them in proportion.
USUAL_HEIGHT = 121.0
LEAST_EM = 2.13
HALO, RADIUS = 1.1, 0.7
# How high the hero's middle stands above the river, in heights of a side: its foot is in the water.
RISEN = 0.2
# How far the printing runs over an edge or a fold.
BLEED = 3.0
# What part of a picture a small one shows.
SMALL_VIEW = 0.62


class _Row(NamedTuple):
    """A line of the contents: what it says in the first and in the last language."""

    first: str
    last: str


@dataclass(frozen=True, slots=True)
class BoxPen:
    """Draws the sides of one box; `depth` is that of the box in mm."""

    context: FaceContext
    tuck: TuckBox
    depth: float

    @property
    def full(self) -> bool:
        """Whether grounds are printed."""
        return self.context.choices.ink == "full"

    @property
    def light(self) -> Ink:
        """What stands on a dark ground."""
        return PAPER if self.full else BLACK

    def words(self, key: str) -> tuple[str, str]:
        """A text in the first and in the last language of the kit."""
        kit, patterns = self.context.kit, self.tuck.counts.get(key)
        first, last = kit.languages[0], kit.languages[-1]
        if patterns is None:
            return self.context.text(first, key), self.context.text(last, key)
        values = {"count": str(kit.copies_of(patterns))}
        return self.context.filled(first, key, values), self.context.filled(last, key, values)

    def style(self, em: float, ink: Ink = BLACK, font: str = "display") -> TextStyle:
        """Letters of that em, mm of a box for tarot cards; never too small to be read."""
        return TextStyle(self.context.font(font), max(em * self.scale, LEAST_EM), ink)

    @property
    def scale(self) -> float:
        """How large the box is beside one for tarot cards."""
        return min(1.0, self.context.size.height / 120.0)

    def in_both(self, key: str, box: Rect) -> Iterator[Item]:
        """A text in the middle of a box: in two lines, a language each, where these differ."""
        ink = self.light
        room = box.width - 8.0
        one, other = self.words(key)
        big = shrunk(one, self.style(4.2, ink), room)
        if one == other:
            yield set_line(one, big, box.center[0], box.center[1] + big.size * 0.36, "middle")
            return
        small = shrunk(other, self.style(4.2, ink), room)
        yield set_line(one, big, box.center[0], box.center[1] - 0.6, "middle")
        yield set_line(other, small, box.center[0], box.center[1] + 0.6 + small.size * 1.05, "middle")

    def lid(self, box: Rect) -> Iterator[Item]:
        """The title in both languages between an unbroken and a broken line."""
        if self.tuck.dress != "river" or box.height < 12.0:
            return
        one, other = self.words("kit.title")
        words = one if one == other else f"{one} {other}"
        width = box.width * 0.78
        style = shrunk(words, self.style(min(9.0, box.height * 0.34), self.light), width)
        middle, (x, y) = box.center[1], (box.center[0] - width / 2, box.center[1])
        yield set_line(words, style, box.center[0], y + style.size * 0.36, "middle")
        gap, up = width * 0.12, style.size * 0.5 + 3.2 * self.scale
        half = (width - gap) / 2
        for line in (
            Rect(x, middle - up - 1.2, width, 1.2),
            Rect(x, middle + up, half, 1.2),
            Rect(x + half + gap, middle + up, half, 1.2),
        ):
            yield Path(rectangle(line), self.light)

    def slab(self, box: Rect) -> Item:
        """A dark piece for letters on a pattern; with little ink a frame."""
        if self.full:
            return Path(rounded_rectangle(box, RADIUS), BLACK)
        line = rounded_rectangle(box, RADIUS) + rounded_rectangle(box.grown(-0.4), RADIUS - 0.3)
        return Group((Path(rounded_rectangle(box, RADIUS), PAPER), Path(line, BLACK)))


def _front(pen: BoxPen, panel: Rect) -> Iterator[Item]:
    """The hero, and the title as tall as it can stand beside it."""
    yield from (_on_the_river if pen.tuck.dress == "river" else _on_a_picture)(pen, panel)


def _on_the_river(pen: BoxPen, panel: Rect) -> Iterator[Item]:
    """The hero rises over the edge to the next side; the title stands in a column, the other one on the water."""
    one, other = pen.words("kit.title")
    yield from _hero(pen, panel)
    room = (SHORE - 0.11) * panel.height
    if is_vertical(one):
        em = min(0.185 * panel.height, 0.31 * panel.width)
        style = pen.style(em / pen.scale, pen.light)
        style = pen.style(em / pen.scale * min(1.0, room / column_height(one, style)), pen.light)
        yield set_column(
            one, style, panel.x + 0.075 * panel.width + style.size / 2, panel.y + 0.06 * panel.height
        )
        if one == other:
            return
    style = pen.style(7.6, pen.light)
    width = line_width(other, style) + 8.0 * pen.scale
    box = Rect(panel.x + 0.08 * panel.width, panel.y + 0.84 * panel.height, width, 13.0 * pen.scale)
    yield pen.slab(box)
    yield set_line(other, style, box.x + 4.0 * pen.scale, box.center[1] + style.size * 0.34)


def _hero(pen: BoxPen, panel: Rect) -> Iterator[Item]:
    """The picture of the hero with a light edge, its middle near the front's right edge."""
    hero = pen.tuck.hero
    if hero is None:
        return
    art = art_of(art_source(pen.context.kit, _art_of(pen, hero.card), pen.context.choices.ink))
    view = hero.view or art.view
    scale = 0.88 * panel.width / view.width
    x, y = panel.x + 0.825 * panel.width, panel.y + (SHORE - RISEN) * panel.height
    place = Affine(scale, 0.0, 0.0, scale, x - scale * view.center[0], y - scale * view.center[1])
    room = Rect.from_edges(panel.x, panel.y - BLEED, panel.right + pen.depth, panel.y + SHORE * panel.height)
    shape = tuple(_filled(item.outline) for item in art.items if isinstance(item, Path))
    edge = tuple(path for paths in shape for path in paths)
    yield Group((Group((*edge, *art.items), place),), layer="art", clip=room)


def _filled(outline: Outline) -> list[Path]:
    """Every contour filled with paper and a little wider: what is inside an outline, light and all."""
    return [
        Path(Outline(each.commands, each.coordinates), PAPER, PAPER, HALO, join="round")
        for each in contours_of(outline)
    ]


def _art_of(pen: BoxPen, card_id: str) -> str:
    return next(card.art for card in pen.context.kit.cards if card.id == card_id)


def _on_a_picture(pen: BoxPen, panel: Rect) -> Iterator[Item]:
    """The hero's picture over the whole front, the title on a slip of paper."""
    hero, kit = pen.tuck.hero, pen.context.kit
    # Beside and below it the next sides begin; above it the pattern must not show along the edge.
    whole = Rect.from_edges(panel.x, panel.y - BLEED - 0.3, panel.right, panel.bottom)
    if hero is not None:
        card = next(card for card in kit.cards if card.id == hero.card)
        context = FaceContext(kit, pen.context.size, card, pen.context.choices)
        yield Path(rectangle(whole), PAPER)
        view = hero.view
        if view is not None:
            # Sides and foot as asked, however tall the front is: nothing is cut off beside them.
            high = view.width * whole.height / whole.width
            view = Rect(view.x, view.bottom - high, view.width, high)
        yield from picture(context, PictureBlock(block="picture", box=whole, view=view, cover=True), False)
    one, other = pen.words("kit.title")
    if is_vertical(one):
        style = pen.style(11.5)
        air = 3.4 * pen.scale
        box = Rect(panel.x + 3.5, panel.y + 5.0, style.size + 2 * air, column_height(one, style) + 2 * air)
        yield from paper_slip(box)
        yield set_column(one, style, box.center[0], box.y + air)
        if one == other:
            return
    style = shrunk(other, pen.style(7.6), panel.width - 18.0)
    box = Rect(0.0, 0.0, line_width(other, style) + 8.0, 12.0 * pen.scale)
    box = box.moved(panel.center[0] - box.width / 2, panel.bottom - 3.8 - box.height)
    yield from paper_slip(box)
    yield set_line(other, style, box.center[0], box.center[1] + style.size * 0.35, "middle")


def _back(pen: BoxPen, panel: Rect) -> Iterator[Item]:
    """The motto, three small cards, for whom the game is, and everything inside by name."""
    s = pen.scale
    river = pen.tuck.dress == "river"
    inner = panel.grown(-5.5 * s)
    if not river:
        inner = panel.grown(-4.0)
        yield from paper_slip(inner)
        inner = inner.grown(-4.0 * s)
    ink = pen.light if river else BLACK
    y = inner.y
    column = 0.0
    if pen.tuck.motto:
        column, y, drawn = _motto(pen, inner, ink)
        yield from drawn
    if pen.tuck.cards:
        y += 3.0 * s
        room = inner.width - column
        gap = 2.2 * s
        width = min((room - 2 * gap) / 3, 17.5 * s)
        face = pen.context.size
        height = width * face.height / face.width
        for at, card_id in enumerate(pen.tuck.cards):
            card = next(card for card in pen.context.kit.cards if card.id == card_id)
            rise = -2.4 * s if at == 1 else 0.0
            slot = Rect(inner.x + at * (width + gap), y + 2.4 * s + rise, width, height)
            yield from _small_picture(pen, card, slot)
        y += height + 2.4 * s
    if pen.tuck.facts is not None:
        # As far from the pictures as from the water or the contents.
        shore = panel.y + SHORE * panel.height + (0.0 if river else 3.0 * s)
        yield from _facts(pen, Rect(inner.x, (y + shore) / 2 - 4.5 * s, inner.width, 9.0 * s), ink)
    top = panel.y + SHORE * panel.height + 4.0 * s
    yield from _contents(pen, Rect.from_edges(inner.x, top, inner.right, inner.bottom), river)


def _small_picture(pen: BoxPen, card: Card, slot: Rect) -> Iterator[Item]:
    """The middle of a card's picture in a frame: as large as its lines need to be printed."""
    kit = pen.context.kit
    context = FaceContext(kit, pen.context.size, card, pen.context.choices)
    view = art_of(art_source(kit, card.art, pen.context.choices.ink)).view
    middle = Rect(0.0, 0.0, SMALL_VIEW * view.width, SMALL_VIEW * view.height)
    middle = middle.moved(view.center[0] - middle.width / 2, view.center[1] - middle.height / 2)
    yield Path(rectangle(slot), PAPER)
    yield from picture(context, PictureBlock(block="picture", box=slot, view=middle, cover=True), False)
    yield Path(rectangle(slot), stroke=BLACK, width=0.3)


def _motto(pen: BoxPen, box: Rect, ink: Ink) -> tuple[float, float, list[Item]]:
    """The motto: in columns at the right, in lines at the left; the columns' width, and where the lines end."""
    one, other = pen.words(pen.tuck.motto)
    s = pen.scale
    items: list[Item] = []
    style = pen.style(4.9, ink)
    columns = one.split("\n")
    x, width = box.right, 0.0
    if all(map(is_vertical, columns)):
        step = style.size * 1.45
        for number, column in enumerate(columns):
            at = box.right - style.size / 2 - number * step
            items.append(set_column(column, style, at, box.y + number * 1.3 * style.size))
        width = style.size + (len(columns) - 1) * step + 3.0 * s
        if one == other:
            return width, box.y, items
        x = box.right - width
    small = pen.style(4.0, ink)
    lines = [each for line in other.split("\n") for each in break_lines(line, small, x - box.x, "en")]
    for number, line in enumerate(lines):
        items.append(set_line(line, small, box.x, box.y + small.size * (0.85 + 1.3 * number)))
    return width, box.y + small.size * 1.3 * len(lines), items


def _facts(pen: BoxPen, box: Rect, ink: Ink) -> Iterator[Item]:
    """Players, time and age, each with a sign and in both languages; long words have more room than short ones."""
    radius, gap = box.height * 0.42, 2.0 * pen.scale
    beside = 2 * radius + 1.6 * pen.scale
    large, small = pen.style(3.3, ink, "text"), pen.style(2.7, ink, "text")
    words = [pen.words(getattr(pen.tuck.facts, name)) for name in FACTS]
    needed = [max(line_width(one, large), line_width(other, small)) for one, other in words]
    free = box.width - len(FACTS) * (beside + gap)
    rooms = [free / len(FACTS)] * len(FACTS)
    if max(needed) > rooms[0]:
        rooms = [free * each / math.fsum(needed) for each in needed]
    x, y = box.x, box.center[1]
    for (one, other), sign, room in zip(words, (_player, _clock, _years), rooms, strict=True):
        yield from sign(x + radius, y, radius, ink)
        left = x + beside
        yield set_line(one, squeezed(one, large, room, 0.6, LEAST_EM), left, y - 0.4)
        if other != one:
            yield set_line(other, squeezed(other, small, room, 0.6, LEAST_EM), left, y + 3.3 * pen.scale)
        x = left + room + gap


def _player(x: float, y: float, radius: float, ink: Ink) -> Iterator[Item]:
    """A counter seen from above."""
    yield Path(circle(x, y, radius) + circle(x, y, radius * 0.82), ink)
    yield Path(circle(x, y, radius * 0.42), ink)


def _clock(x: float, y: float, radius: float, ink: Ink) -> Iterator[Item]:
    yield Path(circle(x, y, radius) + circle(x, y, radius * 0.82), ink)
    hands = segment(x, y - radius * 0.55, x, y) + segment(x, y, x + radius * 0.42, y + radius * 0.26)
    yield Path(hands, stroke=ink, width=radius * 0.18, cap="round")


def _years(x: float, y: float, radius: float, ink: Ink) -> Iterator[Item]:
    """Lines that grow, as a child's height is marked on a post."""
    for at in range(3):
        high = radius * (0.7 + 0.55 * at)
        left = x - radius * 0.8 + at * radius * 0.6
        yield Path(rectangle(Rect(left, y + radius * 0.9 - high, radius * 0.38, high)), ink)


def _contents(pen: BoxPen, box: Rect, river: bool) -> Iterator[Item]:
    """A slab of paper with a heading and a row for each thing inside; last what `contents` says."""
    s = pen.scale
    if river:
        count = len(pen.tuck.items) + len(_lines(pen, pen.style(2.7, BLACK, "text"), box.width - 7.2 * s))
        high = 7.2 * s + (8.0 * s if pen.tuck.items else 0.0) + count * 1.6 * pen.style(2.7).size
        box = box._replace(height=min(box.height, high))
        yield from paper_slip(box)
        box = box.grown(-3.6 * s)
    y = box.y
    small = pen.style(2.7, BLACK, "text")
    count = len(pen.tuck.items) + len(_lines(pen, small, box.width))
    # As far from one another as the slab has room for, its heading taken off.
    head_room = 5.6 * s if pen.tuck.items else 0.0
    step = min(small.size * 1.62, (box.height - head_room) / max(count, 1))
    if pen.tuck.items:
        head = pen.style(4.2)
        y += head.size * 0.9
        one, other = pen.words("box.inside")
        yield set_line(one if one == other else f"{one}  {other}", head, box.x, y)
        y += 1.8 * s
        yield Path(segment(box.x, y, box.right, y), stroke=BLACK, width=0.3)
        y += step * 0.95
    rows = [_Row(*pen.words(key)) for key in pen.tuck.items]
    for row in rows:
        yield set_line(row.first, squeezed(row.first, small, box.width * 0.5, 0.6, LEAST_EM), box.x, y)
        if row.last != row.first:
            yield set_line(
                row.last, squeezed(row.last, small, box.width * 0.5, 0.6, LEAST_EM), box.right, y, "end"
            )
        y += step
    yield from _small_print(pen, box._replace(y=y, height=box.bottom - y), small, step)


def _small_print(pen: BoxPen, box: Rect, style: TextStyle, step: float) -> Iterator[Item]:
    """What `contents` says, in lines; languages one under the other."""
    lines = _lines(pen, style, box.width)
    y = box.y + (0.1 * style.size if pen.tuck.items else style.size)
    for number, line in enumerate(lines):
        yield set_line(line, style, box.x, y + number * min(step, style.size * 1.5))


def _lines(pen: BoxPen, style: TextStyle, width: float) -> Sequence[str]:
    kit = pen.context.kit
    texts = {language: pen.context.text(language, pen.tuck.contents) for language in kit.languages}
    together = "  ".join(dict.fromkeys(texts.values()))
    if line_width(together, style) <= width:
        return (together,)
    return [line for code, text in texts.items() for line in break_lines(text, style, width, code)]


def _left(pen: BoxPen, panel: Rect) -> Iterator[Item]:
    """The spine of the first language: the title and what game it is in one column, the suits at its foot."""
    title, about = pen.words("kit.title")[0], pen.words(pen.tuck.spine)[0]
    if not is_vertical(title):
        yield from _lying(pen, panel, (title, about))
        return
    em = min(0.5 * panel.width, 13.5 * pen.scale)
    room = (SHORE - 0.1) * panel.height
    small = min(em * 0.45, 4.6 * pen.scale)
    river = pen.tuck.dress == "river"
    ink = pen.light if river else BLACK
    style = TextStyle(pen.context.font("display"), em, ink)
    below = TextStyle(pen.context.font("display"), small, ink)
    has_about = is_vertical(about) and small >= LEAST_EM
    high = column_height(title, style) + (column_height(about, below) + em * 0.5 if has_about else 0.0)
    if high > room:
        style, below = (TextStyle(each.font, each.size * room / high, ink) for each in (style, below))
        has_about = has_about and below.size >= LEAST_EM
    top = panel.y + 0.06 * panel.height
    if not river:
        air = 2.6 * pen.scale
        shown = column_height(title, style) + (column_height(about, below) + em * 0.5 if has_about else 0.0)
        width = style.size + 2 * air
        yield from paper_slip(Rect(panel.center[0] - width / 2, top - air, width, shown + 2 * air))
    yield set_column(title, style, panel.center[0], top)
    if has_about:
        yield set_column(about, below, panel.center[0], top + column_height(title, style) + em * 0.5)
    yield from _suits(pen, panel) if river else ()


def _suits(pen: BoxPen, panel: Rect) -> Iterator[Item]:
    """The four suits two by two on a slab."""
    suits = list(pen.context.kit.suits)[:4]
    side = min(15.0 * pen.scale, panel.width * 0.62)
    if len(suits) < 4 or side < 8.0:
        return
    box = Rect(panel.center[0] - side / 2, panel.bottom - 0.08 * panel.height - side * 1.5, side, side * 1.5)
    yield pen.slab(box)
    for at, suit in enumerate(suits):
        x = box.x + side * (0.28 + 0.44 * (at % 2))
        y = box.y + side * 1.5 * (0.28 + 0.44 * (at // 2))
        yield pen.context.emblem(suit, x, y, side * 0.44, pen.light)


def _right(pen: BoxPen, panel: Rect) -> Iterator[Item]:
    """The spine of the last language, read with the box turned once to the left."""
    yield from _lying(pen, panel, (pen.words("kit.title")[1], pen.words(pen.tuck.spine)[1]))


def _lying(pen: BoxPen, panel: Rect, words: tuple[str, str]) -> Iterator[Item]:
    """A title along the spine on a slab, from top to bottom."""
    thick = min(panel.width * 0.6, 13.0 * pen.scale)
    if thick < 5.0:
        return
    river = pen.tuck.dress == "river"
    length = (1 - SHORE - 0.06 if river else 0.88) * panel.height
    style = shrunk(words[0], TextStyle(pen.context.font("display"), thick * 0.58, pen.light), length - 5.0)
    width = line_width(words[0], style) + 5.0
    y = panel.bottom - 0.03 * panel.height - width if river else panel.center[1] - width / 2
    box = Rect(-thick / 2, y, thick, width).moved(panel.center[0], 0.0)
    yield pen.slab(box)
    line = set_line(words[0], style, 0.0, style.size * 0.34)
    yield Group((line,), Affine.rotation(90).then(Affine.translation(panel.center[0], box.y + 2.5)))


SIDES: Mapping[str, Callable[[BoxPen, Rect], Iterator[Item]]] = {
    "front": _front,
    "back": _back,
    "left": _left,
    "right": _right,
}
