"""The tuck box of a kit, as `box.toml` states it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from printkit.errors import InputError, nearest_hint
from printkit.kit.model_base import Box, Id, Length, Table
from printkit.kit.raw import Cover

__all__ = ["BOX", "BoxItem", "BoxPicture", "TuckBox", "read_box"]

BOX = "box.toml"

Side = Annotated[Length, Field(ge=10, le=400)]


class BoxPicture(Table):
    """A small picture on the back: one part of the kit, or up to five in a row on the ground, and its caption's key.

    `view` is what is shown of a single part, in mm of that part (none: the middle of a card's picture, else all of it).
    """

    show: Annotated[tuple[Id, ...], Field(min_length=1, max_length=5)]
    view: Box | None = None
    text: str = ""

    @model_validator(mode="after")
    def _seen_alone(self) -> Self:
        if self.view is not None and len(self.show) > 1:
            raise ValueError("a view is of one part: leave it out, or show that part alone")
        return self


class BoxItem(Table):
    """A line of what is in the box: the key of its name, and what the number before it counts.

    `count` names cards, tokens, `board-ID`, `sticks` and `leaflet`, `wands-*` for several; none: no number.
    """

    text: str
    count: tuple[str, ...] = ()


class TuckBox(Table):
    """A box for one component's cards; lengths in mm.

    `caliper` is the thickness of a card, `play` the room left round the stack, `board` the thickness of the
    box's own card; `room` is the height of what lies on the cards, tokens or a leaflet. `tuck`, `glue` and `dust`
    are how far those flaps reach. A box for other things than a stack of cards states how wide, high and deep it is
    `inside`.

    Its `dress` is the pattern of the cards' back, or night above a ground that runs round the box: `river` in the ink
    `ground`. On the front is the `hero`, a card's picture, or the `glyph` of the kit among streams of air; up to five
    parts of the kit stand on the `shore`. The back shows the text `motto`, up to three `pictures`, whom the game is for
    (`facts` in kit.toml) and the `items` inside; below them the texts of the `maker` and of a `warning`, and the number
    `ean` (13 or 8 digits) as a barcode. `spine` is a text after the title on the sides, `flap` one on the tuck flap, in
    `ink`.
    """

    component: str
    caliper: Annotated[Length, Field(gt=0, le=5)] = 0.32
    play: Annotated[Length, Field(ge=0, le=10)] = 0.8
    board: Annotated[Length, Field(ge=0, le=3)] = 0.3
    tuck: Annotated[Length, Field(ge=6, le=60)] = 15.0
    glue: Annotated[Length, Field(ge=5, le=40)] = 11.0
    dust: Annotated[Length, Field(ge=5, le=60)] = 14.0
    room: Annotated[Length, Field(ge=0, le=200)] = 0.0
    inside: tuple[Side, Side, Side] | None = None
    dress: Literal["back", "river"] = "back"
    ink: str = "blue"
    ground: str = "blue"
    hero: Cover | None = None
    glyph: Annotated[str, Field(max_length=1)] = ""
    shore: Annotated[tuple[Id, ...], Field(max_length=5)] = ()
    spine: str = ""
    motto: str = ""
    flap: str = ""
    pictures: Annotated[tuple[BoxPicture, ...], Field(max_length=3)] = ()
    items: tuple[BoxItem, ...] = ()
    maker: str = ""
    warning: str = ""
    ean: str = ""

    def text_keys(self) -> Iterator[tuple[str, str]]:
        """Every text it prints, as (key, font role)."""
        named = [item.text for item in self.items] + [picture.text for picture in self.pictures]
        small = (self.maker, self.warning, *named)
        yield from ((key, "text") for key in small if key)
        yield from ((key, "display") for key in (self.spine, self.motto, self.flap) if key)

    def parts(self) -> Iterator[tuple[str, str]]:
        """Every part of the kit it shows, with its key in the file."""
        yield from ((part, f"shore[{at}]") for at, part in enumerate(self.shore))
        for number, picture in enumerate(self.pictures):
            yield from ((part, f"pictures[{number}].show[{at}]") for at, part in enumerate(picture.show))


def read_box(table: Mapping[str, Any], components: Collection[str], file: str = BOX) -> TuckBox:
    """The box in a file's tables; every problem of the file comes in one InputError."""
    box = TuckBox.read(table, file)
    if box.component not in components:
        hint = nearest_hint(box.component, components)
        raise InputError(f"unknown component {box.component!r}", file=file, key="component", hint=hint)
    return box
