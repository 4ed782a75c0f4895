"""Youscout together §1 to §5. The numbers of every board are 0 but for those a test names."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from pathlib import Path

import pytest

from printkit.errors import InputError
from printkit.games.core import CHANCE, IllegalAction, pick
from printkit.games.find import find_module, find_players, make_game
from printkit.games.players import preferring, sight_of
from printkit.games.record import read_record, replay
from printkit.games.youscout.board import DISCARDS
from printkit.games.youscout.cards import MINORS
from tests.games.chance import Numbers

GAME = "youscout-together"
BOARD = "board=14,15,16,17,18,19"
COLUMNS = ("attack", "guard", "pain", "joy")


@pytest.fixture
def table():
    """`table("tokens=4,1,2 row=Co3,Sw9,Wa2", p4_pain=7)`: the board 14…19 upright, influence 1."""

    def make(position, *options, **numbers):
        rows = {major: [0] * 8 for major in range(22)}
        for key, number in numbers.items():
            place, _, column = key.partition("_")
            rows[13 + int(place[1:])][COLUMNS.index(column)] = number
        game = make_game(GAME, ("influence=1", *options), rows)
        players = len(game.seats)
        given = "" if "points=" in position else f"points={','.join('0' * players)}"
        start = "" if "round=" in position else "round=1"
        board = "" if "board=" in position else BOARD
        return game.parse(f"{start} {given} {board} {position}")

    return make


def _played(state, *actions):
    for action in actions:
        state = state.apply(action)
    return state


def _dealt(*options):
    lays = ("14", "15r", "16", "17", "18", "19r")
    return _played(make_game(GAME, options).start, *(f"lay {code}" for code in lays))


def _opened(*options):
    return _played(_dealt(*options), "open Co3", "open Sw9", "open Wa2")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s1_1_two_to_four_play_and_each_has_a_token(players):
    game = make_game(GAME, [f"players={players}"])
    assert game.seats == ("A", "B", "C", "D")[:players]
    assert len(game.start.tokens) == players


def test_s1_2_m_and_f_are_the_left_numbers_as_the_card_lies(table):
    position = "tokens=4,1,2 row=Co3,Sw9,Wa2"
    assert table(position, p3_attack=8).apply("take Sw9").tokens[0] == 3
    assert table(position, p3_attack=8, p3_pain=1).apply("take Sw9").tokens[0] == 4
    others = {"p3_guard": 99, "p3_joy": 99, "p4_guard": 99, "p4_joy": 99, "p4_attack": 99}
    assert table(position, **others).apply("take Sw9").tokens[0] == 3


def test_s2_1_the_board_is_dealt_and_8_and_11_trade_places():
    game = make_game(GAME)
    dealt = _played(game.start, *game.expand("deal 8r 16r 12 6r 1r 7r"))
    assert dealt.board == ("11r", "16r", "12", "6r", "1r", "7r")
    assert game.start.chances()[0] == ("lay 1", Fraction(1, 40))


def test_s2_1_a_whirl_obliges_nobody():
    codes = ("1", "2", "3", "4", "5", "6")
    dealt = _played(make_game(GAME, ["swap=solid"]).start, *(f"lay {code}" for code in codes))
    opened = _played(dealt, "open Co3", "open Sw9", "open Wa2")
    assert opened.legal() == tuple(f"place {place}" for place in range(1, 7))


def test_s2_2_three_minors_are_opened_before_the_terminals_are_in_the_talon():
    dealt = _dealt()
    assert dealt.to_move() == CHANCE
    assert dealt.legal() == tuple(f"open {card}" for card in MINORS)
    assert dealt.chances()[0][1] == Fraction(1, 56)
    assert _opened().row == ("Co3", "Sw9", "Wa2")


def test_s2_3_the_last_in_order_places_first_and_no_place_twice():
    state = _opened()
    movers = []
    for place in (5, 2, 6):
        movers.append(state.to_move())
        state = state.apply(f"place {place}")
        with pytest.raises(IllegalAction):
            state.apply(f"place {place}")
    assert movers == ["C", "B", "A"]
    assert state.tokens == (6, 2, 5)


def test_s2_4_both_terminals_join_the_talon_and_the_start_player_begins():
    state = _played(_opened(), "place 5", "place 2")
    assert "0" not in state.talon
    state = state.apply("place 6")
    assert {"0", "13"} <= {*state.talon}
    assert len(state.talon) == 56 - 3 + 2
    assert state.to_move() == "A"


@pytest.mark.parametrize(
    ("token", "card", "ends_on", "lies_on"),
    [
        (4, "Cu5", 5, "1"),
        (4, "Co5", 4, "4"),
        (4, "Sw5", 3, "D"),
        (4, "Wa5", 1, "D"),
        (1, "Co5", 2, "4"),
        (1, "Cu5", 1, "1"),
        (1, "Wa5", 6, "D"),
    ],
)
def test_s3_1_a_card_is_played_as_in_the_simplified_game(table, token, card, ends_on, lies_on):
    others = "2,3" if token == 1 else "2,6"
    row = ",".join(sorted((card, "Co14", "Wa14")))
    after = table(f"tokens={token},{others} row={row}").apply(f"take {card}")
    assert after.tokens[0] == ends_on
    assert f"{lies_on}={card}" in after.position().split()
    simplified = make_game("youscout-simplified", ["influence=1"], {major: [0] * 8 for major in range(22)})
    alone = simplified.parse(f"{BOARD} token={token} terminal=0").apply(f"draw {card}")
    assert (alone.token, alone.piles) == (after.tokens[0], after.piles)


def test_s3_1_only_open_cards_can_be_taken(table):
    state = table("tokens=4,1,2 row=Co3,Sw9,Wa2")
    assert state.legal() == ("take Co3", "take Sw9", "take Wa2")
    with pytest.raises(IllegalAction):
        state.apply("take Co4")


def test_s3_1_the_piles_are_everybodys(table):
    state = table("tokens=5,6,1 row=Co3,Co4,Sw2").apply("take Co3").apply("draw Wa1")
    assert state.to_move() == "B"
    held = state.apply("take Sw2")
    assert held.tokens[1] == 6
    assert "Co3" in held.piles[DISCARDS]


def test_s3_1_a_won_sword_below_goes_or_stays(table):
    state = table("tokens=1,5,6 row=Co3,Sw9,Wa2 1=Cu4,Cu6 D=Wa9")
    assert {"take Sw9 move", "take Sw9 stay"} <= {*state.legal()}
    with pytest.raises(IllegalAction):
        state.apply("take Sw9")


def test_s3_1_going_spends_the_backing_and_staying_does_not(table):
    state = table("tokens=5,6,1 row=Co3,Sw9,Wa2 1=Cu4,Cu6")
    gone, stayed = state.apply("take Sw9 move"), state.apply("take Sw9 stay")
    assert (gone.tokens, gone.piles[1], gone.piles[DISCARDS]) == ((5, 6, 4), ("Cu4",), ("Sw9", "Cu6"))
    assert (stayed.tokens, stayed.piles[1], stayed.piles[DISCARDS]) == ((5, 6, 1), ("Cu4", "Cu6"), ("Sw9",))


def test_s3_2_whoever_stands_where_a_token_goes_changes_places_with_it(table):
    won = table("tokens=4,3,2 row=Co3,Sw9,Wa2").apply("take Sw9")
    assert won.tokens == (3, 4, 2)
    forward = table("tokens=4,5,2 row=Cu3,Sw9,Wa2").apply("take Cu3")
    assert forward.tokens == (5, 4, 2)


def test_s3_2_nobody_changes_places_with_a_token_that_stays(table):
    lost = table("tokens=4,3,2 row=Co3,Sw9,Wa2", p3_attack=9).apply("take Sw9")
    assert lost.tokens == (4, 3, 2)
    stayed = table("tokens=1,4,2 row=Co3,Sw9,Wa2").apply("take Sw9 stay")
    assert stayed.tokens == (1, 4, 2)


def test_s3_3_the_row_is_filled_and_the_next_seat_moves(table):
    state = table("tokens=4,1,2 row=Co3,Sw9,Wa2").apply("take Co3")
    assert state.to_move() == CHANCE
    assert state.chances()[0][1] == Fraction(1, 56 - 3 + 2)
    filled = state.apply("draw Cu1")
    assert (filled.row, filled.to_move()) == (("Cu1", "Sw9", "Wa2"), "B")
    assert [_played(filled, "take Cu1", "draw Cu2").to_move()] == ["C"]


@pytest.mark.parametrize(("terminal", "gains"), [("0", (3, 2, 0, 0)), ("13", (0, 2, 3, 0))])
def test_s4_1_a_terminal_pays_whoever_stands_there_at_once(table, terminal, gains):
    state = table("tokens=6,5,2,3 row=Co3,Co4,Wa2", "players=4")
    assert _played(state, "take Co3", f"draw {terminal}").points == gains


def test_s4_2_after_the_first_terminal_another_card_fills_the_row(table):
    state = _played(table("tokens=6,5,2 row=Co3,Co4,Wa2"), "take Co3", "draw 0")
    assert state.to_move() == CHANCE
    assert state.came == ("0",)
    assert "0" not in state.talon
    assert "13" in state.talon
    assert state.apply("draw Cu1").to_move() == "B"


def test_s4_2_the_second_ends_the_round_at_once_and_discards_stay_out(table):
    state = _played(table("tokens=4,5,2 row=Co3,Sw9,Wa2"), "take Sw9", "draw 13")
    assert "Sw9" not in state.talon
    over = state.apply("draw 0")
    assert (over.round, over.board, over.tokens) == (2, (), (0, 0, 0))


def test_s5_1_each_round_starts_one_seat_further_left(table):
    state = table("tokens=4,5,2 row=Co3,Sw9,Wa2", "players=3")
    starts = [state.seat_at(0)]
    for _ in range(2):
        state = _played(state, "take Co3", "draw 0", "draw 13")
        lays = [f"lay {code}" for code in ("14", "15", "16", "17", "18", "19")]
        state = _played(state, *lays, "open Co3", "open Sw9", "open Wa2", "place 4", "place 5", "place 2")
        starts.append(state.seat_at(0))
        assert state.to_move() == state.agreed.seats[state.seat_at(0)]
    assert starts == [0, 1, 2]
    assert _played(state, "take Co3", "draw 0").to_move() == CHANCE
    assert _played(state, "take Co3", "draw 0", "draw 13").to_move() is None


def test_s5_1_there_are_as_many_rounds_as_players_unless_agreed():
    assert [make_game(GAME, [f"players={n}"]).start.agreed.rounds for n in (2, 3, 4)] == [2, 3, 4]
    assert make_game(GAME, ["players=4", "rounds=1"]).start.agreed.rounds == 1


def test_s5_2_most_points_win_and_equals_share(table):
    alone = _played(table("tokens=6,2,1 row=Co3,Co4,Wa2", "rounds=1"), "take Wa2", "draw 0", "draw 13")
    assert alone.outcome().result == "B"
    shared = _played(table("tokens=6,2,1 row=Co4,Co5,Cu3", "rounds=1"), "take Co4", "draw 0", "draw 13")
    assert (shared.outcome().result, shared.outcome().scores) == ("A+B", (3, 3, 0))


@pytest.mark.parametrize(
    "wrong",
    [
        "tokens=4,4,2 row=Co3,Sw9,Wa2",
        "tokens=4,5 row=Co3,Sw9,Wa2",
        "tokens=4,-,- row=Co3,Sw9,Wa2",
        "tokens=4,5,2 row=Sw9,Co3,Wa2",
        "tokens=4,5,2 row=Co3,Wa2",
        "tokens=4,5,2 row=Co3,Sw9,Wa2 1=Co3",
        "tokens=4,5,2 row=Co3,Sw9,Wa2 1=Co4 came=0,0",
        "tokens=4,5,2 row=Co3,Sw9,Wa2 1=Co4 came=0,13",
        "row=Co3,Sw9,Wa2 1=Co4",
        "tokens=4,5,2 row=Co3,Sw9,Wa2 points=9,9,9",
        "tokens=4,5,2 row=Co3,Sw9,Wa2 round=4",
        "tokens=4,5,2 row=Co3,Sw9,Wa2 Sw=Sw1",
    ],
)
def test_a_position_no_play_reaches_is_refused(table, wrong):
    table("tokens=4,5,2 row=Co3,Sw9,Wa2")
    with pytest.raises(InputError):
        table(wrong)


def _rounds_of(game, seed, player):
    """The actions of one round after another, as players who ignore the points play them, and the points of each."""
    lots = random.Random(seed)
    make = find_players(GAME).get(player)
    play = make(game, lots) if make else preferring((), lots)
    state, rounds = game.start, []
    while state.to_move() is not None:
        number, before, actions = state.round, state.points, []
        while state.to_move() is not None and state.round == number:
            chance = state.to_move() == CHANCE
            action = (
                pick(state.chances(), lots.random())
                if chance
                else play(sight_of(game, state, state.to_move()))
            )
            actions.append(action)
            state = state.apply(action)
        rounds.append((actions, [now - then for now, then in zip(state.points, before, strict=True)]))
    return rounds, state


@pytest.mark.parametrize(("players", "player"), [(2, "random"), (3, "thumb"), (4, "thumb")])
def test_s5_1_the_seats_are_equal_for_players_who_look_at_the_table_alone(players, player):
    """The same rounds in another order move the points from seat to seat: so over all orders no seat is better off."""
    game = make_game(GAME, [f"players={players}"])
    rounds, end = _rounds_of(game, 5, player)
    turned = _played(game.start, *(action for actions, _ in rounds[1:] + rounds[:1] for action in actions))
    assert turned.points == (*end.points[1:], end.points[0])


def _choice(table, player, position, seat):
    state = table(position, "players=2")
    rows = {major: [0] * 8 for major in range(22)}
    game = make_game(GAME, ["players=2", "influence=1"], rows)
    return find_players(GAME)[player](game, Numbers())(sight_of(game, state, seat))


def test_thumb_goes_where_points_are_to_come_or_nearer_to_them(table):
    assert _choice(table, "thumb", "tokens=4,1 row=Co3,Cu9,Wa2", "A") == "take Cu9"
    assert _choice(table, "thumb", "tokens=3,1 row=Co3,Cu8,Cu9", "A") == "take Co3"
    assert _choice(table, "thumb", "tokens=5,1 row=Co8,Cu3,Cu9 D=Sw1,Sw2 came=0", "A") == "take Co8"


@pytest.mark.parametrize("player", ["thumb", "greedy"])
def test_the_first_token_is_placed_where_most_points_are_to_come(player):
    opened = _opened("players=2")
    game = make_game(GAME, ["players=2"])
    for lot in (0.0, 0.5, 0.99):
        play = find_players(GAME)[player](game, Numbers(lot))
        assert play(sight_of(game, opened, "B")) == "place 5"


def test_greedy_leaves_a_place_that_the_next_seat_would_take_from_it(table):
    position = "tokens=5,4 row=Co3,Co9,Cu5"
    assert _choice(table, "thumb", position, "A") == "take Co3"
    assert _choice(table, "greedy", position, "A") == "take Cu5"


EXAMPLES = Path(__file__).resolve().parent.parent / "data" / "youscout-together-games"


@pytest.mark.parametrize("name", ["two", "three", "four"])
def test_an_example_passes_through_the_positions_beside_it(name):
    record = read_record((EXAMPLES / f"{name}.txt").read_text(encoding="utf-8"))
    game = make_game(GAME, [f"{key}={value}" for key, value in record.options])
    positions = (EXAMPLES / f"{name}.positions.txt").read_text(encoding="utf-8").splitlines()
    steps = list(replay(record, game))
    assert [step.state.position() for step in steps] == positions
    assert [game.parse(position) for position in positions] == [step.state for step in steps]


TEXT = (Path(__file__).resolve().parents[2] / "docs/rules/youscout-together.md").read_text(encoding="utf-8")


def test_the_text_lists_every_option_with_its_usual_value():
    listed = re.findall(r"^\| `([a-z-]+)` \| `([^`]+)` \|", TEXT, re.M)
    assert listed == [(option.key, option.usual) for option in find_module(GAME).options]


def test_every_paragraph_of_the_text_has_its_own_test():
    own = Path(__file__).read_text(encoding="utf-8")
    tested = {".".join(found) for found in re.findall(r"def test_s(\d+)_(\d+)_", own)}
    written = re.findall(r'<a id="s(\d+-\d+)"></a>\*\*§(\d+\.\d+)\*\*', TEXT)
    assert all(anchor.replace("-", ".") == number for anchor, number in written)
    assert {number for _, number in written} == tested
