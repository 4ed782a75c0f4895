"""Starts a kit from a deck of the Tarot Deck Specification."""

from __future__ import annotations

from pathlib import Path

from printkit.interchange.import_deck import fill_kit
from printkit.jobs.exchange.new import new_folder
from printkit.jobs.schema import add_schemas

__all__ = ["import_deck"]


def import_deck(kit_id: str, deck: Path, folder: Path) -> tuple[Path, tuple[str, ...]]:
    """Make the kit `folder`/`kit_id` of a deck (a folder or an archive); its folder, and what could not be kept.

    The folder appears whole or not at all; all problems are one InputError.
    """
    with new_folder(kit_id, folder) as target:
        remarks = fill_kit(kit_id, deck, target)
        add_schemas(target, every=True)
    return folder / kit_id, remarks
