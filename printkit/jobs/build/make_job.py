"""The job of one kit: a request with the kit's own options, its words and its faces."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import cast

from printkit.compose.faces.context import Choices
from printkit.errors import InputError, Problem, nearest_hint
from printkit.fonts import find_font
from printkit.games.find import check_stated, printed_words
from printkit.jobs.build.part import Job, Scenes
from printkit.jobs.build.request import BuildRequest
from printkit.kit.cards import chosen_cards
from printkit.kit.checks import face_texts
from printkit.kit.columns import column_key
from printkit.kit.edition import in_language
from printkit.kit.find import options_over
from printkit.kit.layout import stated_at
from printkit.kit.model import Ink, Kit
from printkit.kit.text import variables_of

__all__ = ["font_notes", "make_job", "print_variables"]


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


def print_variables(kit: Kit, options: Sequence[str]) -> Mapping[str, str]:
    """The words for `{…}` in the kit's texts, under these options of its games and, else, the kit's own.

    Bad options are InputErrors, and so are texts that name a word nobody gives.
    """
    variables = {"version": kit.version}
    if kit.games or kit.options:
        check_stated(kit.games, kit.options, (kit.folder / "kit.toml").as_posix())

        variables |= printed_words(kit.games, options_over(kit.options, options))
    elif options:
        raise InputError(f"kit {kit.id} has no game, so no options", key="--option")
    unknown = [
        (language, key, name)
        for language, texts in kit.texts.items()
        for key, text in texts.items()
        if "{" in text
        for name in variables_of(text)
        if name not in variables and name not in kit.inks
    ]
    on_cards = face_texts(kit) if unknown else frozenset()
    problems = [
        _unknown(kit, language, key, name, {*variables, *(kit.card_names if key in on_cards else ())})
        for language, key, name in unknown
        if key not in on_cards or name not in kit.card_names
    ]
    if problems:
        raise InputError(problems=list(dict.fromkeys(problems)))
    return variables


def _unknown(kit: Kit, language: str, key: str, name: str, known: Collection[str]) -> Problem:
    """A variable nobody gives, at the row of the spreadsheet its card comes from or in the file of texts."""
    table, _, rest = key.partition(".")
    card, _, text = rest.partition(".")
    row = kit.rows.get(card) if table == "card" else None
    message = f"unknown variable {{{name}}}"
    columns = map(column_key, filter(None, row.heading)) if row else ()
    hint = nearest_hint(name, {*known, *columns})
    if place := stated_at(key):
        return Problem(message, (kit.folder / "layout.toml").as_posix(), place, hint)
    if row is None:
        return Problem(message, (kit.folder / f"text.{language}.toml").as_posix(), key, hint)
    icon = f'is it an icon? then kit.toml: shorthand = {{ "{{{name}}}" = "{name}" }}'
    about = "" if text in row.columns else f"{text}: "
    found = row.problem(f"{about}{message}", text, hint if "mean" in hint else icon)
    return replace(found, file=(kit.folder / row.file).as_posix())
