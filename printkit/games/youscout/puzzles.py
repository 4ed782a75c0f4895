"""Youscout's deals with an open talon, tried with every row of answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from printkit.errors import InputError, WrongError
from printkit.games.deals import Deals, OpenDeal, PuzzleText
from printkit.games.game import Game
from printkit.games.youscout.board import PLACES, line_pattern, swapped
from printkit.games.youscout.cards import DEATH, FOOL, MINORS
from printkit.games.youscout.deal_replay import answering, chance_of, play_deal
from printkit.games.youscout.hexagram import Hexagram, hexagram
from printkit.games.youscout.proof import PAIRS
from printkit.games.youscout.rows import Rows, try_rows
from printkit.games.youscout.seeded_deal import Deal, numbered_deal, read_deal

__all__ = ["DEALS"]


def _sign(board: Sequence[str]) -> Hexagram:
    return hexagram(line_pattern(tuple(board)))


def _prove(game: Game[Any], puzzle: PuzzleText) -> OpenDeal:
    deal = read_deal(puzzle.deal)
    rules = game.start.rules
    board = tuple(swapped(deal.laid(), rules.swap))
    walk = _steps(game, deal, puzzle)
    terminal = "T" if puzzle.find else FOOL if puzzle.start > 3 else DEATH
    return OpenDeal(
        messages=_messages(game, deal, puzzle),
        code=deal.code,
        sign=_sign(board),
        board=board,
        numbers=tuple(_pairs(rules.numbers[code]) for code in board),
        talon=tuple(_pass(deal, after, terminal) for after in range(rules.terminals)),
        answers=walk.answers,
        after=walk.after,
        route=walk.route,
    )


def _messages(game: Game[Any], deal: Deal, puzzle: PuzzleText) -> tuple[str, ...]:
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


def _wins(game: Game[Any], deal: Deal, puzzle: PuzzleText) -> bool:
    """Whether the answers are those of one whole play, and win it."""
    walk = _steps(game, deal, puzzle)
    return len(walk.answers) == len(puzzle.answers) and walk.won


class _Walk(NamedTuple):
    """One play: each sword that asked with its answer, where the token stood after each, where it went, the result."""

    answers: tuple[tuple[str, str], ...] = ()
    after: tuple[int, ...] = ()
    route: tuple[int, ...] = ()
    won: bool = False


def _steps(game: Game[Any], deal: Deal, puzzle: PuzzleText) -> _Walk:
    """The play that gives these answers; an empty one where they run out or cannot be given."""
    try:
        actions = play_deal(game, deal, answering(puzzle.answers), puzzle.start)
    except (StopIteration, InputError, WrongError):
        return _Walk()
    state = game.start
    answers, after, route = [], [], [puzzle.start]
    for action in actions:
        asked = getattr(state, "drawn", "")
        state = state.apply(action)
        if asked:
            answers.append((asked, action))
            after.append(state.token)
        if state.token and state.token != route[-1]:
            route.append(state.token)
    return _Walk(tuple(answers), tuple(after), tuple(route), state.outcome().result == "win")


def _pass(deal: Deal, after: int, terminal: str) -> tuple[str, ...]:
    """The whole deck in the order of this pass, up to the terminal, which no player gets beyond."""
    order = deal.order(after, (*MINORS, DEATH))
    return (*order[: order.index(DEATH)], terminal)


def _pairs(row: Sequence[int]) -> Mapping[str, tuple[int, int]]:
    return {suit: (row[2 * at], row[2 * at + 1]) for at, suit in enumerate(PAIRS)}


DEALS = Deals(read_deal, numbered_deal, chance_of, _sign, _prove)
"""How Youscout names its deals and proves its puzzles."""
