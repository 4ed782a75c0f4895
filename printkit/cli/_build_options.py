"""The options of `printkit build` with their types and help texts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from printkit.cli.words import words

__all__ = [
    "All",
    "BackBleed",
    "BacksOnly",
    "Card",
    "CardCount",
    "CardIds",
    "ChangedSince",
    "Condition",
    "Deals",
    "Draft",
    "Duplex",
    "GameOption",
    "Gutter",
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
    "Sleeve",
    "Stack",
    "Watch",
    "Where",
]

Kits = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[KIT]...", help="Kits to build; all of them if none is named.", autocompletion=words("kit")
    ),
]
Only = Annotated[
    str,
    typer.Option(
        autocompletion=words("part"), help="Components to build, comma-separated.", metavar="deck,…"
    ),
]
All = Annotated[
    bool, typer.Option("--all", help="Every part; usually only those a kit says are printed first.")
]
Lang = Annotated[
    str,
    typer.Option(
        autocompletion=words("lang"), help="A language of the kit, or both: all of them.", metavar="LANG"
    ),
]
Card = Annotated[
    str, typer.Option(autocompletion=words("card"), help="Card size: tarot, tgc-tarot, jrf, bridge, poker.")
]
Paper = Annotated[
    str,
    typer.Option(
        autocompletion=words("paper"),
        help="Sheet size: a4, a3, letter, … or 210x297mm; `card` puts one card on a page with bleed.",
    ),
]
Ink = Annotated[str, typer.Option(autocompletion=words("ink"), help="full, or low to save ink.")]
Duplex = Annotated[
    str,
    typer.Option(
        autocompletion=words("duplex"),
        help="Duplex mode (flip edge): long, short, fold, fronts-then-backs or none.",
    ),
]
Marks = Annotated[
    str,
    typer.Option(
        autocompletion=words("marks"),
        help="Printer's marks, comma-separated: crop, japanese (double corners, centre marks), corners, registration, "
        "cutter (for Silhouette machines; export --as dxf, cut-svg has the die lines, for Cricut too), none.",
    ),
]
Margin = Annotated[str, typer.Option(help="The printer's unprintable margin.")]
Gutter = Annotated[
    str,
    typer.Option(
        help="Room between the cards of a sheet; 0mm lays them edge to edge. Usually the layout's.",
        metavar="MM",
    ),
]
BacksOnly = Annotated[bool, typer.Option("--backs-only", help="Only the sheets with backs.")]
Draft = Annotated[
    bool,
    typer.Option("--draft", help="Print placeholders for missing pictures, and [?] for missing texts."),
]
Press = Annotated[
    str,
    typer.Option(
        autocompletion=words("press"),
        help="home (sRGB), grey (black only), or PDF/X in CMYK for a print shop: x1a-2001, x1a-2003, x4.",
    ),
]
Icc = Annotated[
    Path | None, typer.Option(help="The printer's ICC profile, embedded; x4 needs one.", metavar="FILE")
]
Condition = Annotated[
    str,
    typer.Option(
        autocompletion=words("condition"),
        help="The characterised printing condition (output intent): JC200103, FOGRA39, …",
        metavar="NAME",
    ),
]
Profile = Annotated[
    str,
    typer.Option(
        autocompletion=words("profile"),
        help="Lay out the deck for a print service: the-game-crafter, drivethrucards, …",
    ),
]
BackBleed = Annotated[
    str, typer.Option(help="Extra bleed of the backs, for printers that misregister.", metavar="MM")
]
ChangedSince = Annotated[
    Path | None,
    typer.Option(help="Only cards that changed since this manifest.json was written.", metavar="FILE"),
]
Printer = Annotated[
    str,
    typer.Option(
        autocompletion=words("printer"),
        help="Correct the backs for this printer; see printkit calibrate.",
        metavar="NAME",
    ),
]
CardCount = Annotated[
    int,
    typer.Option("--set", help="With --profile: the number of cards in the set: 78, 80, 90, …", metavar="N"),
]
GameOption = Annotated[
    list[str] | None,
    typer.Option(
        autocompletion=words("option"),
        metavar="K=V",
        help="An option of the game; what is printed follows it.",
    ),
]
CardIds = Annotated[
    str,
    typer.Option(
        autocompletion=words("cards"),
        help="Only these card ids, comma-separated; wands-* is every card whose id begins so.",
        metavar="IDS",
    ),
]
Where = Annotated[
    list[str] | None,
    typer.Option(
        help="Only cards whose column or field fits: set=base, 'cost>=3', 'set in base,extra'. Several must all fit.",
        metavar="EXPR",
    ),
]
Pages = Annotated[str, typer.Option(help="Only these pages, like 3-6,9.", metavar="RANGE")]
Deals = Annotated[
    list[str] | None,
    typer.Option(
        "--deal", help="Show the games of this deal in the walkthrough; needs numba.", metavar="CODE"
    ),
]
Stack = Annotated[
    str,
    typer.Option(help="Thickness of the deck, for the box; usually cards × caliper.", metavar="MM"),
]
Sleeve = Annotated[
    str,
    typer.Option(
        help="Film of the sleeves the cards are in, such as 0.1mm; the box fits them so.", metavar="MM"
    ),
]
KitDir = Annotated[Path | None, typer.Option(help="Build the kit in this folder.", metavar="DIR")]
Out = Annotated[
    Path,
    typer.Option(
        help="Output folder: files go to DIR/KIT/, with a manifest.json of every card.", metavar="DIR"
    ),
]
Watch = Annotated[
    bool, typer.Option("--watch", help="Build again whenever a file of the kit changes, until Ctrl-C.")
]
