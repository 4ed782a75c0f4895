"""Sheets without cards: the letters and rulers of a PDF's pages come in, the kit they belong to and findings go out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from printkit.backends.inspect import PdfFile, page_rulers
from printkit.geometry import length_text
from printkit.kit.model import Kit
from printkit.preflight.marks import Mark, runs
from printkit.preflight.model import ERROR, Finding

__all__ = ["PICTURED", "SheetProof", "proof_sheets", "sheet_kit"]

# The parts without figures of the cards' tables: nothing on them could be read against the rules.
FACELESS = ("box", "mat", "tokens")
# A part that shows whole cards as small pictures, which are no cards to be proved.
PICTURED = ("booklet",)
RULER = 100.0
TOLERANCE = 0.05


class SheetProof(NamedTuple):
    """What became of a file whose every page is a labelled sheet of one kit."""

    kit: str
    findings: tuple[Finding, ...]


def sheet_kit(marks: Sequence[Mark], kits: Sequence[Kit], parts: Sequence[str] = FACELESS) -> str:
    """The kit whose label stands on the page: its id, one of these parts, its version; empty where none does."""
    lines = [run.text for run in runs(marks)]
    for kit in kits:
        label = re.compile(rf"{re.escape(kit.id)}({'|'.join(parts)}){re.escape(kit.version)}(?![\d.])")
        if any(label.match(line) for line in lines):
            return kit.id
    return ""


def proof_sheets(
    pdf: PdfFile,
    file: str,
    pages: Sequence[Sequence[Mark]],
    kits: Sequence[Kit],
    parts: Sequence[str] = FACELESS,
) -> SheetProof | None:
    """The findings about sheets without faces; None unless every page bears such a label of one and the same kit.

    The 100 mm ruler of each page is measured: one that is longer or shorter tells of a file that was scaled.
    """
    found = {sheet_kit(marks, kits, parts) for marks in pages}
    if len(found) != 1 or "" in found:
        return None
    findings = []
    for number in range(len(pages)):
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
                        ERROR,
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
    (kit,) = found
    return SheetProof(kit, tuple(findings))
