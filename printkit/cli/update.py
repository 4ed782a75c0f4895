"""`printkit update`: a kit's folder and a table in, the kit with the table's cards and one line out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from printkit.cli.progress import say

__all__ = ["update"]


def update(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The kit's folder.", show_default=False)],
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The table: .csv or .xlsx.", show_default=False)
    ],
) -> None:
    """Make a kit's cards and their names those of a table, as `export --as csv` or `--as xlsx` writes it.

    The rows are the deck, in its order: a new id is a new card, an id that is missing is taken out. Columns the table
    does not have stay as they are in the kit. Comments stay, and files in which nothing changes keep every byte.
    Where anything is wrong nothing is written, and every mistake is named with its row and column.

    Example:
        printkit export my-game --kit-dir templates/my-game --as xlsx
        printkit update templates/my-game output/my-game/xlsx/my-game-cards.xlsx
    """
    from printkit.jobs.update import update_kit

    done = update_kit(folder, file)
    say(f"{folder}: {len(done.new)} new, {len(done.gone)} gone, {len(done.changed)} changed")
