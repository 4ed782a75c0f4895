"""Looks up result rows by what they measure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from printkit.lab.youscout.experiments import VARIANTS, Cell
from printkit.lab.youscout.measures import FIELDS, KINDS, Counts
from printkit.lab.youscout.quantities import Quantity
from printkit.version import __version__

__all__ = ["PLAYERS", "Atlas", "Row", "Rows", "Variant"]

Variant = tuple[str, tuple[str, ...]]
"""A game and the options that make it one of the three that are compared."""

PLAYERS = ("random", "move", "stay", "thumb", "advised", "clairvoyant")


class Row(NamedTuple):
    """A cell of the atlas measured."""

    cell: Cell
    counts: Counts
    quantities: tuple[Quantity, ...]
    command: str

    def facts(self) -> dict[str, object]:
        """All of it, ready for JSON."""
        measure = self.cell.measure
        than = (
            {"than": {"player": measure.than, "options": list(measure.than_options)}} if measure.than else {}
        )
        return {
            "group": self.cell.group,
            "kind": measure.kind,
            "game": measure.game,
            "options": list(measure.options),
            "player": measure.player,
            "start": measure.start,
            "seed": measure.seed,
            "games": measure.games,
            **than,
            "quantities": {each.name: [each.value, each.low, each.high] for each in self.quantities},
            "counts": dict(zip(FIELDS[measure.kind], self.counts, strict=True)),
            "command": self.command,
        }


class Atlas(NamedTuple):
    """All rows of a plan, in its order."""

    game: str
    rows: tuple[Row, ...]

    def facts(self) -> dict[str, object]:
        """The whole atlas, ready for JSON."""
        return {
            "atlas": 1,
            "printkit": __version__,
            "game": self.game,
            "cells": [row.facts() for row in self.rows],
        }


class Rows:
    """Finds rows by kind, game, options, player and start."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.all = tuple(rows)
        self._by_words = {self._words(row): row for row in reversed(self.all)}

    @staticmethod
    def _words(row: Row) -> tuple[str, str, frozenset[str], str, str, str]:
        of = row.cell.measure
        return of.kind, of.game, frozenset(of.options), of.player, of.start, of.than

    def find(
        self, kind: str, variant: Variant, changes: Iterable[str], player: str, start: str, than: str = ""
    ) -> Row | None:
        """The row of this variant with these options changed (those that stay usual left out); None: not measured."""
        game, own = variant
        return self._by_words.get((kind, game, frozenset((*own, *changes)), player, start, than))

    def number(
        self, kind: str, variant: Variant, changes: Iterable[str], player: str, start: str, name: str
    ) -> Quantity | None:
        """One quantity of such a row."""
        row = self.find(kind, variant, changes, player, start)
        return None if row is None else quantity(row, name)

    def of_kind(self, kind: str, variant: Variant) -> Iterator[Row]:
        """All rows of a kind and variant, in the order of the plan."""
        game, own = variant
        for row in self.all:
            of = row.cell.measure
            if of.kind == kind and of.game == game and set(own) == set(of.options) & _COMPARISONS:
                yield row

    def variants(self) -> tuple[Variant, ...]:
        """Those of the three variants that have any row."""
        return tuple(
            each for each in VARIANTS if any(True for kind in KINDS for _ in self.of_kind(kind, each))
        )


_COMPARISONS = {option for _, own in VARIANTS for option in own}


def quantity(row: Row, name: str) -> Quantity:
    """The quantity of this name; raises `KeyError` for one the row has not."""
    for each in row.quantities:
        if each.name == name:
            return each
    raise KeyError(name)
