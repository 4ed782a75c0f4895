"""The structural checks of finished PDFs from any program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from printkit.backends.inspect import open_pdf, open_structure
from printkit.errors import InputError
from printkit.preflight import boxes, document, drawing, other_backs, pdfx, sides, small_details, tags
from printkit.preflight.facts import Known, PdfFacts
from printkit.preflight.model import Finding
from printkit.preflight.profile import Profile

__all__ = ["CHECKS", "LOOKS", "SIDES", "preflight_pdf"]

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
    other_backs.backs_lie_behind,
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
    other_backs.backs_lie_behind,
    sides.cards_are_for_sale,
)


def preflight_pdf(
    path: Path,
    name: str = "",
    profile: Profile | None = None,
    cards: Sequence[Known] = (),
    checks: Sequence[Check] = (),
) -> tuple[Finding, ...]:
    """What these checks, or all, find in a PDF, those of a page in its order; `cards` were recognised on it.

    An unreadable file is an InputError. A check that cannot be done is a finding: nothing passes unseen.
    """
    with open_structure(path) as structure, open_pdf(path) as pdf:
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
