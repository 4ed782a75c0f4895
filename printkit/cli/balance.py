"""`printkit balance`: compare the rule variants of a game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from printkit.cli._complete import Game

__all__ = ["balance"]


Only = Annotated[
    str,
    typer.Option(
        help="Cells to measure, comma-separated: groups (usual, options, court-influence, terminals, profiles, "
        "tornado, worth, luck, gaps, advised, grid) and filters K=V or K=V|W by game, player, start, kind or option.",
        metavar="CELLS",
    ),
]
Games = Annotated[int | None, typer.Option(min=1, max=10**12, help="Games per cell.", show_default=False)]
Points = Annotated[
    float | None,
    typer.Option(help="Half-width of the 95 % interval of a rate, in percentage points.", show_default=False),
]
Shard = Annotated[str, typer.Option(help="Play only shard i of n and write its journal.", metavar="I/N")]
Merge = Annotated[list[Path] | None, typer.Option(help="Merge these journals; may be repeated.")]
Dask = Annotated[str, typer.Option(help="Play on the Dask cluster with this scheduler.", metavar="ADDRESS")]


def balance(
    game: Game,
    only: Only = "",
    games: Games = None,
    points: Points = None,
    shard: Shard = "1/1",
    merge: Merge = None,
    workers: Annotated[
        int, typer.Option(min=1, max=1024, help="Worker processes; results do not depend on it.")
    ] = 1,
    dask: Dask = "",
    out: Annotated[Path, typer.Option(help="Output folder for the journal and results.")] = Path(
        "output/balance"
    ),
    json: Annotated[
        bool, typer.Option("--json", help="Also write the results as JSON to standard output.")
    ] = False,
) -> None:
    """Compare a game's rule variants: win rates by option, start and player.

    Every number comes with its 95 % confidence interval and the command that reproduces it. Without --only: the
    default rules within 0.05 points; one option at a time, court x influence and terminals x game within 0.2. An
    interrupted run resumes where it stopped. Results are exactly reproducible on any machine.

    Examples:
        printkit balance youscout --workers 2
        printkit balance youscout --only usual,player=thumb --points 0.5
        printkit balance youscout --shard 1/4 --out share1
    """
    from json import dumps

    from printkit.cli.progress import progress_bar, say
    from printkit.lab.youscout.experiments import read_selection
    from printkit.lab.youscout.jobs.balance import Help, read_shard, write_atlas
    from printkit.lab.youscout.jobs.balance import balance as balance_job

    selection = read_selection(only, games=games, points=points)
    with progress_bar() as show:
        made = balance_job(
            game,
            selection,
            out,
            Help(
                workers=workers,
                dask=dask,
                shard=read_shard(shard),
                merge=tuple(merge or ()),
                notify=_notify,
                progress=lambda done, total: show("chunks", done, total),
            ),
        )
    files = (made,) if isinstance(made, Path) else write_atlas(made, out)
    if json and not isinstance(made, Path):
        say(dumps(made.facts(), ensure_ascii=False))
    for file in () if json else files:
        say(str(file))


def _notify(text: str) -> None:
    print(f"printkit: {text}", file=sys.stderr)
