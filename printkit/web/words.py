"""The page's own words in both languages, what findings are called, and what checks say."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

__all__ = ["LANGUAGES", "fault_text", "finding_titles", "in_japanese", "sentences", "words_of"]


# ── the page's own words in both languages, and what findings are called ─────────────────────────────────────────────

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


# ── what checks say, in the language of a page ───────────────────────────────────────────────────────────────────────

_FIELD = re.compile(r"<(\w+)>")
_REST = "rest"


@cache
def sentences() -> dict[str, str]:
    """English sentences with `<fields>`, and how they are said in Japanese."""
    return tomllib.loads(Path(__file__).with_name("faults.ja.toml").read_text(encoding="utf-8"))


def fault_text(message: str, hint: str, language: str) -> str:
    """What is wrong, and in brackets what would help."""
    if language == "ja":
        return in_japanese(message) + (f"（{in_japanese(hint)}）" if hint else "")
    return f"{message} ({hint})" if hint else message


def in_japanese(text: str, *, rest: bool = True) -> str:
    """A sentence of the table in Japanese, with the `rest` it has within it; any other as it is."""
    for pattern, words in _patterns():
        if found := pattern.fullmatch(text):
            fields = found.groupdict()
            if rest and _REST in fields:
                # One sentence stands in another, never more: a stranger's text may repeat how one begins.
                fields[_REST] = in_japanese(fields[_REST], rest=False)
            return _FIELD.sub(lambda field, fields=fields: fields[field[1]], words)  # type: ignore[misc]
    return text


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Those with more words of their own first."""
    ordered = sorted(sentences().items(), key=lambda pair: -len(_FIELD.sub("", pair[0])))
    return tuple((re.compile(_pattern(english), re.DOTALL), words) for english, words in ordered)


def _pattern(english: str) -> str:
    """Each field ends where what follows it first stands, and that is final: a long text takes no longer."""
    begin, *parts = _FIELD.split(english)
    pairs = list(zip(parts[::2], map(re.escape, parts[1::2]), strict=True))
    inner = "".join(f"(?>(?P<{field}>.*?){after})" for field, after in pairs[:-1])
    return re.escape(begin) + inner + "".join(f"(?P<{field}>.*){after}" for field, after in pairs[-1:])
