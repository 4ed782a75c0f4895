"""`printkit list`: the kits, their components and their games."""

from __future__ import annotations

import builtins
import json
from typing import Annotated

import typer

from printkit.errors import InputError

__all__ = ["list"]


def list(
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON array.")] = False,
) -> None:
    """List the kits, their components and their games.

    Example:
        printkit list --json
    """
    from printkit.cli.progress import warn
    from printkit.jobs.list import list_kits

    unread: builtins.list[InputError] = []
    kits = list_kits(unread.append)
    for problem in (problem for error in unread for problem in error.problems):
        warn(f"left out: {problem}")
    if as_json:
        print(json.dumps([kit._asdict() for kit in kits], ensure_ascii=False, indent=2))
        return
    for kit in kits:
        print(f"{kit.id} {kit.version}: {kit.cards} cards, {'/'.join(kit.languages)}")
        print(f"  components: {', '.join(kit.components)}")
        print(f"  games:      {', '.join(kit.games)}")
