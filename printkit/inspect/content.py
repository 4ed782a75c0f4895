"""Lists every area, line, text and image a PDF page paints, with its ink."""

from __future__ import annotations

from copy import copy
from typing import Any

from printkit.errors import InputError
from printkit.geometry import Affine, Rect
from printkit.inspect.colour import Space, read_space
from printkit.inspect.fonts import FontFace, read_face
from printkit.inspect.objects import (
    entries,
    entry,
    inherited,
    is_dictionary,
    is_stream,
    kids,
    name,
    number,
    numbers,
    resources_of,
    same_key,
    stream_data,
)
from printkit.inspect.painted import Drawing, Effect, Painted, common
from printkit.inspect.state import Colour, State
from printkit.inspect.stream import Stream

__all__ = ["DrawingReader"]


class _Layers:
    """The layers of a file as its usual settings show them on paper."""

    def __init__(self, structure: Any) -> None:
        properties = entry(structure.Root, "/OCProperties")
        usual = entry(properties, "/D")
        groups = {same_key(each): each for each in kids(entry(properties, "/OCGs"))}
        on, off = ({same_key(each) for each in kids(entry(usual, key))} for key in ("/ON", "/OFF"))
        all_off = name(entry(usual, "/BaseState")) == "OFF"
        self._off = {key for key in groups if key in off or (all_off and key not in on)}
        for setting in kids(entry(usual, "/AS")):
            if name(entry(setting, "/Event")) != "Print":
                continue
            for each in kids(entry(setting, "/OCGs")):
                state = name(entry(entry(entry(each, "/Usage"), "/Print"), "/PrintState"))
                if state:
                    (self._off.add if state == "OFF" else self._off.discard)(same_key(each))

    def hides(self, layer: Any) -> bool:
        """Whether what belongs to this layer, or to a rule over several, is not printed."""
        if layer is None:
            return False
        if name(entry(layer, "/Type")) != "OCMD":
            return same_key(layer) in self._off
        if entry(layer, "/VE") is not None:
            return False
        hidden = [same_key(each) in self._off for each in kids(entry(layer, "/OCGs"))]
        policy = name(entry(layer, "/P")) or "AnyOn"
        shown = {
            "AllOn": not any(hidden),
            "AnyOn": not all(hidden),
            "AnyOff": any(hidden),
            "AllOff": all(hidden),
        }
        return bool(hidden) and not shown.get(policy, True)


DEEPEST = 24
# All operators of a file together, and all forms drawn; real decks have a hundredth of it.
MAX_OPERATORS = 2_000_000
MAX_FORMS = 200_000
MAX_BYTES = 300_000_000


class DrawingReader:
    """Reads the pages of one file, one after another."""

    def __init__(self, structure: Any) -> None:
        self._structure = structure
        self.layers = _Layers(structure)
        self._operators = 0
        self._forms = 0
        self._bytes = 0
        self._seen: set[Any] = set()
        self._fonts: dict[Any, FontFace] = {}
        self._spaces: dict[Any, Space] = {}

    def page(self, index: int, to_page: Affine) -> Drawing:
        """What the page paints; `to_page` takes its points to mm from the top left of the page as shown."""
        page = self._structure.pages[index].obj
        walk = _Walk(self)
        resources = resources_of(page)
        group = entry(page, "/Group")
        if group is not None and name(entry(group, "/S")) == "Transparency":
            walk.effect("group", "page")
        try:
            parts = [self.data(each) for each in kids(entry(page, "/Contents")) if is_stream(each)]
            paper = numbers(inherited(page, "/MediaBox"))
            clip = to_page.rect(Rect.from_edges(*paper)) if len(paper) == 4 else None
            walk.content(b"\n".join(parts), resources, State(to_page, clip), 0)
            for note in kids(entry(page, "/Annots")):
                walk.appearance(note, State(to_page, clip))
        # Objects of any kind may stand where others belong; the page then counts as unread.
        except Exception as error:
            walk.trouble(str(error).partition("\n")[0] or type(error).__name__)
        return Drawing(tuple(walk.painted), tuple(walk.effects), tuple(walk.troubles), tuple(walk.hidden))

    def data(self, stream: Any) -> bytes:
        """The operators of a stream; more of them than a file can have is an InputError."""
        data = stream_data(stream)
        self._bytes += len(data)
        if self._bytes > MAX_BYTES:
            raise InputError(f"the PDF unpacks to more than {MAX_BYTES} bytes")
        return data

    def count(self) -> None:
        """One operator more; too many of them are an InputError."""
        self._operators += 1
        if self._operators > MAX_OPERATORS:
            raise InputError(f"the PDF has more than {MAX_OPERATORS} operators")

    def is_new(self, value: Any, key: tuple[Any, ...]) -> bool:
        """Whether this is the first time that this form, pattern or font is drawn in this way."""
        number = same_key(value)
        self._forms += 1
        if self._forms > MAX_FORMS:
            raise InputError(f"the PDF draws more than {MAX_FORMS} forms")
        if number is None:
            return True
        if (number, key) in self._seen:
            return False
        self._seen.add((number, key))
        return True

    def space(self, value: Any, resources: Any) -> Space:
        """A colour space; those with a number are read once."""
        word = name(value)
        if word:
            named = entry(entry(resources, "/ColorSpace"), f"/{word}")
            value, resources = (value, resources) if named is None else (named, None)
        key = same_key(value)
        if key is None:
            return read_space(value, resources)
        if key not in self._spaces:
            self._spaces[key] = read_space(value, resources)
        return self._spaces[key]

    def font(self, font: Any) -> FontFace:
        """A font; those with a number are read once."""
        key = same_key(font)
        if key is None:
            return read_face(font)
        if key not in self._fonts:
            self._fonts[key] = read_face(font)
        return self._fonts[key]


class _Walk:
    """Follows one page's operators."""

    def __init__(self, reader: DrawingReader) -> None:
        self.reader = reader
        self.painted: list[Painted] = []
        self.hidden: list[Painted] = []
        self.effects: list[Effect] = []
        self.troubles: list[str] = []

    def add(self, painted: Painted, *, seen: bool) -> None:
        (self.painted if seen else self.hidden).append(painted)

    def hides(self, layer: Any) -> bool:
        return self.reader.layers.hides(layer)

    def count(self) -> None:
        self.reader.count()

    def space(self, value: Any, resources: Any) -> Space:
        return self.reader.space(value, resources)

    def font(self, font: Any) -> FontFace:
        return self.reader.font(font)

    def trouble(self, what: str) -> None:
        if what not in self.troubles:
            self.troubles.append(what)

    def effect(self, kind: str, detail: str) -> None:
        if Effect(kind, detail) not in self.effects:
            self.effects.append(Effect(kind, detail))

    def content(self, data: bytes, resources: Any, state: State, depth: int) -> None:
        if depth > DEEPEST:
            self.trouble("forms lie in each other too deep")
            return
        Stream(self, data, resources, state, depth).run()

    def form(self, form: Any, resources: Any, state: State, depth: int) -> None:
        """Draws a form, if it was not drawn like this before; a part of it that is seen is drawn by itself."""
        inner = copy(state)
        matrix = numbers(entry(form, "/Matrix"))
        if len(matrix) == 6:
            inner.place = Affine(*matrix).then(state.place)
        edges = numbers(entry(form, "/BBox"))
        key: tuple[Any, ...] = (state.hidden,)
        if len(edges) == 4:
            box = inner.place.rect(Rect.from_edges(*edges))
            if state.clip is not None and not state.clip.contains(box):
                # Cards without their bleed show the same of it wherever they lie.
                window = common(state.clip, box).moved(-inner.place.e, -inner.place.f)
                key = (state.hidden, *(round(edge, 3) for edge in window))
            inner.clip = box if state.clip is None else common(state.clip, box)
        if not self.reader.is_new(form, (*state.key(), *key)):
            return
        group = entry(form, "/Group")
        if group is not None and name(entry(group, "/S")) == "Transparency":
            self.effect("group", "form")
        own = entry(form, "/Resources")
        self.content(self.reader.data(form), resources if own is None else own, inner, depth + 1)

    def appearance(self, note: Any, state: State) -> None:
        """What an annotation draws."""
        normal = entry(entry(note, "/AP"), "/N")
        if is_dictionary(normal) and not is_stream(normal):
            normal = entry(normal, f"/{name(entry(note, '/AS'))}")
        if is_stream(normal) and not int(number(entry(note, "/F")) or 0) & 2:
            state.hidden = self.hides(entry(note, "/OC"))
            self.form(normal, None, state, 0)

    def pattern(self, pattern: Any, base: Affine, colour: Colour, depth: int) -> None:
        """The drawing a tiling pattern repeats."""
        state = State(base)
        state.fill = state.line = colour
        matrix = numbers(entry(pattern, "/Matrix"))
        if len(matrix) == 6:
            state.place = Affine(*matrix).then(base)
        if is_stream(pattern) and self.reader.is_new(pattern, state.key()):
            self.content(self.reader.data(pattern), entry(pattern, "/Resources"), state, depth + 1)

    def drawn_font(self, font: Any, state: State, depth: int) -> None:
        """The letters of a font whose letters are drawings."""
        matrix = numbers(entry(font, "/FontMatrix"))
        inner = copy(state)
        # Which of the letters are meant, and where each lies, is not looked at.
        inner.clip = None
        if not self.reader.is_new(font, (*state.key(), state.hidden)) or len(matrix) != 6:
            return
        size = state.font_size
        inner.place = Affine(*matrix).then(Affine(size, 0, 0, size, 0, 0)).then(state.place)
        for _, letter in entries(entry(font, "/CharProcs")):
            if is_stream(letter):
                self.content(self.reader.data(letter), entry(font, "/Resources"), copy(inner), depth + 1)
