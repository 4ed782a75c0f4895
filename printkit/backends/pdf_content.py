"""Drawing in PDF operators: scene items in mm come in, a content stream and what it refers to go out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, Protocol

from printkit.backends.pdf_document import Reference
from printkit.backends.pdf_fonts import EmbeddedFont
from printkit.geometry import IDENTITY, Affine, Rect
from printkit.scene.inks import Ink
from printkit.scene.model import Glyphs, Group, Item, Layer, Path, Picture, Scene, Use

__all__ = ["Colours", "Content", "Resources", "Stores", "affine", "clip", "draw"]

Colours = Literal["srgb", "cmyk", "grey"]

# A shift of less than this, in thousandths of the em, cannot be seen and is left to the next glyph.
_UNSEEN = 0.05


class Stores(Protocol):
    """What a content stream asks of its file: each gives the name to write and the object behind it."""

    def font(self, font_id: str) -> EmbeddedFont: ...
    def picture(self, picture: Picture) -> tuple[str, Reference]: ...
    def scene(self, scene: Scene) -> tuple[str, Reference]: ...
    def overprint(self, on: bool) -> tuple[str, Reference]: ...
    def layer(self, layer: Layer | None) -> tuple[str, Reference] | None: ...


@dataclass(slots=True)
class Resources:
    """Everything one content stream refers to, by kind and name."""

    fonts: dict[str, Reference] = field(default_factory=dict)
    objects: dict[str, Reference] = field(default_factory=dict)
    states: dict[str, Reference] = field(default_factory=dict)
    layers: dict[str, Reference] = field(default_factory=dict)


@dataclass(slots=True)
class _Pen:
    """What the viewer has set at this point; None is not known (a stream starts with what its caller set)."""

    fill: str | None = None
    stroke: str | None = None
    width: float | None = None
    dash: tuple[float, ...] | None = None
    font: tuple[str, float] | None = None
    overprint: bool | None = None

    def copy(self) -> _Pen:
        """The same settings, to come back to."""
        return _Pen(self.fill, self.stroke, self.width, self.dash, self.font, self.overprint)


class Content:
    """One content stream being written, in mm, y down."""

    def __init__(self, stores: Stores, colours: Colours) -> None:
        self.stores = stores
        self.colours: Colours = colours
        self.resources = Resources()
        self.parts: list[str] = []
        # The fonts used by label, and the letters whose numbers are not their own, by number.
        self.fonts: dict[str, str] = {}
        self.aliases: dict[tuple[str, int], tuple[int, str]] = {}
        self.pen = _Pen()

    def data(self) -> bytes:
        """The operators written so far."""
        return "".join(self.parts).encode("ascii")


def draw(content: Content, items: Iterable[Item]) -> None:
    """Writes the items in their order."""
    for item in items:
        _DRAW[type(item)](content, item)


def _path(content: Content, path: Path) -> None:
    if not (path.fill or path.stroke) or not path.outline.commands:
        return
    if path.fill:
        _set_ink(content, path.fill, stroke=False)
    if path.stroke:
        _set_ink(content, path.stroke, stroke=True)
        _set_line(content, path.width, path.dash)
    # Lines in black alone overprint, areas knock out: an area would show the edges of what lies below.
    _set_overprint(content, path.stroke if path.fill is None else None)
    content.parts.append(_template(path.outline.commands) % path.outline.coordinates)
    content.parts.append(_PAINT[bool(path.fill), bool(path.stroke), path.even_odd])


# Filled, stroked, even-odd.
_PAINT = {
    (True, True, True): "B*\n",
    (True, True, False): "B\n",
    (True, False, True): "f*\n",
    (True, False, False): "f\n",
    (False, True, True): "S\n",
    (False, True, False): "S\n",
}

_OPERATORS = {
    "M": "%.3f %.3f m\n",
    "L": "%.3f %.3f l\n",
    "C": "%.3f %.3f %.3f %.3f %.3f %.3f c\n",
    "Z": "h\n",
}


@lru_cache(maxsize=2048)
def _template(commands: str) -> str:
    return "".join([_OPERATORS[command] for command in commands])


def _glyphs(content: Content, glyphs: Glyphs) -> None:
    if not glyphs.glyphs:
        return
    font = content.stores.font(glyphs.font)
    content.resources.fonts[font.label] = font.reference
    content.fonts[font.label] = glyphs.font
    _set_ink(content, glyphs.ink, stroke=False)
    _set_overprint(content, glyphs.ink)
    parts = content.parts
    parts.append("BT\n")
    if content.pen.font != (font.label, glyphs.size):
        parts.append(f"/{font.label} {_number(glyphs.size)} Tf\n")
        content.pen.font = (font.label, glyphs.size)
    em = glyphs.size * glyphs.stretch / 1000
    line_y: float | None = None
    pen_x = 0.0
    row: list[str] = []
    known, widths = font.texts, font.widths
    for number, says, x, y in glyphs.glyphs:
        code = number if known.get(number) == says else font.code(number, says)
        if code != number:
            content.aliases[glyphs.font, code] = (number, says)
        shift = round((pen_x - x) / em, 1)
        # A step back of more than an em, or off the line, begins a new line.
        if y != line_y or shift > 1000:
            _end_row(parts, row)
            row = []
            # Letters stand upright although y points down: the one place where text is turned back.
            # The stretch is written finely: rounded, its error would grow with every letter of the line.
            parts.append(f"{glyphs.stretch:.6g} 0 0 -1 {_number(x)} {_number(y)} Tm\n")
            line_y, pen_x = y, float(_number(x))
        elif abs(shift) > _UNSEEN:
            row.append(f">{_number(shift)}<")
            pen_x -= shift * em
        row.append(f"{code:04X}")
        pen_x += widths[code] * em
    _end_row(parts, row)
    parts.append("ET\n")


def _end_row(parts: list[str], row: list[str]) -> None:
    if row:
        joined = "".join(row)
        parts.append(f"[<{joined}>]TJ\n" if ">" in joined else f"<{joined}>Tj\n")


def _group(content: Content, group: Group) -> None:
    bare = group.transform == IDENTITY and group.clip is None
    before = content.pen.copy()
    layer = content.stores.layer(group.layer)
    if layer is not None:
        content.resources.layers[layer[0]] = layer[1]
        content.parts.append(f"/OC /{layer[0]} BDC\n")
    if not bare:
        content.parts.append("q\n")
        if group.transform != IDENTITY:
            content.parts.append(affine(group.transform))
        if group.clip is not None:
            content.parts.append(clip(group.clip))
    draw(content, group.items)
    if not bare:
        content.parts.append("Q\n")
        content.pen = before
    if layer is not None:
        content.parts.append("EMC\n")


def _use(content: Content, use: Use) -> None:
    label, reference = content.stores.scene(use.scene)
    content.resources.objects[label] = reference
    shift = "" if use.transform == IDENTITY else affine(use.transform)
    content.parts.append(f"q\n{shift}/{label} Do\nQ\n" if shift else f"/{label} Do\n")


def _picture(content: Content, picture: Picture) -> None:
    label, reference = content.stores.picture(picture)
    content.resources.objects[label] = reference
    box = picture.box
    # A picture's own square has y up, so its top edge goes where y is smallest.
    place = affine(Affine(box.width, 0.0, 0.0, -box.height, box.x, box.bottom))
    content.parts.append(f"q\n{place}/{label} Do\nQ\n")


_DRAW: dict[type, Callable[[Content, Item], None]] = {
    Path: _path,  # type: ignore[dict-item]
    Glyphs: _glyphs,  # type: ignore[dict-item]
    Group: _group,  # type: ignore[dict-item]
    Use: _use,  # type: ignore[dict-item]
    Picture: _picture,  # type: ignore[dict-item]
}


# Cards of one kind have much in the same places.
@lru_cache(maxsize=4096)
def affine(transform: Affine) -> str:
    """The operator that changes the coordinates."""
    a, b, c, d, e, f = transform
    return f"{_fine(a)} {_fine(b)} {_fine(c)} {_fine(d)} {_number(e)} {_number(f)} cm\n"


def clip(rect: Rect) -> str:
    """The operators that let nothing be drawn outside a rectangle."""
    return f"{' '.join(map(_number, rect))} re W n\n"


def _set_ink(content: Content, ink: Ink, *, stroke: bool) -> None:
    operator = _ink_operator(ink, content.colours, stroke)
    pen = content.pen
    if stroke and pen.stroke != operator:
        pen.stroke = operator
        content.parts.append(operator)
    elif not stroke and pen.fill != operator:
        pen.fill = operator
        content.parts.append(operator)


@lru_cache(maxsize=1024)
def _ink_operator(ink: Ink, colours: Colours, stroke: bool) -> str:
    values: tuple[float, ...] = {
        "srgb": ink.tinted_srgb,
        "cmyk": ink.tinted_cmyk,
        "grey": ink.tinted_grey,
    }[colours]
    return f"{' '.join(map(_fine, values))} {_COLOUR[colours, stroke]}\n"


_COLOUR = {
    ("srgb", False): "rg",
    ("srgb", True): "RG",
    ("cmyk", False): "k",
    ("cmyk", True): "K",
    ("grey", False): "g",
    ("grey", True): "G",
}


def _set_line(content: Content, width: float, dash: tuple[float, ...]) -> None:
    pen = content.pen
    if pen.width != width:
        content.parts.append(f"{_number(width)} w\n")
        pen.width = width
    if pen.dash != dash:
        content.parts.append(f"[{' '.join(map(_number, dash))}] 0 d\n")
        pen.dash = dash


def _set_overprint(content: Content, ink: Ink | None) -> None:
    if content.colours != "cmyk":
        return
    on = ink is not None and ink.tinted_cmyk == (0.0, 0.0, 0.0, 1.0)
    if content.pen.overprint != on:
        label, reference = content.stores.overprint(on)
        content.resources.states[label] = reference
        content.parts.append(f"/{label} gs\n")
        content.pen.overprint = on


@lru_cache(maxsize=8192)
def _number(value: float) -> str:
    """A length or place in mm, to a thousandth."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=1024)
def _fine(value: float) -> str:
    """A factor or a share of ink, to a millionth."""
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
