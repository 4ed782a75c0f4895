"""A game as an environment of PettingZoo, in which one seat acts after another (AEC) and a mask says what is legal.

from printkit.environments.petting_zoo import env
played = env("saup-xy", ["players=2"])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from printkit.environments.decisions import Decisions, Point, decisions_of
from printkit.errors import InputError, install_hint
from printkit.games.core import CHANCE
from printkit.games.game import Game

try:
    import numpy
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ModuleNotFoundError as error:
    raise InputError("PettingZoo is not installed", hint=install_hint("research")) from error

__all__ = ["PrintkitEnv", "env"]

_FARTHEST = 2.0**24
"""No number of an observation is larger: whole ones are exact up to here."""


def env(
    game: str | Game[Any],
    options: Mapping[str, str] | Sequence[str] = (),
    longest: int | None = None,
    render_mode: str | None = None,
) -> PrintkitEnv:
    """The game with this id under these options (`K=V` texts or a mapping), or a game; raises `InputError`.

    A play of `longest` actions, chance among them, is broken off; usually that is the game's limit.
    """
    if isinstance(game, Game):
        return PrintkitEnv(Decisions(game, longest), render_mode)
    pairs = options.items() if isinstance(options, Mapping) else ()
    texts = tuple(f"{key}={value}" for key, value in pairs) or tuple(options)
    return PrintkitEnv(decisions_of(game, texts, longest), render_mode)


class PrintkitEnv(AECEnv):  # type: ignore[misc]
    """A play in which chance falls by its odds, from the seed of `reset`; without one it goes on where it was.

    Agents are `seat_0`, `seat_1` …, in the order of the seats. An observation has `observation` and `action_mask`; a
    reward is what the points gained since the last decision. Where actions are decided step by step, a seat acts
    several times in a row.
    """

    def __init__(self, decisions: Decisions, render_mode: str | None = None) -> None:
        super().__init__()
        self.decisions, self.render_mode = decisions, render_mode
        name = "printkit_" + decisions.game.id.replace("-", "_")
        self.metadata = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = [f"seat_{at}" for at in range(len(decisions.game.seats))]
        self.action_spaces = {agent: spaces.Discrete(decisions.count) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._observations() for agent in self.possible_agents}
        self.agents: list[str] = []
        self.point = decisions.start
        self._rng = Random(0)

    def _observations(self) -> spaces.Dict:
        numbers = spaces.Box(-_FARTHEST, _FARTHEST, (self.decisions.size,), numpy.float32)
        return spaces.Dict({"observation": numbers, "action_mask": spaces.MultiBinary(self.decisions.count)})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an observation of this agent looks like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of what this agent may decide."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a play; `options` are none of ours."""
        if seed is not None:
            self._rng = Random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._come_to(self.decisions.start)

    def step(self, action: Any) -> None:
        """The decision of the agent whose turn it is; None where its play is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        before = self.point.state.returns()
        self._come_to(self.decisions.after(self.point, int(action)))
        gains = zip(self.agents, before, self.point.state.returns(), strict=True)
        self.rewards = {agent: now - then for agent, then, now in gains}
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent sees, and a 1 for each number it may decide for."""
        seat = self.decisions.game.seats[self.possible_agents.index(agent)]
        mask = numpy.zeros(self.decisions.count, numpy.int8)
        if self.decisions.seat(self.point) == seat:
            mask[list(self.decisions.legal(self.point))] = 1
        seen = numpy.array(self.decisions.observation(self.point, seat), numpy.float32)
        return {"observation": seen, "action_mask": mask}

    def render(self) -> str | None:
        """The table in characters, as the agent whose turn it is sees it."""
        game = self.decisions.game
        seat = game.seats[self.possible_agents.index(self.agent_selection)]
        return game.picture(self.point.state, seat) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""

    def _come_to(self, point: Point) -> None:
        """Chance falls until somebody has to decide, or the play is over or broken off."""
        while self.decisions.seat(point) == CHANCE:
            point = self.decisions.played(point, point.state.sample(self._rng))
        self.point = point
        seat = self.decisions.seat(point)
        if seat is None:
            broken_off = self.decisions.broken_off(point)
            self.truncations = dict.fromkeys(self.agents, broken_off)
            self.terminations = dict.fromkeys(self.agents, not broken_off)
        else:
            self.agent_selection = self.possible_agents[point.state.index(seat)]
