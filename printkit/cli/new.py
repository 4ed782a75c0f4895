"""`printkit new`: start a kit as a copy of another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["new"]


def new(
    kit_id: Annotated[
        str, typer.Argument(metavar="ID", help="The new kit's id: small letters, digits, hyphens.")
    ],
    like: Annotated[str, typer.Option(metavar="KIT", help="The kit to copy: its id or its folder.")],
    folder: Annotated[Path, typer.Option("--dir", metavar="DIR", help="Where its folder is made.")] = Path(
        "templates"
    ),
) -> None:
    """Start a kit as a copy of another.

    Example:
        printkit new my-game --like youscout
    """
    from printkit.jobs.new import new_kit

    made = new_kit(kit_id, like, folder)
    print(f"{made}: a copy of {like}; next: printkit build --kit-dir {made}")
