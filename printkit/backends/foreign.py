"""Draws SVG of other programs as pixels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from printkit.backends.png import cairo_library
from printkit.errors import InputError
from printkit.material.bitmaps import png_of, read_bitmap

__all__ = ["bitmap_png", "drawing_png"]

MAX_DEPTH = 200
# So many elements are drawn, each as often as it is referred to.
MOST_DRAWN = 200_000
_REFERENCE = re.compile(r"(?:url\(\s*['\"]?)?#([^'\")\s]+)")


def drawing_png(
    data: bytes, width: float, height: float, dpi: float, file: str, ground: str | None = None
) -> bytes:
    """An SVG as a PNG, filling that many mm at that resolution, on a ground of that colour or none.

    What lies outside the file is left out. InputError: no SVG, an entity, references that lead in a circle or
    make the drawing enormous, no libcairo.
    """
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise InputError("<!DOCTYPE…> is not allowed", file=file, hint="delete it: SVG needs none")
    _measure(data, file)
    pixels = (round(width / 25.4 * dpi), round(height / 25.4 * dpi))
    try:
        drawn = cairo_library().svg2png(
            bytestring=data,
            output_width=pixels[0],
            output_height=pixels[1],
            background_color=ground,
        )
    except Exception as error:
        # cairosvg fetches nothing from outside unless asked to, and raises any error it meets.
        raise InputError(
            f"cannot be drawn ({type(error).__name__})", file=file, hint="add a PNG of it"
        ) from error
    return bitmap_png(bytes(drawn), file)


def _measure(data: bytes, file: str) -> None:
    """Refuse what would be drawn without end: references to references, again and again."""
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise InputError(f"is not XML: {error}", file=file) from error
    if linked := next(_linked(root), ""):
        raise InputError(f"shows another file, {linked[:60]!r}", file=file, hint="embed it in the drawing")
    named = {element.get("id"): element for element in root.iter() if element.get("id")}
    weights: dict[ElementTree.Element, int] = {}

    def weight(element: ElementTree.Element, depth: int) -> int:
        if depth > MAX_DEPTH:
            raise InputError("is nested too deeply, or refers to itself", file=file)
        if element not in weights:
            inner = [*element, *(named[name] for name in _references(element) if name in named)]
            weights[element] = min(MOST_DRAWN, 1 + sum(weight(each, depth + 1) for each in inner))
        return weights[element]

    if weight(root, 0) >= MOST_DRAWN:
        raise InputError(f"draws more than {MOST_DRAWN:,} elements", file=file, hint="add a PNG of it")


def _linked(root: ElementTree.Element) -> Iterator[str]:
    """Addresses of what is to be shown and lies outside the drawing: nothing is fetched."""
    for element in root.iter():
        if element.tag.rpartition("}")[2] in ("image", "use", "feImage"):
            for name, value in element.attrib.items():
                if name.rpartition("}")[2] == "href" and not value.strip().startswith(("#", "data:")):
                    yield value.strip()


def _references(element: ElementTree.Element) -> Iterator[str]:
    for name, value in element.attrib.items():
        if name.rpartition("}")[2] == "href" or "url(" in value:
            yield from (match[1] for match in _REFERENCE.finditer(value))


def bitmap_png(data: bytes, file: str) -> bytes:
    """A bitmap of any format as a plain PNG in sRGB, transparency kept, all else than pixels left out."""
    return png_of(read_bitmap(data, file).image)
