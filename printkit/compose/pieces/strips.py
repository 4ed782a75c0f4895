"""Draws the sides of strips: counting sticks, tracks, and words to have at hand."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.compose.faces.context import FaceContext
from printkit.compose.pieces.carving import stroke
from printkit.compose.text.paragraphs import set_paragraphs
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, set_line
from printkit.geometry import Outline, Rect
from printkit.kit.tokens import Token, TokenFace, track_of
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Item, Path
from printkit.scene.shapes import polygon, rectangle, segment

__all__ = ["strip_items"]

# Paper between the cut and the drawing: neighbours on a sheet share their cut.
RIM = 0.5
# A counting stick: the corners cut off, its edge line, a notch's width and depth, where its band ends, its figure.
CORNER, EDGE, NOTCH, DEEP, BARE, FIGURE_EM = 0.9, 0.4, 1.2, 1.1, 9.0, 3.4
# More notches than this are slanting cuts, so long and so thick.
MOST_NOTCHES, CUT_LONG, CUT_THICK = 4, 4.2, 0.85
# A track's title and numbers, and a reminder's title and text: em in mm; a column holds so many numbers at most.
TITLE_EM, NUMBER_EM, HEAD_EM, BODY_EM, LEADING, COLUMN = 3.2, 5.2, 3.2, 2.25, 1.3, 21
INDENT, HEAD = 1.6, 6.6


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
    draw = _track if face.motif == "track" else _words
    yield from draw(context, face, box, language, ink)


def _octagon(box: Rect, corner: float) -> Outline:
    return polygon(
        (
            (box.x + corner, box.y), (box.right - corner, box.y), (box.right, box.y + corner),
            (box.right, box.bottom - corner), (box.right - corner, box.bottom), (box.x + corner, box.bottom),
            (box.x, box.bottom - corner), (box.x, box.y + corner),
        )
    )  # fmt: skip


def _tally(context: FaceContext, face: TokenFace, box: Rect, ink: Ink | None, low: bool) -> Iterator[Item]:
    """A stick with its figure; the dearer it is, the more notches and the more ink: none, a band, all of it."""
    edge = ink or BLACK
    whole = face.notches > 2
    yield Path(_octagon(box, CORNER) + _octagon(box.grown(-EDGE), CORNER - 0.586 * EDGE), edge)
    band = box if whole else Rect(box.x + BARE, box.y, box.width - 2 * BARE, box.height)
    solid = ink is not None and not low
    if ink is not None:
        if solid:
            yield Path(_octagon(band, CORNER) if whole else rectangle(band), ink)
        elif not whole:
            yield from (Path(rectangle(Rect(x, box.y, EDGE, box.height)), ink) for x in (band.x, band.right))
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


def _track(context: FaceContext, face: TokenFace, box: Rect, language: str, ink: Ink) -> Iterator[Item]:
    """Numbers in boxes from top to bottom, with room for a clip at the edge; the title above.

    A long track has two columns, each with its clips at its own edge, and its fives are bold.
    """
    track = track_of(face.figure)
    assert track is not None
    sign, first, last = track
    display = context.font("display")
    if face.text:
        title = context.text(language, face.text)
        style = fit_line(title, TextStyle(display, TITLE_EM), box.width - 3.0, 0.7)
        yield ink_center_line(title, style, box.center[0], box.y + 4.6)
    top, numbers = box.y + HEAD, range(first, last + 1)
    columns = 1 if len(numbers) <= COLUMN else 2
    high = -(-len(numbers) // columns)
    pitch, wide = (box.bottom - top) / high, (box.width - 0.8) / columns
    em = min(NUMBER_EM, 0.82 * pitch)
    for at, number in enumerate(numbers):
        x, y = box.x + 0.4 + at // high * wide, top + at % high * pitch
        row = Rect(x, y, wide - (columns - 1) * 0.8, pitch - min(1.0, 0.2 * pitch))
        heavy = number == first or (columns > 1 and number % 5 == 0)
        yield Path(rectangle(row), stroke=BLACK, width=0.6 if heavy else 0.35)
        style = TextStyle(display, em, ink if heavy else BLACK, tracking=0.0)
        yield ink_center_line(f"{sign}{number}", style, row.center[0], row.center[1] + 0.36 * em)


def _words(context: FaceContext, face: TokenFace, box: Rect, language: str, ink: Ink) -> Iterator[Item]:
    """A title on a rule, and below it a paragraph a line of the text, each with a mark."""
    title = context.text(language, f"{face.text}.title")
    style = fit_line(title, TextStyle(context.font("display"), HEAD_EM), box.width - 2.0, 0.7)
    yield set_line(title, style, box.x + 0.8, box.y + 4.2)
    yield Path(rectangle(Rect(box.x + 0.8, box.y + 5.4, box.width - 2.0, 0.6)), ink)
    plain = TextStyle(context.font("text"), BODY_EM, tracking=0.0)
    y = box.y + HEAD + 0.4
    for line in context.text(language, f"{face.text}.body").splitlines():
        room = Rect.from_edges(box.x + 0.8 + INDENT, y, box.right - 0.4, box.bottom)
        lines = set_paragraphs([(language, line)], plain, room, LEADING, "start")
        mark = y + 0.5 * BODY_EM
        yield Path(segment(box.x + 0.8, mark, box.x + 1.9, mark), stroke=ink, width=0.5)
        yield from lines
        y += len(lines) * BODY_EM * LEADING + 0.8
