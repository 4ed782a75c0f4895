"""Checks that nothing in a PDF ends early: pictures, fonts, colour profiles, shadings and packed streams."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.backends.inspect_damage import damages
from printkit.preflight.facts import PdfFacts
from printkit.preflight.model import Finding

__all__ = ["nothing_is_cut_off"]

SAID = {
    "picture": ("picture-damaged", "an image is truncated or damaged"),
    "font": ("font-damaged", "an embedded font is truncated or damaged"),
    "profile": ("profile-damaged", "a colour profile is truncated or damaged"),
    "shading": ("shading-damaged", "a shading is truncated or damaged"),
    "stream": ("stream-damaged", "a stream is truncated or damaged"),
}


def nothing_is_cut_off(facts: PdfFacts) -> Iterator[Finding]:
    """A file half copied may open, and prints with grey or empty places."""
    for damage in damages(facts.structure):
        code, message = SAID[damage.kind]
        yield facts.finding(code, message, damage.page, found=damage.what, hint="export the file again")
