"""OpenSpiel plays our games: its random simulation succeeds, and its search is no better than ours."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]

GAMES = [
    ("staircase",),
    ("three-in-a-row",),
    ("last-trick", "players=2"),
    ("tottarot", "players=2", "victories=1"),
]


def _asked(*words: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-m", "tests.openspiel", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("words", GAMES, ids=[words[0] for words in GAMES])
def test_its_random_simulation_finds_nothing_to_object_to(words):
    assert _asked("simulate", *words) == "done"


def test_our_search_is_no_weaker_than_its_own_with_as_many_simulations():
    """Every deal is played with both seats; what is lost over all plays is within two standard errors."""
    won = _asked("match", "last-trick", "players=2")
    mean = sum(won) / len(won)
    error = (sum((each - mean) ** 2 for each in won) / len(won) / len(won)) ** 0.5
    assert mean > -2 * error
