"""What the files of a site would load from elsewhere: nothing may."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import PurePosixPath
from typing import NamedTuple

__all__ = ["Foreign", "foreign_addresses"]


class Foreign(NamedTuple):
    """A file and an address of another host that it would load."""

    file: str
    address: str


_HOST = re.compile(r"\s*(?:https?:)?//", re.IGNORECASE)
# A link that names its target for people and search engines loads nothing.
_NAMING = {"alternate", "author", "canonical", "license", "me"}
_CSS = re.compile(r"""(?:url\(\s*|@import\s+)["']?([^"')\s;]+)""", re.IGNORECASE)
# A string in a script; names of XML are no addresses.
_STRING = re.compile(r"""["'`]((?:https?:)?//(?!www\.w3\.org/)[\w.-]+[^"'`\s]*)["'`]""", re.IGNORECASE)


def foreign_addresses(files: Mapping[str, bytes]) -> tuple[Foreign, ...]:
    """Every address of another host in our pages, styles and scripts, by file."""
    found = []
    for name, data in sorted(files.items()):
        read = _READERS.get(PurePosixPath(name).suffix)
        found += [Foreign(name, each) for each in (read(data.decode("utf-8", "replace")) if read else ())]
    return tuple(found)


class _Loads(HTMLParser):
    """What a page loads by its elements."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep what the element's attributes load."""
        given = {key: value or "" for key, value in attrs}
        if tag == "link" and {*given.get("rel", "").split()} <= _NAMING:
            return
        keys = (
            "src",
            "srcset",
            "poster",
            "data",
            "background",
            *(("href",) if tag in ("link", "image", "use") else ()),
        )
        addresses = [word for key in keys for word in re.split(r"[\s,]+", given.get(key, ""))]
        addresses += _CSS.findall(given.get("style", ""))
        self.found += [address for address in addresses if _HOST.match(address)]


def _in_page(text: str) -> list[str]:
    loads = _Loads()
    loads.feed(text)
    return loads.found


def _in_style(text: str) -> list[str]:
    return [address for address in _CSS.findall(text) if _HOST.match(address)]


def _in_script(text: str) -> list[str]:
    return _STRING.findall(text)


_READERS = {".html": _in_page, ".css": _in_style, ".svg": _in_page, ".js": _in_script}
