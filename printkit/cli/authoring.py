"""The commands for authors: `new`, `update` and `schema`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from printkit.cli.progress import say, warn
from printkit.cli.words import words
from printkit.errors import InputError

__all__ = ["new", "schema", "update"]

Starter = Annotated[
    str,
    typer.Option(
        autocompletion=words("starter"),
        metavar="NAME",
        help="Start from a starter: poker, tarot, text-heavy, tiles, tokens, hexagons, discs, dominoes, standees, "
        "die-cut or board.",
    ),
]
Like = Annotated[
    str,
    typer.Option(autocompletion=words("kit"), metavar="KIT", help="The kit to copy: its id or folder."),
]


def new(
    kit_id: Annotated[
        str, typer.Argument(metavar="ID", help="Id of the new kit: lower-case letters, digits, hyphens.")
    ],
    blank: Annotated[
        bool, typer.Option("--blank", help="Start with few files and three cards (the starter poker).")
    ] = False,
    starter: Starter = "",
    like: Like = "",
    deck: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="PATH",
            help="Start from what you have: a table, a folder or ZIP of pictures with or without one, a deck.toml.",
        ),
    ] = None,
    cards: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Replace the copied cards with this table (.csv, .xlsx or .ods)."),
    ] = None,
    folder: Annotated[
        Path, typer.Option("--dir", metavar="DIR", help="Folder in which the kit is created.")
    ] = Path("templates"),
) -> None:
    """Start a new kit: small and blank, as a copy of another, or from what you have.

    `--from` takes a spreadsheet as it is, with the pictures that lie beside it and that it names (a row a card), a
    folder or ZIP of both or of pictures alone (a picture a card), or a deck in the Tarot Deck Specification format,
    whose pictures become the faces. A table for `--cards` has a column id and columns named after the keys of
    cards.toml and after texts (name.ja); `export --as csv` or `--as xlsx` writes one.

    Example:
        printkit new my-game --blank
        printkit new my-game --like youscout
        printkit new my-game --from my-cards.xlsx
        printkit new my-game --like youscout --cards my-cards.xlsx
        printkit new rider --from rider-waite-smith.zip
    """
    from printkit.jobs.exchange.new import BLANK, import_kit, new_kit, starter_folder

    if [blank, bool(starter), bool(like), deck is not None].count(True) != 1:
        hint = "give one of --blank, --starter NAME, --like KIT, --from PATH"
        raise InputError("a new kit needs one source", hint=hint)
    if deck is None:
        source = like or str(starter_folder(starter or BLANK))
        origin = f"a copy of {like}" if like else f"from the starter {starter or BLANK}"
        made = new_kit(kit_id, source, folder, cards)
    else:
        if cards is not None:
            raise InputError(
                "works only with --like",
                key="--cards",
                hint=f"afterwards: printkit update {folder / kit_id} {cards}",
            )
        made, use, remarks = import_kit(kit_id, deck, folder)
        origin = f"made from {deck}" + (f" ({use})" if use else "")
        for remark in remarks:
            warn(remark)
    print(f"{made}: {origin}; next: printkit build --kit-dir {made}")


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
    from printkit.jobs.exchange.update import fetch_tables, update_kit

    if file is None:
        for table in fetch_tables(folder):
            say(f"{folder / table.file}  {'changed' if table.changed else 'unchanged'}, from {table.address}")
        return
    done = update_kit(folder, file)
    say(f"{folder}: {len(done.new)} added, {len(done.gone)} removed, {len(done.changed)} changed")


def schema(
    kind: Annotated[
        str,
        typer.Argument(
            autocompletion=words("kind"),
            metavar="[KIND]",
            help="The file's name without its ending: cards, layout, text …",
        ),
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write KIND.schema.json files to this folder instead."),
    ] = None,
) -> None:
    """Print the JSON Schema of a kit's file; without KIND, of all files as one object.

    With a schema, an editor completes keys and marks mistakes in a kit's files.

    Example:
        printkit schema cards
        printkit schema --out templates/schema
    """
    from json import dumps

    from printkit.cli.progress import say
    from printkit.jobs.schema import schemas, write_schemas

    if out is None:
        say(dumps(schemas(kind), indent=2, ensure_ascii=False))
        return
    for file in write_schemas(out, kind):
        say(str(file))
