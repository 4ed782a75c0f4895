"""The graphics state of a content stream, and what a stream asks of the page it is on."""

from __future__ import annotations

from typing import Any, Protocol

from printkit.backends.inspect_colour import GRAY, Inks, Space
from printkit.backends.inspect_fonts import NO_FACE, FontFace
from printkit.backends.inspect_painted import Painted
from printkit.geometry import Affine, Rect

__all__ = ["Colour", "State", "Walker"]

Colour = tuple[Space, Inks | None]


class Walker(Protocol):
    """What a stream asks of the page it is on."""

    def add(self, painted: Painted, *, seen: bool) -> None:
        """Something is painted, where it is seen or not."""

    def count(self) -> None:
        """One operator more; too many of them are an InputError."""

    def trouble(self, what: str) -> None:
        """Something cannot be followed."""

    def effect(self, kind: str, detail: str) -> None:
        """Something is asked for beside ink."""

    def space(self, value: Any, resources: Any) -> Space:
        """A colour space."""

    def font(self, font: Any) -> FontFace:
        """What a font is called, and how wide its letters are."""

    def hides(self, layer: Any) -> bool:
        """Whether a layer is not printed."""

    def form(self, form: Any, resources: Any, state: State, depth: int) -> None:
        """A form is drawn."""

    def pattern(self, pattern: Any, base: Affine, colour: Colour, depth: int) -> None:
        """A tiling pattern is chosen."""

    def drawn_font(self, font: Any, state: State, depth: int) -> None:
        """A font whose letters are drawings is used."""


class State:
    """The graphics state, as far as ink and sizes go."""

    def __init__(self, place: Affine, clip: Rect | None = None) -> None:
        self.place = place
        self.clip = clip
        # In a layer that is not printed.
        self.hidden = False
        self.fill: Colour = (GRAY, (0.0, 0.0, 0.0, 1.0))
        self.line: Colour = (GRAY, (0.0, 0.0, 0.0, 1.0))
        self.width = 1.0
        self.over_fill = self.over_line = False
        self.mode = 0
        self.font: Any = None
        self.face = NO_FACE
        self.letter_space = self.word_space = 0.0
        self.font_size = 0.0
        self.stretch = 1.0
        self.rise = 0.0
        self.leading = 0.0
        self.text_mode = 0

    def key(self) -> tuple[Any, ...]:
        """What a form inherits, and how large it is drawn."""
        scale = tuple(round(each, 5) for each in self.place[:4])
        return (self.fill, self.line, self.width, self.over_fill, self.over_line, self.mode, scale)
