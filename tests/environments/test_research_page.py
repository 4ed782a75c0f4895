"""What docs/research.md prints is what runs, and its table is what the games have."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from printkit.environments.decisions import decisions_of
from printkit.games.find import find_games

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S)
TABLE = [re.split(r" *\| *", line.strip("| ")) for line in PAGE.splitlines() if line.count("|") == 7]
ROWS = {row[0]: row[1:] for row in TABLE}
EXAMPLES = {file.stem.replace("_", "-") for file in (ROOT / "tests" / "examples").glob("*.py")}
SHIPPED = [game_id for game_id in find_games() if game_id not in EXAMPLES]


def test_the_page_has_its_code():
    assert len(BLOCKS) == 3


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_the_code_of_the_page_runs(number):
    done = subprocess.run(
        [sys.executable, "-c", BLOCKS[number]], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_the_table_of_the_page_has_every_game():
    assert list(ROWS)[2:] == SHIPPED


@pytest.mark.parametrize("game_id", SHIPPED)
def test_the_table_of_the_page_is_what_the_games_have(game_id):
    found = decisions_of(game_id)
    actions, chance = (space.count for space in found.game.spaces())
    way = "steps" if found.stepwise else "actions"
    assert ROWS[game_id] == [f"{actions:,}", way, f"{found.count:,}", f"{chance}", f"{found.size:,}"]
