"""`printkit build`: options come in, the build job is called, one line a finished file goes out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from printkit.cli._build_options import (
    Card,
    CardCount,
    CardIds,
    Condition,
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
    Profile,
    Stack,
)
from printkit.cli.progress import progress_bar, say
from printkit.cli.words import split_words, stack_length

if TYPE_CHECKING:
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
    option: GameOption = None,
    cards: CardIds = "",
    pages: Pages = "",
    stack: Stack = "",
    kit_dir: KitDir = None,
    out: Out = Path("output"),
) -> None:
    """Build print-ready PDFs of a kit, proof-read first.

    The files go to OUT/KIT/, with a manifest.json that says where every card lies. A kit whose numbers differ from
    its game's rules is refused (exit 1) unless it declares itself a variant.

    Example:
        printkit build youscout --only deck --paper letter
        printkit build youscout --card poker --option influence=1.5
        printkit build youscout --paper card --press x1a-2003 --condition FOGRA39
        printkit build youscout --profile makeplayingcards --set 90
    """
    from printkit.geometry import parse_length
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
        margin=parse_length(margin, key="--margin"),
        options=tuple(word for text in option or () for word in text.split()),
        cards=split_words(cards),
        pages=pages,
        stack=stack_length(stack),
        press=press,
        icc=icc,
        condition=condition,
        profile=profile,
        count=count,
        kit_dir=kit_dir,
        out=out,
    )
    _run(request)


def _run(request: BuildRequest) -> None:
    from printkit.jobs.build import build as run

    with progress_bar() as progress:
        built = run(request, progress)
    for entry in built:
        cards = f"{entry.cards} cards on " if entry.cards else ""
        kind = "pictures" if entry.file.suffix == ".zip" else "pages"
        say(f"{entry.file}  {cards}{entry.pages} {kind}")
