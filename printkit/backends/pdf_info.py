"""What a PDF says of itself, apart from what writes it: reportlab is loaded only where a file is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["DocumentInfo"]


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """What a file says of itself; `duplex` is the edge the printer turns paper over, None for one side.

    `outline` are its bookmarks in order, each a level from 1, words and the name of an anchor on some sheet.
    `files` are attached, each a name and its bytes; a file for a press has none. An `accessible` file claims PDF/UA-1:
    who says so knows that the structure of its pages has all that the standard asks for.
    """

    title: str
    author: str = ""
    subject: str = ""
    language: str = "ja"
    creator: str = "printkit"
    duplex: Literal["long", "short"] | None = None
    outline: tuple[tuple[int, str, str], ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()
    accessible: bool = False
