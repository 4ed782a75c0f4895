"""Artwork of a box with a written sign: a black panel, the sign in red, streams of air that part round it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

from printkit.compose.box import BoxNet
from printkit.compose.carving import stroke
from printkit.compose.context import Choices, FaceContext
from printkit.compose.glyphs import glyph_items
from printkit.compose.paragraphs import set_paragraphs
from printkit.compose.typesetting import TextStyle, fit_line, set_line
from printkit.geometry import Affine, Outline, Rect
from printkit.kit.box import TuckBox
from printkit.kit.model import Card, Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path, Scene
from printkit.scene.shapes import rectangle, rounded_rectangle

__all__ = ["compose_glyph_box", "sign_window"]

MARGIN, BAR, GAP = 3.6, 9.4, 2.8
"""Paper round a panel, the height of its title bar, and what lies between them; mm."""
GLYPH, HALO = 50.0, 1.1
"""The sign's em, and the paper round it; mm."""
PITCH, WIDTH = 4.6, 1.55
"""From stream to stream at the panel's edge, and a stream's greatest width; mm."""
RHYTHM = (1.0, 0.62, 0.85, 0.5, 0.92, 0.7)


def compose_glyph_box(kit: Kit, tuck: TuckBox, net: BoxNet, choices: Choices, part: int) -> Scene:
    """The printed side of an unfolded box; `part` distinguishes the sheets of one box."""
    card = Card("box", "box", tuck.component, 0, {})
    context = FaceContext(kit, kit.size(choices.size), card, choices)
    items: list[Item] = []
    for name, draw in _PRINTED.items():
        panel = net.panels.get(name)
        if panel is not None:
            items += draw(context, tuck, panel)
    return Scene(f"box-{part}", net.width, net.height, 0.0, tuple(items))


def _front(context: FaceContext, tuck: TuckBox, panel: Rect) -> Iterator[Item]:
    """The sign in its streams over the title bar."""
    low = context.choices.ink == "low"
    inner = panel.grown(-MARGIN)
    window = inner._replace(height=inner.height - BAR - GAP)
    yield from sign_window(context.kit, tuck.glyph, window, low=low)
    bar = Rect(inner.x, window.bottom + GAP, inner.width, BAR)
    yield from _title_bar(context, bar)


def sign_window(kit: Kit, glyph: str, window: Rect, *, low: bool) -> Iterator[Item]:
    """A black window with streams of air, and the glyph in red before them."""
    x, y = window.center
    em = min(GLYPH, window.width * 0.72, window.height * 0.72)
    if not low:
        yield Path(rectangle(window), BLACK)
    yield Group(
        (Path(_streams(window, (x, y), 0.6 * em), BLACK if low else PAPER, even_odd=False),), clip=window
    )
    if low:
        yield Path(rectangle(window.grown(-0.25)), stroke=BLACK, width=0.5)
    (sign,) = glyph_items(kit, glyph, (x, y), em, find_ink("red"))[:1]
    assert isinstance(sign, Path)
    yield sign._replace(fill=PAPER, stroke=PAPER, width=2 * HALO)
    yield sign


def _title_bar(context: FaceContext, bar: Rect) -> Iterator[Item]:
    """An unbroken bar with the title in both languages."""
    yield Path(rounded_rectangle(bar, 0.8), BLACK)
    ja, en = (context.text(language, "kit.title") for language in context.kit.languages[:2])
    display = context.font("display")
    base = bar.center[1] + 2.1
    yield set_line(ja, TextStyle(display, 6.0, PAPER), bar.x + 3.2, base)
    room = bar.width * 0.5
    yield set_line(
        en, fit_line(en, TextStyle(display, 5.0, PAPER), room, 0.6), bar.right - 3.2, base - 0.2, "end"
    )


def _streams(window: Rect, middle: tuple[float, float], radius: float) -> Outline:
    """Tapered cuts along the streams of air that flow down a panel and part round a disc."""
    cuts = Outline("", ())
    reach = window.width / 2 + PITCH
    count = int(reach / PITCH)
    for at in range(-count, count):
        way = (at + 0.5) * PITCH
        y = window.y - 4.0 - 3.0 * (at % 3)
        step = at * 2 + count
        while y < window.bottom:
            long = 30.0 * RHYTHM[step % len(RHYTHM)] + 5.0
            points = [
                (middle[0] + _aside(way, y + long * share / 14 - middle[1], radius), y + long * share / 14)
                for share in range(15)
            ]
            cuts += stroke(points, WIDTH, 0.6)
            y += long + 3.2
            step += 1
    return cuts


def _aside(way: float, down: float, radius: float) -> float:
    """How far from the middle a stream flows at a height: that of a flow round a disc (its stream function is even)."""
    side = math.copysign(1.0, way)
    low, high = abs(way), abs(way) + radius
    for _ in range(40):
        x = (low + high) / 2
        square = max(x * x + down * down, 1e-9)
        if x * (1 - radius * radius / square) < abs(way):
            low = x
        else:
            high = x
    return side * (low + high) / 2


def _back(context: FaceContext, tuck: TuckBox, panel: Rect) -> Iterator[Item]:
    """The title bar above what is in the box, in both languages."""
    inner = panel.grown(-MARGIN)
    bar = inner._replace(height=BAR)
    yield from _title_bar(context, bar)
    text = Rect.from_edges(inner.x + 2.0, bar.bottom + 7.0, inner.right - 2.0, inner.bottom - 2.0)
    style = TextStyle(context.font("text"), 3.0)
    words = [(language, context.text(language, tuck.contents)) for language in context.kit.languages]
    yield from set_paragraphs(words, style, text, 1.6, "start")


def _spine(number: int) -> Callable[[FaceContext, TuckBox, Rect], Iterator[Item]]:
    """A side: a black strip with the title in one language and what form of the game it is."""

    def draw(context: FaceContext, tuck: TuckBox, panel: Rect) -> Iterator[Item]:
        language = context.kit.languages[min(number, len(context.kit.languages) - 1)]
        strip = Rect(-panel.height / 2 + MARGIN, -5.2, panel.height - 2 * MARGIN, 10.4)
        title, told = context.text(language, "kit.title"), context.text(language, tuck.spine)
        big = TextStyle(context.font("display"), 6.0, PAPER)
        small = fit_line(told, TextStyle(context.font("text"), 3.0, PAPER), strip.width * 0.6, 0.6)
        items = (
            Path(rounded_rectangle(strip, 0.8), BLACK),
            set_line(title, big, strip.x + 4.0, 2.1),
            set_line(told, small, strip.right - 4.0, 1.1, "end"),
        )
        yield Group(items, Affine.rotation(90).then(Affine.translation(*panel.center)))

    return draw


_PRINTED: Mapping[str, Callable[[FaceContext, TuckBox, Rect], Iterator[Item]]] = {
    "front": _front,
    "back": _back,
    "left": _spine(0),
    "right": _spine(1),
}
