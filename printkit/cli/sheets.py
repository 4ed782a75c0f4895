"""`printkit sheets`: a folder of pictures as print-ready sheets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from printkit.cli._build_options import Duplex, Margin, Out, Paper, Printer
from printkit.cli.progress import progress_bar, say, warn
from printkit.cli.words import split_words, words
from printkit.geometry import parse_length

if TYPE_CHECKING:
    from printkit.jobs.exchange.picture_sheets import SheetsRequest

__all__ = ["sheets"]

Folder = Annotated[
    Path,
    typer.Argument(metavar="FOLDER", help="Pictures: PNG, JPEG, WebP, GIF, AVIF, TIFF, BMP, SVG, PDF pages."),
]
Back = Annotated[
    list[str] | None,
    typer.Option(
        help="The back of all cards; 'wolf-*=wolf.png' of those named so. May be given several times.",
        metavar="FILE",
    ),
]
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
Marks = Annotated[
    str,
    typer.Option(
        autocompletion=words("marks"),
        help="crop; japanese (double corners, centre marks); cutter (registration marks of Silhouette machines); "
        "corners, registration or none.",
    ),
]
CutFiles = Annotated[
    str,
    typer.Option(
        help="With --marks cutter: die lines beside the PDF, dxf (Silhouette Studio), svg (Cricut and others) or both.",
        metavar="dxf,svg",
    ),
]
Corner = Annotated[str, typer.Option(help="Radius that a machine cuts, or `corners` show.", metavar="LENGTH")]
Copies = Annotated[int, typer.Option(help="Print every card so often.", metavar="N")]
Skip = Annotated[
    str,
    typer.Option(
        help="Places of the first sheet that are used already, row by row from 1: 1-3,7.", metavar="PLACES"
    ),
]
Names = Annotated[
    str,
    typer.Option(help="Only pictures of these names, comma-separated, as in wolf-*,bear.", metavar="NAMES"),
]
Bleed = Annotated[str, typer.Option(help="Bleed around each card.", metavar="LENGTH")]
SkipUnreadable = Annotated[
    bool, typer.Option("--skip-unreadable", help="Files that cannot be printed are no error.")
]


def sheets(
    folder: Folder,
    back: Back = None,
    card: CardSize = "standard",
    bleed: Bleed = "3mm",
    make_bleed: MakeBleed = "mirror",
    paper: Paper = "a4",
    duplex: Duplex = "long",
    gutter: Gutter = "",
    margin: Margin = "5mm",
    marks: Marks = "crop",
    corner: Corner = "3mm",
    cut_files: CutFiles = "",
    printer: Printer = "",
    copies: Copies = 1,
    skip: Skip = "",
    cards: Names = "",
    skip_unreadable: SkipUnreadable = False,
    out: Out = Path("output"),
) -> None:
    """Lay a folder of pictures on sheets, fronts and backs, ready to print and cut; no kit is needed.

    `dragon x3.png` is printed three times. `dragon back.png` is the back of `dragon.png`, `back.png` that of all
    others. Each page of a PDF is a card. A picture of the shape of card and bleed is used as it is; one of the shape of
    the card gets its bleed made; any other is cut to the shape of the card, and you are warned. A picture that lies
    where the card stands is turned. Most cards that fit are laid on a sheet. What lies in the folder and cannot be
    printed is named, and the exit code is 1.

    Example:
        printkit sheets my-cards --back back.png
        printkit sheets my-cards --card tarot --paper letter --make-bleed extend
        printkit sheets my-cards --card poker --marks cutter --cut-files dxf
        printkit sheets my-cards --card business-jp --paper card --marks japanese
    """
    from printkit.errors import EXIT_WRONG
    from printkit.jobs.exchange.picture_sheets import described, picture_sheets

    request = _request(locals())
    with progress_bar() as progress:
        made = picture_sheets(request, progress)
    say(described(made, request))
    for warning in made.warnings:
        warn(warning)
    for problem in made.left_out:
        warn(f"not printed: {problem}")
    if made.left_out and not skip_unreadable:
        raise typer.Exit(EXIT_WRONG)


# How the words of an option are read, where they are not taken as they are.
_READ: dict[str, Callable[[Any], Any]] = {
    "back": lambda files: tuple(files or ()),
    "bleed": lambda text: parse_length(text, key="--bleed"),
    "gutter": lambda text: parse_length(text, key="--gutter") if text else None,
    "margin": lambda text: parse_length(text, key="--margin"),
    "corner": lambda text: parse_length(text, key="--corner"),
    "marks": split_words,
    "cut_files": split_words,
    "cards": split_words,
}
_NAMES = {"back": "backs", "make_bleed": "make"}


def _request(said: Mapping[str, Any]) -> SheetsRequest:
    """What the options ask for, by their names."""
    from dataclasses import fields

    from printkit.jobs.exchange.picture_sheets import SheetsRequest

    read = {
        _NAMES.get(name, name): _READ.get(name, lambda value: value)(value) for name, value in said.items()
    }
    known = {field.name for field in fields(SheetsRequest)}
    return SheetsRequest(**{name: value for name, value in read.items() if name in known})
