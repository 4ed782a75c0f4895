"""Checks the cards whose pictures stand on covers, at chapters and on the box, and the parts on the shelf."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.errors import Problem, nearest_hint
from printkit.kit.box import BOX
from printkit.kit.model import Kit
from printkit.kit.raw import KitFile
from printkit.kit.shelf import SHELF

__all__ = ["check_shelf", "check_shown_cards"]

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
    pictured = {card.id: bool(card.art) for card in kit.cards}
    return [
        Problem(f"{card} has no picture", file, key)
        if card in pictured
        else Problem(f"unknown card {card!r}", file, key, nearest_hint(card, pictured))
        for card, file, key in shown
        if not pictured.get(card)
    ]


def check_shelf(kit: Kit, spec: KitFile) -> list[Problem]:
    """The parts on the shelf and on the box are parts of the kit, and the sign on the box is one of its own."""
    known = tuple(_parts(kit))
    problems = [
        Problem(f"the kit has no part {part!r}", file, key, nearest_hint(part, known))
        for file, shows in ((SHELF, kit.shelf), (BOX, kit.box))
        for part, key in (shows.parts() if shows else ())
        if part not in known
    ]
    if kit.box and kit.box.glyph and kit.box.glyph not in kit.glyphs:
        problems.append(Problem(f"the kit has no sign {kit.box.glyph!r}", BOX, "glyph"))
    return problems


def _parts(kit: Kit) -> Iterator[str]:
    """The names of what a screen can show of a kit."""
    yield from (f"card-{card.id}" for card in kit.cards)
    yield from (f"token-{token.id}" for token in kit.tokens)
    yield from (f"board-{board.id}" for board in kit.boards)
    yield from (("stick-0", "stick-1") if kit.sticks else ())
