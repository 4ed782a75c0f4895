"""Gaps in the rules: counts random games that never end or get stuck."""

from __future__ import annotations

import random
from typing import Any

from printkit.games.core import CHANCE, pick
from printkit.games.game import Game
from printkit.lab.youscout.tables import rules_of

__all__ = ["GAP_FIELDS", "LONG_PHASE", "count_rule_failures"]

LONG_PHASE = 200
"""This many answers one after the other, without a draw between them, make a phase long."""

GAP_FIELDS = ("games", "draws", "too-long", "dead-ends", "contradictions", "long-phases")
"""Games; draws; games with more draws than there can be; moments without a legal action before the end; actions that
are legal and refused; phases of `LONG_PHASE` answers or more, which only their player's will ends."""

_DECK = 57


def count_rule_failures(game: Game[Any], seed: int, first: int, games: int) -> tuple[int, ...]:
    """Play the games `first` and on of a seed at random on the readable engine, and count what no rule provides for.

    A talon of 57 cards can be drawn once for each time the terminal must come, and no oftener: what lasts longer
    never ends.
    """
    counts = [games, 0, 0, 0, 0, 0]
    for number in range(first, first + games):
        found = _one_game(game, random.Random(f"{seed} {number}"))
        counts[1:] = [count + more for count, more in zip(counts[1:], found, strict=True)]
    return tuple(counts)


def _one_game(game: Game[Any], rng: random.Random) -> tuple[int, int, int, int, int]:
    state, draws, phase, long_phases = game.start, 0, 0, 0
    most = _DECK * rules_of(game).terminals
    while (seat := state.to_move()) is not None:
        legal = state.legal()
        if not legal:
            return draws, 0, 1, 0, long_phases
        if seat == CHANCE:
            action = pick(state.chances(), rng.random())
            draws += bool(state.token)
            phase = 0
        else:
            action = legal[int(rng.random() * len(legal))]
            phase += 1
            long_phases += phase == LONG_PHASE
        if draws > most:
            return draws, 1, 0, 0, long_phases
        try:
            state = state.apply(action)
        except Exception:
            # Whatever stops a legal action is a hole in the rules, or in the engine.
            return draws, 0, 0, 1, long_phases
    return draws, 0, 0, 0, long_phases
