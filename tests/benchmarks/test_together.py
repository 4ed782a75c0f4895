"""The kernel of Youscout together against its readable engine, and that no seat is better off."""

from __future__ import annotations

import pytest
from seat_advantage import main, seat_advantage
from studies.together_bulk import actions_of, play_bulk

from printkit.errors import InputError
from printkit.games.core import IllegalAction
from printkit.games.find import make_game

GAME = "youscout-together"
MIXED = ("greedy", "thumb", "random", "thumb")


def _end(game, actions):
    state = game.start
    for action in actions:
        state = state.apply(action)
    return state


@pytest.mark.parametrize(
    "options", [(), ("comparison=greater-equal", "court=K10", "influence=1.5"), ("rounds=1", "court=K13a")]
)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_action_of_the_kernel_is_legal_and_its_points_are_the_engines(players, options):
    game = make_game(GAME, (f"players={players}", *options))
    for number, names in enumerate((("random",) * 4, MIXED, MIXED[1:] + MIXED[:1])):
        actions, points = actions_of(game, names[:players], number)
        end = _end(game, actions)
        assert end.to_move() is None
        assert end.points == points


def test_the_comparison_sees_a_wrong_action():
    game = make_game(GAME)
    actions, _ = actions_of(game, ("thumb",) * 3, 0)
    at = next(at for at, action in enumerate(actions) if action.startswith("take"))
    with pytest.raises(IllegalAction):
        _end(game, (*actions[:at], actions[at + 1], *actions[at + 1 :]))


def test_thumb_and_greedy_of_the_kernel_choose_as_those_of_the_engine():
    """The kernel's thumb keeps to the first two rules, and leaves to luck what the others decide."""
    from printkit.games.find import find_players, find_thumbs
    from printkit.games.players import following, sight_of
    from tests.games.chance import Numbers

    makers = {"thumb": following(find_thumbs(GAME)[:2]), "greedy": find_players(GAME)["greedy"]}
    for name, maker in makers.items():
        game = make_game(GAME, ["players=2", "rounds=1"])
        actions, _ = actions_of(game, (name,) * 2, 7)
        lots = [at / 4 for at in range(4)]
        players = [maker(game, Numbers(lot)) for lot in lots]
        state = game.start
        for action in actions:
            if state.to_move() in game.seats:
                assert action in {play(sight_of(game, state, state.to_move())) for play in players}
            state = state.apply(action)


def test_the_same_seed_gives_the_same_games_and_another_seed_others():
    game = make_game(GAME)
    names = ("thumb", "random", "random")
    assert play_bulk(game, names, 200) == play_bulk(game, names, 200)
    assert play_bulk(game, names, 200) != play_bulk(game, names, 200, seed=1)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["random", "thumb"])
def test_no_seat_is_a_point_better_off(players, name):
    """Some of the games of docs/findings.md, where the interval is given."""
    advantage = play_bulk(make_game(GAME, [f"players={players}"]), (name,) * players, 8_000).advantage
    assert advantage.reach < 0.0105
    assert advantage.value < 0.01


def test_a_better_player_does_win_more():
    shares = play_bulk(make_game(GAME), ("thumb", "random", "random"), 5_000).shares
    assert shares[0].value > 0.6


def test_what_the_kernel_cannot_play_is_refused():
    with pytest.raises(InputError, match="no player"):
        play_bulk(make_game(GAME), ("search",) * 3, 1)
    with pytest.raises(InputError, match="memorial"):
        play_bulk(make_game(GAME, ["swap=solid"]), ("thumb",) * 3, 1)


def test_the_command_writes_its_figures_as_json(capsys):
    assert main(["--seats", "2", "--games", "100", "--player", "random"]) == 0
    assert '"seats": 2' in capsys.readouterr().out
    assert main(["--games", "1", "--player", "nobody"]) == 2
    assert seat_advantage(2, "thumb,random", 100)["games"] == 100
