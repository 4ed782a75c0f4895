"""A position's line of fields: a mapping in, the line out, and back with every complaint about the line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from printkit.errors import InputError, nearest_hint

__all__ = ["fields_of", "listed", "text_of"]


def text_of(fields: Mapping[str, str]) -> str:
    """The fields that are not empty as `key=value`, separated by single spaces, in the order given."""
    return " ".join(f"{key}={value}" for key, value in fields.items() if value)


def fields_of(text: str, known: Iterable[str]) -> dict[str, str]:
    """Every known field of a position's line, empty if absent; raises `InputError` for anything else."""
    fields = dict.fromkeys(known, "")
    for part in text.split():
        key, equals, value = part.partition("=")
        if key not in fields:
            raise InputError(f"a position has no field {key!r}", hint=nearest_hint(key, fields))
        if not equals or not value or fields[key]:
            raise InputError(f"the position's field {key!r} is empty or given twice")
        fields[key] = value
    return fields


def listed(value: str) -> tuple[str, ...]:
    """The parts of a field that lists cards."""
    return tuple(value.split(",")) if value else ()
