"""Where words may be hyphenated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyphen import Pyphen

__all__ = ["hyphenated"]

# Shorter words stay whole; of the others so many letters stay before the hyphen and after it.
_LEAST, _BEFORE, _AFTER = 6, 2, 3
_WORD = re.compile(r"[^\W\d_]+")


@cache
def _dictionary(language: str) -> Pyphen | None:
    import pyphen

    found = pyphen.language_fallback(language)
    return pyphen.Pyphen(lang=found, left=_BEFORE, right=_AFTER) if found else None


def hyphenated(phrase: str, language: str) -> Iterator[tuple[str, bool]]:
    """The phrase in the parts a line may end after, with whether a hyphen is written there.

    A language without a dictionary has no such places but after hyphens of the text itself.
    """
    dictionary = _dictionary(language)
    places: dict[int, bool] = {match.end(): False for match in re.finditer(r"(?<=\w)-(?=\w)", phrase)}
    for word in _WORD.finditer(phrase):
        if dictionary is not None and len(word[0]) >= _LEAST:
            places |= {word.start() + at: True for at in dictionary.positions(word[0])}
    start = 0
    for end in sorted(places):
        yield phrase[start:end], places[end]
        start = end
    yield phrase[start:], False
