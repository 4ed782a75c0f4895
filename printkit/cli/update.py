"""`printkit update`: update a kit's cards from a spreadsheet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from printkit.cli.progress import say

__all__ = ["update"]


def update(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder of the kit.", show_default=False)],
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="The table: .csv, .xlsx, .ods or .po.", show_default=False),
    ] = None,
) -> None:
    """Update a kit's cards and names from a spreadsheet, as written by `export --as csv` or `--as xlsx`.

    The rows are the new deck, in order: a new id adds a card, a missing id removes one. Values in columns the table
    lacks stay as they are. Comments are kept, and files without changes stay untouched. If anything is wrong, nothing
    is written and every mistake is reported with its row and column.

    A table of texts, as written by `export --as texts`, `texts-csv` or `texts-po`, changes the texts and nothing else:
    every text of the kit stands in it, and a language it lacks stays as it is. A new language is first named in
    kit.toml.

    Without FILE the tables that the kit names by an address (data.files) are fetched into its folder tables/. No other
    command reaches the network.

    Example:
        printkit export my-game --kit-dir templates/my-game --as xlsx
        printkit update templates/my-game output/my-game/xlsx/my-game-cards.xlsx
        printkit update my-game
    """
    from printkit.jobs.exchange.fetch_tables import fetch_tables
    from printkit.jobs.exchange.update import update_kit

    if file is None:
        for table in fetch_tables(folder):
            say(f"{folder / table.file}  {'changed' if table.changed else 'unchanged'}, from {table.address}")
        return
    done = update_kit(folder, file)
    say(f"{folder}: {len(done.new)} added, {len(done.gone)} removed, {len(done.changed)} changed")
