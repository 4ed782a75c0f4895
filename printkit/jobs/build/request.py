"""What a user wants built, as one frozen value, with all checks before any work is done."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from printkit.errors import InputError, nearest_hint
from printkit.jobs.printers import Calibration
from printkit.kit.edition import EVERY_LANGUAGE

__all__ = [
    "DUPLEX",
    "MARKS",
    "USUAL_MARGIN",
    "BuildRequest",
    "check_marks",
    "check_printer",
    "check_request",
    "numbers",
    "page_numbers",
]

DUPLEX = ("long", "short", "fold", "fronts-then-backs", "none")
MARKS = ("crop", "japanese", "corners", "registration", "cutter", "none")
INKS = ("full", "low")
USUAL_MARGIN = 5.0


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """What a user asks for; empty means the kit's or the usual choice.

    `first`: where nothing is chosen by name, only the parts a kit says are printed first, if it says any. `sleeve` is
    how thick the film of the cards' sleeves is, in mm.
    `records` are games to show by name and text, as they were attached to a file that is read back. `calibrations` are
    those of a printer without a name, as a page keeps them.
    """

    kits: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    first: bool = False
    lang: str = EVERY_LANGUAGE
    card: str = ""
    paper: str = ""
    ink: str = "full"
    duplex: str = "long"
    marks: tuple[str, ...] = ("crop",)
    margin: float = USUAL_MARGIN
    options: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    pages: str = ""
    deals: tuple[str, ...] = ()
    records: tuple[tuple[str, str], ...] = ()
    stack: float = 0.0
    sleeve: float = 0.0
    press: str = "home"
    icc: Path | None = None
    condition: str = ""
    profile: str = ""
    count: int = 0
    printer: str = ""
    calibrations: tuple[Calibration, ...] = ()
    changed_since: Path | None = None
    back_bleed: float = 0.0
    gutter: float | None = None
    backs_only: bool = False
    draft: bool = False
    kit_dir: Path | None = None
    out: Path = Path("output")


def check_request(request: BuildRequest) -> None:
    """Refuse an unknown word with an InputError naming its option and the nearest known word."""
    for value, known, option in (
        (request.duplex, DUPLEX, "--duplex"),
        (request.ink, INKS, "--ink"),
        *((mark, MARKS, "--marks") for mark in request.marks),
    ):
        if value not in known:
            raise InputError(f"{value!r} is not a valid choice", key=option, hint=nearest_hint(value, known))
    if request.kit_dir and request.kits:
        raise InputError("--kit-dir names the kit already", hint="leave out KIT")
    if request.stack and not 1.0 <= request.stack <= 1000.0:
        raise InputError(
            f"a stack of {request.stack:g} mm", key="--stack", hint="measure the cards, like 27mm"
        )
    if request.sleeve and not 0.03 <= request.sleeve <= 0.5:
        raise InputError(
            f"a film of {request.sleeve:g} mm", key="--sleeve", hint="as on the pack: 0.1mm for 100 µm"
        )
    if request.count < 0 or (request.count and not request.profile):
        raise InputError(
            f"a set of {request.count} cards", key="--set", hint="a number of cards, with --profile NAME"
        )
    check_printer(bool(request.printer or request.calibrations), request.duplex, request.paper)
    if request.back_bleed:
        _check_back_bleed(request)
    if request.gutter is not None and not 0.0 <= request.gutter <= 50.0:
        raise InputError(f"{request.gutter:g} mm", key="--gutter", hint="0 to 50 mm")
    if request.gutter is not None and (request.profile or request.paper.lower() == "card"):
        raise InputError("is for many cards on a sheet", key="--gutter", hint="leave it out")
    check_marks(request.marks, request.gutter, request.paper)
    if request.backs_only and (request.profile or request.duplex in ("none", "fold")):
        hint = "leave out --profile, and choose the edge the paper is turned over with --duplex"
        raise InputError("there are no sheets of backs alone", key="--backs-only", hint=hint)
    if request.draft and (request.profile or request.press not in ("home", "grey")):
        raise InputError("a draft is printed at home", key="--draft", hint="leave out --press and --profile")
    if request.changed_since and request.profile:
        raise InputError("is for home printing", key="--changed-since", hint="leave out --profile")
    page_numbers(request.pages)


def check_printer(printer: bool, duplex: str, paper: str) -> None:
    """Refuse a printer where there are no backs to correct."""
    if printer and (duplex in ("none", "fold") or paper.lower() == "card"):
        raise InputError(
            "this has no backs to correct", key="--printer", hint="use a duplex mode, or leave it out"
        )


def check_marks(marks: Collection[str], gutter: float | None, paper: str) -> None:
    """Refuse marks that exclude each other, and what sheets for a cutting machine have no use for."""
    if {"crop", "japanese"} <= set(marks):
        raise InputError("both stand at the corners", key="--marks", hint="choose crop or japanese")
    if "cutter" in marks and paper.lower() == "card":
        raise InputError(
            "a card that is a page has no marks for a machine", key="--marks", hint="choose a paper"
        )
    if gutter is not None and "cutter" in marks:
        raise InputError(
            "a cutting machine's sheets have a gutter of their own", key="--gutter", hint="leave it out"
        )


def _check_back_bleed(request: BuildRequest) -> None:
    if not 0.0 <= request.back_bleed <= 20.0:
        raise InputError(f"{request.back_bleed:g} mm", key="--back-bleed", hint="0 to 20 mm")
    if request.profile or request.paper.lower() == "card" or "cutter" in request.marks:
        raise InputError(
            "is for sheets cut by hand",
            key="--back-bleed",
            hint="leave out --profile, --paper card and cutter",
        )


def page_numbers(pages: str) -> frozenset[int]:
    """The pages a range like `3-6,9` names; nothing names none."""
    return numbers(pages, "--pages", "page range")


def numbers(text: str, key: str, what: str) -> frozenset[int]:
    """The numbers from 1 on that a list of ranges like `3-6,9` names; nothing names none."""
    found: set[int] = set()
    for part in filter(None, (part.strip() for part in text.split(","))):
        first, dash, last = part.partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()) or max(len(first), len(last)) > 6:
            raise InputError(f"{text!r} is not a {what}", key=key, hint="write 3-6,9")
        if not 1 <= int(first) <= int(last or first):
            raise InputError(f"{text!r} is not a {what}", key=key, hint="they count up from 1: 3-6")
        found.update(range(int(first), int(last or first) + 1))
    if text and not found:
        raise InputError(f"{text!r} is not a {what}", key=key, hint="write 3-6,9")
    return frozenset(found)
