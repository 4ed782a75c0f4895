"""Solves deals with a known draw order: whether a start wins, the winning lines and their number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy

from printkit.errors import InputError
from printkit.games.core import CHANCE, Action
from printkit.games.game import Game
from printkit.games.youscout.board import DISCARDS, PILE_NAMES, PLACES, Piles, swapped, whirl
from printkit.games.youscout.cards import FOOL, Card
from printkit.games.youscout.puzzles import answering, play_deal
from printkit.games.youscout.seeded_deal import TERMINAL, Deal, card_index, card_of, major_of, philox
from printkit.games.youscout.table import Table
from printkit.lab.youscout import search_workspace
from printkit.lab.youscout.advisor import board_and_piles
from printkit.lab.youscout.open_deck_search import solve_deals
from printkit.lab.youscout.play import (
    DONE,
    MOVE,
    PLAY_STREAM,
    PLAYED,
    REPLACE,
    START,
    STAY,
    make_play_workspace,
    make_trace,
)
from printkit.lab.youscout.simulation import Task, board_codes, plan_of, play_row, play_spec
from printkit.lab.youscout.tables import (
    ALL_MINORS,
    ANY_PLACE,
    Integers,
    KernelRules,
    kernel_rules,
    limit,
    rules_of,
)

__all__ = ["PassOrder", "Play", "Solution", "Solver", "difference", "trace_game"]

_LONGEST = 1 << 14
_MINORS = tuple(map(card_of, range(TERMINAL)))


class PlayStep(NamedTuple):
    """One action as the kernel took it: how many were legal, and what lay on the table after it."""

    action: Action
    legal: int
    token: int
    terminals: int
    piles: Piles


class Play(NamedTuple):
    """One simulated game: the cards as laid, the board, the start, the actions from then on, and whether won."""

    laid: tuple[Card, ...]
    board: tuple[Card, ...]
    start: int
    steps: tuple[PlayStep, ...]
    won: bool


def action_text(code: int, terminal: Card) -> Action:
    """The action a trace or a line holds as a number."""
    if code == TERMINAL:
        return f"draw {terminal}"
    if code < TERMINAL:
        return f"draw {card_of(code)}"
    if code >= REPLACE:
        card, way = divmod(code - REPLACE, 81)
        return f"replace {card_of(card)} {PILE_NAMES[way // 9]}>{PILE_NAMES[way % 9]}"
    return {MOVE: "move", STAY: "stay", DONE: "done"}[code]


def trace_game(task: Task, number: int, rules: KernelRules | None = None) -> Play:
    """The game with this number, played by the kernel at random or by plan; `rules` spares making them again."""
    if task.board:
        raise InputError("only games on boards that were dealt are traced")
    rules = rules or kernel_rules(rules_of(task.game))
    plan = plan_of(rules_of(task.game), task.player)
    play_work, other, trace = make_play_workspace(plan), make_play_workspace(plan), make_trace(_LONGEST)
    rows = numpy.zeros((1, 3), numpy.int64)
    stop = numpy.zeros(1, numpy.int64)
    play_row(
        rules,
        play_work,
        other,
        board_codes(()),
        play_spec(task),
        numpy.uint64(task.seed),
        number,
        stop,
        trace,
        rows,
    )
    laid, start = _laid_and_start(task, number)
    start = int(play_work.moment[START]) if task.start == "best" else start
    board = tuple(major_of(int(code)) for code in play_work.board)
    terminal = "0" if start > 3 else "13"
    used = int(trace.used[0])
    steps = tuple(
        PlayStep(
            action=action_text(int(row[0]), terminal),
            legal=int(row[1]),
            token=int(row[2]),
            terminals=int(row[3]),
            piles=tuple(_pile(int(cards), laid_at) for cards in row[4:]),
        )
        for row, laid_at in zip(trace.rows[:used], trace.laid[:used].tolist(), strict=True)
    )
    return Play(laid, board, start, steps, bool(rows[0, 0]))


def difference(game: Game[Any], play: Play) -> str:
    """Where the readable engine does not agree with a traced play, in words; empty if it does everywhere.

    Compared are the board, the start, every action and how many were legal, token, terminals, all piles in
    the order laid (the discards, which have none, as a set), and the result.
    """
    state = game.start
    for card in play.laid:
        state = state.apply(f"lay {card}")
    if state.board != play.board:
        return f"board {state.board}, not {play.board}"
    state = state.apply(f"place {play.start}")
    for at, step in enumerate(play.steps, 1):
        legal = state.legal()
        if step.action not in legal:
            return f"step {at}: {step.action!r} is not legal, but {legal}"
        drawing = state.to_move() == CHANCE
        before = len(legal)
        state = state.apply(step.action)
        # The kernel counts the cards left after a draw, and the answers before one is given.
        left = len(state.talon) if drawing else before
        seen = (state.token, state.terminals, left, *_comparable(state.piles))
        recorded = (step.token, step.terminals, step.legal, *_comparable(step.piles))
        if seen != recorded:
            return f"step {at}, {step.action!r}: {seen}, not {recorded}"
    outcome = state.outcome()
    if outcome is None or (outcome.result == "win") != play.won:
        return f"ended with {outcome}, not {'won' if play.won else 'lost'}"
    return ""


def _comparable(piles: Piles) -> Iterator[tuple[Card, ...]]:
    for at, pile in enumerate(piles):
        yield tuple(sorted(pile)) if at == DISCARDS else pile


def _pile(cards: int, laid: Sequence[int]) -> tuple[Card, ...]:
    inside = []
    while cards:
        inside.append((cards & -cards).bit_length() - 1)
        cards &= cards - 1
    return tuple(_MINORS[card] for card in sorted(inside, key=laid.__getitem__))


def _halves(task: Task, number: int) -> Iterator[int]:
    """The stream of one game, 32 bits at a time, as the kernel reads it."""
    block = 0
    while True:
        for word in philox((block, number, PLAYED, 0), (task.seed, PLAY_STREAM)):
            yield word & 0xFFFFFFFF
            yield word >> 32
        block += 1


def _below(halves: Iterator[int], count: int) -> int:
    product = next(halves) * count
    while product & 0xFFFFFFFF < 2**32 % count:
        product = next(halves) * count
    return product >> 32


def _laid_and_start(task: Task, number: int) -> tuple[tuple[Card, ...], int]:
    """The board as laid and the random start, computed from the stream without the kernel."""
    halves = _halves(task, number)
    rules = rules_of(task.game)
    wanted = (int(task.start),) if task.start.isdigit() else PLACES
    while True:
        majors = list(range(20))
        laid = []
        for place in range(6):
            major, way = divmod(_below(halves, 40 - 2 * place), 2)
            laid.append(major_of(2 * majors[major] + way))
            majors[major] = majors[19 - place]
        board = swapped(tuple(laid), rules.swap)
        forced = whirl(board, rules.swap)
        places = [place for place in wanted if forced is None or place in forced.start]
        if places:
            return tuple(laid), places[_below(halves, len(places))]


class PassOrder(NamedTuple):
    """What a play fixed of one pass: the minors drawn, in order, the talon it began with, and whether it ended.

    Below the terminal the order is not fixed; but nothing from there is ever drawn.
    """

    drawn: tuple[Card, ...]
    talon: frozenset[Card]
    ended: bool


@dataclass(frozen=True, slots=True)
class Solution:
    """What is proved of one deal from one start: `won` is None where the search was given up.

    `lines` counts the rows of answers that win: `exact` or at least this many. `line` are the player's answers
    of one that wins; where none is known, of the first one tried.
    """

    deal: Deal
    start: int
    won: bool | None
    lines: int
    exact: bool
    line: tuple[Action, ...]
    draws: int
    tried: int


class Solver:
    """Solves deals of one game with an open talon; used by one thread.

    `budget` is how many answers are tried for one deal and start before it is given up.
    """

    def __init__(self, game: Game[Any], *, budget: int = 1_000_000, memory: int = 1 << 18) -> None:
        self.game = game
        self._rules = kernel_rules(rules_of(game))
        self._limit = rules_of(game).replacements
        self._desk = search_workspace.make_search_workspace(memory)
        self._budget = budget

    def solve(self, deal: Deal, start: int, *, count: bool = True) -> Solution:
        """The verdict on a deal from a start; without `count` the search ends with the first line that wins.

        Raises `InputError` where the board forbids the start.
        """
        found = self._solved(deal, start, count)
        if not count or self._limit < 1:
            return found
        # Counting tries all replacements at once and may lose its way; the wider and wider search does not.
        first = self._solved(deal, start, False)
        if first.won is None or found.won is not None:
            return found
        return replace(first, lines=max(found.lines, first.lines), exact=not first.won)

    def _solved(self, deal: Deal, start: int, count: bool) -> Solution:
        row = self.table([deal], 1 << start, count=count)[0]
        if not row[search_workspace.SOLVED_START]:
            raise InputError(f"the board of deal {deal.code} forbids a start on {start}")
        terminal = "0" if start > 3 else "13"
        answers = self._desk.line[3 : 3 + int(row[search_workspace.LINE_ANSWERS])]
        won, lines = _verdict(row), int(row[search_workspace.LINES])
        return Solution(
            deal=deal,
            start=start,
            won=won,
            lines=lines,
            exact=(count or not won)
            and not row[search_workspace.OPEN_FROM]
            and lines < search_workspace.MOST_LINES,
            line=tuple(action_text(int(code), terminal) for code in answers),
            draws=int(row[search_workspace.LINE_DRAWS]),
            tried=int(row[search_workspace.TRIED]),
        )

    def starts(self, deal: Deal, *, count: bool = True) -> tuple[Solution, ...]:
        """The verdict from each start the board allows."""
        solutions = []
        for start in range(1, 7):
            try:
                solutions.append(self.solve(deal, start, count=count))
            except InputError:
                continue
        return tuple(solutions)

    def foresee(self, table: Table, known: Deal | Sequence[PassOrder]) -> bool | None:
        """Whether a play can still be won from a table on which no sword waits, if the talon is known; None: not fixed.

        `known` is the deal, or what was fixed of each pass from the table's on: of that one, what is still to come.
        Where other answers leave fewer cards in a talon than were fixed of, those left keep their order; where
        they leave others, nothing is known of that pass.
        """
        outcome = table.outcome()
        if outcome is not None:
            return bool(outcome.scores[0])
        own = self._desk
        origin = own.origin
        board_and_piles(table, own.play_work.board, own.origin_piles, own.origin_laid)
        origin[:] = 0
        origin[search_workspace.TOKEN], origin[search_workspace.AFTER], origin[search_workspace.DRAWN] = (
            table.token,
            table.terminals,
            -1,
        )
        origin[search_workspace.TALON] = _as_bits(card for card in table.talon if card != table.terminal)
        if phase := getattr(table, "replacing", None):
            origin[search_workspace.MAY_PUT], origin[search_workspace.MAY_PUT_COINS] = (
                limit(phase.left),
                limit(phase.coins),
            )
        own.lengths[:], own.fixed[:] = (-1, -1) if isinstance(known, Deal) else (0, 0)
        if not isinstance(known, Deal):
            for row, fixed in enumerate(
                known[: max(0, search_workspace.MOST_PASSES - table.terminals)], table.terminals
            ):
                own.lengths[row] = len(fixed.drawn)
                own.orders[row, : len(fixed.drawn)] = list(map(card_index, fixed.drawn))
                own.fixed[row] = _as_bits(fixed.talon) | fixed.ended << TERMINAL
        start = PLACES[-1] if table.terminal == FOOL else PLACES[0]
        spec = numpy.array([1 << start, 0, -1, 0, self._budget, 1], numpy.int64)
        results = numpy.zeros((1, search_workspace.RESULT_FIELDS), numpy.int64)
        number = known.number if isinstance(known, Deal) else 0
        none, stop = numpy.zeros(0, numpy.int64), numpy.zeros(1, numpy.int64)
        solve_deals(self._rules, own, none, spec, numpy.uint64(0), number, stop, results)
        return _verdict(results[0])

    def actions(self, solution: Solution) -> tuple[Action, ...]:
        """All actions of the play of a solution's line, on the readable engine."""
        return play_deal(self.game, solution.deal, answering(solution.line), solution.start)

    def table(
        self,
        deals: Sequence[Deal],
        places: int = ANY_PLACE,
        *,
        count: int = 0,
        deck: int = ALL_MINORS,
        recalls: bool = True,
    ) -> Integers:
        """The results of many deals from all of `places` (bits 1 to 6) their boards allow, one a row.

        With `count` 1 all lines that win are counted, with 2 one from each start is looked for, else one in all.
        The columns are those of `known`: outcome, start, draws and answers of the line, answers tried, lines,
        and starts won and starts not finished as bits. `recalls=False` solves without memory: slower, and no different.
        """
        results = numpy.zeros((len(deals), search_workspace.RESULT_FIELDS), numpy.int64)
        numbers = numpy.array([deal.number for deal in deals], numpy.int64)
        spec = numpy.array([places, 0, deck, count, self._budget, recalls], numpy.int64)
        stop = numpy.zeros(1, numpy.int64)
        solve_deals(self._rules, self._desk, numbers, spec, numpy.uint64(0), 0, stop, results)
        return results


def _verdict(row: Integers) -> bool | None:
    """Whether a deal is won, from its row of results; None: unresolved."""
    return (
        None
        if row[search_workspace.OUTCOME] == search_workspace.UNRESOLVED
        else bool(row[search_workspace.OUTCOME] == search_workspace.WON)
    )


def _as_bits(minors: Iterable[Card]) -> int:
    return sum(1 << card_index(card) for card in minors)
