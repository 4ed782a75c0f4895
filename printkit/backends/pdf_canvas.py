"""Drawing in PDF: a canvas of reportlab that draws scene items in mm, y down, and stores once what is drawn often."""

from __future__ import annotations

import hashlib
import io
import math
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, BinaryIO

from reportlab.lib.rl_accel import fp_str
from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFObjectReference,
    PDFResourceDictionary,
    xObjectName,
)
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from printkit.backends.on_demand import flattener, page_form
from printkit.backends.pdf_document import StreamedDocument, box, stream_of, text
from printkit.backends.pdf_fonts import PLACES, FontShelf, GlyphText
from printkit.backends.pdf_pictures import DPI, opaque_picture, read_picture
from printkit.backends.press import Press
from printkit.errors import InputError
from printkit.files import read_plain, read_start
from printkit.fonts import find_font
from printkit.geometry import IDENTITY, PT_PER_MM, Affine, Outline, Rect, Size
from printkit.material.pixels import is_pdf
from printkit.scene.inks import Colours, Ink
from printkit.scene.model import Cap, Glyphs, Group, Item, Join, Layer, Path, Picture, Scene, Use
from printkit.sheets.model import FaceKey

__all__ = ["SceneCanvas"]

# Hex digits of a look: of a million drawings two are alike by chance once in thirty million times.
LOOK = 16
# What is not printed matter but work to be done on it.
_LAYER_NAMES: dict[Layer, str] = {"cut": "Cut", "fold": "Fold"}


@dataclass(slots=True)
class _Used:
    """Everything one content stream refers to by name, and what its numbers mean where they are the file's own."""

    fonts: dict[str, PDFObjectReference] = field(default_factory=dict)
    objects: set[str] = field(default_factory=set)
    states: dict[str, PDFObjectReference] = field(default_factory=dict)
    layers: dict[str, PDFObjectReference] = field(default_factory=dict)
    spaces: dict[str, PDFObjectReference] = field(default_factory=dict)
    font_ids: dict[str, str] = field(default_factory=dict)
    aliases: dict[tuple[str, int], tuple[int, str]] = field(default_factory=dict)


# As PDF counts them.
# The limit of corners a page begins with.
_MITER = 10.0
# A picture with so many times the pixels that its resolution needs is scaled down.
_MANY = 4
_CAPS: dict[Cap, int] = {"butt": 0, "round": 1, "square": 2}
_JOINS: dict[Join, int] = {"miter": 0, "round": 1, "bevel": 2}


class SceneCanvas(Canvas):
    """The pages of one file; a face is a form, and everything a form or page refers to is its own affair.

    `known` is what the viewer has set at this point (a form starts with what its caller set, so with nothing known),
    `used` what this content stream refers to. Both come back with the state of the canvas.
    """

    STATE_ATTRIBUTES = [*Canvas.STATE_ATTRIBUTES, "known", "used"]  # noqa: RUF012
    # Scenes seen lately are not drawn again only to find them stored; the number bounds the memory.
    RECENT = 128

    def __init__(
        self, stream: BinaryIO, version: tuple[int, int], colours: Colours, press: Press | None
    ) -> None:
        # Letters stand upright although y points down: the one thing `bottomup` is asked for here.
        super().__init__(stream, (1, 1), bottomup=0, pageCompression=0)
        self.version = version
        self.document = self._doc = StreamedDocument(stream, version)
        self.colours: Colours = colours
        self.press = press
        self.fonts = FontShelf(self.document)
        self.layers: dict[Layer, PDFObjectReference] = {}
        self._states: dict[str, PDFObjectReference] = {}
        self._spaces: dict[str, PDFObjectReference] = {}
        self._faces: dict[FaceKey, str] = {}
        # What lies below a picture is drawn by itself, where it may have to be blended with it.
        blends = press is not None and not press.standard.transparency
        self._flattener = flattener(self._alone, press.picture_limits) if press and blends else None
        self._spots = True
        self._recent: OrderedDict[int, tuple[Scene, str]] = OrderedDict()

    def init_graphics_state(self) -> None:
        """Where a page or form begins."""
        super().init_graphics_state()
        self.known: dict[str, object] = {}
        self.used = _Used()

    def _make_preamble(self) -> None:
        # Usually a font nobody asked for and a map that changes nothing.
        self._preamble = ""

    @property
    def looks(self) -> dict[FaceKey, str]:
        """What every face drawn so far looks like: equal where the same is drawn in the same colours, in any file."""
        return {key: name[1:] for key, name in self._faces.items()}

    def resources(self) -> PDFResourceDictionary:
        """Everything this content stream refers to."""
        used = self.used
        entries = {"Font": used.fonts, "ExtGState": used.states, "Properties": used.layers}
        if used.spaces:
            entries["ColorSpace"] = used.spaces
        objects = {xObjectName(name): PDFObjectReference(xObjectName(name)) for name in used.objects}
        resources = PDFResourceDictionary(XObject=objects, **entries)
        # Obsolete, but older printers ask for it.
        resources.allProcs()
        return resources

    def draw(self, items: Iterable[Item]) -> None:
        """Draws the items in their order."""
        for item in items:
            _DRAW[type(item)](self, item)

    def face(self, key: FaceKey, faces: Callable[[FaceKey], Scene]) -> None:
        """Draws a face, which is asked for once."""
        if key not in self._faces:
            try:
                self._faces[key] = self._scene(faces(key), self.opaque)
            except InputError as error:
                # What a press cannot print is wrong with a card, not with its picture alone.
                where = f"{key.card}, {key.side}" if self.press else ""
                raise InputError(
                    problems=[replace(each, key=each.key or where) for each in error.problems]
                ) from error
        self._object(self._faces[key])

    def opaque(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """A face, or what lies on a bare page, as its printing can have it; drawn before the next is asked for."""
        return self._flattener.opaque(items) if self._flattener else items

    def _alone(self, items: Iterable[Item], size: Size) -> bytes:
        """A PDF of one page, so large in mm, on which these items are drawn in the inks of this one's printing.

        Inks with plates of their own print nothing below a picture.
        """
        stream = io.BytesIO()
        page = SceneCanvas(stream, self.version, self.colours, self.press)
        page._flattener, page._spots = self._flattener, False
        page.turn_up(size)
        page.draw(items)
        page.fonts.put_all(descriptor_first=True)
        page.end_page(size)
        page.save()
        return stream.getvalue()

    def turn_up(self, paper: Size) -> None:
        """The only place where y is turned up: from here on everything on the page is mm, y down."""
        # Said in full: of the canvas's six digits letters at the far edge would move by a pixel.
        self.addLiteral(f"{PT_PER_MM:.9f} 0 0 {-PT_PER_MM:.9f} 0 {paper.height * PT_PER_MM:.4f} cm")

    def end_page(self, paper: Size, entries: Mapping[str, Any] | None = None) -> None:
        """Writes the page with its size, all it refers to, and further entries."""
        size = PDFArray(box(0, 0, paper.width * PT_PER_MM, paper.height * PT_PER_MM))
        self.document.page = {"MediaBox": size, **(entries or {}), "Resources": self.resources()}
        self.showPage()

    def map(self, transform: Affine) -> None:
        """Changes the coordinates."""
        a, b, c, d, e, f = transform
        self.transform(a, b, c, d, round(e, PLACES), round(f, PLACES))

    def clip(self, rect: Rect) -> None:
        """Lets nothing be drawn outside a rectangle."""
        window = self.beginPath()
        window.rect(*(round(value, PLACES) for value in rect))
        self.clipPath(window, stroke=0, fill=0)

    def clip_to(self, outline: Outline) -> None:
        """Lets nothing be drawn outside an outline."""
        self.clipPath(_PATHS[outline], stroke=0, fill=0)

    def _scene(self, scene: Scene, prepare: Callable[[tuple[Item, ...]], tuple[Item, ...]] = tuple) -> str:
        """The name of the form a scene is stored as, drawn once `prepare` has been at its items."""
        recent = self._recent.get(id(scene))
        if recent is not None:
            self._recent.move_to_end(id(scene))
            return recent[1]
        # A scene may overhang its extent inside another one; faces are cut off where they are placed.
        reach = scene.trim.grown(max(scene.width, scene.height) + scene.bleed)
        edges: Any = (reach.x, reach.y, reach.right, reach.bottom)
        self.beginForm("", *edges)
        self.draw(prepare(scene.items))
        drawing = self.getCurrentPageContent()
        # A form is called by its look, so what is drawn once more is found.
        name = f"S{_look(reach, drawing, self.used)}"
        # The canvas would encode it letter by letter for accents it cannot have.
        self._code: list[str] = []
        self.endForm(name=name, Resources=self.resources(), Contents=stream_of({}, drawing.encode("ascii")))
        # The scene is kept with its number: an object that is gone could give its number to another.
        self._recent[id(scene)] = (scene, name)
        if len(self._recent) > self.RECENT:
            self._recent.popitem(last=False)
        return name

    def _object(self, name: str) -> None:
        self.used.objects.add(name)
        self.doForm(name)

    def _path(self, path: Path) -> None:
        if not (path.fill or path.stroke) or not path.outline.commands:
            return
        if not self._spots and any(ink and ink.spot for ink in (path.fill, path.stroke)):
            return
        if path.fill:
            self._ink("fill", path.fill)
        if path.stroke:
            self._ink("stroke", path.stroke)
            if self._news("width", path.width):
                self.setLineWidth(round(path.width, PLACES))
            if self._news("dash", path.dash):
                self.setDash([round(length, PLACES) for length in path.dash])
        ends = _CAPS[path.cap], _JOINS[path.join]
        unusual = path.stroke is not None and (any(ends) or path.miter != _MITER)
        if unusual:
            self.saveState()
            self.setLineCap(ends[0])
            self.setLineJoin(ends[1])
            if path.miter != _MITER:
                self.setMiterLimit(path.miter)
        # Lines in black alone overprint, areas knock out: an area would show the edges of what lies below.
        self._overprint(path.stroke if path.fill is None else None)
        self.drawPath(_PATHS[path.outline], bool(path.stroke), bool(path.fill), int(not path.even_odd))
        if unusual:
            # Forms drawn later count on flat ends and sharp corners.
            self.restoreState()

    def _glyphs(self, glyphs: Glyphs) -> None:
        if not glyphs.glyphs:
            return
        font = self.fonts.get(glyphs.font)
        self.used.fonts[font.label] = font.reference
        self.used.font_ids[font.label] = glyphs.font
        self._ink("fill", glyphs.ink)
        self._overprint(glyphs.ink)
        writing = GlyphText(self, font, glyphs.size)
        if self._news("font", (font.label, glyphs.size)):
            writing.choose()
        writing.show(glyphs.glyphs, glyphs.stretch)
        self.used.aliases |= {(glyphs.font, code): glyph for code, glyph in writing.aliases.items()}
        self.drawText(writing)

    def _group(self, group: Group) -> None:
        if group.layer == "light" and self.colours == "cmyk":
            return
        layer = self._layer(group.layer)
        if layer:
            self.addLiteral(f"/OC /{layer} BDC")
        bare = group.transform == IDENTITY and group.clip is None and group.within is None
        if not bare:
            self.saveState()
            if group.transform != IDENTITY:
                self.map(group.transform)
            if group.clip is not None:
                self.clip(group.clip)
            if group.within is not None:
                self.clip_to(group.within)
        self.draw(group.items)
        if not bare:
            self.restoreState()
        if layer:
            self.addLiteral("EMC")

    def _use(self, use: Use) -> None:
        name = self._scene(use.scene)
        if use.transform == IDENTITY:
            self._object(name)
            return
        self.saveState()
        self.map(use.transform)
        self._object(name)
        self.restoreState()

    def _picture(self, picture: Picture) -> None:
        opaque = self._flattener.made.get(picture.digest) if self._flattener else None
        # One with its ground begins with the name of the picture as it is.
        name = f"P{picture.digest[: LOOK if opaque is None else 2 * LOOK]}"
        finest = self._finest(picture) if opaque is None else None
        if finest:
            name += f"-{finest[0]}-{finest[1]}"
        if not self.hasForm(name) and not (opaque is None and self._foreign_page(picture, name)):
            if opaque is None:
                limits = self.press.picture_limits if self.press else None
                allowed = self.press is None or self.press.standard.transparency
                made = read_picture(picture.file, name, self.colours, limits, allowed, finest)
            else:
                made = opaque_picture(*opaque)
            image = made.image
            if made.cover is not None:
                image = made.masked(self.document.put(made.cover, xObjectName(f"{name}-cover")))
            self.document.put(image, xObjectName(name), packed=not made.packed)
        place = picture.box
        self.saveState()
        # A picture's own square has y up, so its top edge goes where y is smallest.
        self.map(Affine(place.width, 0.0, 0.0, -place.height, place.x, place.bottom))
        self._object(name)
        self.restoreState()

    def _finest(self, picture: Picture) -> tuple[int, int] | None:
        """So many pixels a picture needs as large as it is printed; None where it has not many more."""
        ends = (picture.box.width, 0.0), (0.0, picture.box.height)
        corner = self.absolutePosition(0.0, 0.0)
        edges = (math.dist(corner, self.absolutePosition(*end)) for end in ends)
        wide, high = (max(1, round(edge / 25.4 * DPI)) for edge in edges)
        return (wide, high) if picture.pixels[0] * picture.pixels[1] > _MANY * wide * high else None

    def _foreign_page(self, picture: Picture, name: str) -> bool:
        """Stores a page of another PDF as it is; not where its colours might not be those of the printing."""
        if self.colours != "srgb" or not is_pdf(read_start(picture.file)):
            return False
        form = page_form(read_plain(picture.file), picture.file)
        if form is not None:
            form.write(self.document, xObjectName(name))
        return form is not None

    def _news(self, what: str, value: object) -> bool:
        """Whether the viewer still needs a setting; from here on it has been."""
        if self.known.get(what) == value:
            return False
        # Never changed in place: what was known before may come back.
        self.known = {**self.known, what: value}
        return True

    def _ink(self, use: str, ink: Ink) -> None:
        if ink.spot and self.colours == "cmyk":
            self._spot(use, ink)
            return
        values = _VALUES[self.colours](ink)
        if self._news(use, values):
            if len(values) > 1:
                (self.setFillColor if use == "fill" else self.setStrokeColor)(values)
            else:
                (self.setFillGray if use == "fill" else self.setStrokeGray)(*values)

    def _spot(self, use: str, ink: Ink) -> None:
        """An ink with a plate of its own, and the four inks a proof shows instead."""
        if not self._news(use, (ink.spot, ink.tint)):
            return
        if ink.spot not in self._spaces:
            ends = {"C0": PDFArray([0, 0, 0, 0]), "C1": PDFArray(ink.cmyk)}
            shown = PDFDictionary({"FunctionType": 2, "Domain": PDFArray([0, 1]), "N": 1, **ends})
            space = PDFArray(["/Separation", f"/{ink.spot}", "/DeviceCMYK", shown])
            self._spaces[ink.spot] = self.document.put(space)
        self.used.spaces[ink.spot] = self._spaces[ink.spot]
        choose, paint = ("cs", "scn") if use == "fill" else ("CS", "SCN")
        self.addLiteral(f"/{ink.spot} {choose} {ink.tint:g} {paint}")

    def _overprint(self, ink: Ink | None) -> None:
        """Forms begin with what their caller set, which the canvas takes for off: so the state is ours."""
        if self.colours != "cmyk":
            return
        on = ink is not None and ink.tinted_cmyk == (0.0, 0.0, 0.0, 1.0)
        on = on and (self.press is None or self.press.overprints)
        # A cut knocks nothing out of what is printed below it.
        on = on or (ink is not None and bool(ink.spot))
        if not self._news("overprint", on):
            return
        name, word = ("Over", "true") if on else ("Knock", "false")
        if name not in self._states:
            state = {"Type": "/ExtGState", "OP": word, "op": word, "OPM": int(on)}
            self._states[name] = self.document.put(PDFDictionary(state))
        self.used.states[name] = self._states[name]
        self.addLiteral(f"/{name} gs")

    def _layer(self, layer: Layer | None) -> str:
        """The name of the layer as a viewer can hide it; presses want none, and other layers are one."""
        if layer is None or layer not in _LAYER_NAMES or self.colours == "cmyk":
            return ""
        if layer not in self.layers:
            entries = {"Type": "/OCG", "Name": text(_LAYER_NAMES[layer])}
            self.layers[layer] = self.document.put(PDFDictionary(entries))
        self.used.layers[f"L{layer}"] = self.layers[layer]
        return f"L{layer}"


_DRAW: dict[type, Callable[[SceneCanvas, Any], None]] = {
    Path: SceneCanvas._path,
    Glyphs: SceneCanvas._glyphs,
    Group: SceneCanvas._group,
    Use: SceneCanvas._use,
    Picture: SceneCanvas._picture,
}

_VALUES: dict[Colours, Callable[[Ink], Any]] = {
    "srgb": lambda ink: ink.tinted_srgb,
    "cmyk": lambda ink: ink.tinted_cmyk,
    "grey": lambda ink: ink.tinted_grey,
}

# Each command as a file has it, with a place for each of its numbers.
_STEPS = (("M", " %s %s m"), ("L", " %s %s l"), ("C", " %s %s %s %s %s %s c"), ("Z", " h"))
_SCALE = 10**PLACES


class _Paths(dict[Outline, PDFPathObject]):
    """Outlines as the canvas draws them, kept because files of a kit draw the same ones; nobody changes them there."""

    # So many commands are kept and then none, which bounds the memory: a path takes some 300 bytes a command.
    MOST = 150_000

    def __init__(self) -> None:
        super().__init__()
        self.commands = 0

    def __missing__(self, outline: Outline) -> PDFPathObject:
        if self.commands > self.MOST:
            self.clear()
            self.commands = 0
        path = self[outline] = _path_of(outline)
        self.commands += len(outline.commands)
        return path


_PATHS = _Paths()


class _Words(dict[float, str]):
    """Numbers as files have them: those of drawings lie on a grid, and come again and again."""

    # Then they are forgotten, which bounds the memory: a number and its word take some 200 bytes.
    MOST = 100_000

    def __missing__(self, number: float) -> str:
        if len(self) >= self.MOST:
            self.clear()
        word = self[number] = fp_str(round(number * _SCALE) / _SCALE)
        return word


_WORDS = _Words()


def _path_of(outline: Outline) -> PDFPathObject:
    steps = outline.commands
    for command, step in _STEPS:
        steps = steps.replace(command, step)
    return PDFPathObject(["n" + steps % tuple(map(_WORDS.__getitem__, outline.coordinates))])


def _look(reach: Rect, drawing: str, used: _Used) -> str:
    """What these operators draw, as `LOOK` hex digits; the same in every file, for equal names mean equal things.

    Only fonts and letters that stand for other words are numbered as they come, so they are named here.
    """
    for label, font in used.font_ids.items():
        drawing = drawing.replace(f"/{label} ", f"/{find_font(font).key} ")
    words = f"{reach}\n{sorted(used.aliases.items())}\n{drawing}"
    return hashlib.sha256(words.encode()).hexdigest()[:LOOK]
