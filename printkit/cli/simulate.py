"""`printkit simulate`: play many games and report the win rate."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from printkit.cli.words import Game, GameCards, GameOptions, Seats, with_seats, words

__all__ = ["simulate"]

Players = Annotated[
    str,
    typer.Option(
        "--player",
        "--players",
        autocompletion=words("player"),
        help="Who decides: beginner, easy, medium or strong; for researchers also random, greedy, flat:N, ismcts:N (N "
        "imagined games a decision), minimax:DEPTH, greedy~MARGIN and so on (any action so nearly the best), or one of "
        "the game's own players (Youscout: move, stay, thumb, advised, clairvoyant). Several, comma-separated, "
        "take the seats in order.",
    ),
]

Rotate = Annotated[
    bool, typer.Option(help="Play each deal in every rotation of the players, where they differ.")
]

Records = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Write the games to this file, one JSON object a line: options, seed, players, actions, result.",
    ),
]


def simulate(
    game: Game,
    games: Annotated[int, typer.Option(min=1, max=10**12, help="Number of games.", show_default=False)],
    player: Players = "random",
    seats: Seats = 0,
    start: Annotated[
        str,
        typer.Option(
            help="Start of the token: 1 to 6, random, or best: the player's own choice on each board.",
            metavar="PLACE",
        ),
    ] = "random",
    seed: Annotated[
        int, typer.Option(min=0, max=2**53, help="Random seed; the same seed gives the same games.")
    ] = 0,
    option: GameOptions = None,
    workers: Annotated[
        int, typer.Option(min=1, max=1024, help="Worker processes; results do not depend on it.")
    ] = 1,
    rotate: Rotate = True,
    kit_dir: GameCards = None,
    records: Records = None,
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """Play many games and report how often they are won.

    The rate comes with its 95 % confidence interval. Games the clairvoyant player could not resolve count as losses
    in its lower bound and as wins in its upper bound. Ctrl-C stops and reports the games played so far.

    Examples:
        printkit simulate youscout --games 1000000 --player thumb --start best
        printkit simulate youscout --games 100000 --player clairvoyant --start best --option terminals=1
        printkit simulate tottarot --games 1000 --seats 4 --players medium,easy,cautious
        printkit simulate ta-xot --games 500 --player greedy --records games.jsonl
    """
    from json import dumps

    from printkit import simulate as simulate_job
    from printkit.cli.progress import progress_bar, say
    from printkit.jobs.play.simulate import report_lines

    with progress_bar() as show:
        report = simulate_job(
            game,
            games=games,
            player=player,
            start=start,
            seed=seed,
            options=with_seats(game, option, seats),
            kit_dir=kit_dir,
            workers=workers,
            rotate=rotate,
            records=records,
            progress=lambda done, total: show("games", done, total),
            notify=_notify if sys.stderr.isatty() else None,
        )
    for line in [dumps(report.facts(), ensure_ascii=False)] if json else report_lines(report):
        say(line)
    _remark(report.unresolved, report.games, report.asked)


def _remark(unresolved: int, games: int, asked: int) -> None:
    """Report unresolved games and interruption."""
    if unresolved:
        _notify(f"{unresolved} of {games} are unresolved: the interval allows for both outcomes")
    if games < asked:
        _notify(f"interrupted after {games} of {asked} games")
        _leave_interrupted()


def _leave_interrupted() -> None:
    from printkit.cli.app import EXIT_INTERRUPTED

    raise typer.Exit(EXIT_INTERRUPTED)


def _notify(text: str) -> None:
    print(f"printkit: {text}", file=sys.stderr)
