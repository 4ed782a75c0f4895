"""The texts of a kit, as `text.<language>.toml` states them: flat keys, variables and ruby."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, ConfigDict

from printkit.errors import InputError, Problem
from printkit.kit.markup import replace_marks
from printkit.kit.model_base import Table
from printkit.kit.text_grammar import Piece, filled, names, parse, written

__all__ = ["TextFile", "expanded", "fill", "fill_slots", "flatten", "plain", "ruby", "variables_of"]

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
