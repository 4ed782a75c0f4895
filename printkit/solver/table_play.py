"""Tottarot in bulk: a game and a player for each seat in, who wins rounds and games, and with which fates, out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from printkit.games.core import CHANCE, Action, Game, Seat, pick
from printkit.games.find import find_players
from printkit.games.players import Luck, Player, make_player
from printkit.games.tottarot.cards import Kind
from printkit.games.tottarot.table import Table

__all__ = ["TableTally", "play_table"]

_SEED_SHIFT = 40


@dataclass(slots=True)
class TableTally:
    """What so many games came to.

    `wins` and `shared` count games by seat, won alone or with others. `tokens` are the victory tokens by place, 0
    being who started the round. `held` counts by kind how often a seat drew it in a round, once for each seat and
    round; `held_tokens` the victory tokens these seats won in these rounds.
    """

    games: int = 0
    rounds: int = 0
    draws: int = 0
    choices: int = 0
    wins: Counter[Seat] = field(default_factory=Counter)
    shared: Counter[Seat] = field(default_factory=Counter)
    tokens: Counter[int] = field(default_factory=Counter)
    held: Counter[Kind] = field(default_factory=Counter)
    held_tokens: Counter[Kind] = field(default_factory=Counter)


def play_table(
    game: Game[Table],
    names: Sequence[str],
    games: int,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> TableTally:
    """Play games with the players called `names`, one for each seat; an interrupt leaves those that were finished.

    Game number i of seed 0 is the one `printkit play --seed i` plays. Raises `InputError` for unknown players.
    """
    tally = TableTally()
    _sitting(game, names, lambda: 0.0)
    try:
        for number in range(games):
            _add(tally, game, *_played(game, names, (seed << _SEED_SHIFT) + number))
            if progress:
                progress(number + 1, games)
    except KeyboardInterrupt:
        pass
    return tally


def _sitting(game: Game[Any], names: Sequence[str], lots: Luck) -> dict[Seat, Player]:
    knowing = {name: partial(make, game) for name, make in find_players(game.id).items()}
    return {seat: make_player(name, lots, knowing) for seat, name in zip(game.seats, names, strict=True)}


def _played(game: Game[Table], names: Sequence[str], number: int) -> tuple[list[Table], list[Action]]:
    """The tables of one game and the actions between them."""
    luck, lots = random.Random(2 * number).random, random.Random(2 * number + 1).random
    sitting = _sitting(game, names, lots)
    tables, actions = [game.start], []
    while (seat := tables[-1].to_move()) is not None:
        table = tables[-1]
        if seat == CHANCE:
            action = pick(table.chances(), luck())
        else:
            action = sitting[seat](table.view(seat), table.legal())
        actions.append(action)
        tables.append(table.apply(action))
    return tables, actions


def _add(tally: TableTally, game: Game[Table], tables: Sequence[Table], actions: Sequence[Action]) -> None:
    outcome = tables[-1].outcome()
    winners = outcome.result.split("+") if outcome else []
    (tally.wins if len(winners) == 1 else tally.shared).update(winners)
    tally.games += 1
    drawn: set[tuple[int, Kind]] = set()
    for table, action, after in zip(tables, actions, tables[1:], strict=False):
        if table.to_move() == CHANCE:
            drawn.add((table.actor, action.partition(" ")[2]))
            tally.draws += 1
        elif len(table.legal()) > 1:
            tally.choices += 1
        if after.victories == table.victories:
            continue
        won = [now - then for now, then in zip(after.victories, table.victories, strict=True)]
        tally.rounds += 1
        for place in range(len(game.seats)):
            tally.tokens[place] += won[table.seat_at(place)]
        for seat, kind in drawn:
            tally.held[kind] += 1
            tally.held_tokens[kind] += won[seat]
        drawn.clear()
