"""What a page for printing asks: a kit's parts, their sheets, the files, and a printer's calibration."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

from printkit.backends.svg import sheet_svg
from printkit.errors import InputError
from printkit.files import read_json, read_plain, temporary_folder
from printkit.jobs.build.build import build
from printkit.jobs.build.make_job import make_job
from printkit.jobs.build.manifest import MANIFEST, PrintUse, print_use
from printkit.jobs.build.order import read_order
from printkit.jobs.build.part import USUAL_PAPER, Document
from printkit.jobs.build.part_table import check_kits, chosen_files, first_parts, parts_of
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.calibrate import (
    CalibrationRequest,
    calibration_lines,
    calibration_sheets,
    chosen_feed,
    consistent,
    typed_readings,
)
from printkit.jobs.printers import Calibration, checked_calibration
from printkit.jobs.screen.read_back import ReadBack, read_back
from printkit.kit.load import load_kit
from printkit.kit.model import Ink, Kit

__all__ = [
    "PAPERS",
    "MadeFile",
    "Reading",
    "SheetCount",
    "calibration_pdf",
    "calibrations_of",
    "first_sheet",
    "made_files",
    "print_facts",
    "read_calibration",
    "sheet_counts",
]

# ── what a page for printing asks ────────────────────────────────────────────────────────────────────────────────────

PAPERS = ("a4", "letter", "a3", "tabloid")
"""The papers a page offers."""

# Uses and forms that stand in for another file of their part.
_INSTEAD = ("folded", "reference")
_NOT_PRINTED = ("screen", "kept")


class SheetCount(NamedTuple):
    """A file of a part before it is made: its pages, its sheets of paper, what it is, and whether it is to print.

    What is read on a screen is not, nor a form that stands in for another, as for other paper.
    """

    name: str
    pages: int
    sheets: int
    use: PrintUse
    counts: bool


class MadeFile(NamedTuple):
    """A finished file: its bytes, what it is, and what was read back, None where it is no PDF."""

    data: bytes
    file: SheetCount
    read: ReadBack | None


def print_facts(folder: Path, language: str) -> dict[str, Any]:
    """A kit's title, languages, sizes, what its rules prove, and its parts in the order of use, ready for JSON."""
    kit = load_kit(folder)
    known, first = parts_of(kit), first_parts(kit)
    spoken = language if language in kit.languages else kit.languages[0]
    sizes = sorted(kit.sizes.values(), key=lambda size: size.name != kit.default_size)
    return {
        "id": folder.resolve().name,
        "title": kit.text(spoken, "kit.title"),
        "languages": kit.languages,
        "sizes": [{"id": size.name, "width": size.width, "height": size.height} for size in sizes],
        "papers": PAPERS,
        "proved": bool(kit.games) and not kit.variant,
        "parts": [
            {
                "id": name,
                "what": PrintUse(known[name].module).what(language),
                "first": name in first or not first,
                "cards": _cards(kit, name),
            }
            for name in (*first, *(name for name in known if name not in first))
        ],
    }


def _cards(kit: Kit, part: str) -> int:
    return sum(card.copies for card in kit.cards if card.component == part)


def sheet_counts(request: BuildRequest) -> tuple[SheetCount, ...]:
    """The files of the parts that are requested, laid out but not written; raises like `build`."""
    return tuple(_count(document, request) for document in _documents(request))


def first_sheet(request: BuildRequest) -> tuple[SheetCount, str]:
    """The first file to print of what is requested, and its first page as SVG; raises like `build`."""
    documents = [replace(each, sheets=tuple(each.sheets)) for each in _documents(request)]
    for document in sorted(documents, key=lambda each: not _count(each, request).counts):
        for sheet in document.sheets:
            return _count(document, request), sheet_svg(sheet, document.faces)
    raise InputError("there is nothing to print")


def made_files(request: BuildRequest) -> tuple[MadeFile, ...]:
    """The files of the parts that are requested, as `build` makes them, each PDF read back; raises like `build`."""
    documents: dict[str, Document] = {}

    def held(document: Document) -> Document:
        return documents.setdefault(document.name, replace(document, sheets=tuple(document.sheets)))

    with temporary_folder("printkit-print-") as out:
        built = build(replace(request, out=out), held=held)
        entries = read_json(built[0].file.with_name(MANIFEST))["files"] if built else {}
        return tuple(
            MadeFile(
                read_plain(each.file),
                _count(documents[each.file.name], request)
                if each.file.name in documents
                else _kept(each.file.name, entries[each.file.name]),
                read_back(each.file, documents[each.file.name]) if each.file.name in documents else None,
            )
            for each in built
        )


def _documents(request: BuildRequest) -> Iterator[Document]:
    """The documents as `build` lays them out."""
    order = read_order(request)
    if request.kit_dir is None:
        raise InputError("names no kit")
    kit = load_kit(request.kit_dir, (cast(Ink, request.ink),), request.only)
    check_kits([kit], request, order.profile)
    job = make_job(kit, request, kit.size(request.card or None).name)
    for file in chosen_files(job, order.profile):
        if isinstance(file, Document):
            yield order.for_printer(job, file)


def _count(document: Document, request: BuildRequest) -> SheetCount:
    sheets = tuple(document.sheets)
    turned = any(each.face.side == "back" for sheet in sheets for each in sheet.placements)
    backs = turned or any(sheet.side == "back" for sheet in sheets)
    duplex = document.info.duplex or request.duplex
    use = print_use({**document.facts, "duplex": duplex if backs else "none"})
    paper = (request.paper or USUAL_PAPER).lower()
    counts = use.setting not in _NOT_PRINTED and use.kind not in _INSTEAD and use.paper in ("", paper)
    return SheetCount(document.name, len(sheets), len({sheet.number for sheet in sheets}), use, counts)


def _kept(name: str, entry: Mapping[str, Any]) -> SheetCount:
    """What is attached to a document: a record of a game."""
    return SheetCount(name, entry["pages"], 0, print_use(entry), False)


# ── A printer's calibration for a page ───────────────────────────────────────────────────────────────────────────────

NAME = "printer"
# The sheets of a calibration file, by whether the page lies on its side.
LYING: Mapping[str, bool] = {"upright": False, "landscape": True}

Lying = Literal["upright", "landscape"]
Readings = tuple[tuple[float, ...], ...]


class Reading(NamedTuple):
    """The readings as numbers, eight a sheet, and what they mean in words."""

    readings: Readings
    lines: tuple[str, ...]


def calibration_pdf(paper: str, duplex: str) -> tuple[str, bytes]:
    """The sheets to print and to fold: the file's name and its bytes; raises like `printkit calibrate`."""
    with temporary_folder("printkit-print-") as out:
        made = calibration_sheets(CalibrationRequest(paper=paper, duplex=duplex, out=out))
        return made.file.name, read_plain(made.file)


def read_calibration(paper: str, duplex: str, lying: Lying, text: str) -> Reading:
    """What readings of the upright or landscape sheet mean, a line each print; InputError where they cannot be."""
    readings = typed_readings(line for line in text.splitlines() if line.strip())
    (calibration,) = calibrations_of(paper, duplex, {lying: readings})
    return Reading(readings, tuple(calibration_lines(NAME, consistent(calibration))))


def calibrations_of(paper: str, duplex: str, given: Mapping[Lying, Readings]) -> tuple[Calibration, ...]:
    """The calibrations of readings that were kept elsewhere, by `upright` and `landscape`; InputError as above."""
    return tuple(
        checked_calibration(chosen_feed(CalibrationRequest(paper, LYING[lying], duplex)), readings)
        for lying, readings in given.items()
        if readings
    )
