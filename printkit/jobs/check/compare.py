"""Compares a file that was read with the same file built anew from its kit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from printkit.errors import PrintkitError
from printkit.inspect.pages import PdfFile, open_pdf, open_structure, opened
from printkit.jobs.check.expected import expected_file, stated_file
from printkit.jobs.check.painted_faces import paint_faces
from printkit.kit.model import Kit
from printkit.preflight.book import Book, ExpectedFile, FaceKind
from printkit.preflight.comparison import Comparison, compare_pages, is_drawn_alike
from printkit.preflight.face_comparison import Style, compare_faces
from printkit.preflight.locate import Found
from printkit.preflight.locate_pictures import Pictured, locate_pictures
from printkit.preflight.model import ERROR, NOTE, Finding
from printkit.preflight.painter import prove_painter, prove_words
from printkit.preflight.proof_kit import proof_scenes
from printkit.preflight.proof_pdf import FoundCard, PdfReport, proof_alike, proof_pdf, read_as_expected
from printkit.preflight.structure.document import additions

__all__ = [
    "Compared",
    "added",
    "book_of",
    "compare_file",
    "compared_or_failed",
    "differences",
    "proof_file",
    "read_file",
]

Progress = Callable[[int, int], None]


class Compared(NamedTuple):
    """What became of a file: the findings, in words what was compared and what was not, and what then holds.

    `expected` is what it was compared with, if it was; `alike` is whether every page shows all of that in its place.
    """

    findings: tuple[Finding, ...]
    said: str
    passed: str
    expected: ExpectedFile | None = None
    alike: bool = False


def _drawn_as_expected(
    books: Sequence[Book], known: list[ExpectedFile], pdf: PdfFile, report: PdfReport
) -> PdfReport | None:
    """The report about pages that are drawn by the bytes their label makes; else None.

    What the label makes, as far as it says that alone, is added to `known`.
    """
    try:
        book = book_of(report, books)
        stated = stated_file(pdf, report, book)
        if stated is None:
            return None
        alike = is_drawn_alike(pdf, stated)
    except Exception:
        # The comparison of its pages, which comes next, says what stands in the way.
        return None
    if not report.names_cards:
        known[:] = [stated]
    return proof_alike(pdf, report, stated, book) if alike else None


def _looks(book: Book, pdf: PdfFile) -> Iterator[tuple[Found, ...]]:
    """The faces on each page of a file that is pictures alone, as pages saved as JPEG are."""
    kinds = [FaceKind(face.card, book.sizes[0]) for face in book.faces(book.sizes[0])]
    painted = paint_faces(book, kinds, Style("full", "srgb"))
    with open_pdf(painted.file.data) as wanted:
        faces = {page: book.face(*kind) for kind in kinds for page in painted.pages[kind]}
        yield from locate_pictures(pdf, Pictured(wanted, faces))


def read_file(
    source: PdfFile | Path,
    books: Sequence[Book],
    name: str = "",
    known: list[ExpectedFile] | None = None,
    *,
    named: bool = False,
) -> PdfReport:
    """The report about the letters of a PDF, and which of its cards are still to be compared.

    With `known`, what its label makes is added to it; of a file drawn by those bytes no card has to be compared.
    Of a `named` kit's file without letters the cards are found by their looks. An unreadable file is an InputError.
    """
    alike = {} if known is None else {"alike": partial(_drawn_as_expected, books, known)}
    looks = partial(_looks, books[0]) if named and len(books) == 1 else None
    return proof_pdf(source, books, name, **alike, looks=looks)


def proof_file(path: Path, books: Sequence[Book]) -> PdfReport:
    """The report about the letters of a PDF and the looks of its cards, whatever lies around them."""
    with open_pdf(path) as pdf:
        report = read_file(pdf, books)
        return replace(report, findings=(*report.findings, *_face_findings(pdf, report, books)))


def _face_findings(
    pdf: PdfFile, report: PdfReport, books: Sequence[Book], pages: Sequence[Finding] | None = None
) -> tuple[Finding, ...]:
    """What the cards that were found look like beside their faces as they should be.

    Where whole pages were compared, only the cards these findings are about are looked at.
    """
    if not report.found:
        return ()
    doubted = report.found if pages is None else tuple(_doubted(report, pages))
    try:
        findings = tuple(_of_faces(pdf, report, book_of(report, books), doubted))
    except Exception as error:
        findings = (_stopped(error, report.file),)
    # That a card is too small or lies askew explains nothing that is wrong on it.
    return _unknown(findings, [each for each in report.findings if each.subject])


def _doubted(report: PdfReport, pages: Sequence[Finding]) -> Iterator[FoundCard]:
    """The cards that findings about pages reach; a finding about no place is about all of its page or of the file."""
    for card in report.found:
        about = [each for each in pages if each.page in (card.page, 0, -1)]
        places = (place for each in about for place in (each.rect, *each.also))
        if any(place is None or place.overlaps(card.found.trim) for place in places):
            yield card


def _of_faces(pdf: PdfFile, report: PdfReport, book: Book, doubted: Sequence[FoundCard]) -> Iterator[Finding]:
    """What looks otherwise on the cards, and what the rules know to be wrong on the faces they are compared with."""
    # Options that change signs and no letters are known from the label alone.
    stated = report.label.options if report.label else ()
    found = [each._replace(options=tuple(dict.fromkeys((*stated, *each.options)))) for each in report.found]
    looked_at = [one for one, each in zip(found, report.found, strict=True) if each in doubted]
    painted, findings = compare_faces(pdf, report.file, found, partial(paint_faces, book), looked_at)
    yield from findings
    yield from prove_painter(painted.file, report.file, whole=True)
    lying = list(painted.file.lying())
    first = {card.entry: card.id for card in reversed(book.whole.cards)}
    for size, options in dict.fromkeys((kind.size, kind.options) for kind in painted.pages):
        scenes = {
            first[kind.card]: lying[pages[0]].scene
            for kind, pages in painted.pages.items()
            if kind[1:] == (size, options) and kind.card in first
        }
        words = book.face(next(iter(painted.pages)).card, size, options).variables
        for each in proof_scenes(book.whole, size, scenes, words)[0]:
            yield replace(each, file=report.file)


def book_of(report: PdfReport, books: Sequence[Book]) -> Book:
    """The faces of the kit a file is of."""
    return next(book for book in books if book.kit.id == report.kit)


def _stopped(error: Exception, file: str) -> Finding:
    """What stopped a comparison."""
    found = (
        error.problems[0].message if isinstance(error, PrintkitError) else f"{type(error).__name__}: {error}"
    )
    message = "the pages could not be compared with the kit's"
    return Finding(ERROR, "check-failed", message, file, found=" ".join(found.split())[:200])


def compared_or_failed(
    pdf: PdfFile,
    report: PdfReport,
    books: Sequence[Book],
    progress: Progress,
    known: Sequence[ExpectedFile] = (),
    *,
    moved: bool = False,
) -> Compared:
    """The comparison; what stops it is a finding, never a pass: files from anywhere break in ways nobody foresees.

    `known` is the file as its label makes it, where that was found already; its pages may be `moved` from others.
    """
    try:
        return compare_file(pdf, report, books, progress, known, moved=moved)
    except Exception as error:
        return Compared((_stopped(error, report.file),), "pages not compared with the kit's", "")


def compare_file(
    pdf: PdfFile,
    report: PdfReport,
    books: Sequence[Book],
    progress: Progress,
    known: Sequence[ExpectedFile] = (),
    *,
    moved: bool = False,
) -> Compared:
    """Every page of a kit's file beside the page as kit and rules say it should be.

    Where they differ, or the pages are laid out in no way known, each card that was found is compared with its face.
    Places another finding is about already are not named again.
    """
    book = book_of(report, books)
    pictured = bool(report.found) and not any(each.found.steady for each in report.found)
    like = None if pictured else _expected(pdf, report, book, known)
    if like is None:
        return _unlaid(pdf, report, books)
    if is_drawn_alike(pdf, like):
        # What is drawn by the very same bytes shows the same.
        compared = Comparison(added(pdf.file, report.file), len(like.pages), rewritten=False)
    else:
        compared = differences(pdf, report.file, like, book.ruled, progress, moved=moved)
    if compared.findings:
        faces = _face_findings(pdf, report, books, compared.findings)
    else:
        # Pages that show all they should show the right numbers if their scenes have them.
        faces = read_as_expected(report, like, book).findings if report.found else ()
    findings = (*faces, *_unknown(compared.findings, (*report.findings, *faces)))
    stated = report.label.reprint if report.label is not None else ()
    whole = not any(each.startswith("pages=") for each in stated)
    findings = (*findings, *prove_painter(like, report.file, whole=whole))
    findings = (*findings, *prove_words(like, book.ruled, report.file, whole=whole))
    count = f"{compared.pages} page{'s' if compared.pages > 1 else ''}"
    how = " as another program wrote them" if compared.rewritten else ""
    said = f"{count} compared with the kit's{how} (not compared: links, bookmarks, tags)"
    alike = not compared.findings and not compared.drifted
    return Compared(findings, said, "drawn as the kit's", like, alike)


def _expected(
    pdf: PdfFile, report: PdfReport, book: Book, known: Sequence[ExpectedFile]
) -> ExpectedFile | None:
    """The file this one should be: the one `known` from its label, if its cards say nothing else."""
    as_stated = report.label is not None and set(report.options) <= set(report.label.options)
    return known[0] if known and as_stated else expected_file(pdf, report, book)


def _unlaid(pdf: PdfFile, report: PdfReport, books: Sequence[Book]) -> Compared:
    """What is known of pages that are laid out in no way known: cards are compared wherever they lie."""
    message = "the pages are laid out in no way known, so they were not compared with the kit's drawing"
    # Of what a label alone names nothing was.
    severity, hint = (
        (NOTE, "the cards were compared, not their backs and what lies around them")
        if report.cards
        else (ERROR, "build it again")
    )
    finding = Finding(severity, "not-compared", message, report.file, hint=hint)
    said = "cards compared with their faces" if report.found else "pages not compared with the kit's"
    faces = _face_findings(pdf, report, books)
    return Compared((*faces, *added(pdf.file, report.file), finding), said, "")


def differences(
    source: PdfFile | Path,
    file: str,
    expected: ExpectedFile,
    kit: Kit,
    progress: Progress = lambda done, total: None,
    *,
    moved: bool = False,
) -> Comparison:
    """All that a file has, lacks or shows otherwise than the expected one; `file` is how findings call it."""
    with opened(source) as pdf:
        compared = compare_pages(pdf, file, expected, kit, progress, moved=moved)
        return compared._replace(findings=(*added(pdf.file, file), *compared.findings))


def added(path: Path | str, file: str) -> tuple[Finding, ...]:
    """What a viewer or a printer may add to or leave out of a file's pages."""
    with open_structure(path) as structure:
        return tuple(additions(structure, file))


def _unknown(findings: Sequence[Finding], known: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings about places none of the errors known is about."""
    errors = [each for each in known if each.severity == ERROR and each.rect is not None]
    return tuple(each for each in findings if not any(_is_of(each, error) for error in errors))


def _is_of(finding: Finding, known: Finding) -> bool:
    """Whether a finding is about the place of another, or says the same of more of it."""
    own, place = finding.rect, known.rect
    if own is None or place is None or finding.page != known.page:
        return False
    return place.grown(0.5).contains(own) or (finding.code == known.code and place.overlaps(own))
