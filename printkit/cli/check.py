"""`printkit check`: PDFs and kits in, one line a finding and a closing line each on standard output."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["check"]


def check(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATH…",
            help="PDFs, archives of pictures, output folders or kit folders.",
            show_default=False,
        ),
    ],
    kit: Annotated[str, typer.Option(help="The kit the PDFs are of; without it all are tried.")] = "",
    kit_dir: Annotated[Path | None, typer.Option(help="The kit in this folder.", metavar="DIR")] = None,
    profile: Annotated[str, typer.Option(help="The printer the files are for.", metavar="NAME")] = "",
    annotate: Annotated[
        Path | None, typer.Option(help="Draw the findings on a copy of the one PDF named.", metavar="OUT.pdf")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Write the reports as one JSON document.")] = False,
) -> None:
    """Check finished PDFs as a printer would, and proof-read those of a kit against the rules of its game.

    Any PDF is asked for boxes, fonts, colours, ink, lines, letters, pictures, bleed, backs and PDF/X; with --profile
    by what that printer wants. Every face of a kit is found by its own text, whatever the file is called and whoever
    wrote it; every figure must be right in the text and on the rendered paper. Errors end the command with 1, an
    unreadable file with 2.

    Example:
        printkit check output/youscout/youscout-deck.pdf
        printkit check from-a-friend.pdf --profile drivethrucards --annotate seen.pdf
    """
    from printkit.cli.progress import progress_bar
    from printkit.errors import EXIT_WRONG, InputError
    from printkit.jobs.check import check_reports
    from printkit.jobs.check_report import write_annotations

    if annotate is not None and (len(paths) != 1 or paths[0].suffix.lower() != ".pdf"):
        raise InputError("notes are drawn on one PDF", key="--annotate", hint="name a single PDF")
    clean = True
    documents = []
    with progress_bar(shown=not json) as progress:
        for report in check_reports(paths, kit or None, kit_dir, profile, progress=progress):
            clean = clean and report.clean
            if annotate is not None:
                write_annotations(report, annotate)
            if json:
                documents.append(report.as_json())
            else:
                lines = [*(finding.text for finding in report.findings), report.closing]
                sys.stdout.write("".join(f"{line}\n" for line in lines))
    if json:
        from json import dumps

        sys.stdout.write(dumps({"clean": clean, "reports": documents}, ensure_ascii=False, indent=2) + "\n")
    if not clean:
        raise typer.Exit(EXIT_WRONG)
