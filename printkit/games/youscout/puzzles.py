"""Youscout's deals with an open talon, replayed and tried with every row of answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from printkit.errors import InputError, WrongError
from printkit.games.core import CHANCE, Action
from printkit.games.deals import Deals, OpenDeal, PuzzleText
from printkit.games.game import Game
from printkit.games.players import Player, Sight, sight_of
from printkit.games.youscout.board import PLACES, line_pattern, swapped
from printkit.games.youscout.cards import DEATH, FOOL, MINORS, Hexagram, hexagram
from printkit.games.youscout.proof import PAIRS
from printkit.games.youscout.seeded_deal import Deal, numbered_deal, read_deal

__all__ = ["DEALS", "Order", "Rows", "answering", "chance_of", "play_deal", "play_order", "try_rows"]


# ── tries every sequence of answers of a deal with an open talon, on the readable engine ─────────────────────────────

# Slow beside `clairvoyant`, but it needs no numba, and the law itself does the counting: printed puzzles rest on it.


class Rows(NamedTuple):
    """How many rows of answers a deal has from one start, how many of them win, and the first that does.

    `line` is empty where no answer is requested, and None where no row wins. Answers are tried in the order in
    which the game names them.
    """

    winning: int
    all: int
    line: tuple[Action, ...] | None


def try_rows(game: Game[Any], deal: Deal, start: int, most: int = 100_000) -> Rows:
    """Every row of answers of this deal from this start, played to the end.

    Positions met before are not played again. Raises `InputError` where the board forbids the start, and where
    more than `most` positions ask for an answer.
    """
    state = game.start
    for card in deal.laid():
        state = state.apply(f"lay {card}")
    place = f"place {start}"
    if place not in state.legal():
        raise InputError(f"the board of deal {deal.code} forbids a start on {start}")
    search = _Search(deal, most)
    state = state.apply(place)
    return search.rows(state, deal.order(0, state.talon))


class _Search:
    """One search: what is known of the positions that asked for an answer."""

    def __init__(self, deal: Deal, most: int) -> None:
        self._deal, self._most = deal, most
        self._known: dict[str, Rows] = {}

    def rows(self, state: Any, talon: Sequence[str]) -> Rows:
        """All rows from here, the talon's cards in their order."""
        state, talon = self._drawn(state, talon)
        if state.to_move() is None:
            won = state.outcome().scores[0]
            return Rows(won, 1, () if won else None)
        position = state.position()
        known = self._known.get(position)
        if known is None:
            if len(self._known) >= self._most:
                raise InputError(f"deal {self._deal.code} has too many rows of answers to try them all")
            known = self._known[position] = self._answered(state, talon)
        return known

    def _answered(self, state: Any, talon: Sequence[str]) -> Rows:
        winning, rows, line = 0, 0, None
        for answer in state.legal():
            found = self.rows(state.apply(answer), talon)
            winning, rows = winning + found.winning, rows + found.all
            if line is None and found.line is not None:
                line = (answer, *found.line)
        return Rows(winning, rows, line)

    def _drawn(self, state: Any, talon: Sequence[str]) -> tuple[Any, Sequence[str]]:
        """The next position that asks for an answer, or the last one, and what is left of the talon."""
        at = 0
        while state.to_move() == CHANCE:
            before = state.terminals
            state = state.apply(f"draw {talon[at]}")
            at += 1
            if state.terminals != before:
                talon, at = self._deal.order(state.terminals, state.talon), 0
        return state, talon[at:]


# ── plays a deal on the readable engine ──────────────────────────────────────────────────────────────────────────────

Order = Callable[[int, Sequence[str]], Sequence[str]]
"""Puts the cards of a talon in order, for the pass that begins when the terminal has come this many times."""


def play_deal(game: Game[Any], deal: Deal, player: Player, start: int | None = None) -> tuple[Action, ...]:
    """All actions of the play of a deal; the player chooses the start too, unless one is given.

    Raises `InputError` where the board forbids the start.
    """
    return play_order(game, deal.laid(), deal.order, player, start)


def play_order(
    game: Game[Any], laid: Sequence[str], order: Order, player: Player, start: int | None = None
) -> tuple[Action, ...]:
    """The same for a board and any order of the talon. The player gets the view and never the order."""
    state = game.start
    actions: list[Action] = []
    talon: list[str] = []
    passed = -1
    while (seat := state.to_move()) is not None:
        if seat == CHANCE and len(state.board) < len(laid):
            action = f"lay {laid[len(state.board)]}"
        elif seat == CHANCE:
            if state.terminals != passed:
                passed = state.terminals
                talon = list(reversed(order(passed, state.talon)))
            action = f"draw {talon.pop()}"
        elif not state.token and start is not None:
            action = f"place {start}"
            if action not in state.legal():
                raise InputError(f"this board forbids a start on {start}", hint=", ".join(state.legal()))
        else:
            action = player(sight_of(game, state, seat))
        actions.append(action)
        state = state.apply(action)
    return tuple(actions)


def chance_of(deal: Deal, state: Any) -> Action:
    """What chance does next in a state of this deal."""
    if len(state.board) < len(deal.laid()):
        return f"lay {deal.laid()[len(state.board)]}"
    return f"draw {deal.order(state.terminals, state.talon)[0]}"


def answering(answers: Sequence[Action]) -> Player:
    """A player who gives these answers one after the other."""
    left = iter(answers)

    def play(sight: Sight) -> Action:
        return next(left)

    return play


# ── youscout's deals with an open talon, tried with every row of answers ─────────────────────────────────────────────


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
