"""Proves the problems and puzzles of a kit: each has the answer it says, and no other."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from printkit.compose.youscout.puzzle_pages import OpenGame
from printkit.compose.youscout.reference import columns_of
from printkit.errors import InputError, Problem, WrongError
from printkit.games.core import CHANCE, Action
from printkit.games.deals import OpenDeal, difficulty, find_deals
from printkit.games.find import find_module, find_narration, kit_cards, make_game, printed_words
from printkit.games.game import Game
from printkit.games.narration import Sentence
from printkit.games.proof import find_problems
from printkit.games.record import record_of, replay
from printkit.kit.booklet import PUZZLES, Puzzle, PuzzleBook, load_puzzle_book
from printkit.kit.leaflets import PROBLEMS, Position, ProblemsFile, load_problems
from printkit.kit.model import Kit

__all__ = ["ProvedProblem", "prove_problems", "prove_puzzles"]


# ── proves the problems of a kit: each has the answer it says, and no other ──────────────────────────────────────────


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


# ── proves the puzzles of a kit ──────────────────────────────────────────────────────────────────────────────────────


def prove_puzzles(kit: Kit) -> tuple[PuzzleBook, tuple[OpenGame, ...]]:
    """The kit's puzzles, each tried with all rows of answers on the engine.

    A deal, game or start that cannot be is an InputError; a line that does not win, a number of lines or rows that
    is not as the kit says, and puzzles out of their order are a WrongError; all problems are reported together.
    """
    book = load_puzzle_book(kit)
    file = (kit.folder / PUZZLES).as_posix()
    unreadable: list[Problem] = []
    wrong: list[Problem] = []
    games: list[OpenGame] = []
    before = 0.0
    for at, puzzle in enumerate(book.puzzles):
        key = f"puzzle[{at}]"
        try:
            game = make_game(puzzle.game, puzzle.options, kit_cards(kit, puzzle.game))
            deals = find_deals(game.id)
            if deals is None:
                raise InputError(f"{game.id} has no puzzles")
            deal = deals.prove(game, puzzle)
            messages = deal.messages
        except InputError as error:
            unreadable += [replace(each, file=file, key=key) for each in error.problems]
            continue
        hard = difficulty(puzzle, deal.talon)
        if hard < before - 1e-9:
            messages = (*messages, f"it is easier ({hard:.2f}) than the puzzle before ({before:.2f})")
        before = hard
        wrong += [Problem(message, file, f"{key} {puzzle.deal}") for message in messages]
        if not messages:
            games.append(_open_game(kit, game, deal, puzzle, at + 1))
    if unreadable:
        raise InputError(problems=unreadable)
    if wrong:
        raise WrongError(problems=wrong)
    return book, tuple(games)


def _open_game(kit: Kit, game: Game[Any], deal: OpenDeal, puzzle: Puzzle, number: int) -> OpenGame:
    """The puzzle with all that its page shows."""
    used = {(column.suit, column.left) for column in columns_of(kit, game.id)}
    return OpenGame(
        number=number,
        game=game.id,
        code=deal.code,
        sign=deal.sign,
        board=deal.board,
        numbers=tuple(_numbers(pairs, used) for pairs in deal.numbers),
        talon=deal.talon,
        find=puzzle.find,
        start=puzzle.start,
        lines=puzzle.lines,
        rows=puzzle.rows,
        answers=deal.answers,
        after=deal.after,
        route=deal.route,
        words=printed_words((game.id,), puzzle.options),
    )


def _numbers(
    pairs: Mapping[str, tuple[int, int]], used: Collection[tuple[str, bool]]
) -> Mapping[str, tuple[int | None, int | None]]:
    """The numbers of a major as it lies, of each suit those that the game uses."""
    shown = {
        suit: (left if (suit, True) in used else None, right if (suit, False) in used else None)
        for suit, (left, right) in pairs.items()
    }
    return {suit: pair for suit, pair in shown.items() if pair != (None, None)}
