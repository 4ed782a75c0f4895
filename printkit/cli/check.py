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
        typer.Argument(metavar="PATH…", help="PDFs, output folders or kit folders.", show_default=False),
    ],
    kit: Annotated[str, typer.Option(help="The kit the PDFs are of; without it all are tried.")] = "",
    kit_dir: Annotated[Path | None, typer.Option(help="The kit in this folder.", metavar="DIR")] = None,
    json: Annotated[bool, typer.Option("--json", help="Write the reports as one JSON document.")] = False,
) -> None:
    """Proof-read finished PDFs, or a kit's files, against the rules of the game.

    Every face is found by its own text, whatever the file is called and whoever wrote it; every figure must be
    right in the text and on the rendered paper. Findings end the command with 1, an unreadable file with 2.

    Example:
        printkit check output/youscout/youscout-deck.pdf
        printkit check from-the-print-shop.pdf --kit youscout --json
    """
    from printkit.errors import EXIT_WRONG
    from printkit.jobs.check import check_reports

    clean = True
    documents = []
    for report in check_reports(paths, kit or None, kit_dir):
        clean = clean and report.clean
        if json:
            documents.append(report.as_json())
            continue
        for finding in report.findings:
            sys.stdout.write(finding.text + "\n")
        sys.stdout.write(report.closing + "\n")
    if json:
        from json import dumps

        sys.stdout.write(dumps({"clean": clean, "reports": documents}, ensure_ascii=False, indent=2) + "\n")
    if not clean:
        raise typer.Exit(EXIT_WRONG)
