"""Tree search in Tottarot: what it finds, what it may not know, and that it always answers the same."""

from __future__ import annotations

from random import Random

import pytest

from printkit.games.players import sight_of
from printkit.games.tottarot.rules import Fate
from printkit.solver.seats import seated
from tests.games.tottarot_plays import after, tottarot


def _answer(line, *options, rounds=150, seed=1, cards=None):
    table = after(line, *options, cards=cards)
    game = tottarot(*options, cards=cards)
    return seated(game, f"ismcts:{rounds}", Random(seed))(sight_of(game, table, table.to_move()))


LAST = ("turns=1", "victories=1")


def test_it_takes_the_winning_fate_it_has_seen():
    met = "lovers star star 0 1 3 forgo devil {} sun meet-B 3 0 1"
    assert _answer(met.format("star"), "turns=2") == "seize B"


def test_it_leaves_a_bad_fate_it_has_seen():
    # B's devil would lose the round; C, who declared least, is the better guess.
    met = "lovers star star 0 1 3 forgo sun devil star meet-B 3 2 1"
    assert _answer(met, "turns=2") != "seize B"


def test_it_gives_the_best_card_away_rather_than_have_it_seized():
    cards = {"best": Fate(9, "", 1), "worst": Fate(-9, "", 20)}
    # B holds a worst fate for certain: who declares the highest token and takes none has 0, and B -9 (tottarot §3.4).
    assert _answer("best worst", *LAST, "players=2", cards=cards) == "declare 3"
    assert _answer("best worst 3 0", *LAST, "players=2", cards=cards) == "forgo"


@pytest.mark.parametrize("line", ["sun devil star", "sun devil star 0", "sun devil star 0 1"])
def test_every_seat_declares_something_legal_whatever_already_lies(line):
    assert _answer(line, *LAST, rounds=30) in after(line, *LAST).legal()


def test_a_token_not_yet_turned_changes_nothing():
    answers = {_answer(f"sun devil star {token}", *LAST, rounds=60) for token in range(4)}
    assert len(answers) == 1


def test_the_same_luck_gives_the_same_answer():
    assert _answer("tower hermit sun", rounds=40) == _answer("tower hermit sun", rounds=40)


def test_what_is_forced_needs_no_rounds_and_no_luck():
    line = "sun devil 0 0 forgo"
    table = after(line, *LAST, "players=2")
    game, untouched = tottarot(*LAST, "players=2"), Random(0)
    before = untouched.getstate()
    assert table.legal() == ("forgo",)
    assert seated(game, "ismcts:1", untouched)(sight_of(game, table, "B")) == "forgo"
    assert untouched.getstate() == before
