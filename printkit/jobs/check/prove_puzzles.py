"""Proves the puzzles of a kit."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from printkit.compose.youscout.puzzle_pages import OpenGame
from printkit.compose.youscout.reference import columns_of
from printkit.errors import InputError, Problem, WrongError
from printkit.games.deals import OpenDeal, difficulty, find_deals
from printkit.games.find import kit_cards, make_game, printed_words
from printkit.games.game import Game
from printkit.kit.gamebook import PUZZLES, Puzzle, PuzzleBook, load_puzzle_book
from printkit.kit.model import Kit

__all__ = ["prove_puzzles"]


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
