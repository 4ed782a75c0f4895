"""Checks the page boxes of a PDF, the bleed around its cards, and what lies too near to the cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from printkit.geometry import PT_PER_MM, Rect, length_text
from printkit.inspect.pages import page_chars
from printkit.preflight.model import WARNING, Finding
from printkit.preflight.structure.facts import PdfFacts, Sheet, in_words

__all__ = [
    "art_reaches_bleed",
    "bleed_is_wide_enough",
    "boxes_are_boxes",
    "boxes_are_there",
    "boxes_nest",
    "trims_are_for_sale",
    "words_are_safe",
]

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


PX_PER_MM = 4.0
# Lighter than this is paper, of 255.
PAPER = 247
# Art that stops along so much of an edge, in mm, stops there on purpose and not as part of its shape.
LONG = 4.0
# As far inside the trim is looked at for art that touches it, in mm.
INSIDE = 0.4
# Boxes of letters may reach this much further than their ink, in mm.
ROOM = 0.1
HIDDEN = (3, 7)


def art_reaches_bleed(facts: PdfFacts) -> Iterator[Finding]:
    """Where art touches the trim it goes on to the end of the bleed, or a white line shows after cutting."""
    seen = set()
    for index, sheet in enumerate(facts.sheets):
        trim, reach = sheet.trim, _reach(facts, sheet)
        key = f"{facts.digests[index]} {sheet.boxes}"
        if trim is None or reach < 0.5 or key in seen:
            continue
        seen.add(key)
        around = trim.grown(reach)
        size = round(around.width * PX_PER_MM), round(around.height * PX_PER_MM)
        pixels = facts.part(index, PX_PER_MM, around.x, around.y, size)
        inked = pixels.min(axis=2) < PAPER
        for edge, strip in _strips(inked, reach).items():
            found = _stop(strip, reach)
            if found is not None:
                first, last, depth = found
                yield facts.finding(
                    "bleed-missing",
                    "art reaches the trim but not the bleed",
                    sheet.number,
                    _place(edge, around, first / PX_PER_MM, last / PX_PER_MM, reach),
                    subject=f"{edge} edge",
                    expected=f"{length_text(reach)} mm",
                    found=f"{length_text(depth)} mm",
                )


def _reach(facts: PdfFacts, sheet: Sheet) -> float:
    """How far art must go beyond the trim: to the bleed box, else as far as the profile or the page says."""
    trim = sheet.trim
    if trim is None:
        return 0.0
    outer = sheet.rect("BleedBox")
    wanted = facts.profile.bleed if facts.profile and facts.profile.form != "sheets" else 3.0
    if outer is None or not outer.contains(trim.grown(0.5)):
        outer = Rect(0.0, 0.0, *sheet.size)
    room = min(trim.x - outer.x, trim.y - outer.y, outer.right - trim.right, outer.bottom - trim.bottom)
    return min(room, wanted)


def _strips(inked: Any, reach: float) -> dict[str, Any]:
    """The four edges, each as rows from inside the trim outwards, by places along the edge; corners left out."""
    depth = round((reach + INSIDE) * PX_PER_MM) + 1
    corner = round(reach * PX_PER_MM)
    across, down = slice(corner, inked.shape[1] - corner), slice(corner, inked.shape[0] - corner)
    return {
        "top": inked[:depth, across][::-1],
        "bottom": inked[-depth:, across],
        "left": inked[down, :depth].T[::-1],
        "right": inked[down, -depth:].T,
    }


def _stop(strip: Any, reach: float) -> tuple[int, int, float] | None:
    """Where art that touches the trim stops in a line with it: first and last place, and how far out it got in mm."""
    import numpy

    inside = 1 + round(INSIDE * PX_PER_MM)
    outer = strip[inside:-1]
    # How many pixels of the bleed are inked before the first that is not.
    far = numpy.where(outer.all(axis=0), outer.shape[0], numpy.argmin(outer, axis=0))
    # A pattern of strokes and gaps goes on beyond a gap; art that was cut off has nothing there but paper.
    goes_on_beyond = outer.sum(axis=0) > far
    touches = strip[:inside].all(axis=0) & ~outer[-1] & ~goes_on_beyond
    first = None
    for at in range(len(touches) + 1):
        goes_on = at < len(touches) and touches[at] and (first is None or abs(far[at] - far[first]) <= 1)
        if goes_on:
            first = at if first is None else first
        elif first is not None:
            if at - first >= LONG * PX_PER_MM and far[first] < (reach - 0.5) * PX_PER_MM:
                return first, at, float(far[first:at].mean()) / PX_PER_MM
            first = at if at < len(touches) and touches[at] else None
    return None


def _place(edge: str, around: Rect, first: float, last: float, reach: float) -> Rect:
    length = last - first
    return {
        "top": Rect(around.x + reach + first, around.y, length, reach),
        "bottom": Rect(around.x + reach + first, around.bottom - reach, length, reach),
        "left": Rect(around.x, around.y + reach + first, reach, length),
        "right": Rect(around.right - reach, around.y + reach + first, reach, length),
    }[edge]


def words_are_safe(facts: PdfFacts) -> Iterator[Finding]:
    """No words so near to the cut that a slip of the blade takes them."""
    profile = facts.profile
    if profile is None:
        return
    seen = set()
    for index, sheet in enumerate(facts.sheets):
        cards = _cards(facts, sheet)
        key = f"{facts.digests[index]} {sheet.boxes}"
        if not cards or key in seen:
            continue
        seen.add(key)
        chars = [
            char
            for char in page_chars(facts.pdf, index)
            if char.text.strip() and char.render_mode not in HIDDEN and char.box.width and char.box.height
        ]
        for trim in cards:
            safe = trim.grown(ROOM - profile.safe)
            near = [char for char in chars if trim.overlaps(char.box) and not safe.contains(char.box)]
            if near:
                yield _unsafe(facts, sheet, trim, [char.box for char in near], "".join(c.text for c in near))


def _cards(facts: PdfFacts, sheet: Sheet) -> list[Rect]:
    """The cards on the page: its trim, else those that were recognised."""
    if sheet.trim is not None:
        return [sheet.trim]
    return [card.rect for card in facts.cards if card.page == sheet.number]


def _unsafe(facts: PdfFacts, sheet: Sheet, trim: Rect, boxes: Sequence[Rect], text: str) -> Finding:
    around = boxes[0]
    for box in boxes[1:]:
        around = around.union(box)
    least = min(
        min(box.x - trim.x, box.y - trim.y, trim.right - box.right, trim.bottom - box.bottom) for box in boxes
    )
    safe = facts.profile.safe if facts.profile else 0.0
    # Sheets printed at home are cut by hand, by eye.
    severity = {"severity": WARNING} if sheet.trim is None else {}
    return facts.finding(
        "unsafe-text", "text is too close to the trim", sheet.number, around,
        subject=f"text {text[:30]!r}", expected=f"{length_text(safe)} mm or more", found=f"{length_text(least)} mm",
        **severity,
    )  # fmt: skip
