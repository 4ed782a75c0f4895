"""Which kits there are: the templates folder, or one folder a user names, comes in; kits go out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from printkit.errors import InputError, nearest_hint
from printkit.kit.load import load_kit
from printkit.kit.model import Ink, Kit
from printkit.paths import templates_dir

__all__ = ["find_kit", "find_kits", "kit_ids"]


def kit_ids() -> tuple[str, ...]:
    """The ids of the kits printkit ships: every folder of templates/ with a kit.toml, sorted."""
    return tuple(sorted(path.parent.name for path in templates_dir().glob("*/kit.toml")))


def find_kit(kit_id: str, inks: Sequence[Ink] = ("full",)) -> Kit:
    """The kit of that id; unknown ids are InputErrors with the nearest one."""
    if kit_id not in kit_ids():
        raise InputError(f"there is no kit {kit_id!r}", hint=nearest_hint(kit_id, kit_ids()))
    return load_kit(templates_dir() / kit_id, inks)


def find_kits(folder: Path | None = None, inks: Sequence[Ink] = ("full",)) -> tuple[Kit, ...]:
    """Every kit printkit ships, or the one in the folder."""
    return (load_kit(folder, inks),) if folder else tuple(find_kit(kit_id, inks) for kit_id in kit_ids())
