"""Markup that other programs' tables have in their cells: read where kit.toml says so, else named."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from html.parser import HTMLParser
from typing import Literal

__all__ = ["CellMarkup", "from_html", "literal_markup"]

CellMarkup = Literal["", "html"]
"""What a cell's signs mean: nothing but the kit's own, or HTML's line breaks, bold, italic and entities."""

_STYLES = {"b": "bold", "strong": "bold", "i": "italic", "em": "italic"}
_LINES = {"br": "\n", "p": "\n\n", "div": "\n"}
_FOREIGN = re.compile(
    r"\\n|</?(?:br|b|i|p|strong|em|u|span|font|div)\b[^<>]*>|&(?:amp|lt|gt|nbsp|quot);", re.IGNORECASE
)


class _Reader(HTMLParser):
    """Gathers a cell's text with printkit's own marks; tags without a meaning here are kept in `other`."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.opened: list[str] = []
        self.other: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _STYLES:
            self.opened.append(_STYLES[tag])
            self.parts.append(f"{{{_STYLES[tag]}:")
        elif tag in _LINES:
            self.parts.append(_LINES[tag] if self.parts else "")
        else:
            self.other.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in _STYLES and _STYLES[tag] in self.opened:
            at = len(self.opened) - 1 - self.opened[::-1].index(_STYLES[tag])
            inner = self.opened[at + 1 :]
            # Tags that cross are opened again behind the one that ends.
            again = "".join(f"{{{style}:" for style in inner)
            self.parts.append("}" * (len(inner) + 1) + again)
            self.opened[at:] = inner

    def handle_comment(self, data: str) -> None:
        self.other.append("!--")

    def handle_data(self, data: str) -> None:
        self.parts.append(data)


def from_html(cell: str) -> tuple[str, tuple[str, ...]]:
    """The cell in printkit's own marks, and the tags that have no meaning on a card."""
    reader = _Reader()
    reader.feed(cell.replace("\\n", "\n"))
    reader.close()
    text = "".join(reader.parts) + "}" * len(reader.opened)
    return re.sub(r"\n{3,}", "\n\n", text).strip(), tuple(dict.fromkeys(reader.other))


def literal_markup(all_texts: Mapping[str, Mapping[str, str]], cards: Container[str]) -> Mapping[str, str]:
    """Marks of other programs that texts of these cards, by language and key, would print; each with its first card."""
    found: dict[str, str] = {}
    for texts in all_texts.values():
        for key, text in texts.items():
            card = key.split(".")[1] if key.startswith("card.") else ""
            if card in cards:
                for match in _FOREIGN.finditer(text):
                    found.setdefault(match[0], card)
    return found
