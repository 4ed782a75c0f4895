"""labels.toml: grids of label sheets and what overlays need to know come in, checked values go out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from printkit.errors import InputError, Problem, nearest_hint
from printkit.kit.blocks import Length
from printkit.kit.model import LabelGrid, Overlays
from printkit.kit.raw import ID_PATTERN, validated

__all__ = ["LABELS", "read_labels"]

LABELS = "labels.toml"


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _GridSpec(_Strict):
    name: str = Field(min_length=1)
    paper: str = Field(min_length=1)
    columns: int = Field(ge=1, le=100)
    rows: int = Field(ge=1, le=200)
    width: Length = Field(gt=0, le=1000)
    height: Length = Field(gt=0, le=1000)
    left: Length = Field(ge=0, le=1000)
    top: Length = Field(ge=0, le=1000)
    across: Length = Field(gt=0, le=1000)
    down: Length = Field(gt=0, le=1000)


class _LabelsFile(_Strict):
    renumbered: tuple[str, ...] = ()
    grid: dict[str, Any] = Field(default_factory=dict)


def read_labels(table: Mapping[str, Any], cards: tuple[str, ...], file: str = LABELS) -> Overlays:
    """The file's values; every mismatch, overlapping labels and unknown cards are problems of one InputError."""
    spec = validated(_LabelsFile, table, file)
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
    spec = validated(_GridSpec, entry, file, key)
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
    return LabelGrid(id=grid_id, **spec.model_dump())
