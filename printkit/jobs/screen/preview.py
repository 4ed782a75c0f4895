"""Writes the gallery of a kit as one self-contained HTML file."""

from __future__ import annotations

import json
from dataclasses import replace
from html import escape
from pathlib import Path
from string import Template

from printkit.errors import InputError
from printkit.files import staging
from printkit.jobs.screen.gallery import Gallery, PreviewRequest, draw_gallery, load_shown
from printkit.jobs.screen.look import compare
from printkit.kit.find import kit_ids
from printkit.kit.model import Ink
from printkit.preflight.look import VISION, Pair

__all__ = ["PreviewRequest", "alike", "gallery_page", "preview", "previews"]

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
