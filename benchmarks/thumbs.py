"""What the rules of thumb of a game are worth: how far they reach from random play to a search, what each one gains.

    python benchmarks/thumbs.py [GAME …] [--out FILE] [--scale N] [--among random] [--strong]

One seat plays, all others are of one kind: `random`, and `greedy`. Figures are points beyond the mean of all seats, at
the end of a whole game under the usual options (六裁 with two pieces), from every seat in turn. Equal numbers have
equal luck, so that the gain of a rule is the mean of paired differences: `thumb` less `thumb` without it. Intervals
hold 95 %. `reached` is the share of the way from `random` to the player it is compared with. FILE keeps a row a game
(JSON lines), and a run goes on where it was left; the games of `PLANS` are multiplied by `--scale`.

With `--strong` the level *strong* is the search, in the forms and for as many games as `STRONG` says; of each cheap
player there are ten times as many.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from math import fsum, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from printkit.games.core import CHANCE
from printkit.games.find import find_thumbs, make_game
from printkit.games.game import Game
from printkit.games.players import Player, following, sight_of
from printkit.solver.seats import seated


class Plan(NamedTuple):
    """Games of a cheap player among random ones and among greedy ones, and of `best`, a search, among either."""

    among_random: int
    among_greedy: int
    best: str
    searched: int


class Form(NamedTuple):
    """A form in which *strong* is played, and for how many games."""

    options: tuple[str, ...]
    searched: int


FORMS: Mapping[str, tuple[str, ...]] = {"net-xy": ("pieces=2",)}
"""Options of a form in which each rule has something to say."""

_STICKS, _CARDS = Plan(3000, 600, "greedy", 3000), Plan(200, 45, "greedy", 90)
PLANS: Mapping[str, Plan] = {
    "lu-tu": _STICKS,
    "net-xy": _STICKS,
    "niek-kut-saup-xy": _STICKS,
    "tottarot": Plan(1500, 600, "greedy", 1500),
    "mok-kaik": _CARDS,
    "ta-xot": _CARDS,
    "mak-kaik": Plan(600, 150, "greedy", 300),
    "niek-hi": Plan(90, 45, "greedy", 45),
    "mak-hup": _CARDS,
    "nam-to": Plan(600, 150, "greedy", 300),
    "ni-ne": _CARDS,
    "youscout-together": Plan(300, 60, "greedy", 60),
    "linked-ships": Plan(60, 60, "greedy", 60),
    "mountain-road": Plan(90, 90, "greedy", 90),
    "cetkaik-school": Plan(120, 120, "expectimax", 60),
    "cetkaik": Plan(40, 40, "greedy", 40),
    "cetkaik-hard-tam": Plan(40, 40, "greedy", 40),
    "cetkaik-old": Plan(40, 40, "greedy", 40),
}
"""What some 20 minutes of a core buy; more games are a matter of `--scale`."""

_SEASON = ("seasons=1",)
STRONG: Mapping[str, Form] = {
    "net-xy": Form(FORMS["net-xy"], 90),
    "tottarot": Form((), 45),
    "mok-kaik": Form(_SEASON, 30),
    "ta-xot": Form(_SEASON, 30),
    "mak-kaik": Form(_SEASON, 30),
    "niek-hi": Form(_SEASON, 30),
    "mak-hup": Form(_SEASON, 30),
    "nam-to": Form(_SEASON, 30),
    "ni-ne": Form(_SEASON, 30),
    "youscout-together": Form((), 45),
    "linked-ships": Form((), 15),
    "mountain-road": Form((), 15),
    "cetkaik-school": Form(_SEASON, 40),
    "cetkaik": Form(_SEASON, 30),
    "cetkaik-hard-tam": Form(_SEASON, 30),
    "cetkaik-old": Form((), 20),
}
"""In the other games `greedy` is *strong*. One season is a quarter of a usual game, so that an hour does for all."""
_CHEAP = 10


def player(game: Game[Any], name: str, rng: Random) -> Player:
    """The player of this name; `thumb-RULE` goes without a rule."""
    word, _, less = name.partition("-")
    if word != "thumb":
        return seated(game, name, rng)
    return following([each for each in find_thumbs(game.id) if each.id != less])(game, rng)


def points(game: Game[Any], name: str, among: str, number: int) -> float:
    """What one seat has beyond the mean of all at the end of a game."""
    seats = len(game.seats)
    own = number % seats
    luck, rng = Random(2 * (number // seats)), Random(2 * number + 1)
    players = {seat: player(game, name if at == own else among, rng) for at, seat in enumerate(game.seats)}
    state = game.start
    for _ in range(game.module.ply_limit):
        seat = state.to_move()
        if seat is None:
            break
        action = state.sample(luck) if seat == CHANCE else players[seat](sight_of(game, state, seat))
        state = state.after(action)
    ends = state.returns()
    return float(ends[own] - fsum(ends) / seats)


class Kept:
    """The rows of a file, to which what is played is added."""

    def __init__(self, out: Path | None) -> None:
        self.out = out
        self.rows: dict[tuple[str, str, str, int], float] = {}
        if out and out.is_file():
            text = out.read_text(encoding="utf-8")
            for line in text[: text.rfind("\n") + 1].splitlines():
                *key, value = json.loads(line)
                self.rows[tuple(key)] = value
            out.write_text(text[: text.rfind("\n") + 1], encoding="utf-8")

    def played(self, game: Game[Any], form: Iterable[str], name: str, among: str, games: int) -> list[float]:
        """The points of so many games in this form."""
        found = []
        for number in range(games):
            key = (" ".join((game.id, *form)), name, among, number)
            if key not in self.rows:
                self.rows[key] = round(points(game, name, among, number), 4)
                if self.out:
                    with self.out.open("a", encoding="utf-8") as file:
                        file.write(json.dumps([*key, self.rows[key]]) + "\n")
            found.append(self.rows[key])
        return found


def told(values: list[float]) -> str:
    """A mean, and how far it may be off with 95 %."""
    return f"{fmean(values):+.2f} ± {1.96 * stdev(values) / sqrt(len(values)):.2f}"


def of_the_way(low: list[float], own: list[float], high: list[float]) -> str:
    """How far `own` is on the way from `low` to `high`, by their means."""
    bottom, reached, top = map(fmean, (low, own, high))
    return f"{100 * (reached - bottom) / (top - bottom):.0f} %" if top > bottom else "–"


def lines(kept: Kept, game_id: str, scale: int, chosen: list[str]) -> Iterator[str]:
    """The rows of a game: what is reached among random and among greedy players, then what each rule gains."""
    plan, form = PLANS[game_id], FORMS.get(game_id, ())
    game = make_game(game_id, form)
    for among in chosen:
        games = scale * (plan.among_random if among == "random" else plan.among_greedy)
        best = plan.best if among == "random" or plan.best == "expectimax" else "greedy"
        searched = plan.searched * scale if best == plan.best else games
        low, own = (kept.played(game, form, name, among, games) for name in ("random", "thumb"))
        high = kept.played(game, form, best, among, min(searched, games))
        share = of_the_way(low, own, high)
        yield f"| `{game.id}` | `{among}` | {games} | {told(low)} | {told(own)} | `{best}` {told(high)} | {share} |"
        for thumb in find_thumbs(game.id):
            less = kept.played(game, form, f"thumb-{thumb.id}", among, games)
            gain = told([one - other for one, other in zip(own, less, strict=True)])
            yield f"|  | without `{thumb.id}` |  |  | {gain} |  |  |"


def strong_lines(kept: Kept, game_id: str, scale: int, chosen: list[str]) -> Iterator[str]:
    """The rows of a game in which *strong* is the search."""
    form, searched = STRONG[game_id]
    game = make_game(game_id, form)
    for among in chosen:
        games = scale * searched
        low, own = (kept.played(game, form, name, among, _CHEAP * games) for name in ("random", "thumb"))
        high = kept.played(game, form, "strong", among, games)
        yield (
            f"| `{game.id}` {' '.join(form)} | `{among}` | {games} | {told(low)} | {told(own)} "
            f"| `strong` {told(high)} | {of_the_way(low, own, high)} |"
        )


def main() -> int:
    """Play what is missing and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="usually all")
    parser.add_argument("--out", type=Path, help="where rows are kept")
    parser.add_argument("--scale", type=int, default=1, help="so many times the usual games")
    parser.add_argument("--among", nargs="+", choices=("random", "greedy"), default=["random", "greedy"])
    parser.add_argument("--strong", action="store_true", help="compare with the level strong")
    arguments = parser.parse_args()
    kept = Kept(arguments.out)
    rows, plans = (strong_lines, STRONG) if arguments.strong else (lines, PLANS)
    if unknown := [game_id for game_id in arguments.games if game_id not in plans]:
        parser.error(f"nothing is planned for {', '.join(unknown)} (known: {', '.join(plans)})")
    sys.stdout.write("| game | among | games | random | thumb, or what the rule gains | search | reached |\n")
    sys.stdout.write(f"|{'---|' * 7}\n")
    for game_id in arguments.games or plans:
        for line in rows(kept, game_id, arguments.scale, arguments.among):
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
