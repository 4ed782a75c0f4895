"""The rules on paper: a kit's rule rows come in, rule cards of all its games and one-page quick references go out."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.geometry import Affine, Rect, Size
from printkit.jobs.part import Document, Job, document_info, file_name, labelled
from printkit.jobs.parts.cards import card_document
from printkit.kit.model import Kit
from printkit.scene.model import Scene
from printkit.sheets.marks import page_furniture, ruler
from printkit.sheets.model import FaceKey, Placement, Sheet
from printkit.sheets.papers import find_paper

__all__ = ["ORDER", "documents", "names"]

ORDER = 10
RULES = "rules"
# Without --paper the quick references come in these.
PAPERS = ("a4", "a5")


def names(kit: Kit) -> tuple[str, ...]:
    """A kit with rule rows has rules; their cards may be a component of this name."""
    return (RULES,) if kit.rules else ()


def documents(job: Job, name: str) -> Iterator[Document]:
    """All rule cards, bilingual, in one file; then in each language a file of quick references, a page a game."""
    told = {row.card for row in job.kit.rules}
    yield card_document(job, name, [card for card in job.kit.cards if card.id in told])
    for language in job.languages:
        for paper in [job.request.paper.lower()] if job.request.paper else PAPERS:
            if paper != "card":
                yield _reference(job, language, paper)


def _reference(job: Job, language: str, paper: str) -> Document:
    from printkit.compose.reference import find_design, reference_games, reference_page

    size = find_paper(paper)
    page = Rect(0.0, 0.0, min(size), max(size))
    line, words, room = page_furniture(page.grown(-job.request.margin))
    design = find_design(Size(room.width, room.height))
    games = reference_games(job.kit)

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
        sheets.append(labelled(sheet, f"{job.kit.id} {RULES} {job.kit.version}", len(games)))
    return Document(
        name=file_name(job, RULES, language=language, card=False, paper=paper),
        sheets=sheets,
        faces=face,
        info=document_info(job, RULES, language=language),
        facts={"paper": paper, "press": "home", "ink": job.choices.ink, "language": language},
    )
