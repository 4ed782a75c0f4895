"""The page's words for actions are those of the books."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

TERMS = [
    ("base", "paper-cetkaik", "額を決め"),
    ("banish", "paper-cetkaik", "強さ"),
    ("call", "paper-cetkaik", "開"),
    ("join", "paper-cetkaik", "合わせ"),
    ("clear", "paper-cetkaik", "一新"),
    ("install", "mountain-road", "設置"),
    ("dismantle", "mountain-road", "解体"),
    ("exchange", "mountain-road", "両替"),
    ("build", "linked-ships", "造船"),
    ("unload", "linked-ships", "荷下ろし"),
    ("plunder", "linked-ships", "略奪"),
    ("prize", "throwing-sticks", "褒章"),
]


@pytest.mark.parametrize(("verb", "kit", "term"), TERMS, ids=[term[0] for term in TERMS])
def test_r32_an_action_of_one_game_has_the_name_its_book_gives(verb, kit, term):
    words = tomllib.loads((ROOT / "printkit/web/words.ja.toml").read_text(encoding="utf-8"))
    assert term in words["verb"][verb]
    assert term in (ROOT / f"templates/{kit}/rules.ja.md").read_text(encoding="utf-8")


def test_r32_a_base_is_set_and_not_raised():
    words = tomllib.loads((ROOT / "printkit/web/words.en.toml").read_text(encoding="utf-8"))
    assert words["verb"]["base"] == "set the base to"
