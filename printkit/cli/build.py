"""`printkit build`: options come in, what is asked for goes out, for `_building` to carry out."""

from __future__ import annotations

from pathlib import Path

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
from printkit.cli.words import margin_length, split_words, stack_length
from printkit.jobs.request import BuildRequest

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
) -> BuildRequest:
    """Build print-ready PDFs of a kit, proof-read first: one whose numbers are not its game's is refused.

    Example:
        printkit build youscout --only deck --paper letter --printer laser
    """
    return BuildRequest(
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
