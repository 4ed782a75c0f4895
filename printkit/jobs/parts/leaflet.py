"""The rule leaflet on paper: a kit's rules come in, pages to read and a sheet to print and fold go out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from printkit.geometry import Size
from printkit.jobs.part import Document, Job
from printkit.kit.model import Kit

if TYPE_CHECKING:
    from printkit.compose.book import Picture
    from printkit.jobs.volume import Volume

__all__ = ["ORDER", "documents", "has_leaflet", "names", "volume"]

ORDER = 15
PART = "leaflet"
# One sheet folded once lies flat: nothing creeps.
CALIPER = 0.0
# Its pages are fuller than a book's, and its list of cards stands on a page of its own.
SIDE, TOP, BOTTOM = 12.0, 18.0, 17.0


def names(kit: Kit) -> tuple[str, ...]:
    """A kit with rules in its languages, and no booklet that holds them, has a leaflet."""
    return (PART,) if has_leaflet(kit) else ()


def has_leaflet(kit: Kit) -> bool:
    """Whether the kit has a leaflet; nothing of it is read."""
    return kit.has_leaflet


def documents(job: Job, name: str) -> Iterator[Document]:
    """In each language page by page, and as a sheet to fold."""
    from printkit.jobs.volume import find_papers, volume_documents

    papers = find_papers(job, name)
    for language in job.languages:
        yield from volume_documents(job, papers, volume(job, language, papers.page))


def volume(job: Job, language: str, page: Size) -> Volume:
    """The leaflet in one language, composed for a page of that size."""
    from printkit.compose.book import BookLook, compose_book
    from printkit.compose.card_list import CardList, card_list
    from printkit.jobs.volume import Volume
    from printkit.kit.leaflet import load_leaflet

    kit = job.kit
    sheet = CardList(kit, language, job.scenes.front, job.choices)

    def pictures(name: str, width: float) -> Sequence[Picture]:
        return card_list(sheet, width)

    languages = (language, *(other for other in kit.languages if other != language))
    title = [kit.text(code, "kit.title") for code in languages]
    display = kit.fonts["display"]
    look = BookLook(page, language, display, inner=SIDE, outer=SIDE, top=TOP, bottom=BOTTOM, starts=0.0)
    book = compose_book(load_leaflet(kit)[language], look, title, "", None, pictures)
    return Volume(PART, language, book, CALIPER, pocket=_pocket(job))


def _pocket(job: Job) -> Size | None:
    """What the leaflet is folded on to fit into: the box of the cards it is printed for; None without a box."""
    size = job.kit.size(job.choices.size)
    return Size(size.width, size.height) if job.kit.box is not None else None
