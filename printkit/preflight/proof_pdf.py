"""Proof-reads a finished PDF from its bytes alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from printkit.geometry import Rect
from printkit.inspect.pages import (
    PdfFile,
    opened,
    page_boxes,
    page_size,
)
from printkit.kit.model import Kit
from printkit.preflight.book import Book, ExpectedFile, Face, FaceKind
from printkit.preflight.face_letters import letter_findings
from printkit.preflight.locate import RARE, TRUE_SIZE, FaceIndex, Found, face_index, locate, page_marks
from printkit.preflight.marks import LetterPlaces, Letters, Mark, Run, runs
from printkit.preflight.model import ERROR, NOTE, Finding, rect_text
from printkit.preflight.proof_kit import proof_scenes
from printkit.preflight.sheet_label import SheetLabel, page_label, proof_rulers, read_label
from printkit.preflight.structure.document import refuse_damaged
from printkit.preflight.structure.facts import Known

__all__ = ["FoundCard", "PdfReport", "as_reprint", "proof_alike", "proof_pdf", "read_as_expected"]

# More missing cards than this are listed in one finding.
MAX_LISTED = 10
# A set of faces at true size with this many of the file's letters is the right one, whatever else there is.
SURE_SHARE = 0.75
# A box a page states may differ by this much from the card, in mm.
BOX_TOLERANCE = 0.3


class FoundCard(NamedTuple):
    """A face that was found on a page, from 1, and the face under the options it was printed for."""

    page: int
    found: Found
    options: tuple[str, ...]
    face: Face

    @property
    def kind(self) -> FaceKind:
        """What decides how it should look."""
        return FaceKind(self.face.card, self.face.size, self.options)


@dataclass(frozen=True, slots=True)
class PdfReport:
    """What became of one file: the findings, the kit it was read as, how much was proved, and the faces to compare."""

    file: str
    findings: tuple[Finding, ...]
    kit: str = ""
    size: str = ""
    faces: int = 0
    figures: int = 0
    table_figures: int = 0
    sheets: int = 0
    cards: tuple[Known, ...] = ()
    options: tuple[str, ...] = ()
    label: SheetLabel | None = None
    found: tuple[FoundCard, ...] = ()

    @property
    def names_cards(self) -> bool:
        """Whether its label says that it is a reprint of some cards, which only the cards themselves tell."""
        return self.label is not None and any(each.startswith("cards=") for each in self.label.reprint)


@dataclass(frozen=True, slots=True)
class _Page:
    number: int
    marks: Letters
    found: tuple[Found, ...] = ()


Alike = Callable[[PdfFile, PdfReport], PdfReport | None]
"""What is known of a labelled file that is drawn by the bytes it should be; None where it is not."""
Looks = Callable[[PdfFile], Iterator[tuple[Found, ...]]]
"""The faces of a kit on each page of a file without letters."""


def proof_pdf(
    source: PdfFile | Path,
    books: Sequence[Book],
    name: str = "",
    alike: Alike = lambda pdf, report: None,
    looks: Looks | None = None,
) -> PdfReport:
    """Finds out which kit's a PDF is, and proof-reads its cards; `name` is how findings call it (empty: its own name).

    Of a file whose labels name a part without cards only the rulers are measured: its pages are compared with the
    kit's. What is drawn `alike` need not be read from paper; with `looks`, a file without any letter may be of
    the first book. An unreadable file is an InputError.
    """
    path = source if isinstance(source, Path) else Path(source.file)
    file = name or path.name
    families = refuse_damaged(path)
    with opened(source) as pdf:
        kits = tuple({each.kit.id: each.kit for each in books}.values())
        # Of what another program wrote no page is drawn by the bytes it should be. A book has a label at its end.
        ends = sorted(range(len(pdf)), key=lambda number: min(number, len(pdf) - 1 - number))
        stated = (page_label(pdf, number, kits) for number in ends if pdf.is_own)
        first = next(filter(None, stated), None)
        known = alike(pdf, _stated(file, first)) if first is not None else None
        if known is not None:
            return replace(known, findings=as_reprint(known.findings, [first], known.faces, file))
        pages = [_Page(number + 1, page_marks(pdf, number)) for number in range(len(pdf))]
        labels = [read_label(page.marks, kits) for page in pages]
        # What has no label and no letter in a font of a kit is none of its cards.
        likely = [book for book in books if any(labels) or book.may_use(families)]
        # Faces of kits that no label names need not be composed where those of the others explain the pages.
        named = {each.kit for each in labels if each is not None}
        likely.sort(key=lambda book: book.kit.id not in named)
        read = Counter(each._replace(page=0, marks=()) for each in labels if each is not None)
        label = max(read, key=read.__getitem__, default=None)
        report = _labelled(pdf, file, labels, kits)
        if report is None and looks is not None and not any(page.marks for page in pages):
            located = [replace(page, found=found) for page, found in zip(pages, looks(pdf), strict=True)]
            if any(page.found for page in located):
                report = _as_faces(pdf, file, books[0], located)
        report = report or _cards(pdf, file, pages, books, likely)
    own = labels if report.cards else [each for each in labels if each is not None]
    return replace(report, findings=as_reprint(report.findings, own, report.faces, file), label=label)


def read_as_expected(report: PdfReport, expected: ExpectedFile, book: Book) -> PdfReport:
    """The report about cards that are drawn as expected: their numbers are proved on the scenes that were painted."""
    entries = {card.id: card for card in book.whole.cards}
    cards, scenes = [], {}
    for page, placed, scene, _ in expected.lying():
        card = entries.get(placed.card)
        if card is None:
            continue
        if placed.side == "front":
            scenes[card.id] = scene
            cards.append(book.known(page + 1, card.entry, placed.trim))
        elif book.whole.has_own_back(card):
            cards.append(book.known(page + 1, f"{card.entry}-back", placed.trim))
    findings, figures = proof_scenes(book.whole, expected.size, scenes, expected.variables)
    return replace(
        report,
        findings=tuple(replace(each, file=report.file) for each in findings),
        size=expected.size,
        faces=len(cards),
        figures=sum(len(figure.text) for figure in figures),
        table_figures=sum(len(figure.text) for figure in figures if figure.part),
        cards=tuple(cards),
    )


def _stated(file: str, label: SheetLabel) -> PdfReport:
    return PdfReport(file, (), label.kit, label=label._replace(page=0, marks=()))


def proof_alike(pdf: PdfFile, report: PdfReport, expected: ExpectedFile, book: Book) -> PdfReport:
    """The report about a labelled file that is drawn as expected: numbers proved on scenes, or rulers measured."""
    label = report.label
    assert label is not None
    if _is_of_cards(label, book.whole) and not label.is_backs:
        return read_as_expected(report, expected, book)
    own = [index for index, page in enumerate(expected.pages) if page.label or page.ruler]
    findings = proof_rulers(pdf, report.file, own)
    return replace(report, findings=findings, size=label.part, sheets=len(expected.pages))


def _labelled(
    pdf: PdfFile, file: str, labels: Sequence[SheetLabel | None], kits: Sequence[Kit]
) -> PdfReport | None:
    """The report about sheets whose labels all name one part of a kit, backs or what is no cards; else None."""
    own = [index for index, label in enumerate(labels) if label is not None]
    stated = {(label.kit, label.part) for label in labels if label is not None}
    first = next(filter(None, labels), None)
    if first is None or len(stated) != 1:
        return None
    kit = next(each for each in kits if each.id == first.kit)
    backs = all(label is not None and label.is_backs for label in labels)
    if _is_of_cards(first, kit) and not backs:
        return None
    return PdfReport(file, proof_rulers(pdf, file, own), kit.id, first.part, sheets=len(labels))


def _is_of_cards(label: SheetLabel, kit: Kit) -> bool:
    """Whether a sheet is one of cards: its label says their size or nothing, one of tables of the rules a language."""
    words = label.words
    sized = words.startswith(tuple(kit.sizes)) or not words.startswith(tuple(kit.languages))
    return sized and label.part in {each.id for each in kit.components}


def _cards(
    pdf: PdfFile, file: str, pages: Sequence[_Page], books: Sequence[Book], likely: Sequence[Book]
) -> PdfReport:
    """The report about faces of the likely kits."""
    book, located = _recognised(pages, likely)
    if book is None:
        hint = "kits looked for: " + (", ".join(dict.fromkeys(each.kit.id for each in books)) or "none")
        hint += "; --kit-dir names another"
        nothing = Finding(ERROR, "no-known-face", "no face of a known kit was found", file, hint=hint)
        return PdfReport(file, (nothing,))
    return _as_faces(pdf, file, book, located)


def _as_faces(pdf: PdfFile, file: str, book: Book, located: Sequence[_Page]) -> PdfReport:
    """The report about faces that were found on the pages."""
    reader = _Reader(pdf, file, book)
    findings = [finding for page in located for finding in reader.page(page)]
    findings += _counted(file, book, located)
    findings += reader.deck()
    ordered = tuple(sorted(findings, key=_order))
    faces = [found for page in located for found in page.found]
    return PdfReport(
        file,
        ordered,
        book.kit.id,
        ", ".join(sorted({found.face.size for found in faces})),
        len(faces),
        reader.figures,
        reader.table_figures,
        options=tuple(reader.options),
        cards=tuple(
            book.known(page.number, found.face.card, found.trim) for page in located for found in page.found
        ),
        found=tuple(reader.printed),
    )


def _order(finding: Finding) -> tuple[int, float, float]:
    rect = finding.rect or Rect(0.0, 0.0, 0.0, 0.0)
    return finding.page, round(rect.y), round(rect.x)


def _recognised(pages: Sequence[_Page], books: Sequence[Book]) -> tuple[Book | None, list[_Page]]:
    """The kit whose faces explain most of the file, and the pages with the faces on them."""
    best: tuple[tuple[int, int, float], Book | None, list[_Page]] = ((0, 0, 0.0), None, [])
    letters = sum(len(page.marks) for page in pages)
    # Where nothing is read no face has to be composed.
    sizes = ((each, size) for each in books for size in each.sizes) if letters else ()
    for book, size in sizes:
        index = face_index(book.faces(size))
        located = [replace(page, found=locate(page.marks, index)) for page in pages]
        found = [each for page in located for each in page.found]
        off = sum(abs(each.scale - 1) for each in found)
        score = len(found), sum(each.steady for each in found), -off
        if score > best[0]:
            best = score, book, located
        # Another program may have rounded the size a little.
        true = found and off <= TRUE_SIZE * len(found)
        sure = score[1] >= SURE_SHARE * letters
        if true and (sure or not any(_unexplained(page, index) for page in located)):
            return book, located
    return best[1], best[2]


def _unexplained(page: _Page, index: FaceIndex) -> bool:
    """Whether words that identify a face stand outside all faces found on the page."""
    return any(
        0 < len(index.words.get(run.text, ())) <= RARE for run in runs(_free(page)) if len(run.text) > 1
    )


def _free(page: _Page) -> list[Mark]:
    return LetterPlaces(page.marks).outside([found.trim for found in page.found])


class _Reader:
    """Reads the located faces of one file, page by page, and keeps what depends on the whole deck."""

    def __init__(self, pdf: PdfFile, file: str, book: Book) -> None:
        self.pdf = pdf
        self.file = file
        self.book = book
        self.figures = 0
        self.table_figures = 0
        self.printed: list[FoundCard] = []
        self.options: list[str] = []

    def page(self, page: _Page) -> Iterator[Finding]:
        """All findings about the letters and the places of the faces of a page."""
        paper = Rect(0.0, 0.0, *page_size(self.pdf, page.number - 1))
        letters = LetterPlaces(page.marks)
        for found in page.found:
            marks = letters.within(found.trim)
            face = self._printed_as(found, marks, page.number)
            # On a picture no figure was read; its looks are compared.
            if found.steady:
                self.figures += len(face.figures)
                self.table_figures += sum(bool(figure.part) for figure, _ in face.figures.values())
            yield from letter_findings(self.file, page.number, found, face, marks)
            if not paper.contains(found.trim, 0.05):
                message = "the card extends beyond the page"
                yield _about(self.book, self.file, page.number, found, "outside", message)
        yield from self._trim_box(page, paper)

    def _trim_box(self, page: _Page, paper: Rect) -> Iterator[Finding]:
        """Where a page says how it is cut, that is the card, or around all cards."""
        box = page_boxes(self.pdf, page.number - 1).get("TrimBox")
        if box is None or (box.contains(paper, BOX_TOLERANCE)):
            return
        for found in page.found:
            single = len(page.found) == 1
            if not box.contains(found.trim, BOX_TOLERANCE) or (
                single and not found.trim.contains(box, BOX_TOLERANCE)
            ):
                message = "the page's trim box is not where the card is cut"
                finding = _about(self.book, self.file, page.number, found, "trim-box", message)
                yield replace(finding, expected=rect_text(found.trim), found=rect_text(box))

    def _printed_as(self, found: Found, marks: Sequence[Mark], page: int) -> Face:
        """The face under the options that agree best with what is printed."""
        best: tuple[int, tuple[str, ...], Face] = (-1, (), found.face)
        for options, face in self.book.variants(found.face):
            agreeing = _agreeing(face, found, marks)
            if agreeing > best[0]:
                best = (agreeing, options, face)
            if agreeing == len(face.marks):
                break
        self.printed.append(FoundCard(page, found, best[1], best[2]))
        return best[2]

    def deck(self) -> Iterator[Finding]:
        """All cards are printed for the same options of the game."""
        if not any(each.options for each in self.printed):
            return
        votes: dict[str, Counter[str]] = {}
        fitting = []
        for each in self.printed:
            values = self._values(each)
            fitting.append((each, values))
            for option, own in values.items():
                votes.setdefault(option, Counter()).update(own)
        for option, counts in votes.items():
            usual = self.book.proof.printed[option]
            value = max(usual, key=lambda each: (counts[each], -usual.index(each)))
            self.options.append(f"{option}={value}")
            for each, values in fitting:
                if value not in values.get(option, (value,)):
                    message = "other cards are printed for another value of a game's option"
                    wanted, printed = (
                        f"{option}={value}",
                        " or ".join(f"{option}={own}" for own in values[option]),
                    )
                    finding = _about(self.book, self.file, each.page, each.found, "option", message)
                    yield replace(finding, expected=wanted, found=printed)

    def _values(self, printed: FoundCard) -> dict[str, tuple[str, ...]]:
        """For each option the card shows, the values it could have been printed for."""
        own = dict(option.split("=", 1) for option in printed.options)
        values: dict[str, tuple[str, ...]] = {}
        for option, known in self.book.distinctive(printed.found.face).items():
            same = []
            for value in known:
                options = tuple(f"{key}={each}" for key, each in ({**own, option: value}).items())
                face = self.book.face(printed.face.card, printed.face.size, options)
                if face.marks == printed.face.marks:
                    same.append(value)
            values[option] = tuple(same)
        return values


def _agreeing(face: Face, found: Found, marks: Sequence[Mark]) -> int:
    """How many letters of the face stand on the page where they should."""
    places = {(mark.text, round(mark.x), round(mark.y)) for mark in marks}
    count = 0
    for mark in face.marks:
        x, y = found.place.point(mark.x, mark.y)
        count += any(
            (mark.text, round(x + dx), round(y + dy)) in places for dx in (-0.3, 0.3) for dy in (-0.3, 0.3)
        )
    return count


def _about(book: Book, file: str, page: int, found: Found, code: str, message: str) -> Finding:
    card = found.face.card
    return Finding(ERROR, code, message, file, page, card, book.name(card), rect=found.trim)


def _counted(file: str, book: Book, pages: Sequence[_Page]) -> Iterator[Finding]:
    """Every card that should be there as often as it should be: none missing, none twice."""
    counts = Counter(found.face.card for page in pages for found in page.found)
    cards = book.expected([found.face for page in pages for found in page.found])
    missing = [card_id for card_id in cards if not counts[card_id]]
    for card_id, (number, run) in _traces(book, pages, missing).items():
        missing.remove(card_id)
        message = "its text is here, but the card differs from what is expected"
        name, box = book.name(card_id), run.marks[0].box.union(run.marks[-1].box)
        yield Finding(
            ERROR, "card-missing", message, file, number, card_id, name, rect=box, found=repr(run.text)
        )
    read = {row.card for row in book.kit.rules} & set(cards)
    if missing and set(missing) == read:
        message = "the cards with the rules are not here; all others are"
        apart, hint = ", ".join(missing), "as a leaflet, for example"
        yield Finding(NOTE, "rule-cards-apart", message, file, found=apart, hint=hint)
    elif len(missing) > MAX_LISTED:
        message = f"{len(missing)} of {len(cards)} cards are missing"
        yield Finding(ERROR, "card-missing", message, file, expected=", ".join(missing))
    else:
        for card_id in missing:
            message = "the card is missing"
            yield Finding(ERROR, "card-missing", message, file, card=card_id, name=book.name(card_id))
    for card_id, card in cards.items():
        if 0 < counts[card_id] < card.copies:
            yield Finding(
                ERROR,
                "card-missing",
                "the card must appear more often",
                file,
                card=card_id,
                name=book.name(card_id),
                subject="copies",
                expected=str(card.copies),
                found=str(counts[card_id]),
            )
    before: dict[str, list[int]] = {}
    for page in pages:
        for found in page.found:
            own = before.setdefault(found.face.card, [])
            if len(own) >= cards[found.face.card].copies:
                message = f"the card is already on page {own[-1]}"
                yield _about(book, file, page.number, found, "card-doubled", message)
            own.append(page.number)


def _traces(book: Book, pages: Sequence[_Page], missing: Sequence[str]) -> dict[str, tuple[int, Run]]:
    """For missing cards, the first of their own words that stand somewhere outside all cards that were found."""
    sizes = {found.face.size for page in pages for found in page.found} or {book.sizes[0]}
    owners: dict[str, list[str]] = {}
    for size in sorted(sizes):
        for face in book.faces(size):
            for text in {run.text for run in face.runs}:
                owners.setdefault(text, []).append(face.card)
    traces: dict[str, tuple[int, Run]] = {}
    for page in pages if missing else ():
        for run in runs(_free(page)):
            own = owners.get(run.text, [])
            if len(set(own)) == 1 and own[0] in missing and len(run.text) > 1:
                traces.setdefault(own[0], (page.number, run))
    return traces


# What the whole would have, and a part of it need not.
MISSING = ("card-missing", "page-missing")
CARDS = "cards="


def as_reprint(
    findings: Sequence[Finding], labels: Sequence[SheetLabel | None], faces: int, file: str = ""
) -> tuple[Finding, ...]:
    """The findings about sheets of which every label says that they are a part; any others as they are.

    `faces` is how many cards were found: a label with a number of cards must agree with it.
    """
    stated = {label.reprint if label is not None else () for label in labels}
    own = stated.pop() if len(stated) == 1 else ()
    if not own:
        return tuple(findings)
    kept = tuple(each for each in findings if not _is_absence(each))
    file = file or next((each.file for each in findings), "")
    short = _short(own, faces, file) if faces else ()
    return (*kept, *short, *_note(own, file))


def _is_absence(finding: Finding) -> bool:
    """Whether it says that something is nowhere in the file; what is missing on a page is still missing."""
    return finding.page == 0 and finding.severity == ERROR and finding.code in MISSING


def _short(stated: Sequence[str], faces: int, file: str) -> Iterator[Finding]:
    """A reprint of this many cards has them all."""
    for wanted in (each.removeprefix(CARDS) for each in stated if each.startswith(CARDS)):
        if not any(each.startswith("pages=") for each in stated) and wanted != str(faces):
            message = "the number of cards differs from the label of the reprint"
            yield Finding(ERROR, "card-missing", message, file, expected=wanted, found=str(faces))


def _note(stated: Sequence[str], file: str) -> tuple[Finding, ...]:
    message = "a reprint: cards that are not on it were not checked"
    return (Finding(NOTE, "reprint", message, file, found=", ".join(stated)),)
