"""Runs printkit repeatedly, ends it each time at another change of the disk, and writes what was wrong as JSON.

Run as a program of its own, so that copies of it are cheap and share no thread with the tests.
"""

from __future__ import annotations

import argparse
import builtins
import contextlib
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from printkit.__main__ import run as printkit
from printkit.cli.app import main

# So many moments are tried, evenly spread, and half as many of the last ones one by one.
MOST_MOMENTS = 16
# What ends a command silently: Ctrl-C goes to the whole group of processes, as a terminal sends it.
ENDS = {
    signal.SIGKILL: {-signal.SIGKILL},
    signal.SIGINT: {130, -signal.SIGINT},
    signal.SIGTERM: {143, -signal.SIGTERM},
}
# A process that lives so many seconds after its command lives on.
PATIENCE = 2.0
# How long something took is another time each time.
_TIMES = re.compile(r'"seconds": [\d.]+')

_REPLACE = os.replace
_CHANGES = (
    "replace", "rename", "mkdir", "rmdir", "unlink", "remove", "link", "symlink", "truncate", "ftruncate", "write",
    "sendfile",
)  # fmt: skip
_MAKES = os.O_CREAT | os.O_TRUNC


class Trap:
    """Counts every call of this process that changes a disk, and ends it without warning at one of them."""

    def __init__(self, moment: int, number: signal.Signals) -> None:
        self.moment = moment
        self.number = number
        self.process = os.getpid()
        self.seen = 0
        # When a file took its place.
        self.placed: list[int] = []

    def step(self) -> None:
        if os.getpid() != self.process:
            return
        self.seen += 1
        if self.seen != self.moment:
            return
        if self.number == signal.SIGINT:
            os.killpg(0, self.number)
        else:
            os.kill(self.process, self.number)

    def armed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*words: Any, **named: Any) -> Any:
            self.step()
            if function is _REPLACE:
                self.placed.append(self.seen)
            return function(*words, **named)

        return call

    def set(self) -> None:
        """Every write from here on counts."""
        for name in _CHANGES:
            setattr(os, name, self.armed(getattr(os, name)))
        open_file, open_number = io.open, os.open
        trap = self

        class Raw(io.FileIO):
            def write(self, data: Any) -> int:
                trap.step()
                # Half of it only, as when a machine goes down.
                written = super().write(memoryview(data).cast("B")[: max(1, memoryview(data).nbytes // 2)])
                return written or 0

        def opened(file: Any, mode: str = "r", buffering: int = -1, *words: Any, **named: Any) -> Any:
            if isinstance(file, int) or not set(mode) & set("wxa"):
                return open_file(file, mode, buffering, *words, **named)
            self.step()
            raw = Raw(file, mode.replace("b", "").replace("t", ""), opener=named.pop("opener", None))
            buffered = (io.BufferedRandom if "+" in mode else io.BufferedWriter)(raw)
            return buffered if "b" in mode else io.TextIOWrapper(buffered, *words, **named)

        def numbered(file: Any, flags: int, *words: Any, **named: Any) -> int:
            if flags & _MAKES:
                self.step()
            return open_number(file, flags, *words, **named)

        io.open = builtins.open = opened  # type: ignore[assignment]
        os.open = numbered


def tree(folder: Path) -> dict[str, str]:
    """Every file under a folder, hidden ones too, as its bytes in Latin-1; folders end with a slash."""
    return {
        str(path.relative_to(folder)) + "/" * path.is_dir(): "" if path.is_dir() else _content(path)
        for path in sorted(folder.rglob("*"))
    }


def _content(path: Path) -> str:
    text = _TIMES.sub("", path.read_bytes().decode("latin-1"))
    # Several processes write their lines as they are done.
    return "\n".join(sorted(text.splitlines())) if path.suffix == ".journal" else text


def _is_hidden(name: str) -> bool:
    return any(part.startswith(".printkit-") for part in Path(name).parts)


class Ended(NamedTuple):
    """The end of a copy: its exit code (negative: a signal), its last word, moments of new files, and the last one."""

    code: int
    said: str
    placed: list[int]
    moments: int
    alive: str


def run(
    words: list[str],
    moment: int | None,
    delay: float | None = None,
    number: signal.Signals = signal.SIGKILL,
) -> Ended:
    """One copy of this process does it, and is ended at a moment, or after a delay in seconds, or not."""
    reading, writing = os.pipe()
    with tempfile.TemporaryFile() as errors:
        child = os.fork()
        if not child:
            os.setpgid(0, 0)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            with open(os.devnull, "w") as nowhere:
                os.dup2(nowhere.fileno(), 1)
            os.dup2(errors.fileno(), 2)
            sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
            sys.argv = ["printkit", *words]
            act = ENTRIES.get(words[0], _plain)
            trap = Trap(moment or 0, number)
            if moment is not None:
                trap.set()
            code = act(printkit)
            sys.stderr.flush()
            os.write(writing, json.dumps([*trap.placed, trap.seen]).encode())
            os._exit(code)
        os.close(writing)
        if delay is not None:
            time.sleep(delay)
            os.kill(child, number)
        _, status = os.waitpid(child, 0)
        with open(reading) as stream:
            *placed, moments = json.loads(stream.read() or "[0]")
        errors.seek(0)
        said = errors.read().decode("utf-8", "replace").strip()[-300:]
    return Ended(os.waitstatus_to_exitcode(status), said, placed, moments, _living(child))


def _living(group: int) -> str:
    """What still runs of a group of processes a little later, which is ended here."""
    deadline = time.monotonic() + PATIENCE
    while alive := _alive(group):
        if time.monotonic() > deadline:
            os.killpg(group, signal.SIGKILL)
            return ", ".join(alive)
        time.sleep(0.02)
    return ""


def _alive(group: int) -> list[str]:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return []
    listed = subprocess.run(
        ["ps", "-A", "-o", "pgid=,stat=,args="], capture_output=True, text=True, check=True
    )
    rows = [line.split(None, 2) for line in listed.stdout.splitlines()]
    return [row[-1] for row in rows if row[0] == str(group) and not row[1].startswith("Z")]


class Trial(NamedTuple):
    """A command, where it writes, what is kept of that place, and what it held before and holds afterwards.

    `grows` is for files that a command writes little by little and goes on from: they need not be the old or the new.
    `usual` is what it says on standard error where nothing ends it.
    """

    words: list[str]
    place: Path
    keep: Path
    old: dict[str, str]
    new: dict[str, str]
    grows: bool
    usual: str

    def faults(self, number: signal.Signals = signal.SIGKILL, **when: Any) -> list[str]:
        """What is wrong after a run that was ended, and after the one that follows it."""
        shutil.rmtree(self.place)
        shutil.copytree(self.keep, self.place)
        ended = run(self.words, number=number, **when)
        found = list(self._wrong(ended, number, hit="delay" not in when))
        done = {name: data for name, data in tree(self.place).items() if not _is_hidden(name)} == self.new
        again = run(self.words, None)
        after = tree(self.place)
        # What was made already may be refused the second time, and is as it should be.
        if not (done and again.code == 2) and (again.code != 0 or after != self.new):
            odd = sorted({name for name, _ in set(after.items()) ^ set(self.new.items())})
            found.append(f"afterwards {again.code}, {odd}")
        return [f"{number.name} {when}: {each}" for each in found]

    def _wrong(self, ended: Ended, number: signal.Signals, *, hit: bool) -> Any:
        left = tree(self.place)
        for name, data in left.items():
            hidden = _is_hidden(name)
            if hidden and number != signal.SIGKILL:
                yield f"left {name}"
            elif not hidden and not self.grows and data not in (self.old.get(name), self.new.get(name)):
                yield f"{name} is neither the old nor the new one"
        yield from (f"{name} is gone" for name in self.old if name in self.new and name not in left)
        # One that had all but done its work may end as if nothing had been.
        done = number != signal.SIGKILL and ended.code == 0 and left == self.new
        if ended.code not in ENDS[number] and not done and (hit or ended.code):
            yield f"ended with {ended.code}"
        if ended.said not in self.usual and ended.code in ENDS[number]:
            yield f"said {ended.said!r}"
        if ended.alive:
            yield f"lived on: {ended.alive}"


def report(words: list[str], place: Path, options: argparse.Namespace) -> dict[str, Any]:
    """End it at every moment, or at so many, or at this many points of time, and report what was wrong."""
    keep = place.with_name(place.name + "-old")
    shutil.copytree(place, keep)
    old = tree(place)
    # Here and not in a copy: every copy then has all libraries loaded already.
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        sys.argv = ["printkit", *words]
        code = ENTRIES.get(words[0], _plain)(main)
    new = tree(place)
    if code or new == old:
        return {"moments": 0, "tried": 0, "faults": [f"it ended with {code} and changed {new != old}"]}
    shutil.rmtree(place)
    shutil.copytree(keep, place)
    start = time.perf_counter()
    whole = run(words, 10**9)
    took = time.perf_counter() - start
    trial = Trial(words, place, keep, old, new, options.grows, whole.said)
    found = [] if whole.code == 0 and not whole.alive else [f"ended with {whole.code} {whole.said}"]
    if options.delays:
        for at in range(options.delays):
            found += trial.faults(moment=None, delay=took * (at + 0.5) / options.delays)
        return {"moments": whole.moments, "tried": options.delays, "faults": found}
    # The last ones are those in which files take their places.
    early = range(1, whole.moments + 1, 1 if options.every else -(-whole.moments // options.most))
    last = range(max(1, whole.moments - options.most // 2), whole.moments + 1)
    moments = sorted({*early, *whole.placed, *last})
    numbers = [signal.Signals[name] for name in options.signals.split(",")]
    for moment in moments:
        for number in numbers:
            found += trial.faults(number, moment=moment)
    return {"moments": whole.moments, "tried": len(moments) * len(numbers), "faults": found}


Command = Callable[[], int]


def _plain(command: Command) -> int:
    return command()


def _small_tune(command: Command) -> int:
    """A search for variants so small that it is done in a moment."""
    from dataclasses import replace

    import printkit.lab.youscout.jobs.tune as job
    from printkit.lab.youscout import tuning

    search = job.tuning_search
    job.tuning_search = lambda *words, **options: replace(  # type: ignore[assignment]
        search(*words, **options), brood=3, deals=30, weighed=1, imagined=2
    )
    tuning.EVEN_DEALS, job._SIFTED_DEALS = 300, 60  # type: ignore[misc]
    sys.argv[1] = "tune"
    return command()


def _table(command: Command) -> int:
    """A table of `serve`, in the folder named, is begun, or goes on by one action, and is kept."""
    from printkit.games.core import CHANCE
    from printkit.leaving import listen
    from printkit.web.session import act, advance, begin
    from printkit.web.store import Store

    if command is printkit:
        listen()
    store = Store(Path(sys.argv[2]))
    session = begin("youscout", seed=1)
    for _ in range(1 + (store.folder / "aaaaaaaa.txt").exists()):
        chance = session.state.to_move() == CHANCE
        session = advance(session) if chance else act(session, session.state.legal()[0])
    store.put("aaaaaaaa", session)
    return 0


def _straight(command: Command) -> int:
    """Writes to the place itself, as nothing of printkit may."""
    with open(Path(sys.argv[2]) / "half.txt", "w", encoding="utf-8") as stream:
        stream.write("whole " * 10_000)
    return 0


ENTRIES: dict[str, Callable[[Command], int]] = {
    "@tune": _small_tune,
    "@table": _table,
    "@straight": _straight,
}
"""What is no command, or would take too long as one."""


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--delays", type=int, default=0, help="so many points of time, not moments")
    parser.add_argument("--signals", default="SIGKILL")
    parser.add_argument(
        "--most", type=int, default=MOST_MOMENTS, help="so many moments, and those of new files"
    )
    parser.add_argument("--every", action="store_true", help="every moment")
    parser.add_argument("--grows", action="store_true", help="what it writes it goes on from")
    parser.add_argument("--once", action="store_true", help="do it and end it nowhere")
    parser.add_argument("place", type=Path)
    parser.add_argument("words", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    if options.once:
        sys.exit(run(options.words, None).code)
    sys.stdout.write(json.dumps(report(options.words, options.place, options)))
