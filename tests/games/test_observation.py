"""Observations: values as numbers; a state differs wherever a seat sees a difference, in every game."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from printkit.games.actions import Either, Row, Words, numbers
from printkit.games.codec import HIDDEN
from printkit.games.core import CHANCE
from printkit.games.find import find_games, make_game
from printkit.games.observation import (
    Bag,
    Number,
    Observation,
    OneOf,
    Pile,
    Slots,
    Texts,
    fingerprint,
    subsets,
)
from printkit.solver.contract import LAWS, Moment, random_play

WRITTEN = {
    "a number": (Number(), 7, [7.0]),
    "a truth": (Number(), True, [1.0]),
    "no limit": (Number(), float("inf"), [-1.0]),
    "one of some": (OneOf(("a", "b")), "b", [0.0, 1.0, 0.0]),
    "none of them": (OneOf(("a", "b")), None, [0.0, 0.0, 0.0]),
    "a hidden one": (OneOf(("a", "?")), HIDDEN, [0.0, 0.0, 1.0]),
    "one that looks like it": (OneOf(("a", "?")), "?", [0.0, 1.0, 0.0]),
    "cards in no order": (Bag(("a", "b")), ("a", "b", "b", HIDDEN), [1.0, 2.0, 1.0]),
    "cards in their order": (Pile(("a", "b", "b", "c")), ("b", "a", "b"), [3.0, 0.5, 0.25, 0.75, 0.0]),
    "a gap": (Pile(("a", "b")), ("b", None), [2.0, 0.0, 0.5]),
    "slots": (Slots(Number(), 3), (5, 6), [2.0, 5.0, 6.0, 0.0]),
    "letters": (subsets("AB"), "AB", [0.0, 0.0, 0.0, 1.0, 0.0]),
}
REFUSED = {
    "a stranger": (OneOf(("a", "b")), "c", "not among"),
    "a strange card": (Bag(("a",)), ("b",), "not among"),
    "one card too many": (Pile(("a", "b")), ("a", "a"), "not so many"),
    "too many": (Slots(Number(), 1), (1, 2), "where 1 were stated"),
    "another text": (Texts(Words(("go",))), "stop", "do not say"),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_a_value_has_its_numbers(name):
    coding, value, wanted = WRITTEN[name]
    assert coding.write(value) == wanted
    assert coding.size == len(wanted)


@pytest.mark.parametrize("name", REFUSED)
def test_a_value_that_was_not_stated_is_refused(name):
    coding, value, words = REFUSED[name]
    with pytest.raises(ValueError, match=words):
        coding.write(value)


def test_a_text_is_written_by_its_steps():
    coding = Texts(Either("pass", Row("bet ", numbers(1, 2))))
    assert coding.write("bet 2") == [0.0, 1.0, 0.0, *fingerprint("bet 2"), 0.0]
    assert coding.write("") == [0.0] * 8
    assert coding.write(HIDDEN) == [*[0.0] * 7, 1.0]


def test_fingerprints_are_of_their_text():
    assert fingerprint("a") == fingerprint("a") != fingerprint("b")
    assert all(0 <= number < 1 for number in fingerprint("a"))


def test_a_statement_of_a_field_that_is_not_there_is_refused():
    game = make_game("last-trick")
    with pytest.raises(TypeError, match="no field hand"):
        Observation(game.start, game.seats, {"hand": Number()})


@pytest.mark.parametrize("game_id", find_games())
def test_what_a_seat_cannot_tell_apart_is_observed_alike_and_all_else_not(game_id):
    game = make_game(game_id)
    observation = game.observation()
    seen: dict[tuple[float, ...], str] = {}
    for seed in range(2):
        for state, _ in random_play(game, Random(seed), 60)[::3]:
            for seat in game.seats:
                numbers_seen = tuple(observation.of(state, seat))
                assert seen.setdefault(numbers_seen, state.view(seat)) == state.view(seat)
                world = state.determinize(seat, Random(seed))
                assert tuple(observation.of(world, seat)) == numbers_seen
    assert len(seen) > 10 or game_id in ("staircase", "three-in-a-row")


def test_the_contract_sees_an_order_that_is_lost():
    game = make_game("last-trick")
    first = game.start.changed(trick=("b1", "r1"))
    play = [Moment(state, None) for state in (first, first.changed(trick=("r1", "b1"))) for _ in range(5)]
    assert list(LAWS["observation"](game, play, Random(1))) == []
    careless = replace(game, module=replace(game.module, codings=lambda start: {"trick": Bag(("b1", "r1"))}))
    assert "as one" in next(LAWS["observation"](careless, play, Random(1)))[0]


def test_the_parts_of_an_observation_have_their_places():
    game = make_game("last-trick")
    observation, state, rng = game.observation(), game.start, Random(1)
    while state.to_move() == CHANCE:
        state = state.after(state.sample(rng))
    seen = observation.of(state, "B")
    kinds = len({*state.talon, *(card for hand in state.hands for card in hand)})
    assert seen[observation.parts["seat"]] == [0.0, 1.0, 0.0, 0.0]
    hands = seen[observation.parts["hands"]]
    assert hands[kinds] == len(state.hands[0])
    assert sum(hands[kinds + 1 : 2 * kinds + 1]) == len(state.hands[1])
    assert observation.parts["talon"].stop == observation.size
