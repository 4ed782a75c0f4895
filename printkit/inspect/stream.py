"""Interprets a content stream of a PDF operator by operator and reports what it paints to a walker."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from copy import copy
from typing import Any

from pikepdf import Object, PdfError

from printkit.geometry import Affine, Rect
from printkit.inspect.colour import GRAY, UNKNOWN, Space, device_space, inks_of
from printkit.inspect.fonts import string_bytes
from printkit.inspect.objects import (
    entries,
    entry,
    is_dictionary,
    is_stream,
    kids,
    name,
    name_object,
    number,
)
from printkit.inspect.painted import Painted, common, is_seen
from printkit.inspect.state import (
    SHORT_KEYS,
    Colour,
    State,
    Walker,
    picture_facts,
    picture_parts,
    stream_words,
)

__all__ = ["Stream"]

MAX_OPERANDS = 20_000
# Of an em, what lies below the line; a step this wide within a text begins another one.
DESCENT = 0.2
# Ways to show text that draw the outline of letters, and those that do nothing else.
STROKED, STROKED_ALONE = (1, 2, 5, 6), (1, 5)

_PAINT = {
    "f": (True, False), "F": (True, False), "f*": (True, False), "S": (False, True), "s": (False, True),
    "B": (True, True), "B*": (True, True), "b": (True, True), "b*": (True, True), "n": (False, False),
}  # fmt: skip
_DEVICE = {"g": "DeviceGray", "rg": "DeviceRGB", "k": "DeviceCMYK"}


class Stream:
    """One content stream being followed: its stack of states, its path, and where its text is."""

    def __init__(self, walk: Walker, data: bytes, resources: Any, state: State, depth: int) -> None:
        self.walk = walk
        self.data = data
        self.resources = resources
        self.state = state
        self.base = state.place
        self.depth = depth
        self.saved: list[State] = []
        self.path: list[bytes] = []
        # The path becomes the clip once it is painted; and which of the open marked contents are in a hidden layer.
        self.clips = False
        self.marks: list[bool] = []
        self.operands: list[Any] = []
        self.text = self.line_start = Affine()

    def run(self) -> None:
        operands = self.operands
        for kind, word in stream_words(self.data):
            if kind == "operand":
                operands.append(word)
                if len(operands) > MAX_OPERANDS:
                    operands.clear()
            elif kind == "path":
                self.path.append(word)
            elif kind == "open":
                self.walk.trouble("a text has no end")
                return
            else:
                self.walk.count()
                if kind == "operator":
                    self._operator(word)
                else:
                    self._inline_image(word)
                operands.clear()

    def _operator(self, word: str) -> None:
        painting = _PAINT.get(word)
        if painting is not None:
            self._paint(*painting)
        elif word in _DEVICE:
            self.state.fill = self._colour(device_space(_DEVICE[word]))
        elif word.lower() in _DEVICE:
            self.state.line = self._colour(device_space(_DEVICE[word.lower()]))
        else:
            act = _ACTS.get(word)
            if act is not None:
                act(self)

    # Operands

    def _numbers(self, count: int) -> tuple[float, ...] | None:
        found = tuple(each for each in self.operands[-count:] if isinstance(each, float))
        return found if len(found) == count else None

    def _last_name(self) -> str:
        word = self.operands[-1] if self.operands else None
        return word if isinstance(word, str) else ""

    def _resource(self, kind: str) -> Any:
        word = self._last_name()
        return entry(entry(self.resources, kind), word) if word else None

    # State

    def save(self) -> None:
        if len(self.saved) < 1000:
            self.saved.append(copy(self.state))

    def restore(self) -> None:
        if self.saved:
            self.state = self.saved.pop()

    def move(self) -> None:
        values = self._numbers(6)
        if values:
            self.state.place = Affine(*values).then(self.state.place)

    def width(self) -> None:
        values = self._numbers(1)
        if values:
            self.state.width = abs(values[0])

    def settings(self) -> None:
        """The entries of a graphics state dictionary."""
        found = self._resource("/ExtGState")
        state = self.state
        for key, value in entries(found):
            if key == "/LW":
                state.width = number(value) or 0.0
            elif key == "/OP":
                state.over_line = value is True
                if entry(found, "/op") is None:
                    state.over_fill = state.over_line
            elif key == "/op":
                state.over_fill = value is True
            elif key == "/OPM":
                state.mode = int(number(value) or 0)
            elif key in ("/ca", "/CA") and (number(value) or 0.0) < 1:
                self.walk.effect("alpha", f"{key[1:]} {number(value) or 0:g}")
            elif key == "/BM":
                modes = {name(each) for each in kids(value)}
                for mode in sorted(modes - {"Normal", "Compatible"}):
                    self.walk.effect("blend", mode)
            elif key == "/SMask" and name(value) != "None":
                self.walk.effect("soft mask", "graphics state")
            elif key == "/Font":
                self._take_font(kids(value))

    def _take_font(self, pair: list[Any]) -> None:
        if len(pair) == 2:
            self.state.font, self.state.font_size = pair[0], number(pair[1]) or 0.0
            self.state.face = self.walk.font(pair[0])

    # Colour

    def _colour(self, space: Space) -> Colour:
        values = [each for each in self.operands if isinstance(each, float)]
        return space, inks_of(space, values)

    def _chosen(self) -> Colour:
        word = self._last_name()
        space = self.walk.space(name_object(word), self.resources) if len(word) > 1 else UNKNOWN
        first = [1.0 if space.kind in ("Separation", "DeviceN") else 0.0] * space.channels
        if space.kind in ("DeviceCMYK", "ICCBased 4"):
            first[3:] = [1.0]
        return space, inks_of(space, first)

    def fill_space(self) -> None:
        self.state.fill = self._chosen()

    def line_space(self) -> None:
        self.state.line = self._chosen()

    def fill_colour(self) -> None:
        self.state.fill = self._mixed(self.state.fill)

    def line_colour(self) -> None:
        self.state.line = self._mixed(self.state.line)

    def _mixed(self, now: Colour) -> Colour:
        space = now[0]
        if not self._last_name():
            return self._colour(space)
        pattern = self._resource("/Pattern")
        shading = entry(pattern, "/Shading")
        if shading is not None:
            self._shaded(entry(shading, "/ColorSpace"))
            return space, None
        # A pattern without colours of its own takes this one; all others begin with black.
        under = Space(space.kinds[1:], space.channels) if len(space.kinds) > 1 else None
        colour = self._colour(under) if under else (GRAY, (0.0, 0.0, 0.0, 1.0))
        self.walk.pattern(pattern, self.base, colour, self.depth)
        return space, None

    def shading(self) -> None:
        self._shaded(entry(self._resource("/Shading"), "/ColorSpace"))

    def _shaded(self, value: Any) -> None:
        space = self.walk.space(value, self.resources)
        spot = Rect(0.0, 0.0, 0.0, 0.0)
        self._add(Painted("shading", spot, self.state.place, space, None, False))

    # Paint

    def _paint(self, fills: bool, strokes: bool) -> None:
        path, self.path = b" ".join(self.path), []
        state = self.state
        if fills and path:
            space, inks = state.fill
            self._add(
                Painted("fill", path, state.place, space, inks, self._lies_over(state.over_fill, space))
            )
        if strokes and path:
            space, inks = state.line
            over = self._lies_over(state.over_line, space)
            self._add(Painted("line", path, state.place, space, inks, over, self._line_width()))
        if self.clips and path:
            area = Painted("fill", path, state.place, GRAY, None, False).box
            state.clip = area if state.clip is None else common(state.clip, area)
        self.clips = False

    def _add(self, painted: Painted) -> None:
        if painted.space.kind == "Pattern":
            return
        seen = not self.hidden and is_seen(painted, self.state.clip)
        self.walk.add(painted._replace(clip=self.state.clip) if seen else painted, seen=seen)

    @property
    def hidden(self) -> bool:
        """Whether what is painted now is in a layer that is not printed."""
        return self.state.hidden or any(self.marks)

    def clip(self) -> None:
        self.clips = True

    def begin_mark(self) -> None:
        """Marked content, which may belong to a layer."""
        layer = None
        if self.operands and self.operands[0] == "/OC":
            layer = self._resource("/Properties")
        self.marks.append(self.walk.hides(layer))

    def end_mark(self) -> None:
        self.marks[-1:] = []

    def _lies_over(self, on: bool, space: Space) -> bool:
        """Whether overprinting leaves anything of what is below: CMYK does only in the mode that spares noughts."""
        return on and (space.kind in ("Separation", "DeviceN") or self.state.mode == 1)

    def external(self) -> None:
        found = self._resource("/XObject")
        kind = name(entry(found, "/Subtype"))
        layered = self.walk.hides(entry(found, "/OC"))
        if kind == "Form" and is_stream(found):
            state = copy(self.state)
            state.hidden = self.hidden or layered
            self.walk.form(found, self.resources, state, self.depth)
        elif kind == "Image":
            facts = picture_facts(found)
            if is_dictionary(facts["SMask"]):
                self.walk.effect("soft mask", "picture")
            self.marks.append(layered)
            self._picture(facts)
            self.marks.pop()

    def _inline_image(self, words: bytes) -> None:
        """A picture written into the stream: its keys are short."""
        try:
            listed = entries(Object.parse(b"<<" + words + b">>"))
        except (PdfError, RuntimeError, ValueError):
            self.walk.trouble("a picture in the content has no dictionary")
            return
        self._picture({SHORT_KEYS.get(key[1:], key[1:]): value for key, value in listed})

    def _picture(self, facts: dict[str, Any]) -> None:
        state = self.state
        a, b, c, d = state.place[:4]
        across, down = math.hypot(a, b), math.hypot(c, d)
        if not across or not down:
            return
        box = Rect(0.0, 0.0, 1.0, 1.0)
        stencil = facts.get("ImageMask") is True
        space, inks = (
            state.fill if stencil else (self.walk.space(facts.get("ColorSpace"), self.resources), None)
        )
        over = stencil and self._lies_over(state.over_fill, space)
        kind = "stencil" if stencil else "picture"
        for size, detail, bits in picture_parts(facts, across, down):
            self._add(Painted(kind, box, state.place, space, inks, over, size, detail, bits))

    # Text

    def begin_text(self) -> None:
        self.text = self.line_start = Affine()

    def take_font(self) -> None:
        if len(self.operands) >= 2 and isinstance(self.operands[-2], str):
            found = entry(entry(self.resources, "/Font"), self.operands[-2])
            self._take_font([found, self.operands[-1]])

    def set_matrix(self) -> None:
        values = self._numbers(6)
        if values:
            self.text = self.line_start = Affine(*values)

    def next_line(self) -> None:
        values = self._numbers(2)
        if values:
            self._new_line(*values)

    def next_line_leading(self) -> None:
        values = self._numbers(2)
        if values:
            self.state.leading = -values[1]
            self._new_line(*values)

    def line_feed(self) -> None:
        self._new_line(0.0, -self.state.leading)

    def _new_line(self, x: float, y: float) -> None:
        self.text = self.line_start = Affine.translation(x, y).then(self.line_start)

    def set_one(self, attribute: str, factor: float = 1.0) -> None:
        values = self._numbers(1)
        if values:
            setattr(self.state, attribute, values[0] * factor)

    def show(self) -> None:
        """Text, as long as its codes and the font's widths make it."""
        state = self.state
        hidden = int(state.text_mode) in (3, 7)
        place = self.text.then(state.place)
        em, upright = abs(state.font_size), state.face.upright
        low, high = sorted(
            (state.rise - DESCENT * state.font_size, state.rise + (1 - DESCENT) * state.font_size)
        )
        pen = 0.0
        for start, end, after in self._runs():
            pen = after
            first, last = min(start, end), max(start, end)
            box = (
                Rect(-em / 2, first, em, last - first)
                if upright
                else Rect(first, low, last - first, high - low)
            )
            if last > first and not hidden:
                self._show_run(box, place, em)
        if not hidden and name(entry(state.font, "/Subtype")) == "Type3":
            inner = copy(state)
            inner.place, inner.hidden = place, self.hidden
            self.walk.drawn_font(state.font, inner, self.depth)
        self.text = Affine.translation(*((0.0, pen) if upright else (pen, 0.0))).then(self.text)

    def _runs(self) -> Iterator[tuple[float, float, float]]:
        """The pieces of a text between steps of an em and more: start, end, and where the pen is after it.

        Lengths are along the line, before the text's own matrix.
        """
        state = self.state
        face, size = state.face, state.font_size
        # Upright text runs downwards and is not stretched.
        stretch = -1.0 if face.upright else state.stretch
        pen = start = end = 0.0
        for each in self.operands:
            if isinstance(each, bytes):
                for code, count in face.split(string_bytes(each)):
                    end = pen + face.width(code, count) * size * stretch
                    space = state.word_space if (code, count) == (32, 1) else 0.0
                    pen = end + (state.letter_space + space) * stretch
            elif isinstance(each, float):
                step = -each / 1000 * size * (1.0 if face.upright else stretch)
                if abs(step) >= abs(size):
                    yield start, end, pen + step
                    start = end = pen + step
                pen += step
        yield start, end, pen

    def _show_run(self, box: Rect, place: Affine, em: float) -> None:
        state, face, mode = self.state, self.state.face, int(self.state.text_mode)
        size = em * math.hypot(place.c, place.d)
        space, inks = state.line if mode in STROKED_ALONE else state.fill
        over = self._lies_over(state.over_line if mode in STROKED_ALONE else state.over_fill, space)
        self._add(Painted("text", box, place, space, inks, over, size, face.name, 0, face.embedded))
        if mode in STROKED:
            space, inks = state.line
            over = self._lies_over(state.over_line, space)
            self._add(Painted("outline", box, place, space, inks, over, self._line_width()))

    def _line_width(self) -> float:
        a, b, c, d = self.state.place[:4]
        return self.state.width * min(math.hypot(a, b), math.hypot(c, d))

    def show_next(self) -> None:
        self.line_feed()
        self.show()

    def show_spaced(self) -> None:
        """The next line, with spaces between words and letters of its own."""
        spaces = [each for each in self.operands if isinstance(each, float)]
        if len(spaces) == 2:
            self.state.word_space, self.state.letter_space = spaces
        self.operands[:] = [each for each in self.operands if isinstance(each, bytes)]
        self.show_next()


_ACTS: dict[str, Callable[[Stream], None]] = {
    "q": Stream.save,
    "Q": Stream.restore,
    "cm": Stream.move,
    "w": Stream.width,
    "gs": Stream.settings,
    "cs": Stream.fill_space,
    "CS": Stream.line_space,
    "sc": Stream.fill_colour,
    "scn": Stream.fill_colour,
    "SC": Stream.line_colour,
    "SCN": Stream.line_colour,
    "sh": Stream.shading,
    "W": Stream.clip,
    "W*": Stream.clip,
    "BMC": Stream.begin_mark,
    "BDC": Stream.begin_mark,
    "EMC": Stream.end_mark,
    "Do": Stream.external,
    "BT": Stream.begin_text,
    "Tf": Stream.take_font,
    "Tm": Stream.set_matrix,
    "Td": Stream.next_line,
    "TD": Stream.next_line_leading,
    "T*": Stream.line_feed,
    "TL": lambda stream: stream.set_one("leading"),
    "Tz": lambda stream: stream.set_one("stretch", 0.01),
    "Ts": lambda stream: stream.set_one("rise"),
    "Tr": lambda stream: stream.set_one("text_mode"),
    "Tj": Stream.show,
    "TJ": Stream.show,
    "'": Stream.show_next,
    '"': Stream.show_spaced,
    "Tc": lambda stream: stream.set_one("letter_space"),
    "Tw": lambda stream: stream.set_one("word_space"),
}
