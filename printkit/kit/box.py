"""The tuck box of a kit, as `box.toml` states it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field

from printkit.errors import InputError, nearest_hint
from printkit.kit.table import Length, Table

__all__ = ["BOX", "TuckBox", "read_box"]

BOX = "box.toml"

Side = Annotated[Length, Field(ge=10, le=400)]


class TuckBox(Table):
    """A box for one component's cards; lengths in mm.

    `caliper` is the thickness of a card, `play` the room left round the stack, `board` the thickness of the
    box's own card; `room` is the height of what lies on the cards, tokens or a leaflet. `tuck`, `glue` and `dust`
    are how far those flaps reach. The whirl round the corners has `arms` arms, `pitch` apart, begins `first` from
    its middle, and is cut in `ink`.

    A box for other things than a stack of cards states how wide, high and deep it is `inside`. With a `glyph` of the
    kit it has that sign on its front and streams of air instead of the whirl.
    """

    component: str
    caliper: Annotated[Length, Field(gt=0, le=5)]
    play: Annotated[Length, Field(ge=0, le=10)]
    board: Annotated[Length, Field(ge=0, le=3)] = 0.3
    tuck: Annotated[Length, Field(ge=6, le=60)] = 15.0
    glue: Annotated[Length, Field(ge=5, le=40)] = 11.0
    dust: Annotated[Length, Field(ge=5, le=60)] = 14.0
    arms: Annotated[int, Field(ge=2, le=60)] = 12
    pitch: Annotated[Length, Field(ge=1, le=20)] = 2.12
    first: Annotated[Length, Field(ge=2, le=100)] = 10.6
    contents: str
    spine: str
    room: Annotated[Length, Field(ge=0, le=200)] = 0.0
    ink: str = "blue"
    inside: tuple[Side, Side, Side] | None = None
    glyph: Annotated[str, Field(max_length=1)] = ""

    def text_keys(self) -> Iterator[tuple[str, str]]:
        """Every text it prints, as (key, font role)."""
        yield self.contents, "text"
        yield self.spine, "display"


def read_box(table: Mapping[str, Any], components: Collection[str], file: str = BOX) -> TuckBox:
    """The box in a file's tables; every problem of the file comes in one InputError."""
    box = TuckBox.read(table, file)
    if box.component not in components:
        hint = nearest_hint(box.component, components)
        raise InputError(f"unknown component {box.component!r}", file=file, key="component", hint=hint)
    return box
