"""Writes the gallery of a kit as one self-contained HTML file, and the pairs of faces that look most alike."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from printkit.backends.pdf import DocumentInfo, write_pdf
from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import compose_face
from printkit.errors import InputError
from printkit.files import staging
from printkit.geometry import Affine, Rect, Size
from printkit.inspect.pages import open_pdf, render_page
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.screen.gallery import Gallery, PreviewRequest, draw_gallery, load_shown
from printkit.kit.find import kit_ids
from printkit.kit.model import Ink, Kit
from printkit.preflight.look import VISION, Pair, closest_pairs
from printkit.sheets.model import FaceKey, Placement, Sheet

__all__ = [
    "THUMBNAIL_PX",
    "PreviewRequest",
    "alike",
    "compare",
    "gallery_page",
    "preview",
    "previews",
    "thumbnails",
]

# ── thumbnails of a kit's faces, and the pairs that look most alike ──────────────────────────────────────────────────

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


# ── writes the gallery of a kit as one self-contained HTML file ──────────────────────────────────────────────────────

PAGE = Path(__file__).with_name("preview.html")


def preview(request: PreviewRequest) -> Path:
    """Write `OUT/<kit>/<kit>-preview.html`: every card, front and back, in every ink the kit has art for.

    What does not fit on a card stands beside it on the page, and is raised once the page is written.
    """
    shown = draw_gallery(request)
    with staging(Path(request.out) / shown.kit) as stage:
        stage.write(f"{shown.kit}-preview.html", gallery_page(shown).encode())
        (file,) = stage.finish()
    if shown.problems:
        raise InputError(problems=shown.problems)
    return file


def gallery_page(gallery: Gallery) -> str:
    """The page of a kit's cards, one self-contained HTML file."""
    data = json.dumps(gallery.data, ensure_ascii=False).replace("<", "\\u003c")
    size = "; ".join(f"--{name}: {value}" for name, value in gallery.data["size"].items())
    return Template(PAGE.read_text(encoding="utf-8")).substitute(
        title=escape(gallery.title), size=size, filters=_filters(), data=data
    )


def previews(request: PreviewRequest) -> tuple[Path, ...]:
    """The gallery of the kit that is named, or of every kit where none is."""
    if request.kit or request.kit_dir:
        return (preview(request),)
    return tuple(preview(replace(request, kit=kit_id)) for kit_id in kit_ids())


def _filters() -> str:
    rows = []
    for name, matrix in VISION.items():
        values = " ".join(
            " ".join(f"{value:g}" for value in matrix[row : row + 3]) + " 0 0" for row in (0, 3, 6)
        )
        rows.append(f'<filter id="{name}"><feColorMatrix values="{values} 0 0 0 1 0"/></filter>')
    return "".join(rows)


def alike(request: PreviewRequest) -> dict[Ink, list[Pair]]:
    """The pairs of faces that look most alike as thumbnails, the nearest first, for every ink there is art for."""
    kit, inks = load_shown(request)
    return {ink: compare(kit, ink, request.card, request.options) for ink in inks}
