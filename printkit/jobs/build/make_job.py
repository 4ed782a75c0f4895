"""The job of one kit: a request with the kit's own options, and its faces."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from printkit.compose.faces.context import Choices
from printkit.fonts import find_font
from printkit.jobs.build.part import Job, Scenes
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.build.variables import print_variables
from printkit.kit.cards import chosen_cards
from printkit.kit.edition import in_language
from printkit.kit.find import options_over
from printkit.kit.model import Ink, Kit

__all__ = ["font_notes", "make_job"]


def make_job(kit: Kit, request: BuildRequest, size: str) -> Job:
    """The job for cards of that size; what is not requested of the options is as the kit states it."""
    options = options_over(kit.options, request.options)
    own = replace(request, options=options, cards=chosen_cards(kit, request.cards, request.where))
    choices = Choices(size, cast(Ink, request.ink), print_variables(kit, own.options))
    edition = in_language(kit, request.lang)
    return Job(edition, own, choices, Scenes(edition, choices), None if edition is kit else kit)


def font_notes(kit: Kit) -> tuple[str, ...]:
    """The fonts of the kit that print otherwise than their letters say, or without their colours."""
    fonts = [find_font(font) for font in dict.fromkeys(kit.fonts.values())]
    coloured = "is a colour font: its letters are printed as outlines in the ink of the text"
    symbolic = "is a symbol font: each letter is printed as the sign that stands in its place"
    return tuple(
        f"{font.path.name} {what}"
        for font in fonts
        for what, holds in ((coloured, font.coloured), (symbolic, font.symbolic))
        if holds
    )
