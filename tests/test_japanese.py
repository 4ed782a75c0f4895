"""Japanese texts are set as in print: full-width brackets, colons and other signs, and figures before counters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TEXTS = sorted(
    path
    for pattern in (
        "templates/*/*.ja.md",
        "templates/*/text.ja.toml",
        "docs/**/*.ja.md",
        "printkit/web/words.ja.toml",
        "printkit/web/findings.ja.toml",
    )
    for path in ROOT.glob(pattern)
)
# Kana, kanji and full-width punctuation; spaces and the stars of bold words may stand between.
LETTER = "[\u3001-\u303f\u3040-\u30ff\u4e00-\u9fff]"
BETWEEN = r"[ *]*"
# Signs that are half as wide as they should be beside such a letter, and brackets around one.
HALF = re.compile(f"{LETTER}{BETWEEN}[(),:;!?]|[(),:;!?]{BETWEEN}{LETTER}")
# What Markdown, links and code need as it is.
AS_IT_IS = re.compile(r"\]\([^)]*\)|\{[#:|][^}]*\}|`[^`]*`|https?://\S+")
# What is filled in is mostly a name.
SLOT = re.compile(r"<[^>]*>")
# Cards, sticks and squares are counted in figures; one, two and three things, people and times by their words.
COUNTED = re.compile("[一二三四五六七八九十](?:枚|本|マス|組)")
# A line of verse on the box, and words that only look like a count.
VERSE = ("六枚の川", "札一枚ずつ渡る", "一本にする", "タロット一組", "一枚にまとめました")


def sentences(path):
    """Lines with Japanese letters, comments left out and what stands in code or links."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if re.search(LETTER, line) and not (path.suffix == ".toml" and line.startswith("#")):
            yield number, SLOT.sub("名", AS_IT_IS.sub("", line))


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_signs_beside_japanese_letters_are_full_width(path):
    assert [
        (number, found.group()) for number, line in sentences(path) for found in HALF.finditer(line)
    ] == []


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_cards_are_counted_in_figures(path):
    found = []
    for number, line in sentences(path):
        for words in VERSE:
            line = line.replace(words, "")
        found += [(number, each.group()) for each in COUNTED.finditer(line)]
    assert found == []


def test_all_kits_with_japanese_are_looked_at():
    assert {path.parent.name for path in TEXTS} >= {"youscout", "tottarot", "cetkaik", "air", "web", "docs"}


@pytest.mark.parametrize(
    "text", ["役 (手駒)", "点の動き: 3", "(船0.1)", "終季**(taxot) 季節", "はい, いいえ"]
)
def test_a_half_width_sign_is_found(text):
    assert HALF.search(text)


@pytest.mark.parametrize("text", ["役（手駒）", "点の動き：3", "MIT (1995)", "2:1 で"])
def test_a_right_one_is_not(text):
    assert not HALF.search(text)
