"""Combines the options a kit states for its games with those of a build."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["options_over"]


def options_over(own: Sequence[str], asked: Sequence[str]) -> tuple[str, ...]:
    """What holds (`K=V`): all that was requested, and of the kit's own what is not requested otherwise."""
    keys = {text.partition("=")[0] for text in asked}
    return (*(text for text in own if text.partition("=")[0] not in keys), *asked)
