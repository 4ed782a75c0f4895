"""Actions as numbers: each text of a pattern has one, and each number one text; every game states all it allows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest

from printkit.errors import InputError
from printkit.games.actions import (
    END,
    ActionSpace,
    Chain,
    Either,
    Row,
    Some,
    Words,
    copies_of,
    numbers,
)
from printkit.games.find import find_games, find_module, make_game
from printkit.games.game import GameModule

ROOT = Path(__file__).resolve().parents[2]

CARDS = ("b1", "b1", "b2", "r1")
PATTERNS = {
    "words": (numbers(1, 3), ["1", "2", "3"]),
    "a row": (Row("bet ", numbers(1, 2), " on ", Words(("x", "y"))), ["bet 1 on x", "bet 2 on y"]),
    "ways that begin alike": (Either("go", Row("go ", Words(("a", "b"))), Row("go ", "b")), ["go", "go b"]),
    "some": (Row("sum ", Some(copies_of(CARDS), 1, 3)), ["sum b1", "sum b1 b1 r1"]),
    "words of which one begins another": (Row(Words(("1", "10")), ">", Words(("0", "00"))), ["1>00", "10>0"]),
    "a chain": (Row("a", Chain(Row(">", Words(("a", "b"))), 1, 3)), ["a>b", "a>b>a>a"]),
}


@pytest.mark.parametrize("name", PATTERNS)
def test_texts_and_numbers_are_each_others_inverse(name):
    pattern, texts = PATTERNS[name]
    space = ActionSpace(pattern)
    listed = [space.action(number) for number in range(space.count)]
    assert len(set(listed)) == space.count
    assert [space.number(text) for text in listed] == list(range(space.count))
    assert {*texts} <= {*listed}
    assert ["".join(space.steps(text)) for text in listed] == listed
    assert {step for text in listed for step in space.steps(text)} <= {*space.vocabulary}
    assert max(len(space.steps(text)) for text in listed) == space.longest


def test_some_of_sorted_cards_are_each_once():
    space = ActionSpace(Some(copies_of(CARDS), 0, 2))
    wanted = {" ".join(cards) for size in range(3) for cards in combinations(CARDS, size)}
    assert {space.action(number) for number in range(space.count)} == wanted


def test_a_text_that_may_go_on_ends_with_a_step():
    space = ActionSpace(Either("go", Row("go ", Words(("a", "b")))))
    assert (space.steps("go"), space.steps("go a")) == (("go",), ("go a",))
    space = ActionSpace(Row("sum ", Some(copies_of(CARDS), 1, 2)))
    assert space.steps("sum b2") == ("sum b2", END)
    assert space.steps("sum b2 r1") == ("sum b2", " r1")


@pytest.mark.parametrize("text", ["", "sum", "sum b2 b1", "sum b1 b1 b1", "sum b1 ", "sum r9"])
def test_a_text_the_pattern_does_not_have_has_no_number(text):
    with pytest.raises(ValueError, match="do not say"):
        ActionSpace(Row("sum ", Some(copies_of(CARDS), 1, 3))).number(text)


def test_a_number_beyond_the_last_has_no_text():
    space = ActionSpace(numbers(1, 3))
    for number in (-1, 3):
        with pytest.raises(ValueError, match="there are 3"):
            space.action(number)
    assert ActionSpace(Either()).count == 0


@pytest.mark.parametrize("game_id", find_games())
def test_every_game_states_its_actions_and_every_number_is_one(game_id):
    for space in make_game(game_id).spaces():
        for part in range(60 * bool(space.count)):
            number = (space.count - 1) * part // 59
            assert space.number(space.action(number)) == number


def test_a_game_that_states_none_says_so():
    module = find_module("staircase")
    unstated = GameModule(id="mine", names=module.names, start=module.start, options=module.options)
    with pytest.raises(InputError, match="mine states no actions"):
        unstated.game().spaces()


PLAYED = """
import json, sys
from random import Random
from printkit.games.core import CHANCE
from printkit.games.find import find_games, make_game
from printkit.solver.contract import random_play
said = {}
for game_id in find_games():
    game = make_game(game_id)
    spaces, numbers = game.spaces(), []
    for state, _ in random_play(game, Random(3), 80):
        space = spaces.chance if state.to_move() == CHANCE else spaces.seats
        numbers += [f"{space.number(action)} {action}" for action in state.legal()[:40]]
    said[game_id] = sorted(set(numbers)), *(space.vocabulary for space in spaces)
print(json.dumps(said))
"""


def test_numbers_are_the_same_in_every_process():
    answers = []
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", PLAYED], env=environment, capture_output=True, text=True, check=True
        )
        answers.append(json.loads(done.stdout))
    assert answers[0] == answers[1]
    assert sorted(answers[0]) == sorted(find_games())
    assert all(numbers for numbers, *_ in answers[0].values())


STATED = {
    "cetkaik": (347_570_681, "KAI*KA^XA^CIA"),
    "cetkaik-hard-tam": (347_570_681, "KAI*KA^XA^CIA"),
    "cetkaik-old": (43_584_733, "KAI>CA"),
    "cetkaik-school": (12_264_005, "d5*d5^a4*c5"),
    "linked-ships": (40, "plunder 2 B2"),
    "lu-tu": (30, "bet 4 on 2"),
    "mak-hup": (10_486_394, "sum r3 r1 r2 r4 r4 r7 r7"),
    "mak-kaik": (1_160, "swap b7 for re"),
    "mok-kaik": (1_043_377_047, "play run:2 r8 r8 re rk rs"),
    "mountain-road": (227, "mark C r8"),
    "nam-to": (6, "bet 4"),
    "net-xy": (4, "prize 6"),
    "ni-ne": (1_658, "play set:6 b0 b0 b0"),
    "niek-hi": (
        16_831_283_462_133,
        "play run10:6 b0 b1 b4 b4 b5 b6 b6 b8 be bk r0 r1 r1 r1 r2 r2 r3 r3 r4 r4 rk",
    ),
    "niek-kut-saup-xy": (3, "keep"),
    "saup-xy": (1, "stake"),
    "ta-xot": (544_916, "call run:k r8 re rk rs"),
    "tottarot": (14, "meet B"),
    "youscout": (8, "place 4"),
    "youscout-simplified": (8, "place 4"),
    "youscout-together": (174, "take Sw4 stay"),
}
"""How many actions seats have, and one of them by its number: a number that moves breaks what others trained."""


@pytest.mark.parametrize("game_id", STATED)
def test_numbers_stay_what_they_are_from_version_to_version(game_id):
    seats = make_game(game_id).spaces().seats
    assert (seats.count, seats.action(seats.count * 2 // 3)) == STATED[game_id]
