"""What sheets say beside what is printed on them, in the languages of their kit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

__all__ = ["SheetWord", "check_words", "print_hints", "sheet_words"]

SheetWord = Literal[
    "front",
    "back",
    "scale",
    "ruler",
    "long",
    "short",
    "tile",
    "box",
    "stick",
    "hinge",
    "seam",
    "check",
    "apart",
    "measure",
]

_WORDS: dict[SheetWord, dict[str, str]] = {
    "front": {"ja": "表", "en": "front"},
    "back": {"ja": "裏", "en": "back"},
    "scale": {"ja": "100 %で印刷", "en": "print at 100 %"},
    "ruler": {"ja": "定規", "en": "ruler"},
    "long": {"ja": "両面 長辺", "en": "flip on long edge"},
    "short": {"ja": "両面 短辺", "en": "flip on short edge"},
    "tile": {"ja": "線で切り斜線に糊", "en": "cut at the line, glue on the hatching"},
    "box": {"ja": "実線で切り破線で折る", "en": "cut the lines, fold the dashes"},
    "hinge": {"ja": "太線で切り裏をテープ留め", "en": "cut at the line, tape the back"},
    "seam": {"ja": "太線で切り斜線に糊", "en": "cut at the line, glue on hatching"},
    "check": {"ja": "印刷の確認", "en": "Print check"},
    "apart": {"ja": "この面は本に綴じません。", "en": "This page is not part of the book."},
    "measure": {
        "ja": "100 %で印刷してください。下の定規は100 mmになります。",
        "en": "Print at 100 %: the ruler below is then 100 mm long.",
    },
    "stick": {"ja": "折って巻き、斜線に糊", "en": "fold, roll up, glue on the hatching"},
}


def sheet_words(word: SheetWord, languages: Sequence[str]) -> str:
    """The words in those of the languages that printkit knows, else in English."""
    return " ".join(_in_each(word, languages).values())


def print_hints(languages: Sequence[str]) -> tuple[str, str]:
    """How a sheet is to be printed, and what its ruler is for."""
    return sheet_words("scale", languages), f"{sheet_words('ruler', languages)} 100 mm"


def check_words(languages: Sequence[str]) -> tuple[Mapping[str, str], ...]:
    """The heading of the print-check page and its sentences, each by the languages it is in."""
    words: tuple[SheetWord, ...] = ("check", "measure", "apart")
    return tuple(_in_each(word, languages) for word in words)


def _in_each(word: SheetWord, languages: Sequence[str]) -> Mapping[str, str]:
    known = {language: text for language, text in _WORDS[word].items() if language in languages}
    return known or {"en": _WORDS[word]["en"]}
