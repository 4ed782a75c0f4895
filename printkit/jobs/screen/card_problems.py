"""Which card a problem of a kit is about, and the one word that would mend it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from printkit.errors import Problem
from printkit.jobs.screen.gallery import Gallery

__all__ = ["Mend", "card_of", "mend_of", "row_of"]

# How a problem's key names its card, `card.ada.name` or `faces.x.y[2] card ada`, or the row it stands in.
_OF_CARD = re.compile(r"^card\.([^.]+)|\bcard (\S+)$")
_OF_ROW = re.compile(r"row (\d+)")
_LINE = re.compile(r"\bline (\d+)")
_MEANT = re.compile(r"did you mean '([^']+)'\?")
_WRONG = re.compile(r"'([^']+)'")


class Mend(NamedTuple):
    """A word of a file that is wrong, and the one that seems meant."""

    wrong: str
    meant: str


def card_of(problem: Problem, folder: Path, shown: Gallery | None) -> str:
    """The card a problem is about, by its key or by the row it stands in; empty where it is about none."""
    if named := _OF_CARD.search(problem.key):
        return named[1] or named[2]
    row = _OF_ROW.match(problem.key)
    file = Path(problem.file).relative_to(folder).as_posix() if problem.file.startswith(str(folder)) else ""
    return shown.rows.get((file, int(row[1])), "") if row and shown else ""


def row_of(problem: Problem) -> int:
    """The row or line of its file that a problem names; 0 where it names none."""
    found = _OF_ROW.match(problem.key) or _LINE.search(problem.message)
    return int(found[1]) if found else 0


def mend_of(problem: Problem) -> Mend | None:
    """What would mend a problem whose message quotes a word and whose hint names another."""
    wrong, meant = _WRONG.search(problem.message), _MEANT.search(problem.hint)
    return Mend(wrong[1], meant[1]) if wrong and meant else None
