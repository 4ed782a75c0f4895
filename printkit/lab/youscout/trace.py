"""Writes out one simulated game and compares it with the readable engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy

from printkit.errors import InputError
from printkit.games.core import CHANCE, Action
from printkit.games.game import Game
from printkit.games.youscout.board import PLACES, swapped, whirl
from printkit.games.youscout.cards import Card
from printkit.games.youscout.piles import DISCARDS, PILE_NAMES, Piles
from printkit.games.youscout.seeded_deal import TERMINAL, card_of, major_of, philox
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
from printkit.lab.youscout.tables import KernelRules, kernel_rules, rules_of

__all__ = ["Play", "PlayStep", "action_text", "difference", "trace_game"]

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
