"""Players get what their seat may know, and answer with one of its legal actions."""

from __future__ import annotations

from random import Random

import pytest

from printkit.errors import InputError
from printkit.games.find import make_game
from printkit.games.players import PlayerLeft, asking, sight_of
from printkit.solver.seats import known_players, seated
from tests.games.chance import Numbers

GAME = make_game("last-trick")


def _sight(*legal):
    """A decision between these actions; nothing else of it is looked at."""
    return sight_of(GAME, GAME.start, "A", legal)


def test_random_gives_every_action_the_same_share():
    player = seated(GAME, "random", Numbers(0.0, 0.34, 0.99))
    assert [player(_sight("a", "b", "c")) for _ in range(3)] == ["a", "b", "c"]


@pytest.mark.parametrize("name", ["move", "stay"])
def test_move_and_stay_do_what_they_are_called(name):
    player = seated(make_game("youscout"), name, Numbers())
    assert player(_sight("move", "stay")) == name
    assert player(_sight("done", "replace Cu1 1>2")) == "done"
    assert player(_sight("place 1", "place 2")) == "place 1"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("move", "unknown player 'move'"),
        ("greedi", r"unknown player 'greedi' \(did you mean 'greedy'\?\)"),
        ("ismtcs:100", "did you mean 'ismcts'"),
        ("ismcts:0", "no player 'ismcts:0' .ismcts:NUMBER"),
        ("ismcts:100:quick", "no player"),
        ("flat:9999999", "at most 1,000,000"),
    ],
)
def test_an_unknown_player_is_refused_with_a_hint(name, words):
    with pytest.raises(InputError, match=words):
        seated(GAME, name, Random(0))
    assert "human" not in known_players("last-trick")


def test_every_game_has_the_players_of_all_games():
    assert {"random", "greedy", "flat", "ismcts", "minimax"} <= set(known_players("last-trick"))
    assert {"cautious", "equilibrium"} <= set(known_players("tottarot"))


def test_a_sight_shows_what_the_seat_may_know_and_imagines_the_rest():
    state = GAME.start
    for card in ("r1", "r2", "r3", "g1", "g2", "g3", "b1", "b2", "b3", "r4", "g4", "b4"):
        state = state.apply(f"draw {card}")
    sight = sight_of(GAME, state, "A")
    assert sight.seen.hands == (("b1", "g1", "r1", "r4"), ("?",) * 4, ("?",) * 4)
    assert sight.view == state.view("A")
    assert sight.legal == state.legal()
    worlds = [sight.imagine(Random(seed)) for seed in range(20)]
    assert {world.hands[0] for world in worlds} == {state.hands[0]}
    assert len({world.hands[1] for world in worlds}) > 10


def _ask(*answers):
    said: list[str] = []
    return asking(iter(answers), said.append), said


def test_a_person_answers_with_an_action_or_its_number():
    player, said = _ask("stay", " 1 \n")
    assert player(_sight("move", "stay")) == "stay"
    assert player(_sight("move", "stay")) == "move"
    assert said[0] == "1: move  2: stay"


def test_a_person_is_asked_again_until_the_answer_is_legal():
    player, said = _ask("jump", "0", "3", "²", "", "move")
    assert player(_sight("move", "stay")) == "move"
    assert len(said) == 6
    assert said[1] == "'jump' is not legal; choose one of: move, stay; or quit"


@pytest.mark.parametrize("answers", [(), ("quit",), ("jump",)])
def test_a_person_may_leave(answers):
    player, _ = _ask(*answers)
    with pytest.raises(PlayerLeft):
        player(_sight("move", "stay"))
