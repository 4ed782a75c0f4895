"""Writes plots as a reproducible PDF with printkit's fonts."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from printkit.fonts import font_files

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["LEFT", "PALE", "RIGHT", "Paper", "bind"]

LEFT, RIGHT = 0.085, 0.935
"""Where a page's contents begin and end, as shares of its width."""

PALE = "#6b6b6b"

_A4_INCHES = (8.2677, 11.6929)
_TEXT, _BOLD, _TITLE = "biz-udpgothic-regular", "biz-udpgothic-bold", "shippori-mincho-extrabold"
_LINE = 0.0145
_COLUMNS = {"ja": 116, "en": 102}
"""Half-width characters in a line of text; Latin letters are a little wider than half a Japanese one."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A page's frame; `title_font` is the family of titles."""

    title_font: str

    def figure(self) -> Figure:
        """An empty page, A4 upright."""
        from matplotlib.figure import Figure

        return Figure(figsize=_A4_INCHES)

    def head(
        self, figure: Figure, title: str, note: str, language: str, top: float = 0.955, size: float = 15
    ) -> float:
        """Title and note; gives how high up, as a share of the page, the rest may reach."""
        figure.text(LEFT, top, title, family=self.title_font, weight=800, size=size, va="top")
        return self.paragraph(figure, note, top - 0.011 - size / 1000, language) - 0.02

    def paragraph(self, figure: Figure, text: str, top: float, language: str) -> float:
        """Text from `top` down, in lines; gives where it ends."""
        for line in _lines(text, _COLUMNS[language]):
            figure.text(LEFT, top, line, va="top", size=8.5)
            top -= _LINE
        return top


def bind(pages: Callable[[Paper], Iterator[Figure]], title: str) -> bytes:
    """The pages as a PDF; the same pages give the same bytes."""
    import matplotlib
    from matplotlib import font_manager
    from matplotlib.backends.backend_pdf import PdfPages

    files = font_files()
    families = {}
    for font_id in (_TEXT, _BOLD, _TITLE):
        font_manager.fontManager.addfont(str(files[font_id]))
        families[font_id] = font_manager.FontProperties(fname=str(files[font_id])).get_name()
    style: Any = {
        "pdf.fonttype": 42,
        "font.family": [families[_TEXT]],
        "font.size": 8.5,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.edgecolor": PALE,
        "axes.unicode_minus": False,
        "axes.titlesize": 9.5,
    }
    # No date and no version of the library: they would make other bytes of the same numbers.
    about = {"Title": title, "Creator": "printkit", "Producer": "printkit", "CreationDate": None}
    stream = io.BytesIO()
    with matplotlib.rc_context(style), PdfPages(stream, metadata=about) as pdf:
        for figure in pages(Paper(families[_TITLE])):
            pdf.savefig(figure)
    return stream.getvalue()


def _lines(text: str, columns: int) -> Iterator[str]:
    """The text in lines: broken at spaces, or between two Japanese characters, never before a closing sign."""
    line, width, last = "", 0, 0
    for character in text:
        wide = unicodedata.east_asian_width(character) in "WFA"
        line, width = line + character, width + 1 + wide
        if character == " " or (wide and character not in "（「"):
            last = len(line)
        if width > columns and last and character not in "、。）」":
            yield line[:last].rstrip()
            line = line[last:].lstrip()
            width, last = sum(1 + (unicodedata.east_asian_width(each) in "WFA") for each in line), 0
    if line:
        yield line
