"""Writes documents and archives into a staging folder, with their entries of the manifest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from printkit.backends.pdf import write_pdf
from printkit.backends.press import Press
from printkit.files import Staging, sha256_of
from printkit.interchange.archive import Archive, write_archive
from printkit.jobs.build.manifest import file_entry, placement_entries, with_looks
from printkit.jobs.build.order import home_colours, press_facts
from printkit.jobs.build.part import Document
from printkit.jobs.build.request import BuildRequest
from printkit.sheets.model import Sheet

__all__ = ["Progress", "write_file"]

# Ways to print both sides without the printer turning the paper.
UNTURNED = ("fold", "fronts-then-backs")

Progress = Callable[[str, int, int], None]
"""Called with a file's name, how many of its cards are done, and of how many."""


def write_file(
    stage: Staging,
    file: Document | Archive,
    request: BuildRequest,
    press: Press | None,
    *,
    written: Collection[str],
    progress: Progress,
) -> dict[str, Any]:
    """Write one file and what is attached to it; returns their entries of the manifest by name.

    Attached files that are among those `written` are not written again.
    """
    if isinstance(file, Archive):
        count = write_archive(
            stage, file, lambda cards: progress(file.name, min(cards, file.cards), file.cards)
        )
        return {file.name: file_entry(sha256_of(stage.path(file.name)), count, file.facts, ())}
    entries = {file.name: _write(stage, file, request, press, progress)}
    for name, data in file.info.files:
        if name not in written:
            stage.write(name, data)
            entries[name] = file_entry(sha256_of(stage.path(name)), 1, {}, ())
    return entries


def _write(
    stage: Staging, document: Document, request: BuildRequest, press: Press | None, progress: Progress
) -> dict[str, Any]:
    placements: list[dict[str, Any]] = []
    pages, backs = 0, False

    def watched() -> Iterator[Sheet]:
        nonlocal pages, backs
        for sheet in document.sheets:
            pages += 1
            backs = (
                backs or sheet.side == "back" or any(each.face.side == "back" for each in sheet.placements)
            )
            placements.extend(placement_entries(pages, sheet))
            progress(document.name, min(len(placements), document.cards), document.cards)
            yield sheet

    with stage.open(document.name) as stream:
        colours = home_colours(request)
        looks = write_pdf(stream, watched(), document.faces, document.info, colours, press)
    turned = document.info.duplex or (request.duplex if request.duplex in UNTURNED else "none")
    duplex = {"duplex": turned if backs else "none"}
    facts = {**document.facts, **duplex, **press_facts(press, request)}
    return file_entry(sha256_of(stage.path(document.name)), pages, facts, with_looks(placements, looks))
