"""The rule texts of the games: options and paragraphs agree with the engine that cites them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from printkit.games.find import find_module

ROOT = Path(__file__).resolve().parent.parent.parent
TEXTS = {
    game_id: (ROOT / f"docs/rules/{game_id}.md").read_text(encoding="utf-8")
    for game_id in ("youscout", "youscout-simplified")
}
PARAGRAPHS = {number for text in TEXTS.values() for number in re.findall(r"\*\*§(\d+\.\d+)\*\*", text)}


@pytest.mark.parametrize("game_id", TEXTS)
def test_the_text_lists_every_option_with_its_usual_value(game_id):
    listed = re.findall(r"^\| `([a-z-]+)` \| `([^`]+)` \|", TEXTS[game_id], re.M)
    assert listed == [(option.key, option.usual) for option in find_module(game_id).options]


@pytest.mark.parametrize("game_id", TEXTS)
def test_every_paragraph_can_be_linked_to(game_id):
    anchors = re.findall(r'<a id="s(\d+-\d+)"></a>\*\*§(\d+\.\d+)\*\*', TEXTS[game_id])
    assert len(anchors) == len(set(anchors)) > 5
    assert all(anchor.replace("-", ".") == number for anchor, number in anchors)


def test_every_paragraph_the_code_cites_is_written():
    cited = {
        number
        for file in (ROOT / "printkit/games").rglob("*.py")
        if "youscout" in file.as_posix()
        for number in re.findall(r"§(\d+\.\d+)", file.read_text(encoding="utf-8"))
    }
    assert len(cited) > 15
    assert cited <= PARAGRAPHS


def test_every_rule_of_a_turn_has_its_own_test():
    tests = "".join(
        file.read_text(encoding="utf-8") for file in (ROOT / "tests/games").glob("test_youscout_*.py")
    )
    tested = {".".join(found) for found in re.findall(r"def test_s(\d+)_(\d+)_", tests)}
    # Sets of 80 cards, backs and open piles concern the hand and the printer, not the engine.
    assert PARAGRAPHS - tested == {"1.3", "1.4"}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_the_author_is_named_with_the_place_of_his_original(text):
    assert "JRF" in text
    assert "http://jrf.cocolog-nifty.com/archive/youscout/youscout.html" in text
