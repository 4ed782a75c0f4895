"""Looks again at a game that was played: what each moment was worth, and the decisions that mattered, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import Any, Literal, TypeAlias

from printkit.compose.table.table_names import filled
from printkit.games.core import PLAYER, Action, Seat
from printkit.games.game import Game
from printkit.jobs.play.advise import Question, played_game
from printkit.jobs.screen.play_log import Teller
from printkit.jobs.screen.screen_kits import screen_kit
from printkit.solver.evaluation import Choice, EvaluatedChoice
from printkit.solver.review import Looked, Play, Weighed, counts_wins, looked_on, mattering, played_of

__all__ = [
    "Decision",
    "Unit",
    "decisions",
    "lines_of",
    "look_further",
    "reviewed_play",
    "teller_of",
    "unit_of",
    "unit_weighed",
    "weighed_choices",
]

Unit: TypeAlias = Literal["odds", "points"]
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
    teller: Teller, actions: Sequence[Action], weighed: Sequence[Weighed], unit: Unit
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


def _sentence(teller: Teller, each: Weighed, place: tuple[int, Any], unit: Unit) -> str:
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


def unit_of(game: Game[Any]) -> Unit:
    """What the moments of a look are counted in."""
    return "odds" if counts_wins(game) else "points"


def unit_weighed(game: Game[Any], weighed: Sequence[Weighed]) -> Unit:
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
        made = _judged if isinstance(choice, Choice) else _evaluated
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


def _judged(choice: Choice, at: int) -> Weighed:
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
    return played_of(played_game(question), question.actions, seat)


def look_further(question: Question, seat: Seat, looked: Looked, seconds: float) -> Looked:
    """The look at a game that was played as the question says, some steps further: as many as take so long."""
    end = monotonic() + seconds
    return looked_on(reviewed_play(question, seat), looked, lambda: monotonic() > end)
