"""What the table calls the printed advice is the advice that the kit prints."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

from printkit.games.core import CHANCE
from printkit.games.find import find_games, find_module, find_thumbs, make_game
from printkit.games.players import THUMB, sight_of
from printkit.games.record import record_of, replay
from printkit.jobs.play.advise import Opinion, Question, advise
from printkit.kit.find import find_kit, kit_folder, kit_ids
from printkit.lab.youscout.heuristic import COLUMNS, TABLE, heuristic_for, least_margin
from printkit.solver.seats import known_players, seated


def test_the_start_of_a_deal_is_the_printed_one():
    """Deal 31Z7-35VZ: the M of place 2 (5) is above that of 6 (3), so the printed rule starts on 5, never on 6."""
    laid = tuple(f"lay {card}" for card in ("19", "2r", "20r", "9r", "16r", "17r"))
    advice = advise(Question("youscout-simplified", (), laid), 0.1, "thumb")
    assert advice.opinions == (Opinion("printed", "place 5"),)


@pytest.mark.parametrize("name", ["youscout", "youscout-simplified"])
def test_the_rule_of_thumb_at_the_table_starts_where_the_comparisons_of_the_leaflet_say(name):
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


def test_the_rule_of_thumb_sits_down_at_the_table():
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


def answers(name, player, plays):
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


def test_a_starter_starts_as_the_rule_has_it_and_then_moves():
    found = answers("youscout", "starter", 6)
    assert "move for stay" in found
    assert {each.split()[0] for each in found} <= {"move", "place"}
    assert all(
        one == other for one, _, other in (each.partition(" for ") for each in found if "place" in each)
    )


def test_the_learned_player_leaves_the_rule_where_its_table_is_sure():
    other = [each for each in answers("youscout", "learned", 20) if len({*each.split(" for ")}) > 1]
    assert {"stay for move"} <= {*other} <= {"stay for move", "move for stay"}
    assert all(len({*each.split(" for ")}) == 1 for each in answers("youscout-simplified", "learned", 4))


def test_the_learned_table_has_a_weight_for_each_feature_and_a_row_for_each_place_below():
    rows = json.loads(TABLE.read_text(encoding="utf-8"))["youscout"]
    assert [*rows] == [f"{later} {place} below" for later in (0, 1, 2) for place in (1, 2, 3)]
    assert {len(row) for row in rows.values()} == {COLUMNS}


def printed_advice(kit, first):
    """The kit's advice that begins with these words, with a table behind it."""
    text = (kit_folder(kit) / "rules.en.md").read_text(encoding="utf-8")
    (found,) = re.findall(rf"^\*\*Advice\.\*\* ({first}.*(?:\n\n\|.*\n(?:\|.*\n)*)?)", text, re.MULTILINE)
    return str(found)


def advised(game_id, player, plays, **options):
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


# Under which heading a game's rules stand where it is not its own; what the page does not print.
SHARED = {"cetkaik-school": "cetkaik", "cetkaik-hard-tam": "cetkaik"}
PLAYED = [
    (kit_id, game_id)
    for kit_id in kit_ids()
    for game_id in find_kit(kit_id, ()).games
    if find_module(game_id).thumbs
]


def rules_on_paper(kit_id, game_id, language):
    """The rules of thumb of a game as its kit's leaflet has them, in their order."""
    heading = SHARED.get(game_id, game_id)
    for path in sorted(kit_folder(kit_id).glob(f"leaflet-*.{language}.md")):
        parts = re.split(r"^##? .*\{#(.+)\}$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        text = dict(zip(parts[1::2], parts[2::2], strict=True)).get(heading)
        if text:
            return re.findall(r"^\d+\.\d+\. (.+)$", text, re.MULTILINE)
    return []


def test_every_game_with_rules_of_thumb_is_in_a_kit():
    assert {game_id for _, game_id in PLAYED} == {
        game_id for game_id in find_games() if find_module(game_id).thumbs
    }


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("kit_id", "game_id"), PLAYED)
def test_the_leaflet_has_every_rule_of_thumb_in_its_order(kit_id, game_id, language):
    printed = rules_on_paper(kit_id, game_id, language)
    assert len(printed) == len(find_thumbs(game_id))
    assert len({*printed}) == len(printed)
    guided = find_kit(kit_id, ()).guide.games[game_id]
    assert guided.advice == THUMB


def test_ships_and_climbers_go_by_the_numbers_of_their_leaflets():
    assert "9 or more" in printed_advice("linked-ships", "Supply")
    assert "at least 9 are left" in rules_on_paper("linked-ships", "linked-ships", "en")[0]
    for state, seat, action in advised("linked-ships", "thumb", 3, players="2"):
        word, *rest = action.split()
        if word == "move":
            ship = state.ships[state.index(seat)][int(rest[0]) - 1]
            assert ship.step + state.dark < 20 or ship.cargo - state.dark >= 9 or len(state.legal()) < 3
    assert "from the 17th square on boats only" in printed_advice("mountain-road", "Lay the boats")
    laid = {
        (action[-1], state.places[state.index(seat)] > 16)
        for state, seat, action in advised("mountain-road", "thumb", 3, players="2")
        if action.startswith("install")
    }
    assert {kind for kind, _ in laid} == {*"s05"}
    assert {kind for kind, late in laid if late} <= {"s"}


def test_throws_stop_where_the_table_of_the_leaflet_says():
    rows = re.findall(r"^\|(.*)\|$", printed_advice("throwing-sticks", "The last player"), re.MULTILINE)
    coming, stops = (re.findall(r"\d+", row) for row in (rows[0], rows[2]))
    stop_at = dict(zip(map(int, coming), map(int, stops), strict=True)) | {0: 0}
    seen = set()
    for players in range(2, 7):
        for state, seat, action in advised("niek-kut-saup-xy", "thumb", 40, players=str(players)):
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


def test_stakes_are_laid_as_the_leaflet_advises():
    assert printed_advice("throwing-sticks", "Stake").startswith("Stake as little as you may, on 2 or 3.")
    laid = {action for _, _, action in advised("lu-tu", "thumb", 6)}
    assert laid <= {"bet 1 on 2", "bet 1 on 3"}


def test_a_hint_claims_no_printed_advice_where_none_is_printed():
    guides = {
        path.parent.name: path.read_text(encoding="utf-8")
        for path in kit_folder("youscout").parent.glob("*/guide.toml")
    }
    told = {kit: re.findall(r"^advice = ", text, re.MULTILINE) for kit, text in guides.items()}
    assert {kit for kit, found in told.items() if found} == {*guides}
    assert "advice" not in guides["throwing-sticks"].partition("[games.niek")[0]
    for game_id, kinds in (("tottarot", ["thumb"]), ("nam-to", ["thumb", "ahead"])):
        question = Question(game_id, tuple(make_game(game_id).options.items()), opening(game_id))
        assert [each.kind for each in advise(question, 0.05).opinions] == kinds


def opening(game_id, options=()):
    """What chance does before the first choice."""
    game, rng = make_game(game_id, options), Random(3)
    state, actions = game.start, []
    while state.to_move() == CHANCE or len(state.legal()) < 2:
        actions.append(state.sample(rng) if state.to_move() == CHANCE else state.legal()[0])
        state = state.after(actions[-1])
    return tuple(actions)


def test_a_round_of_two_begins_as_it_was_solved():
    game = make_game("tottarot", ["players=2"])
    question = Question("tottarot", tuple(game.options.items()), opening("tottarot", ("players=2",)))
    solved = [each for each in advise(question, 0.05).opinions if each.kind == "solved"]
    assert solved
    assert abs(sum(each.share for each in solved) - 1) < 0.001


def test_a_search_ends_with_its_bound(monkeypatch):
    """Each reading of the clock is a second: the search goes on for as many as it was given, and two games at least."""
    readings = iter(range(1_000))
    monkeypatch.setattr("printkit.jobs.play.advise.monotonic", lambda: next(readings))
    question = Question("nam-to", tuple(make_game("nam-to").options.items()), opening("nam-to"))
    advice = advise(question, 60)
    assert (advice.method, next(readings)) == ("search", 62)
    assert advice.games == 2 + 60 // len(advice.actions)
