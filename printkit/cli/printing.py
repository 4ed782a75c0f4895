"""The commands that print beside `build`: `preview`, `sheets`, `export` and `calibrate`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from printkit.cli.build import (
    Card,
    CardIds,
    Duplex,
    GameOption,
    Ink,
    Lang,
    Margin,
    Only,
    Out,
    Paper,
    Printer,
    Stack,
    Where,
)
from printkit.cli.progress import progress_bar, say, warn
from printkit.cli.words import split_words, stack_length, words
from printkit.geometry import parse_length

if TYPE_CHECKING:
    from printkit.jobs.exchange.picture_sheets import SheetsRequest

__all__ = ["calibrate", "export", "preview", "sheets"]

MOST_ALIKE = 20
"""Most pairs printed."""


def preview(
    kit: Annotated[
        str, typer.Argument(autocompletion=words("kit"), metavar="[KIT]", help="The kit's id.")
    ] = "",
    card: Annotated[
        str,
        typer.Option(autocompletion=words("card"), help="Card size: tarot, tgc-tarot, jrf, bridge, poker."),
    ] = "",
    option: Annotated[
        list[str] | None,
        typer.Option(autocompletion=words("option"), metavar="K=V", help="An option of the game."),
    ] = None,
    sheet: Annotated[
        Path | None,
        typer.Option(help="Write a contact sheet of all cards to this PNG or WebP instead.", metavar="FILE"),
    ] = None,
    compare: Annotated[
        bool,
        typer.Option("--compare", help="List the pairs of faces that look most alike as thumbnails instead."),
    ] = False,
    show: Annotated[bool, typer.Option("--open/--no-open", help="Open the gallery in a browser.")] = True,
    kit_dir: Annotated[Path | None, typer.Option(help="Folder of the kit.", metavar="DIR")] = None,
    out: Annotated[Path, typer.Option(help="Output folder.", metavar="DIR")] = Path("output"),
) -> None:
    """Show every card of a kit in the browser; without KIT, of all kits.

    Each kit becomes one HTML file that needs no network. Cards rotate on click, flip to their backs and zoom; ink,
    language and simulated colour vision can be switched.

    Example:
        printkit preview youscout
        printkit preview youscout --sheet docs/gallery/youscout.webp
        printkit preview youscout --compare
    """
    from printkit.jobs.screen.preview import PreviewRequest, alike, previews
    from printkit.jobs.screen.still import contact_sheet

    request = PreviewRequest(kit=kit, card=card, options=tuple(option or ()), kit_dir=kit_dir, out=out)
    if compare:
        for ink, pairs in alike(request).items():
            for pair in pairs[:MOST_ALIKE]:
                sys.stdout.write(f"{ink} {pair.distance:.1f} {pair.one} {pair.other}\n")
        return
    for file in (contact_sheet(request, sheet),) if sheet else previews(request):
        say(str(file))
        if show and not sheet:
            # A terminal's user wants to see it; a script or a pipe does not.
            import webbrowser

            if sys.stdout.isatty():
                webbrowser.open(file.absolute().as_uri())


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
Fit = Annotated[
    str,
    typer.Option(
        autocompletion=words("fit"),
        help="What becomes of a picture that is not of the card's shape: cut to it, or shown whole on white.",
        metavar="cut|whole",
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
    fit: Fit = "cut",
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
    the card gets its bleed made; any other is cut to the shape of the card, and you are warned; `--fit whole` shows
    all of it. A picture that lies where the card stands is turned. Most cards that fit are laid on a sheet. What lies
    in the folder and cannot be printed is named, and the exit code is 1.

    Example:
        printkit sheets my-cards --back back.png
        printkit sheets my-cards --card tarot --paper letter --make-bleed extend
        printkit sheets my-icons --card square --fit whole
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


Form = Annotated[
    str,
    typer.Option(
        "--as",
        autocompletion=words("form"),
        help="svg or png: faces; dxf or cut-svg: die lines; tts, tarot-deck-spec: decks; csv, xlsx: card data; "
        "texts (XLSX), texts-csv, texts-po: all texts, for translators.",
    ),
]
Kit = Annotated[
    str,
    typer.Argument(
        autocompletion=words("kit"),
        metavar="[KIT]",
        help="The kit's id; --kit-dir may name its folder instead.",
    ),
]


def export(
    form: Form,
    kit: Kit = "",
    card: Card = "",
    lang: Lang = "both",
    ink: Ink = "full",
    dpi: Annotated[float, typer.Option(help="Resolution of a PNG.")] = 300.0,
    bleed: Annotated[bool, typer.Option(help="Include the bleed around the trim.")] = True,
    option: GameOption = None,
    cards: CardIds = "",
    where: Where = None,
    only: Only = "",
    paper: Paper = "",
    stack: Stack = "",
    url: Annotated[str, typer.Option(help="tts: the address the images will have.", metavar="URL")] = "",
    kit_dir: Annotated[Path | None, typer.Option(help="Folder of the kit.", metavar="DIR")] = None,
    out: Annotated[Path, typer.Option(help="Output folder.", metavar="DIR")] = Path("output"),
) -> None:
    """Export the faces of a kit as images, its die lines, a deck for other programs, or its card data.

    Faces go to OUT/KIT/svg/ or OUT/KIT/png/; in SVG all text is outlines, so no font is needed. Die lines (dxf for
    Silhouette Studio, cut-svg for Cricut and others) go to OUT/KIT/dxf/ or OUT/KIT/cut-svg/, with layers cut and fold,
    and match the imposition of `build --marks cutter`.
    With --lang faces have the words of one language, and the folder is called after it: png-de.
    tts is a saved object for Tabletop Simulator with its images, tarot-deck-spec a deck of the Tarot Deck
    Specification 1.0. csv and xlsx are one table of cards and names, which `update` and `new --cards` read. texts is
    one table of all texts, a row each, a column a language (texts-po: a PO file a language); `update` takes it back.

    Example:
        printkit export youscout --as png --dpi 300
        printkit export youscout --as dxf --only deck,box --paper a3
        printkit export youscout --as xlsx
    """
    from printkit.jobs.exchange.export import ExportRequest
    from printkit.jobs.exchange.export import export as run

    request = ExportRequest(
        kit=kit,
        form=form,
        card=card,
        lang=lang,
        ink=ink,
        dpi=dpi,
        bleed=bleed,
        options=tuple(word for text in option or () for word in text.split()),
        cards=split_words(cards),
        where=tuple(where or ()),
        only=split_words(only),
        paper=paper,
        stack=stack_length(stack),
        url=url,
        kit_dir=kit_dir,
        out=out,
    )
    with progress_bar() as progress:
        files = run(request, progress)
    say(f"{files[0].parent}  {len(files)} files")


PrinterName = Annotated[
    str,
    typer.Argument(
        autocompletion=words("printer"),
        metavar="[NAME]",
        help="Your name for the printer.",
        show_default=False,
    ),
]
SheetPaper = Annotated[
    str, typer.Option(autocompletion=words("paper"), help="Sheet size: a4, letter, … or 210x297mm.")
]
SheetDuplex = Annotated[
    str,
    typer.Option(
        autocompletion=words("duplex"), help="Duplex mode (flip edge): long, short, fronts-then-backs."
    ),
]


def calibrate(
    printer: PrinterName = "",
    paper: SheetPaper = "a4",
    landscape: Annotated[bool, typer.Option("--landscape", help="Landscape pages only.")] = False,
    duplex: SheetDuplex = "long",
    read: Annotated[
        list[str] | None,
        typer.Option(
            help="The eight readings of one sheet, A1 to D2; repeat for each sheet.", metavar='"A1 … D2"'
        ),
    ] = None,
    ask: Annotated[
        int, typer.Option(help="Prompt for the readings of this many sheets.", metavar="SHEETS")
    ] = 0,
    corrected: Annotated[
        bool, typer.Option("--corrected", help="Print a corrected sheet: every scale should read 6.0.")
    ] = False,
    listed: Annotated[bool, typer.Option("--list", help="List the calibrated printers.")] = False,
    show: Annotated[bool, typer.Option("--show", help="Show the calibration of this printer.")] = False,
    forget: Annotated[bool, typer.Option("--forget", help="Delete the calibration of this printer.")] = False,
    out: Annotated[Path, typer.Option(help="Output folder for the sheet.", metavar="DIR")] = Path("output"),
) -> None:
    """Calibrate the front-to-back registration of a home printer.

    Without readings this writes test sheets with vernier scales, upright and landscape; how to read them is printed
    on them. Readings are stored for your user account by printer, paper, orientation and duplex mode.
    `build --printer NAME` then corrects the backs.

    Example:
        printkit calibrate --paper a4
        printkit calibrate laser --read "6.4 6.4 5.8 5.7 5.6 5.6 6.2 6.3" --read "6.5 6.4 5.8 5.8 5.5 5.6 6.2 6.2"
        printkit build youscout --only deck --printer laser
    """
    if (ask or read or corrected or show or forget) and not printer:
        raise typer.BadParameter("say which printer, like: printkit calibrate laser", param_hint="NAME")
    from printkit.cli.progress import say
    from printkit.jobs.calibrate import CalibrationRequest, calibration_sheets, remember, typed_readings
    from printkit.jobs.printers import forget_printer

    request = CalibrationRequest(paper, landscape, duplex, printer if corrected else "", out)
    if listed or show:
        _notify(printer if show else "")
    elif forget:
        say(f"{printer} is forgotten: {forget_printer(printer)}")
    elif read or ask:
        typed = list(read or ())
        typed += [typer.prompt(f"sheet {number}: A1 A2 B1 B2 C1 C2 D1 D2") for number in range(1, ask + 1)]
        for line in remember(printer, request, typed_readings(typed)):
            say(line)
    else:
        made = calibration_sheets(request)
        say(f"{made.file}  {made.pages} pages")


def _notify(printer: str) -> None:
    """Show the calibration of one printer, or of all."""
    from printkit.cli.progress import say
    from printkit.jobs.calibrate import calibration_lines
    from printkit.jobs.printers import known_printers, printer_calibrations

    printers = {printer: printer_calibrations(printer)} if printer else known_printers()
    for name, calibrations in printers.items():
        for calibration in calibrations:
            for line in calibration_lines(name, calibration):
                say(line)
    if not printers:
        say("no printer is calibrated yet; begin with: printkit calibrate")
