"""The throwing sticks: strips to cut out, fold and roll up."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.compose.pieces.sticks import compose_stick, stick_folds
from printkit.errors import InputError
from printkit.geometry import Affine, Outline, Rect, Size
from printkit.jobs.build.part import (
    Document,
    Job,
    chosen_pages,
    document_info,
    file_name,
    labelled_with,
    made_for,
    on_paper,
    print_hints,
    sheet_words,
)
from printkit.kit.tokens import Sticks
from printkit.scene.model import Item
from printkit.scene.shapes import rectangle, segment
from printkit.sheets.cutter import cut_line, cutter_room, cutter_strip, fold_lines, registration_marks
from printkit.sheets.marks import ruler
from printkit.sheets.model import FaceKey, Placement, Sheet, find_paper
from printkit.sheets.shapes import shelved
from printkit.sheets.tiling import foot_strip

__all__ = ["documents"]

PART = "sticks"
KEY = FaceKey("stick", "front")
GAP = 3.0


def documents(job: Job, name: str) -> Iterator[Document]:
    """All sticks on as few sheets as they need."""
    sticks = job.kit.sticks
    if sticks is None:
        return
    scene = compose_stick(job.kit, sticks, job.choices)
    paper, sheets = on_paper(job, name, lambda paper: _sheets(job, sticks, paper))
    yield Document(
        name=file_name(job, PART, card=False, paper=paper),
        sheets=chosen_pages(sheets, job.request.pages),
        faces=lambda key: scene,
        info=document_info(job, PART),
        facts={"paper": paper, "press": "home", "ink": job.choices.ink},
    )


def _sheets(job: Job, sticks: Sticks, paper_name: str) -> list[Sheet]:
    paper = find_paper(paper_name)
    cutter = "cutter" in job.request.marks
    room, strip = cutter_room(paper), cutter_strip(paper)
    if not cutter:
        strip = foot_strip(paper, job.request.margin)
        room = Rect.from_edges(
            job.request.margin, job.request.margin, paper.width - job.request.margin, strip[1].y - 3.0
        )
    upright = sticks.length > room.width or _rows(room, _extent(sticks)) < _rows(
        room, _extent(sticks).turned()
    )
    extent = _extent(sticks).turned() if upright else _extent(sticks)
    if extent.width > room.width or extent.height > room.height:
        raise InputError(f"a stick of {sticks.length:g} mm does not fit on {paper_name}", key="--paper")
    places = list(shelved([extent] * sticks.copies, room, GAP))
    count = max(page for page, _ in places) + 1
    title = f"{job.kit.id} {PART} {job.kit.version}{made_for(job)}"
    sheets = []
    for number in range(count):
        here = [place for page, place in places if page == number]
        cuts = (
            cut_line(*map(rectangle, here)),
            fold_lines(*(f for p in here for f in _folds(sticks, p, upright))),
        )
        marks: tuple[Item, ...] = (registration_marks(paper, 5.0),) if cutter else cuts
        if strip[0] is not None:
            marks += (ruler(strip[0]),)
        placements = tuple(_placed(place, upright) for place in here)
        sheet = Sheet(number + 1, "front", paper, placements, marks, strip[0], strip[1], cuts=cuts)
        words = (
            f"{title} · {number + 1}/{count}",
            sheet_words("stick", job.kit.languages),
            *print_hints(job.kit.languages),
        )
        sheets.append(labelled_with(sheet, words))
    return sheets


def _extent(sticks: Sticks) -> Size:
    return Size(sticks.length, 4 * sticks.width)


def _rows(room: Rect, extent: Size) -> int:
    """How many strips of that size the room takes."""
    return int((room.width + GAP) // (extent.width + GAP)) * int((room.height + GAP) // (extent.height + GAP))


def _placed(place: Rect, upright: bool) -> Placement:
    transform = Affine.translation(place.x, place.y)
    if upright:
        transform = Affine.rotation(90).then(Affine.translation(place.right, place.y))
    return Placement(KEY, transform, place, place, 90 if upright else 0)


def _folds(sticks: Sticks, place: Rect, upright: bool) -> Iterator[Outline]:
    for at in stick_folds(sticks):
        if upright:
            yield segment(place.right - at, place.y, place.right - at, place.bottom)
        else:
            yield segment(place.x, place.y + at, place.right, place.y + at)
