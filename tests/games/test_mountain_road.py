"""行山, paragraph by paragraph."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from printkit.games.find import make_game
from printkit.games.mountain_road.road import GOAL, HUE, cost
from tests.games.air_moments import after, hand, hands, moment, points

GAME = "mountain-road"
TEXT = (Path(__file__).resolve().parent.parent.parent / "docs/rules/mountain-road.md").read_text(
    encoding="utf-8"
)


def turn(*options, **fields):
    """A's turn, after its effects."""
    fields = {"places": (1, 1, 1), "hands": hands("b4 r5 bs", "", "")} | fields
    return moment(GAME, *options, phase="main", **fields)


def next_turn(built, sticks=(), *options, **fields):
    """A's turn begins, with these cards of A on the table; C has just ended its turn."""
    cards = tuple(built.split())
    sticks = sticks or (0,) * len(cards)
    fields = {"hands": hands("b0 b0 b0 b0 b0", "", "r1"), "places": (1, 1, 1)} | fields
    others = fields.pop("others", ((), ()))
    state = moment(
        GAME, *options, phase="main", turn=2, built=(cards, *others),
        timers=(sticks, *(tuple(0 for _ in each) for each in others)), **fields,
    )  # fmt: skip
    return after(state, "end")


def test_s1_1_the_way_and_its_squares():
    state = make_game(GAME).start
    assert GOAL == 24
    steps = re.search(r"Steps ([\d ]+) are", TEXT)[1]
    assert {int(step) for step in steps.split()} == HUE
    rich = {"places": (0, 0, 0), "rice": (10, 0, 0)}
    assert after(turn(**rich), "move rice").places[0] == 1
    assert after(turn("start=hue", **rich), "move rice").places[0] == 2
    assert state.places == (0, 0, 0)


def test_s1_2_nothing_at_the_start_and_equal_cards_add_up():
    state = make_game(GAME, ["players=4"]).start
    assert (state.rice, state.coin) == ((0,) * 4, (0,) * 4)
    assert state.legal() == ("first A", "first B", "first C", "first D")
    assert next_turn("b0 r0 b0").rice[0] == 3
    cheap = turn(built=(("r3", "b3"), (), ()), timers=((0, 0), (), ()))
    assert (cheap.cost("b1"), cheap.cost("r5")) == (0, 3)


def test_s2_1_nothing_earlier_can_be_done_any_more():
    rich = turn(rice=(20, 0, 0), coin=(9, 0, 0), built=(("b2",), (), ()), timers=((0,), (), ()))
    assert {"exchange", "dismantle b2", "install b4", "sell b4", "move rice", "move coin", "end"} <= {
        *rich.legal()
    }
    words = [
        {action.split()[0] for action in after(rich, *actions).legal()}
        for actions in (("exchange",), ("dismantle b2",), ("install b4",), ("sell b4",))
    ]
    last = {"move", "end"}
    assert words[0] == {"exchange", "dismantle", "install", "sell"} | last
    assert words[1] == {"install", "sell"} | last
    assert words[2] == {"install"} | last
    assert words[3] == {"sell"} | last
    assert after(rich, "end").turn == 1


def test_s2_2_cards_are_drawn_to_three():
    state = after(make_game(GAME).start, "first B")
    assert (state.phase, state.turn) == ("draw", 1)
    state = after(state, "draw b0", "draw b0", "draw b1")
    assert (state.phase, len(state.hands[1])) == ("main", 3)
    empty = turn(hands=hands("b0 b0 b0", "b1 b2", "r1"), talon=(), discards=hand("r5 r6"))
    state = after(empty, "end")
    assert state.legal() == ("draw r5", "draw r6")
    assert state.discards == ()


def test_s2_3_cards_with_three_sticks_go():
    state = next_turn("b1 r2 b3", (3, 3, 2), others=(("b5",), ()))
    assert state.built == (("b3",), ("b5",), ())
    assert state.discards == ("b1", "r2")


def test_s2_4_effects_then_a_stick_on_black_cards():
    state = next_turn("b0 r0", (0, 0))
    assert (state.rice[0], state.timers[0]) == (2, (1, 0))
    effects = 0
    while state.built[0] != ("r0",):
        effects += 1
        state = state.changed(hands=hands("b0 b0 b0", "b1 b1 b1", "r1 r1 r1"))
        state = after(state, "end", "end", "end")
    assert effects == 3
    assert state.rice[0] == 2 * 3 + 1


def test_s2_5_rice_buys_coin():
    state = after(turn(rice=(11, 0, 0)), "exchange", "exchange")
    assert (state.rice[0], state.coin[0]) == (1, 2)
    assert "exchange" not in state.legal()


def test_s2_6_cards_are_dismantled_for_their_cost():
    state = turn(
        rice=(5, 0, 0), coin=(1, 0, 0), built=(("b4", "b6", "r1"), (), ()), timers=((0, 0, 0), (), ())
    )
    assert [action for action in state.legal() if "dismantle" in action] == ["dismantle b4", "dismantle r1"]
    state = after(state, "dismantle b4")
    assert (state.rice[0], state.built[0], state.discards) == (1, ("b6", "r1"), ("b4",))


def test_s2_7_cards_are_installed_or_sold():
    assert [cost("b" + sign) for sign in "s0158ke"] == [0, 0, 1, 5, 8, 10, 10]
    state = turn(rice=(4, 0, 0), coin=(5, 0, 0))
    installed = after(state, "install b4", "install r5")
    assert (installed.rice[0], installed.coin[0], installed.built[0]) == (0, 0, ("b4", "r5"))
    assert installed.active("5") == 0, "only from the next turn on"
    sold = after(state, "sell b4", "sell r5")
    assert (sold.rice[0], sold.hands[0], sold.discards) == (8, ("bs",), ("b4", "r5"))
    full = turn(rice=(4, 0, 0), built=(("b0",) * 9, (), ()), timers=((0,) * 9, (), ()))
    assert "install b4" not in full.legal()
    assert "install bs" in full.legal()


@pytest.mark.parametrize(("place", "to"), [(1, 2), (4, 6), (18, 20)])
def test_s2_8_a_move_is_paid_and_goes_further_from_hue(place, to):
    state = turn(rice=(10, 0, 0), coin=(2, 0, 0), places=(place, 0, 0))
    by_rice, by_coin = after(state, "move rice"), after(state, "move coin")
    assert (by_rice.places[0], by_rice.rice[0], by_rice.coin[0]) == (to, 0, 2)
    assert (by_coin.places[0], by_coin.rice[0], by_coin.coin[0]) == (to, 10, 0)
    assert by_rice.turn == 1
    assert "move rice" not in turn(rice=(9, 0, 0)).legal()


def test_s2_9_the_first_at_the_goal_has_won():
    state = after(turn(rice=(10, 0, 0), places=(22, 5, 0)), "move rice")
    assert state.outcome().result == "A"
    assert points(state) == (1, 0, 0)


def test_s3_1_a_ship_brings_two_coins():
    state = after(turn(), "install bs")
    assert (state.coin[0], state.discards, state.built[0]) == (2, ("bs",), ())


def test_s3_2_nothing_brings_rice():
    assert next_turn("r0").rice[0] == 1


def test_s3_3_soldiers_let_you_draw_more():
    state = next_turn("b1 r1", hands=hands("b0 b0 b0", "", ""))
    assert state.phase == "draw"
    state = after(state, "draw b2", "draw b3")
    assert len(state.hands[0]) == 5
    assert state.phase == "main"


def test_s3_4_bows_and_horses_go_further():
    state = next_turn("b2 r5", rice=(10, 0, 0))
    assert after(state, "move rice").places[0] == 1 + 1 + 1 + 2
    assert next_turn("b2 r5 re").places[0] == 1 + 1 + 1 + 2
    assert next_turn("re", places=(4, 0, 0)).places[0] == 5, "皇処 is for paid moves"


def test_s3_5_carts_make_it_cheaper():
    state = next_turn("r3", rice=(9, 0, 0), coin=(1, 0, 0))
    assert state.move_costs() == (9, 2)
    assert "move rice" in state.legal()
    assert state.cost("b4") == 3


def test_s3_6_tigers_take_from_others():
    state = next_turn("r4", rice=(0, 2, 0), coin=(0, 0, 1))
    assert state.legal() == ("skip", "steal B rice", "steal C coin")
    state = after(state, "steal C coin")
    assert (state.coin, state.phase) == ((1, 0, 0), "main")


def test_s3_7_kings_bring_coin_and_emperors_a_step():
    state = next_turn("rk re")
    assert (state.coin[0], state.places[0]) == (2, 2)
    assert next_turn("re", places=(23, 0, 0)).outcome().result == "A"


def test_s3_8_brushes_protect_or_bring_coin():
    state = next_turn("r6")
    assert after(state, "cast 4").coin[0] == 2
    safe = after(state, "cast 3")
    assert safe.safe == (True, False, False)
    robber = safe.changed(built=(("r6",), ("r4",), ()), timers=((0,), (0,), ()), rice=(3, 0, 3))
    robber = after(robber.changed(hands=hands("b0", "b1 b1 b1", "r1")), "end")
    assert robber.legal() == ("skip", "steal C rice")
    again = next_turn("r6", safe=(True, False, False))
    assert again.safe[0] is False


def test_s3_9_shamans_halve_the_cost_or_go_a_step():
    state = next_turn("r7 r3", rice=(4, 0, 0))
    half = after(state, "cast 3")
    assert half.move_costs() == (4, 1)
    assert "move rice" in half.legal()
    assert after(state, "cast 5").places[0] == 2
    assert after(half, "end").half is False
    twice = after(next_turn("r7 r7", rice=(5, 0, 0)), "cast 2", "cast 2")
    assert twice.move_costs() == (5, 1), "several halve it once"


def test_s3_10_generals_put_sticks_or_remove_cards():
    state = next_turn("r0 r8 r0", others=(("b5", "b5"), ()))
    state = state.changed(timers=((0, 0, 0), (0, 2), ()))
    marked = after(state, "cast 2")
    assert marked.legal() == ("mark A r0", "mark A r8", "mark B b5", "skip")
    assert after(marked, "mark B b5").timers[1] == (0, 3)
    gone = after(state, "cast 4", "destroy A r0")
    assert gone.built[0] == ("r8", "r0")
    assert gone.rice[0] == 2, "the effects before and behind it have taken place"
    assert after(state, "cast 4", "destroy A r8").rice[0] == 2
    assert after(state, "cast 4", "skip").built[1] == ("b5", "b5")


def test_the_table_shows_the_road_with_the_pieces():
    state = turn(places=(1, 1, 23))
    board = state.table("").zones[0]
    standing = {name: item.face for name, item in zip(board.names, board.items, strict=True) if item}
    assert standing == {"CY": "A B", "ZY": "C"}
