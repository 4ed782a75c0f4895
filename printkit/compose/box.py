"""Artwork of the tuck box: the back's spiral runs round its corners."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

from printkit.compose.carving import Spiral, arc, smooth, spiral_strokes, stroke
from printkit.compose.context import Choices, FaceContext
from printkit.compose.paragraphs import set_paragraphs
from printkit.compose.titles import shrunk, squeezed
from printkit.compose.typesetting import TextStyle, line_width, set_line
from printkit.geometry import Affine, Outline, Rect
from printkit.kit.box import TuckBox
from printkit.kit.model import Card, Kit
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Group, Item, Path, Scene, Use
from printkit.scene.shapes import circle, rectangle, rounded_rectangle

__all__ = ["BLEED", "BoxNet", "compose_box"]

# How far the printing runs over an edge or a fold.
BLEED = 3.0
FRAME = 0.6
LEAST_EM = 2.4
LEADING = 1.42


Draw = Callable[[FaceContext, TuckBox, Rect], "list[Item]"]


class BoxNet(NamedTuple):
    """What the printing needs to know of an unfolded box: its size, its panels by name, and its depth; mm."""

    width: float
    height: float
    depth: float
    panels: dict[str, Rect]


class _Field(NamedTuple):
    """A part of the sheet and how the spiral lies there."""

    box: Rect
    place: Affine


def compose_box(kit: Kit, tuck: TuckBox, net: BoxNet, choices: Choices, part: int) -> Scene:
    """The printed side of an unfolded box; `part` distinguishes the sheets of one box."""
    size = kit.size(choices.size)
    card = Card("box", "box", tuck.component, 0, {})
    context = FaceContext(kit, size, card, choices)
    low = choices.ink == "low"
    spiral = _spiral(tuck, net, kit.inks[tuck.ink])
    items: list[Item] = []
    for field in _fields(net):
        ground: tuple[Item, ...] = () if low else _ground(field.box, kit.inks[tuck.ink])
        items.append(Group((*ground, Group((Use(spiral, field.place),), clip=field.box)), layer="art"))
    for name, draw in _PRINTED.items():
        panel = net.panels.get(name)
        if panel is not None:
            items += draw(context, tuck, panel)
    return Scene(f"box-{part}", net.width, net.height, 0.0, tuple(items))


def _ground(box: Rect, ink: Ink) -> tuple[Item, ...]:
    return Path(rectangle(box), ink), Path(rectangle(box), BLACK)


def _spiral(tuck: TuckBox, net: BoxNet, ink: Ink) -> Scene:
    """The back's spiral about the origin, as far as the corners of a panel and what hangs on it."""
    panel = next(net.panels[name] for name in ("front", "back") if name in net.panels)
    across, down = panel.width / 2 + net.depth / 2 + BLEED, panel.height / 2 + net.depth / 2 + BLEED
    reach = math.hypot(across, down)
    outlines = list(spiral_strokes(Spiral(tuck.arms, tuck.pitch, tuck.first, reach)))
    kept = [outline for outline in outlines if _within(outline, across, down)]
    items: list[Item] = [Path(_joined(kept), ink, even_odd=False), *_currents(tuck.first * 0.81, ink)]
    return Scene("box-spiral", 0.0, 0.0, reach, tuple(items))


def _within(outline: Outline, across: float, down: float) -> bool:
    return outline.box().overlaps(Rect(-across, -down, 2 * across, 2 * down))


def _joined(outlines: list[Outline]) -> Outline:
    return Outline(
        "".join(outline.commands for outline in outlines),
        tuple(value for outline in outlines for value in outline.coordinates),
    )


def _currents(radius: float, ink: Ink) -> Iterator[Item]:
    """Centre of the spiral: a ring with two equal currents separated by one line; unchanged by a rotation of 180°."""
    width = radius * 0.13
    yield Path(circle(0, 0, radius) + circle(0, 0, radius - width), ink)
    small = (radius - width) / 2
    upper = arc(0, -small, small, -90, 90, 9)
    lower = arc(0, small, small, 270, 90, 9)
    points = (*upper, *lower[1:])
    yield Path(smooth(points), stroke=ink, width=width * 0.85)
    strokes = []
    for turn in (0, 180):
        for share, start, end in ((0.72, 150, 236), (0.58, 160, 222)):
            line = arc(0, 0, radius * share, start, end, 9)
            strokes.append(stroke(line, radius * 0.06, 0.7).moved_by(Affine.rotation(turn)))
    yield Path(_joined(strokes), ink, even_odd=False)


def _fields(net: BoxNet) -> Iterator[_Field]:
    """Every printed part of the sheet with the spiral that covers it.

    The front bears the spiral and the back its mirror image; each runs half way over the sides, the lid and the
    bottom, where it meets the other line for line, so that the grain goes on round every corner.
    """
    front, back = net.panels.get("front"), net.panels.get("back")
    if front is not None:
        middle = front.center[0], front.center[1]
        own = Affine.translation(*middle)
        yield from _body(net, front, own, Affine(-1.0, 0.0, 0.0, 1.0, *_next(net, front)), back is not None)
        turned = Affine(1.0, 0.0, 0.0, -1.0, middle[0], 2 * front.bottom + net.depth - middle[1])
        yield from _hanging(front, front.bottom, net.depth, own, turned)
    if back is not None:
        middle = back.center[0], back.center[1]
        own = Affine(-1.0, 0.0, 0.0, 1.0, *middle)
        yield from _body(net, back, own, Affine.translation(*_next(net, back)), False)
        turned = Affine(-1.0, 0.0, 0.0, -1.0, middle[0], 2 * back.y - net.depth - middle[1])
        yield from _hanging(back, back.y, -net.depth, own, turned)


def _next(net: BoxNet, panel: Rect) -> tuple[float, float]:
    """The middle of the panel beyond the side on the right."""
    return panel.right + net.depth + panel.width / 2, panel.center[1]


def _body(net: BoxNet, panel: Rect, own: Affine, other: Affine, joined: bool) -> Iterator[_Field]:
    """A large panel with the half side on its right, and on its left if one is `joined` there; then the outer half."""
    half = net.depth / 2
    top, bottom = panel.y - BLEED, panel.bottom + BLEED
    # The outer half comes first: where the strip goes on, the next panel's own printing covers its bleed.
    yield _Field(Rect.from_edges(panel.right + half, top, panel.right + net.depth + BLEED, bottom), other)
    left = panel.x - (half if joined else BLEED)
    yield _Field(Rect.from_edges(left, top, panel.right + half, bottom), own)


def _hanging(panel: Rect, edge: float, depth: float, own: Affine, other: Affine) -> Iterator[_Field]:
    """The lid above or the bottom below a panel: the near half its own, the far half its neighbour's."""
    left, right = panel.x - BLEED, panel.right + BLEED
    past = edge + depth + (BLEED if depth > 0 else -BLEED)
    yield _Field(Rect.from_edges(left, edge, right, edge + depth / 2), own)
    yield _Field(Rect.from_edges(left, edge + depth / 2, right, past), other)


def _label(box: Rect) -> list[Item]:
    """Paper let into the spiral, with a line round it."""
    inner = box.grown(-0.9)
    outline = rounded_rectangle(inner, 1.6) + rounded_rectangle(inner.grown(-FRAME), 1.1)
    return [Path(rounded_rectangle(box, 2.4), PAPER), Path(outline, BLACK)]


def _titles(context: FaceContext) -> list[str]:
    return [context.text(language, "kit.title") for language in context.kit.languages[:2]]


def _front(context: FaceContext, tuck: TuckBox, panel: Rect) -> list[Item]:
    """The title in both languages on a label below the spiral's middle."""
    width, height = panel.width * 0.66, panel.height * 0.2
    box = Rect(panel.center[0] - width / 2, panel.y + panel.height * 0.66, width, height)
    items = _label(box)
    shares = ((0.46, 0.53), (0.24, 0.83))
    for text, (em, down) in zip(_titles(context), shares, strict=False):
        style = squeezed(text, TextStyle(context.font("display"), height * em), width - 7.0, 0.5, LEAST_EM)
        items.append(set_line(text, style, box.center[0], box.y + height * down, "middle"))
    return items


def _back(context: FaceContext, tuck: TuckBox, panel: Rect) -> list[Item]:
    """What is in the box, in both languages, on a label."""
    width = panel.width * 0.74
    inner = Rect(
        panel.center[0] - width / 2 + 3.4, panel.y + panel.height * 0.66, width - 6.8, panel.height * 0.3
    )
    style = TextStyle(context.font("text"), max(LEAST_EM, min(3.2, inner.width / 18)))
    words = [(language, context.text(language, tuck.contents)) for language in context.kit.languages]
    lines = set_paragraphs(words, style, inner, LEADING, "start")
    deep = (len(lines) - 1) * style.size * LEADING + style.size
    return [*_label(inner._replace(height=deep).grown(3.4)), *lines]


def _spine(number: int) -> Draw:
    """A side with the title in one language, so that the box shows one on either side."""

    def draw(context: FaceContext, tuck: TuckBox, panel: Rect) -> list[Item]:
        thick = min(panel.width * 0.56, 12.0)
        em = thick * 0.58
        if em < LEAST_EM:
            return []
        languages = context.kit.languages
        language = languages[min(number, len(languages) - 1)]
        big = TextStyle(context.font("display"), em)
        small = TextStyle(context.font("display"), max(em * 0.6, LEAST_EM))
        parts = [(context.text(language, "kit.title"), big), (context.text(language, tuck.spine), small)]
        gap = em * 0.6
        if sum(line_width(text, style) for text, style in parts) + gap + em > panel.height * 0.9:
            parts.pop()
            title = shrunk(parts[0][0], big, panel.height * 0.9 - em)
            if title.size < LEAST_EM:
                return []
            parts = [(parts[0][0], title)]
        length = sum(line_width(text, style) for text, style in parts) + gap * (len(parts) - 1) + em
        x, y = -length / 2 + em / 2, em * 0.37
        lines: list[Item] = [
            Path(rounded_rectangle(Rect(-length / 2, -thick / 2, length, thick), 1.6), PAPER)
        ]
        for text, style in parts:
            lines.append(set_line(text, style, x, y))
            x += line_width(text, style) + gap
        return [Group(tuple(lines), Affine.rotation(90).then(Affine.translation(*panel.center)))]

    return draw


_PRINTED: dict[str, Draw] = {"front": _front, "back": _back, "left": _spine(0), "right": _spine(1)}
