"""Properties of every registered game: the contract of states, and what every game must come with."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from printkit.errors import InputError
from printkit.games.core import CHANCE, IllegalAction
from printkit.games.find import find_games, find_module, make_game
from printkit.games.game import Game
from printkit.games.players import sight_of
from printkit.games.record import read_record, record_of, replay, write_record
from printkit.games.table import FACE_DOWN, Item, Table, Zone
from printkit.solver.seats import seated
from printkit.solver.table_play import played
from tests.games.chance import Numbers

RECORDS = Path(__file__).resolve().parent / "records"
LONGEST = 100
"""Actions of one driven play; longer ones are broken off, which the contract allows anywhere."""

every_game = pytest.mark.parametrize("game_id", find_games())


def _options(game_id: str) -> st.SearchStrategy[dict[str, str]]:
    """Any options of a game: choices from their lists, counts up to 4 or without limit."""

    def values(option) -> st.SearchStrategy[str]:
        candidates = (*option.allowed.split("|"), "0", "1", "2", "3", "4", "infinity")
        return st.sampled_from([value for value in candidates if option.read(value) is not None])

    return st.fixed_dictionaries({option.key: values(option) for option in find_module(game_id).options})


def _game(game_id: str, data) -> Game:
    """The game under any options that go together; those that contradict each other are thrown away."""
    try:
        return make_game(game_id, data.draw(_options(game_id)))
    except InputError:
        # Alone, each of them is allowed; a game may refuse a combination, as 6 players for 5 turns.
        reject()


def _play(game, data) -> list:
    """The states of one play driven by hypothesis, from the start, with the actions taken."""
    state, passed = game.start, []
    for _ in range(LONGEST):
        legal = state.legal()
        if not legal:
            break
        action = legal[data.draw(st.integers(0, len(legal) - 1))]
        passed.append((state, action))
        state = state.apply(action)
    return [*passed, (state, None)]


def _check_moment(game, state) -> None:
    legal, seat = state.legal(), state.to_move()
    assert list(legal) == sorted(set(legal))
    assert bool(legal) == (seat is not None) == (state.outcome() is None)
    assert seat in (None, CHANCE, *game.seats)
    chances = state.chances()
    if seat == CHANCE:
        assert [action for action, _ in chances] == list(legal)
        assert all(isinstance(weight, Fraction) and weight > 0 for _, weight in chances)
        assert sum(weight for _, weight in chances) == 1
    else:
        assert chances == ()
    outcome = state.outcome()
    if outcome:
        assert outcome.result in game.results
        assert len(outcome.scores) == len(game.seats)
        assert outcome.reason
    returns = state.returns()
    assert len(returns) == len(game.seats)
    assert all(isinstance(points, float) for points in returns)
    position = state.position()
    assert "\n" not in position
    parsed = game.parse(position)
    assert parsed == state
    assert hash(parsed) == hash(state)
    assert parsed.position() == position


@every_game
@given(data=st.data())
@settings(max_examples=20)
def test_the_contract_holds_at_every_moment_of_any_play(game_id, data):
    game = _game(game_id, data)
    stated: dict[tuple[str, str], tuple[str, ...]] = {}
    before = []
    for state, _ in _play(game, data):
        _check_moment(game, state)
        for seat in game.seats:
            assert game.picture(state, seat)
            if state.to_move() == seat:
                # What a seat sees settles what it may do: else its view would hide something it must know.
                assert stated.setdefault((seat, state.view(seat)), state.legal()) == state.legal()
        before.append((state, hash(state), state.position()))
    if len(game.seats) > 1:
        assert len({game.start.view(seat) for seat in game.seats}) == len(game.seats), "a view names its seat"
    for state, old_hash, old_position in before:
        assert (hash(state), state.position()) == (old_hash, old_position)


@every_game
@given(data=st.data())
@settings(max_examples=20)
def test_a_seat_imagines_what_it_cannot_show_from_the_truth(game_id, data):
    """The same view, the same actions, and nothing left of what was hidden: determinizing again gives the same."""
    game = _game(game_id, data)
    seat = data.draw(st.sampled_from(game.seats))
    for state, _ in _play(game, data)[::3]:
        world = state.determinize(seat, Random(5))
        _check_moment(game, world)
        assert world.view(seat) == state.view(seat)
        assert world.table(seat) == state.table(seat)
        assert game.picture(world, seat) == game.picture(state, seat)
        assert world.to_move() == state.to_move()
        if state.to_move() == seat:
            assert world.legal() == state.legal()
        assert world.determinize(seat, Random(5)) == world, (
            "the imagined state still depends on what is hidden"
        )
        assert world.seen(seat) == state.seen(seat)


def _lying(table) -> Counter[tuple[str, str]]:
    """How often each face lies in each zone."""
    return Counter(
        (zone.place, item.face)
        for zone in table.zones
        for item in zone.items
        if item and item.face != FACE_DOWN
    )


def _sights(state, seats) -> dict[str, Counter[tuple[str, str]]]:
    """What everybody sees lying, and what lies there, by seat; the empty seat sees all."""
    return {seat: _lying(state.table(seat)) for seat in ("", *seats)}


def _forgotten(before, after, seat) -> list[tuple[str, str]]:
    """What a seat saw lying in a zone, what still lies there, and what the seat no longer sees.

    Only faces that lie once on the table are looked at: of two equal cards nobody can say which one stayed.
    """
    seen, sees, lay, lies = before[seat], after[seat], before[""], after[""]
    copies = Counter(
        face for table in (lay, lies) for (_, face), count in table.items() for _ in range(count)
    )
    return [key for key in seen if lies[key] > sees[key] and copies[key[1]] == 2]


@every_game
@given(data=st.data())
@settings(max_examples=20)
def test_a_seat_never_forgets_what_it_saw_lying(game_id, data):
    """Perfect recall of cards: what a seat once saw in a place it sees as long as it lies there."""
    game = _game(game_id, data)
    passed = [(state.stage(), _sights(state, game.seats)) for state, _ in _play(game, data)]
    for (stage, before), (next_stage, after) in pairwise(passed):
        if stage == next_stage:
            for seat in game.seats:
                assert _forgotten(before, after, seat) == []


def test_the_recall_test_sees_a_seat_forget():
    def sights(face: str):
        shown = {"": "sun", "A": face}
        table = lambda seat: Table(seat, None, (Zone("x", "row", (Item(shown[seat]),)),))  # noqa: E731
        return _sights(SimpleNamespace(table=table), "A")

    assert _forgotten(sights("sun"), sights(FACE_DOWN), "A") == [("x", "sun")]
    assert _forgotten(sights(FACE_DOWN), sights(FACE_DOWN), "A") == []


@every_game
@given(data=st.data())
@settings(max_examples=10)
def test_a_seat_hears_no_more_of_an_action_than_it_sees_afterwards(game_id, data):
    game = _game(game_id, data)
    seat = data.draw(st.sampled_from(game.seats))
    for state, action in _play(game, data)[::5]:
        if action is None:
            continue
        heard = state.heard(seat, action)
        assert action.startswith(heard)
        if state.to_move() == seat:
            assert heard == action
            continue
        verb = action.partition(" ")[0]
        for other in (each for each in state.legal()[:12] if each.partition(" ")[0] == verb):
            if state.after(other).view(seat) == state.after(action).view(seat):
                assert other.startswith(heard)


@every_game
@given(data=st.data())
@settings(max_examples=20)
def test_chance_is_drawn_by_its_odds_and_rules_go_on_by_themselves(game_id, data):
    game = _game(game_id, data)
    stage = game.start.stage()
    for state, action in _play(game, data):
        assert state.stage() >= stage, "stages only go up"
        stage = state.stage()
        if state.to_move() == CHANCE:
            chances = dict(state.chances())
            assert {state.sample(Random(seed)) for seed in range(3)} <= {*chances}
            first = state.chances()[0][0]
            assert state.sample(Numbers(0.0)) in chances
            assert first in state.legal()
        if action is not None:
            assert state.after(action) == state.apply(action)
    assert [state.index(seat) for seat in game.seats] == list(range(len(game.seats)))


@every_game
def test_every_generic_player_plays_it_to_the_end_or_to_the_limit(game_id):
    game = make_game(game_id)
    for name in ("random", "greedy"):
        play = played(game, [name] * len(game.seats), 3)
        assert play.states[-1].to_move() is None or len(play.actions) == game.module.ply_limit
    state, rng = game.start, Random(1)
    while state.to_move() == CHANCE:
        state = state.after(state.sample(rng))
    seat = state.to_move()
    for name in ("flat:4", "ismcts:4", "ismcts:4:ordered:greedy", "ismcts:4:cut", "minimax:1"):
        sight = sight_of(game, state, seat)
        answers = {seated(game, name, Random(2))(sight) for _ in range(2)}
        assert len(answers) == 1
        assert answers < {*state.legal()} or len(state.legal()) == 1


@every_game
def test_caches_of_rules_are_bounded(game_id):
    """An unbounded one grows by thousands of entries a second while a player searches."""
    module = import_module(type(make_game(game_id).start).__module__)
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    assert not re.search(r"@(functools\.)?cache\b|maxsize=None", source)


@every_game
@given(data=st.data())
@settings(max_examples=20)
def test_a_written_record_replays_to_the_same_states(game_id, data):
    game = _game(game_id, data)
    play = _play(game, data)
    record = record_of(game, [action for _, action in play if action is not None])
    text = write_record(record)
    again = read_record(text)
    assert again == record
    steps = list(replay(again, game))
    assert (steps[-1].state if steps else game.start) == play[-1][0]
    assert write_record(again) == text


@every_game
@given(data=st.data())
@settings(max_examples=20)
def test_applying_twice_gives_equal_states_and_illegal_actions_are_refused(game_id, data):
    game = _game(game_id, data)
    for state, action in _play(game, data):
        if action is not None:
            assert state.apply(action) == state.apply(action)
        for wrong in ("", "no such action", f"{action} "):
            with pytest.raises(IllegalAction) as caught:
                state.apply(wrong)
            assert caught.value.legal == state.legal()


@every_game
@given(text=st.text(), data=st.data())
@settings(max_examples=30)
def test_no_position_crashes_the_parser(game_id, text, data):
    game = make_game(game_id)
    position = _play(game, data)[-1][0].position()
    cut = data.draw(st.integers(0, len(position)))
    for hostile in (text, position[:cut] + text + position[cut:], position[:cut], position[cut:]):
        try:
            state = game.parse(hostile)
        except InputError as problem:
            assert problem.problems  # noqa: PT017 - either answer is right, a crash is not
        else:
            _check_moment(game, state)


@every_game
def test_the_usual_options_are_allowed_and_tidy(game_id):
    for option in find_module(game_id).options:
        assert option.read(option.usual) == option.usual
        assert option.read("no such value") is None
        assert option.meaning
        assert option.key == option.key.lower()
    game = make_game(game_id)
    stated = [option for option in find_module(game_id).options if not option.quiet]
    assert dict(game.options) == {option.key: option.usual for option in stated}


@every_game
def test_the_game_has_its_id_and_a_name_in_both_languages(game_id):
    game = make_game(game_id)
    assert game.id == game_id
    assert sorted(game.name) == ["en", "ja"]
    assert all(game.name.values())
    assert game.seats


@every_game
def test_two_games_of_the_same_options_are_the_same(game_id):
    assert make_game(game_id).start == make_game(game_id).start
    assert hash(make_game(game_id).start) == hash(make_game(game_id).start)


@every_game
def test_the_game_has_records_that_replay(game_id):
    files = sorted((RECORDS / game_id).glob("*.txt"))
    assert files, f"write one: printkit play {game_id} > tests/records/{game_id}/first.txt"
    for file in files:
        text = file.read_text(encoding="utf-8")
        record = read_record(text, file.name)
        assert record.game == game_id
        assert record.lines
        assert ";" in text, f"{file}: say in a comment why it exists"
        options = [f"{key}={value}" for key, value in record.options]
        assert list(replay(record, make_game(game_id, options), file.name))


def test_every_folder_of_records_is_of_a_game():
    assert {folder.name for folder in RECORDS.iterdir() if folder.is_dir()} <= set(find_games())


def test_the_contract_test_sees_a_state_that_breaks_it():
    game = make_game("youscout")

    class Unsorted:
        """A state with its legal actions in reverse order."""

        def __getattr__(self, name):
            return getattr(game.start, name)

        def legal(self):
            return game.start.legal()[::-1]

    with pytest.raises(AssertionError):
        _check_moment(game, Unsorted())
