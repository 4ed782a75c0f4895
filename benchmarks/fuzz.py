"""Fuzzes printkit with broken kits, PDFs and command lines; exit code 0 only if it never fails internally.

Every case runs in a copy of this process with bounded memory and time. Wrong is: a traceback or exit code 70, a signal,
too much memory or time, an error that is not one line naming its file, and a file left behind by a run that failed.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

from broken_kits import spoil_kit
from broken_pdfs import BOMBS, make_bomb, spoil_pdf
from broken_words import any_words

from printkit.cli.app import main as printkit
from printkit.paths import templates_dir

__all__ = ["Case", "Outcome", "complaints", "run_limited"]

# What a kit has besides its deck that is made of its files.
PARTS = {"youscout": "deck,rules,tokens,box,mat", "tottarot": "deck,leaflet,tokens,box"}
MOST_MEMORY = 3_000_000_000
# Seconds of processor, which other work does not use up; on the clock only what waits for ever takes so long.
MOST_SECONDS, MOST_WAIT = 120, 1200


class Case(NamedTuple):
    """Input for printkit: its words, what was done, where files would appear, and what every error must name."""

    words: tuple[str, ...]
    what: str
    out: Path
    input: Path | None = None


class Outcome(NamedTuple):
    """How a run ended: its exit code (negative: a signal), its output, and its seconds of processor."""

    code: int
    out: str
    err: str
    seconds: float


def main() -> int:
    """Runs this many cases of each kind and prints those that went wrong."""
    options = _options()
    counts: Counter[str] = Counter()
    failed = 0
    start = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="printkit-fuzz-") as scratch:
        for kind in options.only.split(","):
            make = KINDS[kind](Path(scratch) / kind)
            for number in range(options.first, options.first + options.count):
                with tempfile.TemporaryDirectory(dir=scratch) as folder:
                    case = make(Path(folder), number, Random(f"{kind} {options.seed}:{number}"))
                    outcome = run_limited(case.words)
                    wrong = complaints(case, outcome)
                counts[f"{kind} exit {outcome.code}"] += 1
                failed += bool(wrong)
                for line in wrong:
                    print(f"{kind} {number} ({case.what}): {line}")
                    if options.verbose:
                        print(outcome.err)
    print(f"{', '.join(f'{name}: {count}' for name, count in sorted(counts.items()))}")
    print(f"{failed} went wrong; {time.perf_counter() - start:.0f} s")
    return 1 if failed else 0


def run_limited(words: tuple[str, ...]) -> Outcome:
    """The command in a copy of this process, ended when it exceeds its limits."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if not child:
            _become(words, out.fileno(), err.fileno())
        try:
            _, status, used = os.wait4(child, 0)
        except BaseException:
            os.kill(child, signal.SIGKILL)
            raise
        said = []
        for stream in (out, err):
            stream.seek(0)
            said.append(stream.read().decode("utf-8", "replace"))
    return Outcome(os.waitstatus_to_exitcode(status), said[0], said[1], used.ru_utime + used.ru_stime)


def _become(words: tuple[str, ...], out: int, err: int) -> None:
    """Run the command and end this copy; whatever happens, nothing after it runs twice."""
    code = 99
    try:
        os.dup2(out, 1)
        os.dup2(err, 2)
        sys.stdout, sys.stderr = open(1, "w", encoding="utf-8"), open(2, "w", encoding="utf-8")
        signal.alarm(MOST_WAIT)
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with contextlib.suppress(BaseException):
            code = int(printkit(list(words)))
            sys.stdout.flush()
            sys.stderr.flush()
    finally:
        os._exit(code)


def complaints(case: Case, outcome: Outcome) -> list[str]:
    """What a run did that it must not."""
    found = []
    lines = outcome.err.splitlines()
    if outcome.code not in (0, 1, 2):
        found.append(f"ended with {outcome.code}: {' | '.join(lines[-2:])[:300]}")
    if "Traceback" in outcome.err + outcome.out:
        found.append("a traceback")
    found += [f"not a line of ours: {line[:200]}" for line in lines if not line.startswith("printkit: ")]
    if outcome.code == 2 and not lines:
        found.append("exit code 2 without a word")
    left = [path for path in case.out.rglob("*") if path.is_file()] if case.out.exists() else []
    hidden = [path for path in left if ".printkit-" in str(path)]
    if outcome.code != 0 and left:
        found.append(f"left behind: {', '.join(path.name for path in left[:5])}")
    elif hidden:
        found.append(f"left hidden: {', '.join(path.name for path in hidden[:5])}")
    if outcome.code == 2 and case.input is not None:
        found += [f"names no file: {line[:200]}" for line in lines if case.input.as_posix() not in line]
    return found


def _kits(scratch: Path) -> Callable[[Path, int, Random], Case]:
    """Kits whose TOML is broken, built or checked."""
    scratch.mkdir()
    sources = [_tiny(scratch), *(templates_dir() / name for name in ("youscout", "tottarot"))]

    def make(folder: Path, number: int, luck: Random) -> Case:
        source = luck.choices(sources, (6, 1, 2))[0]
        kit = folder / source.name
        shutil.copytree(source, kit)
        what = spoil_kit(kit, luck)
        words = ("check", str(kit)) if luck.random() < 0.4 else ("build", "--kit-dir", str(kit))
        if words[0] == "build":
            only = luck.choice(["deck", "deck", PARTS.get(source.name, "deck")])
            words = (*words, "--only", only, "--out", str(folder / "out"))
        return Case(words, f"{source.name}: {what}", folder / "out", kit)

    return make


def _tiny(scratch: Path) -> Path:
    from deck import ROOT

    sys.path.append(str(ROOT))
    from tests.tiny_kit import write_kit

    return write_kit(scratch)


def _pdfs(scratch: Path) -> Callable[[Path, int, Random], Case]:
    """Good PDFs with broken bytes, words and objects, and bombs, given to check."""
    scratch.mkdir()
    tiny = _tiny(scratch)
    good = []
    for press in ("home", "x1a-2003"):
        out = scratch / press
        assert run_limited(("build", "--kit-dir", str(tiny), "--press", press, "--out", str(out))).code == 0
        good.append(next(out.rglob("*.pdf")))

    def make(folder: Path, number: int, luck: Random) -> Case:
        file = folder / "x.pdf"
        if number < len(BOMBS):
            what = make_bomb(list(BOMBS)[number], good[0], file)
        else:
            what = spoil_pdf(luck.choice(good), file, luck)
        profile = ("--profile", luck.choice(["home", "japan-x1a"])) if luck.random() < 0.3 else ()
        # To compose the faces of every kit takes longer than all else; one in ten has to do.
        kits = () if luck.random() < 0.1 else ("--kit-dir", str(tiny))
        return Case(("check", str(file), *kits, *profile), what, folder / "out", file)

    return make


def _words(scratch: Path) -> Callable[[Path, int, Random], Case]:
    """Command lines of known words and hostile values."""
    scratch.mkdir()
    tiny = _tiny(scratch)

    def make(folder: Path, number: int, luck: Random) -> Case:
        words = any_words(luck, tiny, folder)
        return Case(tuple(words), " ".join(words), folder / "out")

    return make


KINDS: dict[str, Callable[[Path], Callable[[Path, int, Random], Case]]] = {
    "kits": _kits,
    "pdfs": _pdfs,
    "words": _words,
}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("count", type=int, nargs="?", default=100, help="how many cases of each kind")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default=",".join(KINDS), help="kits, pdfs, words")
    parser.add_argument("--verbose", action="store_true", help="what printkit said, too")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
