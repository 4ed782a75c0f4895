"""Adjusts findings to reprints, which leave out cards on purpose.

Only a label on every page makes a reprint of a file, and only `--cards`, `--pages` and `--changed-since` print one: who
takes a sheet out of a whole deck gets the missing cards reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printkit.preflight.model import ERROR, NOTE, Finding
from printkit.preflight.sheet_label import SheetLabel

__all__ = ["as_reprint"]

# What the whole would have, and a part of it need not.
MISSING = ("card-missing", "page-missing")
CARDS = "cards="


def as_reprint(
    findings: Sequence[Finding], labels: Sequence[SheetLabel | None], faces: int, file: str = ""
) -> tuple[Finding, ...]:
    """The findings about sheets of which every label says that they are a part; any others as they are.

    `faces` is how many cards were found: a label with a number of cards must agree with it.
    """
    stated = {label.reprint if label is not None else () for label in labels}
    own = stated.pop() if len(stated) == 1 else ()
    if not own:
        return tuple(findings)
    kept = tuple(each for each in findings if not _is_absence(each))
    file = file or next((each.file for each in findings), "")
    short = _short(own, faces, file) if faces else ()
    return (*kept, *short, *_note(own, file))


def _is_absence(finding: Finding) -> bool:
    """Whether it says that something is nowhere in the file; what is missing on a page is still missing."""
    return finding.page == 0 and finding.severity == ERROR and finding.code in MISSING


def _short(stated: Sequence[str], faces: int, file: str) -> Iterator[Finding]:
    """A reprint of this many cards has them all."""
    for wanted in (each.removeprefix(CARDS) for each in stated if each.startswith(CARDS)):
        if not any(each.startswith("pages=") for each in stated) and wanted != str(faces):
            message = "the number of cards differs from the label of the reprint"
            yield Finding(ERROR, "card-missing", message, file, expected=wanted, found=str(faces))


def _note(stated: Sequence[str], file: str) -> tuple[Finding, ...]:
    message = "a reprint: cards that are not on it were not checked"
    return (Finding(NOTE, "reprint", message, file, found=", ".join(stated)),)
