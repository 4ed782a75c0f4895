"""The page's own words in both languages."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

__all__ = ["LANGUAGES", "words_of"]

LANGUAGES = ("ja", "en")


@cache
def words_of(language: str) -> Mapping[str, str]:
    """Every word by its key, those of a table as `TABLE.key`."""
    read = tomllib.loads(Path(__file__).with_name(f"words.{language}.toml").read_text(encoding="utf-8"))
    words = {key: value for key, value in read.items() if isinstance(value, str)}
    tables = {key: value for key, value in read.items() if isinstance(value, dict)}
    return words | {f"{table}.{key}": value for table, own in tables.items() for key, value in own.items()}
