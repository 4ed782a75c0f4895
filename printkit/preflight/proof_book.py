"""Proof-reads the pages of a book."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import NamedTuple, Protocol

from printkit.backends.inspect import PdfFile, attached_files, page_size, render_page
from printkit.errors import PrintkitError
from printkit.geometry import Rect, Size
from printkit.kit.model import Kit
from printkit.preflight.artist import Artist
from printkit.preflight.book import Face
from printkit.preflight.locate import Found, face_index, locate
from printkit.preflight.marks import Mark, angle_between, face_marks, mark_on_page, runs
from printkit.preflight.model import ERROR, Finding
from printkit.preflight.pixels import Look, PageImage, look
from printkit.preflight.proof_scene import FaceProof
from printkit.preflight.sheet_label import SheetLabel
from printkit.scene.model import Scene

__all__ = [
    "PRINT_CHECK",
    "BookProof",
    "LocatedPage",
    "PageProof",
    "PrintedBooks",
    "label_line",
    "make_page_faces",
    "page_image",
    "proof_book",
    "shows",
    "strangers",
]

# A letter may stand this far from its place, in mm, and be larger or smaller by this share.
TOLERANCE, EM_TOLERANCE = 0.25, 0.04
STRAIGHT = 1.5
# Digits below this em (mm) are those of cards drawn as pictures: their letters are compared, not their pixels.
LEAST_EM = 2.0
PX_PER_MM = 10.0
# A digit is looked at with this much around it, in mm; beside other letters and lines, but as itself.
AROUND = 0.1
LEAST_LIKENESS, LEAST_CONTRAST = 0.8, 56.0
# More findings about one page are no help to anybody.
MOST_A_PAGE = 12
# The page that shows how a file was printed.
PRINT_CHECK = "print check"
# Two pages of which so much lies on one another cannot both be there.
OVERLAP = 0.2


class PrintedBooks(Protocol):
    """Composes the books of kits as they should be."""

    def parts(self, kit: Kit) -> Collection[str]:
        """The parts of a kit that are books."""
        ...

    def __call__(
        self, label: SheetLabel, paper: Size, files: Sequence[tuple[str, bytes]] = ()
    ) -> Sequence[Face]:
        """The pages of the book a label names, printed on paper of that size; InputError where there is none.

        `files` are attached to it: the records of the games it shows.
        """
        ...


class BookProof(NamedTuple):
    """What became of a book: the findings, how many of its pages were found, and how many digits were compared."""

    findings: tuple[Finding, ...]
    pages: int
    figures: int


class _Lost(NamedTuple):
    """A letter that is not where it should be, its place on the page, and the letter that stands there instead."""

    mark: Mark
    wanted: Mark
    seen: Mark | None


@dataclass(frozen=True, slots=True)
class LocatedPage:
    """One page of the file: its number, its letters without the label's, and the book's pages found on it."""

    number: int
    marks: tuple[Mark, ...]
    found: tuple[Found, ...]


def make_page_faces(scenes: Sequence[Scene]) -> tuple[Face, ...]:
    """The pages of a book as faces, to be found on paper by their words."""
    nothing = FaceProof("", "", (), (), frozenset())
    faces = []
    for number, scene in enumerate(scenes, 1):
        marks = face_marks(scene)
        extent = Size(scene.width, scene.height)
        faces.append(Face(f"page {number}", "book", extent, marks, runs(marks), (), (), {}, nothing, {}))
    return tuple(faces)


def proof_book(
    pdf: PdfFile,
    file: str,
    pages: Sequence[Sequence[Mark]],
    labels: Sequence[SheetLabel | None],
    printed: PrintedBooks,
) -> BookProof:
    """Every letter of a book's pages against the pages as they should be; some page of the file has a label.

    Each page has to be there once, the one for checking the print where it alone has a label. Digits are looked at as
    well, because what is written need not be seen.
    """
    own = next(label for label in labels if label is not None)
    try:
        faces = printed(own, page_size(pdf, 0), attached_files(pdf))
    except PrintkitError as error:
        message = f"the book cannot be made to compare with: {error.problems[0].message}"
        return BookProof((Finding(ERROR, "book-unknown", message, file),), 0, 0)
    index = face_index(faces)
    located = []
    for number, (marks, label) in enumerate(zip(pages, labels, strict=True), 1):
        free = tuple(marks) if label is None else _beside(marks, label)
        located.append(LocatedPage(number, free, _apart(locate(free, index))))
    findings: list[Finding] = []
    figures = 0
    artist = Artist({}, {})
    for page in located:
        image = cache(partial(page_image, pdf, page.number))
        seen = [PageProof(file, page, found, artist, image) for found in page.found]
        for proof in seen:
            findings += list(proof.findings())[:MOST_A_PAGE]
            figures += proof.figures
        findings += list(strangers(file, page, seen))[:MOST_A_PAGE]
    everywhere = all(label is not None for label in labels)
    findings += _counted(
        file, [face for face in faces if face.card != PRINT_CHECK or not everywhere], located
    )
    return BookProof(tuple(findings), sum(len(page.found) for page in located), figures)


def _beside(marks: Sequence[Mark], label: SheetLabel) -> tuple[Mark, ...]:
    """The letters of a page without those of its label, and of what follows in its line."""
    own, line = set(label.marks), label_line(label)
    return tuple(mark for mark in marks if mark not in own and not line.contains(mark.box, 0.1))


def _apart(found: Sequence[Found]) -> tuple[Found, ...]:
    """Of pages that lie on one another those that most letters are for: pages of a book repeat one another's words."""
    kept: list[Found] = []
    for each in sorted(found, key=lambda each: -each.steady):
        if not any(_overlap(each.trim, other.trim) > OVERLAP for other in kept):
            kept.append(each)
    return tuple(kept)


def _overlap(one: Rect, other: Rect) -> float:
    """How much of the smaller of two rectangles lies in the other, 0 to 1."""
    width = min(one.right, other.right) - max(one.x, other.x)
    height = min(one.bottom, other.bottom) - max(one.y, other.y)
    least = min(one.width * one.height, other.width * other.height)
    return max(width, 0.0) * max(height, 0.0) / least


def label_line(label: SheetLabel) -> Rect:
    """The line the label stands in, up to the page's end: how to print the sheet may follow at any distance."""
    box = label.marks[0].box
    for mark in label.marks[1:]:
        box = box.union(mark.box)
    return box.grown(0.4)


class PageProof:
    """One page of a book being compared."""

    def __init__(
        self, file: str, page: LocatedPage, found: Found, artist: Artist, image: Callable[[], PageImage]
    ) -> None:
        self.file, self.page, self.found, self.artist, self.image = file, page, found, artist, image
        self.matched: list[tuple[Mark, Mark]] = []
        self.lost: list[_Lost] = []
        self.used: set[int] = set()
        self._match()

    @property
    def figures(self) -> int:
        """How many digits were compared."""
        return sum(mark.text.isdecimal() for mark in self.found.face.marks)

    def _match(self) -> None:
        """Each letter of the page with the one that stands in its place."""
        grid = _Grid(self.page.marks)
        left = []
        for mark in self.found.face.marks:
            wanted = self._on_page(mark)
            at = grid.take(wanted, TOLERANCE, self.used, same=True)
            if at is None:
                left.append((mark, wanted))
            else:
                self.matched.append((wanted, self.page.marks[at]))
        for mark, wanted in left:
            at = grid.take(wanted, 0.6 * wanted.em, self.used, same=False)
            self.lost.append(_Lost(mark, wanted, None if at is None else self.page.marks[at]))

    def _on_page(self, mark: Mark) -> Mark:
        place = self.found.place
        return mark_on_page(mark, *self.found[1:4])._replace(place=mark.place.then(place))

    def findings(self) -> Iterator[Finding]:
        """All that differs: the letters, then digits not to be seen."""
        yield from self.letters()
        yield from self.unseen()

    def letters(self) -> Iterator[Finding]:
        """What differs, a text at a time: letters that are others, away, missing, or of another size."""
        by_text: dict[int, list[_Lost]] = {}
        for lost in self.lost:
            by_text.setdefault(lost.mark.item, []).append(lost)
        for item, letters in by_text.items():
            yield self._text(item, letters)
        for wanted, seen in self.matched:
            if abs(seen.em / wanted.em - 1) > EM_TOLERANCE:
                expected, found = f"{wanted.em:.2f} mm", f"{seen.em:.2f} mm"
                yield self._finding("size", f"{wanted.text!r} has another size", seen.box, expected, found)

    def _text(self, item: int, lost: Sequence[_Lost]) -> Finding:
        """One finding about a line of text: as it should be, and as it is read."""
        texts = {each.wanted: each.seen.text if each.seen else "" for each in lost}
        whole = [self._on_page(mark) for mark in self.found.face.marks if mark.item == item]
        expected = "".join(mark.text for mark in whole)
        found = "".join(texts.get(mark, mark.text) for mark in whole)
        box = lost[0].wanted.box
        for each in lost[1:]:
            box = box.union(each.wanted.box)
        digits = any(each.wanted.text.isdecimal() for each in lost)
        code = "figure" if digits and all(each.seen for each in lost) else "missing" if not found else "text"
        message = (
            "not the number the rules require"
            if code == "figure"
            else "the text differs from what is expected"
        )
        return self._finding(code, message, box, repr(expected), repr(found) if found else "nothing")

    def unseen(self) -> Iterator[Finding]:
        """Digits that are in the text but not on paper, or that read otherwise on the rendered page."""
        for mark, seen in self.looks():
            if not shows(seen):
                message = "its shape is not visible"
                yield self._finding(
                    "hidden", message, mark.box, repr(mark.text), f"likeness {seen.likeness:.0%}"
                )

    def looks(self) -> Iterator[tuple[Mark, Look]]:
        """Each digit that stands in its place in the text, and what the rendered page shows there."""
        for mark, _ in self.matched:
            if mark.text.isdecimal() and mark.em >= LEAST_EM:
                rows = self.artist.letter(mark.font, mark.glyph)
                seen = look(self.image(), rows, mark.place, mark.box.grown(AROUND))
                if not shows(seen):
                    # A frame may stand so close that it reaches into what is looked at.
                    seen = max(
                        seen, look(self.image(), rows, mark.place, mark.box), key=lambda each: each.likeness
                    )
                yield mark, seen

    def _finding(self, code: str, message: str, box: Rect, expected: str, found: str) -> Finding:
        subject = self.found.face.card
        return Finding(
            ERROR, code, message, self.file, self.page.number, "", "", subject, box, expected, found
        )


def shows(seen: Look, least: float = LEAST_LIKENESS) -> bool:
    """Whether a digit is to be seen."""
    return seen.likeness >= least and abs(seen.contrast) >= LEAST_CONTRAST


def page_image(pdf: PdfFile, number: int) -> PageImage:
    """A page of the file, from 1, as digits are looked at."""
    return PageImage(render_page(pdf, number - 1, 25.4 * PX_PER_MM, gray=False), PX_PER_MM)


class _Grid:
    """Letters of a page by millimetre."""

    def __init__(self, marks: Sequence[Mark]) -> None:
        self.marks = marks
        self.cells: dict[tuple[int, int], list[int]] = {}
        for number, mark in enumerate(marks):
            self.cells.setdefault((math.floor(mark.x), math.floor(mark.y)), []).append(number)

    def take(self, wanted: Mark, reach: float, used: set[int], *, same: bool) -> int | None:
        """The nearest free letter within reach, with the same text where that is asked; it is free no more."""
        best: tuple[float, int | None] = (reach, None)
        for column in range(math.floor(wanted.x - reach), math.floor(wanted.x + reach) + 1):
            for row in range(math.floor(wanted.y - reach), math.floor(wanted.y + reach) + 1):
                for number in self.cells.get((column, row), ()):
                    mark = self.marks[number]
                    distance = math.hypot(mark.x - wanted.x, mark.y - wanted.y)
                    if distance > best[0] or number in used or (same and mark.text != wanted.text):
                        continue
                    if angle_between(mark.angle, wanted.angle) <= STRAIGHT:
                        best = distance, number
        if best[1] is not None:
            used.add(best[1])
        return best[1]


def strangers(file: str, page: LocatedPage, proofs: Sequence[PageProof]) -> Iterator[Finding]:
    """Words on a page of the file that belong to no page of the book."""
    used = set[int]().union(*(proof.used for proof in proofs))
    for run in runs(mark for number, mark in enumerate(page.marks) if number not in used):
        box = run.marks[0].box.union(run.marks[-1].box)
        message = "text that does not belong here"
        yield Finding(
            ERROR,
            "extra",
            message,
            file,
            page.number,
            rect=box,
            expected="nothing",
            found=repr(run.text[:60]),
        )


def _counted(file: str, faces: Sequence[Face], pages: Sequence[LocatedPage]) -> Iterator[Finding]:
    """Every page of the book once; pages without a word cannot be found, and none is missed."""
    counts: Mapping[str, int] = Counter(found.face.card for page in pages for found in page.found)
    for face in faces:
        if face.marks and counts[face.card] != 1:
            missing = not counts[face.card]
            code, message = (
                ("page-missing", "the page is missing")
                if missing
                else ("page-doubled", f"the page appears {counts[face.card]} times")
            )
            yield Finding(ERROR, code, message, file, subject=face.card)
