"""`printkit certify`: a game's id and a limit in, two proved bounds on the best play on standard output."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["certify"]


Options = Annotated[
    list[str] | None, typer.Option(help="One of the game's options as K=V; may be repeated.", metavar="K=V")
]
Games = Annotated[
    int | None, typer.Option(min=1, max=10**7, help="Stop at so many boards.", show_default=False)
]
Minutes = Annotated[
    float | None, typer.Option(min=0.01, max=10**5, help="Stop after so many minutes.", show_default=False)
]
Until = Annotated[
    float | None,
    typer.Option(
        min=0.01,
        max=100,
        help="Stop when the bounds are so many points apart.",
        metavar="GAP",
        show_default=False,
    ),
]
Resume = Annotated[
    Path | None,
    typer.Option(
        help="Go on from this file if it is there, and keep what is found in it.",
        dir_okay=False,
        show_default=False,
    ),
]
Rollouts = Annotated[
    int,
    typer.Option(min=2, max=10**6, help="Games imagined at most for what an answer gains; more tighten."),
]
Decks = Annotated[int, typer.Option(min=1, max=10**4, help="Decks searched for each start; more tighten.")]
Seed = Annotated[int, typer.Option(min=0, max=2**53, help="The luck: the same seed, the same boards.")]
Workers = Annotated[int, typer.Option(min=1, max=1024, help="Cores to use; the numbers stay the same.")]


def certify(
    game: Annotated[str, typer.Argument(help="The id of the game, such as youscout.", show_default=False)],
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
    """Prove how much the best possible play wins, from below and from above.

    Nobody who cannot see the talon wins less, at his best, than the policy measured, nor more than that and what open
    cards gain on it, the knowledge paid for. With odds of 95 % the truth lies between the two bounds, whenever one
    stops. Ctrl-C ends it with what was done so far.

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
            tell=warn if sys.stderr.isatty() else None,
        )
    for line in [dumps(report.facts(), ensure_ascii=False)] if json else report_lines(report):
        say(line)
