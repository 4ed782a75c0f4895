"""box.toml: the measures of a tuck box come in, a checked frozen TuckBox goes out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from printkit.errors import InputError, nearest_hint
from printkit.kit.blocks import Length
from printkit.kit.raw import validated
from printkit.scene.inks import HOUSE_INKS

__all__ = ["BOX", "TuckBox", "read_box"]

BOX = "box.toml"


@dataclass(frozen=True, slots=True)
class TuckBox:
    """A box for one component's cards; lengths in mm.

    `caliper` is the thickness of a card, `play` the room left round the stack, `board` the thickness of the
    box's own card; `room` is the height of what lies on the cards, tokens or a leaflet. `tuck`, `glue` and `dust`
    are how far those flaps reach. The whirl round the corners has `arms` arms, `pitch` apart, begins `first` from
    its middle, and is cut in `ink`.
    """

    component: str
    caliper: float
    play: float
    board: float
    tuck: float
    glue: float
    dust: float
    arms: int
    pitch: float
    first: float
    contents: str
    spine: str
    room: float = 0.0
    ink: str = "blue"

    def text_keys(self) -> Iterator[tuple[str, str]]:
        """Every text it prints, as (key, font role)."""
        yield self.contents, "text"
        yield self.spine, "display"


class _BoxFile(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    component: str
    caliper: Length = Field(gt=0, le=5)
    play: Length = Field(ge=0, le=10)
    board: Length = Field(default=0.3, ge=0, le=3)
    tuck: Length = Field(default=15.0, ge=6, le=60)
    glue: Length = Field(default=11.0, ge=5, le=40)
    dust: Length = Field(default=14.0, ge=5, le=60)
    arms: int = Field(default=12, ge=2, le=60)
    pitch: Length = Field(default=2.12, ge=1, le=20)
    first: Length = Field(default=10.6, ge=2, le=100)
    contents: str
    spine: str
    room: Length = Field(default=0.0, ge=0, le=200)
    ink: str = "blue"


def read_box(table: Mapping[str, Any], components: Collection[str], file: str = BOX) -> TuckBox:
    """The box in a file's tables; every problem of the file comes in one InputError."""
    spec = validated(_BoxFile, table, file)
    if spec.component not in components:
        hint = nearest_hint(spec.component, components)
        raise InputError(f"unknown component {spec.component!r}", file=file, key="component", hint=hint)
    if spec.ink not in HOUSE_INKS:
        hint = nearest_hint(spec.ink, HOUSE_INKS)
        raise InputError(f"unknown ink {spec.ink!r}", file=file, key="ink", hint=hint)
    return TuckBox(**spec.model_dump())
