"""Writes scenes and sheets as SVG, with text as outlines."""

from __future__ import annotations

import base64
from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from typing import Any

import svgwrite

from printkit.errors import unreadable
from printkit.files import read_plain
from printkit.fonts import Font, find_font
from printkit.geometry import IDENTITY, Affine, Outline, Rect
from printkit.material.bitmaps import png_of, read_bitmap
from printkit.scene.inks import BLACK, ON_CLOTH, ON_CLOTH_SOFT, PAPER
from printkit.scene.model import Glyphs, Group, Item, Layer, Path, Picture, Scene, Use
from printkit.sheets.model import FaceKey, Sheet

__all__ = ["fragment_svg", "scene_svg", "sheet_svg"]


def scene_svg(scene: Scene, *, layers: Collection[Layer] | None = None, bleed: bool = True) -> str:
    """One drawing as SVG in mm, with or without its bleed; `layers` leaves out all others."""
    view = scene.extent if bleed else scene.trim
    writer = _Writer(view, scene.id, layers)
    writer.add_all(writer.drawing, scene.items)
    return writer.text()


def sheet_svg(sheet: Sheet, faces: Callable[[FaceKey], Scene]) -> str:
    """One side of a sheet as SVG, the paper as its view; a face placed twice is stored once."""
    writer = _Writer(Rect(0.0, 0.0, *sheet.paper), f"sheet {sheet.number} {sheet.side}", None)
    drawing = writer.drawing
    drawing.add(
        drawing.rect((0, 0), (_number(sheet.paper.width), _number(sheet.paper.height)), fill=PAPER.hex)
    )
    for placement in sheet.placements:
        holder = drawing.add(drawing.g(**writer.clipped(placement.window)))
        if placement.shape is not None:
            holder = holder.add(drawing.g(**writer.clipped(placement.shape)))
        writer.use(holder, Use(faces(placement.face), placement.transform), "art")
    writer.add_all(drawing, sheet.marks)
    return writer.text()


def fragment_svg(items: Iterable[Item], address: Callable[[Scene], str], prefix: str) -> str:
    """Items as elements for an SVG in a page, in mm: a scene that is used is an image at its `address`.

    Black and paper are the page's own colours (`currentColor`, `--paper`), so that it may be light or dark, and so is
    what lies on no paper (`--on-cloth`, `--on-cloth-soft`). `prefix` begins every id in it.
    """
    writer = _Fragment(address, prefix)
    group = writer.drawing.g()
    for item in items:
        writer.add(group, item, "art")
    elements = [*writer.drawing.defs.elements, *group.elements]
    text = "".join(element.tostring() for element in elements)
    for ink, colour in _PAGE_COLOURS.items():
        text = text.replace(f'"{_colour(ink.tinted_srgb)}"', f'"{colour}"')
    return text


_PAGE_COLOURS = {
    BLACK: "currentColor",
    PAPER: "var(--paper)",
    ON_CLOTH: "var(--on-cloth, currentColor)",
    ON_CLOTH_SOFT: "var(--on-cloth-soft, currentColor)",
}


class _Writer:
    """One SVG file being written: what was stored once, and the numbers given out so far."""

    def __init__(self, view: Rect, title: str, layers: Collection[Layer] | None) -> None:
        # Validation would cost a hundred times the writing.
        self.drawing: Any = svgwrite.Drawing(
            size=(f"{_number(view.width)}mm", f"{_number(view.height)}mm"),
            viewBox=" ".join(map(_number, view)),
            debug=False,
        )
        self.drawing["xmlns:inkscape"] = "http://www.inkscape.org/namespaces/inkscape"
        self.drawing.set_desc(title=title)
        self.layers = layers
        self.prefix = ""
        self._stored: dict[tuple[int, Layer], tuple[Scene, str]] = {}
        self._clips = 0
        self._layer_names: dict[str, int] = {}

    def text(self) -> str:
        """The whole file."""
        return f'<?xml version="1.0" encoding="utf-8"?>\n{self.drawing.tostring()}\n'

    def add_all(self, parent: Any, items: Iterable[Item]) -> None:
        """The top of a drawing: items that name no layer are gathered in groups of the layer art."""
        loose: Any = None
        for item in items:
            if isinstance(item, Group) and item.layer:
                loose = None
                self.add(parent, item, "art")
            else:
                loose = loose if loose is not None else parent.add(self.drawing.g(**self._layer("art")))
                self.add(loose, item, "art")

    def add(self, parent: Any, item: Item, layer: Layer) -> None:
        """One item under whatever holds it."""
        if isinstance(item, Group):
            inner = item.layer or layer
            attributes = self._layer(inner) if item.layer else {}
            if item.transform != IDENTITY:
                attributes["transform"] = _matrix(item.transform)
            group = parent.add(self.drawing.g(**attributes))
            for edge in (item.clip, item.within):
                if edge is not None:
                    group = group.add(self.drawing.g(**self.clipped(edge)))
            for child in item.items:
                self.add(group, child, inner)
        elif isinstance(item, Use):
            self.use(parent, item, layer)
        elif self.layers is None or layer in self.layers:
            parent.add(self._leaf(item))

    def use(self, parent: Any, use: Use, layer: Layer) -> None:
        """A scene placed under a map; the scene itself is stored with the definitions."""
        # The scene is kept with its number: an object that is gone could give its number to another.
        stored = self._stored.get((id(use.scene), layer))
        if stored is None:
            stored = self._stored[id(use.scene), layer] = (use.scene, f"scene-{len(self._stored) + 1}")
            group = self.drawing.g(id=stored[1])
            for item in use.scene.items:
                self.add(group, item, layer)
            self.drawing.defs.add(group)
        attributes = {} if use.transform == IDENTITY else {"transform": _matrix(use.transform)}
        parent.add(self.drawing.use(f"#{stored[1]}", **attributes))

    def clipped(self, edge: Rect | Outline) -> dict[str, str]:
        """The attribute that shows nothing outside a rectangle or an outline."""
        self._clips += 1
        label = f"{self.prefix}clip-{self._clips}"
        clip = self.drawing.defs.add(self.drawing.clipPath(id=label))
        if isinstance(edge, Outline):
            clip.add(self.drawing.path(_data(edge)))
        else:
            x, y, width, height = map(_number, edge)
            clip.add(self.drawing.rect((x, y), (width, height)))
        return {"clip-path": f"url(#{label})"}

    def _layer(self, layer: Layer) -> dict[str, str]:
        count = self._layer_names[layer] = self._layer_names.get(layer, 0) + 1
        label = layer if count == 1 else f"{layer}-{count}"
        return {"id": label, "inkscape:groupmode": "layer", "inkscape:label": layer}

    def _leaf(self, item: Path | Glyphs | Picture) -> Any:
        if isinstance(item, Path):
            return self.drawing.path(d=_data(item.outline), **_paint(item))
        if isinstance(item, Glyphs):
            attributes = {"fill": _colour(item.ink.tinted_srgb), "role": "img", "aria-label": item.text}
            return self.drawing.path(d=_letters(find_font(item.font), item), **attributes)
        x, y, width, height = map(_number, item.box)
        return self.drawing.image(
            _data_address(item.file), (x, y), (width, height), preserveAspectRatio="none"
        )


class _Fragment(_Writer):
    """Elements for a page, which has its scenes elsewhere."""

    def __init__(self, address: Callable[[Scene], str], prefix: str) -> None:
        super().__init__(Rect(0.0, 0.0, 0.0, 0.0), "", None)
        self.address, self.prefix = address, prefix

    def _layer(self, layer: Layer) -> dict[str, str]:
        """A page has no layers: their ids would be there twice, and their names belong to a file's own namespace."""
        return {}

    def use(self, parent: Any, use: Use, layer: Layer) -> None:
        """The scene as an image, which a browser keeps."""
        attributes = {} if use.transform == IDENTITY else {"transform": _matrix(use.transform)}
        size = _number(use.scene.width), _number(use.scene.height)
        parent.add(self.drawing.image(self.address(use.scene), (0, 0), size, **attributes))


def _paint(path: Path) -> dict[str, str]:
    attributes = {"fill": _colour(path.fill.tinted_srgb) if path.fill else "none"}
    if path.fill and path.even_odd:
        attributes["fill-rule"] = "evenodd"
    if path.stroke:
        attributes |= {"stroke": _colour(path.stroke.tinted_srgb), "stroke-width": _number(path.width)}
        attributes["stroke-miterlimit"] = _number(path.miter)
        if path.cap != "butt":
            attributes["stroke-linecap"] = path.cap
        if path.join != "miter":
            attributes["stroke-linejoin"] = path.join
        if path.dash:
            attributes["stroke-dasharray"] = " ".join(map(_number, path.dash))
    return attributes


@lru_cache(maxsize=4096)
def _letters(font: Font, glyphs: Glyphs) -> str:
    size = glyphs.size
    return "".join(
        _data(font.outline(number).moved_by(Affine(size * glyphs.stretch, 0.0, 0.0, size, x, y)))
        for number, _, x, y in glyphs.glyphs
    )


_COMMANDS = {"M": "M%.3f %.3f", "L": "L%.3f %.3f", "C": "C%.3f %.3f %.3f %.3f %.3f %.3f", "Z": "Z"}


@lru_cache(maxsize=2048)
def _template(commands: str) -> str:
    return "".join([_COMMANDS[command] for command in commands])


def _data(outline: Outline) -> str:
    return _template(outline.commands) % outline.coordinates


def _colour(values: tuple[float, float, float]) -> str:
    return "#" + "".join(f"{round(value * 255):02x}" for value in values)


def _matrix(transform: Affine) -> str:
    a, b, c, d, e, f = transform
    return f"matrix({a:.6f} {b:.6f} {c:.6f} {d:.6f} {e:.3f} {f:.3f})"


_MIME_TYPES = {"PNG": "image/png", "JPEG": "image/jpeg"}


def _data_address(file: str) -> str:
    try:
        data = read_plain(file)
    except OSError as error:
        raise unreadable(error, file) from error
    bitmap = read_bitmap(data, file)
    # Few programs that read SVG know other formats, turn a picture as its EXIF says, or go by its profile.
    kept = bitmap.plain and bitmap.image.mode != "CMYK"
    mime, data = (_MIME_TYPES[bitmap.format], data) if kept else ("image/png", png_of(bitmap.image))
    return f"data:{mime};base64,{base64.b64encode(data).decode('ascii')}"


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") if round(value, 3) else "0"
