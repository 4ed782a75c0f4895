"""What a kit calls its cards, pieces and combinations in one language: one name each, in books, labels and log."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from printkit.kit.model import Kit
from printkit.kit.text import fill

__all__ = ["Names", "bare", "signs_once"]

# The sign of a piece or combination in brackets behind its name.
_SIGN = re.compile("[ \N{NO-BREAK SPACE}]\\(([\u3040-\u30ff\u4e00-\u9fff]+)\\)")
_QUALIFIER = "name.of."


@dataclass(frozen=True, eq=False)
class Names:
    """The names of one language.

    A kit states a name under `narration.card.CODE`, `name.CODE` or `card.ENTRY.name`. What begins with a word that has
    a text under `name.of.` is named by that and the rest of its code (`black <name>`); signs of the kit's pieces by
    their names (`piece.SIGN`), as `name.piece` puts them together.
    """

    kit: Kit
    language: str
    variables: Mapping[str, str] = field(default_factory=dict)

    def of(self, code: str) -> str:
        """The name of what records and tables call so, its sign in brackets behind it; empty for what has none."""
        stated = (f"narration.card.{code}", f"name.{code}", f"card.{code}.name")
        if text := next(filter(None, map(self._texts.get, stated)), ""):
            return self._signed(fill(text, self.variables), self._signs.get(code, ""))
        return self._qualified(code) or self._spelt(code)

    def plain(self, code: str) -> str:
        """The name without its sign, for beside a picture of the thing; the code of what has none."""
        return bare(self.of(code)) or code

    @cached_property
    def _signs(self) -> Mapping[str, str]:
        """The sign of the piece that a card shows, by its entry."""
        return {
            card.entry: str(value)
            for card in self.kit.cards
            for value in card.fields.values()
            if value in self.kit.glyphs
        }

    def _signed(self, name: str, sign: str) -> str:
        """The name of a card with that sign, where the language does not name pieces by their signs alone."""
        return self._put(name, sign) if sign and name in self._put(name, sign) else name

    def _put(self, name: str, sign: str) -> str:
        return self._texts.get("name.piece", "").replace("<piece>", name).replace("<sign>", sign)

    @cached_property
    def _texts(self) -> Mapping[str, str]:
        return self.kit.texts.get(self.language, {})

    @cached_property
    def _qualifiers(self) -> Mapping[str, str]:
        return {
            key.removeprefix(_QUALIFIER): text
            for key, text in self._texts.items()
            if key.startswith(_QUALIFIER)
        }

    def _qualified(self, code: str) -> str:
        for word, text in self._qualifiers.items():
            rest = self.of(code.removeprefix(word)) if code.startswith(word) and code != word else ""
            if rest:
                return text.replace("<name>", rest)
        return ""

    def _spelt(self, code: str) -> str:
        if not code or not set(code) <= set(self.kit.glyphs):
            return ""
        pieces = "-".join(self._texts.get(f"piece.{sign}", sign) for sign in code)
        return self._put(pieces, code)


def bare(name: str) -> str:
    """The name without its sign: beside the picture of a thing that is noise."""
    return _SIGN.sub("", name)


def signs_once(texts: Iterable[str]) -> Iterator[str]:
    """The texts, each sign in brackets only where it comes first."""
    said: set[str] = set()

    def first(found: re.Match[str]) -> str:
        kept = "" if found[1] in said else found[0]
        said.add(found[1])
        return kept

    for text in texts:
        yield _SIGN.sub(first, text)
