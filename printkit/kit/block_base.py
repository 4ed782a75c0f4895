"""What every block of a layout has."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Self

from pydantic import AfterValidator, Field, model_validator

from printkit.geometry import Rect
from printkit.kit.condition import condition
from printkit.kit.model_base import Length, Table

__all__ = ["BlockBase", "Em", "InkChoice", "WordedBlock"]

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
