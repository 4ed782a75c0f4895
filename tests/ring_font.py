"""A small font with PostScript outlines, made on the spot."""

from __future__ import annotations

from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen


def ring_font(path: Path) -> Path:
    """A font with PostScript outlines: a circle of cubic curves, and no hints."""
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder([".notdef", "space", "o"])
    builder.setupCharacterMap({32: "space", ord("o"): "o"})
    strings = {}
    for name in (".notdef", "space", "o"):
        pen = T2CharStringPen(500, None)
        if name == "o":
            pen.moveTo((0, 250))
            pen.curveTo((0, 388), (112, 500), (250, 500))
            pen.curveTo((388, 500), (500, 388), (500, 250))
            pen.curveTo((500, 112), (388, 0), (250, 0))
            pen.curveTo((112, 0), (0, 112), (0, 250))
            pen.closePath()
        strings[name] = pen.getCharString()
    builder.setupCFF("Ring", {}, strings, {})
    builder.setupHorizontalMetrics(dict.fromkeys(strings, (500, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Ring", "styleName": "Regular", "psName": "Ring"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(path)
    return path
