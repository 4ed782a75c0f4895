"""Kits in their usual size alone: every size is what `tests/test_every_kit.py` lays out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from printkit.kit.load import load_kit
from printkit.kit.model import Ink, Kit


def in_one_size(folder: Path, inks: Sequence[Ink]) -> Kit:
    """What `load_kit` reads, without its other sizes."""
    kit = load_kit(folder, inks)
    return replace(kit, sizes={kit.default_size: kit.size(kit.default_size)})
