"""`check --game`: what is said of a game that keeps its contract, of one that breaks a law, and of what is no game."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import printkit.games
from printkit.errors import InputError
from printkit.games import find
from printkit.jobs.check.check_game import check_game
from printkit.solver.contract import LAWS

LAST_TRICK = Path(__file__).resolve().parent.parent / "examples" / "last_trick.py"

AFTER = "    def after(self, action: Action) -> Self:\n"
# What is changed in the example game, and the law that sees it with the words it says.
SPOILT = {
    "actions out of order": (
        "in following or hand)",
        "in reversed(following or hand))",
        "moment",
        "not sorted",
    ),
    "a view that hides": (
        AFTER,
        f"    def view(self, seat):\n        return seat\n\n{AFTER}",
        "view",
        "hides something",
    ),
    "a state that changes": (
        AFTER,
        f"{AFTER}        self.__dict__['points'] = tuple(each + 1 for each in self.points)\n",
        "frozen",
        "changes the state",
    ),
    "a peek at what is hidden": (
        AFTER,
        f"    def determinize(self, seat, rng):\n        return self\n\n{AFTER}",
        "imagining",
        "depends on what is hidden",
    ),
    "a whisper": (
        AFTER,
        f"    def heard(self, seat, action):\n        return 'x'\n\n{AFTER}",
        "hearing",
        "hears 'x'",
    ),
    "a stage that goes back": (
        AFTER,
        f"    def stage(self):\n        return -len(self.played)\n\n{AFTER}",
        "chance",
        "goes down",
    ),
    "another position": (
        AFTER,
        f"    def parse(self, text):\n        return self\n\n{AFTER}",
        "moment",
        "another state",
    ),
    "an action it does not state": (
        'Actions(Row("play ", Words(CARDS))',
        'Actions(Row("play ", Words(CARDS[:-1]))',
        "numbers",
        "none of the actions",
    ),
    "a field with more in it than stated": (
        "    macros=(",
        '    codings=lambda start: {"trick": Slots(OneOf(CARDS), 1)},\n    macros=(',
        "observation",
        "where 1 were stated",
    ),
    "an observation of what is hidden": (
        AFTER,
        f"    def view(self, seat):\n        return seat\n\n{AFTER}",
        "observation",
        "cannot tell apart",
    ),
    "points that crash": (
        "return tuple(map(float, self.points))",
        "return 1 / 0",
        "moment",
        "ZeroDivisionError",
    ),
    "a play that crashes": ("action.split()", "action.split()[1:]", "playing", "ValueError"),
    "a name missing": ('"ja": "最後の一巡"', '"ja": ""', "name", "'ja'"),
}


@pytest.fixture
def spoilt(tmp_path):
    """A copy of the example game in a folder of one's own, changed; nothing of it stays."""
    before = list(printkit.games.__path__)

    def write(text):
        file = tmp_path / "spoilt_trick.py"
        file.write_text(text.replace('"last-trick"', '"spoilt-trick"'), encoding="utf-8")
        return file

    yield write
    printkit.games.__path__[:] = before
    sys.modules.pop("printkit.games.spoilt_trick", None)
    for known in (find._folders, find._module_names, find.find_games):
        known.cache_clear()


def test_a_game_that_keeps_its_contract_is_clean():
    report = check_game(str(LAST_TRICK), plays=4)
    assert report.clean
    assert report.closing.endswith(f"{len(LAWS)} laws: no law is broken in these plays")


@pytest.mark.parametrize("how", SPOILT)
def test_each_law_is_seen_broken(spoilt, how):
    old, new, law, words = SPOILT[how]
    text = LAST_TRICK.read_text(encoding="utf-8")
    assert old in text
    imported = "from printkit.games.observation import OneOf, Slots\nfrom printkit.games.state"
    text = text.replace("from printkit.games.state", imported, 1).replace(old, new, 1)
    report = check_game(str(spoilt(text)), plays=6)
    assert [each for each in report.findings if each.code == f"game-{law}" and words in each.message]
    assert not report.clean


def test_a_game_that_states_no_actions_is_told_what_it_lacks(spoilt):
    text = LAST_TRICK.read_text(encoding="utf-8")
    stated = next(line for line in text.splitlines() if "actions=" in line)
    report = check_game(str(spoilt(text.replace(stated + "\n", ""))), plays=2)
    assert report.clean
    assert [each.code for each in report.findings] == ["game-actions"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def broken(:\n", "cannot be loaded, line 1: SyntaxError"),
        ("\nimport nothing_of_that_name\n", "cannot be loaded, line 2: ModuleNotFoundError"),
        ("RULES = 1\n", "declares no game"),
    ],
)
def test_a_file_that_is_no_game_is_one_line(spoilt, text, words):
    with pytest.raises(InputError, match=words):
        check_game(str(spoilt(text)))


def test_a_name_that_is_taken_and_a_file_that_is_not_there_are_named(tmp_path):
    taken = tmp_path / "tottarot.py"
    taken.write_text(LAST_TRICK.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(InputError, match="another game is called 'tottarot'"):
        check_game(str(taken))
    with pytest.raises(InputError, match="no such file"):
        check_game(str(tmp_path / "nothing.py"))
    with pytest.raises(InputError, match="unknown game"):
        check_game("no-such-game")


def test_the_command_checks_a_game_or_files_not_both(run):
    answer = run("check", "--game", str(LAST_TRICK), "--json")
    assert answer.code == 0
    assert json.loads(answer.out)["clean"] is True
    for words in ((), ("youscout", "--game", "youscout")):
        assert run("check", *words).code == 2
