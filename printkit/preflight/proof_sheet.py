"""Checks the labels and rulers of sheets, and finds the kit they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from printkit.backends.inspect import PdfFile, page_rulers
from printkit.geometry import length_text
from printkit.preflight.model import ERROR, WARNING, Finding
from printkit.preflight.sheet_label import SheetLabel

__all__ = [
    "FACELESS",
    "PICTURED",
    "SheetProof",
    "labelled_pages",
    "proof_backs",
    "proof_rulers",
    "proof_sheets",
]

# The kinds of parts without cards: their letters are compared piece by piece.
FACELESS = ("board", "box", "mat", "sticks", "tokens")
# A part that shows whole cards as small pictures, which are no cards to be proved.
PICTURED = ("booklet", "problems", "puzzles", "walkthrough")
RULER = 100.0
TOLERANCE = 0.05
# Programs that cut pages to whole points scale them a little; who prints such a page gets cards as much smaller.
SLIGHT = 0.15


class SheetProof(NamedTuple):
    """What became of a file whose every page is a labelled sheet of one kit."""

    kit: str
    findings: tuple[Finding, ...]


def proof_sheets(
    pdf: PdfFile,
    file: str,
    labels: Sequence[SheetLabel | None],
    parts: Sequence[str] = FACELESS,
) -> SheetProof | None:
    """The findings about sheets without faces; None unless every page has a label of these parts of the same kit.

    Of books one page with a label is enough. The 100 mm ruler of each page with a label is measured: one that is longer
    or shorter shows that the file was scaled.
    """
    own = labelled_pages(labels) if parts == PICTURED else list(range(len(labels)))
    there = [labels[index] for index in own]
    stated = {label.kit if label is not None and _first(label.part) in parts else "" for label in there}
    if len(stated) != 1 or "" in stated:
        return None
    return SheetProof(stated.pop(), proof_rulers(pdf, file, own))


def labelled_pages(labels: Sequence[SheetLabel | None]) -> list[int]:
    """The indices of the pages that have a label, and so a ruler."""
    return [index for index, label in enumerate(labels) if label is not None]


def proof_backs(pdf: PdfFile, file: str, labels: Sequence[SheetLabel | None]) -> SheetProof | None:
    """The findings about sheets that are backs alone, which have no words; None for any others."""
    stated = [label for label in labels if label is not None and label.is_backs]
    if not stated or len(stated) != len(labels):
        return None
    return SheetProof(stated[0].kit, proof_rulers(pdf, file, range(len(labels))))


def _first(part: str) -> str:
    """The kind of a part of which a kit may have several: `tokens-school` is `tokens`."""
    return part.partition("-")[0]


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
