"""Solves a two-player game: its value with proved bounds, and both strategies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from printkit.errors import InputError
from printkit.jobs.play.play_book import kit_game
from printkit.solver.equilibrium import InformationSet, Solved, find_solver, solve_game

__all__ = ["GAP", "Report", "equilibrium", "report_lines"]

GAP = 0.01
"""What best answers to both sides may gain together, in points of the game's score."""

_SHOWN = 5e-4


class Report(NamedTuple):
    """A game solved: what its first seat gets more than the other, on average.

    The value lies within `bounds`, which the best answers to both plans prove; `gap` is their width. What the solver
    of the game fixes, say that it is one round, is not among the `options`.
    """

    game: str
    options: Mapping[str, str]
    method: str
    value: float
    bounds: tuple[float, float]
    gap: float
    information_sets: tuple[InformationSet, ...]

    def facts(self) -> dict[str, object]:
        """All of it, ready for JSON."""
        return {
            **self._asdict(),
            "options": dict(self.options),
            "bounds": list(self.bounds),
            "moments": [each.facts() for each in self.information_sets],
        }


def equilibrium(
    game_id: str,
    *,
    options: Mapping[str, str] | Sequence[str] = (),
    gap: float = GAP,
    progress: Callable[[int, int], None] | None = None,
    kit_dir: Path | None = None,
) -> Report:
    """Solve a game for two players, with the cards of the kit in `kit_dir` (None: see `kit_game`).

    Raises `InputError` for a game that cannot be solved so, for options that are wrong or go beyond it.
    """
    asked = kit_game(game_id, options, kit_dir)
    if len(asked.seats) < 2:
        raise InputError(f"no equilibrium can be computed for {asked.id}", hint="it is a solo game")
    own = find_solver(game_id)
    fixed = dict(own.fixed) if own else {}
    game = kit_game(game_id, {**asked.options, **fixed}, kit_dir) if fixed else asked
    solved: Solved = solve_game(game, gap, progress)
    named = {key: value for key, value in game.options.items() if key not in fixed}
    return Report(game.id, named, *solved)


def report_lines(report: Report) -> Iterator[str]:
    """The report for reading: value, bounds, and what each seat does where."""
    options = " ".join(f"{key}={value}" for key, value in report.options.items())
    low, high = report.bounds
    yield f"{report.game}: {options}"
    yield f"by {report.method}"
    first = report.information_sets[0].seat if report.information_sets else "the first seat"
    yield f"value {report.value:+.6f} for {first}"
    yield f"proved {low:+.6f} to {high:+.6f}, gap {report.gap:.1e}"
    for each in report.information_sets:
        knows = " ".join(
            f"{_text(value):<{12 if at == 0 else 4}}" for at, value in enumerate(each.knows.values())
        )
        shares = "  ".join(f"{action} {share:.1%}" for action, share in each.shares.items() if share > _SHOWN)
        yield f"{each.seat} {knows} {shares}"


def _text(value: object) -> str:
    return ":".join(map(str, value)) if isinstance(value, list) else str(value)
