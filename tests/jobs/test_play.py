"""Playing a game: the same seed gives the same record, and every record replays."""

from __future__ import annotations

import pytest

from printkit.errors import InputError
from printkit.games.deals import find_deals
from printkit.games.find import find_games, make_game
from printkit.games.players import PlayerLeft
from printkit.games.record import replay, write_record
from printkit.jobs.play.play import play


@pytest.mark.parametrize(
    ("player", "game_id"),
    [
        *(("random", game_id) for game_id in find_games()),
        ("move", "youscout"),
        ("stay", "youscout-simplified"),
    ],
)
def test_the_same_seed_gives_the_same_record(game_id, player):
    first, again = (write_record(play(game_id, seed=5, player=player)) for _ in range(2))
    assert first == again
    assert first != write_record(play(game_id, seed=6, player=player))


def test_a_named_player_without_a_seed_gets_seed_0():
    assert play("youscout") == play("youscout", seed=0)
    assert ("seed", "0") in play("youscout").headers


def test_this_seed_gives_this_play_for_ever():
    record = play("youscout", seed=7, options=["terminals=1"], player="stay")
    assert [line.text for line in record.lines[:4]] == [
        "deal 11r 4 2r 8r 15r 16",
        "place 6",
        "draw Sw8",
        "draw Sw3",
    ]


def test_the_luck_is_the_same_for_every_player():
    deals = {play("youscout", seed=11, player=player).lines[0] for player in ("random", "move", "stay")}
    assert len(deals) == 1


def test_the_record_replays_and_says_who_played():
    record = play("youscout", seed=3, options=["terminals=2", "replacements=1"], player="random")
    assert dict(record.headers) == {"seed": "3", "player": "random"}
    assert dict(record.options)["terminals"] == "2"
    steps = list(replay(record, make_game("youscout", [f"{key}={value}" for key, value in record.options])))
    assert steps[-1].state.outcome().result == record.result


def test_a_player_sees_only_the_view_and_the_legal_actions():
    seen = []

    def player(sight):
        seen.append((sight.view, sight.legal))
        return sight.legal[0]

    record = play("youscout", seed=1, options=["terminals=1"], player=player)
    assert record.result in ("win", "lose")
    for view, legal in seen:
        assert isinstance(view, str)
        assert all(isinstance(action, str) for action in legal)
        assert "talon" not in view


def test_a_callable_player_gets_a_new_seed_each_time():
    def leave(sight):
        raise PlayerLeft

    records = [play("youscout", player=leave) for _ in range(3)]
    assert len({record.lines for record in records}) > 1
    assert {record.result for record in records} == {"unfinished"}


def test_the_report_hears_the_chances_and_sees_the_table():
    stated: list[str] = []
    record = play("youscout", seed=1, options=["terminals=1"], notify=stated.append)
    draws = [line.text for line in record.lines if line.text.startswith("draw")]
    heard = [text for text in stated if text.startswith("draw")]
    assert [" ".join(text.split()[:2]) for text in heard] == draws
    # A draw with what it changed on the table.
    assert all(": " in text for text in heard)
    assert "hexagram" in stated[6]
    assert stated[-1].splitlines()[-1].startswith(f"{record.result}: started in the")


@pytest.mark.parametrize(
    ("game_id", "arguments"),
    [("chess", {}), ("youscout", {"player": "nobody"}), ("youscout", {"options": ["swap=never"]})],
)
def test_what_nobody_knows_is_refused(game_id, arguments):
    with pytest.raises(InputError):
        play(game_id, **arguments)


@pytest.mark.parametrize(
    "players", ["greedy", ["cautious", "greedy"], ["greedy", "random", "cautious", "flat:20"]]
)
def test_several_players_take_the_seats_in_order(players):
    record = play("tottarot", seed=2, player=players)
    assert record == play("tottarot", seed=2, player=players)
    assert dict(record.headers)["player"] == (players if isinstance(players, str) else ",".join(players))
    assert list(replay(record, make_game("tottarot")))[-1].state.outcome().result == record.result


def test_each_seat_is_asked_by_its_own_player():
    asked: list[str] = []

    def person(sight):
        asked.append(sight.view.split()[0])
        return sight.legal[0]

    play("tottarot", seed=1, player=[person, "random", "random"])
    assert set(asked) == {"seat=A"}


def test_a_person_among_others_learns_no_secret():
    stated: list[str] = []
    record = play(
        "tottarot", seed=1, player=[lambda sight: sight.legal[0], "greedy", "greedy"], notify=stated.append
    )
    assert stated
    steps = list(replay(record, make_game("tottarot")))
    tables = [make_game("tottarot").start, *(step.state for step in steps)]
    own = [
        step.line.text
        for before, step in zip(tables, steps, strict=False)
        if step.line.chance and before.actor == 0
    ]
    # A sees what it draws, and what another must show at once (tottarot §4.3).
    heard = [
        step.line.text
        for before, step in zip(tables, steps, strict=False)
        if step.line.chance and before.heard("A", step.line.text) == step.line.text
    ]
    assert [text for text in stated if text.startswith("draw")] == heard
    assert {*own} <= {*heard}
    assert len(heard) < sum(step.line.chance for step in steps)
    assert "fate: ?[B]" in next(text for text in stated if text.startswith("\n"))


def test_a_player_of_one_game_is_unknown_to_another():
    with pytest.raises(InputError, match="unknown player 'cautious'"):
        play("youscout", player="cautious")


def test_a_deal_code_gives_its_deal_whoever_plays():
    code = find_deals("youscout").numbered(7).code
    plays = [
        play("youscout", deal=code, player=player, seed=seed) for player, seed in (("stay", 1), ("move", 2))
    ]
    assert {record.lines[0].text for record in plays} == {"deal 20 10r 19 9 8r 4r"}
    for record in plays:
        assert ("deal", code) in record.headers
        assert list(replay(record, make_game("youscout")))[-1].state.outcome().result == record.result


def test_a_deal_that_cannot_be_is_refused():
    with pytest.raises(InputError, match="typing error"):
        play("youscout", deal="0000-000X")
    with pytest.raises(InputError, match="has no deal codes"):
        play("tottarot", deal="0000-0000")
