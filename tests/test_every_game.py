"""Properties of every registered game: the contract of states, and what every game must come with."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from printkit.errors import InputError
from printkit.games.core import CHANCE
from printkit.games.find import find_games, find_module, make_game
from printkit.games.players import sight_of
from printkit.games.record import read_record, replay
from printkit.games.zones import FACE_DOWN, Item, Table, Zone
from printkit.solver.contract import LAWS, Moment, broken_at, forgotten, options_of, sights
from printkit.solver.seats import seated
from printkit.solver.table_play import played
from tests.games.chance import Numbers

RECORDS = Path(__file__).resolve().parent / "records"
LONGEST = 100
"""Actions of one driven play; longer ones are broken off, which the contract allows anywhere."""

every_game = pytest.mark.parametrize("game_id", find_games())


def _options(game_id):
    """Any options of a game: choices from their lists, counts up to 4 or without limit."""
    values = options_of(find_module(game_id))
    return st.fixed_dictionaries({key: st.sampled_from(every) for key, every in values.items()})


def _game(game_id, data):
    """The game under any options that go together; those that contradict each other are thrown away."""
    try:
        return make_game(game_id, data.draw(_options(game_id)))
    except InputError:
        # Alone, each of them is allowed; a game may refuse a combination, as 6 players for 5 turns.
        reject()


def _play(game, data):
    """One play driven by hypothesis, from the start."""
    state, passed = game.start, []
    for _ in range(LONGEST):
        legal = state.legal()
        if not legal:
            break
        action = legal[data.draw(st.integers(0, len(legal) - 1))]
        passed.append(Moment(state, action))
        state = state.apply(action)
    return [*passed, Moment(state, None)]


@every_game
@given(data=st.data())
@settings(max_examples=12)
def test_the_contract_holds_in_any_play(game_id, data):
    game = _game(game_id, data)
    play, seed = _play(game, data), data.draw(st.integers(0, 99))
    broken = {name: [*law(game, play, Random(seed))] for name, law in LAWS.items()}
    assert broken == {name: [] for name in LAWS}


def test_the_recall_test_sees_a_seat_forget():
    def lying(face):
        shown = {"": "sun", "A": face}
        table = lambda seat: Table(seat, None, (Zone("x", "row", (Item(shown[seat]),)),))  # noqa: E731
        return sights(table, "A")

    assert forgotten(lying("sun"), lying(FACE_DOWN), "A") == [("x", "sun")]
    assert forgotten(lying(FACE_DOWN), lying(FACE_DOWN), "A") == []


@every_game
def test_chance_may_fall_at_the_edge_of_its_odds(game_id):
    state = make_game(game_id).start
    if state.to_move() == CHANCE:
        assert state.sample(Numbers(0.0)) in dict(state.chances())


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
    for name in ("flat:4", "flat:6:sure", "ismcts:4", "ismcts:4:ordered:greedy", "ismcts:4:cut", "minimax:1"):
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
            assert list(broken_at(game, state)) == []


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


def test_the_contract_sees_a_state_that_breaks_it():
    game = make_game("youscout")

    class Unsorted:
        """A state with its legal actions in reverse order."""

        def __getattr__(self, name):
            return getattr(game.start, name)

        def legal(self):
            return game.start.legal()[::-1]

    assert any("not sorted" in message for message in broken_at(game, Unsorted()))
