"""The texts of a kit, as `text.<language>.toml` states them: flat keys, variables and ruby."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, ConfigDict

from printkit.errors import InputError, Problem
from printkit.kit.markup import ICON, replace_marks
from printkit.kit.table import Table

__all__ = ["TextFile", "expanded", "fill", "fill_slots", "flatten", "plain", "ruby", "variables_of"]

_SLOT = re.compile(r"<([a-z]+)>")
_RUBY = re.compile(r"\{([^{}|]+)\|([^{}|]+)\}")
_VARIABLE = re.compile(r"\{([a-z][a-z0-9-]*)\}")
_PLURAL = re.compile(r"\{([a-z][a-z0-9-]*)\|([^{}|]*)\|([^{}|]*)\}")
_BRACE = re.compile(r"[{}]")
_ONE = "1"


def _sound(text: str) -> str:
    if not text.strip():
        raise ValueError("the text is empty")
    if _BRACE.search(_VARIABLE.sub("", _PLURAL.sub("", plain(text)))):
        raise ValueError(
            "an unmatched brace; ruby is {漢字|かんじ}, a variable {influence}, an icon {icon:coin}, "
            "a plural {influence|card|cards}"
        )
    return text


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
    """The text without its ruby readings, icons and colours."""
    return replace_marks(_RUBY.sub(r"\1", text), lambda icon: "", lambda ink: ("", ""))


def expanded(text: str, shorthand: Mapping[str, str]) -> str:
    """The text with `{icon:coin}` for each of the kit's own signs of an icon, the longest first."""
    signs = sorted(shorthand, key=lambda sign: (-len(sign), sign))
    if not any(sign in text for sign in signs):
        return text
    return re.sub("|".join(map(re.escape, signs)), lambda match: f"{{{ICON}:{shorthand[match[0]]}}}", text)


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
    """The variables a text names, in order; a plural's number is one unless the text has it in angle brackets."""
    slots = set(_SLOT.findall(text))
    counted = [match[1] for match in _PLURAL.finditer(text) if match[1] not in slots]
    return (*(match[1] for match in _VARIABLE.finditer(_RUBY.sub(r"\1", text))), *counted)


def fill_slots(text: str, values: Mapping[str, str], *, file: Path, key: str) -> str:
    """A kit's text with its words in angle brackets filled in; an unknown one is an InputError with file and key."""
    unknown = [name for name in _SLOT.findall(text) if name not in values]
    if unknown:
        hint = "known: " + ", ".join(f"<{name}>" for name in values)
        raise InputError(f"nothing is known of <{unknown[0]}> here", file=file, key=key, hint=hint)
    return _SLOT.sub(lambda match: values[match[1]], _numbered(text, values))


def fill(text: str, variables: Mapping[str, str]) -> str:
    """The text without its ruby and with every variable replaced; KeyError names one that has no value."""
    text = _numbered(_RUBY.sub(r"\1", text), variables, but=_SLOT.findall(text))
    return _VARIABLE.sub(lambda match: variables[match[1]], text)


def _numbered(text: str, values: Mapping[str, str], but: Collection[str] = ()) -> str:
    """The text with `{n|card|cards}` as n is 1 or not, `but` for these names."""

    def chosen(match: re.Match[str]) -> str:
        name, one, more = match.groups()
        return match[0] if name in but else one if values[name] == _ONE else more

    return _PLURAL.sub(chosen, text)
