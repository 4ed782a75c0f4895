"""`printkit equilibrium`: a game's id and options in, the value of a round for two on standard output."""

from __future__ import annotations

from typing import Annotated

import typer

from printkit.cli._table_options import GameCards, GameOptions, Seats, with_seats

__all__ = ["equilibrium"]


def equilibrium(
    game: Annotated[str, typer.Argument(help="The id of the game, such as tottarot.", show_default=False)],
    option: GameOptions = None,
    gap: Annotated[
        float,
        typer.Option(
            min=1e-4, max=1, help="With several turns: what best answers may gain, in victory tokens a round."
        ),
    ] = 0.01,
    seats: Seats = 0,
    kit_dir: GameCards = None,
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """Solve a game for two players, each against the other at his best.

    The value is what the first seat scores more than the other, with bounds that best answers to both plans
    prove. A row of the plans is a seat, what it knows, and how often it does what. Of Tottarot a round is solved,
    for its victory tokens: known are the seat's card and, once they lie, the tokens (its own first); one turn is
    solved exactly, three take some minutes. Of other games those small enough to be walked through are solved.

    Example:
        printkit equilibrium tottarot --seats 2 --option turns=1
    """
    from json import dumps

    from printkit.cli.progress import progress_bar, say
    from printkit.jobs.equilibrium import equilibrium as equilibrium_job
    from printkit.jobs.equilibrium import report_lines

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
