"""What is measured of any game under one choice of options: length, fairness, draws, choices that matter, skill."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeAlias

from printkit.games.core import CHANCE
from printkit.games.game import Game, winners_of
from printkit.jobs.play.kit_game import kit_game
from printkit.solver.evaluation import matters
from printkit.solver.table_play import Play, Sample, played

__all__ = ["EASY", "STRONG", "Part", "Samples", "count"]

EASY, STRONG = "easy", "strong"
"""The level all play at, and the one that is tried against it."""

_TRIED = 48
"""Imagined games of each action where it is asked whether a choice matters."""

_SEED_SHIFT = 40

Samples: TypeAlias = Mapping[str, Sample]
"""What was observed, by the name of the quantity."""


class Part(NamedTuple):
    """Games `first` to `first` + `games` - 1 of one measure, as plain values that any process can read.

    `measure` is `even`, games among equals, or `skill`, deals in which one strong player sits among easy ones.
    """

    game: str
    options: tuple[str, ...]
    measure: str
    seed: int
    first: int
    games: int
    kit_dir: str = ""

    @property
    def key(self) -> str:
        """The part in one line, which names it in a journal."""
        options = ",".join(self.options)
        return f"{self.game} {options or 'usual'} {self.measure} {self.seed} {self.first}+{self.games}"


def count(part: Part) -> Samples:
    """Play a part; the same numbers in every process. Raises `InputError` for a game or an option there is not."""
    game = _game(part.game, part.options, part.kit_dir)
    seen: defaultdict[str, Sample] = defaultdict(Sample)
    for number in range(part.first, part.first + part.games):
        for name, value in _MEASURES[part.measure](game, number, part.seed << _SEED_SHIFT).items():
            seen[name].add(value)
    return seen


@lru_cache(maxsize=8)
def _game(game: str, options: tuple[str, ...], kit_dir: str) -> Game[Any]:
    return kit_game(game, options, Path(kit_dir) if kit_dir else None)


def _even(game: Game[Any], number: int, seed: int) -> dict[str, float]:
    """A game of equals: how many decisions it had, what the first seat won, whether it was drawn, one decision."""
    play = played(game, [EASY] * len(game.seats), seed + number)
    seen: dict[str, float] = {
        "decisions": play.choices,
        "unfinished": float(play.states[-1].to_move() is not None),
    }
    seen |= {"first": _share(game, play, 0)}
    if len(game.seats) > 1:
        seen["drawn"] = float(len(winners_of(game, play.states[-1].outcome())) != 1)
    matters = _matters(game, play, Random(seed + number))
    return seen if matters is None else {**seen, "matters": float(matters)}


def _share(game: Game[Any], play: Play, seat: int) -> float:
    winners = winners_of(game, play.states[-1].outcome())
    return (game.seats[seat] in winners) / max(1, len(winners))


def _matters(game: Game[Any], play: Play, rng: Random) -> bool | None:
    """Whether one of the decisions, any of them, matters; None where there was none."""
    choices = [
        state for state in play.states if state.to_move() not in (None, CHANCE) and len(state.legal()) > 1
    ]
    return matters(game, choices[rng.randrange(len(choices))], _TRIED, rng) if choices else None


def _skill(game: Game[Any], number: int, seed: int) -> dict[str, float]:
    """A deal in every rotation: the strong player's part of the wins; of a game for one, by how much it wins more."""
    seats = len(game.seats)
    if seats == 1:
        won = [_share(game, played(game, [level], seed + number), 0) for level in (STRONG, EASY)]
        return {"skill": won[0] - won[1]}
    won = []
    for seat in range(seats):
        names = [STRONG if each == seat else EASY for each in range(seats)]
        won.append(_share(game, played(game, names, seed + number * seats + seat, seed + number), seat))
    return {"skill": sum(won) / seats}


_MEASURES: Mapping[str, Callable[[Game[Any], int, int], dict[str, float]]] = {"even": _even, "skill": _skill}
