"""Puzzles proved: a kit's deals come in, open games go out, or what is not as the kit says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from printkit.compose.puzzle import OpenGame
from printkit.compose.reference import columns_of
from printkit.errors import InputError, Problem, WrongError
from printkit.games.core import Game
from printkit.games.find import find_module, make_game
from printkit.games.youscout.board import PLACES, line_pattern, swapped
from printkit.games.youscout.cards import DEATH, FOOL, MINORS
from printkit.games.youscout.dealt import answering, play_deal
from printkit.games.youscout.hexagram import hexagram
from printkit.games.youscout.keyed import Deal, read_deal
from printkit.games.youscout.proof import PAIRS
from printkit.games.youscout.rows import Rows, try_rows
from printkit.jobs.kit_game import kit_cards
from printkit.kit.gamebook import PUZZLES, Puzzle, PuzzleBook, load_puzzle_book
from printkit.kit.model import Kit

__all__ = ["prove_puzzles"]


def prove_puzzles(kit: Kit) -> tuple[PuzzleBook, tuple[OpenGame, ...]]:
    """The kit's puzzles, each tried with all rows of answers on the engine.

    A deal, game or start that cannot be is an InputError; a line that does not win, a number of lines or rows that
    is not as the kit says, and puzzles out of their order are a WrongError; all problems are told together.
    """
    book = load_puzzle_book(kit)
    file = (kit.folder / PUZZLES).as_posix()
    unreadable: list[Problem] = []
    wrong: list[Problem] = []
    games: list[OpenGame] = []
    for at, puzzle in enumerate(book.puzzles):
        key = f"puzzle[{at}]"
        try:
            game = make_game(puzzle.game, puzzle.options, kit_cards(kit, puzzle.game))
            deal = read_deal(puzzle.deal)
            messages = _messages(game, deal, puzzle)
        except InputError as error:
            unreadable += [replace(each, file=file, key=key) for each in error.problems]
            continue
        if at and puzzle.lines > book.puzzles[at - 1].lines:
            messages = (*messages, "more rows of answers win here than in the puzzle before it")
        wrong += [Problem(message, file, f"{key} {puzzle.deal}") for message in messages]
        if not messages:
            games.append(_open_game(kit, game, deal, puzzle, at + 1))
    if unreadable:
        raise InputError(problems=unreadable)
    if wrong:
        raise WrongError(problems=wrong)
    return book, tuple(games)


def _messages(game: Game[Any], deal: Deal, puzzle: Puzzle) -> tuple[str, ...]:
    """What is not as the kit says; nothing of a good puzzle."""
    starts = PLACES if puzzle.find else (puzzle.start,)
    found = {start: try_rows(game, deal, start) for start in _allowed(game, deal, starts)}
    if puzzle.start not in found:
        raise InputError(f"the board of deal {deal.code} forbids a start on {puzzle.start}")
    messages = []
    won = sorted(start for start, rows in found.items() if rows.winning)
    if puzzle.find and won != [puzzle.start]:
        messages.append(
            f"it is won from {', '.join(map(str, won)) or 'nowhere'}, not from {puzzle.start} alone"
        )
    counted = Rows(
        sum(each.winning for each in found.values()), sum(each.all for each in found.values()), None
    )
    for said, real, what in (
        (puzzle.lines, counted.winning, "rows of answers win"),
        (puzzle.rows, counted.all, "rows of answers are there"),
    ):
        if said != real:
            messages.append(f"{real} {what}, not {said}")
    if not _wins(game, deal, puzzle):
        messages.append(f"the answers {' '.join(puzzle.answers)} do not win")
    return tuple(messages)


def _allowed(game: Game[Any], deal: Deal, starts: Sequence[int]) -> list[int]:
    """Those of the starts that the board allows."""
    state = game.start
    for card in deal.laid():
        state = state.apply(f"lay {card}")
    return [start for start in starts if f"place {start}" in state.legal()]


def _wins(game: Game[Any], deal: Deal, puzzle: Puzzle) -> bool:
    """Whether the answers are those of one whole play, and win it."""
    steps, state = _steps(game, deal, puzzle)
    return len(steps) == len(puzzle.answers) and state is not None and state.outcome().result == "win"


def _steps(game: Game[Any], deal: Deal, puzzle: Puzzle) -> tuple[tuple[tuple[str, str], ...], Any]:
    """Each sword that asked for an answer with the answer given, and the last state; None where answers run out."""
    try:
        actions = play_deal(game, deal, answering(puzzle.answers), puzzle.start)
    except (StopIteration, InputError, WrongError):
        return (), None
    state = game.start
    answered = []
    for action in actions:
        if getattr(state, "drawn", ""):
            answered.append((state.drawn, action))
        state = state.apply(action)
    return tuple(answered), state


def _open_game(kit: Kit, game: Game[Any], deal: Deal, puzzle: Puzzle, number: int) -> OpenGame:
    """The puzzle with all that its page shows."""
    answers, last = _steps(game, deal, puzzle)
    rules = game.start.rules
    board = swapped(deal.laid(), rules.swap)
    terminal = "T" if puzzle.find else FOOL if puzzle.start > 3 else DEATH
    return OpenGame(
        number=number,
        game=game.id,
        code=deal.code,
        sign=hexagram(line_pattern(board)),
        board=tuple(board),
        numbers=tuple(_numbers(kit, game, rules.numbers[code]) for code in board),
        talon=tuple(_pass(deal, after, terminal) for after in range(rules.terminals)),
        find=puzzle.find,
        start=puzzle.start,
        lines=puzzle.lines,
        rows=puzzle.rows,
        answers=answers,
        end=last.token,
        words=find_module(game.id).printed(puzzle.options),
    )


def _pass(deal: Deal, after: int, terminal: str) -> tuple[str, ...]:
    """The whole deck in the order of this pass, up to the terminal, which no player gets beyond."""
    order = deal.order(after, (*MINORS, DEATH))
    return (*order[: order.index(DEATH)], terminal)


def _numbers(kit: Kit, game: Game[Any], row: Sequence[int]) -> Mapping[str, tuple[int | None, int | None]]:
    """The numbers of a major as it lies, of each suit those that the game uses."""
    used = {(column.suit, column.left) for column in columns_of(kit, game.id)}
    pairs: dict[str, tuple[int | None, int | None]] = {}
    for at, suit in enumerate(PAIRS):
        pair = tuple(row[2 * at + right] if (suit, not right) in used else None for right in (False, True))
        if any(number is not None for number in pair):
            pairs[suit] = (pair[0], pair[1])
    return pairs
