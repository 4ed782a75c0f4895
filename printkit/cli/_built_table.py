"""The list `build` closes with: what each file is, how it is printed, what to print first, and what there is more."""

from __future__ import annotations

import locale
import os
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from printkit.jobs.build.build import Built

__all__ = ["built_lines", "letter_country"]

# Where the usual paper is US Letter, by CLDR.
LETTER = frozenset("BZ CA CL CO CR GT MX NI PA PH PR SV US VE".split())


def built_lines(built: Sequence[Built], letter: bool) -> Iterator[str]:
    """The lines of one build, kit by kit; `letter`: the reader's country prints on US Letter."""
    for folder, group in groupby(built, key=lambda each: each.file.parent):
        entries = list(group)
        first = any(each.use.printed_first for each in entries)
        yield f"{folder.as_posix()}/"
        rows = [_row(each) for each in sorted(entries, key=lambda one: one.use.printed_first or len(entries))]
        widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
        for row in rows:
            number, *words = (word.ljust(width) for word, width in zip(row, widths, strict=True))
            yield f"{number}  {'  '.join(words)}".rstrip()
        if first:
            yield "print the numbered files first, in this order, at 100 %"
        if left := entries[0].left:
            yield f"not built: {', '.join(left)} (--all builds every part)"
        if letter and any(each.use.paper == "a4" for each in entries):
            yield "US Letter: --paper letter"


def _row(entry: Built) -> tuple[str, ...]:
    """What a row says of a file: number, name, pages, paper, how it is printed, what it is."""
    use, kind = entry.use, {".zip": "picture", ".txt": "record"}.get(entry.file.suffix, "page")
    cards = f"{entry.cards} card{'s' * (entry.cards != 1)} on " if entry.cards else ""
    pages = f"{cards}{entry.pages} {kind}{'s' * (entry.pages != 1)}"
    paper = "a card a page" if use.paper == "card" else use.paper.upper()
    number = f"{use.printed_first}." if use.printed_first else ""
    return number, entry.file.name, pages, paper, use.how("en"), use.what("en")


def letter_country() -> bool:
    """Whether the environment names a country whose usual paper is US Letter."""
    stated = next(filter(None, (os.environ.get(name) for name in ("LC_ALL", "LC_PAPER", "LANG"))), None)
    name = stated if stated is not None else (locale.getlocale()[0] or "")
    return name.partition(".")[0].partition("@")[0].rpartition("_")[2].upper() in LETTER
