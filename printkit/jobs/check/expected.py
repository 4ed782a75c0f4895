"""Builds a file that was read once more, as kit and rules say it should be, to compare every page with."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, combinations, islice, product
from typing import Any, NamedTuple

from printkit.errors import PrintkitError
from printkit.geometry import Size
from printkit.inspect.pages import PdfFile, attached_files, open_pdf, page_boxes, page_size
from printkit.jobs.build.part import Document
from printkit.jobs.build.part_table import PARTS
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.in_memory import Built, attached_records, page_drawing, workshop, written
from printkit.kit.model import Kit
from printkit.preflight.book import Book, ExpectedFile
from printkit.preflight.comparison import is_drawn_alike
from printkit.preflight.locate import share_in_place
from printkit.preflight.profile import find_profile, profile_names
from printkit.preflight.proof_pdf import PdfReport
from printkit.preflight.registration import thumbnail, unlikeness
from printkit.scene.inks import INK_LIMIT, Colours
from printkit.sheets.model import PAPERS

__all__ = ["Search", "expected_file", "stated_file"]

# A file whose first pages are this like (mean of 255) is the right one; one further away than the last is none.
SURE, STRANGE = 0.001, 29.0
# A file of more or of fewer pages is not the right one, unless no other is as like.
ANOTHER_COUNT = 0.06
# So many pages are drawn to find out how a file was built.
TRIED = 3
# Of a book no more pages than these are looked at for the one with most ink.
MOST_LOOKED_AT = 80
# Of the cards of a reprint so many choices are tried.
MOST_CHOICES = 100
# A page may be this much larger or smaller than its paper, in mm, and still be it.
PAPER_TOLERANCE = 2.0
# Pages laid out in the right way have this share of their letters in place.
IN_PLACE = 0.8
CARD = "card"
RULES = "rules"
# The profile of no print service.
HOME = "home"


class Way(NamedTuple):
    """How a file may have been built, beside what it says itself."""

    paper: str = ""
    duplex: str = "long"
    marks: tuple[str, ...] = ("crop",)
    colours: Colours = "srgb"
    ink_limit: float = INK_LIMIT
    ink: str = "full"
    profile: str = ""
    cards: int = 0
    # The cards of a reprint of some.
    chosen: tuple[str, ...] = ()


# How unlike a way is, the way, and which of the files it makes.
_Tried = tuple[float, Way, int]

DUPLEX = ("long", "short", "fronts-then-backs", "none", "fold")
BOOK_DUPLEX = ("long", "short", "fronts-then-backs")
MARKS = (
    ("crop",),
    ("none",),
    ("cutter",),
    ("japanese",),
    ("japanese", "corners"),
    ("japanese", "registration"),
    ("crop", "corners"),
    ("crop", "registration"),
    ("crop", "corners", "registration"),
    ("corners",),
    ("registration",),
    ("corners", "registration"),
)
COLOURS: tuple[tuple[Colours, float], ...] = (("srgb", INK_LIMIT), ("cmyk", INK_LIMIT), ("grey", INK_LIMIT))
INKS = ("full", "low")


def stated_file(pdf: PdfFile, report: PdfReport, book: Book) -> ExpectedFile | None:
    """The file a report is about as its label states it; None where no way puts its letters where they are.

    Its letters say how it was laid out, pictures of its pages how it was coloured.
    """
    return Search(pdf, report, book).stated()


def expected_file(pdf: PdfFile, report: PdfReport, book: Book) -> ExpectedFile | None:
    """The same; where letters do not say how it was laid out, pictures do. None where no way looks like it."""
    search = Search(pdf, report, book)
    stated = search.stated()
    best = search.best() if stated is None else None
    return search.file(best) if best is not None else stated


class Search:
    """Looks for the way one file was built."""

    def __init__(self, pdf: PdfFile, report: PdfReport, book: Book) -> None:
        self.pdf, self.report = pdf, report
        self.kit, self.factor = book.ruled, book.proof.factor
        self.workshop = workshop(book)
        self._tried: dict[tuple[Way, int, int], float] = {}
        self._alike: dict[tuple[Any, ...], float] = {}
        # The file tried last, where a trial is all of it.
        self._whole: dict[tuple[Way, int], ExpectedFile] = {}

    def documents(self, paper: str, duplex: str) -> tuple[Document, ...]:
        """Every document that may be the file, laid out on that paper; none where it cannot be built."""
        try:
            return self._documents(Way(paper, duplex, chosen=self._choices[0]))
        except PrintkitError:
            return ()

    def stated(self) -> ExpectedFile | None:
        """The file as its label and its letters say."""
        usual = self.usual() if self.pdf.is_own else None
        if usual is not None:
            return usual
        found = self.coloured(self.laid_out())
        return self.file(found) if found is not None else None

    def usual(self) -> ExpectedFile | None:
        """The file as it is built where nothing is asked for but what its label says, if its pages are drawn so."""
        way = Way(self.papers[0], chosen=self._choices[0])
        try:
            documents = self._documents(way)
        except PrintkitError:
            return None
        for number, document in enumerate(documents):
            sheets = tuple(document.sheets)
            if len(sheets) == len(self.pdf) and all(_fits(each.paper, self.size) for each in sheets):
                file = self.file((0.0, way, number))
                if is_drawn_alike(self.pdf, file):
                    return file
        return None

    def file(self, best: _Tried) -> ExpectedFile:
        """What was found, built whole."""
        _, way, number = best
        whole = self._whole.get((way, number))
        found = whole or written(self._documents(way)[number], way.colours, way.ink_limit)
        choices = self._built(way).job.choices
        return replace(found, size=choices.size, variables=choices.variables)

    def best(self) -> _Tried | None:
        """The likeliest way by the looks of the first pages; other papers are tried if they begin better."""
        best: _Tried | None = None
        for starts in self._starts():
            if best is not None:
                begun = self._best([*starts, best[1]._replace(paper=starts[0].paper)])
                if begun is None or begun[0] >= best[0] - 1e-9:
                    continue
                starts = [begun[1]]
            found = self._descended(starts)
            if found is not None and (best is None or found[0] < best[0] - 1e-9):
                best = found
            if best is not None and best[0] <= SURE:
                break
        return None if best is None or (best[0] > STRANGE and self.report.label is None) else best

    def laid_out(self) -> list[Way]:
        """The ways on one paper that put the letters of the first pages and the last where the file has them."""
        for starts in self._starts():
            for ways in ((*starts, *self._turned(starts[0])), self._unmarked(starts[0])):
                found: list[Way] = []
                for way in dict.fromkeys(ways):
                    if self._share_in_place(way) >= IN_PLACE:
                        found.append(way)
                        if self._part in _books(self.kit):
                            # Its pages show in their letters how they are turned; backs of cards show it in pictures.
                            return found
                if found:
                    return found
        return []

    def _share_in_place(self, way: Way) -> float:
        """The least share of the first two pages and the last that have letters; 0 where pages differ, or none has."""
        try:
            documents = self._documents(way)
        except PrintkitError:
            return 0.0
        best = 0.0
        for document in documents:
            sheets = tuple(document.sheets)
            if len(sheets) == len(self.pdf) and any(_fits(each.paper, self.size) for each in sheets):
                found = (
                    share_in_place(self.pdf, index, page_drawing(sheets[index], document.faces))
                    for index in sorted({*range(min(2, len(sheets))), len(sheets) - 1})
                )
                best = max(best, min((share for share in found if share is not None), default=0.0))
        return best

    def coloured(self, ways: Sequence[Way]) -> _Tried | None:
        """The likeliest of ways that lay out pages alike, with its ink, colours and marks."""
        best = self._best(ways)

        def laid_out_again(way: Way) -> Iterator[Way]:
            # How backs are turned is seen only in the right colours, which fronts show however they are turned.
            colours, limit, ink = way.colours, way.ink_limit, way.ink
            ours = (each for each in ways if not each.profile)
            return (each._replace(colours=colours, ink_limit=limit, ink=ink) for each in ours)

        # Every front shows its marks.
        for change, pages in ((self._coloured, TRIED), (laid_out_again, TRIED), (self._marked, 1)):
            if best is not None and best[0] > SURE:
                best = self._best([best[1], *change(best[1])], pages)
        return best

    def _starts(self) -> Iterator[list[Way]]:
        for paper in self.papers:
            yield [Way(paper, chosen=chosen) for chosen in self._choices]
            yield from ([way] for way in self._profiles(paper))

    def _descended(self, starts: Sequence[Way]) -> _Tried | None:
        """From a way to the best one near, one thing changed after the other; None where it cannot be built."""
        best = self._best(starts)
        for _ in range(2):
            before = best
            for change in (self._turned, self._unmarked, self._coloured, self._marked):
                if best is not None and best[0] <= SURE:
                    return best
                start = best[1] if best else starts[0]
                best = self._best([start, *change(start)])
            if best == before:
                break
        return best

    def _coloured(self, way: Way) -> Iterator[Way]:
        if way.profile:
            yield from (way._replace(ink=ink) for ink in INKS)
            return
        for ink in INKS:
            for colours, limit in COLOURS:
                yield way._replace(colours=colours, ink_limit=limit, ink=ink)

    def _turned(self, way: Way) -> Iterator[Way]:
        if self._part in _books(self.kit):
            yield from (way._replace(duplex=duplex) for duplex in BOOK_DUPLEX)
            return
        for marks in dict.fromkeys((way.marks, ("cutter",), ("crop",))):
            for duplex in DUPLEX:
                yield way._replace(duplex=duplex, marks=marks)

    def _unmarked(self, way: Way) -> Iterator[Way]:
        """Without marks beside the cards more of them fit, so they lie elsewhere; which marks there are shows later."""
        if self._part in self._made_of_cards:
            yield from (way._replace(duplex=duplex, marks=("none",)) for duplex in DUPLEX)

    def _marked(self, way: Way) -> Iterator[Way]:
        if self._part in self._made_of_cards:
            yield from (way._replace(marks=marks) for marks in MARKS)

    def _best(self, ways: Iterable[Way], pages: int = TRIED) -> _Tried | None:
        """The likeliest of some ways, by so many pages."""
        best: _Tried | None = None
        for way in dict.fromkeys(ways):
            try:
                for number, document in enumerate(self._documents(way)):
                    far = self._far(document, way, number, pages)
                    if best is None or far < best[0]:
                        best = far, way, number
                    if far <= SURE:
                        return best
            except PrintkitError:
                # What cannot be built so was not.
                continue
        return best

    def _far(self, document: Document, way: Way, number: int, pages: int) -> float:
        """How unlike the first pages are; documents on another paper are as far as can be."""
        key = way, number, pages
        if key not in self._tried:
            every, sample = tuple(document.sheets), self.sample[:pages]
            chosen = [index for index in sample if index < len(every)] or [0]
            sheets = tuple(every[index] for index in chosen)
            # Some choices change nothing about some sheets.
            same = document.name, way.colours, way.ink_limit, len(every), sheets
            if same in self._alike:
                self._tried[key] = self._alike[same]
            elif not any(_fits(sheet.paper, self.size) for sheet in sheets):
                self._tried[key] = 255.0
            else:
                file = written(replace(document, sheets=sheets), way.colours, way.ink_limit)
                if len(every) <= pages:
                    self._whole = {(way, number): file}
                with open_pdf(file.data) as tried:
                    own = [thumbnail(tried, index) for index in range(len(tried))]
                seen = [self.thumbs[index] for index in chosen]
                apart = [unlikeness(one, other) for one, other in zip(seen, own, strict=False)]
                more = abs(len(every) - len(self.pdf))
                # A page the trial does not have is as strange as can be.
                apart += [STRANGE] * (len(sample) - len(chosen))
                self._tried[key] = math.fsum(apart) / len(apart) + (
                    ANOTHER_COUNT + more / 1000 if more else 0.0
                )
                self._alike[same] = self._tried[key]
        return self._tried[key]

    @cached_property
    def thumbs(self) -> dict[int, Any]:
        """Small pictures of some pages of the file: the first ones, and where it has no cards, of all."""
        count = len(self.pdf) if not self.report.cards else min(TRIED, len(self.pdf))
        return {index: thumbnail(self.pdf, index) for index in range(min(count, MOST_LOOKED_AT))}

    @cached_property
    def sample(self) -> list[int]:
        """The pages tried: the first ones and the one with most ink, as only pictures show with how much ink."""
        first, rest = list(self.thumbs)[: TRIED - 1], list(self.thumbs)[TRIED - 1 :]
        most = min(rest, key=lambda index: float(self.thumbs[index].mean()), default=None)
        return first if most is None else [*first, most]

    @cached_property
    def size(self) -> Size:
        """The size most pages have."""
        sizes = Counter(page_size(self.pdf, index) for index in range(len(self.pdf)))
        return max(sizes, key=lambda size: (sizes[size], size))

    @property
    def papers(self) -> list[str]:
        """What paper may have been requested: as the label says, of the page's size, or one card a page."""
        label = self.report.label
        part = label.part if label else ""
        own = self.kit.overlays
        if own is not None and part.startswith("overlays-"):
            names = [each.id for each in own.grids if part == f"overlays-{each.id}"]
            if names:
                return names
        if label is None and any("TrimBox" in page_boxes(self.pdf, index) for index in range(len(self.pdf))):
            return [CARD]
        found = [name for name, paper in PAPERS.items() if _fits(paper, self.size)]
        if label is not None and part in _books(self.kit):
            halves = [name for name, paper in PAPERS.items() if _holds_two(paper, self.size)]
            found = ["a4", *found, *halves]
        if not found and label is None:
            found = [CARD]
        exact = f"{self.size.width:.6g}x{self.size.height:.6g}mm"
        return list(dict.fromkeys([*found, exact]))

    def _profiles(self, paper: str) -> Iterator[Way]:
        """What print services get: only cards, a page each or on sheets."""
        if self.report.label is not None and self.report.label.words:
            return
        counts = (0, len(self.pdf) // 2, len(self.pdf)) if paper == CARD else (0,)
        for name in profile_names():
            profile = find_profile(name)
            if (
                profile.name == HOME
                or profile.form == "pictures"
                or (profile.form == "cards") != (paper == CARD)
            ):
                continue
            colours: Colours = "srgb" if profile.press == "home" else "cmyk"
            limit = profile.ink_limit or INK_LIMIT
            for count in dict.fromkeys(counts):
                yield Way(paper, colours=colours, ink_limit=limit, profile=name, cards=count)

    def _documents(self, way: Way) -> tuple[Document, ...]:
        """Every document that may be the file, built this way; in what colours does not matter."""
        _, documents, failure = self._built(way)
        named = tuple(filter(self._is_named, documents))
        if not named and failure is not None:
            raise failure
        return named

    def _is_named(self, document: Document) -> bool:
        """Whether the label may be this document's: in a language, or folded, where that is what it says."""
        label = self.report.label
        if label is None:
            return True
        language = document.facts.get("language", "")
        folded = label.words in self.kit.sizes and self._served_by(label.part) == RULES
        return label.words.startswith(language) and folded == (f"{label.part}-folded" in document.name)

    def _served_by(self, name: str) -> str:
        """The module of the part of that name."""
        part = self.workshop.parts.get(name)
        return part.module if part else ""

    def _built(self, way: Way) -> Built:
        label, kit = self.report.label, self.kit
        facts, options = (label.facts, label.options) if label is not None else ({}, ())
        if label is not None and label.factor and self.factor:
            options = (*options, f"{self.factor}={label.factor}")
        request = BuildRequest(
            kits=(kit.id,),
            only=(self._part,),
            lang=facts.get("lang", self._language),
            card=self._card_size(facts),
            paper="" if way.profile else way.paper,
            ink=way.ink,
            duplex=way.duplex,
            marks=way.marks,
            margin=facts.get("margin", 5.0),
            back_bleed=facts.get("back-bleed", 0.0),
            gutter=facts.get("gutter"),
            backs_only=label is not None and label.is_backs,
            stack=facts.get("stack", 0.0),
            sleeve=facts.get("sleeve", 0.0),
            options=_each_once((*self.report.options, *options)),
            cards=way.chosen,
            pages=label.pages if label else "",
            records=self._records,
            profile=way.profile,
            count=way.cards,
        )
        return self.workshop.built(request)

    @cached_property
    def _records(self) -> tuple[tuple[str, str], ...]:
        return attached_records(attached_files(self.pdf))

    @property
    def _part(self) -> str:
        """The part of the kit the file is of: as the label says, or the component of the cards on it."""
        if self.report.label is not None:
            part = self.report.label.part
            fit = [name for name in self.workshop.parts if part == name or part.startswith(f"{name}-")]
            if fit:
                return max(fit, key=len)
        entries = {card.entry: card.component for card in self.kit.cards}
        found = Counter(entries[known.card] for known in self.report.cards if known.card in entries)
        return max(found, key=lambda name: (found[name], name), default=self.kit.components[0].id)

    @property
    def _made_of_cards(self) -> tuple[str, ...]:
        """The parts whose sheets have marks to choose."""
        bare = (part for part in PARTS if not part.bound_book and not part.pieces)
        return tuple(name for part in bare for name in part.names(self.kit))

    @property
    def _language(self) -> str:
        words = self.report.label.words if self.report.label else ""
        return next((code for code in self.kit.languages if words.startswith(code)), "both")

    def _card_size(self, facts: Mapping[str, Any]) -> str:
        sizes, words = self.kit.sizes, self.report.label.words if self.report.label else ""
        stated = str(facts.get("card", "")) or words
        named = max((name for name in sizes if stated.startswith(name)), key=len, default="")
        return named or (self.report.size if self.report.size in sizes else self.kit.default_size)

    @property
    def _choices(self) -> list[tuple[str, ...]]:
        """The cards of a reprint of some: as many of each entry as were found, whichever of its pictures they have."""
        if not self.report.names_cards:
            return [()]
        entries: dict[str, list[str]] = {}
        for card in self.kit.cards:
            entries.setdefault(card.entry, []).append(card.id)
        found = Counter(known.card for known in self.report.cards)
        groups = [
            combinations(cards, min(found[entry], len(cards)))
            for entry, cards in entries.items()
            if found[entry]
        ]
        return [tuple(chain(*each)) for each in islice(product(*groups), MOST_CHOICES)]


def _each_once(options: Sequence[str]) -> tuple[str, ...]:
    """The options, those said last where one is said twice."""
    return tuple({each.partition("=")[0]: each for each in options}.values())


def _books(kit: Kit) -> tuple[str, ...]:
    return tuple(name for part in PARTS if part.bound_book for name in part.names(kit))


def _fits(paper: Size, size: Size) -> bool:
    """Whether a page is this paper, lying or standing."""
    return all(abs(a - b) <= PAPER_TOLERANCE for a, b in zip(sorted(paper), sorted(size), strict=True))


def _holds_two(paper: Size, page: Size) -> bool:
    """Whether a book with such pages was printed on this paper."""
    return _fits(Size(max(paper) / 2, min(paper)), page)
