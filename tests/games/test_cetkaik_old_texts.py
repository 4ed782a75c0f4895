"""The rule text of 古机戦 agrees with the engine that cites it."""

from __future__ import annotations

import re
from pathlib import Path

from printkit.games.cetkaik_old.board import GRID, WATER
from printkit.games.find import find_module, make_game

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = (ROOT / "docs/rules/cetkaik-old.md").read_text(encoding="utf-8")
PARAGRAPHS = set(re.findall(r"\*\*§(\d+\.\d+)\*\*", TEXT))


def test_the_text_lists_every_option_with_its_usual_value_and_its_paragraph():
    rows = re.findall(r"^\| `([a-z-]+)` \| `([^`]+)` \| ([^|]+) \| ([\d.]+) \|", TEXT, re.M)
    options = find_module("cetkaik-old").options
    assert [row[:3] for row in rows] == [
        (option.key, option.usual, option.allowed.replace("|", ", ")) for option in options
    ]
    for (_, _, _, paragraph), option in zip(rows, options, strict=True):
        assert f"§{paragraph}" in option.meaning
        assert f"`{option.key}=" in TEXT.partition(f"**§{paragraph}**")[2].partition("<a id")[0]


def test_every_paragraph_can_be_linked_to_is_cited_rightly_and_has_its_own_test():
    anchors = re.findall(r'<a id="s(\d+-\d+)"></a>\*\*§(\d+\.\d+)\*\*', TEXT)
    assert len(anchors) == len(PARAGRAPHS)
    assert all(anchor.replace("-", ".") == number for anchor, number in anchors)
    code = "".join(
        file.read_text(encoding="utf-8") for file in (ROOT / "printkit/games/cetkaik_old").glob("*.py")
    )
    cited = set(re.findall(r"§(\d+\.\d+)", code))
    assert len(cited) > 12
    assert cited <= PARAGRAPHS
    tests = (ROOT / "tests/games/test_cetkaik_old.py").read_text(encoding="utf-8")
    assert {".".join(found) for found in re.findall(r"def test_s(\d+)_(\d+)_", tests)} == PARAGRAPHS


def test_the_set_up_and_the_water_of_the_text_are_those_played():
    shown = {}
    for row, cells in re.findall(r"^\| ([A-Z]+) \|(.*)\|$", TEXT, re.M):
        for column, cell in zip(GRID.columns, cells.split("|"), strict=True):
            shown[column + row] = cell.strip()
    board = zip(GRID.names, make_game("cetkaik-old").start.board, strict=True)
    assert shown == {name: piece for name, piece in board if piece}
    named = TEXT.partition("nine squares ")[2].partition(".")[0].replace(" and", "")
    assert named.split() == [*"NO TO ZO XO CO ZI ZU ZY ZAI".split()]
    assert {GRID.index[name] for name in named.split()} == WATER
