"""The measurements of a kit's art for the manifest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printkit.files import read_json
from printkit.kit.model import Ink, Kit

__all__ = ["FIGURES", "art_figures"]

FIGURES = "figures.json"
"""Written beside made art by `python -m printkit.atelier make`; a kit without it has no figures."""
INKS: tuple[Ink, ...] = ("full", "low")


def art_figures(kit: Kit) -> dict[str, Any]:
    """By ink: how well the back hides a face, and the darkest and the lightest picture of a face, 0 to 1 black.

    Nothing is measured here: the numbers were taken when the art was made.
    """
    figures: dict[str, Any] = {}
    for ink in INKS:
        rows = _rows(kit, ink)
        faces = {name: row["darkness"] for name, row in rows.items() if _is_number(row.get("darkness"))}
        back = rows.get("back", {})
        entry: dict[str, Any] = {}
        if _is_number(back.get("coverage")) and _is_number(back.get("lightest")):
            entry["back"] = {"coverage": back["coverage"], "lightest": back["lightest"]}
        if faces:
            darkest = max(faces, key=lambda name: (faces[name], name))
            lightest = min(faces, key=lambda name: (faces[name], name))
            entry["faces"] = {
                "darkest": {"picture": darkest, "darkness": faces[darkest]},
                "lightest": {"picture": lightest, "darkness": faces[lightest]},
            }
        if entry:
            figures[ink] = entry
    return figures


def _rows(kit: Kit, ink: Ink) -> Mapping[str, dict[str, Any]]:
    """The figures of one printing; a file that is not there or cannot be read says nothing."""
    folder = kit.art_folders[ink]
    if not folder:
        return {}
    try:
        rows = read_json(kit.folder / folder / FIGURES)
    except (OSError, ValueError):
        return {}
    if not isinstance(rows, dict):
        return {}
    return {name: row for name, row in rows.items() if isinstance(row, dict)}


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
