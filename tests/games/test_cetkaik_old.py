"""古机戦, paragraph by paragraph (cetkaik-old §1 to §5)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace as changed
from fractions import Fraction
from random import Random

from printkit.games.cetkaik_old import players
from printkit.games.cetkaik_old.board import GRID, WATER, set_up
from printkit.games.cetkaik_old.match import MOVE
from printkit.games.cetkaik_old.narration import narrate
from printkit.games.cetkaik_old.players import WON, searched
from printkit.games.cetkaik_old.printed import CENSUS
from printkit.games.core import CHANCE
from printkit.games.find import find_board, find_players, make_game
from printkit.games.narration import CardValue
from printkit.games.players import sight_of
from printkit.games.record import record_of, replay

GAME = "cetkaik-old"
KINGS = "ZA=赤王 PIA=黒王"
OPENING = 32
"""弓 2, 獣 4, 車 2, 将 6, 王 3, 兵 8, and 7 of the 船, counted on the board."""


def placed(pieces, turn="IA", **options):
    """A position with these pieces and both kings, such as `KY=黒兵`."""
    start = make_game(GAME, options).start
    cells: list[str | None] = [None] * 81
    for word in f"{KINGS} {pieces}".split():
        square, _, piece = word.partition("=")
        cells[GRID.index[square]] = piece if piece != "." else None
    return start.changed(board=tuple(cells), phase=MOVE, turn=turn)


def after(match, *actions):
    for action in actions:
        match = match.apply(action)
    return match


def ends(match, square):
    """Where the piece on a square may go, over ships too: the rest of its actions."""
    return {
        action[len(square) :].removeprefix(">")
        for action in match.legal()
        if action.startswith((f"{square}>", f"{square}*"))
    }


def names(squares):
    return set(squares.split())


def shown(match):
    return {name: piece for name, piece in zip(GRID.names, match.board, strict=True) if piece}


def test_s1_1_each_side_has_18_pieces():
    pieces = Counter(piece for piece in make_game(GAME).start.board if piece)
    kinds = {"王": 1, "将": 2, "車": 2, "虎": 2, "弓": 2, "船": 1, "兵": 8}
    assert pieces == Counter({colour + kind: copies for colour in "赤黒" for kind, copies in kinds.items()})


def test_s1_2_colour_is_side_and_the_upper_half_mirrors_the_lower_one():
    board = set_up(make_game(GAME).start.rules)
    assert "".join(piece[1] for piece in board[:9] if piece) == "弓虎車将王将車虎弓"
    turned = {"赤": "黒", "黒": "赤"}
    assert board == tuple(piece and turned[piece[0]] + piece[1] for piece in board[::-1])
    assert {piece[0] for piece in board[:27] if piece} == {"赤"}


def test_s1_3_cart_and_beast_may_stand_otherwise():
    exchanged = make_game(GAME, {"setup": "exchanged"}).start.board
    assert "".join(piece[1] for piece in exchanged[:9] if piece) == "弓車虎将王将虎車弓"
    free = after(make_game(GAME, {"setup": "free"}).start, "first IA")
    assert (free.to_move(), free.legal()) == ("IA", ("keep", "swap CM", "swap LN", "swap LN CM"))
    chosen = after(free, "swap LN", "swap LN CM")
    assert chosen.to_move() == "IA"
    assert [shown(chosen)[name][1] for name in ("LIA", "NIA", "CIA", "MIA")] == ["車", "虎", "車", "虎"]
    assert [shown(chosen)[name][1] for name in ("LA", "NA", "CA", "MA")] == ["車", "虎", "虎", "車"]
    assert chosen.phase == MOVE


def test_s1_4_the_sticks_say_who_begins():
    start = make_game(GAME).start
    assert start.to_move() == CHANCE
    assert start.chances() == (("first A", Fraction(1, 2)), ("first IA", Fraction(1, 2)))
    for side in ("A", "IA"):
        begun = after(start, f"first {side}")
        assert begun.to_move() == side
        assert len(begun.legal()) == OPENING


def test_s1_5_the_water_is_a_cross():
    assert {GRID.names[at] for at in WATER} == names("NO TO ZO XO CO ZI ZU ZY ZAI")


def test_s2_1_only_ships_are_on_the_water_and_captures_leave_the_board():
    assert ends(placed("TY=黒王 PIA=."), "TY") == names("NY NAI TAI")
    assert ends(placed("LO=黒弓"), "LO") == names("KO LA LE LI LU LY LAI LAU LIA")
    taken = after(placed("LO=黒弓 LU=赤兵"), "LO>LU")
    assert shown(taken) == {"ZA": "赤王", "PIA": "黒王", "LU": "黒弓"}


def test_s2_1_who_can_move_nothing_loses_the_turn():
    # Each 兵 stands before another piece of its own, the last ones at the edge.
    stuck = placed("PIA=. KA=黒王 LA=黒兵 KE=黒兵 LE=黒兵")
    assert stuck.legal() == ("pass",)
    passed = after(stuck, "pass")
    assert (passed.to_move(), passed.board) == ("A", stuck.board)


def test_s2_2_king_and_general():
    assert ends(placed("LY=黒王 PIA=."), "LY") == names("KO LO KY NY KAI LAI NAI")
    assert ends(placed("LY=黒将"), "LY") == names("KO LO KY NY KAI NAI")
    assert ends(placed("LU=赤将", "A"), "LU") == names("KI NI KU NU KO LO")
    assert shown(after(placed("LY=黒将 LO=赤兵"), "LY>LO"))["LO"] == "黒将"


def test_s2_3_a_pawn_is_promoted_in_the_other_sides_rows():
    assert ends(placed("LY=黒兵"), "LY") == {"LO"}
    promoted = after(placed("LU=黒兵"), "LU>LI")
    assert shown(promoted)["LI"] == "黒無"
    again = promoted.changed(turn="IA")
    assert ends(again, "LI") == names("KI NI LE LU")
    # For good: outside of the three rows too.
    assert ends(placed("LO=黒無"), "LO") == names("KO LU LY")
    assert shown(after(placed("LY=赤兵", "A"), "LY>LAI"))["LAI"] == "赤無"
    assert shown(after(placed("LU=赤兵", "A"), "LU>LO"))["LO"] == "赤兵"


def test_s2_4_the_bow_slides_and_captures_where_it_ends():
    match = placed("LY=黒弓 LU=赤兵 NY=黒兵")
    assert ends(match, "LY") == names("LO LU KY LAI LAU LIA")


def test_s2_5_cart_and_beast_capture_by_jumping():
    cart = "LAI=黒車 LU=赤兵 KAI=赤兵"
    assert ends(placed(cart), "LAI") == names("LY LO LI NAI TAI LAU LIA")
    jumped = after(placed(cart), "LAI>LI")
    assert shown(jumped) == {"ZA": "赤王", "PIA": "黒王", "LI": "黒車", "KAI": "赤兵"}
    # Another piece, the edge or the water behind it saves it.
    assert "LI" not in ends(placed(f"{cart} LI=赤兵"), "LAI")
    # NO, behind NU, and ZO, behind TY, are water.
    assert ends(placed("NI=黒車 NU=赤兵"), "NI") & names("NU NO NY") == set()
    assert ends(placed("NAI=黒虎 TY=赤兵"), "NAI") == names("LY KO LAU KIA TAU ZIA")
    assert ends(placed("LIA=黒虎 NAU=赤兵"), "LIA") == names("KAU TAI")
    assert ends(placed("PY=黒車 PO=赤兵 PU=黒兵"), "PY") == names("MY CY XY PAI PAU")


def test_s2_6_a_ship_goes_where_the_water_leads():
    assert ends(placed("ZAI=黒船"), "ZAI") == names("ZY ZO NO TO XO CO ZU ZI")
    assert ends(placed("ZAI=黒船 ZO=赤船"), "ZAI") == {"ZY"}
    assert ends(placed("NO=黒船 TO=赤船"), "NO") == set()
    # It captures nothing, and nothing captures it.
    assert ends(placed("NI=黒弓 NU=黒兵 NO=赤船"), "NI") == names("KI LI TI NA NE")
    assert not any("NO" in action.rpartition(">")[2] for action in placed("NY=黒弓 NO=赤船").legal())


def test_s3_1_a_piece_steps_on_ships_and_on_nothing_else():
    match = placed("NY=黒弓 NO=赤船")
    assert {"*NO>NU", "*NO>LO", "*NO>KO", "*NO>NI"} <= ends(match, "NY")
    assert ends(placed("LY=黒弓 LO=赤兵 KY=黒兵"), "LY") >= {"LO"}
    assert not any("*" in action for action in placed("LY=黒弓 LO=赤兵 KY=黒兵").legal())
    assert ends(placed("NY=黒兵 NO=黒船"), "NY") == {"*NO>NU"}
    assert "*ZI>ZE" in ends(placed("ZI=赤船 TI=黒弓"), "TI")


def test_s3_2_two_ships_may_be_stepped_on_one_after_the_other():
    match = placed("TI=黒王 PIA=. ZU=赤船 ZO=黒船")
    assert {"*ZU>XI", "*ZU*ZO>TY", "*ZU*ZO>XY"} <= ends(match, "TI")
    assert after(match, "TI*ZU*ZO>XY").board[GRID.index["XY"]] == "黒王"
    # The way over one ship alone is the one that is known.
    assert "*ZU*ZO>XU" not in ends(match, "TI")


def test_s3_3_a_piece_captures_after_a_step_and_steps_after_no_capture():
    match = placed("NY=黒車 NO=赤船 NU=赤兵")
    assert "*NO>NI" in ends(match, "NY")
    assert shown(after(match, "NY*NO>NI")) == {"ZA": "赤王", "PIA": "黒王", "NO": "赤船", "NI": "黒車"}
    # The ship is on the square behind the 兵: no jump onto it.
    assert ends(placed("NAI=黒車 NY=赤兵 NO=赤船"), "NAI") == names("KAI LAI TAI NAU NIA")


def test_s3_4_a_piece_does_not_end_where_it_began():
    match = placed("NY=黒王 PIA=. NO=赤船")
    assert "*NO>NY" not in ends(match, "NY")
    # The square it left does not bar it.
    assert {"*NO>NAI", "*NO>NAU"}.isdisjoint(ends(placed("NY=黒弓 NO=赤船"), "NY"))
    assert {"NAI", "NAU"} <= ends(placed("NY=黒弓 NO=赤船"), "NY")


def test_s4_1_who_captures_the_king_has_won():
    match = placed("ZY=. LA=黒弓")
    won = after(match, "LA>ZA")
    assert won.legal() == ()
    assert won.outcome().result == "IA"
    assert won.outcome().reason == "IA wins by capturing the king"
    assert won.returns() == (-1.0, 1.0)
    # A king may be left in danger, and may go there.
    assert "PIA>PAU" in placed("KAU=赤弓").legal()


def test_s4_2_a_side_resigns_when_the_king_is_lost():
    lost = placed("KIA=赤弓 KAU=赤弓")
    assert "resign" in lost.legal()
    assert after(lost, "resign").outcome().reason == "A wins because the other side resigned"
    for saved in (
        placed("KIA=赤弓"),
        placed("KIA=赤弓 KAU=赤弓 LIA=黒兵"),
        placed("KIA=赤弓 KAU=赤弓 LA=黒弓"),
    ):
        assert "resign" not in saved.legal()
    assert "resign" in placed("KIA=赤弓", resign="any").legal()
    assert "resign" not in placed("KIA=赤弓 KAU=赤弓", resign="no").legal()


def shuffled_on(match, turns):
    """Kings go to and fro."""
    way = {"IA": ("PIA>PAU", "PAU>PIA"), "A": ("ZA>ZE", "ZE>ZA")}
    for turn in range(turns):
        match = after(match, way[match.turn][turn // 2 % 2])
    return match


def test_s4_3_a_draw_is_agreed_on_when_nothing_happens():
    assert "offer" not in shuffled_on(placed(""), 19).legal()
    settled = shuffled_on(placed(""), 20)
    offered = after(settled, "offer")
    assert (offered.to_move(), offered.legal()) == ("A", ("accept", "refuse"))
    assert after(offered, "accept").outcome().result == "A+IA"
    refused = after(offered, "refuse")
    assert refused.to_move() == "IA"
    assert "offer" not in refused.legal()
    assert "offer" in after(refused, "PIA>PAU").legal()


def test_s4_4_a_position_that_stands_for_the_third_time_is_a_draw_for_who_claims_it():
    match = placed("")
    assert "claim" not in shuffled_on(match, 4).legal()
    third = shuffled_on(match, 8)
    assert "claim" in third.legal()
    assert after(third, "claim").returns() == (0.0, 0.0)


def test_s4_5_a_season_in_which_nothing_happens_is_drawn():
    assert shuffled_on(placed(""), 99).legal()
    assert shuffled_on(placed(""), 100).outcome().result == "A+IA"
    assert shuffled_on(placed("", quiet="10"), 10).outcome() is not None
    assert shuffled_on(placed("", quiet="infinity"), 120).legal()
    # A capture or a move of a 兵 counts from the beginning.
    assert after(shuffled_on(placed("KY=黒兵"), 12), "KY>KO").past == ()


def test_s4_6_several_seasons_are_counted_together():
    match = placed("LA=黒弓", seasons="2")
    second = after(match, "LA>ZA")
    assert (second.season, second.returns(), second.to_move()) == (1, (-1.0, 1.0), CHANCE)
    assert second.stage() == 1


def test_s5_1_cart_and_beast_may_not_slide():
    column = names("LA LE LI LU LO LAI LAU LIA KY NY TY")
    for slides, cart, beast in (
        ("both", column, names("TI ZE XA LI KE LO KY TO".replace(" TO", ""))),
        ("cart", column, names("TI LI LO")),
        ("none", names("LO LAI KY NY"), names("TI LI LO")),
    ):
        match = placed("LY=黒車", slides=slides)
        assert ends(match, "LY") == cart
        assert ends(placed("NU=黒虎", slides=slides), "NU") == beast
    none = placed("LY=黒車 LO=赤兵 LAU=赤兵", slides="none")
    assert ends(none, "LY") == names("LU KY NY LAI")


def test_s5_2_pieces_that_do_not_slide_may_jump_on():
    jumps = placed("KIA=黒車 LIA=赤兵 NAU=赤兵", slides="none", jumps="many")
    assert ends(jumps, "KIA") == names("KAU NIA NIA>NAI")
    taken = after(jumps, "KIA>NIA>NAI")
    assert shown(taken) == {"ZA": "赤王", "PIA": "黒王", "NAI": "黒車"}
    # One that slides jumps once.
    assert (
        ends(placed("KIA=黒車 LIA=赤兵 NAU=赤兵", slides="cart", jumps="many"), "KIA") & {"NIA>NAI"} == set()
    )


def test_s5_3_a_piece_may_be_given_for_one_it_cannot_jump():
    pieces = "LY=黒車 LU=赤兵 LI=赤兵"
    assert "LU!" not in ends(placed(pieces), "LY")
    given = placed(pieces, sacrifice="yes")
    assert "LU!" in ends(given, "LY")
    assert shown(after(given, "LY>LU!")) == {"ZA": "赤王", "PIA": "黒王", "LI": "赤兵"}
    # Where it can land it is not given.
    assert "LU!" not in ends(placed("LY=黒車 LU=赤兵", sacrifice="yes"), "LY")


def test_captured_pieces_are_listed_with_a_promoted_pawn_as_the_pawn_it_was():
    match = after(placed("LU=黒兵 PE=赤兵"), "LU>LI")
    zones = {(zone.name, zone.owner): zone for zone in match.table("").zones}
    lost = [item.face for item in zones["captured", "A"].items if item]
    assert Counter(lost) == Counter("黒将 黒将 黒車 黒車 黒虎 黒虎 黒弓 黒弓 黒船".split() + ["黒兵"] * 7)


def test_from_the_set_up_both_sides_have_as_many_answers():
    """No move of one side takes a move from the other but those of the 船, so 32 times 32 less what they bar."""
    begun = after(make_game(GAME).start, "first IA")
    answers = [len(begun.after(action).legal()) for action in begun.legal()]
    assert len(answers) == OPENING
    assert sum(answers) == 1008


def test_the_player_takes_a_king_saves_its_own_and_sees_two_turns_ahead():
    player = find_players(GAME)["alphabeta"](make_game(GAME), Random(1))

    def answer(match):
        return player(sight_of(make_game(GAME), match, match.to_move()))

    assert answer(placed("LA=黒弓")) == "LA>ZA"
    attacked = placed("KIA=赤弓 LE=赤弓")
    saved = after(attacked, answer(attacked))
    assert not any("王" in (saved.board[prey] or "") for move in saved.moves() for prey in move.prey)
    # Two 弓 on neighbouring rows: the king cannot leave both.
    mate = placed("KE=黒弓 LAI=黒弓")
    found = searched(mate)
    assert found["LAI>LA"] > WON - 10
    assert max(found.values()) == found["LAI>LA"]


def test_a_search_that_takes_too_long_looks_a_turn_less_ahead(monkeypatch):
    match = placed("KE=黒弓 LAI=黒弓")
    sight = sight_of(make_game(GAME), match, match.to_move())
    far, near = (
        find_players(GAME)[name](make_game(GAME), Random(2))(sight) for name in ("alphabeta", "shallow")
    )
    assert far != near
    monkeypatch.setattr(players, "MOST", 1)
    assert find_players(GAME)["alphabeta"](make_game(GAME), Random(2))(sight) == near


def test_a_search_values_what_is_legal():
    match = after(make_game(GAME).start, "first IA", "KAI>KY", "LI>LU")
    assert set(searched(match, 1)) == {action for action in match.legal() if ">" in action}


def test_arrows_are_the_moves_the_engine_plays():
    """Each kind alone on LY: a direction with an arrow is one it goes, one square or to the edge or the water."""
    at = GRID.index["LY"]
    for move in find_board(GAME).moves:
        far = {"step": 1, "slide": 9, "jump": 9}
        drawn = set()
        for arrow in move.outside:
            for square in GRID.ray(at, arrow.way)[: far[arrow.kind]]:
                if square in WATER:
                    break
                drawn.add(GRID.names[square])
        alone = f"LY=黒{move.piece}" + " PIA=." * (move.piece == "王")
        assert ends(placed(alone), "LY") == drawn, move.piece
    kinds = {move.piece: {arrow.kind for arrow in move.outside} for move in find_board(GAME).moves}
    assert (kinds["弓"], kinds["車"], kinds["虎"]) == ({"slide"}, {"jump"}, {"jump"})
    assert {arrow.kind for move in find_board(GAME, ["slides=none"]).moves for arrow in move.outside} == {
        "step", "slide", "hop",
    }  # fmt: skip


def test_what_is_narrated_of_a_turn_follows_from_the_rules():
    game = make_game(GAME)
    actions = ["first IA", "TAI>TY", "LI>LU", "LIA>TAI", "LU>LO", "TAI>KU", "ZI>ZU"]
    frames = narrate(game, tuple(replay(record_of(game, actions), game)))
    assert [frame.key for frame in frames] == ["start", *["turn"] * 6]
    said = [{each.key: each.values for each in frame.sentences} for frame in frames]
    assert said[0] == {"begin.old": {"seat": "IA"}}
    assert said[5]["jump"] == {"piece": CardValue("赤兵"), "square": "LO"}
    assert "quiet" in said[6]
    kings = placed("KIA=赤弓 LAU=赤弓", "A")
    ((lost,),) = [[each for each in stated_after(kings, "LAU>KAU") if each.key == "king-lost"]]
    assert lost.values == {"seat": "IA"}
    assert "quiet" not in {each.key for each in stated_after(placed("LAU=赤弓", "A"), "LAU>LIA")}
    assert "saves-king" in {each.key for each in stated_after(placed("KIA=赤弓"), "PIA>PAU")}
    assert "leaves-king" in {each.key for each in stated_after(placed("KAU=赤弓"), "PIA>PAU")}


def stated_after(match, action):
    """What a walkthrough says of one turn."""
    game = changed(make_game(GAME), start=match)
    (frame,) = narrate(game, tuple(replay(record_of(game, [action]), game)))
    return frame.sentences


def test_a_simulation_counts_lengths_endings_and_first_moves():
    def counted(*actions):
        states = [make_game(GAME).start]
        for action in actions:
            states.append(states[-1].after(action))
        return {entry.row: entry.gained for entry in CENSUS.entries(states, actions) if entry.gained}

    begun = after(make_game(GAME, {"resign": "any"}).start, "first IA")
    lost = [begun.changed(phase="first", turn=""), begun, after(begun, "resign")]
    entries = {entry.row: entry.gained for entry in CENSUS.entries(lost, ["first IA", "resign"])}
    assert entries["the king was lost, and resigned"] == 1
    assert entries["share of the side that moves first"] == 0
    assert counted("first A", "KI>KU", "KAI>KY") == {}
