"""The four levels: every game has them, the same seed plays the same, and a weak one neither misses nor gives a win."""

from __future__ import annotations

from itertools import chain, islice, repeat
from random import Random

import pytest

from printkit.errors import InputError
from printkit.games.core import CHANCE
from printkit.games.find import find_games, find_module, make_game
from printkit.games.players import sight_of
from printkit.jobs.completion import WORDS
from printkit.jobs.play.play import play
from printkit.solver.players import at_random
from printkit.solver.seats import (
    LEVELS,
    hands_over,
    known_players,
    level_names,
    nearly_best,
    seated,
    telling_players,
    wins_at_once,
)

FEW = 3
"""Decisions of one short play."""

TABLES = {"cetkaik-old": {}, "niek-hi": {"players": "2", "seasons": "1"}}
"""A board game, and a card game in which two seats know each other's cards, for all are dealt."""


def _cut():
    """A search that is stopped at once."""
    return True


def _short_play(game, level):
    """The first actions of a game whose seats all play at this level, their searches cut short."""
    luck, rng, state, actions = Random(5), Random(6), game.start, []
    players = {seat: seated(game, level, rng, _cut) for seat in game.seats}
    while (seat := state.to_move()) is not None and len(actions) < FEW:
        if seat == CHANCE:
            state = state.after(state.sample(luck))
            continue
        actions.append(players[seat](sight_of(game, state, seat)))
        state = state.apply(actions[-1])
    return actions


@pytest.mark.parametrize("name", ["random~1", "thumb~1", "medium~2", "strong~0.5"])
def test_only_searches_take_a_margin(name):
    with pytest.raises(InputError, match=f"'{name.partition('~')[0]}' takes no margin"):
        seated(make_game("linked-ships"), name, Random(0))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game_id", find_games())
def test_every_level_of_every_game_plays_legally_and_again_the_same(game_id, level):
    game = make_game(game_id)
    actions = _short_play(game, level)
    assert len(actions) == FEW or game.module.ply_limit
    assert actions
    assert actions == _short_play(make_game(game_id), level)


@pytest.mark.parametrize("game_id", ["linked-ships", "mountain-road"])
def test_a_race_against_people_who_play_at_random_ends(game_id):
    """A search whose imagined games are broken off early may not see that it stands still; nothing else ends these."""
    game = make_game(game_id)
    luck, rng, state = Random(3), Random(4), game.start
    players = {seat: seated(game, "random", rng) for seat in game.seats} | {
        game.seats[0]: seated(game, "medium", rng)
    }
    for _ in range(game.module.ply_limit // 2):
        seat = state.to_move()
        if seat is None:
            break
        state = state.after(
            state.sample(luck) if seat == CHANCE else players[seat](sight_of(game, state, seat))
        )
    assert state.to_move() is None
    assert max(range(len(game.seats)), key=state.returns().__getitem__) == 0


@pytest.mark.parametrize("game_id", find_games())
def test_every_game_names_the_levels_first(game_id):
    assert known_players(game_id)[:4] == LEVELS
    assert {*find_module(game_id).levels} <= {*LEVELS}
    behind = level_names(make_game(game_id))
    assert tuple(behind) == LEVELS
    assert len({*behind.values()}) == len(LEVELS)


def test_a_shell_completes_the_levels_first():
    assert tuple(WORDS["player"]())[:4] == LEVELS


def test_a_record_names_the_level():
    record = play("lu-tu", player=["medium", "easy", "beginner"])
    assert dict(record.headers)["player"] == "medium,easy,beginner"


def _random_states(game, seed):
    """The states of a random play in which a seat is to act."""
    rng, state, states = Random(seed), game.start, []
    while (seat := state.to_move()) is not None:
        if seat != CHANCE:
            states.append(state)
        state = state.after(state.sample(rng) if seat == CHANCE else at_random(game, state, rng))
    return states


def _wins(game, state):
    return [action for action in state.legal() if wins_at_once(game, state, action)]


def _late(game):
    """The last states of random plays, one play after the other."""
    return chain.from_iterable(_random_states(game, seed)[-3:] for seed in range(40))


@pytest.mark.parametrize("game_id", TABLES)
def test_a_beginner_takes_a_win_in_one(game_id):
    game = make_game(game_id, TABLES[game_id])
    won = (state for state in _late(game) if 0 < len(_wins(game, state)) < len(state.legal()))
    for state in islice(won, 2):
        assert seated(game, "beginner", Random(1))(sight_of(game, state, state.to_move())) in _wins(
            game, state
        )


@pytest.mark.parametrize("game_id", TABLES)
def test_a_beginner_hands_no_win_over_even_where_its_judge_would(game_id):
    game = make_game(game_id, TABLES[game_id])
    for state, gifts in islice(_tempting(game), 2):
        loving = lambda sight, gifts=gifts: {each: float(each in gifts) for each in sight.legal}  # noqa: E731
        player = nearly_best(game, loving, 0.0, Random(1))
        assert player(sight_of(game, state, state.to_move())) not in gifts


def _tempting(game):
    """Late states in which some actions, but not all, let the next seat win, with these; nobody wins at once."""
    for state in _late(game):
        gifts = {action for action in state.legal() if hands_over(game, state.after(action), state.to_move())}
        if gifts and len(gifts) < len(state.legal()) and not _wins(game, state):
            yield state, gifts


def test_there_are_wins_to_take_and_gifts_to_keep():
    game = make_game("niek-hi", TABLES["niek-hi"])
    assert len([*islice(_tempting(game), 2)]) == 2
    assert len([*islice(filter(lambda state: _wins(game, state), _late(game)), 2)]) == 2


def test_only_what_is_nearly_the_best_is_chosen():
    game = make_game("lu-tu")
    state = game.start
    while state.to_move() == CHANCE:
        state = state.after(state.sample(Random(1)))
    legal = state.legal()
    values = {action: float(at) for at, action in enumerate(legal)}
    player = nearly_best(game, lambda sight: values, 2.0, Random(1))
    chosen = {player(sight_of(game, state, state.to_move())) for _ in range(60)}
    assert chosen == {*legal[-3:]}


def test_a_search_stops_when_it_is_told():
    game = make_game("lu-tu")
    state = next(state for state in _random_states(game, 1) if len(state.legal()) > 1)
    imagined = []
    for stops in (repeat(False), iter([False, False, True])):
        stop = stops.__next__
        sight = sight_of(game, state, state.to_move())
        seen: list[int] = []
        counted = type(sight)(
            game,
            sight.seat,
            sight.legal,
            lambda rng, seen=seen: seen.append(1) or state,
            lambda: state,
            lambda: "",
        )
        object.__setattr__(counted, "view", state.view(sight.seat))
        seated(game, "ismcts:20", Random(1), stop)(counted)
        imagined.append(len(seen))
    assert imagined == [20, 3]


@pytest.mark.parametrize("name", ["greedy~", "greedy~much", "greedy~-1", "ismcts:9~1e9", "greedy:3"])
def test_a_margin_is_a_small_number(name):
    with pytest.raises(InputError, match="no player"):
        seated(make_game("lu-tu"), name, Random(0))


@pytest.mark.parametrize("game_id", find_games())
def test_researchers_are_offered_what_means_something(game_id):
    """No level, no second name of a search, and no player without anything to go by."""
    offered, game = telling_players(game_id), make_game(game_id)
    assert len(set(offered)) == len(offered)
    assert set(offered) < set(known_players(game_id))
    assert not {"search", *LEVELS} & {*offered}
    assert set(game.module.players) <= set(offered)
    assert ("minimax" in offered) == bool(game.module.worth and not game.start.has_secrets())
    for name in {*offered} & {
        "random",
        "flat",
        "greedy",
        "ismcts",
        "minimax",
        "values",
        *game.module.players,
    }:
        assert seated(game, name, Random(0), _cut)
