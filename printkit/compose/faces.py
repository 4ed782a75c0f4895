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


def compose_back(kit: Kit, component_id: str, choices: Choices) -> Scene | None:
    """The back of a component's cards, None where it has none."""
    face = kit.component(component_id).back
    if not face:
        return None
    card = Card(id="back", face=face, component=component_id, order=-1, fields={})
    return _scene(kit, card, face, choices, f"{component_id}-back")


def _scene(kit: Kit, card: Card, face: str, choices: Choices, scene_id: str) -> Scene:
    size = kit.size(choices.size)
    context = FaceContext(kit, size, card, choices)
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
