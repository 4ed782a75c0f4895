"""Print-ready sheets from a folder of pictures, without a kit."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, cast

from printkit.backends.pdf import write_pdf
from printkit.backends.pdf_info import DocumentInfo
from printkit.errors import InputError, Problem, nearest_hint
from printkit.files import Staging, staging, temporary_folder
from printkit.geometry import length_text
from printkit.interchange.picture_folder import left_out
from printkit.jobs.build.cuts import cut_file, different_sheets
from printkit.jobs.build.part import labelled_with
from printkit.jobs.build.request import DUPLEX, MARKS, check_marks, check_printer, numbers
from printkit.jobs.calibrate import Printer
from printkit.jobs.exchange.picture_deck import (
    MOST_COPIES,
    PictureDeck,
    PictureFaces,
    SheetsRequest,
    picture_deck,
)
from printkit.sheets.cards import SLUG, CardLaying, mark_style
from printkit.sheets.impose import Duplex, ImpositionSpec, card_per_page
from printkit.sheets.model import Sheet, find_paper

__all__ = ["BLEEDS", "FITS", "PictureSheets", "SheetsRequest", "described", "picture_sheets"]

BLEEDS, FITS = ("mirror", "extend", "white", "scale"), ("cut", "whole")
# Endings of files for cutting machines, and the forms of `export` they are.
CUT_FILES = {"dxf": "dxf", "svg": "cut-svg"}
# The room tried between cards, in bleeds.
GUTTERS = (2.0, 1.0, 0.5, 0.0)
# The bleed tried around all cards where there is none between them, in bleeds.
OUTER = (0.5, 0.25, 0.0)
_ID = re.compile(r"[^a-z0-9]+")
CARD_PER_PAGE = "card"


class PictureSheets(NamedTuple):
    """The files that were made: pages and cards of the first, what to know before it is printed, what is not on it.

    `left_out` says of what lies in the folder why it is not printed; plain texts are among the warnings. `cut_files`
    are for a cutting machine.
    """

    file: Path
    pages: int
    cards: int
    warnings: tuple[str, ...]
    left_out: tuple[Problem, ...] = ()
    duplex: Duplex = "none"
    cut_files: tuple[Path, ...] = ()


def picture_sheets(
    request: SheetsRequest, progress: Callable[[str, int, int], None] = lambda name, done, total: None
) -> PictureSheets:
    """Lay the pictures of a folder on sheets, fronts and backs; raises `InputError` before anything is written."""
    _check(request)
    printer = Printer(request.printer).known() if request.printer else None
    deck = picture_deck(request)
    name = f"{_ID.sub('-', request.folder.resolve().name.lower()).strip('-') or 'cards'}-sheets"
    duplex = cast(Duplex, request.duplex if deck.has_backs else "none")
    with temporary_folder("printkit-sheets-") as scratch, staging(request.out) as stage:
        faces = PictureFaces(request, deck, scratch)
        unread = faces.read(lambda done: progress(name, done, len(deck.cards)))
        deck = deck.without(unread)
        sheets = tuple(_sheets(request, deck, duplex))
        info = DocumentInfo(
            title=request.folder.resolve().name,
            language="en",
            duplex=duplex if duplex in ("long", "short") else None,
        )
        with stage.open(f"{name}.pdf") as stream:
            drawn = printer.corrected(sheets, duplex, 0.0) if printer else sheets
            write_pdf(stream, drawn, faces, info)
        cut = tuple(request.out / each for each in _cut_files(request, name, sheets, stage))
    meant, texts = left_out(request.folder)
    warnings = [*faces.warnings(), *(f"not printed, as it is a text: {text}" for text in texts)]
    warnings += printer.warnings if printer else ()
    found = dict.fromkeys(
        (*deck.left_out, *(problem for error in unread.values() for problem in error.problems))
    )
    # Files are called as they lie in the folder, like those that were not tried.
    inside = f"{request.folder}{os.sep}"
    problems = (*meant, *(replace(each, file=each.file.removeprefix(inside)) for each in found))
    return PictureSheets(
        request.out / f"{name}.pdf", len(sheets), len(deck.ids), tuple(warnings), problems, duplex, cut
    )


def _check(request: SheetsRequest) -> None:
    """Choices and lengths that cannot be."""
    for key, value, known in (
        ("--make-bleed", request.make, BLEEDS),
        ("--fit", request.fit, FITS),
        ("--duplex", request.duplex, DUPLEX),
        *(("--marks", mark, MARKS) for mark in request.marks),
        *(("--cut-files", form, tuple(CUT_FILES)) for form in request.cut_files),
    ):
        if value not in known:
            raise InputError(f"{value!r} is not a valid choice", key=key, hint=nearest_hint(value, known))
    if not all(10.0 <= edge <= 600.0 for edge in request.size):
        raise InputError(f"no card is {request.size}", key="--card", hint="each edge is 10 to 600 mm")
    if not 0.0 <= request.bleed <= 20.0:
        raise InputError(f"{request.bleed:g} mm", key="--bleed", hint="0 to 20 mm")
    if not 0.0 <= request.corner <= min(request.size) / 2:
        raise InputError(
            f"a corner of {request.corner:g} mm", key="--corner", hint="0 to half of the shorter edge"
        )
    if not 1 <= request.copies <= MOST_COPIES:
        raise InputError(f"{request.copies} copies", key="--copies", hint=f"1 to {MOST_COPIES}")
    check_marks(request.marks, request.gutter, request.paper)
    check_printer(bool(request.printer), request.duplex, request.paper)
    if request.cut_files and "cutter" not in request.marks:
        raise InputError(
            "a machine finds the cards by its marks", key="--cut-files", hint="add --marks cutter"
        )
    if request.skip and request.paper.lower() == CARD_PER_PAGE:
        raise InputError("is for many cards on a sheet", key="--skip", hint="leave it out")
    _used(request)


def _used(request: SheetsRequest) -> frozenset[int]:
    return numbers(request.skip, "--skip", "list of places")


def _cut_files(request: SheetsRequest, name: str, sheets: tuple[Sheet, ...], stage: Staging) -> Iterator[str]:
    """Write what a machine cuts, a file for each different sheet; their names."""
    for form in request.cut_files:
        for kind in different_sheets(name, sheets):
            file, data = cut_file(kind, CUT_FILES[form])
            stage.write(file, data)
            yield file


def _sheets(request: SheetsRequest, deck: PictureDeck, duplex: Duplex) -> Iterator[Sheet]:
    if request.paper.lower() == CARD_PER_PAGE:
        pressed = mark_style(request.marks) == "japanese"
        yield from card_per_page(
            deck.ids,
            request.size,
            request.bleed,
            slug=SLUG if pressed else 0.0,
            order=("front", "back") if deck.has_backs else ("front",),
            marks="japanese" if pressed else "none",
        )
        return
    laying = _laying(request, duplex)
    total = laying.count(len(deck.ids))
    title = request.folder.resolve().name
    for sheet in laying.sheets(deck.ids):
        words = (f"{title} · {sheet.number}/{total} {sheet.side}", "print at 100 %", "ruler 100 mm")
        yield labelled_with(sheet, words)


def _laying(request: SheetsRequest, duplex: Duplex) -> CardLaying:
    """How the cards are laid: so that a sheet holds most of them, with the most room and bleed that costs no card."""
    return max(_layings(request, duplex), key=_per_sheet)


def _layings(request: SheetsRequest, duplex: Duplex) -> Iterator[CardLaying]:
    """Every way to lay the cards that is worth a look, the best first; those that lose their outer bleed last."""
    spec = ImpositionSpec(
        find_paper(request.paper),
        margin=request.margin,
        gutter=request.gutter,
        duplex=duplex,
        marks=mark_style(request.marks),
        corner=request.corner if "corners" in request.marks else 0.0,
        registration="registration" in request.marks,
    )
    laying = CardLaying(
        request.size, request.bleed, spec, "cutter" in request.marks, request.corner, _used(request)
    )
    if laying.cutter or request.gutter is not None:
        yield laying
        return
    for share in GUTTERS:
        yield laying._replace(spec=replace(spec, gutter=share * request.bleed))
    # A press has its bleed everywhere.
    for share in OUTER if spec.marks == "crop" else ():
        yield laying._replace(bleed=share * request.bleed, spec=replace(spec, gutter=0.0, short=True))


def _per_sheet(laying: CardLaying) -> int:
    try:
        layout = laying.layout()
    except InputError:
        return 0
    # Without room for a ruler there is none for marks either, and nothing else says where to cut.
    return 0 if laying.spec.short and layout.ruler is None else layout.per_sheet


def _on_a_sheet(request: SheetsRequest, duplex: Duplex) -> str:
    """How many cards a sheet holds, how close they lie where that is not usual, and what would hold more."""
    laying = _laying(request, duplex)
    count = _per_sheet(laying)
    if laying.cutter:
        return f", {count} to a sheet"
    gap = laying.spec.gutter or 0.0
    close = request.gutter is None and gap < 2 * request.bleed
    apart = (f" {length_text(gap)} mm apart" if gap else " edge to edge") if close else ""
    if laying.bleed < request.bleed:
        layings = _layings(request, duplex)
        whole = max((each for each in layings if each.bleed == request.bleed), key=_per_sheet)
        left = f"with {length_text(laying.bleed)} mm" if laying.bleed else "without"
        fewer = f"{_per_sheet(whole)} with --gutter {length_text(whole.spec.gutter or 0.0)}mm keep theirs"
        return f", {count} to a sheet{apart} {left} outer bleed{f' ({fewer})' if _per_sheet(whole) else ''}"
    tight = laying._replace(
        spec=replace(laying.spec, gutter=0.0, margin=min(3.0, request.margin), marks="none")
    )
    most = _per_sheet(tight)
    more = f" ({most} with --gutter 0mm --margin {length_text(tight.spec.margin)}mm --marks none)"
    return f", {count} to a sheet{apart}{more if most > count else ''}"


def described(made: PictureSheets, request: SheetsRequest) -> str:
    """The file with its pages and cards, in a line, and those for a machine."""
    cards = f"{made.cards} card{'s' * (made.cards != 1)}"
    pages = f"{made.pages} page{'s' * (made.pages != 1)}"
    per_sheet = "" if request.paper.lower() == CARD_PER_PAGE else _on_a_sheet(request, made.duplex)
    line = (
        f"{made.file}  {cards} of {request.size} on {pages}{per_sheet}, bleed {length_text(request.bleed)} mm"
    )
    return "\n".join((line, *(f"{file}  die lines" for file in made.cut_files)))
