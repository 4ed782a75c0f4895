"""Proof-reads, checks and compares one PDF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from printkit.backends.png import pixels_png
from printkit.inspect.pages import PdfFile, open_pdf
from printkit.jobs.check.check_report import Report, Views
from printkit.jobs.check.compare import added, book_of, compared_or_failed, read_file
from printkit.jobs.check.pasted import TakenOff, taken_off
from printkit.preflight.book import NO_PROOF, Book, ExpectedFile
from printkit.preflight.look import view_of
from printkit.preflight.model import NOTE, Finding
from printkit.preflight.pasted import as_pasted, pasted_findings
from printkit.preflight.profile import Profile
from printkit.preflight.proof_pdf import PdfReport
from printkit.preflight.structure.checks import CHECKS, LOOKS, SIDES, preflight_pdf

__all__ = ["pdf_report"]

# Findings that go by letters and ink alone.
GUESSED = ("back-missing", "card-missing")
# Of so many pages of a file pictures are made.
MOST_VIEWS = 24

Progress = Callable[[int, int], None]


def _quiet(done: int, total: int) -> None:
    """Reports no progress."""


def pdf_report(
    path: Path,
    books: tuple[Book, ...],
    profile: Profile | None,
    *,
    named: bool,
    pictures: bool = False,
    progress: Progress = _quiet,
) -> Report:
    """The report about a PDF; `named` if the caller knows it is a kit's. `progress` follows the comparison.

    `pictures` asks for pictures of the pages with findings.
    """
    with open_pdf(path) as pdf:
        return _report(pdf, books, profile, progress, named=named, pictures=pictures)


def _report(
    pdf: PdfFile,
    books: tuple[Book, ...],
    profile: Profile | None,
    progress: Progress,
    *,
    named: bool,
    pictures: bool,
) -> Report:
    name = Path(pdf.file).as_posix()
    known: list[ExpectedFile] = []
    report = read_file(pdf, books, name, known)
    if not report.kit and named and len(books) == 1:
        # Cards without words cannot be read, but they can be compared with the kit's drawing.
        pictured = _pictured(report, books[0].kit.id, len(pdf))
        if books[0].proof is NO_PROOF and compared_or_failed(pdf, pictured, books, progress).passed:
            report = pictured
        else:
            report = read_file(pdf, books, name, known, named=named)
    proofs = report.findings
    if not report.kit and not named:
        # Nothing says that it is a kit's file: only the general checks apply.
        proofs = tuple(replace(finding, severity=NOTE) for finding in proofs)
    if not report.kit:
        findings = (*proofs, *preflight_pdf(pdf, name, profile))
        views = _views(pdf, findings, None) if pictures else ()
        return Report(report.file, report.kit, _seen(report), findings, views=views)
    compared = compared_or_failed(pdf, report, books, progress, known)
    # Where cards are askew, nothing lies where the paper's edges say.
    straight = not any(each.found.turn % 90 for each in report.found)
    checks = [check for check in CHECKS if not (compared.alike and check in LOOKS)]
    findings = (*proofs, *preflight_pdf(pdf, name, profile, report.cards if straight else (), checks))
    if compared.findings and report.label is not None:
        with taken_off(pdf, report, book_of(report, books)) as off:
            sheets = _of_sheets(off, pdf, books, profile, progress, pictures=pictures) if off else None
        if sheets is not None and len(sheets.findings) < len((*findings, *compared.findings)):
            return sheets
    if compared.passed and not compared.findings and books[0].proof is NO_PROOF:
        # All that the kit prints is there as it prints it, however few letters or how little ink that is.
        findings = tuple(finding for finding in findings if finding.code not in GUESSED)
    proved = "table digits proved by the rules" if report.table_figures else ""
    passed = ", ".join(filter(None, (proved, compared.passed, "structural checks passed")))
    seen = f"{_seen(report)}, {compared.said}"
    findings = (*findings, *compared.findings)
    views = _views(pdf, findings, compared.expected) if pictures else ()
    counts = (report.faces, report.sheets, report.figures, bool(compared.passed), report.table_figures)
    return Report(report.file, report.kit, seen, findings, passed, views, *counts)


def _pictured(report: PdfReport, kit: str, sheets: int) -> PdfReport:
    """The report about cards without words: they cannot be read, but compared."""
    return replace(report, kit=kit, findings=(), sheets=sheets)


def _of_sheets(
    off: TakenOff,
    whole: PdfFile,
    books: tuple[Book, ...],
    profile: Profile | None,
    progress: Progress,
    *,
    pictures: bool,
) -> Report:
    """The report about sheets that lie on other pages than their own, with places on these pages."""
    name = Path(whole.file).as_posix()
    report = read_file(off.pdf, books, name)
    if not report.kit and report.label is not None:
        report = _pictured(report, report.label.kit, len(off.sheets))
    compared = compared_or_failed(off.pdf, report, books, progress, moved=True)
    sides = preflight_pdf(off.pdf, name, profile, report.cards, SIDES)
    if compared.passed and not compared.findings:
        # Every back is drawn where it should be, however few letters or how little ink that is.
        sides = tuple(finding for finding in sides if finding.code not in GUESSED)
    own = (*report.findings, *sides, *compared.findings)
    pages = [each.side for each in compared.expected.pages] if compared.expected else []
    laid = tuple(pasted_findings(off.sheets, pages, whole, name))
    checked = preflight_pdf(whole, name, profile)
    findings = (*laid, *checked, *added(whole.file, name), *as_pasted(own, off.sheets))
    views = _views(off.pdf, own, compared.expected) if pictures else ()
    told = tuple(each._replace(page=off.sheets[each.page - 1].page + 1) for each in views)
    seen = f"{_seen(report)}, laid on other pages, {compared.said}"
    counts = (report.faces, report.sheets, report.figures, bool(compared.passed), report.table_figures)
    return Report(name, report.kit, seen, findings, compared.passed, told, *counts)


def _views(pdf: PdfFile, findings: Sequence[Finding], expected: ExpectedFile | None) -> tuple[Views, ...]:
    """Pictures of the first pages with findings, beside what they should be where that is known."""
    pages = sorted({each.page for each in findings if each.page})[:MOST_VIEWS]
    if not pages:
        return ()
    with ExitStack() as stack:
        wanted = stack.enter_context(open_pdf(expected.data)) if expected else None
        found = [view_of(pdf, page, wanted) for page in pages if page <= len(pdf)]
    return tuple(
        Views(
            each.page,
            each.size,
            *(
                b"" if side is None else pixels_png(side)
                for side in (each.seen, each.wanted, each.difference)
            ),
        )
        for each in found
    )


def _seen(report: PdfReport) -> str:
    """How much of a PDF was looked at."""
    if report.sheets:
        sheets = f"{report.sheets} sheet{'s' if report.sheets > 1 else ''}"
        part = f" ({report.size})" if report.size else ""
        return f"{sheets} of {report.kit}{part}, rulers measured"
    if not report.kit:
        return "no kit's file"
    faces = f"{report.faces} face{'s' * (report.faces != 1)} of {report.kit} ({report.size})"
    if not report.figures:
        return faces
    return f"{faces}, {report.table_figures} table digits, {report.figures} figures in all"
