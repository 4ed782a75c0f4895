"""`printkit play`: play a game and write its record."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import typer
from platformdirs import user_state_path

from printkit.cli.words import Game, GameCards, GameOptions, Seats, with_seats, words
from printkit.errors import InputError
from printkit.games.record import Record, write_record
from printkit.leaving import before_leaving

__all__ = ["play"]


class RecordOut:
    """Writes the record of a play, as far as it got, when it is over or a signal ends the process."""

    def __init__(self) -> None:
        self._so_far: Callable[[], Record] | None = None

    def __enter__(self) -> RecordOut:
        before_leaving(self._leave)
        return self

    def __exit__(self, *_: object) -> None:
        before_leaving(None)

    def begin(self, so_far: Callable[[], Record]) -> None:
        """From now on this makes the record of what was played so far."""
        self._so_far = so_far

    def write(self, record: Record) -> None:
        """The record to standard output; where that cannot be it is kept elsewhere, which an InputError names."""
        text = write_record(record)
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            message = f"the record cannot be written: {error.strerror or error}"
            raise InputError(message, hint=f"it is kept in {_kept(text)}") from error
        self._so_far = None

    def _leave(self) -> None:
        """Whatever was going on is cut short: only plain calls of the system are safe."""
        if self._so_far is None:
            return
        text = write_record(self._so_far())
        try:
            # A window that is closed shows nothing any more.
            if os.isatty(1):
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            _write_all(1, text.encode())
        except OSError:
            _write_all(2, f"printkit: the record is kept in {_kept(text)}\n".encode())


def _kept(text: str) -> str:
    """Where the record lies instead: the user's folder for such things, the temporary one, or else the screen."""
    for folder in (user_state_path("printkit") / "unfinished", Path(tempfile.gettempdir())):
        file = folder / f"game-{os.urandom(4).hex()}.txt"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with file.open("x", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
        except OSError:
            file.unlink(missing_ok=True)
            continue
        return str(file)
    _write_all(2, text.encode())
    return "the lines above"


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


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
            help="Who decides: beginner, easy, medium, strong, or human to be asked at the terminal; for researchers "
            "also random, greedy, flat:N, ismcts:N, minimax:DEPTH, greedy~MARGIN and so on, or one of the game's own "
            "players. Several names, comma-separated, take the seats in order.",
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
        printkit play tottarot --seats 4 --players human,medium
    """
    from printkit import play as play_job
    from printkit.cli.play import RecordOut
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
