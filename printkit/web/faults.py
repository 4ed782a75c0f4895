"""What checks say, in the language of a page: English as they say it, Japanese by a table of their sentences."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

__all__ = ["fault_text", "in_japanese", "sentences"]

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


def in_japanese(text: str) -> str:
    """A sentence of the table in Japanese; any other as it is."""
    for pattern, words in _patterns():
        if found := pattern.fullmatch(text):
            fields = found.groupdict() | {_REST: in_japanese(found.groupdict().get(_REST) or "")}
            return _FIELD.sub(lambda field, fields=fields: fields[field[1]], words)  # type: ignore[misc]
    return text


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Those with more words of their own first."""
    ordered = sorted(sentences().items(), key=lambda pair: -len(_FIELD.sub("", pair[0])))
    return tuple((re.compile(_pattern(english), re.DOTALL), words) for english, words in ordered)


def _pattern(english: str) -> str:
    parts = _FIELD.split(english)
    return "".join(f"(?P<{part}>.*?)" if at % 2 else re.escape(part) for at, part in enumerate(parts))
