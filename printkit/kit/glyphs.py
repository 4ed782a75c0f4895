"""The written signs of a game's pieces, as `glyphs.toml` names their art."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printkit.errors import InputError, Problem
from printkit.kit.table import Table

__all__ = ["GLYPHS", "GlyphSpec", "GlyphsFile", "read_glyphs"]

GLYPHS = "glyphs.toml"


class GlyphSpec(Table):
    """A glyph's art: black mass and the knife cuts in paper; `small` is what stands for it in a small em."""

    art: str
    small: str


class GlyphsFile(Table):
    """glyphs.toml: the glyphs by the piece they stand for."""

    glyphs: Mapping[str, GlyphSpec]


def read_glyphs(table: Mapping[str, Any], file: str = GLYPHS) -> Mapping[str, GlyphSpec]:
    """The glyphs in a file's tables."""
    glyphs = GlyphsFile.read(table, file).glyphs
    problems = [
        Problem(f"{name!r} is not one character", file, f"glyphs.{name}") for name in glyphs if len(name) != 1
    ]
    if problems:
        raise InputError(problems=problems)
    return glyphs
