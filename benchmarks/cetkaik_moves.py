"""How fast the rules of 机戦 are on one core: lists of legal moves, moves made and random games a second."""

from __future__ import annotations

import argparse
import random
import sys
from time import process_time

from printkit.games.cetkaik.match import Match
from printkit.games.cetkaik.moves import moves_of
from printkit.games.core import CHANCE
from printkit.games.find import make_game

ROUNDS = 5
"""On a shared machine the best of a few rounds is what the core can do."""


def random_games(game_id: str, games: int) -> list[Match]:
    """The moments of random games in which a side is to move."""
    luck = random.Random(1)
    moments: list[Match] = []
    for _ in range(games):
        state = make_game(game_id).start
        while (seat := state.to_move()) is not None:
            if seat == CHANCE:
                state = state.after(state.sample(luck))
                continue
            legal = state.legal()
            if len(legal) > 2:
                moments.append(state)
            state = state.after(legal[luck.randrange(len(legal))])
    return moments


def main() -> None:
    """Print the figures of both games."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--games", type=int, default=20, help="random games that give the positions")
    games = words.parse_args().games
    for game_id in ("cetkaik", "cetkaik-school"):
        listed = made = played = 0.0
        for _ in range(ROUNDS):
            moves_of.cache_clear()
            begun = process_time()
            moments = random_games(game_id, games)
            played = max(played, games / (process_time() - begun))
            moves_of.cache_clear()
            begun = process_time()
            lists = [state.legal() for state in moments]
            listed = max(listed, len(moments) / (process_time() - begun))
            begun = process_time()
            number = 0
            for state, legal in zip(moments[:50], lists, strict=False):
                for action in legal:
                    state.after(action)
                number += len(legal)
            made = max(made, number / (process_time() - begun))
        mean = sum(map(len, lists)) / len(lists)
        sys.stdout.write(
            f"{game_id}: {listed:,.0f} lists of legal moves a second ({mean:.0f} moves on the mean of "
            f"{len(lists)} positions), {made:,.0f} moves made, {played:,.1f} random games\n"
        )


if __name__ == "__main__":
    main()
