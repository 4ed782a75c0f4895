"""紙机戦: the deck, and the seasons its games share (paper-cetkaik §1, §2)."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

from printkit.games.core import CHANCE
from printkit.games.find import make_game
from printkit.games.paper_cetkaik.deck import DECK, KINDS, Play, play_of, runs, sets, strength
from tests.games.air_moments import after, hand, hands, moment, points

TEXT = (Path(__file__).resolve().parent.parent.parent / "docs/rules/paper-cetkaik.md").read_text(
    encoding="utf-8"
)


def tops(plays):
    return {(play.top, " ".join(play.cards)) for play in plays}


def test_s1_1_the_deck_is_that_of_the_table():
    rows = re.findall(r"^\| `(.)` \| (\S) \| (\d) \|$", TEXT, re.M)
    assert [(sign, glyph) for sign, glyph, _ in rows] == list(KINDS.items())
    assert Counter(card[1] for card in DECK) == {sign: 2 * int(copies) for sign, _, copies in rows}
    assert Counter(card[0] for card in DECK) == {"b": 24, "r": 24}


def test_s1_2_strengths_rise_along_the_table_and_two_kinds_are_equal():
    strengths = [strength("b" + sign) for sign in KINDS]
    assert strengths == sorted(strengths)
    assert strength("bk") == strength("re") == 9
    assert len({*strengths}) == 11


def test_s1_3_a_set_is_of_equal_strength_and_a_ship_is_any_card():
    assert tops(sets(hand("b5 r5 r6"))) == {(5, "b5 r5")}
    assert tops(sets(hand("bk re"))) == {(9, "bk re")}
    assert (4, "b4 rs") in tops(sets(hand("b4 rs")))
    assert len(sets(hand("bs rs"))) == 10
    assert tops(sets(hand("b1 b1 r1"), 3, 3)) == {(1, "b1 b1 r1")}


def test_s1_4_a_run_is_of_one_colour_and_a_ship_fills_a_gap():
    assert tops(runs(hand("b4 b5 b6"))) == {(6, "b4 b5 b6")}
    assert runs(hand("b4 b5 r6")) == ()
    assert tops(runs(hand("b4 b6 bs"))) == {(6, "b4 b6 bs")}
    assert runs(hand("b4 b6 rs")) == ()
    assert tops(runs(hand("b7 b8 bs"))) == {(8, "b7 b8 bs")}, "it is no 9"
    assert tops(runs(hand("b0 b1 bs"))) == {(2, "b0 b1 bs")}, "it is no -1"
    assert runs(hand("b7 b8 bk")) == ()
    assert (6, "b4 b6 bs") in tops(runs(hand("b4 b5 b6 bs"))), "it may spare a card"


def test_s1_5_a_play_is_written_with_its_strength():
    for text in ("b5", "bs", "set:5 b5 rs", "run:6 b4 b5 bs", "set:k bk re"):
        assert play_of(text).text() == text
    assert play_of("run:6 b4 b5 bs") == Play("run", 6, ("b4", "b5", "bs"))
    assert play_of("rs").top < play_of("b0").top


def test_s2_1_as_many_seasons_as_agreed_each_with_the_whole_deck():
    last = ending(won_by=0, seasons=2)
    assert (last.season, last.phase, last.talon) == (1, "deal", DECK)
    assert ending(won_by=0, seasons=1).to_move() is None
    assert len(make_game("mok-kaik", ["players=6"]).seats) == 6


def ending(won_by, seasons=2, *options, **fields):
    """行戦 after the last trick, which this seat has won."""
    last = [("r8",), ("b4",), ("r4",)]
    held = tuple(last[(at - won_by) % 3] for at in range(3))
    state = moment(
        "mok-kaik", f"seasons={seasons}", *options,
        phase="play", hands=held, leader=won_by, **fields,
    )  # fmt: skip
    return after(state, "play r8", "discard b4", "discard r4")


def test_s2_2_chance_makes_the_first_dealer_and_then_the_winner_is():
    start = make_game("mok-kaik").start
    assert start.legal() == ("first A", "first B", "first C")
    assert after(start, "first B").dealer == 1
    assert ending(won_by=2).dealer == 2


def test_s2_3_the_bonus_grows_with_each_win_of_a_dealer():
    assert make_game("mok-kaik").start.bonus == 2
    assert ending(won_by=1, dealer=1, bonus=2).bonus == 3
    assert ending(won_by=1, dealer=1, bonus=3).bonus == 4
    assert ending(won_by=2, dealer=1, bonus=4).bonus == 2
    assert ending(2, 2, "bonus=stays", dealer=1, bonus=4).bonus == 4


def test_s2_4_payments_to_and_by_the_dealer_are_multiplied():
    assert points(ending(won_by=0, dealer=0, bonus=3)) == (36, -18, -18)
    assert points(ending(won_by=0, dealer=1, bonus=3)) == (24, -18, -6)


def test_s2_5_a_season_without_a_winner_pays_nothing_and_points_decide():
    drawn = moment(
        "ta-xot", phase="act", hands=hands("b0 b1 b2 b5 b7 r8", "r0 r2 b4 b8 r6", "r1 r3 b6 b8 r5"),
        talon=(), dealer=1, bonus=3,
    )  # fmt: skip
    state = after(drawn, "discard r8", *["pass"] * 0)
    assert (state.season, state.dealer, state.bonus, points(state)) == (1, 1, 3, (0, 0, 0))
    over = ending(won_by=0, seasons=1, dealer=2, points=(0, 6, 0))
    assert over.outcome().result == "A"
    assert ending(won_by=0, seasons=1, dealer=1, bonus=2, points=(-9, 21, 0)).outcome().result == "A+B"


def test_a_simulation_counts_gains_by_place_and_by_wild_cards():
    """Two seasons of 値木: every point that is paid is counted once, and to the right place and hand."""
    game = make_game("mak-hup", ["players=3", "seasons=2"])
    rng, states, actions = Random(3), [game.start], []
    while states[-1].to_move() is not None:
        state = states[-1]
        actions.append(state.sample(rng) if state.to_move() == CHANCE else rng.choice(state.legal()))
        states.append(state.after(actions[-1]))
    entries = list(game.module.census.entries(states, actions))
    first = next(state for state in states if state.phase == "road")
    second = next(state for state in states if state.season == 1)
    gains = {entry.row: entry.gained for entry in [each for each in entries if each.table == "place"][:3]}
    for at, gain in enumerate(second.points):
        behind = (at - first.dealer) % 3
        assert gains[f"{behind} behind" if behind else "親"] == gain
    assert sum(entry.gained for entry in entries if entry.table == "wild") == 0
    assert sum(entry.gained for entry in entries if entry.table == "length") == sum(
        state.to_move() not in (CHANCE, None) for state in states
    )
    assert game.module.census.rounds(states[-1]) == 2
