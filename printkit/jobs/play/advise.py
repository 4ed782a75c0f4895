"""Advice at the table, and a look back at a game: what each answer is worth with its error, proved or by others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Literal, NamedTuple, TypeAlias

from printkit.compose.table.table_names import filled
from printkit.games.core import PLAYER, Action, Seat
from printkit.games.find import find_module
from printkit.games.game import Game
from printkit.games.players import sight_of
from printkit.jobs.play.play_book import table_game
from printkit.jobs.screen.play_log import Teller
from printkit.jobs.screen.screen_kits import screen_kit
from printkit.solver.evaluation import Choice, EvaluatedChoice, action_values, own_values
from printkit.solver.laboratory import offered, usable
from printkit.solver.review import Looked, Play, Weighed, counts_wins, looked_on, mattering, played_of
from printkit.solver.seats import seated, telling_players

__all__ = [
    "Advice",
    "AdvisedAction",
    "Decision",
    "Method",
    "Opinion",
    "Question",
    "advise",
    "advised_by",
    "answer_as",
    "decisions",
    "lines_of",
    "look_further",
    "reviewed_play",
    "teller_of",
    "unit_of",
    "unit_weighed",
    "weighed_choices",
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


def _played_game(question: Question) -> Game[Any]:
    """The game a question is about."""
    return _game(question.game, question.options, question.kit_dir)


@lru_cache(maxsize=64)
def _asked(question: Question) -> tuple[Game[Any], Any]:
    game = _played_game(question)
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


_Unit: TypeAlias = Literal["odds", "points"]
"""A chance to win from 0 to 1, or points beyond the mean of all seats."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that mattered: after `at` actions, at a line of the record.

    `before` is what the moment was worth with the better of its two actions, `after` what it was worth with the `taken`
    one. `better` is what would have been better, or the taken one, and `other` what it is compared with. `by` is how
    much the taken one gained (below 0: gave away), ±`error` at 95 %; `certain`: that is more than its error.
    """

    at: int
    line: int
    seat: Seat
    taken: Action
    better: Action
    other: Action
    before: float
    after: float
    by: float
    error: float
    games: int
    certain: bool
    sentence: str


def decisions(
    teller: Teller, actions: Sequence[Action], weighed: Sequence[Weighed], unit: _Unit
) -> tuple[Decision, ...]:
    """The decisions of a game that mattered most, in the teller's language: three of those weighed at most."""
    lines, states = lines_of(teller.game, actions), [teller.game.start]
    for action in actions:
        states.append(states[-1].after(action))
    return tuple(
        Decision(
            each.at,
            lines[each.at],
            each.seat,
            each.taken,
            each.taken if each.by >= 0 else each.other,
            each.other,
            max(each.value, each.other_value),
            each.value,
            each.by,
            each.error,
            each.games,
            each.certain,
            _sentence(teller, each, (lines[each.at], states[each.at]), unit),
        )
        for each in mattering(weighed)
    )


def _sentence(teller: Teller, each: Weighed, place: tuple[int, Any], unit: _Unit) -> str:
    """What was decided at a line in a state, what it is compared with, and what lay between them."""
    word, (line, state) = teller.names.word, place
    labels = teller.labels(state.table(each.seat))
    scale = 100 if unit == "odds" else 1
    figure = f"{scale * abs(each.by):.1f}" + (f" ±{scale * each.error:.1f}" if each.games else "")
    by = filled(word(f"review.by-{unit}"), {"by": figure})
    if not each.games:
        by = filled(word("review.by-estimate"), {"by": by})
    alone = each.seat == PLAYER
    move = filled(
        word("review.move" if alone else "review.move-of"), {"number": str(line), "seat": each.seat}
    )
    kind = "close" if not each.certain else "lost" if each.by < 0 else "right"
    named = {"taken": labels.chosen(each.taken), "other": labels.chosen(each.other)}
    return filled(word(f"review.{kind}"), {"move": move, "by": by, **named})


def teller_of(game: Game[Any], language: str, words: Mapping[str, str], kit_dir: Path | None) -> Teller:
    """Who tells a game in one language: in the words of its kit, then in these."""
    return Teller(screen_kit(game.id, kit_dir, "").names(game.id, language, words), game)


def unit_of(game: Game[Any]) -> _Unit:
    """What the moments of a look are counted in."""
    return "odds" if counts_wins(game) else "points"


def unit_weighed(game: Game[Any], weighed: Sequence[Weighed]) -> _Unit:
    """What others counted in: of a game for one, the chance to win where no value leaves its bounds."""
    bounded = all(0 <= value <= 1 for each in weighed for value in (each.value, each.other_value))
    return "odds" if game.seats == (PLAYER,) and bounded else "points"


def lines_of(game: Game[Any], actions: Sequence[Action]) -> tuple[int, ...]:
    """The line of the record at which each action stands, and the one after the last."""
    lines: list[int] = []
    for number, line in enumerate(game.fold(actions), 1):
        lines += [number] * len(game.expand(line))
    return (*lines, (lines[-1] if lines else 0) + 1)


# ── what others have weighed ─────────────────────────────────────────────────────────────────────────────────────────


def weighed_choices(choices: Sequence[EvaluatedChoice | Choice], ats: Sequence[int]) -> Iterator[Weighed]:
    """Choices that `solve` evaluated, as decisions; `ats[N]` is after how many actions line N of the record begins."""
    for choice in choices:
        made = _weighed if isinstance(choice, Choice) else _evaluated
        yield made(choice, ats[choice.line])  # type: ignore[arg-type]


def _evaluated(choice: EvaluatedChoice, at: int) -> Weighed:
    values = {each.action: each for each in choice.actions}
    taken = values[choice.taken]
    other = next(each for each in choice.actions if each.action != choice.taken)
    # What was lost was measured in the same games; what the next best would have lost was not.
    lost = other.value > taken.value
    error = choice.error if lost else (taken.error**2 + other.error**2) ** 0.5
    by = taken.value - other.value
    return Weighed(
        at, choice.seat, taken.action, other.action, taken.value, other.value, by, error, choice.games
    )


def _weighed(choice: Choice, at: int) -> Weighed:
    taken = choice.answer(choice.chosen)
    others = [each for each in choice.answers if each.action != choice.chosen]
    other = max(others, key=lambda each: each.odds)
    spread = (sum((each.interval[1] - each.interval[0]) ** 2 for each in (taken, other)) ** 0.5) / 2
    by = taken.odds - other.odds
    return Weighed(
        at,
        PLAYER,
        taken.action,
        other.action,
        taken.odds,
        other.odds,
        by,
        spread,
        0 if choice.exact else choice.games,
    )


# ── for a page ───────────────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=4)
def reviewed_play(question: Question, seat: Seat) -> Play:
    """What was played as the question says, from one seat."""
    return played_of(_played_game(question), question.actions, seat)


def look_further(question: Question, seat: Seat, looked: Looked, seconds: float) -> Looked:
    """The look at a game that was played as the question says, some steps further: as many as take so long."""
    end = monotonic() + seconds
    return looked_on(reviewed_play(question, seat), looked, lambda: monotonic() > end)
