"""Players see a view and the legal actions, and answer with one of these."""

from __future__ import annotations

from itertools import chain, repeat

import pytest

from printkit.errors import InputError
from printkit.games.players import PREFERENCES, GaveUp, asking, make_player


def _luck(*values: float):
    return chain(values, repeat(0.0)).__next__


def test_random_gives_every_action_the_same_share():
    player = make_player("random", _luck(0.0, 0.34, 0.99))
    assert [player("", ("a", "b", "c")) for _ in range(3)] == ["a", "b", "c"]


@pytest.mark.parametrize("name", ["move", "stay"])
def test_move_and_stay_do_what_they_are_called(name):
    player = make_player(name, _luck())
    assert player("", ("move", "stay")) == name
    assert player("", ("done", "replace Cu1 1>2")) == "done"
    assert player("", ("place 1", "place 2")) == "place 1"


def test_an_unknown_player_is_refused_with_a_hint():
    with pytest.raises(InputError, match=r"unknown player 'mov' \(did you mean 'move'\?\)"):
        make_player("mov", _luck())
    assert "human" not in PREFERENCES


def _ask(*answers: str):
    told: list[str] = []
    return asking(iter(answers), told.append), told


def test_a_person_answers_with_an_action_or_its_number():
    player, told = _ask("stay", " 1 \n")
    assert player("", ("move", "stay")) == "stay"
    assert player("", ("move", "stay")) == "move"
    assert told[0] == "1: move  2: stay"


def test_a_person_is_told_what_is_legal_until_the_answer_is():
    player, told = _ask("jump", "0", "3", "²", "", "move")
    assert player("", ("move", "stay")) == "move"
    assert len(told) == 6
    assert told[1] == "'jump' is not legal; choose one of: move, stay; or quit"


@pytest.mark.parametrize("answers", [(), ("quit",), ("jump",)])
def test_a_person_may_leave(answers):
    player, _ = _ask(*answers)
    with pytest.raises(GaveUp):
        player("", ("move", "stay"))
