"""Finds positions for the problem sheet of 机戦: one right action, and wrong ones that look as good.

    python benchmarks/find_problems.py GRADE GAME [--games N] [--seed N] [--player NAME]

It plays games and looks at every position in which a side is to move. Of each game it prints, as an entry for
`problems.toml`, the first position that the game's own search (`printkit.games.proof`) finds one answer to and that
is not trivial: where a hand is to be made, another action may make one; the best turn brings less than twice what the
second best does; and there are many actions to choose from.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from random import Random
from typing import Any

from printkit.games.core import CHANCE
from printkit.games.find import find_module, make_game
from printkit.games.players import sight_of
from printkit.games.proof import BEST, GRADES, HAND, Answer
from printkit.solver.seats import seated

LEAST = 24
"""So many actions there must be."""


def worthwhile(grade: str, game: str, state: Any, answer: Answer) -> bool:
    """Whether the position is no trivial one."""
    if len(answer.actions) != 1 or len(state.legal()) < LEAST or "@" in answer.actions[0]:
        return False
    values = answer.reasons[0].values
    if game == "cetkaik-old":
        return True
    captured = max(map(len, state.captured))
    if not 2 <= captured <= 6:
        return False
    if grade == HAND:
        return float(str(values["odds"])) > 0
    return float(str(values["second"])) * 2 > float(str(values["points"]))


def candidates(state: Any, game: str) -> bool:
    """Whether it is worth asking the search at all."""
    return game == "cetkaik-old" or len(state.captured[state.index(state.turn)]) >= 2


def found(grade: str, game_id: str, seed: int, player: str, wanted: Callable[..., bool]) -> str:
    """The first position of one game, as an entry; empty if there is none."""
    game, rng = make_game(game_id), Random(seed)
    solve = find_module(game_id).problems[grade]
    sitting = {seat: seated(game, player, rng) for seat in game.seats}
    state = game.start
    for _ in range(150):
        seat = state.to_move()
        if seat is None:
            break
        if seat != CHANCE and state.phase == "move" and candidates(state, game_id):
            answer = solve(state)
            if wanted(grade, game_id, state, answer):
                return (
                    f'[[problems]]\nid = "{grade}-{game_id}-{seed}"\ngame = "{game_id}"\ngrade = "{grade}"\n'
                    f'position = "{state.position()}"\nsolution = "{answer.actions[0]}"\n'
                    f"# {dict(answer.reasons[0].values)}\n\n"
                )
        action = state.sample(rng) if seat == CHANCE else sitting[seat](sight_of(game, state, seat))
        state = state.after(action)
    return ""


def main() -> None:
    """Print what is found."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("grade", choices=GRADES)
    words.add_argument("game")
    words.add_argument("--games", type=int, default=40)
    words.add_argument("--seed", type=int, default=0)
    words.add_argument("--player", default="random")
    asked = words.parse_args()
    if asked.grade not in find_module(asked.game).problems:
        words.error(f"{asked.game} has no problems of the grade {asked.grade}; they are {BEST} or others")
    for seed in range(asked.seed, asked.seed + asked.games):
        sys.stdout.write(found(asked.grade, asked.game, seed, asked.player, worthwhile))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
