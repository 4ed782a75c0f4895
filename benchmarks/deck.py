"""Measures start-up, the deck and a whole build from outside, against a command that does nothing."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import re
import shlex
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from measure import ROOT, Run, Spread, measure, table

# What is measured: the words after `printkit`; {kit}, {simple} and {out} are filled in.
TASKS = {
    "help": ("--help",),
    "simple": ("build", "--kit-dir", "{simple}", "--only", "deck", "--out", "{out}"),
    "deck": ("build", "{kit}", "--only", "deck", "--out", "{out}"),
    "everything": ("build", "--all", "--out", "{out}"),
}


class Pair(NamedTuple):
    """A run and the run of the baseline command just before it."""

    run: Run
    baseline: Run


class Made(NamedTuple):
    """What a build left behind: bytes and SHA-256 of every PDF by its path."""

    sizes: dict[str, int]
    digests: dict[str, str]


def main() -> int:
    """Measure and print; the exit code is 0 if every run ended well and always with the same bytes."""
    options = _options()
    command = shlex.split(options.command)
    names = options.only.split(",") if options.only else list(TASKS)
    with tempfile.TemporaryDirectory(prefix="printkit-simple-") as scratch:
        simple = simple_kit(options.kit, Path(scratch)) if "simple" in names else Path()
        report = _report(options, command, names, simple)
    if options.json:
        sys.stdout.write(
            json.dumps({"machine": _machine(), "runs": options.runs, "tasks": report}, indent=1) + "\n"
        )
    else:
        sys.stdout.write(_text(report, options.runs))
    return 0 if all(task["failed"] == 0 and task["same_bytes"] for task in report.values()) else 1


def simple_kit(kit: str, folder: Path) -> Path:
    """A copy of a shipped kit, each picture one plain shape: what is left is printkit's own work."""
    copy = shutil.copytree(ROOT / "templates" / kit, folder / kit)
    for number, picture in enumerate(sorted((copy / "art").glob("full/*.svg"))):
        found = re.search(r'viewBox="([^"]+)"', picture.read_text(encoding="utf-8"))
        view = found[1] if found else "0 0 70 120"
        x, y, width, height = map(float, view.split())
        shape = f"M{x + width / 4:g} {y + height / 3 + number % 10:g}h{width / 2:g}v{height / 5:g}h{-width / 2:g}z"
        picture.write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}"><path fill="#0d6ca9" d="{shape}"/></svg>\n'
        )
    return copy


def _report(
    options: argparse.Namespace, command: list[str], names: list[str], simple: Path
) -> dict[str, dict[str, Any]]:
    """The figures of every task, measured by turns."""
    pairs: dict[str, list[Pair]] = {name: [] for name in names}
    made: dict[str, list[Made]] = {name: [] for name in names}
    # Rounds, not blocks: whatever else the machine does falls on all tasks alike. Round 0 warms the disk.
    for number in range(options.runs + 1):
        for name in names:
            baseline = measure(shlex.split(options.baseline), timeout=options.timeout)
            with tempfile.TemporaryDirectory(prefix="printkit-benchmark-") as out:
                words = [word.format(kit=options.kit, simple=simple, out=out) for word in TASKS[name]]
                run = measure([*command, *words], timeout=options.timeout)
                if number:
                    pairs[name].append(Pair(run, baseline))
                    made[name].append(_made(Path(out)))
    return {name: _task(pairs[name], made[name]) for name in names}


def _options() -> argparse.Namespace:
    python = shlex.quote(sys.executable)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="how often each task is measured (default 5)")
    parser.add_argument("--kit", default="youscout", help="the kit of the tasks deck and simple")
    parser.add_argument("--only", default="", help="tasks, joined by commas: " + ", ".join(TASKS))
    parser.add_argument("--command", default=f"{python} -m printkit", help="how printkit is called")
    parser.add_argument("--baseline", default=f"{python} -c pass", help="the command ratios are taken to")
    parser.add_argument("--timeout", type=float, default=600.0, help="seconds after which a run is ended")
    parser.add_argument("--json", action="store_true", help="print figures for programs")
    options = parser.parse_args()
    unknown = [name for name in options.only.split(",") if name and name not in TASKS]
    if unknown or options.runs < 1:
        parser.error(f"unknown task {unknown[0]!r}" if unknown else "--runs must be 1 or more")
    return options


def _made(folder: Path) -> Made:
    files = sorted(folder.rglob("*.pdf"))
    names = [file.relative_to(folder).as_posix() for file in files]
    return Made(
        {name: file.stat().st_size for name, file in zip(names, files, strict=True)},
        {name: _digest(file) for name, file in zip(names, files, strict=True)},
    )


def _digest(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _task(pairs: list[Pair], made: list[Made]) -> dict[str, Any]:
    failed = [pair.run for pair in pairs if pair.run.code]
    return {
        "seconds": Spread.of([pair.run.seconds for pair in pairs])._asdict(),
        "cpu_seconds": Spread.of([pair.run.cpu_seconds for pair in pairs])._asdict(),
        "peak_mb": Spread.of([pair.run.peak_mb for pair in pairs])._asdict(),
        "ratio": Spread.of([pair.run.seconds / pair.baseline.seconds for pair in pairs])._asdict(),
        "baseline_seconds": Spread.of([pair.baseline.seconds for pair in pairs])._asdict(),
        "files": made[0].sizes,
        "same_bytes": all(one.digests == made[0].digests for one in made),
        "failed": len(failed),
        "error": failed[0].error if failed else "",
    }


def _machine() -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "system": platform.platform(),
        "processors": os.cpu_count(),
        "load": list(os.getloadavg()),
    }


def _text(report: dict[str, dict[str, Any]], runs: int) -> str:
    rows = [["task", "wall time", "processor", "peak memory", "ratio to baseline", "PDF"]]
    notes = []
    for name, task in report.items():
        size = sum(task["files"].values())
        rows.append(
            [
                name,
                Spread(**task["seconds"]).text("s", 3),
                Spread(**task["cpu_seconds"]).text("s", 3),
                Spread(**task["peak_mb"]).text("MB", 0),
                Spread(**task["ratio"]).text("×", 1),
                f"{size / 1_000_000:.2f} MB in {len(task['files'])}" if task["files"] else "",
            ]
        )
        if task["failed"]:
            notes.append(f"{name}: {task['failed']} of {runs} runs failed: {task['error']}")
        if not task["same_bytes"]:
            notes.append(f"{name}: the runs did not write the same bytes")
    head = f"median (least–greatest) of {runs} runs; {platform.platform()}, Python {platform.python_version()}\n\n"
    return head + table(rows) + "".join(f"{note}\n" for note in notes)


if __name__ == "__main__":
    sys.exit(main())
