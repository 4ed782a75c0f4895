"""Measures how fair the seats of Youscout together are.

`python benchmarks/seat_advantage.py --seats 3 --player thumb --games 200000` writes one line of JSON.
"""

from __future__ import annotations

import argparse
import sys
from json import dumps

from studies.together_bulk import Mean, play_bulk

from printkit.errors import PrintkitError
from printkit.games.find import make_game
from printkit.games.youscout_together.table import GAME_ID
from printkit.jobs.play.simulate import names_of

__all__ = ["main", "seat_advantage"]


def seat_advantage(seats: int, player: str, games: int, seed: int = 0) -> dict[str, object]:
    """The figures for this many seats, ready for JSON; each as its mean and half of its 95 % interval.

    `player` names one player, or several, comma-separated, who sit in turn. `advantage` is the largest distance of a
    seat's share of the wins from an equal share; `places` are points a round by place, the start player first. Raises
    `InputError` for a player the kernel does not know.
    """
    game = make_game(GAME_ID, [f"players={seats}"])
    bulk = play_bulk(game, names_of(game, player), games, seed)

    def stated(mean: Mean) -> list[float]:
        return [round(mean.value, 5), round(mean.reach, 5)]

    return {
        "game": game.id,
        "seats": seats,
        "player": player,
        "games": bulk.games,
        "seed": seed,
        "shares": [stated(share) for share in bulk.shares],
        "advantage": stated(bulk.advantage),
        "points": [stated(points) for points in bulk.points],
        "places": [stated(place) for place in bulk.places],
        "turns": stated(bulk.turns),
        "shared-wins": stated(bulk.ties),
    }


def main(arguments: list[str] | None = None) -> int:
    """Read the command line and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, choices=(2, 3, 4), default=3)
    parser.add_argument("--player", default="thumb")
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(arguments)
    try:
        sys.stdout.write(dumps(seat_advantage(asked.seats, asked.player, asked.games, asked.seed)) + "\n")
    except PrintkitError as problem:
        sys.stderr.write(f"printkit: {problem}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
