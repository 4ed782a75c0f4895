"""Checks what is painted: line widths, text sizes, image resolution, colours, total ink."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from printkit.geometry import MM_PER_PT, Rect
from printkit.inspect.pages import open_structure
from printkit.inspect.painted import ONE_TONE, Drawing, Painted
from printkit.inspect.plates import Plates, open_plates
from printkit.preflight.model import WARNING, Finding
from printkit.preflight.structure.facts import PdfFacts, Sheet
from printkit.preflight.structure.small_details import HAIRLINE, straight_widths

__all__ = [
    "black_text_is_black",
    "colours_can_be_printed",
    "drawing_is_read",
    "ink_is_within_limit",
    "letters_are_large_enough",
    "lines_are_thick_enough",
    "pictures_are_fine_enough",
    "white_knocks_out",
]

# Lengths are rounded by those who write them.
ROUNDING = 0.995
# Pictures of one bit have hard edges: they need this many times the dots.
STENCIL_TIMES = 2
# A lower resolution is visible on any printer.
COARSE = 150.0
BLACK_ENOUGH = 0.8
PROCESS = {"DeviceCMYK", "DeviceGray", "Separation", "DeviceN", "Indexed", "Pattern"}
# What the newest flavour of PDF/X lets the printer convert.
MANAGED = {"ICCBased 1", "ICCBased 3", "ICCBased 4", "CalGray", "CalRGB", "Lab"}
PLATES = {"Cyan", "Magenta", "Yellow", "Black", "All", "None"}


def _each(facts: PdfFacts, *kinds: str) -> Iterator[tuple[int, Painted]]:
    for sheet, drawing in facts.drawn:
        for painted in drawing.painted:
            if not kinds or painted.kind in kinds:
                yield sheet.number, painted


_Sorted = list[tuple[float, int, Painted]]


def _worst(
    facts: PdfFacts,
    things: _Sorted,
    code: str,
    message: str,
    expected: str = "",
    found: str = "",
    hint: str = "",
) -> Finding:
    """One finding for all of a kind: the worst, and how many others there are."""
    _, page, painted = min(things, key=lambda each: each[:2])
    more = f"; {len(things) - 1} more" if len(things) > 1 else ""
    return facts.finding(code, message + more, page, painted.box, expected=expected, found=found, hint=hint)


def drawing_is_read(facts: PdfFacts) -> Iterator[Finding]:
    """What could not be followed to its end was not checked."""
    for sheet, drawing in facts.drawn:
        for trouble in drawing.troubles:
            message = "the page content cannot be read to its end, so it was not checked"
            yield facts.finding("unreadable-drawing", message, sheet.number, found=trouble)


def lines_are_thick_enough(facts: PdfFacts) -> Iterator[Finding]:
    """A line, or the outline of letters, thinner than the printer can hold breaks up or vanishes."""
    least = facts.profile.least_line if facts.profile else 0.0
    lines = [(each.size, page, each) for page, each in _each(facts, "line", "outline")]
    thin = [line for line in lines if HAIRLINE <= line[0] < least * ROUNDING]
    # An area without width is painted as thin as the device can.
    hair = [line for line in lines if line[0] < HAIRLINE]
    hair += [(0.0, sheet.number, each) for sheet, drawing in facts.drawn for each in _without_area(drawing)]
    if hair:
        yield _worst(
            facts, hair, "hairline", "a line has width 0 (hairline)", hint="give it at least 0.25 pt"
        )
    if thin:
        yield _worst(
            facts, thin, "line-thin", "a line is too thin", expected=f"{least / MM_PER_PT:.2f} pt or more",
            found=f"{min(thin, key=lambda each: each[:2])[0] / MM_PER_PT:.2f} pt",
        )  # fmt: skip


def _without_area(drawing: Drawing) -> Iterator[Painted]:
    """The filled shapes that are lines without width, but for those with a line along them."""
    for each, after in zip_longest(drawing.painted, drawing.painted[1:]):
        lined = after is not None and after.kind == "line" and after.shape is each.shape
        if each.kind == "fill" and not lined and any(width < HAIRLINE for width in straight_widths(each)):
            yield each


def letters_are_large_enough(facts: PdfFacts) -> Iterator[Finding]:
    """Letters smaller than the printer can hold fill up."""
    least = facts.profile.least_text if facts.profile else 0.0
    small = [(each.size, page, each) for page, each in _each(facts, "text") if each.size < least * ROUNDING]
    if small:
        yield _worst(
            facts, small, "text-small", "text is too small",
            expected=f"{least / MM_PER_PT:.1f} pt or more",
            found=f"{min(small, key=lambda each: each[:2])[0] / MM_PER_PT:.1f} pt",
        )  # fmt: skip


def pictures_are_fine_enough(facts: PdfFacts) -> Iterator[Finding]:
    """A picture's own pixels per inch, as large as it is printed."""
    wanted = float(facts.profile.resolution) if facts.profile else COARSE
    for page, painted in _each(facts, "picture", "stencil"):
        least = wanted * (STENCIL_TIMES if painted.bits == 1 else 1)
        # A single tone has nothing to be fine about.
        if painted.size < least * 0.99 and painted.detail != ONE_TONE:
            severity = {} if facts.profile is not None else {"severity": WARNING}
            yield facts.finding(
                "resolution", "the resolution of an image is too low", page, painted.box, subject=painted.detail,
                expected=f"{least:.0f} ppi or more", found=f"{painted.size:.0f}", **severity,
            )  # fmt: skip


def white_knocks_out(facts: PdfFacts) -> Iterator[Finding]:
    """White that overprints leaves what is below: it is seen on screen and not on paper."""
    found = [
        (0.0, page, each)
        for page, each in _each(facts, "fill", "line", "text", "outline", "stencil")
        if each.overprints and each.inks is not None and max(each.inks) < 0.005 and not each.space.unprinted
    ]
    if found:
        kind = found[0][2].kind
        yield _worst(
            facts, found, "white-overprint", f"white overprints ({kind}): it will not be visible in print",
            hint="set white to knock out",
        )  # fmt: skip


def black_text_is_black(facts: PdfFacts) -> Iterator[Finding]:
    """Black letters out of several inks blur at the smallest slip of a plate."""
    if not facts.for_press:
        return
    found = [
        (0.0, page, each)
        for page, each in _each(facts, "text")
        if each.inks is not None and each.inks[3] >= BLACK_ENOUGH and sum(each.inks[:3]) > 0.01
    ]
    if found:
        cyan, magenta, yellow, black = (round(100 * ink) for ink in found[0][2].inks or (0, 0, 0, 0))
        yield _worst(
            facts, found, "text-inks", "black text is printed in more inks than black",
            expected="black alone", found=f"{cyan}/{magenta}/{yellow}/{black} %",
        )  # fmt: skip


def colours_can_be_printed(facts: PdfFacts) -> Iterator[Finding]:
    """A press has four inks; what is not made of them somebody else converts."""
    if not facts.for_press:
        return
    said: dict[str, list[tuple[int, Rect]]] = {}
    spots: dict[str, tuple[int, Rect]] = {}
    for page, painted in _each(facts):
        allowed = PROCESS | (MANAGED if facts.standard == "x4" else set())
        for kind in painted.space.kinds:
            if kind not in allowed:
                said.setdefault(kind, []).append((page, painted.box))
        for colourant in painted.space.colourants:
            if colourant not in PLATES and not painted.space.unprinted:
                spots.setdefault(colourant, (page, painted.box))
    for kind, places in sorted(said.items()):
        page, rect = places[0]
        more = f"; {len(places) - 1} more" if len(places) > 1 else ""
        yield facts.finding(
            "colour-space", f"a colour is neither CMYK nor grey{more}", page, rect, expected="CMYK or grey",
            found=kind, hint="convert it to CMYK",
        )  # fmt: skip
    for colourant, (page, rect) in sorted(spots.items()):
        if facts.profile is not None:
            yield facts.finding(
                "spot-colour", "a spot colour needs a plate of its own", page, rect, found=colourant
            )


# Plates are drawn so.
DPI = 72.0
PX_PER_MM = DPI / 25.4
# Four inks rounded to 255 steps each, in per cent.
STEPS = 1.6
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
    over = sums > (limit + STEPS) * 2.55
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
