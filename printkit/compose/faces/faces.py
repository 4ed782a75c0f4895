"""Composes one side of a card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from printkit.compose.faces.blocks import compose_block
from printkit.compose.faces.context import Choices, FaceContext
from printkit.errors import InputError, Problem
from printkit.kit.blocks import Block
from printkit.kit.model import Card, Kit
from printkit.scene.model import Item, Scene

__all__ = ["Compose", "Side", "compose_back", "compose_face", "draw_back", "draw_face"]

Side = Literal["front", "back"]
Compose = Callable[[FaceContext, Block], tuple[Item, ...]]


def compose_face(kit: Kit, card: Card, choices: Choices) -> Scene:
    """The front of a card; what does not fit is an InputError naming the card and its face."""
    return _whole(*draw_face(kit, card, choices))


def compose_back(kit: Kit, card: Card, choices: Choices) -> Scene:
    """The back of a card that has one; one that cards share is composed without any of them."""
    return _whole(*draw_back(kit, card, choices))


def draw_face(
    kit: Kit, card: Card, choices: Choices, compose: Compose = compose_block
) -> tuple[Scene, list[Problem]]:
    """The front of a card without the blocks that do not fit, and what is wrong with those.

    `compose` draws a block, as `compose_block` does.
    """
    return _drawn(kit, card, (card.id, card.face), choices, compose)


def draw_back(
    kit: Kit, card: Card, choices: Choices, compose: Compose = compose_block
) -> tuple[Scene, list[Problem]]:
    """The same of the back of a card that has one."""
    name, shown = kit.back_name(card), card
    if not kit.has_own_back(card):
        shown = Card(id="back", face=card.back, component=card.component, order=-1, fields={}, back=card.back)
    return _drawn(kit, shown, (name, card.back), choices, compose)


def _whole(scene: Scene, problems: list[Problem]) -> Scene:
    if problems:
        raise InputError(problems=problems)
    return scene


def _drawn(
    kit: Kit, card: Card, named: tuple[str, str], choices: Choices, compose: Compose
) -> tuple[Scene, list[Problem]]:
    """The face, as (id of its scene, name of the face)."""
    scene_id, face = named
    size = kit.size(choices.size)
    context = FaceContext(
        kit,
        size,
        card,
        choices,
        lambda each: compose_face(kit, kit.card(each), choices),
        lambda each: compose_back(kit, kit.card(each), choices),
    )
    items: list[Item] = []
    problems: list[Problem] = []
    for number, block in enumerate(kit.faces[face, size.name]):
        try:
            items.extend(compose(context, block))
        except InputError as error:
            place = f"faces.{face}.{size.name}[{number}] card {card.id}"
            problems += [
                problem if problem.file else replace(problem, file=f"{kit.folder}/layout.toml", key=place)
                for problem in error.problems
            ]
    return Scene(scene_id, size.width, size.height, size.bleed, tuple(items)), problems
