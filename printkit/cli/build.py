"""`printkit build`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from printkit.cli._build_options import (
    BackBleed,
    Card,
    CardCount,
    CardIds,
    ChangedSince,
    Condition,
    Deals,
    Duplex,
    GameOption,
    Icc,
    Ink,
    KitDir,
    Kits,
    Lang,
    Margin,
    Marks,
    Only,
    Out,
    Pages,
    Paper,
    Press,
    Printer,
    Profile,
    Stack,
)
from printkit.cli.progress import progress_bar, say, warn
from printkit.cli.words import margin_length, split_words, stack_length

if TYPE_CHECKING:
    from printkit.jobs.build import BuildRequest, Built

__all__ = ["build"]


def build(
    kits: Kits = None,
    only: Only = "",
    lang: Lang = "both",
    card: Card = "",
    paper: Paper = "",
    ink: Ink = "full",
    duplex: Duplex = "long",
    marks: Marks = "crop",
    margin: Margin = "5mm",
    press: Press = "home",
    icc: Icc = None,
    condition: Condition = "",
    profile: Profile = "",
    count: CardCount = 0,
    printer: Printer = "",
    changed_since: ChangedSince = None,
    back_bleed: BackBleed = "0mm",
    option: GameOption = None,
    cards: CardIds = "",
    pages: Pages = "",
    deal: Deals = None,
    stack: Stack = "",
    kit_dir: KitDir = None,
    out: Out = Path("output"),
) -> None:
    """Proof-read a kit against the rules of its game, then build print-ready PDFs: imposed cards, books, box, mat.

    Example:
        printkit build youscout --only deck --paper letter --printer laser
    """
    from printkit.jobs.request import BuildRequest

    request = BuildRequest(
        kits=tuple(kits or ()),
        only=split_words(only),
        lang=lang,
        card=card,
        paper=paper,
        ink=ink,
        duplex=duplex,
        marks=split_words(marks),
        margin=margin_length(margin),
        options=tuple(word for text in option or () for word in text.split()),
        cards=split_words(cards),
        pages=pages,
        deals=tuple(deal or ()),
        stack=stack_length(stack),
        press=press,
        icc=icc,
        condition=condition,
        profile=profile,
        count=count,
        printer=printer,
        changed_since=changed_since,
        back_bleed=margin_length(back_bleed, "--back-bleed"),
        kit_dir=kit_dir,
        out=out,
    )
    _carry_out(request)


def _carry_out(request: BuildRequest) -> None:
    from printkit import build as build_job

    with progress_bar() as progress:
        built = build_job(request, progress)
    if request.changed_since and not built:
        say(f"nothing has changed since {request.changed_since}: nothing to print")
    for entry in built:
        for warning in entry.warnings:
            warn(warning)
        say(_line(entry))


def _line(entry: Built) -> str:
    cards = f"{entry.cards} card{'s' * (entry.cards != 1)} on " if entry.cards else ""
    kind = {".zip": "picture", ".txt": "record"}.get(entry.file.suffix, "page")
    return f"{entry.file}  {cards}{entry.pages} {kind}{'s' * (entry.pages != 1)}"
