"""The tuck box of a kit, as `box.toml` states it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from printkit.errors import InputError, nearest_hint
from printkit.kit.cover import Cover
from printkit.kit.model_base import Id, Length, Table

__all__ = ["BOX", "FACTS", "TuckBox", "read_box"]

BOX = "box.toml"

Side = Annotated[Length, Field(ge=10, le=400)]
# What the back states with a sign each.
FACTS = ("players", "time", "age")


class BoxFacts(Table):
    """The keys of the texts that say for how many players the game is, how long it takes, and from what age."""

    players: str
    time: str
    age: str


class TuckBox(Table):
    """A box for one component's cards; lengths in mm.

    `caliper` is the thickness of a card, `play` the room left round the stack, `board` the thickness of the
    box's own card; `room` is the height of what lies on the cards, tokens or a leaflet. `tuck`, `glue` and `dust`
    are how far those flaps reach.

    The `hero` is the card whose picture its front shows. Its `dress` is the pattern of the cards' back, or a river that
    runs round the box, on which the hero stands with a light edge. The back shows up to three small `cards`, the texts
    of its `motto` and `facts`, and names what is in the box: one text for each of its `items`, and `contents`. The
    number in an item's text is what it `counts`, by ids of cards and tokens (`wands-*` for several): `<count>`, or a
    number that is compared with it.
    `flap` is a text on the tuck flap, in `ink`.

    A box for other things than a stack of cards states how wide, high and deep it is `inside`. With a `glyph` of the
    kit it has that sign on its front and streams of air.
    """

    component: str
    caliper: Annotated[Length, Field(gt=0, le=5)]
    play: Annotated[Length, Field(ge=0, le=10)]
    board: Annotated[Length, Field(ge=0, le=3)] = 0.3
    tuck: Annotated[Length, Field(ge=6, le=60)] = 15.0
    glue: Annotated[Length, Field(ge=5, le=40)] = 11.0
    dust: Annotated[Length, Field(ge=5, le=60)] = 14.0
    contents: str
    spine: str
    room: Annotated[Length, Field(ge=0, le=200)] = 0.0
    ink: str = "blue"
    inside: tuple[Side, Side, Side] | None = None
    glyph: Annotated[str, Field(max_length=1)] = ""
    dress: Literal["back", "river"] = "back"
    hero: Cover | None = None
    cards: Annotated[tuple[Id, ...], Field(max_length=3)] = ()
    motto: str = ""
    flap: str = ""
    items: tuple[str, ...] = ()
    counts: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    facts: BoxFacts | None = None

    def text_keys(self) -> Iterator[tuple[str, str]]:
        """Every text it prints, as (key, font role)."""
        yield from ((key, "text") for key in (self.contents, *self.items))
        yield from ((key, "display") for key in (self.spine, self.motto, self.flap) if key)
        if self.items:
            yield "box.inside", "display"
        if self.facts is not None:
            yield from ((getattr(self.facts, name), "text") for name in FACTS)


def read_box(table: Mapping[str, Any], components: Collection[str], file: str = BOX) -> TuckBox:
    """The box in a file's tables; every problem of the file comes in one InputError."""
    box = TuckBox.read(table, file)
    if box.component not in components:
        hint = nearest_hint(box.component, components)
        raise InputError(f"unknown component {box.component!r}", file=file, key="component", hint=hint)
    for key in box.counts:
        if key not in box.items:
            hint = nearest_hint(key, box.items)
            raise InputError("this is none of the box's `items`", file=file, key=f"counts.{key}", hint=hint)
    return box
