"""Finds kits and starters, in the templates folder or in one that a user names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from pathlib import Path

from printkit.errors import InputError, nearest_hint
from printkit.kit.load import Deck, load_kit, read_deck
from printkit.kit.model import Ink, Kit
from printkit.kit.raw import read_toml
from printkit.paths import templates_dir

__all__ = [
    "find_deck",
    "find_kit",
    "find_kits",
    "game_folder",
    "kit_folder",
    "kit_ids",
    "options_over",
    "starter_folder",
    "starters",
]


# ── finds kits in the templates folder or one that a user names ──────────────────────────────────────────────────────

KIT = "kit.toml"


def _shipped() -> dict[str, Path]:
    """The kits printkit ships, every folder of templates/ with a kit.toml, sorted by id."""
    return {file.parent.name: file.parent for file in sorted(templates_dir().glob("*/kit.toml"))}


def _local() -> dict[str, list[Path]]:
    """The other kits in the folder where printkit is run and in its templates/, by id: first a folder called so."""
    here = Path.cwd()
    found: dict[str, list[Path]] = {}
    folders = {file.parent for file in (*here.glob("templates/*/kit.toml"), *here.glob("*/kit.toml"))}
    # In a checkout they are those that printkit ships, whose files need no reading to be told apart.
    for folder in sorted(folders.difference(_shipped().values())):
        found.setdefault(stated_id(folder), []).append(folder)
    return {each: sorted(found[each], key=lambda folder: folder.name != each) for each in sorted(found)}


def stated_id(folder: Path) -> str:
    """The id that a kit's file states; the folder's name where it states none that can be read."""
    try:
        stated = read_toml(folder / KIT, KIT).get("id")
    except InputError:
        return folder.name
    return stated if isinstance(stated, str) and stated else folder.name


def kit_ids() -> tuple[str, ...]:
    """The ids of the kits printkit ships, and then of those in the folder where it is run."""
    return tuple(dict.fromkeys((*_shipped(), *_local())))


def kit_folder(kit_id: str) -> Path:
    """Where the kit of that id or folder lies; unknown ones are InputErrors with the nearest id."""
    shipped, local = _shipped(), _local()
    if kit_id in shipped:
        return shipped[kit_id]
    folders = local.get(kit_id) or [each for found in local.values() for each in found if each.name == kit_id]
    if not folders:
        raise InputError(f"there is no kit {kit_id!r}", hint=nearest_hint(kit_id, kit_ids()))
    if len(folders) > 1 and folders[0].name != kit_id:
        message = f"{' and '.join(folder.name for folder in folders[:2])} are both the kit {kit_id!r}"
        raise InputError(message, hint="name the folder, or give one of them another id in its kit.toml")
    return folders[0]


def find_kit(kit_id: str, inks: Sequence[Ink] = ("full",), only: Collection[str] = ()) -> Kit:
    """The kit of that id, as `load_kit` reads it; unknown ids are InputErrors with the nearest one."""
    return load_kit(kit_folder(kit_id), inks, only)


def find_deck(game_id: str) -> Deck | None:
    """The cards of the first kit printkit ships for that game, None where there is none."""
    folder = game_folder(game_id)
    return read_deck(folder) if folder else None


def game_folder(game_id: str) -> Path | None:
    """Where the first kit printkit ships for that game lies, None where there is none."""
    return next((folder for folder in _shipped().values() if game_id in _games(folder)), None)


def _games(folder: Path) -> tuple[str, ...]:
    """The games that a kit's file states, whatever else is in it."""
    file = folder / KIT
    return _stated_games(file, file.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _stated_games(file: Path, changed: int) -> tuple[str, ...]:
    """Each view of a table asks for them."""
    stated = read_toml(file, KIT).get("games", ())
    return tuple(stated) if isinstance(stated, list) else ()


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


# ── the starters: small kits that are made to be changed ─────────────────────────────────────────────────────────────

_STARTERS = "starters"


def starters() -> tuple[str, ...]:
    """The names of the starters."""
    return tuple(sorted(path.parent.name for path in (templates_dir() / _STARTERS).glob("*/kit.toml")))


def starter_folder(name: str) -> Path:
    """The folder of a starter; an unknown one is an InputError."""
    if name not in starters():
        raise InputError(
            f"there is no starter {name!r}", key="--starter", hint=nearest_hint(name, starters())
        )
    return templates_dir() / _STARTERS / name


# ── combines the options a kit states for its games with those of a build ────────────────────────────────────────────


def options_over(own: Sequence[str], asked: Sequence[str]) -> tuple[str, ...]:
    """What holds (`K=V`): all that was requested, and of the kit's own what is not requested otherwise."""
    keys = {text.partition("=")[0] for text in asked}
    return (*(text for text in own if text.partition("=")[0] not in keys), *asked)
