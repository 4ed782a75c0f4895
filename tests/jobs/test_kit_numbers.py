"""Youscout is played with a kit's numbers and options where a kit is named: engine, kernel, records and solver."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from printkit.cli.app import main
from printkit.errors import InputError
from printkit.games.find import make_game
from printkit.games.record import write_record
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.play.play import play, replay_lines
from printkit.jobs.play.play_book import kit_game
from printkit.jobs.play.simulate import simulate
from printkit.jobs.play.solve import solve_lines
from printkit.kit.load import load_kit
from printkit.lab.youscout.clairvoyant import trace_game
from printkit.lab.youscout.jobs.deal import show_deal
from printkit.lab.youscout.simulation import Task
from printkit.paths import templates_dir
from tests.tiny_kit import spoil

GAMES = ("youscout", "youscout-simplified")
POSITION = "board=1,3,4,5,2,7 token=4 terminal=0"
"""A cup moves from 4 if its value and cups upstream of the Hierophant exceed wands upstream of the Priestess."""


@pytest.fixture(scope="module")
def own_kit(tmp_path_factory):
    """The kit with the numbers of swords and coins exchanged, and others of the Hierophant, for two terminals."""
    kit = Path(shutil.copytree(templates_dir() / "youscout", tmp_path_factory.mktemp("kits") / "youscout"))
    cards = kit / "cards.toml"
    text = cards.read_text(encoding="utf-8")
    old = "number = 5\nsword = [5, 0]\ncoin = [7, 3]\ncup = [3, 3]\nwand = [7, 5]"
    assert text.count(old) == 1
    turned = "number = 5\nsword = [5, 3]\ncoin = [7, 3]\ncup = [0, 3]\nwand = [7, 5]"
    text = (
        text.replace(old, turned)
        .replace("coin = [", "C = [")
        .replace("sword = [", "coin = [")
        .replace("C = [", "sword = [")
    )
    cards.write_text(text, encoding="utf-8")
    spoil(
        kit,
        "kit.toml",
        'version = "1.0"',
        'version = "1.0"\nvariant = true\noptions = ["terminals=2", "court=K10"]',
    )
    return kit


def end_of(game, action):
    return game.parse(POSITION).apply(action).token


@pytest.mark.parametrize("card", ["Cu1", "Cu2", "Cu3", "Cu8"])
def test_the_kits_numbers_decide_a_turn(own_kit, card):
    """The Hierophant on 4 has cups upstream 3, in the kit 0; the Priestess on 5 wands upstream 3: doubled."""
    value = int(card[2:])
    assert end_of(make_game("youscout"), f"draw {card}") == (5 if value + 6 > 6 else 4)
    assert end_of(kit_game("youscout", (), own_kit), f"draw {card}") == (5 if value + 0 > 6 else 4)


def test_what_the_kit_states_holds_where_nothing_else_is_asked(own_kit):
    assert kit_game("youscout", (), own_kit).options["terminals"] == "2"
    assert kit_game("youscout", {"terminals": "5"}, own_kit).options["terminals"] == "5"
    assert kit_game("youscout", ["terminals=5"], own_kit).options["court"] == "K10"
    assert kit_game("youscout", (), own_kit, settled=True).options["terminals"] == "3"


def test_an_option_the_kit_states_for_another_of_its_games_is_left_out(own_kit):
    """Nobody counts terminals in the game for several."""
    assert "terminals" not in kit_game("youscout-together", (), own_kit).options


def test_without_a_kit_no_kit_is_read(monkeypatch):
    monkeypatch.setattr("printkit.jobs.play.play_book.read_deck", None)
    monkeypatch.setattr("printkit.jobs.play.play_book.find_deck", None)
    assert kit_game("youscout").start == make_game("youscout").start


@pytest.mark.parametrize("game_id", GAMES)
def test_both_engines_play_with_the_kits_numbers_alike(own_kit, game_id):
    game = kit_game(game_id, ["replacements=1"] if game_id == "youscout" else (), own_kit)
    other = 0
    for number in range(60):
        traced = trace_game(Task(game, "random", seed=4), number)
        other += traced != trace_game(Task(make_game(game_id, game.options), "random", seed=4), number)
        state = game.start
        for card in traced.laid:
            state = state.apply(f"lay {card}")
        state = state.apply(f"place {traced.start}")
        for step in traced.steps:
            assert step.action in state.legal()
            state = state.apply(step.action)
            assert step.token == state.token
            assert [sorted(pile) for pile in step.piles] == [sorted(pile) for pile in state.piles]
    assert other > 10


def test_a_record_is_replayed_with_the_kit_and_with_its_own_options(own_kit, tmp_path):
    results = []
    for seed in range(40):
        file = tmp_path / f"{seed}.txt"
        file.write_text(write_record(play("youscout", seed=seed, kit_dir=own_kit)), encoding="utf-8")
        *_, last = replay_lines([str(file)], kit_dir=own_kit)
        assert last.split()[0].rstrip(":") in ("win", "lose")
        results.append(main(["replay", str(file)]))
    assert 1 in results


def test_a_record_of_other_options_than_the_kits_is_replayed_with_those(own_kit, tmp_path):
    spoiled = Path(shutil.copytree(own_kit, tmp_path / "youscout"))
    spoil(spoiled, "kit.toml", '"court=K10"', '"court=K10", "goal=1-1"')
    file = tmp_path / "usual.txt"
    file.write_text(write_record(play("youscout", options=["goal=25-56"], kit_dir=spoiled)), encoding="utf-8")
    assert "goal" not in file.read_text(encoding="utf-8")
    assert list(replay_lines([str(file)], kit_dir=spoiled))


def test_simulation_solver_and_deal_take_the_kit(own_kit, tmp_path, capsys):
    kit = simulate("youscout", games=3_000, player="thumb", kit_dir=own_kit)
    assert (kit.options["terminals"], kit.options["court"]) == ("2", "K10")
    assert (
        kit.wins
        != simulate("youscout", games=3_000, player="thumb", options=["terminals=2", "court=K10"]).wins
    )
    record = tmp_path / "game.txt"
    record.write_text(write_record(play("youscout", seed=3, kit_dir=own_kit)), encoding="utf-8")
    assert list(solve_lines([str(record)], games=64, kit_dir=own_kit))
    assert show_deal("0000-0000", kit_dir=own_kit)["options"]["terminals"] == "2"
    assert main(["deal", "0000-0000", "--kit-dir", str(own_kit), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["options"]["court"] == "K10"


def test_a_kit_without_the_numbers_is_one_clear_line(own_kit, tmp_path):
    kit = Path(shutil.copytree(own_kit, tmp_path / "youscout"))
    text = (kit / "cards.toml").read_text(encoding="utf-8")
    (kit / "cards.toml").write_text(text.replace("number = 7\n", "number = 6\n"), encoding="utf-8")
    with pytest.raises(InputError, match="has the number 6, which another card has"):
        kit_game("youscout", (), kit)


def test_a_bad_option_of_a_kit_is_refused(own_kit, tmp_path):
    kit = Path(shutil.copytree(own_kit, tmp_path / "youscout"))
    spoil(kit, "kit.toml", '"terminals=2"', '"terminals=none"')
    place = re.escape(f"{kit}/kit.toml [options]: option 'terminals' cannot be 'none'")
    with pytest.raises(InputError, match=place):
        kit_game("youscout", (), kit)
    with pytest.raises(InputError, match=place):
        print_variables(load_kit(kit), ())


def test_a_kit_that_is_a_file_is_one_clear_line(tmp_path):
    (tmp_path / "youscout").write_text("no folder", encoding="utf-8")
    with pytest.raises(InputError, match="is a file; a kit is a folder"):
        kit_game("youscout", (), tmp_path / "youscout")
