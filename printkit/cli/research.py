"""The commands for research: `certify`, `balance`, `tune` and `equilibrium`."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from printkit.cli.words import Game, GameCards, GameOptions, Seats, with_seats, words
from printkit.errors import InputError, WrongError

if TYPE_CHECKING:
    from printkit.jobs.play.option_balance import Plan, Run
    from printkit.lab.youscout.jobs.tune import Tuning

__all__ = ["balance", "certify", "equilibrium", "tune"]

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


Only = Annotated[
    str,
    typer.Option(
        help="Of Youscout and its simplified form the cells to measure, comma-separated: groups (usual, options, "
        "court-influence, terminals, profiles, tornado, worth, luck, gaps, advised, grid) and filters K=V or K=V|W by "
        "game, player, start, kind or option.",
        metavar="CELLS",
    ),
]
Compared = Annotated[
    list[str] | None,
    typer.Option(
        autocompletion=words("option"),
        help="An option of the game with the values to compare, K=V|W; may be repeated.",
        metavar="K=V|W",
    ),
]
CellGames = Annotated[int | None, typer.Option(min=1, max=10**12, help="Games per cell.", show_default="60")]
Points = Annotated[
    float | None,
    typer.Option(
        help="With --only: half-width of the 95 % interval of a rate, in percentage points.",
        show_default=False,
    ),
]
CellSeed = Annotated[
    int, typer.Option(min=0, max=2**53, help="Random seed; the same seed gives the same games.")
]
Shard = Annotated[
    str, typer.Option(help="With --only: play only shard i of n and write its journal.", metavar="I/N")
]
Merge = Annotated[list[Path] | None, typer.Option(help="With --only: merge these journals; may be repeated.")]
Dask = Annotated[str, typer.Option(help="Play on the Dask cluster with this scheduler.", metavar="ADDRESS")]


def balance(
    game: Game,
    option: Compared = None,
    only: Only = "",
    games: CellGames = None,
    points: Points = None,
    seed: CellSeed = 0,
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


TunedGame = Annotated[
    str,
    typer.Argument(
        autocompletion=words("game"),
        help="youscout searches both its games; or the id of one.",
        show_default=False,
    ),
]


def tune(
    game: TunedGame,
    goal: Annotated[str, typer.Option(help="Winning places: any (two after each start), or usual.")] = "any",
    piles: Annotated[
        str,
        typer.Option(help="Rules of the piles in the original game: any of its options, or usual."),
    ] = "usual",
    generations: Annotated[int, typer.Option(min=1, max=10_000, help="Generations of each search.")] = 4,
    seeds: Annotated[
        int, typer.Option(min=1, max=1000, help="Searches, from --seed on: one may be lucky or not.")
    ] = 10,
    seed: Annotated[
        int, typer.Option(min=0, max=2**53, help="Random seed; the same seed finds the same.")
    ] = 1,
    workers: Annotated[
        int, typer.Option(min=1, max=1024, help="Worker processes; results do not depend on it.")
    ] = 1,
    write: Annotated[
        Path | None,
        typer.Option(help="Write the best variant as a kit to this new folder.", show_default=False),
    ] = None,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Write the kit even if the best variant misses an aim.")
    ] = False,
    sweep: Annotated[
        bool,
        typer.Option("--sweep", help="Instead, evaluate all options with the author's numbers."),
    ] = False,
    out: Annotated[Path, typer.Option(help="Output folder.")] = Path("output/balance"),
    json: Annotated[bool, typer.Option("--json", help="Write JSON to standard output, too.")] = False,
) -> None:
    """Search number tables, options, pile rules and winning places for a better balanced game.

    Aims: win rates of the six starts within one point, four choices per game worth five points each, and few passes
    in which the token is stuck. Every table keeps the checksum of the original. The best variants are measured again
    on other deals, and the chosen one once more. Aims it misses are named, and --write then needs --anyway.

    Examples:
        printkit tune youscout --workers 2
        printkit tune youscout --goal usual --generations 40
        printkit tune youscout --piles any --write kits/youscout-tuned --anyway
        printkit tune youscout --sweep
    """
    from printkit.cli.progress import progress_bar
    from printkit.lab.youscout.jobs.tune import tune_game, tuning_search

    _refuse_no_folder(out)
    if sweep:
        _sweep(game, out, workers, json, write is not None or (goal, piles) != ("any", "usual"))
        return
    search = tuning_search(game, seed=seed, generations=generations, goal=goal, piles=piles, seeds=seeds)
    if write is not None and write.exists():
        raise InputError("this already exists", file=write, key="--write")
    with progress_bar() as show:
        tuning = tune_game(game, search, workers, show)
    _finish(tuning, out, write, anyway, json)


def _finish(tuning: Tuning, out: Path, write: Path | None, anyway: bool, json: bool) -> None:
    """Write what was found; a kit that misses an aim only if so wished."""
    from json import dumps

    from printkit.cli.progress import say, warn
    from printkit.lab.youscout.jobs.tune import write_tuning
    from printkit.lab.youscout.jobs.tuned_kit import tuned_kit

    files = [*write_tuning(tuning, out)]
    refused = write is not None and tuning.missed and not anyway
    if write is not None and not refused:
        files.append(tuned_kit(tuning.best[0], write))
    for line in [dumps(tuning.facts(), ensure_ascii=False)] if json else map(str, files):
        say(line)
    if refused:
        what = "the best variant misses its aims: " + "; ".join(tuning.missed)
        raise WrongError(what, key="--write", hint="--anyway writes it all the same")
    for missed in tuning.missed:
        warn(f"aim missed: {missed}")


def _refuse_no_folder(out: Path) -> None:
    """The search takes minutes: what cannot be written is refused before it."""
    if out.exists() and not out.is_dir():
        raise InputError("is a file where a folder is needed", file=out)


def _sweep(game: str, out: Path, workers: int, json: bool, searches: bool) -> None:
    from json import dumps

    from printkit.cli.progress import progress_bar, say
    from printkit.lab.youscout.jobs.balance import sweep_lines, write_sweep

    if searches:
        raise InputError("--sweep searches nothing: it takes no --write, --goal and --piles", key="--sweep")
    with progress_bar() as show:
        facts, files = write_sweep(game, out, workers, lambda done, total: show("choices", done, total))
    for line in [dumps(facts, ensure_ascii=False)] if json else (*sweep_lines(facts), *map(str, files)):
        say(line)


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
