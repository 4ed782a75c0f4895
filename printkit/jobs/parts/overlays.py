"""Overlays: strips, sleeve inserts, label sheets and a guide."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import count

from printkit.compose.youscout.majors import table_cards
from printkit.compose.youscout.overlay_guide import GUIDE, guide_page
from printkit.compose.youscout.overlays import TILE, TILE_CORNER, Pieces, strip_size, tiles_on
from printkit.errors import InputError
from printkit.geometry import Affine, Rect, Size
from printkit.jobs.build.part import (
    USUAL_PAPER,
    Document,
    Job,
    document_info,
    file_name,
    labelled,
    on_pages,
    options_text,
    reprint,
)
from printkit.kit.model import LabelGrid
from printkit.scene.model import Scene
from printkit.sheets.cards import CardLaying, label_sheets, mark_style
from printkit.sheets.impose import ImpositionSpec
from printkit.sheets.marks import page_furniture, ruler
from printkit.sheets.model import FaceKey, Placement, Sheet, find_paper

__all__ = ["documents"]

# There is something to cut by machine.
OVERLAYS = "overlays"
GUTTER = 3.0

Faces = dict[str, Callable[[], Scene]]


def documents(job: Job, name: str) -> Iterator[Document]:
    """Strips and small stickers, sleeve inserts, one file a grid of labels, and in each language how to use them.

    `--paper` chooses the labels too: those on that paper, or the one grid of that name.
    """
    yield from on_pages(_all(job), job.request.pages)


def _all(job: Job) -> Iterator[Document]:
    assert job.kit.overlays is not None
    paper = job.request.paper.lower() or USUAL_PAPER
    grid = job.kit.overlays.grid(paper)
    if grid is not None:
        yield _labels(job, grid)
        return
    if paper == "card":
        paper = USUAL_PAPER
    yield _strips(job, paper)
    yield _inserts(job, paper)
    for each in job.kit.overlays.grids:
        if each.paper == paper:
            yield _labels(job, each)
    for language in job.languages:
        yield _guide(job, language, paper)


def _strips(job: Job, paper: str) -> Document:
    pieces = Pieces(job.kit, job.choices, outlined=not _by_machine(job))
    faces: Faces = {}
    strips, tiles = [], []
    for card, foot in pieces.strips():
        strips.append(f"{card.id}-{'foot' if foot else 'head'}")
        faces[strips[-1]] = lambda card=card, foot=foot: pieces.strip(card, foot)  # type: ignore[misc]
    for name in pieces.tiles():
        tiles.append(name)
        faces[name] = lambda name=name: pieces.tile(name)  # type: ignore[misc]
    size = strip_size(job.kit, pieces.size, pieces.factor)
    sheets = [*_cut_sheets(job, strips, size, 0.0, paper), *_cut_sheets(job, tiles, TILE, TILE_CORNER, paper)]
    return _document(job, OVERLAYS, sheets, faces, paper)


def _inserts(job: Job, paper: str) -> Document:
    pieces = Pieces(job.kit, job.choices, outlined=not _by_machine(job))
    cards = table_cards(job.kit)
    faces: Faces = {card.id: lambda card=card: pieces.insert(card) for card in cards}  # type: ignore[misc]
    size = Size(pieces.size.width, pieces.size.height)
    sheets = list(_cut_sheets(job, list(faces), size, pieces.size.corner, paper))
    return _document(job, f"{OVERLAYS}-sleeves", sheets, faces, paper)


def _labels(job: Job, grid: LabelGrid) -> Document:
    pieces, size = Pieces(job.kit, job.choices), Size(grid.width, grid.height)
    faces: Faces = {
        card.id: lambda card=card: pieces.label(card, size)  # type: ignore[misc]
        for card in table_cards(job.kit)
    }
    columns, rows = tiles_on(size)
    tiles, step = list(pieces.tiles()), columns * rows
    for start in range(0, len(tiles), step):
        own = tuple(tiles[start : start + step])
        faces[f"tiles-{start // step + 1}"] = lambda own=own: pieces.tile_label(own, size)  # type: ignore[misc]
    sheets = list(label_sheets(list(faces), grid))
    name = file_name(job, f"{OVERLAYS}-{grid.id}")
    return _document(job, f"{OVERLAYS}-{grid.id}", sheets, faces, grid.paper, name)


def _guide(job: Job, language: str, paper: str) -> Document:
    size = find_paper(paper)
    page = Size(min(size), max(size))
    line, words, room = page_furniture(Rect(0.0, 0.0, *page).grown(-job.request.margin))
    if room.width < GUIDE.width - 1e-6 or room.height < GUIDE.height - 1e-6:
        raise InputError(
            f"the guide to the overlays needs {GUIDE}, the paper has room for {Size(room.width, room.height)}",
            key="--paper",
            hint="choose a4, letter or larger",
        )
    left = round(room.x + (room.width - GUIDE.width) / 2, 4)
    trim = Rect(left, room.y, *GUIDE)
    key = FaceKey("guide", "front")
    placement = Placement(key, Affine.translation(left, room.y), trim, trim)
    sheet = Sheet(1, "front", page, (placement,), (ruler(line),), ruler=line, furniture=words)
    name = file_name(job, OVERLAYS, language=language, paper=paper)
    faces: Faces = {"guide": lambda: guide_page(job.kit, language, job.choices)}
    document = _document(job, OVERLAYS, [sheet], faces, paper, name, language)
    return replace(document, info=document_info(job, OVERLAYS, language=language))


def _by_machine(job: Job) -> bool:
    """Whether a machine cuts, which needs no line to cut along."""
    return "cutter" in job.request.marks


def _cut_sheets(job: Job, ids: list[str], size: Size, corner: float, paper: str) -> Iterator[Sheet]:
    """Sheets of pieces to cut out, one side only, with a gutter between them or as cutting machines want them."""
    spec = ImpositionSpec(
        find_paper(paper),
        margin=job.request.margin,
        gutter=GUTTER,
        duplex="none",
        marks=mark_style(job.request.marks),
        registration="registration" in job.request.marks,
    )
    return CardLaying(size, 0.0, spec, _by_machine(job), corner).sheets(ids)


def _document(
    job: Job, part: str, sheets: Iterable[Sheet], faces: Faces, paper: str, name: str = "", language: str = ""
) -> Document:
    numbered = [replace(sheet, number=number) for number, sheet in zip(count(1), sheets, strict=False)]
    own = language or job.choices.size
    factor = job.choices.variables["influence"]
    more = options_text(job, without="influence") + reprint(job)
    title = f"{job.kit.id} {part} ×{factor} {job.kit.version} {own}{more}"
    return Document(
        name=name or file_name(job, part, paper=paper),
        sheets=[labelled(sheet, title, len(numbered), job.kit.languages) for sheet in numbered],
        faces=lambda key: faces[key.card](),
        info=document_info(job, part),
        facts={
            "paper": paper,
            "card": job.choices.size,
            "press": "home",
            "ink": job.choices.ink,
            "influence": factor,
        },
    )
