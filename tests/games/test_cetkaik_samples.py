"""机戦 agrees with what other programs say about the same positions, hands and transitions."""

from __future__ import annotations

import pytest

from printkit.games.cetkaik.exchange import added, facts
from printkit.games.cetkaik.moves import of_text
from printkit.games.core import CHANCE
from printkit.games.find import make_game
from tests.games.cetkaik_boards import HARD_TAM, SCHOOL, STANDARD, after, lines_of, read

POSITIONS = [
    pytest.param(game_id, line, id=line["id"])
    for game_id, name in (
        (STANDARD, "positions-standard"),
        (SCHOOL, "positions-educational"),
        (HARD_TAM, "positions-hard-tam"),
    )
    for line in lines_of(name)
]
HANDS = [
    pytest.param(game_id, line, id=f"{name}-{at}")
    for game_id, name in ((STANDARD, "hands-standard"), (SCHOOL, "hands-educational"))
    for at, line in enumerate(lines_of(name), 1)
]
TRANSITIONS = [pytest.param(line, id=line["id"]) for line in lines_of("transitions-standard")]
OFFICIAL = {"hands": "official", "penalty": "alone"}


def _needs_water(game_id, line, move):
    if ">>" not in move:
        return move.endswith("~")
    board = make_game(game_id).start.rules.board
    squares = of_text(board, move)
    source, target = squares.source, squares.target
    ship = line["board"][board.grid.names[source]][1] == "船"
    return target in board.water and source not in board.water and not ship


@pytest.mark.parametrize(("game_id", "line"), POSITIONS)
def test_the_moves_of_a_position_are_those_of_other_programs(game_id, line):
    match = read(line, game_id)
    moves = [action for action in match.legal() if "@" not in action]
    assert moves == sorted(move.rstrip("~") for move in line["moves"])
    assert len(moves) == line["n_moves"]
    water = sorted(move.rstrip("~") for move in line["moves"] if _needs_water(game_id, line, move))
    assert added(match)["water"] == water
    dropped = {action for action in match.legal() if "@" in action}
    if "n_drops" in line:
        assert len(dropped) == line["n_drops"]
        assert {action.partition("@")[0] for action in dropped} == set(line["droppable"] if dropped else ())
    assert make_game(game_id).parse(match.position()) == match
    stated = facts(match)
    assert (stated["board"], stated["hop_A"], stated["turn"]) == (line["board"], line["hop_A"], line["turn"])


@pytest.mark.parametrize(
    ("game_id", "line"), [each for each in POSITIONS if "if_tam_is_hue" in each.values[1]]
)
def test_the_square_of_the_emperor_may_be_its_hue_too(game_id, line):
    changed = line["if_tam_is_hue"]
    wanted = {move.rstrip("~") for move in line["moves"]} - {move.rstrip("~") for move in changed["remove"]}
    wanted |= {move.rstrip("~") for move in changed["add"]}
    moves = {action for action in read(line, game_id, tam_hue="yes").legal() if "@" not in action}
    assert moves == wanted


@pytest.mark.parametrize(("game_id", "line"), HANDS)
def test_the_hands_are_those_of_other_programs(game_id, line):
    kinds = {"score": {"hands": "official"}, "score_booklet": {}} if game_id == STANDARD else {"score": {}}
    for key, options in kinds.items():
        for side in ("A", "IA"):
            given = {
                "board": {"ZO" if game_id == STANDARD else "c4": "皇"},
                f"hop_{side}": line["pieces"],
                "turn": "A",
            }
            stated = added(read(given, game_id, **options))["hands"]
            assert stated[side] == {"names": line["hands"], "points": line[key]}
            assert stated["A" if side == "IA" else "IA"] == {"names": [], "points": 0}


def _same(match, before, wanted):
    stated = facts(match)
    board = {**before["board"], **wanted["board_diff"]}
    assert stated["board"] == {square: piece for square, piece in board.items() if piece}
    for key in wanted.keys() - {"board_diff"}:
        assert stated[key] == wanted[key], key


def _kind(match, before, wanted):
    """What came of a turn is what the sample says."""
    if wanted["kind"] == "continue":
        assert match.legal()
        _same(match, before, wanted["next"])
        return
    assert wanted["kind"] == "hand"
    assert match.legal() == ("taxot", "tymok")
    _same(after(match, "tymok"), before, wanted["if_tymok"])
    ended, taxot = after(match, "taxot"), wanted["if_taxot"]
    if "victor" in taxot:
        assert ended.outcome().result == (taxot["victor"] or "A+IA")
        return
    assert ended.legal() == ("first A", "first IA")
    stated = facts(ended)
    assert stated["season"] == taxot["next_season"]
    assert (stated["score_A"], stated["score_IA"], stated["rate"]) == (taxot["score_A"], taxot["score_IA"], 1)


def _certain_or_water(match, before, wanted):
    if "certain" in wanted:
        _kind(match, before, wanted["certain"])
        return
    assert match.to_move() == CHANCE
    for dark in range(6):
        key = "water_ok" if dark >= 3 else "water_fail"
        _kind(after(match, f"cast {dark}"), before, wanted[key])


@pytest.mark.parametrize("line", TRANSITIONS)
def test_what_comes_of_a_move_is_what_other_programs_say(line):
    before = line["state"]
    match = after(read(before, **OFFICIAL), line["move"])
    if "outcome" in line:
        _certain_or_water(match, before, line["outcome"])
        return
    assert match.to_move() == CHANCE
    for dark, may in enumerate(line["sticks"]):
        thrown = after(match, f"cast {dark}")
        if may == ["pass"]:
            _certain_or_water(thrown, before, line["if_pass"])
            continue
        assert thrown.legal() == ("go", "stay")
        _certain_or_water(after(thrown, "stay"), before, line["if_pass"])
        _certain_or_water(after(thrown, "go"), before, line["if_reached"])
