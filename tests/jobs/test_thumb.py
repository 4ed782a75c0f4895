"""What the table calls the printed advice is the advice that the kit prints."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from printkit.games.core import CHANCE
from printkit.games.find import make_game
from printkit.games.players import sight_of
from printkit.games.record import record_of, replay
from printkit.jobs.play.advise import Opinion, Question, advise
from printkit.kit.find import kit_folder
from printkit.lab.youscout.heuristic import heuristic_for, least_margin
from printkit.lab.youscout.learned import COLUMNS, TABLE
from printkit.solver.seats import known_players, seated


def test_the_start_of_a_deal_is_the_printed_one() -> None:
    """Deal 31Z7-35VZ: the M of place 2 (5) is above that of 6 (3), so the printed rule starts on 5, never on 6."""
    laid = tuple(f"lay {card}" for card in ("19", "2r", "20r", "9r", "16r", "17r"))
    advice = advise(Question("youscout-simplified", (), laid), 0.1, "thumb")
    assert advice.opinions == (Opinion("printed", "place 5"),)


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


def printed_advice(kit: str, first: str) -> str:
    """The kit's advice that begins with these words, with a table behind it."""
    text = (kit_folder(kit) / "rules.en.md").read_text(encoding="utf-8")
    (found,) = re.findall(rf"^\*\*Advice\.\*\* ({first}.*(?:\n\n\|.*\n(?:\|.*\n)*)?)", text, re.MULTILINE)
    return str(found)


def advised(game_id: str, player: str, plays: int, **options: str) -> Iterator[tuple[Any, str, str]]:
    """Every choice of some plays by luck: the state, the seat, and what a player would do."""
    game = make_game(game_id, [f"{key}={value}" for key, value in options.items()])
    sitting, rng = seated(game, player, Random(0)), Random(7)
    for _ in range(plays):
        state = game.start
        while (seat := state.to_move()) is not None:
            if seat == CHANCE:
                state = state.after(state.sample(rng))
                continue
            if len(state.legal()) > 1:
                yield state, seat, sitting(sight_of(game, state, seat))
            state = state.after(
                rng.choice(state.legal()) if rng.random() < 0.3 else sitting(sight_of(game, state, seat))
            )


def test_linked_ships_sail_as_the_leaflet_advises() -> None:
    text = printed_advice("linked-ships", "Sail one ship")
    least = int(re.findall(r"Enter the goal only with (\d+) or more", text)[0])
    assert "Move it whenever it carries more than you threw" in text
    done = set()
    for state, seat, action in advised("linked-ships", "thumb", 4, players="2"):
        word, *rest = action.split()
        mine = state.ships[state.index(seat)]
        under_way = [ship for ship in mine if ship.cargo or 0 < ship.step < 20]
        assert word != "plunder"
        if word == "build":
            assert not under_way
        elif under_way and word in ("move", "supply"):
            ship = mine[int(rest[0]) - 1]
            assert ship.step == max(each.step for each in under_way)
            enough = least if ship.step + state.dark >= 20 else state.dark + 1
            assert (word == "move") == (ship.cargo >= enough) or len(state.legal()) < 3
        done.add(word)
    assert {"move", "supply", "build"} <= done


def test_the_mountain_is_climbed_as_the_leaflet_advises() -> None:
    text = printed_advice("mountain-road", "Lay the horses you can pay")
    rice = int(re.findall(r"From (\d+) rice on change", text)[0])
    done = set()
    for state, seat, action in advised("mountain-road", "thumb", 3, players="2"):
        legal = {each.split()[0] for each in state.legal()}
        word, *rest = action.split()
        if state.phase != "main":
            continue
        if word in ("install", "sell"):
            may_be_laid = f"install {rest[0]}" in state.legal() and rest[0][1] in "5s"
            assert may_be_laid == (word == "install"), (action, state.legal())
        if "exchange" in legal and state.rice[state.index(seat)] >= rice:
            assert word == "exchange"
        if legal & {"move"} and not legal & {"install", "sell", "exchange"}:
            assert word == "move"
        done.add(word)
    assert {"install", "sell", "exchange", "move"} <= done


def test_throws_stop_where_the_table_of_the_leaflet_says() -> None:
    rows = re.findall(r"^\|(.*)\|$", printed_advice("throwing-sticks", "The last player"), re.MULTILINE)
    coming, stops = (re.findall(r"\d+", row) for row in (rows[0], rows[2]))
    stop_at = dict(zip(map(int, coming), map(int, stops), strict=True)) | {0: 0}
    seen = set()
    for players in range(2, 7):
        for state, seat, action in advised("niek-kut-saup-xy", "greedy", 40, players=str(players)):
            at = state.index(seat)
            if state.phase != "choose" or any(not inside for inside in state.inside):
                continue
            to_come = sum(total < 0 for total in state.totals)
            total, best = (
                state.totals[at],
                max(each for other, each in enumerate(state.totals) if other != at),
            )
            stops_here = total > best and total >= stop_at[to_come]
            if total != best:
                assert (action == "keep") == stops_here, (state.totals, to_come, action)
            seen.add((to_come, action))
    assert seen >= {(to_come, action) for to_come in range(1, 5) for action in ("again", "keep")}


def test_stakes_are_laid_as_the_leaflet_advises() -> None:
    assert printed_advice("throwing-sticks", "Stake").startswith("Stake as little as you may, on 2 or 3.")
    laid = {action for _, _, action in advised("lu-tu", "greedy", 6)}
    assert laid <= {"bet 1 on 2", "bet 1 on 3"}


def test_a_hint_claims_no_printed_advice_where_none_is_printed() -> None:
    guides = {
        path.parent.name: path.read_text(encoding="utf-8")
        for path in kit_folder("youscout").parent.glob("*/guide.toml")
    }
    told = {kit: re.findall(r"^advice = ", text, re.MULTILINE) for kit, text in guides.items()}
    assert {kit for kit, found in told.items() if found} == {
        "youscout",
        "mountain-road",
        "linked-ships",
        "throwing-sticks",
    }
    laid = advise(Question("youscout-together", (), opening("youscout-together")), 0.05)
    assert [each.kind for each in laid.opinions] == ["thumb"]
    assert [each.kind for each in advise(Question("tottarot", (), opening("tottarot")), 0.05).opinions] == []


def opening(game_id: str, options: tuple[str, ...] = ()) -> tuple[str, ...]:
    """What chance does before the first choice."""
    game, rng = make_game(game_id, options), Random(3)
    state, actions = game.start, []
    while state.to_move() == CHANCE or len(state.legal()) < 2:
        actions.append(state.sample(rng) if state.to_move() == CHANCE else state.legal()[0])
        state = state.after(actions[-1])
    return tuple(actions)


def test_a_round_of_two_begins_as_it_was_solved() -> None:
    game = make_game("tottarot", ["players=2"])
    question = Question("tottarot", tuple(game.options.items()), opening("tottarot", ("players=2",)))
    solved = [each for each in advise(question, 0.05).opinions if each.kind == "solved"]
    assert solved
    assert abs(sum(each.share for each in solved) - 1) < 0.001


def test_a_search_ends_with_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each reading of the clock is a second: the search goes on for as many as it was given, and two games at least."""
    readings = iter(range(1_000))
    monkeypatch.setattr("printkit.jobs.play.advise.monotonic", lambda: next(readings))
    question = Question("nam-to", tuple(make_game("nam-to").options.items()), opening("nam-to"))
    advice = advise(question, 60)
    assert (advice.method, next(readings)) == ("search", 62)
    assert advice.games == 2 + 60 // len(advice.actions)
