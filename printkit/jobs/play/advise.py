"""Advice at the table: what each answer is worth with its error, what is proved, and what a rule of thumb would do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from printkit.games.core import PLAYER, Action
from printkit.games.game import Game
from printkit.games.players import sight_of
from printkit.jobs.play.kit_game import table_game
from printkit.solver.evaluation import action_values, own_values
from printkit.solver.laboratory import offered
from printkit.solver.seats import known_players, seated

__all__ = ["Advice", "AdvisedAction", "Question", "advise", "answer_as"]

# Who follows a rule of thumb, and who looks one action ahead.
_THUMB, _AHEAD = "thumb", "greedy"
# What is asked of a laboratory for each second of the generic search: its games are that much faster.
_FASTER = 1536
# More imagined games of an action than these say no more; fewer say nothing for sure, whatever their error.
_MOST_GAMES, _FEW_GAMES = 4_096, 30


@dataclass(frozen=True, slots=True)
class Question:
    """A position as plain values that another process can read: the game, its options, and what was done."""

    game: str
    options: tuple[tuple[str, str], ...]
    actions: tuple[Action, ...]
    kit_dir: str = ""


@dataclass(frozen=True, slots=True)
class AdvisedAction:
    """An action, its value, ± at 95 %, and whether it is proved to win (or to lose); None: neither is."""

    action: Action
    value: float
    error: float
    proved: bool | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """The actions from the best down, and the rule of thumb's.

    `values` are `odds` of winning from 0 to 1, or `points` beyond the mean of all seats. `certain`: the first action is
    better than the others by more than the errors. `games` were imagined for each action; 0: none, the values are
    exact or the game's own. `by_rule`: `thumb` is what the game's rule of thumb does; a game without one has what
    looks best one action ahead.
    """

    actions: tuple[AdvisedAction, ...]
    values: str
    certain: bool
    games: int
    thumb: Action
    by_rule: bool

    def facts(self) -> dict[str, Any]:
        """All of it, ready for JSON."""
        return asdict(self)


@lru_cache(maxsize=8)
def _game(game: str, options: tuple[tuple[str, str], ...], kit_dir: str) -> Game[Any]:
    texts = [f"{key}={value}" for key, value in options]
    return table_game(game, texts, Path(kit_dir) if kit_dir else None, settled=True)


@lru_cache(maxsize=64)
def _asked(question: Question) -> tuple[Game[Any], Any]:
    game = _game(question.game, question.options, question.kit_dir)
    state = game.start
    for action in question.actions:
        state = state.after(action)
    return game, state


def answer_as(question: Question, player: str, seed: int) -> Action:
    """What the player called `player` does in a position; it sees what its seat may know."""
    game, state = _asked(question)
    return seated(game, player, Random(seed))(sight_of(game, state, state.to_move()))


def advise(question: Question, seconds: float) -> Advice:
    """What the seat to move is advised, from what it may know, by a search of so many seconds.

    A laboratory judges instead where its machine code lies ready, and the game's own values where it has some.
    """
    game, state = _asked(question)
    by_rule = _THUMB in known_players(game.id)
    thumb = seated(game, _THUMB if by_rule else _AHEAD, Random(0))(sight_of(game, state, state.to_move()))
    ready = offered(game.id, "ready")
    if ready is not None and ready():
        judge = offered(game.id, "advise")
        assert judge is not None
        return _judged(judge(game, state, round(seconds * _FASTER)), thumb, by_rule=by_rule)
    if game.module.values:
        values, games = own_values(game, state), 0
    else:
        end = monotonic() + seconds
        values, games = action_values(game, state, _MOST_GAMES, lambda: monotonic() > end)
    valued = [AdvisedAction(*_parts(each)) for each in values]
    kind = "odds" if game.seats == (PLAYER,) else "points"
    certain = _clear(valued) and not 0 < games < _FEW_GAMES
    return Advice(tuple(valued), kind, certain, games, thumb, by_rule)


def _parts(each: Any) -> Sequence[Any]:
    return each.action, round(each.value, 4), round(each.error, 4)


def _clear(valued: Sequence[AdvisedAction]) -> bool:
    """Whether the first is better than the second by more than both errors."""
    return len(valued) > 1 and valued[0].value - valued[0].error > valued[1].value + valued[1].error


def _judged(choice: Any, thumb: Action, *, by_rule: bool) -> Advice:
    """The judgement of a laboratory: odds, and fates that are proved."""
    answers = sorted(choice.answers, key=lambda each: -each.odds)
    valued = tuple(
        AdvisedAction(
            each.action, round(each.odds, 4), round((each.interval[1] - each.interval[0]) / 2, 4), each.fate
        )
        for each in answers
    )
    return Advice(valued, "odds", _clear(valued), choice.games, thumb, by_rule)
