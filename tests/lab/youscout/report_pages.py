"""Reads the pages of a report: their text, and characters that run off a page."""

from __future__ import annotations

from pypdfium2 import PdfDocument

EDGE = 2 * 72 / 25.4
"""So near to the side of a page, 2 mm in points, no letter may stand."""


def text_of(data: bytes) -> list[str]:
    with PdfDocument(data) as document:
        return [page.get_textpage().get_text_bounded() for page in document]


def off_the_page(data: bytes) -> list[str]:
    """The letters too near to the left or right side of their page, or beyond it."""
    found = []
    with PdfDocument(data) as document:
        for page in document:
            text, width = page.get_textpage(), page.get_width()
            for at in range(text.count_chars()):
                left, _, right, _ = text.get_charbox(at)
                if left < EDGE or right > width - EDGE:
                    found.append(text.get_text_range(at, 1))
    return [each for each in found if each.strip()]
