"""Draws the sides of strips: counting sticks, tracks, and words to have at hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from printkit.compose.faces.context import FaceContext
from printkit.compose.pieces.carving import stroke
from printkit.compose.text.paragraphs import set_paragraphs
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, set_line
from printkit.geometry import Outline, Rect
from printkit.kit.tokens import Token, TokenFace, track_of
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Item, Path
from printkit.scene.shapes import polygon, rectangle, rounded_rectangle, segment

__all__ = ["strip_items"]

# Paper between the cut and the drawing: neighbours on a sheet share their cut.
RIM = 0.5
# A counting stick: the corners cut off, its edge line, a notch's width and depth, where its band ends, its figure.
CORNER, EDGE, NOTCH, DEEP, BARE, FIGURE_EM = 0.9, 0.4, 1.2, 1.1, 9.0, 3.4
# More notches than this are slanting cuts, so long and so thick.
MOST_NOTCHES, CUT_LONG, CUT_THICK = 4, 4.2, 0.85
# The fibres of a stick without ink, from its ends: where they begin, how long they are, how far off the middle; mm.
FIBRES, FIBRE_THICK = ((2.6, 7.5, -0.75), (5.4, 9.5, 0.1), (3.4, 6.0, 0.9)), 0.42
# A track's title and numbers, and below its title: em in mm; a column holds so many numbers at most.
TITLE_EM, NUMBER_EM, HEAD, COLUMN = 3.2, 5.2, 6.6, 21
# How long the cuts at the edge of a long track are, at each fifth number and at the others.
FIVE_CUT, ONE_CUT = 4.6, 2.6
# A reminder's frame and the bar of its title, mm; the em of its title and those its text may have; what stands before a
# line and between two, in em; and a height that holds any text.
FRAME, BAR, HEAD_EM, BODY_EMS, LEADING = 0.4, 6.2, 3.6, (2.7, 2.55, 2.4, 2.25), 1.3
INDENT, GAP, DEEP_ENOUGH = 0.72, 0.26, 1e3


def strip_items(context: FaceContext, token: Token, side: str, low: bool) -> Iterator[Item]:
    """One side of a strip; the back says its words in the kit's second language."""
    face = token.front if side == "front" else token.back
    box = Rect(0.0, 0.0, token.size, token.height).grown(-RIM)
    ink = context.colour(face.ink)
    if face.motif == "tally":
        yield from _tally(context, face, box, None if ink.name == PAPER.name else ink, low)
        return
    languages = context.kit.languages
    language = languages[min(side == "back", len(languages) - 1)]
    if face.motif == "track":
        yield from _track(context, face, box, language, ink, low=low)
    else:
        yield from _words(context, face, box, language, ink, low=low)


def _octagon(box: Rect, corner: float) -> Outline:
    return polygon(
        (
            (box.x + corner, box.y), (box.right - corner, box.y), (box.right, box.y + corner),
            (box.right, box.bottom - corner), (box.right - corner, box.bottom), (box.x + corner, box.bottom),
            (box.x, box.bottom - corner), (box.x, box.y + corner),
        )
    )  # fmt: skip


def _tally(context: FaceContext, face: TokenFace, box: Rect, ink: Ink | None, low: bool) -> Iterator[Item]:
    """A stick with its figure; the dearer it is, the more notches and the more ink: none, a band, all of it.

    Its edge is where it is cut.
    """
    edge = ink or BLACK
    solid = ink is not None and not low
    if ink is None:
        yield from _fibres(box)
    else:
        whole = face.notches > 2
        band = box if whole else Rect(box.x + BARE, box.y, box.width - 2 * BARE, box.height)
        outline = _octagon(band, CORNER) if whole else rectangle(band)
        if not solid:
            inner = band.grown(-EDGE)
            outline += _octagon(inner, CORNER - 0.586 * EDGE) if whole else rectangle(inner)
        yield Path(outline, ink)
    light = PAPER if solid else edge
    for x in _notches(face.notches, box):
        if face.notches > MOST_NOTCHES:
            yield _cut(x, box.center[1], light)
            continue
        for y, way in ((box.y, 1), (box.bottom, -1)):
            cut = polygon(((x - NOTCH / 2, y), (x + NOTCH / 2, y), (x, y + way * DEEP)))
            yield Path(cut, light)
    style = TextStyle(context.font("display"), FIGURE_EM, light)
    yield ink_center_line(face.figure, style, box.center[0], box.center[1] + 0.36 * FIGURE_EM)


def _fibres(box: Rect) -> Iterator[Item]:
    """Fine cuts along a stick at both ends, alike when it is turned."""
    for begin, long, off in FIBRES:
        for way, end in ((1, box.x), (-1, box.right)):
            y = box.center[1] + way * off
            line = [(end + way * (begin + long * step / 6), y) for step in range(7)]
            yield Path(stroke(line, FIBRE_THICK, 0.3), BLACK, even_odd=False)


def _cut(x: float, y: float, ink: Ink) -> Path:
    """A slanting cut about (x, y)."""
    steps = [(at / 8 - 0.5) for at in range(9)]
    line = [(x + CUT_LONG * each, y + 0.55 * CUT_LONG * each) for each in steps]
    return Path(stroke(line, CUT_THICK, 0.55), ink, even_odd=False)


def _notches(count: int, box: Rect) -> Iterator[float]:
    """The places of so many notches, half of them on each side of the figure."""
    pitch = 2.6 if count <= MOST_NOTCHES else 5.0
    for at in range(count):
        away = 8.5 + pitch * (at // 2)
        yield box.center[0] + (away if at % 2 else -away)


def _track(
    context: FaceContext, face: TokenFace, box: Rect, language: str, ink: Ink, *, low: bool
) -> Iterator[Item]:
    """Numbers in boxes from top to bottom, or on a strip that lies from left to right, with the title above.

    A long track has two lines, and of an odd count the first number alone at their head. On a lying strip there is room
    for a marker below the numbers, and fives are solid; one that stands has cuts at both edges for its clips.
    """
    track = track_of(face.figure)
    assert track is not None
    sign, first, last = track
    display = context.font("display")
    numbers = range(first, last + 1)
    long = len(numbers) > COLUMN
    title = context.text(language, face.text) if face.text else ""
    style = fit_line(title, TextStyle(display, TITLE_EM), box.width - 3.0, 0.7)
    if long and box.height > box.width:
        yield from _long_track(box, (title, style), numbers, ink, low=low)
        return
    if title:
        yield ink_center_line(title, style, box.center[0], box.y + 4.6)
    cells = _cells(box._replace(y=box.y + HEAD, height=box.height - HEAD), len(numbers), 1 + long)
    em = min(NUMBER_EM, min(0.82 * cell.height for cell in cells), min(0.62 * cell.width for cell in cells))
    for number, row in zip(numbers, cells, strict=True):
        heavy = number == first or (long and number % 5 == 0)
        solid = heavy and not low
        if solid:
            yield Path(rectangle(row.grown(0.2)), ink)
        else:
            yield Path(rectangle(row), stroke=BLACK, width=0.6 if heavy else 0.35)
        style = TextStyle(display, em, PAPER if solid else ink if heavy else BLACK, tracking=0.0)
        middle = row.y + 0.8 * em if box.width > box.height else row.center[1]
        yield ink_center_line(f"{sign}{number}", style, row.center[0], middle + 0.36 * em)


def _cells(room: Rect, count: int, lines: int) -> list[Rect]:
    """Boxes for so many numbers in lines along the longer side; what is one too many comes first, across all lines."""
    if room.height > room.width:
        pitch = room.height / count
        gap = min(1.0, 0.2 * pitch)
        return [Rect(room.x + 0.4, room.y + at * pitch, room.width - 0.8, pitch - gap) for at in range(count)]
    alone = count % lines
    along = count // lines + alone
    pitch, line = room.width / along, room.height / lines
    gap, beside = min(1.0, 0.2 * pitch), 0.8 * (lines - 1)
    boxes = [(0.0, 0.0, room.height - beside)] if alone else []
    boxes += [
        (alone + at % (along - alone), line * (at // (along - alone)), line - beside)
        for at in range(count - alone)
    ]
    return [Rect(room.x + at * pitch, room.y + y, pitch - gap, high) for at, y, high in boxes]


def _long_track(
    box: Rect, head: tuple[str, TextStyle], numbers: Sequence[int], ink: Ink, *, low: bool
) -> Iterator[Item]:
    """Two columns below a bar with the title: a cut at the edge for each number, each fifth in its ink."""
    title, style = head
    light = BLACK if low else PAPER
    bar = Rect(box.x, box.y, box.width, HEAD - 0.8)
    outline = rounded_rectangle(bar.grown(-0.2 if low else 0.0), 0.6)
    yield Path(outline, stroke=ink, width=0.4) if low else Path(outline, BLACK)
    yield ink_center_line(title, replace(style, ink=light), bar.center[0], bar.center[1] + 0.36 * style.size)
    high = -(-len(numbers) // 2)
    pitch, middle = (box.bottom - box.y - HEAD) / high, box.center[0]
    yield Path(segment(middle, box.y + HEAD + 0.4, middle, box.bottom - 0.4), stroke=BLACK, width=0.3)
    for at, number in enumerate(numbers):
        way = 1 if at < high else -1
        edge, y = (box.x if at < high else box.right), box.y + HEAD + (at % high + 0.5) * pitch
        five = number % 5 == 0
        long = FIVE_CUT if five else ONE_CUT
        cut = [(edge + way * long * step / 8, y) for step in range(9)]
        yield Path(stroke(cut, (0.42 if five else 0.24) * pitch, 0.3), ink if five else BLACK, even_odd=False)
        size = (0.9 if five else 0.74) * pitch
        figure = TextStyle(style.font, size, BLACK, tracking=0.0)
        x = edge + way * (FIVE_CUT + (box.width / 2 - FIVE_CUT) / 2 - 0.3)
        yield ink_center_line(str(number), figure, x, y + 0.36 * size)


def _words(
    context: FaceContext, face: TokenFace, box: Rect, language: str, ink: Ink, *, low: bool
) -> Iterator[Item]:
    """A title in a bar, and below it a paragraph a line of the text, each with a mark; as large as has room."""
    frame, bar = box.grown(-FRAME / 2 - RIM), Rect(box.x + RIM, box.y + RIM, box.width - 2 * RIM, BAR)
    light = BLACK if low else PAPER
    if not low:
        yield Path(rounded_rectangle(bar, 0.8), ink)
    yield Path(rounded_rectangle(frame, 0.8), stroke=ink, width=FRAME)
    yield Path(rectangle(bar._replace(y=bar.bottom - 0.3, height=0.6)), ink)
    title = context.text(language, f"{face.text}.title")
    style = fit_line(title, TextStyle(context.font("display"), HEAD_EM, light), bar.width - 3.0, 0.6)
    yield set_line(title, style, bar.x + 1.5, bar.y + 0.5 * BAR + 0.36 * style.size)
    words = context.text(language, f"{face.text}.body").splitlines()
    room = Rect.from_edges(bar.x + 1.4, bar.bottom + 1.4, bar.right - 1.2, box.bottom - RIM - 1.6)
    *larger, least = BODY_EMS
    deep = room._replace(height=DEEP_ENOUGH)
    drawn = ((em, *_marked(context, words, language, deep, em)) for em in larger)
    fitting = ((em, lines) for em, lines, foot in drawn if foot <= room.bottom)
    # Only the smallest says what does not fit.
    em, lines = next(fitting, None) or (least, _marked(context, words, language, room, least)[0])
    for mark, paragraph in lines:
        yield Path(segment(room.x, mark, room.x + 0.4 * em, mark), stroke=ink, width=0.22 * em)
        yield from paragraph


def _marked(
    context: FaceContext, words: Sequence[str], language: str, room: Rect, em: float
) -> tuple[list[tuple[float, Sequence[Item]]], float]:
    """Each line of a text as a paragraph with the height of its mark, and where the last one ends."""
    plain = TextStyle(context.font("text"), em, tracking=0.0)
    lines: list[tuple[float, Sequence[Item]]] = []
    y = room.y
    for line in words:
        beside = Rect.from_edges(room.x + INDENT * em, y, room.right, room.bottom)
        paragraph = set_paragraphs([(language, line)], plain, beside, LEADING, "start")
        lines.append((y + 0.5 * em, paragraph))
        y += (len(paragraph) * LEADING + GAP) * em
    return lines, y - GAP * em - (LEADING - 1) * em
