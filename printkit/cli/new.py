"""`printkit new`: start a kit from a starter, another kit or a deck."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from printkit.cli.progress import warn
from printkit.cli.words import words
from printkit.errors import InputError

__all__ = ["new"]


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
            "--from", metavar="DECK", help="Start from a deck instead: a folder or archive with a deck.toml."
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
    """Start a new kit: small and blank, as a copy of another, or from a deck in the Tarot Deck Specification format.

    A deck's images become the faces of the new kit, with the deck's names and back. A table has a column id and
    columns named after the keys of cards.toml and after texts (name.ja); `export --as csv` or `--as xlsx` writes one.

    Example:
        printkit new my-game --blank
        printkit new my-game --like youscout
        printkit new my-game --like youscout --cards my-cards.xlsx
        printkit new rider --from rider-waite-smith.zip
    """
    from printkit.jobs.exchange.new import BLANK, import_deck, new_kit, starter_folder

    if [blank, bool(starter), bool(like), deck is not None].count(True) != 1:
        hint = "give one of --blank, --starter NAME, --like KIT, --from DECK"
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
        made, remarks = import_deck(kit_id, deck, folder)
        origin = f"made from {deck}"
        for remark in remarks:
            warn(remark)
    print(f"{made}: {origin}; next: printkit build --kit-dir {made}")
