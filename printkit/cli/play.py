"""The commands of play: `play`, `replay`, `position`, `solve`, `simulate` and `deal`."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Literal

import typer
from platformdirs import user_state_path

from printkit.cli.words import Game, GameCards, GameOptions, Seats, with_seats, words
from printkit.errors import InputError
from printkit.games.record import Record, write_record
from printkit.leaving import before_leaving

__all__ = ["deal", "play", "position", "replay", "simulate", "solve"]


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

    person = asking(_answers(), _prompt)
    players = [person if name == HUMAN else name for name in player.split(",")]
    with RecordOut() as out:
        record = play_job(
            game,
            seed=seed,
            deal=deal,
            options=with_seats(game, option, seats),
            player=players,
            notify=_prompt if person in players else None,
            kit_dir=kit_dir,
            begun=out.begin,
        )
        out.write(record)


def _prompt(text: str) -> None:
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


def replay(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE…", help="Records to replay; - is standard input.", show_default=False),
    ],
    json: Annotated[
        bool, typer.Option("--json", help="Write one JSON object per action, one per line.")
    ] = False,
    kit_dir: Annotated[
        Path | None,
        typer.Option(help="Folder of the kit whose cards were used.", show_default="the shipped kit"),
    ] = None,
) -> None:
    """Replay records and check every action against the rules.

    An illegal action is reported with its file, line and the legal actions, and the exit code is 1; for a file that
    is not a record it is 2.

    Example:
        printkit replay game.txt --json
    """
    from printkit.jobs.play.play import replay_lines

    for line in replay_lines(files, as_json=json, kit_dir=kit_dir):
        sys.stdout.write(line + "\n")


def position(
    game: Annotated[
        str,
        typer.Argument(
            autocompletion=words("game"), help="The id of the game, such as tottarot.", show_default=False
        ),
    ],
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILE]…",
            help="Positions, as text or as JSON; .jsonl holds one a line, - is standard input. None: the start.",
            show_default=False,
        ),
    ] = None,
    option: GameOptions = None,
    seats: Seats = 0,
    json: Annotated[
        bool, typer.Option("--json", help="Write one JSON object a line for each position.")
    ] = False,
    kit_dir: GameCards = None,
) -> None:
    """Show positions of a game: the table, who is to act, and the legal actions.

    A position is the one line that records may begin with (`start:`), or the game's exchange form as a JSON object.

    Examples:
        printkit position tottarot
        printkit position youscout table.txt --json
    """
    from printkit.jobs.play.play import position_lines

    lines = position_lines(
        game, files or (), options=with_seats(game, option, seats), as_json=json, kit_dir=kit_dir
    )
    for line in lines:
        sys.stdout.write(line + "\n")


def solve(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE…", help="Records to evaluate; - is standard input.", show_default=False),
    ],
    games: Annotated[
        int | None,
        typer.Option(
            min=64,
            max=10**7,
            help="Rollouts per answer.",
            show_default="16384 for Youscout, none for cetkaik, 200 elsewhere",
        ),
    ] = None,
    json: Annotated[
        bool,
        typer.Option(
            "--json", help="Write one JSON object per choice, proof, total and decision, one per line."
        ),
    ] = False,
    lang: Annotated[
        Literal["en", "ja"], typer.Option(help="Language of the sentences about the decisions that mattered.")
    ] = "en",
    kit_dir: GameCards = None,
) -> None:
    """Evaluate each choice of a played game.

    For the start and every later choice: the win probability of each answer, as known to a player who cannot see the
    talon, what the chosen answer lost against the best, and whether the game could still be won with the actual draw
    order. At the end the three decisions that mattered most, in the words of the game's kit.

    Example:
        printkit solve game.txt
    """
    from printkit.jobs.play.solve import solve_lines
    from printkit.web.words import words_of

    notify = _notify if sys.stderr.isatty() else None
    lines = solve_lines(
        files, as_json=json, games=games, notify=notify, kit_dir=kit_dir, language=lang, words=words_of(lang)
    )
    for line in lines:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def _notify(text: str) -> None:
    print(f"printkit: {text}", file=sys.stderr)


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


def deal(
    code: Annotated[str, typer.Argument(help="The code of the deal, or new for a random one.")] = "new",
    game: Annotated[str, typer.Option(autocompletion=words("game"), help="The id of the game.")] = "youscout",
    option: Annotated[
        list[str] | None,
        typer.Option(help="An option of the game as K=V; may be repeated.", metavar="K=V"),
    ] = None,
    solve: Annotated[
        bool,
        typer.Option(
            "--solve", help="Find the starts from which it can be won with the talon face up, and how."
        ),
    ] = False,
    json: Annotated[
        bool, typer.Option("--json", help="Write one JSON object with the order of all cards.")
    ] = False,
    kit_dir: GameCards = None,
) -> None:
    """Show the board of a deal, its hexagram and the order of its cards.

    A code determines every shuffle of a game, for all options and starts. Its last character is a check digit,
    which catches typing errors.

    Example:
        printkit deal 0000-0000 --solve
    """
    from json import dumps

    from printkit.cli.progress import say
    from printkit.lab.youscout.jobs.deal import deal_lines, show_deal

    facts = show_deal(code, game_id=game, options=option or (), solve=solve, kit_dir=kit_dir)
    for line in [dumps(facts, ensure_ascii=False)] if json else deal_lines(facts):
        say(line)
