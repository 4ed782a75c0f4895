"""Proves the problems of a kit: each has the answer it says, and no other."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from printkit.errors import InputError, Problem, WrongError
from printkit.games.core import CHANCE, Action
from printkit.games.find import find_module, find_narration, make_game
from printkit.games.game import Game
from printkit.games.narration import Sentence
from printkit.games.problems import find_problems
from printkit.games.record import record_of, replay
from printkit.kit.model import Kit
from printkit.kit.problems import PROBLEMS, Position, ProblemsFile, load_problems

__all__ = ["ProvedProblem", "prove_problems"]


class ProvedProblem(NamedTuple):
    """A problem with its state, the solution's text, what the solution does and why no other action does."""

    number: int
    problem: Position
    state: Any
    sentences: tuple[Sentence, ...]
    reasons: tuple[Sentence, ...]


def prove_problems(kit: Kit) -> tuple[ProblemsFile, tuple[ProvedProblem, ...]]:
    """The kit's problems, each solved by trying every action.

    A position that cannot be, or that its game has no problems of, is an InputError; one with another answer or more
    of them is a WrongError; all problems are reported together.
    """
    read = load_problems(kit)
    file = (kit.folder / PROBLEMS).as_posix()
    unreadable: list[Problem] = []
    wrong: list[Problem] = []
    proved: list[ProvedProblem] = []
    for number, problem in enumerate(read.problems, 1):
        key = f"problems {problem.id}"
        try:
            proved.append(_proved(number, problem))
        except WrongError as error:
            wrong += [replace(each, file=file, key=key) for each in error.problems]
        except InputError as error:
            unreadable += [replace(each, file=file, key=key) for each in error.problems]
    if unreadable:
        raise InputError(problems=unreadable)
    if wrong:
        raise WrongError(problems=wrong)
    return read, tuple(proved)


def _proved(number: int, problem: Position) -> ProvedProblem:
    game = make_game(problem.game, problem.options)
    state = game.parse(problem.position)
    solve = find_problems(find_module(problem.game)).get(problem.grade)
    if solve is None:
        raise InputError(f"{problem.game} has no problems of the grade {problem.grade}")
    answer = solve(state)
    if answer.actions != (problem.solution,):
        said = ", ".join(answer.actions) or "nothing"
        raise WrongError(f"solved by {said}, not by {problem.solution} alone")
    return ProvedProblem(number, problem, state, _sentences(game, state, problem.solution), answer.reasons)


def _sentences(game: Game[Any], state: Any, solution: Action) -> tuple[Sentence, ...]:
    """What the solution does, up to where its side must throw or declare."""
    begun = replace(game, start=state)
    steps = tuple(replay(record_of(begun, (solution,)), begun))
    (frame,) = find_narration(game.id)(begun, steps)
    return frame.sentences if steps[-1].state.to_move() != CHANCE else frame.sentences[:1]
