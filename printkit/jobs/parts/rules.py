"""Rule cards, a leaflet of them, and one-page quick references."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal, cast

from printkit.compose.youscout.reference import find_design, reference_page
from printkit.geometry import Affine, Rect, Size
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
from printkit.jobs.parts.cards import card_document
from printkit.kit.leaflets import RULES, reference_files
from printkit.kit.model import Card
from printkit.scene.model import Scene
from printkit.sheets.cards import FoldedSpec, fits, folded_pairs
from printkit.sheets.marks import page_furniture, ruler
from printkit.sheets.model import FaceKey, Placement, Sheet, find_paper

__all__ = ["documents"]

# Without --paper the quick references come in these.
PAPERS = ("a4", "a5")


def documents(job: Job, name: str) -> Iterator[Document]:
    """The rule cards of that name in one file, two by two as a leaflet, and quick references, a page a game.

    `--only rules` stands for the rules of every name.
    """
    asked = job.request.only
    every = name == RULES and RULES in asked and not job.request.cards
    for own in [each for each in reference_files(job.kit) if each == name or (every and each not in asked)]:
        yield from _rule_cards(job, own)


def _rule_cards(job: Job, name: str) -> Iterator[Document]:
    games = reference_files(job.kit)[name]
    stated = {row.card for row in job.kit.rules if row.game in games}
    cards = [card for card in job.kit.cards if card.id in stated]
    yield card_document(job, name, cards)
    if len(cards) % 2 == 0 and not job.request.cards and job.request.paper.lower() != "card":
        yield _folded(job, name, cards)
    for language in job.languages:
        for paper in [job.request.paper.lower()] if job.request.paper else PAPERS:
            if paper != "card":
                yield _reference(job, name, language, paper)


def _folded(job: Job, name: str, cards: Sequence[Card]) -> Document:
    """The rule cards two by two, folded to the size of a card: for sets that have no room for them.

    The requested paper may be too small for the quick references: then they use the default one.
    """
    size = job.kit.size(job.choices.size)
    paper = job.request.paper.lower() or USUAL_PAPER
    duplex: Literal["long", "short", "none"] = "long"
    if job.request.duplex in ("short", "none"):
        duplex = cast(Literal["short", "none"], job.request.duplex)
    keys = [FaceKey(card.id, "front") for card in cards]
    pairs = list(zip(keys[::2], keys[1::2], strict=True))
    spec = FoldedSpec(Size(size.width, size.height), find_paper(paper), job.request.margin, duplex)
    if not fits(spec):
        paper = USUAL_PAPER
        spec = replace(spec, paper=find_paper(paper))
    title = f"{job.kit.id} {name} {job.kit.version} {size.name}{options_text(job)}{reprint(job)}"
    total = len(pairs) if duplex == "none" else -(-len(pairs) // 2)
    return Document(
        name=file_name(job, f"{name}-folded", paper=paper),
        sheets=chosen_pages(
            (labelled(sheet, title, total, job.kit.languages) for sheet in folded_pairs(pairs, spec)),
            job.request.pages,
        ),
        faces=job.scenes,
        info=document_info(job, name),
        cards=len(cards),
        facts={
            "use": "folded",
            "paper": paper,
            "card": job.choices.size,
            "press": "home",
            "ink": job.choices.ink,
        },
    )


def _reference(job: Job, name: str, language: str, paper: str) -> Document:
    size = find_paper(paper)
    page = Rect(0.0, 0.0, min(size), max(size))
    line, words, room = page_furniture(page.grown(-job.request.margin))
    design = find_design(Size(room.width, room.height))
    games = reference_files(job.kit)[name]

    def face(key: FaceKey) -> Scene:
        return reference_page(job.kit, key.card.removeprefix("reference-"), language, design, job.choices)

    left, top = round(room.x + (room.width - design.width) / 2, 4), room.y
    trim = Rect(left, top, design.width, design.height)
    sheets = []
    for number, game in enumerate(games, 1):
        placement = Placement(
            FaceKey(f"reference-{game}", "front"), Affine.translation(left, top), trim, trim
        )
        sheet = Sheet(
            number,
            "front",
            Size(page.width, page.height),
            (placement,),
            (ruler(line),),
            ruler=line,
            furniture=words,
        )
        title = (
            f"{job.kit.id} {name} {job.kit.version} {language} {design.name}{options_text(job)}{reprint(job)}"
        )
        sheets.append(labelled(sheet, title, len(games), job.kit.languages))
    return Document(
        name=file_name(job, name, language=language, card=False, paper=paper),
        sheets=sheets,
        faces=face,
        info=document_info(job, name, language=language),
        facts={
            "use": "reference",
            "paper": paper,
            "press": "home",
            "ink": job.choices.ink,
            "language": language,
        },
    )
