"""box.toml: the measures of a tuck box come in, a checked frozen TuckBox goes out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from printkit.errors import InputError, nearest_hint
from printkit.kit.blocks import Length
from printkit.kit.spec import Spec, above, at_least, at_most
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


class _BoxFile(Spec):
    component: str
    caliper: Annotated[Length, above(0), at_most(5)]
    play: Annotated[Length, at_least(0), at_most(10)]
    board: Annotated[Length, at_least(0), at_most(3)] = 0.3
    tuck: Annotated[Length, at_least(6), at_most(60)] = 15.0
    glue: Annotated[Length, at_least(5), at_most(40)] = 11.0
    dust: Annotated[Length, at_least(5), at_most(60)] = 14.0
    arms: Annotated[int, at_least(2), at_most(60)] = 12
    pitch: Annotated[Length, at_least(1), at_most(20)] = 2.12
    first: Annotated[Length, at_least(2), at_most(100)] = 10.6
    contents: str
    spine: str
    room: Annotated[Length, at_least(0), at_most(200)] = 0.0
    ink: str = "blue"


def read_box(table: Mapping[str, Any], components: Collection[str], file: str = BOX) -> TuckBox:
    """The box in a file's tables; every problem of the file comes in one InputError."""
    spec = _BoxFile.read(table, file)
    if spec.component not in components:
        hint = nearest_hint(spec.component, components)
        raise InputError(f"unknown component {spec.component!r}", file=file, key="component", hint=hint)
    if spec.ink not in HOUSE_INKS:
        hint = nearest_hint(spec.ink, HOUSE_INKS)
        raise InputError(f"unknown ink {spec.ink!r}", file=file, key="ink", hint=hint)
    return TuckBox(**spec.values())
