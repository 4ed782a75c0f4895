"""Tottarot by machine code: every round as the readable engine and its players play it, and the measurements."""

from __future__ import annotations

from dataclasses import replace

import numpy
import pytest
from studies.fate_rounds import CAUTIOUS, GREEDY, RANDOM
from studies.fate_tables import (
    MINDS,
    Mean,
    deal_rounds,
    icon_worth,
    kind_worth,
    play_all,
    shares_of,
    with_card_at,
    without_icon,
)

from printkit.games.find import make_game
from printkit.games.players import sight_of
from printkit.games.tottarot.rules import FATES, Fate
from printkit.solver.seats import seated
from tests.games.chance import Numbers

NAMES = {RANDOM: "random", CAUTIOUS: "cautious", GREEDY: "greedy"}
TABLES = {
    "usual": FATES,
    "other": {
        "flower": Fate(4, "flip", 4),
        "knife": Fate(-4, "reveal", 9),
        "mirror": Fate(0, "mutual-look", 5),
        "owl": Fate(1, "look", 6),
    },
}


def _by_the_engine(game, deck, minds, lots):
    """Points and unused tokens of one round, played by the readable players with these lots."""
    rng = Numbers(*lots)
    sitting = [seated(game, NAMES[mind], rng) for mind in minds]
    kinds, cards, table = [kind for kind, _ in game.start.rules.fates], iter(deck), game.start
    while table.phase != "over":
        if table.phase == "draw":
            action = f"draw {kinds[next(cards)]}"
        else:
            action = sitting[table.actor](sight_of(game, table, table.to_move()))
        table = table.apply(action)
    seats = range(table.rules.players)
    return [table.points(seat) for seat in seats], [sum(table.unused(seat)) for seat in seats], table


@pytest.mark.parametrize(
    "options", [("players=2",), ("players=3",), ("players=5", "highest-token=4", "turns=4")], ids=" ".join
)
@pytest.mark.parametrize("cards", TABLES.values(), ids=TABLES)
def test_every_round_is_played_as_the_readable_engine_and_players_play_it(options, cards):
    game = make_game("tottarot", ("victories=1", *options), cards)
    rules = game.start.rules
    rounds = deal_rounds(rules, 40, "mixed", seed=5)
    totals, unused = play_all(rules, rounds)
    shares = shares_of(totals, unused)
    for at in range(40):
        points, left, table = _by_the_engine(game, rounds.decks[at], rounds.minds[at], rounds.lots[at])
        assert (list(totals[at]), list(unused[at])) == (points, left)
        assert [share > 0 for share in shares[at]] == [token > 0 for token in table.victories]


def test_a_round_is_won_by_points_then_by_unused_tokens_then_shared():
    totals = numpy.array([[3, 2, 1], [3, 3, 1], [3, 3, 3]])
    unused = numpy.array([[0, 5, 5], [1, 2, 5], [4, 4, 0]])
    assert shares_of(totals, unused).tolist() == [[1, 0, 0], [0, 1, 0], [0.5, 0.5, 0]]


def test_a_card_is_exchanged_in_one_place_of_the_deal_only():
    decks = numpy.array([[0, 1, 1, 0], [1, 1, 0, 0], [0, 0, 1, 1]])
    changed, fits = with_card_at(decks, numpy.array([0, 0, 1]), 1, 2)
    assert changed[[0, 1, 2]].tolist() == [[1, 1, 0, 0], [1, 1, 0, 0], [0, 1, 0, 1]]
    assert fits.tolist() == [True, True, True]
    assert with_card_at(decks[1:2], numpy.array([0]), 2, 2)[1].tolist() == [False]


@pytest.mark.parametrize("minds", MINDS)
def test_the_same_deals_whatever_the_minds_points_and_icons(minds):
    rules = make_game("tottarot").start.rules
    rounds = deal_rounds(rules, 50, minds, seed=3)
    assert (rounds.decks == deal_rounds(without_icon(rules, "lovers"), 50, "greedy", seed=3).decks).all()
    assert set(numpy.unique(rounds.minds)) <= set(MINDS[minds])
    assert all(sorted(deck) == sorted(rounds.decks[0]) for deck in rounds.decks.tolist())


def _rules(**changed):
    return make_game("tottarot", ["victories=1"], {**FATES, **changed}).start.rules


def test_a_kind_worth_more_points_is_worth_more_to_who_draws_it():
    rules = _rules(star=Fate(30))
    worth = kind_worth(rules, deal_rounds(rules, 3000, "cautious"))
    assert worth["star"].value > 0.2
    assert sum(mean.value for mean in worth.values()) == pytest.approx(0, abs=1e-9)


def test_an_icon_that_helps_is_found_and_one_that_cannot_act_is_worth_nothing():
    rules = _rules()
    worth = icon_worth(rules, deal_rounds(rules, 8000, "greedy"))
    assert worth["lovers"].value - worth["lovers"].reach > 0
    one_turn = replace(_rules(), turns=1)
    assert all(
        mean == Mean(0.0, 0.0) for mean in icon_worth(one_turn, deal_rounds(one_turn, 500, "mixed")).values()
    )
