"""`printkit certify`: bounds on the win rate of optimal play."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from printkit.cli.words import Game

__all__ = ["certify"]


Options = Annotated[
    list[str] | None, typer.Option(help="An option of the game as K=V; may be repeated.", metavar="K=V")
]
Games = Annotated[
    int | None, typer.Option(min=1, max=10**7, help="Stop after this many boards.", show_default=False)
]
Minutes = Annotated[
    float | None, typer.Option(min=0.01, max=10**5, help="Stop after this many minutes.", show_default=False)
]
Until = Annotated[
    float | None,
    typer.Option(
        min=0.01,
        max=100,
        help="Stop when the bounds are this many percentage points apart.",
        metavar="GAP",
        show_default=False,
    ),
]
Resume = Annotated[
    Path | None,
    typer.Option(
        help="Resume from this file if it exists, and save progress to it.",
        dir_okay=False,
        show_default=False,
    ),
]
Rollouts = Annotated[
    int,
    typer.Option(min=2, max=10**6, help="Most rollouts per choice; more tighten the bounds."),
]
Decks = Annotated[
    int, typer.Option(min=1, max=10**4, help="Decks searched per start; more tighten the bounds.")
]
Seed = Annotated[
    int, typer.Option(min=0, max=2**53, help="Random seed; the same seed gives the same boards.")
]
Workers = Annotated[int, typer.Option(min=1, max=1024, help="Worker processes; results do not depend on it.")]


def certify(
    game: Game,
    option: Options = None,
    games: Games = None,
    minutes: Minutes = None,
    until: Until = None,
    resume: Resume = None,
    rollouts: Rollouts = 1024,
    decks: Decks = 1,
    seed: Seed = 0,
    workers: Workers = 1,
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """Bound the win rate of optimal play from below and from above.

    Lower bound: the measured win rate of a policy that does not see the talon. Upper bound: clairvoyant play with an
    information penalty. Both hold together with 95 % confidence, whenever you stop; Ctrl-C stops and reports.

    Examples:
        printkit certify youscout --option terminals=1 --minutes 10
        printkit certify youscout --until 4 --resume certificate.json --workers 2
    """
    from json import dumps

    from printkit.cli.progress import progress_bar, say, warn
    from printkit.lab.youscout.jobs.certify import Limit, report_lines
    from printkit.lab.youscout.jobs.certify import certify as certify_job

    with progress_bar() as show:
        report = certify_job(
            game,
            options=option or (),
            seed=seed,
            rollouts=rollouts,
            decks=decks,
            limit=Limit(games, minutes, None if until is None else until / 100),
            workers=workers,
            resume=resume,
            progress=lambda done, total: show("boards" if games else "time", done, total),
            notify=warn if sys.stderr.isatty() else None,
        )
    for line in [dumps(report.facts(), ensure_ascii=False)] if json else report_lines(report):
        say(line)
