"""`printkit deal`: the code of a deal in, its board and orders on standard output."""

from __future__ import annotations

from typing import Annotated

import typer

from printkit.cli._table_options import GameCards

__all__ = ["deal"]


def deal(
    code: Annotated[str, typer.Argument(help="The code of the deal, or new for any one, by lot.")] = "new",
    game: Annotated[str, typer.Option(help="The id of the game whose rules hold.")] = "youscout",
    option: Annotated[
        list[str] | None,
        typer.Option(help="One of the game's options as K=V; may be repeated.", metavar="K=V"),
    ] = None,
    solve: Annotated[
        bool,
        typer.Option("--solve", help="Prove from which starts it can be won with an open talon, and how."),
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object, with all orders.")] = False,
    kit_dir: GameCards = None,
) -> None:
    """Show the board of a deal, its hexagram and the order of its cards.

    A code holds all the luck of a game, for every choice of rules and every start. Its last character is a
    check digit: a typing error is found.

    Example:
        printkit deal 0000-0000 --solve
    """
    from json import dumps

    from printkit.cli.progress import say
    from printkit.lab.youscout.jobs.deal import deal_lines, show_deal

    facts = show_deal(code, game_id=game, options=option or (), solve=solve, kit_dir=kit_dir)
    for line in [dumps(facts, ensure_ascii=False)] if json else deal_lines(facts):
        say(line)
