"""Thumbnails of a kit's faces, and the pairs that look most alike."""

from __future__ import annotations

import io
from typing import Any

from printkit.backends.inspect import open_pdf, render_page
from printkit.backends.pdf import DocumentInfo, write_pdf
from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import compose_face
from printkit.geometry import Affine, Rect, Size
from printkit.jobs.build.variables import print_variables
from printkit.kit.model import Ink, Kit
from printkit.preflight.look import Pair, closest_pairs
from printkit.sheets.model import FaceKey, Placement, Sheet

__all__ = ["THUMBNAIL_PX", "compare", "thumbnails"]

THUMBNAIL_PX = 150
"""Width of a thumbnail, the size at which cards must be distinguishable in a gallery."""


def thumbnails(kit: Kit, ink: Ink = "full", size: str = "", options: tuple[str, ...] = ()) -> dict[str, Any]:
    """Every face of the kit as rows of RGB pixels, by card id."""
    choices = Choices(kit.size(size or None).name, ink, print_variables(kit, options))
    scenes = {FaceKey(card.id, "front"): compose_face(kit, card, choices) for card in kit.cards}
    pages = []
    for number, (key, scene) in enumerate(scenes.items(), 1):
        box = Rect(0.0, 0.0, scene.width, scene.height)
        placement = Placement(key, Affine.translation(0.0, 0.0), box, box)
        paper = Size(scene.width, scene.height)
        pages.append(Sheet(number, "front", paper, (placement,), trim_box=box, bleed_box=box))
    stream = io.BytesIO()
    write_pdf(stream, pages, scenes.__getitem__, DocumentInfo(kit.id))
    dpi = THUMBNAIL_PX / kit.size(size or None).width * 25.4
    with open_pdf(stream.getvalue()) as book:
        return {key.card: render_page(book, page, dpi, gray=False) for page, key in enumerate(scenes)}


def compare(kit: Kit, ink: Ink = "full", size: str = "", options: tuple[str, ...] = ()) -> list[Pair]:
    """All pairs of faces, the most alike first."""
    return closest_pairs(thumbnails(kit, ink, size, options))
