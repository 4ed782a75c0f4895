"""Checks the total ink coverage of pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from printkit.backends.inspect import open_structure
from printkit.backends.inspect_plates import Plates, open_plates
from printkit.geometry import Rect
from printkit.preflight.facts import PdfFacts, Sheet
from printkit.preflight.model import Finding

__all__ = ["ink_is_within_limit"]

DPI = 72.0
PX_PER_MM = DPI / 25.4
# Four inks rounded to 255 steps each, in per cent.
ROUNDING = 1.6
# Ways to mix that look at all inks at once, which separate plates cannot.
JOINT = {"Hue", "Saturation", "Color", "Luminosity"}


def ink_is_within_limit(facts: PdfFacts) -> Iterator[Finding]:
    """The sum of the four inks of everything on and around each card, as the plates would have it.

    Overprinting is regarded; where it meets ink of its own colour the greater share counts.
    """
    limit = facts.profile.ink_limit if facts.profile else 0.0
    if not limit:
        return
    plates, untold = open_plates(open_structure(facts.path))
    with plates:
        seen: dict[str, Finding | None] = {}
        for index, sheet in enumerate(facts.sheets):
            yield from _untold(facts, index, untold)
            key = f"{facts.digests[index]} {sheet.boxes}"
            if key not in seen:
                seen[key] = _most(facts, plates, sheet, limit)
                found = seen[key]
                if found is not None:
                    yield found


def _untold(facts: PdfFacts, index: int, untold: tuple[str, ...]) -> Iterator[Finding]:
    """The first thing on the page with unknown ink."""
    drawing = facts.drawings[index]
    joint = [effect.detail for effect in drawing.effects if effect.kind == "blend" and effect.detail in JOINT]
    if joint:
        message = "the blend mode leaves the amount of ink undefined"
        yield facts.finding("ink-unknown", message, index + 1, found=joint[0])
    for painted in drawing.painted:
        names = {painted.space.words, *painted.space.kinds}
        if names & set(untold):
            yield facts.finding(
                "ink-unknown",
                "the amount of ink cannot be determined",
                index + 1,
                painted.box,
                found=painted.space.words,
                hint="convert it to CMYK",
            )
            return


def _most(facts: PdfFacts, plates: Plates, sheet: Sheet, limit: float) -> Finding | None:
    inks = plates.page(sheet.number - 1, DPI)
    sums = inks.sum(axis=2, dtype=int)
    left = top = 0
    # Marks in all inks may lie outside the bleed.
    around = sheet.rect("BleedBox") or sheet.rect("TrimBox")
    if around is not None:
        left, top = max(0, round(around.x * PX_PER_MM)), max(0, round(around.y * PX_PER_MM))
        right, bottom = round(around.right * PX_PER_MM), round(around.bottom * PX_PER_MM)
        sums = sums[top : max(bottom, top + 1), left : max(right, left + 1)]
    over = sums > (limit + ROUNDING) * 2.55
    if not over.any():
        return None
    most = float(sums.max()) / 2.55
    return facts.finding(
        "ink-limit",
        "the total ink coverage is above the limit",
        sheet.number,
        _around(over, left, top),
        expected=f"at most {limit:g} %",
        found=f"{most:.0f} %",
    )


def _around(over: Any, left: int, top: int) -> Rect:
    import numpy

    rows, columns = numpy.nonzero(over)
    x, y = (left + int(columns.min())) / PX_PER_MM, (top + int(rows.min())) / PX_PER_MM
    width = (int(columns.max() - columns.min()) + 1) / PX_PER_MM
    return Rect(x, y, width, (int(rows.max() - rows.min()) + 1) / PX_PER_MM)
