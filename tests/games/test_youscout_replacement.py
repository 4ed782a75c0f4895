"""Youscout §5: war replacement."""

from __future__ import annotations

import pytest

from printkit.errors import InputError
from printkit.games.core import CHANCE, PLAYER, IllegalAction
from printkit.games.find import make_game

BEFORE = "token=2 terminal=13 2=Cu4 4=Co1"


def _moved(table, *options, before=BEFORE):
    return table(before, *options).apply("draw Sw5").apply("move")


def _ways(state):
    """Where each card may go, such as `Cu4 2>5`."""
    return {action.removeprefix("replace ") for action in state.legal() if action != "done"}


def test_s5_1_usually_off(table):
    assert make_game("youscout").options["replacements"] == "0"
    moved = _moved(table)
    assert moved.to_move() == CHANCE
    assert moved.replacing is None


def test_s5_1_only_after_a_chosen_move(table):
    waits = table(BEFORE, "replacements=1").apply("draw Sw5")
    assert waits.apply("move").to_move() == PLAYER
    assert waits.apply("stay").to_move() == CHANCE


def test_s5_1_the_player_may_stop(table, piles):
    moved = _moved(table, "replacements=3")
    done = moved.apply("done")
    assert piles(done) == piles(moved)
    assert done.to_move() == CHANCE


def test_s5_1_a_replaced_card_lies_last_on_its_new_pile(table, piles):
    moved = _moved(table, "replacements=1").apply("replace Cu4 2>4")
    assert piles(moved) == {"4": "Co1 Cu4", "Sw": "Sw5"}


@pytest.mark.parametrize("times", [1, 3])
def test_s5_1_so_often_and_then_the_phase_ends_by_itself(table, times):
    state = _moved(table, f"replacements={times}")
    for turn in range(times):
        assert state.to_move() == PLAYER
        state = state.apply("replace Cu4 2>1" if turn % 2 == 0 else "replace Cu4 1>2")
    assert state.to_move() == CHANCE


def test_s5_1_without_limit(table):
    state = _moved(table, "replacements=infinity")
    before = state.position()
    for _ in range(20):
        state = state.apply("replace Cu4 2>1").apply("replace Cu4 1>2")
    assert state.position() == before


def test_s5_1_where_nothing_can_be_replaced_there_is_no_phase(table):
    moved = _moved(table, "replacements=3", before="token=2 terminal=13")
    assert moved.to_move() == CHANCE


def test_s5_2_cups_and_coins_may_cross(table):
    ways = _ways(_moved(table, "replacements=1"))
    assert ways == {f"Cu4 2>{to}" for to in ("1", "3", "4", "5", "6", "Co")} | {
        f"Co1 4>{to}" for to in ("1", "2", "3", "5", "6", "Co")
    }


def test_s5_2_none_keeps_cups_among_cups_and_coins_among_coins(table):
    ways = _ways(_moved(table, "replacements=1", "cross=none"))
    assert ways == {"Cu4 2>1", "Cu4 2>3", "Co1 4>5", "Co1 4>6", "Co1 4>Co"}


def test_s5_2_all_also_opens_the_swords_and_the_discards(table):
    moved = _moved(table, "replacements=1", "cross=all", before="token=2 terminal=13 D=Wa1 2=Cu4")
    assert _ways(moved) == {f"Cu4 2>{to}" for to in ("1", "3", "4", "5", "6", "Sw", "Co", "D")} | {
        f"Sw5 Sw>{to}" for to in ("1", "2", "3", "4", "5", "6", "Co", "D")
    }


def test_s5_2_a_card_may_be_discarded_under_all(table, piles):
    moved = _moved(table, "replacements=1", "cross=all").apply("replace Cu4 2>D")
    assert piles(moved) == {"D": "Cu4", "4": "Co1", "Sw": "Sw5"}


@pytest.mark.parametrize(("limit", "allowed"), [("0", 0), ("1", 1), ("2", 2)])
def test_s5_3_so_many_may_go_to_the_lower_coins(table, limit, allowed):
    before = "token=2 terminal=13 2=Cu4,Cu6 4=Co1"
    state = _moved(table, "replacements=9", f"lower-coin-replacements={limit}", before=before)
    gone = 0
    while to_coins := [action for action in state.legal() if action.endswith(">Co")]:
        state = state.apply(to_coins[0])
        gone += 1
    assert gone == allowed
    assert state.to_move() == PLAYER


def test_s5_3_a_card_may_leave_the_lower_coins_again(table):
    state = _moved(table, "replacements=9", "lower-coin-replacements=1").apply("replace Cu4 2>Co")
    assert "replace Cu4 Co>2" in state.legal()
    back = state.apply("replace Cu4 Co>2")
    assert "replace Cu4 2>Co" not in back.legal()


def test_s5_3_without_limit(table):
    state = _moved(table, "replacements=infinity", "lower-coin-replacements=infinity")
    for _ in range(4):
        state = state.apply("replace Cu4 2>Co").apply("replace Cu4 Co>2")
    assert "replace Cu4 2>Co" in state.legal()


def test_s5_3_is_usually_two():
    assert make_game("youscout").options["lower-coin-replacements"] == "2"


def test_s5_4_a_cup_among_coins_counts_like_a_coin(table, piles):
    state = table("token=4 terminal=0 4=Co1,Cu9,Co3").apply("draw Sw9")
    assert piles(state) == {"4": "Co1 Co3", "5": "Cu9", "D": "Sw9"}


def test_s5_4_a_coin_among_cups_helps_a_wand(table, piles):
    state = table("token=4 terminal=0 1=Co8").apply("draw Wa1")
    assert (state.token, piles(state)) == (1, {"D": "Wa1 Co8"})


@pytest.mark.parametrize(
    "action", ["replace Cu4 2>2", "replace Cu4 4>1", "replace Cu5 2>1", "move", "replace"]
)
def test_an_illegal_replacement_names_the_legal_ones(table, action):
    moved = _moved(table, "replacements=1", "cross=none")
    with pytest.raises(IllegalAction, match=r"legal: done, replace Co1 4>5, replace Co1 4>6"):
        moved.apply(action)


@pytest.mark.parametrize(
    "field", ["3", "3/2/1", "4/2", "3/3", "infinity/2", "3/infinity", "-1/2", "x/y", "0/2", "３/2"]
)
def test_a_position_beyond_the_options_is_refused(table, field):
    with pytest.raises(InputError):
        table(f"token=5 terminal=13 2=Cu4 Sw=Sw5 replacing={field}", "replacements=3")


def test_a_position_in_the_phase_is_read_back(table):
    state = _moved(table, "replacements=infinity", "lower-coin-replacements=infinity")
    assert state.position().endswith("replacing=infinity/infinity")
    assert _moved(table, "replacements=3").apply("replace Cu4 2>Co").position().endswith("replacing=2/1")
