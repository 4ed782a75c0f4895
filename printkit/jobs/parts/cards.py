"""The cards of a component: imposed on sheets, or one card a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import cast

from printkit.backends.pdf_info import DocumentInfo
from printkit.compose.faces.die_lines import die_line
from printkit.errors import InputError
from printkit.geometry import Size
from printkit.jobs.build.part import (
    USUAL_PAPER,
    Document,
    Job,
    chosen_pages,
    document_info,
    file_name,
    labelled,
    options_text,
    reprint,
)
from printkit.kit.model import Card, CardSize, Component, Kit
from printkit.scene.model import Group, Scene
from printkit.sheets.cards import SLUG, CardLaying, mark_style
from printkit.sheets.cutter import cut_line
from printkit.sheets.impose import Duplex, ImpositionSpec, card_per_page
from printkit.sheets.model import FaceKey, Sheet, find_paper
from printkit.sheets.shapes import SHAPES, Shape, shape_line

__all__ = ["card_document", "card_faces", "card_sheets", "cut_out", "cut_shape", "documents"]

# There is something to cut by machine.
CARD_PER_PAGE = "card"


def documents(job: Job, name: str) -> Iterator[Document]:
    """One PDF of the component's cards, fronts and backs."""
    yield card_document(job, name, job.kit.cards_of(name))


def card_document(job: Job, name: str, own: Sequence[Card]) -> Document:
    """One PDF of these cards, or of those among them that are requested; all are of one component."""
    component = job.kit.component(own[0].component)
    cards = _cards(job, own)
    paper = job.request.paper.lower() or USUAL_PAPER
    return Document(
        name=file_name(job, name, paper=paper),
        sheets=chosen_pages(
            card_sheets(job, name, component, [card.id for card in cards], paper), job.request.pages
        ),
        faces=card_faces(job),
        info=_info(job, name),
        cards=len(cards),
        facts={"paper": paper, "card": job.choices.size, "press": "home", "ink": job.choices.ink},
    )


def card_faces(job: Job) -> Callable[[FaceKey], Scene]:
    """The faces; backs reach as far as the user wants them to."""
    extra = job.request.back_bleed
    if not extra:
        return job.scenes
    # Every card's back is one drawing, and is to be stored as one.
    wider = cache(lambda scene: scene.reaching(scene.bleed + extra))

    def face(key: FaceKey) -> Scene:
        scene = job.scenes(key)
        return wider(scene) if key.side == "back" else scene

    return face


def _cards(job: Job, own: Sequence[Card]) -> tuple[Card, ...]:
    """The cards, each as often as it is copied; or those requested, in the deck's order."""
    wanted = frozenset(job.kit.card(card_id).id for card_id in job.request.cards)
    cards = [card for card in own if not wanted or card.id in wanted]
    return tuple(card for card in cards for _ in range(card.copies))


def card_sheets(job: Job, name: str, component: Component, ids: Sequence[str], paper: str) -> Iterable[Sheet]:
    """The sheets of these cards on that paper, marked and labelled as the job asks; `card` is a card a page."""
    request = job.request
    duplex = cast(Duplex, request.duplex if job.kit.backs_of(component.id) else "none")
    standing = component.shape == "standee"
    if standing and duplex in ("none", "fold") and job.kit.backs_of(component.id):
        # Both sides are on the front of the paper, however it is turned over.
        duplex = "long"
    if request.backs_only and (duplex == "none" or standing):
        raise InputError(f"the cards of {name} have no backs", key="--backs-only")
    sheets = _every_sheet(job, name, ids, paper, duplex)
    return (sheet for sheet in sheets if sheet.side == "back") if request.backs_only else sheets


def _every_sheet(job: Job, name: str, ids: Sequence[str], paper: str, duplex: Duplex) -> Iterable[Sheet]:
    request, size = job.request, job.kit.size(job.choices.size)
    trim = Size(size.width, size.height)
    if paper == CARD_PER_PAGE:
        pressed = mark_style(request.marks) == "japanese"
        pages = card_per_page(
            ids,
            trim,
            size.bleed,
            slug=SLUG if pressed else 0.0,
            order=("front",) if duplex == "none" else ("front", "back"),
            marks="japanese" if pressed else "none",
        )
        shape = cut_shape(job.kit, name, size)
        return pages if shape is None else (_with_line(sheet, shape) for sheet in pages)
    cutter = "cutter" in request.marks
    spec = ImpositionSpec(
        find_paper(paper),
        margin=request.margin,
        gutter=size.gutter if request.gutter is None else request.gutter,
        duplex=duplex,
        marks=mark_style(request.marks),
        corner=size.corner if "corners" in request.marks else 0.0,
        registration="registration" in request.marks,
        back_bleed=request.back_bleed if duplex != "none" else 0.0,
    )
    laying = CardLaying(trim, size.bleed, spec, cutter, size.corner, shape=cut_shape(job.kit, name, size))
    title = f"{job.kit.id} {name} {job.kit.version}{options_text(job)}{reprint(job, len(ids))}"
    total = laying.count(len(ids))
    return (labelled(sheet, title, total, job.kit.languages) for sheet in laying.sheets(ids))


def _info(job: Job, name: str) -> DocumentInfo:
    """What the file says of itself; standees are printed on one side."""
    info = document_info(job, name)
    return replace(info, duplex=None) if job.kit.component(name).shape == "standee" else info


def cut_shape(kit: Kit, name: str, size: CardSize) -> Shape | None:
    """What is cut out of the cards of that component; None for rectangles."""
    component = kit.component(name)
    if component.shape in ("", *SHAPES):
        return Shape(component.shape) if component.shape else None
    return Shape("die", die_line(kit, component, Size(size.width, size.height)))


def cut_out(scene: Scene, shape: Shape | None) -> Scene:
    """The face as it is cut out, without bleed; a rectangle as it is."""
    if shape is None:
        return scene
    return replace(scene, items=(Group(scene.items, within=shape_line(shape, scene.trim)),))


def _with_line(sheet: Sheet, shape: Shape) -> Sheet:
    """A card that is a page, with the line to cut on its front."""
    if sheet.side == "back" or sheet.trim_box is None or shape.kind == "standee":
        return sheet
    cut = cut_line(shape_line(shape, sheet.trim_box))
    return replace(sheet, marks=(*sheet.marks, cut), cuts=(cut,))
