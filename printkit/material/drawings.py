"""Any SVG as the scene's own paths, where these say exactly what it shows; else what keeps it from that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from printkit.geometry import IDENTITY, Affine, Outline, Rect
from printkit.material.svg_shapes import (
    InexactError,
    Viewport,
    bounds,
    length,
    mapped,
    numbers,
    outline_of,
    path_data,
    place_view,
    rgba,
    stroked,
    transform,
    upright,
)
from printkit.material.svg_tree import Element, SvgTree
from printkit.scene.inks import Ink, Palette
from printkit.scene.model import Group, Item, Path

__all__ = ["Drawing", "InexactError", "exact_drawing", "natural_size", "scene_view"]

# A px is taken for a mm, as large as the drawing is printed anyway; where that is too coarse or too large for places of
# a thousandth of a mm, the longer edge becomes `_EDGE`.
_EDGES = (20.0, 2000.0)
_EDGE = 100.0
# What is smaller has no size.
_LEAST = 0.001
MOST_ITEMS = 100_000
_FINE = 3

_INHERITED = {
    "fill": "black", "fill-rule": "nonzero", "fill-opacity": "1", "stroke": "none", "stroke-width": "1",
    "stroke-linecap": "butt", "stroke-linejoin": "miter", "stroke-miterlimit": "4", "stroke-dasharray": "none",
    "stroke-dashoffset": "0", "stroke-opacity": "1", "visibility": "visible", "color": "black", "paint-order": "normal",
    "font-size": "16", "marker-start": "none", "marker-mid": "none", "marker-end": "none",
}  # fmt: skip
# What an element may be given that the scene cannot say; the values that change nothing.
_PLAIN = {
    "opacity": ("1", "1.0", "100%"),
    "mask": ("none",),
    "filter": ("none",),
    "mix-blend-mode": ("normal",),
    "vector-effect": ("none",),
    "transform-origin": ("0", "0 0", "0px 0px"),
    "transform-box": ("view-box",),
}
_MARKERS = ("marker-start", "marker-mid", "marker-end")
# Measures are attributes here; style sheets may state them too, and programs differ in whether they look there.
_GEOMETRY = frozenset("x y width height cx cy r rx ry d background background-color marker".split())
# Programs state of the ground that there is none.
_NO_GROUND = ("none", "transparent")
_SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")
_HOLDERS = ("g", "a", "svg", "switch")
_UNDRAWN = frozenset(
    """defs title desc metadata style symbol clipPath mask filter linearGradient radialGradient pattern marker font
    font-face cursor view animate animateTransform animateMotion animateColor set mpath hatch solidcolor""".split()
)


class Drawing(NamedTuple):
    """A drawing as paths: `view` in mm from 0, 0, `items` in painting order."""

    view: Rect
    items: tuple[Item, ...]


class _State(NamedTuple):
    """What an element gets from those around it."""

    style: Mapping[str, str]
    map: Affine
    view: Viewport
    opened: tuple[str, ...] = ()
    chosen: bool = False


def natural_size(root: Element) -> tuple[float, float] | None:
    """Width and height of a drawing in px as it states them, else as its viewBox does; None where neither says."""
    box = _view_box(root)
    usual = Viewport(box[2], box[3]) if box else Viewport(100.0, 100.0)
    given = []
    for name, axis in (("width", "x"), ("height", "y")):
        text = root.attributes.get(name, "")
        given.append(
            None
            if not text or text.strip() == "auto"
            else length(text, usual, axis)
            if box or "%" not in text
            else None
        )
    width, height = given
    if box:
        if width is None and height is None:
            width, height = box[2], box[3]
        width = height * box[2] / box[3] if width is None and height is not None else width
        height = width * box[3] / box[2] if height is None and width is not None else height
    if width is None or height is None or not (0 < width < 1e6 and 0 < height < 1e6):
        return None
    return (width, height) if min(width, height) >= _LEAST else None


def scene_view(size: tuple[float, float]) -> tuple[Rect, float]:
    """The view in mm of a drawing of that size in px, and how many mm a px is."""
    scale = 1.0 if _EDGES[0] <= max(size) <= _EDGES[1] else _EDGE / max(size)
    return Rect(0.0, 0.0, round(size[0] * scale, _FINE), round(size[1] * scale, _FINE)), scale


def _view_box(element: Element) -> list[float] | None:
    values = numbers(element.attributes.get("viewBox", ""))
    return values if len(values) == 4 and values[2] > 0 and values[3] > 0 else None


def exact_drawing(tree: SvgTree, palette: Palette) -> Drawing:
    """The drawing in the scene's words. InexactError: it shows something these cannot say."""
    size = natural_size(tree.root)
    if size is None:
        raise InexactError("no size")
    if tree.loose:
        raise InexactError(tree.loose[0])
    view, scale = scene_view(size)
    items = _Translator(tree, palette).root(Affine.scaling(scale), size)
    if not all(view.contains(box) for box in map(bounds, items)):
        items = [Group(tuple(items), clip=view)]
    return Drawing(view, tuple(items))


class _Translator:
    """One drawing; `items` grows in painting order."""

    def __init__(self, tree: SvgTree, palette: Palette) -> None:
        self.tree, self.palette = tree, palette
        self.items: list[Item] = []

    def root(self, outer: Affine, size: tuple[float, float]) -> list[Item]:
        root = self.tree.root
        box = _view_box(root)
        view = Viewport(box[2], box[3]) if box else Viewport(*size)
        inner = place_view(box, *size, root.attributes.get("preserveAspectRatio", "")) if box else IDENTITY
        state = _State(_INHERITED, inner.then(outer), view)
        own = self._entered(root, state)
        if root.style.get("clip-path", "none") != "none":
            raise InexactError("clip-path")
        if own is not None:
            self._children(root, own)
        return self.items

    def _entered(self, element: Element, state: _State) -> _State | None:
        """What holds inside the element; None where it is not shown."""
        style = element.style
        if style.get("display") == "none":
            return None
        beside = ("width", "height") if element is self.tree.root else ()
        stated = _GEOMETRY.intersection(style).difference(beside)
        if odd := {name for name in stated if style[name] not in _NO_GROUND}:
            raise InexactError(f"{min(odd)} in a style")
        if "systemLanguage" in element.attributes and not state.chosen:
            raise InexactError("systemLanguage")
        for name, plain in _PLAIN.items():
            if name in style and style[name].strip().lower() not in plain:
                self._refuse(name, style[name])
        inherited = {
            **state.style,
            **{name: style[name] for name in _INHERITED if style.get(name, "inherit") != "inherit"},
        }
        for value in inherited.values():
            if ("(" in value and value.startswith(("var(", "calc(", "env("))) or value in (
                "initial",
                "unset",
                "revert",
            ):
                raise InexactError(value)
        view = state.view
        if "font-size" in style:
            size = length(style["font-size"], view._replace(width=view.em * 1.0))
            view = view._replace(em=size or view.em)
        own = state.map
        if "transform" in style:
            moved = transform(style["transform"])
            if moved is None:
                raise InexactError("transform")
            own = moved.then(own)
        return state._replace(style=inherited, map=own, view=view, chosen=False)

    def _refuse(self, name: str, value: str) -> None:
        if name == "opacity" and (length(value, Viewport(1.0, 1.0)) or 0.0) >= 1:
            return
        if name == "mask" and "url(" in value and self._target(value) is None:
            # A reference to nothing changes nothing.
            return
        raise InexactError(name)

    def _target(self, reference: str) -> Element | None:
        name = reference.partition("#")[2].rstrip(")'\" ")
        return self.tree.named.get(name) if name else None

    def _children(self, element: Element, state: _State) -> None:
        for child in element.children:
            self._element(child, state)

    def _element(self, element: Element, state: _State) -> None:
        if element.name in _UNDRAWN or element.name.startswith(":"):
            return
        if len(self.items) > MOST_ITEMS:
            raise InexactError(f"more than {MOST_ITEMS:,} shapes")
        if element.name == "text" and not _says(element):
            return
        own = self._entered(element, state)
        if own is None:
            return
        before, window = len(self.items), self._window(element, own)
        self._inside(element, own)
        if window is not None:
            self._cut(before, window)

    def _inside(self, element: Element, own: _State) -> None:
        if element.name in _SHAPES:
            self._shape(element, own)
        elif element.name == "use":
            self._use(element, own)
        elif element.name == "svg":
            self._inner(element, own, element.attributes)
        elif element.name == "switch":
            chosen = next((child for child in element.children if _chosen(child)), None)
            if any(child.name.startswith(":") for child in element.children):
                raise InexactError("<switch> with an element of another kind")
            if chosen is not None:
                self._element(chosen, own._replace(chosen=True))
        elif element.name in _HOLDERS:
            self._children(element, own)
        elif element.name in ("text", "image", "foreignObject", "tref"):
            raise InexactError(f"<{element.name}>")

    def _use(self, element: Element, state: _State) -> None:
        name = element.href.strip().removeprefix("#")
        target = self.tree.named.get(name)
        if target is None or not name:
            return
        if name in state.opened:
            raise InexactError("a reference in a circle")
        x, y = (length(element.attributes.get(axis, "0"), state.view, axis) for axis in ("x", "y"))
        if x is None or y is None:
            raise InexactError("<use>")
        moved = state._replace(map=Affine.translation(x, y).then(state.map), opened=(*state.opened, name))
        if target.name not in ("symbol", "svg"):
            self._element(target, moved)
            return
        own = self._entered(target, moved)
        if own is None:
            return
        sizes: dict[str, str] = {
            edge: element.attributes[edge] for edge in ("width", "height") if edge in element.attributes
        }
        self._inner(target, own, {**target.attributes, **sizes})

    def _inner(self, element: Element, state: _State, attributes: Mapping[str, str]) -> None:
        """An `svg` or `symbol` inside: a viewport of its own."""
        edges = (("x", "0", "x"), ("y", "0", "y"), ("width", "100%", "x"), ("height", "100%", "y"))
        measures = [length(attributes.get(name) or usual, state.view, axis) for name, usual, axis in edges]
        if element.name == "symbol":
            measures[:2] = [0.0, 0.0]
        x, y, width, height = (-1.0 if value is None else value for value in measures)
        if width <= 0 or height <= 0:
            return
        box = _view_box(element)
        inner = place_view(box, width, height, attributes.get("preserveAspectRatio", "")) if box else IDENTITY
        moved = inner.then(Affine.translation(x, y)).then(state.map)
        view = state.view._replace(width=box[2] if box else width, height=box[3] if box else height)
        before = len(self.items)
        self._children(element, state._replace(map=moved, view=view))
        if element.style.get("overflow", "hidden") in ("visible", "auto"):
            return
        corners = Outline("MLLL", (x, y, x + width, y, x + width, y + height, x, y + height))
        window = upright(mapped(corners, state.map))
        if window is None:
            raise InexactError("a turned <svg> that cuts off")
        self._cut(before, window)

    def _window(self, element: Element, state: _State) -> Rect | None:
        """The upright rectangle an element is cut off at; None where it is not."""
        value = element.style.get("clip-path", "none").strip()
        if value == "none":
            return None
        clip = self._target(value)
        if clip is None and value.startswith("url("):
            # A reference to nothing changes nothing.
            return None
        inner = [child for child in clip.children if child.name not in ("title", "desc")] if clip else []
        chain = self._referred(inner[0]) if len(inner) == 1 else ()
        if clip is None or clip.name != "clipPath" or not chain:
            raise InexactError("clip-path")
        chain = (*chain, clip)
        plain = {"clip-path", "mask", "display", "visibility"}.isdisjoint(
            name for each in chain for name in each.style
        )
        maps = [transform(each.style.get("transform", "none")) for each in chain]
        data = path_data(chain[0], state.view)
        if (
            clip.attributes.get("clipPathUnits") == "objectBoundingBox"
            or not plain
            or None in maps
            or data is None
        ):
            raise InexactError("clip-path")
        place = state.map
        for each in reversed(maps):
            place = (each or IDENTITY).then(place)
        window = upright(mapped(outline_of(data), place))
        if window is None:
            raise InexactError("clip-path")
        return window

    def _referred(self, element: Element) -> tuple[Element, ...]:
        """A shape, or the shape that a `use` without a place of its own refers to, and that; else nothing."""
        if element.name == "use" and {"x", "y"}.isdisjoint(element.attributes):
            target = self._target(element.href)
            return (target, element) if target is not None and target.name in _SHAPES else ()
        return (element,) if element.name in _SHAPES else ()

    def _cut(self, before: int, window: Rect) -> None:
        """Cuts off the items from there on, where they reach further."""
        if not all(window.contains(bounds(item), 1e-3) for item in self.items[before:]):
            self.items[before:] = [Group(tuple(self.items[before:]), clip=window)]

    def _shape(self, element: Element, state: _State) -> None:
        style = state.style
        if style["visibility"].strip() in ("hidden", "collapse"):
            return
        data = path_data(element, state.view)
        if data is None:
            raise InexactError(f"<{element.name}> with an odd measure")
        outline = outline_of(data)
        if not outline.commands:
            return
        if any(style[name] != "none" for name in _MARKERS):
            raise InexactError("marker")
        fill = None if element.name == "line" else self._ink("fill", style)
        stroke = self._ink("stroke", style)
        width = length(style["stroke-width"], state.view)
        if width is None:
            raise InexactError("stroke-width")
        even_odd = style["fill-rule"].strip() == "evenodd"
        filled = Path(mapped(outline, state.map), fill, even_odd=even_odd) if fill else None
        line = stroked(outline, stroke, width, style, state.map, state.view) if stroke and width > 0 else None
        both = [filled, line]
        if style["paint-order"].split()[:1] == ["stroke"]:
            both.reverse()
        self.items += [item for item in both if item is not None]

    def _ink(self, name: str, style: Mapping[str, str]) -> Ink | None:
        value = style[name].strip()
        if value.lower() in ("none", "transparent"):
            return None
        if "url(" in value:
            target, _, instead = value.partition(")")
            if self._target(target) is not None:
                raise InexactError(f"{name} by a gradient or pattern")
            if not instead.strip() or instead.strip() == "none":
                return None
            value = instead.strip()
        colour = rgba(value, style["color"])
        if colour is None:
            raise InexactError(f"the colour {value[:40]}")
        cover = length(style[f"{name}-opacity"], Viewport(1.0, 1.0, 1.0), "x")
        if cover is None or min(cover, 1.0) * colour[3] < 1:
            if cover is not None and cover * colour[3] <= 0:
                return None
            raise InexactError(f"{name}-opacity")
        code = "#{:02x}{:02x}{:02x}".format(*colour[:3])
        named = self.palette.ink("currentcolor") if value.lower() == "currentcolor" else None
        ink = named or self.palette.ink(value.lower()) or self.palette.ink(code)
        if ink is None:
            raise InexactError(f"the colour {code}, which is no ink")
        return ink


def _says(element: Element) -> bool:
    return bool(element.text.strip()) or any(_says(child) for child in element.children)


def _chosen(element: Element) -> bool:
    """Whether a `switch` takes this child, read by people who read English."""
    languages = element.attributes.get("systemLanguage")
    return (
        element.name not in _UNDRAWN
        and not element.name.startswith(":")
        and "requiredExtensions" not in element.attributes
        and (languages is None or any(each.strip().lower().startswith("en") for each in languages.split(",")))
    )
