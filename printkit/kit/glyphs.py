"""The written signs of a game's pieces, as `glyphs.toml` names their art."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printkit.errors import InputError, Problem
from printkit.kit.model_base import Table

__all__ = ["GLYPHS", "GlyphSpec", "GlyphsFile", "read_glyphs"]

GLYPHS = "glyphs.toml"


class GlyphSpec(Table):
    """A glyph's art: black mass and the knife cuts in paper; `small` is what stands for it in a small em.

    `motto` are the signs that stand on its card instead of a number, from top to bottom.
    """

    art: str
    small: str
    motto: tuple[str, ...] = ()


class GlyphsFile(Table):
    """glyphs.toml: the glyphs by the piece they stand for, and the art of number signs by their figures."""

    glyphs: Mapping[str, GlyphSpec] = {}
    numbers: Mapping[str, str] = {}


def read_glyphs(table: Mapping[str, Any], file: str = GLYPHS) -> GlyphsFile:
    """The glyphs and number signs in a file's tables."""
    read = GlyphsFile.read(table, file)
    problems = [
        Problem(f"{name!r} is not one character", file, f"glyphs.{name}")
        for name in read.glyphs
        if len(name) != 1
    ]
    problems += [
        Problem(f"{name!r} is not a number", file, f"numbers.{name}")
        for name in read.numbers
        if not name.isdecimal()
    ]
    if problems:
        raise InputError(problems=problems)
    return read
