"""Breaks text into lines by the rules of its language and places them in a box."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from printkit.compose.typesetting import Anchor, TextStyle, line_width, set_line
from printkit.errors import InputError
from printkit.geometry import Rect
from printkit.scene.model import Glyphs, Item

__all__ = ["break_lines", "characters", "phrases", "set_paragraphs"]

# JIS X 4051: what must not begin a line, and what must not end one.
NOT_FIRST = frozenset(
    "、。，．・：；？！゛゜ヽヾゝゞ々ー）］｝〕〉》」』】’”…‥ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;?!)]}"
)
NOT_LAST = frozenset("（［｛〔〈《「『【‘“([{")


@cache
def _phrases() -> Any:
    from budoux import load_default_japanese_parser

    return load_default_japanese_parser()


def phrases(text: str, language: str) -> list[str]:
    """The parts a line may end after: words with their space, or Japanese phrases."""
    if language != "ja":
        return re.findall(r"\S+\s*", text)
    parts: list[str] = []
    for part in _phrases().parse(text):
        if parts and (part[0] in NOT_FIRST or parts[-1][-1] in NOT_LAST):
            parts[-1] += part
        else:
            parts.append(part)
    return parts


def characters(piece: str) -> list[str]:
    """A phrase too long for a line, cut between characters where kinsoku allows it."""
    parts: list[str] = []
    for char in piece:
        if parts and (char in NOT_FIRST or parts[-1][-1] in NOT_LAST or _joined(parts[-1][-1], char)):
            parts[-1] += char
        else:
            parts.append(char)
    return parts


def _joined(before: str, after: str) -> bool:
    """Whether both belong to one Latin word or number."""
    return before.isascii() and after.isascii() and not before.isspace() and not after.isspace()


def break_lines(text: str, style: TextStyle, width: float, language: str) -> tuple[str, ...]:
    """The text in lines no wider than `width` mm; a word that alone is wider is an InputError."""
    lines: list[str] = []
    line = ""
    for piece in phrases(text, language):
        if line_width((line + piece).rstrip(), style) <= width:
            line += piece if line else piece.lstrip()
            continue
        parts = [piece] if line_width(piece.rstrip(), style) <= width else characters(piece)
        for part in parts:
            if line and line_width((line + part).rstrip(), style) > width:
                lines.append(line.rstrip())
                line = ""
            if line_width(part.rstrip(), style) > width:
                raise InputError(f"{part.strip()!r} is wider than its box of {width:.1f} mm")
            line += part if line else part.lstrip()
    return (*lines, line.rstrip()) if line.strip() else tuple(lines)


def set_paragraphs(
    paragraphs: Sequence[tuple[str, str]], style: TextStyle, box: Rect, leading: float, align: Anchor
) -> tuple[Item, ...]:
    """The paragraphs, as (language, text), one under the other from the top of the box; too many lines: InputError."""
    x = {"start": box.x, "middle": box.center[0], "end": box.right}[align]
    step = style.size * leading
    items: list[Glyphs] = []
    baseline = box.y + style.size * 0.88
    for language, text in paragraphs:
        for line in break_lines(text, style, box.width, language):
            items.append(set_line(line, style, x, baseline, align))
            baseline += step
    if items and baseline - step + 0.12 * style.size > box.bottom + 1e-6:
        raise InputError(
            f"{len(items)} lines of {style.size:g} mm do not fit {box.height:g} mm", hint="shorten the text"
        )
    return tuple(items)
