"""Checks what presses and blades cannot hold: thin areas, small text on several plates, light tints, near frames."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import pairwise

from printkit.geometry import IDENTITY, MM_PER_PT, Affine, Outline, Rect, length_text
from printkit.inspect.colour import Inks
from printkit.inspect.painted import Painted
from printkit.preflight.model import Finding
from printkit.preflight.structure.facts import PdfFacts
from printkit.scene.inks import BLACK
from printkit.scene.model import Path
from printkit.scene.shapes import contours_of, holds

__all__ = [
    "HAIRLINE",
    "areas_are_thick_enough",
    "dies_overprint",
    "frames_are_safe",
    "marks_stay_outside",
    "outline_of",
    "registration_stays_outside",
    "small_text_is_in_register",
    "straight_widths",
    "tints_can_be_printed",
]

ROUNDING = 0.995
# Plates slip by a tenth of a millimetre: smaller text is filled up or gets a coloured edge, in pt.
REVERSED_TEXT, TINTED_TEXT, KNOCKED_TEXT = 8.0, 8.0, 10.0
# On a ground of less colour than this, cyan, magenta and yellow together, a white edge does not show.
LIGHT_GROUND = 0.3
# Less of an ink is not meant, more of it is full; a plate holds no dot below LEAST_DOT.
TRACE, FULL, LEAST_DOT = 0.005, 0.95, 0.03
# A line along the trim lies this near to it; a frame follows all four edges within NEAR; mm.
EDGE, NEAR = 0.25, 8.0

Held = Callable[[Painted, float, float], bool]


def areas_are_thick_enough(facts: PdfFacts) -> Iterator[Finding]:
    """A line drawn as a narrow area, or as a narrow picture, is as thin as it is."""
    least = facts.profile.least_line if facts.profile else 0.0
    thin = []
    for sheet, drawing in facts.drawn:
        for painted in drawing.painted:
            width = _narrowest(painted, least) if least else least
            if width < least * ROUNDING:
                thin.append((width, sheet.number, painted.box))
    if thin:
        width, page, box = min(thin, key=lambda each: each[:2])
        more = f"; {len(thin) - 1} more" if len(thin) > 1 else ""
        yield facts.finding(
            "line-thin", f"a line drawn as an area is too thin{more}", page, box,
            expected=f"{least / MM_PER_PT:.2f} pt or more", found=f"{width / MM_PER_PT:.2f} pt",
        )  # fmt: skip


def _narrowest(painted: Painted, least: float) -> float:
    """How wide the thinnest long area is; `least` where none is thinner."""
    if painted.kind in ("picture", "stencil"):
        return min(painted.box.width, painted.box.height) if max(painted.box[2:]) >= LINE else least
    if painted.kind != "fill":
        return least
    return min((width for width in straight_widths(painted) if HAIRLINE <= width < least), default=least)


def tints_can_be_printed(facts: PdfFacts) -> Iterator[Finding]:
    """A tint below the smallest dot a plate holds does not print."""
    if facts.profile is None or not facts.for_press:
        return
    found: dict[str, tuple[int, Rect]] = {}
    for sheet, drawing in facts.drawn:
        for painted in drawing.painted:
            for share in painted.inks or ():
                if TRACE < share < LEAST_DOT:
                    found.setdefault(f"{100 * share:.1f} %", (sheet.number, painted.box))
    for words, (page, box) in sorted(found.items()):
        yield facts.finding(
            "tint-light", "a tint is too light to print", page, box,
            expected=f"nothing, or {100 * LEAST_DOT:.0f} % and more", found=words,
        )  # fmt: skip


def small_text_is_in_register(facts: PdfFacts) -> Iterator[Finding]:
    """Small text is one plate, over one plate: white, tinted or knocking out it fills up when plates slip."""
    if facts.profile is None or not facts.for_press:
        return
    reported: set[str] = set()
    for sheet, drawing in facts.drawn:
        for at, painted in enumerate(drawing.painted):
            if painted.kind != "text" or painted.inks is None:
                continue
            message = _out_of_register(painted, partial(_ground, drawing.painted, at))
            if message and message not in reported:
                reported.add(message)
                yield facts.finding(
                    "text-register", message, sheet.number, painted.box,
                    found=f"{painted.size / MM_PER_PT:.1f} pt", hint="use one ink, or larger text",
                )  # fmt: skip


def _out_of_register(text: Painted, ground: Callable[[], Inks]) -> str:
    """What is wrong with a piece of text; empty where nothing is."""
    assert text.inks is not None
    size = text.size / MM_PER_PT
    own = [share for share in text.inks if share > TRACE]
    if not own and size < REVERSED_TEXT and sum(share > TRACE for share in ground()) > 1:
        return "small white text stands on several inks"
    if len(own) > 1 and max(own) < FULL and size < TINTED_TEXT:
        return "small text is printed in several tints"
    only_black = len(own) == 1 and text.inks[3] > TRACE
    if only_black and not text.overprints and size < KNOCKED_TEXT and sum(ground()[:3]) > LIGHT_GROUND:
        return "small black text knocks out the colours below it"
    return ""


def _ground(painted: tuple[Painted, ...], at: int) -> Inks:
    """The inks below a piece of text: of the last area painted before it that holds its middle; paper without any."""
    x, y = painted[at].box.center
    for below in reversed(painted[:at]):
        if below.kind == "fill" and below.inks is not None and _holds(below, x, y):
            return below.inks
    return 0.0, 0.0, 0.0, 0.0


def _holds(area: Painted, x: float, y: float) -> bool:
    box = area.seen
    if not (box.x <= x <= box.right and box.y <= y <= box.bottom):
        return False
    path = Path(outline_of(area.shape), fill=BLACK, even_odd=False)
    place: Affine = area.place
    return holds(path, place, [(x, y)])[0]


def dies_overprint(facts: PdfFacts) -> Iterator[Finding]:
    """A line for a die is no ink: where it does not overprint it is a white line in the art below."""
    for sheet, drawing in facts.drawn if facts.for_press else ():
        for at, painted in enumerate(drawing.painted):
            if not painted.space.unprinted or painted.overprints or painted.kind == "outline":
                continue
            below = drawing.painted[:at]
            if any(_inked(below, x, y) for x, y in _points(painted)):
                yield facts.finding(
                    "die-knocks-out", "a die line knocks out the art below it", sheet.number, painted.box,
                    found=painted.space.colourants[0], hint="set it to overprint",
                )  # fmt: skip
                break


def _points(painted: Painted) -> Iterator[tuple[float, float]]:
    """Points along a path, and the middle of what is none."""
    if isinstance(painted.shape, Rect):
        yield painted.seen.center
        return
    for box in _segments(painted):
        yield from ((box.x, box.y), box.center, (box.right, box.bottom))


def _inked(painted: Sequence[Painted], x: float, y: float) -> bool:
    """Whether the last thing painted on a point leaves ink there."""
    for below in reversed(painted):
        if below.kind == "fill" and not below.space.unprinted and _holds(below, x, y):
            return below.inks is None or max(below.inks) > TRACE
        box = below.seen
        if below.kind in ("picture", "shading") and box.x <= x <= box.right and box.y <= y <= box.bottom:
            return True
    return False


def registration_stays_outside(facts: PdfFacts) -> Iterator[Finding]:
    """What is printed on all plates shows every slip of theirs: it is for marks, outside the card."""
    for sheet, drawing in facts.drawn if facts.for_press else ():
        if sheet.trim is None:
            continue
        inside = sheet.trim.grown(-EDGE)
        for painted in drawing.painted:
            everywhere = painted.space.colourants == ("All",) or (
                painted.inks is not None and min(painted.inks) >= FULL and painted.kind != "text"
            )
            blank = painted.inks is not None and not any(painted.inks)
            if everywhere and not blank and any(box.overlaps(inside) for box in _pieces(painted)):
                yield facts.finding(
                    "registration-inside", "registration colour is used inside the trim", sheet.number,
                    painted.box, hint="use black alone",
                )  # fmt: skip
                break


def _pieces(painted: Painted) -> Iterator[Rect]:
    """The boxes of what is painted, by straight pieces where it has any, each with some width."""
    whole = isinstance(painted.shape, Rect)
    yield from (box.grown(EDGE / 10) for box in ((painted.box,) if whole else _segments(painted)))


def marks_stay_outside(facts: PdfFacts) -> Iterator[Finding]:
    """What lies in the bleed shows where the cut slips: printer's marks stay outside of it."""
    for sheet, drawing in facts.drawn:
        trim, bleed = sheet.rect("TrimBox"), sheet.rect("BleedBox")
        if trim is None or bleed is None or not facts.for_press:
            continue
        inner = bleed.grown(-EDGE)
        # What a die cuts out is no rectangle: a mark in line with its edges may lie beside it.
        die = any(painted.space.unprinted for painted in drawing.painted)
        for painted in drawing.painted:
            everywhere = painted.space.colourants == ("All",)
            blank = painted.inks is not None and not any(painted.inks) and not everywhere
            if painted.kind != "line" or painted.space.unprinted or blank or (die and not everywhere):
                continue
            box = next((box for box in _segments(painted) if _is_mark(box, trim, inner, everywhere)), None)
            if box is not None:
                yield facts.finding("mark-in-bleed", "a printer's mark lies in the bleed", sheet.number, box)
                break


def _segments(painted: Painted) -> Iterator[Rect]:
    """The box of every straight piece of a line."""
    for contour in contours_of(outline_of(painted.shape)):
        points = [painted.place.point(x, y) for x, y in contour.points()]
        for (ax, ay), (bx, by) in pairwise(points):
            yield Rect.from_edges(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))


def _is_mark(box: Rect, trim: Rect, bleed: Rect, everywhere: bool) -> bool:
    """Whether a piece of a line is a mark that reaches into the bleed: on all plates, or in line with the trim."""
    inside = trim.grown(-EDGE)
    if not box.grown(EDGE / 10).overlaps(bleed) or box.grown(EDGE / 10).overlaps(inside):
        return False
    upright = box.width < EDGE <= box.height and min(abs(box.x - x) for x in (trim.x, trim.right)) < EDGE
    level = box.height < EDGE <= box.width and min(abs(box.y - y) for y in (trim.y, trim.bottom)) < EDGE
    return everywhere or upright or level


def frames_are_safe(facts: PdfFacts) -> Iterator[Finding]:
    """A frame near the trim looks uneven when the cut slips."""
    profile = facts.profile
    if profile is None or not profile.safe:
        return
    seen: set[str] = set()
    for index, (sheet, drawing) in enumerate(zip(facts.sheets, facts.drawings, strict=False)):
        if sheet.trim is None or facts.digests[index] in seen:
            continue
        seen.add(facts.digests[index])
        for painted in drawing.painted:
            if painted.kind not in ("fill", "line") or painted.space.unprinted:
                continue
            least = _frame(painted, sheet.trim)
            if 0 < least < profile.safe * ROUNDING:
                yield facts.finding(
                    "frame-near", "a frame is too close to the trim", sheet.number, painted.box,
                    expected=f"{length_text(profile.safe)} mm or more", found=f"{length_text(least)} mm",
                )  # fmt: skip
                break


def _frame(painted: Painted, trim: Rect) -> float:
    """How near to the trim a contour runs all around inside it, in mm; 0 where none does."""
    if not trim.grown(-NEAR).overlaps(painted.box) or painted.box.width < trim.width / 2:
        return 0.0
    for contour in contours_of(outline_of(painted.shape)):
        own = painted.place.rect(Rect.from_edges(contour.left, contour.top, contour.right, contour.bottom))
        apart = (own.x - trim.x, own.y - trim.y, trim.right - own.right, trim.bottom - own.bottom)
        if min(apart) > EDGE and max(apart) < NEAR:
            return min(apart)
    return 0.0


# Thinner than this is whatever one dot of the printer is, in mm.
HAIRLINE = 0.003
# An area is a line if it is this long, in mm.
LINE = 1.0
# Paths with more points are pictures, in which thin places are drawn on purpose.
MOST_POINTS = 4_000

# A part of a path, from where it begins up to the next beginning; and what makes it no polygon.
_PARTS = re.compile(rb"[-+.\d]++\s++[-+.\d]++\s++m(?:\s++(?![-+.\d]++\s++[-+.\d]++\s++m)\S++)*+")
_CURVE = re.compile(rb"[cvy]")
_OPERANDS = {b"re": 4, b"m": 2, b"l": 2, b"c": 6, b"v": 4, b"y": 4, b"h": 0}


def straight_widths(painted: Painted) -> Iterator[float]:
    """The mean widths in mm of the areas with straight sides that are long enough to be lines; 0 without area."""
    if isinstance(painted.shape, Rect):
        return
    for own, bordered in _polygons(painted.shape):
        points = [painted.place.point(x, y) for x, y in own]
        pairs = list(zip(points, points[1:] + points[:1], strict=True))
        around = sum(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 for (ax, ay), (bx, by) in pairs)
        area = abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2
        if around >= 2 * LINE and (2 * area / around >= HAIRLINE or not bordered):
            yield 2 * area / around


# The same signs stand on every page.
@lru_cache(maxsize=4096)
def _polygons(shape: bytes) -> tuple[tuple[list[tuple[float, float]], bool], ...]:
    """The areas of a path with straight sides, and whether each lies in ink.

    Borders are drawn as a frame whose inner edge may have no room left: that is no line of its own.
    """
    if shape.count(b" l") > MOST_POINTS:
        return ()
    path = Path(outline_of(_straight(shape)), fill=BLACK, even_odd=True)
    straight = [each for each in contours_of(path.outline) if "C" not in each.commands]
    if not straight:
        return ()
    middles = [((each.left + each.right) / 2, (each.top + each.bottom) / 2) for each in straight]
    inside = holds(path, IDENTITY, middles)
    return tuple((each.points(), held) for each, held in zip(straight, inside, strict=True))


def _straight(path: bytes) -> bytes:
    """A path without the parts that have curves: these are many, and reading their numbers takes long."""
    if b"re" in path or not _CURVE.search(path):
        return path
    return b" ".join(part for part in _PARTS.findall(path) if not _CURVE.search(part))


@lru_cache(maxsize=256)
def outline_of(shape: bytes | Rect) -> Outline:
    """A path of a PDF as an outline in its own units."""
    if isinstance(shape, Rect):
        return Outline(
            "MLLLZ", (*shape[:2], shape.right, shape.y, shape.right, shape.bottom, shape.x, shape.bottom)
        )
    commands: list[str] = []
    numbers: list[float] = []
    operands: list[bytes] = []
    for word in shape.split():
        count = _OPERANDS.get(word)
        if count is None:
            operands.append(word)
            continue
        values, operands = [_number(each) for each in operands[-count:]] if count else [], []
        if word == b"h" or len(values) < count:
            continue
        if word == b"re":
            x, y, width, height = values
            commands.append("MLLLZ")
            numbers += (x, y, x + width, y, x + width, y + height, x, y + height)
        elif word in b"ml":
            commands.append("L" if word == b"l" and commands else "M")
            numbers += values
        elif commands:
            last = numbers[-2:]
            commands.append("C")
            numbers += {b"c": values, b"v": [*last, *values], b"y": [*values, *values[-2:]]}[word]
    return Outline("".join(commands), tuple(numbers))


def _number(word: bytes) -> float:
    try:
        return float(word)
    except ValueError:
        return 0.0
