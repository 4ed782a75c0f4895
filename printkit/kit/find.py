"""Finds kits in the templates folder or one that a user names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from printkit.errors import InputError, nearest_hint
from printkit.kit.load import Deck, load_kit, read_deck
from printkit.kit.model import Ink, Kit
from printkit.paths import templates_dir

__all__ = ["find_deck", "find_kit", "find_kits", "game_folder", "kit_folder", "kit_ids"]


def _shipped() -> dict[str, Path]:
    """The kits printkit ships, every folder of templates/ with a kit.toml, sorted by id."""
    return {file.parent.name: file.parent for file in sorted(templates_dir().glob("*/kit.toml"))}


def _local() -> dict[str, Path]:
    """The kits in the folder where printkit is run, and in its folder templates/, sorted by id."""
    here = Path.cwd()
    files = sorted(
        (*here.glob("templates/*/kit.toml"), *here.glob("*/kit.toml")), key=lambda file: file.parent.name
    )
    return {file.parent.name: file.parent for file in files}


def kit_ids() -> tuple[str, ...]:
    """The ids of the kits printkit ships, and then of those in the folder where it is run."""
    return tuple(dict.fromkeys((*_shipped(), *_local())))


def kit_folder(kit_id: str) -> Path:
    """Where the kit of that id lies; unknown ids are InputErrors with the nearest one."""
    folder = {**_local(), **_shipped()}.get(kit_id)
    if folder is None:
        raise InputError(f"there is no kit {kit_id!r}", hint=nearest_hint(kit_id, kit_ids()))
    return folder


def find_kit(kit_id: str, inks: Sequence[Ink] = ("full",), only: Collection[str] = ()) -> Kit:
    """The kit of that id, as `load_kit` reads it; unknown ids are InputErrors with the nearest one."""
    return load_kit(kit_folder(kit_id), inks, only)


def find_deck(game_id: str) -> Deck | None:
    """The cards of the first kit printkit ships for that game, None where there is none."""
    folder = game_folder(game_id)
    return read_deck(folder) if folder else None


def game_folder(game_id: str) -> Path | None:
    """Where the first kit printkit ships for that game lies, None where there is none."""
    return next((folder for folder in _shipped().values() if game_id in read_deck(folder).games), None)


def find_kits(
    folder: Path | None = None,
    inks: Sequence[Ink] = ("full",),
    only: Collection[str] = (),
    unread: Callable[[InputError], None] = lambda error: None,
) -> tuple[Kit, ...]:
    """Every kit that is found, or the one in the folder.

    Of those in the folder where printkit is run, one that cannot be read goes to `unread` and is left out.
    """
    if folder:
        return (load_kit(folder, inks, only),)
    kits, shipped = [], _shipped()
    for kit_id in kit_ids():
        try:
            kits.append(find_kit(kit_id, inks, only))
        except InputError as error:
            if kit_id in shipped:
                raise
            unread(error)
    return tuple(kits)
