"""Plays a game and writes down the record of the play."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeAlias

from printkit.errors import InputError
from printkit.games.core import CHANCE, Action, Seat
from printkit.games.deals import find_deals
from printkit.games.game import Game
from printkit.games.players import Player, PlayerLeft, sight_of
from printkit.games.record import Record, record_of
from printkit.games.state import State
from printkit.jobs.play.play_book import kit_game
from printkit.jobs.play.replay import changes
from printkit.solver.seats import HUMAN, seated

__all__ = ["HUMAN", "Chosen", "play"]

Chosen: TypeAlias = str | Player
"""A player by name, or a person as a callable."""


def play(
    game_id: str,
    *,
    seed: int | None = None,
    deal: str = "",
    options: Mapping[str, str] | Sequence[str] = (),
    player: Chosen | Sequence[Chosen] = "random",
    notify: Callable[[str], None] | None = None,
    kit_dir: Path | None = None,
    begun: Callable[[Callable[[], Record]], None] | None = None,
) -> Record:
    """The record of one play, with the seed and the players' names in its header.

    Several players sit down in the order of the seats, and again from the first while seats are left.
    The same seed gives the same chance draws to every player. Without one, named players get seed 0, a callable (a
    person) a new seed each time. `deal` is the code of a deal that chance follows; the seed then only moves the
    players. `notify` gets the table before each decision of a person, what persons learn of
    the other actions, and the end. A person who gives up, or presses Ctrl-C at any time, leaves an unfinished record;
    `begun` gets, at the start, what makes the record of the play so far. `kit_dir` is the kit whose cards are played
    with (None: see `kit_game`).
    Raises `InputError` for an unknown game, option or player, and for a deal the game cannot have.
    """
    game = kit_game(game_id, options, kit_dir)
    dealt = _dealt(game_id, deal)
    chosen = (player,) if isinstance(player, str) or callable(player) else tuple(player)
    persons = [callable(each) for each in chosen]
    if seed is None:
        seed = secrets.randbits(32) if any(persons) else 0
    # Only `random()` of the standard generator is promised to stay the same in later versions of Python.
    chance, choices = Random(2 * seed), Random(2 * seed + 1)
    sitting = dict(zip(game.seats, cycle(_named(game, each, choices) for each in chosen), strict=False))
    watched = persons if any(persons) else [len(game.seats) == 1]
    eyes = [seat for seat, person in zip(game.seats, cycle(watched), strict=False) if person]
    headers = {
        **({"deal": dealt.code} if dealt else {}),
        "seed": str(seed),
        "player": ",".join(each if isinstance(each, str) else HUMAN for each in chosen),
    }
    actions: list[Action] = []
    if begun:
        begun(lambda: record_of(game, actions, headers))
    try:
        state = _played(_Sitting(game, sitting, eyes, _chance(game_id, dealt, chance), notify), actions)
    except (PlayerLeft, KeyboardInterrupt) as left:
        if isinstance(left, KeyboardInterrupt) and not any(persons):
            raise
        return record_of(game, actions, headers)
    outcome = state.outcome()
    if notify and outcome:
        notify(
            f"\n{game.picture(state, eyes[0] if eyes else game.seats[0])}\n{outcome.result}: {outcome.reason}"
        )
    return record_of(game, actions, headers)


def _dealt(game_id: str, code: str) -> Any:
    """The deal of a code; None without one."""
    if not code:
        return None
    if (deals := find_deals(game_id)) is None:
        raise InputError(f"{game_id} has no deal codes", key="--deal", hint="give a seed")
    return deals.read(code)


def _chance(game_id: str, dealt: Any, luck: Random) -> Callable[[State], Action]:
    """What chance does in a state: as the deal says, else by luck."""
    deals = find_deals(game_id)
    if dealt is None or deals is None:
        return lambda state: state.sample(luck)
    return lambda state: deals.chance(dealt, state)


class _Sitting(NamedTuple):
    """Who plays, who watches, what chance draws from, and where it is told."""

    game: Game[Any]
    players: Mapping[Seat, Player]
    eyes: Sequence[Seat]
    chance: Callable[[State], Action]
    notify: Callable[[str], None] | None


def _played(sitting: _Sitting, actions: list[Action]) -> State:
    """The last state of a play, whose actions are appended one by one."""
    game, players, eyes, chance, notify = sitting
    state: State = game.start
    while (seat := state.to_move()) is not None and len(actions) < game.module.ply_limit:
        if seat == CHANCE:
            action = chance(state)
        else:
            if notify and seat in eyes:
                notify("\n" + game.picture(state, seat) + "\n")
            action = players[seat](sight_of(game, state, seat))
        after = state.apply(action)
        if notify and seat == CHANCE and len(game.seats) == 1:
            notify(f"{action:<12} {'; '.join(changes(game.facts(state), game.facts(after)))}".rstrip())
        elif notify:
            _report_heard(notify, state, seat, action, eyes)
        actions.append(action)
        state = after
    return state


def _report_heard(
    notify: Callable[[str], None], state: State, mover: Seat, action: Action, eyes: Sequence[Seat]
) -> None:
    """What the persons at the table learn of an action; where they learn different things, nothing is said."""
    if mover in eyes:
        return
    heard = {state.heard(seat, action) for seat in eyes}
    if mover == CHANCE and heard == {action}:
        notify(action)
    elif mover != CHANCE and len(heard) == 1:
        notify(f"{mover}: {heard.pop()}")


def _named(game: Game[Any], chosen: Chosen, rng: Random) -> Player:
    """The player, made from his name if that is what he is; those that know the game are given it."""
    return seated(game, chosen, rng) if isinstance(chosen, str) else chosen
