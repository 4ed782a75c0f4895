"""Builds documents of a kit and writes them into memory, with what lies on their pages."""

from __future__ import annotations

import io
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from printkit.backends.pdf import write_pdf
from printkit.backends.press import find_press
from printkit.errors import PrintkitError
from printkit.games.record import MAGIC
from printkit.jobs.build.make_job import make_job
from printkit.jobs.build.part import Document, Job, Scenes
from printkit.jobs.build.part_table import Part, parts_of
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.build.vendor import vendor_files
from printkit.preflight.book import Book, ExpectedFile, ExpectedPage, Placed
from printkit.preflight.profile import find_profile
from printkit.scene.inks import Colours
from printkit.scene.model import Group, Scene, Use
from printkit.sheets.model import FaceKey, Sheet

__all__ = ["Built", "Workshop", "attached_records", "drawn_pages", "page_drawing", "workshop", "written"]

# The documents of so many requests are kept.
MOST_KEPT = 12


class Built(NamedTuple):
    """The documents of a request, and what stopped the next one: a guide in another language may not fit."""

    job: Job
    documents: tuple[Document, ...]
    failure: PrintkitError | None


class Workshop:
    """Builds the parts of one kit, with the numbers its rules have; what several files need is built once."""

    def __init__(self, book: Book) -> None:
        self.kit = book.ruled
        self.parts = parts_of(self.kit)
        self._scenes: dict[tuple[Any, ...], Scenes] = {}
        self._kept: OrderedDict[BuildRequest, Built] = OrderedDict()

    def built(self, request: BuildRequest) -> Built:
        """Every document of the one part that is requested; what cannot be requested is a PrintkitError."""
        built = self._kept.pop(request, None) or self._build(request)
        self._kept[request] = built
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return built

    def _build(self, request: BuildRequest) -> Built:
        job = make_job(self.kit, request, request.card)
        part = self.parts[request.only[0]]
        if not part.editions:
            # Its words are in all languages, whichever of them was asked for.
            job = job.in_every_language()
        # Faces are the same however they are laid on paper.
        faces = job.kit.edition, request.ink, request.card, job.request.options
        scenes = self._scenes.setdefault(faces, Scenes(job.kit, job.choices, MOST_KEPT))
        job = replace(job, scenes=scenes)
        documents: list[Document] = []
        try:
            for each in _documents(job, part):
                faces_of = lru_cache(Scenes.KEEP)(each.faces)
                documents.append(replace(each, sheets=tuple(each.sheets), faces=faces_of))
        except PrintkitError as error:
            return Built(job, tuple(documents), error)
        return Built(job, tuple(documents), None)


@lru_cache(1)
def workshop(book: Book) -> Workshop:
    """The workshop of the kit that was worked on last."""
    return Workshop(book)


def _documents(job: Job, part: Part) -> Iterator[Document]:
    if not job.request.profile:
        return part.documents(job, job.request.only[0])
    files = vendor_files(job, find_profile(job.request.profile))
    return (each for each in files if isinstance(each, Document))


def written(document: Document, colours: Colours, ink_limit: float) -> ExpectedFile:
    """The document's bytes in these colours, and what lies on each page."""
    press = find_press("x1a-2003", ink_limit=ink_limit) if colours == "cmyk" else None
    stream = io.BytesIO()
    # Links and attached files are not seen on paper, and lead to pages a trial does not have.
    sheets = [replace(sheet, links=(), anchors=()) for sheet in document.sheets]
    info = replace(document.info, outline=(), files=())
    write_pdf(stream, sheets, document.faces, info, colours, press)

    def scene(index: int) -> Scene:
        return page_drawing(sheets[index], document.faces)

    return ExpectedFile(document.name, stream.getvalue(), tuple(map(_page, sheets)), scene, colours)


def drawn_pages(document: Document) -> list[Scene]:
    """Every page of a document as one drawing."""
    return [page_drawing(sheet, document.faces) for sheet in document.sheets]


def _page(sheet: Sheet) -> ExpectedPage:
    placed = tuple(
        Placed(each.face.card, each.face.side, each.trim, each.window) for each in sheet.placements
    )
    return ExpectedPage(sheet.side, placed, sheet.ruler, sheet.furniture)


def page_drawing(sheet: Sheet, faces: Callable[[FaceKey], Scene]) -> Scene:
    """A page as one drawing, its faces among its marks."""
    placed = (
        Group((Use(faces(each.face), each.transform),), clip=each.window, within=each.shape)
        for each in sheet.placements
    )
    page = Group((*placed, *sheet.marks), sheet.correction)
    return Scene(f"page {sheet.number} {sheet.side}", *sheet.paper, 0.0, (page,))


def attached_records(files: Sequence[tuple[str, bytes]]) -> tuple[tuple[str, str], ...]:
    """The records among attached files, by name and text, in the order of the numbers in their names."""
    texts = ((name, data.decode("utf-8", "replace")) for name, data in files)
    records = [(name, text) for name, text in texts if text.startswith(MAGIC)]
    return tuple(
        sorted(records, key=lambda each: [int(number) for number in re.findall(r"\d+", each[0])[:1]])
    )
