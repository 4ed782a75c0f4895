"""Reads SVG art into absolute paths in named inks and reports everything unsupported together."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import NamedTuple, NoReturn, cast
from xml.parsers import expat

from printkit.errors import InputError, Problem, nearest_hint
from printkit.geometry import IDENTITY, MAX_LENGTH, Affine, Outline, Rect, parse_length
from printkit.scene.inks import HOUSE, Palette
from printkit.scene.model import LAYERS, Group, Item, Layer, Path
from printkit.scene.source import read_source
from printkit.scene.svg_path import (
    MEASURES,
    NO_FRACTION,
    PathDataError,
    known_numbers,
    plain_shape,
    read_path,
)
from printkit.scene.svg_style import LONGEST_NUMBER, ComplaintError, Style, declarations, read_number, styled

__all__ = [
    "MAX_BYTES",
    "MAX_DEPTH",
    "MAX_NUMBERS",
    "Art",
    "check_art",
    "read_art",
]

# A smaller viewBox would have to be drawn larger than any number can say.
LEAST_VIEW = 0.01
MAX_BYTES = 8_000_000
MAX_DEPTH = 64
MAX_NUMBERS = 200_000
# A hostile file can hold a mistake every few bytes; nobody reads further than this.
MAX_PROBLEMS = 200
# Only path data and points may be long.
LONGEST_ATTRIBUTE = 4000
_MAX_SKIPPED_DEPTH = 10_000
_PIECE = 1_000_000

_SVG = "http://www.w3.org/2000/svg"
# What drawing programs keep for themselves; no viewer draws it.
_EDITOR_NAMESPACES = frozenset(
    {
        "http://www.inkscape.org/namespaces/inkscape",
        "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd",
    }
)


class Art(NamedTuple):
    """A drawing: `view` is its viewBox in mm, `items` paths and layer groups in painting order.

    `inexact` names what keeps a drawing of another program from being drawn as paths; then it is a picture, and
    `is_page` says whether that is a page of a PDF, which stays vectors where one can be placed. `lost` says what of it
    is printed otherwise than it was drawn.
    """

    view: Rect
    items: tuple[Item, ...]
    inexact: str = ""
    is_page: bool = False
    lost: str = ""


def read_art(path: FilePath, *, file: str, root: FilePath | None = None, palette: Palette = HOUSE) -> Art:
    """The drawing of an SVG file, coordinates in mm of its viewBox, rounded to 0.001 mm.

    `file` is the name problems carry. A link may only lead into `root` (default: the file's folder).
    `<g id="text|guide|cut|fold">` becomes a Group on that layer, every other group dissolves into its items.
    Anything else than filled and stroked shapes in known inks is an InputError with one Problem each.
    """
    try:
        text = read_source(path, file=file, root=root, limit=MAX_BYTES).decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            f"byte {error.start + 1} is not UTF-8", file=file, hint="save the SVG as UTF-8 text"
        ) from error
    for mark in ("<!DOCTYPE", "<!ENTITY"):
        # Looked for before the parser sees a byte, so no entity is ever expanded.
        if mark in text:
            line = text.count("\n", 0, text.index(mark)) + 1
            raise InputError(
                f"{mark}…> is not allowed", file=file, key=f"line {line}", hint="delete it: SVG needs none"
            )
    return _Reader(file, palette).read(text)


def check_art(
    path: FilePath, *, file: str, root: FilePath | None = None, palette: Palette = HOUSE
) -> tuple[Problem, ...]:
    """What `read_art` would complain about; empty when the file can be taken, never an exception."""
    try:
        read_art(path, file=file, root=root, palette=palette)
    except InputError as error:
        return error.problems
    return ()


def _grid(coordinates: tuple[float, ...]) -> tuple[float, ...]:
    """Thousandths of a mm as mm, rounded to whole thousandths."""
    return tuple([((value + NO_FRACTION) - NO_FRACTION) / 1000 for value in coordinates])


class _EnoughError(Exception):
    """Nothing further is read."""


@dataclass(slots=True)
class _Frame:
    """An open group: the style it hands down and what it holds so far."""

    style: Style
    items: list[Item] = field(default_factory=list)
    layer: Layer | None = None


class _Reader:
    """Follows one file from tag to tag; `skipped` counts the open elements nothing is read from."""

    def __init__(self, file: str, palette: Palette) -> None:
        self.file = file
        self.palette = palette
        self.problems: list[Problem] = []
        self.view: Rect | None = None
        self.frames: list[_Frame] = [_Frame(Style())]
        self.names: list[str] = []
        self.skipped = 0
        self.numbers = known_numbers()
        self.left = MAX_NUMBERS
        self.place = ""
        self.parser = expat.ParserCreate("utf-8", " ")

    def read(self, text: str) -> Art:
        """The whole file; every problem it has in one InputError."""
        parser = self.parser
        parser.XmlDeclHandler = self.declared
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.ProcessingInstructionHandler = self.instruction
        # A second lock behind read_art's search.
        parser.StartDoctypeDeclHandler = self.doctype
        data = text.encode()
        try:
            # In pieces: after an exception the parser still runs to the end of what it was given.
            for start in range(0, len(data), _PIECE):
                parser.Parse(data[start : start + _PIECE], False)
            parser.Parse(b"", True)
        except _EnoughError:
            pass
        except expat.ExpatError as error:
            self.place = f"line {error.lineno}"
            self.note(
                f"this is not XML: {expat.ErrorString(error.code)}", "open and save it in a drawing program"
            )
        if self.problems:
            raise InputError(problems=self.problems)
        assert self.view is not None
        return Art(self.view, tuple(self.frames[0].items))

    def complain(self, message: str, hint: str = "") -> None:
        """Note a problem at the present element; at the last one that is listed reading ends."""
        self.note(message, hint)
        if len(self.problems) == MAX_PROBLEMS:
            self.place = ""
            self.note(f"only the first {MAX_PROBLEMS} problems are listed")
            raise _EnoughError

    def too_much(self) -> NoReturn:
        """End reading a file that is too large."""
        self.note(f"the file has more than {MAX_NUMBERS:,} numbers and elements", "simplify the drawing")
        raise _EnoughError

    def note(self, message: str, hint: str = "") -> None:
        """Note a problem."""
        self.problems.append(Problem(message, self.file, self.place, hint))

    def declared(self, version: str, encoding: str | None, standalone: int) -> None:
        """The XML declaration."""
        if encoding and encoding.lower() not in ("utf-8", "utf8", "us-ascii", "ascii"):
            self.place = "line 1"
            self.complain(f"the encoding is declared as {encoding[:40]!r}", "save the SVG as UTF-8 text")

    def doctype(self, name: str, system: str | None, public: str | None, subset: int) -> None:
        """Never reached while read_art looks first."""
        raise InputError("<!DOCTYPE…> is not allowed", file=self.file, hint="delete it: SVG needs none")

    def instruction(self, target: str, data: str) -> None:
        """A processing instruction."""
        self.place = f"line {self.parser.CurrentLineNumber}"
        self.complain(
            f"<?{target[:40]}…?> is not supported", "delete it: art holds no style sheets or programs"
        )

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An opening tag."""
        if self.skipped:
            self.skipped += 1
            if self.skipped > _MAX_SKIPPED_DEPTH:
                self.note(f"elements are nested deeper than {_MAX_SKIPPED_DEPTH:,}", "delete them")
                raise _EnoughError
            return
        namespace, _, local = name.rpartition(" ")
        mark = f' id="{attributes["id"][:40]}"' if "id" in attributes else ""
        self.place = f"line {self.parser.CurrentLineNumber} <{local[:40]}{mark}>"
        self.left -= 1
        if self.left < 0:
            self.too_much()
        if not self.names:
            self.begin(namespace, local, attributes)
        elif self.is_skipped(namespace, local, attributes):
            self.skipped = 1
            return
        else:
            self.element(local, attributes)
        self.names.append(local)

    def end(self, name: str) -> None:
        """A closing tag."""
        if self.skipped:
            self.skipped -= 1
            return
        local = self.names.pop()
        if local not in ("g", "defs"):
            return
        frame = self.frames.pop()
        if local == "defs":
            return
        if frame.layer is None:
            self.frames[-1].items += frame.items
        elif frame.items:
            self.frames[-1].items.append(Group(tuple(frame.items), layer=frame.layer))

    def begin(self, namespace: str, local: str, attributes: dict[str, str]) -> None:
        """The root element."""
        if local != "svg" or namespace != _SVG:
            hint = f'the file must be one <svg xmlns="{_SVG}" viewBox="…">'
            self.complain(f"the root element is <{local[:40]}>, not SVG", hint)
            self.skipped = 1
            return
        try:
            self.view = _view(attributes, self.file)
        except ComplaintError as complaint:
            self.complain(str(complaint), complaint.hint)
        rest = {key: value for key, value in attributes.items() if key not in _ROOT_ATTRIBUTES}
        style, _ = self.attributes("svg", rest)
        self.frames[0].style = style

    def is_skipped(self, namespace: str, local: str, attributes: dict[str, str]) -> bool:
        """Whether nothing is read from the element and what it holds; refused elements are noted."""
        if namespace in _EDITOR_NAMESPACES or (namespace == _SVG and local in _UNDRAWN):
            return True
        if namespace != _SVG:
            self.complain("this is no SVG element", "delete it, or save as plain SVG")
            return True
        if len(self.names) >= MAX_DEPTH:
            self.complain(f"elements are nested deeper than {MAX_DEPTH}", "ungroup some of them")
            return True
        if local in _REFUSED:
            self.complain(f"<{local}> is not supported", _REFUSED[local])
            return True
        if local not in MEASURES and local not in ("g", "defs"):
            self.complain(f"<{local[:40]}> is not supported", nearest_hint(local[:40], (*MEASURES, "g")))
            return True
        if self.names[-1] in MEASURES:
            self.complain(f"stands inside <{self.names[-1]}>", "shapes hold nothing but title and desc")
            return True
        return attributes.get("display", "").strip() == "none" or _hidden(attributes.get("style", ""))

    def element(self, local: str, attributes: dict[str, str]) -> None:
        """A group or a shape."""
        style, values = self.attributes(local, attributes)
        if local in ("g", "defs"):
            self.frames.append(_Frame(style, layer=_layer(attributes) if local == "g" else None))
            return
        before = len(self.problems)
        try:
            outline = self.outline(local, values, style)
        except ComplaintError as complaint:
            self.complain(str(complaint), complaint.hint)
            return
        if local == "line":
            style = style._replace(fill=None, fill_given=True)
        if outline.commands and not style.fill_given:
            # What SVG would paint by itself.
            style = style._replace(fill=self.palette.ink("#000000"))
        if outline.commands and not style.fill_given and style.fill is None:
            self.complain(
                "no fill is given, so SVG would paint pure black", 'write fill="#231f20" or fill="none"'
            )
        scale = style.stroke_scale()
        stroke = style.stroke if style.width else None
        if stroke and scale is None:
            self.complain("a transform widens the stroke unevenly", "apply the transform to the path itself")
        fill = style.painted()
        if outline.commands and (fill or stroke) and len(self.problems) == before:
            width = round(style.width * (scale or 0.0), 3) if stroke else 0.0
            self.frames[-1].items.append(
                Path(outline, fill, stroke, width, style.even_odd, (), style.cap, style.join)
            )

    def attributes(self, local: str, attributes: dict[str, str]) -> tuple[Style, dict[str, str]]:
        """The element's style and its own measures."""
        style = self.frames[-1].style
        values: dict[str, str] = {}
        properties: list[tuple[str, str]] = []
        for name, value in attributes.items():
            if name.rpartition(" ")[2] == "href":
                self.complain(
                    f"the reference {value[:60]!r} is not supported", "draw what it refers to in its place"
                )
            elif name in MEASURES.get(local, ()):
                values[name] = value
            elif " " in name or name in _IGNORED or name.startswith(("data-", "aria-")):
                continue
            elif len(value) > LONGEST_ATTRIBUTE:
                self.complain(f"{name[:40]} has {len(value):,} characters", f"at most {LONGEST_ATTRIBUTE:,}")
            elif name.startswith("on"):
                self.complain(
                    f"the script {name}={value[:40]!r} is not allowed", "art holds no programs: delete it"
                )
            elif name != "style":
                properties.append((name, value))
        style_text = attributes.get("style", "")
        try:
            # A style attribute outweighs the others, wherever it stands.
            properties += declarations(style_text if len(style_text) <= LONGEST_ATTRIBUTE else "")
        except ComplaintError as complaint:
            self.complain(str(complaint), complaint.hint)
        for name, value in properties:
            if name.startswith("-inkscape-") or (name == "display" and value.strip() in ("inline", "block")):
                continue
            try:
                changed = styled(style, name, value, self.palette)
                if changed is None:
                    raise ComplaintError(
                        f"{name[:40]}={value[:40]!r} is not supported", _attribute_hint(local, name)
                    )
                style = changed
            except ComplaintError as complaint:
                self.complain(str(complaint), complaint.hint)
                # Not to be blamed again for what hangs on the same value.
                style = style._replace(fill_given=True) if name == "fill" else style
        return style, values

    def outline(self, local: str, values: dict[str, str], style: Style) -> Outline:
        """The shape's outline in mm of the viewBox."""
        if local in ("path", "polyline", "polygon"):
            commands, thousandths = self.path(local, values)
        else:
            shape = plain_shape(local, values)
            commands, thousandths = shape.commands, [value * 1000 for value in shape.coordinates]
        self.left -= len(thousandths)
        if self.left < 0:
            self.too_much()
        if style.transform == IDENTITY and self.numbers.whole and "d" in values:
            coordinates = tuple([value / 1000 for value in thousandths])
        else:
            coordinates = _mapped(commands, thousandths, style.transform)
        if coordinates and not (max(coordinates) <= MAX_LENGTH and min(coordinates) >= -MAX_LENGTH):
            raise ComplaintError("a coordinate is out of range", f"within ±{MAX_LENGTH:g} mm")
        return Outline(commands, coordinates)

    def path(self, local: str, values: dict[str, str]) -> tuple[str, list[float]]:
        """Commands and thousandths of a path or a row of points."""
        data = values.get("d", "")
        if local != "path":
            points = values.get("points", "")
            if not set(points) <= _POINT_CHARACTERS:
                raise ComplaintError(
                    f"points {points.strip()[:40]!r} are not numbers", "write points as x,y x,y …"
                )
            data = f"M{points}{'Z' if local == 'polygon' else ''}" if points.strip() else ""
        try:
            return read_path(data, self.numbers, self.left)
        except PathDataError as error:
            raise ComplaintError(str(error), "save the path again from a drawing program") from error


def _mapped(commands: str, thousandths: list[float], transform: Affine) -> tuple[float, ...]:
    a, b, c, d, e, f = transform
    return _grid(
        Outline(commands, tuple(thousandths)).moved_by(Affine(a, b, c, d, e * 1000, f * 1000)).coordinates
    )


def _view(attributes: dict[str, str], file: str) -> Rect:
    """The viewBox, in mm; a width or height in real units must say the same."""
    hint = 'write viewBox="0 0 70 120": left, top, width, height in mm'
    words = attributes.get("viewBox", "").replace(",", " ").split()
    if "viewBox" not in attributes:
        raise ComplaintError("there is no viewBox", hint)
    if len(words) != 4:
        raise ComplaintError(f"the viewBox {attributes['viewBox'][:40]!r} has not four numbers", hint)
    x, y, width, height = (read_number(word) for word in words)
    if width <= 0 or height <= 0:
        raise ComplaintError(f"the viewBox {attributes['viewBox'][:40]!r} is empty", hint)
    if min(width, height) < LEAST_VIEW:
        raise ComplaintError(f"the viewBox {attributes['viewBox'][:40]!r} is under {LEAST_VIEW:g} mm", hint)
    for name, length in (("width", width), ("height", height)):
        text = attributes.get(name, "").strip()
        if text[-2:] not in ("mm", "cm", "in", "pt"):
            continue
        if len(text) > LONGEST_NUMBER:
            raise ComplaintError(f"{name}={text[:40]!r} is not a length", hint)
        try:
            stated = parse_length(text, file=file)
        except InputError as error:
            raise ComplaintError(f"{name}={text[:40]!r} is not a length", hint) from error
        if abs(stated - length) > 0.01:
            raise ComplaintError(
                f"{name} is {text} but the viewBox says {length:g}", "one unit of the viewBox must be 1 mm"
            )
    return Rect(x, y, width, height)


def _layer(attributes: dict[str, str]) -> Layer | None:
    identity = attributes.get("id")
    return cast(Layer, identity) if identity in LAYERS and identity != "art" else None


def _hidden(style: str) -> bool:
    return any(part.replace(" ", "") == "display:none" for part in style.split(";"))


def _attribute_hint(local: str, name: str) -> str:
    return nearest_hint(name[:40], (*MEASURES.get(local, ()), "fill", "stroke", "stroke-width", "transform"))


_POINT_CHARACTERS = frozenset("0123456789.,+-eE \t\n\r")
_UNDRAWN = frozenset({"title", "desc", "metadata"})
_IGNORED = frozenset({"id", "class", "lang", "role", "tabindex", "pathLength"})
_ROOT_ATTRIBUTES = frozenset({"width", "height", "viewBox", "version", "baseProfile", "preserveAspectRatio"})
_ASMEASURES = "draw it as plain shapes"
_REFUSED = {
    "text": "turn it into outlines (Path > Object to Path)",
    "tspan": "turn it into outlines (Path > Object to Path)",
    "textPath": "turn it into outlines (Path > Object to Path)",
    "script": "art holds no programs: delete it",
    "style": "write fill and stroke on the elements themselves",
    "link": "art refers to nothing outside: delete it",
    "a": "links cannot be printed: ungroup it",
    "use": "replace the clone by a copy (Edit > Clone > Unlink)",
    "symbol": "draw it in its place",
    "image": "bitmaps are placed by the layout: name the file there",
    "foreignObject": "only SVG shapes are drawn: delete it",
    "svg": "a drawing inside a drawing: use <g>",
    "switch": "keep one of the branches",
    "clipPath": "cut the shapes themselves (Path > Intersection)",
    "mask": "cut the shapes themselves (Path > Difference)",
    "filter": _ASMEASURES,
    "linearGradient": "fill with one ink, or a tint by fill-opacity",
    "radialGradient": "fill with one ink, or a tint by fill-opacity",
    "pattern": _ASMEASURES,
    "marker": _ASMEASURES,
    "animate": "paper does not move: delete it",
    "animateTransform": "paper does not move: delete it",
    "animateMotion": "paper does not move: delete it",
    "set": "paper does not move: delete it",
}
