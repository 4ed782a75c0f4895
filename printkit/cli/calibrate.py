"""`printkit calibrate`: print a calibration sheet, and keep what was read from it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from printkit.cli.words import words

__all__ = ["calibrate"]


Printer = Annotated[
    str,
    typer.Argument(
        autocompletion=words("printer"),
        metavar="[NAME]",
        help="Your name for the printer.",
        show_default=False,
    ),
]
Paper = Annotated[
    str, typer.Option(autocompletion=words("paper"), help="Sheet size: a4, letter, … or 210x297mm.")
]
Duplex = Annotated[
    str,
    typer.Option(
        autocompletion=words("duplex"), help="Duplex mode (flip edge): long, short, fronts-then-backs."
    ),
]


def calibrate(
    printer: Printer = "",
    paper: Paper = "a4",
    landscape: Annotated[bool, typer.Option("--landscape", help="Landscape pages only.")] = False,
    duplex: Duplex = "long",
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
