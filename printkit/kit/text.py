"""The texts of a kit, and what it calls its cards, pieces and combinations in one language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, ConfigDict

from printkit.errors import InputError, Problem
from printkit.kit.markup import Piece, filled, names, parse, replace_marks, written
from printkit.kit.model import Kit
from printkit.kit.model_base import Table

__all__ = [
    "Names",
    "TextFile",
    "bare",
    "expanded",
    "fill",
    "fill_slots",
    "flatten",
    "plain",
    "ruby",
    "signs_once",
    "variables_of",
]


# ── the texts of a kit, as `text.<language>.toml` states them: flat keys, variables and ruby ─────────────────────────

_SLOT = re.compile(r"<([a-z]+)>")
_BRACE = re.compile(r"[{}]")


def _sound(text: str) -> str:
    if not text.strip():
        raise ValueError("the text is empty")
    if any(_BRACE.search(characters) for characters in _characters(parse(text))):
        raise ValueError(
            "an unmatched brace; ruby is {漢字|かんじ}, a variable {influence}, an icon {icon:coin}, "
            "a plural {influence|card|cards}"
        )
    return text


def _characters(pieces: tuple[Piece, ...]) -> Iterator[str]:
    """What stands in no braces of the grammar, and in the words of those."""
    for piece in pieces:
        if piece.kind == "text":
            yield piece.name
        for part in piece.parts:
            yield from _characters(part)


class TextFile(Table):
    """text.<language>.toml: texts under dotted keys of one's own, in tables or not."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Annotated[str, AfterValidator(_sound)]]

    @classmethod
    def model_json_schema(cls, *arguments: Any, **options: Any) -> dict[str, Any]:
        """Texts, and tables of texts to any depth: the file is read with its keys in one."""
        texts = {"anyOf": [{"type": "string", "pattern": r"\S"}, {"$ref": "#"}]}
        return super().model_json_schema(*arguments, **options) | {"additionalProperties": texts}


def flatten(table: Mapping[str, Any], file: str) -> tuple[dict[str, str], list[Problem]]:
    """Every text under its dotted key, and what is no text or has broken braces."""
    leaves = dict(_leaves(table, ""))
    try:
        return TextFile.read(leaves, file).__pydantic_extra__, []
    except InputError as error:
        wrong = {problem.key for problem in error.problems}
        return {key: text for key, text in leaves.items() if key not in wrong}, list(error.problems)


def _leaves(table: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        name = f"{prefix}.{key}" if prefix else key
        if isinstance(value, dict):
            yield from _leaves(value, name)
        else:
            yield name, value


def plain(text: str) -> str:
    """The text without its ruby readings, icons and styles; values stand as their names."""
    return replace_marks(text, lambda icon: "", lambda ink: ("", ""), readings=False)


def expanded(text: str, shorthand: Mapping[str, str]) -> str:
    """The text with what each of the kit's own signs stands for, the longest first."""
    signs = sorted(shorthand, key=lambda sign: (-len(sign), sign))
    if not any(sign in text for sign in signs):
        return text
    return re.sub("|".join(map(re.escape, signs)), lambda match: shorthand[match[0]], text)


def ruby(text: str) -> tuple[tuple[str, str], ...]:
    """The text as pieces with their reading, empty where there is none."""
    return tuple(
        (piece.name, written(piece.parts[0])) if piece.kind == "ruby" else (written((piece,)), "")
        for piece in parse(text)
    )


def variables_of(text: str) -> tuple[str, ...]:
    """The values a text names, in order; a plural's number is one unless the text has it in angle brackets."""
    return names(text, _SLOT.findall(text))


def fill_slots(text: str, values: Mapping[str, str], *, file: Path, key: str) -> str:
    """A kit's text with its words in angle brackets filled in; an unknown one is an InputError with file and key."""
    unknown = [name for name in _SLOT.findall(text) if name not in values]
    if unknown:
        hint = "known: " + ", ".join(f"<{name}>" for name in values)
        raise InputError(f"nothing is known of <{unknown[0]}> here", file=file, key=key, hint=hint)
    return _SLOT.sub(lambda match: values[match[1]], filled(text, values))


def fill(text: str, variables: Mapping[str, str]) -> str:
    """The text without its ruby and with every value in place; InputError names one that nobody gives."""
    return filled(text, variables, _SLOT.findall(text))


# ── what a kit calls its cards, pieces and combinations in one language ──────────────────────────────────────────────

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
