"""What every block of a layout has, and the blocks of rule cards and start cards."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from printkit.geometry import Rect
from printkit.kit.condition import condition
from printkit.kit.model_base import Box, Id, Length, Table

__all__ = [
    "BlockBase",
    "Em",
    "InkChoice",
    "RuleCardBlock",
    "StartRulesBlock",
    "StartTurnsBlock",
    "TableBlock",
    "WordedBlock",
]


# ── what every block of a layout has ─────────────────────────────────────────────────────────────────────────────────

Em = Annotated[Length, Field(ge=1, le=200)]


def _is_condition(text: str) -> str:
    condition(text)
    return text


InkChoice = str | Annotated[Mapping[str, str], Field(min_length=2)]
"""An ink, or one for each value of the field `by`: `{ by = "kind", move = "blue", event = "red" }`."""


class BlockBase(Table):
    """What every block has: `turned` draws it once more after a turn by 180° about the middle of the card.

    `name` is what faces that extend this one call it. With `when`, as in `cost > 0 and not leader`, only cards whose
    fields fit have the block.
    """

    turned: bool = False
    name: str = ""
    when: Annotated[str, AfterValidator(_is_condition)] = ""

    def shown(self, fields: Mapping[str, object]) -> bool:
        """Whether a card with these fields has the block."""
        return not self.when or condition(self.when)(fields)

    def inks(self) -> tuple[tuple[str, str], ...]:
        """The inks it names, each with its key."""
        ink = getattr(self, "ink", None)
        if isinstance(ink, Mapping):
            return tuple((each, f"ink.{value}") for value, each in ink.items() if value != "by")
        return ((ink, "ink"),) if isinstance(ink, str) else ()

    def text_keys(self) -> tuple[tuple[str, str], ...]:
        """The texts it prints, as (key, font role); `{id}` stands for the card's entry, `{suit}` for a field of it."""
        return ()

    def field_names(self) -> tuple[str, ...]:
        """The card fields it prints."""
        return ()

    def boxes(self) -> tuple[Rect, ...]:
        """The room it states to take, as far as the layout alone determines."""
        return ()

    def shows_card(self, suits: Collection[str]) -> bool:
        """Whether it looks different from card to card, in a kit with these suits."""
        named = any("{" in key for key, _ in self.text_keys()) or isinstance(
            getattr(self, "ink", None), Mapping
        )
        return named or bool(self.when or self.field_names())


class WordedBlock(BlockBase):
    """A block that prints a text of the kit, the value of a field, or words that stand in the layout.

    The key of a text may name fields, as in `icon.{icon}`; a card without them has no such text. `words` are one text
    for all languages or one for each.
    """

    text: str = ""
    field: str = ""
    words: str | Annotated[Mapping[str, str], Field(min_length=1)] = ""
    languages: tuple[str, ...] | None = None

    @model_validator(mode="after")
    def _prints_one_thing(self) -> Self:
        if sum(map(bool, (self.text, self.field, self.words))) != 1:
            raise ValueError("it prints a text, a field or words")
        return self

    @property
    def font_role(self) -> str:
        """The font its text is set in; empty where it is not set in letters."""
        return ""

    def text_keys(self) -> tuple[tuple[str, str], ...]:
        return ((self.text, self.font_role),) if self.text else ()

    def shows_card(self, suits: Collection[str]) -> bool:
        return bool(self.field) or super().shows_card(suits)


# ── the blocks of rule cards and start cards ─────────────────────────────────────────────────────────────────────────

_RULE_CARD_TEXTS = (("title", "display"), ("foot", "text"), ("foot-short", "text"))
_LEGEND_TEXTS = (
    *("here", "forward", "backward", "across", "drawn", "discards"),
    *("max", "backing", "spent", "sum", "pile", "to", "choose", "named"),
    *("number", "factor", "factor-short", "yes", "no"),
)

_START_TEXTS = (
    *(
        (part, "display")
        for part in ("title", "game", "board", "draw", "upper", "lower", "drawn", "here", "there")
    ),
    *(
        (part, "display")
        for part in ("forward", "stay", "backward", "across", "end", "upper-win", "lower-win")
    ),
    *((part, "text") for part in ("set-up", "ways", "upper-places", "lower-places", "power", "won")),
    *((f"{move}-note", "text") for move in ("forward", "stay", "backward", "across")),
)
_TURNS_TEXTS = (
    ("turns", "display"),
    *(
        (f"turn-{part}", "text")
        for part in ("forward", "stay", "won", "lost", "choice", "here", "there", "list")
    ),
    ("play", "text"),
)


class RuleCardBlock(BlockBase):
    """A rule card: head with the trigram, places, legend, one row a suit from `rules.toml`, foot.

    `text`, `legend` and `credit` say under which keys its texts stand; a row's heading is its own `text`.
    """

    block: Literal["rule-card"]
    box: Box
    places: Literal["upper", "lower"]
    text: str
    legend: str = "legend"
    credit: str = "rule.credit"
    em: Annotated[Em, Field(ge=2.3)] = 2.3

    def text_keys(self) -> tuple[tuple[str, str], ...]:
        own = tuple((f"{self.text}.{part}", role) for part, role in _RULE_CARD_TEXTS)
        legend = tuple((f"{self.legend}.{part}", "text") for part in _LEGEND_TEXTS)
        return (*own, *legend, (self.credit, "text"))

    def boxes(self) -> tuple[Rect, ...]:
        return (self.box,)

    def shows_card(self, suits: Collection[str]) -> bool:
        return True


class StartRulesBlock(BlockBase):
    """The first rules a beginner needs, in the language that the field `language` names.

    The board, what each suit does in both trigrams (from the rows of the two rule cards `cards`, upper and lower), what
    is compared, and the end. Its texts stand under the key `text`.
    """

    block: Literal["start-rules"]
    box: Box
    cards: tuple[str, str]
    text: str = "start"
    language: str = "language"

    def text_keys(self) -> tuple[tuple[str, str], ...]:
        return tuple((f"{self.text}.{part}", role) for part, role in _START_TEXTS)

    def field_names(self) -> tuple[str, ...]:
        return (self.language,)

    def boxes(self) -> tuple[Rect, ...]:
        return (self.box,)


class StartTurnsBlock(BlockBase):
    """The first turns of a game, worked with its cards: `figures` are turns of the rule book (`booklet.toml`)."""

    block: Literal["start-turns"]
    box: Box
    figures: Annotated[tuple[str, ...], Field(min_length=1, max_length=4)]
    text: str = "start"
    language: str = "language"

    def text_keys(self) -> tuple[tuple[str, str], ...]:
        return tuple((f"{self.text}.{part}", role) for part, role in _TURNS_TEXTS)

    def field_names(self) -> tuple[str, ...]:
        return (self.language,)

    def boxes(self) -> tuple[Rect, ...]:
        return (self.box,)


class _Laid(Table):
    """A thing on the table, its middle at x and y."""

    x: Length
    y: Length


class LaidCard(_Laid):
    """A card on the table: its face or its back; without a card, an empty place for one."""

    card: str = ""
    side: Literal["front", "back"] = "front"
    height: Annotated[Length, Field(ge=3, le=200)]


class LaidToken(_Laid):
    """A round token on the table, shown so large."""

    token: Id
    side: Literal["front", "back"] = "front"
    size: Annotated[Length, Field(ge=1, le=100)]


class LaidWords(_Laid):
    """A line of text over x; with `disc` it is cut out of a disc of that radius, its middle at x and y."""

    text: str
    em: Em
    width: Annotated[Length, Field(ge=1, le=200)]
    disc: Annotated[Length, Field(ge=0, le=20)] = 0.0


class TableBlock(BlockBase):
    """Cards, tokens and words as they lie on the table: what a set-up or an example looks like.

    Places are in mm from the top left of the box, `scale` times as large. Arrows are `[x, y, x, y]`. Words are in
    `language`.
    """

    block: Literal["table"]
    box: Box
    scale: Annotated[float, Field(ge=0.2, le=5)] = 1.0
    cards: Annotated[tuple[LaidCard, ...], Field(max_length=40)] = ()
    tokens: Annotated[tuple[LaidToken, ...], Field(max_length=60)] = ()
    words: Annotated[tuple[LaidWords, ...], Field(max_length=40)] = ()
    arrows: Annotated[tuple[tuple[Length, Length, Length, Length], ...], Field(max_length=20)] = ()
    language: str

    def text_keys(self) -> tuple[tuple[str, str], ...]:
        return tuple((each.text, "display" if each.disc else "text") for each in self.words)

    def boxes(self) -> tuple[Rect, ...]:
        return (self.box,)

    def shows_card(self, suits: Collection[str]) -> bool:
        return True
