"""What a block may use while a face is composed: texts, emblems and art."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from printkit.compose.rich_text import Icon
from printkit.errors import InputError, nearest_hint
from printkit.geometry import IDENTITY, Affine, Outline
from printkit.kit.art import ArtSource, art_of, art_source
from printkit.kit.blocks import InkChoice, text_key
from printkit.kit.model import Card, CardSize, Ink, Kit
from printkit.kit.text import fill
from printkit.scene.contours import holds
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.inks import Ink as Colour
from printkit.scene.model import Item
from printkit.scene.model import Path as DrawnPath

__all__ = ["Choices", "FaceContext", "emblem_outline"]


# An emblem is looked at in so many columns and rows; so many points may lie on an edge.
_SAMPLES, _DIFFERENT = 20, 2


@dataclass(frozen=True, slots=True)
class Choices:
    """What a user chooses for a build: card size, ink, and the words the texts' `{…}` stand for."""

    size: str
    ink: Ink = "full"
    variables: Mapping[str, str] = field(default_factory=dict, hash=False)


@lru_cache(maxsize=64)
def emblem_outline(source: ArtSource) -> Outline:
    """A suit's emblem as one outline, 10 units high, its middle at the origin."""
    art = art_of(source)
    outline = Outline("", ())
    for item in art.items:
        if not isinstance(item, DrawnPath) or item.stroke is not None:
            hint = "turn strokes into filled paths (Inkscape: Path > Stroke to Path)"
            raise InputError("an emblem is made of filled paths only", file=source.file, hint=hint)
        outline += item.outline
    if not _same_area(art.items, outline):
        raise InputError(
            "shapes of the emblem overlap: in one ink they would print with holes",
            file=source.file,
            hint="unite them into one path (Inkscape: Path > Union)",
        )
    view = art.view
    scale = 10 / view.height
    return outline.moved_by(Affine(scale, 0, 0, scale, -scale * view.center[0], -scale * view.center[1]))


def _same_area(items: Sequence[Item], outline: Outline) -> bool:
    """Whether the outline, filled by the even-odd rule, covers what the paths do one over the other."""
    box = outline.box()
    across, down = box.width / _SAMPLES, box.height / _SAMPLES
    points = [
        (box.x + (column + 0.5) * across, box.y + (row + 0.5) * down)
        for row in range(_SAMPLES)
        for column in range(_SAMPLES)
    ]
    inked = [False] * len(points)
    for item in items:
        if isinstance(item, DrawnPath):
            over = holds(item, IDENTITY, points)
            inked = [item.fill != PAPER if new else old for old, new in zip(inked, over, strict=True)]
    flat = holds(DrawnPath(outline, fill=BLACK), IDENTITY, points)
    return sum(a != b for a, b in zip(inked, flat, strict=True)) <= _DIFFERENT


@lru_cache(maxsize=1024)
def _placed_emblem(source: ArtSource, scale: float, x: float, y: float) -> Outline:
    """The emblem of that size with its middle at (x, y); faces of one kind have theirs in the same places."""
    return emblem_outline(source).moved_by(Affine(scale, 0.0, 0.0, scale, x, y))


@dataclass(frozen=True, slots=True)
class FaceContext:
    """One face in the making."""

    kit: Kit
    size: CardSize
    card: Card
    choices: Choices

    def text(self, language: str, key: str) -> str:
        """A text with its variables filled in and its ruby left out; `{id}` and fields in its key are the card's."""
        return fill(self.kit.text(language, self.key(key)), self.choices.variables)

    def key(self, key: str) -> str:
        """A key or file name with the card's entry and fields in the place of their names."""
        return text_key(key, self.card.entry, self.card.fields)

    def has(self, key: str) -> bool:
        """Whether the card has all the fields that the key names."""
        return bool(self.key(key))

    def field(self, name: str) -> str:
        """A field's value as it is printed."""
        value = self.card.fields[name]
        return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)

    def chosen_ink(self, ink: InkChoice) -> Colour:
        """The ink itself, or the one for the card's value of a field; a value without one is an InputError."""
        if isinstance(ink, str):
            return self.colour(ink)
        value = str(self.card.fields.get(ink.get("by", ""), ""))
        if value not in ink:
            raise InputError(
                f"no ink for {ink.get('by')} = {value!r}",
                hint=nearest_hint(value, [key for key in ink if key != "by"]),
            )
        return self.colour(ink[value])

    def font(self, role: str) -> str:
        """The font id that plays this role in the kit."""
        return self.kit.fonts[role]

    def fonts(self, role: str) -> Callable[[bool, bool], str]:
        """The fonts of a role by (bold, italic); a kit that has none of these is an InputError."""

        def font(bold: bool, italic: bool) -> str:
            style = "-".join(filter(None, ("bold" * bold, "italic" * italic)))
            if not style:
                return self.font(role)
            if style not in self.kit.fonts:
                raise InputError(f"the text has {style} words, but kit.toml names no font fonts.{style}")
            return self.kit.fonts[style]

        return font

    def icon(self, name: str) -> Icon:
        """The icon of that name as it stands in a line; an unknown one is an InputError."""
        if name not in self.kit.icons:
            raise InputError(f"unknown icon {name!r}", hint=nearest_hint(name, self.kit.icons))
        art = art_of(art_source(self.kit, self.kit.icons[name], self.choices.ink))
        return Icon(art.items, art.view)

    def colour(self, name: str) -> Colour:
        """The ink of that name; an unknown one is an InputError."""
        if name not in self.kit.inks:
            raise InputError(f"unknown ink {name!r}", hint=nearest_hint(name, self.kit.inks))
        return self.kit.inks[name]

    def emblem(
        self, suit_id: str, x: float, y: float, height: float, colour: Colour | None = None
    ) -> DrawnPath:
        """A suit's emblem of that height, its middle at (x, y), in its own ink unless another is given."""
        suit = self.kit.suits[suit_id]
        placed = _placed_emblem(art_source(self.kit, suit.emblem), height / 10, x, y)
        return DrawnPath(placed, fill=colour or self.colour(suit.ink))
