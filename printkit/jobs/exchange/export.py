"""Exports single faces or die lines of a kit, one file each."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

from printkit.compose.faces.context import Choices
from printkit.errors import InputError, nearest_hint
from printkit.files import staging
from printkit.jobs.build.cuts import CUT_FORMS, export_cuts
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.build.part import Job, Scenes
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.exchange.export_deck import (
    DECK_FORMS,
    TABLE_FORMS,
    ExportRequest,
    Progress,
    edition_exported,
    export_deck,
    export_table,
)
from printkit.jobs.exchange.export_faces import FACE_FORMS, exported_faces
from printkit.kit.cards import chosen_cards
from printkit.kit.find import find_kit, kit_ids
from printkit.kit.load import load_kit
from printkit.kit.model import Ink, Kit

__all__ = ["ExportRequest", "export"]

MAX_DPI = 2400
# What each form takes of what may be asked for, beside the kit, a card's size, options of the game and cards.
_TAKES = {
    "svg": ("lang", "ink", "bleed"),
    "png": ("lang", "ink", "bleed", "dpi"),
    "tts": ("lang", "ink", "url"),
    "tarot-deck-spec": ("lang", "ink"),
    **dict.fromkeys(CUT_FORMS, ("lang", "ink", "only", "paper", "stack")),
    **dict.fromkeys(TABLE_FORMS, ()),
}
_ASKED = tuple(dict.fromkeys(name for names in _TAKES.values() for name in names))


def export(request: ExportRequest, progress: Progress = lambda name, done, total: None) -> tuple[Path, ...]:
    """Write `OUT/<kit>/<form>/<card>.<form>` for every face and back, or cutting paths; returns the files."""
    known = (*FACE_FORMS, *CUT_FORMS, *DECK_FORMS, *TABLE_FORMS)
    if request.form not in known:
        hint = nearest_hint(request.form, known)
        raise InputError(f"{request.form!r} cannot be exported", key="--as", hint=hint)
    if request.ink not in ("full", "low"):
        raise InputError(f"{request.ink!r} is not a valid choice", key="--ink", hint="known: full, low")
    if not 10 <= request.dpi <= MAX_DPI:
        raise InputError(f"{request.dpi:g} dpi cannot be drawn", key="--dpi", hint=f"10 to {MAX_DPI}")
    _check_taken(request)
    if not request.kit and not request.kit_dir:
        raise InputError("no kit is named", hint=f"known: {', '.join(kit_ids())}; or --kit-dir DIR")
    inks = (cast(Ink, request.ink),)
    kit = load_kit(request.kit_dir, inks) if request.kit_dir else find_kit(request.kit, inks)
    request = replace(request, cards=chosen_cards(kit, request.cards, request.where))
    choices = Choices(
        kit.size(request.card or None).name, cast(Ink, request.ink), print_variables(kit, request.options)
    )
    kit, folder = edition_exported(kit, request)
    if request.form in TABLE_FORMS:
        return export_table(kit, request, folder)
    if request.form in DECK_FORMS:
        return export_deck(kit, request, Scenes(kit, choices), folder, progress)
    if request.form in CUT_FORMS:
        return export_cuts(_cutting(kit, request, choices), request.only, request.form, folder, progress)
    faces = exported_faces(kit, request, choices)
    with staging(folder) as stage:
        for number, (name, made) in enumerate(faces, 1):
            stage.write(name, made())
            progress(request.form, number, len(faces))
        return stage.finish()


def _check_taken(request: ExportRequest) -> None:
    """What a form has no use for is an InputError: it would change nothing, however it is written."""
    usual = ExportRequest(request.kit, request.form)
    for name in _ASKED:
        if name not in _TAKES[request.form] and getattr(request, name) != getattr(usual, name):
            forms = " or ".join(form for form, names in _TAKES.items() if name in names)
            option = "no-bleed" if name == "bleed" else name
            raise InputError(
                f"changes nothing for {request.form}", key=f"--{option}", hint=f"it is for {forms}"
            )


def _cutting(kit: Kit, request: ExportRequest, choices: Choices) -> Job:
    """The sheets as `build --marks cutter` prints them."""
    wanted = BuildRequest(
        only=request.only,
        paper=request.paper,
        marks=("cutter",),
        stack=request.stack,
        cards=request.cards,
        lang=request.lang,
    )
    return Job(kit, wanted, choices, Scenes(kit, choices))
