"""The table mat on one large sheet, or tiled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from printkit.compose.youscout.mat import compose_mat
from printkit.compose.youscout.mat_plan import MatPlan, plan_mat
from printkit.errors import InputError
from printkit.geometry import Size
from printkit.jobs.build.part import (
    USUAL_PAPER,
    Document,
    Job,
    document_info,
    file_name,
    labelled_with,
    made_for,
    on_pages,
    print_hints,
    tiled,
)
from printkit.sheets.model import FaceKey, Sheet, find_paper
from printkit.sheets.tiling import STRIP, whole_sheet

__all__ = ["documents"]

PART = "mat"
FACE = FaceKey("mat", "front")
# Paper shorter than this is tiled; larger paper takes the mat in one piece or not at all.
TILE_EDGE = 400.0


def documents(job: Job, name: str) -> Iterator[Document]:
    """The mat in one piece and tiled over the usual paper; or on the paper requested."""
    mat = job.kit.mat
    if mat is None:
        return
    plan = plan_mat(job.kit, job.kit.size(job.choices.size), mat)
    scene = compose_mat(job.kit, mat, plan, job.choices)
    whole = (
        Document(
            name=file_name(job, PART, paper=paper),
            sheets=_sheets(job, plan, paper),
            faces=lambda key: scene,
            info=replace(document_info(job, PART), duplex=None),
            facts={"paper": paper, "card": job.choices.size, "press": "home", "ink": job.choices.ink},
        )
        for paper in _papers(job, name, plan)
    )
    yield from on_pages(whole, job.request.pages)


def _papers(job: Job, name: str, plan: MatPlan) -> tuple[str, ...]:
    """The paper requested; the mat's own and the usual where none is, or where it was requested other parts."""
    usual = (plan.board.paper, USUAL_PAPER)
    paper = job.request.paper.lower()
    if not paper:
        return usual
    try:
        _sheets(job, plan, paper)
    except InputError:
        if name in job.request.only:
            raise
        return usual
    return (paper,)


def _sheets(job: Job, plan: MatPlan, paper: str) -> list[Sheet]:
    size = find_paper(paper)
    title = f"{job.kit.id} {PART} {job.kit.version} {job.choices.size}"
    if max(size) >= TILE_EDGE:
        _check_fits(plan, paper, size, job.request.margin)
        sheet = whole_sheet(FACE, plan.size, size, job.request.margin)
        return [labelled_with(sheet, (f"{title}{made_for(job)} · 1/1", *print_hints(job.kit.languages)))]
    return list(tiled(job, FACE, plan.size, size, title))


def _check_fits(plan: MatPlan, paper: str, size: Size, margin: float) -> None:
    room = Size(min(size) - 2 * margin, max(size) - 2 * margin - STRIP)
    if plan.size.width <= room.width + 1e-6 and plan.size.height <= room.height + 1e-6:
        return
    card = Size(plan.card.width, plan.card.height)
    others = f"choose {plan.board.paper}, or a4 or letter for tiles"
    raise InputError(
        f"the mat for {plan.card.name} cards ({card}) is {plan.size} and does not fit on {paper} ({size})",
        key="--paper",
        hint="choose a smaller --margin" if paper == plan.board.paper else others,
    )
