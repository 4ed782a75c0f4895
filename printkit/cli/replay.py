"""`printkit replay`: check records against the rules."""

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
        bool, typer.Option("--json", help="Write one JSON object per action, one per line.")
    ] = False,
    kit_dir: Annotated[
        Path | None,
        typer.Option(help="Folder of the kit whose cards were used.", show_default="the shipped kit"),
    ] = None,
) -> None:
    """Replay records and check every action against the rules.

    An illegal action is reported with its file, line and the legal actions, and the exit code is 1; for a file that
    is not a record it is 2.

    Example:
        printkit replay game.txt --json
    """
    from printkit.jobs.play.replay import replay_lines

    for line in replay_lines(files, as_json=json, kit_dir=kit_dir):
        sys.stdout.write(line + "\n")
