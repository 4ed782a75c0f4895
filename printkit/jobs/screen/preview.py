"""Writes the gallery of a kit as one self-contained HTML file."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from string import Template
from typing import Any

from printkit.backends.svg import scene_svg
from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import draw_back, draw_face
from printkit.errors import InputError, Problem
from printkit.files import staging
from printkit.jobs.build.variables import print_variables
from printkit.jobs.screen.look import compare
from printkit.kit.find import find_kit, kit_ids
from printkit.kit.load import load_kit
from printkit.kit.model import Card, CardSize, Ink, Kit
from printkit.preflight.look import VISION, Pair
from printkit.scene.model import Scene

__all__ = ["PreviewRequest", "alike", "load_shown", "preview", "preview_page", "previews"]

PAGE = Path(__file__).with_name("preview.html")
# The lines of the page's grid are so many mm apart.
GRID = 5.0


@dataclass(frozen=True, slots=True)
class PreviewRequest:
    """What a user asks for: the kit and how it is printed."""

    kit: str = ""
    card: str = ""
    options: tuple[str, ...] = ()
    kit_dir: Path | None = None
    out: Path = Path("output")


def preview(request: PreviewRequest) -> Path:
    """Write `OUT/<kit>/<kit>-preview.html`: every card, front and back, in every ink the kit has art for.

    What does not fit on a card stands beside it on the page, and is raised once the page is written.
    """
    kit, inks = load_shown(request)
    page, problems = _page(kit, inks, request)
    with staging(Path(request.out) / kit.id) as stage:
        stage.write(f"{kit.id}-preview.html", page.encode())
        (file,) = stage.finish()
    if problems:
        raise InputError(problems=problems)
    return file


def preview_page(request: PreviewRequest) -> tuple[str, list[Problem], tuple[str, ...]]:
    """The same page as text, what does not fit, and the sizes of the cards, the usual one first."""
    kit, inks = load_shown(request)
    page, problems = _page(kit, inks, request)
    return page, problems, tuple(dict.fromkeys((kit.default_size, *kit.sizes)))


def previews(request: PreviewRequest) -> tuple[Path, ...]:
    """The gallery of the kit that is named, or of every kit where none is."""
    if request.kit or request.kit_dir:
        return (preview(request),)
    return tuple(preview(replace(request, kit=kit_id)) for kit_id in kit_ids())


def load_shown(request: PreviewRequest) -> tuple[Kit, tuple[Ink, ...]]:
    """The kit, and the inks it has art of its own for."""
    if request.kit_dir:
        kit = load_kit(request.kit_dir)
    elif request.kit or len(kit_ids()) == 1:
        kit = find_kit(request.kit or kit_ids()[0])
    else:
        raise InputError("name the kit to show", hint=f"known: {', '.join(kit_ids())}")
    if kit.art_folders["low"] == kit.art_folders["full"]:
        return kit, ("full",)
    return load_kit(kit.folder, ("full", "low")), ("full", "low")


def _page(kit: Kit, inks: tuple[Ink, ...], request: PreviewRequest) -> tuple[str, list[Problem]]:
    """The page, and what does not fit on its cards."""
    svgs: list[str] = []
    known: dict[str, int] = {}
    wrong: dict[str, dict[Problem, None]] = {}

    def stored(scene: Scene) -> int:
        svg = scene_svg(scene, bleed=False)
        if svg not in known:
            known[svg] = len(svgs)
            svgs.append(svg)
        return known[svg]

    def drawn(name: str, scene: Scene, problems: list[Problem]) -> int:
        """The face without what does not fit, whose problems are kept under that name."""
        if problems:
            wrong.setdefault(name, {}).update(dict.fromkeys(problems))
        return stored(scene)

    size = kit.size(request.card or None)
    variables = print_variables(kit, request.options)
    choices = {ink: Choices(size.name, ink, variables) for ink in inks}
    backs = {
        name: {ink: drawn(name, *draw_back(kit, card, choices[ink])) for ink in inks}
        for component in kit.components
        for name, card in kit.backs_of(component.id).items()
    }
    cards = []
    for card in kit.cards:
        faces: dict[str, Any] = {
            "front": {ink: drawn(card.id, *draw_face(kit, card, choices[ink])) for ink in inks}
        }
        if card.back:
            faces["back"] = backs[kit.back_name(card)]
        found = dict.fromkeys((*wrong.get(card.id, ()), *wrong.get(kit.back_name(card), ())))
        cards.append(
            {
                "id": card.id,
                "name": _names(kit, card),
                "group": _group(kit, card),
                "svgs": faces,
                "wrong": [_escaped(_said(problem)) for problem in found],
            }
        )
    groups = {"all": ["all", "すべて"], **{_group(kit, card): _group_name(kit, card) for card in kit.cards}}
    title = " ".join(dict.fromkeys(kit.text(language, "kit.title") for language in kit.languages))
    data = json.dumps({"inks": inks, "groups": groups, "cards": cards, "svgs": svgs}, ensure_ascii=False)
    page = Template(PAGE.read_text(encoding="utf-8")).substitute(
        title=_escaped(title),
        corner=_share(size, size.corner, " / "),
        safe=_share(size, size.safe, " ", down_first=True),
        grid=_share(size, GRID, " "),
        filters=_filters(),
        data=data.replace("<", "\\u003c"),
    )
    return page, list(dict.fromkeys(problem for each in wrong.values() for problem in each))


def _share(size: CardSize, length: float, between: str, *, down_first: bool = False) -> str:
    """A length in mm as shares of a card's width and height, as CSS has them."""
    across, down = (f"{100 * length / edge:.2f}%" for edge in (size.width, size.height))
    return f"{down}{between}{across}" if down_first else f"{across}{between}{down}"


def _said(problem: Problem) -> str:
    """What is wrong with a card, without where the file lies."""
    return f"{problem.message} ({problem.hint})" if problem.hint else problem.message


def _escaped(text: str) -> str:
    from html import escape

    return escape(text)


def _names(kit: Kit, card: Card) -> dict[str, str]:
    first = kit.languages[0]
    return {
        language: _escaped(kit.name(language if language in kit.languages else first, card.entry) or card.id)
        for language in ("en", "ja")
    }


def _group(kit: Kit, card: Card) -> str:
    """Cards are shown by suit, those without one by their face."""
    suit = card.fields.get("suit")
    return str(suit) if suit in kit.suits else card.face.split("-")[0]


def _group_name(kit: Kit, card: Card) -> list[str]:
    group = _group(kit, card)
    if group in kit.suits:
        first = kit.languages[0]
        return [
            kit.text(language if language in kit.languages else first, f"suit.{group}.name")
            for language in ("en", "ja")
        ]
    return [group, group]


def _filters() -> str:
    rows = []
    for name, matrix in VISION.items():
        values = " ".join(
            " ".join(f"{value:g}" for value in matrix[row : row + 3]) + " 0 0" for row in (0, 3, 6)
        )
        rows.append(f'<filter id="{name}"><feColorMatrix values="{values} 0 0 0 1 0"/></filter>')
    return "".join(rows)


def alike(request: PreviewRequest) -> dict[Ink, list[Pair]]:
    """The pairs of faces that look most alike as thumbnails, the nearest first, for every ink there is art for."""
    kit, inks = load_shown(request)
    return {ink: compare(kit, ink, request.card, request.options) for ink in inks}
