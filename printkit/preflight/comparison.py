"""Compares every page of a file with the page as kit and rules say it should be.

The expected pages are drawn by the code that prints them, so this finds what was done to a file, and what does not
belong on it; whether the numbers are right is read from the page and proved from the game (`proof_pdf`).
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from printkit.geometry import Affine, Rect, length_text
from printkit.inspect.objects import drawing_digests, drawn_digests
from printkit.inspect.pages import PdfFile, open_pdf, page_boxes, page_size, render_placed
from printkit.kit.model import Kit
from printkit.preflight.book import ExpectedFile
from printkit.preflight.locate import page_marks
from printkit.preflight.marks import words_near
from printkit.preflight.model import ERROR, Finding, rect_text
from printkit.preflight.proof_kit import shown_name
from printkit.preflight.registration import (
    Drift,
    distinctive,
    find_drift,
    paired,
    part_of,
    registered,
    shift_of,
)
from printkit.preflight.tiles import (
    EXACT,
    FINER,
    MOVED,
    PX_PER_MM,
    REWRITTEN,
    Patch,
    Tolerance,
    confirmed,
    palette_of,
    patches,
    planes,
    tolerance_for,
)

__all__ = [
    "Comparison",
    "compare_pages",
    "is_drawn_alike",
]

# Boxes and pages may differ by this much, in mm: programs round points.
BOX_TOLERANCE = 0.05
# A back on which this share of the pixels differs was moved.
MOVED_SHARE = 0.02
# So many pages show whether it has.
SAMPLE = 6
MOST_A_PAGE = 6
# So many pages are drawn before the first is compared.
AHEAD = 2
# So many pages as they should be are kept as pixels, those that were wanted last, of 3 MB each on A4.
MOST_DRAWN = 6

KINDS = {
    "extra": ("ink-extra", "something is printed that does not belong here"),
    "missing": ("ink-missing", "something that belongs here is not printed"),
    "other": ("ink-differs", "this looks different from what is expected"),
}


# What other words than should stand there are called.
WORDS = {
    "figure": ("figure", "not the number the rules require"),
    "text": ("text", "the text differs from what is expected"),
}
# So many letters of a text are quoted.
MOST_WORDS = 60


class Comparison(NamedTuple):
    """What became of a file: the findings, and how many pages were compared.

    `rewritten` is whether another program wrote it, `drifted` whether all backs were moved for a printer.
    """

    findings: tuple[Finding, ...]
    pages: int
    rewritten: bool
    drifted: bool = False


def is_drawn_alike(pdf: PdfFile, expected: ExpectedFile) -> bool:
    """Whether every page of a file is drawn by the very bytes it should be, its letters and their names included."""
    own = drawn_digests(pdf.data)
    return bool(own) and own == drawn_digests(expected.data)


def compare_pages(
    pdf: PdfFile,
    file: str,
    expected: ExpectedFile,
    kit: Kit,
    progress: Callable[[int, int], None] = lambda done, total: None,
    *,
    moved: bool = False,
) -> Comparison:
    """Every page beside the one it should be: their number and order, their boxes, and all that is drawn on them.

    What was `moved` from other pages is drawn on other pixels, by any program.
    """
    with open_pdf(expected.data) as wanted:
        comparer = _Comparer(pdf, file, wanted, expected, kit, moved=moved)
        findings = [*comparer.order(), *comparer.boxes()]
        comparer.look()
        # While one page is compared, the next is drawn.
        with ThreadPoolExecutor(1) as pool:
            begun: deque[Future[tuple[Patch, ...]] | None] = deque()
            for index in range(len(pdf) + AHEAD):
                if index < len(pdf):
                    begun.append(comparer.begun(index, pool))
                if index >= AHEAD:
                    findings += comparer.page(index - AHEAD, begun.popleft())
                    progress(index - AHEAD + 1, len(pdf))
        rewritten, drifted = comparer.tolerance is not EXACT, comparer.drift is not None
        return Comparison(tuple(findings), len(pdf), rewritten, drifted)


class _Comparer:
    """One file and the file it should be, both open."""

    def __init__(
        self, pdf: PdfFile, file: str, wanted: PdfFile, expected: ExpectedFile, kit: Kit, *, moved: bool
    ) -> None:
        self.pdf, self.file, self.wanted, self.expected, self.kit = pdf, file, wanted, expected, kit
        self.moved = moved
        # What is drawn by the very same bytes looks the same, and need not be drawn to be compared.
        self.own, self.should = drawn_digests(pdf.data), drawn_digests(expected.data)
        self.identical = [one == other for one, other in zip(self.own, self.should, strict=False)]
        self.identical += [False] * (len(pdf) - len(self.identical))
        # A program that rewrites a file changes every drawing in it; a change by hand leaves most as they were.
        same = not moved and drawing_digests(pdf.data) & drawing_digests(expected.data)
        self.tolerance: Tolerance = EXACT if same else REWRITTEN
        self.pairs = paired(pdf, wanted, kit, self.identical, rewritten=not same)
        # Pages with the same digest draw the same, so each pair of drawings is compared once.
        self.known: dict[tuple[str, bytes, bytes], Future[tuple[Patch, ...]]] = {}
        # The same in the colours of the program that wrote the file.
        self.told: dict[tuple[str, bytes, bytes], tuple[Patch, ...]] = {}
        self.drawn: dict[tuple[bytes, int], Any] = {}
        self.drift: Drift | None = None
        self.place: Drift | None = None

    def order(self) -> Iterator[Finding]:
        """As many pages as there should be, each in its place."""
        count, own = len(self.wanted), len(self.pdf)
        if count != own:
            message = "the file has not as many pages as it should"
            yield self._finding("page-count", message, 0, expected=str(count), found=str(own))
        used = Counter(self.pairs)
        for index, pair in enumerate(self.pairs):
            if pair is None:
                yield self._finding("page-unknown", "the page is none of those that should be here", index)
            elif used[pair] > 1 and self.pairs.index(pair) < index:
                message = f"the page is the same as page {self.pairs.index(pair) + 1}"
                yield self._finding("page-doubled", message, index)
            elif pair != index and count == own:
                message = "the pages are not in order"
                place = f"page {pair + 1} of the file as it should be"
                yield self._finding("page-order", message, index, expected=f"page {index + 1}", found=place)
        for index in range(count):
            if not used[index] and count != own:
                yield self._finding(
                    "page-missing", f"page {index + 1} is missing", -1, subject=self._about(index)
                )

    def _about(self, index: int) -> str:
        page = self.expected.pages[index]
        cards = ", ".join(dict.fromkeys(each.card for each in page.placed))
        return f"{page.side}: {cards}" if cards else page.side

    def boxes(self) -> Iterator[Finding]:
        """Pages of the size they should have; boxes that are stated are where they should be, on all pages or none."""
        if all(self.identical) and len(self.pdf) == len(self.wanted):
            return
        stated = [page_boxes(self.pdf, index) for index in range(len(self.pdf))]
        for index, pair in enumerate(self.pairs):
            at = index if pair is None else pair
            if at >= len(self.wanted):
                continue
            size, seen = page_size(self.wanted, at), page_size(self.pdf, index)
            if any(abs(a - b) > BOX_TOLERANCE for a, b in zip(size, seen, strict=True)):
                yield self._finding(
                    "page-size", "the page has another size", index, expected=str(size), found=str(seen)
                )
                continue
            should = page_boxes(self.wanted, at)
            # A box nobody asked for may only say what the page says anyway.
            should |= {name: Rect(0.0, 0.0, *size) for name in stated[index] if name not in should}
            for name, box in should.items():
                own = stated[index].get(name)
                if own is None and any(name in each for each in stated):
                    yield self._finding("box-missing", f"the page does not state its {name}", index)
                elif own is not None and not _same(own, box):
                    yield self._finding(
                        "box-moved",
                        f"the {name} is elsewhere",
                        index,
                        expected=rect_text(box),
                        found=rect_text(own),
                    )

    def look(self) -> None:
        """Find out how another program moved pages, and how backs were moved for a printer."""
        if all(self.identical):
            return
        indices = [index for index, pair in enumerate(self.pairs) if pair is not None]
        fronts = [index for index in indices if self.expected.pages[self._pair(index)].side == "front"]
        if self.tolerance is REWRITTEN and indices:
            sample, size = _sample(fronts or indices)[:3], page_size(self.wanted, self._pair(indices[0]))
            # Only what is drawn by the same numbers is the same to the last pixel.
            places = [
                (index, rect)
                for index in sample
                for rect in distinctive(self._should_be(self._pair(index), 1))
            ]
            # Small pages and pale ones have no such parts.
            places = places or [(index, Rect(0.0, 0.0, *size)) for index in sample]
            parts = [
                (index, rect, self._part(self.wanted, self._pair(index), Affine(), rect))
                for index, rect in places
            ]

            def view(place: Drift | None) -> list[tuple[Any, Any]]:
                back = Affine() if place is None else place.map.inverse()
                return [(should, self._part(self.pdf, index, back, rect)) for index, rect, should in parts]

            # A program that lost the names of letters has drawn every page anew, and a move puts edges elsewhere.
            if not (self.moved or self.pdf.letters()):
                self.tolerance = tolerance_for(tuple(map(planes, pair)) for pair in view(None))
            if self.tolerance is REWRITTEN:
                centers = [rect.center for _, rect, _ in parts]
                self.place = registered(centers, view, size)
        backs = [index for index in indices if index not in fronts]
        # Backs are moved for a printer all together.
        if not any(self.identical[index] for index in backs):
            self.drift = self._drift(backs)

    def _drift(self, backs: Sequence[int]) -> Drift | None:
        """How all backs were moved for a printer that was measured; None where they were not."""
        pages = [(index, self._both(index)) for index in _sample(backs)]
        found = {}
        for index, pair in pages:
            plain = _differing(*pair, self.tolerance, {})
            found[index] = (
                _differing(*pair, self.tolerance, self.palette) if plain and self.palette else plain
            )
        apart = (pair for index, pair in pages if found[index])
        if not any(float((wanted != seen).mean()) > MOVED_SHARE for wanted, seen in apart):
            for index, differing in found.items():
                self.known[self._key(index)] = done = Future[tuple[Patch, ...]]()
                done.set_result(differing)
            return None
        return find_drift(
            [
                (each.trim.center, shift_of(wanted[own], seen[own], PX_PER_MM))
                for index, (wanted, seen) in pages
                for each in self.expected.pages[self._pair(index)].placed
                for own in (part_of(each.trim),)
            ]
        )

    @cached_property
    def palette(self) -> Mapping[int, tuple[int, int, int]]:
        """How another program translated colours; nobody asks before something differs."""
        indices = [index for index, pair in enumerate(self.pairs) if pair is not None]
        if self.tolerance is not REWRITTEN or not indices:
            return {}
        return palette_of([tuple(map(planes, self._both(index))) for index in _sample(indices)])

    def begun(self, index: int, pool: Executor) -> Future[tuple[Patch, ...]] | None:
        """Where a page differs, the largest place first: drawn now, compared meanwhile; None if there is nothing to."""
        if self.identical[index] or (self.pairs[index] is None and index >= len(self.wanted)):
            return None
        drawings = self._key(index)
        if drawings not in self.known:
            self.known[drawings] = pool.submit(_differing, *self._drawn(index), {})
        return self.known[drawings]

    def _key(self, index: int) -> tuple[str, bytes, bytes]:
        """What decides where a page differs."""
        pair = self._pair(index)
        return (
            self.expected.pages[pair].side,
            self._digest(self.should, pair),
            self._digest(self.own, index),
        )

    def page(self, index: int, begun: Future[tuple[Patch, ...]] | None) -> Iterator[Finding]:
        """What differs on a page."""
        found = begun.result() if begun is not None else ()
        key = self._key(index)
        if found and self.palette:
            if key not in self.told:
                self.told[key] = _differing(*self._drawn(index), self.palette)
            found = self.told[key]
        if found and self.moved:
            found = self._confirmed(index, found)
        told = [self._patch(index, patch, len(found)) for patch in found[:MOST_A_PAGE]]
        yield from told[:-1]
        yield from (
            replace(each, also=tuple(patch.rect for patch in found[MOST_A_PAGE:])) for each in told[-1:]
        )
        if not found and self.pairs[index] is not None:
            yield from self._text(index)

    def _confirmed(self, index: int, coarse: Sequence[Patch]) -> tuple[Patch, ...]:
        wanted, seen = map(planes, self._both(index, FINER))
        fine = confirmed(coarse, patches(wanted, seen, self.tolerance, self.palette))
        return tuple(sorted(fine, key=lambda patch: -patch.area))

    def _text(self, index: int) -> Iterator[Finding]:
        """What a page that looks right says to who copies or searches it."""
        pair = self._pair(index)
        if self.identical[index] and pair == index:
            return
        # A program may leave out letters that are cut off.
        page = self.expected.pages[pair]
        windows = [each.window for each in page.placed] or [Rect(0.0, 0.0, *page_size(self.wanted, pair))]
        own, marks = (
            [mark for mark in letters if any(window.contains(mark.box) for window in windows)]
            for letters in (page_marks(self.wanted, pair), page_marks(self.pdf, index))
        )
        should, seen = (Counter(mark.text for mark in each) for each in (own, marks))
        if should == seen or not seen:
            return
        more, less = (
            "".join(sorted((one - other).elements())) for one, other in ((seen, should), (should, seen))
        )
        message = "the text says otherwise than the page shows"
        place = next((mark.box for mark in marks if mark.text in more), None)
        finding = self._finding(
            "text-layer", message, index, expected=less[:MOST_WORDS], found=more[:MOST_WORDS]
        )
        yield replace(finding, rect=place)

    def _drawn(self, index: int) -> tuple[Any, Any, Tolerance]:
        """The page as it should be and as it is, and how far they may differ."""
        wanted, seen = self._both(index)
        side = self.expected.pages[self._pair(index)].side
        if self.drift is None or side != "back":
            return wanted, seen, self.tolerance
        # Measured beside pages that were registered, so it comes on top of that.
        place = Affine() if self.place is None else self.place.map.inverse()
        seen = self._at(self.pdf, index, place.then(self.drift.map.inverse()), self._pair(index))
        return wanted, seen, MOVED

    def _digest(self, digests: Sequence[bytes], index: int) -> bytes:
        return digests[index] if index < len(digests) else b"page %d" % index

    def _patch(self, index: int, patch: Patch, count: int) -> Finding:
        code, message = KINDS[patch.kind]
        card, subject = self._named(index, patch.rect)
        size = f"{length_text(patch.rect.width)} × {length_text(patch.rect.height)} mm"
        more = f", one of {count} places on this page" if count > MOST_A_PAGE else ""
        name = shown_name(self.kit, card) if card and card in {each.id for each in self.kit.cards} else ""
        found = Finding(
            ERROR, code, message, self.file, index + 1, card, name, subject, patch.rect, found=f"{size}{more}"
        )
        return self._in_words(found, index, patch.rect)

    def _in_words(self, finding: Finding, index: int, rect: Rect) -> Finding:
        """The finding by what is written there, where other words stand than should."""
        should, seen = (
            words_near(page_marks(pdf, at), rect)
            for pdf, at in ((self.wanted, self._pair(index)), (self.pdf, index))
        )
        if should == seen:
            return finding
        digits = [[char for char in text if char.isdecimal()] for text in (should, seen)]
        code, message = WORDS["figure" if digits[0] != digits[1] else "text"]
        expected, found = (repr(text[:MOST_WORDS]) if text else "nothing" for text in (should, seen))
        return replace(finding, code=code, message=message, expected=expected, found=found)

    def _named(self, index: int, rect: Rect) -> tuple[str, str]:
        """The card a place belongs to, and what of it or of the sheet it is."""
        page = self.expected.pages[self._pair(index)]
        for name, box in (("ruler", page.ruler), ("label", page.label)):
            if box is not None and box.grown(0.5).overlaps(rect):
                return "", name
        for each in page.placed:
            if each.trim.overlaps(rect):
                return each.card, each.side
        for each in page.placed:
            if each.window.overlaps(rect):
                return each.card, f"bleed of the {each.side}"
        return "", "sheet"

    def _pair(self, index: int) -> int:
        pair = self.pairs[index]
        return min(index, len(self.wanted) - 1) if pair is None else pair

    def _part(self, pdf: PdfFile, index: int, place: Affine, rect: Rect) -> Any:
        """A part of a page that is moved so."""
        size = round(rect.width * PX_PER_MM), round(rect.height * PX_PER_MM)
        return render_placed(pdf, index, PX_PER_MM, place.then(Affine.translation(-rect.x, -rect.y)), size)

    def _both(self, index: int, finer: int = 1) -> tuple[Any, Any]:
        """The page as it should be and as it is, in pixels of the same size, `finer` times as many a mm as usual."""
        pair = self._pair(index)
        place = Affine() if self.place is None else self.place.map.inverse()
        return self._should_be(pair, finer), self._at(self.pdf, index, place, pair, finer)

    def _should_be(self, pair: int, finer: int) -> Any:
        """A page as it should be, drawn once for all that is laid on it and for all pages like it."""
        key = self._digest(self.should, pair), finer
        pixels = self.drawn.pop(key, None)
        self.drawn[key] = self._at(self.wanted, pair, Affine(), pair, finer) if pixels is None else pixels
        if len(self.drawn) > MOST_DRAWN:
            del self.drawn[next(iter(self.drawn))]
        return self.drawn[key]

    def _at(self, pdf: PdfFile, index: int, place: Affine, pair: int, finer: int = 1) -> Any:
        """A page moved, in as many pixels as the page should have."""
        pixels = PX_PER_MM * finer
        width, height = (max(1, round(each * pixels)) for each in page_size(self.wanted, pair))
        return render_placed(pdf, index, pixels, place, (width, height))

    def _finding(
        self, code: str, message: str, index: int, *, subject: str = "", expected: str = "", found: str = ""
    ) -> Finding:
        return Finding(
            ERROR, code, message, self.file, index + 1, subject=subject, expected=expected, found=found
        )


def _differing(
    wanted: Any, seen: Any, tolerance: Tolerance, palette: Mapping[int, tuple[int, int, int]]
) -> tuple[Patch, ...]:
    found = patches(planes(wanted), planes(seen), tolerance, palette)
    return tuple(sorted(found, key=lambda patch: -patch.area))


def _sample(indices: Sequence[int]) -> list[int]:
    """Some of these, evenly."""
    step = max(1, -(-len(indices) // SAMPLE))
    return list(indices[::step])


def _same(one: Rect, other: Rect) -> bool:
    return one.contains(other, BOX_TOLERANCE) and other.contains(one, BOX_TOLERANCE)
