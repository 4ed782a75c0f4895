"""Solves a round for two: a game's id and options in, its value with proved bounds and how both sides mix out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from printkit.errors import InputError
from printkit.games.core import Game, State
from printkit.games.find import make_game
from printkit.games.tottarot.position import read_view
from printkit.games.tottarot.table import DECLARE, FORGO, Table
from printkit.solver.round_equilibrium import Solution, solve_round
from printkit.solver.sequence_form import Equilibrium, SequenceForm, sequence_form, solve

__all__ = ["GAP", "Moment", "Report", "equilibrium", "report_lines"]

GAP = 0.01
"""What best answers to both sides may gain together, in victory tokens a round."""

_NEVER = 1e-9
_SOLVED = "tottarot"


class Moment(NamedTuple):
    """Where a seat decides in the first turn: its card, the other's if it is shown, the tokens once they lie.

    `tokens` are its own and the other's. `shares` says how often it does what; what it never does is left out.
    """

    seat: str
    card: str
    tokens: tuple[int, ...]
    shares: Mapping[str, float]


class Report(NamedTuple):
    """A round solved: what A gets of the victory tokens more than B, on average.

    The value of the game lies within `bounds`, which the best answers to both plans prove; `gap` is their width.
    """

    game: str
    options: Mapping[str, str]
    method: str
    value: float
    bounds: tuple[float, float]
    gap: float
    moments: tuple[Moment, ...]

    def facts(self) -> dict[str, object]:
        """All of it, ready for JSON."""
        moments = [{**moment._asdict(), "tokens": list(moment.tokens)} for moment in self.moments]
        return {
            **self._asdict(),
            "options": dict(self.options),
            "bounds": list(self.bounds),
            "moments": moments,
        }


def equilibrium(
    game_id: str,
    *,
    options: Mapping[str, str] | Sequence[str] = (),
    gap: float = GAP,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Solve one round for two players: of one turn by linear programme, of more by counterfactual regrets.

    Raises `InputError` for a game that cannot be solved so, for options that are wrong or go beyond it.
    """
    asked = make_game(game_id, options)
    if asked.id != _SOLVED:
        raise InputError(f"no equilibrium is reckoned for {asked.id}", hint=f"known: {_SOLVED}")
    game = make_game(game_id, {**asked.options, "victories": "1"})
    if len(game.seats) != 2:
        raise InputError("an equilibrium is reckoned for two players", hint="--option players=2")
    if game.options["turns"] == "1":
        return _by_programme(game)
    return _by_regrets(game, gap, progress)


def _by_programme(game: Game[Table]) -> Report:
    form = sequence_form(game.start, (game.seats[0], game.seats[1]), _payoff)
    solved = solve(form)
    high, low = form.best_answer(0, solved.plans[1])[0], -form.best_answer(1, solved.plans[0])[0]
    height, width = form.payoffs.shape
    method = f"linear programme over {height} and {width} rows of actions"
    moments = tuple(_programme_moments(game, form, solved))
    return Report(game.id, _named(game), method, solved.value, (low, high), solved.gap, moments)


def _payoff(state: State) -> float | None:
    """The victory tokens of the first seat minus those of the second."""
    outcome = state.outcome()
    return None if outcome is None else float(outcome.scores[0] - outcome.scores[1])


def _programme_moments(game: Game[Table], form: SequenceForm, solved: Equilibrium) -> Iterator[Moment]:
    for side, seat in enumerate(form.seats):
        for choice, odds in form.behaviour(side, solved.plans[side]).items():
            _, table = read_view(game.start.rules, choice.view)
            fate = table.fates[side]
            tokens = (table.declared[side], table.declared[1 - side]) if table.phase != DECLARE else ()
            shares = {action: odd for action, odd in zip(choice.actions, odds, strict=True) if odd > _NEVER}
            if fate is not None and len(choice.actions) > 1:
                yield Moment(seat, fate.kind, tuple(each or 0 for each in tokens), shares)


def _by_regrets(game: Game[Table], gap: float, progress: Callable[[int, int], None] | None) -> Report:
    rules = game.start.rules
    solution = solve_round(rules, gap, progress)
    counts = " + ".join(f"{count:,}" for count in solution.positions)
    bounds = (-solution.best_second, solution.best_first)
    moments = tuple(_regret_moments(game, solution))
    method = f"CFR+ over {counts} positions between turns"
    return Report(game.id, _named(game), method, solution.value, bounds, solution.gap, moments)


def _regret_moments(game: Game[Table], solution: Solution) -> Iterator[Moment]:
    """The plays of the first turn, in which nobody has been shown a card yet."""
    rules = game.start.rules
    for side, seat in enumerate(game.seats):
        for card, (kind, _) in enumerate(rules.fates):
            odds = solution.tokens[side, card, 0]
            yield Moment(seat, kind, (), {f"declare {token}": float(odd) for token, odd in enumerate(odds)})
            for own in rules.tokens:
                for other in rules.tokens[: own + (side == 0)]:
                    forgo, seize = map(float, solution.ways[side, card, 0, own, other])
                    shares = {FORGO: forgo, f"seize {game.seats[1 - side]}": seize}
                    yield Moment(seat, kind, (own, other), shares)


def _named(game: Game[Any]) -> dict[str, str]:
    return {key: value for key, value in game.options.items() if key != "victories"}


def report_lines(report: Report) -> Iterator[str]:
    """The report for reading: value, bounds, and what each seat declares on each card."""
    options = " ".join(f"{key}={value}" for key, value in report.options.items())
    low, high = report.bounds
    yield f"{report.game}: {options}, one round"
    yield f"by {report.method}"
    yield f"value {report.value:+.6f} victory tokens for {report.moments[0].seat}"
    yield f"proved {low:+.6f} to {high:+.6f}, gap {report.gap:.1e}"
    for moment in report.moments:
        own = ":".join(map(str, moment.tokens))
        shares = "  ".join(f"{action} {share:.1%}" for action, share in moment.shares.items() if share > 5e-4)
        yield f"{moment.seat} {moment.card:<12} {own:<4} {shares}"
