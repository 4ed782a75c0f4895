"""Composes one side of a card."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from printkit.compose.blocks import compose_block
from printkit.compose.context import Choices, FaceContext
from printkit.errors import InputError
from printkit.kit.model import Card, Kit
from printkit.scene.model import Item, Scene

__all__ = ["Side", "compose_back", "compose_face"]

Side = Literal["front", "back"]


def compose_face(kit: Kit, card: Card, choices: Choices) -> Scene:
    """The front of a card; what does not fit is an InputError naming the card and its face."""
    return _scene(kit, card, card.face, choices, card.id)


def compose_back(kit: Kit, card: Card, choices: Choices) -> Scene:
    """The back of a card that has one; one that cards share is composed without any of them."""
    if not kit.has_own_back(card):
        shared = Card(
            id="back", face=card.back, component=card.component, order=-1, fields={}, back=card.back
        )
        return _scene(kit, shared, card.back, choices, kit.back_name(card))
    return _scene(kit, card, card.back, choices, kit.back_name(card))


def _scene(kit: Kit, card: Card, face: str, choices: Choices, scene_id: str) -> Scene:
    size = kit.size(choices.size)
    context = FaceContext(kit, size, card, choices, lambda each: compose_face(kit, kit.card(each), choices))
    items: list[Item] = []
    for number, block in enumerate(kit.faces[face, size.name]):
        try:
            items.extend(compose_block(context, block))
        except InputError as error:
            place = f"faces.{face}.{size.name}[{number}] card {card.id}"
            named = [
                problem if problem.file else replace(problem, file=f"{kit.folder}/layout.toml", key=place)
                for problem in error.problems
            ]
            raise InputError(problems=named) from error
    return Scene(scene_id, size.width, size.height, size.bleed, tuple(items))
