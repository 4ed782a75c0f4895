"""What is cut out of the cards of a component that are no rectangles."""

from __future__ import annotations

from printkit.errors import InputError
from printkit.geometry import Affine, Outline, Size
from printkit.kit.art import art_of, art_source
from printkit.kit.model import Component, Kit
from printkit.scene.model import Path, Scene, walk

__all__ = ["die_line"]


def die_line(kit: Kit, component: Component, trim: Size) -> Outline:
    """The paths of the SVG that the component names, its view as large as the trim.

    A drawing without a path, and one whose line is not closed or leaves its view, is an InputError.
    """
    source = art_source(kit, component.shape)
    if source.missing:
        key = f"components.{component.id}.shape"
        raise InputError("there is no art file", file=component.shape, key=key, hint="a draft needs it too")
    art = art_of(source)
    view = art.view
    scale = Affine(trim.width / view.width, 0.0, 0.0, trim.height / view.height, 0.0, 0.0)
    place = Affine.translation(-view.x, -view.y).then(scale)
    drawn = walk(Scene("die", view.width, view.height, 0.0, art.items))
    line = Outline("", ())
    for each in drawn:
        if isinstance(each.item, Path):
            line += each.item.outline.moved_by(each.transform.then(place))
    problem = _problem(line, trim)
    if problem:
        hint = "draw the die line as closed paths inside the viewBox, which is the finished piece"
        raise InputError(problem, file=component.shape, key=f"components.{component.id}.shape", hint=hint)
    return line


def _problem(line: Outline, trim: Size) -> str:
    if not line.commands:
        return "the drawing has no path to cut along"
    if line.commands.count("Z") != line.commands.count("M"):
        return "the die line is not closed"
    box = line.box()
    if min(box.x, box.y) < -0.05 or box.right > trim.width + 0.05 or box.bottom > trim.height + 0.05:
        return "the die line leaves the viewBox"
    return ""
