"""`printkit deal`: show the deal of a code."""

from __future__ import annotations

from typing import Annotated

import typer

from printkit.cli.words import GameCards, words

__all__ = ["deal"]


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
