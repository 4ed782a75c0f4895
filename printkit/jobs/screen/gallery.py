"""The cards of a kit as a page shows them, with what does not fit on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import Side
from printkit.errors import InputError, Problem
from printkit.jobs.build.variables import print_variables
from printkit.jobs.screen.card_facts import (
    card_row,
    cut_line_svg,
    group_name,
    group_of,
    names_of,
    said,
    shares,
)
from printkit.jobs.screen.kept_faces import KeptFaces
from printkit.kit.find import find_kit, kit_ids
from printkit.kit.load import load_kit
from printkit.kit.model import Card, Ink, Kit

__all__ = ["Gallery", "PreviewRequest", "draw_gallery", "load_shown"]


@dataclass(frozen=True, slots=True)
class PreviewRequest:
    """What a user asks for: the kit and how it is printed; a draft has placeholders for what is missing."""

    kit: str = ""
    card: str = ""
    options: tuple[str, ...] = ()
    kit_dir: Path | None = None
    out: Path = Path("output")
    draft: bool = False


class Gallery(NamedTuple):
    """The cards of a kit as a page shows them.

    `kit` is its id, `data` what the page's script reads, `problems` what does not fit on cards, `sizes` those it has,
    the usual one first, `rows` the card in each row of a table, by its file and number.
    """

    kit: str
    title: str
    data: dict[str, Any]
    problems: tuple[Problem, ...]
    sizes: tuple[str, ...]
    rows: Mapping[tuple[str, int], str]


def draw_gallery(request: PreviewRequest, kept: KeptFaces | None = None) -> Gallery:
    """The same as a page shows it; faces that `kept` has from the last time are not drawn again."""
    return _gallery(*load_shown(request), request, kept or KeptFaces())


def load_shown(request: PreviewRequest) -> tuple[Kit, tuple[Ink, ...]]:
    """The kit, and the inks it has art of its own for."""
    if request.kit_dir:
        kit = load_kit(request.kit_dir, draft=request.draft)
    elif request.kit or len(kit_ids()) == 1:
        kit = find_kit(request.kit or kit_ids()[0])
    else:
        raise InputError("name the kit to show", hint=f"known: {', '.join(kit_ids())}")
    if request.draft or kit.art_folders["low"] == kit.art_folders["full"]:
        return kit, ("full",)
    return load_kit(kit.folder, ("full", "low")), ("full", "low")


def _gallery(kit: Kit, inks: tuple[Ink, ...], request: PreviewRequest, kept: KeptFaces) -> Gallery:
    svgs: dict[str, str] = {}
    wrong: dict[str, dict[Problem, None]] = {}
    size = kit.size(request.card or None)
    variables = print_variables(kit, request.options)
    choices = {ink: Choices(size.name, ink, variables) for ink in inks}
    kept.begin(kit, choices)

    def drawn(name: str, card: Card, side: Side) -> dict[str, str]:
        """What the side looks like in each ink; what does not fit is kept under that name."""
        looks: dict[str, str] = {}
        for ink in inks:
            svg, looks[ink], problems = kept.draw(card, side, choices[ink])
            svgs[looks[ink]] = svg
            wrong.setdefault(name, {}).update(dict.fromkeys(problems))
        return looks

    backs = {
        name: drawn(name, card, "back")
        for component in kit.components
        for name, card in kit.backs_of(component.id).items()
    }
    cards = []
    for card in kit.cards:
        faces = {"front": drawn(card.id, card, "front")}
        if card.back:
            faces["back"] = backs[kit.back_name(card)]
        found = dict.fromkeys((*wrong[card.id], *wrong.get(kit.back_name(card), ())))
        cards.append(
            {
                "id": card.id,
                "name": names_of(kit, card),
                "group": group_of(kit, card),
                "component": card.component,
                "svgs": faces,
                "wrong": list(map(said, found)),
                **card_row(kit, card),
            }
        )
    data = {
        "inks": inks,
        "groups": {
            "all": ["all", "すべて"],
            **{group_of(kit, card): group_name(kit, card) for card in kit.cards},
        },
        "components": [part.id for part in kit.components],
        "size": shares(size),
        "shapes": {part.id: cut_line_svg(kit, part.id, size) for part in kit.components if part.shape},
        "cards": cards,
        "svgs": svgs,
    }
    title = " ".join(dict.fromkeys(kit.text(language, "kit.title") for language in kit.languages))
    problems = tuple(dict.fromkeys(problem for each in wrong.values() for problem in each))
    rows = {(row.file.partition("#")[0], row.number): card for card, row in kit.rows.items()}
    return Gallery(kit.id, title, data, problems, tuple(dict.fromkeys((kit.default_size, *kit.sizes))), rows)
