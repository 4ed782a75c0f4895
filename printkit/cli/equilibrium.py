"""`printkit equilibrium`: a game's id and options in, the value of a round for two on standard output."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["equilibrium"]


def equilibrium(
    game: Annotated[str, typer.Argument(help="The id of the game, such as tottarot.", show_default=False)],
    option: Annotated[
        list[str] | None,
        typer.Option(help="One of the game's options as K=V; may be repeated.", metavar="K=V"),
    ] = None,
    gap: Annotated[
        float,
        typer.Option(
            min=1e-4, max=1, help="With several turns: what best answers may gain, in victory tokens a round."
        ),
    ] = 0.01,
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """Solve a round for two players, each against the other at his best.

    The value is what the starting player gets of the victory tokens more than the other, with bounds that best
    answers to both plans prove. A row of the plans is a seat, its card, the tokens once they lie (its own first), and
    how often it does what. One turn is solved exactly; three take some minutes.

    Example:
        printkit equilibrium tottarot --option players=2 --option turns=1
    """
    from json import dumps

    from printkit.cli.progress import progress_bar, say
    from printkit.jobs.equilibrium import equilibrium as equilibrium_job
    from printkit.jobs.equilibrium import report_lines

    with progress_bar() as show:
        report = equilibrium_job(
            game, options=option or (), gap=gap, progress=lambda done, total: show("positions", done, total)
        )
    for line in [dumps(report.facts(), ensure_ascii=False)] if json else report_lines(report):
        say(line)
