"""What `printkit build` does: a request comes in, the build job is called, one line a finished file goes out."""

from __future__ import annotations

from printkit.cli.progress import progress_bar, say, warn
from printkit.jobs.build import build
from printkit.jobs.request import BuildRequest

__all__ = ["carry_out"]


def carry_out(request: BuildRequest) -> None:
    """Build it."""
    with progress_bar() as progress:
        built = build(request, progress)
    if request.changed_since and not built:
        say(f"nothing differs from {request.changed_since}: there is nothing to print again")
    for entry in built:
        for warning in entry.warnings:
            warn(warning)
        cards = f"{entry.cards} card{'s' * (entry.cards != 1)} on " if entry.cards else ""
        kind = {".zip": "picture", ".txt": "record"}.get(entry.file.suffix, "page")
        say(f"{entry.file}  {cards}{entry.pages} {kind}{'s' * (entry.pages != 1)}")
