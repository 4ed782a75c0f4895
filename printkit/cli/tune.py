"""`printkit tune`: search for a better balanced variant of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from printkit.cli.words import words
from printkit.errors import InputError, WrongError

if TYPE_CHECKING:
    from printkit.lab.youscout.jobs.tune import Tuning

__all__ = ["tune"]


Game = Annotated[
    str,
    typer.Argument(
        autocompletion=words("game"),
        help="youscout searches both its games; or the id of one.",
        show_default=False,
    ),
]


def tune(
    game: Game,
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
