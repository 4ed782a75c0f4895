"""The ladder of levels: how often each one beats the one below, and how long its moves take.

    python benchmarks/levels.py [GAME …] [--games N] [--seed S] [--option K=V …] [--only HIGHER,LOWER …] [--out FILE]

One seat of the higher level plays all others of the lower one, each deal in every rotation. `share` is its part of the
wins, with Wilson's interval over the games; `even` is what it would be between equals; `head to head` is its part of
what it and one seat of the lower level won between them, which can be compared across numbers of seats. A game for one
has a row a level: the games won, on the same deals, and instead how many points of 100 it is ahead of the level below,
with the interval of paired differences. Seconds are of the processor, of moves with a choice: mean, what 95 % do not
exceed, longest.

FILE keeps a row a deal (JSON lines), and a run goes on where it was left; rows of other players behind a level, other
options or another seed stay and are not counted. `--only` takes any two players.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple

from printkit.games.core import CHANCE
from printkit.games.find import find_games, make_game
from printkit.games.game import Game, winners_of
from printkit.games.players import sight_of
from printkit.solver.seats import LEVELS, level_names, seated
from printkit.solver.statistics import difference, wilson

HEAD = "| game | form | players | games | share of the wins | even | head to head | seconds a move |"
_ROUGH = 2
"""Digits to which the milliseconds of a move are kept."""


class Pair(NamedTuple):
    """What is compared: one of the higher among the lower; in a game for one, `lower` is empty."""

    higher: str
    lower: str = ""


def pairs_of(game: Game[Any]) -> list[Pair]:
    """Each level against the one below, and `medium` against `greedy`; in a game for one each level alone."""
    if len(game.seats) == 1:
        return [Pair(level) for level in LEVELS]
    steps = [Pair(higher, lower) for lower, higher in pairwise(LEVELS)]
    return [*steps, Pair("medium", "greedy")]


def row_key(game: Game[Any], pair: Pair, seed: int) -> dict[str, Any]:
    """What a row belongs to: with the players behind the levels, so that a changed level is played anew."""
    behind = level_names(game)
    options = dict(game.options)
    players = [behind.get(name, name) for name in pair if name]
    return {"game": game.id, "options": options, "pair": [*pair], "players": players, "seed": seed}


def one_deal(game: Game[Any], pair: Pair, seed: int, deal: int) -> dict[str, Any]:
    """One deal in every rotation: the parts of the wins of the higher seat and of all lower ones, and the times."""
    seats = len(game.seats)
    won, lost, unfinished, times = 0.0, 0.0, 0, Counter[int]()
    for turn in range(seats):
        number = seed + deal * seats + turn
        names = [pair.lower] * seats
        names[-turn] = pair.higher
        end, spent = play(game, names, number, seed + deal)
        winners = winners_of(game, end.outcome())
        own = game.seats[-turn]
        won += (own in winners) / max(1, len(winners))
        lost += sum(seat != own for seat in winners) / max(1, len(winners))
        unfinished += end.to_move() is not None
        times.update(spent[own])
    return {"won": won, "lost": lost, "games": seats, "unfinished": unfinished, "ms": dict(times)}


def play(game: Game[Any], names: list[str], number: int, deal: int) -> tuple[Any, dict[str, list[int]]]:
    """The end of the game `printkit simulate` plays, and the milliseconds of each seat's moves with a choice."""
    luck, rng = Random(2 * deal), Random(2 * number + 1)
    players = {seat: seated(game, name, rng) for seat, name in zip(game.seats, names, strict=True)}
    spent: dict[str, list[int]] = {seat: [] for seat in game.seats}
    state = game.start
    for _ in range(game.module.ply_limit):
        seat = state.to_move()
        if seat is None:
            break
        if seat == CHANCE:
            state = state.after(state.sample(luck))
            continue
        legal = state.legal()
        begun = process_time()
        action = players[seat](sight_of(game, state, seat, legal))
        if len(legal) > 1:
            spent[seat].append(rough(1000 * (process_time() - begun)))
        state = state.after(action)
    return state, spent


def rough(milliseconds: float) -> int:
    """Whole milliseconds to two digits."""
    whole = int(milliseconds)
    step = 10 ** max(0, len(str(whole)) - _ROUGH)
    return whole // step * step


def read_rows(out: Path | None) -> list[dict[str, Any]]:
    """The rows of the file; a last one that was cut short is taken away, so that the next one begins a line."""
    if not out or not out.is_file():
        return []
    text = out.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        out.write_text(whole, encoding="utf-8")
    return [json.loads(line) for line in whole.splitlines()]


def rows_of(game: Game[Any], pair: Pair, games: int, seed: int, out: Path | None) -> list[dict[str, Any]]:
    """The rows of so many games, those of the file first, the rest played and added to it."""
    key = row_key(game, pair, seed)
    known = {row["deal"]: row for row in read_rows(out) if all(row.get(name) == key[name] for name in key)}
    rows = []
    for deal in range(-(-games // len(game.seats))):
        if deal not in known:
            known[deal] = {**key, "deal": deal, **one_deal(game, pair, seed, deal)}
            if out:
                with out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(known[deal], ensure_ascii=False) + "\n")
        rows.append(known[deal])
    return rows


def ahead(rows: list[dict[str, Any]], below: list[dict[str, Any]]) -> str:
    """How many points of 100 a level wins more than the one below on the same deals, with the interval."""
    if not below:
        return "–"
    both = list(zip(rows, below, strict=True))
    more, fewer = (sum(sign * (one["won"] - other["won"]) > 0 for one, other in both) for sign in (1, -1))
    low, high = difference(more, fewer, len(both))
    return f"{100 * (more - fewer) / len(both):+.1f} ({100 * low:+.1f} to {100 * high:+.1f})"


def summary(
    game: Game[Any], pair: Pair, rows: list[dict[str, Any]], below: list[dict[str, Any]] | None = None
) -> str:
    """One line of the table; `below` are the rows of the level below, in a game for one."""
    seats = len(game.seats)
    games = sum(row["games"] for row in rows)
    won, lost = (sum(row[name] for row in rows) for name in ("won", "lost"))
    low, high = wilson(won, games)
    usual = make_game(game.id).options
    form = " ".join(f"{key}={value}" for key, value in game.options.items() if usual.get(key) != value)
    behind = level_names(game)
    words = " against ".join(
        f"{name} (`{behind[name]}`)" if name in behind else f"`{name}`" for name in pair if name
    )
    cells = [f"`{game.id}`", f"`{form}`" if form else "usual", words, str(games)]
    cells.append(f"{percent(won / games)} ({percent(low)} to {percent(high)})")
    if pair.lower:
        each = lost / (seats - 1)
        cells += [percent(1 / seats), percent(won / (won + each)) if won + each else "–"]
    else:
        cells += ["–", ahead(rows, below or [])]
    cells.append(" / ".join(f"{each / 1000:.2f}" for each in moments(rows)))
    return f"| {' | '.join(cells)} |" + broken(rows)


def broken(rows: list[dict[str, Any]]) -> str:
    """How many games were broken off, where any were."""
    number = sum(row["unfinished"] for row in rows)
    return f" {number} broken off" if number else ""


def percent(share: float) -> str:
    """A share in whole percent."""
    return f"{100 * share:.0f} %"


def moments(rows: list[dict[str, Any]]) -> Iterator[float]:
    """Milliseconds of a move: the mean, what 95 % do not exceed, and the most."""
    times = Counter[int]()
    for row in rows:
        times.update({int(ms): number for ms, number in row["ms"].items()})
    if not times:
        yield from (0.0, 0.0, 0.0)
        return
    ordered = sorted(times.elements())
    yield sum(ordered) / len(ordered)
    yield ordered[int(0.95 * (len(ordered) - 1))]
    yield ordered[-1]


def main() -> int:
    """Play what is missing and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="usually all")
    parser.add_argument("--games", dest="number", type=int, default=200, help="games of each pair")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], metavar="K=V")
    parser.add_argument("--only", action="append", default=[], metavar="HIGHER,LOWER")
    parser.add_argument("--out", type=Path, help="where rows are kept")
    arguments = parser.parse_args()
    sys.stdout.write(f"{HEAD}\n|{'---|' * HEAD.count(' |')}\n")
    for game_id in arguments.games or find_games():
        game = make_game(game_id, arguments.option)
        only = [Pair(*each.split(",")) for each in arguments.only]
        rows: list[dict[str, Any]] = []
        for pair in only or pairs_of(game):
            below = rows
            rows = rows_of(game, pair, arguments.number, arguments.seed, arguments.out)
            sys.stdout.write(summary(game, pair, rows, below) + "\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
