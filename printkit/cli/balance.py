"""`printkit balance`: a game's id and a selection of cells in, the atlas of its rules in a folder out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["balance"]


Only = Annotated[
    str,
    typer.Option(
        help="Cells to measure: groups (usual, options, court-influence, terminals, profiles, tornado, worth, "
        "luck, gaps, advised, grid) and K=V or K=V|W by game, player, start, kind or any option, parted by commas.",
        metavar="CELLS",
    ),
]
Games = Annotated[
    int | None, typer.Option(min=1, max=10**12, help="Games for each cell.", show_default=False)
]
Points = Annotated[
    float | None,
    typer.Option(help="Half the width of a rate's 95 % interval, in points of 100.", show_default=False),
]
Shard = Annotated[
    str, typer.Option(help="Count the share i of n only, and write its journal.", metavar="I/N")
]
Merge = Annotated[
    list[Path] | None, typer.Option(help="Make the atlas from these journals; may be repeated.")
]
Dask = Annotated[
    str, typer.Option(help="Count on the Dask cluster whose scheduler is here.", metavar="ADDRESS")
]


def balance(
    game: Annotated[str, typer.Argument(help="The id of the game, such as youscout.", show_default=False)],
    only: Only = "",
    games: Games = None,
    points: Points = None,
    shard: Shard = "1/1",
    merge: Merge = None,
    workers: Annotated[
        int, typer.Option(min=1, max=1024, help="Cores to use; the numbers stay the same.")
    ] = 1,
    dask: Dask = "",
    out: Annotated[Path, typer.Option(help="The folder for journal and results.")] = Path("output/balance"),
    json: Annotated[bool, typer.Option("--json", help="Write the atlas to standard output, too.")] = False,
) -> None:
    """Measure what a game's rules are worth: the atlas of its options, starts and players.

    Every number comes with its 95 % interval and the command that gives it again. Without --only: the usual
    rules within 0.05 points, one option at a time, court x influence and terminals x game within 0.2. An
    interrupted run goes on where it stopped; the numbers are the same whoever counts, to the last digit.

    Examples:
        printkit balance youscout --workers 2
        printkit balance youscout --only usual,player=thumb --points 0.5
        printkit balance youscout --shard 1/4 --out share1
    """
    from json import dumps

    from printkit.cli.progress import progress_bar, say
    from printkit.lab.youscout.atlas import read_selection
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
                tell=_tell,
                progress=lambda done, total: show("chunks", done, total),
            ),
        )
    files = (made,) if isinstance(made, Path) else write_atlas(made, out)
    if json and not isinstance(made, Path):
        say(dumps(made.facts(), ensure_ascii=False))
    for file in () if json else files:
        say(str(file))


def _tell(text: str) -> None:
    print(f"printkit: {text}", file=sys.stderr)
