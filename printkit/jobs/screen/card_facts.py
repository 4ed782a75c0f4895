"""What a page of a kit's cards says of them beside their pictures."""

from __future__ import annotations

from typing import Any

from printkit.backends.svg import scene_svg
from printkit.errors import Problem
from printkit.geometry import Rect
from printkit.jobs.parts.cards import cut_out, cut_shape
from printkit.kit.cards import field_text
from printkit.kit.model import Card, CardSize, Kit
from printkit.scene.inks import BLACK
from printkit.scene.model import Path, Scene
from printkit.scene.shapes import rectangle

__all__ = ["card_row", "cut_line_svg", "group_name", "group_of", "names_of", "said", "shares"]

# The lines of the page's grid are so many mm apart.
GRID = 5.0


def cut_line_svg(kit: Kit, component: str, size: CardSize) -> str:
    """What is left of a card that is no rectangle, as SVG."""
    whole = Scene(
        component,
        size.width,
        size.height,
        0.0,
        (Path(rectangle(Rect(0.0, 0.0, size.width, size.height)), BLACK),),
    )
    return scene_svg(cut_out(whole, cut_shape(kit, component, size)))


def card_row(kit: Kit, card: Card) -> dict[str, Any]:
    """What the kit's files say of a card, beside it on the page: where, and each cell with its column."""
    row = kit.rows.get(card.entry)
    if row:
        cells = [[column, cell] for column, cell in row.cells.items() if column]
        return {"where": [row.file, row.number], "cells": cells}
    prefix = f"card.{card.entry}."
    texts = [
        [f"{key.removeprefix(prefix)} ({language})", text]
        for language in kit.languages
        for key, text in kit.texts[language].items()
        if key.startswith(prefix)
    ]
    fields = [[name, field_text(value)] for name, value in card.fields.items()]
    given = [["face", card.face], ["art", card.art], ["copies", str(card.copies)]]
    return {"where": ["cards.toml", 0], "cells": [*given, *fields, *texts]}


def shares(size: CardSize) -> dict[str, str]:
    """Lengths of a card as CSS has them: shares of its width and height."""

    def share(length: float, between: str, *, down_first: bool = False) -> str:
        across, down = (f"{100 * length / edge:.2f}%" for edge in (size.width, size.height))
        return f"{down}{between}{across}" if down_first else f"{across}{between}{down}"

    return {
        "ratio": f"{size.width / size.height:.4f}",
        "corner": share(size.corner, " / "),
        "safe": share(size.safe, " ", down_first=True),
        "grid": share(GRID, " "),
        "left": f"-{100 * size.bleed / size.width:.2f}%",
        "top": f"-{100 * size.bleed / size.height:.2f}%",
        "wide": f"{100 + 200 * size.bleed / size.width:.2f}%",
        "high": f"{100 + 200 * size.bleed / size.height:.2f}%",
    }


def said(problem: Problem) -> str:
    """What is wrong with a card, without where the file lies."""
    return f"{problem.message} ({problem.hint})" if problem.hint else problem.message


def names_of(kit: Kit, card: Card) -> dict[str, str]:
    first = kit.languages[0]
    return {
        language: kit.name(language if language in kit.languages else first, card.entry) or card.id
        for language in ("en", "ja")
    }


def group_of(kit: Kit, card: Card) -> str:
    """Cards are shown by suit, those without one by their face."""
    suit = card.fields.get("suit")
    return str(suit) if suit in kit.suits else card.face.split("-")[0]


def group_name(kit: Kit, card: Card) -> list[str]:
    group = group_of(kit, card)
    if group in kit.suits:
        first = kit.languages[0]
        return [
            kit.text(language if language in kit.languages else first, f"suit.{group}.name")
            for language in ("en", "ja")
        ]
    return [group, group]
