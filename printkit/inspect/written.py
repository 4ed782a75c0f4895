"""Reads a PDF that printkit wrote operator by operator, and holds it to the scenes it was painted from.

What is compared with pages the same painter drew cannot show what that painter does wrong. So its file is read here
without it: each letter by the shape its font in the file has for it, each path by its numbers, and of all of them
place, ink, clip and order. Only what printkit writes is understood; anything else is a fault.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from itertools import zip_longest
from typing import Any, NamedTuple

import pikepdf

from printkit.files import read_plain
from printkit.fonts import find_font
from printkit.geometry import MM_PER_PT, Affine, Rect
from printkit.inspect.operators import (
    Colour,
    Edge,
    Letter,
    Lines,
    Mark,
    Words,
    WrittenFont,
    WrittenStream,
    near,
    same_edge,
)
from printkit.material.bitmaps import read_bitmap
from printkit.scene.inks import Colours, Ink
from printkit.scene.model import Glyphs, Group, Item, Path, Picture, Scene, Use

__all__ = ["Unfaithful", "unfaithful"]

# The painter rounds numbers to thousandths of a mm, and maps to a millionth; letters add up what is rounded.
NUMBER, MAP, SHIFT, LETTER = 0.0011, 1e-4, 0.01, 0.03
COLOUR = 0.003
# A picture is compared in so many squares a side, each by its mean of 255.
SQUARES, TONE = 8, 24
# So many faults of one drawing are reported.
MOST = 3
# So many drawings that were right are known again in the next file.
REMEMBERED = 400


class Unfaithful(NamedTuple):
    """What a page does not paint as its scene has it: in words, and about where, in mm of the page."""

    message: str
    expected: str
    found: str
    rect: Rect = Rect(0.0, 0.0, 0.0, 0.0)


def unfaithful(
    data: bytes, pages: int, scene: Callable[[int], Scene], colours: Colours
) -> Iterator[tuple[int, Unfaithful]]:
    """What the pages of a file do not paint as their scenes have it, with the page from 0; the scenes are in mm."""
    with pikepdf.open(BytesIO(data)) as pdf:
        reader = _Reader(colours)
        for index in range(pages):
            page = pdf.pages[index]
            height = float(page.obj.MediaBox[3]) * MM_PER_PT
            start = Affine(MM_PER_PT, 0.0, 0.0, -MM_PER_PT, 0.0, height)
            wanted = scene(index)
            for fault in reader.faults(page.obj, wanted.items, start):
                yield index, fault


class _Known(NamedTuple):
    """A drawing that was found right: its scene, and the letters on it."""

    scene: Scene
    letters: frozenset[Letter]


_KNOWN: OrderedDict[str, _Known] = OrderedDict()


class _Reader:
    """Holds the drawings of one file to their scenes; what is stored once is looked at once."""

    def __init__(self, colours: Colours) -> None:
        self.colours = colours
        self._fonts: dict[Any, WrittenFont] = {}
        self._done: dict[str, Scene] = {}
        self._pictures: dict[str, bool] = {}

    def faults(self, stream: Any, items: Iterable[Item], start: Affine) -> list[Unfaithful]:
        """What a stream does not paint as these items; `start` maps its numbers to mm."""
        found: list[Unfaithful] = []
        resources = stream.get("/Resources", pikepdf.Dictionary())
        read = WrittenStream(self.font, resources, start).marks(stream)
        for wanted, seen in zip_longest(_wanted(items, Affine(), (), self.colours), read):
            if wanted is None or seen is None or wanted.kind != seen.kind:
                what = f"{wanted.kind} at {_box(wanted)}" if wanted else "nothing"
                other = f"{seen.kind} at {_box(seen)}" if seen else "nothing"
                message = "the painter left out, added or exchanged a mark"
                found.append(Unfaithful(message, what, other, _rect(wanted or seen)))
                return found
            found += self._compared(wanted, seen, resources)
            if len(found) >= MOST:
                return found
        return found

    def _compared(self, wanted: Mark, seen: Mark, resources: Any) -> Iterator[Unfaithful]:
        apart = self._apart(wanted, seen, resources)
        yield from (each._replace(rect=_rect(wanted)) for each in apart)
        if wanted.kind == "drawing":
            yield from self._form_apart(wanted.what, seen.what, resources, wanted.place)

    def _apart(self, wanted: Mark, seen: Mark, resources: Any) -> Iterator[Unfaithful]:
        if not _same_map(wanted.place, seen.place):
            yield Unfaithful("a mark is painted in another place", _map(wanted.place), _map(seen.place))
        if len(wanted.clip) != len(seen.clip) or not all(
            same_edge(one, other, SHIFT) for one, other in zip(wanted.clip, seen.clip, strict=False)
        ):
            yield Unfaithful("a mark is cut off elsewhere", str(wanted.clip[-1:]), str(seen.clip[-1:]))
        if wanted.kind == "path":
            yield from _paths_apart(wanted.what, seen.what)
        elif wanted.kind == "text":
            yield from self._text_apart(wanted.what, seen.what)
        elif wanted.kind == "picture" and not self._shows(wanted.what, seen.what, resources):
            yield Unfaithful("another picture is painted", wanted.what.file, str(seen.what))

    def _form_apart(self, scene: Scene, name: str, resources: Any, place: Affine) -> Iterator[Unfaithful]:
        form = resources.XObject[name]
        if self._done.get(name) is scene:
            return
        known = _KNOWN.get(name)
        if known is not None and known.scene == scene and self._has(form, known.letters):
            self._done[name] = scene
            return
        faults = self.faults(form, scene.items, Affine())
        if not faults:
            self._done[name] = scene
            _KNOWN[name] = _Known(scene, frozenset(_letters(scene.items)))
            while len(_KNOWN) > REMEMBERED:
                _KNOWN.popitem(last=False)
        yield from (each._replace(rect=place.rect(each.rect)) for each in faults)

    def _has(self, form: Any, letters: frozenset[Letter]) -> bool:
        """Whether this file has those letters as well, and their shapes."""
        fonts = list(self._fonts_in(form))
        return all(
            any(
                font.name == find_font(letter[0]).postscript_name
                and (letter[1], letter[2]) in font.letters
                and font.shows(letter[1], letter)
                for font in fonts
            )
            for letter in letters
        )

    def _fonts_in(self, form: Any) -> Iterator[WrittenFont]:
        resources = form.get("/Resources", {})
        yield from (self.font(entry) for entry in resources.get("/Font", {}).values())
        for inner in resources.get("/XObject", {}).values():
            if inner.get("/Subtype") == "/Form":
                yield from self._fonts_in(inner)

    def font(self, entry: Any) -> WrittenFont:
        """A font, read once."""
        key = entry.objgen
        if key not in self._fonts:
            self._fonts[key] = WrittenFont(entry)
        return self._fonts[key]

    def _text_apart(self, wanted: Words, seen: Words) -> Iterator[Unfaithful]:
        says, shown = ("".join(letter[2] for (letter, _, _) in each.letters) for each in (wanted, seen))
        if len(wanted.letters) != len(seen.letters) or says != shown:
            yield Unfaithful("another text is painted", repr(says), repr(shown))
            return
        if not near((wanted.size, wanted.stretch), (seen.size, seen.stretch), NUMBER):
            yield Unfaithful("a text has another size", f"{wanted.size:g}", f"{seen.size:g}")
        if not _same_colour(wanted.ink, seen.ink):
            yield Unfaithful(f"{says!r} has another ink", str(wanted.ink), str(seen.ink))
        for (letter, x, y), ((font, glyph, _), own_x, own_y) in zip(
            wanted.letters, seen.letters, strict=True
        ):
            if not self._of(font).shows(glyph, letter):
                yield Unfaithful(
                    f"{letter[2]!r} of {says!r} has another shape", repr(letter[2]), f"glyph {glyph}"
                )
                return
            if abs(x - own_x) > LETTER or abs(y - own_y) > LETTER:
                yield Unfaithful(
                    f"{letter[2]!r} of {says!r} is elsewhere",
                    f"x {x:.2f} y {y:.2f}",
                    f"x {own_x:.2f} y {own_y:.2f}",
                )
                return

    def _of(self, key: str) -> WrittenFont:
        return next(font for font in self._fonts.values() if font.key == key)

    def _shows(self, picture: Picture, name: str, resources: Any) -> bool:
        """Whether an image of the file shows the picture; a page of another PDF is taken as it is."""
        known = self._pictures.get(name)
        if known is None:
            image = resources.XObject[name]
            known = picture.digest[:8] in name and (
                image.Subtype != "/Image" or self.colours != "srgb" or _same_picture(picture, image)
            )
            self._pictures[name] = known
        return known


def _same_picture(picture: Picture, image: Any) -> bool:
    import numpy

    should = read_bitmap(read_plain(picture.file), picture.file).image
    if "A" in should.getbands() or should.mode in ("P", "CMYK") or "/Decode" in image:
        return True
    seen = pikepdf.PdfImage(image).as_pil_image()
    one, other = (
        numpy.asarray(each.convert("RGB").resize((SQUARES, SQUARES)), int) for each in (should, seen)
    )
    return bool(numpy.abs(one - other).max() <= TONE)


def _paths_apart(wanted: Lines, seen: Lines) -> Iterator[Unfaithful]:
    if wanted.shape[0] != seen.shape[0] or not near(wanted.shape[1], seen.shape[1], NUMBER):
        yield Unfaithful("a path has another shape", wanted.shape[0][:20], seen.shape[0][:20])
    for use in ("fill", "stroke"):
        one, other = getattr(wanted, use), getattr(seen, use)
        if not _same_colour(one, other):
            yield Unfaithful(f"a {use} has another ink", str(one), str(other))
    if wanted.fill and wanted.even_odd != seen.even_odd:
        yield Unfaithful(
            "what is inside a path is filled otherwise", str(wanted.even_odd), str(seen.even_odd)
        )
    if wanted.stroke:
        one, other = ((each.width, *each.dash, *each.ends) for each in (wanted, seen))
        if not near(one, other, NUMBER):
            yield Unfaithful("a line is drawn otherwise", str(one), str(other))


_CAPS = {"butt": 0.0, "round": 1.0, "square": 2.0}
_JOINS = {"miter": 0.0, "round": 1.0, "bevel": 2.0}


def _wanted(items: Iterable[Item], place: Affine, clip: tuple[Edge, ...], colours: Colours) -> Iterator[Mark]:
    """The marks these items should be, in the order they should be painted."""
    for item in items:
        if isinstance(item, Group):
            # What makes cuts be seen at home is not printed on a press, which has plates for them.
            if item.layer == "light" and colours == "cmyk":
                continue
            inner = item.transform.then(place)
            own = clip if item.clip is None else (*clip, inner.rect(item.clip))
            own = own if item.within is None else (*own, item.within.moved_by(inner))
            yield from _wanted(item.items, inner, own, colours)
        elif isinstance(item, Use):
            yield Mark("drawing", item.transform.then(place), clip, item.scene)
        elif isinstance(item, Picture):
            box = item.box
            own_map = Affine(box.width, 0.0, 0.0, -box.height, box.x, box.bottom)
            yield Mark("picture", own_map.then(place), clip, item)
        elif isinstance(item, Glyphs) and item.glyphs:
            letters = tuple(((item.font, each.glyph, each.text), each.x, each.y) for each in item.glyphs)
            ink = _colour(item.ink, colours)
            yield Mark("text", place, clip, Words(letters, item.size, item.stretch, ink))
        elif isinstance(item, Path) and (item.fill or item.stroke) and item.outline.commands:
            ends = _CAPS[item.cap], _JOINS[item.join], item.miter
            fill, stroke = (_colour(ink, colours) if ink else None for ink in (item.fill, item.stroke))
            shape = item.outline.commands, item.outline.coordinates
            lines = Lines(shape, fill, stroke, item.width, item.dash, ends, item.even_odd)
            yield Mark("path", place, clip, lines)


def _letters(items: Iterable[Item]) -> Iterator[Letter]:
    for item in items:
        if isinstance(item, Group):
            yield from _letters(item.items)
        elif isinstance(item, Use):
            yield from _letters(item.scene.items)
        elif isinstance(item, Glyphs):
            yield from ((item.font, each.glyph, each.text) for each in item.glyphs)


def _colour(ink: Ink, colours: Colours) -> Colour:
    if ink.spot and colours == "cmyk":
        return ink.spot, (ink.tint,)
    values = {"srgb": ink.tinted_srgb, "cmyk": ink.tinted_cmyk, "grey": ink.tinted_grey}
    return colours, values[colours]


def _same_map(one: Affine, other: Affine) -> bool:
    # A picture's map has its size in mm, any other none.
    return all(abs(a - b) <= MAP * max(1.0, abs(a)) for a, b in zip(one[:4], other[:4], strict=True)) and (
        near(one[4:], other[4:], SHIFT)
    )


def _same_colour(one: Colour | None, other: Colour | None) -> bool:
    if one is None or other is None:
        return one is other
    return one[0] == other[0] and near(one[1], other[1], COLOUR)


def _map(place: Affine) -> str:
    return " ".join(f"{value:.4g}" for value in place)


def _rect(mark: Mark) -> Rect:
    """About where a mark lies, in mm of its stream."""
    what, box = mark.what, Rect(0.0, 0.0, 1.0, 1.0)
    if isinstance(what, Lines) and what.shape[1]:
        across, down = what.shape[1][0::2], what.shape[1][1::2]
        box = Rect.from_edges(min(across), min(down), max(across), max(down))
    elif isinstance(what, Words):
        places = [(x, y) for _, x, y in what.letters]
        (left, right), (top, bottom) = ((min(row), max(row)) for row in zip(*places, strict=True))
        box = Rect.from_edges(left, top - what.size, right + what.size, bottom)
    elif isinstance(what, Scene):
        box = what.trim
    return mark.place.rect(box)


def _box(mark: Mark) -> str:
    rect = _rect(mark)
    return f"x {rect.x:.2f} y {rect.y:.2f}"
