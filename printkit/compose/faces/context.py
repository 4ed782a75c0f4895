"""What a block may use while a face is composed: texts, emblems and art."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from printkit.compose.text.rich_text import Icon
from printkit.errors import InputError, nearest_hint
from printkit.geometry import IDENTITY, Affine, Outline, Rect
from printkit.kit.art import ArtSource, art_of, art_source
from printkit.kit.block_base import InkChoice
from printkit.kit.blocks import text_key
from printkit.kit.cards import card_values, field_text
from printkit.kit.model import Card, CardSize, Ink, Kit
from printkit.kit.text import fill, fill_slots, variables_of
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.inks import Ink as Colour
from printkit.scene.model import Group, Item, Scene
from printkit.scene.model import Path as DrawnPath
from printkit.scene.shapes import holds

__all__ = ["Choices", "FaceContext", "emblem_item", "emblem_outline"]


# An emblem is looked at in so many columns and rows; so many points may lie on an edge.
_SAMPLES, _DIFFERENT = 20, 2


@dataclass(frozen=True, slots=True)
class Choices:
    """What a user chooses for a build: card size, ink, and the words the texts' `{…}` stand for."""

    size: str
    ink: Ink = "full"
    variables: Mapping[str, str] = field(default_factory=dict, hash=False)


def emblem_outline(source: ArtSource) -> Outline:
    """A suit's emblem as one outline, 10 units high, its middle at the origin; one that is none is an InputError."""
    outline, problem, hint = _flat_emblem(source)
    if problem:
        raise InputError(problem, file=source.file, hint=hint)
    return outline


@lru_cache(maxsize=64)
def _flat_emblem(source: ArtSource) -> tuple[Outline, str, str]:
    """The outline of an emblem, or why it has none and what to do."""
    art = art_of(source)
    outline = Outline("", ())
    for item in art.items:
        if not isinstance(item, DrawnPath) or item.stroke is not None:
            hint = "turn strokes into filled paths (Inkscape: Path > Stroke to Path)"
            return outline, "an emblem is made of filled paths only", hint
        outline += item.outline
    if not _same_area(art.items, outline):
        hint = "unite them into one path (Inkscape: Path > Union)"
        return outline, "shapes of the emblem overlap: in one ink they would print with holes", hint
    return outline.moved_by(_to_ten(art.view)), "", ""


def _to_ten(view: Rect) -> Affine:
    """What makes a view 10 units high, its middle at the origin."""
    scale = 10 / view.height
    return Affine(scale, 0, 0, scale, -scale * view.center[0], -scale * view.center[1])


def _in_one_ink(item: Item, ink: Colour) -> Item:
    """A drawing in one ink; what is paper stays so."""
    if isinstance(item, Group):
        return item._replace(items=tuple(_in_one_ink(each, ink) for each in item.items))
    if not isinstance(item, DrawnPath):
        return item
    fill, stroke = (ink if own and own != PAPER else own for own in (item.fill, item.stroke))
    return item._replace(fill=fill, stroke=stroke)


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


def emblem_item(
    kit: Kit, suit_id: str, place: tuple[float, float, float], colour: Colour | None = None
) -> Item:
    """A suit's emblem with its middle at x and y, of that height, in its own ink unless another is given.

    Where a game proves what is printed it is one outline; in any other kit it may have strokes and overlapping shapes.
    """
    x, y, height = place
    suit = kit.suits[suit_id]
    source, ink = art_source(kit, suit.emblem), colour or kit.inks[suit.ink]
    if kit.games or not _flat_emblem(source)[1]:
        return DrawnPath(_placed_emblem(source, height / 10, x, y), fill=ink)
    art = art_of(source)
    placed = _to_ten(art.view).then(Affine(height / 10, 0.0, 0.0, height / 10, x, y))
    return Group(tuple(_in_one_ink(item, ink) for item in art.items), placed)


@dataclass(frozen=True, slots=True)
class FaceContext:
    """One face in the making; `faces` and `backs` draw those of another card, by its id."""

    kit: Kit
    size: CardSize
    card: Card
    choices: Choices
    faces: Callable[[str], Scene] | None = None
    backs: Callable[[str], Scene] | None = None

    def text(self, language: str, key: str) -> str:
        """A text with its values filled in and its ruby left out; `{id}` and fields in its key are the card's."""
        text = self.kit.text(language, self.key(key))
        own = card_values(self.kit, self.card, language, variables_of(text))
        return fill(text, {**self.choices.variables, **own})

    def filled(self, language: str, key: str, values: Mapping[str, str]) -> str:
        """A text with its words in angle brackets filled in as well; InputError for one nobody gives."""
        file = self.kit.folder / f"text.{language}.toml"
        return fill_slots(self.text(language, key), values, file=file, key=key)

    def key(self, key: str) -> str:
        """A key or file name with the card's entry and fields in the place of their names."""
        return text_key(key, self.card.entry, self.card.fields)

    def has(self, key: str) -> bool:
        """Whether the card has all the fields that the key names."""
        return bool(self.key(key))

    def field(self, name: str) -> str:
        """A field's value as it is printed."""
        return field_text(self.card.fields[name])

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
                raise InputError(
                    f"the text has {style} words, but kit.toml names no font fonts.{style}",
                    hint=f'as in fonts.{style} = "lato-{style}"',
                )
            return self.kit.fonts[style]

        return font

    def icon(self, name: str) -> Icon:
        """The icon of that name as it stands in a line; an unknown one is an InputError."""
        if name not in self.kit.icons:
            hint = (
                nearest_hint(name, self.kit.icons)
                or f'kit.toml names none: icons = {{ {name} = "art/{name}.svg" }}'
            )
            raise InputError(f"unknown icon {name!r}", hint=hint)
        art = art_of(art_source(self.kit, self.kit.icons[name], self.choices.ink))
        return Icon(art.items, art.view)

    def colour(self, name: str) -> Colour:
        """The ink of that name; an unknown one is an InputError."""
        if name not in self.kit.inks:
            raise InputError(f"unknown ink {name!r}", hint=nearest_hint(name, self.kit.inks))
        return self.kit.inks[name]

    def emblem(self, suit_id: str, x: float, y: float, height: float, colour: Colour | None = None) -> Item:
        """A suit's emblem of that height, its middle at (x, y), in its own ink unless another is given."""
        return emblem_item(self.kit, suit_id, (x, y, height), colour)

    def emblem_box(self, suit_id: str, height: float) -> Rect:
        """The box of a suit's emblem of that height, its middle at the origin."""
        outline = emblem_outline(art_source(self.kit, self.kit.suits[suit_id].emblem))
        return Affine.scaling(height / 10).rect(outline.box())
