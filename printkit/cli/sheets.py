"""`printkit sheets`: a folder of pictures as print-ready sheets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from printkit.cli._build_options import Duplex, Margin, Out, Paper
from printkit.cli._complete import words
from printkit.cli.progress import progress_bar, say, warn
from printkit.cli.words import split_words
from printkit.geometry import parse_length

__all__ = ["sheets"]

Folder = Annotated[
    Path,
    typer.Argument(metavar="FOLDER", help="Pictures: PNG, JPEG, WebP, GIF, AVIF, TIFF, BMP, SVG, PDF pages."),
]
Back = Annotated[Path | None, typer.Option(help="The back of all cards.", metavar="FILE")]
CardSize = Annotated[
    str,
    typer.Option(
        help="Card size: standard (63x88mm), poker, bridge, tarot, mini, square, business, business-jp or 63x88mm.",
        metavar="SIZE",
    ),
]
MakeBleed = Annotated[
    str,
    typer.Option(
        autocompletion=words("bleed"),
        help="How pictures without bleed get it: mirror or extend the edge, white, or scale the picture.",
        metavar="mirror|extend|white|scale",
    ),
]
Gutter = Annotated[
    str,
    typer.Option(
        help="Space between cards; usually twice the bleed, less where more cards fit.", metavar="LENGTH"
    ),
]


def sheets(
    folder: Folder,
    back: Back = None,
    card: CardSize = "standard",
    bleed: Annotated[str, typer.Option(help="Bleed around each card.", metavar="LENGTH")] = "3mm",
    make_bleed: MakeBleed = "mirror",
    paper: Paper = "a4",
    duplex: Duplex = "long",
    gutter: Gutter = "",
    margin: Margin = "5mm",
    marks: Annotated[str, typer.Option(help="Crop marks: crop or none.")] = "crop",
    cards: Annotated[
        str,
        typer.Option(
            help="Only pictures of these names, comma-separated, as in wolf-*,bear.", metavar="NAMES"
        ),
    ] = "",
    skip_unreadable: Annotated[
        bool, typer.Option("--skip-unreadable", help="Files that cannot be printed are no error.")
    ] = False,
    out: Out = Path("output"),
) -> None:
    """Lay a folder of pictures on sheets, fronts and backs, ready to print and cut; no kit is needed.

    `dragon x3.png` is printed three times. `dragon back.png` is the back of `dragon.png`, `back.png` that of all
    others. Each page of a PDF is a card. A picture of the shape of card and bleed is used as it is; one of the shape of
    the card gets its bleed made; any other is cut to the shape of the card, and you are warned. What lies in the
    folder and cannot be printed is named, and the exit code is 1.

    Example:
        printkit sheets my-cards --back back.png
        printkit sheets my-cards --card tarot --paper letter --make-bleed extend
        printkit sheets my-cards --card 70x70mm --bleed 0 --gutter 0
    """
    from printkit.errors import EXIT_WRONG
    from printkit.jobs.picture_sheets import SheetsRequest, described, picture_sheets

    request = SheetsRequest(
        folder=folder,
        back=back,
        card=card,
        bleed=parse_length(bleed, key="--bleed"),
        make=make_bleed,
        paper=paper,
        duplex=duplex,
        gutter=parse_length(gutter, key="--gutter") if gutter else None,
        margin=parse_length(margin, key="--margin"),
        marks=marks,
        cards=split_words(cards),
        out=out,
    )
    with progress_bar() as progress:
        made = picture_sheets(request, progress)
    say(described(made, request))
    for warning in made.warnings:
        warn(warning)
    for problem in made.left_out:
        warn(f"not printed: {problem}")
    if made.left_out and not skip_unreadable:
        raise typer.Exit(EXIT_WRONG)
