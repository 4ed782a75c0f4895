"""Advice at the table: what each answer is worth with its error, what is proved, and what others would do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Literal, NamedTuple, TypeAlias

from printkit.games.core import PLAYER, Action
from printkit.games.find import find_module
from printkit.games.game import Game
from printkit.games.players import sight_of
from printkit.jobs.play.play_book import table_game
from printkit.solver.evaluation import action_values, own_values
from printkit.solver.laboratory import offered, usable
from printkit.solver.seats import seated, telling_players

__all__ = [
    "Advice",
    "AdvisedAction",
    "Method",
    "Opinion",
    "Question",
    "advise",
    "advised_by",
    "answer_as",
    "played_game",
]

Method: TypeAlias = Literal["search", "games", "exact", "values"]
"""How actions are judged: by games imagined until the time is up, or in a certain number by machine code; by counting
every way it may go; or by the game's own values.
"""

Kind: TypeAlias = Literal["printed", "thumb", "ahead", "solved"]

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


class Opinion(NamedTuple):
    """What somebody would do who does not search, and how often.

    `printed` is the advice that the kit prints, `thumb` a rule of thumb that it does not print, `ahead` what is worth
    most right after it, `solved` an equilibrium.
    """

    kind: Kind
    action: Action
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class Advice:
    """The actions from the best down, and the rule of thumb's.

    `values` are `odds` of winning from 0 to 1, or `points` beyond the mean of all seats. `certain`: the first action is
    better than the others by more than the errors. `games` were imagined for each action; 0: none. `opinions` are what
    others would do.
    """

    actions: tuple[AdvisedAction, ...]
    values: str
    certain: bool
    games: int
    method: Method
    opinions: tuple[Opinion, ...]

    def facts(self) -> dict[str, Any]:
        """All of it, ready for JSON."""
        return {**asdict(self), "opinions": [each._asdict() for each in self.opinions]}


@lru_cache(maxsize=8)
def _game(game: str, options: tuple[tuple[str, str], ...], kit_dir: str) -> Game[Any]:
    texts = [f"{key}={value}" for key, value in options]
    return table_game(game, texts, Path(kit_dir) if kit_dir else None, settled=True)


def played_game(question: Question) -> Game[Any]:
    """The game a question is about."""
    return _game(question.game, question.options, question.kit_dir)


@lru_cache(maxsize=64)
def _asked(question: Question) -> tuple[Game[Any], Any]:
    game = played_game(question)
    state = game.start
    for action in question.actions:
        state = state.after(action)
    return game, state


def answer_as(question: Question, player: str, seed: int) -> Action:
    """What the player called `player` does in a position; it sees what its seat may know."""
    game, state = _asked(question)
    return seated(game, player, Random(seed))(sight_of(game, state, state.to_move()))


def advised_by(game_id: str) -> Method:
    """How the actions of this game are judged here."""
    ready = offered(game_id, "ready")
    if ready is not None and ready():
        return "games"
    return "values" if find_module(game_id).values else "search"


def advise(question: Question, seconds: float, printed: str = "", taken: Action = "") -> Advice:
    """What the seat to move is advised, from what it may know, by a search that ends after so many seconds.

    A laboratory judges instead where its machine code lies ready, and the game's own values where it has some.
    `printed` is the player that follows the advice of the game's kit; empty where it prints none. What was `taken` is
    judged in any case.
    """
    end = monotonic() + seconds
    game, state = _asked(question)
    opinions = tuple(_opinions(game, state, printed))
    method = advised_by(game.id)
    if method == "games":
        judge = offered(game.id, "advise")
        assert judge is not None
        return _judged(judge(game, state, round(seconds * _FASTER)), opinions)
    if method == "values":
        values, games = own_values(game, state), 0
    else:
        values, games = action_values(game, state, _MOST_GAMES, lambda: monotonic() > end, taken)
    valued = [AdvisedAction(*_parts(each)) for each in values]
    kind = "odds" if game.seats == (PLAYER,) else "points"
    certain = _clear(valued) and games >= _FEW_GAMES
    return Advice(tuple(valued), kind, certain, games, method, opinions)


def _opinions(game: Game[Any], state: Any, printed: str) -> Iterator[Opinion]:
    sight = sight_of(game, state, state.to_move())
    own = telling_players(game.id)
    named: dict[Kind, str] = (
        {"printed": printed} if printed else {"thumb": _THUMB, "ahead": _AHEAD if game.module.worth else ""}
    )
    for kind, player in named.items():
        if player in own:
            yield Opinion(kind, seated(game, player, Random(0))(sight))
    solved = usable(game.id, "solved")
    shares = solved(sight) if solved else {}
    yield from (Opinion("solved", action, round(share, 4)) for action, share in shares.items() if share)


def _parts(each: Any) -> Sequence[Any]:
    return each.action, round(each.value, 4), round(each.error, 4)


def _clear(valued: Sequence[AdvisedAction]) -> bool:
    """Whether the first is better than the second by more than both errors."""
    return len(valued) > 1 and valued[0].value - valued[0].error > valued[1].value + valued[1].error


def _judged(choice: Any, opinions: tuple[Opinion, ...]) -> Advice:
    """The judgement of a laboratory: odds, and fates that are proved."""
    answers = sorted(choice.answers, key=lambda each: -each.odds)
    valued = tuple(
        AdvisedAction(
            each.action, round(each.odds, 4), round((each.interval[1] - each.interval[0]) / 2, 4), each.fate
        )
        for each in answers
    )
    method: Method = "exact" if choice.exact else "games"
    return Advice(valued, "odds", _clear(valued), choice.games, method, opinions)
