"""Reads what stands at the edge of a sheet: the label, and the ruler, which is measured."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from printkit.compose.books.furniture import LABEL_EM
from printkit.geometry import length_text, parse_length
from printkit.inspect.pages import PdfFile, page_rulers
from printkit.kit.model import Kit
from printkit.preflight.locate import page_marks
from printkit.preflight.marks import Mark, Run, angle_between, runs, turned
from printkit.preflight.model import ERROR, WARNING, Finding

__all__ = ["SheetLabel", "page_label", "proof_rulers", "read_label"]

# Its sheets are the backs alone.
BACKS = "backs"
# How the parts of a label begin that say which part of the whole a sheet belongs to.
REPRINT = ("cards=", "pages=", BACKS)
# And those that say how it was laid out.
LAYOUT = ("lang=", "margin=", "back-bleed=", "gutter=")
# What it states beside options of the game; words and lengths.
WORDS = ("card", "lang")
STATED = (*WORDS, "stack", "sleeve", "margin", "back-bleed", "gutter")

# A label is set in this em or a little smaller; a file saved at another scale still shows it.
LARGEST_EM = 2 * LABEL_EM


class SheetLabel(NamedTuple):
    """A label: its kit, the part of the kit, by what its numbers are multiplied, and the words after the version.

    Blanks are lost: `words` is what stands between the version and the first dot, `more` what follows up to the
    page's number. `marks` are its letters. `reprint` says which part of the whole the sheets are on purpose,
    `layout` how they were laid out, in mm, where that is not the usual.
    """

    kit: str
    part: str
    factor: str
    words: str
    more: tuple[str, ...]
    page: int
    marks: tuple[Mark, ...]
    reprint: tuple[str, ...] = ()
    layout: tuple[str, ...] = ()

    @property
    def is_backs(self) -> bool:
        """Whether the sheets are the backs alone."""
        return BACKS in self.reprint

    @property
    def options(self) -> tuple[str, ...]:
        """The options of the game it states."""
        return tuple(each for each in self._stated if "=" in each and each.partition("=")[0] not in STATED)

    @property
    def facts(self) -> dict[str, Any]:
        """What it says of how its sheet was made: lengths in mm, the size of the cards and the language."""
        pairs = (each.partition("=")[::2] for each in (*self._stated, *self.layout))
        return {
            key: value if key in WORDS else parse_length(f"{value}mm")
            for key, value in pairs
            if key in STATED
        }

    @property
    def pages(self) -> str:
        """The pages that a reprint of some says it has."""
        return next((each.removeprefix("pages=") for each in self.reprint if each.startswith("pages=")), "")

    @property
    def _stated(self) -> list[str]:
        return ",".join(self.more).split(",")


def page_label(pdf: PdfFile, index: int, kits: Sequence[Kit]) -> SheetLabel | None:
    """The label of a page of a file, from 0; None where it names none of these kits."""
    return read_label(page_marks(pdf, index), kits)


def read_label(marks: Sequence[Mark], kits: Sequence[Kit]) -> SheetLabel | None:
    """The label of a page, None where none of these kits is named: `youscout mat 1.0 tarot A1 · 1/8`."""
    small = [mark for mark in marks if mark.em <= LARGEST_EM]
    rows = runs(small)
    for run in rows:
        for kit in kits:
            if run.text.startswith(kit.id):
                found = _pattern(kit).match(run.text)
                if found is not None:
                    return _label(kit, found, (*run.marks, *_second_row(run, rows)))
    return None


def _second_row(first: Run, rows: Sequence[Run]) -> Iterator[Mark]:
    """The letters of the row right below a label's first one, which goes on there."""
    head = first.marks[0]
    start, down = turned(head, head.angle)
    for run in rows:
        mark = run.marks[0]
        across, below = turned(mark, head.angle)
        same = angle_between(mark.angle, head.angle) < 1 and abs(mark.em / head.em - 1) < 0.03
        if same and across > start - head.em and 0.9 < (below - down) / head.em < 1.6:
            yield from run.marks


def _pattern(kit: Kit) -> re.Pattern[str]:
    return re.compile(
        rf"{re.escape(kit.id)}(?P<part>[a-z][a-z0-9-]*?)(?:×(?P<factor>[\d.]+?))?{re.escape(kit.version)}"
        r"(?![\d.])(?P<words>[^·]*)(?P<more>(?:·[^·/]*)*?)(?:·(?P<page>\d+)/\d+.*)?$"
    )


def _label(kit: Kit, found: re.Match[str], marks: tuple[Mark, ...]) -> SheetLabel:
    stated = tuple(filter(None, found["more"].split("·")))
    reprint = tuple(each for each in stated if each.startswith(REPRINT))
    layout = tuple(each for each in stated if each.startswith(LAYOUT))
    more = tuple(each for each in stated if each not in (*reprint, *layout))
    part, factor, page = found["part"], found["factor"] or "", int(found["page"] or 0)
    return SheetLabel(kit.id, part, factor, found["words"], more, page, marks, reprint, layout)


RULER = 100.0
TOLERANCE = 0.05
# Programs that cut pages to whole points scale them a little; who prints such a page gets cards as much smaller.
SLIGHT = 0.15


def proof_rulers(pdf: PdfFile, file: str, pages: Sequence[int]) -> tuple[Finding, ...]:
    """The 100 mm ruler of each of these pages, from 0, measured."""
    findings = []
    for number in pages:
        rulers = page_rulers(pdf, number)
        if not rulers:
            findings.append(
                Finding(ERROR, "ruler-missing", "the sheet has no ruler of 100 mm", file, number + 1)
            )
        for box in rulers:
            length = max(box.width, box.height)
            if abs(length - RULER) > TOLERANCE:
                findings.append(
                    Finding(
                        WARNING if abs(length - RULER) <= SLIGHT else ERROR,
                        "scale",
                        "the ruler shows that the sheet was scaled",
                        file,
                        number + 1,
                        rect=box,
                        expected=f"{RULER:g} mm",
                        found=f"{length_text(length)} mm",
                        hint="save or print at 100 %",
                    )
                )
    return tuple(findings)
