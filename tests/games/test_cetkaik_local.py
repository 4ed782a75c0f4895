"""机戦, paragraph by paragraph: the rules of regions and times (cetkaik §7)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from printkit.games.cetkaik.exchange import added, facts
from printkit.games.cetkaik.players import odds_of
from printkit.games.cetkaik.printed import CENSUS
from printkit.games.core import CHANCE
from printkit.games.find import make_game
from printkit.games.toolkit.turns import casts
from tests.games.cetkaik_boards import HARD_TAM, STANDARD, after, lines_of, placed, read
from tests.games.test_cetkaik_moves import DIAGONALS, STRAIGHTS, ends, names

# From LAI, which is no 皇処, and from TY, which is; nothing else stands on the board.
HARD = {
    "弓": ("LA LE LI LU LO LY KAI NAI TAI ZAI XAI CAI MAI PAI LAU LIA", f"{STRAIGHTS} NO ZO NAI ZAI"),
    "車": ("KY NY TO ZU XI CE MA KAU NAU TIA", f"{DIAGONALS} TO NY ZY TAI"),
    "馬": ("TO TIA", "TU TAU LY XY LU XU LAU XAU"),
    "巫": ("LY KAI NAI LAU", f"{DIAGONALS} {STRAIGHTS}"),
}
PERFT = {"H000": 272, "H093": 301, "H107": 329, "H043": 227, "H038": 317, "H068": 323}
OPENING = 247


def hands(pieces, **options):
    """The hands in these captured pieces."""
    return added(placed("ZO=皇", hop_A=pieces.split(), **options))["hands"]["A"]


def capturing(**options):
    """The state after IA captured a 黒弓 and holds 赤兵 and 赤馬."""
    pieces = "LAI=黒車:IA LO=黒弓:A ZO=皇 PA=赤王:A"
    return after(placed(pieces, hop_IA=["赤兵", "赤馬"], **options), "LAI>LO")


@pytest.mark.parametrize("kind", HARD)
def test_s7_1_in_hard_tam_four_kinds_move_otherwise(kind):
    outside, inside = HARD[kind]
    assert ends(placed(f"LAI=黒{kind}:IA", HARD_TAM), "LAI") == names(outside)
    assert ends(placed(f"TY=黒{kind}:IA", HARD_TAM), "TY") == names(inside)


def test_s7_1_what_moves_otherwise_is_stronger_in_the_hue():
    for kind in HARD:
        both = [len(ends(placed(f"{square}=黒{kind}:IA", HARD_TAM), square)) for square in ("LY", "TY")]
        assert both[0] < both[1]


def test_s7_1_the_square_of_the_emperor_is_hue_unless_agreed_otherwise():
    pieces = "MAI=黒兵:IA MY=皇 PA=赤王:A"
    beyond_it = {
        answer: {
            action.rpartition(">")[2]
            for action in placed(pieces, HARD_TAM, tam_hue=answer).legal()
            if action.startswith("MAI*MY>")
        }
        for answer in ("yes", "no")
    }
    assert beyond_it == {"yes": names("MO MU CY PY MAI"), "no": names("MO")}
    usual = placed(pieces, HARD_TAM).legal()
    assert {action for action in usual if action.startswith("MAI*MY>")} == {
        f"MAI*MY>{square}" for square in beyond_it["yes"]
    }


@pytest.mark.parametrize("side", ["A", "IA"])
def test_s7_1_the_moves_from_the_start_are_counted(side):
    assert len(after(make_game(HARD_TAM).start, f"first {side}").legal()) == OPENING


@pytest.mark.parametrize("line", lines_of("positions-hard-tam"), ids=lambda line: line["id"])
def test_s7_1_a_position_has_as_many_moves_as_other_programs_count(line):
    match = read(line, HARD_TAM)
    assert sum("@" not in action for action in match.legal()) == PERFT[line["id"]]
    game = make_game(HARD_TAM)
    for action in match.legal()[::9]:
        further = match.after(action)
        assert game.parse(further.position()) == further


def test_s7_2_the_ship_may_move_as_the_bow_from_the_hue():
    assert ends(placed("TY=黒船:IA", ship="bow"), "TY") == names(DIAGONALS)
    assert ends(placed("LAI=黒船:IA", ship="bow"), "LAI") == names("LA LE LI LU LO LY")
    # In 硬皇力 it is the 弓 of 硬皇力.
    assert ends(placed("TY=黒船:IA", HARD_TAM, ship="bow"), "TY") == names(f"{STRAIGHTS} NO ZO NAI ZAI")


@pytest.mark.parametrize(
    ("option", "first", "second"), [("beasts=tiger", "虎", "馬"), ("beasts=horse", "馬", "虎")]
)
def test_s7_3_tiger_and_horse_may_move_alike(option, first, second):
    key, value = option.split("=")
    for square in ("LAI", "TY"):
        wanted = ends(placed(f"{square}=黒{first}:IA"), square)
        for kind in (first, second):
            assert ends(placed(f"{square}=黒{kind}:IA", **{key: value}), square) == wanted


@pytest.mark.parametrize(("option", "first", "second"), [("bows=bow", "弓", "車"), ("bows=cart", "車", "弓")])
def test_s7_4_bow_and_cart_may_move_alike(option, first, second):
    key, value = option.split("=")
    for square in ("LAI", "TY"):
        wanted = ends(placed(f"{square}=黒{first}:IA"), square)
        for kind in (first, second):
            assert ends(placed(f"{square}=黒{kind}:IA", **{key: value}), square) == wanted


STEPPING = "LAI=黒弓:IA LY=赤兵:A ZO=皇 LU=赤兵:A"


def test_s7_5_the_throw_for_stepping_over_may_be_repeated_and_lost():
    thrown = after(placed(STEPPING, sticks="chained"), "LAI*LY>>LU", "cast 0")
    assert thrown.legal() == ("again", "stay")
    assert after(thrown, "stay").board == thrown.board
    again = after(thrown, "again")
    assert again.to_move() == CHANCE
    for dark in (0, 1):
        lost = after(again, f"cast {dark}")
        assert (lost.board, lost.to_move()) == (thrown.board, "A")
    reached = after(again, "cast 2")
    assert reached.legal() == ("go", "stay")
    assert facts(after(reached, "go"))["board"]["LU"] == "黒弓:IA"
    # Dark sides add up: one and two are enough for three squares.
    far = after(placed(STEPPING.replace("LU=赤兵:A", "LI=赤兵:A"), sticks="chained"), "LAI*LY>>LI", "cast 1")
    assert "go" not in far.legal()
    assert after(far, "again", "cast 2").legal() == ("go", "stay")
    # Once is enough where it is not chained.
    assert after(placed(STEPPING), "LAI*LY>>LU", "cast 0").to_move() == "A"


def test_s7_5_with_a_direction_a_player_throws_on_while_it_helps():
    pieces = "PAI=黒巫:IA PY=黒兵:IA PU=皇 KA=赤王:A"
    thrown = after(placed(pieces, sticks="chained", declare="direction"), "PAI*PY>>MY", "cast 3")
    assert thrown.legal() == ("again", "go CY", "go MY", "go XY", "stay")
    across = after(thrown, "again", "cast 5")
    assert "again" not in across.legal()
    assert "go KY" in across.legal()


def test_s7_5_the_odds_of_throws_in_a_row():
    one = {dark: odds for dark, (_, odds) in enumerate(casts(5))}
    # Two squares: at once, or after one dark side or none; then a throw of two or more is enough.
    enough = sum((one[dark] for dark in range(2, 6)), Fraction(0))
    assert odds_of(2, "chained") == float(enough + (one[0] + one[1]) * enough)
    assert odds_of(2) == float(enough)
    assert odds_of(8, "chained") > 0 == odds_of(8)


def test_s7_6_the_old_counting_counts_pieces_and_hands_by_their_pieces():
    # 筆巫将 are 1.4, four times; the two 兵 are outside.
    captured = "赤筆 赤巫 赤将 黒兵 赤兵"
    assert hands(captured, counting="old")["names"] == ["地心", "戦集"]
    hand, battle = 1.4, 0.6 + 0.2 + 0.2
    assert hands(captured, counting="old")["points"] == pytest.approx(4 * hand + 2 * battle + 1.8)
    assert hands(captured, counting="old-3-5")["points"] == pytest.approx(5 * hand + 3 * battle + 1.8)
    # Only the second 将 and the 船 serve no hand.
    more = f"{captured} 黒将 黒船"
    assert hands(more, counting="old-outside")["points"] == pytest.approx(5 * hand + 3 * battle + 0.6 + 0.1)
    assert hands("赤虎 赤馬", counting="old") == {"names": ["獣"], "points": 2 * 1.0 + 1.0}


def test_s7_6_tenths_are_paid():
    match = capturing(counting="old", rate=2)
    # 馬弓兵 is 1.0 twice, its pieces are 1.0.
    assert facts(match)["due"] == 6.0
    ended = after(match, "taxot")
    assert ended.returns() == (14.0, 26.0)
    assert make_game(STANDARD, {"counting": "old"}).parse(ended.position()) == ended
    half = after(capturing(counting="old-3-5"), "taxot")
    assert half.returns() == (16.0, 24.0)
    odd = after(placed("LAI=黒車:IA LO=黒王:A ZO=皇 PA=赤王:A", hands="triples", counting="old"), "LAI>LO")
    assert facts(odd)["due"] == 3.0
    given = facts(half) | {"score_A": 16.3, "score_IA": 23.7}
    assert read(given, counting="old").returns() == (16.3, 23.7)


def test_s7_7_three_neighbours_are_a_hand():
    assert hands("赤弓 黒兵 赤船", hands="triples") == {"names": ["弓兵船"], "points": 2.8}
    assert hands("赤虎 赤馬", hands="triples")["names"] == []
    assert hands("赤馬 赤虎 黒車 黒弓", hands="triples") == {"names": ["虎車弓", "馬虎車"], "points": 12.0}
    assert hands("赤王", hands="triples") == {"names": ["王"], "points": 2.0}
    # A king stands in.
    assert hands("黒王 黒馬", hands="beasts") == {"names": ["王", "馬虎"], "points": 4.0}
    assert hands("赤弓 黒兵 赤船", hands="triples", counting="old-3-5")["points"] == pytest.approx(
        5 * 0.7 + 0.7
    )


def test_s7_8_a_hand_may_picture_something():
    assert hands("赤将 黒馬 赤弓 赤兵", hands="motifs")["names"] == ["光戦王集", "馬弓兵"]
    assert hands("赤将 黒馬 赤弓 赤兵", hands="motifs")["points"] == 5 + 7
    assert hands("赤将 黒馬 赤弓 赤兵")["names"] == ["馬弓兵"]


def test_money_is_paid_without_a_limit():
    """cetkaik §6.5"""
    match = capturing(cap="money", rate=64)
    assert match.returns() == (0.0, 0.0)
    ended = after(match, "taxot")
    assert ended.returns() == (-64.0 * 7, 64.0 * 7)
    assert ended.season == 1


def test_a_simulation_counts_the_hands_that_are_played():
    start = make_game(STANDARD, {"hands": "triples", "seasons": "1"}).start
    pieces = "LAI=黒車:IA LO=黒王:A ZO=皇 PA=赤王:A"
    won = after(placed(pieces, hands="triples", seasons="1"), "LAI>LO")
    entries = CENSUS.entries([start, won, after(won, "taxot")], ["first IA", "taxot"])
    counted = {entry.row: entry.gained for entry in entries}
    assert (counted["王"], counted["弓兵船"]) == (1, 0)
    assert "馬弓兵" not in counted
