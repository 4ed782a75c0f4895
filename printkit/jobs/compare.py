"""Compares a file that was read with the same file built anew from its kit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from printkit.backends.inspect import PdfFile, open_pdf, open_structure
from printkit.errors import PrintkitError
from printkit.jobs.expected import expected_files
from printkit.kit.model import Kit
from printkit.preflight.additions import additions
from printkit.preflight.book import Book
from printkit.preflight.comparison import Comparison, compare_pages, is_drawn_alike
from printkit.preflight.expected import ExpectedFile
from printkit.preflight.model import ERROR, NOTE, Finding
from printkit.preflight.painter import prove_painter
from printkit.preflight.proof_pdf import PdfReport, read_as_expected

__all__ = ["Compared", "compare_file", "compared_or_failed", "differences", "drawn_as_expected", "ruled_kit"]

Progress = Callable[[int, int], None]


class Compared(NamedTuple):
    """What became of a file: the findings, in words what was compared and what was not, and what then holds.

    `expected` is what it was compared with, if it was.
    """

    findings: tuple[Finding, ...]
    said: str
    passed: str
    expected: ExpectedFile | None = None


def drawn_as_expected(
    books: Sequence[Book], known: list[ExpectedFile], pdf: PdfFile, report: PdfReport
) -> PdfReport | None:
    """The report about cards that are drawn by the bytes their label makes, which is added to `known`; else None."""
    try:
        kit = ruled_kit(report.kit, books)
        expected = next(expected_files(pdf, report, kit), None)
        if expected is None or not is_drawn_alike(pdf, expected):
            return None
    except Exception:
        # The comparison of its pages, which comes next, says what stands in the way.
        return None
    known.append(expected)
    return read_as_expected(report, expected, next(book for book in books if book.kit.id == report.kit))


def compared_or_failed(
    path: Path,
    report: PdfReport,
    books: Sequence[Book],
    progress: Progress,
    known: Sequence[ExpectedFile] = (),
) -> Compared:
    """The comparison; what stops it is a finding, never a pass: files from anywhere break in ways nobody foresees.

    `known` is the file as it should be, where that was found already.
    """
    try:
        return compare_file(path, report, books, progress, known)
    except Exception as error:
        found = (
            error.problems[0].message
            if isinstance(error, PrintkitError)
            else f"{type(error).__name__}: {error}"
        )
        message = "the pages could not be compared with the kit's"
        found = " ".join(found.split())[:200]
        finding = Finding(ERROR, "check-failed", message, report.file, found=found)
        return Compared((finding,), "pages not compared with the kit's", "")


def compare_file(
    path: Path,
    report: PdfReport,
    books: Sequence[Book],
    progress: Progress,
    known: Sequence[ExpectedFile] = (),
) -> Compared:
    """Every page of a kit's file beside the page as kit and rules say it should be.

    Places another finding is about already are not named again.
    """
    kit = ruled_kit(report.kit, books)
    compared, like = None, None
    with open_pdf(path) as pdf:
        for expected in known or expected_files(pdf, report, kit):
            found = differences(path, report.file, expected, kit, progress)
            if compared is None or len(found.findings) < len(compared.findings):
                compared, like = found, expected
            if not found.findings:
                break
    if compared is None or like is None:
        message = "the pages are laid out in no way known, so they were not compared with the kit's drawing"
        # Of cards text and figures were read; of what a label alone names nothing was.
        severity, hint = (
            (NOTE, "only text and figures were read") if report.cards else (ERROR, "build it again")
        )
        finding = Finding(severity, "not-compared", message, report.file, hint=hint)
        return Compared((*_added(path, report.file), finding), "pages not compared with the kit's", "")
    errors = [each for each in report.findings if each.severity == ERROR and each.rect is not None]
    findings = tuple(each for each in compared.findings if not _is_known(each, errors))
    stated = report.label.reprint if report.label is not None else ()
    whole = not any(each.startswith("pages=") for each in stated)
    findings = (*findings, *prove_painter(like, report.file, whole=whole))
    count = f"{compared.pages} page{'s' if compared.pages > 1 else ''}"
    how = " as another program wrote them" if compared.rewritten else ""
    said = f"{count} compared with the kit's{how} (not compared: links, bookmarks, tags)"
    return Compared(findings, said, "drawn as the kit's", like)


def differences(
    path: Path, file: str, expected: ExpectedFile, kit: Kit, progress: Progress = lambda done, total: None
) -> Comparison:
    """All that a file has, lacks or shows otherwise than the expected one; `file` is how findings call it."""
    with open_pdf(path) as pdf:
        compared = compare_pages(pdf, file, expected, kit, progress)
    return compared._replace(findings=(*_added(path, file), *compared.findings))


def _added(path: Path, file: str) -> tuple[Finding, ...]:
    with open_structure(path) as structure:
        return tuple(additions(structure, file))


def _is_known(finding: Finding, known: Sequence[Finding]) -> bool:
    own = finding.rect
    return own is not None and any(
        each.page == finding.page and each.rect is not None and each.rect.grown(0.5).contains(own)
        for each in known
    )


def ruled_kit(kit_id: str, books: Sequence[Book]) -> Kit:
    """The kit with the numbers its rules have, whatever its own file says."""
    book = next(book for book in books if book.kit.id == kit_id)
    cards = tuple(
        replace(card, fields=book.cards[card.entry].fields) if card.entry in book.cards else card
        for card in book.whole.cards
    )
    return replace(book.whole, cards=cards)
