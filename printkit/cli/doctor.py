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

    requirements = examine()
    if as_json:
        rows = [{**each._asdict(), "required": each.required} for each in requirements]
        print(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        width = max(len(each.name) for each in requirements)
        for each in requirements:
            notes = "; ".join(filter(None, (each.detail, each.hint if not each.version else "")))
            print(f"{each.group:<8}  {each.name:<{width}}  {each.version or 'MISSING'}  {notes}".rstrip())
    if required_missing(requirements):
        raise typer.Exit(1)
