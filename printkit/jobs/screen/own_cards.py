"""The cards of a kit while it is made: drawn as far as they can be, with what is wrong at each and what mends it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from printkit.errors import InputError, Problem
from printkit.files import read_plain
from printkit.jobs.screen.card_problems import card_of, mend_of, row_of
from printkit.jobs.screen.gallery import Gallery, PreviewRequest, draw_gallery
from printkit.jobs.screen.kept_faces import KeptFaces
from printkit.jobs.screen.key_lines import line_of
from printkit.kit.load import load_kit

__all__ = ["own_cards"]

MOST_LISTED = 60


def own_cards(folder: Path, language: str, kept: KeptFaces, known: Collection[str]) -> dict[str, Any]:
    """What a page shows of a kit: title, cards, looks it has not got (`known`), and faults; ready for JSON.

    Where pictures or texts are missing, cards have placeholders for them; `cards` is None where none can be drawn.
    """
    problems: list[Problem] = []
    try:
        load_kit(folder)
    except InputError as error:
        problems += error.problems
    shown: Gallery | None = None
    try:
        shown = draw_gallery(PreviewRequest(kit_dir=folder, draft=bool(problems)), kept)
        problems += shown.problems
    except InputError as error:
        problems = problems or list(error.problems)
    faults = _faults(list(dict.fromkeys(problems)), folder, shown)
    if shown is None:
        return {"title": folder.name, "cards": None, "faults": faults}
    data, other = shown.data, 0 if language == "en" else 1
    return {
        "title": shown.title,
        "shape": data["size"]["ratio"],
        "place": {name: data["size"][name] for name in ("left", "top", "wide", "high", "corner")},
        "sizes": shown.sizes,
        "groups": [[name, words[other]] for name, words in data["groups"].items() if name != "all"],
        "cards": [
            {
                "id": card["id"],
                "name": card["name"][language],
                "group": card["group"],
                "where": card["where"],
                "cells": card["cells"],
                "looks": [looks["full"] for looks in card["svgs"].values()],
            }
            for card in data["cards"]
        ],
        "looks": {look: svg for look, svg in data["svgs"].items() if look not in known},
        "faults": faults,
    }


def _faults(problems: Sequence[Problem], folder: Path, shown: Gallery | None) -> list[dict[str, Any]]:
    """What is wrong, where, and what mends it."""
    found = []
    for each in problems[:MOST_LISTED]:
        file = each.file.removeprefix(f"{folder.as_posix()}/")
        mend = mend_of(each)
        found.append(
            {
                "text": each.message,
                "hint": each.hint,
                "file": file,
                "key": each.key,
                "line": row_of(each) or _line(folder / file, each.key),
                "card": card_of(each, folder, shown),
                "mend": mend._asdict() if mend else None,
            }
        )
    return found


def _line(file: Path, key: str) -> int:
    if file.suffix != ".toml" or not file.is_file():
        return 0
    return line_of(read_plain(file).decode("utf-8", "replace"), key)
