"""`printkit play`: play a game and write its record."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from printkit.cli._complete import Game, words
from printkit.cli._table_options import GameCards, GameOptions, Seats, with_seats

__all__ = ["play"]


def play(
    game: Game,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=2**53,
            help="Random seed; the same seed gives the same cards. Default: 0, or random if a human plays.",
            show_default=False,
        ),
    ] = None,
    deal: Annotated[
        str,
        typer.Option(help="The code of a deal, in games that have them.", metavar="CODE", show_default=False),
    ] = "",
    option: GameOptions = None,
    seats: Seats = 0,
    player: Annotated[
        str,
        typer.Option(
            "--player",
            "--players",
            autocompletion=words("player"),
            help="Who decides: random, greedy, flat:N, ismcts:N, minimax:DEPTH, one of the game's players, or human "
            "to be asked at the terminal. Several names, comma-separated, take the seats in order.",
        ),
    ] = "random",
    kit_dir: GameCards = None,
) -> None:
    """Play a game and write its record to standard output.

    With --player human the table is shown and choices are asked on standard error. The record is written when the
    game is over, or marked as unfinished when you leave with quit, Ctrl-D or Ctrl-C, or the window is closed. Where it
    cannot be written, it is kept in a file that is named.

    Example:
        printkit play youscout --seed 7 --option terminals=1 > game.txt
        printkit play youscout --deal 0000-0000 --player human > mine.txt
        printkit play tottarot --seats 4 --players human,greedy,cautious
    """
    from printkit import play as play_job
    from printkit.cli._record_out import RecordOut
    from printkit.games.players import asking
    from printkit.solver.seats import HUMAN

    person = asking(_answers(), _notify)
    players = [person if name == HUMAN else name for name in player.split(",")]
    with RecordOut() as out:
        record = play_job(
            game,
            seed=seed,
            deal=deal,
            options=with_seats(game, option, seats),
            player=players,
            notify=_notify if person in players else None,
            kit_dir=kit_dir,
            begun=out.begin,
        )
        out.write(record)


def _notify(text: str) -> None:
    print(text, file=sys.stderr)


def _answers() -> Iterator[str]:
    """Lines of standard input, until it ends or is interrupted."""
    while True:
        print("> ", end="", file=sys.stderr, flush=True)
        try:
            answer = sys.stdin.readline()
        except KeyboardInterrupt:
            return
        if not answer:
            return
        yield answer
