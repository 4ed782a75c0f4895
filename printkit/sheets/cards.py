"""Cards on sheets for scissors, a press or a cutting machine, by the marks that are asked for."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from printkit.errors import InputError
from printkit.geometry import Size
from printkit.sheets.cutter import cutter_cards, plan_cutter
from printkit.sheets.impose import Duplex, ImpositionSpec, Layout, MarkStyle, impose, plan
from printkit.sheets.model import Sheet
from printkit.sheets.shapes import Shape, plan_shapes, shaped_sheets

__all__ = ["SLUG", "CardLaying", "mark_style"]

# Room for the marks around a card that is a page, in mm.
SLUG = 10.0


def mark_style(marks: Collection[str]) -> MarkStyle:
    """The marks at the edges of cards that these words ask for."""
    return "japanese" if "japanese" in marks else "crop" if "crop" in marks else "none"


class CardLaying(NamedTuple):
    """How cards of one size are laid; mm. `cutter` says that a machine cuts them, with corners of that radius.

    `bleed` is what is shown of it, `used` the places (from 1, row by row) of the first sheet that stay empty. With a
    `shape` they are no rectangles; then the marks `crop` are the lines to cut.
    """

    trim: Size
    bleed: float
    spec: ImpositionSpec
    cutter: bool = False
    corner: float = 0.0
    used: frozenset[int] = frozenset()
    shape: Shape | None = None

    @property
    def duplex(self) -> Duplex:
        """The edge the paper is turned over."""
        return self.spec.duplex

    def layout(self) -> Layout:
        """The places of one sheet; InputError where no card fits."""
        if self.shape:
            return plan_shapes(self.shape, self.trim, self.bleed, self.spec, cutter=self.cutter)
        if self.cutter:
            return plan_cutter(self.trim, self.bleed, self.spec.paper, self.duplex)[0]
        return plan(self.trim, self.bleed, self.spec)

    def count(self, cards: int) -> int:
        """How many sheets of paper so many cards take; a used place that no sheet has is an InputError."""
        per_sheet = self.layout().per_sheet
        if self.used and (max(self.used) > per_sheet or len(self.used) == per_sheet):
            raise InputError(
                f"a sheet has {per_sheet} places",
                key="--skip",
                hint=f"name some of 1 to {per_sheet}, not all",
            )
        return -(-(cards + len(self.used)) // per_sheet)

    def sheets(self, cards: Sequence[str]) -> Iterator[Sheet]:
        """The sheets for these cards in order; those for a machine hold what it cuts."""
        used = frozenset(place - 1 for place in self.used)
        if self.shape:
            lines = self.spec.marks == "crop" and not self.cutter
            return shaped_sheets(
                cards, self.shape, self.layout(), self.bleed, self.duplex, used=used, lines=lines
            )
        if self.cutter:
            return cutter_cards(cards, self.layout(), self.corner, self.duplex, used)
        return impose(cards, self.trim, self.bleed, self.spec, used)
