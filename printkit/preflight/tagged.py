"""What the rows on tagged files look at: the tree, the contents of pages, and who belongs to whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from printkit.backends.inspect_objects import (
    entry,
    is_dictionary,
    kids,
    name,
    number,
    numbers,
    same_key,
    words,
)
from printkit.backends.inspect_tags import Element, Key, Marked, marked_content, numbered
from printkit.geometry import Rect
from printkit.preflight.facts import PdfFacts

__all__ = ["Place", "Row", "Tagged", "attribute", "said_by"]


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
