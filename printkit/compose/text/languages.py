"""Which words of a text are of another language than the text: by their script, or because the kit says so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from printkit.kit.model import Kit

__all__ = ["NATIVE", "Foreign", "by_language", "foreign_words", "language_of", "two_names"]

# Written in Chinese characters: which of them a word is in, its script does not say.
_WRITTEN_WIDE = ("ja", "zh", "ko")
_KANA = re.compile("[ぁ-ゖァ-ヺ]")
_WIDE = "[\u3041-\u3096\u30a1-\u30fa\u3400-\u9fff々〆ー]"
_WIDE_WORDS = re.compile(f"{_WIDE}(?:[・、。「」（） ]*{_WIDE})*")


class Foreign(NamedTuple):
    """What is foreign in a text: the language of words in Chinese characters, and phrases with their languages.

    Empty where there are none: words in kana are Japanese all the same, unless `native`, where nothing wide is foreign.
    """

    wide: str = ""
    phrases: tuple[tuple[str, str], ...] = ()
    native: bool = False


# A text without foreign words.
NATIVE = Foreign(native=True)


def foreign_words(kit: Kit, language: str) -> Foreign:
    """What is foreign in a text of that language: the kit's title in its other ones, and Japanese among Latin."""
    code = language.partition("-")[0]
    wide = next((each for each in kit.languages if each.partition("-")[0] in _WRITTEN_WIDE), "")
    titles = {kit.text(other, "kit.title"): other for other in kit.languages if other != language}
    own = kit.text(language, "kit.title")
    phrases = tuple((title, other) for title, other in titles.items() if title.isascii() and title != own)
    return Foreign(wide, phrases, code in _WRITTEN_WIDE)


def two_names(title: str, language: str) -> tuple[str, str]:
    """A title's name in the letters of its language, and the other one: of `獣裁 Saup xy` in English `Saup xy` first.

    The second is empty where the title has one name.
    """
    name, _, other = title.partition(" ")
    if not other or not re.fullmatch(f"{_WIDE}+", name):
        return title, ""
    return (name, other) if language.partition("-")[0] in _WRITTEN_WIDE else (other, name)


def by_language(text: str, foreign: Foreign) -> Iterator[tuple[str, str]]:
    """The text in pieces with their language, empty where it is the text's own."""
    stated = dict(foreign.phrases)
    wanted = [rf"(?<![A-Za-z]){re.escape(phrase)}(?![A-Za-z])" for phrase in stated]
    wanted += [] if foreign.native else [_WIDE_WORDS.pattern]
    at = 0
    for match in re.finditer("|".join(wanted), text) if wanted else ():
        words = match[0]
        language = stated.get(words) or foreign.wide or ("ja" if _KANA.search(words) else "")
        if language:
            if match.start() > at:
                yield text[at : match.start()], ""
            yield words, language
            at = match.end()
    if at < len(text):
        yield text[at:], ""


def language_of(words: str, foreign: Foreign) -> str:
    """The language of words that are foreign as a whole; empty for all others."""
    languages = {language for _, language in by_language(words, foreign)}
    return languages.pop() if len(languages) == 1 else ""
