"""What a drawing should look like: its parts, and the ways it may be printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from printkit.geometry import Rect

__all__ = ["Drawn", "Looks"]

Looks: TypeAlias = Sequence[Callable[[], Any]]
"""The ways a drawing may be printed, with full or low ink, for a screen or a press: each as pixels when asked."""


class Drawn(NamedTuple):
    """The parts of a piece or page that must look as they should, each with its name, and how the whole may look."""

    regions: tuple[tuple[str, Rect], ...]
    looks: Looks
