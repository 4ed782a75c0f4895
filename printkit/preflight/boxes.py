"""Checks the page boxes of a PDF: missing, invalid or badly nested ones."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.geometry import PT_PER_MM, length_text
from printkit.preflight.facts import PdfFacts, Sheet, in_words
from printkit.preflight.model import WARNING, Finding

__all__ = ["bleed_is_wide_enough", "boxes_are_boxes", "boxes_are_there", "boxes_nest", "trims_are_for_sale"]

# Which box lies in which, from the innermost; a box that is not stated is passed over.
NESTED = (
    ("BleedBox", "MediaBox"),
    ("TrimBox", "BleedBox"),
    ("TrimBox", "MediaBox"),
    ("ArtBox", "BleedBox"),
    ("ArtBox", "MediaBox"),
    ("TrimBox", "CropBox"),
)
# In points: what a program rounds, and what the strictest printer's program lets pass.
TOLERANCE, STRICT = 0.02, 1e-6
# Longest edge a page of PDF may have before version 1.6, in points.
LONGEST = 14_400.0
# Two lengths nearer than this are the same, in mm.
SAME = 0.1


def boxes_are_boxes(facts: PdfFacts) -> Iterator[Finding]:
    """Four numbers, some width, some height, and no larger than a page can be."""
    for sheet in facts.sheets:
        for box, edges in sheet.boxes.items():
            if len(edges) != 4:
                yield facts.finding("box-broken", f"the {box} is not four numbers", sheet.number)
                continue
            width, height = abs(edges[2] - edges[0]), abs(edges[3] - edges[1])
            if min(width, height) < 1 or max(width, height) > LONGEST:
                yield facts.finding(
                    "box-broken",
                    f"the {box} has an impossible size",
                    sheet.number,
                    found=f"{width:g} × {height:g} pt",
                )


def boxes_nest(facts: PdfFacts) -> Iterator[Finding]:
    """Media holds bleed holds trim; press programs refuse a ten-thousandth of a point too much."""
    slack = STRICT if facts.for_press else TOLERANCE
    for sheet in facts.sheets:
        for inner, outer in NESTED:
            within, around = _edges(sheet, inner), _edges(sheet, outer)
            if within is None or around is None:
                continue
            over = max(
                around[0] - within[0], around[1] - within[1], within[2] - around[2], within[3] - around[3]
            )
            if over > slack:
                yield facts.finding(
                    "box-nesting",
                    f"the {inner} extends beyond the {outer}",
                    sheet.number,
                    sheet.rect(inner),
                    found=f"{over:.4g} pt",
                    hint="a print shop may reject the file",
                )
                break


def _edges(sheet: Sheet, box: str) -> tuple[float, float, float, float] | None:
    edges = sheet.boxes.get(box, ())
    if len(edges) != 4:
        return None
    x0, y0, x1, y1 = edges
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def boxes_are_there(facts: PdfFacts) -> Iterator[Finding]:
    """The boxes the printer asks for, each on the page itself."""
    for sheet in facts.sheets:
        for box in facts.profile.boxes if facts.profile else ():
            if box not in sheet.boxes:
                yield facts.finding("box-missing", f"the page has no {box}", sheet.number)


def bleed_is_wide_enough(facts: PdfFacts) -> Iterator[Finding]:
    """As much around the trim as the printer cuts off."""
    profile = facts.profile
    if profile is None or profile.form != "cards":
        return
    for sheet in facts.sheets:
        trim = sheet.rect("TrimBox")
        outer = sheet.rect("BleedBox") or sheet.rect("MediaBox")
        if trim is None or outer is None:
            continue
        least = min(trim.x - outer.x, trim.y - outer.y, outer.right - trim.right, outer.bottom - trim.bottom)
        # The boxes of a press file are rounded inwards.
        if least < profile.bleed - 0.001 / PT_PER_MM - 1e-9:
            yield facts.finding(
                "bleed-narrow",
                "the bleed is too narrow",
                sheet.number,
                trim,
                expected=f"{length_text(profile.bleed)} mm all around",
                found=f"{length_text(max(least, 0.0))} mm",
            )


def trims_are_for_sale(facts: PdfFacts) -> Iterator[Finding]:
    """Every card has one size, and it is one the printer sells."""
    profile = facts.profile
    if (profile is not None and profile.form == "sheets") or facts.folded:
        return
    # What a die cuts is no card.
    trims = [
        (sheet, sheet.trim)
        for sheet, drawing in zip(facts.sheets, facts.drawings, strict=True)
        if not any(painted.space.unprinted for painted in (*drawing.painted, *drawing.hidden))
    ]
    cards = [(sheet.number, trim) for sheet, trim in trims if trim is not None]
    if profile is not None:
        for number, trim in cards:
            across, down = sorted((trim.width, trim.height))
            if profile.product(across, down) is None and profile.product(down, across) is None:
                sold = ", ".join(
                    f"{each.name} {each.width:g} × {each.height:g} mm" for each in profile.products
                )
                yield facts.finding(
                    "trim-size", f"{profile.title} does not sell this size", number, trim, expected=sold,
                    found=in_words(trim),
                )  # fmt: skip
    if len(cards) != len(trims):
        return
    first = cards[0][1] if cards else None
    for number, trim in cards:
        if first is not None and max(abs(trim.width - first.width), abs(trim.height - first.height)) > SAME:
            severity = {} if profile is not None else {"severity": WARNING}
            yield facts.finding(
                "trim-differs", "the card's size differs from the first one's", number, trim,
                expected=in_words(first), found=in_words(trim), **severity,
            )  # fmt: skip
