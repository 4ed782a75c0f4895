"""The TOML files of a kit as they are written: tables come in, typed values or problems with file and key go out."""

# No `from __future__ import annotations`: tables are read by them, and as texts they would first have to be compiled.

import tomllib
from collections.abc import Mapping
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from types import MappingProxyType
from typing import Annotated, Any, Literal

from printkit.errors import InputError
from printkit.kit.blocks import Length
from printkit.kit.spec import Spec, above, at_least, at_most, length_of, matching

__all__ = ["FieldSpec", "KitFile", "SizeSpec", "read_toml"]

MAX_TOML_BYTES = 32_000_000
ID_PATTERN = r"[a-z0-9]+(-[a-z0-9]+)*"


class CreditSpec(Spec):
    """Whose game it is."""

    author: str
    original: str


class SuitSpec(Spec):
    """A suit as kit.toml states it."""

    code: Annotated[str, matching(r"[A-Z][a-z]")]
    ink: str
    emblem: str


class ComponentSpec(Spec):
    """A component as kit.toml states it."""

    back: str = ""


class FieldSpec(Spec):
    """A value cards may carry: its type and, for numbers, its bounds."""

    type: Literal["integer", "pair", "text", "suit", "flag"]
    min: int = 0
    max: int = 1_000_000


class SizeSpec(Spec):
    """A card size as layout.toml states it."""

    width: Annotated[Length, above(5), at_most(1000)]
    height: Annotated[Length, above(5), at_most(1000)]
    bleed: Annotated[Length, at_least(0), at_most(20)] = 3.0
    safe: Annotated[Length, at_least(0), at_most(50)] = 4.0
    corner: Annotated[Length, at_least(0), at_most(50)] = 3.0


class KitFile(Spec):
    """kit.toml."""

    id: Annotated[str, matching(ID_PATTERN)]
    version: Annotated[str, matching(r"\d+(\.\d+)*")]
    languages: Annotated[tuple[str, ...], length_of(1)]
    games: tuple[str, ...] = ()
    variant: bool = False
    options: tuple[str, ...] = ()
    size: str
    credit: CreditSpec | None = None
    fonts: Mapping[str, str]
    suits: Mapping[str, SuitSpec] = MappingProxyType({})
    components: Annotated[Mapping[str, ComponentSpec], length_of(1)]
    fields: Mapping[str, FieldSpec] = MappingProxyType({})
    art: Mapping[Literal["full", "low"], str] = MappingProxyType({})


def read_toml(path: Path, name: str) -> dict[str, Any]:
    """The tables of a TOML file; whatever keeps it from being read is an InputError naming file and line."""
    try:
        status = path.stat()
        if not S_ISREG(status.st_mode) and not S_ISDIR(status.st_mode):
            # A pipe or a device may never end.
            raise InputError("is not a plain file", file=name, hint="only files on disk are read")
        if status.st_size > MAX_TOML_BYTES:
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
