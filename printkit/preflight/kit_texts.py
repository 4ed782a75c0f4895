"""Proves a kit's texts as far as the game knows what they state: names, words, ways and numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase

from printkit.games.proof import TableFacts
from printkit.kit.model import Kit
from printkit.preflight.model import ERROR, Finding

__all__ = ["prove_contents", "prove_kit_texts"]

_RUBY = re.compile(r"\{([^|{}]*)\|[^{}|]*\}")
# The game fills these in itself.
_VARIABLE = re.compile(r"\{[^|{}]*\}")
_NUMBER = re.compile(r"\d+")
_RANGE = re.compile(r"(\d+)(?:[–〜]| to )(\d+)")


def prove_kit_texts(kit: Kit, facts: TableFacts) -> Iterator[Finding]:
    """Texts that say what the rules say of another thing, or other numbers than the rules have."""
    for group in facts.words:
        yield from _words(kit, group)
    for group in facts.phrases:
        yield from _phrases(kit, group)
    yield from _numbers(kit, facts)


def prove_contents(kit: Kit) -> Iterator[Finding]:
    """The box says as many of each thing as the kit has."""
    tuck = kit.box
    if tuck is None:
        return
    things: list[tuple[tuple[str, ...], int]] = [((token.id,), token.copies) for token in kit.tokens]
    things += [((card.id, card.entry), card.copies) for card in kit.cards]
    for key, patterns in tuck.counts.items():
        wanted = 0
        for names, copies in things:
            wanted += copies * any(fnmatchcase(name, pattern) for name in names for pattern in patterns)
        for pattern in patterns:
            if not any(fnmatchcase(name, pattern) for names, _ in things for name in names):
                message = "no card and no token has such an id"
                file = f"{kit.folder.name}/box.toml"
                yield Finding(ERROR, "name", message, file, subject=f"counts.{key}", found=pattern)
        for language in kit.languages:
            found = _NUMBER.findall(kit.texts[language].get(key, ""))
            if found != [str(wanted)]:
                message = "the box says another number than the kit has"
                yield _finding(kit, language, "number", message, key, str(wanted), " ".join(found))


def _finding(
    kit: Kit, language: str, code: str, message: str, key: str, expected: str, found: str
) -> Finding:
    file = f"{kit.folder.name}/text.{language}.toml"
    return Finding(ERROR, code, message, file, subject=key, expected=expected, found=found)


def _words(kit: Kit, group: Mapping[str, Mapping[str, str]]) -> Iterator[Finding]:
    """No text may be the word the game has for another thing of its kind."""
    for language in kit.languages:
        known = {words[language]: key for key, words in group.items() if language in words}
        for key in group:
            text = _RUBY.sub(r"\1", kit.texts[language].get(key, ""))
            owner = known.get(text, key)
            if owner != key:
                message = f"this is the word for {owner}"
                yield _finding(kit, language, "word", message, key, group[key][language], text)


def _phrases(kit: Kit, group: Mapping[str, Mapping[str, str]]) -> Iterator[Finding]:
    """No text may have the word of another thing of its kind and not its own."""
    for language in kit.languages:
        words = {key: own[language].lower() for key, own in group.items() if language in own}
        for key, own in words.items():
            text = _RUBY.sub(r"\1", kit.texts[language].get(key, "")).lower()
            others = [each for each in words.values() if each != own and each in text]
            if others and own not in text:
                message = "this says what belongs to another text"
                yield _finding(kit, language, "word", message, key, own, others[0])


def _numbers(kit: Kit, facts: TableFacts) -> Iterator[Finding]:
    """A text states the numbers of the rules in their order; it may repeat them, and states no others."""
    for key, wanted in facts.numbers.items():
        for language in kit.languages:
            if key not in kit.texts[language] or (isinstance(wanted, Mapping) and language not in wanted):
                continue
            should = wanted if isinstance(wanted, str) else wanted[language]
            expected, found = (_stated(text, facts.rows) for text in (should, kit.texts[language][key]))
            left = iter(found)
            if set(found) != set(expected) or not all(number in left for number in expected):
                message = "this states other numbers than the rules"
                yield _finding(kit, language, "number", message, key, " ".join(expected), " ".join(found))


def _stated(text: str, rows: Sequence[Sequence[str]]) -> list[str]:
    """The numbers of a text; "4–6" are all places from 4 to 6, where these are in one row."""

    def whole(match: re.Match[str]) -> str:
        first, last = match.groups()
        if any({first, last} <= set(row) for row in rows) and int(first) < int(last):
            return " ".join(map(str, range(int(first), int(last) + 1)))
        return match[0]

    return _NUMBER.findall(_RANGE.sub(whole, _VARIABLE.sub("", _RUBY.sub(r"\1", text))))
