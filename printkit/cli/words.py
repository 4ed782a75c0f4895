"""Parsing of option values: lists and lengths."""

from __future__ import annotations

from printkit.errors import InputError
from printkit.geometry import parse_length

__all__ = ["margin_length", "split_words", "stack_length"]


def split_words(text: str) -> tuple[str, ...]:
    """The items of a comma-separated list, stripped, without empty ones."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def margin_length(text: str, key: str = "--margin") -> float:
    """The margin in mm, or another length along an edge."""
    return parse_length(text, key=key)


def stack_length(text: str) -> float:
    """The thickness in mm, 0 where none is given."""
    if not text:
        return 0.0
    length = parse_length(text, key="--stack")
    if length <= 0:
        raise InputError(f"a stack of {text}", key="--stack", hint="measure the cards, like 27mm")
    return length
