"""The label sheets a kit's overlays are laid out for, as `labels.toml` states them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field

from printkit.errors import InputError, Problem, nearest_hint
from printkit.kit.model import LabelGrid, Overlays
from printkit.kit.model_base import Id, Length, Table

__all__ = ["LABELS", "LabelsFile", "read_labels"]

LABELS = "labels.toml"


class _GridSpec(Table):
    name: Annotated[str, Field(min_length=1)]
    paper: Annotated[str, Field(min_length=1)]
    columns: Annotated[int, Field(ge=1, le=100)]
    rows: Annotated[int, Field(ge=1, le=200)]
    width: Annotated[Length, Field(gt=0, le=1000)]
    height: Annotated[Length, Field(gt=0, le=1000)]
    left: Annotated[Length, Field(ge=0, le=1000)]
    top: Annotated[Length, Field(ge=0, le=1000)]
    across: Annotated[Length, Field(gt=0, le=1000)]
    down: Annotated[Length, Field(gt=0, le=1000)]


class LabelsFile(Table):
    """labels.toml."""

    renumbered: tuple[str, ...] = ()
    grid: Mapping[Id, _GridSpec] = {}


def read_labels(table: Mapping[str, Any], cards: tuple[str, ...], file: str = LABELS) -> Overlays:
    """The file's values; every mismatch, overlapping labels and unknown cards are problems of one InputError."""
    spec = LabelsFile.read(table, file)
    problems = [
        Problem(f"unknown card {card!r}", file, "renumbered", nearest_hint(card, cards))
        for card in spec.renumbered
        if card not in cards
    ]
    grids = tuple(LabelGrid(id=grid_id, **dict(grid)) for grid_id, grid in spec.grid.items())
    problems += [problem for grid in grids for problem in _overlaps(grid, file)]
    if problems:
        raise InputError(problems=problems)
    return Overlays(grids, spec.renumbered)


def _overlaps(grid: LabelGrid, file: str) -> Iterator[Problem]:
    for count, step, edge, word in (
        (grid.columns, grid.across, grid.width, "across"),
        (grid.rows, grid.down, grid.height, "down"),
    ):
        if count > 1 and step < edge - 1e-9:
            yield Problem(
                f"labels of {edge:g} mm overlap every {step:g} mm",
                file,
                f"{grid.key}.{word}",
                "it leads from the start of one label to the start of the next",
            )
