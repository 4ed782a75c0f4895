"""`printkit replay`: record files in, one line a move on standard output."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["replay"]


def replay(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE…", help="Records to replay; - is standard input.", show_default=False),
    ],
    json: Annotated[
        bool, typer.Option("--json", help="Write one JSON object a line after each action.")
    ] = False,
    kit_dir: Annotated[
        Path | None,
        typer.Option(help="The kit whose cards were played with.", show_default="the one printkit ships"),
    ] = None,
) -> None:
    """Replay records and check every action against the rules.

    An illegal action is named with its file, its line and the legal actions, and the command ends with 1;
    after a file that is not a record, with 2.

    Example:
        printkit replay game.txt --json
    """
    from printkit.jobs.replay import replay_lines

    for line in replay_lines(files, as_json=json, kit_dir=kit_dir):
        sys.stdout.write(line + "\n")
