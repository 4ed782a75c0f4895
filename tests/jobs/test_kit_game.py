"""A game is played with what its kit prints: change cards.toml, and play and replay follow."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from printkit.errors import InputError
from printkit.games import tottarot
from printkit.games.find import make_game
from printkit.games.record import write_record
from printkit.jobs.play.play import play, replay_lines
from printkit.jobs.play.play_book import kit_game
from printkit.paths import templates_dir
from tests.tiny_kit import spoil, write_kit


@pytest.fixture
def own_kit(tmp_path):
    kit = Path(shutil.copytree(templates_dir() / "tottarot", tmp_path / "tottarot"))
    return spoil(kit, "cards.toml", "points = 2\n", "points = 9\n")


def test_the_shipped_kit_is_the_games_own_table():
    assert kit_game("tottarot").start == make_game("tottarot").start
    assert kit_game("youscout").start == make_game("youscout").start


def test_a_changed_kit_changes_the_game(own_kit):
    fates = dict(kit_game("tottarot", (), own_kit).start.rules.fates)
    assert (fates["star"].points, fates["star"].copies) == (9, 3)
    assert fates["sun"].points == 3


def test_a_record_is_replayed_with_the_kit_it_was_played_with(own_kit, tmp_path):
    file = tmp_path / "game.txt"
    record = play("tottarot", seed=5, player="greedy", kit_dir=own_kit)
    file.write_text(write_record(record), encoding="utf-8")
    lines = list(replay_lines([str(file)], kit_dir=own_kit))
    assert lines[-1].split()[0].rstrip(":") == record.result


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("points = 9\n", 'points = "many"\n', "is not a whole number"),
        ("points = 9\n", "points = 99\ncopies = 300\n", "copies.*300"),
        ("points = -5\n", "points = -5\nface = 3\n", "TOML|key is missing"),
    ],
)
def test_a_kit_that_cannot_be_played_is_one_clear_line(own_kit, old, new, words):
    with pytest.raises(InputError, match=words):
        kit_game("tottarot", (), spoil(own_kit, "cards.toml", old, new))


def test_a_kit_for_no_such_game_is_refused(tmp_path, own_kit):
    with pytest.raises(InputError, match="not for tottarot"):
        kit_game("tottarot", (), write_kit(tmp_path / "other"))
    with pytest.raises(InputError, match="not for youscout"):
        kit_game("youscout", (), own_kit)


def test_a_game_that_knows_only_its_own_cards_takes_no_kit(own_kit, monkeypatch):
    monkeypatch.setattr(tottarot, "GAME", replace(tottarot.GAME, cards_of=None))
    with pytest.raises(InputError, match="uses its own cards"):
        kit_game("tottarot", (), own_kit)
