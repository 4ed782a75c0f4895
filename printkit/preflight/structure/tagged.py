"""Rows of PDF/UA-1 on tables, lists, headings, forms and marks, and what all rows look at: the tree, the contents of
pages, and who belongs to whom.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from printkit.geometry import Rect
from printkit.inspect.objects import (
    entry,
    is_dictionary,
    is_stream,
    kids,
    name,
    number,
    numbers,
    objects,
    same_key,
    stream_data,
    words,
)
from printkit.inspect.tags import Element, Key, Marked, marked_content, numbered
from printkit.preflight.structure.facts import PdfFacts

__all__ = ["DETAILS", "Place", "Row", "Tagged", "attribute", "said_by"]


class Place(NamedTuple):
    """Where a row fails: the page from 1, 0 for the whole file, and what is there."""

    page: int
    found: str


@dataclass(frozen=True)
class Tagged:
    """What the rows look at."""

    facts: PdfFacts
    elements: tuple[Element, ...]

    @property
    def root(self) -> Any:
        return self.facts.structure.Root

    @cached_property
    def pages(self) -> tuple[Marked, ...]:
        return tuple(marked_content(page) for page in self.facts.structure.pages)

    @cached_property
    def page_numbers(self) -> Mapping[Key | None, int]:
        return {same_key(page.obj): at for at, page in enumerate(self.facts.structure.pages, 1)}

    @cached_property
    def parents(self) -> Mapping[int, Any]:
        return dict(numbered(entry(entry(self.root, "/StructTreeRoot"), "/ParentTree")))

    @cached_property
    def owners(self) -> Mapping[tuple[Key | None, int], Key | None]:
        return {each: same_key(element.value) for element in self.elements for each in element.contents}

    def notes(self) -> Iterator[tuple[int, Any]]:
        """Every annotation that is shown, with its page."""
        for sheet, page in zip(self.facts.sheets, self.facts.structure.pages, strict=False):
            paper = Rect(0.0, 0.0, *sheet.size)
            for note in kids(entry(page.obj, "/Annots")):
                hidden = int(number(entry(note, "/F")) or 0) & 2
                if not is_dictionary(note) or hidden or name(entry(note, "/Subtype")) == "Popup":
                    continue
                edges = numbers(entry(note, "/Rect"))
                outside = len(edges) == 4 and not sheet.place.rect(Rect.from_edges(*edges)).grown(1).overlaps(
                    paper
                )
                if not outside:
                    yield sheet.number, note

    @cached_property
    def holders(self) -> Mapping[Key | None, Element]:
        """The element each annotation belongs to."""
        return {key: element for element in reversed(self.elements) for key in element.objects if key}

    def page_of(self, element: Element) -> int:
        """The page an element begins on; 0 where it has none."""
        page = element.contents[0][0] if element.contents else same_key(entry(element.value, "/Pg"))
        return self.page_numbers.get(page, 0)

    def is_wordless(self, page: Key | None, mark: int) -> bool:
        """Whether a content shows text that says no language itself."""
        at = self.page_numbers.get(page, 0)
        return bool(at) and mark in self.pages[at - 1].wordless

    def below(self, element: Element) -> list[str]:
        return [self.elements[each].role for each in element.below]


class Row(NamedTuple):
    """A row: the clause of ISO 14289-1, what must hold, and where it does not."""

    clause: str
    what: str
    fails: Callable[[Tagged], Iterator[Place]]
    noted: bool = False


def attribute(element: Element, key: str, usual: Any) -> Any:
    """An attribute of an element: as it is, or as a number where `usual` is one."""
    for each in kids(entry(element.value, "/A")):
        found = entry(each, key)
        if found is not None:
            return found if usual is None else int(number(found) or usual)
    return usual


def said_by(element: Element) -> str | None:
    """What is read instead of an element's content; None where nothing is."""
    for key in ("/Alt", "/ActualText"):
        value = entry(element.value, key)
        if value is not None:
            return words(value)
    return None


# Words instead of a picture are read in one go, without a way back: longer ones are paragraphs.
MOST_WORDS = 1500
_HEADING = re.compile(r"H[1-6]?\Z")
_BOUND = re.compile(rb"xmlns:([\w.-]+)\s*=\s*[\"']http://www\.aiim\.org/pdfua/ns/id/[\"']")
_ROWS_OF = ("THead", "TBody", "TFoot")


def _captions(tagged: Tagged) -> Iterator[Place]:
    """A caption is the first of what it is in, of a table also the last; a table has one head and one foot."""
    for element in tagged.elements:
        roles = tagged.below(element)
        places = [at for at, role in enumerate(roles) if role == "Caption"]
        allowed = (0, len(roles) - 1) if element.role == "Table" else (0,)
        if element.role in ("Table", "L", "TOC") and (
            len(places) > 1 or any(at not in allowed for at in places)
        ):
            yield Place(tagged.page_of(element), f"a caption in the midst of {element.role}, or two")
        if element.role != "Table":
            continue
        counts = Counter(roles)
        if max(counts["THead"], counts["TFoot"]) > 1:
            yield Place(tagged.page_of(element), "two heads or feet in a table")
        if (counts["THead"] or counts["TFoot"]) and not counts["TBody"]:
            yield Place(tagged.page_of(element), "a head or foot without a body")


def _tables(tagged: Tagged) -> Iterator[Place]:
    for table in (each for each in tagged.elements if each.role == "Table"):
        rows = list(_rows(tagged, table))
        wide = _widths(rows)
        if len(set(wide)) > 1:
            yield Place(tagged.page_of(table), f"rows of {' and '.join(map(str, sorted(set(wide))))} cells")
        cells = [cell for row in rows for cell in row]
        heads = [cell for cell in cells if cell.role == "TH"]
        data = [cell for cell in cells if cell.role == "TD"]
        named = [words(each) for cell in data for each in kids(attribute(cell, "/Headers", None))]
        unknown = set(named) - {words(entry(cell.value, "/ID")) for cell in cells}
        scoped = bool(named) or all(attribute(cell, "/Scope", None) is not None for cell in heads)
        if not heads or not scoped or unknown:
            yield Place(tagged.page_of(table), "cells without headings, or headings without a scope")


def _rows(tagged: Tagged, element: Element) -> Iterator[list[Element]]:
    for each in (tagged.elements[at] for at in element.below):
        if each.role == "TR":
            yield [tagged.elements[at] for at in each.below]
        elif each.role in _ROWS_OF:
            yield from _rows(tagged, each)


def _widths(rows: list[list[Element]]) -> list[int]:
    """How many columns each row has, those that cells from above reach into with it; a cell reaches no further."""
    reached: Counter[int] = Counter()
    wide = []
    for at, row in enumerate(rows):
        width = reached[at]
        for cell in row:
            columns = max(attribute(cell, "/ColSpan", 1), 1)
            down = min(max(attribute(cell, "/RowSpan", 1), 1), 10_000)
            width += columns
            reached.update(dict.fromkeys(range(at + 1, at + down), columns))
        wide.append(width)
    # What reaches below the last row makes one more of another width.
    return [*wide, *(count for at, count in reached.items() if at >= len(rows))]


def _one_heading(tagged: Tagged) -> Iterator[Place]:
    for element in tagged.elements:
        if tagged.below(element).count("H") > 1:
            yield Place(tagged.page_of(element), f"two headings in one {element.role}")


def _forms(tagged: Tagged) -> Iterator[Place]:
    for at, note in tagged.notes():
        kind, element = name(entry(note, "/Subtype")), tagged.holders.get(same_key(note))
        if kind == "TrapNet" or (kind == "PrinterMark" and element is not None):
            yield Place(at, f"a {kind} that is read")
        named = words(entry(note, "/TU")) or words(entry(entry(note, "/Parent"), "/TU"))
        if kind == "Widget" and not (named.strip() or (element and (said_by(element) or "").strip())):
            yield Place(at, "a field without a name that is read")


def _elsewhere(tagged: Tagged) -> Iterator[Place]:
    for value in objects(tagged.facts.structure):
        if is_stream(value) and name(entry(value, "/Subtype")) == "Form" and entry(value, "/Ref") is not None:
            yield Place(0, "a form in another file")


def _living_forms(tagged: Tagged) -> Iterator[Place]:
    parts = kids(entry(entry(tagged.root, "/AcroForm"), "/XFA"))
    data = b"".join(stream_data(each, 16_000_000) for each in parts if is_stream(each))
    if re.search(rb"<dynamicRender[^>]*>\s*required", data):
        yield Place(0, "a form whose pages are made when it is opened")


def _claim(tagged: Tagged) -> Iterator[Place]:
    stream = entry(tagged.root, "/Metadata")
    data = stream_data(stream, 4_000_000) if is_stream(stream) else b""
    for prefix in sorted({each for each in _BOUND.findall(data) if each != b"pdfuaid"}):
        if b"<" + prefix + b":" in data or b" " + prefix + b":" in data.replace(b"xmlns:", b""):
            yield Place(0, f"named with {prefix.decode('latin-1')}: instead of pdfuaid:")


def _own_contents(tagged: Tagged) -> Iterator[Place]:
    """No element goes on behind a heading, and none that holds a link has words instead."""
    order = {key: at for key, at in tagged.page_numbers.items() if key}
    heads = sorted(
        (order.get(page, 0), mark)  # type: ignore[arg-type]
        for element in tagged.elements if _HEADING.match(element.role) for page, mark in element.contents[:1]
    )  # fmt: skip
    for element in tagged.elements:
        places = sorted((order.get(page, 0), mark) for page, mark in element.contents)  # type: ignore[arg-type]
        if places and not _HEADING.match(element.role) and element.role != "Figure":
            between = [head for head in heads if places[0] < head < places[-1]]
            if between and places[0][0] < places[-1][0]:
                yield Place(
                    between[0][0],
                    f"{element.role} begins on page {places[0][0]} and goes on behind a heading",
                )
        if (
            entry(element.value, "/Alt") is not None
            and element.role == "P"
            and "Link" in tagged.below(element)
        ):
            yield Place(tagged.page_of(element), "a paragraph with a link has words instead of its own")


def _long_words(tagged: Tagged) -> Iterator[Place]:
    for element in tagged.elements:
        said = words(entry(element.value, "/Alt"))
        pages = {page for page, _ in element.contents}
        if element.role == "Figure" and len(said) > MOST_WORDS:
            yield Place(tagged.page_of(element), f"{len(said)} characters instead of a picture")
        elif element.role == "Figure" and len(pages) > 1:
            yield Place(tagged.page_of(element), f"a picture on {len(pages)} pages")


DETAILS: tuple[Row, ...] = (
    Row("5", "the claim is not written as it should be", _claim),
    Row("7.1", "an element has what is another's", _own_contents),
    Row("7.2", "a caption, head or foot stands where it must not", _captions),
    Row("7.3", "a picture is text: real text is tagged as paragraphs", _long_words, noted=True),
    Row("7.4", "headings without levels stand side by side", _one_heading),
    Row("7.5", "a table's cells cannot be assigned to headings", _tables),
    Row("7.15", "the file is a form in XML", _living_forms),
    Row("7.18.1", "a field has no name, or a printer's mark is read", _forms),
    Row("7.20", "a drawing lies in another file", _elsewhere),
)
"""Rows that ask for details, after those of `tags`."""
