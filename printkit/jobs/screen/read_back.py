"""Reads a finished file back: whether the letters of its pages are those that were set."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from printkit.backends.on_demand import page_letters
from printkit.jobs.build.part import Document
from printkit.scene.model import Glyphs, Group, Item, Scene, Use, walk
from printkit.sheets.model import Sheet

__all__ = ["ReadBack", "read_back"]


class ReadBack(NamedTuple):
    """How many letters were set on how many pages, and the pages (from 1) on which others were read."""

    letters: int
    pages: int
    differ: tuple[int, ...]


def read_back(file: Path, document: Document) -> ReadBack:
    """The letters of each page of a written document against those its sheets set; InputError for no PDF.

    Letters are counted, whatever their order. Where they stand, and what pictures show, is not looked at.
    """
    letters, pages, differ = 0, 0, []
    for pages, (sheet, text) in enumerate(zip(document.sheets, page_letters(file), strict=True), 1):
        wanted = _counted(_set(sheet, document))
        letters += wanted.total()
        if wanted != _counted([text]):
            differ.append(pages)
    return ReadBack(letters, pages, tuple(differ))


def _set(sheet: Sheet, document: Document) -> Iterable[str]:
    faces: list[Item] = [Use(document.faces(each.face)) for each in sheet.placements]
    drawn = Scene("page", *sheet.paper, 0.0, (Group((*faces, *sheet.marks)),))
    return (placed.item.text for placed in walk(drawn) if isinstance(placed.item, Glyphs))


def _counted(texts: Iterable[str]) -> Counter[str]:
    """Letters that are seen, each by what it stands for: a reader may say `fi` for one glyph or two."""
    return Counter(
        letter
        for letter in unicodedata.normalize("NFKC", "".join(texts))
        if letter.isprintable() and not letter.isspace()
    )
