"""What a layout may place on a face: one frozen model a kind of block, all measures in mm from the trim's top left."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Annotated, Literal, Self, get_args

from pydantic import Field, model_validator

from printkit.geometry import Rect
from printkit.kit.block_base import (
    BlockBase,
    Em,
    InkChoice,
    RuleCardBlock,
    StartRulesBlock,
    StartTurnsBlock,
    TableBlock,
    WordedBlock,
)
from printkit.kit.markup import Markup
from printkit.kit.model_base import Box, Length, Table

__all__ = [
    "BLOCK_KINDS",
    "HANDS_TEXTS",
    "BarcodeBlock",
    "Block",
    "BlockBase",
    "CodeBlock",
    "EffectsBlock",
    "EmblemBlock",
    "HandsBlock",
    "IndexBlock",
    "NameLine",
    "NamesBlock",
    "NumberSignBlock",
    "NumberStripBlock",
    "PictureBlock",
    "PointsBlock",
    "QrBlock",
    "RuleCardBlock",
    "SealBlock",
    "ShapeBlock",
    "SignIndexBlock",
    "StartRulesBlock",
    "StartTurnsBlock",
    "TableBlock",
    "TextBlock",
    "TitleBarBlock",
    "TrackBlock",
    "WordedBlock",
    "find_texts",
    "text_key",
]


# ── blocks that machines read: QR codes and barcodes ─────────────────────────────────────────────────────────────────


class CodeBlock(WordedBlock):
    """A code as large as its box holds it with its quiet zone, black on a ground of paper; no text, no code.

    It says the text in the first of its languages.
    """

    box: Box

    def boxes(self) -> tuple[Rect, ...]:
        return (self.box,)


class QrBlock(CodeBlock):
    """A QR code (ISO/IEC 18004); of level `L`, `M`, `Q` or `H` up to 7, 15, 25 or 30 % may be unreadable."""

    block: Literal["qr"]
    level: Literal["L", "M", "Q", "H"] = "M"


class BarcodeBlock(CodeBlock):
    """A barcode: `code128` for letters and digits of ASCII, `ean` for the 13 or 8 digits of an EAN or JAN.

    The last digit of an EAN may be left out: it is checked or added. With `digits` what it says stands below, of that
    em. In a box that is higher than wide it is read upwards.
    """

    block: Literal["barcode"]
    kind: Literal["code128", "ean"] = "code128"
    digits: Em | None = None

    @property
    def font_role(self) -> str:
        return "text" if self.digits else ""


# ── what a layout may place on a face ────────────────────────────────────────────────────────────────────────────────

EmblemHeight = Annotated[Length, Field(ge=0.5, le=200)]

_NAMED = re.compile(r"\{([a-z][a-z0-9-]*)\}")


class NumberStripBlock(BlockBase):
    """A row of number pairs, each with its suit's emblem (`youscout §1.5`); turned, the pairs are exchanged (§1.6)."""

    block: Literal["number-strip"]
    fields: tuple[str, ...]
    first: Length
    pitch: Length
    baseline: Length
    em: Em
    emblem_heights: Annotated[tuple[EmblemHeight, ...], Field(min_length=1)]
    emblem_dx: Annotated[tuple[Length, ...], Field(min_length=1)]
    emblem_y: Length
    left_dx: Length
    right_dx: Length
    slash: tuple[Length, Length]
    slash_height: Length
    slash_width: Length = 0.36

    def field_names(self) -> tuple[str, ...]:
        return self.fields


class TitleBarBlock(BlockBase):
    """The black bar with number and names; it is the line of the Yi: broken when the number is even."""

    block: Literal["title-bar"]
    field: str
    box: Box
    radius: Length = 0.5
    gap: Length = 7.2
    number_em: Em
    ja_em: Em
    en_em: Em | None = None
    pad: Length = 1.6
    baseline: Length

    def text_keys(self) -> tuple[tuple[str, str], ...]:
        return (("card.{id}.name", "display"),)

    def field_names(self) -> tuple[str, ...]:
        return (self.field,)

    def boxes(self) -> tuple[Rect, ...]:
        return (self.box,)


class PictureBlock(BlockBase):
    """The card's art, its `view` fitted into `box`; `cover` fills the box and is cut off at it.

    `art` is another file; it may name fields, as in `art/{kind}.svg`, and a card without them has no such picture.
    """

    block: Literal["picture"]
    box: Box
    view: Box | None = None
    art: str | None = None
    cover: bool = False

    def boxes(self) -> tuple[Rect, ...]:
        return (self.box,)

    def shows_card(self, suits: Collection[str]) -> bool:
        return not self.art or "{" in self.art or super().shows_card(suits)


class IndexBlock(BlockBase):
    """Rank figure, suit emblem below it, and a small value right of court letters."""

    block: Literal["index"]
    field: str
    suit: str
    figures: tuple[str, ...]
    x: Length
    left: Length
    baseline: Length
    em: Em
    emblem_y: Length
    emblem_height: EmblemHeight
    narrow: Annotated[float, Field(ge=0.5, le=1)] = 0.74
    value: bool = False
    value_em: Em = 3.7
    value_dx: Length = 0.5
    bar_under: tuple[str, ...] = ("6", "9")
    bar: tuple[Length, Length, Length] = (5.2, 0.7, 1.0)

    def field_names(self) -> tuple[str, ...]:
        return (self.field, self.suit)


class NameLine(Table):
    """A card's name in one language: its em and baseline; too long, it stands in up to so many `rows`."""

    language: str
    em: Em
    baseline: Length
    rows: Annotated[int, Field(ge=1, le=9)] = 1
    leading: Annotated[float, Field(ge=0.8, le=3)] = 1.15


class NamesBlock(BlockBase):
    """The card's name in each language, ending at `right` or beginning at `left`."""

    block: Literal["names"]
    right: Length | None = None
    left: Length | None = None
    width: Length
    lines: tuple[NameLine, ...]
    ink: InkChoice = "black"

    @model_validator(mode="after")
    def _stands_at_one_edge(self) -> Self:
        if (self.right is None) == (self.left is None):
            raise ValueError("names stand at right or at left")
        return self

    def text_keys(self) -> tuple[tuple[str, str], ...]:
        return (("card.{id}.name", "display"),)


class PointsBlock(BlockBase):
    """A number with its sign, its ink ending at `right` (`tottarot §1.2`); turned, the sign changes (§4.4)."""

    block: Literal["points"]
    field: str
    right: Length
    baseline: Length
    em: Em

    def field_names(self) -> tuple[str, ...]:
        return (self.field,)


class EmblemBlock(BlockBase):
    """A suit's emblem, centred; `suit` names the suit or the field that does; a card without that field has none."""

    block: Literal["emblem"]
    suit: str
    x: Length
    y: Length
    height: Length

    def shows_card(self, suits: Collection[str]) -> bool:
        return self.suit not in suits or super().shows_card(suits)


class TextBlock(WordedBlock):
    """A text in a box, a paragraph or more a language, broken by the language's own rules.

    Too long for its box, it is set smaller, down to an em of `least`. `markup` says what of Markdown is read in it. A
    `vertical` text stands in columns from right to left, and its box's top right is where it begins; with `hyphenate`
    words are divided between lines by the language's rules.
    """

    block: Literal["text"]
    box: Box
    em: Em
    leading: Annotated[float, Field(ge=1, le=3)] = 1.45
    font: str = "text"
    align: Literal["start", "middle", "end"] = "start"
    valign: Literal["top", "middle", "bottom"] = "top"
    least: Em | None = None
    markup: Markup = "plain"
    vertical: bool = False
    hyphenate: bool = False
    ink: InkChoice = "black"

    @property
    def font_role(self) -> str:
        return self.font

    def boxes(self) -> tuple[Rect, ...]:
        return (self.box,)


class ShapeBlock(BlockBase):
    """A plain rectangle, round at the corners where asked; with `frame` only its edge, so many mm wide.

    With little ink its tint is `low` where that is given. At its right end stand so many `cuts`, as in a title's bar.
    """

    block: Literal["shape"]
    box: Box
    frame: Annotated[Length, Field(ge=0, le=50)] = 0.0
    ink: InkChoice = "black"
    tint: Annotated[float, Field(gt=0, le=1)] = 1.0
    low: Annotated[float, Field(gt=0, le=1)] | None = None
    radius: Length = 0.0
    cuts: Annotated[int, Field(ge=0, le=9)] = 0

    def boxes(self) -> tuple[Rect, ...]:
        return (self.box,)


class HandsBlock(BlockBase):
    """The hands of a board game with their points, drawn from its rules; `game` is the field that names the game."""

    block: Literal["hands"]
    box: Box
    game: str = "game"

    def text_keys(self) -> tuple[tuple[str, str], ...]:
        return (("card.{id}.name", "display"), *HANDS_TEXTS[1:])

    def field_names(self) -> tuple[str, ...]:
        return (self.game,)

    def boxes(self) -> tuple[Rect, ...]:
        return (self.box,)


class SealBlock(BlockBase):
    """A piece's written sign at the end of a card: cut into a black block, standing out of the paper in other inks.

    `piece` is the field that names it.
    """

    block: Literal["seal"]
    box: Box
    piece: str
    ink: InkChoice = "black"

    def field_names(self) -> tuple[str, ...]:
        return (self.piece,)

    def boxes(self) -> tuple[Rect, ...]:
        return (self.box,)


class SignIndexBlock(BlockBase):
    """A piece's small sign, a rule and its number below one another, seen in a fan of cards; all centred on `x`.

    `marks` are what pieces without a number have instead: `wild` a ring with a dot, `top` a triangle.
    """

    block: Literal["sign-index"]
    piece: str
    field: str
    ink: InkChoice = "black"
    x: Length
    sign_y: Length
    sign_em: Em
    rule: Box
    baseline: Length
    em: Em
    marks: Mapping[str, Literal["wild", "top"]] = {}

    def field_names(self) -> tuple[str, ...]:
        return (self.piece,)


class NumberSignBlock(BlockBase):
    """The written sign of a number, its middle at x and y; a card without the field has the motto of its piece there.

    The signs of a motto stand below one another, `pitch` apart.
    """

    block: Literal["number-sign"]
    piece: str
    field: str
    ink: InkChoice = "black"
    x: Length
    y: Length
    em: Em
    motto_em: Em
    pitch: Length

    def field_names(self) -> tuple[str, ...]:
        return (self.piece,)


class TrackBlock(BlockBase):
    """Boxes in a row, numbered from 0 to the number in `field`; every fifth is bold.

    `starts` is the field with the number where its counter begins. With `returns` an arrow leads from its end back
    to the first number. The boxes are as wide as `pitch`. The standee of the kit with this `figure` and the same ink
    stands before them.
    """

    block: Literal["track"]
    field: str
    starts: str = ""
    returns: bool = False
    figure: str = ""
    x: Length
    y: Length
    pitch: Annotated[Length, Field(ge=2, le=40)]
    height: Annotated[Length, Field(ge=2, le=40)]
    em: Em
    ink: InkChoice = "black"

    def field_names(self) -> tuple[str, ...]:
        return (self.field, self.starts) if self.starts else (self.field,)


class OddsBlock(BlockBase):
    """How often each number of dark sticks comes: a row a line of its fields, with the sticks and a cut for each throw.

    `dark`, `odds` and `least` are the fields with the number, with how many throws show it, and it or more.
    """

    block: Literal["odds"]
    box: Box
    em: Em
    dark: str = "dark"
    odds: str = "odds"
    least: str = "least"
    ink: InkChoice = "green"

    def field_names(self) -> tuple[str, ...]:
        return self.dark, self.odds, self.least

    def boxes(self) -> tuple[Rect, ...]:
        return (self.box,)


class EffectsBlock(BlockBase):
    """The cards of a game that do something, drawn from its rules: a row each with its sign, its cost and its text.

    The texts stand under `effect.SIGN` in `language`, those of its bars and heads under `effects`: `title`, `cost`,
    `effect`, `throw`, and `order`, the steps of a turn with → between them. `game` is the field that names the game.
    """

    block: Literal["effects"]
    box: Box
    language: str
    em: Em
    game: str = "game"

    def text_keys(self) -> tuple[tuple[str, str], ...]:
        rows = ((f"effect.{sign}", "text") for sign in EFFECT_SIGNS)
        heads = ((f"effects.{each}", "text") for each in ("cost", "effect", "throw", "order"))
        return (*rows, *heads, ("effects.title", "display"))

    def field_names(self) -> tuple[str, ...]:
        return (self.game,)

    def boxes(self) -> tuple[Rect, ...]:
        return (self.box,)


EFFECT_SIGNS = "船無兵弓車虎馬筆巫将王皇"
"""The signs of the deck, whose effects a card may list."""

HANDS_TEXTS = (("board.hands", "display"), *((f"board.counted.{number}", "text") for number in (1, 2, 3)))
"""What a table of hands says: its title, and what adds to a hand or costs points."""

Block = Annotated[
    NumberStripBlock
    | TitleBarBlock
    | PictureBlock
    | IndexBlock
    | NamesBlock
    | PointsBlock
    | EmblemBlock
    | TextBlock
    | ShapeBlock
    | RuleCardBlock
    | StartRulesBlock
    | StartTurnsBlock
    | TableBlock
    | HandsBlock
    | SealBlock
    | SignIndexBlock
    | NumberSignBlock
    | TrackBlock
    | OddsBlock
    | EffectsBlock
    | QrBlock
    | BarcodeBlock,
    Field(discriminator="block"),
]

# By the value of their key `block`.
BLOCK_KINDS: dict[str, type[BlockBase]] = {
    get_args(model.model_fields["block"].annotation)[0]: model for model in get_args(get_args(Block)[0])
}


def text_key(key: str, entry: str, fields: Mapping[str, object]) -> str:
    """The key with the card's entry for `{id}` and its fields for their names; empty where the card lacks one."""
    if "{" not in key:
        return key
    words = {"id": entry, **fields}
    named = _NAMED.findall(key)
    return _NAMED.sub(lambda match: str(words[match[1]]), key) if words.keys() >= set(named) else ""


def find_texts(
    blocks: tuple[Block, ...], entry: str, fields: Mapping[str, object]
) -> tuple[tuple[str, str], ...]:
    """The texts these blocks print on a card with that entry and these fields, as (key, font role)."""
    shown = (block for block in blocks if block.shown(fields))
    keys = ((text_key(key, entry, fields), role) for block in shown for key, role in block.text_keys())
    return tuple((key, role) for key, role in keys if key)
