"""Runs the rules laboratory and writes JSON, CSV and a report."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from itertools import starmap
from pathlib import Path
from typing import TextIO

from printkit.errors import InputError, WrongError
from printkit.files import make_folder, only_writer, parse_json, read_plain, room_for, staging
from printkit.lab.machine_code import engine_state
from printkit.lab.youscout.chunks import Chunk, chunks_of, on_dask, on_threads, seconds_of, sums, warm_up
from printkit.lab.youscout.experiments import Selection, plan
from printkit.lab.youscout.jobs.balance_report import reports
from printkit.lab.youscout.jobs.balance_rows import Atlas, Row
from printkit.lab.youscout.measures import FIELDS, Counts, command_of
from printkit.lab.youscout.quantities import quantities

__all__ = ["Help", "Journal", "balance", "read_shard", "write_atlas"]

_FORMAT = 1


class Journal:
    """A journal open for writing; a line that a break cut short is dropped when it is opened again.

    `engine` names the state of the rules' machine code: counts of another state are refused. Opening it is an
    InputError where another process has it open.
    """

    def __init__(self, file: Path, engine: str) -> None:
        self.file, self._engine = file, engine
        self.counted: dict[str, Counts] = {}
        self._stream: TextIO | None = None
        self._open = ExitStack()

    def __enter__(self) -> Journal:
        with ExitStack() as opening:
            hint = "wait for it, or choose another --out"
            opening.enter_context(only_writer(self.file, "balance", hint))
            if self.file.exists():
                self.counted = read_journal(self.file, self._engine)
            # What is kept is rewritten, whole lines only, and takes the old one's place at once.
            lines = [
                _line({"journal": _FORMAT, "engine": self._engine}),
                *starmap(_entry, self.counted.items()),
            ]
            with staging(self.file.parent) as stage:
                stage.write(self.file.name, "".join(lines).encode())
            self._stream = opening.enter_context(self.file.open("a", encoding="utf-8", newline="\n"))
            self._open = opening.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        with room_for(self.file):
            self._open.close()

    def add(self, key: str, counts: Counts) -> None:
        """Keep the counts of a chunk: they are on their way to the disk when this returns."""
        if self._stream is None:
            raise ValueError("the journal is not open")
        self.counted[key] = counts
        with room_for(self.file):
            self._stream.write(_entry(key, counts))
            self._stream.flush()


def read_journal(file: Path, engine: str) -> dict[str, Counts]:
    """The counts in a journal by chunk; only its last line may be cut short.

    Raises `InputError` for another format, a line that is none, and counts of another state of the engine.
    """
    try:
        lines = read_plain(file).decode().splitlines(keepends=True)
    except UnicodeDecodeError:
        raise InputError("is not a journal", file=file) from None
    # An incomplete last line was being written when the run was interrupted.
    whole = [line for line in lines if line.endswith("\n")]
    head = _read(file, 1, whole[0]) if whole else {}
    if head.get("journal") != _FORMAT:
        raise InputError("is not a journal of printkit balance", file=file)
    if head.get("engine") != engine:
        raise InputError(
            "was made by another version of printkit", file=file, hint="remove it, or choose another --out"
        )
    return dict(_checked(file, at, _read(file, at, line)) for at, line in enumerate(whole[1:], 2))


def _read(file: Path, at: int, line: str) -> dict[str, object]:
    try:
        entry = parse_json(line)
    except ValueError:
        entry = None
    if not isinstance(entry, dict):
        raise InputError(f"line {at} is damaged", file=file)
    return entry


def _checked(file: Path, at: int, entry: dict[str, object]) -> tuple[str, Counts]:
    key, counts = entry.get("chunk"), entry.get("counts")
    fields = FIELDS.get(key.partition(" ")[0], ()) if isinstance(key, str) else ()
    if (
        not isinstance(key, str)
        or not isinstance(counts, list)
        or len(counts) != len(fields)
        or not all(type(each) is int for each in counts)
    ):
        raise InputError(f"line {at} is damaged", file=file)
    return key, tuple(counts)


def _entry(key: str, counts: Iterable[int]) -> str:
    return _line({"chunk": key, "counts": list(counts)})


def _line(entry: dict[str, object]) -> str:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"


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
    engine = engine_state()
    merged: dict[str, Counts] = {}
    for file in help_.merge:
        merged |= read_journal(file, engine)
    share, shares = help_.shard
    own = chunks[share - 1 :: shares]
    if help_.merge:
        _complain_of_missing(chunks, merged)
    elif any(chunk.key not in merged for chunk in own):
        make_folder(out)
        name = f"balance-{game_id}{f'-{share}-of-{shares}' if shares > 1 else ''}.journal"
        with Journal(out / name, engine) as journal:
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


def _count_missing(chunks: Sequence[Chunk], journal: Journal, help_: Help) -> None:
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
