"""A game of printkit as an OpenSpiel game, so that ours can be compared with its simulation and search.

`python -m tests.openspiel simulate GAME K=V…` or `match GAME K=V…` prints JSON: a process of its own, because
OpenSpiel aborts when Python ends with games of ours registered.
"""

from __future__ import annotations

import json
import os
import sys
from random import Random
from typing import Any

import numpy
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from printkit.games.core import CHANCE
from printkit.games.find import make_game
from printkit.games.game import Game
from printkit.games.players import sight_of
from printkit.solver.seats import seated

LONGEST = 400
"""Actions of one play; OpenSpiel wants a bound."""


_PLAYED: dict[str, Game[Any]] = {}
_NUMBERS: dict[str, dict[str, int]] = {}


def spiel_game(game: Game[Any]) -> SpielGame:
    """The game as OpenSpiel's; it is registered, because OpenSpiel copies games by their names."""
    name = "printkit_" + "_".join([game.id, *game.options.values()]).replace("-", "_")
    if name not in _PLAYED:
        _PLAYED[name] = game
        pyspiel.register_game(_kind(name, game), lambda params=None: SpielGame(name, params))
    return SpielGame(name)


def _kind(name: str, game: Game[Any]) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=name,
        long_name=game.name["en"],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=len(game.seats),
        min_num_players=len(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
    )


class SpielGame(pyspiel.Game):
    """The adapter of one game: actions are numbered as they are first seen."""

    def __init__(self, name: str, params: dict[str, Any] | None = None) -> None:
        game = _PLAYED[name]
        info = pyspiel.GameInfo(
            num_distinct_actions=5000,
            max_chance_outcomes=5000,
            num_players=len(game.seats),
            min_utility=-1000.0,
            max_utility=1000.0,
            utility_sum=None,
            max_game_length=LONGEST,
        )
        super().__init__(_kind(name, game), info, params or {})
        self.name = name

    def new_initial_state(self) -> SpielState:
        """The start."""
        return SpielState(self, self.name, _PLAYED[self.name].start)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """An observer of texts."""
        return _Observer()


def number(name: str, action: str) -> int:
    """The number of an action of this game."""
    known = _NUMBERS.setdefault(name, {})
    return known.setdefault(action, len(known))


class _Observer:
    """What a seat sees, as text; there are no tensors."""

    def __init__(self) -> None:
        self.tensor = numpy.zeros(1, numpy.float32)
        self.dict: dict[str, Any] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Nothing is kept."""

    def string_from(self, state: SpielState, player: int) -> str:
        """What the seat may know."""
        return state.information_state_string(player)


class SpielState(pyspiel.State):
    """A state with OpenSpiel's names."""

    def __init__(self, game: SpielGame, name: str, state: Any) -> None:
        super().__init__(game)
        self.name, self.inner = name, state

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the game."""
        return _PLAYED[self.name].seats

    def _numbered(self) -> dict[int, str]:
        return {number(self.name, action): action for action in self.inner.legal()}

    def current_player(self) -> int:
        """A seat's index, or OpenSpiel's id of chance or the end."""
        seat = self.inner.to_move()
        if seat is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else self.inner.index(seat)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._numbered())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Numbers with their probabilities."""
        return [(number(self.name, action), float(odds)) for action, odds in self.inner.chances()]

    def _apply_action(self, action: int) -> None:
        self.inner = self.inner.apply(self._numbered()[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return next(text for text, known in _NUMBERS[self.name].items() if known == action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.inner.to_move() is None

    def returns(self) -> list[float]:
        """The points at the end."""
        return list(self.inner.returns()) if self.is_terminal() else [0.0] * len(self.seats)

    def information_state_string(self, player: int | None = None) -> str:
        """What a seat may know."""
        seat = self.seats[self.current_player() if player is None else player]
        return str(self.inner.view(seat))

    def observation_string(self, player: int | None = None) -> str:
        """The same: views forget nothing a seat has seen."""
        return self.information_state_string(player)

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A state the seat cannot distinguish from this one."""
        rng = Random(int(1e9 * (sampler() if callable(sampler) else 0.5)))
        return SpielState(self.get_game(), self.name, self.inner.determinize(self.seats[player], rng))

    def __str__(self) -> str:
        return str(self.inner.position())


SIMULATIONS = 60
PLAYS = 40


def _their_bot(game: Game[Any], seed: int) -> ismcts.ISMCTSBot:
    chance = numpy.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=chance)
    return ismcts.ISMCTSBot(
        game=spiel_game(game),
        uct_c=1.0,
        evaluator=evaluator,
        max_simulations=SIMULATIONS,
        random_state=chance,
    )


def won_beyond(game: Game[Any], ours: int, seed: int) -> float:
    """The points of our search beyond theirs in one play for two, in which it has the seat `ours`."""
    bot, rng, chance = _their_bot(game, seed), Random(seed), Random(1000 + seed // 2)
    player = seated(game, f"ismcts:{SIMULATIONS}", rng)
    state = spiel_game(game).new_initial_state()
    while (seat := state.inner.to_move()) is not None:
        if seat == CHANCE:
            action = state.inner.sample(chance)
        elif state.inner.index(seat) == ours:
            action = player(sight_of(game, state.inner, seat))
        else:
            action = state._action_to_string(0, bot.step(state))
        state.apply_action(number(state.name, action))
    points = state.inner.returns()
    return float(points[ours] - points[1 - ours])


def main(what: str, game_id: str, *options: str) -> None:
    """Simulate at random as OpenSpiel does, or play our search against its own, every deal with both seats."""
    game = make_game(game_id, options)
    if what == "simulate":
        pyspiel.random_sim_test(spiel_game(game), num_sims=6, serialize=False, verbose=False)
        said: object = "done"
    else:
        said = [won_beyond(game, ours=seed % 2, seed=seed) for seed in range(PLAYS)]
    sys.stdout.write("\n" + json.dumps(said) + "\n")
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
