"""The commands that check: `check` files and kits, and `doctor` the installation."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from printkit.cli.words import words

if TYPE_CHECKING:
    from printkit.jobs.check.check_report import Report

__all__ = ["check", "doctor"]

Kit = Annotated[
    str,
    typer.Option(
        autocompletion=words("kit"), help="The kit the PDFs belong to; by default all kits are tried."
    ),
]
Profile = Annotated[
    str, typer.Option(autocompletion=words("profile"), help="Check for this print service.", metavar="NAME")
]

Paths = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="PATH…",
        help="PDFs, archives of images, output folders, kit folders or ids of kits.",
        show_default=False,
    ),
]
OneGame = Annotated[
    str,
    typer.Option(
        autocompletion=words("game"),
        help="Hold the rules of this game to their contract: an id, or the .py file of one.",
        metavar="GAME",
    ),
]
Annotation = Annotated[
    Path | None, typer.Option(help="Write a copy of the PDF with the findings marked.", metavar="OUT.pdf")
]
Page = Annotated[
    Path | None, typer.Option(help="Write a page with pictures of what differs.", metavar="REPORT.html")
]

Verbose = Annotated[
    bool, typer.Option("--verbose", "-v", help="Say of each file what was looked at and what was not.")
]


def check(
    paths: Paths = None,
    kit: Kit = "",
    kit_dir: Annotated[Path | None, typer.Option(help="Folder of the kit.", metavar="DIR")] = None,
    profile: Profile = "",
    annotate: Annotation = None,
    html: Page = None,
    game: OneGame = "",
    verbose: Verbose = False,
    json: Annotated[bool, typer.Option("--json", help="Write one JSON document.")] = False,
) -> None:
    """Preflight finished PDFs, and proof-read those of a kit against the rules of its game.

    Every PDF is checked for page boxes, fonts, damaged streams, colours, ink, line widths, text size, image resolution,
    bleed and PDF/X; --profile adds the requirements of a print service. Files of a kit, of any name and from any
    program, are compared with the kit page by page, and every number must be right as text and as rendered pixels.
    The exit code is 1 if there are errors and 2 if a file cannot be read.

    Example:
        printkit check output/youscout/youscout-deck.pdf
        printkit check from-a-friend.pdf --profile drivethrucards --annotate seen.pdf
        printkit check output/youscout --html report.html
        printkit check --game my-games/last_trick.py
    """
    from printkit.cli.progress import progress_bar
    from printkit.errors import EXIT_WRONG, InputError
    from printkit.jobs.check.check import check_reports
    from printkit.jobs.check.check_game import check_game
    from printkit.jobs.check.check_report import closing_lines, write_annotations, write_check_page

    if bool(paths) == bool(game):
        raise InputError(
            "needs files, or a game", key="--game" if game else "PATH", hint="name one of the two"
        )
    paths = paths or []
    if annotate is not None and (len(paths) != 1 or paths[0].suffix.lower() != ".pdf"):
        raise InputError("needs exactly one PDF", key="--annotate", hint="name a single PDF")
    reports = []
    with progress_bar(shown=not json) as progress:
        asked = partial(check_reports, pictures=html is not None, progress=progress)
        playing = (check_game(each, progress=partial(progress, "plays")) for each in [game] if each)
        for report in chain(playing, asked(paths, kit or None, kit_dir, profile)):
            reports.append(report)
            if annotate is not None:
                write_annotations(report, annotate)
            if not json:
                _say([*report.lines, report.closing] if verbose else report.lines)
    if html is not None:
        write_check_page(reports, html)
    clean = all(report.clean for report in reports)
    if json:
        sys.stdout.write(_as_json(reports, clean=clean))
    elif not verbose:
        _say(closing_lines(reports))
    if not clean:
        raise typer.Exit(EXIT_WRONG)


def _say(lines: Iterable[str]) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def _as_json(reports: Sequence[Report], *, clean: bool) -> str:
    from json import dumps

    documents = [report.as_json() for report in reports]
    return dumps({"clean": clean, "reports": documents}, ensure_ascii=False, indent=2) + "\n"


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON array.")] = False,
) -> None:
    """Show what is installed and what is missing, with install commands; exit code 1 if a requirement is missing.

    Example:
        printkit doctor
    """
    from printkit.jobs.doctor import examine, required_missing

    requirements = examine()
    if as_json:
        rows = [{**each._asdict(), "required": each.required} for each in requirements]
        print(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        width = max(len(each.name) for each in requirements)
        for each in requirements:
            notes = "; ".join(filter(None, (each.detail, each.hint if not each.version else "")))
            print(f"{each.group:<8}  {each.name:<{width}}  {each.version or 'MISSING'}  {notes}".rstrip())
    if required_missing(requirements):
        raise typer.Exit(1)
