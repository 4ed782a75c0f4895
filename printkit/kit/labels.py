"""labels.toml: grids of label sheets and what overlays need to know come in, checked values go out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any

from printkit.errors import InputError, Problem, nearest_hint
from printkit.kit.blocks import Length
from printkit.kit.model import LabelGrid, Overlays
from printkit.kit.raw import ID_PATTERN
from printkit.kit.spec import Spec, above, at_least, at_most, length_of

__all__ = ["LABELS", "read_labels"]

LABELS = "labels.toml"


class _GridSpec(Spec):
    name: Annotated[str, length_of(1)]
    paper: Annotated[str, length_of(1)]
    columns: Annotated[int, at_least(1), at_most(100)]
    rows: Annotated[int, at_least(1), at_most(200)]
    width: Annotated[Length, above(0), at_most(1000)]
    height: Annotated[Length, above(0), at_most(1000)]
    left: Annotated[Length, at_least(0), at_most(1000)]
    top: Annotated[Length, at_least(0), at_most(1000)]
    across: Annotated[Length, above(0), at_most(1000)]
    down: Annotated[Length, above(0), at_most(1000)]


class _LabelsFile(Spec):
    renumbered: tuple[str, ...] = ()
    grid: Mapping[str, Any] = MappingProxyType({})


def read_labels(table: Mapping[str, Any], cards: tuple[str, ...], file: str = LABELS) -> Overlays:
    """The file's values; every mismatch, overlapping labels and unknown cards are problems of one InputError."""
    spec = _LabelsFile.read(table, file)
    problems = [
        Problem(f"unknown card {card!r}", file, "renumbered", nearest_hint(card, cards))
        for card in spec.renumbered
        if card not in cards
    ]
    grids = []
    for grid_id, entry in spec.grid.items():
        key = f"grid.{grid_id}"
        try:
            grids.append(_grid(grid_id, entry, file, key))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems=problems)
    return Overlays(tuple(grids), spec.renumbered)


def _grid(grid_id: str, entry: Any, file: str, key: str) -> LabelGrid:
    if not re.fullmatch(ID_PATTERN, grid_id):
        raise InputError("is no id", file=file, key=key, hint="lower-case words joined by hyphens")
    if not isinstance(entry, dict):
        raise InputError("a table is needed", file=file, key=key)
    spec = _GridSpec.read(entry, file, key)
    for count, step, edge, word in (
        (spec.columns, spec.across, spec.width, "across"),
        (spec.rows, spec.down, spec.height, "down"),
    ):
        if count > 1 and step < edge - 1e-9:
            raise InputError(
                f"labels of {edge:g} mm overlap every {step:g} mm",
                file=file,
                key=f"{key}.{word}",
                hint="it leads from the start of one label to the start of the next",
            )
    return LabelGrid(id=grid_id, **spec.values())
