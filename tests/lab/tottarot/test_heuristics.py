"""The players of Tottarot: what each one does with a good fate, a bad one, and one it has seen."""

from __future__ import annotations

import pytest

from printkit.errors import InputError
from printkit.games.players import sight_of
from printkit.solver.laboratory import laboratory_players
from printkit.solver.seats import seated
from tests.games.chance import Numbers
from tests.games.tottarot_plays import after, tottarot


def _answer(name, line, at=0.0, *options):
    """What the player `name` does after these actions, with the random number `at`."""
    game, table = tottarot(*options), after(line, *options)
    player = laboratory_players("tottarot")[name](game, Numbers(at))
    return player(sight_of(game, table, table.to_move()))


def test_the_laboratory_brings_its_players():
    assert set(laboratory_players("tottarot")) == {"cautious", "equilibrium", "greedy"}


@pytest.mark.parametrize("name", ["cautious", "greedy"])
def test_a_good_fate_hides_behind_a_small_token_and_a_bad_one_is_fled(name):
    assert _answer(name, "sun devil star") == "declare 0"
    assert _answer(name, "devil sun star") == "declare 3"


def test_the_flip_makes_a_hanged_man_good_or_bad():
    good, bad = (f"{kind} star star 0 1 3 forgo hanged-man sun sun" for kind in ("devil", "sun"))
    assert _answer("cautious", good) == "declare 1"
    assert _answer("cautious", bad) == "declare 3"


def test_cautious_takes_only_what_it_has_seen():
    assert _answer("cautious", "devil star sun 3 0 1") == "forgo"
    met = "lovers star star 0 1 3 forgo devil sun star meet-B 3 0 1"
    assert _answer("cautious", met) == "seize B"
    assert _answer("cautious", met.replace("devil sun", "devil tower")) == "forgo"


def test_greedy_trusts_a_small_token():
    assert _answer("greedy", "devil star sun 3 0 1") == "seize B"
    assert _answer("greedy", "devil star sun 3 0 1", 0.9) == "seize C"
    # Nobody declared less: the others flee as well, and their fates are worth no more than nothing.
    assert _answer("greedy", "devil star sun 3 3 3") == "forgo"


def test_greedy_takes_the_best_it_has_seen():
    met = "lovers star star 0 1 3 forgo devil {} tower meet-B 3 0 1"
    assert _answer("greedy", met.format("sun")) == "seize B"
    assert _answer("greedy", met.format("devil")) == "seize C"


def test_greedy_wants_what_it_has_seen_even_with_a_good_fate():
    met = "lovers star devil 0 1 3 forgo {} sun tower meet-B"
    assert _answer("greedy", met.format("star")) == "declare 3"
    assert _answer("greedy", met.format("sun")) == "declare 1"


@pytest.mark.parametrize("name", ["cautious", "greedy"])
def test_among_equals_it_draws_lots(name):
    line = "lovers star hermit 0 1 3 forgo sun sun star"
    assert _answer(name, line) == "meet B"
    assert _answer(name, line, 0.99) == "meet C"


def test_a_name_is_looked_up_among_the_games_own_players_first():
    table = after("devil sun star")
    player = seated(tottarot(), "greedy", Numbers())
    assert player(sight_of(tottarot(), table, "A")) == "declare 3"
    with pytest.raises(InputError, match=r"unknown player 'greedi' \(did you mean 'greedy'"):
        seated(tottarot(), "greedi", Numbers())
