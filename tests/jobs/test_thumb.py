"""What the table calls the rule of thumb is the rule that the kit prints."""

from __future__ import annotations

import json
from random import Random

import pytest

from printkit.games.core import CHANCE
from printkit.games.find import make_game
from printkit.games.players import sight_of
from printkit.games.record import record_of, replay
from printkit.jobs.play.advise import Question, advise
from printkit.lab.youscout.heuristic import heuristic_for, least_margin
from printkit.lab.youscout.learned import COLUMNS, TABLE
from printkit.solver.seats import known_players, seated


def test_the_start_of_a_deal_is_the_printed_one() -> None:
    """Deal 31Z7-35VZ: the M of place 2 (5) is above that of 6 (3), so the printed rule starts on 5, never on 6."""
    laid = tuple(f"lay {card}" for card in ("19", "2r", "20r", "9r", "16r", "17r"))
    assert advise(Question("youscout-simplified", (), laid), 0.1).thumb == "place 5"


@pytest.mark.parametrize("name", ["youscout", "youscout-simplified"])
def test_the_rule_of_thumb_at_the_table_starts_where_the_comparisons_of_the_leaflet_say(name: str) -> None:
    game = make_game(name)
    rule = heuristic_for(game.start.rules)
    rng = Random(4)
    for _ in range(40):
        state = game.start
        while state.to_move() == "chance":
            state = state.after(state.sample(rng))
        table = game.parse(state.view(state.to_move()))
        wins = [
            each.place
            for each in rule.comparisons
            if table.number(*each.more) - table.number(*each.less) >= least_margin(game.start.rules, each)
        ]
        player = seated(game, "thumb", Random(0))
        assert player(sight_of(game, state, state.to_move())) == f"place {[*wins, rule.start][0]}"


def test_the_rule_of_thumb_sits_down_at_the_table() -> None:
    assert "thumb" in known_players("youscout")
    game = make_game("youscout")
    rng = Random(1)
    player, state, actions = seated(game, "thumb", rng), game.start, []
    while state.to_move() is not None:
        seat = state.to_move()
        action = state.sample(rng) if seat == "chance" else player(sight_of(game, state, seat))
        actions.append(action)
        state = state.apply(action)
    assert list(replay(record_of(game, actions), game))[-1].state.outcome() is not None


def answers(name: str, player: str, plays: int) -> list[str]:
    """What a player answers to the swords of some plays by the rule of thumb."""
    game = make_game(name)
    thumb, other = (seated(game, each, Random(0)) for each in ("thumb", player))
    found = []
    for deal in range(plays):
        state, rng = game.start, Random(deal)
        while (seat := state.to_move()) is not None:
            if seat == CHANCE:
                state = state.after(state.sample(rng))
                continue
            sight = sight_of(game, state, seat)
            found.append(f"{other(sight)} for {thumb(sight)}")
            state = state.after(thumb(sight))
    return found


def test_a_starter_starts_as_the_rule_has_it_and_then_moves() -> None:
    found = answers("youscout", "starter", 6)
    assert "move for stay" in found
    assert {each.split()[0] for each in found} <= {"move", "place"}
    assert all(
        one == other for one, _, other in (each.partition(" for ") for each in found if "place" in each)
    )


def test_the_learned_player_leaves_the_rule_where_its_table_is_sure() -> None:
    other = [each for each in answers("youscout", "learned", 20) if len({*each.split(" for ")}) > 1]
    assert {"stay for move"} <= {*other} <= {"stay for move", "move for stay"}
    assert all(len({*each.split(" for ")}) == 1 for each in answers("youscout-simplified", "learned", 4))


def test_the_learned_table_has_a_weight_for_each_feature_and_a_row_for_each_place_below() -> None:
    rows = json.loads(TABLE.read_text(encoding="utf-8"))["youscout"]
    assert [*rows] == [f"{later} {place} below" for later in (0, 1, 2) for place in (1, 2, 3)]
    assert {len(row) for row in rows.values()} == {COLUMNS}
