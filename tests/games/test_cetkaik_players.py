"""What players of 机戦 go by: worth, the player expectimax, and what a simulation counts."""

from __future__ import annotations

from random import Random

import pytest

from printkit.games.cetkaik.players import values
from printkit.games.find import make_game
from printkit.games.players import sight_of
from printkit.games.record import read_record, replay
from printkit.jobs.play.solve import solve_lines
from printkit.paths import templates_dir
from printkit.solver.seats import seated
from printkit.solver.table_play import TableTask, play_table
from tests.games.cetkaik_boards import SCHOOL, STANDARD, after, placed, read


def answer(match, player="expectimax"):
    """What the player does here."""
    game = make_game(STANDARD)
    return seated(game, player, Random(1))(sight_of(game, match, match.to_move()))


def test_the_worth_of_captured_pieces_grows_with_the_rate_up_to_what_there_is_to_win():
    game = make_game(STANDARD)
    start = {
        "hop_IA": ["赤将", "黒兵"],
        "board": {"ZO": "皇", "ZIA": "黒王:IA", "ZA": "赤王:A"},
        "turn": "IA",
    }
    at = {rate: game.worth(read(start | {"rate": rate}), "IA") for rate in (1, 2, 64)}
    turn = game.worth(read(start | {"hop_IA": []}), "IA") - 20
    assert at[2] - 20 - turn == pytest.approx(2 * (at[1] - 20 - turn))
    assert at[64] == 40 + turn
    assert game.worth(read(start | {"rate": 64}), "A") == pytest.approx(-turn)


def test_expectimax_takes_a_king_and_the_points():
    taken = after(placed("LAI=黒弓:IA LI=赤王:A PA=赤兵:A ZO=皇 ZIA=黒王:IA"), "LAI>LI")
    assert answer(placed("LAI=黒弓:IA LI=赤王:A PA=赤兵:A ZO=皇 ZIA=黒王:IA")) == "LAI>LI"
    assert answer(taken) == "taxot"


def test_expectimax_saves_its_king():
    # 弓 on ZA looks down the column at 王.
    facing = placed("ZA=赤弓:A ZIA=黒王:IA KIA=黒兵:IA KA=赤兵:A NO=皇")
    saved = after(facing, answer(facing))
    assert saved.turn == "A"
    assert "ZA>ZIA" not in saved.moves()


def test_expectimax_ends_a_season_rather_than_let_the_rate_rise_for_the_other_side():
    # After 再行 A would take 王 at twice the rate; 終季 brings 5 at once.
    due = after(placed("LAI=黒弓:IA LI=赤王:A ZA=赤弓:A ZIA=黒王:IA NO=皇"), "LAI>LI")
    assert answer(due) == "taxot"


def test_expectimax_wins_school_seasons_against_random():
    tally = play_table(TableTask(_one_season, ("expectimax", "random"), rotate=True), 6)
    assert tally.by_player["expectimax"].mean == 1


def _one_season():
    return make_game(SCHOOL, ["seasons=1"])


def test_a_simulation_counts_hands_rates_and_what_going_on_brought():
    record = read_record(
        (templates_dir() / "cetkaik/games/school.txt").read_text(encoding="utf-8"), "school.txt"
    )
    game = make_game(SCHOOL)
    steps = list(replay(record, game))
    actions = [step.line.text for step in steps]
    found = list(game.module.census.entries([game.start, *(step.state for step in steps)], actions))
    assert [(entry.row, entry.gained) for entry in found if entry.table in ("seasons", "first", "again")] == [
        ("turns", 7),
        ("rate at the end", 1),
        ("points of the side that moves first", 5),
        ("turns", 18),
        ("rate at the end", 2),
        ("points of the side that moves first", -15),
        ("with a hand: points if the season had ended", 5),
        ("with a hand: points the season brought", 15),
    ]
    assert [entry.row for entry in found if entry.table == "hands" and entry.gained] == [
        "王",
        "車弓兵",
        "船兵兵",
    ]


def test_values_are_what_expectimax_goes_by():
    due = after(placed("LAI=黒弓:IA LI=赤王:A ZA=赤弓:A ZIA=黒王:IA NO=皇"), "LAI>LI")
    found = values(due)
    assert set(found) == set(due.legal())
    assert found["taxot"] == 5
    assert max(found, key=found.__getitem__) == answer(due)
    # Nobody can win more than there is.
    rich = placed("LAI=黒弓:IA LI=赤兵:A PA=赤兵:A ZO=皇 ZIA=黒王:IA", hop_IA=["赤王", "赤将"], rate=64)
    assert max(values(rich).values()) == 20


def test_solve_judges_a_record_without_imagined_games():
    file = str(templates_dir() / "cetkaik/games/school.txt")
    lines = list(solve_lines([file]))
    assert "as the game's own search values them" in lines[0]
    assert any("tymok gives away" in line for line in lines)
    assert lines[-1].strip().startswith("given away: A")
    assert "±" not in "".join(lines)
