"""Artwork of a box with a written sign: a black panel, the sign in red, streams of air that part round it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from printkit.compose.faces.context import Choices, FaceContext
from printkit.compose.pieces.box import BoxNet
from printkit.compose.pieces.sign_window import sign_window
from printkit.compose.text.paragraphs import set_paragraphs
from printkit.compose.text.titles import shrunk
from printkit.compose.text.typesetting import TextStyle, fit_line, set_line
from printkit.geometry import Affine, Rect
from printkit.kit.box import TuckBox
from printkit.kit.model import Card, Kit
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Group, Item, Path, Scene
from printkit.scene.shapes import rounded_rectangle

__all__ = ["compose_glyph_box"]

MARGIN, BAR, GAP = 3.6, 9.4, 2.8
"""Paper round a panel, the height of its title bar, and what lies between them; mm."""


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


def _title_bar(context: FaceContext, bar: Rect) -> Iterator[Item]:
    """An unbroken bar with the title, in a second language at its end."""
    yield Path(rounded_rectangle(bar, 0.8), BLACK)
    first, second = context.kit.in_two("kit.title")
    display = context.font("display")
    base = bar.center[1] + 2.1
    half = bar.width * 0.5
    room = half - 6.0 if second else bar.width - 6.4
    yield set_line(first, shrunk(first, TextStyle(display, 6.0, PAPER), room), bar.x + 3.2, base)
    if second:
        style = fit_line(second, TextStyle(display, 5.0, PAPER), half, 0.6)
        yield set_line(second, style, bar.right - 3.2, base - 0.2, "end")


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
        title, about = context.text(language, "kit.title"), context.text(language, tuck.spine)
        big = TextStyle(context.font("display"), 6.0, PAPER)
        small = fit_line(about, TextStyle(context.font("text"), 3.0, PAPER), strip.width * 0.6, 0.6)
        items = (
            Path(rounded_rectangle(strip, 0.8), BLACK),
            set_line(title, big, strip.x + 4.0, 2.1),
            set_line(about, small, strip.right - 4.0, 1.1, "end"),
        )
        yield Group(items, Affine.rotation(90).then(Affine.translation(*panel.center)))

    return draw


_PRINTED: Mapping[str, Callable[[FaceContext, TuckBox, Rect], Iterator[Item]]] = {
    "front": _front,
    "back": _back,
    "left": _spine(0),
    "right": _spine(1),
}
