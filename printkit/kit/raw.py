"""The TOML files of a kit as they are written: tables come in, typed values or problems with file and key go out."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from printkit.errors import InputError, Problem, nearest_hint
from printkit.kit.blocks import Length

__all__ = ["FieldSpec", "KitFile", "SizeSpec", "read_toml", "validated", "validation_problems"]

MAX_TOML_BYTES = 32_000_000
ID_PATTERN = r"^[a-z0-9]+(-[a-z0-9]+)*$"

Model = TypeVar("Model", bound=BaseModel)


class _Strict(BaseModel):
    # Deferred: a model that only stands in another one is not built by itself.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class CreditSpec(_Strict):
    """Whose game it is."""

    author: str
    original: str


class SuitSpec(_Strict):
    """A suit as kit.toml states it."""

    code: str = Field(pattern=r"^[A-Z][a-z]$")
    ink: str
    emblem: str


class ComponentSpec(_Strict):
    """A component as kit.toml states it."""

    back: str = ""


class FieldSpec(_Strict):
    """A value cards may carry: its type and, for numbers, its bounds."""

    type: Literal["integer", "pair", "text", "suit", "flag"]
    min: int = 0
    max: int = 1_000_000


class SizeSpec(_Strict):
    """A card size as layout.toml states it."""

    width: Length = Field(gt=5, le=1000)
    height: Length = Field(gt=5, le=1000)
    bleed: Length = Field(default=3.0, ge=0, le=20)
    safe: Length = Field(default=4.0, ge=0, le=50)
    corner: Length = Field(default=3.0, ge=0, le=50)


class KitFile(_Strict):
    """kit.toml."""

    id: str = Field(pattern=ID_PATTERN)
    version: str = Field(pattern=r"^\d+(\.\d+)*$")
    languages: tuple[str, ...] = Field(min_length=1)
    games: tuple[str, ...] = ()
    variant: bool = False
    size: str
    credit: CreditSpec | None = None
    fonts: dict[str, str]
    suits: dict[str, SuitSpec] = Field(default_factory=dict)
    components: dict[str, ComponentSpec] = Field(min_length=1)
    fields: dict[str, FieldSpec] = Field(default_factory=dict)
    art: dict[Literal["full", "low"], str] = Field(default_factory=dict)


def read_toml(path: Path, name: str) -> dict[str, Any]:
    """The tables of a TOML file; whatever keeps it from being read is an InputError naming file and line."""
    try:
        if path.stat().st_size > MAX_TOML_BYTES:
            raise InputError(f"larger than {MAX_TOML_BYTES // 1_000_000} MB", file=name)
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        raise InputError("the file is missing", file=name) from None
    except IsADirectoryError:
        raise InputError("is a folder, not a file", file=name) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", file=name) from error
    except UnicodeDecodeError as error:
        raise InputError(f"is not UTF-8 at byte {error.start}", file=name, hint="save it as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"is not TOML: {error}", file=name) from error
    except RecursionError:
        raise InputError("is nested too deeply", file=name) from None


def validated(model: type[Model], table: Mapping[str, Any], file: str, key: str = "") -> Model:
    """The table as a value of that model; every mismatch is a problem of one InputError."""
    try:
        return model.model_validate(table)
    except ValidationError as error:
        raise InputError(problems=validation_problems(error, model, file, key)) from None


def validation_problems(error: ValidationError, model: type[BaseModel], file: str, key: str) -> list[Problem]:
    """Each mismatch with its dotted key; an unknown key gets the nearest known one as its hint."""
    problems = []
    for entry in error.errors(include_url=False):
        place = _dotted(key, entry["loc"])
        if entry["type"] == "extra_forbidden":
            known = model.model_fields if len(entry["loc"]) == 1 else ()
            problems.append(Problem("unknown key", file, place, nearest_hint(str(entry["loc"][-1]), known)))
        elif entry["type"] == "missing":
            problems.append(Problem("the key is missing", file, place))
        else:
            message = entry["msg"].removeprefix("Value error, ")
            problems.append(
                Problem(f"{_shown(entry['input'])}: {message[0].lower()}{message[1:]}", file, place)
            )
    return problems


def _dotted(key: str, location: Iterable[int | str]) -> str:
    text = key
    for part in location:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"
