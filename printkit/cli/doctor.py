"""`printkit doctor`: what is installed and what is missing."""

from __future__ import annotations

import json
from typing import Annotated

import typer

__all__ = ["doctor"]


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON array.")] = False,
) -> None:
    """Show what is installed and what is missing, with install commands; exit code 1 if a requirement is missing.

    Example:
        printkit doctor
    """
    from printkit.jobs.doctor import examine, required_missing

    things = examine()
    if as_json:
        rows = [{**thing._asdict(), "required": thing.required} for thing in things]
        print(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        width = max(len(thing.name) for thing in things)
        for thing in things:
            notes = "; ".join(filter(None, (thing.detail, thing.hint if not thing.version else "")))
            print(f"{thing.group:<8}  {thing.name:<{width}}  {thing.version or 'MISSING'}  {notes}".rstrip())
    if required_missing(things):
        raise typer.Exit(1)
