"""Texts of a kit: TOML tables in one language come in; flat keys, filled variables and ruby go out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from printkit.errors import Problem

__all__ = ["fill", "flatten", "plain", "ruby", "variables_of"]

_RUBY = re.compile(r"\{([^{}|]+)\|([^{}|]+)\}")
_VARIABLE = re.compile(r"\{([a-z][a-z0-9-]*)\}")
_BRACE = re.compile(r"[{}]")


def flatten(table: Mapping[str, Any], file: str) -> tuple[dict[str, str], list[Problem]]:
    """Every text under its dotted key, and what is no text or has broken braces."""
    texts: dict[str, str] = {}
    problems: list[Problem] = []
    for key, value in _leaves(table, ""):
        if not isinstance(value, str):
            problems.append(Problem(f"a text is needed, not {value!r}", file, key, "write it in quotes"))
        elif not value.strip():
            problems.append(Problem("the text is empty", file, key))
        elif _BRACE.search(_VARIABLE.sub("", _RUBY.sub("", value))):
            problems.append(
                Problem("a brace stands alone", file, key, "ruby is {漢字|かんじ}, a variable {influence}")
            )
        else:
            texts[key] = value
    return texts, problems


def _leaves(table: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        name = f"{prefix}.{key}" if prefix else key
        if isinstance(value, dict):
            yield from _leaves(value, name)
        else:
            yield name, value


def plain(text: str) -> str:
    """The text without its ruby readings."""
    return _RUBY.sub(r"\1", text)


def ruby(text: str) -> tuple[tuple[str, str], ...]:
    """The text as pieces with their reading, empty where there is none."""
    pieces: list[tuple[str, str]] = []
    end = 0
    for match in _RUBY.finditer(text):
        if match.start() > end:
            pieces.append((text[end : match.start()], ""))
        pieces.append((match[1], match[2]))
        end = match.end()
    if end < len(text):
        pieces.append((text[end:], ""))
    return tuple(pieces)


def variables_of(text: str) -> tuple[str, ...]:
    """The variables a text names, in order."""
    return tuple(match[1] for match in _VARIABLE.finditer(_RUBY.sub(r"\1", text)))


def fill(text: str, variables: Mapping[str, str]) -> str:
    """The plain text with every variable replaced; KeyError names one that has no value."""
    return _VARIABLE.sub(lambda match: variables[match[1]], plain(text))
