"""Runs the rules laboratory and writes JSON, CSV and a report; and the sweep of all options."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from printkit.errors import InputError, WrongError
from printkit.files import make_folder, staging
from printkit.jobs.play.journal import Entries, Journal, open_journal, read_journal
from printkit.lab.machine_code import engine_state
from printkit.lab.youscout.chunks import Chunk, chunks_of, on_dask, on_threads, seconds_of, sums, warm_up
from printkit.lab.youscout.experiments import Selection, Sweep, Swept, plan, sweep
from printkit.lab.youscout.jobs.balance_plots import Atlas, Row
from printkit.lab.youscout.jobs.balance_report import reports
from printkit.lab.youscout.measures import FIELDS, Counts, command_of
from printkit.lab.youscout.quantities import quantities
from printkit.version import __version__

__all__ = ["Help", "balance", "entries", "read_shard", "sweep_lines", "write_atlas", "write_sweep"]


# ── runs the rules laboratory and writes JSON, CSV and a report ──────────────────────────────────────────────────────


def entries() -> Entries[Counts]:
    """What a journal of the laboratory holds: counts of the present state of its machine code."""
    return Entries(engine_state(), list, _checked)


def _checked(key: str, counts: object) -> Counts:
    fields = FIELDS.get(key.partition(" ")[0], ())
    if (
        not isinstance(counts, list)
        or len(counts) != len(fields)
        or not all(type(each) is int for each in counts)
    ):
        raise ValueError
    return tuple(counts)


@dataclass(frozen=True, slots=True)
class Help:
    """Who counts: threads of this machine, or a Dask cluster; all chunks, or the share i of n; and who hears of it."""

    workers: int = 1
    dask: str = ""
    shard: tuple[int, int] = (1, 1)
    merge: tuple[Path, ...] = ()
    notify: Callable[[str], None] = field(default=lambda text: None)
    progress: Callable[[int, int], None] = field(default=lambda done, total: None)


def read_shard(text: str) -> tuple[int, int]:
    """The share `i/n` as two numbers, i from 1 to n; raises `InputError` for anything else."""
    one, slash, all_ = text.partition("/")
    if slash and one.isdigit() and all_.isdigit() and len(text) < 12 and 1 <= int(one) <= int(all_):
        return int(one), int(all_)
    raise InputError(f"a shard is i/n with i from 1 to n, not {text!r}", key="--shard", hint="such as 2/4")


def balance(game_id: str, selection: Selection, out: Path, help_: Help) -> Atlas | Path:
    """Measure the atlas of a game and write it to `out`; of a shard only its journal, whose path comes back.

    What a journal in `out` or one of `help_.merge` holds is not counted again. Raises `WrongError` where
    journals are to be merged and chunks are missing, `KeyboardInterrupt` with all that is counted kept.
    """
    cells = plan(game_id, selection)
    chunks = chunks_of(cell.measure for cell in cells)
    merged: dict[str, Counts] = {}
    for file in help_.merge:
        merged |= read_journal(file, entries())
    share, shares = help_.shard
    own = chunks[share - 1 :: shares]
    if help_.merge:
        _complain_of_missing(chunks, merged)
    elif any(chunk.key not in merged for chunk in own):
        make_folder(out)
        name = f"balance-{game_id}{f'-{share}-of-{shares}' if shares > 1 else ''}.journal"
        with open_journal(out / name, entries()) as journal:
            _count_missing(own, journal, help_)
            merged |= journal.counted
        if shares > 1:
            return journal.file
    totals = sums((cell.measure for cell in cells), merged)
    rows = tuple(
        Row(
            cell,
            totals[cell.measure],
            quantities(cell.measure.kind, totals[cell.measure]),
            command_of(cell.measure),
        )
        for cell in cells
    )
    return Atlas(game_id, rows)


def _complain_of_missing(chunks: Sequence[Chunk], counted: Mapping[str, Counts]) -> None:
    missing = [chunk for chunk in chunks if chunk.key not in counted]
    if missing:
        raise WrongError(
            f"{len(missing)} of {len(chunks)} chunks are missing from these journals",
            hint=f"the first is {missing[0].key}",
        )


def _count_missing(chunks: Sequence[Chunk], journal: Journal[Counts], help_: Help) -> None:
    todo = [chunk for chunk in chunks if chunk.key not in journal.counted]
    done = len(chunks) - len(todo)
    if not todo:
        return
    if help_.dask:
        source = on_dask(todo, help_.dask, ready=help_.notify)
    else:
        warm_up(chunk.measure for chunk in todo)
        minutes = seconds_of(todo) / help_.workers / 60
        kept = f", {done} of {len(chunks)} chunks are already done" if done else ""
        help_.notify(f"{len(todo)} chunks, about {minutes:.1f} minutes with {help_.workers} workers{kept}")
        source = on_threads(todo, help_.workers)
    with closing(source):
        for chunk, counts in source:
            journal.add(chunk.key, counts)
            done += 1
            help_.progress(done, len(chunks))


def write_atlas(atlas: Atlas, out: Path) -> tuple[Path, ...]:
    """Write the atlas as JSON, as CSV, and as a report in each language; the same atlas gives the same bytes."""
    files = {".json": _json(atlas), ".csv": _csv(atlas)}
    files |= {f"-{language}.pdf": data for language, data in reports(atlas).items()}
    with staging(out) as stage:
        for ending, data in files.items():
            stage.write(f"balance-{atlas.game}{ending}", data)
    return tuple(out / f"balance-{atlas.game}{ending}" for ending in files)


def _json(atlas: Atlas) -> bytes:
    return (json.dumps(atlas.facts(), ensure_ascii=False, indent=1) + "\n").encode()


_COLUMNS = (
    "group", "kind", "game", "options", "player", "start", "than", "than-options", "seed", "games",
    "quantity", "value", "low", "high", "command",
)  # fmt: skip


def _csv(atlas: Atlas) -> bytes:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for row in atlas.rows:
        writer.writerows(_csv_lines(row))
    return stream.getvalue().encode()


def _csv_lines(row: Row) -> Iterator[tuple[object, ...]]:
    measure = row.cell.measure
    for each in row.quantities:
        yield (
            row.cell.group,
            measure.kind,
            measure.game,
            " ".join(measure.options),
            measure.player,
            measure.start,
            measure.than,
            " ".join(measure.than_options),
            measure.seed,
            measure.games,
            each.name,
            *(repr(number) for number in each[1:]),
            row.command,
        )


# ── writes the sweep of all options as JSON and CSV ──────────────────────────────────────────────────────────────────

_GAME = "youscout"


def write_sweep(
    game_id: str, out: Path, workers: int = 1, progress: Callable[[int, int], None] = lambda done, total: None
) -> tuple[dict[str, Any], tuple[Path, ...]]:
    """Sweep both games with the author's numbers and winning places; what was found (for JSON) and the files."""
    if game_id != _GAME:
        raise InputError(f"{game_id!r} has no sweep", hint=f"{_GAME}: both its games are")
    plan = Sweep()
    # Fail before the work if nothing can be written to the folder.
    with staging(out) as stage:
        found = sweep(plan, workers, progress)
        facts = _facts(plan, found)
        files = {
            f"sweep-{game_id}.json": json.dumps(facts, ensure_ascii=False, indent=1) + "\n",
            f"sweep-{game_id}.csv": _grid_csv(found),
        }
        for name, text in files.items():
            stage.write(name, text.encode())
    return facts, tuple(out / name for name in files)


def _facts(plan: Sweep, found: Sequence[Swept]) -> dict[str, Any]:
    return {
        "sweep": 1,
        "printkit": __version__,
        "goal": ["".join(map(str, places)) for places in plan.goal],
        "deals": plan.deals,
        "miss": plan.miss,
        "aims": plan.aims._asdict(),
        "swept": [{**each._asdict(), "options": list(each.options)} for each in found],
    }


def _grid_csv(found: Sequence[Swept]) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(Swept._fields)
    for each in found:
        writer.writerow([each.game, " ".join(each.options), *map(repr, each[2:-1]), each.misses])
    return stream.getvalue()


def sweep_lines(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """What came of it for reading."""
    missed = Counter(each["misses"] for each in facts["swept"])
    lines = [f"{len(facts['swept'])} choices of options, with the author's numbers and winning places"]
    for aim, what in (
        ("spread", "starts farther apart than the aim"),
        ("choices", "fewer choices a game than the aim"),
        ("worth", "choices worth less than the aim"),
        ("", "not decided by so many deals"),
    ):
        lines.append(f"{missed[aim]:>6}  {what}")
    return tuple(lines)
