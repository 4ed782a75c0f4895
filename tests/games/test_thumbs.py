"""Rules of thumb of every game that states some: each has a say, sees nothing hidden, and together they beat luck."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest

from printkit.games.actions import Words
from printkit.games.core import CHANCE
from printkit.games.find import find_games, find_module, find_players, find_thumbs, make_game
from printkit.games.players import THUMB, Sight, following, preferred, sight_of
from printkit.solver.seats import seated

GAMES = tuple(game_id for game_id in find_games() if find_module(game_id).thumbs)
every_game = pytest.mark.parametrize("game_id", GAMES)

# Forms in which a rule has something to say that the usual one never asks.
FORMS = {"net-xy": ("pieces=2",)}
# Games that are short enough for many.
GAMES_PLAYED = {"cetkaik": 4, "cetkaik-hard-tam": 4, "cetkaik-old": 2, "cetkaik-school": 8, "linked-ships": 4}
MANY = 24


class Moment(NamedTuple):
    """What a seat saw, and the state it saw."""

    state: Any
    sight: Sight


def moments(game, plays):
    """Every choice of some plays by the rules of thumb and by luck in turns."""
    found = []
    for seed in range(plays):
        rng = Random(seed)
        players = [seated(game, (THUMB, "random")[(at + seed) % 2], rng) for at in range(len(game.seats))]
        state = game.start
        for _ in range(400):
            seat = state.to_move()
            if seat is None:
                break
            if seat == CHANCE:
                state = state.after(state.sample(rng))
                continue
            sight = sight_of(game, state, seat)
            if len(sight.legal) > 1:
                found.append(Moment(state, sight))
            state = state.after(players[game.seats.index(seat)](sight))
    return found


def say(thumb, sight):
    """What one rule prefers of all that is legal."""
    return {*thumb.prefers(sight.seen, sight.seen.index(sight.seat), sight.legal)} & {*sight.legal}


def test_all_games_with_a_choice_have_rules_of_thumb():
    assert len(GAMES) == 18
    assert {"saup-xy", "youscout", "youscout-simplified"} <= {*find_games()} - {*GAMES}
    assert find_module("saup-xy").actions(make_game("saup-xy").start).seats == Words(("stake",))
    assert all(THUMB in find_players(game_id) for game_id in GAMES)


@every_game
def test_each_rule_narrows_some_choice(game_id):
    game = make_game(game_id, FORMS.get(game_id, ()))
    thumbs = find_thumbs(game_id)
    assert len({thumb.id for thumb in thumbs}) == len(thumbs)
    seen = moments(game, 2)
    for thumb in thumbs:
        assert any(0 < len(say(thumb, sight)) < len(sight.legal) for _, sight in seen), thumb.id


@every_game
def test_the_rules_go_by_what_the_seat_may_see(game_id):
    """In another state that the seat cannot tell apart they prefer the same."""
    game, thumbs = make_game(game_id, FORMS.get(game_id, ())), find_thumbs(game_id)
    for state, sight in moments(game, 1)[:: 1 + (game_id.startswith("cetkaik")) * 9]:
        other = state.determinize(sight.seat, Random(5))
        assert preferred(thumbs, sight_of(game, other, sight.seat)) == preferred(thumbs, sight)


@every_game
def test_the_rules_beat_luck(game_id):
    """One seat by the rules among seats that play at random, each deal from every seat: points beyond the mean."""
    game = make_game(game_id)
    ahead = 0.0
    games = GAMES_PLAYED.get(game_id, MANY)
    for number in range(games):
        own, rng = number % len(game.seats), Random(number)
        players = [
            following(find_thumbs(game_id))(game, rng) if at == own else seated(game, "random", rng)
            for at in range(len(game.seats))
        ]
        state = game.start
        for _ in range(game.module.ply_limit):
            seat = state.to_move()
            if seat is None:
                break
            legal = state.legal()
            if seat == CHANCE:
                action = state.sample(rng)
            else:
                action = players[game.seats.index(seat)](sight_of(game, state, seat))
                assert action in legal
            state = state.after(action)
        points = state.returns()
        ahead += points[own] - sum(points) / len(points)
    assert ahead / games > 0
