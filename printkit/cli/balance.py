"""`printkit balance`: compare the rule variants of a game."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from printkit.cli.words import Game, GameCards, words

if TYPE_CHECKING:
    from printkit.jobs.play.option_balance import Plan, Run

__all__ = ["balance"]


Only = Annotated[
    str,
    typer.Option(
        help="Of Youscout and its simplified form the cells to measure, comma-separated: groups (usual, options, "
        "court-influence, terminals, profiles, tornado, worth, luck, gaps, advised, grid) and filters K=V or K=V|W by "
        "game, player, start, kind or option.",
        metavar="CELLS",
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        autocompletion=words("option"),
        help="An option of the game with the values to compare, K=V|W; may be repeated.",
        metavar="K=V|W",
    ),
]
Games = Annotated[int | None, typer.Option(min=1, max=10**12, help="Games per cell.", show_default="60")]
Points = Annotated[
    float | None,
    typer.Option(
        help="With --only: half-width of the 95 % interval of a rate, in percentage points.",
        show_default=False,
    ),
]
Seed = Annotated[int, typer.Option(min=0, max=2**53, help="Random seed; the same seed gives the same games.")]
Shard = Annotated[
    str, typer.Option(help="With --only: play only shard i of n and write its journal.", metavar="I/N")
]
Merge = Annotated[list[Path] | None, typer.Option(help="With --only: merge these journals; may be repeated.")]
Dask = Annotated[str, typer.Option(help="Play on the Dask cluster with this scheduler.", metavar="ADDRESS")]


def balance(
    game: Game,
    option: Options = None,
    only: Only = "",
    games: Games = None,
    points: Points = None,
    seed: Seed = 0,
    shard: Shard = "1/1",
    merge: Merge = None,
    workers: Annotated[
        int, typer.Option(min=1, max=1024, help="Worker processes; results do not depend on it.")
    ] = 1,
    dask: Dask = "",
    kit_dir: GameCards = None,
    out: Annotated[Path, typer.Option(help="Output folder for the journal and results.")] = Path(
        "output/balance"
    ),
    json: Annotated[
        bool, typer.Option("--json", help="Also write the results as JSON to standard output.")
    ] = False,
) -> None:
    """Compare a game's rule variants by play.

    For every game: how many decisions a game has, the first seat's share of the wins, draws, how many decisions
    matter, and what one strong player wins among easy ones; the usual options, then each other value alone.
    Youscout and its simplified form have a faster way without --option: win rates by option, start and player, within
    0.05 points for the default rules, with a report as PDF.

    Every number comes with its 95 % confidence interval and the command that reproduces it. An interrupted run
    resumes where it stopped. Results are exactly reproducible on any machine.

    Examples:
        printkit balance youscout --workers 2
        printkit balance youscout --only usual,player=thumb --points 0.5
        printkit balance youscout --shard 1/4 --out share1
        printkit balance mok-kaik --games 200 --workers 2
        printkit balance tottarot --option "players=2|3|4"
    """
    from json import dumps

    from printkit.cli.progress import progress_bar, say
    from printkit.jobs.play.option_balance import Plan, Run

    atlas = {"--only": only, "--points": points, "--shard": shard != "1/1", "--merge": merge}
    by_play = _is_by_play(game, bool(option), atlas, {"--seed": seed, "--kit-dir": kit_dir})
    with progress_bar() as show:
        run = Run(workers, dask, lambda done, total: show("parts", done, total))
        if by_play:
            files, facts = _by_play(Plan(game, tuple(option or ()), games or 60, seed, kit_dir), out, run)
        else:
            files, facts = _atlas(game, _selected(only, games, points), out, run, shard, tuple(merge or ()))
    if json and facts:
        say(dumps(facts, ensure_ascii=False))
    for file in () if json else files:
        say(str(file))


def _is_by_play(game: str, options: bool, atlas: Mapping[str, Any], play: Mapping[str, Any]) -> bool:
    """Whether the game is compared by play; InputError for an option that only the other way has."""
    from printkit.errors import InputError
    from printkit.solver.laboratory import offers

    by_play = options or not offers(game, "balance")
    for key, value in (atlas if by_play else play).items():
        if value:
            hint = "it is for Youscout, without --option" if by_play else "it goes with --option"
            raise InputError("cannot be used here", key=key, hint=hint)
    return by_play


def _by_play(plan: Plan, out: Path, run: Run) -> tuple[Sequence[Path], Mapping[str, Any]]:
    from printkit.jobs.play.option_balance import compare_options, write_compared

    compared = compare_options(plan, out, run)
    return write_compared(compared, out), compared.facts()


def _selected(only: str, games: int | None, points: float | None) -> Any:
    from printkit.lab.youscout.experiments import read_selection

    return read_selection(only, games=games, points=points)


def _atlas(
    game: str, selection: Any, out: Path, run: Run, shard: str, merge: tuple[Path, ...]
) -> tuple[Sequence[Path], Mapping[str, Any]]:
    """What Youscout's laboratory measures; of a shard only its journal."""
    from printkit.lab.youscout.jobs.balance import Help, balance, read_shard, write_atlas

    help_ = Help(
        workers=run.workers,
        dask=run.dask,
        shard=read_shard(shard),
        merge=merge,
        notify=_notify,
        progress=run.progress,
    )
    made = balance(game, selection, out, help_)
    return ((made,), {}) if isinstance(made, Path) else (write_atlas(made, out), made.facts())


def _notify(text: str) -> None:
    print(f"printkit: {text}", file=sys.stderr)
