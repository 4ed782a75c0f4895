"""A game as OpenSpiel's: chance with its odds, what each seat sees as text and as numbers, plays that can be kept.

from printkit.environments.open_spiel import spiel_game
game = spiel_game("saup-xy", ["players=2", "rounds=1"])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from printkit.environments.decisions import Decisions, decisions_of
from printkit.errors import InputError, install_hint
from printkit.games.core import CHANCE, Seat
from printkit.games.find import find_module, make_game

try:
    import numpy
    import pyspiel
except ModuleNotFoundError as error:
    raise InputError("OpenSpiel is not installed", hint=install_hint("research")) from error

__all__ = ["SpielGame", "SpielState", "register", "spiel_game"]

_USUAL = "usual"
"""The options of a game that was given none."""
_MOST_POINTS = 1e6
"""OpenSpiel wants bounds of the points; no game comes near these."""

_REGISTERED: dict[str, type[SpielGame]] = {}


def spiel_game(
    game_id: str, options: Mapping[str, str] | Sequence[str] = (), longest: int | None = None
) -> SpielGame:
    """The game under these options (`K=V` texts or a mapping), broken off after `longest` actions; raises `InputError`.

    OpenSpiel knows it by its name from now on: `str(game)` is what `pyspiel.load_game` takes.
    """
    chosen = make_game(game_id, options).options if options else {}
    text = ";".join(f"{key}:{value}" for key, value in chosen.items())
    return register(game_id)({"options": text or _USUAL, "longest": longest or 0})


def register(game_id: str) -> type[SpielGame]:
    """Tell OpenSpiel of a game: `pyspiel.load_game("printkit_saup_xy(options=players:2;rounds:1)")`."""
    if game_id not in _REGISTERED:
        # A class, for OpenSpiel lets go of what it was given when Python has ended already. A function would be
        # freed then, which aborts the process; a class, which refers to itself, is not.
        kind = type("SpielGame", (SpielGame,), {"game_id": game_id})
        pyspiel.register_game(_type_of(game_id), kind)
        _REGISTERED[game_id] = kind
    return _REGISTERED[game_id]


def _type_of(game_id: str) -> Any:
    module = find_module(game_id)
    stated = [option.allowed for option in module.options if option.key == module.seats_option]
    # A count of seats has no list; then those of the usual game stand for all.
    seated = [int(each) for each in "|".join(stated).split("|") if each.isdecimal()]
    usual = make_game(game_id)
    seated = seated or [len(usual.seats)]
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name="printkit_" + game_id.replace("-", "_"),
        long_name=module.names["en"],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION
        if usual.start.has_secrets()
        else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(seated),
        min_num_players=min(seated),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"options": _USUAL, "longest": 0},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of printkit; each has a class of its own, which `register` makes."""

    game_id: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = params or {}
        chosen, longest = str(given.get("options", _USUAL)), int(given.get("longest", 0))
        options = [] if chosen == _USUAL else [pair.replace(":", "=", 1) for pair in chosen.split(";")]
        decisions = decisions_of(self.game_id, tuple(options), longest or None)
        info = pyspiel.GameInfo(
            num_distinct_actions=decisions.count,
            max_chance_outcomes=decisions.chance_count,
            num_players=len(decisions.game.seats),
            min_utility=-_MOST_POINTS,
            max_utility=_MOST_POINTS,
            utility_sum=None,
            max_game_length=decisions.longest * decisions.most_steps,
        )
        super().__init__(_type_of(self.game_id), info, {"options": chosen, "longest": longest})
        self.decisions = decisions

    def new_initial_state(self) -> SpielState:
        """The start."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """What writes down what a seat sees."""
        return _Observer(self.decisions)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A moment of a play."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.point = game.decisions.start

    @property
    def decisions(self) -> Decisions:
        """What may be decided in this game."""
        return self.point.decisions

    def current_player(self) -> int:
        """A seat's index, or OpenSpiel's number of chance or of the end."""
        seat = self.decisions.seat(self.point)
        if seat is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else int(self.point.state.index(seat))

    def is_terminal(self) -> bool:
        """Whether the play is over, or broken off."""
        return self.decisions.seat(self.point) is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring, with its odds."""
        return self.decisions.chances(self.point)

    def returns(self) -> list[float]:
        """The points at the end."""
        ended = self.is_terminal()
        return [points * ended for points in self.point.state.returns()]

    def information_state_string(self, player: int | None = None) -> str:
        """What a seat may know; raises `ValueError` for a seat there is not."""
        return self.decisions.view(
            self.point, self._seat(self.current_player() if player is None else player)
        )

    def observation_string(self, player: int | None = None) -> str:
        """The same."""
        return self.information_state_string(player)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A moment the seat cannot tell from this one; `sampler` gives numbers from 0 to 1."""
        other = SpielState(self.get_game())
        rng = Random(int(sampler() * 2**53))
        other.point = self.point._replace(state=self.point.state.determinize(self._seat(player), rng))
        return other

    def __str__(self) -> str:
        return str(self.point.state.position()) + "".join(f" | {step}" for step in self.point.steps)

    # The names that OpenSpiel calls.

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.decisions.legal(self.point))

    def _apply_action(self, number: int) -> None:
        chance = self.decisions.seat(self.point) == CHANCE
        self.point = (self.decisions.happened if chance else self.decisions.after)(self.point, number)

    def _action_to_string(self, player: int, number: int) -> str:
        text = self.decisions.chance_text if player == pyspiel.PlayerId.CHANCE else self.decisions.text
        return text(number)

    def _seat(self, player: int) -> Seat:
        seats = self.decisions.game.seats
        if not 0 <= player < len(seats):
            raise ValueError(f"there is no player {player}")
        return seats[player]


class _Observer:
    """Writes down what a seat sees, as numbers of 32 bits and as text."""

    def __init__(self, decisions: Decisions) -> None:
        self._decisions = decisions
        self.tensor = numpy.zeros(decisions.size, numpy.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Keep what the player sees in `tensor`."""
        self.tensor[:] = self._decisions.observation(state.point, self._decisions.game.seats[player])

    def string_from(self, state: SpielState, player: int) -> str:
        """What the player may know."""
        return state.information_state_string(player)
