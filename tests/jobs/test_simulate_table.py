"""Simulations of several seats: what is counted adds up, is played as `play` plays it, and prints the agreed keys."""

from __future__ import annotations

import json

import pytest

from printkit.errors import InputError
from printkit.games.find import make_game
from printkit.jobs.play import play
from printkit.jobs.simulate import simulate
from printkit.jobs.simulate_table import TableReport
from printkit.solver.table_play import play_table


def test_game_number_n_is_the_one_play_plays_with_this_seed():
    game = make_game("tottarot")
    tally = play_table(game, ("greedy",) * 3, 3)
    records = [play("tottarot", seed=seed, player="greedy") for seed in range(3)]
    wins = [seat for record in records for seat in record.result.split("+")]
    assert {seat: tally.wins[seat] + tally.shared[seat] for seat in "ABC"} == {
        seat: wins.count(seat) for seat in "ABC"
    }


def test_what_is_counted_adds_up():
    game = make_game("tottarot", ["players=2", "turns=2"])
    tally = play_table(game, ("random", "cautious"), 20, seed=3)
    assert tally.games == 20
    assert sum(tally.wins.values()) + sum(tally.shared.values()) // 2 == 20
    assert tally.rounds <= sum(tally.tokens.values()) <= 2 * tally.rounds
    assert tally.draws == 4 * tally.rounds
    assert tally.rounds * 2 <= sum(tally.held.values()) <= 4 * tally.rounds
    assert all(tally.held_tokens[kind] <= tally.held[kind] for kind in tally.held)


def test_a_bad_player_is_named_before_a_game_is_played():
    with pytest.raises(InputError, match="unknown player"):
        simulate("tottarot", games=10**9, player="random,nobody")


def test_there_is_no_place_to_start_on():
    with pytest.raises(InputError, match="no places to start on"):
        simulate("tottarot", games=1, start="best")


def test_several_players_sit_in_turn():
    report = simulate("tottarot", games=2, player="random,greedy", options=["turns=1"])
    assert isinstance(report, TableReport)
    assert [rate.name for rate in report.seats] == ["A random", "B greedy", "C random"]
    assert (report.wins, report.rate, report.ci95) == report.seats[0][1:2] + report.seats[0][3:]


def test_the_command_prints_the_agreed_keys_and_more(run):
    answer = run("simulate", "tottarot", "--games", "3", "--option", "turns=1", "--json")
    assert (answer.code, answer.err) == (0, "")
    facts = json.loads(answer.out)
    agreed = "game options player start games wins rate ci95 draws_mean choices_mean seconds games_per_second"
    assert list(facts)[:12] == agreed.split()
    assert {"rounds_mean", "seats", "places", "fates"} == set(list(facts)[12:])
    assert [place["name"] for place in facts["places"]] == ["0", "1", "2"]


def test_the_command_reads_well(run):
    answer = run("simulate", "tottarot", "--games", "3", "--option", "turns=1", "--player", "greedy,random")
    assert "A greedy" in answer.out
    assert "victory tokens a round by place" in answer.out
