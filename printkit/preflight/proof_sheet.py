"""Measures the rulers of sheets."""

from __future__ import annotations

from collections.abc import Sequence

from printkit.backends.inspect import PdfFile, page_rulers
from printkit.geometry import length_text
from printkit.preflight.model import ERROR, WARNING, Finding

__all__ = ["proof_rulers"]

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
