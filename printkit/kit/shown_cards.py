"""Checks the cards whose pictures stand on covers, at chapters and on the box."""

from __future__ import annotations

from printkit.errors import Problem, nearest_hint
from printkit.kit.box import BOX
from printkit.kit.model import Kit
from printkit.kit.raw import KitFile

__all__ = ["check_shown_cards"]

KIT = "kit.toml"


def check_shown_cards(kit: Kit, spec: KitFile) -> list[Problem]:
    """Cards whose pictures stand on covers, at chapters and on the box exist and have one."""
    shown = [(cover.card, KIT, f"covers.{part}.card") for part, cover in kit.covers.items()]
    shown += [
        (opening.card, KIT, f"openings.{part}.{chapter}.card")
        for part, openings in kit.openings.items()
        for chapter, opening in openings.items()
    ]
    if kit.box is not None:
        shown += [(kit.box.hero.card, BOX, "hero.card")] if kit.box.hero else []
        shown += [(card, BOX, f"cards[{at}]") for at, card in enumerate(kit.box.cards)]
    pictured = {card.id: bool(card.art) for card in kit.cards}
    return [
        Problem(f"{card} has no picture", file, key)
        if card in pictured
        else Problem(f"unknown card {card!r}", file, key, nearest_hint(card, pictured))
        for card, file, key in shown
        if not pictured.get(card)
    ]
