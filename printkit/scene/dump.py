"""A scene as readable text, one line for each item."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.geometry import IDENTITY, Affine, Outline
from printkit.scene.inks import Ink
from printkit.scene.model import Glyphs, Group, Item, Path, Picture, Scene, Use

__all__ = ["dump"]


def dump(scene: Scene) -> str:
    """The whole drawing, indented by depth; numbers in mm to three decimals."""
    head = f"scene {scene.id} {_number(scene.width)}×{_number(scene.height)} bleed {_number(scene.bleed)}"
    return "\n".join([head, *_lines(scene.items, 1)]) + "\n"


def _lines(items: tuple[Item, ...], depth: int) -> Iterator[str]:
    pad = "  " * depth
    for item in items:
        if isinstance(item, Group):
            clip = "" if item.clip is None else " clip " + _numbers(item.clip)
            clip += "" if item.within is None else " within " + _outline(item.within)
            yield f"{pad}group{_map(item.transform)}{f' layer {item.layer}' if item.layer else ''}{clip}"
            yield from _lines(item.items, depth + 1)
        elif isinstance(item, Use):
            yield f"{pad}use {item.scene.id}{_map(item.transform)}"
        elif isinstance(item, Glyphs):
            places = " ".join(f"{glyph.glyph}@{_number(glyph.x)},{_number(glyph.y)}" for glyph in item.glyphs)
            stretch = "" if item.stretch == 1 else f" stretch {_number(item.stretch)}"
            yield f"{pad}text {item.text!r} {item.font} {_number(item.size)} {_ink(item.ink)}{stretch} {places}"
        elif isinstance(item, Picture):
            yield f"{pad}picture {item.digest[:16]} {_numbers(item.box)}"
        else:
            yield f"{pad}path{_paint(item)} {_outline(item.outline)}"


def _paint(path: Path) -> str:
    fill = f" fill {_ink(path.fill)}{'' if path.even_odd else ' nonzero'}" if path.fill else ""
    dash = f" dash {_numbers(path.dash)}" if path.dash else ""
    ends = "".join(f" {word}" for word in (path.cap, path.join) if word not in ("butt", "miter"))
    ends += f" miter {_number(path.miter)}" if path.miter != 10.0 else ""
    return fill + (f" stroke {_ink(path.stroke)} {_number(path.width)}{dash}{ends}" if path.stroke else "")


def _outline(outline: Outline) -> str:
    values = iter(outline.coordinates)
    arity = {"M": 2, "L": 2, "C": 6, "Z": 0}
    return "".join(
        command + " ".join(_number(next(values)) for _ in range(arity[command]))
        for command in outline.commands
    )


def _ink(ink: Ink) -> str:
    return ink.name if ink.tint == 1 else f"{ink.name}:{_number(ink.tint)}"


def _map(transform: Affine) -> str:
    return "" if transform == IDENTITY else f" at [{_numbers(transform)}]"


def _numbers(values: tuple[float, ...]) -> str:
    return " ".join(map(_number, values))


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") if round(value, 3) else "0"
