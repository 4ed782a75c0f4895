"""The boards of a kit: in one piece, as the two leaves of a hinged board, or in tiles on paper too small for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from printkit.compose.boards.board import compose_board, compose_leaf
from printkit.compose.boards.board_facts import facts_of
from printkit.errors import InputError
from printkit.geometry import Rect, Size
from printkit.jobs.build.part import (
    Document,
    Job,
    document_info,
    file_name,
    labelled_with,
    made_for,
    on_pages,
    print_hints,
    sheet_words,
    tiled,
)
from printkit.jobs.build.request import USUAL_MARGIN
from printkit.kit.board import BoardSpec
from printkit.scene.inks import BLACK
from printkit.scene.model import Group, Path, Scene
from printkit.scene.shapes import segment
from printkit.sheets.model import FaceKey, Sheet, find_paper
from printkit.sheets.tiling import LINE, hatching, sheet_behind, whole_sheet

__all__ = ["documents"]

PART = "board"
# A shorter paper takes the leaves of a hinged board, a larger one the board in one piece.
LEAF_EDGE = 400.0
HINGE = 0.5
# What printers for Letter reach, in mm: a board made for A4 is as high as that leaves room for.
LEAST_MARGIN = 4.2
# How much of the other leaf's drawing lies beyond the line where a leaf is cut, in the margin of the paper if need be.
SEAM = 1.0
# How wide the hatching beside a flap is.
GLUE = 2.6


def documents(job: Job, name: str) -> Iterator[Document]:
    """The board on each of its papers, or on the one that was asked for."""
    board = _board(job, name)
    whole = _scene(job, board)
    behind = _scene(job, job.kit.board(board.back)) if board.back else None
    yield from on_pages(
        (
            Document(
                name=file_name(job, name, card=False, paper=paper),
                sheets=_sheets(job, board, paper),
                faces=cache(
                    lambda key: behind if behind and key.side == "back" else _face(whole, board, key)
                ),
                info=document_info(job, name) if behind else replace(document_info(job, name), duplex=None),
                facts={"paper": paper, "press": "home", "ink": job.choices.ink},
            )
            for paper in _papers(job, name, board)
        ),
        job.request.pages,
    )


def _board(job: Job, name: str) -> BoardSpec:
    return job.kit.board(name.removeprefix(f"{PART}-"))


def _scene(job: Job, board: BoardSpec) -> Scene:
    def composed() -> Scene:
        return compose_board(job.kit, board, facts_of(board.game, job.choices), job.choices)

    return job.scenes.once((PART, board.id), composed)


def _keys(board: BoardSpec, *, leaves: bool) -> list[FaceKey]:
    if not leaves or len(board.leaves) == 1:
        return [FaceKey(f"board-{board.id}", "front")]
    return [FaceKey(f"board-{board.id}-{number}", "front") for number in range(1, len(board.leaves) + 1)]


def _face(whole: Scene, board: BoardSpec, key: FaceKey) -> Scene:
    if key.card == whole.id:
        return whole
    number = int(key.card.rpartition("-")[2])
    return compose_leaf(whole, board.leaves[number - 1], number, SEAM)


def _papers(job: Job, name: str, board: BoardSpec) -> tuple[str, ...]:
    """The paper requested, where the board fits on it or was asked for by name; else its own."""
    paper = job.request.paper.lower()
    if not paper:
        return board.papers
    try:
        _sheets(job, board, paper)
    except InputError:
        if name in job.request.only:
            raise
        return board.papers
    return (paper,)


def _sheets(job: Job, board: BoardSpec, paper: str) -> list[Sheet]:
    """A sheet for the board, or one for each of its leaves, with the line to cut at the hinge."""
    size = find_paper(paper)
    leaves = max(size) < LEAF_EDGE
    keys = _keys(board, leaves=leaves)
    boxes = board.leaves if len(keys) > 1 else (Rect(0.0, 0.0, board.width, board.height),)
    title = f"{job.kit.id} {PART}-{board.id} {job.kit.version}"
    how = sheet_words("seam" if _flap(board) else "hinge", job.kit.languages)
    hints = print_hints(job.kit.languages)
    found = []
    try:
        for number, (key, box) in enumerate(zip(keys, boxes, strict=True), 1):
            sheet = replace(_whole(job, key, Size(box.width, box.height), size), number=number)
            if len(keys) > 1:
                sheet = _joined(sheet, board, number)
            words = (f"{title}{made_for(job)} · {number}/{len(keys)}", *((how,) if len(keys) > 1 else ()))
            found.append(labelled_with(sheet, (*words, *hints)))
    except InputError:
        if board.back:
            # Tiles with two printed sides do not lie on each other's glue.
            raise
        whole = FaceKey(f"board-{board.id}", "front")
        return list(tiled(job, whole, Size(board.width, board.height), size, title))
    if board.back:
        other = job.kit.board(board.back)
        key = FaceKey(f"board-{other.id}", "back")
        short = job.request.duplex == "short"
        behind = sheet_behind(found[0], key, Size(other.width, other.height), short=short)
        found.append(labelled_with(behind, (f"{title}{made_for(job)} · 1/1", *hints)))
    return found


def _whole(job: Job, key: FaceKey, drawing: Size, paper: Size) -> Sheet:
    """A sheet with it in one piece, nearer to the edge of the paper where the usual margin alone forbids it."""
    margin = job.request.margin
    try:
        return whole_sheet(key, drawing, paper, margin)
    except InputError:
        if margin != USUAL_MARGIN:
            raise
        return whole_sheet(key, drawing, paper, LEAST_MARGIN)


def _flap(board: BoardSpec) -> float:
    """How far the leaves of a board lie on each other, in mm."""
    return board.leaves[0].right - board.leaves[-1].x if board.hinge else 0.0


def _with_seam(leaf: Rect, number: int) -> Rect:
    """The leaf and what lies beyond the seam, so that a cut beside the line shows no white."""
    return leaf._replace(x=leaf.x - SEAM if number == 2 else leaf.x, width=leaf.width + SEAM)


def _joined(sheet: Sheet, board: BoardSpec, number: int) -> Sheet:
    """The sheet of a leaf with where it is cut, or, where it has the flap, where the other leaf's edge comes to lie."""
    leaf, (placed,) = board.leaves[number - 1], sheet.placements
    box, x = placed.trim, placed.trim.x + board.seam - leaf.x
    edge = box.right if number == 1 else box.x
    if abs(edge - x) < 1e-6:
        # Ticks in line with the edge, above and below the board.
        outline = segment(x, box.y - 0.5, x, box.y + 4.0) + segment(x, box.bottom - 4.0, x, box.bottom + 0.5)
        cut = Group((Path(outline, stroke=BLACK, width=HINGE),), layer="cut")
        shown = replace(placed, window=_with_seam(box, number))
        return replace(sheet, placements=(shown,), marks=(*sheet.marks, cut), cuts=(cut,))
    outline = segment(x, box.y - 3.0, x, box.y) + segment(x, box.bottom, x, box.bottom + 3.0)
    glue = hatching(Rect(edge if number == 1 else edge - GLUE, box.y, GLUE, box.height))
    guide = Group((Path(outline + glue, stroke=BLACK, width=LINE),), layer="guide")
    return replace(sheet, marks=(*sheet.marks, guide))
