"""`printkit list`: the kits, their components and their games."""

from __future__ import annotations

import builtins
import json
from textwrap import fill, indent
from typing import Annotated

import typer

from printkit.errors import InputError

__all__ = ["list"]

WIDTH, INDENT = 100, 9


def list(
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON array.")] = False,
) -> None:
    """List the kits, what can be printed of them, and their games with those who play them.

    Example:
        printkit list --json
    """
    from printkit.cli.progress import warn
    from printkit.jobs.list import list_kits
    from printkit.solver.seats import LEVELS

    unread: builtins.list[InputError] = []
    kits = list_kits(unread.append)
    for problem in (problem for error in unread for problem in error.problems):
        warn(f"left out: {problem}")
    if as_json:
        print(json.dumps([kit._asdict() for kit in kits], ensure_ascii=False, indent=2))
        return
    for kit in kits:
        print(f"{kit.id} {kit.version}: {kit.cards} cards, {'/'.join(kit.languages)}")
        for name, words in (("parts", kit.parts), ("games", kit.games)):
            if words:
                rows = fill(", ".join(words), WIDTH - INDENT, break_on_hyphens=False)
                print(indent(f"{name}: {rows}", "  ").replace("\n  ", "\n" + " " * INDENT))
    print(f"Players of every game, as in `printkit play GAME --player {LEVELS[0]}`: {', '.join(LEVELS)}.")
