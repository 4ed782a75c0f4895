"""`printkit equilibrium`: solve a two-player game with hidden information."""

from __future__ import annotations

from typing import Annotated

import typer

from printkit.cli.words import GameCards, GameOptions, Seats, with_seats, words

__all__ = ["equilibrium"]


def equilibrium(
    game: Annotated[
        str,
        typer.Argument(
            autocompletion=words("game"), help="The id of the game, such as tottarot.", show_default=False
        ),
    ],
    option: GameOptions = None,
    gap: Annotated[
        float,
        typer.Option(
            min=1e-4, max=1, help="Stop when the exploitability is below this, in victory tokens per round."
        ),
    ] = 0.01,
    seats: Seats = 0,
    kit_dir: GameCards = None,
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """Compute a Nash equilibrium of a two-player game.

    The value is the expected lead of the first player, with bounds proved by best responses to both strategies. Each
    row of a strategy names the seat, its information set and the probability of each action. Of Tottarot one round
    is solved, for its victory tokens: an information set holds the player's card and the revealed tokens (the
    player's own first). One turn is solved exactly, three take some minutes. Other games must be small enough for
    their whole game tree to be searched.

    Example:
        printkit equilibrium tottarot --seats 2 --option turns=1
    """
    from json import dumps

    from printkit.cli.progress import progress_bar, say
    from printkit.jobs.play.equilibrium import equilibrium as equilibrium_job
    from printkit.jobs.play.equilibrium import report_lines

    with progress_bar() as show:
        report = equilibrium_job(
            game,
            options=with_seats(game, option, seats),
            gap=gap,
            progress=lambda done, total: show("positions", done, total),
            kit_dir=kit_dir,
        )
    for line in [dumps(report.facts(), ensure_ascii=False)] if json else report_lines(report):
        say(line)
