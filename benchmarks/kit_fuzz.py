"""Spoils files of every kit and starter in turn and checks the kit; exit code 0 only without a bug or a hang.

Files are spoiled by what they are made of: values of TOML, numbers and lines of rules, spreadsheets and drawings. The
seed is the day unless one is given, so every day tries others; a case that went wrong is printed with its seed.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain, count, islice
from pathlib import Path
from random import Random

from broken_kits import spoil_file
from fuzz import Case, complaints, run_limited

from printkit.jobs.check.check_kit import kit_report
from printkit.paths import templates_dir

SPOILED = (".toml", ".md", ".csv", ".svg", ".txt")


def main() -> int:
    """Tries this many mutants and prints those that went wrong, and how all ended."""
    options = _options()
    ended: Counter[str] = Counter()
    # What every check loads is loaded once: each mutant runs in a copy of this process.
    kit_report(templates_dir() / "mountain-road")
    # A shell has what it starts in the background ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    failed, start = 0, time.perf_counter()
    try:
        last = options.first + options.count
        for number, (folder, name) in islice(enumerate(_files(options)), options.first, last):
            luck = Random(f"{options.seed}:{number}")
            with tempfile.TemporaryDirectory(prefix="printkit-kit-fuzz-") as scratch:
                kit = Path(scratch) / folder.name
                shutil.copytree(templates_dir() / "air", Path(scratch) / "air")
                shutil.copytree(folder, kit)
                what = spoil_file(kit / name, luck)
                outcome = run_limited(("check", str(kit)))
                wrong = complaints(Case(("check",), what, Path(scratch) / "out"), outcome)
            ended[f"exit {outcome.code}"] += 1
            failed += bool(wrong)
            for line in wrong:
                print(f"{folder.name} {options.seed}:{number} ({what}): {line}", flush=True)
    except KeyboardInterrupt:
        print("stopped")
    print(", ".join(f"{name}: {many}" for name, many in sorted(ended.items())))
    print(f"{failed} of {ended.total()} went wrong; {time.perf_counter() - start:.0f} s")
    return 1 if failed else 0


def _files(options: argparse.Namespace) -> Iterator[tuple[Path, Path]]:
    """A file of each kit in turn: every file of a kit once in an order of chance, then again."""
    roots = (templates_dir(), templates_dir() / "starters")
    kits = [file.parent for root in roots for file in sorted(root.glob("*/kit.toml"))]
    wanted = options.kits.split(",") if options.kits else [kit.name for kit in kits]
    rows = [_shuffled(kit, options.seed) for kit in kits if kit.name in wanted]
    return chain.from_iterable(zip(*rows, strict=True))


def _shuffled(kit: Path, seed: str) -> Iterator[tuple[Path, Path]]:
    files = [
        (kit, file.relative_to(kit))
        for file in sorted(kit.rglob("*"))
        if file.suffix in SPOILED and "schema" not in file.parts
    ]
    for lap in count():
        yield from Random(f"{seed}/{kit.name}/{lap}").sample(files, len(files))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=2000, help="mutants (default: %(default)s)")
    parser.add_argument(
        "--first", type=int, default=0, help="the number of the first, to go on from another run"
    )
    parser.add_argument("--seed", default=datetime.now(UTC).strftime("%Y-%m-%d"), help="default: the day")
    parser.add_argument("--kits", default="", help="only these, with commas between")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
