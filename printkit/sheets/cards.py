"""Cards on sheets: for scissors, a press or a cutting machine, two side by side as a leaflet, and on labels."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from printkit.errors import InputError
from printkit.geometry import Affine, Rect, Size, length_text
from printkit.kit.model import LabelGrid
from printkit.scene.model import Item
from printkit.sheets.cutter import cutter_cards, plan_cutter
from printkit.sheets.impose import Duplex, ImpositionSpec, Layout, MarkStyle, impose, plan
from printkit.sheets.marks import RULER_LENGTH, RULER_WIDTH, crop_marks, fold_line, page_furniture, ruler
from printkit.sheets.model import FaceKey, FaceSide, Placement, Sheet, find_paper
from printkit.sheets.shapes import Shape, plan_shapes, shaped_sheets

__all__ = [
    "SLUG",
    "CardLaying",
    "FoldedSpec",
    "fits",
    "folded_pairs",
    "label_places",
    "label_sheets",
    "mark_style",
]


# ── cards on sheets for scissors ─────────────────────────────────────────────────────────────────────────────────────

# ── cards on sheets for scissors ─────────────────────────────────────────────────────────────────────────────────────

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


# ── two cards side by side as a leaflet to cut and fold ──────────────────────────────────────────────────────────────

# Marks begin so far outside the leaflet and end so far outside it; mm.
GAP, REACH = 1.0, 5.0


@dataclass(frozen=True, slots=True)
class FoldedSpec:
    """The card, the paper, its margin in mm, and how the paper is turned over for the second side."""

    card: Size
    paper: Size
    margin: float = 5.0
    duplex: Literal["long", "short", "none"] = "long"


def folded_pairs(pairs: Sequence[tuple[FaceKey, FaceKey]], spec: FoldedSpec) -> Iterator[Sheet]:
    """One side a pair, front and back in turn: the first card left of the fold, the second right of it.

    The leaflet lies in the middle of the paper, so that both sides cover each other. InputError where it does not fit.
    """
    paper = _paper(spec)
    spread = Size(2 * spec.card.width, spec.card.height)
    trim = Rect((paper.width - spread.width) / 2, (paper.height - spread.height) / 2, *spread)
    line, words, _ = page_furniture(Rect(0.0, 0.0, *paper).grown(-spec.margin))
    for index, pair in enumerate(pairs):
        back = index % 2 == 1 and spec.duplex != "none"
        side: FaceSide = "back" if back else "front"
        number = index + 1 if spec.duplex == "none" else index // 2 + 1
        turned = back and spec.duplex == ("long" if paper.width > paper.height else "short")
        marks = (*_marks(trim), ruler(line))
        placements = tuple(_placements(pair, trim, paper, turned=turned))
        yield Sheet(number, side, paper, placements, marks, line, words)


def fits(spec: FoldedSpec) -> bool:
    """Whether the paper has room for the leaflet."""
    return _room(spec) is not None


def _paper(spec: FoldedSpec) -> Size:
    paper = _room(spec)
    if paper is not None:
        return paper
    needed = Size(2 * spec.card.width + 2 * REACH, spec.card.height + 2 * REACH)
    raise InputError(
        f"two cards of {spec.card} side by side need {needed} and do not fit on {spec.paper}",
        key="--paper",
        hint="choose a4, letter or larger",
    )


def _room(spec: FoldedSpec) -> Size | None:
    """The paper standing or lying, whichever has room for the leaflet above the ruler."""
    upright = Size(min(spec.paper), max(spec.paper))
    for paper in (upright, upright.turned()):
        _, _, room = page_furniture(Rect(0.0, 0.0, *paper).grown(-spec.margin))
        # What lies in the middle of the paper has as little room above as it has below.
        height = paper.height - 2 * (paper.height - room.bottom)
        if 2 * spec.card.width + 2 * REACH <= room.width and spec.card.height + 2 * REACH <= height:
            return paper
    return None


def _placements(
    pair: tuple[FaceKey, FaceKey], trim: Rect, paper: Size, *, turned: bool
) -> Iterator[Placement]:
    turn = Affine.rotation(180, (paper.width / 2, paper.height / 2))
    width = trim.width / 2
    for column, face in enumerate(pair):
        box = Rect(trim.x + column * width, trim.y, width, trim.height)
        shift = Affine.translation(round(box.x, 4), round(box.y, 4))
        if turned:
            yield Placement(face, shift.then(turn), turn.rect(box), turn.rect(box), 180)
        else:
            yield Placement(face, shift, box, box)


def _marks(trim: Rect) -> Iterator[Item]:
    """Where to cut and, in its own layer, where to fold: outside the leaflet, so that nothing of it stays."""
    crops = crop_marks((trim,), trim.grown(GAP / 2), REACH)
    if crops is not None:
        yield crops
    middle = trim.center[0]
    yield fold_line(middle, trim.y - REACH, middle, trim.y - GAP)
    yield fold_line(middle, trim.bottom + GAP, middle, trim.bottom + REACH)


# ── label sheets with one face on each label ─────────────────────────────────────────────────────────────────────────

LABELS = "labels.toml"
# The ruler and the words stay this far from the paper's edge and from the labels, in mm.
EDGE, AIR = 3.0, 0.5


def label_places(grid: LabelGrid) -> tuple[Rect, ...]:
    """Every label of a sheet, row by row; an unknown paper or a grid that leaves it is an InputError with its key."""
    paper = _label_paper(grid)
    places = tuple(
        Rect(grid.left + column * grid.across, grid.top + row * grid.down, grid.width, grid.height)
        for row in range(grid.rows)
        for column in range(grid.columns)
    )
    last = places[-1]
    for reach, edge, count, word in (
        (last.right, paper.width, grid.columns, "across"),
        (last.bottom, paper.height, grid.rows, "down"),
    ):
        # Inches are rounded by those who state them.
        if reach > edge + 0.05:
            raise InputError(
                f"{count} labels {word} reach {length_text(reach)} mm, the paper {grid.paper} has {length_text(edge)}",
                file=LABELS,
                key=grid.key,
                hint="measure the sheet again",
            )
    return places


def _label_paper(grid: LabelGrid) -> Size:
    try:
        return find_paper(grid.paper)
    except InputError as error:
        (problem,) = error.problems
        raise InputError(problem.message, file=LABELS, key=f"{grid.key}.paper", hint=problem.hint) from error


def label_sheets(names: Sequence[str], grid: LabelGrid) -> Iterator[Sheet]:
    """The sheets for these faces in order, each face as large as its label; errors are raised at once."""
    places = label_places(grid)
    paper = _label_paper(grid)
    line, words = _furniture(paper, places)
    marks: tuple[Item, ...] = (ruler(line),) if line else ()
    return (
        Sheet(
            start // len(places) + 1,
            "front",
            paper,
            tuple(
                Placement(FaceKey(name, "front"), Affine.translation(place.x, place.y), place, place)
                for name, place in zip(names[start : start + len(places)], places, strict=False)
            ),
            marks,
            line,
            words,
        )
        for start in range(0, len(names), len(places))
    )


def _furniture(paper: Size, places: Sequence[Rect]) -> tuple[Rect | None, Rect | None]:
    """Where the ruler and the words beside it find room in the margins; both None where no margin is wide enough."""
    block = places[0].union(places[-1])
    level = (
        Rect.from_edges(block.x, block.bottom + AIR, block.right, paper.height - EDGE),
        Rect.from_edges(block.x, EDGE, block.right, block.y - AIR),
    )
    for strip, high in zip(level, (paper.height - block.bottom, block.y), strict=True):
        if high - EDGE - AIR >= RULER_WIDTH and strip.width >= RULER_LENGTH + 8:
            y = strip.y + (strip.height - RULER_WIDTH) / 2
            line = Rect(strip.x + 2.0, y, RULER_LENGTH, RULER_WIDTH)
            return line, Rect.from_edges(line.right + 3.0, y, strip.right, line.bottom)
    return None, None
