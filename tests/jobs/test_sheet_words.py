"""Sheets speak the languages of their kit."""

from __future__ import annotations

import pytest

from printkit.jobs.sheet_words import print_hints, sheet_words


@pytest.mark.parametrize(
    ("languages", "front", "hints"),
    [
        (("ja", "en"), "表 front", ("100 %で印刷 print at 100 %", "定規 ruler 100 mm")),
        (("en",), "front", ("print at 100 %", "ruler 100 mm")),
        (("ja",), "表", ("100 %で印刷", "定規 100 mm")),
        (("de",), "front", ("print at 100 %", "ruler 100 mm")),
    ],
)
def test_words_of_the_kits_languages(languages: tuple[str, ...], front: str, hints: tuple[str, str]) -> None:
    assert sheet_words("front", languages) == front
    assert print_hints(languages) == hints
