"""A game as a row of small decisions: whatever is legal can be decided for, and nothing else."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest

from printkit.environments.decisions import FLAT, Decisions, decisions_of
from printkit.errors import InputError
from printkit.games.core import CHANCE, IllegalAction
from printkit.games.find import find_games, find_module
from printkit.games.game import GameModule


def _decided(decisions, rng, longest):
    """The points of a play at random."""
    point, passed = decisions.start, [decisions.start]
    while len(passed) <= longest and (seat := decisions.seat(point)) is not None:
        if seat == CHANCE:
            numbers = [number for number, _ in decisions.chances(point)]
            point = decisions.happened(point, numbers[int(rng.random() * len(numbers))])
        else:
            legal = decisions.legal(point)
            point = decisions.after(point, legal[int(rng.random() * len(legal))])
        passed.append(point)
    return passed


def _reached(decisions, point):
    """The positions that all decisions from here lead to, each through all its steps."""
    found: set[str] = set()
    ahead = [point]
    while ahead:
        for number in decisions.legal(at := ahead.pop()):
            after = decisions.after(at, number)
            if after.steps:
                ahead.append(after)
            else:
                found.add(after.state.position())
    return found


@pytest.mark.parametrize("game_id", find_games())
def test_all_that_is_legal_can_be_decided_for_and_nothing_else(game_id):
    decisions = decisions_of(game_id)
    points = _decided(decisions, Random(2), 90)
    choices = [point for point in points if decisions.seat(point) not in (CHANCE, None) and not point.steps]
    for point in choices[:2] + choices[-2:]:
        wanted = {point.state.after(action).position() for action in point.state.legal()}
        assert _reached(decisions, point) == wanted
    for point in points:
        if decisions.seat(point) not in (CHANCE, None):
            legal = decisions.legal(point)
            assert list(legal) == sorted(set(legal))
            assert 0 <= legal[0] <= legal[-1] < decisions.count
        elif decisions.seat(point):
            odds = decisions.chances(point)
            assert sum(share for _, share in odds) == pytest.approx(1)
            assert all(0 <= number < decisions.chance_count for number, _ in odds)


def test_a_game_with_few_actions_is_decided_at_once_and_one_with_many_in_steps():
    for game_id in find_games():
        decisions = decisions_of(game_id)
        count = decisions.game.spaces().seats.count
        assert decisions.stepwise == (count > FLAT), game_id
        assert decisions.count <= FLAT, game_id
        assert decisions.stepwise or decisions.count == count, game_id


def test_a_number_stands_for_the_same_step_wherever_it_is_taken():
    decisions = decisions_of("mok-kaik", ("players=2",))
    point = next(
        point for point in _decided(decisions, Random(1), 40) if decisions.seat(point) not in (CHANCE, None)
    )
    number = next(
        number for number in decisions.legal(point) if decisions.text(number).startswith("play set")
    )
    taken = decisions.after(point, number)
    assert taken.steps == (decisions.text(number),)
    assert all(decisions.text(each).startswith(" ") for each in decisions.legal(taken))
    seat = decisions.seat(taken)
    other = next(each for each in decisions.game.seats if each != seat)
    assert seat == decisions.seat(point)
    assert decisions.view(taken, seat) == f"{decisions.view(point, seat)} | {decisions.text(number)}"
    assert decisions.observation(taken, seat) != decisions.observation(point, seat)
    assert decisions.view(taken, other) == decisions.view(point, other)
    assert decisions.observation(taken, other) == decisions.observation(point, other)


@pytest.mark.parametrize("game_id", ["mok-kaik", "tottarot"])
def test_what_is_not_legal_is_refused(game_id):
    decisions = decisions_of(game_id)
    point = next(
        point for point in _decided(decisions, Random(1), 60) if decisions.seat(point) not in (CHANCE, None)
    )
    wrong = next(number for number in range(decisions.count) if number not in decisions.legal(point))
    with pytest.raises((IllegalAction, ValueError), match="legal"):
        decisions.after(point, wrong)


@pytest.mark.parametrize("game_id", find_games())
def test_a_point_can_be_kept_and_copied(game_id):
    for point in _decided(decisions_of(game_id), Random(4), 60)[::20]:
        kept = pickle.loads(pickle.dumps(point))
        assert kept[1:] == point[1:]
        assert kept.decisions.game.options == point.decisions.game.options
        assert kept.decisions.longest == point.decisions.longest
        assert copy.deepcopy(point) is point


def test_a_play_is_broken_off_where_it_is_as_long_as_it_may_be():
    decisions = decisions_of("tottarot", (), 5)
    last = _decided(decisions, Random(1), 100)[-1]
    assert (last.played, decisions.seat(last), decisions.broken_off(last)) == (5, None, True)
    over = _decided(decisions_of("three-in-a-row"), Random(1), 100)[-1]
    assert not over.decisions.broken_off(over)


def test_a_game_that_states_no_actions_says_so():
    module = find_module("staircase")
    unstated = GameModule(id="mine", names=module.names, start=module.start, options=module.options)
    with pytest.raises(InputError, match="mine states no actions"):
        Decisions(unstated.game())


STEPS = {
    "cetkaik": "XU",
    "cetkaik-hard-tam": "XU",
    "cetkaik-old": "CO",
    "cetkaik-school": "a1",
    "mak-hup": "join b8",
    "mok-kaik": "play r1",
    "niek-hi": "play run3:5",
    "ta-xot": "discard be",
}
"""One step by its number, of each game decided in steps: a number that moves breaks what others trained."""


def test_steps_keep_their_numbers_from_version_to_version():
    stepwise = [game_id for game_id in find_games() if decisions_of(game_id).stepwise]
    numbered = {game_id: decisions_of(game_id) for game_id in stepwise}
    assert {each: found.text(found.count * 2 // 3) for each, found in numbered.items()} == STEPS
