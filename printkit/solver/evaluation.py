"""What each choice of a played game was worth, by games imagined from what its seat knew, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from math import sqrt
from random import Random
from typing import Any, TypeAlias

from printkit.games.core import CHANCE, Action, Seat
from printkit.games.find import loaded_entry
from printkit.games.game import Game
from printkit.games.record import Step
from printkit.solver.players import Policy, Stop, at_random, gains, greedily, never, play_on
from printkit.solver.statistics import Z_95

__all__ = [
    "GAMES",
    "MOST_TRIED",
    "REPLACEMENT",
    "START",
    "SWORD",
    "TOO_CLOSE",
    "ActionValue",
    "Answer",
    "Choice",
    "Deadlock",
    "EvaluatedChoice",
    "Interval",
    "Judgement",
    "action_values",
    "evaluated_choices",
    "matters",
    "own_values",
    "worth_trying",
]


# ── what each choice of a played game was worth, by games imagined from what its seat knew ───────────────────────────

MOST_TRIED = 12
"""So many actions of a moment are tried at most."""


@dataclass(frozen=True, slots=True)
class ActionValue:
    """An action, the mean points it brings its seat beyond the mean of all to the end of the stage, and ± at 95 %."""

    action: Action
    value: float
    error: float


@dataclass(frozen=True, slots=True)
class EvaluatedChoice:
    """One choice at a line of the record: its actions from the best down, and the one that was taken.

    `lost` is what the taken one gave away, `error` its ± at 95 %: both were tried in the same imagined games.
    """

    line: int
    seat: Seat
    position: str
    actions: tuple[ActionValue, ...]
    taken: Action
    lost: float
    error: float
    games: int

    @property
    def certain(self) -> bool:
        """Whether the loss is more than its error."""
        return self.lost > self.error


def evaluated_choices(
    game: Game[Any], steps: Iterator[Step[Any]], games: int, seed: int = 0
) -> Iterator[EvaluatedChoice]:
    """Every choice of several actions among these steps, each action tried in the same so many imagined games.

    Beyond the action all seats play greedily by the game's `worth`, or at random where it has none. For 0 games the
    game's own `values` judge, whose error is not known and given as 0.
    """
    values = None if games else loaded_entry(game.module.values)
    state = game.start
    for step in steps:
        seat = state.to_move()
        if seat not in (None, CHANCE) and len(legal := state.legal()) > 1:
            rng = Random(seed * 1_000_003 + step.number)
            yield (
                _judged(state, step, values(state))
                if values
                else _evaluated(game, state, step, legal, games, rng)
            )
        state = step.state


def _judged(state: Any, step: Step[Any], values: Mapping[Action, float]) -> EvaluatedChoice:
    """A choice by the game's own values."""
    valued = sorted(
        (ActionValue(action, value, 0.0) for action, value in values.items()), key=lambda each: -each.value
    )
    taken = step.actions[0]
    lost = valued[0].value - values[taken]
    return EvaluatedChoice(
        step.number, state.to_move(), state.position(), tuple(valued), taken, lost, 0.0, games=0
    )


def _evaluated(
    game: Game[Any],
    state: Any,
    step: Step[Any],
    legal: tuple[Action, ...],
    games: int,
    rng: Random,
) -> EvaluatedChoice:
    seat = state.to_move()
    won = _tried(game, state, legal, games, rng)
    valued = _valued(won)
    taken = step.actions[0]
    lost, error = _mean([best - own for best, own in zip(won[valued[0].action], won[taken], strict=True)])
    return EvaluatedChoice(step.number, seat, state.position(), tuple(valued), taken, lost, error, games)


def own_values(game: Game[Any], state: Any) -> tuple[ActionValue, ...]:
    """The actions of a state from the best down, as the game's own `values` judge them."""
    own: Mapping[Action, float] = loaded_entry(game.module.values)(state)
    return tuple(sorted((ActionValue(*each, 0.0) for each in own.items()), key=lambda each: -each.value))


def action_values(
    game: Game[Any], state: Any, games: int, stop: Stop = never, taken: Action = ""
) -> tuple[tuple[ActionValue, ...], int]:
    """The actions of a state from the best down, each tried in the same imagined games; and how many these were.

    Of more than `MOST_TRIED` actions those that are worth most at once are tried, and the one that was `taken`. A
    search that is stopped has imagined two games at least; one in which not every action was tried yet does not count.
    """
    legal = worth_trying(game, state, taken)
    won = _tried(game, state, legal, games, Random(0), stop)
    return tuple(_valued(won)), len(won[legal[0]])


def matters(game: Game[Any], state: Any, games: int, rng: Random) -> bool:
    """Whether a choice matters: what looks best beats what looks worst by more than the error in other imagined games.

    Both are found in half of the games and compared in the other half: of many equal actions one always looks best.
    """
    legal = worth_trying(game, state)
    ranked = _valued(_tried(game, state, legal, games // 2, rng))
    best, worst = ranked[0].action, ranked[-1].action
    won = _tried(game, state, (best, worst), games - games // 2, rng)
    more, error = _mean([one - other for one, other in zip(won[best], won[worst], strict=True)])
    return more > error


def worth_trying(game: Game[Any], state: Any, taken: Action = "") -> tuple[Action, ...]:
    """The legal actions; of many those that are worth most at once, and the one that was `taken`."""
    legal: tuple[Action, ...] = state.legal()
    if len(legal) <= MOST_TRIED:
        return legal
    seat = state.to_move()
    world = state.determinize(seat, Random(0))
    ordered = sorted(legal, key=lambda each: -game.worth(world.after(each), seat))
    return (*ordered[:MOST_TRIED], *({taken} & {*ordered[MOST_TRIED:]}))


def _tried(
    game: Game[Any], state: Any, legal: tuple[Action, ...], games: int, rng: Random, stop: Stop = never
) -> dict[Action, list[float]]:
    """What each action brings its seat in each of these imagined games."""
    policy: Policy = greedily if game.module.worth else at_random
    seat = state.to_move()
    at = state.index(seat)
    won: dict[Action, list[float]] = {action: [] for action in legal}
    for number in range(games):
        world = state.determinize(seat, rng)
        for action in legal:
            if number > 1 and stop():
                return {each: values[:number] for each, values in won.items()}
            won[action].append(gains(world, play_on(game, world.after(action), policy, rng))[at])
    return won


def _valued(won: Mapping[Action, list[float]]) -> list[ActionValue]:
    """The actions with their means, from the best down."""
    return sorted(
        (ActionValue(action, *_mean(values)) for action, values in won.items()), key=lambda each: -each.value
    )


def _mean(values: list[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return mean, Z_95 * sqrt(variance / len(values))


# ── what is said of a played game, as values: no work is done here but adding up ─────────────────────────────────────

START, SWORD, REPLACEMENT = "start", "sword", "replacement"
"""The kinds of choices."""

GAMES = 16_384
"""Games imagined for each answer: odds come within one point."""

TOO_CLOSE = "too close to call"

Interval: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Answer:
    """One possible answer and the odds of winning after it, from 0 to 1, with their 95 % interval.

    `clairvoyant`: whether the game could still be won after it with the talon as it really came; None: not
    provable from the record. `fate`: won or lost whatever comes, which is proved; None: open, or not proved.
    """

    action: Action
    odds: float
    interval: Interval
    clairvoyant: bool | None
    fate: bool | None


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice of the player: what could be answered at which line of the record, and what was.

    `position` is the table before it. `regret` is what the best answer had over the chosen one, `gain` what it
    had over the next best. `certain`: it is certified that the best answer is better than the chosen one, or if
    it was chosen, than all others; else it is too close to call. `games` were imagined for each answer; none
    where the odds are `exact`. `bounded`: the odds leave out what may be replaced later, and are lower bounds.
    """

    line: int
    kind: str
    position: str
    answers: tuple[Answer, ...]
    chosen: Action
    best: Action
    regret: float
    regret_interval: Interval
    gain: float
    certain: bool
    exact: bool
    games: int
    bounded: bool

    @property
    def decided(self) -> bool | None:
        """The fate all answers share; None where they differ or it is open."""
        fates = {answer.fate for answer in self.answers}
        return fates.pop() if len(fates) == 1 else None

    def answer(self, action: Action) -> Answer:
        """The answer that is this action; raises `KeyError` for one that was not weighed."""
        for each in self.answers:
            if each.action == action:
                return each
        raise KeyError(action)


@dataclass(frozen=True, slots=True)
class Deadlock:
    """Proved: after this line of the record the token cannot leave the place until the `terminal` or the `end`."""

    line: int
    place: int
    until: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """A played game judged: `decided` is the result that was proved after `decided_line`, before the end.

    `hoped` are the odds of the best start on this board, `regret` what all answers gave away together, and
    `luck` what chance added: the sum `hoped - regret + luck` is 1 for a win and 0 for a loss, or for a
    play broken off the odds at its last choice. `swords` adds up what the choices at swords were worth.
    """

    game: str
    options: Mapping[str, str]
    result: str
    choices: tuple[Choice, ...]
    deadlocks: tuple[Deadlock, ...]
    decided: bool | None
    decided_line: int | None

    @property
    def hoped(self) -> float:
        """The odds of the best start; 0 where none was chosen yet."""
        return self.choices[0].answer(self.choices[0].best).odds if self.choices else 0.0

    @property
    def regret(self) -> float:
        """What all answers gave away."""
        return sum(choice.regret for choice in self.choices)

    @property
    def swords(self) -> float:
        """What the choices at swords were worth."""
        return sum(choice.gain for choice in self.choices if choice.kind == SWORD)

    @property
    def luck(self) -> float:
        """What chance added."""
        if not self.choices:
            return 0.0
        last = self.choices[-1]
        came = {"win": 1.0, "lose": 0.0}.get(self.result, last.answer(last.chosen).odds)
        return came - self.hoped + self.regret

    def facts(self) -> dict[str, object]:
        """All of it, ready for JSON."""
        totals = {"hoped": self.hoped, "regret": self.regret, "luck": self.luck, "swords": self.swords}
        choices = [{**asdict(choice), "decided": choice.decided} for choice in self.choices]
        facts = {**asdict(self), "options": dict(self.options), "choices": choices}
        return {**facts, **totals}
