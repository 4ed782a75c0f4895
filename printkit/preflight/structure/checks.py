"""The structural checks of finished PDFs from any program, and whether backs of unknown cards lie behind fronts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import dist, hypot
from pathlib import Path
from statistics import median

from printkit.errors import InputError
from printkit.geometry import Rect, Size
from printkit.inspect.pages import PdfFile, open_structure, opened
from printkit.inspect.painted import Drawing, Painted
from printkit.preflight.model import WARNING, Finding
from printkit.preflight.profile import Profile
from printkit.preflight.structure import boxes, document, drawing, pdfx, sides, small_details, tags
from printkit.preflight.structure.facts import Known, PdfFacts
from printkit.preflight.structure.small_details import MOST_POINTS, outline_of
from printkit.scene.shapes import contours_of

__all__ = ["CHECKS", "LOOKS", "SIDES", "backs_lie_behind", "preflight_pdf"]


# ── checks that backs lie behind fronts on sheets of other programs ──────────────────────────────────────────────────

# So many boxes of one size are a sheet of cards; the edges of cards are so long, in mm.
LEAST, MOST = 4, 1_000
SHORTEST, LONGEST = 20.0, 160.0
# Boxes are of one size, and a back is behind its front, to so many mm.
ALIKE, BEHIND = 0.5, 0.5
# Backs further aside than this, in mm, were not meant for these fronts.
MOST_ASIDE = 15.0
HINT = "print on one side, or lay both sides out so that they meet when the paper is turned over"

Point = tuple[float, float]


def backs_lie_behind(facts: PdfFacts) -> Iterator[Finding]:
    """Every second page with as many cards as the page before has them behind those, whichever edge it is turned over.

    Pages laid out alike may be fronts that are printed on one side, and are not looked at.
    """
    if facts.cards:
        return
    grids = [_grid(drawing) for _, drawing in facts.drawn]
    for number in range(1, len(grids), 2):
        fronts, backs, size = grids[number - 1], grids[number], facts.sheets[number].size
        if (
            len(fronts) != len(backs)
            or facts.sheets[number - 1].size != size
            or _far(fronts, backs) <= BEHIND
        ):
            continue
        asides = [_aside(turned, backs) for turned in _turned_over(fronts, size)]
        aside = min((each for each in asides if each is not None), default=0.0)
        if BEHIND < aside <= MOST_ASIDE:
            yield facts.finding(
                "backs-aside",
                "the backs do not lie behind the fronts",
                number + 1,
                severity=WARNING,
                found=f"{aside:.1f} mm beside them",
                hint=HINT,
            )


def _grid(drawing: Drawing) -> list[Point]:
    """The middles of the boxes most of which are of one size, row by row; none where that is no sheet of cards."""
    boxes = dict.fromkeys(box for painted in drawing.painted for box in _boxes(painted))
    sizes = Counter((round(box.width / ALIKE), round(box.height / ALIKE)) for box in boxes)
    (size, count), *_ = sizes.most_common(1) or [((0, 0), 0)]
    if not LEAST <= count <= MOST:
        return []
    own = [box for box in boxes if (round(box.width / ALIKE), round(box.height / ALIKE)) == size]
    apart = not any(one.overlaps(other, ALIKE) for at, one in enumerate(own) for other in own[:at])
    return _in_rows([box.center for box in own]) if apart else []


def _boxes(painted: Painted) -> Iterator[Rect]:
    """The boxes of a picture or of the shapes of a path that may be cards."""
    if painted.kind not in ("picture", "fill", "line"):
        return
    if isinstance(painted.shape, Rect):
        found = [painted.box]
    else:
        found = [painted.place.rect(each) for each in _areas(painted.shape)]
    for box in found:
        if SHORTEST <= min(box.width, box.height) and max(box.width, box.height) <= LONGEST:
            yield Rect(*(round(value, 2) for value in box))


# The same signs stand on every page.
@lru_cache(maxsize=4096)
def _areas(shape: bytes) -> tuple[Rect, ...]:
    """The box of each area of a path that is no picture, as it counts its points itself."""
    whole = shape.count(b" l") <= MOST_POINTS
    return tuple(_around(each.points()) for each in contours_of(outline_of(shape))) if whole else ()


def _around(points: Sequence[Point]) -> Rect:
    across, down = zip(*points, strict=True)
    return Rect.from_edges(min(across), min(down), max(across), max(down))


def _in_rows(points: Sequence[Point]) -> list[Point]:
    return sorted(points, key=lambda each: (round(each[1]), each[0]))


def _turned_over(points: Sequence[Point], size: Size) -> Iterator[list[Point]]:
    """Where points come to lie when the paper is turned over an upright and over a level edge."""
    yield _in_rows([(size.width - x, y) for x, y in points])
    yield _in_rows([(x, size.height - y) for x, y in points])


def _far(one: Sequence[Point], other: Sequence[Point]) -> float:
    return max((dist(a, b) for a, b in zip(one, other, strict=True)), default=0.0)


def _aside(fronts: Sequence[Point], backs: Sequence[Point]) -> float | None:
    """How far all of these lie beside those, in mm; None where they do not lie alike."""
    shift = [median(b[axis] - a[axis] for a, b in zip(fronts, backs, strict=True)) for axis in (0, 1)]
    moved = [(x + shift[0], y + shift[1]) for x, y in fronts]
    return hypot(*shift) if _far(moved, backs) <= ALIKE else None


# ── the structural checks of finished PDFs from any program ──────────────────────────────────────────────────────────

Check = Callable[[PdfFacts], Iterator[Finding]]

SIDES: tuple[Check, ...] = (
    sides.sides_take_turns,
    sides.backs_meet_fronts,
    sides.backs_are_their_cards,
    sides.backs_are_alike,
    sides.backs_turn,
)

# What is known of pages that were compared and show all they should in its place.
LOOKS: tuple[Check, ...] = (
    sides.backs_meet_fronts,
    sides.backs_are_their_cards,
    sides.backs_are_alike,
    backs_lie_behind,
)

CHECKS: tuple[Check, ...] = (
    document.pages_agree,
    document.syntax_is_clean,
    document.nothing_is_cut_off,
    document.not_encrypted,
    document.no_scripts,
    document.no_actions,
    document.points_are_points,
    document.no_attachments,
    document.no_annotations,
    tags.structure_is_sound,
    boxes.boxes_are_boxes,
    boxes.boxes_nest,
    boxes.boxes_are_there,
    boxes.bleed_is_wide_enough,
    boxes.trims_are_for_sale,
    pdfx.pdfx_rows,
    pdfx.condition_is_the_profiles,
    drawing.drawing_is_read,
    document.fonts_embedded,
    drawing.lines_are_thick_enough,
    drawing.letters_are_large_enough,
    drawing.pictures_are_fine_enough,
    drawing.colours_can_be_printed,
    drawing.black_text_is_black,
    drawing.white_knocks_out,
    small_details.areas_are_thick_enough,
    small_details.small_text_is_in_register,
    small_details.tints_can_be_printed,
    small_details.dies_overprint,
    small_details.registration_stays_outside,
    small_details.marks_stay_outside,
    small_details.frames_are_safe,
    drawing.ink_is_within_limit,
    boxes.art_reaches_bleed,
    boxes.words_are_safe,
    *SIDES,
    backs_lie_behind,
    sides.cards_are_for_sale,
)


def preflight_pdf(
    source: PdfFile | Path,
    name: str = "",
    profile: Profile | None = None,
    cards: Sequence[Known] = (),
    checks: Sequence[Check] = (),
) -> tuple[Finding, ...]:
    """What these checks, or all, find in a PDF, those of a page in its order; `cards` were recognised on it.

    An unreadable file is an InputError. A check that cannot be done is a finding: nothing passes unseen.
    """
    path = source if isinstance(source, Path) else Path(source.file)
    with open_structure(path) as structure, opened(source) as pdf:
        facts = PdfFacts(path, name or path.name, structure, pdf, profile, cards)
        findings = [finding for check in checks or CHECKS for finding in _done(check, facts)]
    return tuple(sorted(findings, key=lambda finding: finding.page))


def _done(check: Check, facts: PdfFacts) -> Iterator[Finding]:
    try:
        yield from check(facts)
    # Files from anywhere break in ways nobody foresees: what stops a check is a finding, never a pass.
    except Exception as error:
        said = (
            error.problems[0].message if isinstance(error, InputError) else f"{type(error).__name__}: {error}"
        )
        yield facts.finding(
            "check-failed", "a check could not be completed", subject=check.__name__.replace("_", " "),
            found=said.splitlines()[0][:200] if said else "",
        )  # fmt: skip
