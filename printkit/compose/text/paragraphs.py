"""Breaks text into lines by the rules of its language and places them in a box."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import pairwise
from unicodedata import combining

from printkit.compose.text.bidi import paragraph_level
from printkit.compose.text.typesetting import Anchor, TextStyle, is_wide, line_width, set_line
from printkit.errors import InputError
from printkit.geometry import Rect
from printkit.scene.model import Glyphs, Item

__all__ = ["base_level", "break_lines", "characters", "may_part", "phrases", "set_paragraphs", "too_wide"]

# JIS X 4051: what must not begin a line, and what must not end one.
NOT_FIRST = frozenset(
    "、。，．・：；？！゛゜ヽヾゝゞ々ー）］｝〕〉》」』】’”…‥ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
    "ゕゖㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ゚〜,.:;?!)]}"
)
NOT_LAST = frozenset("（［｛〔〈《「『【‘“([{")


def may_part(before: str, after: str) -> bool:
    """Whether Japanese lets a line end between the two, in books, leaflets and on cards alike (kinsoku)."""
    return after[0] not in NOT_FIRST and before[-1] not in NOT_LAST


# Between plain words a line may end wherever a blank stands, and nothing there reaches across it. The library takes
# 70 µs a character, so it sees only what is left, and each piece of that once.
_LATIN = r"0-9A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f"
# With the letters of Greek, Cyrillic, Hebrew and Arabic.
_PLAIN = rf"{_LATIN}\u0388-\u03ff\u0400-\u0481\u048a-\u04ff\u05d0-\u05ea\u0620-\u064a"
_BLANK = re.compile(rf"(?<=[{_PLAIN},.;:!?]) +(?=\(?[{_PLAIN}])")
_WORD = re.compile(rf"\(?[{_PLAIN}]+(?:['’][A-Za-z]+)?[,.;:!?)]* *")
_BLANKS = re.compile(" +")
# Scripts without blanks between words: those of Thai are found by their look, the others are not.
_THAI = re.compile("[\u0e01-\u0e5b]+")
_UNPARTED = re.compile("[\u0e81-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\uaa60-\uaadf]")
_OTHER_WAY: dict[Anchor, Anchor] = {"start": "end", "middle": "middle", "end": "start"}
# Languages that are written from right to left, by their first letters.
_RIGHT_TO_LEFT = frozenset({"ar", "ckb", "dv", "fa", "he", "ps", "sd", "syr", "ug", "ur", "yi"})


def base_level(text: str, language: str) -> int:
    """The level of a paragraph: 1 where its language or else its first letter is read from the right."""
    return 1 if language.partition("-")[0] in _RIGHT_TO_LEFT else paragraph_level(text)


@cache
def _parser(language: str) -> Callable[[str], list[str]]:
    """What finds the phrases of Japanese or the words of Thai."""
    import budoux

    load = {"ja": budoux.load_default_japanese_parser, "th": budoux.load_default_thai_parser}[language]
    parse: Callable[[str], list[str]] = load().parse
    return parse


@lru_cache(maxsize=4096)
def phrases(text: str, language: str) -> tuple[str, ...]:
    """The parts a line may end after: Japanese phrases, or what Unicode's line breaking (Annex 14) finds.

    Thai words are found too, and Korean is broken between words only.
    """
    if language == "ja":
        return tuple(_japanese(text))
    if language.partition("-")[0] == "ko":
        return tuple(re.findall(r"\s*\S+\s*", text))
    ends = [0, *(match.end() for match in _BLANK.finditer(text)), len(text)]
    return tuple(part for start, end in pairwise(ends) for part in _units(text[start:end]))


@lru_cache(maxsize=4096)
def _units(text: str) -> tuple[str, ...]:
    """The parts of a text between plain words that a line may end after."""
    if _WORD.fullmatch(text):
        return (text,)
    from uniseg.linebreak import line_break_units

    # To its rules many blanks are as one, but its work grows with the square of their number.
    blanks = iter(_BLANKS.findall(text))
    units = (_BLANKS.sub(lambda _: next(blanks), unit) for unit in line_break_units(_BLANKS.sub(" ", text)))
    return tuple(part for unit in units for part in _thai(unit))


def _thai(unit: str) -> Iterator[str]:
    """The words of Thai in what stands together, each with what touches it."""
    found = list(_THAI.finditer(unit))
    start = 0
    for match in found:
        end = match.start()
        for word in _parser("th")(match[0])[:-1]:
            end += len(word)
            yield unit[start:end]
            start = end
    yield unit[start:]


def _japanese(text: str) -> list[str]:
    parts: list[str] = []
    for part in _parser("ja")(text):
        if parts and not may_part(parts[-1], part):
            parts[-1] += part
        else:
            parts.append(part)
    return parts


def characters(piece: str, language: str) -> list[str]:
    """A phrase too long for a line: Japanese is cut between characters where kinsoku allows it."""
    if language != "ja":
        return [piece]
    parts: list[str] = []
    for char in piece:
        if parts and (not may_part(parts[-1], char) or _joined(parts[-1][-1], char)):
            parts[-1] += char
        else:
            parts.append(char)
    return parts


def _joined(before: str, after: str) -> bool:
    """Whether both belong to one word or number that is not East Asian, or one is a mark on the other."""
    narrow = not (is_wide(before) or is_wide(after) or before.isspace() or after.isspace())
    return narrow or combining(after) > 0


def too_wide(words: str, width: float, how: str = "wider", hint: str = "") -> InputError:
    """The error of a word that is wider than its box in mm, with a hint unless there is a better one."""
    if _UNPARTED.search(words):
        hint = "put U+200B between words where a line may end: printkit does not find them"
    return InputError(f"{words.strip()!r} is {how} than its box of {width:.1f} mm", hint=hint)


def break_lines(text: str, style: TextStyle, width: float, language: str) -> tuple[str, ...]:
    """The text in lines no wider than `width` mm; a word that alone is wider is an InputError."""
    lines: list[str] = []
    line = ""
    for piece in phrases(text, language):
        if line_width((line + piece).rstrip(), style) <= width:
            line += piece if line else piece.lstrip()
            continue
        parts = [piece] if line_width(piece.rstrip(), style) <= width else characters(piece, language)
        for part in parts:
            if line and line_width((line + part).rstrip(), style) > width:
                lines.append(line.rstrip())
                line = ""
            if line_width(part.rstrip(), style) > width:
                raise too_wide(part, width)
            line += part if line else part.lstrip()
    return (*lines, line.rstrip()) if line.strip() else tuple(lines)


def set_paragraphs(
    paragraphs: Sequence[tuple[str, str]], style: TextStyle, box: Rect, leading: float, align: Anchor
) -> tuple[Item, ...]:
    """The paragraphs, as (language, text), one under the other from the top of the box; too many lines: InputError."""
    left, middle, right = box.x, box.center[0], box.right
    step = style.size * leading
    items: list[Glyphs] = []
    baseline = box.y + style.size * 0.88
    for language, text in paragraphs:
        level = base_level(text, language)
        anchor = _OTHER_WAY[align] if level else align
        x = {"start": left, "middle": middle, "end": right}[anchor]
        for line in break_lines(text, replace(style, level=level), box.width, language):
            items.append(set_line(line, replace(style, level=level), x, baseline, anchor))
            baseline += step
    if items and baseline - step + 0.12 * style.size > box.bottom + 1e-6:
        lines = f"{len(items)} line{'s' if len(items) != 1 else ''}"
        message = f"text of {lines}, {style.size:g} mm each, does not fit {box.height:g} mm"
        raise InputError(message, hint="shorten the text")
    return tuple(items)
