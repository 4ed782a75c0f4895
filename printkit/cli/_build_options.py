"""The options of `printkit build`: nothing comes in, a type an option, with its words, goes out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = [
    "BackBleed",
    "Card",
    "CardCount",
    "CardIds",
    "ChangedSince",
    "Condition",
    "Deals",
    "Duplex",
    "GameOption",
    "Icc",
    "Ink",
    "KitDir",
    "Kits",
    "Lang",
    "Margin",
    "Marks",
    "Only",
    "Out",
    "Pages",
    "Paper",
    "Press",
    "Printer",
    "Profile",
    "Stack",
]

Kits = Annotated[list[str] | None, typer.Argument(metavar="[KIT]...", help="Kits to build; none is all.")]
Only = Annotated[str, typer.Option(help="Components, joined by commas.", metavar="deck,…")]
Lang = Annotated[str, typer.Option(help="Language of documents: ja, en or both.")]
Card = Annotated[str, typer.Option(help="Card size: tarot, tgc-tarot, jrf, bridge, poker.")]
Paper = Annotated[
    str, typer.Option(help="a4, a3, letter, … or 210x297mm; `card` is one card a page with bleed.")
]
Ink = Annotated[str, typer.Option(help="full, or low to save ink.")]
Duplex = Annotated[
    str, typer.Option(help="How backs meet fronts: long, short, fold, fronts-then-backs or none.")
]
Marks = Annotated[str, typer.Option(help="crop, corners, registration, cutter or none, joined by commas.")]
Margin = Annotated[str, typer.Option(help="What the printer cannot reach at the paper's edge.")]
Press = Annotated[
    str,
    typer.Option(
        help="home (sRGB), grey (black only), or PDF/X in CMYK for a print shop: x1a-2001, x1a-2003, x4."
    ),
]
Icc = Annotated[
    Path | None, typer.Option(help="The printer's ICC profile, embedded; x4 needs one.", metavar="FILE")
]
Condition = Annotated[
    str, typer.Option(help="The registered printing condition: JC200103, FOGRA39, …", metavar="NAME")
]
Profile = Annotated[
    str, typer.Option(help="Lay the deck out as one printer wants it: the-game-crafter, drivethrucards, …")
]
BackBleed = Annotated[
    str, typer.Option(help="How far backs reach beyond the bleed, for printers that drift.", metavar="MM")
]
ChangedSince = Annotated[
    Path | None,
    typer.Option(help="Only cards that differ from those of this manifest.json.", metavar="FILE"),
]
Printer = Annotated[
    str, typer.Option(help="Correct the backs for this printer, see printkit calibrate.", metavar="NAME")
]
CardCount = Annotated[
    int, typer.Option("--set", help="How many cards the set has, with --profile: 78, 80, 90, …", metavar="N")
]
GameOption = Annotated[
    list[str] | None, typer.Option(metavar="K=V", help="An option of the game, printed where it matters.")
]
CardIds = Annotated[str, typer.Option(help="Only these card ids, joined by commas.", metavar="IDS")]
Pages = Annotated[str, typer.Option(help="Only these pages, like 3-6,9.", metavar="RANGE")]
Deals = Annotated[
    list[str] | None,
    typer.Option(
        "--deal", help="Tell the games of this deal in the walkthrough; needs numba.", metavar="CODE"
    ),
]
Stack = Annotated[
    str,
    typer.Option(help="How thick the pile of cards is, for the box; else cards × caliper.", metavar="MM"),
]
KitDir = Annotated[Path | None, typer.Option(help="Build the kit in this folder.", metavar="DIR")]
Out = Annotated[
    Path,
    typer.Option(help="Where the files go: DIR/KIT/, with a manifest.json of every card.", metavar="DIR"),
]
