"""Fonts where a page has only the letters of the shipped kits: whole ones are fetched for kits that people bring."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from printkit.files import read_plain
from printkit.fonts import forget_fonts
from printkit.kit.booklet import BOOK_FONTS
from printkit.paths import fonts_dir

__all__ = ["fetch_by", "whole_fonts"]

Fetch = Callable[[str], bytes | None]
"""The whole font of an id; None where there is none to fetch."""

_NAMED = re.compile(r"""["']([a-z][a-z0-9-]+)["']""")
_JAPANESE = re.compile("[\u3000-\u9fff]")
_TEXTS = ("*.toml", "*.csv", "*.md")
_fetch: list[Fetch] = []
_whole: set[str] = set()


def fetch_by(fetch: Fetch) -> None:
    """Fetch fonts by this; where nothing is said they are whole."""
    _fetch.append(fetch)


def whole_fonts(folder: Path) -> None:
    """Make the fonts that a kit names whole, before it is read."""
    if not _fetch:
        return
    texts = "".join(
        read_plain(file).decode("utf-8", "replace") for kind in _TEXTS for file in folder.glob(kind)
    )
    named = {*_NAMED.findall(texts), *(BOOK_FONTS if _JAPANESE.search(texts) else ())}
    for name in sorted(named - _whole):
        place = fonts_dir() / f"{name}.ttf"
        data = _fetch[-1](name)
        if data is not None:
            place.write_bytes(data)
            _whole.add(name)
            forget_fonts()
