"""Simulations of several seats: what is counted adds up, is played as `play` plays it, and prints the agreed keys."""

from __future__ import annotations

import json
import shutil
from functools import partial
from pathlib import Path

import pytest

from printkit.errors import InputError
from printkit.games.core import Outcome
from printkit.games.find import find_games, find_module, find_players, make_game, seats_option
from printkit.games.game import Entry, winners_of
from printkit.jobs.play.play import play
from printkit.jobs.play.simulate import TableReport, simulate
from printkit.paths import templates_dir
from printkit.solver.table_play import Sample, TableTask, play_table, played
from tests.tiny_kit import spoil

TABLE_GAMES = [game_id for game_id in find_games() if find_module(game_id).seats_option]


def _task(*options, names, seed=0):
    return TableTask(partial(make_game, "tottarot", options), names, seed)


def test_game_number_n_is_the_one_play_plays_with_this_seed():
    tally = play_table(_task(names=("greedy",) * 3), 3)
    records = [play("tottarot", seed=seed, player="greedy") for seed in range(3)]
    wins = [seat for record in records for seat in record.result.split("+")]
    assert {seat: tally.wins[seat] for seat in "ABC"} == {seat: wins.count(seat) for seat in "ABC"}


def test_what_is_counted_adds_up():
    tally = play_table(_task("players=2", "turns=2", names=("random", "cautious"), seed=3), 20)
    places = [tally.counted["places", place] for place in "01"]
    fates = [sample for (table, _), sample in tally.counted.items() if table == "fates"]
    assert tally.games == 20
    assert sum(share.total for share in tally.shares.values()) == 20
    assert tally.rounds <= sum(place.total for place in places) <= 2 * tally.rounds
    assert [place.count for place in places] == [tally.rounds] * 2
    assert tally.draws == 4 * tally.rounds
    assert tally.rounds * 2 <= sum(fate.count for fate in fates) <= 4 * tally.rounds
    assert all(fate.total <= fate.count for fate in fates)


def test_two_workers_count_the_same():
    task = _task("turns=1", names=("greedy", "random", "cautious"), seed=2)
    assert play_table(task, 70, workers=2) == play_table(task, 70)


def test_an_interrupt_leaves_the_games_that_were_finished():
    def stop(done, total):
        if done == 2:
            raise KeyboardInterrupt

    assert play_table(_task(names=("random",) * 3), 5, progress=stop).games == 2


def test_a_mean_has_wilsons_interval_where_it_is_a_rate_and_else_the_normal_laws():
    rate, mean = Sample(), Sample()
    for gained in (0, 1, 1, 0):
        rate.add(gained)
    for gained in (0.5, 1.5, -1, 3):
        mean.add(gained)
    assert rate.interval == pytest.approx((0.15, 0.85), abs=0.01)
    assert (mean.mean, *mean.interval) == pytest.approx((1.0, -0.4286, 2.4286), abs=1e-3)


@pytest.mark.parametrize("game_id", TABLE_GAMES)
def test_every_game_of_several_seats_can_be_simulated(game_id):
    """A game's module declares everything: its seats, its census, and the players in its folder."""
    game = make_game(game_id, [seats_option(game_id, 2)])
    assert len(game.seats) == 2
    census = game.module.census
    for name in ("random", *find_players(game_id)):
        if name == "search":
            continue
        states, actions, _ = played(game, ("random", name), 1)
        assert set(winners_of(game, states[-1].outcome())) <= set(game.seats)
        entries = list(census.entries(states, actions)) if census else []
        assert all(isinstance(entry, Entry) and entry.table in census.titles for entry in entries)
        assert not census or census.rounds(states[-1]) >= 1


def test_winners_are_the_seats_a_result_names():
    game = make_game("tottarot")
    assert winners_of(game, Outcome("A+C", (2, 0, 2), "")) == ("A", "C")
    assert winners_of(game, Outcome("draw", (1, 1, 1), "")) == ()


def test_a_game_for_one_has_no_seats_to_choose(run):
    assert run("simulate", "youscout", "--games", "1", "--seats", "2").code == 2
    with pytest.raises(InputError, match="does not let you choose"):
        seats_option("youscout", 2)


def test_seats_and_players_may_be_named(run):
    words = (
        "simulate",
        "tottarot",
        "--games",
        "2",
        "--seats",
        "4",
        "--players",
        "random,greedy",
        "--no-rotate",
        "--json",
    )
    facts = json.loads(run(*words).out)
    assert [seat["name"] for seat in facts["seats"]] == ["A random", "B greedy", "C random", "D greedy"]


def test_the_kit_whose_cards_are_played_with_may_be_named(tmp_path, run):
    kit = Path(shutil.copytree(templates_dir() / "tottarot", tmp_path / "tottarot"))
    spoil(kit, "cards.toml", 'icon = "flip"', 'icon = "reveal"')
    spoil(kit, "cards.toml", "points = -5", "points = 4")
    for command in (
        ("simulate", "--games", "6", "--players", "greedy"),
        ("equilibrium", "--option", "turns=1"),
    ):
        words = (command[0], "tottarot", *command[1:], "--seats", "2")
        usual, changed = run(*words), run(*words, "--kit-dir", str(kit))
        assert (usual.code, changed.code) == (0, 0)
        assert usual.out.splitlines()[3:-1] != changed.out.splitlines()[3:-1]


def test_a_bad_player_is_named_before_a_game_is_played():
    with pytest.raises(InputError, match="unknown player"):
        simulate("tottarot", games=10**9, player="random,nobody")


def test_there_is_no_place_to_start_on():
    with pytest.raises(InputError, match="no places to start on"):
        simulate("tottarot", games=1, start="best")


def test_records_are_of_plays_by_the_rules_which_start_anywhere(tmp_path):
    with pytest.raises(InputError, match="leave out --records") as caught:
        simulate("youscout", games=1, player="thumb", start="best", records=tmp_path / "games.jsonl")
    assert "no places to start on" in str(caught.value)
    assert not any(tmp_path.iterdir())


def test_several_players_sit_in_turn():
    report = simulate("tottarot", games=2, player="random,greedy", options=["turns=1"], rotate=False)
    assert isinstance(report, TableReport)
    assert [rate.name for rate in report.seats] == ["A random", "B greedy", "C random"]
    assert (report.wins, report.rate, report.ci95) == report.seats[0][1:2] + report.seats[0][3:]


def test_different_players_meet_on_every_deal_in_every_seat():
    """Three players, two deals in all rotations: the same chance for each, whatever else they do."""
    report = simulate(
        "tottarot", games=6, player="random,greedy,cautious", options=["turns=1", "victories=1"]
    )
    assert isinstance(report, TableReport)
    assert [rate.name for rate in report.seats] == ["A", "B", "C"]
    assert [(rate.name, rate.of) for rate in report.players] == [
        ("random", 2),
        ("greedy", 2),
        ("cautious", 2),
    ]
    assert sum(rate.rate for rate in report.players) == pytest.approx(1.0)
    game = make_game("tottarot", ["turns=1", "victories=1"])
    draws = [
        [action for action in played(game, ("random",) * 3, number, 0).actions if action.startswith("draw")][
            :3
        ]
        for number in range(3)
    ]
    assert draws[0] == draws[1] == draws[2]


def test_the_command_prints_the_agreed_keys_and_more(run):
    answer = run("simulate", "tottarot", "--games", "3", "--option", "turns=1", "--json")
    assert (answer.code, answer.err) == (0, "")
    facts = json.loads(answer.out)
    agreed = "game options player start games wins rate ci95 draws_mean choices_mean seconds games_per_second"
    assert list(facts)[:12] == agreed.split()
    assert list(facts)[12:] == ["rounds_mean", "unfinished", "seats", "shares", "points", "places", "fates"]
    assert [place["name"] for place in facts["places"]] == ["0", "1", "2"]


def test_the_command_reads_well(run):
    answer = run("simulate", "tottarot", "--games", "3", "--option", "turns=1", "--player", "greedy,random")
    assert "share of the wins by player, each deal in every rotation:\n  greedy" in answer.out
    assert "victory tokens a round by place" in answer.out


def _lines(file):
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("game_id", find_games())
def test_the_games_that_were_played_are_written_down_as_data(game_id, tmp_path):
    file = tmp_path / "new" / "games.jsonl"
    simulate(game_id, games=1, seed=2, options=_short(game_id), records=file)
    (line,) = _lines(file)
    game = make_game(game_id, [f"{key}={value}" for key, value in line["options"].items()])
    state = game.start
    for seat, action in zip(line["by"], line["actions"], strict=True):
        assert state.to_move() == seat
        state = state.apply(action)
    outcome = state.outcome()
    assert line["game"] == game_id
    assert list(line["players"]) == list(game.seats)
    assert line["result"] == (outcome.result if outcome else "unfinished")
    assert line["returns"] == list(state.returns())


def _short(game_id):
    known = {option.key for option in find_module(game_id).options}
    return [f"{key}=1" for key in ("seasons", "rounds", "terminals", "victories") if key in known]


def test_a_line_names_the_seed_that_plays_it_again(tmp_path):
    file = tmp_path / "games.jsonl"
    simulate("tottarot", games=3, player="greedy", records=file)
    for line in _lines(file):
        record = play("tottarot", seed=line["seed"], player="greedy")
        assert [row.text for row in record.lines] == line["actions"]
        assert line["deal"] == line["seed"]


def test_lines_are_the_same_with_two_workers_and_rotations_share_a_deal(tmp_path):
    files = [tmp_path / f"{workers}.jsonl" for workers in (1, 2)]
    for workers, file in enumerate(files, 1):
        simulate(
            "tottarot",
            games=70,
            player="greedy,random",
            options=["players=2", "turns=1"],
            workers=workers,
            records=file,
        )
    assert files[0].read_bytes() == files[1].read_bytes()
    lines = _lines(files[0])
    assert [line["deal"] for line in lines] == [number // 2 for number in range(70)]
    assert [line["players"]["A"] for line in lines[:3]] == ["greedy", "random", "greedy"]


def test_the_file_of_games_appears_whole_or_not_at_all(tmp_path):
    def stop(done, total):
        if done == 2:
            raise KeyboardInterrupt

    def fail(done, total):
        raise RuntimeError

    report = simulate("tottarot", games=5, records=tmp_path / "games.jsonl", progress=stop)
    assert report.games == len(_lines(tmp_path / "games.jsonl")) == 2
    with pytest.raises(RuntimeError):
        simulate("tottarot", games=5, records=tmp_path / "others.jsonl", progress=fail)
    assert [file.name for file in tmp_path.iterdir()] == ["games.jsonl"]
    with pytest.raises(InputError, match="is a folder"):
        simulate("tottarot", games=1, records=tmp_path)


def test_the_command_writes_the_games(run, tmp_path):
    file = tmp_path / "games.jsonl"
    words = ("--games", "2", "--option", "turns=1", "--records", str(file))
    assert run("simulate", "tottarot", *words).code == 0
    assert [line["seed"] for line in _lines(file)] == [0, 1]
