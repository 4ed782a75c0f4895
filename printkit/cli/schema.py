"""`printkit schema`: JSON Schema of a kit's files, for editors."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from printkit.cli.words import words

__all__ = ["schema"]


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
