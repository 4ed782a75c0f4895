"""WHAT is printed, as frozen values: sizes, cards, components, faces and texts of one kit."""

from __future__ import annotations

import fnmatch
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple

from printkit.errors import InputError, nearest_hint
from printkit.kit.art_files import existing
from printkit.kit.blocks import Block
from printkit.kit.board import BoardSpec, Mat
from printkit.kit.box import TuckBox
from printkit.kit.data import Row
from printkit.kit.raw import Cover, Facts, Opening
from printkit.kit.rules import RuleRow
from printkit.kit.shelf import Guide, Shelf
from printkit.kit.tokens import GlyphSpec, Sticks, Token, TokenSet
from printkit.scene.inks import HOUSE, HOUSE_INKS, Palette
from printkit.scene.inks import Ink as Colour

__all__ = [
    "Card",
    "CardSize",
    "Component",
    "Credit",
    "FieldValue",
    "Ink",
    "Kit",
    "LabelGrid",
    "Overlays",
    "Suit",
]

FieldValue = int | str | tuple[int, int] | tuple[str, ...]
Ink = Literal["full", "low"]


@dataclass(frozen=True, slots=True)
class CardSize:
    """A finished card: trim width and height, bleed outside, safe margin inside, corner radius; mm.

    `gutter` lies between neighbours on a sheet; None is twice the bleed.
    """

    name: str
    width: float
    height: float
    bleed: float
    safe: float
    corner: float
    gutter: float | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """One card: its face's kind and the values that print and rules share.

    `kind` is the entry of cards.toml where that stands for several cards, one for each of its pictures. `back` is the
    face of its back: its own or its component's, empty where it has none.
    """

    id: str
    face: str
    component: str
    order: int
    fields: Mapping[str, FieldValue] = field(hash=False)
    art: str = ""
    copies: int = 1
    kind: str = ""
    back: str = ""

    @property
    def entry(self) -> str:
        """The id its texts and its rules go by: its kind's, or its own."""
        return self.kind or self.id


class Suit(NamedTuple):
    """A suit: its code in records, its ink, its emblem's art file and its place in the order of suits."""

    id: str
    code: str
    ink: str
    emblem: str


class Component(NamedTuple):
    """Things of one size that are printed together; `back` is the face behind cards that name none of their own.

    One that lies `apart` is no part of a print service's set. `shape` is what is cut out of each: nothing for
    rectangles, `hexagon`, `circle`, `standee`, or the file of an SVG with the die line.
    """

    id: str
    back: str
    apart: bool = False
    shape: str = ""


class Credit(NamedTuple):
    """Whose game it is and where his original is found."""

    author: str
    original: str


OVERLAY_TEXTS = ("title", "hand", "head", "foot", "way", *(f"step-{number}" for number in range(1, 8)))


@dataclass(frozen=True, slots=True)
class LabelGrid:
    """One kind of label sheet; mm. `left`, `top` lead to the first label, `across`, `down` from one to the next."""

    id: str
    name: str
    paper: str
    columns: int
    rows: int
    width: float
    height: float
    left: float
    top: float
    across: float
    down: float

    @property
    def key(self) -> str:
        """Where the grid stands in its file."""
        return f"grid.{self.id}"


class Overlays(NamedTuple):
    """What a kit's overlays are made of: its label grids, and the cards some decks number otherwise."""

    grids: tuple[LabelGrid, ...]
    renumbered: tuple[str, ...]

    def grid(self, grid_id: str) -> LabelGrid | None:
        """The grid of that id, None where there is none."""
        return next((grid for grid in self.grids if grid.id == grid_id), None)

    def text_keys(self) -> tuple[tuple[str, str], ...]:
        """The texts overlays print, as (key, font role)."""
        return tuple((f"overlay.{key}", "display" if key == "title" else "text") for key in OVERLAY_TEXTS)


@dataclass(frozen=True)
class Kit:
    """Everything a kit's folder says, checked; `flags` are the fields that are true or false.

    `options` (`K=V`) are what its games are played and printed with where nothing else is requested. `own_inks` are
    those it has beside printkit's, `numbers` the art of its number signs by figure, `shared` the folders whose art,
    texts and fonts it uses after its own, `deck` that of the kit whose cards its games are played with. A font is an
    id of printkit's or the path of the kit's own file. `palette` are the inks of its art. `upright` cards are never
    read the other way up. `icons` are the art files of the pictures that stand in texts, `rows` where in a
    spreadsheet cards stand, by their ids, `covers` those of its books, by part, `openings` those of their chapters,
    by part and anchor. `facts` say for whom its games are. `first` are the parts to print first, in that order.
    A `draft` has placeholders for pictures that are missing, and notes for the `missing_texts`. An `edition` is a kit
    of several languages in one of them. `empty` are components of which `data.where` chose no card; they are left out.
    """

    id: str
    version: str
    folder: Path
    languages: tuple[str, ...]
    games: tuple[str, ...]
    variant: bool
    credit: Credit | None
    sizes: Mapping[str, CardSize] = field(hash=False)
    default_size: str
    fonts: Mapping[str, str] = field(hash=False)
    suits: Mapping[str, Suit] = field(hash=False)
    components: tuple[Component, ...]
    cards: tuple[Card, ...]
    faces: Mapping[tuple[str, str], tuple[Block, ...]] = field(hash=False)
    texts: Mapping[str, Mapping[str, str]] = field(hash=False)
    rules: tuple[RuleRow, ...]
    art_folders: Mapping[str, str] = field(hash=False)
    mat: Mat | None = None
    tokens: tuple[Token, ...] = ()
    token_sets: tuple[TokenSet, ...] = ()
    box: TuckBox | None = None
    facts: Facts | None = None
    boards: tuple[BoardSpec, ...] = ()
    sticks: Sticks | None = None
    shelf: Shelf | None = None
    guide: Guide | None = None
    glyphs: Mapping[str, GlyphSpec] = field(default_factory=dict, hash=False)
    numbers: Mapping[str, str] = field(default_factory=dict, hash=False)
    overlays: Overlays | None = None
    flags: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    own_inks: tuple[Colour, ...] = ()
    shared: tuple[Path, ...] = ()
    deck: Path | None = None
    upright: bool = False
    first: tuple[str, ...] = ()
    palette: Palette = HOUSE
    icons: Mapping[str, str] = field(default_factory=dict, hash=False)
    rows: Mapping[str, Row] = field(default_factory=dict, hash=False)
    covers: Mapping[str, Cover] = field(default_factory=dict, hash=False)
    openings: Mapping[str, Mapping[str, Opening]] = field(default_factory=dict, hash=False)
    draft: bool = False
    missing_texts: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()
    edition: str = ""

    @property
    def inks(self) -> dict[str, Colour]:
        """Every ink the kit may print in, by name: printkit's and its own."""
        return {**HOUSE_INKS, **{ink.name: ink for ink in self.own_inks}}

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where its art lies: its own folder first, then those it shares."""
        return (self.folder, *self.shared)

    def board(self, board_id: str) -> BoardSpec:
        """The board of that id; the part that asks knows that it is there."""
        return next(board for board in self.boards if board.id == board_id)

    def size(self, name: str | None = None) -> CardSize:
        """The card size of that name, the kit's own when none is named; unknown names are InputErrors."""
        wanted = name or self.default_size
        size = self.sizes.get(wanted)
        if size is None:
            raise InputError(
                f"kit {self.id} has no card size {wanted!r}", hint=nearest_hint(wanted, self.sizes)
            )
        return size

    def card(self, card_id: str) -> Card:
        """The card of that id; unknown ids are InputErrors."""
        for card in self.cards:
            if card.id == card_id:
                return card
        ids = [card.id for card in self.cards]
        raise InputError(f"kit {self.id} has no card {card_id!r}", hint=nearest_hint(card_id, ids))

    def card_ids(self, wanted: Sequence[str]) -> tuple[str, ...]:
        """The ids of the cards that are named or fit a pattern such as `wands-*`; what names none is an InputError."""
        ids = [card.id for card in self.cards]
        found: dict[str, None] = {}
        for each in wanted:
            names = fnmatch.filter(ids, each) if set(each) & set("*?[") else [self.card(each).id]
            if not names:
                raise InputError(f"kit {self.id} has no card like {each!r}", hint=nearest_hint(each, ids))
            found |= dict.fromkeys(names)
        return tuple(found)

    def component(self, component_id: str) -> Component:
        """The component of that id; unknown ids are InputErrors."""
        for component in self.components:
            if component.id == component_id:
                return component
        ids = [component.id for component in self.components]
        raise InputError(
            f"kit {self.id} has no component {component_id!r}", hint=nearest_hint(component_id, ids)
        )

    @property
    def has_leaflet(self) -> bool:
        """Whether the folder holds rules that are in no booklet; they are not read."""
        rules = self.folder / f"rules.{self.languages[0]}.md"
        return rules.is_file() and not (self.folder / "booklet.toml").is_file()

    def copies_of(self, patterns: Collection[str]) -> int:
        """How many things have an id, or an entry of `cards.toml`, that fits a pattern such as `wands-*`.

        Things are cards, tokens, `board-ID`, `sticks`, `leaflet`, and leaflets of board games by their files.
        """
        things: list[tuple[tuple[str, ...], int]] = [((each.id,), each.copies) for each in self.tokens]
        things += [((f"board-{board.id}",), 1) for board in self.boards]
        things += [(("sticks",), self.sticks.copies)] if self.sticks else []
        leaflets = [path.name for path in self.folder.glob(f"leaflet-*.{self.languages[0]}.md")]
        leaflets += ["leaflet"] if self.has_leaflet else []
        things += [((name.partition(".")[0],), 1) for name in leaflets]
        things += [((card.id, card.entry), card.copies) for card in self.cards]
        count = 0
        for names, copies in things:
            count += copies * any(
                fnmatch.fnmatchcase(name, pattern) for name in names for pattern in patterns
            )
        return count

    def cards_of(self, component_id: str) -> tuple[Card, ...]:
        """The component's cards in order."""
        return tuple(card for card in self.cards if card.component == component_id)

    def has_own_back(self, card: Card) -> bool:
        """Whether the card's back shows what is the card's: a field, a text or a picture of its own."""
        return card.back in self._own_backs

    @cached_property
    def _own_backs(self) -> frozenset[str]:
        return frozenset(
            face
            for (face, _), blocks in self.faces.items()
            if any(block.shows_card(self.suits) for block in blocks)
        )

    def back_name(self, card: Card) -> str:
        """What the card's back is called, the same for cards that share it; empty where it has none."""
        if not card.back:
            return ""
        if self.has_own_back(card):
            return f"{card.id}-back"
        usual = card.back == self.component(card.component).back
        return f"{card.component}-{'back' if usual else card.back}"

    def backs_of(self, component_id: str) -> dict[str, Card]:
        """The component's different backs in order: the name of each and the first card that has it."""
        named = [(self.back_name(card), card) for card in reversed(self.cards_of(component_id)) if card.back]
        return dict(reversed(dict(named).items()))

    def text(self, language: str, key: str) -> str:
        """A text in one language; the loader has made sure that it is there."""
        return self.texts[language][key]

    def in_two(self, key: str) -> tuple[str, str]:
        """The text in the kit's first two languages; the second is empty where the kit has one."""
        first, *others = self.languages
        return self.text(first, key), self.text(others[0], key) if others else ""

    @cached_property
    def card_names(self) -> frozenset[str]:
        """The names texts on cards may have in braces: `id`, every field, and every text some card has."""
        keys = (
            key.split(".", 2) for texts in self.texts.values() for key in texts if key.startswith("card.")
        )
        fields = (name for card in self.cards for name in card.fields)
        return frozenset(("id", *self.flags, *fields, *(rest[0] for _, _, *rest in keys if rest)))

    def is_written(self, key: str) -> bool:
        """Whether a text that need not be there is, in some language; then it is wanted in all."""
        return any(key in texts for texts in self.texts.values())

    def name(self, language: str, entry: str) -> str:
        """The name of an entry's cards; empty where they have none."""
        return self.texts[language].get(f"card.{entry}.name", "")

    def art_file(self, name: str, ink: Ink = "full") -> Path:
        """The art file as printed with full or low ink; art that has one form serves both.

        Its name may differ in case where only one file fits.
        """
        known = self._art_files.get((name, ink))
        if known:
            return known
        places = [folder / name for folder in self.art_places(ink)]
        exact = next((place for place in places if place.is_file()), None)
        found = exact or next(filter(None, map(existing, places)), None)
        if found:
            self._art_files[name, ink] = found
        return found or self.folder / name

    @cached_property
    def _art_files(self) -> dict[tuple[str, Ink], Path]:
        """The art files that were found: one stands on many cards, and a kit that has changed is read again."""
        return {}

    def art_places(self, ink: Ink = "full") -> tuple[Path, ...]:
        """The folders from which art is named, first those of that printing."""
        places = (place for folder in self.folders for place in (folder / self.art_folders[ink], folder))
        return tuple(dict.fromkeys(places))
