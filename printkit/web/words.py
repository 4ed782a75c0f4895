"""The page's own words in both languages, and what findings are called."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

__all__ = ["LANGUAGES", "finding_titles", "words_of"]

LANGUAGES = ("ja", "en")


@cache
def words_of(language: str) -> Mapping[str, str]:
    """Every word by its key, those of a table as `TABLE.key`."""
    read = _read(f"words.{language}")
    words = {key: value for key, value in read.items() if isinstance(value, str)}
    tables = {key: value for key, value in read.items() if isinstance(value, dict)}
    return words | {f"{table}.{key}": value for table, own in tables.items() for key, value in own.items()}


@cache
def finding_titles(language: str) -> Mapping[str, str]:
    """What kinds of findings are called by their codes; empty in English, in which findings tell themselves."""
    titles = _read("findings.ja") if language == "ja" else {}
    return {code: str(title) for code, title in titles.items()}


def _read(name: str) -> dict[str, object]:
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8"))
