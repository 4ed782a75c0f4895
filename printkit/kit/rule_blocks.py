"""The blocks of rule cards and start cards."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Literal

from pydantic import Field

from printkit.geometry import Rect
from printkit.kit.block_base import BlockBase, Em
from printkit.kit.table import Box

__all__ = ["FacesBlock", "RuleCardBlock", "StartRulesBlock", "StartTurnsBlock"]

_RULE_CARD_TEXTS = (("title", "display"), ("foot", "text"), ("foot-short", "text"))
_LEGEND_TEXTS = (
    *("here", "forward", "backward", "across", "drawn", "discards"),
    *("max", "backing", "spent", "sum", "number", "factor", "factor-short", "yes", "no"),
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


class FacesBlock(BlockBase):
    """Faces of other cards side by side, small, as large as the box allows: what an example is played with."""

    block: Literal["faces"]
    box: Box
    cards: Annotated[tuple[str, ...], Field(min_length=1, max_length=12)]

    def boxes(self) -> tuple[Rect, ...]:
        return (self.box,)

    def shows_card(self, suits: Collection[str]) -> bool:
        return True
