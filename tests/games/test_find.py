"""Games are found by scanning, and requested by their id."""

from __future__ import annotations

import pytest

from printkit.errors import InputError
from printkit.games.find import find_games, find_module, make_game


def test_both_games_of_youscout_are_found_sorted():
    found = find_games()
    assert {"youscout", "youscout-simplified"} <= set(found)
    assert list(found) == sorted(found)


def test_the_frame_is_no_game():
    assert not {"core", "find", "record", "players"} & set(find_games())


@pytest.mark.parametrize(
    "game_id", ["youscot", "", "core", "../youscout", "youscout_simplified", "youscout.a"]
)
def test_an_unknown_game_is_refused_with_a_hint(game_id):
    with pytest.raises(InputError, match=r"unknown game .* \((did you mean|known:) .*youscout"):
        find_module(game_id)


def test_options_reach_the_game():
    assert make_game("youscout", ["terminals=1"]).options["terminals"] == "1"
