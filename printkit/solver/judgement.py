"""What is said of a played game, as values: no work is done here but adding up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TypeAlias

from printkit.games.core import Action

__all__ = [
    "GAMES",
    "REPLACEMENT",
    "START",
    "SWORD",
    "TOO_CLOSE",
    "Answer",
    "Choice",
    "Deadlock",
    "Interval",
    "Judgement",
]

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
